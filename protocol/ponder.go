package protocol

import (
	"time"

	"tengen/board"
	"tengen/search"
)

// Pondering is thinking on the opponent's time: after our move we search the position that his likeliest reply would
// bring. If he plays it, the search goes on as that of our turn, with the turn's limits; otherwise it is stopped.

// missGrace is how long the next turn waits at most for a search on the opponent's time to stop; it polls far more often.
const missGrace = stopGrace

// leavesPonder says whether a search on the opponent's time runs on while the command is carried out: nothing of what it
// uses is touched, or the command may be the reply that it has been waiting for.
func (k Kind) leavesPonder() bool {
	switch k {
	case Info, About, Unknown, Done, ShowForbid, ShowInfo, HashUsage, Ignored, Unsupported:
		return true
	case Begin, Turn, Board:
		return true
	}
	return false
}

// startPonder begins to search on the opponent's time, if that is wanted and makes sense. r is what the search of our
// move found.
func (s *session) startPonder(r search.Report) {
	if t := s.lagging; t != nil && len(t.done) > 0 {
		s.settle(0) // it has come back meanwhile
	}
	if l := s.limits(); !s.set.pondering || s.atEnd || s.ended || len(s.queue) > 0 || s.lagging != nil ||
		l.Nodes > 0 || l.Depth > 0 || l.Level > 0 && l.Level < search.FullStrength || s.game.over() {
		return
	}
	s.guess = copied(s.guess, s.game.board)
	pos := s.guess
	reply := board.NoPoint
	if len(r.PV) > 1 && r.PV[0] == s.game.stones[len(s.game.stones)-1].point {
		reply = r.PV[1]
	}
	if reply == board.NoPoint || !pos.Inside(reply) || !pos.Legal(reply) {
		reply = search.Greedy(pos, s.evaluator(pos))
	}
	if reply == board.NoPoint {
		return
	}
	pos.Play(reply)
	if pos.LastWins() || pos.Empties().Len() < 2 {
		return
	}
	s.prepare(0)
	t := &thought{from: s.now(), nextGone: s.now() + goneGap, pos: pos, endless: true}
	s.begin(t, pos, s.limits(), search.NoLimit, search.NoLimit)
	s.ponder = t
}

// dropPonder stops a search on the opponent's time. The next turn waits for it to come back.
func (s *session) dropPonder() {
	t := s.ponder
	if t == nil {
		return
	}
	s.ponder = nil
	t.ctl.Stop()
	s.lagging = t
}

// hit makes the search on the opponent's time that of the turn t, if it searches the position on the board.
func (s *session) hit(t *thought) bool {
	p := s.ponder
	if p == nil || t.find != nil || t.lines > 1 || t.opening != nil || p.pos.Hash() != s.game.board.Hash() ||
		p.pos.Rule() != s.game.board.Rule() || s.queued(func(e *entry) bool { return e.manners == stops }) {
		return false
	}
	s.ponder = nil
	p.from, p.pos, p.endless = t.from, nil, false
	p.fallback = s.greedy()
	p.deadline = noLimit
	s.thought = p
	s.speak = max(s.speak, s.now()+messageGap)
	p.ctl.Restart(s.now() - p.from)
	s.retime()
	return true
}

// patience is how long the next search waits for the one before it to come back.
func (s *session) patience() time.Duration {
	if s.lagging != nil && !s.lagging.missed {
		return missGrace
	}
	return lagGrace
}
