package search

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"tengen/board"
	"tengen/internal/slowref"
)

// slowProof is a proof as the slow referee reads it.
func slowProof(p *Proof) *slowref.Proof {
	if p == nil {
		return nil
	}
	q := &slowref.Proof{Move: slowPoint(p.Move), Plies: p.Plies}
	for _, r := range p.Replies {
		q.Replies = append(q.Replies, slowref.ProofReply{Move: slowPoint(r.Move), Next: slowProof(r.Next)})
	}
	return q
}

func slowPoint(p board.Point) slowref.Point { return slowref.Point{X: p.X(), Y: p.Y()} }

// checkProof has the slow referee replay a proof; it gives the longest line.
func checkProof(t *testing.T, b *board.Board, p *Proof) int {
	t.Helper()
	longest, err := slowCopy(t, b).CheckProof(slowProof(p))
	if err != nil {
		t.Fatalf("%v, %v to move: the proof that begins with %v is none: %v\n%s", b.Rule(), b.SideToMove(), p.Move, err, b.Draw())
	}
	if empties := b.Empties().Len(); p.Plies > empties {
		t.Fatalf("%v, %v to move: a win in %d on %d empty points\n%s", b.Rule(), b.SideToMove(), p.Plies, empties, b.Draw())
	}
	return longest
}

// stillClock is for searches without time limits, the same however fast the machine.
func stillClock() *Control { return NewControl(func() time.Duration { return 0 }) }

// slowThreats looks for wins by continuous threats in the obvious way on the slow
// referee's board: every legal move of the attacker that is a threat, every legal
// reply.
type slowThreats struct {
	pos    *slowref.Position
	threes bool // open threes are threats too, not only fours
	// naive leaves out that the defender may win himself.
	naive bool
	lost  map[string]int
}

// slowWin says whether the side to move wins by at most so many threats before the
// last stone.
func slowWin(p *slowref.Position, threats int, threes bool) bool {
	s := slowThreats{pos: p, threes: threes, lost: map[string]int{}}
	return s.win(threats)
}

// win is slowWin for the attacker, who is to move.
func (s *slowThreats) win(left int) bool {
	p := s.pos
	empties := s.empties()
	if len(s.completions(p.Turn, empties)) > 0 {
		return true
	}
	key := p.String()
	if left == 0 || s.lost[key] >= left {
		return false
	}
	for _, m := range empties {
		if s.threatens(m) && p.Legal(m.X, m.Y) == nil && s.holds(m, left) {
			return true
		}
	}
	s.lost[key] = left
	return false
}

func (s *slowThreats) empties() (points []slowref.Point) {
	for y, row := range s.pos.Grid {
		for x, c := range row {
			if c == slowref.Empty {
				points = append(points, slowref.Point{X: x, Y: y})
			}
		}
	}
	return points
}

func (s *slowThreats) completions(c slowref.Cell, points []slowref.Point) (found []slowref.Point) {
	for _, m := range points {
		if s.pos.Wins(m.X, m.Y, c) {
			found = append(found, m)
		}
	}
	return found
}

// threatens says whether the attacker's move makes a four or an open three.
func (s *slowThreats) threatens(m slowref.Point) bool {
	p := s.pos
	if !s.threes {
		attacker := p.Turn
		s.put(m)
		defer s.take(m)
		return len(s.completions(attacker, s.empties())) > 0
	}
	for _, d := range slowref.Directions() {
		switch p.Shape(m.X, m.Y, p.Turn, d).Kind {
		case slowref.ShapeFour, slowref.ShapeOpenFour, slowref.ShapeDoubleFour, slowref.ShapeOpenThree:
			return true
		}
	}
	return false
}

// holds says whether the attacker wins after his move m, whatever the reply: by a
// threat that goes on being one.
func (s *slowThreats) holds(m slowref.Point, left int) bool {
	p, attacker := s.pos, s.pos.Turn
	s.put(m)
	defer s.take(m)
	empties := s.empties()
	if !s.naive && len(s.completions(p.Turn, empties)) > 0 {
		return false
	}
	fives := s.completions(attacker, empties)
	if len(fives) == 0 {
		// No four: after a pass there must be a win in three.
		p.Turn = attacker
		three := p.Solve(3).Outcome == slowref.Win
		p.Turn = attacker.Other()
		if !three {
			return false
		}
	}
	replies := p.Moves()
	for _, r := range replies {
		s.put(r)
		won := len(s.completions(attacker, fives)) > 0 || s.win(left-1)
		s.take(r)
		if !won {
			return false
		}
	}
	return len(replies) > 0
}

func (s *slowThreats) put(m slowref.Point) {
	s.pos.Put(m.X, m.Y, s.pos.Turn)
	s.pos.Turn = s.pos.Turn.Other()
}

func (s *slowThreats) take(m slowref.Point) {
	s.pos.Put(m.X, m.Y, slowref.Empty)
	s.pos.Turn = s.pos.Turn.Other()
}

// TestSolveByBruteForce: on small boards a proof is a win within its plies and
// replays, and what is refuted has no win by continuous fours, nor one by threats
// of which the shapes of the rule tell.
func TestSolveByBruteForce(t *testing.T) {
	for r := board.Rule(0); r < board.Rules; r++ {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			rng := rand.New(rand.NewPCG(21, uint64(r)))
			w, set := testWorker(r)
			seen := map[string]int{}
			for range smallRuns(1500) {
				b := smallPosition(t, r, 12, rng)
				b.SetSideToMove(more(b))
				set(b)
				s := w.prover.solve(1<<62, solveTree)
				w.judge(&w.frames[0].facts, 0, w.drawAt-b.Stones())
				at := fmt.Sprintf("%v to move\n%s", b.SideToMove(), b.Draw())
				switch s.Outcome {
				case Proven:
					if _, err := slowCopy(t, b).CheckProof(slowProof(s.Proof)); errors.Is(err, slowref.ErrNoReply) {
						seen["no reply"]++
						continue
					}
					if longest := checkProof(t, b, s.Proof); longest != s.Proof.Plies {
						t.Errorf("the proof says %d plies, its longest line has %d: %s", s.Proof.Plies, longest, at)
					}
					if s.Proof.Plies < 5 {
						seen["won in three"]++
						continue
					}
					seen["won in more"]++
					if v := slowCopy(t, b).Solve(s.Proof.Plies); v.Outcome != slowref.Win {
						t.Fatalf("proven in %d, brute force %v: %s", s.Proof.Plies, v.Outcome, at)
					}
				case Refuted:
					if w.frames[0].facts.verdict == decided {
						seen["lost or drawn"]++
						continue
					}
					seen["refuted"]++
					if slowWin(slowCopy(t, b), 6, false) {
						t.Fatalf("refuted, but continuous fours win: %s", at)
					}
					if seen["refuted"]%8 == 0 && slowWin(slowCopy(t, b), 3, true) {
						// Points that may be forbidden count as no threat of Black's.
						if seen["unsure"]++; r != board.Renju || b.SideToMove() == board.White {
							t.Fatalf("refuted, but continuous threats win: %s", at)
						}
					}
				default:
					t.Fatalf("undecided: %s", at)
				}
			}
			t.Log(seen)
			if seen["won in more"] < 5 || seen["refuted"] < 50 {
				t.Errorf("only %v came up", seen)
			}
		})
	}
}

// TestProverWithoutTable: with a table so small that it holds next to nothing, the
// prover ends and says the same; moves that share a slot do not chase each other.
func TestProverWithoutTable(t *testing.T) {
	for r := board.Rule(0); r < board.Rules; r++ {
		rng := rand.New(rand.NewPCG(23, uint64(r)))
		w, set := testWorker(r)
		small := newProver(w, 2)
		seen := map[Outcome]int{}
		for range smallRuns(300) {
			b := smallPosition(t, r, 14, rng)
			b.SetSideToMove(more(b))
			set(b)
			want := w.prover.solve(1<<62, solveTree)
			got := small.solve(2_000_000, solveTree)
			seen[got.Outcome]++
			if got.Outcome != want.Outcome {
				t.Fatalf("%v, %v to move: %v after %d nodes, with a table %v after %d\n%s", r, b.SideToMove(), got.Outcome, got.Nodes, want.Outcome, want.Nodes, b.Draw())
			}
		}
		if seen[Proven] == 0 || seen[Refuted] == 0 {
			t.Errorf("%v: only %v came up", r, seen)
		}
	}
}

// more is the colour with more stones on the board.
func more(b *board.Board) board.Color {
	n := 0
	for y := range b.Height() {
		for x := range b.Width() {
			switch b.At(board.At(x, y)) {
			case board.Black:
				n++
			case board.White:
				n--
			}
		}
	}
	if n < 0 {
		return board.White
	}
	return board.Black
}

// nodesOf lists the nodes of a proof with their positions before the move.
func nodesOf(b *board.Board, p *Proof) (nodes []*Proof, at []*board.Board) {
	nodes, at = append(nodes, p), append(at, b.Clone())
	for _, r := range p.Replies {
		next := b.Clone()
		next.Play(p.Move)
		next.Play(r.Move)
		n, a := nodesOf(next, r.Next)
		nodes, at = append(nodes, n...), append(at, a...)
	}
	return nodes, at
}

// TestCheckerRejects: proofs with one thing wrong are rejected.
func TestCheckerRejects(t *testing.T) {
	rng := rand.New(rand.NewPCG(22, 0))
	rejected := map[string]int{}
	for _, p := range readWins(t) {
		if p.plies < 7 || rng.IntN(12) > 0 {
			continue
		}
		b := p.board(t)
		root := Solve(b, Limits{Nodes: solveBudget}, stillClock()).Proof
		if root == nil {
			t.Fatalf("%s: no proof", p.moves)
		}
		nodes, at := nodesOf(b, root)
		for kind, spoil := range map[string]func(n *Proof, b *board.Board) bool{
			"a reply dropped": func(n *Proof, _ *board.Board) bool {
				if len(n.Replies) == 0 {
					return false
				}
				i := rng.IntN(len(n.Replies))
				n.Replies = slices.Delete(slices.Clone(n.Replies), i, i+1)
				return true
			},
			"a reply twice": func(n *Proof, _ *board.Board) bool {
				if len(n.Replies) > 0 {
					n.Replies = append(slices.Clone(n.Replies), n.Replies[0])
				}
				return len(n.Replies) > 0
			},
			"a reply without an answer": func(n *Proof, _ *board.Board) bool {
				if len(n.Replies) > 0 {
					n.Replies = slices.Clone(n.Replies)
					n.Replies[0].Next = nil
				}
				return len(n.Replies) > 0
			},
			"another reply": func(n *Proof, b *board.Board) bool {
				if len(n.Replies) == 0 {
					return false
				}
				n.Replies = slices.Clone(n.Replies)
				n.Replies[0].Move = farFrom(b, n.Move)
				return n.Replies[0].Move != board.NoPoint
			},
			"an idle move": func(n *Proof, b *board.Board) bool {
				n.Move = farFrom(b, n.Move)
				return n.Move != board.NoPoint
			},
			"a move on a stone": func(n *Proof, b *board.Board) bool {
				n.Move, _ = b.Last()
				return true
			},
			"plies too few": func(n *Proof, _ *board.Board) bool {
				n.Plies--
				return true
			},
		} {
			i := rng.IntN(len(nodes))
			whole := *nodes[i]
			if spoil(nodes[i], at[i]) {
				rejected[kind]++
				if _, err := slowCopy(t, b).CheckProof(slowProof(root)); err == nil {
					t.Errorf("%v %d %s: with %s before %v the proof passes", p.rule, p.size, p.moves, kind, whole.Move)
				}
			}
			*nodes[i] = whole
		}
	}
	t.Log(rejected)
	for _, n := range []string{"a reply dropped", "a reply twice", "a reply without an answer", "another reply", "an idle move", "a move on a stone", "plies too few"} {
		if rejected[n] < 5 {
			t.Errorf("%s: tried %d times", n, rejected[n])
		}
	}
}

// farFrom is an empty point that makes nothing for the side to move, not p.
func farFrom(b *board.Board, p board.Point) board.Point {
	me := b.SideToMove()
	for _, q := range b.Empties().AppendTo(nil) {
		idle := q != p && b.Legal(q)
		for d := board.Direction(0); d < board.Directions; d++ {
			idle = idle && b.Shape(q, me, d) <= board.OpenOne && b.Shape(q, me.Other(), d) <= board.OpenOne
		}
		if idle {
			return q
		}
	}
	return board.NoPoint
}
