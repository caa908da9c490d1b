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
	racy     = flag.Bool("racy", false, "let the games be played by a program with the race detector, without limits of memory; a race ends it")
	load     = flag.Bool("load", false, "keep all cores busy while games are played, as -long does")
)

// TestMain is also two programs that live as long as the test that started them: one does nothing but use a core, the other
// watches one (witness_test.go).
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "witness" {
		testify(os.Args[2])
		return
	}
	if len(os.Args) > 1 && os.Args[1] == "burn" {
		for parent := os.Getppid(); os.Getppid() == parent; { // the test may be killed
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
	build := []string{"build", "-tags", tags, "-o", exe}
	if *racy {
		build = append(build, "-race")
		t.Setenv("GORACE", "halt_on_error=1")
	}
	if out, err := exec.Command("go", append(build, "tengen")...).CombinedOutput(); err != nil {
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
	witness      *witness      // nil where there is none
	excused      int           // moves later than tolerated while the machine stood still
	worstOwn     time.Duration // latest, less the time that the machine stood still
	memory       float64       // largest part of a limit that was used
	memoryWhere  string
	smallest     int64 // memory limit, bytes
}

// tolerated is how far past its limit the contract lets an answer come where all cores are busy. Referees allow a second.
const tolerated = 100 * time.Millisecond

var lateBounds = [4]time.Duration{0, 15 * time.Millisecond, tolerated, time.Second}

// TestGames plays games of the program against itself under conditions drawn at random: every rule and size, 20 to 100 ms a
// move, suspended between moves or not, one or two threads, with and without pondering, memory limits down to the smallest that
// is accepted, processes kept or fresh.
func TestGames(t *testing.T) {
	if *load || *long {
		burn(t)
	}
	exe := program(t, "")
	sum := tally{witness: summon(t)}
	n := either(*games, 1000, 2)
	for i := 0; sum.games < n && !t.Failed(); i++ {
		c := conditions(exe, rand.New(rand.NewPCG(*seed, uint64(i))))
		play(t, c, &sum)
	}
	t.Logf("seed %d: %d games, %d moves; later than the limit: %d, by more than 15 ms: %d, by more than 100 ms: %d, by more than a second: %d; latest by %v (%s); memory at most %.0f%% of the limit (%s); smallest limit %d MB",
		*seed, sum.games, sum.moves, sum.late[0], sum.late[1], sum.late[2], sum.late[3], sum.worst.Round(time.Millisecond), sum.where, 100*sum.memory, sum.memoryWhere, sum.smallest>>20)
	if sum.witness != nil {
		gaps, longest := sum.witness.count()
		t.Logf("the machine stood still %d times, at most for %v; %d moves came more than %v late in such a time; less that time the latest came by %v",
			gaps, longest.Round(time.Millisecond), sum.excused, tolerated, sum.worstOwn.Round(time.Millisecond))
	}
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
		e.Threads = r.IntN(3)
		if r.IntN(4) == 0 {
			e.Info = tournaments.Info{"pondering": "1"}
		}
		if *racy {
			e.Memory, e.Tolerance = 0, tournaments.Span(10*time.Second)
		}
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
	heard := &turns{asked: map[string]time.Time{}}
	log.AddHook(heard)
	_, err := c.Run(context.Background(), tournaments.RunOptions{Log: log, Watch: func(e tournaments.Event) {
		g := e.Game
		if g == nil {
			return
		}
		sum.games++
		if g.Reason.IsFault() {
			lines := strings.Split(said.String(), "\n")
			t.Errorf("%s: %s by %s, %s, after %d moves; of the last 5 s the machine stood still for %v\n%s", what, g.Reason, g.Fault, g.Detail, len(g.Moves),
				sum.witness.still(time.Now().Add(-5*time.Second), time.Now()), strings.Join(lines[max(0, len(lines)-90):], "\n"))
		}
		for _, late := range sum.judge(c, heard.take(), what) {
			t.Error(late)
		}
		sum.add(c, g)
	}})
	if err != nil {
		t.Errorf("%s: %v", what, err)
	}
}

// judge adds up how late the answers came, and gives those that came later than is tolerated without the machine standing
// still; without a witness it lets pass what referees do.
func (s *tally) judge(c *tournaments.Tournament, all []turn, what string) (faults []string) {
	limits := map[string]time.Duration{}
	for i := range c.Engines {
		limits[c.Engines[i].Name] = time.Duration(c.Engines[i].Turn)
	}
	for _, a := range all {
		s.moves++
		late := a.to.Sub(a.from) - limits[a.engine]
		for b, bound := range lateBounds {
			if late > bound {
				s.late[b]++
			}
		}
		if late > s.worst {
			s.worst, s.where = late, what
		}
		still := s.witness.still(a.from, a.to)
		own := late - still
		s.worstOwn = max(s.worstOwn, own)
		switch {
		case own > tolerated && s.witness != nil:
			faults = append(faults, fmt.Sprintf("%s: %s answered %v late; the machine stood still for %v of it", what, a.engine, late, still))
		case late > tolerated:
			s.excused++
		}
	}
	return faults
}

func (s *tally) add(c *tournaments.Tournament, g *tournaments.Game) {
	limits := map[string]int64{}
	for i := range c.Engines {
		limits[c.Engines[i].Name] = int64(c.Engines[i].Memory)
	}
	players := [2]string{g.Black, g.White}
	for i, used := range []int64{g.BlackMemory, g.WhiteMemory} {
		limit := limits[players[i]]
		if limit == 0 {
			continue // with the race detector
		}
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
	if *load || *long {
		burn(t)
	}
	exe := program(t, "provoke")
	sum := tally{witness: summon(t)}
	n := either(*games, 100, 2)
	for i := 0; sum.games < n && !t.Failed(); i++ {
		r := rand.New(rand.NewPCG(*seed, uint64(i)))
		c := conditions(exe, r)
		c.Openings.Swap2 = false
		for i := range c.Engines {
			// A search that hangs keeps its table, so there must be room for some.
			if !*racy {
				c.Engines[i].Memory = 350 << 20
			}
		}
		play(t, c, &sum)
	}
	t.Logf("%d games, %d moves, latest by %v, memory at most %s", sum.games, sum.moves, sum.worst.Round(time.Millisecond), sum.memoryWhere)
}
