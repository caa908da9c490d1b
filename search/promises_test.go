package search

import (
	"math/rand/v2"
	"reflect"
	"runtime"
	"slices"
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
)

func testEngine() *Engine {
	return New(Options{Width: 40, MaxDepth: 60, HashBytes: 4 << 20, Weights: eval.DefaultWeights(), Threads: 1})
}

// TestRepeated: a search of fixed nodes gives the same result when repeated, by a
// new engine and by one that has been emptied.
func TestRepeated(t *testing.T) {
	old := testEngine()
	for _, p := range benchPositions {
		for _, nodes := range []uint64{3_000, 20_000} {
			b := p.board()
			var results [3]Result
			for i := range results {
				e := old
				if i == 0 {
					e = testEngine()
				} else {
					e.ClearHash()
				}
				results[i] = e.Search(b, Limits{Nodes: nodes}, stillClock(), nil)
			}
			for _, r := range results[1:] {
				if !reflect.DeepEqual(r, results[0]) {
					t.Errorf("%v %s, %d nodes: %+v, repeated %+v", p.rule, p.moves, nodes, results[0], r)
				}
			}
		}
	}
}

// TestOtherGames: what an engine remembers of one game does no harm to its search
// of a game with the same stones under another rule, on another size or with
// another limit.
func TestOtherGames(t *testing.T) {
	e := testEngine()
	for i, p := range readWins(t) {
		if p.size != 15 || p.kind != "fours" || i%10 > 0 && !*long {
			continue
		}
		for r := board.Rule(0); r < board.Rules; r++ {
			for _, size := range []int{15, 16} {
				for _, room := range []int{0, p.plies - 1} {
					other := p
					other.rule, other.size = r, size
					b, legal := other.tryBoard()
					if !legal {
						continue
					}
					lim := Limits{Nodes: 3_000}
					if room > 0 {
						lim.DrawAt = b.Stones() + room
					}
					got := e.Search(b, lim, stillClock(), nil)
					s := Solve(b, Limits{Nodes: solveBudget, DrawAt: lim.DrawAt}, stillClock())
					if got.Proven && got.Score.IsWin() && s.Outcome == Refuted {
						t.Errorf("%v, draw at %d: %v is said to win (%v), but it is refuted", other, lim.DrawAt, got.Move, got.Score)
					}
					checkDistance(t, other, b, lim, got.Report)
				}
			}
		}
	}
}

// tryBoard is board where the moves may not be legal.
func (p setPosition) tryBoard() (b *board.Board, legal bool) {
	b, err := board.New(p.size, p.size, p.rule)
	if err != nil {
		return nil, false
	}
	moves, err := board.ParseMoves(p.moves)
	if err != nil {
		return nil, false
	}
	for _, m := range moves {
		if !b.Legal(m) || b.LastWins() {
			return nil, false
		}
		b.Play(m)
	}
	return b, !b.LastWins()
}

// checkDistance: no win or loss is further away than stones can still be placed.
func checkDistance(t *testing.T, p any, b *board.Board, lim Limits, r Report) {
	t.Helper()
	room := b.Empties().Len()
	if lim.DrawAt > 0 {
		room = min(room, lim.DrawAt-b.Stones())
	}
	if plies, _, ok := r.Score.Mate(); ok && plies > room {
		t.Errorf("%v, draw at %d: %v (proven %v, depth %d) with room for %d stones", p, lim.DrawAt, r.Score, r.Proven, r.Depth, room)
	}
}

// TestWinDistance: neither a search nor a proof speaks of a win that is further away
// than there are empty points or stones before the draw.
func TestWinDistance(t *testing.T) {
	e := testEngine()
	rng := rand.New(rand.NewPCG(31, 0))
	wins := readWins(t)
	for i, p := range wins {
		if i%8 > 0 && !*long {
			continue
		}
		b := p.board(t)
		for _, room := range []int{p.plies, 1 + rng.IntN(p.plies+4)} {
			lim := Limits{Nodes: 8_000, DrawAt: b.Stones() + room}
			e.ClearHash()
			e.Search(b, lim, stillClock(), func(r Report) { checkDistance(t, p, b, lim, r) })
			checkDistance(t, p, b, lim, e.Search(b, lim, stillClock(), nil).Report)
			s := Solve(b, Limits{Nodes: solveBudget, DrawAt: lim.DrawAt}, stillClock())
			if s.Outcome == Proven {
				if longest := checkProof(t, b, s.Proof); longest > room || s.Proof.Plies > room {
					t.Errorf("%v: a proof of %d plies with room for %d stones", p, s.Proof.Plies, room)
				}
			}
		}
	}
	for r := board.Rule(0); r < board.Rules; r++ {
		for range smallRuns(40) {
			b := smallPosition(t, r, 14, rng)
			lim := Limits{Nodes: 2_000}
			e.ClearHash()
			checkDistance(t, b.Draw(), b, lim, e.Search(b, lim, stillClock(), func(r Report) { checkDistance(t, b.Draw(), b, lim, r) }).Report)
		}
	}
}

// stopPositions keep all parts of the search busy: quiet ones, wins by fours and by
// threats, and defences against them.
func stopPositions(t *testing.T) (list []*board.Board) {
	for _, p := range benchPositions {
		list = append(list, p.board())
	}
	for i, p := range slices.Concat(readWins(t), readDefences(t)) {
		if i%15 == 0 {
			list = append(list, p.board(t))
		}
	}
	return list
}

// stopWithin is how soon a stop must be obeyed.
const stopWithin = 5 * time.Millisecond

// TestStopWhileSearching: Stop from another goroutine ends a search within 5 ms,
// whatever it is doing. On a busy machine other programs take most of that; then
// the search's own time since it last looked at the clock, which is before the stop,
// counts instead.
func TestStopWhileSearching(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector slows the search down")
	}
	e := testEngine()
	worst := time.Duration(0)
	for _, b := range stopPositions(t) {
		for _, delay := range []time.Duration{0, 300 * time.Microsecond, 2 * time.Millisecond, 7 * time.Millisecond} {
			best := time.Hour
			for try := 0; try < 5 && best > stopWithin; try++ {
				e.ClearHash()
				best = min(best, stopLatency(e, b, delay))
			}
			worst = max(worst, best)
			if best > stopWithin {
				t.Errorf("%v, stopped after %v: it took %v at best\n%s", b.Rule(), delay, best, b.Draw())
			}
		}
	}
	t.Log("at worst", worst)
}

func stopLatency(e *Engine, b *board.Board, delay time.Duration) time.Duration {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start, last := time.Now(), ownTime()
	var ctl *Control
	ctl = NewControl(func() time.Duration {
		if !ctl.Stopped() {
			last = ownTime()
		}
		return time.Since(start)
	})
	stopped := make(chan time.Time, 1)
	timer := time.AfterFunc(delay, func() {
		stopped <- time.Now()
		ctl.Stop()
	})
	e.Search(b, Limits{}, ctl, nil)
	end := time.Now()
	if timer.Stop() {
		return 0 // a win ended the search before
	}
	return min(end.Sub(<-stopped), ownTime()-last)
}

// TestLooksAtTheClock: whatever a search does, not many microseconds of its own pass
// between two looks at the clock, nor before the first and after the last.
func TestLooksAtTheClock(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector slows the search down")
	}
	e := testEngine()
	longest := time.Duration(0)
	for _, b := range stopPositions(t) {
		best := time.Hour
		for try := 0; try < 6 && best > stopWithin; try++ {
			e.ClearHash()
			best = min(best, longestGap(e, b))
		}
		longest = max(longest, best)
		if best > stopWithin {
			t.Errorf("%v: %v pass without a look at the clock\n%s", b.Rule(), best, b.Draw())
		}
	}
	t.Log("at most", longest)
}

func longestGap(e *Engine, b *board.Board) (gap time.Duration) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	start := ownTime()
	last := start
	look := func() time.Duration {
		now := ownTime()
		gap = max(gap, now-last)
		last = now
		return now - start
	}
	ctl := NewControl(look)
	ctl.SetTime(60*time.Millisecond, 60*time.Millisecond)
	e.Search(b, Limits{Nodes: 60_000}, ctl, nil)
	look()
	return gap
}
