package board

import "fmt"

// Color is what stands on a point.
type Color uint8

// Black and White index arrays by colour. Wall is the edge, or a stone of nobody
// put on the board: it completes nothing and closes nothing.
const (
	Black Color = iota
	White
	Empty
	Wall
)

// Other is the opponent of Black or White.
func (c Color) Other() Color { return c ^ 1 }

func (c Color) String() string {
	switch c {
	case Black:
		return "black"
	case White:
		return "white"
	case Empty:
		return "empty"
	}
	return "wall"
}

// Rule says which lines win and which moves are forbidden.
type Rule uint8

// The rules of the leagues. The number a manager sends for each is the
// protocol's affair.
const (
	Freestyle Rule = iota // five or more wins
	Standard              // exactly five wins
	Renju                 // Black: exactly five, with forbidden points; White: five or more
	Caro                  // five or more, but exactly five between two opponent stones does not
	CaroExact             // exactly five, not between two opponent stones
	Rules     = 5
)

var ruleNames = [Rules]string{"freestyle", "standard", "renju", "caro", "caro-exact"}

func (r Rule) String() string {
	if int(r) < len(ruleNames) {
		return ruleNames[r]
	}
	return fmt.Sprintf("rule?%d", uint8(r))
}

// ParseRule reads a rule's name as String writes it.
func ParseRule(s string) (Rule, error) {
	for r, name := range ruleNames {
		if s == name {
			return Rule(r), nil
		}
	}
	return 0, fmt.Errorf("unknown rule %q: allowed are freestyle, standard, renju, caro, caro-exact", s)
}

// reach is how many cells on each side of a stone can matter to what it makes on
// a line: four others of the five, and under every rule but freestyle the cell
// next to the five as well.
func (r Rule) reach() int {
	if r == Freestyle {
		return 4
	}
	return 5
}

// closes says whether an opponent stone at both ends takes a five's worth away,
// so that a defender need not stand in the five to stop it.
func (r Rule) closes() bool { return r == Caro || r == CaroExact }

// wins is the rule itself: does a run of n stones of colour c win, where heldEnds
// says that both ends are opponent stones (not the edge, not a stone of nobody)?
func (r Rule) wins(c Color, n int, heldEnds bool) bool {
	switch r {
	case Standard:
		return n == 5
	case Renju:
		return n == 5 || n > 5 && c == White
	case Caro:
		return n > 5 || n == 5 && !heldEnds
	case CaroExact:
		return n == 5 && !heldEnds
	}
	return n >= 5
}
