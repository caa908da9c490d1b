package slowref

// runWins reports whether an unbroken row of n stones of the colour wins, held
// telling whether both its ends are stones of the opponent.
func runWins(rule Rule, colour Cell, n int, held bool) bool {
	switch rule {
	case Freestyle:
		return n >= 5
	case Standard:
		return n == 5
	case Renju:
		return n == 5 || n > 5 && colour == White
	case Caro:
		return n > 5 || n == 5 && !held
	case CaroExact:
		return n == 5 && !held
	}
	return false
}

// run returns the two ends of the row of the colour through (x, y), as numbers
// of steps from it: back <= 0 <= ahead. The stone at (x, y) itself is taken for
// granted.
func (p *Position) run(x, y int, colour Cell, d Direction) (back, ahead int) {
	dx, dy := d.Step()
	for p.At(x+(ahead+1)*dx, y+(ahead+1)*dy) == colour {
		ahead++
	}
	for p.At(x+(back-1)*dx, y+(back-1)*dy) == colour {
		back--
	}
	return back, ahead
}

// winsOn reports whether the row of the colour through (x, y) in the direction
// wins, the stone at (x, y) taken for granted.
func (p *Position) winsOn(x, y int, colour Cell, d Direction) bool {
	dx, dy := d.Step()
	back, ahead := p.run(x, y, colour, d)
	held := p.At(x+(back-1)*dx, y+(back-1)*dy) == colour.Other() &&
		p.At(x+(ahead+1)*dx, y+(ahead+1)*dy) == colour.Other()
	return runWins(p.Rule, colour, ahead-back+1, held)
}

// Wins reports whether a stone of the colour, Black or White, on the empty
// point (x, y) would win by the rule. It is false for a point that is not
// empty. A winning black stone in renju is never forbidden.
func (p *Position) Wins(x, y int, colour Cell) bool {
	if p.At(x, y) != Empty || colour != Black && colour != White {
		return false
	}
	for _, d := range Directions() {
		if p.winsOn(x, y, colour, d) {
			return true
		}
	}
	return false
}

// FiveOnBoard looks for a finished winning line among the stones as they stand
// and returns its colour and all its points in order. The search goes row by
// row from the top and takes the first line it meets; in a real game there is
// only the winner's.
//
// Only the stones are known, not their order: in caro a five that won while
// one end was open is judged by the ends as they are now.
func (p *Position) FiveOnBoard() (winner Cell, line []Point, ok bool) {
	for y := 0; y < p.Height; y++ {
		for x := 0; x < p.Width; x++ {
			colour := p.At(x, y)
			if colour != Black && colour != White {
				continue
			}
			for _, d := range Directions() {
				if !p.winsOn(x, y, colour, d) {
					continue
				}
				dx, dy := d.Step()
				back, ahead := p.run(x, y, colour, d)
				for i := back; i <= ahead; i++ {
					line = append(line, Point{x + i*dx, y + i*dy})
				}
				return colour, line, true
			}
		}
	}
	return Empty, nil, false
}
