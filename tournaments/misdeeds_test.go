package tournaments

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"
)

// allGone fails when a process whose number is in the file is still alive, or
// none is in it.
func allGone(t *testing.T, pidFile string) {
	t.Helper()
	if noneAlive(t, pidFile) == 0 {
		t.Error("no process was noted")
	}
}

// noneAlive fails when a process whose number is in the file is still alive, and
// tells how many are in it.
func noneAlive(t *testing.T, pidFile string) int {
	t.Helper()
	text, err := os.ReadFile(pidFile)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	pids := strings.Fields(string(text))
	for _, s := range pids {
		pid, _ := strconv.Atoi(s)
		// A child that was killed may stay for a moment until init has reaped it.
		for end := time.Now().Add(2 * time.Second); alive(pid) && time.Now().Before(end); {
			time.Sleep(10 * time.Millisecond)
		}
		if alive(pid) {
			t.Errorf("process %d is still there", pid)
		}
	}
	return len(pids)
}

// Every misdeed loses the game with its reason; the good engine loses nothing
// by a fault, and all games are played.
func TestMisdeeds(t *testing.T) {
	cases := []struct {
		habits []string
		reason Reason
		detail string // part of it
	}{
		{[]string{"crash@3"}, Crash, "exit status 7; last on standard error: segmentation violation, or so"},
		{[]string{"stall@2"}, Silence, "no move 2.5s after TURN"},
		{[]string{"late@2=1800"}, TurnTime, "allowed are 1s and 500ms of tolerance"},
		{[]string{"occupied@2"}, Illegal, "is occupied"},
		{[]string{"off-board@2"}, Illegal, "11,3 is off the board of 11 x 11"},
		{[]string{"negative@2"}, Illegal, "-1,-1 is off the board"},
		{[]string{"half-line@2"}, HalfLine, `only "7,", no whole line`},
		{[]string{"error@2"}, Silence, `it said "ERROR I am at a loss"`},
		{[]string{"flood-forever@2"}, Flood, "64.0 MB in one turn"},
		{[]string{"forever-line@2"}, Flood, "64.0 MB in one turn"},
		{[]string{"memory@2"}, Memory, "allowed are 64.0 MB and 16.0 MB of tolerance"},
		{[]string{"leave-between"}, LeftBetween, "exit status 4"},
		{[]string{"deaf=30"}, Silence, "see the setting pause"},
	}
	for _, c := range cases {
		t.Run(c.habits[0], func(t *testing.T) {
			t.Parallel()
			pids := t.TempDir() + "/pids"
			bad := fakeEngine("bad", append(c.habits, "pid="+pids, "ignore-end", "child")...)
			if c.reason == Silence || c.reason == HalfLine || c.reason == TurnTime {
				bad.Turn = Span(time.Second)
			}
			bad.Memory, bad.MemoryTolerance = 64<<20, 16<<20
			tour := fakeTournament(t, func(tour *Tournament) { tour.Rounds, tour.Concurrency = 1, 1 }, bad, fakeEngine("good", "seed=2", "pid="+pids))
			list, out := playAll(t, tour)
			if len(list) != 2 {
				t.Fatalf("%d games, want 2", len(list))
			}
			faults := 0
			for _, g := range list {
				if !g.Reason.IsFault() {
					continue
				}
				faults++
				if g.Reason != c.reason || g.Fault != "bad" || !strings.Contains(g.Detail, c.detail) {
					t.Errorf("game %s: %s of %s (%s), want %s (%s)", g.ID, g.Reason, g.Fault, g.Detail, c.reason, c.detail)
				}
				// An illegal move comes at once: on a busy machine it may be there before the clock has been started.
				if answered := c.reason == TurnTime || c.reason == Illegal; !answered && g.FaultMillis > 0 {
					t.Errorf("game %s: the fault took %v ms", g.ID, g.FaultMillis)
				}
				if regexp.MustCompile(`^[0-9]+,[0-9]+ (after|\()`).MatchString(g.Detail) {
					t.Errorf("game %s: %q is not the board's notation", g.ID, g.Detail)
				}
				if s := out.Standings.Engine(0); c.reason == TurnTime && (g.FaultMillis < 1500 || s.MaxTime < g.FaultMillis) {
					t.Errorf("longest move %v ms, the fault %v", s.MaxTime, g.FaultMillis)
				}
				if winner := map[Result]string{BlackWins: g.Black, WhiteWins: g.White}[g.Result]; winner != "good" {
					t.Errorf("game %s: won by %q", g.ID, winner)
				}
			}
			if faults == 0 || out.Faults != faults {
				t.Errorf("%d games lost by faults, %d reported", faults, out.Faults)
			}
			allGone(t, pids)
		})
	}
}

// What other managers choke on is no fault.
func TestOddButHonest(t *testing.T) {
	cases := []struct {
		habits []string
		change func(*EngineSettings)
	}{
		{[]string{"flood"}, nil},
		{[]string{"long-line"}, nil},
		{[]string{"cr"}, nil},
		{[]string{"no-newline"}, nil},
		{[]string{"pieces"}, nil},
		{[]string{"stderr"}, nil},
		{[]string{"unknown-info"}, nil},
		{[]string{"start-slow=800"}, nil},
		{[]string{"start-talk"}, nil},
		{[]string{"no-restart"}, nil},
		{[]string{"silent-restart"}, nil},
		{[]string{"suggest"}, nil},
		{[]string{"twice"}, nil},
		{[]string{"ignore-end"}, nil},
		{[]string{"ignore-end", "child"}, nil},
		{[]string{"deaf=15"}, func(e *EngineSettings) { e.Pause = Span(30 * time.Millisecond) }},
		{[]string{"restart-fresh"}, func(e *EngineSettings) { e.Restart = RestartFresh }},
		{[]string{"suspended"}, func(e *EngineSettings) { e.Suspend = true }},
		{[]string{"by-board"}, func(e *EngineSettings) { e.ByBoard = true }},
	}
	for _, c := range cases {
		t.Run(strings.Join(c.habits, "+"), func(t *testing.T) {
			t.Parallel()
			pids := t.TempDir() + "/pids"
			odd := fakeEngine("odd", append(c.habits, "pid="+pids)...)
			if c.change != nil {
				c.change(&odd)
			}
			tour := fakeTournament(t, func(tour *Tournament) { tour.Rounds, tour.Concurrency = 1, 1 }, odd, fakeEngine("good", "seed=2"))
			list, _ := playAll(t, tour)
			if len(list) != 2 {
				t.Fatalf("%d games, want 2", len(list))
			}
			for _, g := range list {
				if g.Reason != Five {
					t.Errorf("%s", g.Line())
				}
			}
			allGone(t, pids)
		})
	}
}

// A process in a session of its own is found while its parent lives.
func TestRunawayChildIsKilled(t *testing.T) {
	pids := t.TempDir() + "/pids"
	tour := fakeTournament(t, nil, fakeEngine("bad", "runaway", "ignore-end", "pid="+pids), fakeEngine("good"))
	playAll(t, tour)
	allGone(t, pids)
}

// An engine that cannot be started stops the tournament before its first game.
func TestNothingIsPlayedWhenAnEngineDoesNotStart(t *testing.T) {
	cases := map[string]string{
		"start-never": "engine 1, bad: no start: no answer to START 11 within 300ms",
		"start-error": `engine 1, bad: no start: the answer to START 11 was "ERROR I do not like the board"`,
		"start-exit":  "engine 1, bad: no start: ended before it answered START 11: exit status 9; last on standard error: no licence",
	}
	for habit, want := range cases {
		t.Run(habit, func(t *testing.T) {
			t.Parallel()
			pids := t.TempDir() + "/pids"
			bad := fakeEngine("bad", habit, "ignore-end", "pid="+pids)
			if habit == "start-never" {
				bad.StartLimit = Span(300 * time.Millisecond)
			}
			tour := fakeTournament(t, nil, bad, fakeEngine("good"))
			record := t.TempDir() + "/record"
			_, err := tour.Run(t.Context(), RunOptions{Record: record})
			var start *StartError
			if !errors.As(err, &start) || err.Error() != want {
				t.Errorf("error %q, want %q", err, want)
			}
			if _, err := os.Stat(record); err == nil {
				t.Error("a record was made")
			}
			allGone(t, pids)
		})
	}
}

// Stopping a run drops the games in progress, ends all engines and keeps what
// was played.
func TestInterruptedRun(t *testing.T) {
	dir := t.TempDir()
	pids, record := dir+"/pids", dir+"/record"
	tour := fakeTournament(t, func(tour *Tournament) { tour.Rounds, tour.Concurrency = 1000, 4 },
		fakeEngine("a", "think=1", "ignore-end", "child", "pid="+pids), fakeEngine("b", "seed=3", "suspended", "pid="+pids))
	tour.Engines[1].Suspend = true
	ctx, cancel := context.WithCancel(t.Context())
	var stopped time.Time
	out, err := tour.Run(ctx, RunOptions{Record: record, Watch: func(e Event) {
		if e.Done == 20 {
			cancel()
			stopped = time.Now()
		}
	}})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if late := time.Since(stopped); late > 5*time.Second {
		t.Errorf("the run went on for %v", late)
	}
	if n := len(games(t, record)); n != out.Done || n < 20 {
		t.Errorf("%d games in the record, %d reported", n, out.Done)
	}
	allGone(t, pids)
}
