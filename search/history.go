package search

import (
	"math"

	"tengen/board"
)

// histories remember which moves caused cutoffs, so that they are tried earlier
// and searched deeper elsewhere.
type histories struct {
	// quiet and attack count, by colour and point, for moves that make no four or
	// three and for those that do.
	quiet, attack [2][board.GridPoints]int16
	// counter is the move that last refuted a move, by the refuted move's colour
	// and point.
	counter [2][board.GridPoints]board.Point
}

// historyLimit bounds the entries: a bonus shrinks as an entry nears it, so that
// no clearing is needed ("history gravity", as in public chess engines).
const historyLimit = 8192

// historyBonus is what a cutoff at the given depth adds (guessed).
func historyBonus(depth int) int { return min(32*depth*depth, 1600) }

func bump(h *int16, bonus int) {
	*h += int16(bonus - int(*h)*abs(bonus)/historyLimit)
}

func abs(x int) int {
	if x < 0 {
		return -x
	}
	return x
}

// age halves what is remembered between two searches.
func (h *histories) age() {
	for c := range h.quiet {
		for p := range h.quiet[c] {
			h.quiet[c][p] /= 2
			h.attack[c][p] /= 2
		}
	}
}

// of gives the entry for a move of colour c.
func (h *histories) of(c board.Color, p board.Point, attacking bool) *int16 {
	if attacking {
		return &h.attack[c&1][p&(board.GridPoints-1)]
	}
	return &h.quiet[c&1][p&(board.GridPoints-1)]
}

// reductions gives, by depth and number of the move, how many plies a late move is
// searched less deep, in sixteenths. The logarithms are the usual form; the factor
// is a guess. It is filled once, with floating point, and rounded far from ties.
var reductions = func() (t [maxPly][64]int16) {
	for d := 1; d < maxPly; d++ {
		for n := 1; n < 64; n++ {
			t[d][n] = int16(math.Round(16 * math.Log(float64(d)) * math.Log(float64(n)) / 1.1))
		}
	}
	return t
}()
