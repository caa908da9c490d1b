package board

// Shape is what a stone on an empty point makes on one line through it. It is
// defined by what the line becomes with one more own stone, always counting only
// lines that contain the stone; the numbers are ordered by strength.
type Shape uint8

// In the diagrams o is an own stone (the new one among them), a dot an empty
// cell, x an opponent's stone or the edge.
const (
	Dead        Shape = iota // x.oo.x    no five can come of it
	Overline                 // oooooo    six or more where that does not win
	ClosedOne                // one more stone makes a closed two
	OpenOne                  // one more stone makes an open two
	ClosedTwo                // xoo...    one more stone makes a closed three
	OpenTwo                  // one more stone makes an open three, at one point
	OpenTwo2                 // the same at two points
	OpenTwo3                 // ..oo...   the same at three points or more
	ClosedThree              // xooo..    one more stone makes a four
	OpenThree                // .o.oo.    one more stone makes an open four, at one point
	OpenThree2               // ..ooo..   the same at two points or more
	Four                     // xoooo.    completing points exist, but some reply stops them all
	OpenFour                 // .oooo.    whatever the reply, a completing point that wins is left
	DoubleFour               // o.ooo.o   likewise, by two different fours in one line
	Five                     // ooooo     wins by the rule
	Shapes      = 15
)

var shapeNames = [Shapes]string{
	"dead", "overline", "closed one", "open one", "closed two", "open two (1 way)", "open two (2 ways)", "open two (3+ ways)",
	"closed three", "open three (1 way)", "open three (2+ ways)", "four", "open four", "double four", "five",
}

func (s Shape) String() string {
	if int(s) < len(shapeNames) {
		return shapeNames[s]
	}
	return "shape?"
}

// IsOpenTwo, IsOpenThree and IsFour say which family a shape belongs to, whatever
// the number of ways.
func (s Shape) IsOpenTwo() bool   { return s >= OpenTwo && s <= OpenTwo3 }
func (s Shape) IsOpenThree() bool { return s == OpenThree || s == OpenThree2 }
func (s Shape) IsFour() bool      { return s >= Four && s <= DoubleFour }

// lineCell is a cell of a line as one colour sees it.
type lineCell uint8

const (
	cellEmpty lineCell = iota
	cellOwn
	cellOpponent
	cellWall // the edge or a stone of nobody
)

const (
	lineCentre = 5
	lineCells  = 2*lineCentre + 1
)

// line is a window on a line: the stone in question in the middle and five cells
// to each side, all that can matter to it under any rule.
type line [lineCells]lineCell

// judge decides shapes under one rule for one colour. It is the definition: short,
// recursive and slow; known only saves it from judging a line twice.
type judge struct {
	rule  Rule
	color Color
	known map[line]Shape
}

// shape names what the own stone in the middle of l makes.
func (j *judge) shape(l line) Shape {
	l = l.hidden()
	if s, ok := j.known[l]; ok {
		return s
	}
	s := j.define(&l)
	if j.known != nil {
		j.known[l] = s
	}
	return s
}

func (j *judge) define(l *line) Shape {
	run, held := l.run()
	switch {
	case j.rule.wins(j.color, run, held):
		return Five
	case run > 5:
		return Overline
	case j.completions(l) > 0:
		return j.fourShape(l)
	}
	// ways counts, by the shape the line would become, the points that make it so.
	var ways [Shapes]int
	for i, c := range l {
		if c == cellEmpty {
			ways[j.shape(l.with(i, cellOwn))]++
		}
	}
	openFours := ways[OpenFour]
	if !j.doubleFourForbidden() {
		openFours += ways[DoubleFour]
	}
	openThrees := ways[OpenThree] + ways[OpenThree2]
	openTwos := ways[OpenTwo] + ways[OpenTwo2] + ways[OpenTwo3]
	switch {
	case openFours >= 2:
		return OpenThree2
	case openFours == 1:
		return OpenThree
	case ways[Four] > 0 || ways[DoubleFour] > 0:
		return ClosedThree
	case openThrees >= 3:
		return OpenTwo3
	case openThrees == 2:
		return OpenTwo2
	case openThrees == 1:
		return OpenTwo
	case ways[ClosedThree] > 0:
		return ClosedTwo
	case openTwos > 0:
		return OpenOne
	case ways[ClosedTwo] > 0:
		return ClosedOne
	}
	return Dead
}

// fourShape tells the fours apart; l has a completing point.
func (j *judge) fourShape(l *line) Shape {
	for i, c := range l {
		if c != cellEmpty {
			continue
		}
		if reply := l.with(i, cellOpponent).hidden(); j.completions(&reply) == 0 {
			return Four
		}
	}
	if j.differentFours(l) > 1 {
		return DoubleFour
	}
	return OpenFour
}

func (j *judge) doubleFourForbidden() bool { return j.rule == Renju && j.color == Black }

// completions counts the empty cells where one more own stone wins.
func (j *judge) completions(l *line) int {
	n := 0
	for i, c := range l {
		if c != cellEmpty {
			continue
		}
		five := l.with(i, cellOwn)
		if run, held := five.run(); j.rule.wins(j.color, run, held) {
			n++
		}
	}
	return n
}

// differentFours counts the sets of four own stones, the middle one among them,
// that a completing point makes into five: two for o.ooo.o, one for .oooo.
func (j *judge) differentFours(l *line) int {
	seen := map[uint16]bool{}
	for i, c := range l {
		if c != cellEmpty {
			continue
		}
		five := l.with(i, cellOwn)
		if run, held := five.run(); !j.rule.wins(j.color, run, held) {
			continue
		}
		for start := max(0, i-4); start <= i && start+5 <= lineCells; start++ {
			if start > lineCentre || start+5 <= lineCentre {
				continue
			}
			stones := uint16(0)
			for k := start; k < start+5; k++ {
				if five[k] == cellOwn {
					stones |= 1 << k
				}
			}
			if full := uint16(0x1f) << start; stones == full {
				seen[stones&^(1<<i)] = true
			}
		}
	}
	return len(seen)
}

// run is the length of the run of own stones through the middle, and whether an
// opponent's stone stands at both of its ends.
func (l *line) run() (n int, held bool) {
	lo, hi := lineCentre-1, lineCentre+1
	for lo >= 0 && l[lo] == cellOwn {
		lo--
	}
	for hi < lineCells && l[hi] == cellOwn {
		hi++
	}
	held = lo >= 0 && l[lo] == cellOpponent && hi < lineCells && l[hi] == cellOpponent
	return hi - lo - 1, held
}

func (l line) with(i int, c lineCell) line {
	l[i] = c
	return l
}

// hidden replaces what lies behind the first foreign cell on each side by wall:
// no line through the middle reaches there.
func (l line) hidden() line {
	for _, step := range [2]int{-1, 1} {
		behind := false
		for i := lineCentre + step; i >= 0 && i < lineCells; i += step {
			if behind {
				l[i] = cellWall
			}
			behind = behind || l[i] == cellOpponent || l[i] == cellWall
		}
	}
	return l
}
