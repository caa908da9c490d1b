//go:build !gomocup

package cli

import "github.com/spf13/cobra"

// runnerCommands start other engines. The build for Gomocup has none of them, nor what only they need: there the program
// is one engine among others, and small.
func runnerCommands() []*cobra.Command {
	return []*cobra.Command{newMatchCmd(), newTournamentCmd(), newOpeningsCmd(openingJudge, openingPlayout), newCheckCmd()}
}
