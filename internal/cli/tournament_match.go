//go:build !gomocup

package cli

import (
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"tengen/tournaments"
)

// newMatchCmd makes the command "match": a tournament of two engines without a
// file.
func newMatchCmd() *cobra.Command {
	var run runFlags
	t := tournaments.Default()
	each := tournaments.DefaultEngine()
	var names, infos []string
	var turnB, gameB, nodesB = unset, unset, int64(-1)
	var games int
	var sprt, fresh bool
	test := tournaments.DefaultSPRT()

	cmd := &cobra.Command{
		Use:   "match COMMAND-A COMMAND-B",
		Short: "Play two engines against each other",
		Long: `Play two engines against each other: pairs of games with the same opening and
colours swapped. Each engine is a command line, quoted for the shell; {tengen}
stands for this program. With --sprt the match ends as soon as it is clear
whether A is stronger than B.

Exit status: as of "tournament".`,
		Example: `  tengen match ./tengen ./tengen-old --turn 20ms --games 2000 --concurrency 2 --sprt
  tengen match '{tengen}' '../rapfi/pbrain-rapfi' --rule renju --turn 1s --memory 64MB`,
		Args: cobra.ExactArgs(2),
		RunE: func(cmd *cobra.Command, args []string) error {
			if games < 2 || games%2 != 0 {
				return fmt.Errorf("--games %d; it must be an even number, since every opening is played twice", games)
			}
			if len(names) != 0 && len(names) != 2 {
				return fmt.Errorf("--names needs two names with a comma between")
			}
			info, err := parseInfos(infos)
			if err != nil {
				return err
			}
			for i, command := range args {
				e := each
				e.Command, e.Info = command, info
				if len(names) == 2 {
					e.Name = names[i]
				}
				if fresh {
					e.Restart = tournaments.RestartFresh
				}
				if i == 1 {
					if turnB != unset {
						e.Turn = turnB
					}
					if gameB != unset {
						e.Game = gameB
					}
					if cmd.Flags().Changed("nodes-b") {
						e.Nodes = nodesB
					}
				}
				t.Engines = append(t.Engines, e)
			}
			t.Name, t.Pairing, t.Rounds = "match", tournaments.Match, games/2
			if sprt {
				t.SPRT = &test
			}
			dir, err := os.Getwd()
			if err != nil {
				return err
			}
			if err := t.Check(dir); err != nil {
				return err
			}
			record := run.record
			switch record {
			case "":
				record = time.Now().Format("match-20060102-150405.jsonl")
			case "none":
				record = ""
			}
			return run.play(cmd, &t, "", record, tournaments.Shard{})
		},
	}
	run.add(cmd, `record file, "none" for none (default: match-DATE-TIME.jsonl in the current directory); an existing one is continued`)
	f := cmd.Flags()
	f.IntVar(&games, "games", 100, "games to play, at most with --sprt")
	f.StringSliceVar(&names, "names", nil, "names of the two engines (default: what they answer to ABOUT)")
	f.StringVar(&t.Board.Rule, "rule", t.Board.Rule, "freestyle, standard, renju, caro or caro-exact")
	f.IntVar(&t.Board.Size, "size", t.Board.Size, "width and height of the board, 5 to 22")
	f.IntVar(&t.Concurrency, "concurrency", t.Concurrency, "games at a time")
	f.Uint64Var(&t.Seed, "seed", t.Seed, "seed of the order and the symmetries of openings")
	f.StringVar(&t.Openings.File, "openings", "", "file of openings (default: games begin on the empty board)")
	f.StringVar(&t.Openings.Order, "order", t.Openings.Order, "order of the openings: sequential or shuffled")
	f.BoolVar(&t.Openings.Symmetries, "symmetries", false, "turn and mirror the openings")
	f.BoolVar(&t.Openings.Swap2, "swap2", false, "the engines make the opening by the swap2 rule")
	f.Var(spanFlag(&each.Turn), "turn", "time for a move, such as 100ms (default: 1s, or the time for the game)")
	f.Var(spanFlag(&each.Game), "game", "time for all moves of a game; 0s: no limit")
	f.Var(spanFlag(&each.Increment), "increment", "added to the time for the game after each move")
	f.Var(spanFlag(&each.Tolerance), "tolerance", "how far a time limit may be overstepped")
	f.Int64Var(&each.Nodes, "nodes", 0, "node limit for a move (INFO max_node); 0: none")
	f.IntVar(&each.Depth, "depth", 0, "depth limit for a move (INFO max_depth); 0: none")
	f.IntVar(&each.Threads, "threads", 0, "threads an engine may use (INFO thread_num); 0: not told")
	f.Var(spanFlag(&turnB), "turn-b", "time for a move of the second engine, when it differs")
	f.Var(spanFlag(&gameB), "game-b", "time for a game of the second engine, when it differs")
	f.Int64Var(&nodesB, "nodes-b", -1, "node limit of the second engine, when it differs")
	f.Var(bytesFlag(&each.Memory), "memory", "memory limit of an engine, such as 350MB; 0: none")
	f.Var(bytesFlag(&each.MemoryTolerance), "memory-tolerance", "how far the memory limit may be overstepped")
	f.Var(spanFlag(&each.Pause), "pause", "no command reaches an engine within this time after its move, charged to nobody; some engines lose such commands, others are tested faster with 0s")
	f.StringArrayVar(&infos, "info", nil, "one more INFO line for both engines, as key=value; may be repeated")
	f.BoolVar(&each.Suspend, "suspend", false, "stop an engine while its opponent thinks, as the Gomocup judge does")
	f.BoolVar(&fresh, "fresh", false, "start a fresh process for every game")
	f.IntVar(&t.Draw.Moves, "draw-moves", 0, "draw after this many moves; 0: never")
	f.IntVar(&t.Draw.Stones, "draw-stones", 0, "draw at this many stones on the board; 0: never")
	f.IntVar(&t.Draw.Empty, "draw-empty", 0, "draw when only this many cells are empty; 0: never")
	f.IntVar(&t.Win.Moves, "win-moves", 0, "a game is won when both engines say so for this many moves; 0: never")
	f.IntVar(&t.Win.Score, "win-score", t.Win.Score, "the evaluation that says so")
	f.BoolVar(&sprt, "sprt", false, "stop as soon as it is clear whether A is stronger")
	f.Float64Var(&test.Elo0, "elo0", test.Elo0, "SPRT: the difference that is too little")
	f.Float64Var(&test.Elo1, "elo1", test.Elo1, "SPRT: the difference that is wanted")
	f.Float64Var(&test.Alpha, "alpha", test.Alpha, "SPRT: probability to accept elo1 when elo0 is true")
	f.Float64Var(&test.Beta, "beta", test.Beta, "SPRT: probability to accept elo0 when elo1 is true")
	f.StringVar(&test.Model, "model", test.Model, "SPRT: normalized or logistic Elo")
	return cmd
}
