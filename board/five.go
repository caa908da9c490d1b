package board

// WinsAt says whether a stone of colour c on the empty point p would win.
func (b *Board) WinsAt(p Point, c Color) bool {
	return b.At(p) == Empty && b.Class(p, c) == ClassFive
}

// LastWins says whether the last stone put completed a five, as the rule counts.
func (b *Board) LastWins() bool { return b.ply > 0 && b.plies[b.ply-1].won }

// FiveOnBoard looks the whole board through for a finished five, whoever made it
// and when, and gives its colour and stones. It is meant for positions that were
// set up; in a game LastWins says the same at once.
func (b *Board) FiveOnBoard() (Color, []Point, bool) {
	for y := 0; y < b.height; y++ {
		for x := 0; x < b.width; x++ {
			p := At(x, y)
			c := b.At(p)
			if c > White {
				continue
			}
			for d := Direction(0); d < Directions; d++ {
				n, bit := lineOf(d, p)
				if b.shapes.lookupColor(b.lines[n], bit, c) == Five {
					return c, b.runThrough(p, d, c), true
				}
			}
		}
	}
	return Empty, nil, false
}

// runThrough lists the run of c's stones along d that p belongs to, from its start.
func (b *Board) runThrough(p Point, d Direction, c Color) []Point {
	for b.At(p.Step(d, -1)) == c {
		p = p.Step(d, -1)
	}
	var run []Point
	for ; b.At(p) == c; p = p.Step(d, 1) {
		run = append(run, p)
	}
	return run
}
