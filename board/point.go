package board

// The grid is padded: 22 points and five walls on each side, 32 x 32 in all, so
// that a step along any line is one addition and no neighbour within five steps
// needs a range check.
const (
	// MinSize and MaxSize bound width and height, in points.
	MinSize = 5
	MaxSize = 22

	wallWidth = 5
	rowShift  = 5
	gridSide  = 1 << rowShift
	// GridPoints is the number of indices a Point can have, walls included.
	GridPoints = gridSide * gridSide
)

// Point is an index into the padded grid. The zero Point is a wall corner and
// stands for "no point".
type Point uint16

// NoPoint is no point of any board.
const NoPoint Point = 0

// At gives the point in column x from the left and row y from the top, both
// counted from 0. The coordinates may lie up to five steps off the board.
func At(x, y int) Point {
	return Point((y+wallWidth)<<rowShift + x + wallWidth)
}

// X is the column, 0 at the left.
func (p Point) X() int { return int(p&(gridSide-1)) - wallWidth }

// Y is the row, 0 at the top.
func (p Point) Y() int { return int(p>>rowShift) - wallWidth }

// Direction is one of the four lines through a point.
type Direction uint8

// The four directions, named by where a step of +1 leads.
const (
	Horizontal   Direction = iota // to the right
	Vertical                      // downwards
	DiagonalDown                  // right and down
	DiagonalUp                    // right and up
	Directions   = 4
)

// steps is what one step of +1 in a direction adds to a Point.
var steps = [Directions]int{1, gridSide, gridSide + 1, 1 - gridSide}

// Step gives the point n steps along d; n may be negative. The result is
// meaningful while it stays within five steps of the board.
func (p Point) Step(d Direction, n int) Point {
	return Point(int(p) + n*steps[d])
}

func (d Direction) String() string {
	switch d {
	case Horizontal:
		return "horizontal"
	case Vertical:
		return "vertical"
	case DiagonalDown:
		return "diagonal-down"
	case DiagonalUp:
		return "diagonal-up"
	}
	return "direction?"
}
