package search

import (
	"slices"

	"tengen/board"
	"tengen/eval"
)

// several says whether the limits ask for more than the one best move of all.
func (l *Limits) several() bool { return l.Lines > 1 || l.Only != nil || l.Except != nil }

// Allowed gives the points of the position where the first move may be: empty,
// legal, and within what the limits say.
func (l *Limits) Allowed(b *board.Board) board.PointSet {
	set := *b.Empties()
	if l.Only != nil {
		set.Intersect(l.Only)
	}
	for _, p := range set.AppendTo(nil) {
		if l.Except != nil && l.Except.Has(p) || !b.Legal(p) {
			set.Remove(p)
		}
	}
	return set
}

// Greedy is the greedy move at once, as of the function Greedy, but within the
// limits; NoPoint if they allow none.
func (l *Limits) Greedy(b *board.Board, e *eval.Evaluator) board.Point {
	first := Greedy(b, e)
	if !l.several() {
		return first
	}
	set := l.Allowed(b)
	if set.Has(first) {
		return first
	}
	return bestPoint(b, e, &set)
}

// bestLines searches for the best moves within the limits, each with a line of its
// own. At every depth the best move is found, then the best of the others, and so
// on. A move that is proven to win is not searched again.
func (w *worker) bestLines(lim Limits, maxDepth int, report func(Report)) Result {
	b := w.board
	set := lim.Allowed(b)
	first := lim.Greedy(b, w.eval)
	r := Result{Move: first}
	f := &w.frames[0]
	w.judge(&f.facts, 0, w.drawAt-b.Stones())
	if lim.Only == nil && lim.Lines <= 1 && (f.facts.verdict == stopFive || f.facts.verdict == stopOpenFour) {
		replies := f.facts.replies
		replies.Intersect(&set)
		if replies.Len() == 1 {
			r.Move, r.Forced, r.PV = replies.First(), true, []board.Point{replies.First()}
		}
	}
	if r.Forced || w.drawAt <= b.Stones() {
		r.Nodes, r.Elapsed = w.nodes, w.ctl.Elapsed()
		r.Lines = []Report{r.Report}
		return r
	}

	moves := w.linesMoves(&lim, set, first)
	n := min(max(1, lim.Lines), len(moves))
	settled := w.settleWins(moves, n)
	lines := append(make([]Report, 0, n), settled...)
	w.history.age()
	f.static = w.eval.Static(b)
	if len(lines) > 0 {
		w.ctl.setBest(lines[0].PV[0])
	}
	for depth := 1; depth <= maxDepth && len(settled) < n && !w.stopped; depth++ {
		found := append(make([]Report, 0, n), settled...)
		w.watch(RootDepth, board.NoPoint)
		for k := len(settled); k < n && !w.stopped; k++ {
			before := f.static
			if k < len(lines) {
				before = lines[k].Score
			}
			w.selDepth = 0
			s, ok := w.iterate(moves[k:], depth, before)
			if !ok && (f.pvLen == 0 || k > 0) {
				break
			}
			line := Report{Rank: k, Depth: depth, SelDepth: w.selDepth, Score: s, PV: append([]board.Point(nil), f.pv[:f.pvLen]...)}
			if !ok && len(lines) > 0 {
				line.Depth, line.Score = lines[0].Depth, lines[0].Score
			}
			line.Nodes, line.Elapsed = w.nodes, w.ctl.Elapsed()
			found = append(found, line)
			if k == 0 {
				w.ctl.setBest(moves[0].point)
			}
			if report != nil && ok {
				report(line)
			}
		}
		lines = mergeLines(found, lines, n)
		sortMoves(moves, lines)
		if allMates(lines, depth) && len(lines) == n || w.ctl.pastShare(turnShare) {
			break
		}
	}
	if len(lines) > 0 {
		r.Move, r.Report = lines[0].PV[0], lines[0]
	}
	r.Nodes, r.Elapsed, r.Lines = w.nodes, w.ctl.Elapsed(), lines
	return r
}

// linesMoves lists the moves to search in order: all of them where the points are
// given, otherwise the candidates, as many as the width or the lines wanted.
func (w *worker) linesMoves(lim *Limits, set board.PointSet, first board.Point) []scored {
	if lim.Only == nil {
		near := w.candidates()
		if w.board.Stones() == 0 && lim.Lines <= 1 {
			near = board.PointSet{}
			near.Add(first)
		}
		near.Intersect(&set)
		if near.Len() >= lim.Lines && near.Len() > 0 {
			set = near
		}
	}
	moves := append([]scored(nil), w.collect(0, &set, first)...)
	for i := range moves {
		pickNext(moves, i)
	}
	if most := max(w.width, lim.Lines); lim.Only == nil && len(moves) > most {
		moves = moves[:most]
	}
	return moves
}

// settleWins moves those that are proven to win to the front and gives their
// lines: fives, an open four, a win by continuous fours or threats. At most n.
func (w *worker) settleWins(moves []scored, n int) (lines []Report) {
	b := w.board
	settle := func(p board.Point, score eval.Score, pv []board.Point) {
		i := slices.IndexFunc(moves, func(m scored) bool { return m.point == p })
		if i < len(lines) || len(lines) == n {
			return // not allowed, or settled before
		}
		m := moves[i]
		copy(moves[len(lines)+1:i+1], moves[len(lines):i])
		moves[len(lines)] = m
		lines = append(lines, Report{Rank: len(lines), Depth: 1, SelDepth: len(pv), Score: score, Proven: true, Nodes: w.nodes, Elapsed: w.ctl.Elapsed(), PV: pv})
	}
	me := b.SideToMove()
	for _, p := range b.Fives(me).AppendTo(nil) {
		settle(p, eval.WinIn(1), []board.Point{p})
	}
	if len(lines) > 0 || w.frames[0].facts.verdict == stopFive {
		return lines
	}
	if b.Count(me, board.ClassOpenFour) > 0 && w.drawAt-b.Stones() >= 3 {
		for _, p := range b.OpenFours(me).AppendTo(nil) {
			settle(p, eval.WinIn(3), []board.Point{p})
		}
		return lines
	}
	if plies := w.winByFours(rootFours); plies > 0 {
		settle(w.fours[0].win, eval.WinIn(plies), []board.Point{w.fours[0].win})
	} else if w.prover.prove(w.threatBudget()) == proven {
		if proof, err := w.prover.extract(rootTree); err == nil {
			settle(proof.Move, eval.WinIn(proof.Plies), proof.MainLine())
		}
	}
	return lines
}

// mergeLines gives the lines found last in order, and behind them as many of the
// ones before as are wanted and have other moves; these are of a lower depth, so
// that their scores do not compare.
func mergeLines(found, before []Report, n int) []Report {
	slices.SortStableFunc(found, func(x, y Report) int { return int(y.Score - x.Score) })
	for _, l := range before {
		if len(found) < n && !slices.ContainsFunc(found, func(f Report) bool { return f.PV[0] == l.PV[0] }) {
			found = append(found, l)
		}
	}
	for i := range found {
		found[i].Rank = i
	}
	return found
}

// sortMoves puts the moves of the lines first, in their order.
func sortMoves(moves []scored, lines []Report) {
	for k, l := range lines {
		i := slices.IndexFunc(moves, func(m scored) bool { return m.point == l.PV[0] })
		if i > k {
			m := moves[i]
			copy(moves[k+1:i+1], moves[k:i])
			moves[k] = m
		}
	}
}

// allMates says whether every line ends the game within the depth, so that going
// deeper changes nothing.
func allMates(lines []Report, depth int) bool {
	for _, l := range lines {
		if plies, _, mate := l.Score.Mate(); !mate || plies > depth && !l.Proven {
			return false
		}
	}
	return true
}
