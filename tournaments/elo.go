package tournaments

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// eloScale is the number of Elo points between an expected score s and one half
// in logits: elo = eloScale * ln(s / (1-s)).
const eloScale = 400 / math.Ln10

// z95 is how many standard deviations a 95% interval reaches to each side.
var z95 = distuv.UnitNormal.Quantile(0.975)

// Tally counts games from one engine's side.
type Tally struct {
	Wins, Draws, Losses int
}

// Games is the number of games counted.
func (t Tally) Games() int { return t.Wins + t.Draws + t.Losses }

// Score is the points won as a share of the games, 0 to 1; one half for no
// games.
func (t Tally) Score() float64 {
	if t.Games() == 0 {
		return 0.5
	}
	return (float64(t.Wins) + float64(t.Draws)/2) / float64(t.Games())
}

// Points is a win 1, a draw one half.
func (t Tally) Points() float64 { return float64(t.Wins) + float64(t.Draws)/2 }

// add counts a game that gave the score 1, 0.5 or 0.
func (t *Tally) add(score float64) {
	switch score {
	case 1:
		t.Wins++
	case 0:
		t.Losses++
	default:
		t.Draws++
	}
}

// plus adds two tallies.
func (t Tally) plus(o Tally) Tally {
	return Tally{t.Wins + o.Wins, t.Draws + o.Draws, t.Losses + o.Losses}
}

func (t Tally) String() string {
	return fmt.Sprintf("+%d =%d -%d", t.Wins, t.Draws, t.Losses)
}

// Pairs counts pairs of games with the same opening and colours swapped by the
// points one engine made in them: index 0 is none, 1 half a point, 2 one point
// (a win and a loss, or two draws), 3 one and a half, 4 two. The five counts
// are called pentanomial.
type Pairs [5]int

// Count is the number of pairs.
func (p Pairs) Count() int { return p[0] + p[1] + p[2] + p[3] + p[4] }

// Difference is how much stronger one engine is than another, in Elo points.
// Low and High bound it with 95% confidence; they, and Elo itself, may be
// infinite when all games had one result. Known is false without a game.
type Difference struct {
	Elo, Low, High float64
	Superior       float64 // likelihood of superiority, 0 to 1
	Known          bool
}

// Error is half the width of the interval, infinite when the interval is.
func (d Difference) Error() float64 { return (d.High - d.Low) / 2 }

func (d Difference) String() string {
	if !d.Known {
		return "unknown"
	}
	if math.IsInf(d.Elo, 0) || math.IsInf(d.High-d.Low, 0) {
		return fmt.Sprintf("%s (95%%: %s to %s)", signed(d.Elo), signed(d.Low), signed(d.High))
	}
	return fmt.Sprintf("%+.1f ± %.1f", d.Elo, d.Error())
}

func signed(x float64) string {
	if math.IsInf(x, 0) {
		return fmt.Sprintf("%+v", x)[:1] + "inf"
	}
	return fmt.Sprintf("%+.0f", x)
}

// eloOf is the difference at which the expected score is s.
func eloOf(s float64) float64 {
	switch {
	case s <= 0:
		return math.Inf(-1)
	case s >= 1:
		return math.Inf(1)
	}
	return eloScale * math.Log(s/(1-s))
}

// scoreOf is the expected score at a difference in Elo points: the inverse of
// eloOf.
func scoreOf(elo float64) float64 { return 1 / (1 + math.Exp(-elo/eloScale)) }

// Difference estimates the difference from single games, which is right when
// their results do not depend on each other.
func (t Tally) Difference() Difference {
	return difference([]float64{0, 0.5, 1}, []int{t.Losses, t.Draws, t.Wins})
}

// Difference estimates the difference from pairs of games. Games from the same
// opening are alike, and pairs take that into account.
func (p Pairs) Difference() Difference {
	return difference([]float64{0, 0.25, 0.5, 0.75, 1}, p[:])
}

// difference takes how often each value of the score occurred. The interval is
// that of the normal distribution, as match runners print it; where all values
// are the same it has no width, and the exact binomial interval (Clopper and
// Pearson, by the beta distribution) stands in.
func difference(values []float64, counts []int) Difference {
	n, mean, variance := moments(values, counts)
	if n == 0 {
		return Difference{Superior: 0.5}
	}
	d := Difference{Elo: eloOf(mean), Known: true}
	if variance == 0 {
		// mean*n successes out of n; for draws that is a fair guess.
		wins := mean * n
		low, high := 0.0, 1.0
		if wins > 0 {
			low = distuv.Beta{Alpha: wins, Beta: n - wins + 1}.Quantile(0.025)
		}
		if wins < n {
			high = distuv.Beta{Alpha: wins + 1, Beta: n - wins}.Quantile(0.975)
		}
		d.Low, d.High = eloOf(low), eloOf(high)
		d.Superior = 1 - distuv.Beta{Alpha: wins + 1, Beta: n - wins + 1}.CDF(0.5)
		return d
	}
	deviation := math.Sqrt(variance / n)
	d.Low, d.High = eloOf(mean-z95*deviation), eloOf(mean+z95*deviation)
	d.Superior = distuv.UnitNormal.CDF((mean - 0.5) / deviation)
	return d
}

// moments gives the number of observations, their mean and their variance.
func moments(values []float64, counts []int) (n, mean, variance float64) {
	for i, c := range counts {
		n += float64(c)
		mean += float64(c) * values[i]
	}
	if n == 0 {
		return 0, 0.5, 0
	}
	mean /= n
	for i, c := range counts {
		variance += float64(c) * (values[i] - mean) * (values[i] - mean)
	}
	return n, mean, variance / n
}

// NormalizedElo is the difference measured in standard deviations of a game's
// score rather than in score, scaled so that it is about as large as Elo where
// a game's variance is that of balanced chess: 800/ln 10 points for one
// deviation, as fastchess and fishtest define it. The second value is half the
// 95% interval. Both are 0 where there is no variance to divide by.
func (p Pairs) NormalizedElo() (elo, err float64) {
	n, mean, variance := moments([]float64{0, 0.25, 0.5, 0.75, 1}, p[:])
	// The variance of a pair's mean score is half that of a game.
	return normalized(n, mean, variance, 2*variance)
}

// NormalizedElo is that of single games.
func (t Tally) NormalizedElo() (elo, err float64) {
	n, mean, variance := moments([]float64{0, 0.5, 1}, []int{t.Losses, t.Draws, t.Wins})
	return normalized(n, mean, variance, variance)
}

func normalized(n, mean, variance, perGame float64) (elo, err float64) {
	if n == 0 || variance == 0 {
		return 0, 0
	}
	unit := normalizedScale / math.Sqrt(perGame)
	return (mean - 0.5) * unit, z95 * math.Sqrt(variance/n) * unit
}

// normalizedScale is the points of normalized Elo in one standard deviation of
// a game's score.
const normalizedScale = 800 / math.Ln10
