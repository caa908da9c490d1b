package slowref

import (
	"fmt"
	"strings"
	"testing"
)

// TestAcceptance explains the answers of acceptance.txt by the rules alone:
// they are the winning points, or all that black may play, or the points that
// leave the opponent's three on a line without an open four.
func TestAcceptance(t *testing.T) {
	lines := caseLines(t, "acceptance.txt")
	if len(lines) != 7 {
		t.Fatalf("%d lines, want 7", len(lines))
	}
	for i, line := range lines {
		parts := fields(strings.TrimPrefix(line, "# "))
		if len(parts) != 3 {
			t.Fatalf("%q", line)
		}
		rules, sizes, _ := strings.Cut(parts[0], " ")
		for _, r := range strings.Split(rules, ",") {
			for _, s := range strings.Split(sizes, ",") {
				var rule Rule
				var size int
				if _, err := fmt.Sscan(r+" "+s, &rule, &size); err != nil {
					t.Fatalf("%q: %v", line, err)
				}
				p := mustNew(t, size, size, rule)
				for _, stone := range strings.Fields(parts[1]) {
					m, whose := xy(t, stone)
					p.Put(m.X, m.Y, map[int]Cell{1: Black, 2: White}[whose]) // black moved first and is to move
				}
				accepted := map[Point]bool{}
				for _, answer := range strings.Fields(strings.TrimPrefix(parts[2], "any but ")) {
					m, _ := xy(t, answer)
					accepted[m] = true
				}

				var judge func(x, y int) bool
				switch {
				case i < 4: // black has four in a row
					judge = func(x, y int) bool { return p.Wins(x, y, Black) }
				case i == 5: // "any but"
					judge = func(x, y int) bool { return p.Forbidden(x, y) == DoubleThree }
				default: // white has a three, black's four leads nowhere
					for y := 0; y < size; y++ {
						for x := 0; x < size; x++ {
							if p.Wins(x, y, Black) || p.Wins(x, y, White) {
								t.Errorf("%s, %v: %v wins", line, rule, Point{x, y})
							}
						}
					}
					at, d := Point{5, 7}, Horizontal // on the line of the three
					if i == 6 {
						at, d = Point{5, 5}, Vertical
					}
					judge = func(x, y int) bool { return stopsThree(p, x, y, at, d) }
				}
				for y := 0; y < size; y++ {
					for x := 0; x < size; x++ {
						if p.At(x, y) == Empty && judge(x, y) != accepted[Point{x, y}] {
							t.Errorf("%s, %v, size %d: %v judged %v", line, rule, size, Point{x, y}, !accepted[Point{x, y}])
						}
					}
				}
			}
		}
	}
}

// xy reads "7,8" or "7,8,2".
func xy(t *testing.T, text string) (m Point, whose int) {
	t.Helper()
	if n, _ := fmt.Sscanf(text, "%d,%d,%d", &m.X, &m.Y, &whose); n < 2 {
		t.Fatalf("%q is no point", text)
	}
	return m, whose
}

// stopsThree reports whether a black stone on (x, y) leaves white no open four
// on the line through the point.
func stopsThree(p *Position, x, y int, on Point, d Direction) bool {
	q := p.Clone()
	q.Put(x, y, Black)
	dx, dy := d.Step()
	first, last := q.lineEnds(on.X, on.Y, d)
	for i := first; i <= last; i++ {
		switch q.Shape(on.X+i*dx, on.Y+i*dy, White, d).Kind {
		case ShapeOpenFour, ShapeDoubleFour:
			return false
		}
	}
	return true
}
