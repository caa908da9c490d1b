package protocol_test

import (
	"bufio"
	"bytes"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/internal/slowref"
)

// Whole games of the built program against itself, through pipes as a manager plays them, judged by the slow referee.

var long = flag.Bool("long", false, "play whole games under every rule, on every size, with every limit")

const ms = time.Millisecond

// built is the program, built once.
var built = sync.OnceValues(func() (string, error) {
	dir, err := os.MkdirTemp("", "tengen")
	if err != nil {
		return "", err
	}
	exe := filepath.Join(dir, "tengen")
	if runtime.GOOS == "windows" {
		exe += ".exe"
	}
	out, err := exec.Command("go", "build", "-o", exe, "tengen").CombinedOutput()
	if err != nil {
		return "", fmt.Errorf("go build: %v\n%s", err, out)
	}
	return exe, nil
})

func TestMain(m *testing.M) {
	status := m.Run()
	if exe, err := built(); err == nil {
		os.RemoveAll(filepath.Dir(exe))
	}
	os.Exit(status)
}

// A brain is one running program.
type brain struct {
	t      *testing.T
	cmd    *exec.Cmd
	in     io.WriteCloser
	lines  chan string
	stderr bytes.Buffer
	log    []string // what was said, both ways
}

// hire starts the program.
func hire(t *testing.T) *brain {
	t.Helper()
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	b := &brain{t: t, cmd: exec.Command(exe), lines: make(chan string, 1000)}
	b.cmd.Dir = t.TempDir()
	b.cmd.Stderr = &b.stderr
	if b.in, err = b.cmd.StdinPipe(); err != nil {
		t.Fatal(err)
	}
	out, err := b.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := b.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(b.lines)
		for r := bufio.NewScanner(out); r.Scan(); {
			b.lines <- r.Text()
		}
	}()
	t.Cleanup(func() {
		_ = b.cmd.Process.Kill()
		if t.Failed() {
			t.Logf("said last:\n%s", strings.Join(b.log[max(0, len(b.log)-40):], "\n"))
		}
	})
	return b
}

// send writes lines at once.
func (b *brain) send(lines ...string) {
	b.t.Helper()
	for _, l := range lines {
		b.log = append(b.log, "> "+l)
	}
	if _, err := io.WriteString(b.in, strings.Join(lines, "\r\n")+"\r\n"); err != nil {
		b.t.Fatalf("sending %q: %v", lines, err)
	}
}

// answer is the next line that is no message, and how long it took.
func (b *brain) answer(within time.Duration) (string, time.Duration) {
	b.t.Helper()
	start := time.Now()
	timeout := time.After(within + 5*time.Second)
	for {
		select {
		case l, ok := <-b.lines:
			if !ok {
				b.t.Fatalf("the program ended instead of answering; stderr: %s", b.stderr.String())
			}
			b.log = append(b.log, "< "+l)
			if !strings.HasPrefix(l, "MESSAGE ") {
				return l, time.Since(start)
			}
		case <-timeout:
			b.t.Fatalf("no answer within %v", within+5*time.Second)
		}
	}
}

func (b *brain) expect(want string) {
	b.t.Helper()
	if got, _ := b.answer(time.Second); got != want {
		b.t.Fatalf("answer %q, want %q", got, want)
	}
}

// leave makes the program end, by END or by the end of its input, and returns how long it took.
func (b *brain) leave(byEnd bool) time.Duration {
	b.t.Helper()
	start := time.Now()
	if byEnd {
		b.send("END")
	} else if err := b.in.Close(); err != nil {
		b.t.Fatal(err)
	}
	gone := make(chan error, 1)
	go func() {
		for l := range b.lines {
			if !strings.HasPrefix(l, "MESSAGE ") {
				b.t.Errorf("%q was said after the end", l)
			}
		}
		gone <- b.cmd.Wait()
	}()
	select {
	case err := <-gone:
		if err != nil {
			b.t.Errorf("the program ended with %v", err)
		}
	case <-time.After(5 * time.Second):
		b.t.Fatal("the program does not end")
	}
	if b.stderr.Len() > 0 {
		b.t.Errorf("on stderr: %s", b.stderr.String())
	}
	return time.Since(start)
}

// A match is two games between two copies of the program, with the second one's colours swapped.
type match struct {
	w, h    int
	rule    slowref.Rule
	turn    int    // ms a move; 0: not sent
	match   int    // ms a game; 0: not sent
	left    bool   // time_left is sent before each move
	suspend bool   // the one that is not to move is stopped
	byBoard bool   // the whole position is sent for each move
	moves   int    // at most, so that slow limits end in time; 0: any number
	opening string // in board notation; empty: three random stones
}

func (m match) String() string {
	s := fmt.Sprintf("%dx%d_%v_turn%d_match%d", m.w, m.h, m.rule, m.turn, m.match)
	if m.left {
		s += "_left"
	}
	if m.suspend {
		s += "_suspended"
	}
	if m.byBoard {
		s += "_board"
	}
	return s
}

// A tally counts how many times something took longer than it should. A machine that others use delays any program, and
// the contract allows 100 ms more when all cores are busy: a tenth may need some of that, hardly any may need more (the
// tests of other packages, which run at the same time, start processes by the dozen), and none so much that a referee
// would see it.
type tally struct {
	n, late, tooLate int
	worst            time.Duration // over the limit
}

const (
	busy      = 100 * time.Millisecond // allowed over a limit when all cores are busy
	tolerance = time.Second            // what referees allow
)

func (c *tally) add(t *testing.T, took, limit time.Duration) {
	t.Helper()
	c.n++
	over := took - limit
	c.worst = max(c.worst, over)
	if over > 0 {
		c.late++
	}
	if over > busy {
		c.tooLate++
	}
	if over > tolerance {
		t.Errorf("%v where %v are allowed", took, limit)
	}
}

func (c tally) String() string {
	return fmt.Sprintf("%d: %d late, %d too late, the worst by %v", c.n, c.late, c.tooLate, max(0, c.worst))
}

func (c *tally) check(t *testing.T, what string) {
	t.Helper()
	if c.n >= 100 && c.late > c.n/10 || c.tooLate > 3+c.n/50 {
		t.Errorf("%s: %v", what, c)
	}
}

// allowed is when an answer must be there by the contract: up to 15 ms over the smallest limits.
func allowed(limit int) time.Duration {
	if limit < 50 {
		return time.Duration(limit+15) * ms
	}
	return time.Duration(limit) * ms
}

func (m match) play(t *testing.T, answers, games, ends *tally) {
	brains := [2]*brain{hire(t), hire(t)}
	for i, b := range brains {
		b.send(m.start(i)) // and the INFO lines at once, unread, as the judge of Gomocup does
		b.send(fmt.Sprintf("INFO rule %d", m.rule), "INFO max_memory 83886080", "INFO game_type 1")
		if m.turn > 0 {
			b.send(fmt.Sprintf("INFO timeout_turn %d", m.turn))
		}
		if m.match > 0 {
			b.send(fmt.Sprintf("INFO timeout_match %d", m.match))
			if m.turn == 0 {
				b.send("INFO timeout_turn 2147483647")
			}
		}
		if m.suspend {
			suspend(t, b.cmd.Process)
		}
	}
	seed := rand.New(rand.NewPCG(uint64(m.w), uint64(m.h*100)+uint64(m.turn)))
	for g := range 2 {
		if g > 0 {
			for _, b := range brains {
				if m.suspend {
					resume(t, b.cmd.Process)
				}
				b.send("RESTART")
				b.expect("OK")
			}
			brains[0], brains[1] = brains[1], brains[0]
		}
		m.game(t, brains, seed, answers, games, g == 0)
	}
	for i, b := range brains {
		if m.suspend {
			resume(t, b.cmd.Process)
		}
		ends.add(t, b.leave(i == 0), 100*ms)
	}
}

func (m match) start(i int) string {
	switch {
	case m.w != m.h:
		return fmt.Sprintf("RECTSTART %d,%d", m.w, m.h)
	case i > 0:
		return fmt.Sprintf("START %d %d", m.w, m.h)
	}
	return fmt.Sprintf("START %d", m.w)
}

var moveLine = regexp.MustCompile(`^(\d{1,2}),(\d{1,2})$`)

// game plays one game from a random opening; brains[0] is black. With first, the answer to START is still to come.
func (m match) game(t *testing.T, brains [2]*brain, seed *rand.Rand, answers, games *tally, first bool) {
	pos, err := slowref.New(m.w, m.h, m.rule)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := slowref.ParseMoves(m.opening)
	if err != nil {
		t.Fatal(err)
	}
	if err := pos.PlayMoves(m.opening); err != nil {
		t.Fatal(err)
	}
	for len(moves) < 3 {
		p := slowref.Point{X: m.w/2 - 2 + seed.IntN(4), Y: m.h/2 - 2 + seed.IntN(4)}
		if pos.Play(p.X, p.Y) == nil {
			moves = append(moves, p)
		}
	}
	var told [2]bool // has the position
	used := [2]time.Duration{}
	for mover := 1; len(pos.Moves()) > 0 && (m.moves == 0 || len(moves) < m.moves); mover = 1 - mover {
		b := brains[mover]
		var lines []string
		if m.left {
			lines = append(lines, fmt.Sprintf("INFO time_left %d", int64(m.match)-used[mover].Milliseconds()))
		}
		if !told[mover] || m.byBoard {
			lines = append(lines, "BOARD")
			for i, p := range moves {
				lines = append(lines, fmt.Sprintf("%d,%d,%d", p.X, p.Y, 1+(i+mover)%2))
			}
			lines = append(lines, "DONE")
		} else {
			p := moves[len(moves)-1]
			lines = append(lines, fmt.Sprintf("TURN %d,%d", p.X, p.Y))
		}
		b.send(lines...)
		if m.suspend {
			resume(t, b.cmd.Process)
		}
		if first && !told[mover] {
			b.expect("OK")
		}
		told[mover] = true
		limit := m.turn
		if left := m.match - int(used[mover].Milliseconds()); m.match > 0 && (limit == 0 || left < limit) {
			limit = max(left, 0)
		}
		text, took := b.answer(time.Duration(limit) * ms)
		if m.suspend {
			suspend(t, b.cmd.Process)
		}
		used[mover] += took
		answers.add(t, took, allowed(limit))
		at := moveLine.FindStringSubmatch(text)
		if at == nil {
			t.Fatalf("%q is no move", text)
		}
		var p slowref.Point
		fmt.Sscanf(text, "%d,%d", &p.X, &p.Y)
		if err := pos.Play(p.X, p.Y); err != nil {
			t.Fatalf("%v played %s: %v\n%v", pos.Turn, text, err, pos)
		}
		moves = append(moves, p)
	}
	for _, d := range used {
		if m.match > 0 {
			games.add(t, d, time.Duration(m.match)*ms)
		}
	}
}

// sample is what the normal run plays: each rule, each kind of limit, each size once.
var sample = []match{
	{w: 15, h: 15, rule: slowref.Freestyle, turn: 20, moves: 60},
	{w: 20, h: 20, rule: slowref.Freestyle, turn: 100, moves: 24},
	{w: 5, h: 5, rule: slowref.Freestyle, turn: 20},
	{w: 8, h: 8, rule: slowref.Renju, turn: 5},
	{w: 9, h: 14, rule: slowref.Standard, turn: 20},
	{w: 15, h: 15, rule: slowref.Renju, turn: 20, moves: 60, byBoard: true},
	{w: 19, h: 19, rule: slowref.CaroExact, turn: 5, moves: 120},
	{w: 22, h: 22, rule: slowref.Caro, turn: 1, moves: 120},
	{w: 15, h: 15, rule: slowref.Standard, match: 1000, moves: 80},
	{w: 15, h: 15, rule: slowref.Freestyle, turn: 50, match: 1000, left: true, moves: 80},
	{w: 20, h: 20, rule: slowref.Freestyle, turn: 50, match: 2000, left: true, suspend: true, moves: 40},
	{w: 15, h: 15, rule: slowref.Standard, turn: 500, moves: 8},
	{w: 20, h: 20, rule: slowref.Freestyle, turn: 5, moves: 60, opening: "s19p19p18"}, // stones near a corner
}

func TestGames(t *testing.T) {
	matches := sample
	if *long {
		matches = everything()
	}
	var answers, games, ends tally
	for _, m := range matches {
		t.Run(m.String(), func(t *testing.T) {
			if m.suspend && !canSuspend {
				t.Skip("this system cannot suspend a process by a signal")
			}
			m.play(t, &answers, &games, &ends)
		})
	}
	t.Logf("moves %v\ngames on the clock %v\nends %v", answers, games, ends)
	answers.check(t, "answers")
	games.check(t, "games on the clock")
	ends.check(t, "ends")
}

// everything is the full matrix.
func everything() (all []match) {
	sizes := [][2]int{{5, 5}, {8, 8}, {15, 15}, {19, 19}, {20, 20}, {22, 22}, {9, 14}}
	for _, rule := range slowref.Rules() {
		for _, s := range sizes {
			for _, turn := range []int{1, 5, 20, 100, 500} {
				m := match{w: s[0], h: s[1], rule: rule, turn: turn, byBoard: turn == 5}
				switch turn {
				case 100:
					m.moves = 60
				case 500:
					m.moves = 14
				}
				all = append(all, m)
			}
			all = append(all,
				match{w: s[0], h: s[1], rule: rule, match: 2000},
				match{w: s[0], h: s[1], rule: rule, turn: 20, opening: corner(s[0], s[1])},
				match{w: s[0], h: s[1], rule: rule, turn: 100, match: 2000, left: true},
				match{w: s[0], h: s[1], rule: rule, turn: 50, match: 1000, left: true, suspend: true})
		}
	}
	return all
}

// corner is the opening b2 e2 e3 turned by 180 degrees: stones near a corner have broken engines.
func corner(w, h int) string {
	var b strings.Builder
	for _, p := range []slowref.Point{{X: 1, Y: 1}, {X: 4, Y: 1}, {X: 4, Y: 2}} {
		b.WriteString(slowref.Point{X: w - 1 - p.X, Y: h - 1 - p.Y}.String())
	}
	return b.String()
}

// The two lines of the README: a script that sends everything at once gets everything answered.
func TestScript(t *testing.T) {
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	for _, end := range []string{"\r\n", "\n", "\r"} {
		cmd := exec.Command(exe)
		cmd.Stdin = strings.NewReader(strings.Join([]string{"START 15", "INFO timeout_turn 200", "BEGIN", "TURN 8,8", ""}, end))
		var stderr bytes.Buffer
		cmd.Stderr = &stderr
		start := time.Now()
		out, err := cmd.Output()
		if err != nil || stderr.Len() > 0 {
			t.Fatalf("error %v, stderr %q", err, stderr.String())
		}
		answers := strings.Fields(regexp.MustCompile(`(?m)^MESSAGE .*$`).ReplaceAllString(string(out), ""))
		if len(answers) != 3 || answers[0] != "OK" || !moveLine.MatchString(answers[1]) || !moveLine.MatchString(answers[2]) {
			t.Errorf("answers %q", answers)
		}
		if took := time.Since(start); took > 5*time.Second {
			t.Errorf("it took %v", took)
		}
	}
}

// The first answer must not be late although tables are built for it. The quickest of some tries tells what the program
// can do on a busy machine.
func TestFirstAnswer(t *testing.T) {
	for _, rule := range slowref.Rules() {
		quickest := time.Hour
		for range 3 {
			start := time.Now()
			b := hire(t)
			b.send(fmt.Sprintf("INFO rule %d", rule), "INFO timeout_turn 0", "START 20", "TURN 10,10")
			b.expect("OK")
			b.answer(200 * ms)
			quickest = min(quickest, time.Since(start))
			b.leave(true)
		}
		if quickest > 200*ms {
			t.Errorf("%v: %v from the start of the process to its first move", rule, quickest)
		}
	}
}

// END while the search is at full work. The quickest of some tries tells what the program can do on a busy machine.
func TestEndOfABusyProgram(t *testing.T) {
	quickest := time.Hour
	for range 5 {
		b := hire(t)
		b.send("START 20", "INFO timeout_turn 2147483647", "INFO max_memory 367001600", "TURN 10,10")
		b.expect("OK")
		time.Sleep(300 * ms)
		quickest = min(quickest, b.leave(true))
	}
	if quickest > 100*ms {
		t.Errorf("END took %v", quickest)
	}
}

// A manager that dies closes both pipes: the answer that is due has no reader, and the program must not think on.
func TestManagerDies(t *testing.T) {
	exe, err := built()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(exe)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	fmt.Fprint(in, "START 20\nINFO timeout_turn 60000\nTURN 10,10\n")
	time.Sleep(200 * ms)
	in.Close()
	out.Close()
	gone := make(chan error, 1)
	go func() { gone <- cmd.Wait() }()
	select {
	case err := <-gone:
		if err != nil || stderr.Len() > 0 {
			t.Errorf("the program ended with %v, stderr %q", err, stderr.String())
		}
	case <-time.After(5 * time.Second):
		_ = cmd.Process.Kill()
		t.Error("the program thinks on for nobody")
	}
}
