package search

import (
	"math/bits"
	"sync/atomic"

	"tengen/board"
	"tengen/eval"
)

// Bound says how a stored score stands to the true one.
type bound uint8

const (
	boundNone  bound = iota
	boundUpper       // the true score is at most this
	boundLower       // at least this
	boundExact
)

// entry is what the table knows of a position. Scores are relative to it: a win is
// counted from the position, not from the root.
type entry struct {
	move   board.Point
	score  eval.Score
	static eval.Score
	depth  int
	bound  bound
}

// slot holds an entry in two words. The key is stored exclusive-or'd with the
// data, so that a slot torn by two threads matches no position (Hyatt and Mann,
// "A lock-less transposition-table implementation", 2002).
type slot struct{ key, data atomic.Uint64 }

const bucketSlots = 4

// bucket fills a cache line of 64 bytes.
type bucket [bucketSlots]slot

const bucketBytes = 64

// table is the transposition table, shared by all workers of an engine.
type table struct {
	buckets    []bucket
	generation uint64 // 6 bits, counted up at each search
	used       bool
}

// minTableBytes is the smallest table made, whatever is asked for.
const minTableBytes = 64 << 10

// resize makes the table one of at most the given bytes. It is emptied if that changes
// the number of its buckets.
func (t *table) resize(bytes int64) {
	n := max(bytes, minTableBytes) / bucketBytes
	n = 1 << (bits.Len64(uint64(n)) - 1)
	if int64(len(t.buckets)) == n {
		return
	}
	t.buckets = nil // let the old one go before the new one is made
	t.buckets = make([]bucket, n)
	t.used = false
}

func (t *table) clear() {
	if t.used {
		clear(t.buckets)
	}
	t.used, t.generation = false, 0
}

func (t *table) newSearch() {
	t.generation = (t.generation + 1) & generationMask
	t.used = true
}

// Layout of the data word, from bit 0: move 16, score 16, static 16, depth 8,
// bound 2, generation 6.
const (
	scoreShift      = 16
	staticShift     = 32
	depthShift      = 48
	boundShift      = 56
	generationShift = 58
	generationMask  = 63
	depthOffset     = 16 // depths from -16
)

func pack(e entry, generation uint64) uint64 {
	return uint64(e.move) | uint64(uint16(e.score))<<scoreShift | uint64(uint16(e.static))<<staticShift |
		uint64(uint8(e.depth+depthOffset))<<depthShift | uint64(e.bound)<<boundShift | generation<<generationShift
}

func unpack(d uint64) entry {
	return entry{
		move:   board.Point(uint16(d)),
		score:  eval.Score(int16(d >> scoreShift)),
		static: eval.Score(int16(d >> staticShift)),
		depth:  int(uint8(d>>depthShift)) - depthOffset,
		bound:  bound(d >> boundShift & 3),
	}
}

func (t *table) bucketOf(hash uint64) *bucket {
	return &t.buckets[hash&uint64(len(t.buckets)-1)]
}

// probe looks a position up.
func (t *table) probe(hash uint64) (entry, bool) {
	b := t.bucketOf(hash)
	for i := range b {
		data := b[i].data.Load()
		if data != 0 && b[i].key.Load()^data == hash {
			return unpack(data), true
		}
	}
	return entry{}, false
}

// store keeps an entry in place of the same position's, else of the one least
// worth keeping: of an older search before the current one's, shallow before deep.
func (t *table) store(hash uint64, e entry) {
	b := t.bucketOf(hash)
	worst, worstWorth := 0, int(^uint(0)>>1)
	for i := range b {
		data := b[i].data.Load()
		if data == 0 || b[i].key.Load()^data == hash {
			if data != 0 && e.move == board.NoPoint {
				e.move = board.Point(uint16(data))
			}
			worst = i
			break
		}
		worth := int(uint8(data >> depthShift))
		if data>>generationShift != t.generation {
			worth -= 256
		}
		if worth < worstWorth {
			worst, worstWorth = i, worth
		}
	}
	data := pack(e, t.generation)
	b[worst].data.Store(data)
	b[worst].key.Store(hash ^ data)
}

// fromNode and toNode turn a score counted from the root at a node of the given
// ply into one counted from that node, and back.
func fromNode(s eval.Score, ply int) eval.Score {
	switch {
	case s.IsWin():
		return s + eval.Score(ply)
	case s.IsLoss():
		return s - eval.Score(ply)
	}
	return s
}

func toNode(s eval.Score, ply int) eval.Score {
	switch {
	case s.IsWin():
		return s - eval.Score(ply)
	case s.IsLoss():
		return s + eval.Score(ply)
	}
	return s
}
