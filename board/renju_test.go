package board

import (
	"bufio"
	"encoding/json"
	"os"
	"slices"
	"strings"
	"testing"
)

// symmetries of the square, as functions on coordinates of an n-point side.
var symmetries = [8]func(x, y, n int) (int, int){
	func(x, y, n int) (int, int) { return x, y },
	func(x, y, n int) (int, int) { return n - 1 - x, y },
	func(x, y, n int) (int, int) { return x, n - 1 - y },
	func(x, y, n int) (int, int) { return n - 1 - x, n - 1 - y },
	func(x, y, n int) (int, int) { return y, x },
	func(x, y, n int) (int, int) { return n - 1 - y, x },
	func(x, y, n int) (int, int) { return y, n - 1 - x },
	func(x, y, n int) (int, int) { return n - 1 - y, n - 1 - x },
}

func mapped(p Point, sym, n int) Point {
	x, y := symmetries[sym](p.X(), p.Y(), n)
	return At(x, y)
}

func mustNew(t testing.TB, w, h int, r Rule) *Board {
	t.Helper()
	b, err := New(w, h, r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func mustMoves(t testing.TB, s string) []Point {
	t.Helper()
	moves, err := ParseMoves(s)
	if err != nil {
		t.Fatal(err)
	}
	return moves
}

// forbiddenCase is a position, Black to move, and all points forbidden to him.
type forbiddenCase struct {
	Position  string
	Forbidden []string
}

// forbiddenCases reads the 300 positions on which two public referees agree.
func forbiddenCases(t testing.TB) []forbiddenCase {
	t.Helper()
	f, err := os.Open("testdata/renju_forbidden.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var cases []forbiddenCase
	for in := bufio.NewScanner(f); in.Scan(); {
		var c forbiddenCase
		if err := json.Unmarshal(in.Bytes(), &c); err != nil {
			t.Fatal(err)
		}
		cases = append(cases, c)
	}
	if len(cases) != 300 {
		t.Fatalf("%d positions, want 300", len(cases))
	}
	return cases
}

// TestForbiddenCases asks every point of each position, in all eight symmetries.
func TestForbiddenCases(t *testing.T) {
	b := mustNew(t, 15, 15, Renju)
	for _, c := range forbiddenCases(t) {
		moves := mustMoves(t, c.Position)
		for sym := range symmetries {
			b.Reset()
			for _, p := range moves {
				b.Play(mapped(p, sym, 15))
			}
			var want, got []string
			for _, s := range c.Forbidden {
				p, err := ParsePoint(s)
				if err != nil {
					t.Fatal(err)
				}
				want = append(want, mapped(p, sym, 15).String())
			}
			for _, p := range b.Empties().AppendTo(nil) {
				if b.Forbidden(p) {
					got = append(got, p.String())
				}
			}
			slices.Sort(want)
			slices.Sort(got)
			if !slices.Equal(want, got) {
				t.Fatalf("%s, symmetry %d: forbidden %v, want %v\n%s", c.Position, sym, got, want, b.Draw())
			}
		}
	}
}

// TestForbiddenPoints asks single points with known reasons, in all symmetries,
// and shifted wherever the stones keep two points from the edges they did not
// touch before.
func TestForbiddenPoints(t *testing.T) {
	data, err := os.ReadFile("testdata/renju_points.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(row, "#") {
			continue
		}
		f := strings.Split(row, "|")
		black, white := mustMoves(t, f[0]), mustMoves(t, f[1])
		point, err := ParsePoint(strings.TrimSpace(f[2]))
		if err != nil {
			t.Fatal(err)
		}
		want := strings.TrimSpace(f[3]) == "forbidden"
		all := append(append([]Point{point}, black...), white...)
		edges := strings.Contains(row, "edge")
		shifts := 0
		for dx := -9; dx <= 9; dx++ {
			for dy := -9; dy <= 9; dy++ {
				ok := !edges || dx == 0
				for _, p := range all {
					margin := 5
					if edges {
						margin = 0
						ok = ok && p.Y()+dy >= 3 && p.Y()+dy < 12
					}
					x, y := p.X()+dx, p.Y()+dy
					ok = ok && x >= margin-2 && x < 15-margin+2 && y >= min(margin, 3) && y < 15-min(margin, 3) && x >= 0 && x < 15
				}
				if !ok && !(dx == 0 && dy == 0) {
					continue
				}
				shifts++
				for sym := range symmetries {
					b := mustNew(t, 15, 15, Renju)
					move := func(p Point) Point { return mapped(At(p.X()+dx, p.Y()+dy), sym, 15) }
					for _, p := range black {
						b.Put(move(p), Black)
					}
					for _, p := range white {
						b.Put(move(p), White)
					}
					if got := b.Forbidden(move(point)); got != want {
						t.Fatalf("%s: shifted by %d,%d symmetry %d: forbidden %v (%v)\n%s", row, dx, dy, sym, got, b.ForbiddenReason(move(point)), b.Draw())
					}
				}
			}
		}
		t.Logf("%s: %d shifts", strings.TrimSpace(row), shifts)
	}
}
