package tournaments

import (
	"slices"
	"strings"
	"testing"

	"tengen/board"
)

func TestReadOpenings(t *testing.T) {
	text := "\ufeff# made by hand\r\n8,-3, 6,-4, 5,-4 // three stones\n\n\th8i9 J10\r0,0\n-7,-7,7,7\n"
	path := writeFile(t, "o.txt", text)
	got, err := ReadOpenings(path, 20, 20, board.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	// The centre of 20 x 20 is column 10, row 10 (from 0): k11.
	want := []string{"s8q7p7", "h8i9j10", "k11", "d4r18"}
	lines := []int{2, 4, 5, 6}
	for i, o := range got {
		if FormatStones(o.Stones) != want[i] || o.Line != lines[i] {
			t.Errorf("opening %d: %s on line %d, want %s on line %d", i+1, FormatStones(o.Stones), o.Line, want[i], lines[i])
		}
	}
	if len(got) != len(want) {
		t.Errorf("%d openings, want %d", len(got), len(want))
	}
	if s := FormatOffsets(got[0].Stones, 20, 20); s != "8,-3, 6,-4, 5,-4" {
		t.Errorf("offsets %q", s)
	}
}

func TestFaultyOpenings(t *testing.T) {
	cases := []struct {
		text string
		rule board.Rule
		want string
	}{
		{"h8\n8,0\n", board.Freestyle, `:2: stone 1, offset 8,0, is off the board of 15 x 15`},
		{"0,0, -8,0", board.Freestyle, `:1: stone 2, offset -8,0, is off the board of 15 x 15`},
		{"h8p8", board.Freestyle, `:1: stone 2, p8, is off the board of 15 x 15`},
		{"h8h16", board.Freestyle, `:1: stone 2, h16, is off the board of 15 x 15`},
		{"# x\n\nh8i9h8", board.Freestyle, `:3: stone 3: two stones on h8`},
		{"0,0, 1,1, 0,0", board.Freestyle, `:1: stone 3: two stones on h8`},
		{"0,0, 1", board.Freestyle, `:1: 3 numbers; every stone needs two`},
		{"0,0, 1,x", board.Freestyle, `:1: "x" is no number`},
		{"h8i", board.Freestyle, `:1: not an opening in position notation such as h8i9: move 2`},
		{"h8 w3", board.Freestyle, `:1: not an opening in position notation such as h8i9: move 2`},
		{"(h8)", board.Freestyle, `:1: "(h8)" is no number`},
		{"a1a2b1b2c1c2d1d2e1", board.Freestyle, `:1: stone 9, e1, already wins the game`},
		{"h8a1i8a3g8a5", board.Renju, ``},
		{"i8a1j8a3h9a5h10a7h8", board.Renju, `:1: stone 9, h8, is forbidden to black (`},
		{"# nothing\n\n", board.Freestyle, `: no opening in the file`},
	}
	for _, c := range cases {
		path := writeFile(t, "o.txt", c.text)
		_, err := ReadOpenings(path, 15, 15, c.rule)
		switch {
		case c.want == "" && err != nil:
			t.Errorf("%q: %v", c.text, err)
		case c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), path+c.want)):
			t.Errorf("%q: error %v, want %q", c.text, err, c.want)
		}
	}
	if _, err := ReadOpenings("no-such-file", 15, 15, board.Freestyle); err == nil || !strings.Contains(err.Error(), "no-such-file") {
		t.Errorf("a missing file: %v", err)
	}
}

// The symmetries are a group: all different, each has an inverse among them, and
// none leaves the board.
func TestSymmetries(t *testing.T) {
	for _, size := range [][2]int{{15, 15}, {20, 20}, {9, 7}} {
		w, h := size[0], size[1]
		stones := []board.Point{board.At(0, 0), board.At(1, 0), board.At(w-1, h-2)}
		seen := map[string]bool{}
		for s := range Symmetries(w, h) {
			mapped := Symmetry(s).Points(stones, w, h)
			seen[FormatStones(mapped)] = true
			for _, p := range mapped {
				if p.X() < 0 || p.Y() < 0 || p.X() >= w || p.Y() >= h {
					t.Errorf("%d x %d: symmetry %d pushes %s off the board", w, h, s, p)
				}
			}
			inverse := false
			for r := range Symmetries(w, h) {
				inverse = inverse || slices.Equal(Symmetry(r).Points(mapped, w, h), stones)
			}
			if !inverse {
				t.Errorf("%d x %d: symmetry %d has no inverse", w, h, s)
			}
			if canonical(mapped, w, h) != canonical(stones, w, h) {
				t.Errorf("%d x %d: symmetry %d changes the canonical form", w, h, s)
			}
		}
		if len(seen) != Symmetries(w, h) {
			t.Errorf("%d x %d: %d different images", w, h, len(seen))
		}
	}
	a, b := []board.Point{board.At(7, 7), board.At(8, 7), board.At(9, 9)}, []board.Point{board.At(9, 9), board.At(8, 7), board.At(7, 7)}
	if canonical(a, 15, 15) != canonical(b, 15, 15) {
		t.Error("the order of black's stones counts")
	}
	b[0], b[1] = b[1], b[0]
	if canonical(a, 15, 15) == canonical(b, 15, 15) {
		t.Error("the colour of stones does not count")
	}
}
