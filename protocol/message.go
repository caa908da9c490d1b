package protocol

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tengen/board"
	"tengen/search"
)

// Coordinates says how points are written in messages. The zero value is h8: the column's letter, then the row counted
// from the top.
type Coordinates struct {
	FromBottom bool // rows count from the bottom
	RowFirst   bool // the row stands before the column's letter
	Transposed bool // the manager's first number is the row: its letters are our y
}

// point writes a point of a board of the given height, which is the width if Transposed.
func (c Coordinates) point(p board.Point, height int) string {
	x, y := p.X(), p.Y()
	if c.Transposed {
		x, y = y, x
	}
	column := string(rune('a' + x))
	row := y + 1
	if c.FromBottom {
		row = height - y
	}
	if c.RowFirst {
		return strconv.Itoa(row) + column
	}
	return column + strconv.Itoa(row)
}

// line writes a sequence of moves.
func (c Coordinates) line(moves []board.Point, height int) string {
	var b strings.Builder
	for i, p := range moves {
		if i > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(c.point(p, height))
	}
	return b.String()
}

// longestLine is how many moves of a principal variation a message shows.
const longestLine = 24

// summary writes what a search found, for a MESSAGE.
func (c Coordinates) summary(r search.Report, height int) string {
	var b strings.Builder
	if r.Rank > 0 {
		fmt.Fprintf(&b, "%d: ", r.Rank+1)
	}
	fmt.Fprintf(&b, "depth %d-%d %s nodes %d n/s %d time %d ms",
		r.Depth, r.SelDepth, verdict(r), r.Nodes, perSecond(r.Nodes, r.Elapsed), r.Elapsed.Milliseconds())
	if len(r.PV) > 0 {
		b.WriteString(" pv ")
		b.WriteString(c.line(r.PV[:min(len(r.PV), longestLine)], height))
	}
	return b.String()
}

// verdict writes a score: a number, or the plies to the end of a won or lost game where that is proven.
func verdict(r search.Report) string {
	plies, win, decided := r.Score.Mate()
	switch {
	case decided && r.Proven && win:
		return fmt.Sprintf("win in %d", plies)
	case decided && r.Proven:
		return fmt.Sprintf("loss in %d", plies)
	case decided && win:
		return "winning"
	case decided:
		return "losing"
	}
	return fmt.Sprintf("eval %d", int32(r.Score))
}

// perSecond is a rate, 0 for no time.
func perSecond(n uint64, d time.Duration) uint64 {
	if d <= 0 {
		return 0
	}
	return uint64(float64(n) / d.Seconds())
}
