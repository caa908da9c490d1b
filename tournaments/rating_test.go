package tournaments

import (
	"math"
	"testing"
)

// mirror completes a table of tallies from its upper half.
func mirror(t [][]Tally) [][]Tally {
	for i := range t {
		for j := range i {
			u := t[j][i]
			t[i][j] = Tally{u.Losses, u.Draws, u.Wins}
		}
	}
	return t
}

// Two engines can be computed by hand: 75 of 100 points are 400 log10(3) =
// 190.85 Elo apart, half of it to each side of the mean. The information of 100
// games is 100 * 0.75 * 0.25 = 18.75 in natural units, so the difference has a
// deviation of 1/sqrt(18.75) = 0.23094, an engine half of that: 1.96 * 0.11547
// * 173.72 = 39.32 Elo.
func TestRatingsOfTwo(t *testing.T) {
	r, prior := Ratings(mirror([][]Tally{{{}, {Wins: 70, Draws: 10, Losses: 20}}, {{}, {}}}))
	if prior {
		t.Error("a prior was used")
	}
	near(t, "first", r[0].Elo, 95.42)
	near(t, "second", r[1].Elo, -95.42)
	near(t, "error", r[0].Error, 39.32)
	near(t, "error", r[1].Error, 39.32)
}

// Three engines whose results fit the model exactly: strengths 1, 2 and 4, so
// that the expected scores are 1/3, 1/5 and 1/3. With 15 games a pair those are
// 10, 12 and 10 wins for the stronger, and the maximum is at the true strengths:
// 400 log10(2) = 120.41 Elo apart.
func TestRatingsOfThreeByHand(t *testing.T) {
	r, prior := Ratings(mirror([][]Tally{
		{{}, {Wins: 5, Losses: 10}, {Wins: 3, Losses: 12}},
		{{}, {}, {Wins: 5, Losses: 10}},
		{{}, {}, {}},
	}))
	if prior {
		t.Error("a prior was used")
	}
	near(t, "weakest", r[0].Elo, -120.41)
	near(t, "middle", r[1].Elo, 0)
	near(t, "strongest", r[2].Elo, 120.41)
	// Information: pairs (1,2) and (2,3) give 15*2/9 = 10/3, (1,3) gives
	// 15*4/25 = 2.4. The pseudo-inverse's diagonal by hand: for the ends
	// 0.1153, for the middle 0.0667 (the middle sees 20/3 against the mean of
	// the ends: (2/3)^2 / (20/3)).
	near(t, "middle error", r[1].Error, 1.96*math.Sqrt(4.0/9/(20.0/3))*173.72)
	if r[0].Error <= r[1].Error || math.Abs(r[0].Error-r[2].Error) > 1e-6 {
		t.Errorf("errors %v %v %v", r[0].Error, r[1].Error, r[2].Error)
	}
}

func TestRatingsOfExtremes(t *testing.T) {
	cases := map[string][][]Tally{
		"no engines":      {},
		"one engine":      {{{}}},
		"no games":        mirror([][]Tally{{{}, {}}, {{}, {}}}),
		"all wins":        mirror([][]Tally{{{}, {Wins: 1000}}, {{}, {}}}),
		"all draws":       mirror([][]Tally{{{}, {Draws: 1000}}, {{}, {}}}),
		"one never plays": mirror([][]Tally{{{}, {Wins: 3, Losses: 2}, {}}, {{}, {}, {}}, {{}, {}, {}}}),
		"a ladder":        mirror([][]Tally{{{}, {Wins: 9}, {Wins: 9}}, {{}, {}, {Wins: 9}}, {{}, {}, {}}}),
	}
	for name, tallies := range cases {
		r, _ := Ratings(tallies)
		if len(r) != len(tallies) {
			t.Fatalf("%s: %d ratings", name, len(r))
		}
		for i, x := range r {
			if math.IsNaN(x.Elo) || math.IsInf(x.Elo, 0) || math.IsNaN(x.Error) || math.IsInf(x.Error, 0) {
				t.Errorf("%s: engine %d has %+v", name, i, x)
			}
		}
	}
	r, prior := Ratings(cases["a ladder"])
	if !prior || !(r[0].Elo > r[1].Elo && r[1].Elo > r[2].Elo) {
		t.Errorf("a ladder gives %v, prior %v", r, prior)
	}
	r, prior = Ratings(cases["all draws"])
	if prior || math.Abs(r[0].Elo-r[1].Elo) > 1e-6 {
		t.Errorf("all draws give %v, prior %v", r, prior)
	}
}
