package play

import (
	"strings"
	"testing"
	"time"

	"tengen/board"
)

func terms15() Terms { return Terms{Width: 15, Height: 15, Rule: board.Freestyle} }

func newTestGame(t *testing.T, terms Terms) *Game {
	t.Helper()
	g, err := NewGame(terms, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// playMoves places stones for whoever is to act, and makes choices written in brackets.
func playMoves(t *testing.T, g *Game, moves string) {
	t.Helper()
	for _, w := range strings.Fields(moves) {
		e := Event{Kind: Placed, Seat: g.ToAct(), Took: 1500 * time.Millisecond}
		if c, ok := strings.CutPrefix(w, "["); ok {
			e.Kind, e.Choice = Chose, Choice(strings.TrimSuffix(c, "]"))
		} else {
			p, err := board.ParsePoint(w)
			if err != nil {
				t.Fatal(err)
			}
			e.Point = p
		}
		if err := g.Apply(e); err != nil {
			t.Fatalf("%s: %v", w, err)
		}
	}
}

func TestGameToFiveAndBack(t *testing.T) {
	g := newTestGame(t, terms15())
	playMoves(t, g, "h8 a1 h9 a2 h10 a3 h11 a4 h12")
	if r, over := g.Result(); !over || r != (Result{0, ByFive}) {
		t.Fatalf("result %+v, over %v", r, over)
	}
	if err := g.Apply(Event{Kind: Placed, Seat: 1, Point: board.At(0, 4)}); err == nil {
		t.Error("a move after the end")
	}
	if n := g.Undo(2); n != 2 || g.Phase() != Playing || g.Board().Stones() != 7 || g.ToAct() != 1 {
		t.Errorf("after undo of 2: %d taken, %d stones, to act %d", n, g.Board().Stones(), g.ToAct())
	}
	if g.Used(0) != 6*time.Second || g.Used(1) != 4500*time.Millisecond {
		t.Errorf("clocks after undo: %v, %v", g.Used(0), g.Used(1))
	}
	if n := g.Undo(100); n != 7 || g.Board().Stones() != 0 || g.Undo(1) != 0 {
		t.Errorf("undo of all took %d", n)
	}
}

func TestGameRefuses(t *testing.T) {
	renju := terms15()
	renju.Rule = board.Renju
	g := newTestGame(t, renju)
	playMoves(t, g, "h8 a1 h9 a3 g10 a5 f10 o1") // black's h10: double three
	for _, e := range []Event{
		{Kind: Placed, Seat: 1, Point: board.At(3, 3)},
		{Kind: Placed, Seat: 0, Point: board.At(7, 7)},
		{Kind: Placed, Seat: 0, Point: board.At(15, 3)},
		{Kind: Placed, Seat: 0, Point: board.At(7, 9)},
		{Kind: Placed, Seat: 0, Point: board.NoPoint},
		{Kind: Placed, Seat: 7, Point: board.At(3, 3)},
		{Kind: Placed, Seat: 0, Point: board.At(3, 3), Took: -1},
		{Kind: Chose, Seat: 0, Choice: TakeBlack},
		{Kind: Flagged, Seat: 0},
		{Kind: "dance", Seat: 0},
	} {
		if err := g.Apply(e); err == nil {
			t.Errorf("%+v was allowed", e)
		}
	}
	if g.Board().Stones() != 8 || len(g.Events()) != 8 {
		t.Error("a refused event changed the game")
	}
	if err := g.CheckMove(0, board.At(7, 9)); err == nil || !strings.Contains(err.Error(), "double three") {
		t.Errorf("forbidden point: %v", err)
	}
}

func TestSwap2(t *testing.T) {
	terms := terms15()
	terms.Swap2 = true
	for _, c := range []struct {
		moves  string
		black  Seat
		toAct  Seat
		phase  Phase
		stones int
	}{
		{"h8 i9", 0, 0, PlacingThree, 2},
		{"h8 i9 j8", 0, 1, Choosing, 3},
		{"h8 i9 j8 [black]", 1, 0, Playing, 3},
		{"h8 i9 j8 [white] g7", 0, 0, Playing, 4},
		{"h8 i9 j8 [two] g7", 0, 1, PlacingTwo, 4},
		{"h8 i9 j8 [two] g7 g8", 0, 0, ChoosingLast, 5},
		{"h8 i9 j8 [two] g7 g8 [black]", 0, 1, Playing, 5},
		{"h8 i9 j8 [two] g7 g8 [white] c3", 1, 1, Playing, 6},
	} {
		g := newTestGame(t, terms)
		playMoves(t, g, c.moves)
		if g.ToAct() != c.toAct || g.Phase() != c.phase || g.Board().Stones() != c.stones || g.Color(c.black) != board.Black {
			t.Errorf("%s: to act %d, phase %d, %d stones, seat 0 has %v", c.moves, g.ToAct(), g.Phase(), g.Board().Stones(), g.Color(0))
		}
		n := len(strings.Fields(c.moves))
		if g.Undo(1) != 1 || len(g.Events()) != n-1 {
			t.Errorf("%s: undo", c.moves)
		}
	}
	g := newTestGame(t, terms)
	playMoves(t, g, "h8 i9 j8")
	if err := g.Apply(Event{Kind: Placed, Seat: 1, Point: board.At(0, 0)}); err == nil {
		t.Error("a stone before the choice")
	}
	playMoves(t, g, "[two] g7 g8")
	if err := g.Apply(Event{Kind: Chose, Seat: 0, Choice: PlaceTwo}); err == nil {
		t.Error("two more a second time")
	}
}

func TestGameEnds(t *testing.T) {
	clock := terms15()
	clock.Time, clock.Increment = 10*time.Second, time.Second
	g := newTestGame(t, clock)
	playMoves(t, g, "h8 i9 j8")
	if left, ok := g.Left(0); !ok || left != 9*time.Second {
		t.Errorf("left %v", left)
	}
	if err := g.Apply(Event{Kind: Flagged, Seat: 1, Took: 11 * time.Second}); err != nil {
		t.Fatal(err)
	}
	if r, _ := g.Result(); r != (Result{0, ByTime}) {
		t.Errorf("%+v", r)
	}
	if g.Undo(1); g.Phase() != Playing || g.Board().Stones() != 2 {
		t.Error("undo after the flag")
	}
	stones := terms15()
	stones.DrawAt = 4
	g = newTestGame(t, stones)
	playMoves(t, g, "h8 i9 j8 k9")
	if r, over := g.Result(); !over || r != (Result{Nobody, ByStones}) {
		t.Errorf("%+v", r)
	}
	small := Terms{Width: 5, Height: 5, Rule: board.Freestyle}
	g = newTestGame(t, small)
	playMoves(t, g, "a1 b1 c1 d1 e1 a2 b2 c2 d2 e2 b3 a3 d3 c3 a4 e3 c4 b4 e4 d4 b5 a5 d5 c5 e5")
	if r, over := g.Result(); !over || r.Winner != Nobody || r.Reason != ByFull {
		t.Errorf("full board: %+v %v\n%s", r, over, g.Board().Draw())
	}
	if _, err := NewGame(Terms{Width: 4, Height: 15}, 0); err == nil {
		t.Error("a board of 4")
	}
	if _, err := NewGame(Terms{Width: 15, Height: 15, Time: -1}, 0); err == nil {
		t.Error("a negative time")
	}
	if _, err := NewGame(terms15(), 3); err == nil {
		t.Error("a third seat")
	}
}
