package slowref

import "fmt"

// A Kind names a shape; the package comment defines each.
type Kind int

// The shapes, from the worst to the best but for ShapeOverline, which is a
// loss of the line where a five was wanted.
const (
	ShapeDead Kind = iota
	ShapeClosedOne
	ShapeOpenOne
	ShapeClosedTwo
	ShapeOpenTwo
	ShapeClosedThree
	ShapeOpenThree
	ShapeFour
	ShapeOpenFour
	ShapeDoubleFour
	ShapeOverline
	ShapeFive
)

// String returns the shape in words.
func (k Kind) String() string {
	names := []string{
		"dead", "closed one", "open one", "closed two", "open two", "closed three",
		"open three", "four", "open four", "double four", "overline", "five",
	}
	if k < 0 || int(k) >= len(names) {
		return fmt.Sprintf("shape %d", int(k))
	}
	return names[k]
}

// A Shape is what a stone makes on a line.
type Shape struct {
	Kind Kind
	// Ways counts cells of the line. For the four, open four and double four
	// they are the completing cells; for the others the cells at which one
	// more own stone makes the next shape: of an open three an open four (or
	// a double four, except for black in renju), of a closed three a four,
	// of an open two an open three, of a closed two a closed three, and so for
	// the ones. It is 0 for five, overline and dead.
	Ways int
}

// String returns the kind and, where there are any, the ways, as "open three/2".
func (s Shape) String() string {
	if s.Ways == 0 {
		return s.Kind.String()
	}
	return fmt.Sprintf("%v/%d", s.Kind, s.Ways)
}

// Line returns the cells of the line through (x, y) in the direction, from
// edge to edge, and the index of (x, y) among them. The point must be inside.
func (p *Position) Line(x, y int, d Direction) (line []Cell, at int) {
	dx, dy := d.Step()
	first, last := p.lineEnds(x, y, d)
	for i := first; i <= last; i++ {
		line = append(line, p.At(x+i*dx, y+i*dy))
	}
	return line, -first
}

// Shape returns what the colour, Black or White, would have on the line through
// (x, y) in the direction after playing on that empty point. It is dead for a
// point that is not empty.
func (p *Position) Shape(x, y int, colour Cell, d Direction) Shape {
	if p.At(x, y) != Empty {
		return Shape{}
	}
	line, at := p.Line(x, y, d)
	return LineShape(p.Rule, line, at, colour)
}

// Completions returns the points of the line that would win in one row with a
// stone of the colour on the empty point (x, y), were that stone played.
func (p *Position) Completions(x, y int, colour Cell, d Direction) []Point {
	return p.linePoints(x, y, d, func(line []Cell, at int) []int {
		return LineCompletions(p.Rule, line, at, colour)
	})
}

// Defences returns the points of the line at which a reply of the opponent
// leaves no completing cell, were a stone of the colour played on the empty
// point (x, y). There are some just when the shape is a four: none for the
// open four and the double four, and none where nothing is to be defended.
func (p *Position) Defences(x, y int, colour Cell, d Direction) []Point {
	return p.linePoints(x, y, d, func(line []Cell, at int) []int {
		return LineDefences(p.Rule, line, at, colour)
	})
}

func (p *Position) linePoints(x, y int, d Direction, f func(line []Cell, at int) []int) []Point {
	if p.At(x, y) != Empty {
		return nil
	}
	var points []Point
	dx, dy := d.Step()
	line, at := p.Line(x, y, d)
	for _, i := range f(line, at) {
		points = append(points, Point{x + (i-at)*dx, y + (i-at)*dy})
	}
	return points
}

// LineShape returns what the colour, Black or White, has on a line of cells
// after playing at the index at. Beyond both ends of the line lies the edge.
// The colour matters only in renju. The cell at that index is taken for the
// new stone whatever it holds; the line is not changed.
func LineShape(rule Rule, line []Cell, at int, colour Cell) Shape {
	l := newLine(rule, line, at, colour)
	return l.shape(3)
}

// LineCompletions returns the indexes of the empty cells that would win in one
// row with a stone of the colour played at the index at. A line that already
// has its five there has completing cells only where another stone wins again.
func LineCompletions(rule Rule, line []Cell, at int, colour Cell) []int {
	l := newLine(rule, line, at, colour)
	return l.outward(l.completions())
}

// LineDefences returns the indexes of the empty cells at which a reply of the
// opponent leaves no completing cell after the colour has played at the index
// at. It is empty if there is none to begin with.
func LineDefences(rule Rule, line []Cell, at int, colour Cell) []int {
	l := newLine(rule, line, at, colour)
	return l.outward(l.defences())
}

// oneLine is a line with the new stone on it. Its cells are changed and
// restored while shapes are worked out.
type oneLine struct {
	rule   Rule
	colour Cell
	cells  []Cell
	at     int
	offset int // index of cells[0] in the caller's line
	known  map[string]Shape
}

// newLine copies the part of the line that can matter: from the stone outwards
// up to and with the first cell on either side that is neither empty nor own.
// No row through the stone reaches past that cell, and the cell itself tells
// whether the row's end is held.
func newLine(rule Rule, line []Cell, at int, colour Cell) *oneLine {
	first, last := at, at
	for first > 0 && (first == at || line[first] == Empty || line[first] == colour) {
		first--
	}
	for last < len(line)-1 && (last == at || line[last] == Empty || line[last] == colour) {
		last++
	}
	l := &oneLine{rule: rule, colour: colour, at: at - first, offset: first, known: map[string]Shape{}}
	l.cells = append(l.cells, line[first:last+1]...)
	l.cells[l.at] = colour
	return l
}

// outward turns indexes of l.cells into indexes of the caller's line.
func (l *oneLine) outward(indexes []int) []int {
	for i := range indexes {
		indexes[i] += l.offset
	}
	return indexes
}

// cell returns the cell at the index, Blocked beyond the ends.
func (l *oneLine) cell(i int) Cell {
	if i < 0 || i >= len(l.cells) {
		return Blocked
	}
	return l.cells[i]
}

// row returns the first and last index of the unbroken row through the stone,
// and whether it wins.
func (l *oneLine) row() (first, last int, wins bool) {
	first, last = l.at, l.at
	for l.cell(first-1) == l.colour {
		first--
	}
	for l.cell(last+1) == l.colour {
		last++
	}
	enemy := l.colour.Other()
	held := l.cell(first-1) == enemy && l.cell(last+1) == enemy
	return first, last, runWins(l.rule, l.colour, last-first+1, held)
}

// completions returns the completing cells. Only the two cells at the ends of
// the row can be: any other leaves the row as it is.
func (l *oneLine) completions() []int {
	var found []int
	first, last, _ := l.row()
	for _, i := range []int{first - 1, last + 1} {
		if l.cell(i) != Empty {
			continue
		}
		l.cells[i] = l.colour
		if _, _, wins := l.row(); wins {
			found = append(found, i)
		}
		l.cells[i] = Empty
	}
	return found
}

// defences returns the cells where a reply leaves no completing cell, nothing
// if there is none without a reply.
func (l *oneLine) defences() []int {
	if len(l.completions()) == 0 {
		return nil
	}
	var found []int
	for i, c := range l.cells {
		if c != Empty {
			continue
		}
		l.cells[i] = l.colour.Other()
		if len(l.completions()) == 0 {
			found = append(found, i)
		}
		l.cells[i] = Empty
	}
	return found
}

// fours counts the different fours: for each completing cell, every five cells
// in a row that hold it, the stone, and otherwise own stones only, without the
// completing cell.
func (l *oneLine) fours() int {
	sets := map[[4]int]bool{}
	for _, e := range l.completions() {
		for start := 0; start+5 <= len(l.cells); start++ {
			if !within(start, e) || !within(start, l.at) {
				continue
			}
			var set [4]int
			n := 0
			for i := start; i < start+5; i++ {
				if i != e && l.cells[i] == l.colour {
					set[n] = i
					n++
				}
			}
			if n == 4 {
				sets[set] = true
			}
		}
	}
	return len(sets)
}

// within reports whether the index lies in the five cells from start.
func within(start, index int) bool { return start <= index && index < start+5 }

// shape classifies the line, adding at most more own stones before it looks
// for completing cells: 3 finds everything down to a one, 0 fours only. It can
// stop there because a shape's name says how many stones it lacks.
func (l *oneLine) shape(more int) Shape {
	key := string(l.cells)
	if s, ok := l.known[key]; ok {
		return s
	}
	s := l.classify(more)
	l.known[key] = s
	return s
}

// reach returns the empty cells that can join the row of the stone with that
// many more stones and a completing one: on each side, those up to the empty
// cell number more+1. A stone farther out takes no part in what the row becomes.
func (l *oneLine) reach(more int) []int {
	var cells []int
	for _, step := range []int{-1, 1} {
		empty := 0
		for i := l.at + step; l.cell(i) == Empty || l.cell(i) == l.colour; i += step {
			if l.cells[i] != Empty {
				continue
			}
			if empty++; empty > more+1 {
				break
			}
			cells = append(cells, i)
		}
	}
	return cells
}

func (l *oneLine) classify(more int) Shape {
	first, last, wins := l.row()
	if wins {
		return Shape{Kind: ShapeFive}
	}
	if last-first+1 >= 6 {
		return Shape{Kind: ShapeOverline}
	}
	if n := len(l.completions()); n > 0 {
		switch {
		case len(l.defences()) > 0:
			return Shape{ShapeFour, n}
		case l.fours() >= 2:
			return Shape{ShapeDoubleFour, n}
		}
		return Shape{ShapeOpenFour, n}
	}
	if more == 0 {
		return Shape{}
	}

	next := map[Kind]int{} // how many cells make each shape
	for _, i := range l.reach(more) {
		l.cells[i] = l.colour
		next[l.shape(more-1).Kind]++
		l.cells[i] = Empty
	}
	openFours := next[ShapeOpenFour]
	if l.rule != Renju || l.colour != Black {
		openFours += next[ShapeDoubleFour]
	}
	switch {
	case openFours > 0:
		return Shape{ShapeOpenThree, openFours}
	case next[ShapeFour] > 0:
		return Shape{ShapeClosedThree, next[ShapeFour]}
	case next[ShapeOpenThree] > 0:
		return Shape{ShapeOpenTwo, next[ShapeOpenThree]}
	case next[ShapeClosedThree] > 0:
		return Shape{ShapeClosedTwo, next[ShapeClosedThree]}
	case next[ShapeOpenTwo] > 0:
		return Shape{ShapeOpenOne, next[ShapeOpenTwo]}
	case next[ShapeClosedTwo] > 0:
		return Shape{ShapeClosedOne, next[ShapeClosedTwo]}
	}
	return Shape{}
}
