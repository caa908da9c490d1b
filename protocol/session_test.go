package protocol

import (
	"bytes"
	"fmt"
	"io"
	"math/rand/v2"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sirupsen/logrus"

	"tengen/board"
	"tengen/search"
)

// A talk is a session at work, and the manager that speaks with it.
type talk struct {
	t    *testing.T
	s    *session // to be touched before the talk begins and after it is over
	in   *io.PipeWriter
	out  *io.PipeReader
	over chan struct{} // closed when run has returned

	lines chan string
}

// begin starts a session that thinks with the given search, nil for ours.
func begin(t *testing.T, o Options, think thinker) *talk {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	if o.Turn == 0 {
		o.Turn = time.Minute
	}
	if o.Margin == 0 {
		o.Margin = 30 * ms
	}
	if o.Engine == (search.Options{}) {
		o.Engine = search.Options{HashBytes: mebibyte, Width: 16}
	}
	o.LineEnd = "\n"
	k := &talk{t: t, s: newSession(o), in: inW, out: outR, over: make(chan struct{}), lines: make(chan string, 10000)}
	if think != nil {
		k.s.search = think
	}
	go func() {
		k.s.run(inR, outW)
		close(k.over)
		outW.Close()
	}()
	go func() {
		defer close(k.lines)
		r := newLineReader(outR)
		for {
			text, _, err := r.next()
			if err != nil {
				return
			}
			k.lines <- text
		}
	}()
	t.Cleanup(func() { inW.Close(); outR.Close(); inR.Close() })
	return k
}

func (k *talk) send(lines ...string) {
	k.t.Helper()
	if _, err := io.WriteString(k.in, strings.Join(lines, "\n")+"\n"); err != nil {
		k.t.Fatalf("sending %q: %v", lines, err)
	}
}

// answer is the next line that is no message.
func (k *talk) answer() string {
	k.t.Helper()
	for {
		select {
		case l, ok := <-k.lines:
			if !ok {
				k.t.Fatal("the session ended instead of answering")
			}
			if !strings.HasPrefix(l, "MESSAGE ") {
				return l
			}
		case <-time.After(20 * time.Second):
			k.t.Fatal("no answer")
		}
	}
}

func (k *talk) expect(want string) {
	k.t.Helper()
	if got := k.answer(); got != want && !(want == "move" && isMove(got)) {
		k.t.Fatalf("answer %q, want %s", got, want)
	}
}

// quiet fails if anything is said within the time.
func (k *talk) quiet(d time.Duration) {
	k.t.Helper()
	select {
	case l, ok := <-k.lines:
		if ok {
			k.t.Fatalf("%q was said", l)
		}
	case <-time.After(d):
	}
}

// ends waits for the session to end and returns what was still said.
func (k *talk) ends(within time.Duration) (rest []string) {
	k.t.Helper()
	start := time.Now()
	select {
	case <-k.over:
	case <-time.After(within + 10*time.Second):
		k.t.Fatal("the session does not end")
	}
	soon(k.t, "the end", start, within)
	for l := range k.lines {
		rest = append(rest, l)
	}
	return rest
}

// soon fails if more than the limit has passed since start, with a second to spare: these tests run while others keep the
// machine busy. What the contract says of time is measured over many moves by TestGames.
func soon(t *testing.T, what string, start time.Time, limit time.Duration) {
	t.Helper()
	if took := time.Since(start); took > limit+time.Second {
		t.Errorf("%s took %v, want %v", what, took, limit)
	}
}

var move = regexp.MustCompile(`^\d{1,2},\d{1,2}$`)

func isMove(s string) bool { return move.MatchString(s) }

// patient thinks until it is stopped.
func patient(_ *search.Engine, pos *board.Board, _ search.Limits, ctl *search.Control, _ func(search.Report)) search.Result {
	for !ctl.Stopped() {
		time.Sleep(100 * time.Microsecond)
	}
	return search.Result{Move: (&game{board: pos}).anyMove()}
}

// atOnce does not think.
func atOnce(_ *search.Engine, pos *board.Board, _ search.Limits, _ *search.Control, _ func(search.Report)) search.Result {
	return search.Result{Move: (&game{board: pos}).anyMove()}
}

func TestHungSearchIsAnsweredForAndReplaced(t *testing.T) {
	release := make(chan struct{})
	engines := make(chan *search.Engine, 10)
	var once sync.Once
	var logged lockedBuffer
	k := begin(t, Options{Log: logTo(&logged), Engine: search.Options{HashBytes: 2 << 20}}, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, r func(search.Report)) search.Result {
		engines <- e
		hang := false
		once.Do(func() { hang = true })
		if hang {
			<-release
		}
		return atOnce(e, pos, l, ctl, r)
	})
	k.send("INFO timeout_turn 100", "START 15")
	k.expect("OK")
	start := time.Now()
	k.send("BEGIN")
	k.expect("7,7") // the greedy move
	if took := time.Since(start); took < 50*ms {
		t.Errorf("the answer took only %v", took)
	}
	soon(t, "the answer", start, 100*ms)
	k.send("INFO timeout_turn 10000", "TURN 0,0")
	k.expect("1,0")
	first, second := <-engines, <-engines
	if first == second {
		t.Error("the engine that hangs is used again")
	}
	k.send("TURN 0,1")
	k.expect("2,0")
	if third := <-engines; third != second {
		t.Error("the new engine was not kept")
	}
	if held := k.s.held.Load(); held != 2<<20 {
		t.Errorf("%d bytes are held by the hung search, want %d", held, 2<<20)
	}
	close(release)
	for i := 0; k.s.held.Load() != 0; i++ {
		if i > 1000 {
			t.Fatal("the search came back, but its table is still accounted for")
		}
		time.Sleep(ms)
	}
	k.send("END")
	k.ends(100 * ms)
	if !strings.Contains(logged.String(), "left behind") {
		t.Errorf("the log says nothing of it: %s", logged.String())
	}
}

// A search that comes back late, but before the next turn, keeps its engine and table.
func TestLateSearchIsKept(t *testing.T) {
	engines := make(chan *search.Engine, 10)
	k := begin(t, Options{}, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, r func(search.Report)) search.Result {
		engines <- e
		time.Sleep(300 * ms)
		return atOnce(e, pos, l, ctl, r)
	})
	k.send("INFO timeout_turn 200", "START 15", "BEGIN")
	k.expect("OK")
	k.expect("7,7")
	time.Sleep(300 * ms)
	k.send("TURN 0,0")
	k.expect("move")
	first := <-engines
	select {
	case second := <-engines:
		if first != second {
			t.Error("the engine was replaced")
		}
	default: // the machine is so busy that there was no time left for a search
	}
}

func TestPanicInTheSearch(t *testing.T) {
	var logged lockedBuffer
	engines := make(chan *search.Engine, 10)
	k := begin(t, Options{Log: logTo(&logged)}, func(e *search.Engine, pos *board.Board, _ search.Limits, _ *search.Control, _ func(search.Report)) search.Result {
		engines <- e
		if pos.Stones() == 1 {
			panic("no such table")
		}
		return search.Result{Move: board.At(0, 0)}
	})
	k.send("START 15", "TURN 3,4")
	k.expect("OK")
	k.expect("move")
	k.send("TURN 9,9")
	k.expect("0,0")
	if first, second := <-engines, <-engines; first == second {
		t.Error("the engine that panicked is used again")
	}
	k.send("END")
	k.ends(100 * ms)
	for _, part := range []string{"no such table", "d5", "session_test.go"} {
		if !strings.Contains(logged.String(), part) {
			t.Errorf("the log does not contain %q: %s", part, logged.String())
		}
	}
}

func TestIllegalMoveOfTheSearchIsNotAnswered(t *testing.T) {
	for _, bad := range []board.Point{board.NoPoint, board.At(3, 4), board.At(15, 0), board.Point(1023)} {
		k := begin(t, Options{}, func(*search.Engine, *board.Board, search.Limits, *search.Control, func(search.Report)) search.Result {
			return search.Result{Move: bad}
		})
		k.send("START 15", "TURN 3,4", "ABOUT")
		k.expect("OK")
		if got := k.answer(); !isMove(got) || got == "3,4" || strings.Contains(got, "15") {
			t.Errorf("answer %q", got)
		}
		k.answer()
	}
}

func TestOnlyForbiddenPointsLeft(t *testing.T) {
	k := begin(t, Options{}, nil)
	k.send("INFO rule 4", "START 15", "BOARD")
	for y := range 15 {
		for x := range 15 {
			switch {
			case y == 0 && x < 7 && x != 3:
				k.send(fmt.Sprintf("%d,0,1", x)) // 3,0 makes a line of seven
			case y != 0 || x != 3 && x != 8:
				k.send(fmt.Sprintf("%d,%d,3", x, y))
			}
		}
	}
	k.send("DONE", "YXSHOWFORBID")
	k.expect("OK")
	k.expect("8,0")
	k.expect("FORBID .") // White is to move
	k.send("TAKEBACK 8,0", "YXSHOWFORBID", "PLAY 8,0", "BOARD")
	for y := range 15 {
		for x := range 15 {
			switch {
			case y == 0 && x < 7 && x != 3:
				k.send(fmt.Sprintf("%d,0,1", x))
			case y != 0 || x != 3:
				k.send(fmt.Sprintf("%d,%d,3", x, y))
			}
		}
	}
	k.send("DONE")
	k.expect("OK")
	k.expect("FORBID 0300.")
	k.expect("8,0")
	k.expect("3,0")
}

func TestStopRace(t *testing.T) {
	k := begin(t, Options{}, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, r func(search.Report)) search.Result {
		for end := time.Now().Add(time.Duration(rand.IntN(300)) * time.Microsecond); time.Now().Before(end) && !ctl.Stopped(); {
		}
		return atOnce(e, pos, l, ctl, r)
	})
	for range 200 {
		k.send("START 15", "BEGIN")
		time.Sleep(time.Duration(rand.IntN(300)) * time.Microsecond)
		k.send("YXSTOP", "ABOUT")
		k.expect("OK")
		k.expect("move")
		if got := k.answer(); !strings.HasPrefix(got, "name=") {
			t.Fatalf("%q where only the answer to ABOUT was due", got)
		}
	}
}

func TestStopIsObeyedAtOnce(t *testing.T) {
	k := begin(t, Options{}, nil)
	k.send("INFO timeout_turn 2147483647", "START 15", "TURN 7,7")
	k.expect("OK")
	time.Sleep(100 * ms)
	start := time.Now()
	k.send("YXSTOP")
	k.expect("move")
	soon(t, "STOP", start, 100*ms)
	k.send("YXSTOP", "STOP")
	k.quiet(30 * ms)
}

func TestEndWhileThinking(t *testing.T) {
	for _, think := range []thinker{nil, patient, func(*search.Engine, *board.Board, search.Limits, *search.Control, func(search.Report)) search.Result {
		select {} // hangs for ever
	}} {
		k := begin(t, Options{}, think)
		k.send("START 15", "TURN 7,7", "ABOUT", "TURN 0,0")
		k.expect("OK")
		time.Sleep(20 * ms)
		k.send("END")
		for _, l := range k.ends(100 * ms) {
			if !strings.HasPrefix(l, "MESSAGE ") {
				t.Errorf("%q was said", l)
			}
		}
	}
}

func TestEndOfInput(t *testing.T) {
	for _, c := range []struct {
		name   string
		info   string
		think  thinker
		within time.Duration
	}{
		{"within the limit", "INFO timeout_turn 200", brief, 200 * ms},
		{"without limits", "INFO timeout_turn 2147483647", patient, 100 * ms},
		{"with a node limit", "INFO max_node 100", atOnce, 100 * ms},
	} {
		k := begin(t, Options{}, c.think)
		k.send(c.info, "START 15", "BEGIN")
		k.expect("OK")
		k.in.Close()
		rest := k.ends(c.within)
		if len(rest) != 1 || !isMove(rest[0]) {
			t.Errorf("%s: %q was said", c.name, rest)
		}
	}
	k := begin(t, Options{}, nil)
	k.in.Close()
	k.ends(100 * ms)

	k = begin(t, Options{}, brief) // all of it at once, the last line without an ending
	go func() {
		_, _ = io.WriteString(k.in, "INFO timeout_turn 30\nSTART 15\nTURN 14,14\nTURN 13,13\nABOUT\nBOARD\n7,7,2\nDONE\nBEGIN")
		k.in.Close()
	}()
	if rest := k.ends(time.Second); len(rest) != 6 || !isMove(rest[1]) || !isMove(rest[2]) || !isMove(rest[4]) || !isMove(rest[5]) {
		t.Errorf("%q was said", rest)
	}
}

// brief thinks for 20 ms.
func brief(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, r func(search.Report)) search.Result {
	for !ctl.Stopped() && ctl.Elapsed() < 20*ms {
		time.Sleep(100 * time.Microsecond)
	}
	return atOnce(e, pos, l, ctl, r)
}

func TestEndOfInputInABlock(t *testing.T) {
	k := begin(t, Options{}, atOnce)
	k.send("START 15", "BOARD", "7,7,2")
	k.expect("OK")
	k.in.Close()
	if rest := k.ends(100 * ms); len(rest) != 0 {
		t.Errorf("%q was said", rest)
	}
}

func TestNobodyReads(t *testing.T) {
	k := begin(t, Options{}, patient)
	k.send("START 15")
	k.expect("OK")
	k.out.Close()
	k.send("ABOUT")
	select {
	case <-k.over:
	case <-time.After(5 * time.Second):
		t.Fatal("the session goes on although nobody reads")
	}

	gone := make(chan struct{})
	k = begin(t, Options{Gone: func() bool { close(gone); return true }}, patient)
	k.send("START 15", "BEGIN")
	select {
	case <-k.over:
	case <-time.After(5 * time.Second):
		t.Fatal("the session thinks on although nobody reads")
	}
	<-gone
}

// A manager that does not read what we say must still be able to end us, and must not fill our memory.
func TestManagerThatDoesNotRead(t *testing.T) {
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	defer outR.Close()
	s := newSession(Options{Turn: time.Minute, Engine: search.Options{HashBytes: mebibyte}, LineEnd: "\n"})
	s.search = func(_ *search.Engine, _ *board.Board, _ search.Limits, ctl *search.Control, report func(search.Report)) search.Result {
		for i := 1; !ctl.Stopped(); i++ {
			report(search.Report{Depth: i})
			time.Sleep(10 * time.Microsecond)
		}
		return search.Result{}
	}
	over := make(chan struct{})
	go func() { s.run(inR, outW); close(over) }()
	fmt.Fprint(inW, "START 15\nBEGIN\n")
	time.Sleep(200 * ms)
	start := time.Now()
	fmt.Fprint(inW, "END\n")
	select {
	case <-over:
	case <-time.After(5 * time.Second):
		t.Fatal("END is not heard")
	}
	soon(t, "END", start, 100*ms)

	inR, inW = io.Pipe()
	outR2, outW2 := io.Pipe()
	s = newSession(Options{Turn: time.Minute, Engine: search.Options{HashBytes: mebibyte}, LineEnd: "\n"})
	go s.run(inR, outW2)
	fmt.Fprint(inW, "ABOUT\n") // once it is taken, the session has its writer, which waiting looks at below
	written := make(chan int)
	go func() {
		n := 1
		for ; n < 100000; n++ {
			if _, err := io.WriteString(inW, "ABOUT\n"); err != nil {
				break
			}
		}
		written <- n
	}()
	select {
	case <-written:
		t.Error("100000 commands were taken from a manager that reads no answer")
	case <-time.After(300 * ms):
	}
	if n := s.out.waiting(); n > enough+10 {
		t.Errorf("%d lines wait to be written", n)
	}
	go func() { _, _ = io.Copy(io.Discard, outR2) }()
	if n := <-written; n != 100000 {
		t.Errorf("once it reads, only %d commands are taken", n)
	}
	inW.Close()
}

func TestInfoWhileThinking(t *testing.T) {
	for _, info := range []string{"INFO timeout_turn 1", "INFO time_left 0", "INFO time_left -100", "INFO timeout_match 1", "INFO timeout_turn 0"} {
		k := begin(t, Options{}, patient)
		k.send("START 15", "BEGIN")
		k.expect("OK")
		k.quiet(20 * ms)
		start := time.Now()
		k.send(info)
		k.expect("move")
		soon(t, info, start, 100*ms)
	}
	k := begin(t, Options{Turn: 600 * ms}, patient)
	k.send("START 15", "BEGIN", "INFO timeout_turn 1800", "INFO max_memory 100000000", "INFO thread_num 2")
	k.expect("OK")
	k.quiet(time.Second)
	k.expect("move")
}

func TestRuleChangesWhileThinking(t *testing.T) {
	rules := make(chan board.Rule, 10)
	k := begin(t, Options{}, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, r func(search.Report)) search.Result {
		rules <- pos.Rule()
		return patient(e, pos, l, ctl, r)
	})
	k.send("START 15", "BEGIN")
	k.expect("OK")
	if r := <-rules; r != board.Freestyle {
		t.Errorf("first search under %v", r)
	}
	k.send("INFO rule 4")
	if r := <-rules; r != board.Renju {
		t.Errorf("second search under %v", r)
	}
	k.quiet(20 * ms)
	k.send("INFO rule 1", "STOP")
	k.expect("move")
	k.send("TURN 14,14")
	for r := range rules {
		if r == board.Standard {
			break
		}
	}
	k.send("STOP")
	k.expect("move")
}

func TestTableIsKeptAndCleared(t *testing.T) {
	used := make(chan bool, 1)
	var k *talk
	k = begin(t, Options{Folder: func(string) { used <- k.s.used && !k.s.stale }}, atOnce) // called by the session
	is := func(want bool, after ...string) {
		t.Helper()
		k.send("BEGIN")
		for !isMove(k.answer()) {
		}
		k.send(after...)
		k.send("INFO folder x")
		if got := <-used; got != want {
			t.Errorf("after %q the table is in use: %v, want %v", after, got, want)
		}
	}
	k.send("START 15")
	is(true, "START 15")
	is(true, "RESTART")
	is(false, "START 20")
	is(false, "RECTSTART 20,19")
	is(false, "YXHASHCLEAR")
	is(false, "INFO rule 1")
	is(true, "INFO max_depth 380") // as good as no limit
	is(true, "START 20 19")
	is(false, "INFO max_depth 5", "START 20 19")
	is(false, "INFO max_depth 0", "INFO max_node 100", "START 20 19")
	is(true, "INFO max_node -1", "START 20 19")
}

// TestEngineOutlivesSettings: memory that comes to a table of the same size, and another number of threads, cost nothing of
// what has been found.
func TestEngineOutlivesSettings(t *testing.T) {
	engines := make(chan *search.Engine, 3)
	k := begin(t, Options{}, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, r func(search.Report)) search.Result {
		engines <- e
		return atOnce(e, pos, l, ctl, r)
	})
	k.send("INFO max_memory 350000000", "START 15", "BEGIN")
	k.expect("OK")
	k.expect("move")
	k.send("INFO thread_num 2", "TURN 14,14")
	k.expect("move")
	k.send("INFO max_memory 349000000", "INFO thread_num 1", "TURN 14,13")
	k.expect("move")
	first := <-engines
	for range 2 {
		if next := <-engines; next != first {
			t.Error("the engine was made anew")
		}
	}
}

func TestMessagesAreFew(t *testing.T) {
	k := begin(t, Options{}, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, report func(search.Report)) search.Result {
		pv := []board.Point{board.At(7, 7), board.At(8, 6)}
		for i := 1; ctl.Elapsed() < 500*ms; i++ {
			report(search.Report{Depth: i, SelDepth: i + 2, Nodes: 1, Elapsed: ctl.Elapsed(), PV: pv})
			pv[0], pv[1] = pv[1], pv[0] // a search may use its memory again
		}
		r := atOnce(e, pos, l, ctl, report)
		r.Report = search.Report{Depth: 9, SelDepth: 12, Score: 35, Nodes: 1000, Elapsed: 500 * ms, PV: pv[:1]}
		return r
	})
	k.send("START 15", "BEGIN")
	k.expect("OK")
	n, last := 0, ""
	for l := range k.lines {
		if isMove(l) {
			break
		}
		if !strings.HasPrefix(l, "MESSAGE depth ") {
			t.Errorf("%q was said", l)
		}
		n, last = n+1, l
	}
	if n < 2 || n > 6 {
		t.Errorf("%d messages in half a second", n)
	}
	if want := "MESSAGE depth 9-12 eval 35 nodes 1000 n/s 2000 time 500 ms pv "; !strings.HasPrefix(last, want) {
		t.Errorf("the summary is %q, want %q", last, want)
	}
}

func TestSummary(t *testing.T) {
	pv, _ := board.ParseMoves("h8g7a15")
	r := search.Report{Depth: 9, SelDepth: 12, Score: 35, Nodes: 1000, Elapsed: 500 * ms, PV: pv}
	for _, c := range []struct {
		c    Coordinates
		want string
	}{
		{Coordinates{}, "depth 9-12 eval 35 nodes 1000 n/s 2000 time 500 ms pv h8 g7 a15"},
		{Coordinates{FromBottom: true}, "depth 9-12 eval 35 nodes 1000 n/s 2000 time 500 ms pv h8 g9 a1"},
		{Coordinates{RowFirst: true}, "depth 9-12 eval 35 nodes 1000 n/s 2000 time 500 ms pv 8h 7g 15a"},
	} {
		if got := c.c.summary(r, 15); got != c.want {
			t.Errorf("%+v: %q, want %q", c.c, got, c.want)
		}
	}
}

func TestTranscriptOfASession(t *testing.T) {
	var b lockedBuffer
	k := begin(t, Options{Transcript: &b}, atOnce)
	k.send("START 15", "TURN 7,7")
	k.expect("OK")
	k.expect("0,0")
	k.send("END")
	k.ends(100 * ms)
	var got []string
	for _, l := range strings.Split(strings.TrimSpace(b.String()), "\n") {
		f := strings.SplitN(l, " ", 2)
		got = append(got, f[1][strings.IndexAny(f[1], "<>"):])
	}
	if want := "> START 15|< OK|> TURN 7,7|< 0,0|> END"; strings.Join(got, "|") != want {
		t.Errorf("the transcript is %q, want %q", strings.Join(got, "|"), want)
	}
}

func TestMemoryAndFolderAreHandedOn(t *testing.T) {
	limits, folders := make(chan int64, 5), make(chan string, 5)
	k := begin(t, Options{LimitMemory: func(n int64) { limits <- n }, Folder: func(p string) { folders <- p }}, atOnce)
	k.send("INFO max_memory 367001600", `INFO folder  C:\My Games\Šachy `, "INFO max_memory 0")
	if n := <-limits; n < 330<<20 || n >= 350<<20 {
		t.Errorf("limit %d for the runtime", n)
	}
	if f := <-folders; f != `C:\My Games\Šachy` {
		t.Errorf("folder %q", f)
	}
	if n := <-limits; n != 0 {
		t.Errorf("limit %d where there is none any more", n)
	}
}

// Two sessions in one process do not disturb each other: each gives the answers it gives alone.
func TestTwoSessions(t *testing.T) {
	game := func(k *talk, size string, rule string) string {
		k.send("INFO rule "+rule, "INFO max_node 2000", "INFO timeout_turn 2147483647", "START "+size, "BEGIN")
		all := k.answer()
		for i := range 6 {
			all += " " + k.answer()
			k.send(fmt.Sprintf("TURN %d,%d", i, i%2))
		}
		return all
	}
	o := Options{Engine: search.Options{HashBytes: 4 << 20, Width: 12}}
	alone := [2]string{game(begin(t, o, nil), "15", "4"), game(begin(t, o, nil), "20", "1")}
	var both [2]string
	var wg sync.WaitGroup
	a, b := begin(t, o, nil), begin(t, o, nil)
	wg.Add(2)
	go func() { defer wg.Done(); both[0] = game(a, "15", "4") }()
	go func() { defer wg.Done(); both[1] = game(b, "20", "1") }()
	wg.Wait()
	if alone != both {
		t.Errorf("alone\n%q\nat the same time\n%q", alone, both)
	}
}

// lockedBuffer is a bytes.Buffer for several goroutines.
type lockedBuffer struct {
	mu sync.Mutex
	b  bytes.Buffer
}

func (l *lockedBuffer) Write(p []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.Write(p)
}

func (l *lockedBuffer) String() string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.b.String()
}

func logTo(w io.Writer) *logrus.Logger {
	l := logrus.New()
	l.SetOutput(w)
	return l
}

// Before the first START every command that needs a game brings one ERROR, whatever it brings in a game.
func TestBeforeStart(t *testing.T) {
	k := begin(t, Options{}, nil)
	for _, e := range table {
		if !e.needs {
			continue
		}
		text := e.name
		switch {
		case e.kind == Turn || e.kind == Play || e.kind == Takeback:
			text += " 7,7"
		case e.block != noBlock:
			text += "\nDONE"
		}
		k.send(text)
		k.expect("ERROR " + e.name + " needs a game: START comes first")
	}
	k.send("ABOUT")
	if l := <-k.lines; !strings.HasPrefix(l, "name=") {
		t.Errorf("%q is said too", l)
	}
}
