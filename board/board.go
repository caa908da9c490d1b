package board

import (
	"fmt"
	"math/bits"
)

// maxPlies bounds how many Play, Put and Pass can be in force at once: every
// point of the largest board, and null moves of a search beside them.
const maxPlies = MaxSize*MaxSize + 128

// maxChanges bounds the points a stone touches: itself and five to each side on
// four lines.
const maxChanges = 1 + Directions*2*lineCentre

// cell is what the board knows of a point. Shapes, codes and classes are those of
// a stone that would be played there; once a stone stands they stay as they were.
//
// The colours are packed into one word each, Black's half low, so that a cell is
// read with the widths it was written with: a pair written in two halves and read
// whole would have to wait for both.
type cell struct {
	shapes  uint32 // packedShapes
	codes   uint32 // pattern codes
	classes uint16
	color   Color
}

func (c *cell) code(side Color) Code   { return Code(c.codes >> (16 * (side & 1))) }
func (c *cell) class(side Color) Class { return Class(c.classes >> (8 * (side & 1))) }

// Change is an entry of the change log: an empty point whose pattern codes a ply
// changed. The point played on is among them, with Occupied as its new code.
type Change struct {
	Point    Point
	classes  uint16 // the old ones, packed as in a cell
	old, new uint32
	shapes   uint32 // the old ones
}

// Old and New are the pattern codes before and after the ply for colour c.
func (c *Change) Old(side Color) Code { return Code(c.old >> (16 * (side & 1))) }
func (c *Change) New(side Color) Code { return Code(c.new >> (16 * (side & 1))) }

// Occupied stands in the change log for the code of a point that is no longer
// empty.
const Occupied Code = Codes

const occupiedCodes = uint32(Occupied) | uint32(Occupied)<<16

// countSpace is Classes rounded up, so that a masked index needs no bounds check.
const countSpace = 16

// nearRows is how many rows of the candidate set one stone can touch.
const nearRows = 2*nearReach + 1

// plyRecord is what Undo restores.
type plyRecord struct {
	hash    uint64
	point   Point // NoPoint for a pass
	color   Color
	side    Color // side to move before the ply
	won     bool
	changes int32 // where the ply's changes start in the log
	value   [2]int32
	counts  [2][countSpace]uint16
	near    [nearRows]uint32
}

// Board is a position with its history. The zero Board is not usable: see New.
type Board struct {
	// Kept by Play and restored by Undo.
	hash   uint64
	side   Color
	value  [2]int32               // running sums of values, by colour
	counts [2][countSpace]uint16  // empty points of each class, by colour
	lines  [lineCount]uint64      // two bits a cell
	near   PointSet               // points near a stone, occupied ones among them
	empty  PointSet               // points without a stone
	sets   [2][pointSets]PointSet // empty points by colour and group of classes
	cells  [GridPoints]cell

	// Fixed for a board's life, but for the values.
	rule          Rule
	width, height int
	window        uint64 // bits of the cells within reach of cell number 5
	shapes        *shapeTable
	codes         *patternTable
	classes       *[2][codeSpace]Class
	values        *Values

	// History.
	ply       int
	stones    int
	logLen    int32
	lastFrom  int32 // what Changes shows of the log
	lastTo    int32
	plies     [maxPlies + 1]plyRecord
	log       [MaxSize*MaxSize*maxChanges + maxChanges]Change
	forbidden [GridPoints]forbiddenEntry
}

// Values says what a point's pattern code is worth to each colour, in units that
// are the caller's own. The board keeps the sums over all empty points.
type Values [2][codeSpace]int16

// New makes an empty board of w by h points, Black to move.
func New(w, h int, r Rule) (*Board, error) {
	if w < MinSize || w > MaxSize || h < MinSize || h > MaxSize {
		return nil, fmt.Errorf("board of %d by %d points: allowed are %d to %d each way", w, h, MinSize, MaxSize)
	}
	if int(r) >= Rules {
		return nil, fmt.Errorf("unknown rule number %d", r)
	}
	b := &Board{
		rule: r, width: w, height: h,
		shapes: shapeTables[r](), codes: patterns(), classes: classTables[r](),
		values: new(Values),
	}
	reach := uint(r.reach())
	b.window = (1<<(4*reach+2) - 1) << (2 * (lineCentre - reach))
	b.Reset()
	return b, nil
}

// Reset takes all stones away; Black is to move.
func (b *Board) Reset() {
	b.hash, b.side = 0, Black
	b.ply, b.stones = 0, 0
	b.logLen, b.lastFrom, b.lastTo = 0, 0, 0
	b.lines = [lineCount]uint64{}
	b.near, b.empty = PointSet{}, PointSet{}
	for p := range b.cells {
		b.cells[p] = cell{color: Wall}
	}
	for y := 0; y < b.height; y++ {
		for x := 0; x < b.width; x++ {
			p := At(x, y)
			b.cells[p].color = Empty
			b.empty.Add(p)
			for d := Direction(0); d < Directions; d++ {
				n, bit := lineOf(d, p)
				b.lines[n] |= bitsEmpty << bit
			}
		}
	}
	b.recount()
}

// recount works out from the lines alone all that Play keeps up to date.
func (b *Board) recount() {
	b.value = [2]int32{}
	b.counts = [2][countSpace]uint16{}
	b.sets = [2][pointSets]PointSet{}
	for y := FirstRow; y < EndRow; y++ {
		for m := b.empty[y]; m != 0; m &= m - 1 {
			p := PointOf(y, bits.TrailingZeros32(m))
			c := &b.cells[p]
			c.shapes = b.shapesAt(p)
			c.codes, c.classes = b.codesOf(c.shapes)
			for side := Black; side <= White; side++ {
				code, class := c.code(side), c.class(side)
				b.counts[side][class]++
				b.value[side] += int32(b.values[side][code])
				b.sets[side][setOfClass[class]].Add(p)
			}
		}
	}
}

// codesOf gives both colours' pattern codes and classes of packed shapes.
func (b *Board) codesOf(shapes uint32) (codes uint32, classes uint16) {
	black, white := b.codes.code[uint16(shapes)], b.codes.code[uint16(shapes>>16)]
	codes = uint32(black) | uint32(white)<<16
	classes = uint16(b.classes[Black][black&(codeSpace-1)]) | uint16(b.classes[White][white&(codeSpace-1)])<<8
	return codes, classes
}

// shapesAt looks up both colours' shapes of a stone on p as the lines stand.
func (b *Board) shapesAt(p Point) uint32 {
	var packed uint32
	for d := Direction(0); d < Directions; d++ {
		n, bit := lineOf(d, p)
		black, white := b.shapes.lookup(b.lines[n], bit)
		packed |= (uint32(black) | uint32(white)<<16) << (4 * d)
	}
	return packed
}

// Width, Height and Rule are as given to New.
func (b *Board) Width() int  { return b.width }
func (b *Board) Height() int { return b.height }
func (b *Board) Rule() Rule  { return b.rule }

// Ply is how many Play, Put and Pass can be taken back.
func (b *Board) Ply() int { return b.ply }

// Stones is how many black and white stones stand.
func (b *Board) Stones() int { return b.stones }

// Full says that no point is empty.
func (b *Board) Full() bool { return b.empty == PointSet{} }

// SideToMove is the colour that Play puts next.
func (b *Board) SideToMove() Color { return b.side }

// Hash identifies stones and side to move; it does not tell sizes or rules apart.
func (b *Board) Hash() uint64 { return b.hash }

// At is what stands on p.
func (b *Board) At(p Point) Color { return b.cells[p&(GridPoints-1)].color }

// Inside says whether p lies within the edges of the board.
func (b *Board) Inside(p Point) bool {
	return uint(p.X()) < uint(b.width) && uint(p.Y()) < uint(b.height)
}

// Legal says whether the side to move may play on p. Whether the game is already
// decided is not asked.
func (b *Board) Legal(p Point) bool {
	return b.At(p) == Empty && !(b.side == Black && b.Forbidden(p))
}

// Count is how many empty points have class k for colour c.
func (b *Board) Count(c Color, k Class) int { return int(b.counts[c&1][k&(countSpace-1)]) }

// Class and Code tell what a stone of colour c on the empty point p would make.
func (b *Board) Class(p Point, c Color) Class { return b.cells[p&(GridPoints-1)].class(c) }
func (b *Board) Code(p Point, c Color) Code   { return b.cells[p&(GridPoints-1)].code(c) }

// Shape is what a stone of colour c on the empty point p would make along d.
func (b *Board) Shape(p Point, c Color, d Direction) Shape {
	return packedShapes(b.cells[p&(GridPoints-1)].shapes >> (16 * (c & 1))).at(d)
}

// Value is the running sum of the values of c's pattern codes over all empty points.
func (b *Board) Value(c Color) int { return int(b.value[c&1]) }

// SetValues hands in what pattern codes are worth, and starts the sums anew.
func (b *Board) SetValues(v *Values) {
	b.values = v
	b.replay(NoPoint)
}

// Empties, Fives, OpenFours, Fours, Threes and MaybeForbiddens are sets of empty
// points: all of them, and those of the named classes for colour c (Fours: four,
// four+ and four-three; Threes: three, three+ and double three). They may be read
// until the next Play, Put, Pass or Undo.
func (b *Board) Empties() *PointSet                { return &b.empty }
func (b *Board) Fives(c Color) *PointSet           { return &b.sets[c&1][setFive] }
func (b *Board) OpenFours(c Color) *PointSet       { return &b.sets[c&1][setOpenFour] }
func (b *Board) Fours(c Color) *PointSet           { return &b.sets[c&1][setFour] }
func (b *Board) Threes(c Color) *PointSet          { return &b.sets[c&1][setThree] }
func (b *Board) MaybeForbiddens(c Color) *PointSet { return &b.sets[c&1][setMaybeForbidden] }

// Candidates gives the empty points near a stone: within two in any direction, or
// within four along one of its lines. It is empty on an empty board.
func (b *Board) Candidates() PointSet {
	s := b.empty
	s.Intersect(&b.near)
	return s
}

// nearReach is how far along a line a stone makes candidates.
const nearReach = 4

// nearMask is a stone's neighbourhood by row, the stone in bit nearReach of the
// middle row.
var nearMask = func() (rows [nearRows]uint32) {
	for dy := -nearReach; dy <= nearReach; dy++ {
		for dx := -nearReach; dx <= nearReach; dx++ {
			ax, ay := max(dx, -dx), max(dy, -dy)
			if ax <= 2 && ay <= 2 || dx == 0 || dy == 0 || ax == ay {
				rows[dy+nearReach] |= 1 << (dx + nearReach)
			}
		}
	}
	return rows
}()

// Play puts a stone of the side to move on p, which must be empty, and passes the
// turn. Whether the move is forbidden or the game over is not asked.
func (b *Board) Play(p Point) {
	b.place(p, b.side)
	b.passTurn()
}

// Put sets up a stone of colour c (Black, White, or Wall for a stone of nobody)
// on the empty point p; the side to move stays.
func (b *Board) Put(p Point, c Color) { b.place(p, c) }

// Pass passes the turn without a stone; Undo takes it back.
func (b *Board) Pass() {
	r := &b.plies[b.ply]
	r.hash, r.side, r.point, r.won = b.hash, b.side, NoPoint, false
	r.changes = b.logLen
	b.lastFrom, b.lastTo = b.logLen, b.logLen
	b.ply++
	b.passTurn()
}

// SetSideToMove belongs to set-up; Undo goes back to what held before the plies
// it takes back.
func (b *Board) SetSideToMove(c Color) {
	if c != b.side {
		b.passTurn()
	}
}

func (b *Board) passTurn() {
	b.side ^= 1
	b.hash ^= zobristSide
}

// place is the work of Play and Put.
func (b *Board) place(p Point, c Color) {
	p &= GridPoints - 1
	at := &b.cells[p]
	r := &b.plies[b.ply]
	r.hash, r.side, r.point, r.color = b.hash, b.side, p, c
	r.won = c <= White && at.class(c) == ClassFive
	r.changes = b.logLen
	r.value, r.counts = b.value, b.counts
	b.ply++

	b.hash ^= stoneKey(p, c)
	at.color = c
	b.empty.Remove(p)
	if c <= White {
		b.stones++
		b.spreadNear(p, r)
	}

	// The point itself leaves the counts.
	n := b.logLen
	b.log[n] = Change{Point: p, classes: at.classes, old: at.codes, new: occupiedCodes, shapes: at.shapes}
	n++
	for side := Black; side <= White; side++ {
		code, class := at.code(side), at.class(side)
		b.counts[side][class&(countSpace-1)]--
		b.value[side] -= int32(b.values[side][code&(codeSpace-1)])
		b.sets[side][setOfClass[class&15]].Remove(p)
	}

	// The empty points in reach along the four lines.
	stone, v := stoneBits[c&3], b.values
	valueBlack, valueWhite := b.value[Black], b.value[White]
	for d := Direction(0); d < Directions; d++ {
		li, bit := lineOf(d, p)
		w := b.lines[li] ^ stone<<bit
		b.lines[li] = w
		for m := w & (w >> 1) & 0x5555555555555555 & (b.window << (bit - halfBits)); m != 0; m &= m - 1 {
			k := uint(bits.TrailingZeros64(m))
			black, white := b.shapes.lookup(w, k)
			q := Point(int(p)+(int(k)-int(bit))/2*steps[d]) & (GridPoints - 1)
			at := &b.cells[q]
			shift := 4 * d
			shapes := at.shapes&^(0x000f000f<<shift) | (uint32(black)|uint32(white)<<16)<<shift
			if shapes == at.shapes {
				continue
			}
			codes, classes := b.codesOf(shapes)
			old, oldClasses := at.codes, at.classes
			b.log[n] = Change{Point: q, classes: oldClasses, old: old, new: codes, shapes: at.shapes}
			n++
			at.shapes, at.codes, at.classes = shapes, codes, classes
			valueBlack += int32(v[Black][codes&(codeSpace-1)]) - int32(v[Black][old&(codeSpace-1)])
			valueWhite += int32(v[White][codes>>16&(codeSpace-1)]) - int32(v[White][old>>16&(codeSpace-1)])
			if classes != oldClasses {
				b.reclass(q, oldClasses, classes)
			}
		}
	}
	b.value[Black], b.value[White] = valueBlack, valueWhite
	b.lastFrom, b.lastTo = b.logLen, n
	b.logLen = n
}

// reclass moves the empty point q from two classes, packed as in a cell, to two
// others.
func (b *Board) reclass(q Point, from, to uint16) {
	for side := Black; side <= White; side++ {
		old, class := Class(from>>(8*side))&15, Class(to>>(8*side))&15
		if old != class {
			b.counts[side][old]--
			b.counts[side][class]++
			b.moveSet(side, old, class, q)
		}
	}
}

// moveSet moves q between the sets of two classes.
func (b *Board) moveSet(side Color, from, to Class, q Point) {
	f, t := setOfClass[from&15], setOfClass[to&15]
	if f != t {
		b.sets[side][f].Remove(q)
		b.sets[side][t].Add(q)
	}
}

// spreadNear adds a stone's neighbourhood to the candidates.
func (b *Board) spreadNear(p Point, r *plyRecord) {
	row, shift := int(p>>rowShift)-nearReach, p&(gridSide-1)-nearReach
	for i := range nearMask {
		n := &b.near[(row+i)&(gridSide-1)]
		r.near[i] = *n
		*n |= nearMask[i] << shift
	}
}

// Undo takes back the last Play, Put or Pass. The change log of the ply stays
// readable until the next one.
func (b *Board) Undo() {
	b.ply--
	r := &b.plies[b.ply]
	b.hash, b.side = r.hash, r.side
	b.lastFrom, b.lastTo = r.changes, b.logLen
	p := r.point
	if p == NoPoint {
		return
	}
	b.value, b.counts = r.value, r.counts
	at := &b.cells[p&(GridPoints-1)]
	stone := stoneBits[r.color&3]
	for d := Direction(0); d < Directions; d++ {
		li, bit := lineOf(d, p)
		b.lines[li] ^= stone << bit
	}
	if r.color <= White {
		b.stones--
		row := int(p>>rowShift) - nearReach
		for i := range r.near {
			b.near[(row+i)&(gridSide-1)] = r.near[i]
		}
	}
	at.color = Empty
	b.empty.Add(p)
	for side := Black; side <= White; side++ {
		b.sets[side][setOfClass[at.class(side)&15]].Add(p)
	}
	for i := b.logLen - 1; i > r.changes; i-- {
		e := &b.log[i]
		at := &b.cells[e.Point&(GridPoints-1)]
		if from := at.classes; from != e.classes {
			for side := Black; side <= White; side++ {
				b.moveSet(side, Class(from>>(8*side)), Class(e.classes>>(8*side)), e.Point)
			}
		}
		at.shapes, at.codes, at.classes = e.shapes, e.old, e.classes
	}
	b.logLen = r.changes
}

// Changes is the change log of the last ply, the played point first; after Undo
// that of the ply taken back, until the next Play, Put or Pass.
func (b *Board) Changes() []Change {
	return b.log[b.lastFrom:b.lastTo]
}

// Last gives the last stone put and its colour, or NoPoint for none or a pass.
func (b *Board) Last() (Point, Color) { return b.Nth(1) }

// Nth gives the stone put n plies ago, 1 being the last; NoPoint when there are
// not so many, or for a pass.
func (b *Board) Nth(n int) (Point, Color) {
	if n > b.ply {
		return NoPoint, Empty
	}
	r := &b.plies[b.ply-n]
	return r.point, r.color
}

// Moves lists the stones of Play and Put in order, stones of nobody left out.
func (b *Board) Moves() []Point {
	moves := make([]Point, 0, b.stones)
	for _, r := range b.plies[:b.ply] {
		if r.point != NoPoint && r.color <= White {
			moves = append(moves, r.point)
		}
	}
	return moves
}

// Remove takes the stone on p away, whenever it was put; the others keep their
// order and the side to move stays. It belongs to set-up.
func (b *Board) Remove(p Point) { b.replay(p) }

// replay plays the history again from the empty board, without the stone on skip.
func (b *Board) replay(skip Point) {
	side := b.side
	history := append([]plyRecord(nil), b.plies[:b.ply]...)
	b.Reset()
	for _, r := range history {
		b.SetSideToMove(r.side)
		switch r.point {
		case NoPoint:
			b.Pass()
		case skip:
		default:
			b.Put(r.point, r.color)
		}
	}
	b.SetSideToMove(side)
}

// Clone makes a board that shares nothing with b but tables and values.
func (b *Board) Clone() *Board {
	c := *b
	return &c
}

// CopyFrom makes b what o is, without allocating.
func (b *Board) CopyFrom(o *Board) { *b = *o }

// HashAfter is the hash that Play(p) would lead to.
func (b *Board) HashAfter(p Point) uint64 { return b.hash ^ stoneKey(p, b.side) ^ zobristSide }
