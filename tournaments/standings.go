package tournaments

import (
	"slices"

	"tengen/board"
)

// Standings adds up games. It keeps sums only, never the games, so that a run
// of any length takes the same memory.
type Standings struct {
	names   []string
	index   map[string]int
	engines []Standing
	against [][]Tally // [i][j]: what i did against j
	pairs   [][]Pairs // [i][j]: pairs of games of i against j, from i's side
	open    map[int]Game
	games   int
	reasons map[Reason]int
}

// Standing is what one engine has done so far.
type Standing struct {
	Name         string
	Black, White Tally          // by colour
	Faults       map[Reason]int // games lost by a fault
	Rating       Rating         // filled by Rows

	Moves     int     // moves made
	MeanTime  float64 // of a move, milliseconds
	MaxTime   float64 // of a move or of an answer that was a fault, milliseconds
	MeanDepth float64 // plies, over the moves where the engine told it; 0: never
	MeanNodes float64 // over the moves where the engine told it; 0: never
	MaxMemory int64   // bytes

	time, depth, nodes    float64
	depthMoves, nodeMoves int
}

// Total is the tally of both colours.
func (s Standing) Total() Tally { return s.Black.plus(s.White) }

// FaultCount is the number of games lost by a fault.
func (s Standing) FaultCount() int {
	n := 0
	for _, k := range s.Faults {
		n += k
	}
	return n
}

// NewStandings makes standings of the engines with these names.
func NewStandings(names []string) *Standings {
	s := &Standings{names: names, index: map[string]int{}, open: map[int]Game{}, reasons: map[Reason]int{}}
	for i, name := range names {
		s.index[name] = i
		s.engines = append(s.engines, Standing{Name: name, Faults: map[Reason]int{}})
		s.against = append(s.against, make([]Tally, len(names)))
		s.pairs = append(s.pairs, make([]Pairs, len(names)))
	}
	return s
}

// Add counts a game. A game of engines that are not in the list is not counted
// and false is returned.
func (s *Standings) Add(g Game) bool {
	b, okB := s.index[g.Black]
	w, okW := s.index[g.White]
	if !okB || !okW || b == w {
		return false
	}
	s.games++
	s.reasons[g.Reason]++
	score := g.Result.Score(board.Black)
	s.engines[b].Black.add(score)
	s.engines[w].White.add(1 - score)
	s.against[b][w].add(score)
	s.against[w][b].add(1 - score)
	if i, known := s.index[g.Fault]; known && g.Fault != "" {
		s.engines[i].Faults[g.Reason]++
	}
	s.addPair(g)
	s.addMoves(g, b, w)
	return true
}

// addPair counts a pair of games when its second game comes.
func (s *Standings) addPair(g Game) {
	other, waiting := s.open[g.Pair]
	if !waiting {
		// Only what is needed for the pair, not the moves.
		s.open[g.Pair] = Game{Black: g.Black, White: g.White, Result: g.Result}
		return
	}
	delete(s.open, g.Pair)
	i, j := s.index[g.Black], s.index[g.White]
	points := scoreFor(g, s.names[i]) + scoreFor(other, s.names[i])
	s.pairs[i][j][int(2*points)]++
	s.pairs[j][i][4-int(2*points)]++
}

// scoreFor is what an engine got out of a game it played.
func scoreFor(g Game, name string) float64 {
	if g.Black == name {
		return g.Result.Score(board.Black)
	}
	return g.Result.Score(board.White)
}

func (s *Standings) addMoves(g Game, b, w int) {
	opening := 0
	if stones, err := board.ParseMoves(g.Opening); err == nil {
		opening = len(stones)
	}
	for k, m := range g.Moves {
		i := b
		if (opening+k)%2 == 1 {
			i = w
		}
		if m.By != "" {
			if m.Millis == 0 {
				continue // the time of an answer of several stones is with its last
			}
			i = s.index[m.By]
		}
		s.engines[i].addMove(m)
	}
	if i, known := s.index[g.Fault]; known {
		// The answer that lost the game is no move, but it took its time.
		s.engines[i].MaxTime = max(s.engines[i].MaxTime, g.FaultMillis)
	}
	s.engines[b].MaxMemory = max(s.engines[b].MaxMemory, g.BlackMemory)
	s.engines[w].MaxMemory = max(s.engines[w].MaxMemory, g.WhiteMemory)
}

func (s *Standing) addMove(m Move) {
	s.Moves++
	s.time += m.Millis
	s.MeanTime = s.time / float64(s.Moves)
	s.MaxTime = max(s.MaxTime, m.Millis)
	if m.Depth > 0 {
		s.depth += float64(m.Depth)
		s.depthMoves++
		s.MeanDepth = s.depth / float64(s.depthMoves)
	}
	if m.Nodes > 0 {
		s.nodes += float64(m.Nodes)
		s.nodeMoves++
		s.MeanNodes = s.nodes / float64(s.nodeMoves)
	}
}

// Games is the number of games counted.
func (s *Standings) Games() int { return s.games }

// Names lists the engines in the tournament's order.
func (s *Standings) Names() []string { return s.names }

// Reasons tells how often games ended for which reason.
func (s *Standings) Reasons() map[Reason]int { return s.reasons }

// Against is what engine i did against engine j.
func (s *Standings) Against(i, j int) Tally { return s.against[i][j] }

// Pairs is what engine i did against engine j in whole pairs of games.
func (s *Standings) Pairs(i, j int) Pairs { return s.pairs[i][j] }

// Faults is the number of games lost by a fault.
func (s *Standings) Faults() int {
	n := 0
	for _, e := range s.engines {
		n += e.FaultCount()
	}
	return n
}

// Engine is the standing of one engine, without its rating.
func (s *Standings) Engine(i int) Standing { return s.engines[i] }

// Rows are the engines with their ratings, the strongest first, and whether the
// ratings needed a prior: see Ratings.
func (s *Standings) Rows() (rows []Standing, prior bool) {
	ratings, prior := Ratings(s.against)
	rows = slices.Clone(s.engines)
	for i := range rows {
		rows[i].Rating = ratings[i]
	}
	slices.SortStableFunc(rows, func(a, b Standing) int {
		switch {
		case a.Rating.Elo > b.Rating.Elo:
			return -1
		case a.Rating.Elo < b.Rating.Elo:
			return 1
		}
		return 0
	})
	return rows, prior
}

// Difference is how much stronger engine i is than engine j: from pairs of games
// where there are any, else from single games.
func (s *Standings) Difference(i, j int) Difference {
	if p := s.pairs[i][j]; p.Count() > 0 && 2*p.Count() >= s.against[i][j].Games()-1 {
		return p.Difference()
	}
	return s.against[i][j].Difference()
}

// Stand adds up the games of a record.
func Stand(h Header, games []Game) *Standings {
	s := NewStandings(h.Names())
	for _, g := range games {
		s.Add(g)
	}
	return s
}
