package tournaments

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"tengen/board"
)

// WritePosText writes a game as a comment that says who played and a line of its
// stones in position notation. A file of such games is also a file of openings.
func WritePosText(w io.Writer, g *Game) error {
	stones, _, err := g.Stones()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(w, "# %s: %s - %s, %s, %s\n%s\n", g.ID, oneLine(g.Black), oneLine(g.White), g.Result, g.Reason, FormatStones(stones))
	return err
}

// ReadPosText reads the stones of games that WritePosText wrote, as moves.
func ReadPosText(r io.Reader) ([]Game, error) {
	var games []Game
	in := bufio.NewScanner(r)
	for n := 1; in.Scan(); n++ {
		l := strings.TrimSpace(in.Text())
		if l == "" || strings.HasPrefix(l, "#") {
			continue
		}
		points, err := board.ParseMoves(l)
		if err != nil {
			return games, fmt.Errorf("line %d: %w", n, err)
		}
		g := Game{}
		for _, p := range points {
			g.Moves = append(g.Moves, Move{At: p.String()})
		}
		games = append(games, g)
	}
	return games, in.Err()
}
