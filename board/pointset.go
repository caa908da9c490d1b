package board

import "math/bits"

// PointSet is a set of points: one word a grid row, one bit a column.
type PointSet [gridSide]uint32

// FirstRow and EndRow bound the grid rows that can hold points of a board; loops
// over a set need no others.
const (
	FirstRow = wallWidth
	EndRow   = wallWidth + MaxSize
)

// Has says whether p is in the set.
func (s *PointSet) Has(p Point) bool { return s[p>>rowShift&(gridSide-1)]>>(p&(gridSide-1))&1 != 0 }

// Add puts p into the set.
func (s *PointSet) Add(p Point) { s[p>>rowShift&(gridSide-1)] |= 1 << (p & (gridSide - 1)) }

// Remove takes p out of the set.
func (s *PointSet) Remove(p Point) { s[p>>rowShift&(gridSide-1)] &^= 1 << (p & (gridSide - 1)) }

// Intersect keeps the points that are in o too.
func (s *PointSet) Intersect(o *PointSet) {
	for y := FirstRow; y < EndRow; y++ {
		s[y] &= o[y]
	}
}

// Union adds the points of o.
func (s *PointSet) Union(o *PointSet) {
	for y := FirstRow; y < EndRow; y++ {
		s[y] |= o[y]
	}
}

// Len counts the points.
func (s *PointSet) Len() int {
	n := 0
	for y := FirstRow; y < EndRow; y++ {
		n += bits.OnesCount32(s[y])
	}
	return n
}

// First gives the first point, rows from the top and columns from the left, or
// NoPoint.
func (s *PointSet) First() Point {
	for y := FirstRow; y < EndRow; y++ {
		if s[y] != 0 {
			return PointOf(y, bits.TrailingZeros32(s[y]))
		}
	}
	return NoPoint
}

// AppendTo appends the points to buf, rows from the top, columns from the left.
func (s *PointSet) AppendTo(buf []Point) []Point {
	for y := FirstRow; y < EndRow; y++ {
		for m := s[y]; m != 0; m &= m - 1 {
			buf = append(buf, PointOf(y, bits.TrailingZeros32(m)))
		}
	}
	return buf
}

// PointOf is the point in bit column of a set's word row: the way back from the
// words of a PointSet to its points.
func PointOf(row, column int) Point { return Point(row<<rowShift + column) }
