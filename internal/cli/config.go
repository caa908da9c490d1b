package cli

import (
	"fmt"

	"github.com/spf13/cobra"
)

func newConfigCmd() *cobra.Command {
	return &cobra.Command{
		Use:   "config",
		Short: "Print the settings in force and where they come from",
		Long: `Config prints every setting as it holds now, in the form of config.toml, with the file it comes from
and what is wrong in that file. The config.toml that comes with the program explains each of them.`,
		Example: `  tengen config
  tengen config --config mine.toml`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, err := loadSettings(cmd)
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			fmt.Fprintf(out, "# settings in force, from: %s\n", l.Source)
			for _, p := range l.Problems {
				fmt.Fprintf(out, "# %v\n", p)
			}
			fmt.Fprintf(out, "\n%s", &l.Settings)
			return nil
		},
	}
}
