package protocol

import (
	"slices"
	"strings"

	"tengen/board"
)

// mostPaths bounds how many barred paths are remembered.
const mostPaths = 4096

// barred is where the manager told us not to play, by Yixin-Board's commands. It holds for the first move of a search, on
// every position until it is taken back; a path only in the position before its last stone, and what YXFORBID says only
// for one side.
type barred struct {
	points board.PointSet
	sides  [2]board.PointSet // by colour
	paths  map[string]bool   // of positions and a point, as pathKey writes them
}

// at gives the points barred in a position.
func (b *barred) at(pos *board.Board) board.PointSet {
	set := b.points
	set.Union(&b.sides[pos.SideToMove()&1])
	if len(b.paths) == 0 {
		return set
	}
	moves := pos.Moves()
	for _, p := range pos.Empties().AppendTo(nil) {
		if b.paths[pathKey(moves, p)] {
			set.Add(p)
		}
	}
	return set
}

// pathKey names a position by its stones, whose order within a colour does not count, and a point to be barred in it.
func pathKey(moves []board.Point, last board.Point) string {
	var sides [2][]board.Point
	for i, p := range moves {
		sides[i%2] = append(sides[i%2], p)
	}
	var b strings.Builder
	for _, side := range sides {
		slices.Sort(side)
		for _, p := range side {
			b.WriteString(p.String())
		}
		b.WriteByte('/')
	}
	b.WriteString(last.String())
	return b.String()
}

// bar carries out a command that bars points or frees them. Points off every board are passed over: Yixin-Board sends
// such in its loops.
func (s *session) bar(r request) {
	var points []board.Point
	for _, p := range r.Stones {
		if p.X >= 0 && p.Y >= 0 && p.X < board.MaxSize && p.Y < board.MaxSize {
			points = append(points, board.At(p.X, p.Y))
		}
	}
	b := &s.barred
	switch r.Name {
	case "YXBLOCK":
		for _, p := range points {
			b.points.Add(p)
		}
	case "YXBLOCKUNDO":
		for _, p := range points {
			b.points.Remove(p)
		}
	case "YXBLOCKRESET":
		b.points = board.PointSet{}
	case "YXBLOCKPATHRESET":
		clear(b.paths)
	case "YXBLOCKPATH", "YXBLOCKPATHUNDO":
		if len(points) == 0 || len(points) < len(r.Stones) {
			return
		}
		key := pathKey(points[:len(points)-1], points[len(points)-1])
		if r.Name == "YXBLOCKPATHUNDO" {
			delete(b.paths, key)
		} else if len(b.paths) < mostPaths {
			b.paths[key] = true
		}
	case "YXFORBID ADD", "YXFORBID DEL":
		if r.X < 0 || r.Y < 0 || r.X >= board.MaxSize || r.Y >= board.MaxSize || r.N < 0 || r.N > 1 {
			return
		}
		if p := board.At(r.X, r.Y); r.Name == "YXFORBID ADD" {
			b.sides[r.N].Add(p)
		} else {
			b.sides[r.N].Remove(p)
		}
	}
}
