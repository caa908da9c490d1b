package eval

import (
	"math/rand/v2"
	"strings"
	"testing"

	"tengen/board"
)

func TestScoresOfWonAndLostPositions(t *testing.T) {
	for n := 1; n <= 484; n++ {
		if plies, win, ok := WinIn(n).Mate(); plies != n || !win || !ok {
			t.Fatalf("WinIn(%d) reads %d, %v, %v", n, plies, win, ok)
		}
		if plies, win, ok := LossIn(n).Mate(); plies != n || win || !ok {
			t.Fatalf("LossIn(%d) reads %d, %v, %v", n, plies, win, ok)
		}
		if WinIn(n) != -LossIn(n) {
			t.Fatalf("a win in %d is not the other side's loss in %d", n, n)
		}
		if n > 1 && (WinIn(n) >= WinIn(n-1) || LossIn(n) <= LossIn(n-1)) {
			t.Fatalf("the longer way is not worse for the winner and better for the loser at %d", n)
		}
		if WinIn(n) <= MaxStatic || LossIn(n) >= -MaxStatic || WinIn(n) >= Infinity {
			t.Fatalf("a win in %d mixes with other scores", n)
		}
	}
	for _, s := range []Score{0, 1, -1, MaxStatic, -MaxStatic} {
		if _, _, ok := s.Mate(); ok || s.IsWin() || s.IsLoss() {
			t.Errorf("%d counts as won or lost", s)
		}
	}
	if Score(Infinity).Clamp() != MaxStatic || (-Infinity).Clamp() != -MaxStatic || Score(5).Clamp() != 5 {
		t.Error("Clamp does not keep scores within MaxStatic")
	}
	for s, want := range map[Score]string{WinIn(5): "win in 5", LossIn(4): "loss in 4", -12: "-12"} {
		if s.String() != want {
			t.Errorf("%d is written %q, want %q", int32(s), s, want)
		}
	}
}

func TestWeightsOutOfBounds(t *testing.T) {
	w := DefaultWeights()
	if err := w.Validate(); err != nil {
		t.Fatalf("the defaults: %v", err)
	}
	for want, spoil := range map[string]func(*Weights){
		"weights.attack = -1: allowed are 0 to 1000":                    func(w *Weights) { w.Attack = -1 },
		"weights.defence = 1001":                                        func(w *Weights) { w.Defence = 1001 },
		"weights.tempo = 2001: allowed are 0 to 2000":                   func(w *Weights) { w.Tempo = 2001 },
		"weights.initiative = 101: allowed are 0 to 100":                func(w *Weights) { w.Initiative = 101 },
		"weights.own_threats.four = -1: allowed are 0 to 2000":          func(w *Weights) { w.OwnThreats.Four = -1 },
		"weights.other_threats.four_three = 2001":                       func(w *Weights) { w.OtherThreats.FourThree = 2001 },
		"weights.point.open_three = 1000001: allowed are 0 to 1000000":  func(w *Weights) { w.Point.OpenThree = 1_000_001 },
		"weights.position.double_three = -5: allowed are 0 to 2000":     func(w *Weights) { w.Position.DoubleThree = -5 },
		"weights.position.closed_one = 2001: allowed are 0 to 2000":     func(w *Weights) { w.Position.ClosedOne = 2001 },
		"weights.point.four_three = -1000000: allowed are 0 to 1000000": func(w *Weights) { w.Point.FourThree = -1_000_000 },
	} {
		w := DefaultWeights()
		spoil(&w)
		if err := w.Validate(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want an error with %q", err, want)
		}
	}
}

// randomBoard plays a random game of n stones.
func randomBoard(t *testing.T, r board.Rule, n int, rng *rand.Rand) *board.Board {
	t.Helper()
	b, err := board.New(15, 15, r)
	if err != nil {
		t.Fatal(err)
	}
	for b.Ply() < n {
		p := board.At(3+rng.IntN(9), 3+rng.IntN(9))
		if b.Legal(p) {
			b.Play(p)
		}
	}
	return b
}

// slowPoint is the weight of what a stone makes, from the words of the weights.
func slowPoint(b *board.Board, p board.Point, c board.Color, s *ShapeWeights) int {
	var shapes [board.Directions]board.Shape
	for d := range shapes {
		shapes[d] = b.Shape(p, c, board.Direction(d))
	}
	v := s.combined(shapes)
	if b.Class(p, c) == board.ClassMaybeForbidden {
		v /= forbiddenShare
	}
	return v
}

// slowThreats adds the weights of the classes that occur.
func slowThreats(classes map[board.Class]bool, w ThreatWeights) (sum int) {
	for class, weight := range map[board.Class]int{
		board.ClassThreePlus: w.ThreePlus, board.ClassDoubleThree: w.DoubleThree,
		board.ClassFour: w.Four, board.ClassFourPlus: w.FourPlus, board.ClassFourThree: w.FourThree,
	} {
		if classes[class] {
			sum += weight
		}
	}
	return sum
}

// TestAgainstSums compares the tables and the board's running sums with sums over
// the points, worked out from shapes.
func TestAgainstSums(t *testing.T) {
	w := DefaultWeights()
	w.Attack, w.Defence, w.Tempo, w.Initiative = 90, 70, 17, 20
	w.OwnThreats = ThreatWeights{ThreePlus: 1, DoubleThree: 10, Four: 100, FourPlus: 1000, FourThree: 2000}
	w.OtherThreats = ThreatWeights{ThreePlus: 3, DoubleThree: 30, Four: 300, FourPlus: 600, FourThree: 1500}
	rng := rand.New(rand.NewPCG(1, 2))
	for r := board.Rule(0); r < board.Rules; r++ {
		e := New(w, r)
		for range 40 {
			b := randomBoard(t, r, rng.IntN(50), rng)
			b.SetValues(e.Values())
			me := b.SideToMove()
			own, other := 0, 0
			classes := [2]map[board.Class]bool{{}, {}}
			for _, p := range b.Empties().AppendTo(nil) {
				attack, defence := e.PointParts(b, p, me)
				if a, d := slowPoint(b, p, me, &w.Point)*90/100, slowPoint(b, p, me.Other(), &w.Point)*70/100; int(attack) != a || int(defence) != d {
					t.Fatalf("%v %v: attack %d and defence %d, want %d and %d", r, p, attack, defence, a, d)
				}
				if e.PointScore(b, p, me) != attack+defence {
					t.Fatalf("%v: the score is not the sum of its parts", p)
				}
				own += min(maxCodeValue, slowPoint(b, p, me, &w.Position))
				other += min(maxCodeValue, slowPoint(b, p, me.Other(), &w.Position))
				classes[0][b.Class(p, me)], classes[1][b.Class(p, me.Other())] = true, true
			}
			want := own*120/100 - other*80/100 + w.Tempo + slowThreats(classes[0], w.OwnThreats) - slowThreats(classes[1], w.OtherThreats)
			if got := e.Static(b); got != Score(want).Clamp() {
				t.Fatalf("%v: static score %d, from the points %d\n%s", r, got, want, b.Draw())
			}
		}
	}
}

// TestStaticChangesSides: under rules alike for both colours, the position with the
// colours swapped and the same side to move by name is worth the same to the mover.
func TestStaticChangesSides(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for _, r := range []board.Rule{board.Freestyle, board.Standard, board.Caro, board.CaroExact} {
		e := New(DefaultWeights(), r)
		even := DefaultWeights()
		even.Initiative, even.OtherThreats = 0, even.OwnThreats
		fair := New(even, r)
		for range 20 {
			b := randomBoard(t, r, 5+rng.IntN(40), rng)
			b.SetValues(e.Values())
			swapped, _ := board.New(15, 15, r)
			swapped.SetSideToMove(board.White)
			for _, p := range b.Moves() {
				swapped.Play(p)
			}
			swapped.SetValues(e.Values())
			if e.Static(b) != e.Static(swapped) {
				t.Fatalf("%v: %d, with colours swapped %d\n%s", r, e.Static(b), e.Static(swapped), b.Draw())
			}
			// Where both sides' shapes and threats count alike, only the right to move differs.
			b.Pass()
			other := fair.Static(b)
			b.Undo()
			if tempo := Score(even.Tempo); fair.Static(b)-tempo != -(other - tempo) {
				t.Fatalf("%v: %d to the mover, %d to the other, tempo %d", r, fair.Static(b), other, tempo)
			}
		}
	}
}
