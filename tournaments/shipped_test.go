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

// Every opening set is whole, fits its board and rule, and has no two openings
// that are the same turned or mirrored.
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
		if len(openings) < 30 {
			t.Errorf("%s: %d openings", set.file, len(openings))
		}
		seen := map[string]int{}
		for _, o := range openings {
			key := canonical(o.Stones, set.size, set.size)
			if line, twice := seen[key]; twice {
				t.Errorf("%s:%d: the same as line %d", set.file, o.Line, line)
			}
			seen[key] = o.Line
			if n := len(o.Stones); n < 3 || n > 6 {
				t.Errorf("%s:%d: %d stones", set.file, o.Line, n)
			}
		}
	}
	files, err := os.ReadDir("openings")
	if err != nil || len(files) != len(sets) {
		t.Errorf("%d files, %v", len(files), err)
	}
}
