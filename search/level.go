package search

import (
	"fmt"

	"tengen/board"
	"tengen/eval"
)

// FullStrength is the level at which nothing is held back; the weakest is 1.
const FullStrength = 10

// ParseLevel checks a level.
func ParseLevel(n int) error {
	if n < 1 || n > FullStrength {
		return fmt.Errorf("level %d: allowed are 1 (weakest) to %d (full strength)", n, FullStrength)
	}
	return nil
}

// level is how a player below full strength chooses: from the point scores alone
// or by a search of few plies and moves, each with an error that is drawn from the
// seed, the position and the move. Nothing of it depends on the clock or on what
// was searched before, so the same seed answers the same position alike.
type level struct {
	depth int // plies; 0: point scores, without search
	width int // moves considered, the best-looking ones
	// blur is the error of a point score, in hundredths of it, at most 99: a move
	// can look up to so much better or worse than it is.
	blur int
	// slip is the error of a searched score, in points of the static score; small
	// errors are likelier than large ones (the sum of two even draws).
	slip eval.Score
	// blind is how often, in hundredths of the moves, the opponent's threats are
	// not looked at. Only levels 1 and 2 have it: above them no own five is
	// missed, and no open four against it.
	blind int
	// fours says that wins by continuous fours are looked for before all else.
	fours bool
}

// levels are the settings below full strength, by level. They were set by hand so
// that each level beats the one below in 65 to 85 of 100 games: docs/levels.md has
// the figures, `make ladder` measures them.
var levels = [FullStrength]level{
	1: {width: 24, blur: 90, blind: 35},
	2: {width: 16, blur: 75, blind: 10},
	3: {width: 12, blur: 60},
	4: {depth: 1, width: 6, slip: 270},
	5: {depth: 1, width: 8, slip: 80},
	6: {depth: 2, width: 10, slip: 62},
	7: {depth: 3, width: 12, slip: 35},
	8: {depth: 5, width: 16, slip: 55, fours: true},
	9: {depth: 7, width: 20, slip: 25, fours: true},
}

// levelTable is the size of the table that levels below full strength search with,
// in bytes. It starts empty for every move.
const levelTable = 1 << 20

// searchLevel is Search for the levels below full strength.
func (e *Engine) searchLevel(pos *board.Board, lim Limits, ctl *Control, report func(Report)) Result {
	e.levelTable.resize(levelTable) // makes it, the first time
	e.levelTable.clear()
	e.levelTable.newSearch()
	w := e.worker
	w.begin(pos, e.evaluatorFor(pos.Rule()), &e.levelTable, ctl)
	w.forget()
	for i := range w.frames {
		w.frames[i].killers = [2]board.Point{}
	}
	l := &levels[max(1, lim.Level)]
	w.width, w.maxNodes = l.width, lim.Nodes
	w.drawAt = maxMoves + 1
	if lim.DrawAt > 0 {
		w.drawAt = lim.DrawAt
	}
	first := Greedy(w.board, w.eval)
	ctl.setBest(first)
	depth := l.depth
	if lim.Depth > 0 {
		depth = min(depth, lim.Depth)
	}
	r := w.levelRoot(l, dice(lim.Seed), first, depth, report)
	r.Nodes, r.Elapsed = w.nodes, ctl.Elapsed()
	return r
}

// dice draws errors: the same for the same seed, position and move.
type dice uint64

// roll gives 32 even bits for a move p in a position, and a use of its own for
// each n.
func (d dice) roll(hash uint64, p board.Point, n uint64) uint32 {
	// The finalizer of splitmix64 (Steele, Lea, Flood 2014), twice.
	x := uint64(d)*0x9e3779b97f4a7c15 ^ hash
	for _, more := range [2]uint64{uint64(p), n} {
		x += 0x9e3779b97f4a7c15 * (more + 1)
		x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
		x = (x ^ x>>27) * 0x94d049bb133111eb
		x ^= x >> 31
	}
	return uint32(x >> 32)
}

// even draws evenly from -most to most.
func (d dice) even(hash uint64, p board.Point, n uint64, most int64) int64 {
	return int64(d.roll(hash, p, n))*(2*most+1)>>32 - most
}

// slip is the error of the searched score of a move.
func (d dice) slip(hash uint64, p board.Point, most eval.Score) eval.Score {
	return eval.Score(d.even(hash, p, 1, int64(most))+d.even(hash, p, 2, int64(most))) / 2
}

// levelRoot chooses a move of the level; first is what to give if nothing better
// comes of it.
func (w *worker) levelRoot(l *level, d dice, first board.Point, depth int, report func(Report)) Result {
	b := w.board
	r := Result{Move: first, Forced: true}
	if first == board.NoPoint || b.Stones() == 0 {
		return r
	}
	hash := b.Hash()
	f := &w.frames[0]
	w.judge(&f.facts, 0, w.drawAt-b.Stones())
	if int(d.roll(hash, board.NoPoint, 3)%100) < l.blind {
		f.facts.verdict = open // looks at nothing but what it likes
		r.Move = w.levelPoint(l, d, true)
		r.Forced = false
		return r
	}
	if f.facts.verdict == decided {
		r.Score, r.Proven = f.facts.score, true
		if f.facts.winner != board.NoPoint {
			r.Move, r.PV = f.facts.winner, []board.Point{f.facts.winner}
		}
		return r
	}
	if l.fours {
		if plies := w.winByFours(rootFours); plies > 0 {
			r.Move, r.PV = w.fours[0].win, []board.Point{w.fours[0].win}
			r.Score, r.Proven = eval.WinIn(plies), true
			return r
		}
	}
	moves := w.rootMoves(first)
	switch len(moves) {
	case 0:
		return r
	case 1:
		r.Move = moves[0].point
		return r
	}
	r.Forced = false
	if depth == 0 {
		r.Move = w.levelPoint(l, d, false)
		return r
	}
	r.Move = moves[0].point
	f.static = w.eval.Static(b)
	for n := 1; n <= depth && !w.stopped; n++ {
		w.selDepth = 0
		s, ok := w.levelNode(moves, n, func(p board.Point) eval.Score { return d.slip(hash, p, l.slip) })
		r.Move = moves[0].point
		w.ctl.setBest(r.Move)
		if !ok {
			break
		}
		r.Depth, r.SelDepth, r.Score = n, w.selDepth, s
		r.PV = append(r.PV[:0:0], f.pv[:f.pvLen]...)
		r.Nodes, r.Elapsed = w.nodes, w.ctl.Elapsed()
		if report != nil {
			report(r.Report)
		}
		if w.ctl.pastShare(turnShare) {
			break
		}
	}
	return r
}

// levelNode is rootNode with an error on the score of each move: the best by score
// and error together goes to the front. It returns the score without the error.
func (w *worker) levelNode(moves []scored, depth int, slip func(board.Point) eval.Score) (score eval.Score, ok bool) {
	b := w.board
	f := &w.frames[0]
	best := -eval.Infinity
	for i := range moves {
		p := moves[i].point
		n := slip(p)
		f.played = p
		b.Play(p)
		// A move is of interest when it is better than the best one, the errors of
		// both included.
		alpha := max(-eval.Infinity, min(eval.Infinity-1, best-n))
		var s eval.Score
		if i > 0 {
			s = -w.node(-alpha-1, -alpha, depth-1, 1, true)
		}
		if (i == 0 || s > alpha) && !w.stopped {
			s = -w.node(-eval.Infinity, -alpha, depth-1, 1, false)
		}
		b.Undo()
		if w.stopped {
			return score, false
		}
		if s+n > best {
			best, score = s+n, s
			w.setPV(0, p)
			m := moves[i]
			copy(moves[1:i+1], moves[:i])
			moves[0] = m
		}
	}
	return score, true
}

// levelPoint chooses by the point scores and their errors alone, among the moves
// that the facts at the root leave, or for a blind one among all and by what it
// makes itself.
func (w *worker) levelPoint(l *level, d dice, blind bool) board.Point {
	b := w.board
	moves := w.rootMoves(board.NoPoint)
	me, hash := b.SideToMove(), b.Hash()
	best, bestScore := board.NoPoint, int64(-1)
	for _, m := range moves {
		attack, defence := w.eval.PointParts(b, m.point, me)
		score := int64(attack)
		if !blind {
			score += int64(defence)
		}
		score = score * (100 + d.even(hash, m.point, 4, int64(l.blur)))
		if score > bestScore {
			best, bestScore = m.point, score
		}
	}
	return best
}
