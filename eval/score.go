package eval

import "fmt"

// Score is what a position is worth to the side to move, in points of Weights, or
// a won or lost position counted in plies.
type Score int32

const (
	// Infinity is above every score.
	Infinity Score = 32000
	// winNow is a win without a further ply; a win in n plies is n less.
	winNow Score = 30000
	// maxWinPlies bounds the plies that a win may be away.
	maxWinPlies = 1000
	// MaxStatic bounds the scores that are no wins or losses, on both sides.
	MaxStatic Score = 20000
)

// WinIn is the score of a position won in n plies, the winning stone included.
func WinIn(n int) Score { return winNow - Score(n) }

// LossIn is the score of a position lost in n plies.
func LossIn(n int) Score { return -winNow + Score(n) }

// IsWin and IsLoss tell won and lost positions from all others.
func (s Score) IsWin() bool  { return s >= winNow-maxWinPlies }
func (s Score) IsLoss() bool { return s <= -winNow+maxWinPlies }

// Mate gives the plies to the end of a won or lost position; ok says whether s is
// the score of one.
func (s Score) Mate() (plies int, win, ok bool) {
	switch {
	case s.IsWin():
		return int(winNow - s), true, true
	case s.IsLoss():
		return int(winNow + s), false, true
	}
	return 0, false, false
}

// Clamp keeps a heuristic score apart from wins and losses.
func (s Score) Clamp() Score { return max(-MaxStatic, min(MaxStatic, s)) }

func (s Score) String() string {
	switch plies, win, ok := s.Mate(); {
	case ok && win:
		return fmt.Sprintf("win in %d", plies)
	case ok:
		return fmt.Sprintf("loss in %d", plies)
	}
	return fmt.Sprintf("%d", int32(s))
}
