package board

import (
	"fmt"
	"strconv"
	"unicode/utf8"
)

// String writes a point in board notation: the column's letter from the left,
// then the row counted from 1 at the top, so that x 7, y 7 is "h8".
func (p Point) String() string {
	x, y := p.X(), p.Y()
	if x < 0 || x >= MaxSize || y < 0 || y >= MaxSize {
		return "none"
	}
	return string(rune('a'+x)) + strconv.Itoa(y+1)
}

// ParsePoint reads one point in board notation, in either letter case. Whether
// it lies on a given board is for Inside to say.
func ParsePoint(s string) (Point, error) {
	p, rest, err := cutPoint(s)
	if err == nil && rest != "" {
		err = fmt.Errorf("%q after the point %s: a point is a letter and a number, such as h8", rest, p)
	}
	if err != nil {
		return NoPoint, err
	}
	return p, nil
}

// ParseMoves reads points written one after the other, such as "h8h9i8"; blanks,
// tabs, line ends and commas may stand between them.
func ParseMoves(s string) ([]Point, error) {
	var moves []Point
	for {
		s = trimSeparators(s)
		if s == "" {
			return moves, nil
		}
		p, rest, err := cutPoint(s)
		if err != nil {
			return nil, fmt.Errorf("move %d: %w", len(moves)+1, err)
		}
		moves, s = append(moves, p), rest
	}
}

func trimSeparators(s string) string {
	for s != "" {
		switch s[0] {
		case ' ', '\t', '\r', '\n', ',':
			s = s[1:]
		default:
			return s
		}
	}
	return s
}

// cutPoint takes the point at the start of s.
func cutPoint(s string) (p Point, rest string, err error) {
	if s == "" {
		return NoPoint, "", fmt.Errorf("no point given: a point is a letter a to v and a number 1 to 22, such as h8")
	}
	col := int(s[0]|0x20) - 'a'
	if col < 0 || col >= MaxSize {
		_, n := utf8.DecodeRuneInString(s)
		return NoPoint, "", fmt.Errorf("column %q: allowed are the letters a to v", s[:n])
	}
	n := 1
	for n < len(s) && s[n] >= '0' && s[n] <= '9' {
		n++
	}
	row, err := strconv.Atoi(s[1:n])
	if err != nil || row < 1 || row > MaxSize {
		return NoPoint, "", fmt.Errorf("row %q after column %q: allowed are the numbers 1 to 22", s[1:n], s[:1])
	}
	return At(col, row-1), s[n:], nil
}
