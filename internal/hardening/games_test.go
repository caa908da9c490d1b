package hardening

import (
	"bytes"
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/sirupsen/logrus"

	"tengen/board"
	"tengen/tournaments"
)

var (
	long     = flag.Bool("long", false, "the full runs: 1,000 games, a million commands")
	games    = flag.Int("games", 0, "games to play, instead of 1,000 (-long) or 2")
	commands = flag.Int("commands", 0, "commands of random sessions, instead of 1,000,000 (-long) or 2,000")
	seed     = flag.Uint64("seed", 1, "of all that is random")
	load     = flag.Bool("load", false, "keep all cores busy while games are played, as -long does")
)

// TestMain is also a program that does nothing but use a core.
func TestMain(m *testing.M) {
	if len(os.Args) > 1 && os.Args[1] == "burn" {
		for end := time.Now().Add(24 * time.Hour); time.Now().Before(end); {
		}
		return
	}
	status := m.Run()
	for _, tags := range []string{"", "provoke"} {
		if exe := builds[tags]; exe != "" {
			os.RemoveAll(filepath.Dir(exe))
		}
	}
	os.Exit(status)
}

// either is the flag's value, or that of a long or a short run.
func either(given, inLong, inShort int) int {
	switch {
	case given > 0:
		return given
	case *long:
		return inLong
	}
	return inShort
}

var (
	building sync.Mutex
	builds   = map[string]string{}
)

// program builds the program with a tag, once.
func program(t *testing.T, tags string) string {
	t.Helper()
	building.Lock()
	defer building.Unlock()
	if exe := builds[tags]; exe != "" {
		return exe
	}
	dir, err := os.MkdirTemp("", "tengen-hardening")
	if err != nil {
		t.Fatal(err)
	}
	exe := filepath.Join(dir, "tengen")
	if runtime.GOOS == "windows" {
		exe += ".exe"
	}
	if out, err := exec.Command("go", "build", "-tags", tags, "-o", exe, "tengen").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	builds[tags] = exe
	return exe
}

// burn keeps all cores busy until the test is over.
func burn(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	for range runtime.NumCPU() {
		cmd := exec.CommandContext(ctx, os.Args[0], "burn")
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		all.Add(1)
		go func() { defer all.Done(); _ = cmd.Wait() }()
	}
	t.Cleanup(func() { stop(); all.Wait() })
}

// A tally is what games showed.
type tally struct {
	games, moves int
	late         [4]int // moves later than their limit by more than the bounds of lateBounds
	worst        time.Duration
	where        string
	memory       float64 // largest part of a limit that was used
	memoryWhere  string
	smallest     int64 // memory limit, bytes
}

// referees allow a second over a limit; the contract 100 ms where all cores are busy.
var lateBounds = [4]time.Duration{0, 15 * time.Millisecond, 100 * time.Millisecond, time.Second}

// TestGames plays games of the program against itself under conditions drawn at random: every rule and size, 20 to 100 ms a
// move, suspended between moves or not, memory limits down to the smallest that is accepted, processes kept or fresh.
func TestGames(t *testing.T) {
	if *load || *long {
		burn(t)
	}
	exe := program(t, "")
	var sum tally
	n := either(*games, 1000, 2)
	for i := 0; sum.games < n && !t.Failed(); i++ {
		c := conditions(exe, rand.New(rand.NewPCG(*seed, uint64(i))))
		play(t, c, &sum)
	}
	t.Logf("seed %d: %d games, %d moves; later than the limit: %d, by more than 15 ms: %d, by more than 100 ms: %d, by more than a second: %d; latest by %v (%s); memory at most %.0f%% of the limit (%s); smallest limit %d MB",
		*seed, sum.games, sum.moves, sum.late[0], sum.late[1], sum.late[2], sum.late[3], sum.worst.Round(time.Millisecond), sum.where, 100*sum.memory, sum.memoryWhere, sum.smallest>>20)
}

// conditions draws a match of two games.
func conditions(exe string, r *rand.Rand) *tournaments.Tournament {
	c := tournaments.Default()
	c.Pairing = tournaments.Match
	c.Board.Rule = []string{"freestyle", "standard", "renju", "caro", "caro-exact"}[r.IntN(5)]
	c.Board.Width = board.MinSize + r.IntN(board.MaxSize-board.MinSize+1)
	c.Board.Height = c.Board.Width
	if r.IntN(3) == 0 {
		c.Board.Height = board.MinSize + r.IntN(board.MaxSize-board.MinSize+1)
	}
	c.Openings.Swap2 = r.IntN(8) == 0 && c.Board.Width >= 11 && c.Board.Height >= 11
	for i := range 2 {
		e := tournaments.DefaultEngine()
		e.Name, e.Command = []string{"one", "two"}[i], fmt.Sprintf("%q", exe)
		e.Turn = tournaments.Span(time.Duration(20+r.IntN(81)) * time.Millisecond)
		e.Tolerance = tournaments.Span(time.Second)
		e.Pause = 0
		e.Memory, e.MemoryTolerance = []tournaments.Bytes{20 << 20, 24 << 20, 32 << 20, 80 << 20, 350 << 20}[r.IntN(5)], 0
		e.Suspend, e.ByBoard = r.IntN(2) == 0, r.IntN(4) == 0
		if r.IntN(4) == 0 {
			e.Restart = tournaments.RestartFresh
		}
		c.Engines = append(c.Engines, e)
	}
	return &c
}

// play plays a match and adds up what it showed.
func play(t *testing.T, c *tournaments.Tournament, sum *tally) {
	t.Helper()
	if err := c.Check("."); err != nil {
		t.Fatal(err)
	}
	what := fmt.Sprintf("%s %dx%d, %v and %v, %v and %v", c.Board.Rule, c.Board.Width, c.Board.Height, c.Engines[0].Turn, c.Engines[1].Turn, c.Engines[0].Memory, c.Engines[1].Memory)
	var said bytes.Buffer
	log := logrus.New()
	log.SetOutput(&said)
	log.SetLevel(logrus.TraceLevel)
	_, err := c.Run(context.Background(), tournaments.RunOptions{Log: log, Watch: func(e tournaments.Event) {
		g := e.Game
		if g == nil {
			return
		}
		sum.games++
		if g.Reason.IsFault() {
			lines := strings.Split(said.String(), "\n")
			t.Errorf("%s: %s by %s, %s, after %d moves\n%s", what, g.Reason, g.Fault, g.Detail, len(g.Moves), strings.Join(lines[max(0, len(lines)-40):], "\n"))
		}
		sum.add(c, g, what)
	}})
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

func (s *tally) add(c *tournaments.Tournament, g *tournaments.Game, what string) {
	limits := map[string]*tournaments.EngineSettings{}
	for i := range c.Engines {
		limits[c.Engines[i].Name] = &c.Engines[i]
	}
	players := [2]string{g.Black, g.White}
	for i, m := range g.Moves {
		if m.By != "" {
			continue // placed in the opening phase, several in one turn
		}
		s.moves++
		late := time.Duration(m.Millis*float64(time.Millisecond)) - time.Duration(limits[players[i%2]].Turn)
		for b, bound := range lateBounds {
			if late > bound {
				s.late[b]++
			}
		}
		if late > s.worst {
			s.worst, s.where = late, what
		}
	}
	for i, used := range []int64{g.BlackMemory, g.WhiteMemory} {
		limit := int64(limits[players[i]].Memory)
		if part := float64(used) / float64(limit); part > s.memory {
			s.memory, s.memoryWhere = part, fmt.Sprintf("%.1f of %d MB", float64(used)/(1<<20), limit>>20)
		}
		if s.smallest == 0 || limit < s.smallest {
			s.smallest = limit
		}
	}
}

// TestProvoked plays games with a program whose searches panic, hang for ever, come late and choose impossible moves: six of
// seven go wrong, and no game is lost by it.
func TestProvoked(t *testing.T) {
	exe := program(t, "provoke")
	var sum tally
	n := either(*games, 100, 2)
	for i := 0; sum.games < n && !t.Failed(); i++ {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		c := conditions(exe, r)
		c.Openings.Swap2 = false
		for i := range c.Engines {
			// A search that hangs keeps its table, so there must be room for some.
			c.Engines[i].Memory = 350 << 20
		}
		play(t, c, &sum)
	}
	t.Logf("%d games, %d moves, latest by %v, memory at most %s", sum.games, sum.moves, sum.worst.Round(time.Millisecond), sum.memoryWhere)
}
