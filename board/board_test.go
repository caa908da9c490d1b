package board

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"
)

// sizes tried everywhere: smallest, usual, largest, and two that are not square.
var testSizes = [][2]int{{5, 5}, {8, 8}, {15, 15}, {20, 20}, {22, 22}, {9, 14}, {22, 5}}

// testValues are different for every code and colour, so that a wrong sum shows.
func testValues() *Values {
	v := new(Values)
	for code := range Codes {
		v[Black][code], v[White][code] = int16(code*7%1009), int16(code*13%977)
	}
	return v
}

// definition judges shapes by the recursive definition, from what At says and
// nothing else; it remembers lines only to save time.
type definition map[[2]uint8]*judge

func (d definition) shape(b *Board, p Point, c Color, dir Direction) Shape {
	key := [2]uint8{uint8(b.Rule()), uint8(c)}
	j := d[key]
	if j == nil {
		j = &judge{rule: b.Rule(), color: c, known: map[line]Shape{}}
		d[key] = j
	}
	var l line
	for i := range l {
		switch x := b.At(p.Step(dir, i-lineCentre)); {
		case i == lineCentre || x == c:
			l[i] = cellOwn
		case x == Empty:
			l[i] = cellEmpty
		case x == c.Other():
			l[i] = cellOpponent
		default:
			l[i] = cellWall
		}
	}
	return j.shape(l)
}

// checkFromScratch compares all that the board keeps with what the stones alone
// say, worked out slowly.
func checkFromScratch(t *testing.T, b *Board, def definition) {
	t.Helper()
	var want struct {
		hash   uint64
		counts [2][countSpace]uint16
		sets   [2][pointSets]PointSet
		value  [2]int32
		empty  PointSet
		near   PointSet
		stones int
	}
	if b.SideToMove() == White {
		want.hash = zobristSide
	}
	for y := 0; y < b.Height(); y++ {
		for x := 0; x < b.Width(); x++ {
			p := At(x, y)
			switch c := b.At(p); c {
			case Black, White:
				want.stones++
				want.hash ^= zobrist[c][p]
				for dy := -4; dy <= 4; dy++ {
					for dx := -4; dx <= 4; dx++ {
						ax, ay := max(dx, -dx), max(dy, -dy)
						if q := At(x+dx, y+dy); b.Inside(q) && b.At(q) == Empty && (max(ax, ay) <= 2 || ax == 0 || ay == 0 || ax == ay) {
							want.near.Add(q)
						}
					}
				}
			case Wall:
				want.hash ^= zobrist[Black][p] ^ zobrist[White][p]
			default:
				want.empty.Add(p)
				for _, c := range [2]Color{Black, White} {
					var shapes [Directions]Shape
					for d := Direction(0); d < Directions; d++ {
						shapes[d] = def.shape(b, p, c, d)
						if got := b.Shape(p, c, d); got != shapes[d] {
							t.Fatalf("%v %v %v %v: shape %v, want %v\n%s", b.Rule(), p, c, d, got, shapes[d], b.Draw())
						}
					}
					class := classify(b.Rule(), c, shapes)
					if got := b.Class(p, c); got != class {
						t.Fatalf("%v %v %v: class %v, want %v\n%s", b.Rule(), p, c, got, class, b.Draw())
					}
					if got := CodeShapes(b.Code(p, c)); !sameMultiset(got, shapes) {
						t.Fatalf("%v %v: code of %v, want %v", p, c, got, shapes)
					}
					want.counts[c][class]++
					want.sets[c][setOfClass[class]].Add(p)
					want.value[c] += int32(b.values[c][b.Code(p, c)])
				}
			}
		}
	}
	for name, pair := range map[string][2]any{
		"hash": {b.Hash(), want.hash}, "counts": {b.counts, want.counts}, "sets": {b.sets, want.sets},
		"values": {b.value, want.value}, "empty points": {b.empty, want.empty}, "candidates": {b.Candidates(), want.near},
		"stones": {b.Stones(), want.stones},
	} {
		if !reflect.DeepEqual(pair[0], pair[1]) {
			t.Fatalf("%v %dx%d after %d plies: %s are %v, from scratch %v\n%s", b.Rule(), b.Width(), b.Height(), b.Ply(), name, pair[0], pair[1], b.Draw())
		}
	}
	for y := -wallWidth; y < MaxSize+wallWidth; y++ {
		for x := -wallWidth; x < MaxSize+wallWidth; x++ {
			p := At(x, y)
			for d := Direction(0); d < Directions; d++ {
				n, bit := lineOf(d, p)
				if got, want := Color(b.lines[n]>>bit&3-1)&3, b.At(p); got != want {
					t.Fatalf("line word of %v %v holds %v, want %v", p, d, got, want)
				}
			}
		}
	}
}

func sameMultiset(a, b [Directions]Shape) bool {
	var n [Shapes]int
	for i := range a {
		n[a[i]]++
		n[b[i]]--
	}
	return n == [Shapes]int{}
}

// TestPlayUndoFromScratch walks randomly to and fro under every rule and size.
func TestPlayUndoFromScratch(t *testing.T) {
	def := definition{}
	for r := Rule(0); r < Rules; r++ {
		for _, size := range testSizes {
			t.Run(fmt.Sprintf("%v/%dx%d", r, size[0], size[1]), func(t *testing.T) {
				rng := rand.New(rand.NewPCG(uint64(r), uint64(size[0]*100+size[1])))
				b := mustNew(t, size[0], size[1], r)
				b.SetValues(testValues())
				steps := 300
				if testing.Short() {
					steps = 60
				}
				for step := 0; step < steps; step++ {
					randomStep(b, rng)
					checkFromScratch(t, b, def)
				}
				for b.Ply() > 0 {
					b.Undo()
				}
				checkFromScratch(t, b, def)
			})
		}
	}
}

// randomStep plays, sets up, passes or takes back.
func randomStep(b *Board, rng *rand.Rand) {
	empty := b.Empties().AppendTo(nil)
	cand := b.Candidates()
	if near := cand.AppendTo(nil); len(near) > 0 && rng.IntN(4) > 0 {
		empty = near
	}
	switch k := rng.IntN(20); {
	case k < 7 && b.Ply() > 0:
		b.Undo()
	case k == 7 && b.Ply() < maxPlies-MaxSize*MaxSize:
		b.Pass()
	case len(empty) == 0:
		b.Undo()
	case k == 8:
		b.Put(empty[rng.IntN(len(empty))], Wall)
	case k == 9:
		b.Put(empty[rng.IntN(len(empty))], Color(rng.IntN(2)))
	default:
		b.Play(empty[rng.IntN(len(empty))])
	}
}

// TestChangeLog follows the log forwards and back on a copy of the codes alone.
func TestChangeLog(t *testing.T) {
	for r := Rule(0); r < Rules; r++ {
		rng := rand.New(rand.NewPCG(uint64(r), 9))
		b := mustNew(t, 15, 15, r)
		codes := func() (all [GridPoints][2]Code) {
			for p := Point(0); p < GridPoints; p++ {
				switch b.At(p) {
				case Empty:
					all[p] = [2]Code{b.Code(p, Black), b.Code(p, White)}
				case Black, White, Wall:
					if b.Inside(p) {
						all[p] = [2]Code{Occupied, Occupied}
					}
				}
			}
			return all
		}
		followed := codes()
		for range 400 {
			before := b.Ply()
			randomStep(b, rng)
			for _, c := range b.Changes() {
				from, to := [2]Code{c.Old(Black), c.Old(White)}, [2]Code{c.New(Black), c.New(White)}
				if b.Ply() < before {
					from, to = to, from
				}
				if followed[c.Point] != from {
					t.Fatalf("%v: log says %v, before it was %v", c.Point, from, followed[c.Point])
				}
				followed[c.Point] = to
			}
			if followed != codes() {
				t.Fatalf("%v: the codes followed by the log differ after ply %d\n%s", r, b.Ply(), b.Draw())
			}
		}
	}
}

// TestTablesAgainstDefinition asks every key of every table, the definition
// judging each line anew.
func TestTablesAgainstDefinition(t *testing.T) {
	for r := Rule(0); r < Rules; r++ {
		halves, _ := numberHalves(r)
		table := shapeTables[r]()
		for _, c := range [2]Color{Black, White} {
			j := judge{rule: r, color: c} // no memory: the bare recursion
			for i, left := range halves {
				for k, right := range halves {
					l := joinHalves(left, right)
					if want, got := j.shape(l), table.shape[c][i*len(halves)+k]; got != want {
						t.Fatalf("%v %v %v: table %v, definition %v", r, c, l, got, want)
					}
				}
			}
		}
	}
}

// TestSymmetries: a position turned or mirrored has the same facts at the turned
// points; with the colours swapped, under rules that treat both alike, the values
// change sides.
func TestSymmetries(t *testing.T) {
	v := testValues()
	v[White] = v[Black]
	for r := Rule(0); r < Rules; r++ {
		rng := rand.New(rand.NewPCG(uint64(r), 5))
		for range 30 {
			b := mustNew(t, 15, 15, r)
			b.SetValues(v)
			moves := clustered(b, 5+rng.IntN(60), rng)
			for _, p := range moves {
				b.Play(p)
			}
			for sym := range symmetries {
				s := mustNew(t, 15, 15, r)
				s.SetValues(v)
				for _, p := range moves {
					s.Play(mapped(p, sym, 15))
				}
				if s.counts != b.counts || s.value != b.value || s.LastWins() != b.LastWins() {
					t.Fatalf("%v: counts or values differ under symmetry %d\n%s%s", r, sym, b.Draw(), s.Draw())
				}
				for _, p := range b.Empties().AppendTo(nil) {
					q := mapped(p, sym, 15)
					if b.cells[p].codes != s.cells[q].codes || b.Forbidden(p) != s.Forbidden(q) {
						t.Fatalf("%v: %v and its image %v differ under symmetry %d\n%s", r, p, q, sym, b.Draw())
					}
				}
			}
			if r == Renju {
				continue
			}
			s := mustNew(t, 15, 15, r)
			s.SetValues(v)
			s.SetSideToMove(White)
			for _, p := range moves {
				s.Play(p)
			}
			if s.Value(Black)-s.Value(White) != b.Value(White)-b.Value(Black) {
				t.Fatalf("%v: swapping the colours does not negate the value\n%s", r, b.Draw())
			}
		}
	}
}

func TestNoAllocation(t *testing.T) {
	for r := Rule(0); r < Rules; r++ {
		b := mustNew(t, 15, 15, r)
		moves := clustered(b, 60, rand.New(rand.NewPCG(1, 1)))
		if n := testing.AllocsPerRun(10, func() {
			for _, p := range moves {
				b.Play(p)
				for _, p := range moves {
					b.Forbidden(p)
				}
				b.FiveStops(b.SideToMove())
				b.OpenFourStops(b.SideToMove())
			}
			b.Pass()
			b.Undo()
			for range moves {
				b.Undo()
			}
		}); n != 0 {
			t.Errorf("%v: %v allocations", r, n)
		}
	}
}

func TestNewRefuses(t *testing.T) {
	for _, size := range [][2]int{{4, 15}, {15, 4}, {23, 15}, {15, 23}, {0, 0}, {-1, 5}} {
		if _, err := New(size[0], size[1], Freestyle); err == nil {
			t.Errorf("a board of %v was made", size)
		}
	}
	if _, err := New(15, 15, Rules); err == nil {
		t.Error("a rule that does not exist was taken")
	}
}

func TestRemoveKeepsTheRest(t *testing.T) {
	b := mustNew(t, 15, 15, Freestyle)
	for _, p := range mustMoves(t, "h8h9i8i9j8") {
		b.Play(p)
	}
	b.Remove(At(8, 7))
	if got := fmt.Sprint(b.Moves()); got != "[h8 h9 i9 j8]" || b.At(At(8, 7)) != Empty || b.SideToMove() != White {
		t.Errorf("after Remove: %s, %v, %v to move", got, b.At(At(8, 7)), b.SideToMove())
	}
	checkFromScratch(t, b, definition{})
}

// FuzzPlayUndo walks as the bytes say, and checks against the definition.
func FuzzPlayUndo(f *testing.F) {
	f.Add(uint8(0), uint8(15), uint8(15), []byte("hello, board"))
	f.Add(uint8(2), uint8(5), uint8(22), []byte{1, 2, 3, 4, 250, 250, 9, 8, 7})
	f.Fuzz(func(t *testing.T, rule, w, h uint8, steps []byte) {
		b, err := New(int(w), int(h), Rule(rule))
		if err != nil {
			return
		}
		b.SetValues(testValues())
		for _, s := range steps[:min(len(steps), 200)] {
			empty := b.Empties().AppendTo(nil)
			switch {
			case s >= 230 || len(empty) == 0:
				if b.Ply() > 0 {
					b.Undo()
				}
			case s >= 225:
				b.Put(empty[int(s)%len(empty)], Wall)
			default:
				b.Play(empty[int(s)*7%len(empty)])
			}
		}
		checkFromScratch(t, b, definition{})
	})
}
