package protocol

import (
	"fmt"
	"time"

	"tengen/board"
)

// A line is what the reading goroutine hands on.
type line struct {
	text string
	cut  bool          // its end was dropped for length
	at   time.Duration // when it had been read, on the session's clock
}

// A request is a command with the time at which its first line had been read.
type request struct {
	Command
	at time.Duration
}

// maxStones bounds what a BOARD block may make us remember: more cannot fit on any board.
const maxStones = board.MaxSize * board.MaxSize

// An assembler makes commands of lines: it joins a block to its command. END, STOP and INFO are heard inside of a
// block too, everything else there belongs to the block.
type assembler struct {
	open   request
	inside bool
	lines  int // of the open block
}

// feed takes one line and returns a command when one is complete.
func (a *assembler) feed(l line) (request, bool) {
	text := l.text
	if l.cut {
		text += overlong
	}
	c := request{Parse(text), l.at}
	switch {
	case c.Kind == Empty:
		return c, false
	case a.inside && !(c.entry.manners == heard):
		return a.add(text, c.Kind)
	case !a.inside && c.entry.block != noBlock:
		a.open, a.inside, a.lines = c, true, 0
		return c, false
	}
	return c, true
}

// add takes one line of the open block and returns the command when that line was its last.
func (a *assembler) add(text string, kind Kind) (request, bool) {
	a.lines++
	how := a.open.entry.block
	if kind == Done || how == skipLine {
		a.inside = false
		return a.open, true
	}
	if how == skipBlock || a.open.Err != "" {
		return request{}, false
	}
	s, ok := parseStone(text)
	want := "x,y,who with who 1, 2 or 3"
	if how == pointBlock {
		s, ok = parseBlockPoint(text)
		want = "x,y"
	}
	switch {
	case !ok:
		a.open.Err = fmt.Sprintf("line %d of the block must be %s, not %s", a.lines, want, quoted(text))
		a.open.Stones = nil
	case len(a.open.Stones) == maxStones:
		a.open.Err = fmt.Sprintf("the block has more than %d stones", maxStones)
		a.open.Stones = nil
	default:
		a.open.Stones = append(a.open.Stones, s)
	}
	return request{}, false
}
