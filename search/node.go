package search

import (
	"tengen/board"
	"tengen/eval"
)

// Margins and depths of the selective steps, in points of the static score and in
// plies. All are guesses; docs/strength.md says what the matches gave.
const (
	razorDepth     = 3
	razorMargin    = 110 // a ply
	futilityMargin = 85  // a ply
	nullDepth      = 4
	nullMargin     = 40
	nullReduction  = 3
	thinDepth      = 4  // reduce from here on when the table knows no move
	quietFutility  = 95 // a ply
	highMargin     = 30 // above beta by this and more a ply a cut node is reduced
	minLateDepth   = 2
	firstLate      = 2  // the first move that may be reduced, from 1; 4 at the root
	deeperMargin   = 40 // a reduced move that is better than alpha by this, and
	deeperPly      = 10 // this a ply of reduction, is searched a ply deeper,
	deeperUntil    = 40 // as long as this ply is not passed
	singularDepth  = 6
	singularStale  = 3 // plies that the table's depth may be behind
	singularMargin = 2 // a ply
	threatsDepth   = 4
	threatsNodes   = 100
	// threatsPlies is the distance given to a win by threats, whose length is not
	// worked out at a node.
	threatsPlies = 25
)

// moveLimit is how many moves a node of the given depth tries once it has one that
// does not lose: few near the horizon, more above, half where the position has not
// got better for the side to move.
func moveLimit(depth int, improving bool) int {
	n := 4 + 3*max(depth, 0)/2
	if !improving {
		n = (n + 1) / 2
	}
	return n
}

// node searches the worker's position to the given depth in plies and returns its
// score for the side to move. Scores are fail-soft: outside alpha and beta they
// are bounds. cut says that a score above beta is expected. The result means
// nothing once the worker is stopped.
func (w *worker) node(alpha, beta eval.Score, depth, ply int, cut bool) eval.Score {
	w.nodes++
	f := &w.frames[ply]
	f.pvLen, f.static = 0, noStatic
	w.frames[ply+1].killers = [2]board.Point{}
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
	pv := beta-alpha > 1
	e, found := w.table.probe(b.Hash())
	testing := f.excluded != board.NoPoint
	if found && !pv && e.depth >= depth && !testing {
		s := toNode(e.score, ply)
		if e.bound == boundExact || e.bound == boundLower && s >= beta || e.bound == boundUpper && s <= alpha {
			return s
		}
	}
	tableMove := board.NoPoint
	if found {
		tableMove = e.move
	}
	me := b.SideToMove()
	opp := me.Other()
	quiet := f.facts.verdict == open

	// Step 4. At the horizon a quiet position is worth its static score, unless
	// continuous fours win it.
	if depth <= 0 && f.facts.verdict != stopFive {
		if quiet {
			if s := w.eval.Static(b); s >= beta {
				return s
			}
		}
		if plies := w.winAtLeaf(); plies > 0 {
			return eval.WinIn(ply + plies)
		}
		if w.stopped {
			return 0
		}
		if quiet {
			return w.eval.Static(b)
		}
	}

	improving := false
	if quiet {
		f.static = w.eval.Static(b)
		improving = ply >= 2 && w.frames[ply-2].static != noStatic && f.static > w.frames[ply-2].static
	}
	// A score from the table says more than the static one where its bound allows.
	static := f.static
	if quiet && found && !w.exact {
		if s := toNode(e.score, ply); e.bound == boundExact || e.bound == boundLower && s > static || e.bound == boundUpper && s < static {
			static = s
		}
	}
	if quiet && !pv && !w.exact && !testing {
		// Step 5. Razoring: far below alpha only fours can help.
		if depth <= razorDepth && static+razorMargin*eval.Score(depth) <= alpha {
			if plies := w.winAtLeaf(); plies > 0 {
				return eval.WinIn(ply + plies)
			}
			if w.stopped {
				return 0
			}
			if depth <= 2 {
				return static
			}
		}
		calm := b.Count(opp, board.ClassFourThree) == 0 && b.Count(opp, board.ClassFourPlus) == 0
		// Step 6. Futility: far above beta a calm position stays there.
		if calm && static-futilityMargin*eval.Score(depth) >= beta && !beta.IsWin() && !beta.IsLoss() {
			return static
		}
		// Step 7. Null move: when even a pass keeps the score above beta.
		if depth >= nullDepth && calm && static >= beta+nullMargin && !beta.IsWin() && w.frames[ply-1].played != board.NoPoint {
			f.played = board.NoPoint
			b.Pass()
			s := -w.node(-beta, -beta+1, depth-nullReduction-depth/4, ply+1, !cut)
			b.Undo()
			if w.stopped {
				return 0
			}
			if s >= beta {
				if s.IsWin() {
					s = beta
				}
				return s
			}
		}
	}

	// Step 8. Continuous threats, once a position, where there is a three to begin with
	// and the static score is not good enough already.
	if quiet && !found && depth >= threatsDepth && static < beta && !w.exact && w.hasThrees(me) {
		if w.prover.prove(threatsNodes) == proven {
			s := eval.WinIn(ply + min(threatsPlies, w.room()))
			w.table.store(b.Hash(), entry{score: fromNode(s, ply), depth: depth + 2, bound: boundLower})
			return s
		}
		if w.stopped {
			return 0
		}
	}

	// Step 9. Without a move from the table this is not worth full depth.
	if depth >= thinDepth && tableMove == board.NoPoint && quiet && !w.exact {
		depth--
	}

	// Step 10. When all other moves fall well short of the table's move it is looked
	// at more deeply; when another is above beta too this node needs no more proof.
	extension := 0
	if quiet && !w.exact && !testing && depth >= singularDepth && found && tableMove != board.NoPoint &&
		e.bound != boundUpper && e.depth >= depth-singularStale && !e.score.IsWin() && !e.score.IsLoss() && b.Legal(tableMove) {
		edge := e.score - eval.Score(singularMargin*depth)
		f.excluded = tableMove
		s := w.node(edge-1, edge, depth/2, ply, cut)
		f.excluded, f.pvLen = board.NoPoint, 0
		if w.stopped {
			return 0
		}
		switch {
		case s < edge:
			extension = 1
		case edge >= beta && !pv:
			return edge
		}
	}

	// Step 11. The moves: forced replies, or the best candidates.
	var set board.PointSet
	if quiet {
		set = w.candidates()
	} else {
		set = f.facts.replies
	}
	moves := w.collect(ply, &set, tableMove)
	if len(moves) == 0 {
		return 0 // nothing left that may be played
	}

	// Step 12. A forced reply costs no depth.
	next := depth - 1
	if f.facts.verdict == stopFive {
		next = depth
	}

	// A cut node whose static score is well above beta will hardly need full depth.
	if quiet && cut && !pv && !w.exact && f.static >= beta+highMargin+10*eval.Score(depth) && next > 1 {
		next--
	}

	best, bestMove, oldAlpha := -eval.Infinity, board.NoPoint, alpha
	tried := 0
	for i := range moves {
		if tried >= w.width && f.facts.verdict != stopFive {
			break
		}
		p := pickNext(moves, i)
		if p == f.excluded || !b.Legal(p) {
			continue
		}
		attacking := b.Class(p, me) >= board.ClassThree
		plain := quiet && b.Class(p, me) < board.ClassClosedThree && b.Class(p, opp) < board.ClassThree

		// Step 13. Late moves are left out once one is known that does not lose.
		if best > eval.LossIn(maxPly) && f.facts.verdict != stopFive && !w.exact {
			if tried >= moveLimit(depth, improving) {
				break
			}
			if plain && !pv && tried > 2 && depth < 6 && f.static+quietFutility*eval.Score(depth+1) <= alpha {
				continue
			}
		}
		tried++

		// Step 14. Late moves are searched less deep at first.
		reduction := 0
		if depth >= minLateDepth && tried >= firstLate && f.facts.verdict != stopFive && !w.exact {
			r := int(reductions[min(depth, maxPly-1)][min(tried, 63)])
			if pv {
				r -= 16
			}
			if cut {
				r += 28
			}
			if !improving && !pv && r > 16 {
				r += 16
			}
			if !plain {
				r -= 6
			}
			r -= int(*w.history.of(me, p, attacking)) / 320
			reduction = max(0, min(r/16, next))
		}

		f.played = p
		b.Play(p)
		var s eval.Score
		full := next
		switch {
		case tried == 1:
			if p == tableMove {
				full += extension
			}
			s = -w.node(-beta, -alpha, full, ply+1, !pv && !cut)
		default:
			s = -w.node(-alpha-1, -alpha, next-reduction, ply+1, true)
			if s > alpha && reduction > 0 && !w.stopped {
				if s > alpha+deeperMargin+deeperPly*eval.Score(reduction) && reduction > 1 && ply < deeperUntil {
					full++
				}
				s = -w.node(-alpha-1, -alpha, full, ply+1, !cut)
			}
			if s > alpha && s < beta && !w.stopped {
				s = -w.node(-beta, -alpha, full, ply+1, false)
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
				if pv {
					w.setPV(ply, p)
				}
				if s >= beta {
					w.noteCutoff(moves[:i], p, depth, ply, quiet)
					break
				}
			}
		}
	}
	if tried == 0 {
		return 0
	}

	// Step 15. Remember, unless a move was left out.
	if testing {
		return best
	}
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

// noteCutoff rewards the move p that made a cutoff and marks down those tried
// before it.
func (w *worker) noteCutoff(before []scored, p board.Point, depth, ply int, quiet bool) {
	if !quiet || depth <= 0 {
		return
	}
	b := w.board
	me := b.SideToMove()
	bonus := historyBonus(depth)
	bump(w.history.of(me, p, b.Class(p, me) >= board.ClassThree), bonus)
	for _, m := range before {
		bump(w.history.of(me, m.point, b.Class(m.point, me) >= board.ClassThree), -bonus)
	}
	if k := &w.frames[ply].killers; k[0] != p {
		k[1], k[0] = k[0], p
	}
	if last, c := b.Last(); last != board.NoPoint {
		w.history.counter[c&1][last] = p
	}
}

// candidates are the moves of a node in which nothing is forced.
func (w *worker) candidates() board.PointSet {
	set := w.board.Candidates()
	if set == (board.PointSet{}) {
		set = *w.board.Empties()
	}
	return set
}

// hasThrees says whether a colour can make an open three or a four-three.
func (w *worker) hasThrees(c board.Color) bool {
	b := w.board
	return b.Count(c, board.ClassThree)+b.Count(c, board.ClassThreePlus)+b.Count(c, board.ClassDoubleThree)+b.Count(c, board.ClassFourThree) > 0
}
