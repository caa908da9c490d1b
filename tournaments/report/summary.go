package report

import (
	"fmt"
	"html/template"
	"math"
	"strconv"
	"strings"

	"tengen/tournaments"
)

// summaryView is what summary.html shows.
type summaryView struct {
	Done, Total int
	When        string // "1 July 2026"
	How         string // rule, board, time, openings in a sentence
	Rows        []placeView
	Prior       bool
	Match       string // two engines: the difference between them
	Test        string // the state of the SPRT
	Cross       [][]crossCell
	Ticks       []tickView // of the Elo chart
	Pace        *paceView
	Reasons     []reasonView // by which games were lost
	Terms       []termView
	Nodes       bool // somebody told nodes or depth
}

// placeView is an engine in the standings.
type placeView struct {
	Place, Index         int
	Name, About          string
	Elo, Error           string
	Low, Mid, High       float64 // of the Elo chart, percent of its width
	Games                int
	All                  tournaments.Tally
	Score                string
	Black, White         string
	Mean, Max, Spent     string
	MeanBar, MaxBar      float64 // percent
	Depth, Nodes, Memory string
	Lost                 []int // by reason, as summaryView.Reasons
	LostAll              int
	Dash                 string // of its line in the pace chart
	Line                 string // of the pace chart
}

type crossCell struct {
	Self    bool
	Empty   bool
	A, B    int
	Points  string
	Games   int
	Tally   string
	Percent float64
}

type tickView struct {
	At    float64 // percent
	Label string
}

type termView struct{ Key, Value string }

type reasonView struct {
	Key, Words string
	Fault      bool
}

type paceView struct {
	Top    string // label of the upper end
	Stages []tickView
}

// summary makes the tables and charts. total is the number of games there will
// be.
func (s *sums) summary(total int) (template.HTML, error) {
	return render("summary.html", s.view(total))
}

func (s *sums) view(total int) summaryView {
	rows, prior := s.standings.Rows()
	v := summaryView{Done: s.done, Total: max(total, s.done), Prior: prior && s.done > 0}
	v.Reasons = s.lossReasons()
	order := make([]int, len(rows))
	low, high := math.Inf(1), math.Inf(-1)
	longest, meanest := 0.0, 0.0
	for i, r := range rows {
		order[i] = s.index[r.Name]
		low, high = min(low, r.Rating.Elo-r.Rating.Error), max(high, r.Rating.Elo+r.Rating.Error)
		longest, meanest = max(longest, r.MaxTime), max(meanest, r.MeanTime)
		v.Nodes = v.Nodes || r.MeanNodes > 0 || r.MeanDepth > 0
	}
	if math.IsInf(low, 0) || high-low < 20 {
		low, high = -10, 10
	}
	margin := (high - low) / 30
	low, high = low-margin, high+margin
	at := func(elo float64) float64 { return round1(100 * (elo - low) / (high - low)) }
	for _, t := range niceTicks(low, high, 4) {
		v.Ticks = append(v.Ticks, tickView{at(t), plus(t)})
	}
	for i, r := range rows {
		k := order[i]
		all := r.Total()
		p := placeView{
			Place: i + 1, Index: k, Name: r.Name, About: s.header.Engines[k].About, Games: all.Games(), All: all,
			Black: r.Black.String(), White: r.White.String(),
			Mean: duration(r.MeanTime, r.Moves), Max: duration(r.MaxTime, answers(r)), Spent: duration(s.spent[k], answers(r)),
			Depth: number(r.MeanDepth, 1), Nodes: large(r.MeanNodes), Memory: number(float64(r.MaxMemory)/(1<<20), 0),
			MeanBar: share(r.MeanTime, longest), MaxBar: share(r.MaxTime, longest),
			Dash: dashes[i%len(dashes)],
		}
		p.Low, p.Mid, p.High = at(r.Rating.Elo-r.Rating.Error), at(r.Rating.Elo), at(r.Rating.Elo+r.Rating.Error)
		if all.Games() > 0 {
			p.Elo, p.Error = plus(r.Rating.Elo), fmt.Sprintf("%.0f", r.Rating.Error)
			p.Score = fmt.Sprintf("%.1f%%", 100*all.Score())
		}
		for _, why := range v.Reasons {
			n := s.losses[k][tournaments.Reason(why.Key)]
			p.Lost = append(p.Lost, n)
			p.LostAll += n
		}
		v.Rows = append(v.Rows, p)
	}
	v.Cross = s.cross(order)
	s.drawPace(&v, order)
	if len(s.names) == 2 && s.done > 0 {
		d := s.standings.Difference(0, 1)
		v.Match = fmt.Sprintf("%s against %s: Elo %s, superior with %.1f%%", s.names[0], s.names[1], d, 100*d.Superior)
	}
	if t := s.test.State(); t != nil {
		v.Test = t.String()
	}
	v.Terms = terms(s.header)
	v.When, v.How = days(s.from, s.to), introduction(s.header)
	return v
}

// answers is not 0 when an engine has moved or answered too late to move.
func answers(s tournaments.Standing) int {
	if s.MaxTime > 0 {
		return max(s.Moves, 1)
	}
	return s.Moves
}

// dashes tell lines apart without colour.
var dashes = []string{"none", "7 4", "2 3", "10 3 2 3", "14 5", "4 2 1 2"}

// lossReasons lists the reasons by which a game was lost, in their usual order.
func (s *sums) lossReasons() []reasonView {
	var list []reasonView
	for _, r := range reasons {
		for _, m := range s.losses {
			if m[r] > 0 {
				list = append(list, reasonView{string(r), r.Words(), r.IsFault()})
				break
			}
		}
	}
	return list
}

func (s *sums) cross(order []int) [][]crossCell {
	var table [][]crossCell
	for _, a := range order {
		var row []crossCell
		for _, b := range order {
			t := s.standings.Against(a, b)
			row = append(row, crossCell{
				Self: a == b, Empty: t.Games() == 0, A: a, B: b, Points: halves(t.Points()), Games: t.Games(), Tally: t.String(),
				Percent: math.Round(100 * t.Score()),
			})
		}
		table = append(table, row)
	}
	return table
}

// fewMoves is how many moves a stage of the game must have to be drawn: means
// of a handful only zigzag.
const fewMoves = 3

// drawPace makes the chart of time over the stages of a game.
func (s *sums) drawPace(v *summaryView, order []int) {
	top, stages := 0.0, 0
	for _, cells := range s.pace {
		for i, c := range cells {
			if c.moves >= fewMoves {
				top, stages = max(top, c.millis/float64(c.moves)), max(stages, i+1)
			}
		}
	}
	if stages < 2 || top == 0 {
		return
	}
	top = niceAbove(top)
	v.Pace = &paceView{Top: duration(top, 1)}
	x := func(stage int) float64 { return round1(100 * (float64(stage) + 0.5) / float64(stages)) }
	every := (stages + 7) / 8
	for i := 0; i < stages; i += every {
		v.Pace.Stages = append(v.Pace.Stages, tickView{x(i), strconv.Itoa(i*paceStep + 1)})
	}
	for i, k := range order {
		var points []string
		for stage, c := range s.pace[k] {
			if c.moves < fewMoves {
				continue
			}
			points = append(points, fmt.Sprintf("%g,%g", x(stage), round1(100-100*c.millis/float64(c.moves)/top)))
		}
		v.Rows[i].Line = strings.Join(points, " ")
	}
}

// niceTicks are about n round numbers between two.
func niceTicks(low, high float64, n int) []float64 {
	step := niceAbove((high - low) / float64(n))
	var list []float64
	for t := math.Ceil(low/step) * step; t <= high; t += step {
		list = append(list, t)
	}
	return list
}

// niceAbove is the next 1, 2 or 5 times a power of ten.
func niceAbove(x float64) float64 {
	if x <= 0 {
		return 1
	}
	power := math.Pow(10, math.Floor(math.Log10(x)))
	for _, k := range []float64{1, 2, 5} {
		if k*power >= x {
			return k * power
		}
	}
	return 10 * power
}

func round1(x float64) float64 { return math.Round(x*10) / 10 }

func share(x, of float64) float64 {
	if of <= 0 {
		return 0
	}
	return round1(100 * x / of)
}

// plus writes a rounded number with its sign, and no sign at zero.
func plus(x float64) string {
	switch r := math.Round(x); {
	case r > 0:
		return fmt.Sprintf("+%.0f", r)
	case r < 0:
		return fmt.Sprintf("−%.0f", -r)
	}
	return "0"
}

// halves writes points, 3½.
func halves(x float64) string {
	whole, half := math.Modf(x)
	switch {
	case half == 0:
		return fmt.Sprintf("%.0f", whole)
	case whole == 0:
		return "½"
	}
	return fmt.Sprintf("%.0f½", whole)
}

// duration writes milliseconds; nothing where no move was made.
func duration(ms float64, moves int) string {
	switch {
	case moves == 0:
		return ""
	case ms < 10:
		return fmt.Sprintf("%.1f ms", ms)
	case ms < 1000:
		return fmt.Sprintf("%.0f ms", ms)
	case ms < 60e3:
		return fmt.Sprintf("%.1f s", ms/1e3)
	case ms < 3600e3:
		return fmt.Sprintf("%d min %02d s", int(ms/60e3), int(ms/1e3)%60)
	}
	return fmt.Sprintf("%d h %02d min", int(ms/3600e3), int(ms/60e3)%60)
}

// number writes a number, and nothing for one nobody told.
func number(x float64, digits int) string {
	if x == 0 {
		return ""
	}
	return strconv.FormatFloat(x, 'f', digits, 64)
}

// large writes a large number with K or M.
func large(x float64) string {
	switch {
	case x == 0:
		return ""
	case x < 10e3:
		return fmt.Sprintf("%.0f", x)
	case x < 10e6:
		return fmt.Sprintf("%.0f K", x/1e3)
	}
	return fmt.Sprintf("%.0f M", x/1e6)
}
