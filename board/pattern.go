package board

import "sync"

// Code is the pattern code: the number of a multiset of four shapes, what a stone
// makes in its four directions together, whichever direction is which.
type Code uint16

// Codes is how many there are: multisets of 4 out of 15 shapes.
const Codes = 3060

// codeSpace is Codes rounded up, so that a masked index needs no bounds check.
const codeSpace = 4096

// packedShapes holds the shapes of four directions, four bits each, Horizontal
// lowest.
type packedShapes uint16

func (s packedShapes) at(d Direction) Shape { return Shape(s >> (4 * d) & 15) }

// Class is the threat that a point's four shapes amount to.
type Class uint8

// The classes in order of strength; plus means that another direction adds a
// closed three or an open two.
const (
	ClassQuiet Class = iota
	// ClassMaybeForbidden is renju's: Black makes an overline, two fours or two
	// threes here, so that no threat counts until Forbidden has been asked.
	ClassMaybeForbidden
	ClassTwo         // an open two
	ClassClosedThree // one more stone makes a four
	ClassThree       // an open three
	ClassThreePlus
	ClassDoubleThree // two open threes
	ClassFour        // a four
	ClassFourPlus
	ClassFourThree // a four and an open three
	ClassOpenFour  // an open four, or two fours
	ClassFive      // wins
	Classes        = 12
)

var classNames = [Classes]string{
	"quiet", "perhaps forbidden", "two", "closed three", "three", "three+", "double three",
	"four", "four+", "four-three", "open four", "five",
}

func (c Class) String() string {
	if int(c) < len(classNames) {
		return classNames[c]
	}
	return "class?"
}

// The board keeps the points of the classes that search asks for as sets; several
// classes share one.
const (
	setRest = iota
	setFive
	setOpenFour
	setFour
	setThree
	setMaybeForbidden
	pointSets = 6
)

var setOfClass = [16]uint8{
	ClassMaybeForbidden: setMaybeForbidden,
	ClassThree:          setThree, ClassThreePlus: setThree, ClassDoubleThree: setThree,
	ClassFour: setFour, ClassFourPlus: setFour, ClassFourThree: setFour,
	ClassOpenFour: setOpenFour,
	ClassFive:     setFive,
}

// patternTable names multisets of shapes.
type patternTable struct {
	code   [1 << 16]Code // by packedShapes
	shapes [Codes][Directions]Shape
}

// patterns is the same under every rule; built when a board first needs it.
var patterns = sync.OnceValue(func() *patternTable {
	t := &patternTable{}
	next := Code(0)
	for a := Shape(0); a < Shapes; a++ {
		for b := a; b < Shapes; b++ {
			for c := b; c < Shapes; c++ {
				for d := c; d < Shapes; d++ {
					t.shapes[next] = [Directions]Shape{a, b, c, d}
					next++
				}
			}
		}
	}
	for code, s := range t.shapes {
		for _, order := range permutations {
			packed := s[order[0]] | s[order[1]]<<4
			packedHigh := s[order[2]] | s[order[3]]<<4
			t.code[int(packedHigh)<<8|int(packed)] = Code(code)
		}
	}
	return t
})

// permutations are the 24 orders of four directions.
var permutations = func() (orders [][Directions]int) {
	for a := 0; a < 4; a++ {
		for b := 0; b < 4; b++ {
			for c := 0; c < 4; c++ {
				if d := 6 - a - b - c; a != b && a != c && b != c {
					orders = append(orders, [Directions]int{a, b, c, d})
				}
			}
		}
	}
	return orders
}()

// CodeShapes gives the four shapes of a pattern code, weakest first.
func CodeShapes(code Code) [Directions]Shape { return patterns().shapes[code] }

// classify tells the class of a colour's four shapes under a rule.
func classify(r Rule, c Color, shapes [Directions]Shape) Class {
	var fives, overlines, openFours, fours, threes, closedThrees, twos int
	for _, s := range shapes {
		switch {
		case s == Five:
			fives++
		case s == Overline:
			overlines++
		case s == DoubleFour: // counts as two, and is no easier to stop than an open one
			openFours++
			fours += 2
		case s == OpenFour:
			openFours++
			fours++
		case s == Four:
			fours++
		case s.IsOpenThree():
			threes++
		case s == ClosedThree:
			closedThrees++
		case s.IsOpenTwo():
			twos++
		}
	}
	plus := closedThrees+twos > 0
	switch {
	case fives > 0:
		return ClassFive
	case r == Renju && c == Black && (overlines > 0 || fours > 1 || threes > 1):
		return ClassMaybeForbidden
	case openFours > 0 || fours > 1:
		return ClassOpenFour
	case fours == 1 && threes > 0:
		return ClassFourThree
	case fours == 1 && plus:
		return ClassFourPlus
	case fours == 1:
		return ClassFour
	case threes > 1:
		return ClassDoubleThree
	case threes == 1 && plus:
		return ClassThreePlus
	case threes == 1:
		return ClassThree
	case closedThrees > 0:
		return ClassClosedThree
	case twos > 0:
		return ClassTwo
	}
	return ClassQuiet
}

// classTables gives each rule's classes, by colour and code.
var classTables = func() (tables [Rules]func() *[2][codeSpace]Class) {
	for r := range tables {
		tables[r] = sync.OnceValue(func() *[2][codeSpace]Class {
			var t [2][codeSpace]Class
			for code, shapes := range patterns().shapes {
				for _, c := range [2]Color{Black, White} {
					t[c][code] = classify(Rule(r), c, shapes)
				}
			}
			return &t
		})
	}
	return tables
}()

// ClassOf is the class of a pattern code for colour c under a rule.
func ClassOf(r Rule, c Color, code Code) Class { return classTables[r]()[c&1][code&(codeSpace-1)] }
