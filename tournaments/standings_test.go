package tournaments

import (
	"strings"
	"testing"
)

func TestStandings(t *testing.T) {
	s := NewStandings([]string{"a", "b", "c"})
	add := func(pair int, black, white string, r Result, reason Reason, fault string) {
		t.Helper()
		g := Game{Pair: pair, Black: black, White: white, Result: r, Reason: reason, Fault: fault, Opening: "h8",
			Moves: []Move{{At: "a1", Millis: 10, Depth: 4}, {At: "a2", Millis: 30, Nodes: 500}, {At: "a3", Millis: 20}}, BlackMemory: 5 << 20}
		if !s.Add(g) {
			t.Errorf("%s - %s is not counted", black, white)
		}
	}
	add(0, "a", "b", BlackWins, Five, "")
	add(1, "a", "c", Drawn, FullBoard, "")
	add(0, "b", "a", WhiteWins, Crash, "b")
	add(1, "c", "a", BlackWins, TurnTime, "a")
	add(2, "b", "c", Drawn, DrawStones, "")
	if s.Add(Game{Black: "a", White: "x"}) || s.Add(Game{Black: "a", White: "a"}) {
		t.Error("a stranger's game is counted")
	}
	a := s.Engine(0)
	if a.Black != (Tally{Wins: 1, Draws: 1}) || a.White != (Tally{Wins: 1, Losses: 1}) || a.FaultCount() != 1 || a.Faults[TurnTime] != 1 {
		t.Errorf("a: %+v", a)
	}
	if s.Games() != 5 || s.Faults() != 2 || s.Reasons()[Crash] != 1 {
		t.Errorf("%d games, %d faults", s.Games(), s.Faults())
	}
	if s.Pairs(0, 1) != (Pairs{4: 1}) || s.Pairs(1, 0) != (Pairs{0: 1}) || s.Pairs(0, 2) != (Pairs{1: 1}) || s.Pairs(1, 2) != (Pairs{}) {
		t.Errorf("pairs %v %v %v %v", s.Pairs(0, 1), s.Pairs(1, 0), s.Pairs(0, 2), s.Pairs(1, 2))
	}
	if s.Against(2, 0) != (Tally{Wins: 1, Draws: 1}) {
		t.Errorf("c against a: %v", s.Against(2, 0))
	}
	// After one stone of opening white moves first: as black a made the second
	// of the three moves (30 ms), as white the first and third (10 and 20).
	if a.Moves != 6 || a.MaxTime != 30 || a.MeanTime != 20 || a.MeanDepth != 4 || a.MeanNodes != 500 || a.MaxMemory != 5<<20 {
		t.Errorf("a: %+v", a)
	}
	rows, _ := s.Rows()
	if rows[0].Name != "c" || rows[2].Name != "b" {
		t.Errorf("order %s %s %s", rows[0].Name, rows[1].Name, rows[2].Name)
	}
}

// The tables hold no NaN and no infinity they cannot show, whatever happened.
func TestTables(t *testing.T) {
	for name, results := range map[string][]Result{
		"none": nil, "one": {BlackWins}, "all": {BlackWins, BlackWins, BlackWins}, "draws": {Drawn, Drawn}, "mixed": {BlackWins, WhiteWins, Drawn},
	} {
		s := NewStandings([]string{"first", "second"})
		for i, r := range results {
			s.Add(Game{Pair: i / 2, Black: []string{"first", "second"}[i%2], White: []string{"second", "first"}[i%2], Result: r, Reason: Five})
		}
		var b strings.Builder
		s.WriteTable(&b)
		s.WriteConduct(&b)
		if strings.Contains(b.String(), "NaN") || strings.Contains(b.String(), "Inf") || !strings.Contains(b.String(), "second") {
			t.Errorf("%s:\n%s", name, b.String())
		}
	}
	g := Game{ID: "1.1.2", Black: "a", White: "b", Result: BlackWins, Reason: TurnTime, Fault: "b", Detail: "after 2s", Moves: make([]Move, 7), Seconds: 3.14}
	if got, want := g.Line(), "1.1.2  a - b  a (black) wins by time for the move of b (after 2s), 7 moves, 3.1 s"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	for _, c := range []struct {
		x    float64
		want string
	}{{0, ""}, {999, "999"}, {12345, "12K"}, {12345678, "12M"}} {
		if got := count(c.x); got != c.want {
			t.Errorf("%v is written %q", c.x, got)
		}
	}
}
