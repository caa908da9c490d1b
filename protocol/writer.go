package protocol

import (
	"io"
	"sync"
	"time"
)

// How many lines may wait to be written: beyond enough the session takes no more commands, beyond chatty no more messages.
const (
	enough = 1024
	chatty = 64
)

// A writer is the only one that touches the output. Lines are handed to a goroutine of their own, so a manager that does
// not read cannot keep the session from hearing END.
type writer struct {
	w   io.Writer
	end string // of a line

	mu     sync.Mutex
	lines  []string // waiting
	closed bool

	more    chan struct{} // lines or closed have changed
	emptied chan struct{} // gets a value when nothing waits any more
	broken  chan struct{} // closed when writing failed
	done    chan struct{} // closed when the goroutine has ended
}

func newWriter(w io.Writer, end string) *writer {
	wr := &writer{
		w: w, end: end,
		more:    make(chan struct{}, 1),
		emptied: make(chan struct{}, 1),
		broken:  make(chan struct{}),
		done:    make(chan struct{}),
	}
	go wr.run()
	return wr
}

// put queues a line without its ending. The line is made printable ASCII without leading blanks.
func (w *writer) put(s string) {
	w.mu.Lock()
	w.lines = append(w.lines, plain(s))
	w.mu.Unlock()
	signal(w.more)
}

// waiting is how many lines are not written yet.
func (w *writer) waiting() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.lines)
}

// close lets what waits be written, for at most the time given (0: for as long as it takes), and ends the goroutine. It
// reports whether everything got out.
func (w *writer) close(patience time.Duration) bool {
	w.mu.Lock()
	w.closed = true
	w.mu.Unlock()
	signal(w.more)
	var over <-chan time.Time
	if patience > 0 {
		over = time.After(patience)
	}
	select {
	case <-w.done:
		return w.waiting() == 0
	case <-over:
		return false
	}
}

func (w *writer) run() {
	defer close(w.done)
	for {
		w.mu.Lock()
		if len(w.lines) == 0 {
			closed := w.closed
			w.lines = nil
			w.mu.Unlock()
			if closed {
				return
			}
			signal(w.emptied)
			<-w.more
			continue
		}
		next := w.lines[0]
		w.mu.Unlock()
		if _, err := io.WriteString(w.w, next+w.end); err != nil {
			close(w.broken)
			return
		}
		w.mu.Lock()
		w.lines = w.lines[1:]
		w.mu.Unlock()
	}
}

// signal leaves a value in a channel of one place unless one is there already.
func signal(c chan struct{}) {
	select {
	case c <- struct{}{}:
	default:
	}
}

// plain makes a line of printable ASCII that starts with no blank.
func plain(s string) string {
	ok := s != "" && s[0] != ' '
	for i := 0; ok && i < len(s); i++ {
		ok = s[i] >= ' ' && s[i] <= '~'
	}
	if ok {
		return s
	}
	b := make([]byte, 0, len(s))
	for _, r := range s {
		switch {
		case r == '\t' || r == ' ':
			if len(b) > 0 {
				b = append(b, ' ')
			}
		case r < ' ' || r > '~':
			b = append(b, '?')
		default:
			b = append(b, byte(r))
		}
	}
	return string(b)
}
