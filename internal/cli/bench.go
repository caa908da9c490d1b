package cli

import (
	"fmt"
	"io"
	"time"

	"github.com/spf13/cobra"

	"tengen/search"
)

func newBenchCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "bench",
		Short: "Search fixed positions; print speed and the signature of the result",
		Long: `Bench searches fixed positions under all rules to a fixed depth, with one thread, an
empty table before each and the built-in settings (config.toml is not read), then
plays them out and takes them back many times.

The signature depends on nodes, moves and scores alone: it is the same on every
machine, and a change that is meant to change nothing leaves it alone. The speeds
are of this machine in this minute.`,
		Example: "  tengen bench",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, args []string) error {
			start := time.Now()
			printBench(cmd.OutOrStdout(), search.Bench(func() time.Duration { return time.Since(start) }))
			return nil
		},
	}
}

func printBench(w io.Writer, r search.BenchResult) {
	for _, p := range r.Positions {
		fmt.Fprintf(w, "%-10s %2d  move %-3s  score %6d  nodes %9d  %s\n", p.Rule, p.Size, p.Move, int32(p.Score), p.Nodes, p.Moves)
	}
	fmt.Fprintf(w, "nodes            %d\n", r.Nodes)
	fmt.Fprintf(w, "nodes/second     %.0f\n", float64(r.Nodes)/r.SearchTime.Seconds())
	fmt.Fprintf(w, "moves/second     %.0f (played and taken back)\n", float64(r.Moves)/r.MoveTime.Seconds())
	fmt.Fprintf(w, "signature        %08x\n", r.Signature)
}
