package protocol

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/board"
)

// blanks are the bytes that may stand around words, numbers and commas.
const blanks = " \t\v\f"

// overlong is put behind a line whose end was dropped: whatever stood there, the last word is not what it seems.
const overlong = "\x7f"

// Parse turns one line of a manager into a command. It looks at nothing but the line: a coordinate off the board or a
// command that needs a game is found out by the session. Err is set where the line alone shows that it is wrong.
func Parse(line string) Command {
	word, args := splitWord(line)
	if word == "" {
		return Command{}
	}
	c := Command{Name: upper(word)}
	c.entry = lookup(c.Name)
	c.Kind = c.entry.kind
	if c.entry.parse != nil {
		c.entry.parse(&c, args)
	}
	return c
}

// upper is strings.ToUpper for ASCII only, so that no other letter can become one of a command's.
func upper(s string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'a' && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, s)
}

// splitWord cuts a line into its first word and the rest, without the blanks around both.
func splitWord(line string) (word, rest string) {
	line = strings.Trim(line, blanks)
	i := strings.IndexAny(line, blanks)
	if i < 0 {
		return line, ""
	}
	return line[:i], strings.TrimLeft(line[i:], blanks)
}

// number reads a decimal number, with a minus sign perhaps, and nothing else. What is too large for an int64 becomes
// the nearest int64.
func number(s string) (int64, bool) {
	s = strings.Trim(s, blanks)
	digits := strings.TrimPrefix(s, "-")
	if digits == "" || strings.Trim(digits, "0123456789") != "" {
		return 0, false
	}
	n, _ := strconv.ParseInt(s, 10, 64) // its only error left is the range, and then n is the nearest
	return n, true
}

// farOff bounds coordinates; what it bounds is off the board and larger than it says.
const farOff = 1 << 20

// coordinate is number for values that must fit an int on every machine; a point so far off is off the board.
func coordinate(s string) (int, bool) {
	n, ok := number(s)
	return int(max(-farOff, min(n, farOff))), ok
}

// numbers reads a list of exactly n numbers parted by commas.
func numbers(s string, n int) ([]int, bool) {
	fields := strings.Split(s, ",")
	if len(fields) != n {
		return nil, false
	}
	values := make([]int, n)
	for i, f := range fields {
		v, ok := coordinate(f)
		if !ok {
			return nil, false
		}
		values[i] = v
	}
	return values, true
}

// quoted shows what came in an answer: printable ASCII, and not too much of it.
func quoted(s string) string {
	const most = 40
	s = strings.Trim(s, blanks)
	if len(s) > most {
		s = s[:most] + "..."
	}
	return strconv.QuoteToASCII(s)
}

func parseStart(c *Command, args string) {
	switch v := sides(args); len(v) {
	case 1:
		setSize(c, args, v[0], v[0])
	case 2:
		setSize(c, args, v[0], v[1])
	default:
		c.Err = fmt.Sprintf("%s wants one number or two, the points a side, not %s", c.Name, quoted(args))
	}
}

func parseRectStart(c *Command, args string) {
	v := sides(args)
	if len(v) != 2 {
		c.Err = fmt.Sprintf("%s wants width,height, not %s", c.Name, quoted(args))
		return
	}
	setSize(c, args, v[0], v[1])
}

// sides cuts the arguments of START: Yixin-Board parts them by a blank, Piskvork by a comma.
func sides(args string) []string {
	return strings.FieldsFunc(args, func(r rune) bool { return r == ',' || strings.ContainsRune(blanks, r) })
}

func setSize(c *Command, args, w, h string) {
	width, ok1 := coordinate(w)
	height, ok2 := coordinate(h)
	switch {
	case !ok1 || !ok2:
		c.Err = fmt.Sprintf("%s wants the points a side as numbers, not %s", c.Name, quoted(args))
	case width < board.MinSize || width > board.MaxSize || height < board.MinSize || height > board.MaxSize:
		c.Err = fmt.Sprintf("a board of %s: each side must have %d to %d points", quoted(args), board.MinSize, board.MaxSize)
	default:
		c.Width, c.Height = width, height
		c.TwoSides = len(sides(args)) == 2
	}
}

func parsePoint(c *Command, args string) {
	v, ok := numbers(args, 2)
	if !ok {
		c.Err = fmt.Sprintf("%s wants x,y as numbers, not %s", c.Name, quoted(args))
		return
	}
	c.X, c.Y = v[0], v[1]
}

func parseInfo(c *Command, args string) {
	key, value := splitWord(args)
	c.Key = strings.ToLower(key)
	c.Value = value
}

// parseCount reads the number that may stand behind a command; anything else counts as none.
func parseCount(c *Command, args string) {
	if n, ok := coordinate(args); ok {
		c.N = n
	}
}

// parseBias reads the bias of a balance: a score, negative ones too.
func parseBias(c *Command, args string) {
	n, _ := number(args)
	c.N = int(max(-mostBias, min(n, mostBias)))
}

// mostBias bounds the bias of a balance; no score that is no win lies beyond it.
const mostBias = 20000

// parseForbid reads the arguments of YXFORBID: add or del, the point, and the side that must not play it.
func parseForbid(c *Command, args string) {
	fields := strings.Fields(args)
	if len(fields) == 4 {
		v, ok := numbers(strings.Join(fields[1:], ","), 3)
		if verb := upper(fields[0]); ok && (verb == "ADD" || verb == "DEL") {
			c.Name += " " + verb
			c.X, c.Y, c.N = v[0], v[1], v[2]
			return
		}
	}
	c.Err = fmt.Sprintf("%s wants add or del, x, y and a side, not %s", c.Name, quoted(args))
}

// parseBlockPoint reads a line x,y of a block of points. Some managers put more behind, which says nothing to us.
func parseBlockPoint(line string) (Stone, bool) {
	v, ok := numbers(line, 2)
	if !ok {
		v, ok = numbers(line, 3)
	}
	if !ok {
		return Stone{}, false
	}
	return Stone{X: v[0], Y: v[1]}, true
}

// parseStone reads a line x,y,who of a BOARD block.
func parseStone(line string) (Stone, bool) {
	v, ok := numbers(line, 3)
	if !ok || v[2] < int(Own) || v[2] > int(Nobody) {
		return Stone{}, false
	}
	return Stone{X: v[0], Y: v[1], Who: Who(v[2])}, true
}
