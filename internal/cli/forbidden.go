//go:build !gomocup

package cli

import (
	"fmt"

	"github.com/spf13/cobra"

	"tengen/board"
)

func newForbiddenCmd() *cobra.Command {
	var position positionFlags
	cmd := &cobra.Command{
		Use:   "forbidden [moves]",
		Short: "Draw a renju position with the points forbidden to Black, and why",
		Long: `Forbidden sets a position up from its moves (board notation, Black first), draws it with
a ! on each point that renju forbids to Black, and names the reason at each: overline,
double four or double three. Under other rules nothing is forbidden.`,
		Example: "  tengen forbidden f8a1g8a2h6a3h7a4",
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := position.board(args)
			if err != nil {
				return err
			}
			marks := map[board.Point]byte{}
			var list []string
			for _, p := range b.Empties().AppendTo(nil) {
				if reason := b.ForbiddenReason(p); reason != board.NotForbidden {
					marks[p] = '!'
					list = append(list, fmt.Sprintf("%-3v %v", p, reason))
				}
			}
			out := cmd.OutOrStdout()
			fmt.Fprint(out, b.DrawMarked(marks))
			switch {
			case b.Rule() != board.Renju:
				fmt.Fprintf(out, "nothing is forbidden under the rule %v\n", b.Rule())
			case len(list) == 0:
				fmt.Fprintln(out, "nothing is forbidden to black here")
			}
			for _, line := range list {
				fmt.Fprintln(out, line)
			}
			return nil
		},
	}
	position.register(cmd.Flags(), board.Renju)
	return cmd
}
