package slowref

// An Outcome is the value of a position for the side to move.
type Outcome int

// The outcomes within a number of plies.
const (
	Neither Outcome = iota // no side can force a win within the plies looked at
	Win                    // the side to move wins by force
	Loss                   // the side to move loses by force
)

// String returns the outcome in lower case.
func (o Outcome) String() string {
	switch o {
	case Win:
		return "win"
	case Loss:
		return "loss"
	}
	return "neither"
}

// A Verdict is what Solve found.
type Verdict struct {
	Outcome Outcome
	// Plies is the length of the shortest win, or of the longest resistance
	// in a lost position, in plies from the position up to and with the
	// winning stone. For Neither it is the number of plies looked at.
	Plies int
	// Moves are, in a won position, all first moves of a shortest win, row by
	// row from the top. Otherwise nil.
	Moves []Point
}

// Solve finds by brute force whether the side to move can force a win within
// the number of plies, is lost within it, or neither: every legal move is
// tried, nothing is guessed. Neither for at least as many plies as there are
// empty points is a proven draw. It is meant for tiny boards, and for larger
// ones with few empty points or very few plies.
//
// A winning line that already stands on the board makes the position a win or
// a loss in 0 plies. In renju forbidden points are no moves of black; black
// with no legal move left on a board that is not full neither wins nor loses
// there: play ends and the result is Neither.
func (p *Position) Solve(plies int) Verdict {
	if winner, _, ok := p.FiveOnBoard(); ok {
		if winner == p.Turn {
			return Verdict{Outcome: Win}
		}
		return Verdict{Outcome: Loss}
	}
	s := solver{pos: p.Clone(), known: map[string]memo{}}
	for n := 1; n <= plies; n++ {
		switch s.value(n) {
		case Win:
			return Verdict{Outcome: Win, Plies: n, Moves: s.winning(n)}
		case Loss:
			return Verdict{Outcome: Loss, Plies: n}
		}
	}
	return Verdict{Outcome: Neither, Plies: max(plies, 0)}
}

// A memo is what is known of a position. Neither within n plies is Neither
// within fewer, a win or loss within n plies is one within more.
type memo struct {
	neither int     // looked at to this many plies without a decision
	outcome Outcome // Win or Loss once found, within decided plies
	decided int
}

type solver struct {
	pos   *Position
	known map[string]memo
}

// key names the position by its stones and the side to move.
func (s *solver) key() string {
	key := []Cell{s.pos.Turn}
	for _, row := range s.pos.Grid {
		key = append(key, row...)
	}
	return string(key)
}

// value returns the outcome within n plies. No winning line stands on the
// board.
func (s *solver) value(n int) Outcome {
	if n <= 0 || !s.reachable(s.pos.Turn, (n+1)/2) && !s.reachable(s.pos.Turn.Other(), n/2) {
		return Neither
	}
	key := s.key()
	m := s.known[key]
	if m.neither >= n {
		return Neither
	}
	if m.outcome != Neither && m.decided <= n {
		return m.outcome
	}
	outcome := s.search(n)
	if outcome == Neither {
		m.neither = n
	} else {
		m.outcome, m.decided = outcome, n
	}
	s.known[key] = m
	return outcome
}

// reachable reports whether the colour could have five in a row after putting
// that many stones, the opponent adding none. Every winning line under every
// rule holds five in a row, so a side for which this is false cannot win.
func (s *solver) reachable(colour Cell, stones int) bool {
	p := s.pos
	for y := 0; y < p.Height; y++ {
		for x := 0; x < p.Width; x++ {
			for _, d := range Directions() {
				dx, dy := d.Step()
				missing := 0
				for i := 0; i < 5; i++ {
					switch p.At(x+i*dx, y+i*dy) {
					case colour:
					case Empty:
						missing++
					default:
						missing = 6 // more than any five lacks: closed
					}
				}
				if missing <= stones && missing <= 5 {
					return true
				}
			}
		}
	}
	return false
}

func (s *solver) search(n int) Outcome {
	moves := s.moves()
	for _, m := range moves {
		if s.pos.Wins(m.X, m.Y, s.pos.Turn) {
			return Win
		}
	}
	lost := len(moves) > 0
	for _, m := range moves {
		switch s.after(m, n-1) {
		case Loss:
			return Win
		case Neither:
			lost = false
		}
	}
	if lost {
		return Loss
	}
	return Neither
}

// after returns the opponent's outcome within n plies after the move, which
// does not win at once.
func (s *solver) after(m Point, n int) Outcome {
	p := s.pos
	p.Put(m.X, m.Y, p.Turn)
	p.Turn = p.Turn.Other()
	outcome := s.value(n)
	p.Turn = p.Turn.Other()
	p.Put(m.X, m.Y, Empty)
	return outcome
}

// winning returns the moves that win within n plies.
func (s *solver) winning(n int) []Point {
	var found []Point
	for _, m := range s.moves() {
		if s.pos.Wins(m.X, m.Y, s.pos.Turn) || s.after(m, n-1) == Loss {
			found = append(found, m)
		}
	}
	return found
}

// moves returns the legal moves; unlike Position.Moves it need not ask whether
// the game is over.
func (s *solver) moves() []Point {
	var moves []Point
	p := s.pos
	for y, row := range p.Grid {
		for x, c := range row {
			if c != Empty || p.Turn == Black && p.Rule == Renju && p.forbidden(x, y) != NotForbidden {
				continue
			}
			moves = append(moves, Point{x, y})
		}
	}
	return moves
}
