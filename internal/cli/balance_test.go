//go:build !gomocup

package cli

import (
	"flag"
	"testing"

	"tengen/board"
	"tengen/tournaments"
)

var long = flag.Bool("long", false, "also run the tests that take minutes")

// The engine's games against itself from each opening set give Black 45 to 55%.
// The sets were made with games of 2000 nodes a move; these have others.
func TestOpeningSetsAreBalanced(t *testing.T) {
	if !*long {
		t.Skip("takes minutes; -long runs it")
	}
	for _, set := range []struct {
		file string
		size int
		rule board.Rule
	}{
		{"freestyle15.txt", 15, board.Freestyle},
		{"freestyle20.txt", 20, board.Freestyle},
		{"standard15.txt", 15, board.Standard},
		{"renju15.txt", 15, board.Renju},
		{"caro15.txt", 15, board.Caro},
	} {
		openings, err := tournaments.ReadOpenings("../../tournaments/openings/"+set.file, set.size, set.size, set.rule)
		if err != nil {
			t.Fatal(err)
		}
		points, games := 0.0, 0
		for _, nodes := range []uint64{1000, 3000} {
			play := openingPlayout(nodes)
			for _, o := range openings {
				b, err := board.New(set.size, set.size, set.rule)
				if err != nil {
					t.Fatal(err)
				}
				for _, p := range o.Stones {
					b.Play(p)
				}
				points += play(b).Score(board.Black)
				games++
			}
		}
		share := points / float64(games)
		t.Logf("%s: black makes %.1f%% of %d games", set.file, 100*share, games)
		if share < 0.45 || share > 0.55 {
			t.Errorf("%s: black makes %.1f%%", set.file, 100*share)
		}
	}
}
