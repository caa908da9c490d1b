package search

import (
	"errors"

	"tengen/board"
	"tengen/eval"
)

// Proof is a node of a proof tree: the attacker's move, and every reply that could
// hold with the attacker's next move to each. A move that leaves no such reply wins
// by itself: it makes five, or a five or an open four follows whatever is played.
type Proof struct {
	Move board.Point
	// Plies is how many plies from this move on, itself included, the win takes at
	// most.
	Plies   int
	Replies []Reply
}

// Reply is a defender's reply in a proof tree, and the move that answers it.
type Reply struct {
	Move board.Point
	Next *Proof
}

// errProofTooLarge says that a tree was given up.
var errProofTooLarge = errors.New("the proof is larger than the limits allow")

// extractor builds the tree of a position that its prover has proven.
type extractor struct {
	v     *prover
	nodes int // that may still be made
}

// extract builds the proof tree of the worker's position, of at most so many
// nodes, the defender's replies not counted.
func (v *prover) extract(nodes int) (*Proof, error) {
	x := extractor{v: v, nodes: nodes}
	return x.attack(0)
}

// attack gives the move that wins for the attacker, who is to move.
func (x *extractor) attack(level int) (*Proof, error) {
	v, b := x.v, x.v.w.board
	v.w.nodes++
	if x.nodes--; x.nodes < 0 || v.w.poll() {
		return nil, errProofTooLarge
	}
	f := &v.frames[level]
	if _, done := v.expand(f, level); done {
		plies, _, _ := f.facts.score.Mate()
		return &Proof{Move: f.facts.winner, Plies: plies}, nil
	}
	p := v.provenMove(f)
	if p == board.NoPoint {
		// The table has lost it: prove it again.
		if v.search(level, infinite, infinite) != proven {
			return nil, errProofTooLarge
		}
		p = v.provenMove(f)
	}
	b.Play(p)
	next, err := x.defend(p, level+1)
	b.Undo()
	return next, err
}

// provenMove gives the first move of an expanded node of the attacker's that the
// node or the table knows to be proven.
func (v *prover) provenMove(f *proverFrame) board.Point {
	for i, p := range f.moves[:f.n] {
		if f.known[i] == proven {
			return p
		}
		if n, _ := v.lookup(v.w.board.HashAfter(p)); n == proven {
			return p
		}
	}
	return board.NoPoint
}

// defend gives the node of the attacker's move p, just played, with all replies.
func (x *extractor) defend(p board.Point, level int) (*Proof, error) {
	v, b := x.v, x.v.w.board
	f := &v.frames[level]
	if _, done := v.expand(f, level); done {
		plies, _, _ := f.facts.score.Mate()
		return &Proof{Move: p, Plies: plies + 1}, nil
	}
	node := &Proof{Move: p}
	for _, r := range append([]board.Point(nil), f.moves[:f.n]...) {
		b.Play(r)
		next, err := x.attack(level + 1)
		b.Undo()
		if err != nil {
			return nil, err
		}
		node.Replies = append(node.Replies, Reply{r, next})
		node.Plies = max(node.Plies, next.Plies+2)
	}
	// A reply outside the set loses to an open four at the latest.
	if f.facts.verdict == stopOpenFour {
		node.Plies = max(node.Plies, 5)
	}
	return node, nil
}

// MainLine is the longest line of the tree, the attacker's move first.
func (p *Proof) MainLine() []board.Point {
	line := []board.Point{p.Move}
	for len(p.Replies) > 0 {
		longest := p.Replies[0]
		for _, r := range p.Replies[1:] {
			if r.Next.Plies > longest.Next.Plies {
				longest = r
			}
		}
		line = append(line, longest.Move, longest.Next.Move)
		p = longest.Next
	}
	return line
}

// Size counts the attacker's moves in the tree.
func (p *Proof) Size() int {
	n := 1
	for _, r := range p.Replies {
		n += r.Next.Size()
	}
	return n
}

// Outcome is what Solve found.
type Outcome uint8

const (
	Undecided Outcome = iota // the limit was reached first
	Proven                   // the side to move wins by continuous threats
	Refuted                  // it has no win by continuous threats
)

// Solution is the result of Solve.
type Solution struct {
	Outcome Outcome
	Nodes   uint64
	Proof   *Proof // of a proven win
}

// The size of the table of Solve, in positions of 16 bytes: a few for each node
// that may be searched, within these.
const (
	solveSlots    = 1 << 22
	minSolveSlots = 1 << 12
)

// solveTree bounds the proof tree of Solve, in moves of the attacker.
const solveTree = 2_000_000

// Solve looks for a win by continuous threats, fours and open threes, of the side
// to move, within a number of nodes or until ctl says stop. A win comes with its
// proof tree. That there is none says nothing about slower wins.
func Solve(pos *board.Board, lim Limits, ctl *Control) Solution {
	w := &worker{}
	w.begin(pos, eval.New(eval.DefaultWeights(), pos.Rule()), &table{}, ctl)
	w.drawAt = maxMoves + 1
	if lim.DrawAt > 0 {
		w.drawAt = lim.DrawAt
	}
	nodes := lim.Nodes
	if nodes == 0 {
		nodes = 1 << 62
	}
	slots := int(min(solveSlots, max(minSolveSlots, 4*min(nodes, solveSlots))))
	return newProver(w, slots).solve(nodes, solveTree)
}

// solve proves or refutes the worker's position within a number of nodes, and
// writes the proof down if it is no larger than tree, in moves of the attacker.
func (v *prover) solve(nodes uint64, tree int) Solution {
	n := v.prove(nodes)
	s := Solution{}
	switch n {
	case disproven:
		s.Outcome = Refuted
	case proven:
		proof, err := v.extract(tree)
		if err == nil {
			s.Outcome, s.Proof = Proven, proof
		}
	}
	s.Nodes = v.nodes
	return s
}

// firstThreat gives the winning move of the position that prove has just proven.
func (v *prover) firstThreat() board.Point {
	f := &v.frames[0]
	if f.facts.verdict == decided {
		return f.facts.winner
	}
	return v.provenMove(f)
}

// proverSlots is the size of a worker's own table of proofs, in positions.
const proverSlots = 1 << 16
