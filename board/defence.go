package board

import "math/bits"

// Stops gives the replies by which c's opponent takes the threat away that c has
// on the empty point p: the empty points where one stone brings p's class for c
// below the given one. The point p itself is always among them. In caro a stone
// that closes the far end of a five stops it too; under the other rules a five is
// stopped only on its own point. That a reply may be forbidden, or that c may have
// other threats, is for the caller to see to.
func (b *Board) Stops(p Point, c Color, below Class) PointSet {
	var stops PointSet
	p &= GridPoints - 1
	stops.Add(p)
	if below == ClassFive && !b.rule.closes() {
		return stops
	}
	packed := uint16(b.cells[p].shapes >> (16 * (c & 1)))
	for d := Direction(0); d < Directions; d++ {
		n, bit := lineOf(d, p)
		w := b.lines[n]
		shift := 4 * d
		for m := w & (w >> 1) & 0x5555555555555555 & (b.window << (bit - halfBits)); m != 0; m &= m - 1 {
			k := uint(bits.TrailingZeros64(m))
			shape := b.shapes.lookupColor(w^stoneBits[c.Other()&3]<<k, bit, c)
			code := b.codes.code[packed&^(15<<shift)|uint16(shape)<<shift]
			if b.classes[c&1][code&(codeSpace-1)] < below {
				stops.Add(Point(int(p) + (int(k)-int(bit))/2*steps[d]))
			}
		}
	}
	return stops
}

// FiveStops gives the replies that leave c no point to complete a five on:
// the intersection of Stops over all of them. It is empty when c cannot be
// stopped; c must have a point of ClassFive.
func (b *Board) FiveStops(c Color) PointSet {
	if b.rule.closes() {
		return b.stopsAll(b.Fives(c), c, ClassFive)
	}
	var stops PointSet
	if b.Count(c, ClassFive) == 1 {
		stops.Add(b.Fives(c).First())
	}
	return stops
}

// OpenFourStops likewise gives the replies after which none of the points where c
// now makes an open four or two fours is one any more.
func (b *Board) OpenFourStops(c Color) PointSet {
	return b.stopsAll(b.OpenFours(c), c, ClassOpenFour)
}

func (b *Board) stopsAll(threats *PointSet, c Color, below Class) PointSet {
	stops := b.empty
	for y := FirstRow; y < EndRow; y++ {
		for m := threats[y]; m != 0; m &= m - 1 {
			s := b.Stops(PointOf(y, bits.TrailingZeros32(m)), c, below)
			stops.Intersect(&s)
		}
	}
	return stops
}
