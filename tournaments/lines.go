package tournaments

import (
	"strings"
	"sync"
	"time"
)

const (
	// maxLine is how much of one line of an engine is kept, in bytes; the rest
	// of a longer line is thrown away.
	maxLine = 64 << 10
	// maxAnswers is how many lines that are no messages are kept for a reader
	// who has not come yet; the oldest go first.
	maxAnswers = 256
	// keptMessages is how many MESSAGE and DEBUG lines of one turn are kept, the
	// last ones: engines put the summary of a thought right before the move.
	keptMessages = 16
	// maxMessage is how much of one message is kept, in bytes.
	maxMessage = 512
)

// line is one line an engine wrote, or the beginning of one.
type line struct {
	text  string    // without the line ending, blanks trimmed
	at    time.Time // when its last byte was read
	seq   uint64    // number of the line within the process, from 0
	whole bool      // false: the line ending has not come yet
}

// inbox sorts what an engine writes into answers and messages while it comes,
// so that an engine may write what and when it likes without blocking on a
// full pipe, and without growing our memory.
//
// The process's reader goroutine calls feed and close; the referee's goroutine
// the rest. wake gets a value when there is something new to look at.
type inbox struct {
	wake chan struct{} // capacity 1

	mu       sync.Mutex
	answers  []line   // whole lines that are no messages, oldest first
	messages []string // the last MESSAGE and DEBUG lines, oldest first
	buf      []byte   // the line that is still being written
	bufAt    time.Time
	seq      uint64 // number of the line in buf
	skipLF   bool   // the last byte was CR: a LF now belongs to it
	taken    bool   // the beginning of the line in buf has been used as an answer
	closed   bool   // end of output
	written  int64  // bytes since the last reset
}

func newInbox() *inbox {
	return &inbox{wake: make(chan struct{}, 1)}
}

// feed takes the bytes of one read, which happened at the given time. Lines
// end in LF, CR LF or CR.
func (b *inbox) feed(p []byte, at time.Time) {
	b.mu.Lock()
	b.written += int64(len(p))
	for _, c := range p {
		if b.skipLF {
			b.skipLF = false
			if c == '\n' {
				continue
			}
		}
		switch c {
		case '\r', '\n':
			b.skipLF = c == '\r'
			b.endLine(at)
		default:
			if len(b.buf) < maxLine {
				b.buf = append(b.buf, c)
			}
			b.bufAt = at
		}
	}
	b.mu.Unlock()
	b.signal()
}

// endLine files the line in buf. The caller holds mu.
func (b *inbox) endLine(at time.Time) {
	text := strings.TrimSpace(strings.ReplaceAll(string(b.buf), "\x00", ""))
	l := line{text: text, at: at, seq: b.seq, whole: true}
	b.buf = b.buf[:0]
	if cap(b.buf) > 4096 {
		b.buf = nil
	}
	b.seq++
	taken := b.taken
	b.taken = false
	switch {
	case taken, text == "":
	case isMessage(text):
		if len(text) > maxMessage {
			text = text[:maxMessage]
		}
		if len(b.messages) == keptMessages {
			copy(b.messages, b.messages[1:])
			b.messages = b.messages[:keptMessages-1]
		}
		b.messages = append(b.messages, text)
	default:
		if len(b.answers) == maxAnswers {
			copy(b.answers, b.answers[1:])
			b.answers = b.answers[:maxAnswers-1]
		}
		b.answers = append(b.answers, l)
	}
}

// close marks the end of output; a last line without an ending counts as whole.
func (b *inbox) close() {
	b.mu.Lock()
	if len(b.buf) > 0 {
		b.endLine(b.bufAt)
	}
	b.closed = true
	b.mu.Unlock()
	b.signal()
}

// signal wakes the one who waits, if anybody does.
func (b *inbox) signal() {
	select {
	case b.wake <- struct{}{}:
	default:
	}
}

// next takes the oldest answer. Without one, ok is false and partial holds the
// unfinished line, if there is any.
func (b *inbox) next() (l line, ok bool, partial line, closed bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if len(b.answers) > 0 {
		l = b.answers[0]
		copy(b.answers, b.answers[1:])
		b.answers = b.answers[:len(b.answers)-1]
		return l, true, line{}, false
	}
	if text := strings.TrimSpace(string(b.buf)); text != "" && !b.taken {
		partial = line{text: text, at: b.bufAt, seq: b.seq}
	}
	return line{}, false, partial, b.closed
}

// take says that the unfinished line with this number has been used as an
// answer, so that its ending, when it comes, makes no second one.
func (b *inbox) take(seq uint64) {
	b.mu.Lock()
	if b.seq == seq {
		b.taken = true
	}
	b.mu.Unlock()
}

// reset throws away what has come so far, before a command whose answer must
// come later. It returns the answers thrown away: an engine that speaks without
// being asked is worth a line in the log.
func (b *inbox) reset() []line {
	b.mu.Lock()
	defer b.mu.Unlock()
	stray := append([]line(nil), b.answers...)
	b.answers = b.answers[:0]
	b.messages = b.messages[:0]
	b.written = 0
	if len(b.buf) > 0 {
		// The rest of a line that began before the command is no answer to it,
		// and an engine that ends no line at all goes on right behind.
		b.buf, b.taken = b.buf[:0], false
		b.seq++
	}
	return stray
}

// said returns the kept messages of the turn, oldest first.
func (b *inbox) said() []string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return append([]string(nil), b.messages...)
}

// volume is how many bytes have come since the last reset.
func (b *inbox) volume() int64 {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.written
}

// isMessage tells whether a line is for the user and no answer.
func isMessage(text string) bool {
	return hasWord(text, "MESSAGE") || hasWord(text, "DEBUG")
}

// hasWord tells whether text begins with the word, in any letter case, and the
// word ends there.
func hasWord(text, word string) bool {
	if len(text) < len(word) || !strings.EqualFold(text[:len(word)], word) {
		return false
	}
	return len(text) == len(word) || text[len(word)] == ' ' || text[len(word)] == '\t'
}
