package slowref

import (
	"math/rand/v2"
	"slices"
	"testing"
)

func TestSolveByHand(t *testing.T) {
	type answer struct {
		outcome Outcome
		plies   int
		moves   string
	}
	won := func(plies int, moves string) answer { return answer{Win, plies, moves} }
	lost := func(plies int) answer { return answer{Loss, plies, ""} }
	neither := func(plies int) answer { return answer{Neither, plies, ""} }

	for _, c := range []struct {
		name  string
		turn  Cell
		plies int
		rows  []string
		want  map[Rule]answer // rules left out answer as Freestyle
	}{
		{"four", Black, 3, []string{"XXXX.", "OOO.."}, map[Rule]answer{Freestyle: won(1, "e1")}},
		{"a win past the horizon", Black, 2, []string{".XXX.."}, map[Rule]answer{Freestyle: neither(2)}},
		{"open three to move", Black, 3, []string{".XXX.."}, map[Rule]answer{Freestyle: won(3, "e1")}},
		{"open three to be stopped", White, 5, []string{".XXX.."}, map[Rule]answer{Freestyle: neither(5)}},
		{"open four", White, 6, []string{".XXXX."}, map[Rule]answer{Freestyle: lost(2)}},
		{"open four, but own four", White, 6, []string{".XXXX.", "OOOO.."}, map[Rule]answer{Freestyle: won(1, "e2")}},
		{"five stands already", White, 4, []string{"XXXXX."}, map[Rule]answer{Freestyle: lost(0)}},
		{"five stands already, oddly", Black, 4, []string{"XXXXX."}, map[Rule]answer{Freestyle: won(0, "")}},
		{"no five fits", Black, 9, []string{"....", "...."}, map[Rule]answer{Freestyle: neither(9)}},
		{"full", Black, 9, []string{"XOXOX"}, map[Rule]answer{Freestyle: neither(9)}},
		{"no plies", Black, 0, []string{"XXXX."}, map[Rule]answer{Freestyle: neither(0)}},

		{"six", Black, 3, []string{"XXX.XX"}, map[Rule]answer{
			Freestyle: won(1, "d1"), Standard: neither(3), Renju: neither(3), CaroExact: neither(3)}},
		{"white's six", White, 3, []string{"OOO.OO"}, map[Rule]answer{
			Freestyle: won(1, "d1"), Standard: neither(3), CaroExact: neither(3)}},
		{"closed five", Black, 4, []string{"OXXXX.O"}, map[Rule]answer{
			Freestyle: won(1, "f1"), Caro: neither(4), CaroExact: neither(4)}},
		// White f1 answers the four; in caro g1 does so too.
		{"four against the edge of a stone", White, 4, []string{"OXXXX..."}, map[Rule]answer{Freestyle: neither(4)}},
		// g1 closes both completing cells in caro, and nothing does elsewhere.
		{"caro's open four", White, 8, []string{"O.XXXX.."}, map[Rule]answer{
			Freestyle: lost(2), Caro: neither(8), CaroExact: neither(8)}},
		// e3 is white's only completing cell and makes black six in the column:
		// a win in freestyle and caro, a defence in standard and caro-exact,
		// forbidden in renju.
		{"black cannot block on a forbidden point", Black, 2, []string{
			"....X.",
			"....X.",
			"OOOO.X",
			"....X.",
			"....X.",
			"....X.",
		}, map[Rule]answer{Freestyle: won(1, "e3"), Caro: won(1, "e3"), Standard: neither(2), CaroExact: neither(2), Renju: lost(2)}},
	} {
		for _, rule := range Rules() {
			want, ok := c.want[rule]
			if !ok {
				want = c.want[Freestyle]
			}
			p := draw(t, rule, c.turn, c.rows...)
			before := p.String()
			got := p.Solve(c.plies)
			if got.Outcome != want.outcome || got.Plies != want.plies || !slices.Equal(got.Moves, points(t, want.moves)) {
				t.Errorf("%s, %v: %v, want %v", c.name, rule, got, want)
			}
			if p.String() != before {
				t.Errorf("%s, %v: the position changed", c.name, rule)
			}
		}
	}
}

// TestSolveWithoutLegalMoves: black's last empty point is forbidden.
func TestSolveWithoutLegalMoves(t *testing.T) {
	p := draw(t, Renju, Black, "XXX.XX")
	if m := p.Moves(); m != nil {
		t.Errorf("moves %v", m)
	}
	if got := p.Solve(5); got.Outcome != Neither {
		t.Errorf("black without a move: %v", got)
	}
	if p.Full() {
		t.Error("not full")
	}
}

// plainMinimax is Solve without memo or bounds.
func plainMinimax(p *Position, n int) Outcome {
	if n == 0 {
		return Neither
	}
	moves := p.Moves()
	lost := len(moves) > 0
	for _, m := range moves {
		if p.Wins(m.X, m.Y, p.Turn) {
			return Win
		}
		q := p.Clone()
		if err := q.Play(m.X, m.Y); err != nil {
			panic(err)
		}
		switch plainMinimax(q, n-1) {
		case Loss:
			return Win
		case Neither:
			lost = false
		}
	}
	if lost {
		return Loss
	}
	return Neither
}

func TestSolveAgreesWithPlainMinimax(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(29, 31))
	seen := map[Outcome]int{}
	for i := 0; i < 600; i++ {
		p := mustNew(t, 5+rng.IntN(3), 2+rng.IntN(4), Rules()[i%5])
		empty := 3 + rng.IntN(4)
		white := 1 + rng.IntN(9) // of ten stones
		for y := range p.Grid {
			for x := range p.Grid[y] {
				c := Black
				if rng.IntN(10) < white {
					c = White
				}
				if rng.IntN(12) == 0 {
					c = Blocked
				}
				p.Put(x, y, c)
			}
		}
		for j := 0; j < empty; j++ {
			p.Put(rng.IntN(p.Width), rng.IntN(p.Height), Empty)
		}
		if rng.IntN(2) == 0 {
			p.Turn = White
		}
		if _, _, over := p.FiveOnBoard(); over {
			continue
		}
		for n := 1; n <= 6; n++ {
			got, want := p.Solve(n), plainMinimax(p, n)
			if got.Outcome != want {
				t.Fatalf("%v within %d plies, want %v\n%v", got, n, want, p)
			}
			if got.Outcome == Neither {
				continue
			}
			if got.Plies > n || plainMinimax(p, got.Plies-1) != Neither || plainMinimax(p, got.Plies) != want {
				t.Fatalf("%v is not the shortest\n%v", got, p)
			}
			for _, m := range p.Moves() {
				wins := p.Wins(m.X, m.Y, p.Turn)
				if !wins {
					q := p.Clone()
					if err := q.Play(m.X, m.Y); err != nil {
						t.Fatal(err)
					}
					wins = plainMinimax(q, got.Plies-1) == Loss
				}
				if (got.Outcome == Win && wins) != slices.Contains(got.Moves, m) {
					t.Fatalf("%v: %v wins %v\n%v", got, m, wins, p)
				}
			}
		}
		seen[p.Solve(6).Outcome]++
	}
	for o := Neither; o <= Loss; o++ {
		if seen[o] < 10 {
			t.Errorf("only %d positions with %v", seen[o], o)
		}
	}
}

// TestSolveSmallBoards holds results on 5x5 and 6x6 that need several plies.
func TestSolveSmallBoards(t *testing.T) {
	t.Parallel()
	for _, rule := range Rules() {
		// On 5x5 there are twelve lines of five; black needs three more stones
		// on any of them, white stops every one.
		p := draw(t, rule, Black, ".....", "..X..", "..XO.", ".O...", ".....")
		if got := p.Solve(5); got.Outcome != Neither {
			t.Errorf("%v: %v\n%v", rule, got, p)
		}
		// Four-three: d3 makes a four in the row and an open three in the
		// column. White blocks the row at e3, black makes the open four.
		p = draw(t, rule, Black,
			"##..##",
			"##.X.#",
			"XXX...",
			"##.X.#",
			"##..##",
			"OOO..O")
		got := p.Solve(5)
		if got.Outcome != Win || got.Plies != 5 || !slices.Contains(got.Moves, Point{3, 2}) {
			t.Errorf("%v: %v\n%v", rule, got, p)
		}
	}
}

func BenchmarkSolve6x6(b *testing.B) {
	p := draw(b, Freestyle, Black,
		"......",
		"..X...",
		"..XO..",
		"..OX..",
		"......",
		"......")
	for b.Loop() {
		p.Solve(5)
	}
}
