package protocol

import (
	"math"
	"time"
)

// noLimit stands for the absence of a time limit.
const noLimit = time.Duration(math.MaxInt64)

// unlimited is the number of milliseconds by which managers say that there is no limit; more means the same.
const unlimited = math.MaxInt32

// The numbers of sharing out time; all guessed but where said otherwise.
const (
	// instant is what a turn limit of 0 gives the search; the contract wants the answer within 20 ms.
	instant = 2 * time.Millisecond
	// movesToGo is for how many more moves of ours a game's time has to last.
	movesToGo = 25
	// lag is what a move costs on the manager's clock beside what ours sees of it; measured at 0.3 to 1.5 ms through pipes.
	lag = 1500 * time.Microsecond
	// mostMoves bounds the moves for whose lag time is kept.
	mostMoves = 120
	// patience is by how much a single move may exceed its share of the game's time.
	patience = 4
	// smallLimit divides the limits that may be passed by a few milliseconds (15 by the contract) from those that may not.
	smallLimit = 50 * time.Millisecond
	// lateness is how long after a small limit the search is given up.
	lateness = 4 * time.Millisecond
)

// A clock keeps the limits of time and what we used of them. turn and match begin as the configuration says, which holds
// until the manager sends a limit, of whatever kind.
type clock struct {
	turn      time.Duration // for one move; noLimit for none
	match     time.Duration // for all moves of a game; noLimit for none
	turnSent  bool          // turn is the manager's
	matchSent bool          // match is the manager's
	left      time.Duration // what the manager said was left of match, if leftKnown; noLimit for no limit
	leftKnown bool
	increment time.Duration // added to what is left after each move
	margin    time.Duration // kept unused of every budget, if it is not more than a quarter of it

	usedGame time.Duration // since the game began, increments taken off
	usedLeft time.Duration // since the manager last said what was left, increments taken off
}

// A budget is what one turn may take, counted from the start of its clock. Each is noLimit when nothing limits it.
type budget struct {
	soft time.Duration // when the search should find an end
	hard time.Duration // when the search must stop; 0: no search at all
	wait time.Duration // when the session answers without it
}

// millis makes a duration of a number of milliseconds as managers send it.
func millis(n int64) time.Duration {
	if n >= unlimited {
		return noLimit
	}
	return time.Duration(max(n, 0)) * time.Millisecond
}

// setLeft notes what the manager says is left of the game's time, in milliseconds, negative when it is overdrawn.
func (c *clock) setLeft(ms int64) {
	c.left, c.leftKnown, c.usedLeft = millis(ms), true, 0
}

// newGame starts the game's time anew. What the manager said was left is kept if no move has been charged to it, for
// some managers say it before they start the game.
func (c *clock) newGame() {
	c.usedGame = 0
	if c.usedLeft != 0 {
		c.leftKnown, c.usedLeft = false, 0
	}
}

// charge takes the time of a turn off what is left of the game's.
func (c *clock) charge(used time.Duration) {
	c.usedGame += used - c.increment
	c.usedLeft += used - c.increment
	if c.usedLeft == 0 {
		c.usedLeft = 1 // newGame asks whether there was a charge
	}
}

// limits are those of a turn and of a game that hold.
func (c *clock) limits() (turn, match time.Duration) {
	turn, match = c.turn, c.match
	if !c.matchSent && (c.turnSent || c.leftKnown) {
		match = noLimit
	}
	if !c.turnSent && (c.matchSent && match != noLimit || c.leftKnown && c.left != noLimit) {
		turn = noLimit
	}
	return turn, match
}

// remaining is what is left of the game's time: what the manager said, carried on by our own clock, or the match's time
// less what we used; noLimit for no limit.
func (c *clock) remaining() time.Duration {
	_, match := c.limits()
	left := noLimit
	switch {
	case c.leftKnown && c.left != noLimit:
		left = c.left - c.usedLeft
	case match != noLimit:
		left = match - c.usedGame
	}
	return max(0, min(left, match))
}

// budget shares out the time for the next move on a board with so many empty points. The smallest limit decides.
func (c *clock) budget(empty int) budget {
	turn, _ := c.limits()
	remaining := c.remaining()
	if remaining != noLimit {
		remaining -= lag * time.Duration(min(empty/2, mostMoves))
	}
	limit := min(turn, remaining)
	switch {
	case limit == noLimit:
		return budget{noLimit, noLimit, noLimit}
	case remaining <= 0:
		return budget{0, 0, 0}
	case limit <= 0:
		return budget{instant, instant, instant + lateness}
	}
	margin := min(c.margin, limit/4)
	hard := limit - margin
	soft := hard
	if remaining != noLimit {
		share := remaining/movesToGo + min(c.increment, remaining/2)
		soft = min(soft, share)
		hard = min(hard, patience*share)
	}
	wait := hard + max(margin/2, lateness/2)
	if limit < smallLimit {
		wait = hard + margin + lateness
	}
	return budget{soft: soft, hard: hard, wait: wait}
}
