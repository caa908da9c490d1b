package slowref

import (
	"math/rand/v2"
	"os"
	"strings"
	"testing"
)

// mustNew returns an empty board or fails the test.
func mustNew(t testing.TB, w, h int, r Rule) *Position {
	t.Helper()
	p, err := New(w, h, r)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// points parses moves or fails the test.
func points(t testing.TB, text string) []Point {
	t.Helper()
	moves, err := ParseMoves(text)
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return moves
}

// put sets stones of one colour.
func put(t testing.TB, p *Position, c Cell, text string) {
	t.Helper()
	for _, m := range points(t, text) {
		if !p.Inside(m.X, m.Y) {
			t.Fatalf("%v is outside", m)
		}
		p.Put(m.X, m.Y, c)
	}
}

// draw returns a position drawn as rows of X, O, # and dots.
func draw(t testing.TB, rule Rule, turn Cell, rows ...string) *Position {
	t.Helper()
	p := mustNew(t, len(rows[0]), len(rows), rule)
	p.Turn = turn
	for y, row := range rows {
		if len(row) != p.Width {
			t.Fatalf("row %d has %d cells, not %d", y+1, len(row), p.Width)
		}
		for x := range row {
			p.Put(x, y, Cell(row[x]))
		}
	}
	return p
}

// caseLines returns the lines of a file of testdata but for comments.
func caseLines(t testing.TB, name string) []string {
	t.Helper()
	data, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	return lines
}

// fields splits a line of a case file at its bars.
func fields(line string) []string {
	parts := strings.Split(line, "|")
	for i := range parts {
		parts[i] = strings.TrimSpace(parts[i])
	}
	return parts
}

// randomPosition fills part of a board so that lines of every kind occur: a
// small crowded region as well as stones all over.
func randomPosition(t testing.TB, rng *rand.Rand, rule Rule) *Position {
	p := mustNew(t, 5+rng.IntN(12), 5+rng.IntN(12), rule)
	stones := rng.IntN(p.Width * p.Height * 3 / 4)
	for i := 0; i < stones; i++ {
		c := Black
		switch n := rng.IntN(20); {
		case n == 0:
			c = Blocked
		case n < 8:
			c = White
		}
		p.Put(rng.IntN(p.Width), rng.IntN(p.Height), c)
	}
	return p
}
