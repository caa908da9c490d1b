package tournaments

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tengen/board"
)

// WritePGN writes a game like one of chess: tags with names and result, which
// is all that BayesElo and its kind read, and the stones as a comment. White is
// the engine with the white stones although black moves first; 1-0 means that
// white won.
func WritePGN(w io.Writer, h Header, g *Game) error {
	stones, opening, err := g.Stones()
	if err != nil {
		return err
	}
	result := map[Result]string{WhiteWins: "1-0", BlackWins: "0-1", Drawn: "1/2-1/2"}[g.Result]
	var b strings.Builder
	for _, tag := range [][2]string{
		{"Event", h.Name}, {"Site", "?"}, {"Date", g.Started.Format("2006.01.02")}, {"Round", g.ID},
		{"White", g.White}, {"Black", g.Black}, {"Result", result},
		{"Variant", fmt.Sprintf("%s %dx%d", g.Rule, g.Width, g.Height)},
		{"Termination", oneLine(string(g.Reason) + " " + g.Detail)},
		{"PlyCount", fmt.Sprint(len(stones) - opening)},
	} {
		fmt.Fprintf(&b, "[%s \"%s\"]\n", tag[0], pgnText(oneLine(tag[1])))
	}
	b.WriteString("\n{")
	for i, p := range stones {
		switch {
		case i > 0 && i%16 == 0:
			b.WriteByte('\n')
		case i > 0:
			b.WriteByte(' ')
		}
		b.WriteString(p.String())
	}
	fmt.Fprintf(&b, "} %s\n\n", result)
	_, err = io.WriteString(w, b.String())
	return err
}

func pgnText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s)
}

// ReadPGN reads games that WritePGN wrote. All stones come back as moves.
func ReadPGN(r io.Reader) ([]Game, error) {
	var games []Game
	var g Game
	var moves strings.Builder
	inMoves := false
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		l := strings.TrimSpace(in.Text())
		switch {
		case inMoves || strings.HasPrefix(l, "{"):
			inMoves = true
			text, after, done := strings.Cut(strings.TrimPrefix(l, "{"), "}")
			moves.WriteString(text + " ")
			if !done {
				continue
			}
			inMoves = false
			points, err := board.ParseMoves(moves.String())
			if err != nil {
				return games, fmt.Errorf("line %d: %w", n, err)
			}
			moves.Reset()
			for _, p := range points {
				g.Moves = append(g.Moves, Move{At: p.String()})
			}
			if res, ok := pgnResults[strings.TrimSpace(after)]; ok {
				g.Result = res
			}
			games = append(games, g)
			g = Game{}
		case strings.HasPrefix(l, "["):
			name, value, ok := strings.Cut(strings.Trim(l, "[]"), " ")
			if !ok || len(value) < 2 || value[0] != '"' || value[len(value)-1] != '"' {
				return games, fmt.Errorf("line %d: %q is no tag such as [White \"Tengen\"]", n, l)
			}
			g.setPGN(name, strings.NewReplacer(`\\`, `\`, `\"`, `"`).Replace(value[1:len(value)-1]))
		}
	}
	return games, in.Err()
}

var pgnResults = map[string]Result{"1-0": WhiteWins, "0-1": BlackWins, "1/2-1/2": Drawn}

func (g *Game) setPGN(name, value string) {
	switch name {
	case "White":
		g.White = value
	case "Black":
		g.Black = value
	case "Round":
		g.ID = value
	case "Result":
		g.Result = pgnResults[value]
	case "Variant":
		fmt.Sscanf(value, "%s %dx%d", &g.Rule, &g.Width, &g.Height)
	}
}
