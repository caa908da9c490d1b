package tournaments

import "tengen/board"

// agreement counts for how many moves in a row an engine has told that it wins,
// or that it loses.
type agreement struct {
	wins, losses int
}

// note takes what an engine told about its move.
func (a *agreement) note(m Move, w WinSettings) {
	told := 0
	switch {
	case m.WinIn > 0 || m.Score != nil && *m.Score >= w.Score:
		told = 1
	case m.WinIn < 0 || m.Score != nil && *m.Score <= -w.Score:
		told = -1
	}
	if told > 0 {
		a.wins++
	} else {
		a.wins = 0
	}
	if told < 0 {
		a.losses++
	} else {
		a.losses = 0
	}
}

// agreed tells whether both engines have said for long enough who wins.
func (g *match) agreed() (winner board.Color, yes bool) {
	k := g.t.Win.Moves
	if k == 0 {
		return 0, false
	}
	for _, c := range []board.Color{board.Black, board.White} {
		if g.agree[c].wins >= k && g.agree[c.Other()].losses >= k {
			return c, true
		}
	}
	return 0, false
}
