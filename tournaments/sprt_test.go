package tournaments

import (
	"math"
	"testing"
)

// The values are those of fastchess's sprt_test.cpp. It lists pairs as lost
// twice, lost and drawn, won and lost, drawn twice, won and drawn, won twice.
func TestLLRAgreesWithFastchess(t *testing.T) {
	games := []struct {
		tally      Tally
		elo0, elo1 float64
		model      string
		want       float64
	}{
		{Tally{Wins: 36433, Losses: 36027, Draws: 68692}, 0, 2, Normalized, 0.92},
		{Tally{Wins: 10871, Losses: 10650, Draws: 20431}, -1.75, 0.25, Normalized, 2.30},
		{Tally{Wins: 4250}, 0, 10, Normalized, 120.56},
		{Tally{Wins: 21404, Losses: 21184, Draws: 40708}, 0.5, 2.5, Logistic, -1.57},
		{Tally{Wins: 57433, Losses: 57030, Draws: 106593}, 0, 2, Logistic, -2.59},
	}
	for _, c := range games {
		s := SPRT{c.elo0, c.elo1, 0.05, 0.05, c.model}
		near(t, c.tally.String()+" "+c.model, s.LLRGames(c.tally), c.want)
	}
	pairs := []struct {
		pairs      Pairs
		elo0, elo1 float64
		model      string
		want       float64
	}{
		{Pairs{365, 16618, 36029 + 200, 16974, 390}, 0, 2, Normalized, 2.25},
		{Pairs{127, 4883, 10311 + 401, 5150, 104}, -1.75, 0.25, Normalized, 3.01},
		{Pairs{4: 5550}, 0, 5, Normalized, 111.82},
		{Pairs{223, 9863, 20279 + 1000, 10037, 246}, 0.5, 2.5, Logistic, -3.07},
		{Pairs{871, 26175, 55003 + 980, 26678, 821}, 0, 2, Logistic, -4.98},
	}
	for _, c := range pairs {
		s := SPRT{c.elo0, c.elo1, 0.05, 0.05, c.model}
		near(t, "pairs "+c.model, s.LLR(c.pairs), c.want)
	}
}

func TestLLROfExtremes(t *testing.T) {
	for _, model := range []string{Normalized, Logistic} {
		s := SPRT{0, 10, 0.05, 0.05, model}
		if llr := s.LLR(Pairs{}); llr != 0 {
			t.Errorf("%s: no pairs give %v", model, llr)
		}
		for _, n := range []int{1, 10, 100000} {
			for i := range 5 {
				var p Pairs
				p[i] = n
				llr := s.LLR(p)
				if math.IsNaN(llr) || math.IsInf(llr, 0) {
					t.Errorf("%s: %v give %v", model, p, llr)
				}
				if sign := llr > 0; i != 2 && sign != (i > 2) {
					t.Errorf("%s: %v give %v, the wrong sign", model, p, llr)
				}
			}
		}
	}
}

func TestVerdict(t *testing.T) {
	s := SPRT(DefaultSPRT())
	lower, upper := s.Bounds()
	near(t, "lower bound", lower, -2.94)
	near(t, "upper bound", upper, 2.94)
	for llr, want := range map[float64]Verdict{-3: AcceptH0, -2.9: Undecided, 0: Undecided, 2.9: Undecided, 3: AcceptH1} {
		if got := s.Verdict(llr); got != want {
			t.Errorf("an LLR of %v means %s, want %s", llr, got, want)
		}
	}
}
