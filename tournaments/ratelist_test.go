package tournaments

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// within tells whether two numbers agree to a tenth of an Elo point.
func within(a, b float64) bool { return math.Abs(a-b) < 0.1 }

// With one anchor and one opponent everything can be worked out by hand: 75% is
// 400 log10(3) = 190.8 Elo, and the error is 1.96 * 173.72 / sqrt(n p (1-p)),
// for 40 games 124.3.
func TestAnchorByHand(t *testing.T) {
	tallies := [][]Tally{{{}, {Wins: 30, Losses: 10}}, {{Wins: 10, Losses: 30}, {}}}
	r, prior := AnchoredRatings(tallies, map[int]float64{1: 2000})
	if prior || !within(r[0].Elo, 2190.85) || !within(r[1].Elo, 2000) || r[1].Error != 0 || !within(r[0].Error, 124.33) {
		t.Errorf("%+v, prior %v", r, prior)
	}
	// Two anchors 400 apart, one draw out of two games against each: by symmetry
	// the third is half way.
	tallies = [][]Tally{
		{{}, {}, {Wins: 1}},
		{{}, {}, {Losses: 1}},
		{{Losses: 1}, {Wins: 1}, {}},
	}
	r, prior = AnchoredRatings(tallies, map[int]float64{0: 1000, 1: 600})
	if prior || !within(r[2].Elo, 800) {
		t.Errorf("between anchors: %+v, prior %v", r, prior)
	}
	// p = 1/(1+10^0.5) = 0.2403 against each: 1.96 * 173.72 / sqrt(2 * 0.1825).
	if !within(r[2].Error, 563.5) {
		t.Errorf("error between anchors: %v", r[2].Error)
	}
}

// One anchor moves the list and changes no difference.
func TestOneAnchorShiftsTheList(t *testing.T) {
	tallies := [][]Tally{
		{{}, {Wins: 6, Draws: 1, Losses: 3}, {Wins: 8, Losses: 2}},
		{{Wins: 3, Draws: 1, Losses: 6}, {}, {Wins: 5, Draws: 2, Losses: 3}},
		{{Wins: 2, Losses: 8}, {Wins: 3, Draws: 2, Losses: 5}, {}},
	}
	plain, _ := Ratings(tallies)
	fixed, _ := AnchoredRatings(tallies, map[int]float64{2: 1500})
	for i := range plain {
		if !within(fixed[i].Elo-1500, plain[i].Elo-plain[2].Elo) {
			t.Errorf("%d: %+v and %+v", i, plain[i], fixed[i])
		}
	}
	if fixed[0].Error <= plain[0].Error {
		t.Errorf("the error of a difference is larger than that to the mean: %v, %v", fixed[0].Error, plain[0].Error)
	}
}

func TestAnchorsWithoutMaximum(t *testing.T) {
	for _, tallies := range [][][]Tally{
		{{{}, {Wins: 10}}, {{Losses: 10}, {}}},
		{{{}, {}}, {{}, {}}},
	} {
		r, prior := AnchoredRatings(tallies, map[int]float64{1: 0})
		if !prior || math.IsNaN(r[0].Elo) || math.IsInf(r[0].Elo, 0) || r[0].Error <= 0 || math.IsNaN(r[0].Error) {
			t.Errorf("%+v, prior %v", r, prior)
		}
	}
	if r, _ := AnchoredRatings([][]Tally{{{}, {Wins: 10}}, {{Losses: 10}, {}}}, map[int]float64{0: 1, 1: 2}); r[0].Elo != 1 || r[1].Elo != 2 {
		t.Errorf("all given: %+v", r)
	}
}

// writeRecord writes a record of results: "a b 1" is a win of black a over b.
func writeRecord(t *testing.T, rule string, engines []string, results ...string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "r.jsonl")
	h := Header{Format: recordFormat, Terms: map[string]string{"rule": rule, "board": "15 x 15"}}
	for _, e := range engines {
		h.Engines = append(h.Engines, EngineHeader{Name: e})
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.Encode(h)
	for i, r := range results {
		var g Game
		var score string
		fmt.Sscan(r, &g.Black, &g.White, &score)
		g.ID, g.Number, g.Pair = fmt.Sprint(i), i, i/2
		g.Result = map[string]Result{"1": BlackWins, "0": WhiteWins, "=": Drawn}[score]
		enc.Encode(g)
	}
	if err := os.WriteFile(path, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// Records of different runs make one list: a beats b three to one in one, b
// beats c three to one in the other. By hand, b is in the middle and a and c
// 400 log10(3) = 190.8 from it.
func TestRateJoinsRecords(t *testing.T) {
	one := writeRecord(t, "freestyle", []string{"a", "b"}, "a b 1", "b a 0", "a b 1", "b a 1")
	two := writeRecord(t, "freestyle", []string{"c", "b"}, "b c 1", "c b 0", "b c 1", "c b 1")
	l, err := Rate([]string{one, two}, nil)
	if err != nil {
		t.Fatal(err)
	}
	if l.Games != 8 || l.Prior || len(l.Notes) != 0 || len(l.Engines) != 3 {
		t.Fatalf("%+v", l)
	}
	for i, want := range []struct {
		name string
		elo  float64
	}{{"a", 190.85}, {"b", 0}, {"c", -190.85}} {
		if e := l.Engines[i]; e.Name != want.name || !within(e.Elo, want.elo) {
			t.Errorf("place %d: %+v", i+1, e)
		}
	}
	l, err = Rate([]string{one, two}, map[string]float64{"c": 1700})
	if err != nil || !within(l.Engines[0].Elo, 1700+381.7) || !l.Engines[2].Anchor || l.Engines[2].Elo != 1700 {
		t.Errorf("anchored: %+v, %v", l, err)
	}
	var text bytes.Buffer
	l.WriteTable(&text)
	if s := text.String(); !strings.Contains(s, "2082") || !strings.Contains(s, "given") || !strings.Contains(s, "8 games") {
		t.Errorf("table:\n%s", s)
	}
	if _, err := Rate([]string{one}, map[string]float64{"x": 1}); err == nil || !strings.Contains(err.Error(), `anchor "x"`) {
		t.Errorf("a strange anchor: %v", err)
	}
	three := writeRecord(t, "renju", []string{"d", "e"}, "d e 1", "e d 1")
	l, err = Rate([]string{one, three}, nil)
	if err != nil || !l.Prior || len(l.Notes) != 2 || !strings.Contains(l.Notes[0], "freestyle, renju") || !strings.Contains(l.Notes[1], "2 groups") {
		t.Errorf("records that have nothing to do with each other: %+v, %v", l, err)
	}
	// Each group has its own places, not one ranking over both.
	text.Reset()
	l.WriteTable(&text)
	if strings.Count(text.String(), "│ 1 │") != 2 || l.Engines[0].Group != 0 || l.Engines[3].Group != 1 {
		t.Errorf("groups:\n%s", text.String())
	}
	if l, err = Rate([]string{one, three}, map[string]float64{"a": 100, "d": 0}); err != nil || l.Groups != 1 {
		t.Errorf("groups with an anchor each: %+v, %v", l, err)
	}
	if l, err = Rate([]string{one, two, one}, nil); err != nil || l.Games != 8 || len(l.Notes) != 1 || !strings.Contains(l.Notes[0], "4 games in more than one of the files") {
		t.Errorf("a file given twice: %+v, %v", l, err)
	}
	if l, err = Rate([]string{writeRecord(t, "renju", nil)}, nil); err != nil || len(l.Engines) != 0 {
		t.Errorf("an empty record: %+v, %v", l, err)
	}
}
