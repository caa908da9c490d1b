//go:build !gomocup

package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"tengen/internal/analysis"
	"tengen/search"
)

// analysisHash is the table of an engine that analyses, in bytes, where config.toml leaves it open.
const analysisHash = 64 << 20

// mostWorkers bounds the requests searched at once; more than most machines have processors.
const mostWorkers = 256

func newAnalyzeCmd() *cobra.Command {
	var workers int
	var ordered bool
	cmd := &cobra.Command{
		Use:   "analyze",
		Short: "Answer questions about positions: JSON in, JSON out, one object a line",
		Long: `Analyze reads requests from standard input, one JSON object a line, and writes responses to
standard output, one JSON object a line: the best moves with scores and lines, while
searching too if asked, or an error. Requests are told apart by their id; with
--workers several are searched at once. The end of the input ends the program once
everything is answered.

docs/analysis.md has the fields and the schema.`,
		Example: `  echo '{"id":1,"moves":"h8h9i8","lines":3,"nodes":100000}' | tengen analyze`,
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if workers < 1 || workers > mostWorkers {
				return fmt.Errorf("--workers %d: allowed are 1 to %d", workers, mostWorkers)
			}
			engine, err := analysisEngine(cmd, workers)
			if err != nil {
				return err
			}
			return analysis.Serve(cmd.InOrStdin(), cmd.OutOrStdout(), analysis.Options{Engine: engine, Workers: workers, Ordered: ordered})
		},
	}
	cmd.Flags().IntVar(&workers, "workers", 1, "requests searched at once, 1 to 256, each with a table of its own")
	cmd.Flags().BoolVar(&ordered, "ordered", false, "responses in the order of the requests")
	return cmd
}

// analysisEngine is the engine of the settings that hold, one of so many at once.
func analysisEngine(cmd *cobra.Command, engines int) (search.Options, error) {
	l, err := loadSettings(cmd)
	if err != nil {
		return search.Options{}, err
	}
	o := engineOptions(&l)
	sizeTable(&o, analysisHash, engines)
	return o, nil
}
