package cli

import (
	"fmt"
	"runtime"

	"github.com/spf13/cobra"
)

// Version is what ABOUT and tengen version tell.
const Version = "0.1.0"

// The commit and the day of it, which make release stamps on the program; empty in other builds.
var commit, date string

// build describes where the program comes from.
func build() string {
	text := runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH
	if commit != "" {
		text = "commit " + commit + " of " + date + ", " + text
	}
	return text
}

func newVersionCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  tengen version",
		Args:    cobra.NoArgs,
		Run: func(cmd *cobra.Command, _ []string) {
			fmt.Fprintf(cmd.OutOrStdout(), "tengen %s (%s)\n", Version, build())
		},
	}
}
