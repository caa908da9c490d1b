package play

import (
	"bufio"
	"fmt"
	"io"
	"strings"
)

// Lines shows a session as lines of text, for pipes and for terminals that can do no more.
type Lines struct {
	w           *bufio.Writer
	interactive bool // somebody sits at the other end: a prompt is worth showing
	last        *View
	drawn       string // what the board drawn last showed
	prompted    string
}

// NewLines writes to w. With interactive a prompt is written before each line that is waited for.
func NewLines(w io.Writer, interactive bool) *Lines {
	return &Lines{w: bufio.NewWriter(w), interactive: interactive}
}

// Show draws the board when somebody here is to move, or when the game is over.
func (l *Lines) Show(v *View) {
	l.last = v
	if now := fmt.Sprint(v.Game, v.Moves, v.Last, v.Over, v.Status[0]); (v.Yours || v.Over) && now != l.drawn {
		l.drawn = now
		l.Redraw()
	}
	if l.interactive && v.Prompt != l.prompted {
		l.endPrompt()
		l.prompted = v.Prompt
		if v.Prompt != "" {
			fmt.Fprintf(l.w, "%s ", v.Prompt)
		}
	}
	l.w.Flush()
}

// Say writes a message on a line of its own.
func (l *Lines) Say(line string) {
	l.endPrompt()
	fmt.Fprintln(l.w, line)
	l.w.Flush()
}

// Typed notes that whoever sits there has left the line of the prompt by Enter.
func (l *Lines) Typed() { l.prompted = "" }

// endPrompt leaves the line of a prompt.
func (l *Lines) endPrompt() {
	if l.interactive && l.prompted != "" {
		fmt.Fprintln(l.w)
	}
	l.prompted = ""
}

// Page writes something longer.
func (l *Lines) Page(title string, lines []string) {
	l.Say(title + ":")
	for _, s := range lines {
		fmt.Fprintln(l.w, "  "+s)
	}
	l.w.Flush()
}

// Redraw draws the board with what stands beside it.
func (l *Lines) Redraw() {
	if l.last == nil {
		return
	}
	l.endPrompt()
	for _, s := range l.last.draw() {
		fmt.Fprintln(l.w, s)
	}
	status := make([]string, len(l.last.Status))
	for i, s := range l.last.Status {
		status[i] = strings.Join(strings.Fields(s), " ")
	}
	fmt.Fprintln(l.w, strings.Join(status, " | "))
	l.w.Flush()
}

// ReadLines sends the lines of r, at most 4096 bytes of each.
func ReadLines(r io.Reader) <-chan Input {
	lines := make(chan Input)
	go func() {
		defer close(lines)
		in := bufio.NewReaderSize(r, maxLine)
		for {
			text, long, err := in.ReadLine()
			line := string(text)
			for long && err == nil {
				_, long, err = in.ReadLine()
			}
			if err != nil && line == "" {
				return
			}
			lines <- Input{Line: line}
			if err != nil {
				return
			}
		}
	}()
	return lines
}
