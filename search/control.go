package search

import (
	"math"
	"sync/atomic"
	"time"

	"tengen/board"
)

// NoLimit is the time of a search that no clock ends.
const NoLimit = time.Duration(math.MaxInt64)

// Control is what a session and a running search share. Its methods may be called
// from any goroutine.
type Control struct {
	now        func() time.Duration
	soft, hard atomic.Int64
	stop       atomic.Bool
	best       atomic.Uint32
}

// NewControl makes the control of one search without time limits; now tells the
// time since the turn's clock started.
func NewControl(now func() time.Duration) *Control {
	c := &Control{now: now}
	c.SetTime(NoLimit, NoLimit)
	return c
}

// Stop makes the search return its best move so far as soon as it notices.
func (c *Control) Stop() { c.stop.Store(true) }

// Stopped says whether Stop was called.
func (c *Control) Stopped() bool { return c.stop.Load() }

// SetTime says when the search should end (soft: no iteration is begun that
// cannot be expected to finish) and must end (hard), both since the turn's clock
// started; it may be called while the search runs.
func (c *Control) SetTime(soft, hard time.Duration) {
	c.soft.Store(int64(soft))
	c.hard.Store(int64(hard))
}

// Best is the best move the search knows of so far, if it has got to one.
func (c *Control) Best() (board.Point, bool) {
	p := board.Point(c.best.Load())
	return p, p != board.NoPoint
}

func (c *Control) setBest(p board.Point) { c.best.Store(uint32(p)) }

// Elapsed is the time since the turn's clock started.
func (c *Control) Elapsed() time.Duration { return c.now() }

func (c *Control) pastHard() bool { return int64(c.now()) >= c.hard.Load() }

// pastShare says whether more than the given percentage of the soft time is spent.
func (c *Control) pastShare(percent int64) bool {
	soft := c.soft.Load()
	return int64(c.now()) >= soft/100*percent
}

// elastic says that the hard limit lies behind the soft one: time saved now can be
// spent later.
func (c *Control) elastic() bool { return c.hard.Load() > c.soft.Load() }
