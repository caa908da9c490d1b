package tournaments

import (
	"fmt"
	"os"
)

// Progress is a game that is being played, as RunOptions.Playing is told of it.
type Progress struct {
	Number  int // place in the schedule
	ID      string
	Black   string // names of engines; under swap2 the colours are known after the opening phase only
	White   string
	Opening string // stones on the board at the beginning, position notation
	Moves   []Move // only for reading, only until Playing returns
}

// tell reports the game in progress. It is called between two turns, when no
// clock runs.
func (g *match) tell() {
	if g.playing == nil {
		return
	}
	g.playing(Progress{
		Number: g.entry.Number, ID: g.record.ID,
		Black: g.names[g.index[0]], White: g.names[g.index[1]],
		Opening: g.record.Opening, Moves: g.record.Moves,
	})
}

// ScanRecord reads a record file and hands on its header and then one game
// after the other, so that a record of any length can be read. Either function
// may be nil.
func ScanRecord(path string, first func(Header) error, each func(Game) error) error {
	file, err := os.Open(path)
	if err != nil {
		return fmt.Errorf("cannot read the record: %w", err)
	}
	defer file.Close()
	if each == nil {
		each = func(Game) error { return nil }
	}
	_, _, err = scanRecord(path, file, first, each)
	return err
}

// Test is the SPRT of a tournament, fed with its games in any order. It looks at
// pairs in the order of the schedule, as the run did.
type Test struct{ run *sprtRun }

// NewTest makes the test a record's header tells of, nil where it has none. A
// nil Test can be used and knows nothing.
func NewTest(h Header) *Test {
	if h.SPRT == nil || len(h.Engines) != 2 {
		return nil
	}
	return &Test{newSPRTRun(SPRT(*h.SPRT), h.Engines[0].Name)}
}

// Add counts a game.
func (t *Test) Add(g Game) {
	if t != nil {
		t.run.add(g)
	}
}

// State is how far the test has come, nil for a nil Test.
func (t *Test) State() *TestState {
	if t == nil {
		return nil
	}
	return t.run.state()
}

// Words says a reason in words that can stand after "by".
func (r Reason) Words() string { return r.words() }

// Scheduled is the number of games of the whole tournament.
func (h Header) Scheduled() int { return h.Rounds * h.meetings() * 2 }
