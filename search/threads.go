package search

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"unsafe"

	"tengen/board"
)

// WorkerBytes is about the memory that each thread needs beside the shared table.
const WorkerBytes = int64(unsafe.Sizeof(worker{})) + int64(unsafe.Sizeof(board.Board{})) +
	int64(unsafe.Sizeof(prover{})) + proverSlots*int64(unsafe.Sizeof(proofSlot{}))

// MaxThreads bounds the threads of an engine.
const MaxThreads = 256

// helpers are the workers beside the first one. They search the same position on
// boards of their own and say nothing: what they find reaches the first worker
// through the shared table ("lazy SMP", as in public chess engines since 2013).
type helpers struct {
	workers []*worker
	halt    atomic.Bool // set when the first worker has finished
	running sync.WaitGroup
	failure atomic.Pointer[workerFailure]
}

// workerFailure is a panic in a helper, kept for the goroutine that waits.
type workerFailure struct {
	cause any
	stack []byte
}

func (f *workerFailure) Error() string {
	return fmt.Sprintf("search thread: %v\n%s", f.cause, f.stack)
}

// SetThreads says how many threads search together, 1 to MaxThreads. More than one
// makes results depend on timing.
func (e *Engine) SetThreads(n int) {
	n = max(1, min(n, MaxThreads))
	e.options.Threads = n
	for len(e.helpers.workers) < n-1 {
		e.helpers.workers = append(e.helpers.workers, newWorker())
	}
	clear(e.helpers.workers[n-1:])
	e.helpers.workers = e.helpers.workers[:n-1]
}

// start sets the helpers to work on the first worker's position and limits.
func (h *helpers) start(first *worker, move board.Point, depth int) {
	h.halt.Store(false)
	h.failure.Store(nil)
	for i, w := range h.workers {
		w.begin(first.board, first.eval, first.table, first.ctl)
		w.width, w.maxNodes, w.drawAt, w.halt = first.width, 0, first.drawAt, &h.halt
		h.running.Add(1)
		go func() {
			defer h.running.Done()
			defer func() {
				if cause := recover(); cause != nil {
					h.failure.Store(&workerFailure{cause, debug.Stack()})
				}
			}()
			w.help(move, 1+i%2, depth)
		}()
	}
}

// finish stops the helpers and gives the nodes they searched. A panic in one of
// them goes on in the caller.
func (h *helpers) finish() (nodes uint64) {
	h.halt.Store(true)
	h.running.Wait()
	if f := h.failure.Load(); f != nil {
		panic(f)
	}
	for _, w := range h.workers {
		nodes += w.nodes
	}
	return nodes
}

// searched gives the nodes of the helpers while they run, some hundreds behind.
func (h *helpers) searched() (nodes uint64) {
	for _, w := range h.workers {
		nodes += w.published.Load()
	}
	return nodes
}

// help searches every second depth less or more deeply than the others, until it
// is stopped.
func (w *worker) help(first board.Point, depth, maxDepth int) {
	f := &w.frames[0]
	w.judge(&f.facts, 0, w.drawAt-w.board.Stones())
	moves := w.rootMoves(first)
	if f.facts.verdict == decided || len(moves) < 2 {
		return
	}
	f.static = w.eval.Static(w.board)
	score := f.static
	for ; depth <= maxDepth && !w.stopped; depth++ {
		if s, ok := w.iterate(moves, depth, score); ok {
			score = s
		}
	}
}
