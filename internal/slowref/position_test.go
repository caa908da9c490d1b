package slowref

import (
	"errors"
	"reflect"
	"strings"
	"testing"
)

func TestNew(t *testing.T) {
	for _, c := range []struct {
		w, h int
		rule Rule
		ok   bool
	}{
		{15, 15, Freestyle, true}, {22, 5, CaroExact, true}, {1, 1, Renju, true}, {26, 26, Caro, true},
		{0, 15, Freestyle, false}, {15, -1, Freestyle, false}, {27, 15, Freestyle, false}, {15, 15, Rule(2), false},
	} {
		p, err := New(c.w, c.h, c.rule)
		if (err == nil) != c.ok {
			t.Errorf("New(%d, %d, %v): %v", c.w, c.h, c.rule, err)
		}
		if err == nil && (len(p.Grid) != c.h || len(p.Grid[0]) != c.w || p.Turn != Black || p.At(0, 0) != Empty) {
			t.Errorf("New(%d, %d, %v) made\n%v", c.w, c.h, c.rule, p)
		}
	}
}

func TestParseMoves(t *testing.T) {
	for _, c := range []struct {
		text string
		want []Point // nil: an error
	}{
		{"h8h9i8", []Point{{7, 7}, {7, 8}, {8, 7}}},
		{"H8, h9\ti8\r\n", []Point{{7, 7}, {7, 8}, {8, 7}}},
		{"a1v22z26", []Point{{0, 0}, {21, 21}, {25, 25}}},
		{"a01", []Point{{0, 0}}},
		{"h", nil}, {"8", nil}, {"h8h", nil}, {"h0", nil}, {"h27", nil}, {"hh8", nil}, {"h-1", nil},
		{"h99999999999999999999999", nil}, {"ä1", nil}, {"h8;h9", nil},
	} {
		got, err := ParseMoves(c.text)
		if c.want == nil {
			if err == nil {
				t.Errorf("ParseMoves(%q) = %v, want an error", c.text, got)
			}
		} else if err != nil || !reflect.DeepEqual(got, c.want) {
			t.Errorf("ParseMoves(%q) = %v, %v, want %v", c.text, got, err, c.want)
		}
	}
	if got, err := ParseMoves(" "); err != nil || len(got) != 0 {
		t.Errorf("ParseMoves of a blank = %v, %v", got, err)
	}
}

func TestPointString(t *testing.T) {
	for p, want := range map[Point]string{{7, 7}: "h8", {0, 0}: "a1", {21, 21}: "v22", {-1, 3}: "(-1,3)"} {
		if got := p.String(); got != want {
			t.Errorf("%d,%d is %q, want %q", p.X, p.Y, got, want)
		}
	}
}

func TestPlay(t *testing.T) {
	p := mustNew(t, 15, 15, Renju)
	if err := p.PlayMoves("f8a1g8a3h6a5h7a7"); err != nil {
		t.Fatal(err)
	}
	before := p.Clone()
	for _, c := range []struct {
		at   string
		want error
		text string
	}{
		{"p1", ErrOutside, "p1: outside the board of 15 x 15 points"},
		{"a16", ErrOutside, "a16: outside"},
		{"a1", ErrOccupied, "a1: occupied (white)"},
		{"h8", ErrForbidden, "h8: forbidden to black: double three"},
	} {
		m := points(t, c.at)[0]
		err := p.Play(m.X, m.Y)
		if !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.text) {
			t.Errorf("Play %v: %v, want %q", m, err, c.text)
		}
	}
	if err := p.Play(-1, 0); !errors.Is(err, ErrOutside) {
		t.Errorf("Play -1,0: %v", err)
	}
	if !reflect.DeepEqual(p, before) {
		t.Errorf("refused moves changed the position:\n%v", p)
	}
	if len(p.Moves()) != 225-8-1 {
		t.Errorf("%d moves, want all empty points but h8", len(p.Moves()))
	}
	p.Turn = White
	if err := p.Play(7, 7); err != nil {
		t.Errorf("white may play h8: %v", err)
	}
	if p.Turn != Black || p.At(7, 7) != White {
		t.Errorf("after white h8:\n%v", p)
	}
}

func TestPlayEndsWithFive(t *testing.T) {
	p := mustNew(t, 15, 15, Freestyle)
	if err := p.PlayMoves("a1 a2 b1 b2 c1 c2 d1 d2 e1"); err != nil {
		t.Fatal(err)
	}
	winner, line, ok := p.FiveOnBoard()
	if !ok || winner != Black || !reflect.DeepEqual(line, points(t, "a1b1c1d1e1")) {
		t.Errorf("FiveOnBoard = %v %v %v", winner, line, ok)
	}
	if err := p.Play(4, 1); !errors.Is(err, ErrOver) {
		t.Errorf("a move after the end: %v", err)
	}
	if m := p.Moves(); m != nil {
		t.Errorf("moves after the end: %v", m)
	}
	if err := p.SetUp("e2"); err != nil {
		t.Errorf("SetUp after the end: %v", err)
	}
	if err := p.SetUp("e2"); !errors.Is(err, ErrOccupied) {
		t.Errorf("SetUp on a stone: %v", err)
	}
	if err := p.SetUp("z26"); !errors.Is(err, ErrOccupied) {
		t.Errorf("SetUp outside: %v", err)
	}
}

func TestFull(t *testing.T) {
	p := draw(t, Freestyle, Black, "XOXOX", "XOXO.", "OXOXO")
	if p.Full() {
		t.Error("one empty point is not full")
	}
	if err := p.Play(4, 1); err != nil {
		t.Fatal(err)
	}
	if _, _, ok := p.FiveOnBoard(); !p.Full() || ok {
		t.Errorf("full without a five, but:\n%v", p)
	}
	if p.Put(0, 0, Blocked); !p.Full() {
		t.Error("a blocked point is not empty")
	}
}

func TestTurned(t *testing.T) {
	p := draw(t, Caro, White, "X..#", "....", "O...")
	seen := map[string]bool{}
	for k := 0; k < Symmetries; k++ {
		q := p.Turned(k)
		seen[q.String()] = true
		for y := 0; y < p.Height; y++ {
			for x := 0; x < p.Width; x++ {
				m := p.TurnedPoint(k, x, y)
				if !q.Inside(m.X, m.Y) || q.At(m.X, m.Y) != p.At(x, y) {
					t.Errorf("symmetry %d takes (%d, %d) to %v", k, x, y, m)
				}
			}
		}
	}
	if len(seen) != Symmetries {
		t.Errorf("%d different boards, want %d", len(seen), Symmetries)
	}
	if !reflect.DeepEqual(p.Turned(0), p) {
		t.Error("symmetry 0 changes the board")
	}
}
