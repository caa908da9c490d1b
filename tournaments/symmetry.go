package tournaments

import (
	"slices"
	"strings"

	"tengen/board"
)

// Symmetry is one of the eight ways to turn and mirror a square board: bit 0
// mirrors left and right, bit 1 top and bottom, and bit 2 then swaps columns
// and rows. A board that is no square has only the first four.
type Symmetry uint8

// Identity leaves everything where it is.
const Identity Symmetry = 0

// Symmetries tells how many symmetries a board has: 8 or 4.
func Symmetries(width, height int) int {
	if width == height {
		return 8
	}
	return 4
}

// Point maps a point of a board of the given size.
func (s Symmetry) Point(p board.Point, width, height int) board.Point {
	x, y := p.X(), p.Y()
	if s&1 != 0 {
		x = width - 1 - x
	}
	if s&2 != 0 {
		y = height - 1 - y
	}
	if s&4 != 0 {
		x, y = y, x
	}
	return board.At(x, y)
}

// Points maps stones in order of play.
func (s Symmetry) Points(stones []board.Point, width, height int) []board.Point {
	out := make([]board.Point, len(stones))
	for i, p := range stones {
		out[i] = s.Point(p, width, height)
	}
	return out
}

// canonical is a text that two openings share exactly when one is the other
// turned or mirrored: the order of each colour's stones does not count.
func canonical(stones []board.Point, width, height int) string {
	best := ""
	for s := range Symmetries(width, height) {
		mapped := Symmetry(s).Points(stones, width, height)
		var black, white []board.Point
		for i, p := range mapped {
			if i%2 == 0 {
				black = append(black, p)
			} else {
				white = append(white, p)
			}
		}
		slices.Sort(black)
		slices.Sort(white)
		if key := FormatStones(black) + "/" + FormatStones(white); best == "" || key < best {
			best = key
		}
	}
	return best
}

// FormatStones writes stones in the position notation, "h8h9i8".
func FormatStones(stones []board.Point) string {
	var b strings.Builder
	for _, p := range stones {
		b.WriteString(p.String())
	}
	return b.String()
}
