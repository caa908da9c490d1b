package slowref

import "fmt"

// ParseMoves reads points written one after the other, such as "h8h9i8" or
// "H8, h9 i8": a letter of either case for the column, then the row, 1 to
// MaxSize. Blanks and commas may stand between points. The error names the
// offset in bytes at which the text stops making sense. Whether the points lie
// on a given board is not asked.
func ParseMoves(text string) ([]Point, error) {
	var points []Point
	for i := 0; i < len(text); {
		c := text[i]
		if c == ' ' || c == ',' || c == '\t' || c == '\r' || c == '\n' {
			i++
			continue
		}
		start := i
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		if c < 'a' || c > 'z' {
			return nil, fmt.Errorf("offset %d: a column letter expected, not %q", start, text[i])
		}
		i++
		row, digits := 0, 0
		for i < len(text) && text[i] >= '0' && text[i] <= '9' {
			if row <= MaxSize {
				row = row*10 + int(text[i]-'0')
			}
			digits++
			i++
		}
		if digits == 0 {
			return nil, fmt.Errorf("offset %d: a row number expected after %q", start, text[start])
		}
		if row < 1 || row > MaxSize {
			return nil, fmt.Errorf("offset %d: row of %q is not 1 to %d", start, text[start:i], MaxSize)
		}
		points = append(points, Point{X: int(c - 'a'), Y: row - 1})
	}
	return points, nil
}
