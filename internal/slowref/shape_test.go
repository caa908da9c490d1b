package slowref

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// parseLine reads a drawn line for the colour: X own, O the opponent's, '*' the
// new stone's cell.
func parseLine(t testing.TB, text string, colour Cell) (line []Cell, at int) {
	t.Helper()
	at = -1
	for i, r := range text {
		c := Cell(r)
		switch r {
		case '*':
			c, at = Empty, i
		case 'X':
			c = colour
		case 'O':
			c = colour.Other()
		}
		line = append(line, c)
	}
	if at < 0 {
		t.Fatalf("no '*' in %q", text)
	}
	return line, at
}

// views are the rules as a line sees them: renju differs by colour.
var views = []struct {
	name   string
	rule   Rule
	colour Cell
}{
	{"free", Freestyle, Black},
	{"free", Freestyle, White},
	{"std", Standard, Black},
	{"std", Standard, White},
	{"black", Renju, Black},
	{"white", Renju, White},
	{"caro", Caro, Black},
	{"caro", Caro, White},
	{"exact", CaroExact, Black},
	{"exact", CaroExact, White},
}

// TestShapesByHand holds lines worked out by hand. X are own stones, O the
// opponent's, # nobody's, '*' the new stone; beyond the ends is the edge. The
// answer is given once for all rules, or by rule with "all" for the rest.
func TestShapesByHand(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		// Five and overline.
		{"XX*XX", "all five"},
		{".XX*XX.", "all five"},
		{"XXX*XX", "all five, std overline, black overline, exact overline"},
		{"XXX*XXX", "all five, std overline, black overline, exact overline"},
		{"OXX*XXO", "all five, caro dead, exact dead"},
		{"OXX*XX#", "all five"},
		{"OXX*XX", "all five"},
		{"OXX*XXXO", "all five, std overline, black overline, exact overline"},

		// Fours. The edge is no stone, so caro differs only between stones.
		{"..XX*X..", "all open four/2"},
		{".XX*X.", "all open four/2"},
		{".XX*X", "all four/1"},
		{"OXX*X.", "all four/1"},
		{"XX*X", "all dead"},
		{"OXX*X.O", "all four/1, caro dead, exact dead"},
		{"OXX*X.#", "all four/1"},
		{"#XX*X.O", "all four/1"},
		{"OXX*X..O", "all four/1"},
		{"X.X*X", "all four/1"},
		{"X.X*X.", "all four/1"},
		{"OX.X*XO", "all four/1, caro dead, exact dead"},

		// The defender's stone on one completing cell closes the other five.
		{"O.XX*X..", "all open four/2, caro four/2, exact four/2"},
		{"O.XX*X.", "all open four/2, caro four/2, exact four/2"},
		{"O.XX*X.O", "all open four/2, caro four/2, exact four/2"},
		{"#.XX*X.O", "all open four/2, caro four/2, exact four/2"},
		{"#.XX*X.#", "all open four/2"},
		{"O..XX*X..", "all open four/2"},
		{"O..XX*X..O", "all open four/2"},
		{"O..XX*X.", "all open four/2"},

		// Two fours in one line; in caro stones at the far ends make one reply
		// close both.
		{"X.X*X.X", "all double four/2"},
		{"OX.X*X.XO", "all double four/2, caro four/2, exact four/2"},
		{"OX.X*X.X#", "all double four/2, caro four/2, exact four/2"},
		{"OX.X*X.X.O", "all double four/2, caro four/2, exact four/2"},
		{".X.X*X.X.", "all double four/2"},
		{"XXX.*.XXX", "all double four/2"},
		{"OXXX.*.XXXO", "all double four/2, caro four/2, exact four/2"},
		{"XX.X*.XX", "all double four/2"},
		{"OXX.X*.XXO", "all double four/2, caro four/2, exact four/2"},
		{"X*.XX.XX", "all four/1"}, // the right four does not hold the new stone

		// One's own far stone: a completing cell that makes six.
		{".XX*X.X.", "all double four/2, std four/1, black four/1, exact four/1"},
		{"XX.X*X.X", "all double four/2, std four/1, black four/1, exact four/1"},
		{"XXX.X*", "all four/1, std dead, black dead, exact dead"},
		{"OXX*.XXO", "all four/1, std dead, black dead, exact dead"},
		{"X.XX*X.X", "all double four/2, std dead, black dead, exact dead"},
		{"XXX.*XX", "all four/1, std dead, black dead, exact dead"},
		{"OX.XX*X..", "all double four/2, std four/1, black four/1, exact four/1"},

		// Open threes and the number of ways.
		{"..X*X...", "all open three/2"},
		{".X*X..", "all open three/1"},
		{".X.X*.", "all open three/1"},
		{"..X.X*..", "all open three/1"},
		{"..X*X..X..", "all open three/2, std open three/1, black open three/1, exact open three/1"},
		{"X.*X..X", "all open three/1, black closed three/2"}, // a double four is forbidden
		// renju_points.txt, "split three whose filling makes six on that side".
		{"..X.X.X*.......", "all open three/1, std closed three/2, black closed three/2, exact closed three/2"},

		// Closed threes.
		{".X*X.", "all closed three/2"},
		{"O.X*X.O", "all closed three/2, caro dead, exact dead"},
		{"O.X*X.#", "all closed three/2"},
		{"OX*X..", "all closed three/2"},
		{"OX*X..O", "all closed three/2, caro dead, exact dead"},
		{"OX*X...O", "all closed three/2"},
		{"O.X*X..O", "all open three/1, caro closed three/3, exact closed three/3"},
		{"O..X*X..O", "all open three/2, caro closed three/4, exact closed three/4"},
		{"O..X*X...O", "all open three/2, caro open three/1, exact open three/1"},
		{"OX*X", "all dead"},

		// Twos and ones.
		{"..X*...", "all open two/3"},
		{".X*..", "all closed two/3"},
		{"OX*...", "all closed two/3"},
		{"OX*...O", "all closed two/3, caro dead, exact dead"},
		{"OX*..O", "all dead"},
		{"....*....", "all open one/6"},
		{"*....", "all closed one/4"},
		{"O*....O", "all closed one/4, caro dead, exact dead"},
		{"O*....#", "all closed one/4"},
		{"*...", "all dead"},
		{"*", "all dead"},
	} {
		want := map[string]string{}
		for _, part := range strings.Split(c.want, ", ") {
			name, shape, _ := strings.Cut(part, " ")
			want[name] = shape
		}
		for _, v := range views {
			expected, ok := want[v.name]
			if !ok {
				expected = want["all"]
			}
			line, at := parseLine(t, c.line, v.colour)
			got := LineShape(v.rule, line, at, v.colour)
			if got.String() != expected {
				t.Errorf("%s, %s (%v): %v, want %s", c.line, v.name, v.colour, got, expected)
			}
			slices.Reverse(line)
			if back := LineShape(v.rule, line, len(line)-1-at, v.colour); back != got {
				t.Errorf("%s, %s (%v): %v, backwards %v", c.line, v.name, v.colour, got, back)
			}
		}
	}
}

// TestCompletionsAndDefences marks the expected cells by hand: c a completing
// cell, d a defence, b both.
func TestCompletionsAndDefences(t *testing.T) {
	for _, c := range []struct{ line, free, caro string }{
		{"O.XX*X..", ".c....c.", ".c....b."},
		{"O.XX*X.O", ".c....c.", ".b....b."},
		{"#.XX*X.O", ".c....c.", ".b....c."},
		{"OXX*X..O", ".....b..", ".....bd."},
		{"OXX*X..", ".....b.", ".....bd"},
		{"OXX*X.O", ".....b.", "......."},
		{"OX.X*X.XO", "..c...c..", "..b...b.."},
		{"X.X*X.X", ".c...c.", ".c...c."},
		{"OXX.X*..O", "...b.....", "...b..d.."},
		{"O.X*XX..O", ".c....c..", ".c....b.."},
		{"XX*XX", ".....", "....."},
		{"..X*X..", ".......", "......."},
	} {
		for _, v := range []struct {
			rule Rule
			want string
		}{{Freestyle, c.free}, {Standard, c.free}, {Caro, c.caro}, {CaroExact, c.caro}} {
			line, at := parseLine(t, c.line, White)
			var completing, defending []int
			for i, r := range v.want {
				if r == 'c' || r == 'b' {
					completing = append(completing, i)
				}
				if r == 'd' || r == 'b' {
					defending = append(defending, i)
				}
			}
			if got := LineCompletions(v.rule, line, at, White); !slices.Equal(got, completing) {
				t.Errorf("%s, %v: completing cells %v, want %v", c.line, v.rule, got, completing)
			}
			if got := LineDefences(v.rule, line, at, White); !slices.Equal(got, defending) {
				t.Errorf("%s, %v: defences %v, want %v", c.line, v.rule, got, defending)
			}
		}
	}
}

func TestShapeOnTheBoard(t *testing.T) {
	// A broken four of black on a rising line, its ends on the edge.
	p := draw(t, Freestyle, White,
		"......X",
		".....X.",
		".......",
		"...X...",
		".......",
		".......")
	if got := p.Shape(2, 4, Black, Rising); got != (Shape{ShapeFour, 1}) {
		t.Errorf("c5 is %v", got)
	}
	if got := p.Completions(2, 4, Black, Rising); !reflect.DeepEqual(got, points(t, "e3")) {
		t.Errorf("completed at %v", got)
	}
	if got := p.Defences(2, 4, Black, Rising); !reflect.DeepEqual(got, points(t, "e3")) {
		t.Errorf("defended at %v", got)
	}
	if got := p.Shape(2, 4, Black, Falling); got.Kind != ShapeDead {
		t.Errorf("the other diagonal has five cells only from a3 to d6, but is %v", got)
	}
	if got := p.Shape(3, 3, Black, Rising); got != (Shape{}) {
		t.Errorf("an occupied point is %v", got)
	}
	if got := p.Shape(-1, 3, White, Rising); got != (Shape{}) {
		t.Errorf("a point outside is %v", got)
	}
	if got := p.Completions(3, 3, Black, Rising); got != nil {
		t.Errorf("an occupied point is completed at %v", got)
	}
}

// randomLine returns a line of up to 22 cells with an empty cell to play on.
func randomLine(rng *rand.Rand) (line []Cell, at int) {
	n := 1 + rng.IntN(22)
	white, black := rng.IntN(6), 3+rng.IntN(10)
	for i := 0; i < n; i++ {
		c := Empty
		switch r := rng.IntN(20); {
		case r < white:
			c = White
		case r < white+black:
			c = Black
		case r == 19 && rng.IntN(3) == 0:
			c = Blocked
		}
		line = append(line, c)
	}
	at = rng.IntN(n)
	line[at] = Empty
	return line, at
}

// TestLineLaws checks on random lines what follows from the definition.
func TestLineLaws(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 11))
	seen := map[Kind]int{}
	for i := 0; i < 500; i++ {
		line, at := randomLine(rng)
		for _, v := range views {
			before := slices.Clone(line)
			got := LineShape(v.rule, line, at, v.colour)
			seen[got.Kind]++
			name := func() string { return fmt.Sprintf("%s at %d, %v, %v", string(line), at, v.rule, v.colour) }
			if !slices.Equal(line, before) {
				t.Fatalf("%s: the line was changed from %s", name(), string(before))
			}

			back := slices.Clone(line)
			slices.Reverse(back)
			if s := LineShape(v.rule, back, len(back)-1-at, v.colour); s != got {
				t.Errorf("%s: %v, backwards %v", name(), got, s)
			}
			if v.rule != Renju {
				swapped := slices.Clone(line)
				for j, c := range swapped {
					swapped[j] = c.Other()
				}
				if s := LineShape(v.rule, swapped, at, v.colour.Other()); s != got {
					t.Errorf("%s: %v, colours swapped %v", name(), got, s)
				}
			}
			walled := append([]Cell{Blocked}, append(slices.Clone(line), Blocked)...)
			if s := LineShape(v.rule, walled, at+1, v.colour); s != got {
				t.Errorf("%s: %v, between stones of nobody %v", name(), got, s)
			}
			// Nothing farther than five cells from the stone matters: a row of
			// at most five ends there, and a row of six is long enough.
			near := slices.Clone(line)
			for j := range near {
				if j < at-5 || j > at+5 {
					near[j] = []Cell{Empty, Black, White, Blocked}[rng.IntN(4)]
				}
			}
			if s := LineShape(v.rule, near, at, v.colour); s != got {
				t.Errorf("%s: %v, but %v with other far cells: %s", name(), got, s, string(near))
			}

			completing := LineCompletions(v.rule, line, at, v.colour)
			defences := LineDefences(v.rule, line, at, v.colour)
			switch got.Kind {
			case ShapeFour:
				if len(completing) != got.Ways || len(defences) == 0 {
					t.Errorf("%s: %v completed at %v, defended at %v", name(), got, completing, defences)
				}
			case ShapeOpenFour, ShapeDoubleFour:
				if len(completing) != got.Ways || got.Ways < 2 || len(defences) != 0 {
					t.Errorf("%s: %v completed at %v, defended at %v", name(), got, completing, defences)
				}
			case ShapeFive, ShapeOverline:
			default:
				if len(completing) != 0 || len(defences) != 0 {
					t.Errorf("%s: %v completed at %v, defended at %v", name(), got, completing, defences)
				}
			}
			if v.rule != Caro && v.rule != CaroExact && got.Kind == ShapeFour && !slices.Equal(completing, defences) {
				t.Errorf("%s: completed at %v, defended at %v", name(), completing, defences)
			}
		}
	}
	for k := ShapeDead; k <= ShapeFive; k++ {
		if seen[k] == 0 {
			t.Errorf("no %v among the random lines", k)
		}
	}
}

// literalShape is LineShape taken from the package comment word by word: the
// whole line, every empty cell, nothing remembered and nothing left out because
// it cannot matter.
func literalShape(rule Rule, line []Cell, at int, colour Cell, more int) Shape {
	cell := func(i int) Cell {
		if i < 0 || i >= len(line) {
			return Blocked
		}
		return line[i]
	}
	row := func() (first, last int, wins bool) {
		for first = at; cell(first-1) == colour; first-- {
		}
		for last = at; cell(last+1) == colour; last++ {
		}
		held := cell(first-1) == colour.Other() && cell(last+1) == colour.Other()
		return first, last, runWins(rule, colour, last-first+1, held)
	}
	completions := func() (cells []int, fours map[string]bool) {
		fours = map[string]bool{}
		for e := range line {
			if line[e] != Empty {
				continue
			}
			line[e] = colour
			first, last, wins := row()
			if wins && first <= e && e <= last {
				cells = append(cells, e)
				for start := first; start+4 <= last; start++ {
					set := ""
					if start <= e && e < start+5 && start <= at && at < start+5 {
						for i := start; i < start+5; i++ {
							if i != e {
								set += fmt.Sprint(i, " ")
							}
						}
						fours[set] = true
					}
				}
			}
			line[e] = Empty
		}
		return cells, fours
	}

	first, last, wins := row()
	if wins {
		return Shape{Kind: ShapeFive}
	}
	if last-first >= 5 {
		return Shape{Kind: ShapeOverline}
	}
	if cells, fours := completions(); len(cells) > 0 {
		for reply := range line {
			if line[reply] != Empty {
				continue
			}
			line[reply] = colour.Other()
			left, _ := completions()
			line[reply] = Empty
			if len(left) == 0 {
				return Shape{ShapeFour, len(cells)}
			}
		}
		if len(fours) > 1 {
			return Shape{ShapeDoubleFour, len(cells)}
		}
		return Shape{ShapeOpenFour, len(cells)}
	}
	if more == 0 {
		return Shape{}
	}
	var next [ShapeFive + 1]int
	for i := range line {
		if line[i] == Empty {
			line[i] = colour
			next[literalShape(rule, line, at, colour, more-1).Kind]++
			line[i] = Empty
		}
	}
	if rule != Renju || colour != Black {
		next[ShapeOpenFour] += next[ShapeDoubleFour]
	}
	for _, k := range []struct{ now, then Kind }{
		{ShapeOpenThree, ShapeOpenFour}, {ShapeClosedThree, ShapeFour},
		{ShapeOpenTwo, ShapeOpenThree}, {ShapeClosedTwo, ShapeClosedThree},
		{ShapeOpenOne, ShapeOpenTwo}, {ShapeClosedOne, ShapeClosedTwo},
	} {
		if next[k.then] > 0 {
			return Shape{k.now, next[k.then]}
		}
	}
	return Shape{}
}

// TestShapeIsLiteral compares LineShape, which looks no farther along the line
// than it must, with the definition.
func TestShapeIsLiteral(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(13, 17))
	for i := 0; i < 200; i++ {
		line, at := randomLine(rng)
		for _, v := range views {
			whole := slices.Clone(line)
			whole[at] = v.colour
			if got, want := LineShape(v.rule, line, at, v.colour), literalShape(v.rule, whole, at, v.colour, 3); got != want {
				t.Errorf("%s at %d, %v, %v: %v, by the definition %v", string(line), at, v.rule, v.colour, got, want)
			}
		}
	}
}

// TestShapeFiveIsWinning compares the shapes with Wins on random boards.
func TestShapeFiveIsWinning(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(19, 23))
	for i := 0; i < 25; i++ {
		p := randomPosition(t, rng, Rules()[i%5])
		for y := 0; y < p.Height; y++ {
			for x := 0; x < p.Width; x++ {
				for _, colour := range []Cell{Black, White} {
					five := false
					for _, d := range Directions() {
						five = five || p.Shape(x, y, colour, d).Kind == ShapeFive
					}
					if five != p.Wins(x, y, colour) {
						t.Errorf("%v, %v: five %v, wins %v\n%v", Point{x, y}, colour, five, !five, p)
					}
				}
			}
		}
	}
}

func BenchmarkShape(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	p := randomPosition(b, rng, Caro)
	for i := 0; b.Loop(); i++ {
		_ = p.Shape(i%p.Width, i/p.Width%p.Height, Black, Direction(i%4))
	}
}
