//go:build !gomocup

package cli

import (
	"bufio"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"tengen/board"
	"tengen/tournaments"
)

// newOpeningsCmd makes the command "openings". newJudge makes a judge out of a
// search of so many nodes for sets with this largest score, newPlayout a game of such searches; scores are in the
// search's units.
func newOpeningsCmd(newJudge func(nodes uint64, largest int) tournaments.Judge, newPlayout func(nodes uint64) tournaments.Playout) *cobra.Command {
	p := tournaments.OpeningPlan{Count: 30, MinStones: 3, MaxStones: 6, MaxScore: 60, Seed: 1}
	rule, size, width, height := "freestyle", 15, 0, 0
	nodes, playout := uint64(50_000), uint64(0)
	var out string
	var quiet bool
	cmd := &cobra.Command{
		Use:   "openings",
		Short: "Make a set of near-even openings",
		Long: `Make a set of openings for testing: stones at random, near each other, spread
over the board; kept is what a search finds near even. No two are the same turned
or mirrored. With --playout the engine also plays games against itself from each,
and the set is steered so that black and white win as often in them. The same
seed, settings and version give the same set.`,
		Example: `  tengen openings --rule renju --count 30 --seed 1 -o renju15.txt`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			var err error
			if p.Rule, err = board.ParseRule(rule); err != nil {
				return err
			}
			p.Width, p.Height = width, height
			if width == 0 && height == 0 {
				p.Width, p.Height = size, size
			}
			if err := p.Check(); err != nil {
				return err
			}
			if err := checkOutputs([]namedFile{{"the openings", out}}, nil); err != nil {
				return err
			}
			if playout > 0 {
				p.Playout = newPlayout(playout)
				for _, quarters := range []uint64{3, 5, 6, 8} {
					p.Steer = append(p.Steer, newPlayout(playout*quarters/4))
				}
			}
			found := func(n, judged int) {
				if !quiet {
					fmt.Fprintf(cmd.ErrOrStderr(), "\r%d of %d openings, the last of %d positions ", n, p.Count, judged)
				}
			}
			openings, err := p.Make(cmd.Context(), newJudge(nodes, p.MaxScore), found)
			if !quiet {
				fmt.Fprintln(cmd.ErrOrStderr())
			}
			if err != nil {
				return err
			}
			played := ""
			if playout > 0 {
				played = fmt.Sprintf(" --playout %d", playout)
			}
			comment := fmt.Sprintf("%d openings, %s, %d x %d, %d to %d stones, within %d of even by %d nodes, no two alike.\n"+
				"Made by: tengen openings --rule %s --width %d --height %d --count %d --min-stones %d --max-stones %d --max-score %d --nodes %d%s --seed %d",
				p.Count, p.Rule, p.Width, p.Height, p.MinStones, p.MaxStones, p.MaxScore, nodes,
				p.Rule, p.Width, p.Height, p.Count, p.MinStones, p.MaxStones, p.MaxScore, nodes, played, p.Seed)
			if out == "" {
				return tournaments.WriteOpenings(cmd.OutOrStdout(), comment, openings)
			}
			file, err := os.Create(out)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(file)
			if err := tournaments.WriteOpenings(w, comment, openings); err != nil {
				file.Close()
				return err
			}
			if err := w.Flush(); err != nil {
				file.Close()
				return err
			}
			return file.Close()
		},
	}
	f := cmd.Flags()
	f.StringVar(&rule, "rule", rule, "freestyle, standard, renju, caro or caro-exact")
	f.IntVar(&size, "size", size, "width and height of the board, 5 to 22")
	f.IntVar(&width, "width", 0, "width of a board that is no square")
	f.IntVar(&height, "height", 0, "height of a board that is no square")
	f.IntVar(&p.Count, "count", p.Count, "openings to make")
	f.IntVar(&p.MinStones, "min-stones", p.MinStones, "fewest stones of an opening")
	f.IntVar(&p.MaxStones, "max-stones", p.MaxStones, "most stones of an opening")
	f.IntVar(&p.MaxScore, "max-score", p.MaxScore, "how uneven an opening may be, in the engine's hundredths")
	f.Uint64Var(&nodes, "nodes", nodes, "nodes to search for each position")
	f.Uint64Var(&playout, "playout", 0, "nodes for each move of a game from each opening, to balance the set; 0: no games")
	f.Uint64Var(&p.Seed, "seed", p.Seed, "seed of the random positions")
	f.StringVarP(&out, "output", "o", "", "file to write (default: standard output)")
	f.BoolVarP(&quiet, "quiet", "q", false, "no progress on standard error")
	return cmd
}
