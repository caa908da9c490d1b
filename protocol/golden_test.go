package protocol

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

var update = flag.Bool("update", false, "write what the session answers into testdata/*.txt")

// A transcript in testdata is a list of lines:
//
//	# a comment
//	> BEGIN            a line of the manager, after which we wait until nothing is being thought about
//	>> BEGIN           the same, but the search is still running when the next line comes
//	>raw "BEGIN\r"     these bytes as they are
//	< 7,7              an answer
//	= ended            the session is over (after END) or not
//
// The search of these tests is not ours: it gives the first legal point in reading order, once it is let go or stopped,
// so that transcripts do not change with the strength of play.
func TestTranscripts(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(files) == 0 {
		t.Fatalf("no transcripts: %v", err)
	}
	for _, file := range files {
		t.Run(strings.TrimSuffix(filepath.Base(file), ".txt"), func(t *testing.T) {
			want, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			want = bytes.ReplaceAll(want, []byte("\r\n"), []byte("\n"))
			got := replay(t, string(want))
			if got == string(want) {
				return
			}
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
					t.Error(err)
				}
				return
			}
			t.Errorf("%s", difference(string(want), got))
		})
	}
}

// difference shows the first line that differs.
func difference(want, got string) string {
	w, g := strings.Split(want, "\n"), strings.Split(got, "\n")
	for i := range min(len(w), len(g)) {
		if w[i] != g[i] {
			return fmt.Sprintf("line %d is\n\t%s\nwant\n\t%s\nall of it:\n%s", i+1, g[i], w[i], got)
		}
	}
	return fmt.Sprintf("%d lines, want %d; all of it:\n%s", len(g), len(w), got)
}

// A stage runs a session step by step, without goroutines of its own but that of the search.
type stage struct {
	s     *session
	in    bytes.Buffer
	lines *lineReader
	gate  chan struct{} // lets one search go

	mu  sync.Mutex
	out bytes.Buffer
}

// Write takes what the session writes.
func (st *stage) Write(p []byte) (int, error) {
	st.mu.Lock()
	defer st.mu.Unlock()
	return st.out.Write(p)
}

func newStage(o Options) *stage {
	st := &stage{gate: make(chan struct{}, 1)}
	st.lines = newLineReader(&st.in)
	o.LineEnd = "\n"
	o.Engine.HashBytes = mebibyte
	st.s = newSession(o)
	st.s.out = newWriter(st, "\n")
	st.s.grace = time.Hour
	st.s.scripted = true
	st.s.search = func(_ *search.Engine, pos *board.Board, lim search.Limits, ctl *search.Control, _ func(search.Report)) search.Result {
		for !ctl.Stopped() {
			select {
			case <-st.gate:
				ctl.Stop()
			case <-time.After(time.Millisecond):
			}
		}
		return firstPoints(pos, lim, ctl)
	}
	return st
}

// firstPoints gives the first legal points in reading order as the best moves, as many as the limits ask for.
func firstPoints(pos *board.Board, lim search.Limits, ctl *search.Control) search.Result {
	set := lim.Allowed(pos)
	r := search.Result{Move: (&game{board: pos}).anyMove()}
	for i, p := range set.AppendTo(nil) {
		if i == 0 {
			r.Move = p
			if ctl.Watch != nil {
				ctl.Watch(search.RootEvent{Kind: search.RootBegins, Move: p})
				ctl.Watch(search.RootEvent{Kind: search.RootBest, Move: p})
			}
		}
		if i < lim.Lines && lim.Lines > 1 {
			r.Lines = append(r.Lines, search.Report{Rank: i, Depth: 1, SelDepth: 1, Score: eval.Score(-i), PV: []board.Point{p}})
		}
	}
	if len(r.Lines) > 0 {
		r.Report = r.Lines[0]
	}
	return r
}

// feed lets the session hear bytes; with settle it waits until nothing is thought about.
func (st *stage) feed(text string, settle bool) {
	st.in.WriteString(text)
	for !st.s.ended {
		text, cut, err := st.lines.next()
		if err != nil {
			break
		}
		st.s.hear(line{text, cut, st.s.now()})
		if settle {
			st.settle()
		}
	}
}

// settle steps until nothing is thought about and nothing waits.
func (st *stage) settle() {
	for !st.s.ended && (st.s.thought != nil || len(st.s.queue) > 0) {
		if st.s.thought != nil && len(st.gate) == 0 {
			st.gate <- struct{}{}
		}
		st.s.step(nil)
	}
	select {
	case <-st.gate:
	default:
	}
}

// answers takes what was written since the last call.
func (st *stage) answers() []string {
	for st.s.out.waiting() > 0 {
		time.Sleep(20 * time.Microsecond)
	}
	st.mu.Lock()
	defer st.mu.Unlock()
	text := st.out.String()
	st.out.Reset()
	return strings.Split(strings.TrimSuffix(text, "\n"), "\n")
}

// volatile is what differs from run to run in a summary, and from machine to machine in what YXSHOWINFO tells.
var volatile = regexp.MustCompile(`n/s \d+ time \d+ ms|INFO MAX_\w+ \d+`)

// masked puts a sign in place of each number.
func masked(s string) string { return regexp.MustCompile(`\d+`).ReplaceAllString(s, "#") }

// replay runs the inputs of a transcript and returns it with the answers that came.
func replay(t *testing.T, transcript string) string {
	st := newStage(Options{Version: "0", Turn: time.Hour, Notices: notices(transcript), Random: func(int) int { return 0 }})
	defer st.s.out.close(0)
	var b strings.Builder
	answer := func() {
		for _, a := range st.answers() {
			if a != "" {
				fmt.Fprintf(&b, "< %s\n", volatile.ReplaceAllStringFunc(a, masked))
			}
		}
	}
	for _, l := range strings.Split(strings.TrimSuffix(transcript, "\n"), "\n") {
		if strings.HasPrefix(l, "<") {
			continue
		}
		mark, rest, _ := strings.Cut(l, " ")
		if mark == "=" {
			rest = "going on"
			if st.s.ended {
				rest = "ended"
			}
			l = "= " + rest
		}
		b.WriteString(l + "\n")
		switch mark {
		case ">", ">>":
			st.feed(rest+"\n", mark == ">")
		case ">raw":
			raw, err := strconv.Unquote(rest)
			if err != nil {
				t.Fatalf("%s: %v", l, err)
			}
			st.feed(raw, true)
		case "=", "#", "":
		default:
			t.Fatalf("what is %q?", l)
		}
		answer()
	}
	return b.String()
}

// notices are the lines "# notice: ..." of a transcript: what the configuration had to complain of.
func notices(transcript string) (all []string) {
	for _, l := range strings.Split(transcript, "\n") {
		if text, ok := strings.CutPrefix(l, "# notice: "); ok {
			all = append(all, text)
		}
	}
	return all
}
