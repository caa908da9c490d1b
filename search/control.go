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
	start      atomic.Int64 // when the turn's clock started, on that of now
	soft, hard atomic.Int64
	stop       atomic.Bool
	best       atomic.Uint32

	// Of the control of a part: whose part it is, and how much of the whole's soft
	// time it may take, in hundredths.
	whole *Control
	share int64

	// Watch, if set before the search starts, is called from its goroutine for each
	// root move that it turns to. It must be quick.
	Watch func(RootEvent)
}

// RootEvent is one step of a search at its root.
type RootEvent struct {
	Kind RootEventKind
	Move board.Point
}

// RootEventKind says what happened to a root move.
type RootEventKind uint8

const (
	RootBegins RootEventKind = iota // it is about to be searched
	RootEnds                        // it has been searched
	RootBest                        // it is the best so far
	RootLoses                       // it loses
	RootDepth                       // a new iteration begins; no move
)

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
func (c *Control) Stopped() bool { return c.stop.Load() || c.whole != nil && c.whole.Stopped() }

// Restart makes the turn's clock one that started so long ago: a search that ran
// on the opponent's time goes on for the move at hand. SetTime comes after it.
func (c *Control) Restart(ago time.Duration) { c.start.Store(int64(c.now() - ago)) }

// Part makes a control for a search that may take the given share, in hundredths,
// of the soft time of this one, counted from the turn's start. It stops with c.
func (c *Control) Part(share int64) *Control {
	part := NewControl(c.Elapsed)
	part.whole, part.share = c, share
	return part
}

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
func (c *Control) Elapsed() time.Duration { return c.now() - time.Duration(c.start.Load()) }

func (c *Control) pastHard() bool {
	if c.whole != nil && (c.whole.pastHard() || c.whole.pastShare(c.share)) {
		return true
	}
	return int64(c.Elapsed()) >= c.hard.Load()
}

// pastShare says whether more than the given percentage of the soft time is spent.
func (c *Control) pastShare(percent int64) bool {
	soft := c.soft.Load()
	return int64(c.Elapsed()) >= soft/100*percent
}

// watch tells the control's Watch of a step at the root; only the first worker does.
func (w *worker) watch(kind RootEventKind, p board.Point) {
	if w.ctl.Watch != nil && w.halt == nil {
		w.ctl.Watch(RootEvent{kind, p})
	}
}

// elastic says that the hard limit lies behind the soft one: time saved now can be
// spent later.
func (c *Control) elastic() bool { return c.hard.Load() > c.soft.Load() }
