package board

import (
	"flag"
	"math/rand/v2"
	"testing"

	"tengen/internal/slowref"
)

// long asks for the runs that take minutes: go test ./board -long.
var long = flag.Bool("long", false, "compare a million points per rule with the slow referee")

var slowRules = [Rules]slowref.Rule{
	Freestyle: slowref.Freestyle, Standard: slowref.Standard, Renju: slowref.Renju, Caro: slowref.Caro, CaroExact: slowref.CaroExact,
}

var slowColors = [4]slowref.Cell{Black: slowref.Black, White: slowref.White, Empty: slowref.Empty, Wall: slowref.Blocked}

var slowReasons = map[slowref.Reason]Reason{
	slowref.NotForbidden: NotForbidden, slowref.Overline: ForbiddenOverline,
	slowref.DoubleFour: ForbiddenDoubleFour, slowref.DoubleThree: ForbiddenDoubleThree,
}

// slowShape says in the board's words what the slow referee found.
func slowShape(s slowref.Shape) Shape {
	switch s.Kind {
	case slowref.ShapeFive:
		return Five
	case slowref.ShapeOverline:
		return Overline
	case slowref.ShapeDoubleFour:
		return DoubleFour
	case slowref.ShapeOpenFour:
		return OpenFour
	case slowref.ShapeFour:
		return Four
	case slowref.ShapeOpenThree:
		return OpenThree + Shape(min(s.Ways, 2)-1)
	case slowref.ShapeClosedThree:
		return ClosedThree
	case slowref.ShapeOpenTwo:
		return OpenTwo + Shape(min(s.Ways, 3)-1)
	case slowref.ShapeClosedTwo:
		return ClosedTwo
	case slowref.ShapeOpenOne:
		return OpenOne
	case slowref.ShapeClosedOne:
		return ClosedOne
	}
	return Dead
}

// slowCopy is the position as the slow referee sees it.
func slowCopy(t testing.TB, b *Board) *slowref.Position {
	t.Helper()
	p, err := slowref.New(b.Width(), b.Height(), slowRules[b.Rule()])
	if err != nil {
		t.Fatal(err)
	}
	for y := range b.Height() {
		for x := range b.Width() {
			p.Put(x, y, slowColors[b.At(At(x, y))])
		}
	}
	return p
}

// checkAgainstReferee compares everything at up to n empty points with the slow
// referee and returns how many points it compared.
func checkAgainstReferee(t testing.TB, b *Board, n int, rng *rand.Rand) int {
	t.Helper()
	slow := slowCopy(t, b)
	cand := b.Candidates()
	points := cand.AppendTo(nil)
	rng.Shuffle(len(points), func(i, k int) { points[i], points[k] = points[k], points[i] })
	points = points[:min(n, len(points))]
	for _, p := range points {
		for _, c := range [2]Color{Black, White} {
			if got, want := b.WinsAt(p, c), slow.Wins(p.X(), p.Y(), slowColors[c]); got != want {
				t.Fatalf("%v: %v at %v wins %v, the referee says %v\n%s", b.Rule(), c, p, got, want, b.Draw())
			}
			for d := Direction(0); d < Directions; d++ {
				got, want := b.Shape(p, c, d), slowShape(slow.Shape(p.X(), p.Y(), slowColors[c], slowref.Direction(d)))
				if got != want {
					t.Fatalf("%v: %v at %v %v makes %v, the referee says %v\n%s", b.Rule(), c, p, d, got, want, b.Draw())
				}
				if got == Four {
					checkDefences(t, b, slow, p, c, d)
				}
			}
		}
		if got, want := b.ForbiddenReason(p), slowReasons[slow.Forbidden(p.X(), p.Y())]; got != want {
			t.Fatalf("%v at %v: %v, the referee says %v\n%s", b.Rule(), p, got, want, b.Draw())
		}
	}
	return len(points)
}

// checkDefences plays a four that is alone of its kind and compares the replies
// that stop it.
func checkDefences(t testing.TB, b *Board, slow *slowref.Position, p Point, c Color, d Direction) {
	t.Helper()
	if b.Count(c, ClassFive) > 0 || b.Class(p, c) == ClassFive || b.Class(p, c) == ClassMaybeForbidden || b.Class(p, c) == ClassOpenFour {
		return
	}
	b.Put(p, c)
	stops := b.FiveStops(c)
	b.Undo()
	var want PointSet
	for _, q := range slow.Defences(p.X(), p.Y(), slowColors[c], slowref.Direction(d)) {
		want.Add(At(q.X, q.Y))
	}
	if stops != want {
		t.Fatalf("%v: %v's four at %v %v is stopped at %v, the referee says %v\n%s", b.Rule(), c, p, d, stops.AppendTo(nil), want.AppendTo(nil), b.Draw())
	}
}

// TestAgainstReferee compares random points of random positions: thrown stones,
// which give odd lines, and clustered ones, which give threats.
func TestAgainstReferee(t *testing.T) {
	want := 1500
	if *long {
		want = 1_000_000
	}
	for r := Rule(0); r < Rules; r++ {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(77, uint64(r)))
			for done := 0; done < want; {
				w, h := 5+rng.IntN(18), 5+rng.IntN(18)
				if rng.IntN(2) == 0 {
					w, h = 15, 15
				}
				b := mustNew(t, w, h, r)
				if rng.IntN(2) == 0 {
					for _, p := range clustered(b, min(w*h/2, 10+rng.IntN(60)), rng) {
						b.Play(p)
					}
				} else {
					throwStones(b, rng)
				}
				done += checkAgainstReferee(t, b, 20, rng)
			}
		})
	}
}

// throwStones fills part of the board, often one colour more than the other, so
// that lines of all kinds come up.
func throwStones(b *Board, rng *rand.Rand) {
	density, black, walls := 10+rng.IntN(50), 20+rng.IntN(60), rng.IntN(2)*3
	for _, p := range b.Empties().AppendTo(nil) {
		switch k := rng.IntN(100); {
		case k < walls:
			b.Put(p, Wall)
		case k < density && rng.IntN(100) < black:
			b.Put(p, Black)
		case k < density:
			b.Put(p, White)
		}
	}
}

// FuzzAgainstReferee builds a position from bytes and compares all of it.
func FuzzAgainstReferee(f *testing.F) {
	f.Add(uint8(2), uint8(15), uint8(15), []byte("fghiffghgi"))
	f.Add(uint8(3), uint8(7), uint8(22), []byte{9, 10, 11, 12, 200, 201, 40, 80})
	f.Fuzz(func(t *testing.T, rule, w, h uint8, stones []byte) {
		b, err := New(int(w), int(h), Rule(rule))
		if err != nil {
			return
		}
		for i, s := range stones[:min(len(stones), 120)] {
			empty := b.Empties().AppendTo(nil)
			if len(empty) == 0 {
				break
			}
			b.Put(empty[(int(s)*3+i)%len(empty)], [4]Color{Black, Black, White, Wall}[s>>6])
		}
		checkAgainstReferee(t, b, 40, rand.New(rand.NewPCG(1, uint64(len(stones)))))
	})
}
