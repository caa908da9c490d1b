package search

import (
	"math/bits"

	"tengen/board"
)

// foursFrame is a level of the search of continuous fours.
type foursFrame struct {
	moves [maxFours]scored
	win   board.Point // the move that won, when one did
}

// maxFours bounds the fours tried at one node; the strongest come first.
const maxFours = 64

// foursLimits bound one search of continuous fours (guesses).
type foursLimits struct {
	fours int // own fours along a line
	plain int // of these, from the start, how many may make a four and nothing else
	nodes uint64
}

var (
	rootFours = foursLimits{fours: maxFoursLine, plain: maxFoursLine, nodes: 30_000}
	leafFours = foursLimits{fours: 8, plain: 1, nodes: 30}
)

// maxFoursLine bounds the fours along a line, and so the levels of the search.
const maxFoursLine = 40

// winByFours looks for a win by continuous fours for the side to move: each move
// makes a four, every reply that stops it is tried, and it ends in a five that
// cannot be stopped. It returns the plies to the win, or 0 for none found within
// the limits. The plies are those of the line found, not always the shortest; the
// first move is then in fours[0].win.
func (w *worker) winByFours(l foursLimits) int {
	w.foursLimits, w.foursEnd = l, w.nodes+l.nodes
	return w.attackByFours(l.fours, 0)
}

// winAtLeaf is winByFours within the limits of a leaf. In an exact search nothing is
// left out beforehand.
func (w *worker) winAtLeaf() int {
	if !w.exact && !w.mayWinByFours() {
		return 0
	}
	return w.winByFours(leafFours)
}

// mayWinByFours is false where a win by continuous fours is unlikely: no four
// would make a closed three or an open two beside it, and there are too few to help each
// other (seven wins in 10,000 such leaves).
func (w *worker) mayWinByFours() bool {
	b := w.board
	me := b.SideToMove()
	return b.Count(me, board.ClassFive)+b.Count(me, board.ClassOpenFour)+b.Count(me, board.ClassFourPlus)+
		b.Count(me, board.ClassFourThree)+b.Count(me, board.ClassMaybeForbidden) > 0 || b.Count(me, board.ClassFour) > fewFours
}

// fewFours is a guess: two lines of three with two points each.
const fewFours = 4

// attackByFours is a level of winByFours with the attacker to move and left more
// fours to make.
func (w *worker) attackByFours(left, level int) int {
	b := w.board
	w.nodes++
	if w.poll() {
		return 0
	}
	me := b.SideToMove()
	opp := me.Other()
	room := w.drawAt - b.Stones()
	if room <= 0 {
		return 0
	}
	if b.Count(me, board.ClassFive) > 0 {
		return 1
	}
	if left == 0 || room < 3 {
		return 0
	}
	var stops *board.PointSet
	if b.Count(opp, board.ClassFive) > 0 {
		s := b.FiveStops(opp)
		stops = &s
	} else if b.Count(me, board.ClassOpenFour) > 0 {
		return 3
	}
	if b.Count(me, board.ClassFour)+b.Count(me, board.ClassFourPlus)+b.Count(me, board.ClassFourThree)+
		b.Count(me, board.ClassOpenFour)+b.Count(me, board.ClassMaybeForbidden) == 0 {
		return 0
	}
	if w.knownNoFours(b.Hash(), left) {
		return 0
	}

	f := &w.fours[level]
	n := w.collectFours(f, me, stops, level >= w.foursLimits.plain)
	for i := 0; i < n; i++ {
		if w.nodes >= w.foursEnd {
			return 0
		}
		p := pickNext(f.moves[:n], i)
		b.Play(p)
		plies := w.answerFour(left, level)
		b.Undo()
		if w.stopped {
			return 0
		}
		if plies > 0 {
			f.win = p
			return plies + 1
		}
	}
	if w.nodes < w.foursEnd {
		w.noteNoFours(b.Hash(), left)
	}
	return 0
}

// answerFour tries every reply to the four just made. It returns the plies to the
// attacker's win from here, or 0 if a reply holds.
func (w *worker) answerFour(left, level int) int {
	b := w.board
	defender := b.SideToMove()
	attacker := defender.Other()
	if b.Count(attacker, board.ClassFive) == 0 || b.Count(defender, board.ClassFive) > 0 {
		return 0
	}
	replies := b.FiveStops(attacker)
	w.dropForbidden(&replies, defender)
	longest := 2 // any move, then the five
	if w.drawAt-b.Stones() < 2 {
		return 0
	}
	for y := board.FirstRow; y < board.EndRow; y++ {
		for m := replies[y]; m != 0; m &= m - 1 {
			b.Play(board.PointOf(y, bits.TrailingZeros32(m)))
			plies := w.attackByFours(left-1, level+1)
			b.Undo()
			if plies == 0 {
				return 0
			}
			longest = max(longest, plies+1)
		}
	}
	return longest
}

// collectFours lists the fours that me may play: those among stops alone where the
// opponent's five must be stopped, and with promising none that make nothing else.
func (w *worker) collectFours(f *foursFrame, me board.Color, stops *board.PointSet, promising bool) int {
	b := w.board
	set := *b.Fours(me)
	set.Union(b.OpenFours(me))
	w.addUnsureFours(&set, me)
	if stops != nil {
		set.Intersect(stops)
	}
	w.dropForbidden(&set, me)
	last, _ := b.Nth(2)
	n := 0
	for y := board.FirstRow; y < board.EndRow; y++ {
		for m := set[y]; m != 0 && n < maxFours; m &= m - 1 {
			p := board.PointOf(y, bits.TrailingZeros32(m))
			if promising && b.Class(p, me) == board.ClassFour {
				continue
			}
			score := w.eval.PointScore(b, p, me)
			if last != board.NoPoint && near(p, last) {
				score += nearLastFour
			}
			f.moves[n] = scored{p, score}
			n++
		}
	}
	return n
}

// nearLastFour is what it is worth, in order, for a four to lie near the four
// before (a guess, in points of Weights).
const nearLastFour = 300

// near says whether two points lie within four columns and rows of each other.
func near(p, q board.Point) bool {
	dx, dy := p.X()-q.X(), p.Y()-q.Y()
	return dx >= -4 && dx <= 4 && dy >= -4 && dy <= 4
}

// foursCache remembers positions without a win by continuous fours.
type foursCache [1 << 16]struct {
	hash uint64
	left int32
}

func (w *worker) knownNoFours(hash uint64, left int) bool {
	e := &w.noFours[hash>>32%uint64(len(w.noFours))]
	return e.hash == hash && int(e.left) >= left
}

func (w *worker) noteNoFours(hash uint64, left int) {
	e := &w.noFours[hash>>32%uint64(len(w.noFours))]
	e.hash, e.left = hash, int32(left)
}
