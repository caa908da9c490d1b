package search

import (
	"time"

	"tengen/board"
	"tengen/eval"
)

// The part of the soft time, in hundredths, after which no further iteration is
// begun (guesses). Without a harder limit behind it the time is there to be used:
// a deeper look at the best move is worth something even when the iteration cannot
// finish. Where time saved now can be spent on a later move, a best move that has
// stood for some iterations ends the search early, and a new one or a falling score
// prolongs it.
const (
	turnShare     = 90
	stableShare   = 45
	settledShare  = 70
	changedShare  = 130
	fallingShare  = 40 // on top
	stableAfter   = 3  // iterations with the same best move
	fallingMargin = 60 // points
)

// iterationShare is the share that holds after an iteration which left the best
// move the same or not, and changed its score.
func (w *worker) iterationShare(same bool, change eval.Score) int64 {
	if !same {
		w.stable = 0
	} else {
		w.stable++
	}
	if !w.ctl.elastic() {
		return turnShare
	}
	share := int64(settledShare)
	switch {
	case w.stable == 0:
		share = changedShare
	case w.stable >= stableAfter:
		share = stableShare
	}
	if change <= -fallingMargin {
		share += fallingShare
	}
	return share
}

// window is the half width of the first aspiration window, in points (a guess).
const window eval.Score = 60

// root searches deeper and deeper. first is the move to give if nothing better
// comes of it.
func (w *worker) root(first board.Point, maxDepth int, report func(Report)) Result {
	b := w.board
	r := Result{Move: first}
	finish := func() Result {
		r.Nodes, r.Elapsed = w.nodes, w.ctl.Elapsed()
		return r
	}
	f := &w.frames[0]
	w.judge(&f.facts, 0, w.drawAt-b.Stones())
	switch f.facts.verdict {
	case decided:
		r.Forced, r.Proven, r.Score = true, true, f.facts.score
		if f.facts.winner != board.NoPoint {
			r.Move, r.PV = f.facts.winner, []board.Point{f.facts.winner}
		}
		return finish()
	case stopFive, stopOpenFour:
		if f.facts.replies.Len() == 1 {
			r.Move, r.Forced = f.facts.replies.First(), true
			r.PV = []board.Point{r.Move}
			return finish()
		}
	}

	// A win by continuous fours needs no wider search.
	if plies := w.winByFours(rootFours); plies > 0 {
		r.Score, r.Proven = eval.WinIn(plies), true
		r.Move = w.fours[0].win
		r.PV = []board.Point{r.Move}
		return finish()
	}

	budget := w.threatBudget()
	if w.prover.prove(budget) == proven {
		if p := w.prover.firstThreat(); p != board.NoPoint {
			r.Score, r.Move, r.PV = eval.WinIn(min(maxThreatPlies, w.room())), p, []board.Point{p}
			w.ctl.setBest(p)
			// The length of the win is known only from the whole proof.
			if proof, err := w.prover.extract(rootTree); err == nil {
				r.Score, r.Proven, r.Move, r.PV = eval.WinIn(proof.Plies), true, proof.Move, proof.MainLine()
			}
			return finish()
		}
	}

	moves := w.dropLosing(w.rootMoves(first), budget)
	if len(moves) == 0 {
		return finish()
	}
	if len(moves) == 1 {
		r.Move, r.Forced, r.PV = moves[0].point, true, []board.Point{moves[0].point}
		return finish()
	}
	r.Move = moves[0].point
	w.history.age()
	f.static = w.eval.Static(b)
	for depth := 1; depth <= maxDepth && !w.stopped; depth++ {
		w.selDepth = 0
		w.watch(RootDepth, board.NoPoint)
		before := r
		s, ok := w.iterate(moves, depth, r.Score)
		if ok || f.pvLen > 0 {
			r.Move = f.pv[0]
			r.PV = append(r.PV[:0:0], f.pv[:f.pvLen]...)
			w.ctl.setBest(r.Move)
		}
		if !ok {
			break
		}
		r.Depth, r.SelDepth, r.Score = depth, w.selDepth, s
		finish()
		if report != nil {
			report(r.Report)
		}
		share := w.iterationShare(r.Move == before.Move, s-before.Score)
		if plies, _, mate := s.Mate(); mate && plies <= depth || w.ctl.pastShare(share) {
			break
		}
	}
	return finish()
}

// threatBudget is how many nodes the searches for wins by threats at the root may
// take together, about an eighth of the whole (a guess).
func (w *worker) threatBudget() uint64 {
	if w.maxNodes > 0 {
		return w.maxNodes / 16
	}
	if soft := w.ctl.soft.Load(); soft < int64(maxThreatTime) {
		return max(minThreatNodes, uint64(soft)/uint64(threatNodeTime))
	}
	return maxThreatNodes
}

const (
	threatNodeTime = 20 * time.Microsecond // of the limit, a node
	maxThreatTime  = 4 * time.Second
	minThreatNodes = 50
	maxThreatNodes = 200_000
	rootTree       = 2_000 // moves of the attacker in a proof tree
)

// dropLosing leaves the moves out after which the opponent is proven to win by
// threats; they are looked at only when he would win by threats after a pass. If
// all lose so, all stay.
func (w *worker) dropLosing(moves []scored, budget uint64) []scored {
	b, all := w.board, moves
	if w.stopped || len(moves) < 2 || w.frames[0].facts.verdict != open {
		return moves
	}
	b.Pass()
	threatened := w.prover.prove(budget) == proven
	b.Undo()
	if !threatened {
		return moves
	}
	kept := make([]scored, 0, len(moves))
	for end := w.nodes + 2*budget; len(moves) > 0 && w.nodes < end; moves = moves[1:] {
		b.Play(moves[0].point)
		loses := w.prover.prove(min(end-w.nodes, budget/2)) == proven
		b.Undo()
		if !loses {
			kept = append(kept, moves[0])
		}
	}
	kept = append(kept, moves...)
	if len(kept) == 0 || w.stopped {
		return all
	}
	return kept
}

// rootMoves lists the legal moves of the root in order, the greedy one first, no
// more than the width unless they are forced.
func (w *worker) rootMoves(first board.Point) []scored {
	f := &w.frames[0]
	set := f.facts.replies
	if f.facts.verdict == open {
		set = w.candidates()
		if w.board.Stones() == 0 {
			set = board.PointSet{}
			set.Add(first)
		}
	}
	w.dropForbidden(&set, w.board.SideToMove())
	moves := append([]scored(nil), w.collect(0, &set, first)...)
	for i := range moves {
		pickNext(moves, i)
	}
	if f.facts.verdict == open && len(moves) > w.width {
		moves = moves[:w.width]
	}
	return moves
}

// iterate searches all root moves to a depth, at first within a window around the
// score before. The best move goes to the front; ok is false when the search was
// stopped, and then the root's line holds the best move of those finished, if any.
func (w *worker) iterate(moves []scored, depth int, before eval.Score) (s eval.Score, ok bool) {
	alpha, beta, margin := -eval.Infinity, eval.Infinity, window
	if depth > 3 {
		alpha, beta = before-margin, before+margin
	}
	for {
		s = w.rootNode(moves, alpha, beta, depth)
		switch {
		case w.stopped:
			return s, false
		case s <= alpha && alpha > -eval.Infinity:
			alpha = max(s-margin, -eval.Infinity)
		case s >= beta && beta < eval.Infinity:
			beta = min(s+margin, eval.Infinity)
		default:
			return s, true
		}
		margin *= 4
		if margin > eval.MaxStatic {
			alpha, beta = -eval.Infinity, eval.Infinity
		}
	}
}

// rootNode is node for the root: its moves keep their order between iterations.
func (w *worker) rootNode(moves []scored, alpha, beta eval.Score, depth int) eval.Score {
	f := &w.frames[0]
	f.pvLen = 0
	b := w.board
	best := -eval.Infinity
	for i := range moves {
		p := moves[i].point
		w.watch(RootBegins, p)
		f.played = p
		b.Play(p)
		var s eval.Score
		if i == 0 {
			s = -w.node(-beta, -alpha, depth-1, 1, false)
		} else {
			reduction := w.rootReduction(depth, i)
			s = -w.node(-alpha-1, -alpha, depth-1-reduction, 1, true)
			if s > alpha && reduction > 0 && !w.stopped {
				s = -w.node(-alpha-1, -alpha, depth-1, 1, true)
			}
			if s > alpha && s < beta && !w.stopped {
				s = -w.node(-beta, -alpha, depth-1, 1, false)
			}
		}
		b.Undo()
		if w.stopped {
			return best
		}
		w.watch(RootEnds, p)
		if s.IsLoss() {
			w.watch(RootLoses, p)
		}
		if s > best {
			best = s
			if s > alpha {
				alpha = s
				w.watch(RootBest, p)
				w.setPV(0, p)
				m := moves[i]
				copy(moves[1:i+1], moves[:i])
				moves[0] = m
				if s >= beta {
					break
				}
			}
		}
	}
	return best
}

// rootReduction is how many plies the root's move number i, from 0, is searched
// less deep at first: a ply less than elsewhere.
func (w *worker) rootReduction(depth, i int) int {
	if depth < minLateDepth || i <= firstLate || w.frames[0].facts.verdict != open || w.exact {
		return 0
	}
	r := int(reductions[min(depth, maxPly-1)][min(i+1, 63)]) - 16
	return max(0, min(r/16, depth-1))
}
