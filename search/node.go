package search

import (
	"tengen/board"
	"tengen/eval"
)

// node searches the worker's position to the given depth in plies and returns its
// score for the side to move. Scores are fail-soft: outside alpha and beta they
// are bounds. The result means nothing once the worker is stopped.
func (w *worker) node(alpha, beta eval.Score, depth, ply int) eval.Score {
	w.nodes++
	f := &w.frames[ply]
	f.pvLen = 0
	if w.poll() {
		return 0
	}
	w.selDepth = max(w.selDepth, ply)
	b := w.board

	// Step 1. What the threats on the board decide needs no search.
	w.judge(&f.facts, ply, w.drawAt-b.Stones())
	if f.facts.verdict == decided {
		if f.facts.winner != board.NoPoint {
			f.pv[0], f.pvLen = f.facts.winner, 1
		}
		return f.facts.score
	}
	if ply >= maxPly-1 {
		return w.eval.Static(b)
	}

	// Step 2. No line from here can be better than a win in three plies from now
	// or worse than a loss in two.
	alpha, beta = max(alpha, eval.LossIn(ply+2)), min(beta, eval.WinIn(ply+3))
	if alpha >= beta {
		return alpha
	}

	// Step 3. The table.
	open := beta-alpha > 1
	e, found := w.table.probe(b.Hash())
	if found && !open && e.depth >= depth {
		s := toNode(e.score, ply)
		if e.bound == boundExact || e.bound == boundLower && s >= beta || e.bound == boundUpper && s <= alpha {
			return s
		}
	}
	tableMove := board.NoPoint
	if found {
		tableMove = e.move
	}

	// Step 4. At the horizon a quiet position is worth its static score, unless
	// continuous fours win it.
	if depth <= 0 && f.facts.verdict != stopFive {
		if plies := w.winByFours(leafFours); plies > 0 {
			return eval.WinIn(ply + plies)
		}
		if w.stopped {
			return 0
		}
		if f.facts.verdict != stopOpenFour {
			return w.eval.Static(b)
		}
	}

	// Step 5. The moves: forced replies, or the best candidates.
	var set board.PointSet
	if f.facts.verdict == stopFive || f.facts.verdict == stopOpenFour {
		set = f.facts.replies
	} else {
		set = w.candidates()
	}
	moves := w.collect(f, &set, tableMove)
	if len(moves) == 0 {
		return 0 // nothing left that may be played
	}

	// Step 6. A forced reply costs no depth.
	next := depth - 1
	if f.facts.verdict == stopFive {
		next = depth
	}

	// Step 7. Try them.
	best, bestMove, oldAlpha := -eval.Infinity, board.NoPoint, alpha
	tried := 0
	for i := range moves {
		if tried >= w.width && f.facts.verdict != stopFive {
			break
		}
		p := pickNext(moves, i)
		if !b.Legal(p) {
			continue
		}
		tried++
		b.Play(p)
		var s eval.Score
		if tried == 1 {
			s = -w.node(-beta, -alpha, next, ply+1)
		} else {
			s = -w.node(-alpha-1, -alpha, next, ply+1)
			if s > alpha && s < beta {
				s = -w.node(-beta, -alpha, next, ply+1)
			}
		}
		b.Undo()
		if w.stopped {
			return 0
		}
		if s > best {
			best, bestMove = s, p
			if s > alpha {
				alpha = s
				w.setPV(ply, p)
				if s >= beta {
					break
				}
			}
		}
	}
	if tried == 0 {
		return 0
	}

	// Step 8. Remember.
	bnd := boundExact
	switch {
	case best >= beta:
		bnd = boundLower
	case best <= oldAlpha:
		bnd = boundUpper
	}
	w.table.store(b.Hash(), entry{move: bestMove, score: fromNode(best, ply), depth: max(depth, 0), bound: bnd})
	return best
}

// candidates are the moves of a node in which nothing is forced.
func (w *worker) candidates() board.PointSet {
	set := w.board.Candidates()
	if set == (board.PointSet{}) {
		set = *w.board.Empties()
	}
	return set
}
