package search

import (
	"fmt"
	"time"

	"tengen/board"
	"tengen/eval"
)

// benchPosition is a position of the fixed work, no side having a forced win that
// is quickly found.
type benchPosition struct {
	rule  board.Rule
	size  int
	moves string
}

// benchPositions come from games of the engine against itself, all rules, 15 and
// 20 points a side, from the first moves to the middle game.
var benchPositions = []benchPosition{
	{board.Freestyle, 15, "h8i9j7"},
	{board.Freestyle, 15, "k8k11h5h8j10e5"},
	{board.Freestyle, 15, "g7e5j8k9i5f8k8l8j10j9l9j7g8h8"},
	{board.Freestyle, 20, "j10k11l9m12"},
	{board.Freestyle, 20, "k8n13m14n11n12p13q14m12o14o13"},
	{board.Standard, 15, "f7j9i7i9k9j8g7j7"},
	{board.Standard, 20, "i13n8j8l14j6j5j12k11k5i7j10j9"},
	{board.Renju, 15, "k6h10g10e9h9g11i9f10d8"},
	{board.Renju, 15, "h6g6i7e8g5f4k9j8f7e5e7d6g3c7b8f6g7h7i5"},
	{board.Caro, 15, "h8i9j7g9h10i7"},
	{board.CaroExact, 15, "k8g7j11k11l9k10m10j7n11o12h7j5j6g5l8g6"},
	{board.CaroExact, 20, "n11k14k9n9p11o11o12p13q10n13r9s8k8o13q13m13k13m10k7k5k10k11"},
}

const (
	// benchDepth is how deep each position is searched, in plies.
	benchDepth = 10
	benchWidth = 40
	benchHash  = 16 << 20 // bytes
	// benchRounds is how often each position is played out and taken back.
	benchRounds = 4000
)

// BenchPosition is what the search of one position gave.
type BenchPosition struct {
	Rule  board.Rule
	Size  int
	Moves string
	Move  board.Point
	Score eval.Score
	Nodes uint64
}

// BenchResult is the outcome of the fixed work. Signature depends on nodes, moves
// and scores alone, so it is the same on every machine.
type BenchResult struct {
	Positions  []BenchPosition
	Nodes      uint64
	Signature  uint32
	SearchTime time.Duration
	Moves      uint64 // played and taken back
	MoveTime   time.Duration
}

// Bench searches the bench positions to a fixed depth with one thread, the table
// emptied before each, built-in weights and no other settings; then it plays each
// position out and takes it back many times. now tells the time since any moment.
func Bench(now func() time.Duration) BenchResult {
	r := benchSearch(now)
	for _, p := range benchPositions {
		b := p.board()
		moves := b.Moves()
		b.Reset()
		start := now()
		for range benchRounds {
			for _, m := range moves {
				b.Play(m)
			}
			for range moves {
				b.Undo()
			}
		}
		r.MoveTime += now() - start
		r.Moves += uint64(benchRounds * len(moves))
	}
	return r
}

func benchSearch(now func() time.Duration) BenchResult {
	var r BenchResult
	e := New(Options{Width: benchWidth, MaxDepth: benchDepth, HashBytes: benchHash, Weights: eval.DefaultWeights(), Threads: 1})
	signature := uint32(2166136261) // FNV-1a over nodes, move and score
	mix := func(v uint64) {
		for range 8 {
			signature = (signature ^ uint32(v&0xff)) * 16777619
			v >>= 8
		}
	}
	for _, p := range benchPositions {
		b := p.board()
		e.ClearHash()
		start := now()
		s := e.Search(b, Limits{Depth: benchDepth}, NewControl(now), nil)
		r.SearchTime += now() - start
		r.Nodes += s.Nodes
		r.Positions = append(r.Positions, BenchPosition{p.rule, p.size, p.moves, s.Move, s.Score, s.Nodes})
		mix(s.Nodes)
		mix(uint64(s.Move))
		mix(uint64(int64(s.Score)))
	}
	r.Signature = signature
	return r
}

// board sets the position up. The positions are constants of this file, so that a
// fault in one is a fault of the program.
func (p benchPosition) board() *board.Board {
	b, err := board.New(p.size, p.size, p.rule)
	if err != nil {
		panic(err)
	}
	moves, err := board.ParseMoves(p.moves)
	if err != nil {
		panic(err)
	}
	for _, m := range moves {
		if !b.Legal(m) {
			panic(fmt.Sprintf("bench position %q: %v is not legal", p.moves, m))
		}
		b.Play(m)
	}
	return b
}
