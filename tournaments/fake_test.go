package tournaments

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/sirupsen/logrus"

	"tengen/board"
)

// The test binary is also the engine the tests play with, and a runner the
// tests can kill: TestMain looks at the first argument.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 {
		switch os.Args[1] {
		case "fake-engine":
			runFake(os.Args[2:])
			return
		case "fake-sleeper":
			time.Sleep(time.Hour)
			return
		case "fake-runner":
			os.Exit(runRunner(os.Args[2]))
		}
	}
	// Most of the time here is spent waiting for engines that do nothing.
	flag.Parse()
	flag.Set("test.parallel", "8")
	os.Exit(m.Run())
}

// runRunner plays the tournament in a file, as the command line would.
func runRunner(path string) int {
	t, err := Load(path)
	if err == nil {
		_, err = t.Run(context.Background(), RunOptions{Record: strings.TrimSuffix(path, ".toml") + ".jsonl"})
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		return 1
	}
	return 0
}

// fake is an engine that plays quickly, always the same, and badly on command.
// A habit is a word, name, name=value, or name@move for a misdeed at its n-th
// move of the process, counted from 1.
type fake struct {
	habits map[string]string
	out    *bufio.Writer
	pos    *board.Board
	moves  int // made by this process
	moved  time.Time
	seed   uint64
	eol    string
}

func runFake(habits []string) {
	f := &fake{habits: map[string]string{}, out: bufio.NewWriter(os.Stdout), seed: 1, eol: "\n"}
	for _, h := range habits {
		name, value, _ := strings.Cut(h, "=")
		f.habits[name] = value
	}
	if s := f.habits["seed"]; s != "" {
		f.seed = uint64(f.number("seed"))
	}
	if f.has("cr") {
		f.eol = "\r"
	}
	if f.has("stderr") {
		for i := range 20000 {
			fmt.Fprintln(os.Stderr, "noise number", i)
		}
	}
	if file := f.habits["pid"]; file != "" {
		f.notePid(file, os.Getpid())
	}
	if f.has("child") || f.has("runaway") {
		f.spawnSleeper()
	}
	f.listen()
	if f.has("ignore-end") {
		time.Sleep(time.Hour)
	}
}

func (f *fake) has(habit string) bool { _, ok := f.habits[habit]; return ok }

func (f *fake) number(habit string) int {
	n, err := strconv.Atoi(f.habits[habit])
	if err != nil {
		panic("fake engine: " + habit + " needs a number")
	}
	return n
}

// now tells whether a misdeed is due at the move being made.
func (f *fake) now(misdeed string) bool { return f.has(fmt.Sprintf("%s@%d", misdeed, f.moves)) }

func (f *fake) notePid(file string, pid int) {
	w, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		panic(err)
	}
	fmt.Fprintln(w, pid)
	w.Close()
}

// spawnSleeper leaves a child that never ends by itself, in our group or (a
// runaway) in a session of its own.
func (f *fake) spawnSleeper() {
	cmd := exec.Command(os.Args[0], "fake-sleeper")
	cmd.Stdout = os.Stdout // keeps the pipe to the runner open
	if f.has("runaway") {
		ownSession(cmd)
	}
	if err := cmd.Start(); err != nil {
		panic(err)
	}
	if file := f.habits["pid"]; file != "" {
		f.notePid(file, cmd.Process.Pid)
	}
}

func (f *fake) say(format string, args ...any) {
	fmt.Fprintf(f.out, format+f.eol, args...)
	f.out.Flush()
}

func (f *fake) listen() {
	in := bufio.NewScanner(os.Stdin)
	in.Buffer(nil, 1<<20)
	next := func() (string, bool) {
		ok := in.Scan()
		return strings.TrimSpace(in.Text()), ok
	}
	for {
		l, ok := next()
		if !ok {
			return
		}
		if ms := f.habits["deaf"]; ms != "" && !f.moved.IsZero() && time.Since(f.moved) < time.Duration(f.number("deaf"))*time.Millisecond {
			continue
		}
		word, rest, _ := strings.Cut(l, " ")
		switch word {
		case "ABOUT":
			if f.has("about") {
				f.say("%s", f.habits["about"])
			} else {
				f.say(`name="Fake", version="1", author="nobody", country="nowhere"`)
			}
		case "START":
			n, _ := strconv.Atoi(rest)
			f.start(n, n)
		case "RECTSTART":
			var w, h int
			fmt.Sscanf(rest, "%d,%d", &w, &h)
			f.start(w, h)
		case "RESTART":
			switch {
			case f.has("no-restart"):
				f.say("UNKNOWN what is RESTART?")
			case f.has("silent-restart"):
			case f.has("leave-between"):
				os.Exit(4)
			default:
				f.pos.Reset()
				f.say("OK")
			}
		case "INFO":
			if f.has("unknown-info") {
				f.say("UNKNOWN %s", rest)
			}
		case "BEGIN":
			f.play()
		case "TURN":
			var x, y int
			fmt.Sscanf(rest, "%d,%d", &x, &y)
			f.pos.Play(board.At(x, y))
			f.play()
		case "BOARD":
			f.pos.Reset()
			for l, ok := next(); ok && l != "DONE"; l, ok = next() {
				var x, y, who int
				fmt.Sscanf(l, "%d,%d,%d", &x, &y, &who)
				f.pos.Play(board.At(x, y))
			}
			f.play()
		case "SWAP2BOARD":
			f.pos.Reset()
			for l, ok := next(); ok && l != "DONE"; l, ok = next() {
				var x, y int
				fmt.Sscanf(l, "%d,%d", &x, &y)
				f.pos.Play(board.At(x, y))
			}
			f.open()
		case "END":
			if !f.has("ignore-end") {
				return
			}
		}
	}
}

func (f *fake) start(w, h int) {
	switch {
	case f.has("start-never"):
		return
	case f.has("start-error"):
		f.say("ERROR I do not like the board")
		return
	case f.has("start-exit"):
		fmt.Fprintln(os.Stderr, "no licence")
		os.Exit(9)
	case f.has("start-slow"):
		time.Sleep(time.Duration(f.number("start-slow")) * time.Millisecond)
	}
	f.pos, _ = board.New(w, h, board.Freestyle)
	if f.has("start-talk") {
		f.say("MESSAGE loading")
		f.say("please wait")
		f.say("OK - everything is good")
		return
	}
	f.say("OK")
}

// open answers SWAP2BOARD by the habit swap2: what it does with three stones and
// with five, "stay", "swap" or "two"; or an answer of its own for "bad".
func (f *fake) open() {
	three, five, _ := strings.Cut(f.habits["swap2"], "/")
	if bad := f.habits["swap2-bad"]; bad != "" {
		f.say("%s", strings.ReplaceAll(bad, "+", " "))
		return
	}
	choice := three
	switch f.pos.Stones() {
	case 0:
		f.say("7,7 8,7 9,9")
		return
	case 5:
		choice = five
	}
	switch choice {
	case "swap":
		f.say("SWAP")
	case "two":
		f.say("3,3 4,5")
	default:
		p := f.choose()
		f.say("%d,%d", p.X(), p.Y())
	}
}

// play makes a move, or a misdeed.
func (f *fake) play() {
	f.moves++
	if ms := f.habits["think"]; ms != "" {
		time.Sleep(time.Duration(f.number("think")) * time.Millisecond)
	}
	switch {
	case f.now("crash"):
		fmt.Fprintln(os.Stderr, "segmentation violation, or so")
		os.Exit(7)
	case f.now("stall"):
		time.Sleep(time.Hour)
	case f.now("late"):
		time.Sleep(time.Duration(f.number(fmt.Sprintf("late@%d", f.moves))) * time.Millisecond)
	case f.now("occupied"):
		m := f.pos.Moves()
		f.say("%d,%d", m[0].X(), m[0].Y())
		return
	case f.now("off-board"):
		f.say("%d,3", f.pos.Width())
		return
	case f.now("negative"):
		f.say("-1,-1")
		return
	case f.now("half-line"):
		io.WriteString(os.Stdout, "7,")
		time.Sleep(time.Hour)
	case f.now("error"):
		f.say("ERROR I am at a loss")
		time.Sleep(time.Hour)
	case f.now("flood-forever"):
		for {
			f.out.WriteString("MESSAGE " + strings.Repeat("la ", 300) + "\n")
		}
	case f.now("memory"):
		hog = make([]byte, 120<<20)
		for i := 0; i < len(hog); i += 1024 {
			hog[i] = 1
		}
		time.Sleep(400 * time.Millisecond)
	case f.now("forever-line"):
		for {
			f.out.WriteString(strings.Repeat("la ", 300))
		}
	}
	if f.has("flood") {
		for i := range 3000 {
			f.say("MESSAGE thinking about %d", i)
			f.say("DEBUG node %d", i)
		}
	}
	if f.has("long-line") {
		f.say("MESSAGE %s", strings.Repeat("very ", 200_000)+"long")
		f.say("%s", strings.Repeat("x", 1<<20))
	}
	if text := f.habits["tell"]; text != "" {
		f.say("MESSAGE %s", strings.ReplaceAll(text, "_", " "))
	}
	p := f.choose()
	f.pos.Play(p)
	answer := fmt.Sprintf("%d,%d", p.X(), p.Y())
	switch {
	case f.has("no-newline"):
		io.WriteString(os.Stdout, answer)
	case f.has("pieces"):
		for _, c := range []byte(answer + "\r\n") {
			os.Stdout.Write([]byte{c})
			time.Sleep(2 * time.Millisecond)
		}
	case f.has("suggest"):
		f.say("SUGGEST %s", answer)
		l, _ := bufio.NewReader(os.Stdin).ReadString('\n')
		f.say("%s", strings.TrimPrefix(strings.TrimSpace(l), "PLAY "))
	case f.has("twice"):
		f.say("%s", answer+f.eol+answer)
	default:
		f.say("%s", answer)
	}
	f.moved = time.Now()
}

// hog is memory that stays.
var hog []byte

// choose picks a cell near stones: its own longest line counts most, then the
// opponent's, and the seed decides the rest. Good enough to make fives soon.
func (f *fake) choose() board.Point {
	w, h := f.pos.Width(), f.pos.Height()
	if f.pos.Stones() == 0 {
		return board.At(w/2, h/2)
	}
	me := f.pos.SideToMove()
	best, bestValue := board.NoPoint, uint64(0)
	for y := range h {
		for x := range w {
			p := board.At(x, y)
			if f.pos.At(p) != board.Empty {
				continue
			}
			noise := newRandom(f.seed, f.pos.Hash(), uint64(p)).next() % 1000
			value := uint64(f.longest(x, y, me))*3000 + uint64(f.longest(x, y, me.Other()))*2000 + noise
			if value > bestValue {
				best, bestValue = p, value
			}
		}
	}
	return best
}

// longest is the longest run a colour would have through the cell.
func (f *fake) longest(x, y int, c board.Color) int {
	longest := 1
	for _, d := range [][2]int{{1, 0}, {0, 1}, {1, 1}, {1, -1}} {
		run := 1
		for _, s := range []int{1, -1} {
			for i := 1; i < 5; i++ {
				u, v := x+s*i*d[0], y+s*i*d[1]
				if u < 0 || v < 0 || u >= f.pos.Width() || v >= f.pos.Height() || f.pos.At(board.At(u, v)) != c {
					break
				}
				run++
			}
		}
		longest = max(longest, run)
	}
	return longest
}

// fakeEngine gives the settings of a fake engine that has time for everything,
// since tests run on busy machines.
func fakeEngine(name string, habits ...string) EngineSettings {
	e := DefaultEngine()
	e.Name, e.Command = name, selfCommand
	e.Args = append([]string{"fake-engine"}, habits...)
	e.Turn, e.Tolerance = Span(20*time.Second), Span(500*time.Millisecond)
	e.StartLimit, e.EndLimit = Span(20*time.Second), Span(300*time.Millisecond)
	e.Pause = 0
	return e
}

// fakeTournament gives a checked tournament of fake engines on a small board.
func fakeTournament(t testing.TB, change func(*Tournament), engines ...EngineSettings) *Tournament {
	t.Helper()
	tour := Default()
	tour.Name = "fake"
	tour.Board.Size = 11
	tour.Concurrency = 4
	tour.Engines = engines
	if change != nil {
		change(&tour)
	}
	if err := tour.Check(t.TempDir()); err != nil {
		t.Fatal(err)
	}
	return &tour
}

// playAll plays a tournament and gives its games in the schedule's order.
func playAll(t testing.TB, tour *Tournament) ([]Game, *Outcome) {
	t.Helper()
	record := t.TempDir() + "/games.jsonl"
	out, err := tour.Run(t.Context(), RunOptions{Record: record})
	if err != nil {
		t.Fatal(err)
	}
	return games(t, record), out
}

// games reads a record in the schedule's order.
func games(t testing.TB, record string) []Game {
	t.Helper()
	_, all, err := ReadRecord(record)
	if err != nil {
		t.Fatal(err)
	}
	byNumber := map[string]Game{}
	for _, g := range all {
		byNumber[fmt.Sprintf("%09d", g.Number)] = g
	}
	var sorted []Game
	for _, k := range sortedKeys(byNumber) {
		sorted = append(sorted, byNumber[k])
	}
	if len(sorted) != len(all) {
		t.Fatalf("%d games in the record, %d of them different", len(all), len(sorted))
	}
	return sorted
}

// quietLog is a log nobody reads.
func quietLog() *logrus.Entry {
	l := logrus.New()
	l.SetOutput(io.Discard)
	return logrus.NewEntry(l)
}
