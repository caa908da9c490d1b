package board

import "sync"

// A line is one 64-bit word, two bits a cell, and the neighbourhood of a point on
// it is five cells to each side: ten bits left, ten bits right. Most of those
// million neighbourhoods look alike to a colour, because nothing behind the first
// foreign cell matters to it. So each half is first folded to its number among
// the few halves that differ (63; 94 in caro, where an opponent's stone and the
// edge do not end a line alike), for both colours by one look-up, and the two
// numbers index a table of shapes that stays in the first-level cache. There is
// no need to spare freestyle the outer cells: its shapes do not depend on them.

// Two bits a cell. The empty line word is all walls; a stone is an exclusive or
// on an empty cell.
const (
	bitsWall  = 0
	bitsBlack = 1
	bitsWhite = 2
	bitsEmpty = 3

	halfBits  = 2 * lineCentre
	halfMask  = 1<<halfBits - 1
	shapeKeys = 128 * 128 // more than 94 halves by a stride as large
	shapeMask = shapeKeys - 1
)

// stoneBits turns an empty cell into one of the colour by exclusive or.
var stoneBits = [4]uint64{Black: bitsEmpty ^ bitsBlack, White: bitsEmpty ^ bitsWhite, Empty: 0, Wall: bitsEmpty ^ bitsWall}

// shapeTable gives both colours' shapes of a stone in the middle of any
// neighbourhood, under one rule.
type shapeTable struct {
	// left and right fold ten bits; Black's number is in the low half of the
	// word and White's in the high half, the left ones already multiplied by the
	// stride, so that one addition makes both keys.
	left, right [1 << halfBits]uint32
	// shape is indexed by colour and key. The two are one array where the rule
	// treats both colours alike.
	shape [2]*[shapeKeys]Shape
}

// lookup gives Black's and White's shape for the neighbourhood of the cell whose
// bits start at bit k of the line word w.
func (t *shapeTable) lookup(w uint64, k uint) (black, white Shape) {
	key := t.left[w>>(k-halfBits)&halfMask] + t.right[w>>(k+2)&halfMask]
	return t.shape[Black][key&shapeMask], t.shape[White][key>>16&shapeMask]
}

// lookupColor is lookup for one colour.
func (t *shapeTable) lookupColor(w uint64, k uint, c Color) Shape {
	key := t.left[w>>(k-halfBits)&halfMask] + t.right[w>>(k+2)&halfMask]
	return t.shape[c&1][key>>(16*(c&1))&shapeMask]
}

// Tables are built once per rule, when a board first needs them, and never
// change afterwards.
var shapeTables = [Rules]func() *shapeTable{
	sync.OnceValue(func() *shapeTable { return buildShapeTable(Freestyle) }),
	sync.OnceValue(func() *shapeTable { return buildShapeTable(Standard) }),
	sync.OnceValue(func() *shapeTable { return buildShapeTable(Renju) }),
	sync.OnceValue(func() *shapeTable { return buildShapeTable(Caro) }),
	sync.OnceValue(func() *shapeTable { return buildShapeTable(CaroExact) }),
}

// half is one side of a neighbourhood as a colour sees it, nearest cell first.
type half [lineCentre]lineCell

func buildShapeTable(r Rule) *shapeTable {
	t := &shapeTable{}
	halves, number := numberHalves(r)
	stride := len(halves)
	for raw := range t.left {
		var near, far [2]uint32
		for _, c := range [2]Color{Black, White} {
			near[c] = number[unpackHalf(r, c, raw, true)] * uint32(stride)
			far[c] = number[unpackHalf(r, c, raw, false)]
		}
		t.left[raw] = near[Black] | near[White]<<16
		t.right[raw] = far[Black] | far[White]<<16
	}
	t.shape[Black] = buildShapes(r, Black, halves)
	t.shape[White] = t.shape[Black]
	if r == Renju {
		t.shape[White] = buildShapes(r, White, halves)
	}
	return t
}

// numberHalves lists the halves that differ under a rule.
func numberHalves(r Rule) (halves []half, number map[half]uint32) {
	number = map[half]uint32{}
	for raw := 0; raw < 1<<halfBits; raw++ {
		h := unpackHalf(r, Black, raw, false)
		if _, ok := number[h]; !ok {
			number[h] = uint32(len(halves))
			halves = append(halves, h)
		}
	}
	return halves, number
}

// unpackHalf reads ten bits of a line word as colour c sees them. On the left side
// the nearest cell has the highest bits.
func unpackHalf(r Rule, c Color, raw int, left bool) half {
	var h half
	for i := range h {
		at := i
		if left {
			at = lineCentre - 1 - i
		}
		switch raw >> (2 * at) & 3 {
		case bitsEmpty:
			h[i] = cellEmpty
		case bitsBlack, bitsWhite:
			h[i] = cellOpponent
			if (raw>>(2*at)&3 == bitsBlack) == (c == Black) {
				h[i] = cellOwn
			}
		default:
			h[i] = cellWall
		}
		if h[i] == cellOpponent && !r.closes() {
			h[i] = cellWall
		}
		if h[i] == cellOpponent || h[i] == cellWall {
			for k := i + 1; k < len(h); k++ {
				h[k] = cellWall
			}
			break
		}
	}
	return h
}

func buildShapes(r Rule, c Color, halves []half) *[shapeKeys]Shape {
	var shapes [shapeKeys]Shape
	j := judge{rule: r, color: c, known: make(map[line]Shape, len(halves)*len(halves))}
	for i, left := range halves {
		for k, right := range halves {
			shapes[i*len(halves)+k] = j.shape(joinHalves(left, right))
		}
	}
	return &shapes
}

func joinHalves(left, right half) line {
	var l line
	l[lineCentre] = cellOwn
	for i := range left {
		l[lineCentre-1-i], l[lineCentre+1+i] = left[i], right[i]
	}
	return l
}

// Lines: 32 rows, 32 columns and twice 63 diagonals of the padded grid.
const (
	firstColumnLine = gridSide
	firstDownLine   = 2 * gridSide
	firstUpLine     = firstDownLine + 2*gridSide - 1
	lineCount       = firstUpLine + 2*gridSide - 1
)

// lineOf gives the number of the line through p along d, and the lowest of p's
// two bits in that line's word. Cells are counted by row on columns and by column
// on all other lines.
func lineOf(d Direction, p Point) (n int, bit uint) {
	x, y := int(p&(gridSide-1)), int(p>>rowShift&(gridSide-1))
	switch d {
	case Horizontal:
		return y, uint(2 * x)
	case Vertical:
		return firstColumnLine + x, uint(2 * y)
	case DiagonalDown:
		return firstDownLine + x - y + gridSide - 1, uint(2 * x)
	}
	return firstUpLine + x + y, uint(2 * x)
}
