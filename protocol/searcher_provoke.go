//go:build provoke

package protocol

import (
	"sync/atomic"
	"time"

	"tengen/board"
	"tengen/search"
)

// searcher gives a search that goes wrong on purpose, each time in the next way, so that whole games of the real program
// show that a session survives it.
func searcher() thinker {
	var searches atomic.Int64
	return func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, report func(search.Report)) search.Result {
		switch searches.Add(1) % 7 {
		case 1:
			panic("provoked before the search")
		case 2:
			select {} // for ever, with its table
		case 3:
			r := e.Search(pos, l, ctl, report)
			panic("provoked after the search, which found " + r.Move.String())
		case 4:
			r := e.Search(pos, l, ctl, report)
			time.Sleep(100 * time.Millisecond) // past its deadline
			return r
		case 5:
			r := e.Search(pos, l, ctl, report)
			r.Move = board.NoPoint
			return r
		case 6:
			if moves := pos.Moves(); len(moves) > 0 {
				return search.Result{Move: moves[0]} // occupied
			}
		}
		return e.Search(pos, l, ctl, report)
	}
}
