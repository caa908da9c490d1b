package search

import (
	"tengen/board"
)

// Choice is a decision in an opening in which the sides may be swapped.
type Choice struct {
	Swap   bool          // take the side that is not to move
	Stones []board.Point // else the stones to place: a move, or a pair for the other to choose between
	Report               // of the position as it stands, for the side to move
}

// The numbers of choosing, guessed.
const (
	// evenScore is up to where a position is so near to even that a pair of stones
	// of our own choice is better than either side of it, in points of the static
	// score.
	evenScore = 35
	// chooseShare is how much of the time goes into judging the position, in
	// hundredths; the rest is for the pair.
	chooseShare = 45
	// chooseNodes ends judging and pairing together without other limits.
	chooseNodes = 6_000_000
	// chooseDepth ends the judging without other limits, in plies.
	chooseDepth = 14
)

// Choose judges a position whose side to move may swap sides, play on, or (pair)
// place two stones and let the opponent choose. known is told of each decision as
// it gets better founded, and at once of one that needs no search.
func (e *Engine) Choose(pos *board.Board, pair bool, lim Limits, ctl *Control, known func(Choice)) Choice {
	best := Choice{}
	decide := func(r Report, move board.Point) {
		best = Choice{Report: r, Swap: r.Score < 0}
		if !best.Swap {
			best.Stones = []board.Point{move}
		}
		if known != nil {
			known(best)
		}
	}
	if lim.Nodes == 0 {
		lim.Nodes = chooseNodes
	}
	judge, rest := lim, lim
	if lim.Depth == 0 || lim.Depth > chooseDepth {
		judge.Depth = chooseDepth
	}
	part := ctl
	if pair {
		part = ctl.Part(chooseShare)
		judge.Nodes, rest.Nodes = lim.Nodes/2, lim.Nodes-lim.Nodes/2
	}
	r := e.Search(pos, judge, part, func(r Report) {
		if len(r.PV) > 0 {
			decide(r, r.PV[0])
		}
	})
	if r.Depth > 0 || r.Proven || r.Forced {
		decide(r.Report, r.Move)
	}
	if !pair || r.Score < -evenScore || r.Score > evenScore || ctl.Stopped() || ctl.pastHard() {
		return best
	}
	two := e.Balance(pos, 2, 0, rest, ctl, nil)
	if off := max(two.Score, -two.Score); two.Depth >= balanceFours && off <= evenScore && len(two.PV) >= 2 {
		best.Swap, best.Stones = false, two.PV[:2]
		if known != nil {
			known(best)
		}
	}
	return best
}
