//go:build !gomocup

package cli

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tengen/board"
	"tengen/internal/analysis"
	"tengen/tournaments"
)

func newAnnotateCmd() *cobra.Command {
	var position positionFlags
	var limits analysis.AnnotateLimits
	var sgfFile, jsonFile string
	cmd := &cobra.Command{
		Use:   "annotate GAME",
		Short: "Comment a finished game move by move: evaluation, best move, blunders",
		Long: `Annotate reads a game from a file - SGF, PSQ (Piskvork), or its moves as text such as
h8h9i8 - searches the position before each move, and writes the game with what it
found: as SGF with a comment and a value for each move, doubtful and bad moves marked
and the better line as a variation, or as JSON. GAME may also be the moves themselves,
or - for standard input.

The rule is that of the file where it names one (SGF's RU), else that of --rule; the
size is that of the file, or --size for plain moves. Of a file with several games the
first is taken.`,
		Example: "  tengen annotate game.psq --rule standard --sgf annotated.sgf --json annotated.json",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if limits.Time <= 0 && limits.Nodes == 0 {
				return fmt.Errorf("--time %v: a time above 0 is needed, or --nodes", limits.Time)
			}
			if err := checkOneStdout(jsonFile, sgfFile); err != nil {
				return err
			}
			game, b, moves, err := readGame(cmd, args[0], &position)
			if err != nil {
				return err
			}
			input := namedFile{"the game", args[0]}
			if _, err := os.Stat(args[0]); err != nil {
				input.path = "" // the moves themselves
			}
			if err := checkOutputs([]namedFile{{"the SGF", sgfFile}, {"the JSON", jsonFile}}, []namedFile{input}); err != nil {
				return err
			}
			engine, err := analysisEngine(cmd, 1)
			if err != nil {
				return err
			}
			if game.Moves, err = analysis.Annotate(engine, b, moves, limits, nil); err != nil {
				return err
			}
			if sgfFile == "" && jsonFile == "" {
				sgfFile = "-"
			}
			if err := writeTo(cmd, sgfFile, game.WriteSGF); err != nil {
				return err
			}
			return writeTo(cmd, jsonFile, func(w io.Writer) error {
				e := json.NewEncoder(w)
				e.SetIndent("", " ")
				return e.Encode(game)
			})
		},
	}
	position.registerBoard(cmd.Flags(), board.Freestyle)
	cmd.Flags().DurationVar(&limits.Time, "time", 500*time.Millisecond, "time for each position")
	cmd.Flags().Uint64Var(&limits.Nodes, "nodes", 0, "search so many positions for each move instead, so that the result is the same on every machine")
	cmd.Flags().StringVar(&sgfFile, "sgf", "", "write SGF to this `file` (- for standard output, the default)")
	cmd.Flags().StringVar(&jsonFile, "json", "", "write JSON to this `file` (- for standard output)")
	return cmd
}

// writeTo writes to a file, - for standard output; nothing if there is no name.
func writeTo(cmd *cobra.Command, file string, write func(io.Writer) error) error {
	if file == "" {
		return nil
	}
	var text bytes.Buffer
	if err := write(&text); err != nil {
		return err
	}
	if file == "-" {
		_, err := cmd.OutOrStdout().Write(text.Bytes())
		return err
	}
	return os.WriteFile(file, text.Bytes(), 0o666)
}

// readGame reads the game of an argument and sets up its empty board.
func readGame(cmd *cobra.Command, arg string, flags *positionFlags) (*analysis.AnnotatedGame, *board.Board, []board.Point, error) {
	name := arg
	switch {
	case strings.TrimSpace(arg) == "":
		return nil, nil, nil, errors.New("GAME is empty: give a file, moves such as h8h9i8, or - for standard input")
	case arg == "-":
		name = "standard input"
	}
	fail := func(err error) (*analysis.AnnotatedGame, *board.Board, []board.Point, error) {
		return nil, nil, nil, fmt.Errorf("%s: %w", name, err)
	}
	text, err := gameText(cmd, arg)
	if err != nil {
		return nil, nil, nil, err
	}
	g, err := parseGame(text)
	if err != nil {
		return fail(err)
	}
	rule, err := board.ParseRule(flags.rule)
	if err != nil {
		return nil, nil, nil, err
	}
	if !cmd.Flags().Changed("rule") {
		r, told, err := tournaments.RuleOf(g.Rule)
		if err != nil {
			return fail(fmt.Errorf("%w; --rule says which is meant", err))
		}
		if told {
			rule = r
		}
	}
	if g.Width == 0 {
		if g.Width, g.Height, err = parseSize(flags.size); err != nil {
			return nil, nil, nil, err
		}
	}
	b, err := board.New(g.Width, g.Height, rule)
	if err != nil {
		return fail(err)
	}
	if len(g.Moves) == 0 {
		return fail(fmt.Errorf("no moves"))
	}
	var moves []board.Point
	for _, m := range g.Moves {
		p, err := board.ParsePoint(m.At)
		if err != nil {
			return fail(err)
		}
		moves = append(moves, p)
	}
	result := map[tournaments.Result]string{tournaments.BlackWins: "B+", tournaments.WhiteWins: "W+", tournaments.Drawn: "0"}[g.Result]
	return &analysis.AnnotatedGame{Rule: rule.String(), Width: g.Width, Height: g.Height, Black: g.Black, White: g.White, Result: result}, b, moves, nil
}

// gameText is the text of the argument: a file's, or the argument itself where it is moves and no file.
func gameText(cmd *cobra.Command, arg string) ([]byte, error) {
	if arg == "-" {
		return io.ReadAll(cmd.InOrStdin())
	}
	if arg == "" {
		return nil, fmt.Errorf("the game is empty: name a file, or give moves such as h8h9i8")
	}
	text, err := os.ReadFile(arg)
	if err != nil && filepath.Ext(arg) == "" {
		if _, bad := board.ParseMoves(arg); bad == nil {
			return []byte(arg), nil
		}
	}
	return text, err
}

// parseGame reads the first game of a text in any of the formats, told apart by how they begin.
func parseGame(text []byte) (g tournaments.Game, err error) {
	text = bytes.TrimLeft(bytes.TrimPrefix(text, []byte("\uFEFF")), " \t\r\n")
	var all []tournaments.Game
	switch {
	case bytes.HasPrefix(text, []byte("(")):
		all, err = tournaments.ReadSGF(bytes.NewReader(text))
	case bytes.HasPrefix(text, []byte("Piskvorky")):
		return tournaments.ReadPSQ(bytes.NewReader(text))
	default:
		all, err = tournaments.ReadPosText(bytes.NewReader(text))
	}
	if len(all) > 0 {
		return all[0], nil
	}
	if err == nil {
		err = fmt.Errorf("no game in it")
	}
	return g, err
}
