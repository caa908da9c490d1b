package slowref

import (
	"reflect"
	"testing"
)

// FuzzQuestions builds a position from bytes and asks everything. The first
// three bytes give width, height and rule; each further one a cell in turn.
func FuzzQuestions(f *testing.F) {
	f.Add([]byte{15, 15, 2, 1, 0, 2, 3})
	f.Add([]byte{1, 1, 0})
	f.Add([]byte{26, 1, 3, 1, 1, 1, 0, 1, 1})
	f.Add([]byte{})
	f.Fuzz(func(t *testing.T, data []byte) {
		header := make([]byte, 3)
		copy(header, data)
		rules := Rules()
		// At most 60 points, so that each case is quick.
		w := 1 + int(header[0])%MaxSize
		h := 1 + int(header[1])%min(MaxSize, max(1, 60/w))
		p := mustNew(t, w, h, rules[int(header[2])%len(rules)])
		for i := 3; i < len(data) && i-3 < w*h; i++ {
			// Two bits are the cell; the rest of the byte is left to chance.
			p.Put((i-3)%w, (i-3)/w, []Cell{Empty, Black, White, Blocked}[data[i]%4])
		}
		before := p.Clone()
		askEverything(p)
		if !reflect.DeepEqual(p, before) {
			t.Fatalf("changed\n%v into\n%v", before, p)
		}
		for y := 0; y < h; y++ {
			for x := 0; x < w; x++ {
				checkPoint(t, p, x, y)
			}
		}
	})
}

// checkPoint holds what is true of every point.
func checkPoint(t *testing.T, p *Position, x, y int) {
	reason := p.Forbidden(x, y)
	if reason != NotForbidden && (p.Rule != Renju || p.At(x, y) != Empty || p.Wins(x, y, Black)) {
		t.Fatalf("%v: %v\n%v", Point{x, y}, reason, p)
	}
	for k := 1; k < Symmetries; k++ {
		q, m := p.Turned(k), p.TurnedPoint(k, x, y)
		if q.Forbidden(m.X, m.Y) != reason || q.Wins(m.X, m.Y, Black) != p.Wins(x, y, Black) || q.Wins(m.X, m.Y, White) != p.Wins(x, y, White) {
			t.Fatalf("%v differs under symmetry %d\n%v", Point{x, y}, k, p)
		}
	}
	for _, colour := range []Cell{Black, White} {
		five := false
		for _, d := range Directions() {
			five = five || p.Shape(x, y, colour, d).Kind == ShapeFive
		}
		if five != p.Wins(x, y, colour) {
			t.Fatalf("%v, %v: a five by its shapes: %v\n%v", Point{x, y}, colour, five, p)
		}
	}
}

// FuzzParseMoves reads back what it has read.
func FuzzParseMoves(f *testing.F) {
	f.Add("h8h9, I8")
	f.Add("a0")
	f.Add("z26 z27")
	f.Fuzz(func(t *testing.T, text string) {
		moves, err := ParseMoves(text)
		if err != nil {
			return
		}
		again := ""
		for _, m := range moves {
			if m.X < 0 || m.X >= MaxSize || m.Y < 0 || m.Y >= MaxSize {
				t.Fatalf("%q has %v", text, m)
			}
			again += m.String()
		}
		if back, err := ParseMoves(again); err != nil || !reflect.DeepEqual(back, moves) {
			t.Fatalf("%q read as %v, written as %q, read as %v, %v", text, moves, again, back, err)
		}
	})
}
