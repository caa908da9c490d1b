package report

import (
	"time"

	"tengen/tournaments"
)

// sums is everything the tables and charts of a page need of the games so far.
type sums struct {
	header    tournaments.Header
	names     []string
	index     map[string]int
	standings *tournaments.Standings
	test      *tournaments.Test
	losses    []map[tournaments.Reason]int // games lost, by engine
	pace      [][]paceCell                 // time by engine and stage of the game
	spent     []float64                    // time by engine, milliseconds
	done      int
	from, to  time.Time // when the first and the last game began
}

// paceCell adds up the time of moves.
type paceCell struct {
	millis float64
	moves  int
}

// paceStep is how many own moves of an engine are one stage of the game.
const paceStep = 4

func newSums(h tournaments.Header) *sums {
	s := &sums{header: h, names: h.Names(), index: map[string]int{}, test: tournaments.NewTest(h)}
	s.standings = tournaments.NewStandings(s.names)
	for i, name := range s.names {
		s.index[name] = i
		s.losses = append(s.losses, map[tournaments.Reason]int{})
	}
	s.pace = make([][]paceCell, len(s.names))
	s.spent = make([]float64, len(s.names))
	return s
}

// add counts a game; ok is false for one of strangers.
func (s *sums) add(g *tournaments.Game) (black, white int, ok bool) {
	if !s.standings.Add(*g) {
		return 0, 0, false
	}
	black, white = s.index[g.Black], s.index[g.White]
	s.done++
	s.test.Add(*g)
	if t := g.Started; !t.IsZero() {
		if s.from.IsZero() || t.Before(s.from) {
			s.from = t
		}
		if t.After(s.to) {
			s.to = t
		}
	}
	switch g.Result {
	case tournaments.BlackWins:
		s.losses[white][g.Reason]++
	case tournaments.WhiteWins:
		s.losses[black][g.Reason]++
	}
	if who, known := s.index[g.Fault]; known {
		s.spent[who] += g.FaultMillis
	}
	stones, opening, err := g.Stones()
	if err != nil {
		stones, opening = nil, 0
	}
	made := [2]int{}
	for k, m := range g.Moves {
		if m.By != "" || len(stones) == 0 {
			continue // the opening phase of swap2 is no stage of the game
		}
		colour := (opening + k) % 2
		who := [2]int{black, white}[colour]
		stage := made[colour] / paceStep
		made[colour]++
		for len(s.pace[who]) <= stage {
			s.pace[who] = append(s.pace[who], paceCell{})
		}
		s.pace[who][stage].millis += m.Millis
		s.pace[who][stage].moves++
		s.spent[who] += m.Millis
	}
	return black, white, true
}
