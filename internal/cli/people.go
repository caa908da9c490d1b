//go:build !gomocup

package cli

import "github.com/spf13/cobra"

// peopleCommands are those that no manager needs. The build for Gomocup has none of them, nor what only they need: there the
// program is one engine among others, and small.
func peopleCommands() []*cobra.Command {
	return []*cobra.Command{
		newPlayCmd(),
		newExplainCmd(),
		newForbiddenCmd(),
		newSolveCmd(),
		newAnalyzeCmd(),
		newAnnotateCmd(),
		newMatchCmd(),
		newTournamentCmd(),
		newOpeningsCmd(openingJudge, openingPlayout),
		newCheckCmd(),
	}
}
