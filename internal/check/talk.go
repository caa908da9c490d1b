package check

import (
	"fmt"
	"os"
	"regexp"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"tengen/tournaments"
)

// The times of a talk; guessed but where said otherwise.
const (
	// calm is how long no second answer may come after the first.
	calm = 40 * time.Millisecond
	// pause is how long after a move nothing is sent: some engines lose commands that come too soon (Rapfi does).
	pause = 20 * time.Millisecond
	// turn is the limit for moves in checks that are about something else. Some engines fail below 40 ms.
	turn = 100 * time.Millisecond
	// smallMemory is what an engine is allowed where it hardly thinks, bytes; Gomocup's former limit.
	smallMemory = 80 << 20
	// keptLines is how many lines of a talk are shown when something is wrong.
	keptLines = 14
	// shownLine is how much of each, in bytes.
	shownLine = 160
)

// A said is one line of the engine.
type said struct {
	text string // without its ending, blanks kept
	at   time.Time
}

// A talk is one running engine, what was said on both sides, and the stones that it must know of.
//
// hear is called by the driver's goroutine; everything else belongs to the check.
type talk struct {
	v       *visit
	name    string // told before its lines when there are several
	program *tournaments.Program
	begun   time.Time

	mu     sync.Mutex
	answer []said // not yet taken; no messages
	buf    []byte // a line whose end has not come
	cr     bool   // the last byte was CR
	log    []string
	chat   bool // the last line of log is a message
	wake   chan struct{}
	all    manners

	asked    time.Time // when the last commands had been sent
	moved    time.Time // when the last move came
	width    int
	height   int
	occupied map[[2]int]bool
}

// talk starts an engine.
func (v *visit) talk(name string, e *tournaments.EngineSettings) (*talk, error) {
	k := &talk{v: v, name: name, wake: make(chan struct{}, 1), begun: time.Now()}
	k.all.endings = map[string]int{}
	k.mu.Lock() // the first words must find the program in place
	defer k.mu.Unlock()
	var err error
	k.program, err = e.Start(k.hear)
	return k, err
}

// open starts the engine anew.
func (t *T) open() *talk { return t.openWith(&t.Engine) }

func (t *T) openWith(e *tournaments.EngineSettings) *talk {
	k, err := t.talk(fmt.Sprintf("process %d", len(t.talks)+1), e)
	if err != nil {
		failf("%v", err)
	}
	t.talks = append(t.talks, k)
	return k
}

// game opens a talk and starts a game: START, then the INFO lines that every manager sends, then those given.
func (t *T) game(size int, infos ...string) *talk {
	k := t.open()
	k.start(size, infos...)
	return k
}

func (k *talk) start(size int, infos ...string) {
	if got := k.ask(fmt.Sprintf("START %d", size)); got != "OK" {
		failf("START %d was answered %q", size, got)
	}
	k.board(size, size)
	k.send(k.v.infos(infos...)...)
	k.alive("after INFO") // some engines take long over INFO max_memory, which would be charged to the first move
}

// infos are the INFO lines that every manager sends, then those given.
func (v *visit) infos(more ...string) []string {
	return append([]string{
		fmt.Sprintf("INFO timeout_turn %d", turn.Milliseconds()),
		"INFO timeout_match 1000000",
		fmt.Sprintf("INFO max_memory %d", smallMemory),
		"INFO game_type 1",
		"INFO rule 0",
		"INFO time_left 1000000",
	}, more...)
}

// hangUp ends the engine by force, if it is still there, and looks at its manners.
func (k *talk) hangUp() {
	k.v.best = max(k.v.best, k.program.Memory())
	k.program.Kill()
	k.mu.Lock()
	defer k.mu.Unlock()
	k.endCR()
	if text := strings.TrimSpace(k.program.Stderr()); text != "" {
		k.all.fault("standard error", text)
	}
	k.v.habit.merge(&k.all)
}

// hear takes what the engine writes.
func (k *talk) hear(b []byte, at time.Time) {
	k.mu.Lock()
	for _, c := range b {
		if k.cr && c == '\n' {
			k.cr = false
			k.all.ending("CR LF")
			continue
		}
		k.endCR()
		switch c {
		case '\r':
			k.cr = true
			k.endLine(at)
		case '\n':
			k.all.ending("LF")
			k.endLine(at)
		default:
			k.buf = append(k.buf, c)
		}
	}
	k.mu.Unlock()
	k.signal()
}

// endCR counts a CR that no LF follows. The caller holds mu.
func (k *talk) endCR() {
	if k.cr {
		k.cr = false
		k.all.ending("CR")
	}
}

func (k *talk) signal() {
	select {
	case k.wake <- struct{}{}:
	default:
	}
}

// endLine files the line in buf. The caller holds mu.
func (k *talk) endLine(at time.Time) {
	text := string(k.buf)
	k.buf = k.buf[:0]
	k.note('<', text, at)
	k.all.look(text)
	if word := firstWord(text); word == "" || word == "MESSAGE" || word == "DEBUG" {
		return
	}
	k.answer = append(k.answer, said{text, at})
}

// note adds to the log. Of messages in a row the last one is kept. The caller holds mu.
func (k *talk) note(direction byte, text string, at time.Time) {
	chat := direction == '<' && firstWord(text) == "MESSAGE"
	if chat && k.chat {
		k.log = k.log[:len(k.log)-1]
	}
	k.chat = chat
	if len(text) > shownLine {
		text = fmt.Sprintf("%s... (%d bytes)", strings.ToValidUTF8(text[:shownLine], "?"), len(text))
	}
	k.log = append(k.log, fmt.Sprintf("%7.3f %c %s", at.Sub(k.begun).Seconds(), direction, printable(text)))
	if len(k.log) > 4*keptLines {
		k.log = append(k.log[:0], k.log[len(k.log)-keptLines:]...)
	}
}

// printable shows control characters and what is no UTF-8 as escapes.
func printable(s string) string {
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r < ' ' || r == 0x7f || r == utf8.RuneError && n == 1 {
			fmt.Fprintf(&b, `\x%02x`, s[0])
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// lastLines is the end of the log.
func (k *talk) lastLines() []string {
	k.mu.Lock()
	defer k.mu.Unlock()
	lines := k.log[max(0, len(k.log)-keptLines):]
	if len(k.buf) > 0 {
		lines = append(lines[:len(lines):len(lines)], fmt.Sprintf("        < %s (no line ending)", printable(string(k.buf[:min(len(k.buf), shownLine)]))))
	}
	return append([]string{k.name + ":"}, lines...)
}

func firstWord(s string) string {
	f := strings.Fields(strings.ToUpper(s))
	if len(f) == 0 {
		return ""
	}
	return f[0]
}

// send sends lines with CR LF at once.
func (k *talk) send(lines ...string) { k.raw(strings.Join(lines, "\r\n")+"\r\n", lines...) }

// raw sends text as it is; lines are what to note of it.
func (k *talk) raw(text string, lines ...string) {
	time.Sleep(time.Until(k.moved.Add(pause)))
	k.mu.Lock()
	now := time.Now()
	for _, l := range lines {
		k.note('>', l, now)
	}
	k.mu.Unlock()
	err := k.program.Write(text)
	k.asked = time.Now()
	if err == nil || len(lines) == 1 && lines[0] == "END" {
		return
	}
	select {
	case <-k.program.Done():
		failf("the program has ended: %s", k.program.How())
	case <-time.After(k.v.End):
		failf("the program does not read what it is sent: %v", err)
	}
}

// next waits for the next answer and gives "", false if none comes in time.
func (k *talk) next(within time.Duration) (string, bool) {
	l, ok := k.nextSaid(within)
	return l.text, ok
}

func (k *talk) nextSaid(within time.Duration) (said, bool) {
	timer := time.NewTimer(within)
	defer timer.Stop()
	over := false
	for {
		k.mu.Lock()
		if len(k.answer) > 0 {
			l := k.answer[0]
			k.answer = k.answer[1:]
			k.mu.Unlock()
			if isMove(l.text) {
				k.moved = l.at
			}
			return l, true
		}
		k.mu.Unlock()
		if over {
			return said{}, false
		}
		select {
		case <-k.wake:
		case <-timer.C:
			over = true
		case <-k.program.Done():
			over = true
		case <-k.v.ctx.Done():
			panic(stop{Skipped, "interrupted"})
		}
	}
}

// must waits for the next answer to what was asked.
func (k *talk) must(what string, within time.Duration) string { return k.mustSay(what, within).text }

func (k *talk) mustSay(what string, within time.Duration) said {
	l, ok := k.nextSaid(within)
	if ok {
		return l
	}
	select {
	case <-k.program.Done():
		failf("the program ended instead of answering %s: %s", what, k.program.How())
	default:
	}
	failf("no answer to %s within %v", what, within)
	return l
}

// ask sends one command and gives its answer.
func (k *talk) ask(command string) string {
	k.none("before " + command)
	k.send(command)
	return k.must(shorten(command), k.v.Patience)
}

func shorten(s string) string {
	if len(s) > 40 {
		return s[:40] + "..."
	}
	return s
}

// optional sends lines of a command that an engine may leave out and gives its answer. Without one, or with UNKNOWN or
// ERROR, the command is not supported.
func (k *talk) optional(what string, lines ...string) string {
	k.none("before " + what)
	k.send(lines...)
	l, ok := k.next(k.v.Patience)
	switch {
	case !ok:
		k.alive("after " + what)
		unsupported("no answer to %s", what)
	case firstWord(l) == "UNKNOWN" || firstWord(l) == "ERROR":
		unsupported("%s was answered %q", what, l)
	}
	return l
}

// none fails if an answer is there that nobody asked for.
func (k *talk) none(when string) {
	k.mu.Lock()
	defer k.mu.Unlock()
	if len(k.answer) > 0 {
		failf("%q was said %s, where no answer is due", k.answer[0].text, when)
	}
}

// quiet fails if an answer comes within a moment.
func (k *talk) quiet(after string) {
	if l, ok := k.next(calm); ok {
		failf("%q was said besides, after %s", l, after)
	}
}

// alive fails if the engine does not answer any more.
func (k *talk) alive(when string) {
	k.none(when)
	k.send("ABOUT")
	l, ok := k.next(k.v.Patience)
	if ok {
		if f := firstWord(l); f == "ERROR" || isMove(l) {
			failf("ABOUT %s was answered %q", when, l)
		}
		return
	}
	select {
	case <-k.program.Done():
		failf("the program ended %s: %s", when, k.program.How())
	default:
		failf("no answer to ABOUT %s", when)
	}
}

// errorTo sends lines that deserve an error, and fails unless exactly one comes.
func (k *talk) errorTo(what string, lines ...string) {
	k.none("before " + what)
	k.send(lines...)
	l := k.must(what, k.v.Patience)
	if firstWord(l) != "ERROR" {
		failf("%s was answered %q; ERROR is due", what, l)
	}
	k.quiet("the answer to " + what)
}

// board notes an empty board of the size.
func (k *talk) board(w, h int) { k.width, k.height, k.occupied = w, h, map[[2]int]bool{} }

// A move is two numbers of one or two digits and a comma between: what all managers take for one.
var movePattern = regexp.MustCompile(`^(\d{1,2}),(\d{1,2})$`)

func isMove(s string) bool { return movePattern.MatchString(s) }

// move waits for the engine's move, notes its stone and gives it, and how long after the question it came.
func (k *talk) move(what string, within time.Duration) (x, y int, took time.Duration) {
	l := k.mustSay(what, within)
	x, y = k.place(what, l.text)
	return x, y, l.at.Sub(k.asked)
}

// place notes the stone of an answer, or fails.
func (k *talk) place(what, text string) (x, y int) {
	if !isMove(text) {
		failf("%s was answered %q; a move such as 7,7 is due", what, text)
	}
	fmt.Sscanf(text, "%d,%d", &x, &y)
	switch {
	case x >= k.width || y >= k.height:
		failf("%s was answered %s, off the board of %d x %d", what, text, k.width, k.height)
	case k.occupied[[2]int{x, y}]:
		failf("%s was answered %s, where there is a stone", what, text)
	}
	k.occupied[[2]int{x, y}] = true
	return x, y
}

// begin asks for the first move.
func (k *talk) begin() (x, y int) {
	k.none("before BEGIN")
	k.send("BEGIN")
	x, y, _ = k.move("BEGIN", k.v.Patience)
	return x, y
}

// free is an empty point that is of little use: on the border, every other one.
func (k *talk) free() (x, y int) {
	for ring := 0; ; ring++ {
		for i := ring; i < k.width-ring; i += 2 {
			for _, p := range [][2]int{{i, ring}, {i, k.height - 1 - ring}} {
				if !k.occupied[p] {
					return p[0], p[1]
				}
			}
		}
	}
}

// turn plays a useless move and waits for the engine's.
func (k *talk) turn() (took time.Duration) {
	x, y := k.free()
	k.occupied[[2]int{x, y}] = true
	command := fmt.Sprintf("TURN %d,%d", x, y)
	k.none("before " + command)
	k.send(command)
	_, _, took = k.move(command, k.v.Patience)
	return took
}

// block sends a position, "x,y,who" with blanks between, and notes its stones. The question is DONE.
func (k *talk) block(command, stones string) {
	k.none("before " + command)
	k.send(k.blockLines(command, stones)...)
}

func (k *talk) blockLines(command, stones string) []string {
	k.board(k.width, k.height)
	lines := []string{command}
	for _, s := range strings.Fields(stones) {
		var x, y int
		fmt.Sscanf(s, "%d,%d", &x, &y)
		k.occupied[[2]int{x, y}] = true
		lines = append(lines, s)
	}
	return append(lines, "DONE")
}

// gone waits for the end of the program after what, which must say nothing more and leave nothing behind.
func (k *talk) gone(what string, within time.Duration) time.Duration {
	begun := time.Now()
	select {
	case <-k.program.Done():
	case <-time.After(within):
		failf("the program is still there %v after %s", within, what)
	}
	took := time.Since(begun)
	if status := k.program.Status(); status != 0 {
		failf("after %s the program ended so: %s", what, k.program.How())
	}
	if left := k.program.Left(); len(left) > 0 {
		failf("after %s processes are left: %s", what, strings.Join(left, ", "))
	}
	return took
}

func removeAll(dir string) { _ = os.RemoveAll(dir) }
