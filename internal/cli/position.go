//go:build !gomocup

package cli

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/spf13/pflag"

	"tengen/board"
	"tengen/internal/play"
	"tengen/tournaments"
)

// positionFlags are the flags by which a command is given a position.
type positionFlags struct {
	size string
	rule string
	game string

	flags *pflag.FlagSet
}

func (f *positionFlags) register(flags *pflag.FlagSet, rule board.Rule) {
	f.registerBoard(flags, rule)
	flags.StringVar(&f.game, "game", "", "begin with the game in this `file`: .sgf, .psq or .json, or a line of moves; what it tells of size and rule goes before the flags")
}

// registerBoard leaves out the flag of a game, for a command whose argument is one.
func (f *positionFlags) registerBoard(flags *pflag.FlagSet, rule board.Rule) {
	f.flags = flags
	flags.StringVar(&f.size, "size", "15", "points a side, such as 15, or width and height, such as 9x14 (5 to 22 each)")
	flags.StringVar(&f.rule, "rule", rule.String(), "freestyle, standard, renju, caro or caro-exact")
}

// board sets up the position of the arguments: stones in board notation, in order
// of play, Black first, in one word or several.
func (f *positionFlags) board(args []string) (*board.Board, error) {
	w, h, err := parseSize(f.size)
	if err != nil {
		return nil, err
	}
	rule, err := board.ParseRule(f.rule)
	if err != nil {
		return nil, err
	}
	b, err := board.New(w, h, rule)
	if err != nil {
		return nil, err
	}
	if f.game != "" {
		if b, err = gameFile(f.game, w, h, rule, f.flags.Changed("rule")); err != nil {
			return nil, err
		}
	}
	moves, err := parseMoves(strings.Join(args, " "))
	if err != nil {
		return nil, err
	}
	for i, p := range moves {
		switch {
		case !b.Inside(p):
			return nil, fmt.Errorf("move %d, %v, is off the board of %d by %d points", i+1, p, b.Width(), b.Height())
		case b.At(p) != board.Empty:
			return nil, fmt.Errorf("move %d, %v, is on a stone", i+1, p)
		case !b.Legal(p):
			return nil, fmt.Errorf("move %d, %v, is forbidden to black: %v", i+1, p, b.ForbiddenReason(p))
		}
		b.Play(p)
	}
	return b, nil
}

// parseMoves reads moves in board notation, or all of them as column and row from 1, such as 8,8 for h8.
func parseMoves(text string) ([]board.Point, error) {
	if strings.Trim(text, "0123456789,- ") != "" || !strings.ContainsAny(text, "0123456789") {
		return board.ParseMoves(text)
	}
	numbers := strings.FieldsFunc(text, func(r rune) bool { return r == ',' || r == ' ' })
	if len(numbers)%2 != 0 {
		return nil, fmt.Errorf("%d numbers: a move is two, column and row, such as 8,8", len(numbers))
	}
	var moves []board.Point
	for i := 0; i < len(numbers); i += 2 {
		x, err1 := strconv.Atoi(numbers[i])
		y, err2 := strconv.Atoi(numbers[i+1])
		if err1 != nil || err2 != nil || x < 1 || y < 1 || x > board.MaxSize || y > board.MaxSize {
			return nil, fmt.Errorf("move %d, %s,%s: columns and rows are counted from 1 at the top left, so that h8 is 8,8", len(moves)+1, numbers[i], numbers[i+1])
		}
		moves = append(moves, board.At(x-1, y-1))
	}
	return moves, nil
}

// gameFile is the position at the end of a saved game. A rule in it that nobody knows is passed over if another one is
// meant.
func gameFile(path string, w, h int, rule board.Rule, meant bool) (*board.Board, error) {
	empty, err := play.NewGame(play.Terms{Width: w, Height: h, Rule: rule}, 0)
	if err != nil {
		return nil, err
	}
	saved, err := play.Load(path, 1, play.Saved{Game: empty})
	if err != nil {
		return nil, err
	}
	if saved.OddRule != "" && !meant {
		_, _, err := tournaments.RuleOf(saved.OddRule)
		return nil, fmt.Errorf("%s: %w; --rule says which is meant", path, err)
	}
	return saved.Game.Board().Clone(), nil
}

func parseSize(s string) (w, h int, err error) {
	a, b, two := strings.Cut(strings.ToLower(s), "x")
	if w, err = strconv.Atoi(a); err == nil {
		h = w
		if two {
			h, err = strconv.Atoi(b)
		}
	}
	if err != nil {
		return 0, 0, fmt.Errorf("size %q: give points a side, such as 15, or width and height, such as 9x14", s)
	}
	return w, h, nil
}
