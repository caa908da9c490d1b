package protocol

import (
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"tengen/board"
	"tengen/search"
)

// A seeker stands for the search in tests of pondering: it counts its calls and remembers the positions, and runs until it
// is stopped or its own time is over.
type seeker struct {
	calls atomic.Int64
	mu    sync.Mutex
	seen  []uint64 // hashes
	ends  []time.Time
	think atomic.Int64 // how long, on the clock of the control, in nanoseconds
}

func seeking(think time.Duration) *seeker {
	k := &seeker{}
	k.think.Store(int64(think))
	return k
}

func (k *seeker) search(_ *search.Engine, pos *board.Board, lim search.Limits, ctl *search.Control, _ func(search.Report)) search.Result {
	k.calls.Add(1)
	k.mu.Lock()
	k.seen = append(k.seen, pos.Hash())
	k.mu.Unlock()
	set := lim.Allowed(pos)
	move := set.First()
	after := pos.Clone()
	after.Play(move)
	reply := (&game{board: after}).anyMove()
	for !ctl.Stopped() && ctl.Elapsed() < time.Duration(k.think.Load()) {
		time.Sleep(100 * time.Microsecond)
	}
	k.mu.Lock()
	k.ends = append(k.ends, time.Now())
	k.mu.Unlock()
	return search.Result{Move: move, Report: search.Report{Depth: 1, PV: []board.Point{move, reply}}}
}

// waitCalls waits until the search has been called so often.
func (k *seeker) waitCalls(t *testing.T, n int64) {
	t.Helper()
	for start := time.Now(); k.calls.Load() < n; time.Sleep(time.Millisecond) {
		if time.Since(start) > 10*time.Second {
			t.Fatalf("%d searches, want %d", k.calls.Load(), n)
		}
	}
}

// never fails if there are more searches than so many soon.
func (k *seeker) never(t *testing.T, n int64) {
	t.Helper()
	time.Sleep(30 * time.Millisecond)
	if got := k.calls.Load(); got > n {
		t.Fatalf("%d searches, want %d", got, n)
	}
}

// The reply that was expected goes on with the search under way: there is no other, and its clock is the turn's.
func TestPonderHit(t *testing.T) {
	k := seeking(150 * time.Millisecond)
	talk := begin(t, Options{}, k.search)
	talk.send("START 15", "INFO pondering 1", "BEGIN")
	talk.expect("OK")
	talk.expect("0,0")
	k.waitCalls(t, 2)
	time.Sleep(30 * time.Millisecond)
	start := time.Now()
	talk.send("TURN 1,0")
	talk.expect("2,0")
	if took := time.Since(start); took < 80*time.Millisecond {
		t.Errorf("after %v: the search took the opponent's time for its own", took)
	}
	if got := k.calls.Load(); got > 3 { // the third one is that on the next reply
		t.Errorf("%d searches", got)
	}
	// By BOARD too, and when the search has come to its end meanwhile.
	k.waitCalls(t, 3)
	time.Sleep(250 * time.Millisecond)
	start = time.Now()
	talk.send("BOARD", "0,0,1", "1,0,2", "2,0,1", "3,0,2", "DONE")
	talk.expect("4,0")
	soon(t, "a move that was found already", start, 20*time.Millisecond)
	k.waitCalls(t, 4)
	talk.send("END")
	talk.ends(100 * time.Millisecond)
}

// Another reply stops the search and begins one on the new position.
func TestPonderMiss(t *testing.T) {
	k := seeking(10 * time.Millisecond)
	talk := begin(t, Options{}, k.search)
	talk.send("START 15", "INFO pondering 1", "BEGIN")
	talk.expect("OK")
	talk.expect("0,0")
	k.waitCalls(t, 2)
	k.think.Store(int64(time.Hour))
	talk.send("INFO timeout_turn 300", "TURN 7,7")
	k.waitCalls(t, 3)
	talk.send("STOP")
	talk.expect("move")
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.seen[1] == k.seen[2] {
		t.Error("the new search is on the position that did not come")
	}
}

// What ends it: other commands, STOP without a word, INFO pondering 0, the end. What does not: questions.
func TestPonderEnds(t *testing.T) {
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"stop", []string{"STOP"}, nil},
		{"off", []string{"INFO pondering 0"}, nil},
		{"takeback", []string{"TAKEBACK 0,0"}, []string{"OK"}},
		{"restart", []string{"RESTART"}, []string{"OK"}},
		{"rule", []string{"INFO rule 1"}, nil},
		{"block", []string{"YXBLOCK", "3,3", "DONE"}, nil},
		{"hash", []string{"YXHASHCLEAR"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			k := seeking(5 * time.Millisecond)
			talk := begin(t, Options{Pondering: true}, k.search)
			talk.send("START 15", "BEGIN")
			talk.expect("OK")
			talk.expect("0,0")
			k.waitCalls(t, 2)
			talk.send(c.lines...)
			for _, w := range c.want {
				talk.expect(w)
			}
			talk.send("ABOUT")
			if a := talk.answer(); a[:4] != "name" {
				t.Errorf("answer %q", a)
			}
			k.never(t, 2)
			talk.send("END")
			talk.ends(100 * time.Millisecond)
			if talk.s.ponder != nil {
				t.Error("it is still thought")
			}
		})
	}
}

// It is off by default, with limits that are for reproducible play, and after the game.
func TestPonderOff(t *testing.T) {
	for name, lines := range map[string][]string{
		"default":  {"START 15"},
		"nodes":    {"START 15", "INFO pondering 1", "INFO max_node 100"},
		"depth":    {"START 15", "INFO pondering 1", "INFO max_depth 3"},
		"last two": {"START 5", "INFO pondering 1", "BOARD", "DONE"},
	} {
		t.Run(name, func(t *testing.T) {
			k := &seeker{}
			talk := begin(t, Options{}, k.search)
			talk.send(lines...)
			talk.expect("OK")
			want := int64(1)
			if name == "last two" {
				talk.expect("move")
				k.waitCalls(t, 2)
				want = 3 // one more for the answer below, none beside it
				talk.send("STOP", "INFO pondering 0")
			}
			talk.send("BEGIN")
			talk.expect("move")
			k.never(t, want)
		})
	}
}

// With our own search: a game in which every second reply is the one expected, at short limits. Under the race detector
// this is the test of what the session and the search share.
func TestPonderGame(t *testing.T) {
	talk := begin(t, Options{Turn: 40 * time.Millisecond}, nil)
	talk.send("START 15", "INFO pondering 1", "INFO timeout_turn 40", "BEGIN")
	talk.expect("OK")
	talk.expect("move")
	b, err := board.New(15, 15, board.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	b.Play(board.At(7, 7))
	for i := range 6 {
		time.Sleep(15 * time.Millisecond)
		talk.send("INFO time_left 2147483647")
		p := board.At(i, 14) // hardly what is expected
		if b.At(p) != board.Empty {
			break
		}
		b.Play(p)
		start := time.Now()
		talk.send("TURN " + coordinates(p))
		a := talk.answer()
		soon(t, "a move", start, 40*time.Millisecond)
		v, ok := numbers(a, 2)
		if !ok || b.At(board.At(v[0], v[1])) != board.Empty {
			t.Fatalf("answer %q", a)
		}
		b.Play(board.At(v[0], v[1]))
		if b.LastWins() {
			break
		}
	}
	talk.send("END")
	talk.ends(100 * time.Millisecond)
}

// A search on the opponent's time stops within 5 ms of being told; the best of some tries is taken, for the machine may be
// busy.
func TestPonderStopsAtOnce(t *testing.T) {
	best := time.Hour
	for range 10 {
		talk := begin(t, Options{Turn: 20 * time.Millisecond, Pondering: true}, nil)
		talk.send("START 15", "INFO timeout_turn 20", "BOARD", "7,7,2", "8,8,1", "9,7,2", "DONE")
		talk.expect("OK")
		talk.expect("move")
		time.Sleep(20 * time.Millisecond)
		talk.send("END")
		talk.ends(time.Second)
		stopped := talk.s.lagging // the search that was told to stop
		if stopped == nil {
			t.Fatal("nothing was thought on the opponent's time")
		}
		start := time.Now()
		select {
		case <-stopped.done:
			best = min(best, time.Since(start))
		case <-time.After(5 * time.Second):
			t.Fatal("it does not stop")
		}
		if best < 5*time.Millisecond {
			return
		}
	}
	t.Errorf("it took %v to stop", best)
}
