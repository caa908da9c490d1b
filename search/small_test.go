package search

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
	"tengen/internal/slowref"
)

// long asks for the runs that take minutes: go test ./search -long.
var long = flag.Bool("long", false, "judge many more small positions by brute force")

var slowRules = [board.Rules]slowref.Rule{
	board.Freestyle: slowref.Freestyle, board.Standard: slowref.Standard, board.Renju: slowref.Renju,
	board.Caro: slowref.Caro, board.CaroExact: slowref.CaroExact,
}

// slowCopy is the position as the slow referee sees it.
func slowCopy(t testing.TB, b *board.Board) *slowref.Position {
	t.Helper()
	p, err := slowref.New(b.Width(), b.Height(), slowRules[b.Rule()])
	if err != nil {
		t.Fatal(err)
	}
	cells := [4]slowref.Cell{board.Black: slowref.Black, board.White: slowref.White, board.Empty: slowref.Empty, board.Wall: slowref.Blocked}
	for y := range b.Height() {
		for x := range b.Width() {
			p.Put(x, y, cells[b.At(board.At(x, y))])
		}
	}
	p.Turn = cells[b.SideToMove()]
	return p
}

// smallPosition is a random unfinished position with at most the given number of
// empty points.
func smallPosition(t testing.TB, r board.Rule, empties int, rng *rand.Rand) *board.Board {
	t.Helper()
	for {
		b, err := board.New(5+rng.IntN(3), 5+rng.IntN(2), r)
		if err != nil {
			t.Fatal(err)
		}
		left := 4 + rng.IntN(empties-3)
		points := b.Empties().AppendTo(nil)
		rng.Shuffle(len(points), func(i, k int) { points[i], points[k] = points[k], points[i] })
		share := 35 + rng.IntN(30) // Black's part of the stones, in hundredths
		for _, p := range points[left:] {
			c := board.White
			if rng.IntN(100) < share {
				c = board.Black
			}
			if b.WinsAt(p, c) || c == board.Black && b.Forbidden(p) {
				c = board.Wall
			}
			b.Put(p, c)
		}
		b.SetSideToMove(board.Color(rng.IntN(2)))
		if _, _, over := b.FiveOnBoard(); !over {
			return b
		}
	}
}

// testWorker is a worker without limits, to be set on one position after the other.
func testWorker(r board.Rule) (w *worker, set func(*board.Board)) {
	w = &worker{}
	w.prover = newProver(w, 1<<10) // small, to be emptied often
	t := &table{}
	t.resize(1 << 16)
	ev := eval.New(eval.DefaultWeights(), r)
	return w, func(b *board.Board) {
		t.used = true
		t.clear()
		w.noFours = foursCache{}
		w.prover.clear()
		w.begin(b, ev, t, NewControl(func() time.Duration { return 0 }))
		w.width, w.drawAt, w.exact = maxMoves, maxMoves+1, true
	}
}

func smallRuns(normal int) int {
	if *long {
		return normal * 50
	}
	return normal
}

// TestFactsByBruteForce: what the threat facts call won or lost is, and a move that
// they leave out of the forced replies loses.
func TestFactsByBruteForce(t *testing.T) {
	for r := board.Rule(0); r < board.Rules; r++ {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(11, uint64(r)))
			w, set := testWorker(r)
			seen := map[string]int{}
			for range smallRuns(700) {
				b := smallPosition(t, r, 14, rng)
				set(b)
				var f facts
				w.judge(&f, 0, w.drawAt-b.Stones())
				slow := slowCopy(t, b)
				plies, win, mate := f.score.Mate()
				switch {
				case f.verdict == decided && mate:
					want := slowref.Loss
					if win {
						want = slowref.Win
					}
					seen[fmt.Sprint(want, plies)]++
					if v := slow.Solve(plies); v.Outcome != want {
						t.Fatalf("%v to move: facts say %v, brute force %v in %d\n%s", b.SideToMove(), f.score, v.Outcome, v.Plies, b.Draw())
					}
				case f.verdict == stopFive || f.verdict == stopOpenFour:
					seen[fmt.Sprint("replies", f.verdict)]++
					for _, m := range slow.Moves() {
						if p := board.At(m.X, m.Y); !f.replies.Has(p) {
							next := slow.Clone()
							if err := next.Play(m.X, m.Y); err != nil {
								t.Fatal(err)
							}
							if v := next.Solve(3); v.Outcome != slowref.Win {
								t.Fatalf("%v to move: %v is left out, but does not lose\n%s", b.SideToMove(), p, b.Draw())
							}
						}
					}
				}
			}
			t.Log(seen)
			for _, k := range []string{"win 1", "win 3", "loss 2", "replies2", "replies3"} {
				if seen[k] == 0 {
					t.Errorf("no position with %s came up: %v", k, seen)
				}
			}
		})
	}
}

// TestFoursByBruteForce: a win by continuous fours is a win within its plies.
func TestFoursByBruteForce(t *testing.T) {
	for r := board.Rule(0); r < board.Rules; r++ {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(12, uint64(r)))
			w, set := testWorker(r)
			seen := map[int]int{}
			for range smallRuns(4000) {
				b := smallPosition(t, r, 12, rng)
				set(b)
				plies := w.winByFours(rootFours)
				seen[plies]++
				if plies < 5 {
					continue
				}
				if v := slowCopy(t, b).Solve(plies); v.Outcome != slowref.Win {
					t.Fatalf("%v to move: fours say win in %d, brute force %v\n%s", b.SideToMove(), plies, v.Outcome, b.Draw())
				}
			}
			t.Log(seen)
			if seen[5]+seen[7]+seen[9] == 0 {
				t.Errorf("no longer win by fours came up: %v", seen)
			}
		})
	}
}

// TestSearchByBruteForce searches positions with few empty points to the end: wins,
// losses and draws agree with brute force.
func TestSearchByBruteForce(t *testing.T) {
	for r := board.Rule(0); r < board.Rules; r++ {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(13, uint64(r)))
			w, set := testWorker(r)
			seen := map[slowref.Outcome]int{}
			for range smallRuns(250) {
				b := smallPosition(t, r, 9, rng)
				set(b)
				empties := b.Empties().Len()
				got := slowref.Neither
				switch s := w.node(-eval.Infinity, eval.Infinity, empties+1, 0, false); {
				case s.IsWin():
					got = slowref.Win
				case s.IsLoss():
					got = slowref.Loss
				}
				seen[got]++
				if v := slowCopy(t, b).Solve(empties); v.Outcome != got {
					t.Fatalf("%v to move: search says %v, brute force %v in %d\n%s", b.SideToMove(), got, v.Outcome, v.Plies, b.Draw())
				}
			}
			t.Log(seen)
			if len(seen) < 3 {
				t.Errorf("only some outcomes came up: %v", seen)
			}
		})
	}
}
