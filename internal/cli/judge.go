//go:build !gomocup

package cli

import (
	"time"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
	"tengen/tournaments"
)

// openingJudge judges positions by a search of so many nodes, each from an empty
// table, so that a position's score does not depend on those before it.
func openingJudge(nodes uint64) tournaments.Judge {
	engine := search.New(search.Options{
		Width: judgeWidth, MaxDepth: search.MaxDepth, HashBytes: judgeHash, Weights: eval.DefaultWeights(), Threads: 1,
	})
	return func(b *board.Board) (score int, decided bool) {
		engine.ClearHash()
		control := search.NewControl(func() time.Duration { return 0 })
		r := engine.Search(b, search.Limits{Nodes: nodes}, control, nil)
		_, _, mate := r.Score.Mate()
		return int(r.Score), mate
	}
}

const (
	judgeWidth = 40
	judgeHash  = 8 << 20 // bytes
)
