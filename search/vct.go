package search

import (
	"math/bits"

	"tengen/board"
)

// A win by continuous threats (VCT) is one in which each move of the attacker
// makes a four or an open three and every reply that could hold is answered. What
// could hold is known exactly from the threat facts: after a four the stops of the
// five, after a three the stops of the open four and the defender's own fours. The
// rest loses in four plies. Proof numbers (Allis, van der Meulen and van den Herik,
// "Proof-number search", 1994) lead the search, depth first with thresholds and a
// table (Nagai, "Df-pn algorithm for searching AND/OR trees", 2002). Stones only
// come onto the board, so no line repeats a position.

// infinite is the proof or disproof number of what cannot be proven or disproven.
const infinite = 1 << 30

// numbers are how many leaves at least must still be proven to prove a position
// won for the attacker, or disproven to refute it.
type numbers struct{ proof, disproof uint32 }

var (
	proven    = numbers{0, infinite}
	disproven = numbers{infinite, 0}
	unknown   = numbers{1, 1}
)

// proofSlot remembers the numbers of a position.
type proofSlot struct {
	hash uint64
	numbers
}

// prover searches wins by continuous threats on a worker's board.
type prover struct {
	w        *worker
	attacker board.Color
	slots    []proofSlot // a power of two
	nodes    uint64
	limit    uint64 // nodes
	frames   [maxThreatPlies + 1]proverFrame
}

// maxThreatPlies bounds a line of threats; deeper ones count as refuted.
const maxThreatPlies = 100

type proverFrame struct {
	facts facts
	moves [maxMoves]board.Point
	// known are the numbers last seen of the moves' positions: the table may lose
	// them, and two moves of one node may even share a slot.
	known [maxMoves]numbers
	n     int
}

func newProver(w *worker, slots int) *prover {
	return &prover{w: w, slots: make([]proofSlot, 1<<(bits.Len(uint(slots))-1))}
}

func (v *prover) clear() { clear(v.slots) }

func (v *prover) slot(hash uint64) *proofSlot { return &v.slots[hash&uint64(len(v.slots)-1)] }

// key tells the attacker's positions from those in which the other side attacks.
func (v *prover) key(hash uint64) uint64 {
	if v.attacker == board.White {
		return ^hash
	}
	return hash
}

func (v *prover) lookup(hash uint64) (n numbers, found bool) {
	hash = v.key(hash)
	if s := v.slot(hash); s.hash == hash && s.proof+s.disproof > 0 {
		return s.numbers, true
	}
	return unknown, false
}

func (v *prover) store(hash uint64, n numbers) {
	hash = v.key(hash)
	*v.slot(hash) = proofSlot{hash, n}
}

// prove searches the worker's position for a win of the side to move within a
// number of nodes: proven, disproven (there is no win by threats), or neither.
func (v *prover) prove(nodes uint64) numbers {
	v.attacker = v.w.board.SideToMove()
	v.nodes, v.limit = 0, nodes
	return v.search(0, infinite, infinite)
}

// expand judges the position and lists the moves to search: the attacker's
// threats, or the replies that could hold. done says that there is nothing to
// search and how it ends.
func (v *prover) expand(f *proverFrame, level int) (n numbers, done bool) {
	w, b := v.w, v.w.board
	me := b.SideToMove()
	attacking := me == v.attacker
	w.judge(&f.facts, 0, w.drawAt-b.Stones())
	f.n = 0
	if f.facts.verdict == decided {
		wins := f.facts.score.IsWin()
		if attacking && wins || !attacking && f.facts.score.IsLoss() {
			return proven, true
		}
		return disproven, true
	}
	if level >= maxThreatPlies {
		return disproven, true
	}
	set := f.facts.replies
	if attacking {
		set = *b.Fours(me)
		set.Union(b.OpenFours(me))
		set.Union(b.Threes(me))
		set.Union(b.MaybeForbiddens(me))
		if f.facts.verdict != open {
			set.Intersect(&f.facts.replies)
		}
		w.dropForbidden(&set, me)
	} else if f.facts.verdict == open {
		return disproven, true
	}
	for y := board.FirstRow; y < board.EndRow; y++ {
		for m := set[y]; m != 0; m &= m - 1 {
			f.moves[f.n], f.known[f.n] = board.PointOf(y, bits.TrailingZeros32(m)), unknown
			f.n++
		}
	}
	if f.n == 0 {
		return disproven, true // the attacker has no threat left, or nobody may move
	}
	return unknown, false
}

// search works on the position until its numbers reach a threshold.
func (v *prover) search(level int, proofLimit, disproofLimit uint32) numbers {
	v.nodes++
	v.w.nodes++
	b := v.w.board
	f := &v.frames[level]
	if n, done := v.expand(f, level); done {
		v.store(b.Hash(), n)
		return n
	}
	attacking := b.SideToMove() == v.attacker
	for {
		n, best, second := v.combine(f, attacking)
		v.store(b.Hash(), n)
		if n.proof >= proofLimit || n.disproof >= disproofLimit || n.proof == 0 || n.disproof == 0 ||
			v.nodes >= v.limit || v.w.poll() {
			return n
		}
		child := f.known[best]
		var p, d uint32
		if attacking {
			p = min(proofLimit, second+1)
			d = disproofLimit - n.disproof + child.disproof
		} else {
			p = proofLimit - n.proof + child.proof
			d = min(disproofLimit, second+1)
		}
		b.Play(f.moves[best])
		f.known[best] = v.search(level+1, min(p, infinite), min(d, infinite))
		b.Undo()
	}
}

// combine works a position's numbers out from its moves': the attacker needs one
// that is proven, the defender one that is not. best is the move to go on with,
// and second the next best's number.
func (v *prover) combine(f *proverFrame, attacking bool) (n numbers, best int, second uint32) {
	least, sum := uint32(infinite+1), uint32(0)
	second = infinite
	for i, p := range f.moves[:f.n] {
		c, found := v.lookup(v.w.board.HashAfter(p))
		if found {
			f.known[i] = c
		} else {
			c = f.known[i]
		}
		one, all := c.proof, c.disproof
		if !attacking {
			one, all = c.disproof, c.proof
		}
		sum = min(sum+all, infinite)
		switch {
		case one < least:
			second, least, best = least, one, i
		case one < second:
			second = one
		}
	}
	second = min(second, infinite)
	if attacking {
		return numbers{least, sum}, best, second
	}
	return numbers{sum, least}, best, second
}
