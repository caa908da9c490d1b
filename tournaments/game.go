package tournaments

import (
	"fmt"
	"time"

	"tengen/board"
)

// Game is the record of one finished game: one line of a record file. Whatever
// a table, an export or a report says is computed from it.
type Game struct {
	ID     string `json:"id"`     // round.meeting.game, from 1
	Number int    `json:"number"` // place in the schedule, from 0
	Pair   int    `json:"pair"`   // the two games with the same opening share it
	Black  string `json:"black"`  // names of engines
	White  string `json:"white"`
	First  string `json:"first,omitempty"` // under swap2: the engine that placed the first stones

	Rule    string `json:"rule"`
	Width   int    `json:"width"`
	Height  int    `json:"height"`
	Opening string `json:"opening,omitempty"` // stones on the board at the beginning, position notation
	Moves   []Move `json:"moves"`             // all moves after the opening, black and white in turn
	Swap2   string `json:"swap2,omitempty"`   // how the opening phase went, in words; its stones are the first moves

	Result Result `json:"result"`
	Reason Reason `json:"reason"`
	Fault  string `json:"fault,omitempty"`  // the engine that lost by a fault
	Detail string `json:"detail,omitempty"` // what exactly happened

	// FaultMillis is the time of the answer that was the fault, as Move.Millis: one
	// that came late, or is no legal move. 0: there was no answer, or no fault.
	FaultMillis float64 `json:"fault_ms,omitempty"`

	Started     time.Time `json:"started"`
	Seconds     float64   `json:"seconds"`                // from the first command to the end
	BlackMemory int64     `json:"black_memory,omitempty"` // largest seen, bytes
	WhiteMemory int64     `json:"white_memory,omitempty"`
}

// Move is one move of a Game, with what the engine told about it.
type Move struct {
	At       string  `json:"at"`                 // "h8"
	Millis   float64 `json:"ms"`                 // from the command's flush to the answer, milliseconds
	Depth    int     `json:"depth,omitempty"`    // plies
	SelDepth int     `json:"seldepth,omitempty"` // plies
	Score    *int    `json:"score,omitempty"`    // from the mover's side, in the engine's units
	WinIn    int     `json:"win_in,omitempty"`   // plies to a told win, negative: to a loss
	Nodes    int64   `json:"nodes,omitempty"`
	Says     string  `json:"says,omitempty"` // the last message before the move
	By       string  `json:"by,omitempty"`   // under swap2: the engine that placed this stone of the opening
}

// Result says who won.
type Result string

// The results a game can have.
const (
	BlackWins Result = "black"
	WhiteWins Result = "white"
	Drawn     Result = "draw"
)

// winFor is the result when the colour wins.
func winFor(c board.Color) Result {
	if c == board.Black {
		return BlackWins
	}
	return WhiteWins
}

// Score is what the colour gets out of the game: 1, 0.5 or 0.
func (r Result) Score(c board.Color) float64 {
	switch {
	case r == Drawn:
		return 0.5
	case r == winFor(c):
		return 1
	default:
		return 0
	}
}

// Reason says why a game ended.
type Reason string

// Ends of games that are nobody's fault.
const (
	Five       Reason = "five"        // five in a row, or what the rule counts as it
	FullBoard  Reason = "full board"  // draw
	DrawMoves  Reason = "draw.moves"  // draw by the setting of that name
	DrawStones Reason = "draw.stones" // draw by the setting of that name
	DrawEmpty  Reason = "draw.empty"  // draw by the setting of that name
	Agreed     Reason = "agreed"      // both engines told for several moves who wins
	Resigned   Reason = "resigned"    // people do
	NoMove     Reason = "no move"     // renju: black has only forbidden points left
)

// Faults: the engine that commits one loses.
const (
	NoStart     Reason = "no start"     // could not be started or did not answer START with OK
	Crash       Reason = "crash"        // ended during the game
	LeftBetween Reason = "left"         // ended between two games although it was to be kept
	Silence     Reason = "silence"      // no answer, also not long after the limit
	HalfLine    Reason = "half line"    // silence after the beginning of a line
	TurnTime    Reason = "turn time"    // answered after the time for the move
	GameTime    Reason = "game time"    // answered after the time for the game
	Memory      Reason = "memory"       // used more than the limit
	Flood       Reason = "flood"        // wrote more in one turn than any engine has to say
	Illegal     Reason = "illegal move" // off the board or on a stone
	Forbidden   Reason = "forbidden"    // renju: black on a forbidden point
	BadOpening  Reason = "bad opening"  // swap2: an answer that is none of the choices
)

// IsFault tells whether the reason is a fault of the loser.
func (r Reason) IsFault() bool {
	switch r {
	case Five, FullBoard, DrawMoves, DrawStones, DrawEmpty, Agreed, Resigned, NoMove:
		return false
	}
	return true
}

// Stones gives all stones of the game in order of play, opening included, and
// how many of them the opening has.
func (g *Game) Stones() (stones []board.Point, opening int, err error) {
	stones, err = board.ParseMoves(g.Opening)
	if err != nil {
		return nil, 0, err
	}
	opening = len(stones)
	for _, m := range g.Moves {
		p, err := board.ParsePoint(m.At)
		if err != nil {
			return nil, 0, err
		}
		stones = append(stones, p)
	}
	return stones, opening, nil
}

// checkPoints refuses stones that no board has, or not the game's.
func (g *Game) checkPoints() error {
	stones, _, err := g.Stones()
	if err != nil {
		return err
	}
	for i, p := range stones {
		if g.Width > 0 && g.Height > 0 && (p.X() >= g.Width || p.Y() >= g.Height) {
			return fmt.Errorf("stone %d, %s, is off the board of %d x %d", i+1, p, g.Width, g.Height)
		}
	}
	return nil
}

// Has tells whether an engine played, and with which colour.
func (g *Game) Has(engine string) (board.Color, bool) {
	switch engine {
	case g.Black:
		return board.Black, true
	case g.White:
		return board.White, true
	}
	return board.Empty, false
}
