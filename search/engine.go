package search

import (
	"fmt"
	"time"

	"tengen/board"
	"tengen/eval"
)

// Mode is how a move is chosen.
type Mode uint8

const (
	AlphaBeta Mode = iota // search
	GreedyMode
)

func (m Mode) String() string {
	if m == GreedyMode {
		return "greedy"
	}
	return "alpha-beta"
}

// ParseMode reads a mode as String writes it.
func ParseMode(s string) (Mode, error) {
	switch s {
	case "alpha-beta":
		return AlphaBeta, nil
	case "greedy":
		return GreedyMode, nil
	}
	return 0, fmt.Errorf("unknown mode %q: allowed are alpha-beta, greedy", s)
}

// Options set up an Engine.
type Options struct {
	Mode      Mode
	Width     int   // candidates tried at a node; at least 1
	MaxDepth  int   // plies; 1 to MaxDepth
	HashBytes int64 // size of the transposition table
	Weights   eval.Weights
	Threads   int // that search together; 0 is 1
}

// MaxDepth is the deepest that Options and Limits can ask for, in plies.
const MaxDepth = maxPly - 8

// Limits bound one search besides the clock; 0 is no limit.
type Limits struct {
	Depth  int    // plies
	Nodes  uint64 // of all kinds together
	DrawAt int    // stones on the board at which the game is drawn

	Lines  int             // how many best moves are wanted, each with a line of its own; 0 is one
	Only   *board.PointSet // where the first move may be; nil: anywhere
	Except *board.PointSet // where it may not be; nil: nowhere
	Level  int             // 1 (weakest) to FullStrength; 0 is full strength too
	Seed   uint64          // of the errors of a level below full strength
}

// Report is the state of a search at the end of an iteration.
type Report struct {
	Rank            int // 0 is the best move, 1 the second best, and so on
	Depth, SelDepth int // plies: full depth, and the deepest line
	Score           eval.Score
	// Proven says that a Score of a win or loss holds against every reply, not
	// only those that the search tried.
	Proven  bool
	Nodes   uint64
	Elapsed time.Duration
	PV      []board.Point
}

// Result is what a search ends with. Move is NoPoint only when nothing may be
// played.
type Result struct {
	Move   board.Point
	Forced bool // there was no choice
	Report
	Lines []Report // the best moves in order, where Limits asked for several or restricted them
}

// Engine chooses moves and remembers between them. One search at a time.
type Engine struct {
	options Options
	table   table
	// levelTable is for levels below full strength, which leave the other alone.
	levelTable table
	worker     *worker
	helpers    helpers
	evaluator  *eval.Evaluator // of the rule last searched
	ground     ground
}

// ground is what the memory of an engine holds for; on another ground it is
// emptied.
type ground struct {
	rule          board.Rule
	width, height int
	drawAt        int
}

// New makes an engine with an empty table.
func New(o Options) *Engine {
	e := &Engine{options: o, worker: newWorker()}
	e.table.resize(o.HashBytes)
	e.SetThreads(o.Threads)
	return e
}

// SetHash gives the transposition table another size, which empties it. A size that
// comes to the same number of buckets, a power of two, leaves it as it is.
func (e *Engine) SetHash(bytes int64) { e.table.resize(bytes) }

// ClearHash empties the transposition table.
func (e *Engine) ClearHash() {
	e.table.clear()
	e.worker.forget()
	for _, w := range e.helpers.workers {
		w.forget()
	}
}

// evaluatorFor keeps the numbers of the rule in use.
func (e *Engine) evaluatorFor(r board.Rule) *eval.Evaluator {
	if e.evaluator == nil || e.evaluator.Rule() != r {
		e.evaluator = eval.New(e.options.Weights, r)
	}
	return e.evaluator
}

// setUp gets the first worker ready for a search; what belongs to another rule,
// size or end of the game is forgotten.
func (e *Engine) setUp(pos *board.Board, lim *Limits, ctl *Control) *worker {
	w := e.worker
	w.begin(pos, e.evaluatorFor(pos.Rule()), &e.table, ctl)
	w.width, w.maxNodes = max(1, e.options.Width), lim.Nodes
	w.drawAt = maxMoves + 1
	if lim.DrawAt > 0 {
		w.drawAt = lim.DrawAt
	}
	if g := (ground{pos.Rule(), pos.Width(), pos.Height(), w.drawAt}); g != e.ground {
		e.ClearHash()
		e.ground = g
	}
	return w
}

// Search chooses a move for the side to move of pos, which is left as it is. It
// returns when the move is clear, a limit is reached or ctl says so; report, if
// given, is called from the same goroutine at the end of each iteration.
func (e *Engine) Search(pos *board.Board, lim Limits, ctl *Control, report func(Report)) Result {
	if lim.Level > 0 && lim.Level < FullStrength && e.options.Mode == AlphaBeta && !lim.several() {
		return e.searchLevel(pos, lim, ctl, report)
	}
	w := e.setUp(pos, &lim, ctl)
	first := lim.Greedy(w.board, w.eval)
	ctl.setBest(first)
	result := Result{Move: first}
	if e.options.Mode == GreedyMode || first == board.NoPoint {
		result.Forced = true
		result.Elapsed = ctl.Elapsed()
		return result
	}
	e.table.newSearch()
	depth := min(e.options.MaxDepth, MaxDepth)
	if lim.Depth > 0 {
		depth = min(depth, lim.Depth)
	}
	depth = max(1, depth)
	find := func(report func(Report)) Result {
		if lim.several() {
			return w.bestLines(lim, depth, report)
		}
		return w.root(first, depth, report)
	}
	if len(e.helpers.workers) == 0 {
		return find(report)
	}
	e.helpers.start(w, first, depth)
	defer e.helpers.halt.Store(true) // also when the first worker panics
	result = find(func(r Report) {
		if report != nil {
			r.Nodes += e.helpers.searched()
			report(r)
		}
	})
	result.Nodes += e.helpers.finish()
	return result
}

// begin sets the worker up for a search.
func (w *worker) begin(pos *board.Board, ev *eval.Evaluator, t *table, ctl *Control) {
	if w.board == nil {
		w.board = pos.Clone()
	} else {
		w.board.CopyFrom(pos)
	}
	w.board.SetValues(ev.Values())
	w.eval, w.table, w.ctl = ev, t, ctl
	w.stopped, w.nodes, w.nextPoll, w.selDepth, w.stable = false, 0, 0, 0, 0
	w.published.Store(0)
	// The killers of the first two plies are not reset on the way down the tree.
	w.frames[0].killers, w.frames[1].killers = [2]board.Point{}, [2]board.Point{}
}
