package tournaments

import (
	"fmt"
	"hash/fnv"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"gonum.org/v1/gonum/mat"
)

// Rated is one engine of a rating list.
type Rated struct {
	Name string
	Rating
	Anchor bool // its rating was given
	Total  Tally
	Group  int // engines that games connect have one number, from 0; without a game it is RatingList.Groups
}

// RatingList is the ratings of engines over the games of any number of records.
type RatingList struct {
	Engines []Rated // by group, then the strongest first
	Groups  int     // of engines that no game connects
	Games   int
	Prior   bool     // a draw against an average engine had to be added for each engine
	Anchors bool     // ratings are as given for the anchors; else relative to the mean
	Notes   []string // what a reader of the list should know
}

// Rate joins records of many runs into one rating list. Engines of one name are
// one engine; a game that a second file has as well, as a shard and the merged
// record do, counts once. anchors gives some engines the ratings the list is to have; the
// errors are then those of the difference to the anchors.
func Rate(paths []string, anchors map[string]float64) (*RatingList, error) {
	names, index := []string{}, map[string]int{}
	about := map[string]string{}
	var results []struct{ black, white, points int }
	list := &RatingList{Anchors: len(anchors) > 0}
	number := func(name string) int {
		i, ok := index[name]
		if !ok {
			i = len(names)
			index[name] = i
			names = append(names, name)
		}
		return i
	}
	seen := map[gameKey]int{} // the number of the file a game was in first
	twice := 0
	conditions := map[string]map[string]bool{"rule": {}, "board": {}}
	for file, path := range paths {
		err := ScanRecord(path, func(h Header) error {
			for _, e := range h.Engines {
				number(e.Name)
				if old, ok := about[e.Name]; ok && old != e.About && e.About != "" {
					list.note("%q is the name of engines that answer ABOUT with %q and %q; they count as one", e.Name, old, e.About)
				}
				if e.About != "" {
					about[e.Name] = e.About
				}
			}
			for key, values := range conditions {
				values[h.Terms[key]] = true
			}
			return nil
		}, func(g Game) error {
			key := g.key()
			if first, ok := seen[key]; ok && first != file {
				twice++
				return nil
			}
			seen[key] = file
			results = append(results, struct{ black, white, points int }{number(g.Black), number(g.White), int(2 * g.Result.Score(0))})
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	if twice > 0 {
		list.note("%s in more than one of the files; each counts once", Plural(twice, "game"))
	}
	for _, key := range sortedKeys(conditions) {
		if values := sortedKeys(conditions[key]); len(values) > 1 {
			list.note("the records differ in %s: %s", key, strings.Join(values, ", "))
		}
	}
	tallies := make([][]Tally, len(names))
	for i := range tallies {
		tallies[i] = make([]Tally, len(names))
	}
	for _, r := range results {
		score := float64(r.points) / 2
		tallies[r.black][r.white].add(score)
		tallies[r.white][r.black].add(1 - score)
	}
	list.Games = len(results)
	fixed := map[int]float64{}
	for _, name := range sortedKeys(anchors) {
		i, ok := index[name]
		if !ok {
			return nil, fmt.Errorf("anchor %q is in none of the records; there are %s", name, strings.Join(names, ", "))
		}
		fixed[i] = anchors[name]
	}
	var ratings []Rating
	if len(fixed) == 0 {
		ratings, list.Prior = Ratings(tallies)
	} else {
		ratings, list.Prior = AnchoredRatings(tallies, fixed)
	}
	group, n := groups(joined(tallies, fixed)) // given ratings connect too
	list.Groups = n
	if n > 1 {
		list.note("the engines fall into %d groups that no game connects; ratings cannot be compared between groups", n)
	}
	for i, name := range names {
		all := Tally{}
		for _, t := range tallies[i] {
			all = all.plus(t)
		}
		_, anchor := fixed[i]
		list.Engines = append(list.Engines, Rated{name, ratings[i], anchor, all, group[i]})
	}
	slices.SortStableFunc(list.Engines, func(a, b Rated) int {
		switch {
		case a.Group != b.Group:
			return a.Group - b.Group
		case a.Elo > b.Elo:
			return -1
		case a.Elo < b.Elo:
			return 1
		}
		return strings.Compare(a.Name, b.Name)
	})
	return list, nil
}

func (l *RatingList) note(format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if !slices.Contains(l.Notes, text) {
		l.Notes = append(l.Notes, text)
	}
}

// WriteTable writes the list as plain text.
func (l *RatingList) WriteTable(w io.Writer) {
	t := newTable(w, "", "engine", "Elo", "±", "games", "won", "drawn", "lost", "score")
	place := 0
	for i, r := range l.Engines {
		if place++; i > 0 && r.Group != l.Engines[i-1].Group && l.Groups > 1 {
			t.AppendSeparator() // what stands below is not weaker, only not comparable
			place = 1
		}
		elo := fmt.Sprintf("%+.0f", noMinusZero(r.Elo))
		err := fmt.Sprintf("%.0f", r.Error)
		if l.Anchors {
			elo = fmt.Sprintf("%.0f", noMinusZero(r.Elo))
		}
		if r.Anchor {
			err = "given"
		}
		if r.Total.Games() == 0 && !r.Anchor {
			elo, err = "", ""
		}
		t.AppendRow(table.Row{place, printable(r.Name), elo, err, r.Total.Games(), r.Total.Wins, r.Total.Draws, r.Total.Losses, percent(r.Total)})
	}
	t.Render()
	fmt.Fprintf(w, "%s; 95%% error bars", Plural(l.Games, "game"))
	if l.Anchors {
		fmt.Fprintln(w, " of the difference to the engines whose rating is given.")
	} else {
		fmt.Fprintln(w, "; Elo relative to the mean of the list.")
	}
	if l.Prior {
		fmt.Fprintln(w, "Somebody won or lost everything, so each engine was given one draw against an average one.")
	}
	for _, n := range l.Notes {
		fmt.Fprintf(w, "note: %s\n", printable(n))
	}
}

// AnchoredRatings is Ratings with the ratings of some engines given, by index.
// Errors are those with the given ratings taken as exact, so one anchor has the
// errors of differences to it.
//
// Where the likelihood has no maximum, each engine that is not given gets one
// draw against an imaginary one of the anchors' mean, and prior is true.
func AnchoredRatings(tallies [][]Tally, given map[int]float64) (ratings []Rating, prior bool) {
	n := len(tallies)
	var free []int
	x := make([]float64, n) // strengths, natural units
	mean := 0.0
	for i := range n {
		if elo, ok := given[i]; ok {
			x[i] = elo / eloScale
			mean += x[i] / float64(len(given))
		} else {
			free = append(free, i)
		}
	}
	for _, i := range free {
		x[i] = mean
	}
	virtual := 0.0
	if !connected(joined(tallies, given)) {
		virtual, prior = 1, true
	}
	// The cost is convex: Newton's method with steps halved until they help.
	cost := func() float64 {
		sum := 0.0
		for _, i := range free {
			sum += virtual * (logSumExp(x[i], mean) - (x[i]+mean)/2)
		}
		for i := range n {
			for j := range i {
				t := tallies[i][j]
				sum += float64(t.Games())*logSumExp(x[i], x[j]) - t.Points()*x[i] - (float64(t.Games())-t.Points())*x[j]
			}
		}
		return sum
	}
	ratings = make([]Rating, n)
	if m := len(free); m > 0 {
		grad, hess := mat.NewVecDense(m, nil), mat.NewSymDense(m, nil)
		var chol mat.Cholesky
		ok := false
		for range 200 {
			anchoredDerivatives(tallies, x, free, mean, virtual, grad, hess)
			if ok = chol.Factorize(hess); !ok {
				break
			}
			var step mat.VecDense
			if chol.SolveVecTo(&step, grad) != nil {
				break
			}
			before, size, old := cost(), 1.0, slices.Clone(x)
			for range 40 {
				for a, i := range free {
					x[i] = old[i] - size*step.AtVec(a)
				}
				if cost() <= before {
					break
				}
				size /= 2
			}
			if mat.Norm(&step, math.Inf(1)) < 1e-11 {
				break
			}
		}
		if ok {
			var inverse mat.SymDense
			if chol.InverseTo(&inverse) == nil {
				for a, i := range free {
					ratings[i].Error = z95 * math.Sqrt(max(0, inverse.At(a, a))) * eloScale
				}
			}
		}
	}
	for i := range ratings {
		ratings[i].Elo = x[i] * eloScale
	}
	return ratings, prior
}

// anchoredDerivatives fills the gradient and the second derivatives of the cost
// by the strengths that are free.
func anchoredDerivatives(tallies [][]Tally, x []float64, free []int, mean, virtual float64, grad *mat.VecDense, hess *mat.SymDense) {
	for a, i := range free {
		p := logistic(x[i] - mean)
		g, h := virtual*(p-0.5), virtual*p*(1-p)
		for j, t := range tallies[i] {
			if j == i || t.Games() == 0 {
				continue
			}
			p := logistic(x[i] - x[j])
			g += float64(t.Games())*p - t.Points()
			h += float64(t.Games()) * p * (1 - p)
		}
		grad.SetVec(a, g)
		hess.SetSym(a, a, h)
		for b := a + 1; b < len(free); b++ {
			j := free[b]
			p := logistic(x[i] - x[j])
			hess.SetSym(a, b, -float64(tallies[i][j].Games())*p*(1-p))
		}
	}
}

// joined adds a draw between all engines whose rating is given: none of them can
// run away from another, so for the existence of a maximum they are connected.
func joined(tallies [][]Tally, given map[int]float64) [][]Tally {
	out := make([][]Tally, len(tallies))
	for i := range tallies {
		out[i] = slices.Clone(tallies[i])
		for j := range out[i] {
			_, a := given[i]
			_, b := given[j]
			if a && b && i != j {
				out[i][j].Draws++
			}
		}
	}
	return out
}

// gameKey tells games apart, those of different runs too.
type gameKey [16]byte

// key is made of what two games cannot have in common by chance: their time and
// that of each move.
func (g *Game) key() (k gameKey) {
	h := fnv.New128a()
	fmt.Fprintln(h, g.ID, g.Number, g.Black, g.White, g.Result, g.Reason, g.Opening, g.Started.UnixNano(), g.Seconds)
	for _, m := range g.Moves {
		fmt.Fprintln(h, m.At, m.Millis)
	}
	h.Sum(k[:0])
	return k
}

// groups numbers the groups of engines that games connect, in the order of the
// list, and counts them; engines without a game are in none and get the number
// behind the last.
func groups(tallies [][]Tally) (of []int, n int) {
	of = make([]int, len(tallies))
	seen := make([]bool, len(tallies))
	var alone []int
	for start := range tallies {
		if seen[start] {
			continue
		}
		queue := []int{start}
		seen[start] = true
		for len(queue) > 0 {
			i := queue[0]
			queue = queue[1:]
			of[i] = n
			for j, t := range tallies[i] {
				if t.Games() > 0 && !seen[j] {
					seen[j] = true
					queue = append(queue, j)
				}
			}
		}
		if total(tallies[start]) > 0 {
			n++
		} else {
			alone = append(alone, start)
		}
	}
	for _, i := range alone {
		of[i] = n
	}
	return of, n
}

// total is the number of games of a row of tallies.
func total(row []Tally) int {
	n := 0
	for _, t := range row {
		n += t.Games()
	}
	return n
}
