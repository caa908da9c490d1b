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
// by what they make and deny and by history.
func (w *worker) collect(ply int, set *board.PointSet, tableMove board.Point) []scored {
	b := w.board
	f := &w.frames[ply]
	me := b.SideToMove()
	counter := board.NoPoint
	if last, c := b.Last(); last != board.NoPoint {
		counter = w.history.counter[c&1][last]
	}
	n := 0
	for y := board.FirstRow; y < board.EndRow; y++ {
		for m := set[y]; m != 0; m &= m - 1 {
			p := board.PointOf(y, bits.TrailingZeros32(m))
			score := w.eval.PointScore(b, p, me)
			score += int32(*w.history.of(me, p, b.Class(p, me) >= board.ClassThree)) / historyShare
			switch p {
			case tableMove:
				score = tableMoveScore
			case counter:
				score += counterScore
			case f.killers[0], f.killers[1]:
				score += killerScore
			}
			f.moves[n] = scored{p, score}
			n++
		}
	}
	return f.moves[:n]
}

// What the memory of earlier cutoffs is worth in the order of moves, in points of
// Weights (guesses): history at its limit counts as historyLimit/historyShare.
const (
	tableMoveScore = 1 << 30 // before all others
	historyShare   = 24
	counterScore   = 120
	killerScore    = 100
)
