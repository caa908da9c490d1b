package search

import (
	"sync/atomic"

	"tengen/board"
	"tengen/eval"
)

// maxPly bounds the depth of the search tree, in plies from the root.
const maxPly = 128

// frame is what one ply of the tree needs; all are made with the worker.
type frame struct {
	moves [maxMoves]scored
	pv    [maxPly]board.Point
	pvLen int
	facts facts
	// static is the static score at this ply, or noStatic where threats decide.
	static eval.Score
	// played is the move under trial, for counter moves and history.
	played board.Point
	// excluded is left out while the table's move is tested for being singular.
	excluded board.Point
	killers  [2]board.Point
}

// noStatic marks a ply whose static score was not asked for.
const noStatic = -eval.Infinity

// worker searches on a board of its own.
type worker struct {
	board *board.Board
	eval  *eval.Evaluator
	table *table
	ctl   *Control

	// Limits of the search under way.
	width    int    // candidates tried at a node
	maxNodes uint64 // 0: none
	drawAt   int    // stones on the board at which the game is drawn
	exact    bool   // leave out all that is selective: scores hold for every reply tried
	stopped  bool

	nodes    uint64
	nextPoll uint64
	// halt and published belong to helpers: the word to stop, and their nodes as
	// other threads may read them.
	halt      *atomic.Bool
	published atomic.Uint64
	selDepth  int // deepest ply of the iteration
	stable    int // iterations since the best root move changed

	history histories
	frames  [maxPly + 2]frame
	noFours foursCache
	prover  *prover

	// The search of continuous fours under way.
	foursLimits foursLimits
	foursEnd    uint64 // node count at which it gives up
	fours       [maxFoursLine + 1]foursFrame
}

// newWorker makes a worker; begin sets it on a position.
func newWorker() *worker {
	w := &worker{}
	w.prover = newProver(w, proverSlots)
	return w
}

// forget empties what the worker remembers beside the table.
func (w *worker) forget() {
	w.noFours = foursCache{}
	w.history = histories{}
	w.prover.clear()
}

// pollNodes is how many nodes pass between two looks at the clock: at half a
// million nodes a second, half a millisecond.
const pollNodes = 256

// poll says whether the search must end now.
func (w *worker) poll() bool {
	if w.stopped {
		return true
	}
	if w.maxNodes > 0 && w.nodes >= w.maxNodes {
		w.stopped = true
	} else if w.nodes >= w.nextPoll {
		w.nextPoll = w.nodes + pollNodes
		w.stopped = w.ctl.Stopped() || w.ctl.pastHard()
		if w.halt != nil {
			w.published.Store(w.nodes)
			w.stopped = w.stopped || w.halt.Load()
		}
	}
	return w.stopped
}

// room is how many stones can still be placed before the game is a draw.
func (w *worker) room() int { return min(w.board.Empties().Len(), w.drawAt-w.board.Stones()) }

// setPV makes p, followed by the line of the next ply, the line of this one.
func (w *worker) setPV(ply int, p board.Point) {
	f, next := &w.frames[ply], &w.frames[ply+1]
	f.pv[0] = p
	n := copy(f.pv[1:], next.pv[:next.pvLen])
	f.pvLen = n + 1
}
