package protocol

import (
	"strings"
	"testing"

	"tengen/board"
)

func testGame(t *testing.T, r board.Rule, continuous bool) *game {
	t.Helper()
	g, err := newGame(15, 15, r, continuous)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func mustSet(t *testing.T, g *game, stones ...Stone) {
	t.Helper()
	if why := g.set(stones); why != "" {
		t.Fatal(why)
	}
}

func TestBoardTellsWhoWeAre(t *testing.T) {
	for _, c := range []struct {
		name   string
		rule   board.Rule
		stones []Stone
		we     board.Color
	}{
		{"nothing", board.Freestyle, nil, board.Black},
		{"they began", board.Freestyle, []Stone{{7, 7, Opponent}}, board.White},
		{"even", board.Freestyle, []Stone{{7, 7, Opponent}, {8, 8, Own}}, board.Black},
		{"even, own first", board.Freestyle, []Stone{{7, 7, Own}, {8, 8, Opponent}}, board.Black},
		{"one too many", board.Standard, []Stone{{7, 7, Own}}, board.Black},
		{"many too many", board.Standard, []Stone{{7, 7, Opponent}, {1, 1, Opponent}, {3, 3, Opponent}}, board.White},
		{"blocked points only", board.Freestyle, []Stone{{7, 7, Nobody}}, board.Black},
		{"renju, they began", board.Renju, []Stone{{7, 7, Opponent}}, board.White},
		{"renju, even, they began", board.Renju, []Stone{{7, 7, Opponent}, {8, 8, Own}}, board.White},
		{"renju, even, we began", board.Renju, []Stone{{7, 7, Own}, {8, 8, Opponent}}, board.Black},
		{"renju, we began and have less", board.Renju, []Stone{{0, 0, Nobody}, {7, 7, Own}, {8, 8, Opponent}, {9, 9, Opponent}}, board.Black},
	} {
		g := testGame(t, c.rule, false)
		mustSet(t, g, c.stones...)
		if got := g.board.SideToMove(); got != c.we {
			t.Errorf("%s: %v to move, want %v", c.name, got, c.we)
		}
		for _, s := range c.stones {
			want := [...]board.Color{Own: c.we, Opponent: c.we.Other(), Nobody: board.Wall}[s.Who]
			if got := g.board.At(board.At(s.X, s.Y)); got != want {
				t.Errorf("%s: %v at %d,%d, want %v", c.name, got, s.X, s.Y, want)
			}
		}
	}
}

func TestBadBlockChangesNothing(t *testing.T) {
	g := testGame(t, board.Freestyle, false)
	g.play(board.At(3, 3))
	before := g.board.Hash()
	for part, stones := range map[string][]Stone{
		"off the board": {{7, 7, Own}, {15, 7, Opponent}},
		"there already": {{7, 7, Own}, {7, 7, Opponent}},
	} {
		if why := g.set(stones); !strings.Contains(why, part) || !strings.Contains(why, "stone 2") {
			t.Errorf("error %q does not say %q", why, part)
		}
		if g.board.Hash() != before || len(g.stones) != 1 {
			t.Errorf("%s: the position has changed", part)
		}
	}
}

func TestTakeBack(t *testing.T) {
	g := testGame(t, board.Freestyle, false)
	points := []board.Point{board.At(7, 7), board.At(8, 8), board.At(9, 9), board.At(10, 10)}
	hashes := []uint64{g.board.Hash()}
	for _, p := range points {
		g.play(p)
		hashes = append(hashes, g.board.Hash())
	}
	if why := g.takeBack(1, 1); !strings.Contains(why, "no stone") {
		t.Errorf("an empty point: %q", why)
	}
	if why := g.takeBack(15, 1); !strings.Contains(why, "off the board") {
		t.Errorf("a point off the board: %q", why)
	}
	for i := len(points) - 1; i >= 0; i-- { // newest first, as Piskvork does
		if why := g.takeBack(points[i].X(), points[i].Y()); why != "" {
			t.Fatal(why)
		}
		if g.board.Hash() != hashes[i] || g.board.SideToMove() != board.Color(i%2) {
			t.Errorf("taking back move %d does not lead to the position before it", i+1)
		}
	}

	for _, p := range points {
		g.play(p)
	}
	g.takeBack(7, 7)
	g.takeBack(8, 8)
	if g.board.SideToMove() != board.Black || g.board.At(points[2]) != board.Black || g.board.At(points[3]) != board.White || g.board.Stones() != 2 {
		t.Errorf("the first two taken back:\n%s", g.board.Draw())
	}
}

func TestContinuousGame(t *testing.T) {
	g := testGame(t, board.Freestyle, true)
	moves, _ := board.ParseMoves("a1a3b1b3c1c3d1d3e1e3")
	for _, p := range moves {
		g.play(p)
	}
	for _, p := range moves {
		if g.board.At(p) != board.Wall {
			t.Errorf("%v of a finished line is %v, want a stone of nobody", p, g.board.At(p))
		}
	}
	if g.over() {
		t.Error("the game is over")
	}
	g.takeBack(moves[9].X(), moves[9].Y())
	if g.board.At(moves[1]) != board.White || g.board.At(moves[0]) != board.Wall || g.board.SideToMove() != board.White {
		t.Errorf("after taking back the stone that finished the second line:\n%s", g.board.Draw())
	}
	g.setRule(board.Freestyle, false)
	if !g.over() || g.board.At(moves[0]) != board.Black {
		t.Errorf("the same stones in a game that ends with a five:\n%s", g.board.Draw())
	}
}

func TestSetRuleJudgesAnew(t *testing.T) {
	g := testGame(t, board.Freestyle, false)
	mustSet(t, g, Stone{7, 7, Own}, Stone{0, 0, Opponent}, Stone{8, 7, Own}, Stone{0, 2, Opponent}, Stone{9, 8, Own}, Stone{0, 4, Opponent},
		Stone{9, 9, Own}, Stone{0, 6, Opponent})
	p := board.At(9, 7)
	if !g.legal(p) {
		t.Errorf("%v is not legal in freestyle", p)
	}
	g.setRule(board.Renju, false)
	if g.legal(p) || g.board.Stones() != 8 || g.board.SideToMove() != board.Black {
		t.Errorf("%v is a double three and legal in renju:\n%s", p, g.board.Draw())
	}
}

func TestLegalAtTheEnd(t *testing.T) {
	g, err := newGame(5, 5, board.Freestyle, false)
	if err != nil {
		t.Fatal(err)
	}
	for n := range 25 {
		p := g.anyMove()
		if !g.legal(p) {
			t.Fatalf("move %d: %v is not legal", n+1, p)
		}
		g.play(p)
		if g.legal(p) {
			t.Fatalf("%v is legal although occupied", p)
		}
	}
	if p := g.anyMove(); p != board.NoPoint || g.legal(p) {
		t.Errorf("a move on a full board: %v", p)
	}
}
