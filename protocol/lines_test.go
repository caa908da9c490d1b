package protocol

import (
	"bytes"
	"io"
	"runtime"
	"strings"
	"testing"
	"testing/iotest"
)

func readLines(t *testing.T, r io.Reader) []string {
	t.Helper()
	l := newLineReader(r)
	var all []string
	for {
		text, _, err := l.next()
		if err != nil {
			if err != io.EOF {
				t.Errorf("error %v at the end, want EOF", err)
			}
			return all
		}
		all = append(all, text)
	}
}

func TestLineEndings(t *testing.T) {
	for _, c := range []struct {
		name, in string
		want     []string
	}{
		{"LF", "a\nb\n", []string{"a", "b"}},
		{"CR LF", "a\r\nb\r\n", []string{"a", "b"}},
		{"CR", "a\rb\r", []string{"a", "b"}},
		{"mixed", "a\rb\nc\r\nd\n\re", []string{"a", "b", "c", "d", "e"}},
		{"no ending", "a\nb", []string{"a", "b"}},
		{"empty lines", "\n\n\r\n  \t \na\n\n", []string{"a"}},
		{"leading blanks", "  \ta b", []string{"a b"}},
		{"byte order mark", "\xEF\xBB\xBFa\n\xEF\xBB\xBFb", []string{"a", "\xEF\xBB\xBFb"}},
		{"half a mark", "\xEF\xBBa", []string{"\xEF\xBBa"}},
		{"only a mark", "\xEF\xBB\xBF", nil},
		{"NUL", "a\x00b\x00\n\x00\nc", []string{"a b ", "c"}},
		{"invalid UTF-8", "\xff\xfe\n\x80", []string{"\xff\xfe", "\x80"}},
		{"nothing", "", nil},
	} {
		for _, r := range []io.Reader{strings.NewReader(c.in), iotest.OneByteReader(strings.NewReader(c.in))} {
			if got := readLines(t, r); strings.Join(got, "|") != strings.Join(c.want, "|") {
				t.Errorf("%s: %q gives %q, want %q", c.name, c.in, got, c.want)
			}
		}
	}
}

// A CR must end the line at once: a manager that sends CR only waits for our answer before it sends more.
func TestLineNeedsNothingBehindIt(t *testing.T) {
	r, w := io.Pipe()
	l := newLineReader(r)
	go func() { _, _ = io.WriteString(w, "BEGIN\r") }()
	if text, _, err := l.next(); text != "BEGIN" || err != nil {
		t.Errorf("got %q, %v", text, err)
	}
}

// endless is a stream of n equal bytes.
type endless struct {
	n int
	c byte
}

func (e *endless) Read(p []byte) (int, error) {
	if e.n == 0 {
		return 0, io.EOF
	}
	n := min(e.n, len(p))
	for i := range p[:n] {
		p[i] = e.c
	}
	e.n -= n
	return n, nil
}

func TestLongLineIsCutAndCostsLittle(t *testing.T) {
	const long = 16 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	l := newLineReader(io.MultiReader(&endless{long, 'x'}, strings.NewReader("\nABOUT\n")))
	text, cut, err := l.next()
	if len(text) != maxLine || !cut || err != nil {
		t.Errorf("a long line came as %d bytes, cut %v, error %v", len(text), cut, err)
	}
	if text, cut, _ := l.next(); text != "ABOUT" || cut {
		t.Errorf("the line after it is %q, cut %v", text, cut)
	}
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; used > 4<<20 {
		t.Errorf("a line of %d bytes allocated %d bytes", long, used)
	}
}

func TestLongBlanksAreNoLoss(t *testing.T) {
	in := "TURN 7,7" + string(bytes.Repeat([]byte(" "), 1<<20)) + "\n"
	text, cut, _ := newLineReader(strings.NewReader(in)).next()
	if c := Parse(text); cut || c.Kind != Turn || c.Err != "" {
		t.Errorf("cut %v, parsed as %+v", cut, c)
	}
	in = string(bytes.Repeat([]byte("\t"), 1<<20)) + "BEGIN"
	if text, _, _ = newLineReader(strings.NewReader(in)).next(); text != "BEGIN" {
		t.Errorf("leading blanks: %d bytes left", len(text))
	}
}
