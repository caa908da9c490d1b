package search

import (
	"cmp"
	"slices"

	"tengen/board"
	"tengen/eval"
)

// The numbers of balancing, all guessed.
const (
	// balanceOnes and balanceTwos are how many moves, and pairs of moves, are
	// searched: those whose static score is nearest to what is wanted.
	balanceOnes = 48
	balanceTwos = 96
	// balanceLeast is how many are kept when half are dropped after each depth.
	balanceLeast = 6
	// balanceDepth ends a search without other limits, in plies.
	balanceDepth = 12
	// balanceFours is the depth from which on a wider search of fours must not find
	// a win for the side to move in what is offered as even.
	balanceFours = 3
)

// stonesToTry is a move or a pair with how far its score is from the one wanted.
type stonesToTry struct {
	points [2]board.Point
	off    eval.Score
}

// Balance looks for the one or two next stones, 1 or 2 by count, after which the
// score of the side now to move is nearest to bias. The result's PV begins with
// them. found, if given, is told of each improvement.
func (e *Engine) Balance(pos *board.Board, count int, bias eval.Score, lim Limits, ctl *Control, found func(Report)) Result {
	w := e.setUp(pos, &lim, ctl)
	e.table.newSearch()
	maxDepth := min(e.options.MaxDepth, balanceDepth)
	if lim.Depth > 0 {
		maxDepth = min(maxDepth, lim.Depth)
	}
	return w.balance(&lim, count, bias, maxDepth, found)
}

func (w *worker) balance(lim *Limits, count int, bias eval.Score, maxDepth int, found func(Report)) Result {
	tries := w.stonesNear(lim, count, bias)
	r := Result{}
	if len(tries) == 0 {
		r.Forced = true
		return r
	}
	take := func(t stonesToTry, score eval.Score, depth int, line []board.Point) {
		r.Move = t.points[0]
		r.PV = append(append([]board.Point(nil), t.points[:count]...), line...)
		r.Score, r.Depth, r.SelDepth = score, depth, max(depth, w.selDepth)
		r.Nodes, r.Elapsed = w.nodes, w.ctl.Elapsed()
		w.ctl.setBest(r.Move)
		if found != nil {
			found(r.Report)
		}
	}
	take(tries[0], bias, 0, nil)
	for ply := range count {
		w.frames[ply].static = noStatic
	}
	for depth := 1; depth <= maxDepth && !w.stopped; depth++ {
		w.selDepth = 0
		nearest := 2 * eval.Infinity
		for i := range tries {
			t := tries[i]
			score, line, ok := w.offBalance(t, count, bias, nearest, depth)
			if w.stopped {
				break
			}
			off := max(score-bias, bias-score)
			if !ok || off >= nearest {
				continue
			}
			nearest = off
			tries[i].off = off
			t.off = off
			copy(tries[1:i+1], tries[:i])
			tries[0] = t
			take(t, score, depth, line)
		}
		if len(tries) > balanceLeast {
			tries = tries[:max(balanceLeast, (len(tries)+1)/2)]
		}
		if w.ctl.pastShare(turnShare) {
			break
		}
	}
	r.Nodes, r.Elapsed = w.nodes, w.ctl.Elapsed()
	return r
}

// offBalance plays the stones and searches the position, only to see whether the
// score of the side that plays the first of them is nearer to bias than nearest.
// ok is false when the side then to move has a win by fours.
func (w *worker) offBalance(t stonesToTry, count int, bias, nearest eval.Score, depth int) (score eval.Score, line []board.Point, ok bool) {
	b := w.board
	for ply, p := range t.points[:count] {
		w.frames[ply].played = p
		b.Play(p)
	}
	defer func() {
		for range count {
			b.Undo()
		}
	}()
	alpha, beta := max(-eval.Infinity, bias-nearest), min(eval.Infinity, bias+nearest)
	if count == 1 {
		alpha, beta = -beta, -alpha
	}
	if depth >= balanceFours && w.winByFours(rootFours) > 0 {
		return 0, nil, false
	}
	score = w.node(alpha, beta, depth, count, false)
	f := &w.frames[count]
	line = append(line, f.pv[:f.pvLen]...)
	if count == 1 {
		score = -score
	}
	return score, line, true
}

// stonesNear lists the moves or pairs whose static score is nearest to bias,
// nearest first. None of them wins, and none leaves a five to complete.
func (w *worker) stonesNear(lim *Limits, count int, bias eval.Score) []stonesToTry {
	b := w.board
	var all []stonesToTry
	most := balanceOnes
	if count == 2 {
		most = balanceTwos
	}
	keep := func(t stonesToTry) {
		if len(all) == most && t.off >= all[most-1].off {
			return
		}
		i, _ := slices.BinarySearchFunc(all, t, func(x, y stonesToTry) int {
			return cmp.Or(cmp.Compare(x.off, y.off), cmp.Compare(x.points[0], y.points[0]), cmp.Compare(x.points[1], y.points[1]))
		})
		all = slices.Insert(all, i, t)
		if len(all) > most {
			all = all[:most]
		}
	}
	quiet := func() bool { return b.Count(b.SideToMove(), board.ClassFive) == 0 && !b.LastWins() }
	off := func(s eval.Score) eval.Score { return max(s-bias, bias-s) }
	firsts := lim.Allowed(b)
	for _, p := range firsts.AppendTo(nil) {
		if len(all) > 0 && (w.ctl.Stopped() || w.ctl.pastHard()) {
			break
		}
		b.Play(p)
		switch {
		case count == 1 && quiet():
			keep(stonesToTry{points: [2]board.Point{p}, off: off(-w.eval.Static(b))})
		case count == 2 && quiet():
			seconds := w.candidates()
			for _, q := range seconds.AppendTo(nil) {
				if !b.Legal(q) {
					continue
				}
				b.Play(q)
				if quiet() {
					keep(stonesToTry{points: [2]board.Point{p, q}, off: off(w.eval.Static(b))})
				}
				b.Undo()
			}
		}
		b.Undo()
	}
	if len(all) > 0 {
		return all
	}
	// Nothing quiet: any stones will do.
	moves := firsts.AppendTo(nil)
	switch {
	case count == 1 && len(moves) > 0:
		all = append(all, stonesToTry{points: [2]board.Point{moves[0]}})
	case count == 2 && len(moves) > 1:
		all = append(all, stonesToTry{points: [2]board.Point{moves[0], moves[1]}})
	}
	return all
}
