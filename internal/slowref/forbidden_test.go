package slowref

import (
	"encoding/json"
	"math/rand/v2"
	"sort"
	"strings"
	"testing"
)

// forbiddenPoints returns every point forbidden to black, as text.
func forbiddenPoints(p *Position) string {
	var found []string
	for y := 0; y < p.Height; y++ {
		for x := 0; x < p.Width; x++ {
			if p.Forbidden(x, y) != NotForbidden {
				found = append(found, Point{x, y}.String())
			}
		}
	}
	sort.Strings(found)
	return strings.Join(found, " ")
}

// TestRenjuForbidden asks for every point of the 300 judged positions, in all
// eight symmetries.
func TestRenjuForbidden(t *testing.T) {
	t.Parallel()
	lines := caseLines(t, "renju_forbidden.jsonl")
	if len(lines) != 300 {
		t.Fatalf("%d positions, want 300", len(lines))
	}
	points := 0
	for _, line := range lines {
		var c struct {
			Position  string
			Forbidden []string
		}
		if err := json.Unmarshal([]byte(line), &c); err != nil {
			t.Fatal(err)
		}
		p := mustNew(t, 15, 15, Renju)
		if err := p.SetUp(c.Position); err != nil {
			t.Fatalf("%s: %v", c.Position, err)
		}
		if p.Turn != Black {
			t.Fatalf("%s: %v to move", c.Position, p.Turn)
		}
		points += len(c.Forbidden)
		for k := 0; k < Symmetries; k++ {
			var turned []string
			for _, f := range c.Forbidden {
				m, err := ParseMoves(f)
				if err != nil || len(m) != 1 {
					t.Fatalf("%q: %v", f, err)
				}
				turned = append(turned, p.TurnedPoint(k, m[0].X, m[0].Y).String())
			}
			sort.Strings(turned)
			q := p.Turned(k)
			if got, want := forbiddenPoints(q), strings.Join(turned, " "); got != want {
				t.Errorf("%s, symmetry %d: forbidden %q, want %q\n%v", c.Position, k, got, want, q)
			}
		}
	}
	if points == 0 {
		t.Error("no forbidden point in the whole file")
	}
}

// room is what a case of renju_points.txt needs around its stones for its
// verdict to hold, in points: the least numbers to the left and right of the
// stones and above and below them, one alternative of each pair being enough.
// The numbers follow from the shapes by hand.
type room struct {
	leftRight, upDown [][2]int
}

var (
	anyRoom = [][2]int{{0, 0}}
	// A three of three in a row needs two free points on one side and one on
	// the other: its straight four takes one, each of its fives one.
	threeRoom = [][2]int{{2, 1}, {1, 2}}
	oneRoom   = [][2]int{{1, 0}, {0, 1}}
)

// pointRooms is keyed by the text of the reason, the last column.
var pointRooms = map[string]struct {
	reason Reason
	room
}{
	"plain double three": {DoubleThree, room{threeRoom, threeRoom}},
	"the row is closed on one side, it can make no open four": {NotForbidden, room{anyRoom, anyRoom}},
	"the row touches the edge":                                {NotForbidden, room{anyRoom, anyRoom}},
	"d8 makes the row a broken four: four-three":              {NotForbidden, room{anyRoom, anyRoom}},
	// k8 belongs to the stones, so the right side has its room already; the
	// straight four e8 to h8 needs d8 too.
	"one side still gives a real open four":           {DoubleThree, room{[][2]int{{2, 0}}, threeRoom}},
	"two fours":                                       {DoubleFour, room{oneRoom, oneRoom}},
	"two fours in one line: ooo.o.ooo":                {DoubleFour, room{anyRoom, anyRoom}},
	"two fours in one line: o.ooo.o":                  {DoubleFour, room{anyRoom, anyRoom}},
	"the left completion would be six: only one four": {NotForbidden, room{anyRoom, anyRoom}},
	"overline":                         {Overline, room{anyRoom, anyRoom}},
	"exact five wins, overline or not": {NotForbidden, room{anyRoom, anyRoom}},
	"four-three":                       {NotForbidden, room{anyRoom, anyRoom}},
	"nested: one three's only extension is itself forbidden": {NotForbidden, room{[][2]int{{5, 5}}, [][2]int{{5, 5}}}},
	"split three whose filling makes six on that side":       {NotForbidden, room{anyRoom, anyRoom}},
}

// TestRenjuPoints asks for the single points where they stand, in all eight
// symmetries, then shifted over boards of several sizes as far as there is room
// for the verdict; where a double three has less than its room it must be
// legal.
func TestRenjuPoints(t *testing.T) {
	t.Parallel()
	lines := caseLines(t, "renju_points.txt")
	if len(lines) != len(pointRooms) {
		t.Fatalf("%d lines in the file, %d here", len(lines), len(pointRooms))
	}
	for _, line := range lines {
		parts := fields(line)
		black, white, at, verdict, why := points(t, parts[0]), points(t, parts[1]), points(t, parts[2])[0], parts[3], parts[4]
		want, ok := pointRooms[why]
		if !ok {
			t.Fatalf("no entry for %q", why)
		}
		if (verdict == "forbidden") != (want.reason != NotForbidden) {
			t.Fatalf("%s: the file says %s", why, verdict)
		}

		p := mustNew(t, 15, 15, Renju)
		put(t, p, Black, parts[0])
		put(t, p, White, parts[1])
		for k := 0; k < Symmetries; k++ {
			m := p.TurnedPoint(k, at.X, at.Y)
			if got := p.Turned(k).Forbidden(m.X, m.Y); got != want.reason {
				t.Errorf("%s, symmetry %d: %v", line, k, got)
			}
		}
		if why == "the row touches the edge" {
			continue // the edge is its point: TestShiftAwayFromTheEdge
		}

		shifts := 0
		for _, size := range [][2]int{{15, 15}, {20, 20}, {22, 22}, {13, 22}} {
			for dy := -size[1]; dy <= size[1]; dy++ {
				for dx := -size[0]; dx <= size[0]; dx++ {
					q, left, right, up, down, inside := shifted(t, size[0], size[1], dx, dy, at, black, white)
					if !inside {
						continue
					}
					enough := hasRoom(want.leftRight, left, right) && hasRoom(want.upDown, up, down)
					expected := want.reason
					if !enough {
						if want.reason != DoubleThree {
							continue
						}
						expected = NotForbidden
					}
					shifts++
					if got := q.Forbidden(at.X+dx, at.Y+dy); got != expected {
						t.Errorf("%s shifted by (%d, %d): %v, want %v\n%v", why, dx, dy, got, expected, q)
					}
				}
			}
		}
		if shifts < 50 {
			t.Errorf("%s: only %d shifts", why, shifts)
		}
	}
}

func hasRoom(pairs [][2]int, a, b int) bool {
	for _, p := range pairs {
		if a >= p[0] && b >= p[1] {
			return true
		}
	}
	return false
}

// shifted sets the stones on a new board, moved by (dx, dy), and returns the
// free points around them and the point in question.
func shifted(t *testing.T, w, h, dx, dy int, at Point, black, white []Point) (p *Position, left, right, up, down int, inside bool) {
	p = mustNew(t, w, h, Renju)
	left, right, up, down = w, w, h, h
	place := func(m Point, c Cell) {
		x, y := m.X+dx, m.Y+dy
		p.Put(x, y, c)
		left, right = min(left, x), min(right, w-1-x)
		up, down = min(up, y), min(down, h-1-y)
	}
	for _, m := range black {
		place(m, Black)
	}
	for _, m := range white {
		place(m, White)
	}
	place(at, Empty)
	return p, left, right, up, down, min(left, right, up, down) >= 0
}

// TestShiftAwayFromTheEdge moves the row that touches the edge inwards: with
// two free points to its left the double three is there, with one as well,
// because the right side has the two it needs.
func TestShiftAwayFromTheEdge(t *testing.T) {
	for dx := 0; dx <= 12; dx++ {
		for dy := -5; dy <= 7; dy++ {
			p, left, right, up, down, inside := shifted(t, 15, 15, dx, dy, points(t, "c8")[0], points(t, "a8b8c6c7"), nil)
			if !inside {
				t.Fatalf("(%d, %d) is outside", dx, dy)
			}
			want := NotForbidden
			if hasRoom(threeRoom, left, right) && hasRoom(threeRoom, up, down) {
				want = DoubleThree
			}
			if got := p.Forbidden(2+dx, 7+dy); got != want {
				t.Errorf("shifted by (%d, %d): %v, want %v\n%v", dx, dy, got, want, p)
			}
		}
	}
}

// TestForbiddenByHand holds what the shared cases leave out. Each position is
// asked at '*' in all symmetries. The drawing is the whole board.
func TestForbiddenByHand(t *testing.T) {
	for _, c := range []struct {
		name string
		want Reason
		rows []string
	}{
		{"two fours in one line", DoubleFour, []string{"XX.X*.XX"}},
		{"the second four was there before", NotForbidden, []string{"X*.XX.XX"}},
		{"one is closed by a stone", NotForbidden, []string{"XX.X*OXX"}},
		{"one is closed by a stone of nobody", NotForbidden, []string{"XX.X*#XX"}},
		{"one would be six", NotForbidden, []string{"XXX.X*.XX"}},
		{"both would be six", NotForbidden, []string{"XXX.X*.XXX"}},
		{"an open four is one four", NotForbidden, []string{".XX*X."}},
		{"four with a stone apart", NotForbidden, []string{"..X.X*X.."}},
		{"seven", Overline, []string{"XXX*XXX"}},
		{"six by a stone at the end", Overline, []string{"XXXXX*."}},
		{"overline is named before double four", Overline, []string{
			"XXX*XX",
			"...X..",
			"...X..",
			"...X..",
			"......",
		}},
		{"two broken fours", DoubleFour, []string{
			"*.XXX",
			".....",
			"X....",
			"X....",
			"X....",
		}},
		{"one of the fours is dead", NotForbidden, []string{
			"*.XXX",
			"O....",
			"X....",
			"X....",
			"X....",
		}},
		{"four stones without room for five are no four", NotForbidden, []string{
			"*XXX.",
			"X....",
			"X....",
			"X....",
			"O....",
		}},
		{"two fours", DoubleFour, []string{
			"O...*",
			"...XX",
			"..X.X",
			".X..X",
			".....",
		}},
		{"the same two fours with a five", NotForbidden, []string{
			"XXXX*",
			"...XX",
			"..X.X",
			".X..X",
			".....",
		}},
		{"two threes, six points each from edge to edge", DoubleThree, []string{
			"......",
			"...X..",
			"...X..",
			".XX*..",
			"......",
			"......",
		}},
		{"the row has five points: no straight four", NotForbidden, []string{
			".....",
			"...X.",
			"...X.",
			".XX*.",
			".....",
			".....",
		}},
		{"the row's only extension is free", DoubleThree, []string{
			"......",
			"......",
			"......",
			"......",
			".XX*..",
			"...X..",
			"...X..",
			"......",
			"......",
		}},
		{"the row's only extension makes a five too", NotForbidden, []string{
			"....X.",
			"....X.",
			"....X.",
			"....X.",
			".XX*..",
			"...X..",
			"...X..",
			"......",
			"......",
		}},
		{"the row's only extension is a double four", NotForbidden, []string{
			"......",
			"....X.",
			"....X.",
			"....X.",
			".XX*..",
			"...X..",
			"...X..",
			"......",
			"......",
		}},
		{"the row's only extension is a four and a dead row", DoubleThree, []string{
			"....O.",
			"....X.",
			"....X.",
			"....X.",
			".XX*..",
			"...XO.",
			"...X..",
			"......",
			"......",
		}},
		{"the row's only extension is an overline", NotForbidden, []string{
			"....X.",
			"....X.",
			"....X.",
			"....X.",
			".XX*..",
			"...XX.",
			"...X..",
			"......",
			"......",
		}},
	} {
		p, at := drawAsked(t, Renju, c.rows)
		for k := 0; k < Symmetries; k++ {
			m := p.TurnedPoint(k, at.X, at.Y)
			if got := p.Turned(k).Forbidden(m.X, m.Y); got != c.want {
				t.Errorf("%s, symmetry %d: %v, want %v\n%v", c.name, k, got, c.want, p)
			}
		}
	}
}

// drawAsked returns the position of the rows and the point marked '*'.
func drawAsked(t *testing.T, rule Rule, rows []string) (*Position, Point) {
	t.Helper()
	plain := make([]string, len(rows))
	at := Point{-1, -1}
	for y, row := range rows {
		if x := strings.IndexByte(row, '*'); x >= 0 {
			if at.X >= 0 {
				t.Fatalf("two points marked in %q", rows)
			}
			at = Point{x, y}
		}
		plain[y] = strings.ReplaceAll(row, "*", ".")
	}
	if at.X < 0 {
		t.Fatalf("no point marked in %q", rows)
	}
	return draw(t, rule, Black, plain...), at
}

// TestForbiddenOnlyInRenju asks the same positions under the other rules.
func TestForbiddenOnlyInRenju(t *testing.T) {
	for _, rule := range Rules() {
		p, at := drawAsked(t, rule, []string{"XXX*XX"})
		if got := p.Forbidden(at.X, at.Y); (got != NotForbidden) != (rule == Renju) {
			t.Errorf("%v: %v", rule, got)
		}
		p.Rule = Renju
		for _, m := range []Point{{0, 0}, {-1, 0}, {6, 0}} {
			if got := p.Forbidden(m.X, m.Y); got != NotForbidden {
				t.Errorf("%v, not an empty point: %v", m, got)
			}
		}
	}
}

// TestForbiddenAgreesWithShapes compares the two ways in which this package
// looks at black's lines, which share no code: overlines and fours must agree,
// and each direction that counts as a three must be an open three.
func TestForbiddenAgreesWithShapes(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(3, 5))
	seen := map[Reason]int{}
	for i := 0; i < 40; i++ {
		p := randomPosition(t, rng, Renju)
		for y := 0; y < p.Height; y++ {
			for x := 0; x < p.Width; x++ {
				if p.At(x, y) != Empty {
					continue
				}
				five, overline, fours, threes := false, false, 0, 0
				for _, d := range Directions() {
					switch p.Shape(x, y, Black, d).Kind {
					case ShapeFive:
						five = true
					case ShapeOverline:
						overline = true
					case ShapeDoubleFour:
						fours += 2
					case ShapeFour, ShapeOpenFour:
						fours++
					case ShapeOpenThree:
						threes++
					}
				}
				got := p.Forbidden(x, y)
				seen[got]++
				want := NotForbidden
				switch {
				case five:
				case overline:
					want = Overline
				case fours >= 2:
					want = DoubleFour
				case threes >= 2:
					want = DoubleThree // may still be none: the threes may not be real
				}
				if got != want && !(want == DoubleThree && got == NotForbidden) {
					t.Errorf("%v: %v, by its shapes %v\n%v", Point{x, y}, got, want, p)
				}
			}
		}
	}
	for r := NotForbidden; r <= DoubleThree; r++ {
		if seen[r] == 0 {
			t.Errorf("no point with %v among the random ones", r)
		}
	}
}
