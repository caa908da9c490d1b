//go:build !gomocup

package cli

import (
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"
	"github.com/spf13/cobra"

	"tengen/board"
	"tengen/eval"
	"tengen/internal/analysis"
	"tengen/search"
)

// explained is how many candidates explain lists.
const explained = 10

func newExplainCmd() *cobra.Command {
	var position positionFlags
	cmd := &cobra.Command{
		Use:   "explain [moves]",
		Short: "Show how the greedy player judges the best candidates of a position",
		Long: `Explain sets a position up from its moves (board notation, Black first) and lists the
ten candidates that the greedy player likes best: the shape that a stone would make in
each direction, for the side to move and for the opponent, what the first is worth as
attack, what denying the second is worth as defence, and the total.

The weights are those of config.toml ([weights.point], attack, defence).`,
		Example: "  tengen explain --size 15 --rule freestyle h8h9i8",
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := position.board(args)
			if err != nil {
				return err
			}
			if err := analysis.Undecided(b, 0); err != nil {
				return err
			}
			weights, err := configuredWeights(cmd)
			if err != nil {
				return err
			}
			printExplanation(cmd.OutOrStdout(), b, &weights)
			return nil
		},
	}
	position.register(cmd.Flags(), board.Freestyle)
	return cmd
}

func printExplanation(w io.Writer, b *board.Board, weights *eval.Weights) {
	fmt.Fprint(w, b.Draw())
	fmt.Fprintf(w, "%v to move, rule %v; - \\ | / are the directions\n", b.SideToMove(), b.Rule())
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleLight)
	t.AppendHeader(table.Row{"point", "own stone makes", "opponent's stone makes", "attack", "defence", "total"})
	for _, x := range search.Explain(b, weights, explained) {
		point := x.Point.String()
		if x.Forbidden != board.NotForbidden {
			point += "\nforbidden: " + x.Forbidden.String()
		}
		t.AppendRow(table.Row{point, shapeList(x.Own, x.OwnClass), shapeList(x.Other, x.OtherClass), x.Attack, x.Defence, x.Total})
	}
	t.SetColumnConfigs([]table.ColumnConfig{
		{Number: 4, Align: text.AlignRight}, {Number: 5, Align: text.AlignRight}, {Number: 6, Align: text.AlignRight},
	})
	t.Style().Options.SeparateRows = true
	t.Render()
}

// directionSigns draw the directions on a board whose rows run from the top.
var directionSigns = [board.Directions]string{
	board.Horizontal: "-", board.Vertical: "|", board.DiagonalDown: `\`, board.DiagonalUp: "/",
}

// shapeList gives the class of four shapes, then each shape that is more than dead.
func shapeList(shapes [board.Directions]board.Shape, class board.Class) string {
	parts := []string{class.String()}
	for d, s := range shapes {
		if s != board.Dead {
			parts = append(parts, directionSigns[d]+" "+s.String())
		}
	}
	return strings.Join(parts, "\n")
}
