package search

import (
	"testing"

	"tengen/board"
	"tengen/eval"
)

// TestNoAllocation: a search allocates nothing at its nodes.
func TestNoAllocation(t *testing.T) {
	for r := board.Rule(0); r < board.Rules; r++ {
		for _, p := range benchPositions {
			if p.rule != r {
				continue
			}
			w, set := testWorker(r)
			set(p.board())
			w.exact = false
			if n := testing.AllocsPerRun(3, func() {
				w.table.clear()
				w.node(-eval.Infinity, eval.Infinity, 5, 0, false)
				w.winByFours(rootFours)
			}); n != 0 {
				t.Errorf("%v %s: %v allocations", r, p.moves, n)
			}
		}
	}
}
