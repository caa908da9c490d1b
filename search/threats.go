package search

import (
	"math/bits"

	"tengen/board"
	"tengen/eval"
)

// verdict is what the fives and open fours on the board leave to search.
type verdict uint8

const (
	open         verdict = iota // nothing is forced: any candidate may be tried
	decided                     // score says how it ends, without a search
	stopFive                    // only the replies that stop the opponent's five
	stopOpenFour                // only replies that stop his open four, or own fours
)

// facts is the outcome of judging a node by its threats.
type facts struct {
	verdict verdict
	score   eval.Score     // decided: counted from the root
	winner  board.Point    // decided by an own threat: the point to play
	replies board.PointSet // stopFive, stopOpenFour: legal ones only
}

// judge decides a node by the threat counts alone where they allow it:
//
//   - an own five wins at once;
//   - with an opponent's five on the board only the replies count that leave him
//     no winning completion, and without one the position is lost;
//   - an own open four, or two fours, then wins in three plies, whatever the reply;
//   - an opponent's open four leaves the replies that take it away and own fours,
//     and without either the position is lost in four plies.
//
// Each is exact under every rule: completions, open fours and stops are judged by
// the rule, points that renju may forbid to Black are in none of the counts, and
// a stone of the opponent's never makes a shape better. room is how many stones
// may still be placed before the game is a draw.
func (w *worker) judge(f *facts, ply, room int) {
	b := w.board
	me := b.SideToMove()
	opp := me.Other()
	f.winner = board.NoPoint
	switch {
	case room <= 0:
		f.verdict, f.score = decided, 0
	case b.Count(me, board.ClassFive) > 0:
		f.verdict, f.score = decided, eval.WinIn(ply+1)
		f.winner = b.Fives(me).First()
	case b.Count(opp, board.ClassFive) > 0 && room >= 2:
		f.verdict, f.replies = stopFive, b.FiveStops(opp)
		w.dropForbidden(&f.replies, me)
		if f.replies == (board.PointSet{}) {
			f.verdict, f.score = decided, eval.LossIn(ply+2)
		}
	case b.Count(me, board.ClassOpenFour) > 0 && room >= 3:
		f.verdict, f.score = decided, eval.WinIn(ply+3)
		f.winner = b.OpenFours(me).First()
	case b.Count(opp, board.ClassOpenFour) > 0 && room >= 4:
		f.verdict, f.replies = stopOpenFour, b.OpenFourStops(opp)
		f.replies.Union(b.Fours(me))
		w.addUnsureFours(&f.replies, me)
		w.dropForbidden(&f.replies, me)
		if f.replies == (board.PointSet{}) {
			f.verdict, f.score = decided, eval.LossIn(ply+4)
		}
	default:
		f.verdict = open
	}
}

// addUnsureFours adds the points where Black makes a four and renju has yet to say
// whether he may.
func (w *worker) addUnsureFours(s *board.PointSet, me board.Color) {
	b := w.board
	if b.Count(me, board.ClassMaybeForbidden) == 0 {
		return
	}
	unsure := b.MaybeForbiddens(me)
	for y := board.FirstRow; y < board.EndRow; y++ {
		for m := unsure[y]; m != 0; m &= m - 1 {
			p := board.PointOf(y, bits.TrailingZeros32(m))
			for d := board.Direction(0); d < board.Directions; d++ {
				if b.Shape(p, me, d).IsFour() {
					s.Add(p)
				}
			}
		}
	}
}

// dropForbidden takes the points out that renju forbids to Black.
func (w *worker) dropForbidden(s *board.PointSet, me board.Color) {
	b := w.board
	if me != board.Black || b.Count(me, board.ClassMaybeForbidden) == 0 {
		return
	}
	unsure := b.MaybeForbiddens(me)
	for y := board.FirstRow; y < board.EndRow; y++ {
		for m := s[y] & unsure[y]; m != 0; m &= m - 1 {
			if p := board.PointOf(y, bits.TrailingZeros32(m)); b.Forbidden(p) {
				s.Remove(p)
			}
		}
	}
}
