package tournaments

import (
	"fmt"
	"io"
	"math"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
)

// WriteTable writes the standing table, and for two engines the difference
// between them, as plain text.
func (s *Standings) WriteTable(w io.Writer) {
	rows, prior := s.Rows()
	t := newTable(w, "", "engine", "Elo", "±", "games", "won", "drawn", "lost", "score", "as black", "as white")
	for i, r := range rows {
		all := r.Total()
		elo, err := "", ""
		if all.Games() > 0 {
			elo, err = fmt.Sprintf("%+.0f", noMinusZero(r.Rating.Elo)), fmt.Sprintf("%.0f", r.Rating.Error)
		}
		t.AppendRow(table.Row{i + 1, printable(r.Name), elo, err, all.Games(), all.Wins, all.Draws, all.Losses, percent(all), r.Black, r.White})
	}
	t.Render()
	if s.games == 0 {
		return
	}
	if prior {
		fmt.Fprintln(w, "Elo: somebody won or lost everything, so each engine was given one draw against an average one.")
	}
	if len(s.names) == 2 {
		s.writeMatch(w)
	}
}

// WriteConduct writes what engines needed and what they did wrong: time, depth
// and nodes where they tell them, memory, faults.
func (s *Standings) WriteConduct(w io.Writer) {
	if s.games == 0 {
		return
	}
	rows, _ := s.Rows()
	t := newTable(w, "", "engine", "moves", "ms/move", "max ms", "depth", "nodes", "MB", "faults")
	for i, r := range rows {
		t.AppendRow(table.Row{
			i + 1, printable(r.Name), r.Moves, shown(r.MeanTime, 1), shown(r.MaxTime, 0), shown(r.MeanDepth, 1), count(r.MeanNodes),
			shown(float64(r.MaxMemory)/(1<<20), 0), r.FaultCount(),
		})
	}
	t.Render()
	for _, r := range rows {
		if len(r.Faults) > 0 {
			fmt.Fprintf(w, "%s lost by faults: %s\n", printable(r.Name), faultList(r.Faults))
		}
	}
}

// newTable makes a table with a name in its second column and numbers in the
// rest.
func newTable(w io.Writer, header ...string) table.Writer {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	style := table.StyleLight
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	var row table.Row
	var columns []table.ColumnConfig
	for i, name := range header {
		row = append(row, name)
		if i != 1 {
			columns = append(columns, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
		}
	}
	t.AppendHeader(row)
	t.SetColumnConfigs(columns)
	return t
}

// writeMatch says how much stronger the first of two engines is.
func (s *Standings) writeMatch(w io.Writer) {
	d := s.Difference(0, 1)
	p := s.Pairs(0, 1)
	fmt.Fprintf(w, "%s against %s: %s, Elo %s, superior with %.1f%%\n", printable(s.names[0]), printable(s.names[1]), s.against[0][1], d, 100*d.Superior)
	if p.Count() > 0 {
		nelo, err := p.NormalizedElo()
		fmt.Fprintf(w, "pairs with 0, ½, 1, 1½, 2 points: %v; normalized Elo %+.1f ± %.1f\n", [5]int(p), nelo, err)
	}
}

func faultList(faults map[Reason]int) string {
	byName := map[string]int{}
	for r, n := range faults {
		byName[string(r)] = n
	}
	var words []string
	for _, name := range sortedKeys(byName) {
		words = append(words, fmt.Sprintf("%d %s", byName[name], name))
	}
	return strings.Join(words, ", ")
}

func percent(t Tally) string {
	if t.Games() == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f%%", 100*t.Score())
}

// shown writes a number, and nothing for one that nobody told.
func shown(x float64, digits int) string {
	if x == 0 {
		return ""
	}
	return fmt.Sprintf("%.*f", digits, x)
}

// count writes a large number with K or M.
func count(x float64) string {
	switch {
	case x == 0:
		return ""
	case x < 10e3:
		return fmt.Sprintf("%.0f", x)
	case x < 10e6:
		return fmt.Sprintf("%.0fK", x/1e3)
	default:
		return fmt.Sprintf("%.0fM", x/1e6)
	}
}

// noMinusZero keeps a rounded zero from being written as -0.
func noMinusZero(x float64) float64 {
	if math.Abs(x) < 0.5 {
		return 0
	}
	return x
}

// Line says in one line how a game ended.
func (g *Game) Line() string {
	var end string
	switch {
	case g.Result == Drawn:
		end = "draw"
	case g.Result == BlackWins:
		end = g.Black + " (black) wins"
	default:
		end = g.White + " (white) wins"
	}
	end += " by " + g.Reason.words()
	if g.Fault != "" {
		end += " of " + g.Fault
	}
	if g.Detail != "" {
		end += " (" + g.Detail + ")"
	}
	return printable(fmt.Sprintf("%s  %s - %s  %s, %s, %.1f s", g.ID, g.Black, g.White, end, Plural(len(g.Moves), "move"), g.Seconds))
}

// Plural writes a number and a word, in the plural but for one.
func Plural(n int, word string) string {
	if n == 1 {
		return "1 " + word
	}
	return fmt.Sprintf("%d %ss", n, word)
}

// words says a reason in words that can stand after "by".
func (r Reason) words() string {
	switch r {
	case Five:
		return "five in a row"
	case DrawMoves:
		return "the limit of moves"
	case DrawStones:
		return "the limit of stones"
	case DrawEmpty:
		return "the limit of empty cells"
	case Agreed:
		return "agreement"
	case NoMove:
		return "lack of a legal move"
	case NoStart:
		return "failure to start"
	case LeftBetween:
		return "end of process between games"
	case TurnTime:
		return "time for the move"
	case GameTime:
		return "time for the game"
	case Memory:
		return "memory limit"
	}
	return string(r)
}
