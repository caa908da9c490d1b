package protocol

import (
	"fmt"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/sirupsen/logrus"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

// The numbers of thinking, all guessed but where said otherwise.
const (
	// stopGrace is how long a stopped search may take to come back.
	stopGrace = 20 * time.Millisecond
	// lagGrace is how long the next turn waits for a search that missed its deadline before it is left behind.
	lagGrace = 5 * time.Millisecond
	// messageGap is the least time between two messages while thinking: at most ten a second, by the contract.
	messageGap = 100 * time.Millisecond
	// goneGap is how often it is asked whether anybody still reads.
	goneGap = 250 * time.Millisecond
	// sureDepth is the depth, in plies, that a search may be trusted to reach in the end.
	sureDepth = 32
)

// A thought is one search and what the session knows of it.
type thought struct {
	from     time.Duration // when the turn's clock started
	deadline time.Duration // when the session answers without the search; noLimit for never
	nextGone time.Duration // when to ask whether anybody still reads
	fallback board.Point   // the move in hand before the search
	endless  bool          // nothing but STOP would end it
	stopped  bool
	missed   bool // its deadline has passed without it
	redo     bool // the rule has changed: what the search finds is void, it has to begin anew

	pos     *board.Board // what is searched, if not the game's position
	desk    *board.Board // the search's own copy of it
	find    thinker      // how, if not by the session's search
	lines   int          // best moves to tell of, each with its line; 0 is one
	opening *opening     // set where the answer is not a move on the game's board
	again   func()       // begins anew after redo, if launch is not enough

	ctl    *search.Control
	done   chan outcome // gets one value
	hash   int64        // bytes of the table it works on
	parted atomic.Bool  // set by the session that leaves it behind, or by the search that ends, whoever comes first

	mu     sync.Mutex
	fresh  bool               // last has not been told
	last   search.Report      // written by the search; of the best move
	others []search.Report    // of the next best moves, by rank
	events []search.RootEvent // not told yet
	posted chan struct{}      // gets a value when last is fresh
}

// A thinker is a search: search.Engine's, or one put together from several.
type thinker func(*search.Engine, *board.Board, search.Limits, *search.Control, func(search.Report)) search.Result

// An outcome is what becomes of a search.
type outcome struct {
	result  search.Result
	crashed bool // it panicked
}

// think looks for a move on the board as it stands and answers it, now or when the search is through. The clock of the
// turn has been running since from.
func (s *session) think(from time.Duration) {
	s.consider(&thought{from: from})
}

// consider is think with what is wanted beside the one best move.
func (s *session) consider(t *thought) {
	if s.hit(t) {
		return
	}
	s.dropPonder()
	fallback := s.greedy()
	if fallback == board.NoPoint {
		s.fail("the board is full")
		return
	}
	s.thought = t
	t.fallback, t.nextGone = fallback, s.now()+goneGap
	if s.game.board.Empties().Len() == 1 || s.game.over() || s.queued(func(e *entry) bool { return e.manners == stops }) {
		s.answer(fallback)
		return
	}
	s.launch()
}

// greedy is a legal move at once, NoPoint if the board is full.
func (s *session) greedy() (p board.Point) {
	defer func() {
		if fault := recover(); fault != nil {
			s.logFault("greedy move", fault)
			p = s.game.anyMove()
		}
	}()
	l := s.limits()
	p = l.Greedy(s.game.board, s.evaluator(s.game.board))
	if p == board.NoPoint || !s.game.legal(p) {
		return s.game.anyMove()
	}
	return p
}

// evaluator is one for the board's rule.
func (s *session) evaluator(b *board.Board) *eval.Evaluator {
	if s.judge == nil || s.judge.Rule() != b.Rule() {
		s.judge = eval.New(s.o.Engine.Weights, b.Rule())
	}
	return s.judge
}

// limits are those of the next search beside time.
func (s *session) limits() search.Limits {
	l := search.Limits{Depth: s.set.maxDepth, Nodes: s.set.maxNodes, DrawAt: s.o.DrawAt, Level: s.set.level, Seed: s.o.Seed}
	if l.Level == 0 {
		l.Level = s.o.Level
	}
	if l.Depth >= s.game.board.Width()*s.game.board.Height() {
		l.Depth = 0 // how Yixin-Board says that there is no limit
	}
	if set := s.barred.at(s.game.board); set != (board.PointSet{}) {
		l.Except = &set
		if l.Allowed(s.game.board) == (board.PointSet{}) {
			l.Except = nil // something must be played
		}
	}
	return l
}

// launch starts the search for the thought at hand, unless there is no time for one.
func (s *session) launch() {
	t := s.thought
	b := s.set.clock.budget(s.game.board.Empties().Len())
	l := s.limits()
	t.endless = b.hard == noLimit && l.Nodes == 0 && (l.Depth == 0 || l.Depth > sureDepth)
	if t.endless && s.atEnd {
		b = budget{instant, instant, instant + lateness}
	}
	if b.hard == 0 || s.now()-t.from >= b.wait {
		s.answer(t.fallback)
		return
	}
	s.prepare(min(s.patience(), b.hard/4))
	pos := t.pos
	if pos == nil {
		pos = s.game.board
	}
	l.Lines = t.lines
	s.begin(t, pos, l, b.soft, b.hard)
	t.deadline = after(t.from, b.wait)
	s.speak = max(s.speak, s.now()+messageGap) // a quick move needs no more than its summary
}

// begin starts a search on the engine that prepare made ready.
func (s *session) begin(t *thought, pos *board.Board, l search.Limits, soft, hard time.Duration) {
	t.ctl = search.NewControl(s.now)
	t.ctl.Restart(s.now() - t.from)
	t.ctl.SetTime(soft, hard)
	t.done = make(chan outcome, 1)
	t.posted = make(chan struct{}, 1)
	t.hash = s.hash
	if s.set.detail && t.opening == nil {
		t.ctl.Watch = t.see
	}
	find := t.find
	if find == nil || s.scripted {
		find = s.search
	}
	s.used = true
	// A board is half a megabyte: a new one for each turn would keep the collector busy where memory is short.
	t.desk, s.desk = copied(s.desk, pos), nil
	go s.work(t, find, s.engine, t.desk, l)
}

// copied is a copy of pos on the given board, or on a new one if that is nil.
func copied(onto, pos *board.Board) *board.Board {
	if onto == nil {
		return pos.Clone()
	}
	onto.CopyFrom(pos)
	return onto
}

// after adds a duration that may be noLimit.
func after(from, d time.Duration) time.Duration {
	if d == noLimit {
		return noLimit
	}
	return from + d
}

// work is the searching goroutine. Of the session it may only touch what never changes, and held.
func (s *session) work(t *thought, find thinker, e *search.Engine, pos *board.Board, l search.Limits) {
	side, moves := pos.SideToMove(), pos.Moves()
	var r outcome
	defer func() {
		if fault := recover(); fault != nil {
			s.logFault(fmt.Sprintf("search of %v to move after %v", side, moves), fault)
			r = outcome{crashed: true}
		}
		if !t.parted.CompareAndSwap(false, true) {
			s.held.Add(-t.hash)
		}
		t.done <- r
	}()
	r.result = find(e, pos, l, t.ctl, t.post)
}

// logFault writes a recovered panic to the log.
func (s *session) logFault(what string, fault any) {
	s.o.Log.WithFields(logrus.Fields{"fault": fmt.Sprint(fault), "stack": string(debug.Stack())}).Error("panic in " + what)
}

// post takes a report of the search; it never waits for the session.
func (t *thought) post(r search.Report) {
	r.PV = append([]board.Point(nil), r.PV...)
	t.mu.Lock()
	if r.Rank == 0 {
		t.last, t.fresh = r, true
	} else {
		t.others = append(t.others[:min(len(t.others), r.Rank-1)], r)
	}
	t.mu.Unlock()
	signal(t.posted)
}

// news is the channel that tells of reports, nil while it is too early for another message.
func (t *thought) news(s *session) <-chan struct{} {
	if s.now() < s.speak {
		return nil
	}
	return t.posted
}

// tell sends the latest report as a message.
func (s *session) tell() {
	t := s.thought
	t.mu.Lock()
	r, fresh := t.last, t.fresh
	t.fresh = false
	t.mu.Unlock()
	s.speak = s.now() + messageGap
	if fresh && !t.redo {
		s.message(s.summary(r))
	}
	s.showDetail(t, r, fresh)
}

// nextAlarm is when the session has something to do for the running search of its own accord.
func (s *session) nextAlarm() time.Duration {
	next := min(s.thought.deadline, s.thought.nextGone)
	if now := s.now(); s.speak > now {
		next = min(next, s.speak) // then news listens again
	}
	return next
}

// ring does what was to be done by now.
func (s *session) ring() {
	t := s.thought
	if t == nil {
		t = s.ponder
	}
	if t == nil {
		return
	}
	now := s.now()
	if now >= t.nextGone {
		t.nextGone = now + goneGap
		if s.o.Gone() {
			s.broken = true
			return
		}
	}
	if t == s.ponder || now < t.deadline {
		return
	}
	t.ctl.Stop()
	t.missed = true
	s.lagging = t
	s.o.Log.WithFields(logrus.Fields{"position": s.game, "after": now - t.from}).Warn("no move from the search at its deadline")
	s.answer(t.best())
}

// best is the best move known without the search's result.
func (t *thought) best() board.Point {
	if t.ctl != nil && !t.redo {
		if p, ok := t.ctl.Best(); ok {
			return p
		}
	}
	return t.fallback
}

// stop makes the running search answer at once; without one it does nothing.
func (s *session) stop() {
	s.dropPonder()
	t := s.thought
	if t == nil || t.stopped {
		return
	}
	t.stopped = true
	t.ctl.Stop()
	t.deadline = min(t.deadline, s.now()+s.grace)
}

// retime carries changed limits of time into the running search.
func (s *session) retime() {
	t := s.thought
	if t == nil || t.stopped {
		return
	}
	b := s.set.clock.budget(s.game.board.Empties().Len())
	l := s.limits()
	t.endless = b.hard == noLimit && l.Nodes == 0 && (l.Depth == 0 || l.Depth > sureDepth)
	t.ctl.SetTime(b.soft, b.hard)
	if b.hard <= s.now()-t.from || t.endless && s.atEnd {
		t.deadline = noLimit // that of stop holds
		s.stop()
		return
	}
	t.deadline = after(t.from, b.wait)
}

// reconsider voids the running search: the position is judged by another rule now.
func (s *session) reconsider() {
	t := s.thought
	if t == nil {
		return
	}
	t.fallback = s.greedy()
	t.redo = true
	t.ctl.Stop()
	if t.deadline == noLimit {
		t.deadline = s.now() + time.Second // a search that does not stop must not keep us for ever
	}
}

// back takes what a search that has come back has no more use for.
func (s *session) back(t *thought, r outcome) {
	if r.crashed {
		s.engine = nil // who knows in what state it is
		return
	}
	s.desk = t.desk
}

// finish takes the result of the search.
func (s *session) finish(r outcome) {
	t := s.thought
	s.back(t, r)
	switch {
	case t.redo && !t.stopped && !r.crashed && t.again != nil:
		s.thought = nil
		t.again()
	case t.redo && !t.stopped && !r.crashed:
		t.redo = false
		s.launch()
	case r.crashed || t.redo:
		s.answer(t.best())
	default:
		t.mu.Lock()
		t.last, t.others = r.result.Report, nil
		if len(r.result.Lines) > 1 {
			t.others = r.result.Lines[1:]
		}
		t.mu.Unlock()
		s.answer(r.result.Move)
	}
}

// answer ends the turn: summary, move, clock, board.
func (s *session) answer(p board.Point) {
	t := s.thought
	s.thought = nil
	if t.opening != nil {
		s.answerOpening(t)
		return
	}
	if !s.game.legal(p) {
		s.o.Log.WithFields(logrus.Fields{"position": s.game, "move": p}).Error("the search chose an illegal move")
		p = t.fallback
	}
	s.notice()
	t.mu.Lock()
	r, others := t.last, t.others
	t.mu.Unlock()
	if (r.Depth > 0 || r.Proven) && !t.redo {
		s.message(s.summary(r))
		if t.lines > 1 {
			for _, o := range others {
				s.message(s.summary(o))
			}
		}
	}
	s.set.clock.charge(s.now() - t.from)
	s.say(coordinates(p))
	s.game.play(p)
	s.startPonder(r)
}

// summary writes what a search found as the manager counts rows and columns.
func (s *session) summary(r search.Report) string {
	c, height := s.coordinates()
	return c.summary(r, height)
}

// prepare sees to it that there is an engine of the right kind that no other search is using. A search that missed its
// deadline gets a last moment to come back; then it is left behind with its engine, whose table it may still write to.
func (s *session) prepare(grace time.Duration) {
	s.settle(grace)
	threads := s.o.Engine.Threads
	if s.set.threads > 0 {
		threads = s.set.threads
	}
	asked := s.o.Engine.HashBytes
	if s.set.hash > 0 {
		asked = s.set.hash
	}
	threads = threadsWithin(threads, s.set.maxMemory)
	others := int64(threads-1) * search.WorkerBytes
	size := hashBytes(asked, s.set.maxMemory, s.held.Load(), others, s.o.MostHash)
	if s.engine == nil {
		o := s.o.Engine
		o.Threads, o.HashBytes = threads, size
		s.engine = search.New(o)
		s.used = false
	} else {
		if size != s.hash {
			s.engine.SetHash(size)
		}
		if threads != s.threads {
			s.engine.SetThreads(threads)
		}
	}
	s.threads, s.hash = threads, size
	if s.stale && s.used {
		s.engine.ClearHash()
		s.used = false
	}
	s.stale = false
}

// settle waits a moment for a search that missed its deadline, and leaves it behind if it does not come back.
func (s *session) settle(grace time.Duration) {
	t := s.lagging
	if t == nil {
		return
	}
	s.lagging = nil
	select {
	case r := <-t.done:
		s.back(t, r)
	case <-time.After(grace):
		if t.parted.CompareAndSwap(false, true) {
			s.held.Add(t.hash)
		}
		s.engine = nil
		s.o.Log.Error("a search hangs; it is left behind and replaced by a new engine")
	}
}

// forget clears the table, or sees to it that it is not used again while a search is still writing to it.
func (s *session) forget() {
	switch {
	case s.thought == nil && s.lagging == nil:
		if s.engine != nil && s.used {
			s.engine.ClearHash()
			s.used = false
		}
	default:
		s.stale = true
	}
}
