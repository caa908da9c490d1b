package slowref

import (
	"math/rand/v2"
	"reflect"
	"strconv"
	"strings"
	"testing"
)

// TestLinesOfFive takes the verdicts from lines_of_five.txt; the positions,
// there in words, are set down here.
func TestLinesOfFive(t *testing.T) {
	positions := map[string]struct{ own, opponent, last string }{
		"d8 e8 f8 g8 + h8, open ends":                                {"d8e8f8g8", "", "h8"},
		"d8 e8 f8 g8 + h8, opponent on c8 and on i8":                 {"d8e8f8g8", "c8i8", "h8"},
		"a8 b8 c8 d8 + e8, opponent on f8 (edge is no stone)":        {"a8b8c8d8", "f8", "e8"},
		"c8 d8 e8 g8 h8 + f8 (six)":                                  {"c8d8e8g8h8", "", "f8"},
		"the same six, and f8 also makes exactly five in the column": {"c8d8e8g8h8f4f5f6f7", "", "f8"},
		"b8 c8 d8 e8 g8 h8 i8 j8 + f8 (nine)":                        {"b8c8d8e8g8h8i8j8", "", "f8"},
	}
	lines := caseLines(t, "lines_of_five.txt")
	if len(lines) != len(positions) {
		t.Fatalf("%d lines in the file, %d positions here", len(lines), len(positions))
	}
	for _, line := range lines {
		parts := fields(line)
		pos, ok := positions[parts[0]]
		if !ok {
			t.Fatalf("no position for %q", parts[0])
		}
		wins := map[Rule]bool{}
		forbidden := false
		for _, part := range parts[1:] {
			switch words := strings.Fields(part); words[0] {
			case "wins:":
				for _, w := range words[1:] {
					n, err := strconv.Atoi(w)
					if err != nil {
						t.Fatal(err)
					}
					wins[Rule(n)] = true
				}
			case "rule": // "rule 4: forbidden to black, wins for white"
				forbidden = true
			}
		}
		for _, rule := range Rules() {
			for _, colour := range []Cell{Black, White} {
				p := mustNew(t, 15, 15, rule)
				put(t, p, colour, pos.own)
				put(t, p, colour.Other(), pos.opponent)
				want := wins[rule] || rule == Renju && forbidden && colour == White
				for k := 0; k < Symmetries; k++ {
					q := p.Turned(k)
					last := points(t, pos.last)[0]
					m := p.TurnedPoint(k, last.X, last.Y)
					if got := q.Wins(m.X, m.Y, colour); got != want {
						t.Errorf("%s: %v, %v, symmetry %d: wins %v", parts[0], rule, colour, k, got)
					}
					if colour == Black && rule == Renju {
						if got := q.Forbidden(m.X, m.Y); (got == Overline) != forbidden {
							t.Errorf("%s: symmetry %d: %v", parts[0], k, got)
						}
					}
					q.Put(m.X, m.Y, colour)
					winner, five, ok := q.FiveOnBoard()
					if ok != want || ok && (winner != colour || len(five) < 5) {
						t.Errorf("%s: %v, symmetry %d: FiveOnBoard %v %v %v", parts[0], rule, k, winner, five, ok)
					}
				}
			}
		}
	}
}

// TestWinsByHand holds the ends and lengths that lines_of_five.txt leaves out.
// '*' is the new stone; the line is the whole board.
func TestWinsByHand(t *testing.T) {
	for _, c := range []struct {
		line string
		wins string // the rules' numbers, 4b and 4w for the colours of renju
	}{
		{"XX*XX", "0 1 4b 4w 8 9"},
		{".XX*X.", ""},
		{"OXX*XXO", "0 1 4b 4w"},
		{"OXX*XX.", "0 1 4b 4w 8 9"},
		{"OXX*XX#", "0 1 4b 4w 8 9"},
		{"#XX*XX#", "0 1 4b 4w 8 9"},
		{"OXX*XX.O", "0 1 4b 4w 8 9"},
		{"OXX*XXXO", "0 4w 8"},
		{"XXX*XX", "0 4w 8"},
		{"XX*#XXX", ""},
		{"XX*OXXX", ""},
		{"XXXX*.X", "0 1 4b 4w 8 9"},
		{"OXXXX*XXXXO", "0 4w 8"},
	} {
		want := map[string]bool{}
		for _, w := range strings.Fields(c.wins) {
			want[w] = true
		}
		for _, rule := range Rules() {
			for _, colour := range []Cell{Black, White} {
				name := strconv.Itoa(int(rule))
				if rule == Renju {
					name += map[Cell]string{Black: "b", White: "w"}[colour]
				}
				p := mustNew(t, len(c.line), 1, rule)
				at := -1
				for x, r := range c.line {
					switch r {
					case 'X':
						p.Put(x, 0, colour)
					case 'O':
						p.Put(x, 0, colour.Other())
					case '#':
						p.Put(x, 0, Blocked)
					case '*':
						at = x
					}
				}
				for k := 0; k < Symmetries; k++ {
					m := p.TurnedPoint(k, at, 0)
					if got := p.Turned(k).Wins(m.X, m.Y, colour); got != want[name] {
						t.Errorf("%s, rule %s, symmetry %d: wins %v", c.line, name, k, got)
					}
				}
			}
		}
	}
}

func TestWinsOnlyOnEmptyPoints(t *testing.T) {
	p := draw(t, Freestyle, Black, "XXXX.", ".....", "OOOO#")
	if !p.Wins(4, 0, Black) || p.Wins(4, 0, White) || p.Wins(4, 2, White) || p.Wins(0, 0, Black) || p.Wins(-1, 0, Black) || p.Wins(4, 0, Empty) {
		t.Error("only black at e1 wins")
	}
}

// TestEveryPlaceOfFive plays a five into every place of a board, every stone of
// it last, and looks for no win elsewhere.
func TestEveryPlaceOfFive(t *testing.T) {
	const w, h = 8, 6
	for _, rule := range Rules() {
		for _, d := range Directions() {
			dx, dy := d.Step()
			for y := 0; y < h; y++ {
				for x := 0; x < w; x++ {
					p := mustNew(t, w, h, rule)
					if !p.Inside(x+4*dx, y+4*dy) {
						continue
					}
					for i := 0; i < 5; i++ {
						p.Put(x+i*dx, y+i*dy, White)
					}
					if c, line, ok := p.FiveOnBoard(); !ok || c != White || len(line) != 5 || line[0] != (Point{x, y}) && line[4] != (Point{x, y}) {
						t.Fatalf("%v %v at %v: FiveOnBoard %v %v %v", rule, d, Point{x, y}, c, line, ok)
					}
					for i := 0; i < 5; i++ {
						px, py := x+i*dx, y+i*dy
						p.Put(px, py, Empty)
						if _, _, ok := p.FiveOnBoard(); ok || !p.Wins(px, py, White) || p.Wins(px, py, Black) {
							t.Fatalf("%v %v at %v: stone %d", rule, d, Point{x, y}, i)
						}
						p.Put(px, py, White)
					}
				}
			}
		}
	}
}

// TestQuestionsChangeNothing asks everything of random positions.
func TestQuestionsChangeNothing(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for i := 0; i < 4; i++ {
		for _, rule := range Rules() {
			p := randomPosition(t, rng, rule)
			before := p.Clone()
			askEverything(p)
			if !reflect.DeepEqual(p, before) {
				t.Fatalf("changed\n%v into\n%v", before, p)
			}
		}
	}
}

// askEverything calls every method that answers a question, on every point.
func askEverything(p *Position) {
	for y := -1; y <= p.Height; y++ {
		for x := -1; x <= p.Width; x++ {
			_ = p.Forbidden(x, y)
			_ = p.Legal(x, y)
			for _, colour := range []Cell{Black, White} {
				_ = p.Wins(x, y, colour)
				for _, d := range Directions() {
					_ = p.Shape(x, y, colour, d)
					_ = p.Completions(x, y, colour, d)
					_ = p.Defences(x, y, colour, d)
				}
			}
		}
	}
	_, _, _ = p.FiveOnBoard()
	_ = p.Moves()
	_ = p.Full()
	_ = p.String()
	_ = p.Solve(1)
}
