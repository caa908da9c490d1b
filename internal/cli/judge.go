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
// table, so that a position's score does not depend on those before it. Most
// random positions are nowhere near even: a search of a tenth of the nodes that
// finds more than clearlyUneven times the largest score wanted decides already.
func openingJudge(nodes uint64, largest int) tournaments.Judge {
	engine := judgeEngine()
	judge := func(b *board.Board, nodes uint64) (score int, decided bool) {
		engine.ClearHash()
		control := search.NewControl(func() time.Duration { return 0 })
		r := engine.Search(b, search.Limits{Nodes: nodes}, control, nil)
		_, _, mate := r.Score.Mate()
		return int(r.Score), mate
	}
	return func(b *board.Board) (score int, decided bool) {
		score, decided = judge(b, nodes/10+1)
		if decided || max(score, -score) > clearlyUneven*largest {
			return score, decided
		}
		return judge(b, nodes)
	}
}

// clearlyUneven is guessed.
const clearlyUneven = 3

// openingPlayout plays games by searches of so many nodes a move, each game from
// empty tables, one for each side as in a match. A proven win ends a game early.
func openingPlayout(nodes uint64) tournaments.Playout {
	engines := [2]*search.Engine{judgeEngine(), judgeEngine()}
	return func(b *board.Board) tournaments.Result {
		for _, e := range engines {
			e.ClearHash()
		}
		for !b.Full() {
			control := search.NewControl(func() time.Duration { return 0 })
			r := engines[b.SideToMove()].Search(b, search.Limits{Nodes: nodes}, control, nil)
			black := b.SideToMove() == board.Black
			if _, win, mate := r.Score.Mate(); mate && r.Proven {
				return resultOf(win == black)
			}
			if r.Move == board.NoPoint || !b.Legal(r.Move) {
				return resultOf(!black) // renju: only forbidden points are left
			}
			b.Play(r.Move)
			if b.LastWins() {
				return resultOf(black)
			}
		}
		return tournaments.Drawn
	}
}

func resultOf(blackWins bool) tournaments.Result {
	if blackWins {
		return tournaments.BlackWins
	}
	return tournaments.WhiteWins
}

func judgeEngine() *search.Engine {
	return search.New(search.Options{
		Width: judgeWidth, MaxDepth: search.MaxDepth, HashBytes: judgeHash, Weights: eval.DefaultWeights(), Threads: 1,
	})
}

const (
	judgeWidth = 40
	judgeHash  = 8 << 20 // bytes
)
