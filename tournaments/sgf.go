package tournaments

import (
	"fmt"
	"io"
	"strconv"
	"strings"

	"tengen/board"
)

// WriteSGF writes a game in the Smart Game Format, version 4, game 4 (gomoku
// and renju): see red-bean.com/sgf. Points are a column and a row letter from
// the top left corner. Stones of the opening are moves with the comment
// "opening".
func WriteSGF(w io.Writer, h Header, g *Game) error {
	stones, opening, err := g.Stones()
	if err != nil {
		return err
	}
	size := strconv.Itoa(g.Width)
	if g.Width != g.Height {
		size += ":" + strconv.Itoa(g.Height)
	}
	var b strings.Builder
	b.WriteString("(;FF[4]GM[4]CA[UTF-8]AP[Tengen]")
	property := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s[%s]", name, value)
		}
	}
	property("SZ", size)
	property("EV", sgfText(h.Name))
	property("RO", sgfText(g.ID))
	property("DT", g.Started.Format("2006-01-02"))
	property("RU", sgfText(g.Rule))
	property("PB", sgfText(g.Black))
	property("PW", sgfText(g.White))
	property("RE", sgfResult(g))
	property("GC", sgfText(oneLine(string(g.Reason)+" "+g.Detail)))
	for i, p := range stones {
		if i%8 == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, ";%s[%c%c]", []string{"B", "W"}[i%2], 'a'+p.X(), 'a'+p.Y())
		if i < opening {
			b.WriteString("C[opening]")
			continue
		}
		property("C", sgfText(moveComment(g.Moves[i-opening])))
	}
	b.WriteString(")\n")
	_, err = io.WriteString(w, b.String())
	return err
}

// moveComment says in words what is known of a move.
func moveComment(m Move) string {
	words := []string{strconv.FormatFloat(m.Millis, 'f', -1, 64) + " ms"}
	if m.Depth > 0 {
		words = append(words, fmt.Sprintf("depth %d", m.Depth))
	}
	if m.Score != nil {
		words = append(words, fmt.Sprintf("score %d", *m.Score))
	}
	if m.WinIn > 0 {
		words = append(words, fmt.Sprintf("win in %d", m.WinIn))
	} else if m.WinIn < 0 {
		words = append(words, fmt.Sprintf("loss in %d", -m.WinIn))
	}
	if m.Nodes > 0 {
		words = append(words, fmt.Sprintf("%d nodes", m.Nodes))
	}
	return strings.Join(words, ", ")
}

// sgfResult is the value of RE: who won, and T for time, R for resignation or F
// for forfeit; "" for a game that is not over.
func sgfResult(g *Game) string {
	switch g.Result {
	case "":
		return ""
	case Drawn:
		return "0"
	}
	who := "B+"
	if g.Result == WhiteWins {
		who = "W+"
	}
	switch {
	case g.Reason == TurnTime || g.Reason == GameTime || g.Reason == Silence:
		return who + "T"
	case g.Reason == Resigned:
		return who + "R"
	case g.Reason.IsFault():
		return who + "F"
	}
	return who
}

// sgfText escapes what would end or change a text.
func sgfText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`).Replace(s)
}

// RuleOf reads the rule of a file: a name in any letter case, or a number of the
// protocol's INFO rule, as c-gomoku-cli writes it; told is false where there is
// none.
func RuleOf(name string) (rule board.Rule, told bool, err error) {
	name = strings.ToLower(strings.TrimSpace(name))
	if name == "" {
		return 0, false, nil
	}
	if r, ok := map[string]board.Rule{"0": board.Freestyle, "1": board.Standard, "4": board.Renju, "8": board.Caro}[name]; ok {
		return r, true, nil
	}
	rule, err = board.ParseRule(name)
	return rule, err == nil, err
}

// ReadSGF reads the main lines of a collection of gomoku or renju games. All
// stones come back as moves. Games that begin with stones set up, and those of
// another kind than GM[4], are refused.
func ReadSGF(r io.Reader) ([]Game, error) {
	text, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	p := sgfParser{text: string(text)}
	var games []Game
	for {
		p.blanks()
		if p.at == len(p.text) {
			return games, nil
		}
		g, err := p.game()
		if err != nil {
			line := 1 + strings.Count(p.text[:min(p.at, len(p.text))], "\n")
			return games, fmt.Errorf("line %d: %w", line, err)
		}
		games = append(games, g)
	}
}

// sgfParser stands at a place in a text.
type sgfParser struct {
	text string
	at   int
}

func (p *sgfParser) blanks() {
	for p.at < len(p.text) && strings.IndexByte(" \t\r\n\ufeff", p.text[p.at]) >= 0 {
		p.at++
	}
}

// game reads one game tree; of variations only the first is followed.
func (p *sgfParser) game() (Game, error) {
	var g Game
	if p.text[p.at] != '(' {
		return g, fmt.Errorf("%q where a game should begin with (", p.text[p.at])
	}
	depth, skip := 0, 0
	for p.at < len(p.text) {
		c := p.text[p.at]
		switch {
		case c == '(':
			depth++
			p.at++
			if skip == 0 && depth > 1 && p.closedBefore() {
				skip = depth
			}
		case c == ')':
			if skip == depth {
				skip = 0
			}
			depth--
			p.at++
			if depth == 0 {
				return g, nil
			}
		case c == ';' || strings.IndexByte(" \t\r\n", c) >= 0:
			p.at++
		default:
			name, values, err := p.property()
			if err != nil {
				return g, err
			}
			if skip == 0 {
				if len(values) > 1 && (name == "B" || name == "W") {
					return g, fmt.Errorf("move %d is several points", len(g.Moves)+1)
				}
				if err := g.setSGF(name, values[0]); err != nil {
					return g, err
				}
			}
		}
	}
	return g, fmt.Errorf("a game is not closed with )")
}

// closedBefore tells whether the variation that begins here follows another one.
func (p *sgfParser) closedBefore() bool {
	before := strings.TrimRight(p.text[:p.at-1], " \t\r\n")
	return strings.HasSuffix(before, ")")
}

// property reads a name and its values in brackets.
func (p *sgfParser) property() (name string, values []string, err error) {
	start := p.at
	for p.at < len(p.text) && p.text[p.at] >= 'A' && p.text[p.at] <= 'Z' {
		p.at++
	}
	name = p.text[start:p.at]
	if name == "" {
		return "", nil, fmt.Errorf("%q where a property such as B[hh] should stand", p.text[p.at])
	}
	for {
		p.blanks()
		if p.at == len(p.text) || p.text[p.at] != '[' {
			break
		}
		p.at++
		var value strings.Builder
		for {
			if p.at == len(p.text) {
				return "", nil, fmt.Errorf("the value of %s is not closed with ]", name)
			}
			c := p.text[p.at]
			p.at++
			if c == ']' {
				break
			}
			if c == '\\' && p.at < len(p.text) {
				c = p.text[p.at]
				p.at++
			}
			value.WriteByte(c)
		}
		values = append(values, value.String())
	}
	if len(values) == 0 {
		return "", nil, fmt.Errorf("the property %s has no value in brackets", name)
	}
	return name, values, nil
}

// setSGF takes what a property tells about the game; most tell nothing.
func (g *Game) setSGF(name, value string) error {
	switch name {
	case "GM":
		if v := strings.TrimSpace(value); v != "4" {
			return fmt.Errorf("GM[%s] is another game; gomoku and renju are GM[4]", v)
		}
	case "AB", "AW", "AE":
		return fmt.Errorf("%s[%s] sets stones up; only games whose stones are all moves (B and W in turn) are read", name, value)
	case "PL":
		v := strings.ToLower(strings.TrimSpace(value) + " ")[:1]
		if white := v == "w" || v == "2"; white != (len(g.Moves)%2 == 1) {
			return fmt.Errorf("PL[%s] after %d moves; black and white move in turn", value, len(g.Moves))
		}
	case "SZ":
		w, h, rect := strings.Cut(value, ":")
		if !rect {
			h = w
		}
		var err1, err2 error
		g.Width, err1 = strconv.Atoi(w)
		g.Height, err2 = strconv.Atoi(h)
		if err1 != nil || err2 != nil || g.Width > board.MaxSize || g.Height > board.MaxSize || g.Width < 1 || g.Height < 1 {
			return fmt.Errorf("SZ[%s] is no size of a board", value)
		}
	case "PB":
		g.Black = value
	case "PW":
		g.White = value
	case "RU":
		g.Rule = value
	case "RO":
		g.ID = value
	case "RE":
		switch {
		case strings.HasPrefix(value, "B+"):
			g.Result = BlackWins
		case strings.HasPrefix(value, "W+"):
			g.Result = WhiteWins
		case value == "0" || strings.EqualFold(value, "draw"):
			g.Result = Drawn
		}
	case "B", "W":
		if want := []string{"B", "W"}[len(g.Moves)%2]; name != want {
			return fmt.Errorf("move %d is %s's; black and white move in turn", len(g.Moves)+1, name)
		}
		if len(value) != 2 || value[0] < 'a' || value[1] < 'a' || int(value[0]-'a') >= max(g.Width, 1) || int(value[1]-'a') >= max(g.Height, 1) {
			return fmt.Errorf("%s[%s] is no point of a board of %d x %d", name, value, g.Width, g.Height)
		}
		g.Moves = append(g.Moves, Move{At: board.At(int(value[0]-'a'), int(value[1]-'a')).String()})
	}
	return nil
}
