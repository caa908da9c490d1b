package search

import (
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
)

// thinkTogether searches a position with so many threads for some time.
func thinkTogether(t *testing.T, e *Engine, b *board.Board, lim Limits, limit time.Duration) Result {
	t.Helper()
	start := time.Now()
	ctl := NewControl(func() time.Duration { return time.Since(start) })
	ctl.SetTime(limit, limit)
	reports := 0
	r := e.Search(b, lim, ctl, func(Report) { reports++ })
	if !b.Legal(r.Move) {
		t.Fatalf("%v is not legal", r.Move)
	}
	if (reports == 0) != (r.Depth == 0) {
		t.Errorf("%d reports, depth %d", reports, r.Depth)
	}
	return r
}

// TestThreads: several threads on one table give legal moves and come to an end, one
// search after another, on different rules and sizes; the race detector looks on.
func TestThreads(t *testing.T) {
	e := New(Options{Width: 40, MaxDepth: MaxDepth, HashBytes: 1 << 20, Weights: eval.DefaultWeights(), Threads: 4})
	for _, p := range benchPositions {
		thinkTogether(t, e, p.board(), Limits{}, 200*time.Millisecond)
	}
	e.SetThreads(1)
	if len(e.helpers.workers) != 0 {
		t.Errorf("%d helpers with one thread", len(e.helpers.workers))
	}
	e.SetThreads(2)
	r := thinkTogether(t, e, benchPositions[0].board(), Limits{Depth: 6}, time.Minute)
	if r.Depth != 6 {
		t.Errorf("depth %d with a limit of 6", r.Depth)
	}
}

// TestHelperPanic: a panic in a helper reaches the caller of Search.
func TestHelperPanic(t *testing.T) {
	e := New(Options{Width: 40, MaxDepth: MaxDepth, HashBytes: 1 << 20, Weights: eval.DefaultWeights(), Threads: 2})
	thinkTogether(t, e, benchPositions[0].board(), Limits{}, 20*time.Millisecond)
	e.helpers.workers[0].prover = nil // found missing at the first three
	defer func() {
		if _, ok := recover().(*workerFailure); !ok {
			t.Error("the panic did not come through")
		}
	}()
	thinkTogether(t, e, benchPositions[0].board(), Limits{}, 2*time.Second)
}

// TestOtherGround: an engine used on another rule or size forgets what it knew, so
// that no score of one game is taken for one of another.
func TestOtherGround(t *testing.T) {
	o := Options{Width: 40, MaxDepth: MaxDepth, HashBytes: 1 << 20, Weights: eval.DefaultWeights()}
	used, fresh := New(o), New(o)
	for _, r := range []board.Rule{board.Standard, board.Caro, board.Freestyle, board.Renju, board.CaroExact} {
		p := benchPosition{r, 15, "h8i9j7g9h10i7"}
		fresh.ClearHash()
		want := thinkTogether(t, fresh, p.board(), Limits{Nodes: 5000}, time.Minute)
		got := thinkTogether(t, used, p.board(), Limits{Nodes: 5000}, time.Minute)
		if got.Move != want.Move || got.Score != want.Score || got.Nodes != want.Nodes {
			t.Errorf("%v: after other rules %v, %v, %d nodes; fresh %v, %v, %d nodes", r, got.Move, got.Score, got.Nodes, want.Move, want.Score, want.Nodes)
		}
	}
}
