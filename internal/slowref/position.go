package slowref

import (
	"errors"
	"fmt"
	"strings"
)

// A Rule says what wins and what is forbidden. The numbers are those of the
// protocol's INFO rule.
type Rule int

// The five rule sets.
const (
	Freestyle Rule = 0
	Standard  Rule = 1
	Renju     Rule = 4
	Caro      Rule = 8
	CaroExact Rule = 9
)

// Rules returns all rule sets, for tests that go through them.
func Rules() []Rule { return []Rule{Freestyle, Standard, Renju, Caro, CaroExact} }

// String returns the rule's name in lower case, "caro-exact" for CaroExact.
func (r Rule) String() string {
	switch r {
	case Freestyle:
		return "freestyle"
	case Standard:
		return "standard"
	case Renju:
		return "renju"
	case Caro:
		return "caro"
	case CaroExact:
		return "caro-exact"
	}
	return fmt.Sprintf("rule %d", int(r))
}

// A Cell is what stands on a point. Black and White also serve as the colours
// of the players.
type Cell byte

// The four things that can stand on a point.
const (
	Empty   Cell = '.'
	Black   Cell = 'X'
	White   Cell = 'O'
	Blocked Cell = '#' // a stone of nobody, or a point outside the board
)

// Other returns the opponent of Black or White.
func (c Cell) Other() Cell {
	switch c {
	case Black:
		return White
	case White:
		return Black
	}
	return c
}

// String returns the word for the cell.
func (c Cell) String() string {
	switch c {
	case Empty:
		return "empty"
	case Black:
		return "black"
	case White:
		return "white"
	case Blocked:
		return "blocked"
	}
	return fmt.Sprintf("cell %d", byte(c))
}

// MaxSize is the largest width and height, in points: one letter a column.
const MaxSize = 26

// A Point is a place on the board, from 0, x to the right and y downwards.
type Point struct{ X, Y int }

// String returns the point as text, such as "h8".
func (p Point) String() string {
	if p.X < 0 || p.X >= MaxSize {
		return fmt.Sprintf("(%d,%d)", p.X, p.Y)
	}
	return fmt.Sprintf("%c%d", 'a'+p.X, p.Y+1)
}

// A Direction is one of the four lines through a point.
type Direction int

// The four directions.
const (
	Horizontal Direction = iota // one step is x+1
	Vertical                    // one step is y+1
	Falling                     // one step is x+1, y+1
	Rising                      // one step is x+1, y-1
)

// Directions returns the four directions.
func Directions() []Direction { return []Direction{Horizontal, Vertical, Falling, Rising} }

// Step returns what one step forwards in the direction adds to x and y.
func (d Direction) Step() (dx, dy int) {
	switch d {
	case Horizontal:
		return 1, 0
	case Vertical:
		return 0, 1
	case Falling:
		return 1, 1
	case Rising:
		return 1, -1
	}
	panic(fmt.Sprintf("slowref: no direction %d", int(d)))
}

// String returns the direction's name in lower case.
func (d Direction) String() string {
	switch d {
	case Horizontal:
		return "horizontal"
	case Vertical:
		return "vertical"
	case Falling:
		return "falling"
	case Rising:
		return "rising"
	}
	return fmt.Sprintf("direction %d", int(d))
}

// A Position is a board with its stones, its rule and the side to move. The
// fields are open to tests that set up what no game reaches. Methods that ask
// a question leave the position as it is and may run concurrently.
type Position struct {
	Width, Height int
	Rule          Rule
	Grid          [][]Cell // Grid[y][x], Height rows of Width cells
	Turn          Cell     // Black or White
}

// New returns an empty board with black to move. Each side of the board has 1
// to MaxSize points: the referee also judges boards too small for the engine.
func New(width, height int, rule Rule) (*Position, error) {
	if width < 1 || width > MaxSize || height < 1 || height > MaxSize {
		return nil, fmt.Errorf("board of %d x %d points: each side must be 1 to %d", width, height, MaxSize)
	}
	switch rule {
	case Freestyle, Standard, Renju, Caro, CaroExact:
	default:
		return nil, fmt.Errorf("unknown %v", rule)
	}
	p := &Position{Width: width, Height: height, Rule: rule, Turn: Black}
	for y := 0; y < height; y++ {
		row := make([]Cell, width)
		for x := range row {
			row[x] = Empty
		}
		p.Grid = append(p.Grid, row)
	}
	return p, nil
}

// Clone returns a copy that shares nothing with p.
func (p *Position) Clone() *Position {
	q := *p
	q.Grid = make([][]Cell, len(p.Grid))
	for y, row := range p.Grid {
		q.Grid[y] = append([]Cell(nil), row...)
	}
	return &q
}

// Inside reports whether (x, y) is a point of the board.
func (p *Position) Inside(x, y int) bool {
	return x >= 0 && x < p.Width && y >= 0 && y < p.Height
}

// At returns what stands on (x, y), Blocked outside the board.
func (p *Position) At(x, y int) Cell {
	if !p.Inside(x, y) {
		return Blocked
	}
	return p.Grid[y][x]
}

// Put sets the cell (x, y) without asking whether a game could reach that, and
// leaves the side to move as it is. It does nothing outside the board.
func (p *Position) Put(x, y int, c Cell) {
	if p.Inside(x, y) {
		p.Grid[y][x] = c
	}
}

// Why a move is refused; Legal and Play wrap one of these.
var (
	ErrOutside   = errors.New("outside the board")
	ErrOccupied  = errors.New("occupied")
	ErrForbidden = errors.New("forbidden to black")
	ErrOver      = errors.New("the game is over")
)

// Legal returns nil when the side to move may play (x, y), otherwise an error
// that names the point and the reason. Once a winning line stands on the board
// nothing is legal.
func (p *Position) Legal(x, y int) error {
	pt := Point{x, y}
	if !p.Inside(x, y) {
		return fmt.Errorf("%v: %w of %d x %d points", pt, ErrOutside, p.Width, p.Height)
	}
	if c := p.At(x, y); c != Empty {
		return fmt.Errorf("%v: %w (%v)", pt, ErrOccupied, c)
	}
	if winner, _, ok := p.FiveOnBoard(); ok {
		return fmt.Errorf("%v: %w, %v has won", pt, ErrOver, winner)
	}
	if p.Turn == Black {
		if reason := p.Forbidden(x, y); reason != NotForbidden {
			return fmt.Errorf("%v: %w: %v", pt, ErrForbidden, reason)
		}
	}
	return nil
}

// Play puts a stone of the side to move on (x, y) and gives the turn to the
// other side, or changes nothing and returns the error of Legal.
func (p *Position) Play(x, y int) error {
	if err := p.Legal(x, y); err != nil {
		return err
	}
	p.Grid[y][x] = p.Turn
	p.Turn = p.Turn.Other()
	return nil
}

// PlayMoves plays moves written as ParseMoves reads them. It stops at the
// first illegal one; the moves before it stay played.
func (p *Position) PlayMoves(text string) error {
	moves, err := ParseMoves(text)
	if err != nil {
		return err
	}
	for i, m := range moves {
		if err := p.Play(m.X, m.Y); err != nil {
			return fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	return nil
}

// SetUp puts stones of both colours in turn, beginning with the side to move,
// and asks only that the points are empty ones of the board: fives, forbidden
// points and moves after the end of the game pass.
func (p *Position) SetUp(text string) error {
	moves, err := ParseMoves(text)
	if err != nil {
		return err
	}
	for i, m := range moves {
		if p.At(m.X, m.Y) != Empty {
			return fmt.Errorf("stone %d: %v: %w (%v)", i+1, m, ErrOccupied, p.At(m.X, m.Y))
		}
		p.Grid[m.Y][m.X] = p.Turn
		p.Turn = p.Turn.Other()
	}
	return nil
}

// Moves returns every legal move of the side to move, row by row from the top.
func (p *Position) Moves() []Point {
	var moves []Point
	if _, _, over := p.FiveOnBoard(); over {
		return nil
	}
	for y := 0; y < p.Height; y++ {
		for x := 0; x < p.Width; x++ {
			if p.At(x, y) != Empty {
				continue
			}
			if p.Turn == Black && p.Forbidden(x, y) != NotForbidden {
				continue
			}
			moves = append(moves, Point{x, y})
		}
	}
	return moves
}

// Full reports whether no point is empty. A full board without a winning line
// is a draw.
func (p *Position) Full() bool {
	for _, row := range p.Grid {
		for _, c := range row {
			if c == Empty {
				return false
			}
		}
	}
	return true
}

// Symmetries is the number of ways to turn and mirror a board.
const Symmetries = 8

// Turned returns the position under symmetry k, 0 to Symmetries-1: bit 0
// mirrors left and right, bit 1 mirrors top and bottom, bit 2 then swaps
// columns and rows. Symmetry 0 changes nothing. A point (x, y) of p becomes
// p.TurnedPoint(k, x, y).
func (p *Position) Turned(k int) *Position {
	w, h := p.Width, p.Height
	if k&4 != 0 {
		w, h = h, w
	}
	q, err := New(w, h, p.Rule)
	if err != nil {
		panic("slowref: " + err.Error())
	}
	q.Turn = p.Turn
	for y, row := range p.Grid {
		for x, c := range row {
			t := p.TurnedPoint(k, x, y)
			q.Put(t.X, t.Y, c)
		}
	}
	return q
}

// TurnedPoint returns where symmetry k takes the point (x, y) of p.
func (p *Position) TurnedPoint(k, x, y int) Point {
	if k&1 != 0 {
		x = p.Width - 1 - x
	}
	if k&2 != 0 {
		y = p.Height - 1 - y
	}
	if k&4 != 0 {
		x, y = y, x
	}
	return Point{x, y}
}

// String draws the board: X black, O white, # blocked, row 1 at the top.
func (p *Position) String() string {
	var b strings.Builder
	b.WriteString("  ")
	for x := 0; x < p.Width; x++ {
		fmt.Fprintf(&b, " %c", 'a'+x)
	}
	b.WriteByte('\n')
	for y, row := range p.Grid {
		fmt.Fprintf(&b, "%2d", y+1)
		for _, c := range row {
			fmt.Fprintf(&b, " %c", byte(c))
		}
		b.WriteByte('\n')
	}
	fmt.Fprintf(&b, "%v, %v to move\n", p.Rule, p.Turn)
	return b.String()
}
