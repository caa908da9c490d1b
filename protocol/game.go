package protocol

import (
	"fmt"
	"strings"

	"tengen/board"
)

// A stone is one that was put on the board, Wall for one of nobody.
type stone struct {
	point board.Point
	color board.Color
}

// A game is the position we are asked about and how it came about. Beside the board it keeps the stones as they were put,
// because taking one back and changing the rule mean building the position again.
type game struct {
	board      *board.Board
	stones     []stone
	continuous bool // play goes on after a five, whose stones belong to nobody from then on
}

// newGame starts a game on an empty board.
func newGame(width, height int, r board.Rule, continuous bool) (*game, error) {
	b, err := board.New(width, height, r)
	if err != nil {
		return nil, err
	}
	return &game{board: b, continuous: continuous}, nil
}

// point gives the empty point x,y or says why it is none.
func (g *game) point(x, y int) (board.Point, string) {
	if p, ok := g.find(x, y); !ok {
		return p, offBoard(x, y, g.board)
	} else if g.board.At(p) != board.Empty {
		return p, fmt.Sprintf("%d,%d is occupied", x, y)
	} else {
		return p, ""
	}
}

// offBoard says that x,y is off the board.
func offBoard(x, y int, b *board.Board) string {
	what := fmt.Sprintf("%d,%d", x, y)
	if max(x, y) >= farOff || min(x, y) <= -farOff {
		what = "so large a coordinate" // the number that came is not known any more
	}
	return fmt.Sprintf("%s is off the board of %dx%d points", what, b.Width(), b.Height())
}

// find gives the point x,y if it is on the board.
func (g *game) find(x, y int) (board.Point, bool) {
	if x < 0 || y < 0 || x >= g.board.Width() || y >= g.board.Height() {
		return board.NoPoint, false
	}
	return board.At(x, y), true
}

// play puts a stone of the side to move on the empty point p.
func (g *game) play(p board.Point) {
	g.stones = append(g.stones, stone{p, g.board.SideToMove()})
	g.board.Play(p)
	g.bury()
}

// set replaces the position by the stones of a BOARD block, with us to move, or says what is wrong with them and
// changes nothing. Colours follow from the numbers of stones: who has more began, we if there are as many. In renju the
// order is that of play, and the first stone is black.
func (g *game) set(block []Stone) string {
	var seen board.PointSet
	var count [4]int
	first := Nobody
	for i, s := range block {
		p, ok := g.find(s.X, s.Y)
		if !ok {
			_, why := g.point(s.X, s.Y)
			return fmt.Sprintf("stone %d of the block: %s", i+1, why)
		}
		if seen.Has(p) {
			return fmt.Sprintf("stone %d of the block: %d,%d is there already", i+1, s.X, s.Y)
		}
		seen.Add(p)
		count[s.Who]++
		if first == Nobody {
			first = s.Who
		}
	}
	we := board.Black
	if count[Own] < count[Opponent] || g.board.Rule() == board.Renju && first == Opponent {
		we = board.White
	}
	if g.board.Rule() == board.Renju && first == Own {
		we = board.Black
	}
	colors := [...]board.Color{Own: we, Opponent: we.Other(), Nobody: board.Wall}
	stones := make([]stone, len(block), len(block)+1)
	for i, s := range block {
		stones[i] = stone{board.At(s.X, s.Y), colors[s.Who]}
	}
	g.stones = stones
	g.build(we)
	return ""
}

// takeBack removes the stone at x,y, the last or not, or says why it cannot.
func (g *game) takeBack(x, y int) string {
	p, ok := g.find(x, y)
	if !ok {
		_, why := g.point(x, y)
		return why
	}
	for i, s := range g.stones {
		if s.point != p {
			continue
		}
		side := g.board.SideToMove()
		if s.color != board.Wall {
			side = side.Other()
		}
		g.stones = append(g.stones[:i], g.stones[i+1:]...)
		g.build(side)
		return ""
	}
	return fmt.Sprintf("no stone at %d,%d", x, y)
}

// setRule judges the position by another rule.
func (g *game) setRule(r board.Rule, continuous bool) {
	if r == g.board.Rule() && continuous == g.continuous {
		return
	}
	side := g.board.SideToMove()
	if b, err := board.New(g.board.Width(), g.board.Height(), r); err == nil { // the size was fine before
		g.board, g.continuous = b, continuous
	}
	g.build(side)
}

// build puts all stones on the empty board, with the given side to move.
func (g *game) build(side board.Color) {
	g.board.Reset()
	for _, s := range g.stones {
		if g.board.At(s.point) != board.Empty {
			continue // cannot be: set and play put stones on empty points only
		}
		switch s.color {
		case g.board.SideToMove():
			g.board.Play(s.point)
		default:
			g.board.Put(s.point, s.color)
			if s.color != board.Wall {
				g.board.SetSideToMove(s.color.Other())
			}
		}
		g.bury()
	}
	if len(g.stones) == 0 {
		side = board.Black
	}
	g.board.SetSideToMove(side)
}

// bury makes the stones of a line just finished stones of nobody, where play goes on after a five.
func (g *game) bury() {
	if !g.continuous || !g.board.LastWins() {
		return
	}
	for {
		_, line, ok := g.board.FiveOnBoard()
		if !ok || len(line) == 0 {
			return
		}
		for _, p := range line {
			g.board.Remove(p)
			g.board.Put(p, board.Wall)
		}
	}
}

// over reports whether a finished five stands on the board.
func (g *game) over() bool {
	_, _, ok := g.board.FiveOnBoard()
	return ok
}

// legal reports whether we may answer p: an empty point, and a forbidden one only when there is no other.
func (g *game) legal(p board.Point) bool {
	if !g.board.Inside(p) || g.board.At(p) != board.Empty {
		return false
	}
	return g.board.Legal(p) || !g.board.Legal(g.anyMove())
}

// anyMove is the first point in reading order where the side to move may play, a forbidden one if there is no other,
// NoPoint if the board is full.
func (g *game) anyMove() board.Point {
	empties := g.board.Empties().AppendTo(nil)
	for _, p := range empties {
		if g.board.Legal(p) {
			return p
		}
	}
	if len(empties) == 0 {
		return board.NoPoint
	}
	return empties[0]
}

// String describes the position for the log, so that it can be set up again.
func (g *game) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%dx%d %v, %v to move:", g.board.Width(), g.board.Height(), g.board.Rule(), g.board.SideToMove())
	for _, s := range g.stones {
		fmt.Fprintf(&b, " %v", s.point)
		if s.color == board.Wall {
			b.WriteByte('#')
		}
	}
	return b.String()
}
