package tournaments

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tengen/board"
)

// WritePSQ writes a game in Piskvork's format, as Gomocup publishes its games:
//
//	Piskvorky 15x15, 11:11, 0
//	8,8,0
//	9,9,125          column and row from 1, milliseconds
//	...
//	Tengen           who moved first
//	Wine
//	1,cup            0 draw, 1 the first won, 2 the second, -1 not over; the tournament
//
// 11:11 says that both are programs and 0 that the first moved first. Lines end
// in CR LF.
func WritePSQ(w io.Writer, h Header, g *Game) error {
	stones, opening, err := g.Stones()
	if err != nil {
		return err
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Piskvorky %dx%d, 11:11, 0\r\n", g.Width, g.Height)
	for i, p := range stones {
		ms := 0.0
		if i >= opening {
			ms = g.Moves[i-opening].Millis
		}
		fmt.Fprintf(&b, "%d,%d,%.0f\r\n", p.X()+1, p.Y()+1, ms)
	}
	result := map[Result]int{"": -1, Drawn: 0, BlackWins: 1, WhiteWins: 2}[g.Result]
	fmt.Fprintf(&b, "%s\r\n%s\r\n%d,%s\r\n", oneLine(g.Black), oneLine(g.White), result, oneLine(h.Name))
	_, err = io.WriteString(w, b.String())
	return err
}

// ReadPSQ reads a game in Piskvork's format. The rule is not in the file, and
// all stones come back as moves.
func ReadPSQ(r io.Reader) (Game, error) {
	var g Game
	in := bufio.NewScanner(r)
	if !in.Scan() {
		return g, fmt.Errorf("line 1: the file is empty")
	}
	var scores1, scores2, start int
	if _, err := fmt.Sscanf(in.Text(), "Piskvorky %dx%d, %d:%d, %d", &g.Width, &g.Height, &scores1, &scores2, &start); err != nil {
		return g, fmt.Errorf("line 1: %q does not begin a Piskvork game such as \"Piskvorky 20x20, 11:11, 0\"", in.Text())
	}
	var names []string
	for n := 2; in.Scan(); n++ {
		l := strings.TrimSpace(in.Text())
		var x, y, ms int
		if k, _ := fmt.Sscanf(l, "%d,%d,%d", &x, &y, &ms); k >= 2 && len(names) == 0 {
			if x < 1 || y < 1 || x > g.Width || y > g.Height || g.Width > board.MaxSize || g.Height > board.MaxSize {
				return g, fmt.Errorf("line %d: %d,%d is off the board of %d x %d", n, x, y, g.Width, g.Height)
			}
			g.Moves = append(g.Moves, Move{At: board.At(x-1, y-1).String(), Millis: float64(ms)})
			continue
		}
		switch {
		case l == "":
		case len(names) < 2:
			names = append(names, l)
		default:
			first, _, _ := strings.Cut(l, ",")
			g.Result = map[string]Result{"0": Drawn, "1": BlackWins, "2": WhiteWins}[first]
		}
	}
	if len(names) == 2 {
		g.Black, g.White = names[0], names[1]
	}
	return g, in.Err()
}
