package play

import (
	"errors"
	"fmt"
	"time"

	"tengen/board"
)

// A Seat is one of the two places at the table. Who sits there keeps name and score when colours are swapped.
type Seat int

// Nobody is no seat: the winner of a drawn game.
const Nobody Seat = -1

// Other is the seat opposite.
func (s Seat) Other() Seat { return 1 - s }

func (s Seat) valid() bool { return s == 0 || s == 1 }

// Terms are what is agreed before a game.
type Terms struct {
	Width, Height int
	Rule          board.Rule
	Swap2         bool          // the swap2 opening decides who has which colour
	Time          time.Duration // for all moves of a side; 0: no limit
	Increment     time.Duration // added to Time for each move
	DrawAt        int           // stones on the board at which the game is drawn; 0: never
}

// Check says what is wrong with the terms.
func (t Terms) Check() error {
	if _, err := board.New(t.Width, t.Height, t.Rule); err != nil {
		return err
	}
	if t.Time < 0 || t.Increment < 0 || t.Time > maxTime || t.Increment > maxTime {
		return fmt.Errorf("a time of %v with %v a move: each may be 0 to %v", t.Time, t.Increment, maxTime)
	}
	if t.DrawAt < 0 {
		return fmt.Errorf("a draw at %d stones", t.DrawAt)
	}
	return nil
}

// maxTime bounds clocks; a day is more than anybody sits.
const maxTime = 24 * time.Hour

// An EventKind is what can happen in a game.
type EventKind string

// The kinds. The seat of an event is who did it, and for Flag whose time is over.
const (
	Placed   EventKind = "move"   // a stone on Point
	Chose    EventKind = "choose" // a decision of the swap2 opening
	Resigned EventKind = "resign"
	Flagged  EventKind = "flag" // the time is over
	Agreed   EventKind = "draw" // both want a draw
)

// A Choice is a decision of the swap2 opening.
type Choice string

// The choices.
const (
	TakeBlack Choice = "black"
	TakeWhite Choice = "white"
	PlaceTwo  Choice = "two" // place a white and a black stone and let the other choose
)

// An Event is something that happened in a game.
type Event struct {
	Kind   EventKind
	Seat   Seat
	Point  board.Point   // Placed
	Choice Choice        // Chose
	Took   time.Duration // on the clock of Seat
}

// A Phase is what a game waits for.
type Phase uint8

// The phases; games without swap2 know only the last two.
const (
	PlacingThree Phase = iota // the first player places black, white and black
	Choosing                  // the second takes a colour or places two more
	PlacingTwo                // the second places white and black
	ChoosingLast              // the first takes a colour
	Playing
	Over
)

// A Result is how a game ended.
type Result struct {
	Winner Seat   // Nobody: a draw
	Reason string // in words
}

// Reasons of results.
const (
	ByFive   = "five in a row"
	ByResign = "resignation"
	ByTime   = "time"
	ByFull   = "full board"
	ByStones = "stones on the board"
	ByAgreed = "agreement"
	ByNoMove = "no move left"
)

// A Game is one game from its first stone. Its events are its whole state: the same events on the same terms give the
// same game.
type Game struct {
	terms  Terms
	first  Seat // who began: black, or under swap2 the one who places the first stones
	black  Seat // who has the black stones; under swap2 until Playing who places black
	phase  Phase
	board  *board.Board
	events []Event
	used   [2]time.Duration
	acts   [2]int // events of the clock by seat
	result Result
}

// NewGame begins a game.
func NewGame(t Terms, first Seat) (*Game, error) {
	if err := t.Check(); err != nil {
		return nil, err
	}
	if !first.valid() {
		return nil, fmt.Errorf("no seat %d", first)
	}
	b, err := board.New(t.Width, t.Height, t.Rule)
	if err != nil {
		return nil, err
	}
	g := &Game{terms: t, first: first, board: b}
	g.reset()
	return g, nil
}

func (g *Game) reset() {
	g.board.Reset()
	g.black, g.phase, g.events = g.first, Playing, nil
	if g.terms.Swap2 {
		g.phase = PlacingThree
	}
	g.used, g.acts, g.result = [2]time.Duration{}, [2]int{}, Result{}
}

// Terms, Board, Phase and Events show the game; board and events are not to be changed.
func (g *Game) Terms() Terms        { return g.terms }
func (g *Game) Board() *board.Board { return g.board }
func (g *Game) Phase() Phase        { return g.phase }
func (g *Game) Events() []Event     { return g.events }

// First is who began.
func (g *Game) First() Seat { return g.first }

// Result tells how the game ended, if it did.
func (g *Game) Result() (Result, bool) { return g.result, g.phase == Over }

// Color is the colour of a seat; under swap2 it may change until Playing.
func (g *Game) Color(s Seat) board.Color {
	if s == g.black {
		return board.Black
	}
	return board.White
}

// seatOf is who has a colour.
func (g *Game) seatOf(c board.Color) Seat {
	if c == board.Black {
		return g.black
	}
	return g.black.Other()
}

// ToAct is who has to do something, Nobody when the game is over.
func (g *Game) ToAct() Seat {
	switch g.phase {
	case PlacingThree, ChoosingLast:
		return g.first
	case Choosing, PlacingTwo:
		return g.first.Other()
	case Playing:
		return g.seatOf(g.board.SideToMove())
	}
	return Nobody
}

// Choices are the decisions open to who has to act, none when a stone is wanted.
func (g *Game) Choices() []Choice {
	switch g.phase {
	case Choosing:
		return []Choice{TakeBlack, TakeWhite, PlaceTwo}
	case ChoosingLast:
		return []Choice{TakeBlack, TakeWhite}
	}
	return nil
}

// Left is what remains on a seat's clock without the turn under way; ok is false when there is no limit.
func (g *Game) Left(s Seat) (left time.Duration, ok bool) {
	if g.terms.Time == 0 {
		return 0, false
	}
	return g.terms.Time + time.Duration(g.acts[s])*g.terms.Increment - g.used[s], true
}

// Used is the time a seat has taken for its finished turns.
func (g *Game) Used(s Seat) time.Duration { return g.used[s] }

var errOver = errors.New("the game is over")

// Apply checks an event and makes it part of the game; after an error nothing has changed.
func (g *Game) Apply(e Event) error {
	if g.phase == Over {
		return errOver
	}
	if !e.Seat.valid() {
		return fmt.Errorf("no seat %d", e.Seat)
	}
	if e.Took < 0 || e.Took > maxTime {
		return fmt.Errorf("a turn of %v", e.Took)
	}
	switch e.Kind {
	case Placed:
		if err := g.place(e); err != nil {
			return err
		}
	case Chose:
		if err := g.choose(e); err != nil {
			return err
		}
	case Resigned:
		g.end(e.Seat.Other(), ByResign)
	case Flagged:
		if g.terms.Time == 0 {
			return errors.New("the game has no clock")
		}
		if e.Seat != g.ToAct() {
			return errors.New("only the time of who is to move can be over")
		}
		g.end(e.Seat.Other(), ByTime)
	case Agreed:
		g.end(Nobody, ByAgreed)
	default:
		return fmt.Errorf("unknown event %q", e.Kind)
	}
	g.events = append(g.events, e)
	g.used[e.Seat] += e.Took
	if e.Kind == Placed || e.Kind == Chose {
		g.acts[e.Seat]++
	}
	return nil
}

// CheckMove says why the seat may not place a stone on p, if it may not.
func (g *Game) CheckMove(s Seat, p board.Point) error {
	switch {
	case g.phase == Over:
		return errOver
	case s != g.ToAct():
		return errors.New("it is the other side's turn")
	case len(g.Choices()) > 0:
		return fmt.Errorf("a choice comes first: %s", choiceWords(g.Choices()))
	case !g.board.Inside(p):
		return fmt.Errorf("%v is off the board of %d by %d points", p, g.terms.Width, g.terms.Height)
	case g.board.At(p) != board.Empty:
		return fmt.Errorf("there is a stone on %v already", p)
	case !g.board.Legal(p):
		return fmt.Errorf("%v is forbidden to black: %v", p, g.board.ForbiddenReason(p))
	}
	return nil
}

func choiceWords(list []Choice) string {
	s := ""
	for i, c := range list {
		switch {
		case i == 0:
		case i == len(list)-1:
			s += " or "
		default:
			s += ", "
		}
		s += string(c)
	}
	return s
}

func (g *Game) place(e Event) error {
	if err := g.CheckMove(e.Seat, e.Point); err != nil {
		return err
	}
	g.board.Play(e.Point)
	switch {
	case g.board.LastWins():
		g.end(e.Seat, ByFive)
	case g.board.Full():
		g.end(Nobody, ByFull)
	case g.terms.DrawAt > 0 && g.board.Stones() >= g.terms.DrawAt:
		g.end(Nobody, ByStones)
	case !g.canMove():
		g.end(Nobody, ByNoMove)
	case g.phase == PlacingThree && g.board.Stones() == 3:
		g.phase = Choosing
	case g.phase == PlacingTwo && g.board.Stones() == 5:
		g.phase = ChoosingLast
	}
	return nil
}

// canMove says whether the side to move has a point left that is not forbidden.
func (g *Game) canMove() bool {
	if g.board.SideToMove() == board.White || g.terms.Rule != board.Renju {
		return true // the board is not full
	}
	for _, p := range g.board.Empties().AppendTo(nil) {
		if g.board.Legal(p) {
			return true
		}
	}
	return false
}

func (g *Game) choose(e Event) error {
	allowed := g.Choices()
	switch {
	case len(allowed) == 0:
		return errors.New("there is nothing to choose now")
	case e.Seat != g.ToAct():
		return errors.New("it is the other side's choice")
	}
	switch {
	case e.Choice == TakeBlack:
		g.black, g.phase = e.Seat, Playing
	case e.Choice == TakeWhite:
		g.black, g.phase = e.Seat.Other(), Playing
	case e.Choice == PlaceTwo && g.phase == Choosing:
		g.phase = PlacingTwo
	default:
		return fmt.Errorf("%q is no choice here: %s", e.Choice, choiceWords(allowed))
	}
	return nil
}

func (g *Game) end(winner Seat, reason string) {
	g.phase, g.result = Over, Result{winner, reason}
}

// Undo takes back the last n stones and choices, and with them how the game ended; it returns how many there were.
func (g *Game) Undo(n int) int {
	keep := len(g.events)
	taken := 0
	for taken < n && keep > 0 {
		keep--
		if k := g.events[keep].Kind; k == Placed || k == Chose {
			taken++
		}
	}
	if taken == 0 {
		return 0
	}
	events := g.events[:keep]
	g.reset()
	for _, e := range events {
		if err := g.Apply(e); err != nil {
			panic("a game cannot be replayed: " + err.Error()) // its events were applied before
		}
	}
	return taken
}

// Moves lists the stones in order of play.
func (g *Game) Moves() []board.Point { return g.board.Moves() }
