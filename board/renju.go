package board

import "math/bits"

// Reason says why a point is forbidden to Black in renju.
type Reason uint8

// The three prohibitions, in the order in which they are looked for; exactly five
// goes before all of them.
const (
	NotForbidden Reason = iota
	ForbiddenOverline
	ForbiddenDoubleFour
	ForbiddenDoubleThree
)

func (r Reason) String() string {
	switch r {
	case ForbiddenOverline:
		return "overline"
	case ForbiddenDoubleFour:
		return "double four"
	case ForbiddenDoubleThree:
		return "double three"
	}
	return "not forbidden"
}

// forbiddenEntry remembers a verdict. It can depend on stones far off the point's
// own lines, so it holds only for the position with that hash.
type forbiddenEntry struct {
	hash   uint64
	reason Reason
	known  bool
}

// Forbidden says whether renju forbids Black to play on the empty point p. Under
// other rules nothing is.
func (b *Board) Forbidden(p Point) bool { return b.ForbiddenReason(p) != NotForbidden }

// ForbiddenReason is Forbidden with the reason. Unless the shapes at p are those
// of a forbidden move it costs one look-up.
func (b *Board) ForbiddenReason(p Point) Reason {
	p &= GridPoints - 1
	at := &b.cells[p]
	if at.class(Black) != ClassMaybeForbidden || at.color != Empty {
		return NotForbidden
	}
	known := &b.forbidden[p]
	if !known.known || known.hash != b.hash {
		*known = forbiddenEntry{b.hash, b.judgeBlack(p, packedShapes(at.shapes)), true}
	}
	return known.reason
}

// judgeBlack applies the rule of the Renju International Federation to a black
// stone on the empty point p that would make the given shapes. Only the line
// words are used, and they are as before when it returns.
func (b *Board) judgeBlack(p Point, shapes packedShapes) Reason {
	fours, threes, overline := 0, 0, false
	for d := Direction(0); d < Directions; d++ {
		switch s := shapes.at(d); {
		case s == Five:
			return NotForbidden
		case s == Overline:
			overline = true
		case s == DoubleFour:
			fours += 2
		case s.IsFour():
			fours++
		case s.IsOpenThree():
			threes++
		}
	}
	switch {
	case overline:
		return ForbiddenOverline
	case fours > 1:
		return ForbiddenDoubleFour
	case threes < 2:
		return NotForbidden
	}
	b.toggleBlack(p)
	real := 0
	for d := Direction(0); d < Directions && real < 2 && real+threes >= 2; d++ {
		if shapes.at(d).IsOpenThree() {
			threes--
			if b.realThree(p, d) {
				real++
			}
		}
	}
	b.toggleBlack(p)
	if real > 1 {
		return ForbiddenDoubleThree
	}
	return NotForbidden
}

// realThree says whether the open three that the black stone on p makes along d
// is one by the rule: some move makes an open four of it, makes no five elsewhere
// (the referee's reading), and is not itself forbidden.
func (b *Board) realThree(p Point, d Direction) bool {
	n, bit := lineOf(d, p)
	w := b.lines[n]
	for m := w & (w >> 1) & 0x5555555555555555 & (b.window << (bit - halfBits)); m != 0; m &= m - 1 {
		k := uint(bits.TrailingZeros64(m))
		if b.shapes.lookupColor(w^stoneBits[Black]<<k, bit, Black) != OpenFour {
			continue
		}
		e := Point(int(p) + (int(k)-int(bit))/2*steps[d])
		shapes := packedShapes(b.shapesAt(e))
		makesFive := false
		for d := Direction(0); d < Directions; d++ {
			makesFive = makesFive || shapes.at(d) == Five
		}
		if !makesFive && b.judgeBlack(e, shapes) == NotForbidden {
			return true
		}
	}
	return false
}

// toggleBlack puts a black stone on an empty point in the line words alone, or
// takes it off again.
func (b *Board) toggleBlack(p Point) {
	for d := Direction(0); d < Directions; d++ {
		n, bit := lineOf(d, p)
		b.lines[n] ^= stoneBits[Black] << bit
	}
}
