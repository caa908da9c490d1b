package report

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"tengen/tournaments"
)

// What a record's header says by keys is in words in the page.
func TestTermsInWords(t *testing.T) {
	limits := "turn 1s, game 0s, increment 0s, tolerance 500ms, nodes 0, depth 0, threads 1, memory 350MB (+32MB)"
	h := tournaments.Header{
		Engines: []tournaments.EngineHeader{{Name: "a"}, {Name: "b"}},
		Terms: map[string]string{
			"board": "15 x 15", "rule": "renju", "pairing": "match", "draw.moves": "0", "draw.stones": "200", "draw.empty": "0", "win": "0 moves from 2000",
			"openings": "120 with check sum 0123456789abcdef, shuffled, symmetries true, seed 1",
			"engine 1": "a", "engine 1 limits": limits, "engine 2": "b", "engine 2 limits": limits,
		},
	}
	if got, want := introduction(h), "Renju on 15 × 15, 1s a move, 120 openings"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
	want := "Rule: renju\nBoard: 15 × 15\nWho meets whom: two engines\nOpenings: 120 openings, shuffled, turned and mirrored\n" +
		"Draw: at 200 stones on the board\nEach engine: 1s a move; 500ms over the time are tolerated; 1 thread; 350MB of memory, 32MB over it are tolerated\n"
	text := func() string {
		var b strings.Builder
		for _, v := range terms(h) {
			fmt.Fprintf(&b, "%s: %s\n", v.Key, v.Value)
		}
		return b.String()
	}
	if got := text(); got != want {
		t.Errorf("%s\nwant\n%s", got, want)
	}
	h.Terms["engine 2 limits"] = strings.Replace(limits, "nodes 0", "nodes 5000", 1)
	h.Terms["win"], h.Terms["later"] = "4 moves from 1500", "something"
	got := text()
	for _, want := range []string{"\na: 1s a move;", "\nb: 5000 nodes a move; 1s at most;", "evaluation of 1500 or more for 4 moves in a row", "later: something"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in\n%s", want, got)
		}
	}
	if got := introduction(h); !strings.Contains(got, "times that differ") {
		t.Errorf("%q", got)
	}
	if introduction(tournaments.Header{}) != "" || len(terms(tournaments.Header{})) != 0 {
		t.Error("a header without terms has some")
	}
}

func TestDays(t *testing.T) {
	a := time.Date(2026, 7, 1, 23, 0, 0, 0, time.UTC)
	for got, want := range map[string]string{days(a, a): "1 July 2026", days(a, a.Add(2*time.Hour)): "1 July 2026 to 2 July 2026", days(time.Time{}, time.Time{}): ""} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
