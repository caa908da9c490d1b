package tournaments

import (
	"bytes"
	"fmt"
	"io"
	"strconv"
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
// all stones come back as moves. What follows the moves may be missing, but a
// file that ends within a line of it or of a move is refused.
func ReadPSQ(r io.Reader) (Game, error) {
	var g Game
	text, err := io.ReadAll(r)
	if err != nil {
		return g, err
	}
	whole := bytes.HasSuffix(text, []byte("\n"))
	lines := strings.Split(strings.TrimSuffix(string(text), "\n"), "\n")
	var scores1, scores2, start int
	if _, err := fmt.Sscanf(lines[0], "Piskvorky %dx%d, %d:%d, %d", &g.Width, &g.Height, &scores1, &scores2, &start); err != nil {
		return g, fmt.Errorf("line 1: %q does not begin a Piskvork game such as \"Piskvorky 20x20, 11:11, 0\"", strings.TrimSpace(lines[0]))
	}
	if g.Width < board.MinSize || g.Height < board.MinSize || g.Width > board.MaxSize || g.Height > board.MaxSize {
		return g, fmt.Errorf("line 1: a board of %d x %d; allowed are %d to %d points a side", g.Width, g.Height, board.MinSize, board.MaxSize)
	}
	var names []string
	for i, l := range lines[1:] {
		l = strings.TrimSpace(l)
		if len(names) == 0 && strings.Contains(l, ",") && strings.Trim(l, "-0123456789, ") == "" {
			m, err := g.psqMove(l)
			if err == nil && !whole && i == len(lines)-2 {
				err = fmt.Errorf("the file ends within the move %q", l)
			}
			if err != nil {
				return g, fmt.Errorf("line %d: %w", i+2, err)
			}
			g.Moves = append(g.Moves, m)
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
	if len(names) == 1 {
		return g, fmt.Errorf("line %d: the file ends after %q; two names are needed", len(lines), names[0])
	}
	if len(names) == 2 {
		g.Black, g.White = names[0], names[1]
	}
	return g, nil
}

// psqMove reads column, row and milliseconds, which may be missing.
func (g *Game) psqMove(l string) (Move, error) {
	var n []int
	for _, f := range strings.Split(l, ",") {
		k, err := strconv.Atoi(strings.TrimSpace(f))
		if err != nil {
			return Move{}, fmt.Errorf("%q is no move such as 8,8,125 (column, row, milliseconds)", l)
		}
		n = append(n, k)
	}
	if len(n) < 2 {
		return Move{}, fmt.Errorf("%q is no move such as 8,8,125 (column, row, milliseconds)", l)
	}
	if n[0] < 1 || n[1] < 1 || n[0] > g.Width || n[1] > g.Height {
		return Move{}, fmt.Errorf("%d,%d is off the board of %d x %d", n[0], n[1], g.Width, g.Height)
	}
	m := Move{At: board.At(n[0]-1, n[1]-1).String()}
	if len(n) > 2 {
		m.Millis = float64(n[2])
	}
	return m, nil
}
