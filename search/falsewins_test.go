package search

import (
	"testing"

	"tengen/board"
	"tengen/eval"
	"tengen/internal/slowref"
)

// twoThrees are two open threes far from everything else: who faces them must win
// by fours or lose.
const twoThrees = "c14d14e14k14l14m14"

// tempting is a position of which somebody who does not know its rule well thinks
// that the attacker wins by fours.
type tempting struct {
	name       string
	rules      []board.Rule
	attacker   board.Color
	own, other string
	wins       bool // he does win
	// naive: what is overlooked is not the rule but that the defender may win himself.
	naive bool
}

var temptingPositions = []tempting{
	{name: "one stone closes both fives", rules: []board.Rule{board.Caro, board.CaroExact},
		own: "e6f6g6", other: "c6" + twoThrees},
	{name: "a five held at both ends from the start", rules: []board.Rule{board.Caro, board.CaroExact},
		own: "e6f6g6d7d8d9", other: "c6i6d10" + twoThrees},
	{name: "two fours in one line, closed by one stone between", rules: []board.Rule{board.Caro, board.CaroExact},
		own: "c6d6e6i6j6k6", other: "b6l6" + twoThrees},
	{name: "the far stone closes the three's five too", rules: []board.Rule{board.Caro, board.CaroExact},
		own: "f7g7h7k5k6k8", other: "d7k9k2" + twoThrees},
	{name: "a four that would be six", rules: []board.Rule{board.Standard, board.Renju, board.CaroExact},
		own: "e6f6i6j6g7g8g9", other: "g10" + twoThrees},
	{name: "an open four with six at one end", rules: []board.Rule{board.Standard, board.Renju},
		own: "e6f6g6j6", other: "c6l6" + twoThrees},
	{name: "six at both ends", rules: []board.Rule{board.Standard, board.Renju, board.CaroExact},
		own: "c6e6f6h6j6", other: "b6l6" + twoThrees},
	{name: "two fours are forbidden", rules: []board.Rule{board.Renju},
		own: "e6f6g6h7h8h9", other: "d6h10" + twoThrees},
	{name: "two fours in one line are forbidden", rules: []board.Rule{board.Renju},
		own: "c6d6e6i6j6k6", other: "b6l6" + twoThrees},
	{name: "a four-three whose open four is a double four", rules: []board.Rule{board.Renju},
		own: "e8f8g8h9h10i7j7k7", other: "d8h12l7g10" + twoThrees},
	{name: "an overline beside a four", rules: []board.Rule{board.Renju},
		own: "e6f6g6h3h4h5h7h8", other: "d6h2h9" + twoThrees},
	{name: "a three of white's at a point that only looks forbidden", rules: []board.Rule{board.Renju}, attacker: board.White,
		own: "e8f8g8g10h5o5", other: "d8i9i10j7k6i5j5k5m5n5" + twoThrees},
	{name: "the stop of a four makes a four", rules: []board.Rule{board.Freestyle, board.Standard, board.Renju, board.Caro, board.CaroExact}, naive: true,
		own: "e8f8g8h9h10", other: "d8i5i6i7" + twoThrees},

	// The same temptations where they are none.
	{name: "the far stone stands one further away", rules: []board.Rule{board.Caro, board.CaroExact}, wins: true,
		own: "e6f6g6", other: "b6" + twoThrees},
	{name: "the edge holds no five", rules: []board.Rule{board.Caro, board.CaroExact}, wins: true,
		own: "b6c6d6", other: twoThrees},
	{name: "two fours in one line, open at the ends", rules: []board.Rule{board.Freestyle, board.Standard, board.Caro, board.CaroExact}, wins: true,
		own: "c6d6e6i6j6k6", other: twoThrees},
	{name: "a four that makes six", rules: []board.Rule{board.Freestyle, board.Caro}, wins: true,
		own: "e6f6i6j6g7g8g9", other: "g10" + twoThrees},
	{name: "white may make six and two fours", rules: []board.Rule{board.Renju}, attacker: board.White, wins: true,
		own: "e6f6i6j6g7g8g9", other: "g10" + twoThrees},
	{name: "the stop is a double three", rules: []board.Rule{board.Renju}, attacker: board.White, wins: true,
		own: "e8f8g8", other: "d8i9i10j7k6" + twoThrees},
	{name: "the stop is an overline", rules: []board.Rule{board.Renju}, attacker: board.White, wins: true,
		own: "e8f8g8i3i11", other: "d8i5i6i7i9i10i4" + twoThrees},
	{name: "the stop is a double four", rules: []board.Rule{board.Renju}, attacker: board.White, wins: true,
		own: "e8f8g8i12m4", other: "d8i9i10i11j7k6l5" + twoThrees},
	{name: "a four-three", rules: []board.Rule{board.Freestyle, board.Standard, board.Renju, board.Caro, board.CaroExact}, wins: true,
		own: "e8f8g8h9h10", other: "d8h13" + twoThrees},
}

func (p tempting) board(t *testing.T, r board.Rule) *board.Board {
	t.Helper()
	b, err := board.New(15, 15, r)
	if err != nil {
		t.Fatal(err)
	}
	for i, text := range []string{p.own, p.other} {
		stones, err := board.ParseMoves(text)
		if err != nil {
			t.Fatal(err)
		}
		for _, s := range stones {
			if b.At(s) != board.Empty {
				t.Fatalf("%s: two stones on %v", p.name, s)
			}
			c := p.attacker
			if i == 1 {
				c = c.Other()
			}
			b.Put(s, c)
		}
	}
	b.SetSideToMove(p.attacker)
	return b
}

// TestTemptingFalseWins: where a rule makes a win that freestyle would give a false
// one, none is claimed; where it does not, it is found. The slow referee, trying all
// fours and all replies, has the last word.
func TestTemptingFalseWins(t *testing.T) {
	for _, p := range temptingPositions {
		for _, r := range p.rules {
			b := p.board(t, r)
			at := p.name + ", " + r.String()
			if got := slowWin(slowCopy(t, b), 8, false); got != p.wins {
				t.Errorf("%s: the slow referee says %v\n%s", at, got, b.Draw())
				continue
			}
			if !p.wins && p.attacker == board.Black {
				naive := slowThreats{pos: slowCopy(t, b), naive: p.naive, lost: map[string]int{}}
				if !p.naive {
					naive.pos.Rule = slowref.Freestyle
				}
				if !naive.win(4) {
					t.Errorf("%s: it tempts nobody\n%s", at, b.Draw())
				}
			}

			w, set := testWorker(r)
			set(b)
			fours := w.winByFours(rootFours)
			s := Solve(b, Limits{Nodes: solveBudget}, stillClock())
			e := New(Options{Width: 40, MaxDepth: 30, HashBytes: 1 << 20, Weights: eval.DefaultWeights()})
			found := e.Search(b, Limits{Nodes: 30_000}, stillClock(), nil)
			if p.wins {
				if fours == 0 || s.Outcome != Proven || !found.Score.IsWin() || !found.Proven {
					t.Errorf("%s: fours %d, solve %v, search %v %v, proven %v\n%s", at, fours, s.Outcome, found.Move, found.Score, found.Proven, b.Draw())
				} else {
					checkProof(t, b, s.Proof)
				}
				continue
			}
			if fours != 0 || s.Outcome != Refuted || found.Score.IsWin() {
				t.Errorf("%s: fours %d, solve %v, search %v %v, proven %v\n%s", at, fours, s.Outcome, found.Move, found.Score, found.Proven, b.Draw())
			}
		}
	}
}
