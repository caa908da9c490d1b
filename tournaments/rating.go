package tournaments

import (
	"math"

	"gonum.org/v1/gonum/mat"
	"gonum.org/v1/gonum/optimize"
)

// Rating is an engine's place in a rating list.
type Rating struct {
	Elo   float64 // relative to the mean of the list, 0
	Error float64 // half the 95% interval
}

// Ratings fits one strength to every engine by maximum likelihood in the model
// of Bradley and Terry (1952), where the expected score of i against j is
// 1 / (1 + 10^((Rj - Ri) / 400)) and a draw is half a win and half a loss.
// tallies[i][j] is what i did against j; tallies[j][i] must be its mirror image.
//
// The likelihood has a maximum only when no group of engines has won everything
// against the rest (and everybody is connected by games). Where it has none,
// every engine gets one draw against an imaginary one of mean strength, and
// prior is true.
func Ratings(tallies [][]Tally) (ratings []Rating, prior bool) {
	n := len(tallies)
	games := make([][]float64, n) // between i and j
	points := make([]float64, n)  // of i
	for i := range tallies {
		games[i] = make([]float64, n)
		for j, t := range tallies[i] {
			if i != j {
				games[i][j] = float64(t.Games())
				points[i] += t.Points()
			}
		}
	}
	// Strengths are in natural units while fitting. Their sum is free, so the
	// square of the sum is added to the cost to fix it at 0; the imaginary
	// opponent, whose strength is 0, fixes it as well.
	virtual, gauge := 0.0, 1.0
	if !connected(tallies) {
		virtual, gauge, prior = 1, 0, true
	}
	problem := optimize.Problem{
		Func: func(x []float64) float64 {
			cost, sum := 0.0, 0.0
			for i := range x {
				sum += x[i]
				cost -= points[i] * x[i]
				for j := range i {
					cost += games[i][j] * logSumExp(x[i], x[j])
				}
				cost += virtual * (logSumExp(x[i], 0) - x[i]/2)
			}
			return cost + gauge*sum*sum/2
		},
		Grad: func(grad, x []float64) {
			sum := 0.0
			for i := range x {
				sum += x[i]
			}
			for i := range x {
				grad[i] = gauge*sum - points[i] + virtual*(logistic(x[i])-0.5)
				for j := range x {
					if i != j {
						grad[i] += games[i][j] * logistic(x[i]-x[j])
					}
				}
			}
		},
		Hess: func(h *mat.SymDense, x []float64) { information(h, games, x, virtual, gauge) },
	}
	x := make([]float64, n)
	if n > 1 {
		settings := &optimize.Settings{GradientThreshold: 1e-9, MajorIterations: 500}
		result, err := optimize.Minimize(problem, x, settings, &optimize.Newton{})
		// A line search that can no longer improve the last digit is no failure.
		if result != nil && (err == nil || allFinite(result.X)) {
			x = result.X
		}
	}
	mean := 0.0
	for _, v := range x {
		mean += v / float64(max(1, n))
	}
	ratings = make([]Rating, n)
	for i := range x {
		ratings[i].Elo = (x[i] - mean) * eloScale
	}
	for i, d := range deviations(games, x, virtual, gauge) {
		ratings[i].Error = z95 * d * eloScale
	}
	return ratings, prior
}

// deviations are the standard deviations of strengths that sum to 0: the
// pseudo-inverse of the information matrix. Engines without any game have none.
func deviations(games [][]float64, x []float64, virtual, gauge float64) []float64 {
	n := len(x)
	out := make([]float64, n)
	if n == 0 {
		return out
	}
	h := mat.NewSymDense(n, nil)
	information(h, games, x, virtual, gauge)
	var chol mat.Cholesky
	if !chol.Factorize(h) {
		return out
	}
	var inverse mat.SymDense
	if chol.InverseTo(&inverse) != nil {
		return out
	}
	// The matrix had the all-ones matrix added; its share of the inverse is
	// the variance of the mean, 1/n^2, which is no variance of a difference.
	// With the imaginary opponent the mean is known and nothing is taken off.
	share := gauge / float64(n*n)
	for i := range out {
		out[i] = math.Sqrt(max(0, inverse.At(i, i)-share))
	}
	return out
}

// information fills h with the second derivatives of the cost: the Fisher
// information plus gauge times the all-ones matrix.
func information(h *mat.SymDense, games [][]float64, x []float64, virtual, gauge float64) {
	for i := range x {
		diagonal := gauge + virtual*logistic(x[i])*logistic(-x[i])
		for j := range x {
			if i == j {
				continue
			}
			w := games[i][j] * logistic(x[i]-x[j]) * logistic(x[j]-x[i])
			diagonal += w
			if j > i {
				h.SetSym(i, j, gauge-w)
			}
		}
		h.SetSym(i, i, diagonal)
	}
}

func logistic(x float64) float64 { return 1 / (1 + math.Exp(-x)) }

// logSumExp is ln(e^a + e^b) without overflow.
func logSumExp(a, b float64) float64 {
	m := max(a, b)
	return m + math.Log(math.Exp(a-m)+math.Exp(b-m))
}

func allFinite(x []float64) bool {
	for _, v := range x {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return false
		}
	}
	return true
}

// connected tells whether from every engine every other one can be reached by
// steps from one who scored to the one it scored against. Ford (1957) showed
// that this is the condition for a unique maximum.
func connected(tallies [][]Tally) bool {
	n := len(tallies)
	for _, forward := range []bool{true, false} {
		seen := make([]bool, n)
		queue := []int{0}
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			if i >= n || seen[i] {
				continue
			}
			seen[i] = true
			for j := range n {
				t := tallies[i][j]
				if !forward {
					t = tallies[j][i]
				}
				if i != j && t.Wins+t.Draws > 0 {
					queue = append(queue, j)
				}
			}
		}
		for i := range n {
			if !seen[i] {
				return false
			}
		}
	}
	return true
}
