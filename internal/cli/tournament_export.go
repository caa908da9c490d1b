//go:build !gomocup

package cli

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"tengen/tournaments"
)

func newTournamentExportCmd() *cobra.Command {
	var format, out string
	cmd := &cobra.Command{
		Use:   "export RECORD.jsonl",
		Short: "Write the games of a record in another format",
		Long: `Write the games of a record in another format:
  psq  Piskvork, one file for each game in the directory --output names
  sgf  Smart Game Format, all games in one file
  pgn  names and results as BayesElo reads them, moves as comments
  txt  a line of stones in position notation for each game`,
		Example: `  tengen tournament export --format sgf -o cup.sgf cup.jsonl
  tengen tournament export --format psq -o cup-games cup.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := tournaments.CheckFormat(format); err != nil {
				return err
			}
			if format != tournaments.FormatPSQ {
				if err := checkOutputs([]namedFile{{"the export", out}}, []namedFile{{"the record", args[0]}}); err != nil {
					return err
				}
			}
			h, games, err := tournaments.ReadRecord(args[0])
			if err != nil {
				return err
			}
			if format == tournaments.FormatPSQ {
				if out == "" {
					return fmt.Errorf("--format psq writes many files and needs --output DIRECTORY")
				}
				n, err := tournaments.ExportPSQ(out, h, games)
				if err == nil {
					fmt.Fprintf(cmd.OutOrStdout(), "%d files in %s\n", n, out)
				}
				return err
			}
			if out == "" {
				return tournaments.Export(cmd.OutOrStdout(), format, h, games)
			}
			file, err := os.Create(out)
			if err != nil {
				return err
			}
			w := bufio.NewWriter(file)
			if err := tournaments.Export(w, format, h, games); err != nil {
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
	cmd.Flags().StringVarP(&format, "format", "f", tournaments.FormatSGF, strings.Join(tournaments.Formats(), ", "))
	cmd.Flags().StringVarP(&out, "output", "o", "", "file to write (default: standard output); for psq a directory")
	return cmd
}
