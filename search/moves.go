package search

import (
	"math/bits"

	"tengen/board"
)

// scored is a move with the number that orders it, larger first.
type scored struct {
	point board.Point
	score int32
}

// maxMoves bounds the moves of a node: every point of the largest board.
const maxMoves = board.MaxSize * board.MaxSize

// pickNext moves the best of moves[i:] to i and gives it. Of equal ones the first
// listed is best, so that the order is the same everywhere.
func pickNext(moves []scored, i int) board.Point {
	best := i
	for k := i + 1; k < len(moves); k++ {
		if moves[k].score > moves[best].score {
			best = k
		}
	}
	m := moves[best]
	copy(moves[i+1:best+1], moves[i:best])
	moves[i] = m
	return m.point
}

// collect lists the points of set with their order: the table's move first, then
// by what they make and deny.
func (w *worker) collect(f *frame, set *board.PointSet, tableMove board.Point) []scored {
	b := w.board
	me := b.SideToMove()
	n := 0
	for y := board.FirstRow; y < board.EndRow; y++ {
		for m := set[y]; m != 0; m &= m - 1 {
			p := board.PointOf(y, bits.TrailingZeros32(m))
			score := w.eval.PointScore(b, p, me)
			if p == tableMove {
				score = tableMoveScore
			}
			f.moves[n] = scored{p, score}
			n++
		}
	}
	return f.moves[:n]
}

// tableMoveScore puts the table's move before all others.
const tableMoveScore = 1 << 30
