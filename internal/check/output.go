package check

import (
	"fmt"
	"slices"
	"strings"
)

// manners is what the lines of talks show, whatever was asked.
type manners struct {
	endings map[string]int // line endings by name
	faults  []fault
	lines   int
}

// A fault is something that no line should show.
type fault struct{ kind, line string }

// mostFaults is how many are kept.
const mostFaults = 50

func (m *manners) ending(name string) { m.endings[name]++ }

func (m *manners) fault(kind, line string) {
	if len(m.faults) < mostFaults {
		m.faults = append(m.faults, fault{kind, printable(line[:min(len(line), shownLine)])})
	}
}

// The words that begin a line; besides there are moves, the answer to ABOUT and those listed in swap2Answer.
var words = []string{"OK", "ERROR", "UNKNOWN", "MESSAGE", "DEBUG", "SUGGEST", "SWAP", "FORBID"}

// look notes what is wrong with a line.
func (m *manners) look(text string) {
	m.lines++
	if strings.TrimSpace(text) == "" {
		m.fault("empty line", text)
		return
	}
	if text[0] == ' ' || text[0] == '\t' {
		m.fault("leading blank", text)
	}
	for i := 0; i < len(text); i++ {
		if text[i] < ' ' && text[i] != '\t' || text[i] > '~' {
			m.fault("not ASCII", text)
			break
		}
	}
	word := firstWord(text)
	switch {
	case word == "MESSAGE" && strings.TrimSpace(text) == text && len(strings.Fields(text)) == 1:
		m.fault("empty message", text)
	case slices.Contains(words, word), isMove(text), swap2Answer.MatchString(text):
	case strings.Contains(text, "="): // the answer to ABOUT
	default:
		m.fault("stray text", text)
	}
}

func (m *manners) merge(o *manners) {
	for name, n := range o.endings {
		m.endings[name] += n
	}
	m.lines += o.lines
	for _, f := range o.faults {
		m.fault(f.kind, f.line)
	}
}

// checkOutput is about all that has been said in all talks before.
var outputChecks = []check{
	{"output", "nothing on standard error", "Piskvork merges it into the answers", func(t *T) { t.without("standard error") }},
	{"output", "no stray text", "every manager", func(t *T) { t.without("stray text") }},
	{"output", "no leading blanks", "qpiskvork takes the first character", func(t *T) { t.without("leading blank") }},
	{"output", "ASCII alone", "every manager", func(t *T) { t.without("not ASCII") }},
	{"output", "no empty messages or lines", "Piskvork", func(t *T) { t.without("empty message", "empty line") }},
	{"output", "one sort of line ending", "every manager", func(t *T) {
		var names []string
		for name, n := range t.habit.endings {
			names = append(names, fmt.Sprintf("%s %d times", name, n))
		}
		slices.Sort(names)
		if len(names) > 1 {
			failf("lines end in %s", strings.Join(names, " and in "))
		}
		if t.habit.endings["CR"] > 0 {
			failf("lines end in CR alone; allowed are LF and CR LF")
		}
		t.notef("%s", strings.Join(names, ""))
	}},
}

// without fails if lines of these kinds were among what has been said.
func (t *T) without(kinds ...string) {
	count, first := 0, ""
	for _, f := range t.habit.faults {
		if slices.Contains(kinds, f.kind) {
			if count == 0 {
				first = f.line
			}
			count++
		}
	}
	if count > 0 {
		failf("%d times, first %q", count, first)
	}
	t.notef("%d lines looked at", t.habit.lines)
}
