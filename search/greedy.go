package search

import (
	"cmp"
	"math/bits"
	"slices"

	"tengen/board"
	"tengen/eval"
)

// Greedy gives the move with the highest point score at once, without search: an
// own five first, then a reply to the opponent's five, then what scores best among
// the legal candidates, of equals the nearest to the centre. A forbidden point is
// given only when no other is empty, and NoPoint only when none is. The evaluator
// is one for the board's rule.
func Greedy(b *board.Board, e *eval.Evaluator) board.Point {
	me := b.SideToMove()
	if p := b.Fives(me).First(); p != board.NoPoint {
		return p
	}
	sets := make([]board.PointSet, 0, 3)
	if b.Count(me.Other(), board.ClassFive) > 0 {
		sets = append(sets, b.FiveStops(me.Other()), *b.Fives(me.Other()))
	}
	sets = append(sets, b.Candidates(), *b.Empties())
	for i := range sets {
		if p := bestPoint(b, e, &sets[i]); p != board.NoPoint {
			return p
		}
	}
	return b.Empties().First()
}

// bestPoint is the legal point of the set with the highest score.
func bestPoint(b *board.Board, e *eval.Evaluator, set *board.PointSet) board.Point {
	best, bestScore, bestFar := board.NoPoint, int32(0), 0
	for y := board.FirstRow; y < board.EndRow; y++ {
		for m := set[y]; m != 0; m &= m - 1 {
			p := board.PointOf(y, bits.TrailingZeros32(m))
			score, far := e.PointScore(b, p, b.SideToMove()), fromCentre(b, p)
			if best != board.NoPoint && (score < bestScore || score == bestScore && far >= bestFar) {
				continue
			}
			if b.Legal(p) {
				best, bestScore, bestFar = p, score, far
			}
		}
	}
	return best
}

// fromCentre is the squared distance of p from the board's middle, in half steps.
func fromCentre(b *board.Board, p board.Point) int {
	dx, dy := 2*p.X()-b.Width()+1, 2*p.Y()-b.Height()+1
	return dx*dx + dy*dy
}

// Explanation is how the greedy player sees a candidate.
type Explanation struct {
	Point           board.Point
	Own, Other      [board.Directions]board.Shape // what a stone there makes, by side
	OwnClass        board.Class
	OtherClass      board.Class
	Attack, Defence int32 // the parts of the total
	Total           int32
	Forbidden       board.Reason // renju, Black
}

// Explain gives the best n candidates in the order in which Greedy prefers them,
// by score alone; forbidden ones are listed last, with the reason.
func Explain(b *board.Board, w *eval.Weights, n int) []Explanation {
	e := eval.New(*w, b.Rule())
	me := b.SideToMove()
	set := b.Candidates()
	if set == (board.PointSet{}) {
		set = *b.Empties()
	}
	var list []Explanation
	for _, p := range set.AppendTo(nil) {
		x := Explanation{Point: p, OwnClass: b.Class(p, me), OtherClass: b.Class(p, me.Other())}
		for d := board.Direction(0); d < board.Directions; d++ {
			x.Own[d], x.Other[d] = b.Shape(p, me, d), b.Shape(p, me.Other(), d)
		}
		x.Attack, x.Defence = e.PointParts(b, p, me)
		x.Total = x.Attack + x.Defence
		if me == board.Black {
			x.Forbidden = b.ForbiddenReason(p)
		}
		list = append(list, x)
	}
	first := Greedy(b, e)
	slices.SortStableFunc(list, func(x, y Explanation) int {
		rank := func(x Explanation) int {
			switch {
			case x.Point == first:
				return 0
			case x.Forbidden == board.NotForbidden:
				return 1
			}
			return 2
		}
		return cmp.Or(
			cmp.Compare(rank(x), rank(y)),
			cmp.Compare(y.Total, x.Total),
			cmp.Compare(fromCentre(b, x.Point), fromCentre(b, y.Point)))
	})
	return list[:min(n, len(list))]
}
