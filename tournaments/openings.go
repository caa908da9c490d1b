package tournaments

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"tengen/board"
)

// Opening is a position a game begins with: stones in order of play, black
// first. White is to move after an odd number of stones.
type Opening struct {
	Stones []board.Point
	Line   int // where it stands in its file, from 1
}

// ReadOpenings reads a file of openings for a board. A line holds one opening in
// one of two notations:
//
//	8,-3, 6,-4, 5,-4    Gomocup's: column and row as offsets from the board's
//	                    centre, which is column width/2 and row height/2
//	p5n4m4              positions, column letter and row number from the top
//
// Empty lines and what follows a # or // are ignored. An error names the file,
// the line and the stone.
func ReadOpenings(path string, width, height int, rule board.Rule) ([]Opening, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the openings: %w", err)
	}
	openings, err := parseOpenings(path, string(text), width, height, rule)
	if err == nil && len(openings) == 0 {
		err = fmt.Errorf("%s: no opening in the file", path)
	}
	return openings, err
}

func parseOpenings(path, text string, width, height int, rule board.Rule) ([]Opening, error) {
	var openings []Opening
	text = strings.TrimPrefix(text, "\uFEFF")
	text = strings.NewReplacer("\r\n", "\n", "\r", "\n").Replace(text)
	for i, l := range strings.Split(text, "\n") {
		if n := strings.IndexByte(l, '#'); n >= 0 {
			l = l[:n]
		}
		if n := strings.Index(l, "//"); n >= 0 {
			l = l[:n]
		}
		if l = strings.TrimSpace(l); l == "" {
			continue
		}
		stones, err := ParseOpening(l, width, height)
		if err == nil {
			err = checkOpening(stones, width, height, rule)
		}
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+1, err)
		}
		openings = append(openings, Opening{stones, i + 1})
	}
	return openings, nil
}

// ParseOpening reads one opening in either notation, told apart by the first
// character.
func ParseOpening(s string, width, height int) ([]board.Point, error) {
	s = strings.TrimSpace(s)
	if s == "" {
		return nil, nil
	}
	if c := s[0] | 0x20; c >= 'a' && c <= 'z' {
		stones, err := board.ParseMoves(s)
		if err != nil {
			return nil, fmt.Errorf("not an opening in position notation such as h8i9: %w", err)
		}
		for i, p := range stones {
			if p.X() >= width || p.Y() >= height {
				return nil, fmt.Errorf("stone %d, %s, is off the board of %d x %d", i+1, p, width, height)
			}
		}
		return stones, nil
	}
	return parseOffsets(s, width, height)
}

func parseOffsets(s string, width, height int) ([]board.Point, error) {
	fields := strings.FieldsFunc(s, func(r rune) bool { return r == ',' || r == ' ' || r == '\t' })
	numbers := make([]int, len(fields))
	for i, f := range fields {
		n, err := strconv.Atoi(f)
		if err != nil {
			return nil, fmt.Errorf("%q is no number: an opening is offsets from the centre such as \"8,-3, 6,-4\" or positions such as h8i9", f)
		}
		numbers[i] = n
	}
	if len(numbers)%2 != 0 {
		return nil, fmt.Errorf("%d numbers; every stone needs two", len(numbers))
	}
	var stones []board.Point
	for i := 0; i < len(numbers); i += 2 {
		x, y := width/2+numbers[i], height/2+numbers[i+1]
		if x < 0 || x >= width || y < 0 || y >= height {
			return nil, fmt.Errorf("stone %d, offset %d,%d, is off the board of %d x %d", i/2+1, numbers[i], numbers[i+1], width, height)
		}
		stones = append(stones, board.At(x, y))
	}
	return stones, nil
}

// FormatOffsets writes stones in Gomocup's offset notation.
func FormatOffsets(stones []board.Point, width, height int) string {
	parts := make([]string, len(stones))
	for i, p := range stones {
		parts[i] = fmt.Sprintf("%d,%d", p.X()-width/2, p.Y()-height/2)
	}
	return strings.Join(parts, ", ")
}

// checkOpening refuses stones that are no position of a running game.
func checkOpening(stones []board.Point, width, height int, rule board.Rule) error {
	b, err := board.New(width, height, rule)
	if err != nil {
		return err
	}
	for i, p := range stones {
		if b.At(p) != board.Empty {
			return fmt.Errorf("stone %d: two stones on %s", i+1, p)
		}
		if !b.Legal(p) {
			return fmt.Errorf("stone %d, %s, is forbidden to black (%s)", i+1, p, b.ForbiddenReason(p))
		}
		b.Play(p)
		if b.LastWins() {
			return fmt.Errorf("stone %d, %s, already wins the game", i+1, p)
		}
	}
	if b.Full() {
		return fmt.Errorf("the board is full")
	}
	return nil
}
