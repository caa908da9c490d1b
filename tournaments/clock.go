package tournaments

import "time"

// clock is one engine's time in one game.
type clock struct {
	turn      time.Duration // for one move
	game      time.Duration // for all moves; 0: no limit
	increment time.Duration
	used      time.Duration // of game, less the increments earned
}

func newClock(s *EngineSettings) clock {
	return clock{turn: time.Duration(s.Turn), game: time.Duration(s.Game), increment: time.Duration(s.Increment)}
}

// left is what remains of the time for the game in milliseconds, as INFO
// time_left tells it; it may be negative, after limits overstepped within the
// tolerance.
func (c *clock) left() int64 {
	if c.game == 0 {
		return unlimitedTime
	}
	return (c.game - c.used).Milliseconds()
}

// limit is the time for the next move and the reason to name when it is
// overstepped.
func (c *clock) limit() (time.Duration, Reason) {
	if c.game > 0 && c.game-c.used < c.turn {
		return c.game - c.used, GameTime
	}
	return c.turn, TurnTime
}

// spend charges a move.
func (c *clock) spend(d time.Duration) { c.used += d - c.increment }
