//go:build !gomocup

package cli

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"tengen/tournaments"
)

// newTournamentCmd makes the command "tournament" with its subcommands.
func newTournamentCmd() *cobra.Command {
	var run runFlags
	var shardText string
	var concurrency, rounds int
	cmd := &cobra.Command{
		Use:   "tournament FILE.toml",
		Short: "Play a tournament between engines",
		Long: `Play the tournament a file describes, between any engines that speak the
Gomocup protocol. Every game is written to a record file the moment it ends;
when the command is started again it goes on where it was stopped. At the end a
report is written beside the record, a page for any browser; --serve shows the
same page while the games go on.

Exit status: 0 all games played; 1 bad input; 2 an engine did not start;
3 an engine lost by a fault and --fail-on-error was given; 130 interrupted.`,
		Example: `  tengen tournament tournaments/quick.toml
  tengen tournament cup.toml --serve 8080
  tengen tournament cup.toml --shard 2/5
  tengen tournament merge -o cup.jsonl cup-*of5.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			shard, err := tournaments.ParseShard(shardText)
			if err != nil {
				return err
			}
			t, err := tournaments.Load(args[0])
			if err != nil {
				return err
			}
			if cmd.Flags().Changed("concurrency") {
				t.Concurrency = concurrency
			}
			if cmd.Flags().Changed("rounds") {
				t.Rounds = rounds
			}
			if err := t.CheckAmounts(); err != nil {
				return fmt.Errorf("--%w", err)
			}
			return run.play(cmd, t, args[0], recordPath(run.record, t, args[0], shard), shard)
		},
	}
	run.add(cmd, "record file (default: named in the file, or the file's name with .jsonl in the current directory)")
	cmd.Flags().StringVar(&shardText, "shard", "", "play only the i-th of n parts of the schedule, such as 2/5")
	cmd.Flags().IntVar(&concurrency, "concurrency", 0, "games at a time, instead of the file's")
	cmd.Flags().IntVar(&rounds, "rounds", 0, "rounds, instead of the file's; more rounds go on with the same record")
	cmd.AddCommand(newTournamentMergeCmd(), newTournamentExportCmd(), newTournamentReportCmd(), newTournamentRateCmd())
	return cmd
}

// recordPath decides where the record goes. A shard's record has the shard in
// its name.
func recordPath(flag string, t *tournaments.Tournament, file string, shard tournaments.Shard) string {
	switch {
	case flag != "":
		return flag
	case t.Record != "":
		path := t.Record
		if !filepath.IsAbs(path) {
			path = filepath.Join(filepath.Dir(file), path)
		}
		return shardName(path, shard)
	}
	base := filepath.Base(file)
	return shardName(strings.TrimSuffix(base, filepath.Ext(base))+".jsonl", shard)
}

func shardName(path string, shard tournaments.Shard) string {
	if shard.Whole() {
		return path
	}
	ext := filepath.Ext(path)
	return fmt.Sprintf("%s-%dof%d%s", strings.TrimSuffix(path, ext), shard.Index, shard.Count, ext)
}

func newTournamentMergeCmd() *cobra.Command {
	var out string
	cmd := &cobra.Command{
		Use:     "merge -o OUT.jsonl RECORD.jsonl...",
		Short:   "Join the records of a tournament's shards",
		Example: `  tengen tournament merge -o cup.jsonl cup-1of2.jsonl cup-2of2.jsonl`,
		Args:    cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			m, err := tournaments.Merge(out, args)
			if err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			fmt.Fprintf(w, "%s in %s\n", tournaments.Plural(m.Games, "game"), out)
			if m.Duplicates > 0 {
				fmt.Fprintf(w, "%s in more than one file; the first was taken\n", tournaments.Plural(m.Duplicates, "game"))
			}
			if m.Missing > 0 {
				fmt.Fprintf(w, "%s of the schedule missing\n", tournaments.Plural(m.Missing, "game"))
			}
			h, games, err := tournaments.ReadRecord(out)
			if err != nil {
				return err
			}
			s := tournaments.Stand(h, games)
			s.WriteTable(w)
			s.WriteConduct(w)
			fmt.Fprintf(w, "the report is made by: tengen tournament report %s\n", out)
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the file to make; it must not exist yet")
	cmd.MarkFlagRequired("output")
	return cmd
}
