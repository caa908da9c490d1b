package slowref

import (
	"errors"
	"fmt"
)

// A Proof is a claim that the attacker, the side to move, wins by force: his
// move, and his next move to each reply that could hold. To any reply that is
// not listed he wins within two more moves of his: by a completing point, or by
// a move that leaves one whatever the answer.
type Proof struct {
	Move    Point
	Plies   int // from Move on, itself included, the win takes at most
	Replies []ProofReply
}

// A ProofReply is a reply of the defender, and what the attacker does next.
type ProofReply struct {
	Move Point
	Next *Proof
}

// ErrNoReply is wrapped by the error of CheckProof where the defender, not having
// lost yet, has no legal reply at all. Renju's rules leave that to the referee;
// here it is no win.
var ErrNoReply = errors.New("leaves the defender no legal reply")

// CheckProof replays a proof from the position and returns the plies of its
// longest line, or what is wrong with it. At each of the attacker's moves it
// asks that
//
//   - the move is legal and, where it does not win by itself, leaves the
//     defender no point that wins;
//   - each listed reply is legal, listed once, and followed by a proof;
//   - every other legal reply, all of the board are tried, leaves the attacker
//     a completing point, or gives the defender none and leaves the attacker a
//     move after which every reply leaves a completing point;
//   - Plies is not less than the longest line that follows.
func (p *Position) CheckProof(proof *Proof) (longest int, err error) {
	if winner, _, over := p.FiveOnBoard(); over {
		return 0, fmt.Errorf("%w, %v has won", ErrOver, winner)
	}
	c := proofChecker{pos: p.Clone(), attacker: p.Turn}
	return c.check(proof)
}

// A proofChecker has the position in question on its board; it takes back what
// it plays.
type proofChecker struct {
	pos      *Position
	attacker Cell
}

func (c *proofChecker) check(proof *Proof) (longest int, err error) {
	if proof == nil {
		return 0, errors.New("no move of the attacker")
	}
	at := func(err error) error { return fmt.Errorf("%v %w", proof.Move, err) }
	p, m := c.pos, proof.Move
	if !c.legal(m) {
		return 0, at(errors.New("is not legal"))
	}
	if p.Wins(m.X, m.Y, c.attacker) {
		if len(proof.Replies) > 0 {
			return 0, at(errors.New("wins, but has replies"))
		}
		longest = 1
	} else {
		c.play(m)
		longest, err = c.checkReplies(proof)
		c.take(m)
	}
	if err == nil && proof.Plies < longest {
		err = fmt.Errorf("is said to win in %d, but a line has %d", proof.Plies, longest)
	}
	if err != nil {
		return 0, at(err)
	}
	return longest, nil
}

// checkReplies checks a position with the defender to move.
func (c *proofChecker) checkReplies(proof *Proof) (longest int, err error) {
	p := c.pos
	if w := c.winning(p.Turn, p.empties()); len(w) > 0 {
		return 0, fmt.Errorf("leaves the defender %v, which wins", w[0])
	}
	listed := map[Point]*Proof{}
	for _, r := range proof.Replies {
		if _, twice := listed[r.Move]; twice {
			return 0, fmt.Errorf("%v is listed twice", r.Move)
		}
		listed[r.Move] = r.Next
		if !c.legal(r.Move) {
			return 0, fmt.Errorf("%v is listed, but not legal", r.Move)
		}
	}
	completions := c.winning(c.attacker, p.empties())
	var strong []Point // that win in three plies unless the reply matters to them
	if len(completions) == 0 {
		strong = c.strongMoves()
	}
	replies := 0
	for _, r := range p.empties() {
		if !c.legal(r) {
			continue
		}
		replies++
		next, isListed := listed[r]
		c.play(r)
		rest := 0
		switch {
		case isListed:
			if rest, err = c.check(next); err != nil {
				err = fmt.Errorf("%v %w", r, err)
			}
		case len(c.winning(c.attacker, completions)) > 0:
			rest = 1
		case len(completions) == 0 && len(c.winning(p.Turn.Other(), c.around(r))) == 0 && c.anyStrong(strong):
			rest = 3
		default:
			err = fmt.Errorf("%v is a reply that is not answered", r)
		}
		c.take(r)
		if err != nil {
			return 0, err
		}
		longest = max(longest, rest+2)
	}
	if replies == 0 {
		return 0, ErrNoReply
	}
	return longest, nil
}

// winning gives those of the points that win for the colour.
func (c *proofChecker) winning(colour Cell, points []Point) []Point {
	var found []Point
	for _, m := range points {
		if c.pos.Wins(m.X, m.Y, colour) {
			found = append(found, m)
		}
	}
	return found
}

// strongMoves gives the attacker's moves, as if he were to move, that leave a
// completing point whatever the reply.
func (c *proofChecker) strongMoves() []Point {
	p := c.pos
	p.Turn = p.Turn.Other()
	defer func() { p.Turn = p.Turn.Other() }()
	var found []Point
	for _, q := range p.empties() {
		if c.isStrong(q) {
			found = append(found, q)
		}
	}
	return found
}

func (c *proofChecker) anyStrong(moves []Point) bool {
	for _, q := range moves {
		if c.isStrong(q) {
			return true
		}
	}
	return false
}

// isStrong says whether the attacker, who is to move and has no completing
// point, gets with q one that no single reply takes away. The defender must
// have no point that wins.
func (c *proofChecker) isStrong(q Point) bool {
	if c.pos.At(q.X, q.Y) != Empty {
		return false
	}
	c.pos.Put(q.X, q.Y, c.attacker)
	completions := c.winning(c.attacker, c.around(q))
	c.pos.Put(q.X, q.Y, Empty)
	if len(completions) == 0 || !c.legal(q) {
		return false
	}
	c.play(q)
	defer c.take(q)
	// A reply away from the lines of the first completing point cannot matter
	// to it; the others are all tried.
	first := completions[0]
	for _, r := range append(c.around(first), first) {
		if !c.legal(r) {
			continue
		}
		c.play(r)
		left := len(c.winning(c.attacker, completions))
		c.take(r)
		if left == 0 {
			return false
		}
	}
	return true
}

// around gives the empty points within five steps of m on its four lines: no
// other can be the fifth stone of a row through m, or close one.
func (c *proofChecker) around(m Point) []Point {
	var points []Point
	for _, d := range Directions() {
		dx, dy := d.Step()
		for i := -5; i <= 5; i++ {
			x, y := m.X+i*dx, m.Y+i*dy
			if i != 0 && c.pos.At(x, y) == Empty {
				points = append(points, Point{x, y})
			}
		}
	}
	return points
}

// legal says whether the side to move may play m; no five stands on the board.
func (c *proofChecker) legal(m Point) bool {
	p := c.pos
	return p.At(m.X, m.Y) == Empty && (p.Rule != Renju || p.Turn != Black || p.forbidden(m.X, m.Y) == NotForbidden)
}

func (c *proofChecker) play(m Point) {
	c.pos.Put(m.X, m.Y, c.pos.Turn)
	c.pos.Turn = c.pos.Turn.Other()
}

func (c *proofChecker) take(m Point) {
	c.pos.Put(m.X, m.Y, Empty)
	c.pos.Turn = c.pos.Turn.Other()
}

func (p *Position) empties() []Point {
	var points []Point
	for y, row := range p.Grid {
		for x, cell := range row {
			if cell == Empty {
				points = append(points, Point{x, y})
			}
		}
	}
	return points
}
