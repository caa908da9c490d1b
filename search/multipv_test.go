package search

import (
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
)

func linesEngine() *Engine {
	return New(Options{Width: 40, MaxDepth: MaxDepth, HashBytes: 1 << 20, Weights: eval.DefaultWeights(), Threads: 1})
}

func still() *Control { return NewControl(func() time.Duration { return 0 }) }

func setUp(t *testing.T, r board.Rule, size int, moves string) *board.Board {
	t.Helper()
	b, err := board.New(size, size, r)
	if err != nil {
		t.Fatal(err)
	}
	points, err := board.ParseMoves(moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range points {
		if !b.Legal(p) {
			t.Fatalf("%v is not legal in %s", p, moves)
		}
		b.Play(p)
	}
	return b
}

// The lines have different first moves, each legal, in order of their scores; one line is what the plain search finds.
func TestBestLines(t *testing.T) {
	for _, p := range benchPositions {
		b := p.board()
		e := linesEngine()
		var reports []Report
		r := e.Search(b, Limits{Lines: 4, Nodes: 12_000}, still(), func(r Report) { reports = append(reports, r) })
		if len(r.Lines) != 4 {
			t.Fatalf("%s: %d lines", p.moves, len(r.Lines))
		}
		if r.Move != r.Lines[0].PV[0] || r.Score != r.Lines[0].Score {
			t.Errorf("%s: the move is %v with %v, the first line %v with %v", p.moves, r.Move, r.Score, r.Lines[0].PV, r.Lines[0].Score)
		}
		seen := map[board.Point]bool{}
		for i, l := range r.Lines {
			if l.Rank != i || seen[l.PV[0]] || i > 0 && l.Score > r.Lines[i-1].Score && l.Depth == r.Lines[i-1].Depth {
				t.Errorf("%s: line %d is rank %d, %v, score %v after %v", p.moves, i, l.Rank, l.PV, l.Score, r.Lines)
			}
			seen[l.PV[0]] = true
			playable(t, b, l.PV)
		}
		if len(reports) == 0 && !r.Lines[0].Proven {
			t.Errorf("%s: no reports", p.moves)
		}
		if b.Hash() != p.board().Hash() {
			t.Errorf("%s: the position has changed", p.moves)
		}
	}
}

// playable checks that a line can be played.
func playable(t *testing.T, b *board.Board, line []board.Point) {
	t.Helper()
	c := b.Clone()
	for i, p := range line {
		if !c.Legal(p) {
			t.Errorf("move %d of the line %v is not legal after %v", i+1, line, b.Moves())
			return
		}
		c.Play(p)
	}
}

// The first move keeps to what is asked for.
func TestRestrictedRoot(t *testing.T) {
	for _, p := range benchPositions {
		b := p.board()
		e := linesEngine()
		free := e.Search(b, Limits{Nodes: 4000}, still(), nil)
		var except board.PointSet
		except.Add(free.Move)
		other := e.Search(b, Limits{Nodes: 4000, Except: &except}, still(), nil)
		if other.Move == free.Move || !b.Legal(other.Move) {
			t.Errorf("%s: %v, though it was left out", p.moves, other.Move)
		}
		// Points far from all stones may be asked for too.
		var only board.PointSet
		for _, q := range b.Empties().AppendTo(nil) {
			if b.Legal(q) && only.Len() < 2 {
				only.Add(q)
			}
		}
		r := e.Search(b, Limits{Nodes: 4000, Only: &only, Lines: 5}, still(), nil)
		if len(r.Lines) != 2 || !only.Has(r.Lines[0].PV[0]) || !only.Has(r.Lines[1].PV[0]) {
			t.Errorf("%s: lines %v of %v", p.moves, r.Lines, only.AppendTo(nil))
		}
		none := board.PointSet{}
		if r := e.Search(b, Limits{Nodes: 4000, Only: &none}, still(), nil); r.Move != board.NoPoint {
			t.Errorf("%s: %v where nothing was allowed", p.moves, r.Move)
		}
	}
}

// Wins at hand and threats come out with their plies.
func TestLinesOfDecidedPositions(t *testing.T) {
	for _, c := range []struct {
		name, moves string
		lines       int
		scores      []eval.Score
	}{
		{"two fives", "h8a1i8a3j8a5k8a7", 3, []eval.Score{eval.WinIn(1), eval.WinIn(1)}},
		{"an open four to make", "h8a1i8a3j8a5", 2, []eval.Score{eval.WinIn(3), eval.WinIn(3)}},
		{"a five to stop", "h8g8i8a3j8a5k8", 2, []eval.Score{0, eval.LossIn(2)}},
	} {
		b := setUp(t, board.Freestyle, 15, c.moves)
		r := linesEngine().Search(b, Limits{Lines: c.lines, Depth: 4, Nodes: 30_000}, still(), nil)
		if len(r.Lines) != c.lines {
			t.Fatalf("%s: %d lines", c.name, len(r.Lines))
		}
		for i, want := range c.scores {
			if got := r.Lines[i].Score; want != 0 && got != want {
				t.Errorf("%s: line %d, %v, has %v, want %v", c.name, i+1, r.Lines[i].PV, got, want)
			}
		}
	}
	// A full board but for one point, and no allowed move left.
	b := setUp(t, board.Freestyle, 15, "h8g8i8a3j8a5k8")
	var except board.PointSet
	except.Add(point(t, "l8"))
	r := linesEngine().Search(b, Limits{Except: &except, Depth: 2}, still(), nil)
	if r.Move == point(t, "l8") || r.Move == board.NoPoint {
		t.Errorf("with the only defence left out: %v", r.Move)
	}
}

func point(t *testing.T, s string) board.Point {
	t.Helper()
	p, err := board.ParsePoint(s)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// A search that is stopped at once has lines all the same, and the same limits give the same lines.
func TestLinesStopAndRepeat(t *testing.T) {
	b := benchPositions[2].board()
	ctl := still()
	ctl.Stop()
	if r := linesEngine().Search(b, Limits{Lines: 3}, ctl, nil); !b.Legal(r.Move) {
		t.Errorf("stopped at once: %v", r.Move)
	}
	one := linesEngine().Search(b, Limits{Lines: 3, Nodes: 5000}, still(), nil)
	two := linesEngine().Search(b, Limits{Lines: 3, Nodes: 5000}, still(), nil)
	for i := range one.Lines {
		if one.Lines[i].Score != two.Lines[i].Score || one.Lines[i].PV[0] != two.Lines[i].PV[0] || one.Nodes != two.Nodes {
			t.Errorf("line %d: %+v, then %+v", i, one.Lines[i], two.Lines[i])
		}
	}
}

// The table is kept: the position after the best two moves starts from what is known of it.
func TestExtendedPositionKeepsTable(t *testing.T) {
	b := benchPositions[0].board()
	e := linesEngine()
	r := e.Search(b, Limits{Depth: 7}, still(), nil)
	if len(r.PV) < 2 {
		t.Fatalf("line %v", r.PV)
	}
	b.Play(r.PV[0])
	b.Play(r.PV[1])
	if known, ok := e.table.probe(b.Hash()); !ok || known.depth < 3 {
		t.Errorf("of the position after the best two moves the table knows %v, %+v", ok, known)
	}
}

// The watcher is told of root moves in a sensible order.
func TestWatch(t *testing.T) {
	b := benchPositions[3].board()
	ctl := still()
	open, depths, best := board.NoPoint, 0, board.NoPoint
	ctl.Watch = func(e RootEvent) {
		switch e.Kind {
		case RootDepth:
			depths, open = depths+1, board.NoPoint
		case RootBegins:
			open = e.Move
		case RootEnds, RootBest, RootLoses:
			if e.Move != open {
				t.Errorf("event %d of %v while %v is searched", e.Kind, e.Move, open)
			}
			if e.Kind == RootBest {
				best = e.Move
			}
		}
	}
	r := linesEngine().Search(b, Limits{Depth: 5}, ctl, nil)
	if depths != r.Depth || best == board.NoPoint {
		t.Errorf("%d depths seen of %d, best %v", depths, r.Depth, best)
	}
}
