package search

import (
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
)

func levelEngine() *Engine {
	return New(Options{Width: 40, MaxDepth: MaxDepth, HashBytes: 1 << 20, Weights: eval.DefaultWeights(), Threads: 1})
}

func untimed() *Control { return NewControl(func() time.Duration { return 0 }) }

// randomPosition plays n legal moves near each other that finish nothing.
func randomPosition(t *testing.T, r board.Rule, w, h, n int, d dice) *board.Board {
	t.Helper()
	b, err := board.New(w, h, r)
	if err != nil {
		t.Fatal(err)
	}
	for k := 0; b.Stones() < n && k < 10*n; k++ {
		set := b.Candidates()
		if b.Stones() == 0 {
			set = *b.Empties()
		}
		points := set.AppendTo(nil)
		p := points[d.roll(b.Hash(), board.At(0, 0), uint64(k))%uint32(len(points))]
		if b.Legal(p) && !b.WinsAt(p, b.SideToMove()) {
			b.Play(p)
		}
	}
	return b
}

// Above level 2 an own five is always taken, an opponent's five is stopped where
// it can be, and so is an open four.
func TestLevelsSeeFivesAndOpenFours(t *testing.T) {
	e := levelEngine()
	seen := [3]int{}
	for _, r := range []board.Rule{board.Freestyle, board.Standard, board.Renju, board.Caro, board.CaroExact} {
		for i := range 150 {
			b := randomPosition(t, r, 15-i%4, 15, 8+i%30, dice(i))
			me, opp := b.SideToMove(), b.SideToMove().Other()
			level := 3 + i%(FullStrength-3)
			if level > 7 && i%5 != 0 {
				level = 3 // the deep ones take long, and look at the same facts
			}
			p := e.Search(b, Limits{Level: level, Seed: uint64(i), Nodes: 3000}, untimed(), nil).Move
			if !b.Legal(p) {
				t.Fatalf("%v, level %d: %v is not legal after %v", r, level, p, b.Moves())
			}
			switch {
			case b.Count(me, board.ClassFive) > 0:
				seen[0]++
				if !b.WinsAt(p, me) {
					t.Errorf("%v, level %d: %v overlooks an own five after %v", r, level, p, b.Moves())
				}
			case b.Count(opp, board.ClassFive) > 0:
				stops := b.FiveStops(opp)
				can := false
				for _, q := range stops.AppendTo(nil) {
					can = can || b.Legal(q)
				}
				if !can {
					continue
				}
				seen[1]++
				if !stops.Has(p) {
					t.Errorf("%v, level %d: %v overlooks a five against it after %v", r, level, p, b.Moves())
				}
			case b.Count(me, board.ClassOpenFour) == 0 && b.Count(opp, board.ClassOpenFour) > 0:
				stops := b.OpenFourStops(opp)
				can := false
				for _, q := range stops.AppendTo(nil) {
					can = can || b.Legal(q)
				}
				if !can {
					continue
				}
				seen[2]++
				fours := false
				for dir := board.Direction(0); dir < board.Directions; dir++ {
					fours = fours || b.Shape(p, me, dir).IsFour()
				}
				if !stops.Has(p) && !fours {
					t.Errorf("%v, level %d: %v overlooks an open four against it after %v", r, level, p, b.Moves())
				}
			}
		}
	}
	for i, n := range seen {
		if n < 20 {
			t.Errorf("case %d came up %d times only", i, n)
		}
	}
}

// The same seed gives the same move whatever was searched before; other seeds give
// others.
func TestLevelsRepeat(t *testing.T) {
	fresh, used := levelEngine(), levelEngine()
	for level := 1; level < FullStrength; level++ {
		moves := map[board.Point]bool{}
		for seed := range uint64(12) {
			b := randomPosition(t, board.Freestyle, 15, 15, 6, 77)
			lim := Limits{Level: level, Seed: seed, Nodes: 5000}
			used.Search(randomPosition(t, board.Freestyle, 15, 15, 9, dice(seed)), Limits{Nodes: 2000}, untimed(), nil)
			got, again := used.Search(b, lim, untimed(), nil), used.Search(b, lim, untimed(), nil)
			want := fresh.Search(b, lim, untimed(), nil)
			if got.Move != want.Move || got.Nodes != want.Nodes || again.Move != want.Move {
				t.Errorf("level %d, seed %d: %v with %d nodes, %v, and %v with %d nodes", level, seed, got.Move, got.Nodes, again.Move, want.Move, want.Nodes)
			}
			moves[want.Move] = true
		}
		if len(moves) < 2 && level < 7 {
			t.Errorf("level %d: one move for 12 seeds", level)
		}
	}
}

// A level leaves what full strength remembers and finds as it was.
func TestFullStrengthIgnoresSeed(t *testing.T) {
	b := randomPosition(t, board.Freestyle, 15, 15, 7, 5)
	want := levelEngine().Search(b, Limits{Nodes: 3000}, untimed(), nil)
	got := levelEngine().Search(b, Limits{Nodes: 3000, Level: FullStrength, Seed: 9}, untimed(), nil)
	if got.Move != want.Move || got.Nodes != want.Nodes || got.Score != want.Score {
		t.Errorf("level %d plays %v (%d nodes), without level %v (%d)", FullStrength, got.Move, got.Nodes, want.Move, want.Nodes)
	}
}

// Draws are even: no value is out of bounds and the mean is near nothing.
func TestDice(t *testing.T) {
	sum, low, high := int64(0), int64(0), int64(0)
	for i := range 4000 {
		x := dice(1).even(uint64(i), board.At(3, 4), 1, 50)
		sum, low, high = sum+x, min(low, x), max(high, x)
	}
	if low != -50 || high != 50 || sum > 8000 || sum < -8000 {
		t.Errorf("from %d to %d, sum %d", low, high, sum)
	}
}

func TestParseLevel(t *testing.T) {
	for n, ok := range map[int]bool{0: false, 1: true, FullStrength: true, FullStrength + 1: false} {
		if (ParseLevel(n) == nil) != ok {
			t.Errorf("level %d: %v", n, ParseLevel(n))
		}
	}
}
