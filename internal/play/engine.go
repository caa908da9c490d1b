package play

import (
	"fmt"
	"time"

	"tengen/board"
	"tengen/search"
)

// A task is what the engine is asked for.
type task uint8

const (
	toMove task = iota // whatever the game waits for: a stone or a choice
	toHint
)

// A thought is one search under way.
type thought struct {
	task task
	seat Seat
	ctl  *search.Control
	done chan answer // gets one value
}

// An answer is what the engine has come to.
type answer struct {
	events []Event // toMove: what to do; Seat is set, Took is not
	result search.Result
	fault  any // it panicked
}

// think starts a search for a seat.
func (s *Session) think(t task, seat Seat) {
	if s.engine == nil {
		s.engine = search.New(s.o.Engine)
	}
	from := s.o.Now()
	budget := s.budget(seat)
	th := &thought{task: t, seat: seat, done: make(chan answer, 1)}
	th.ctl = search.NewControl(func() time.Duration { return s.o.Now().Sub(from) })
	th.ctl.SetTime(budget, budget)
	s.thought = th
	lim := search.Limits{DrawAt: s.game.terms.DrawAt, Level: s.players[seat].Level, Seed: s.o.Seed, Nodes: s.o.Nodes}
	if t == toHint {
		lim.Level = search.FullStrength
	}
	pos, phase := s.game.board.Clone(), s.game.phase
	engine, seed := s.engine, s.o.Seed+uint64(s.number)
	go func() {
		var a answer
		defer func() {
			if fault := recover(); fault != nil {
				a = answer{fault: fault}
			}
			th.done <- a
		}()
		if t == toMove && phase != Playing {
			a.events = swap2(engine, pos, phase, lim, th.ctl, seed)
			return
		}
		a.result = engine.Search(pos, lim, th.ctl, nil)
		a.events = []Event{{Kind: Placed, Point: a.result.Move}}
	}()
}

// budget is the time for the engine's next move.
func (s *Session) budget(seat Seat) time.Duration {
	t := s.o.Turn
	if left, ok := s.game.Left(seat); ok {
		t = min(t, max(left/20+s.game.terms.Increment/2, 10*time.Millisecond))
	}
	return t
}

// cancel ends the search under way and forgets it.
func (s *Session) cancel() {
	t := s.thought
	if t == nil {
		return
	}
	s.thought = nil
	t.ctl.Stop()
	select {
	case <-t.done:
	case <-time.After(2 * time.Second):
		s.engine = nil // it does not listen; it may not be used while it runs
	}
}

// swap2Openings are three stones, black, white and black, as offsets from the middle: near even, since the other side
// chooses. They are h9f6i10, k12h11h9 and l12i10h9 of
// `tengen openings --min-stones 3 --max-stones 3 --max-score 60 --nodes 20000 --seed 3`, freestyle on 15 x 15.
var swap2Openings = [][3][2]int{
	{{0, 1}, {-2, -2}, {1, 2}},
	{{3, 4}, {0, 3}, {0, 1}},
	{{4, 4}, {1, 2}, {0, 1}},
}

// swap2 is what the engine does in the opening of that name: place three stones that leave it open who is better, then
// take the colour that a search likes.
func swap2(e *search.Engine, pos *board.Board, phase Phase, lim search.Limits, ctl *search.Control, seed uint64) []Event {
	switch phase {
	case PlacingThree:
		if pos.Stones() > 0 {
			break // a human has begun the opening that the engine goes on with
		}
		opening := swap2Openings[seed%uint64(len(swap2Openings))]
		flip := int(seed/uint64(len(swap2Openings))%2)*2 - 1
		var events []Event
		for _, o := range opening {
			x, y := pos.Width()/2+o[0]*flip, pos.Height()/2+o[1]
			if x < 0 || y < 0 || x >= pos.Width() || y >= pos.Height() {
				break
			}
			if p := board.At(x, y); pos.Legal(p) {
				events = append(events, Event{Kind: Placed, Point: p})
				pos.Play(p)
			}
		}
		if len(events) == 3 {
			return events
		}
		for range events { // a small board
			pos.Undo()
		}
	case Choosing, ChoosingLast:
		lim.Level = search.FullStrength
		c := TakeBlack
		if r := e.Search(pos, lim, ctl, nil); r.Score >= 0 { // white is to move
			c = TakeWhite
		}
		return []Event{{Kind: Chose, Choice: c}}
	}
	r := e.Search(pos, lim, ctl, nil)
	return []Event{{Kind: Placed, Point: r.Move}}
}

// verdict writes what a search thinks of its move.
func verdict(r search.Result) string {
	plies, win, decided := r.Score.Mate()
	switch {
	case decided && r.Proven && win:
		return "wins in " + counted(int(plies), "ply", "plies")
	case decided && r.Proven:
		return "loses in " + counted(int(plies), "ply", "plies")
	case decided && win:
		return "looks won"
	case decided:
		return "looks lost"
	case r.Depth == 0:
		return "the only sensible move"
	}
	return fmt.Sprintf("evaluation %d, depth %d", int32(r.Score), r.Depth)
}
