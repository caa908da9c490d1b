package tournaments

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/board"
)

// The files that come with the program load as they are, but for the engines
// that a user has to bring.
func TestShippedTournaments(t *testing.T) {
	for file, missing := range map[string]string{
		"quick.toml":      "",
		"cup.toml":        "",
		"regression.toml": "tengen-old",
		"gomocup.toml":    "engines/rival/pbrain-rival",
	} {
		tour, err := Load(file)
		switch {
		case missing == "" && err != nil:
			t.Errorf("%s: %v", file, err)
		case missing == "" && tour.RoundsWithoutRepeat() < tour.Rounds:
			t.Errorf("%s: games repeat after %d rounds", file, tour.RoundsWithoutRepeat())
		case missing != "" && !errors.Is(err, fs.ErrNotExist) && (err == nil || !strings.Contains(err.Error(), filepath.FromSlash(missing))):
			t.Errorf("%s: %v; want that %s is missing", file, err, missing)
		}
	}
}

// Every opening set is whole, fits its board and rule, has no two openings that
// are the same turned or mirrored, and is spread over the board. Its balance is
// a test of internal/cli, which has the search for it.
func TestShippedOpenings(t *testing.T) {
	sets := []struct {
		file string
		size int
		rule board.Rule
	}{
		{"freestyle15.txt", 15, board.Freestyle},
		{"freestyle20.txt", 20, board.Freestyle},
		{"standard15.txt", 15, board.Standard},
		{"renju15.txt", 15, board.Renju},
		{"caro15.txt", 15, board.Caro},
	}
	for _, set := range sets {
		openings, err := ReadOpenings(filepath.Join("openings", set.file), set.size, set.size, set.rule)
		if err != nil {
			t.Error(err)
			continue
		}
		if len(openings) < 100 {
			t.Errorf("%s: %d openings", set.file, len(openings))
		}
		seen := map[string]int{}
		edge, quarters := 0, map[[2]bool]int{}
		for _, o := range openings {
			key := canonical(o.Stones, set.size, set.size)
			if line, twice := seen[key]; twice {
				t.Errorf("%s:%d: the same as line %d", set.file, o.Line, line)
			}
			seen[key] = o.Line
			if n := len(o.Stones); n < 4 || n > 8 {
				t.Errorf("%s:%d: %d stones", set.file, o.Line, n)
			}
			nearEdge := false
			for _, p := range o.Stones {
				x, y := min(p.X(), set.size-1-p.X()), min(p.Y(), set.size-1-p.Y())
				nearEdge = nearEdge || min(x, y) < 3
			}
			if nearEdge {
				edge++
			}
			quarters[[2]bool{o.Stones[0].X() < set.size/2, o.Stones[0].Y() < set.size/2}]++
		}
		// Gomocup's sets have stones near an edge in a good part of the openings.
		if 4*edge < len(openings) {
			t.Errorf("%s: %d of %d openings come near an edge", set.file, edge, len(openings))
		}
		for q, n := range quarters {
			if 10*n < len(openings) {
				t.Errorf("%s: %d openings begin in quarter %v", set.file, n, q)
			}
		}
		if len(quarters) != 4 {
			t.Errorf("%s: openings begin in %d quarters of the board", set.file, len(quarters))
		}
	}
	files, err := os.ReadDir("openings")
	if err != nil || len(files) != len(sets) {
		t.Errorf("%d files, %v", len(files), err)
	}
}
