package eval

import "tengen/board"

// codeSpace is board.Codes rounded up, so that a masked index needs no bounds check.
const codeSpace = 4096

// Evaluator holds the weights worked out for every pattern code under one rule.
// It is read only once made and may be shared.
type Evaluator struct {
	weights Weights
	rule    board.Rule
	// made is what a stone that makes a pattern code is worth as attack, and
	// denied what keeping the opponent from it is, by colour of the maker.
	made, denied [2][codeSpace]int32
	values       board.Values
	// own and other are the weights of threats of the side to move and the other.
	own, other [threatClasses]Score
}

// New works the weights out for a rule.
func New(w Weights, r board.Rule) *Evaluator {
	e := &Evaluator{weights: w, rule: r, own: w.OwnThreats.byClass(), other: w.OtherThreats.byClass()}
	for code := board.Code(0); code < board.Codes; code++ {
		shapes := board.CodeShapes(code)
		for _, c := range [2]board.Color{board.Black, board.White} {
			forbidden := board.ClassOf(r, c, code) == board.ClassMaybeForbidden
			point, position := w.Point.combined(shapes), w.Position.combined(shapes)
			if forbidden {
				point, position = point/forbiddenShare, position/forbiddenShare
			}
			e.made[c][code] = int32(point * w.Attack / 100)
			e.denied[c][code] = int32(point * w.Defence / 100)
			e.values[c][code] = int16(min(position, maxCodeValue))
		}
	}
	return e
}

const (
	// forbiddenShare divides what a point is worth to Black when renju probably
	// forbids it. A guess.
	forbiddenShare = 8
	// maxCodeValue keeps the sum over 484 points within MaxStatic's order.
	maxCodeValue = 8000
)

// Weights and Rule are as given to New.
func (e *Evaluator) Weights() Weights { return e.weights }
func (e *Evaluator) Rule() board.Rule { return e.rule }

// Values is the table that the board sums for Static: hand it to SetValues.
func (e *Evaluator) Values() *board.Values { return &e.values }

// PointScore is what playing on the empty point p is worth to side: attack times
// what it makes plus defence times what it denies.
func (e *Evaluator) PointScore(b *board.Board, p board.Point, side board.Color) int32 {
	attack, defence := e.PointParts(b, p, side)
	return attack + defence
}

// PointParts gives the two parts of PointScore.
func (e *Evaluator) PointParts(b *board.Board, p board.Point, side board.Color) (attack, defence int32) {
	other := side.Other()
	return e.made[side&1][b.Code(p, side)&(codeSpace-1)], e.denied[other&1][b.Code(p, other)&(codeSpace-1)]
}

// Static is the score of a position for the side to move, from the sums that the
// board keeps. It sees no forced wins: threats of fours are the search's affair.
func (e *Evaluator) Static(b *board.Board) Score {
	side := b.SideToMove()
	other := side.Other()
	initiative := e.weights.Initiative
	s := Score(b.Value(side)*(100+initiative)/100-b.Value(other)*(100-initiative)/100) + Score(e.weights.Tempo)
	for i := range threatClasses {
		if b.Count(side, firstThreat+board.Class(i)) > 0 {
			s += e.own[i]
		}
		if b.Count(other, firstThreat+board.Class(i)) > 0 {
			s -= e.other[i]
		}
	}
	return s.Clamp()
}
