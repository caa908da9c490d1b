package tournaments

import (
	"fmt"
	"math"
)

// Models of what the bounds of an SPRT mean.
const (
	Normalized = "normalized" // normalized Elo, see Pairs.NormalizedElo
	Logistic   = "logistic"   // plain Elo
)

// SPRT is a sequential probability ratio test: it compares two hypotheses about
// how much stronger the first engine is, Elo0 and Elo1, after every pair of
// games, and stops as soon as one of them is clearly the more likely. The
// wrong one is taken with probability Alpha (Elo1 although Elo0 is true) and
// Beta.
//
// The log-likelihood ratio is the generalized one of Michel Van den Bergh,
// "Comments on normalized Elo" (sections 4.1 and 4.2) and "Comparing the
// approximations for the generalized log likelihood ratio of a multinomial
// distribution" (proposition 1.1), both on cantate.be/Fishtest; fastchess
// computes the same.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
	Model       string // Normalized or Logistic
}

// Verdict says what a test has found so far.
type Verdict int

// What a test can have found.
const (
	Undecided Verdict = iota
	AcceptH0          // no stronger than Elo0
	AcceptH1          // at least as strong as Elo1
)

func (v Verdict) String() string {
	return [...]string{"undecided", "H0 accepted", "H1 accepted"}[v]
}

func (s *SPRTSettings) check() error {
	switch {
	case !(s.Elo0 < s.Elo1) || math.IsInf(s.Elo1-s.Elo0, 0):
		return badSetting("sprt.elo1", "%v; it must be more than elo0 (%v)", s.Elo1, s.Elo0)
	case !(s.Alpha > 0 && s.Alpha < 1):
		return badSetting("sprt.alpha", "%v; allowed are numbers between 0 and 1", s.Alpha)
	case !(s.Beta > 0 && s.Beta < 1):
		return badSetting("sprt.beta", "%v; allowed are numbers between 0 and 1", s.Beta)
	case s.Alpha+s.Beta >= 1:
		return badSetting("sprt.alpha", "alpha and beta together are %v; allowed is less than 1", s.Alpha+s.Beta)
	case s.Model != Normalized && s.Model != Logistic:
		return badSetting("sprt.model", "%q; allowed are %q and %q", s.Model, Normalized, Logistic)
	}
	return nil
}

// Bounds are the log-likelihood ratios at which the test ends: at lower or less
// H0 is accepted, at upper or more H1.
func (s SPRT) Bounds() (lower, upper float64) {
	return math.Log(s.Beta / (1 - s.Alpha)), math.Log((1 - s.Beta) / s.Alpha)
}

// Verdict says what a log-likelihood ratio means.
func (s SPRT) Verdict(llr float64) Verdict {
	lower, upper := s.Bounds()
	switch {
	case llr <= lower:
		return AcceptH0
	case llr >= upper:
		return AcceptH1
	}
	return Undecided
}

// LLR is the log-likelihood ratio of Elo1 to Elo0 after pairs of games; 0 for
// none.
func (s SPRT) LLR(p Pairs) float64 {
	// A pair's score has half the variance of a game's, so its t-value is larger
	// by the square root of 2.
	return s.llr([]float64{0, 0.25, 0.5, 0.75, 1}, p[:], math.Sqrt2)
}

// LLRGames is that of single games, for comparison with published values: it
// ignores that games of a pair are alike.
func (s SPRT) LLRGames(t Tally) float64 {
	return s.llr([]float64{0, 0.5, 1}, []int{t.Losses, t.Draws, t.Wins}, 1)
}

// noneSeen stands for a count of nothing, so that what has not been seen stays
// possible.
const noneSeen = 1e-3

func (s SPRT) llr(values []float64, counts []int, perPair float64) float64 {
	total, any := 0.0, 0
	probs := make([]float64, len(counts))
	for i, c := range counts {
		probs[i] = max(float64(c), noneSeen)
		total += probs[i]
		any += c
	}
	if any == 0 {
		return 0
	}
	for i := range probs {
		probs[i] /= total
	}
	var p0, p1 []float64
	if s.Model == Logistic {
		p0 = likeliestWithMean(values, probs, scoreOf(s.Elo0))
		p1 = likeliestWithMean(values, probs, scoreOf(s.Elo1))
	} else {
		p0 = likeliestWithT(values, probs, 0.5, perPair*s.Elo0/normalizedScale)
		p1 = likeliestWithT(values, probs, 0.5, perPair*s.Elo1/normalizedScale)
	}
	sum := 0.0
	for i, p := range probs {
		sum += p * (math.Log(p1[i]) - math.Log(p0[i]))
	}
	return total * sum
}

// likeliestWithMean is the distribution over values with the given mean that
// makes the observed one most likely.
func likeliestWithMean(values, observed []float64, mean float64) []float64 {
	offsets := make([]float64, len(values))
	for i, v := range values {
		offsets[i] = v - mean
	}
	return tilt(observed, offsets)
}

// likeliestWithT is the distribution with (mean - reference) / deviation = t
// that makes the observed one most likely. The condition is not linear in the
// distribution; it is made so around the last guess, again and again.
func likeliestWithT(values, observed []float64, reference, t float64) []float64 {
	p := make([]float64, len(values))
	for i := range p {
		p[i] = 1 / float64(len(p))
	}
	phi := make([]float64, len(values))
	for range 50 {
		mean, variance := 0.0, 0.0
		for i, v := range values {
			mean += p[i] * v
		}
		for i, v := range values {
			variance += p[i] * (v - mean) * (v - mean)
		}
		deviation := math.Sqrt(variance)
		for i, v := range values {
			z := (v - mean) / deviation
			phi[i] = v - reference - t*deviation*(1+z*z)/2
		}
		next := tilt(observed, phi)
		change := 0.0
		for i := range p {
			change = max(change, math.Abs(next[i]-p[i]))
		}
		p = next
		if change < 1e-10 {
			break
		}
	}
	return p
}

// tilt gives the distribution p(i) = observed(i) / (1 + theta a(i)) whose mean
// of a is 0. Theta lies between the two values where a denominator becomes
// zero, and the mean of a falls steadily from plus to minus infinity between
// them, so halving the interval finds it. Where all a have one sign there is no
// such distribution and the observed one is returned.
func tilt(observed, a []float64) []float64 {
	lo, hi := math.Inf(-1), math.Inf(1)
	for _, x := range a {
		if x > 0 {
			lo = max(lo, -1/x)
		} else if x < 0 {
			hi = min(hi, -1/x)
		}
	}
	theta := 0.0
	if !math.IsInf(lo, 0) && !math.IsInf(hi, 0) {
		for range 200 {
			theta = lo + (hi-lo)/2
			mean := 0.0
			for i, x := range a {
				mean += observed[i] * x / (1 + theta*x)
			}
			if mean > 0 {
				lo = theta
			} else {
				hi = theta
			}
		}
	}
	p := make([]float64, len(a))
	for i, x := range a {
		p[i] = observed[i] / (1 + theta*x)
	}
	return p
}

// describe is a line about the state of the test.
func (s SPRT) describe(p Pairs) string {
	llr := s.LLR(p)
	lower, upper := s.Bounds()
	return fmt.Sprintf("LLR %.2f (%.2f, %.2f) [%g, %g] %s: %s", llr, lower, upper, s.Elo0, s.Elo1, s.Model, s.Verdict(llr))
}
