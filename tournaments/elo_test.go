package tournaments

import (
	"math"
	"testing"
)

// near fails unless got is within one percent of want, as fastchess's own tests
// compare, or within 0.01 for values close to zero.
func near(t *testing.T, what string, got, want float64) {
	t.Helper()
	if math.IsNaN(got) || math.Abs(got-want) > max(0.01, 0.01*math.Abs(want)) {
		t.Errorf("%s = %.4f, want %.2f", what, got, want)
	}
}

// The values are those of fastchess's elo_test.cpp.
func TestDifferenceOfGamesAgreesWithFastchess(t *testing.T) {
	cases := []struct {
		tally                              Tally
		elo, err, nelo, nerr, score, super float64
	}{
		{Tally{Wins: 76, Losses: 89, Draws: 123}, math.NaN(), math.NaN(), -20.76, 40.13, 0.477, 0.1553},
		{Tally{Wins: 136, Losses: 96, Draws: 111}, 40.70, 30.43, 49.77, 36.77, 0.558, 0.9960},
		{Tally{Wins: 34, Losses: 356}, math.NaN(), math.NaN(), -508.44, 34.48, 0.087, 0},
	}
	for _, c := range cases {
		d := c.tally.Difference()
		nelo, nerr := c.tally.NormalizedElo()
		near(t, c.tally.String()+" normalized", nelo, c.nelo)
		near(t, c.tally.String()+" normalized error", nerr, c.nerr)
		near(t, c.tally.String()+" score", c.tally.Score(), c.score)
		near(t, c.tally.String()+" superiority", d.Superior, c.super)
		if !math.IsNaN(c.elo) {
			near(t, c.tally.String()+" elo", d.Elo, c.elo)
			near(t, c.tally.String()+" error", d.Error(), c.err)
		}
	}
}

// fastchess counts win-loss and draw-draw pairs apart; both are one point.
func TestDifferenceOfPairsAgreesWithFastchess(t *testing.T) {
	cases := []struct {
		pairs                       Pairs
		elo, err, nelo, nerr, super float64
	}{
		{Pairs{34, 54, 31 + 32, 64, 75}, 55.58, 27.65, 57.94, 28.28, 1},
		{Pairs{332, 433, 457 + 41, 333, 334}, -8.64, 10.33, -9.17, 10.96, 0.0505},
		{Pairs{7895, 8757, 5485 + 200, 568, 9999}, -21.04, 2.95, -19.01, 2.65, 0},
	}
	for _, c := range cases {
		d := c.pairs.Difference()
		nelo, nerr := c.pairs.NormalizedElo()
		near(t, "elo", d.Elo, c.elo)
		near(t, "error", d.Error(), c.err)
		near(t, "normalized", nelo, c.nelo)
		near(t, "normalized error", nerr, c.nerr)
		near(t, "superiority", d.Superior, c.super)
	}
}

func TestDifferenceOfExtremes(t *testing.T) {
	for _, n := range []int{1, 2, 10, 10000} {
		for _, c := range []struct {
			name  string
			d     Difference
			elo   float64
			super func(float64) bool
		}{
			{"all wins", Tally{Wins: n}.Difference(), math.Inf(1), func(s float64) bool { return s > 0.7 }},
			{"all losses", Tally{Losses: n}.Difference(), math.Inf(-1), func(s float64) bool { return s < 0.3 }},
			{"all draws", Tally{Draws: n}.Difference(), 0, func(s float64) bool { return math.Abs(s-0.5) < 1e-9 }},
			{"all pairs won", Pairs{4: n}.Difference(), math.Inf(1), func(s float64) bool { return s > 0.7 }},
			{"all pairs even", Pairs{2: n}.Difference(), 0, func(s float64) bool { return math.Abs(s-0.5) < 1e-9 }},
		} {
			d := c.d
			if !d.Known || d.Elo != c.elo || !c.super(d.Superior) {
				t.Errorf("%s, %d: %+v", c.name, n, d)
			}
			if math.IsNaN(d.Low) || math.IsNaN(d.High) || !(d.Low <= d.Elo && d.Elo <= d.High) || !(d.Low < d.High) {
				t.Errorf("%s, %d: interval %v to %v does not hold %v", c.name, n, d.Low, d.High, d.Elo)
			}
			if d.String() == "" {
				t.Errorf("%s, %d: no text", c.name, n)
			}
		}
	}
	if d := (Tally{}).Difference(); d.Known || d.Superior != 0.5 || d.String() != "unknown" {
		t.Errorf("no games: %+v %s", d, d)
	}
	// Ten wins of ten: the lower end of the exact interval is 0.025^(1/10).
	d := Tally{Wins: 10}.Difference()
	near(t, "lower bound of ten wins", scoreOf(d.Low), math.Pow(0.025, 0.1))
	if got := d.String(); got != "+inf (95%: +140 to +inf)" {
		t.Errorf("ten wins are written %q", got)
	}
}
