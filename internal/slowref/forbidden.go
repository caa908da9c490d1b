package slowref

import "fmt"

// A Reason says why a point is forbidden to black in renju.
type Reason int

// The reasons. When several hold at once, the one listed first is given.
const (
	NotForbidden Reason = iota
	Overline
	DoubleFour
	DoubleThree
)

// String returns the reason in words.
func (r Reason) String() string {
	switch r {
	case NotForbidden:
		return "not forbidden"
	case Overline:
		return "overline"
	case DoubleFour:
		return "double four"
	case DoubleThree:
		return "double three"
	}
	return fmt.Sprintf("reason %d", int(r))
}

// Forbidden says whether a black stone on the empty point (x, y) is forbidden
// and why. It is NotForbidden under every rule but renju, on points that are
// not empty, and wherever the stone makes exactly five in a row.
//
// The words, after the rules of the Renju International Federation:
//
//   - A four is four black stones, the new one among them, that one more makes
//     into exactly five in a row. Two fours forbid the stone, on different
//     lines or on one (`ooo.o.ooo`, `oo.oo.oo`, `o.ooo.o`). Four stones that
//     can be completed at either end are still one four.
//   - A straight four is four stones in an unbroken row that either end makes
//     into exactly five.
//   - A three is three black stones, the new one among them, to which one more
//     can be added so that a straight four of these four arises, provided that
//     this move is itself not forbidden (asked in the same way, as deep as
//     needed) and does not make a five on another line. Two threes forbid the
//     stone.
func (p *Position) Forbidden(x, y int) Reason {
	if p.Rule != Renju {
		return NotForbidden
	}
	return p.Clone().forbidden(x, y)
}

// forbidden is Forbidden on a board it may scribble on; it leaves the grid as
// it was.
func (p *Position) forbidden(x, y int) Reason {
	if p.At(x, y) != Empty || p.Wins(x, y, Black) {
		return NotForbidden
	}
	p.Put(x, y, Black)
	defer p.Put(x, y, Empty)

	for _, d := range Directions() {
		if back, ahead := p.run(x, y, Black, d); ahead-back+1 >= 6 {
			return Overline
		}
	}
	fours := 0
	for _, d := range Directions() {
		fours += p.fours(x, y, d)
	}
	if fours >= 2 {
		return DoubleFour
	}
	threes := 0
	for _, d := range Directions() {
		if p.isThree(x, y, d) {
			threes++
		}
	}
	if threes >= 2 {
		return DoubleThree
	}
	return NotForbidden
}

// lineEnds returns how many steps back (negative) and ahead of (x, y) the line
// reaches before it leaves the board.
func (p *Position) lineEnds(x, y int, d Direction) (first, last int) {
	dx, dy := d.Step()
	for p.Inside(x+(first-1)*dx, y+(first-1)*dy) {
		first--
	}
	for p.Inside(x+(last+1)*dx, y+(last+1)*dy) {
		last++
	}
	return first, last
}

// fours counts the different sets of four black stones, the one that stands on
// (x, y) among them, that one more stone on the line makes into exactly five.
func (p *Position) fours(x, y int, d Direction) int {
	dx, dy := d.Step()
	first, last := p.lineEnds(x, y, d)
	sets := map[[4]int]bool{}
	for e := first; e <= last; e++ {
		ex, ey := x+e*dx, y+e*dy
		if p.At(ex, ey) != Empty {
			continue
		}
		p.Put(ex, ey, Black)
		back, ahead := p.run(x, y, Black, d)
		p.Put(ex, ey, Empty)
		if ahead-back+1 != 5 || e < back || e > ahead {
			continue
		}
		var set [4]int
		n := 0
		for i := back; i <= ahead; i++ {
			if i != e {
				set[n] = i
				n++
			}
		}
		sets[set] = true
	}
	return len(sets)
}

// isThree reports whether some legal move on the line, one that makes no five,
// turns it into a straight four with the black stone that stands on (x, y).
func (p *Position) isThree(x, y int, d Direction) bool {
	dx, dy := d.Step()
	first, last := p.lineEnds(x, y, d)
	for e := first; e <= last; e++ {
		ex, ey := x+e*dx, y+e*dy
		if p.At(ex, ey) != Empty {
			continue
		}
		p.Put(ex, ey, Black)
		straight := p.straightFour(x, y, e, d)
		p.Put(ex, ey, Empty)
		if straight && !p.Wins(ex, ey, Black) && p.forbidden(ex, ey) == NotForbidden {
			return true
		}
	}
	return false
}

// straightFour reports whether (x, y) and the stone e steps from it belong to
// an unbroken row of four that a black stone at either end makes into exactly
// five.
func (p *Position) straightFour(x, y, e int, d Direction) bool {
	dx, dy := d.Step()
	back, ahead := p.run(x, y, Black, d)
	if ahead-back+1 != 4 || e < back || e > ahead {
		return false
	}
	for _, end := range []int{back - 1, ahead + 1} {
		ex, ey := x+end*dx, y+end*dy
		if p.At(ex, ey) != Empty {
			return false
		}
		b, a := p.run(ex, ey, Black, d)
		if a-b+1 != 5 {
			return false
		}
	}
	return true
}
