package play

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"tengen/board"
)

// A View is all that a UI shows of a session, and shares nothing with it.
type View struct {
	Width, Height int
	Cells         []board.Color // row by row from the top
	Moves         int           // stones placed in this game
	Game          int           // number of the game
	Last          board.Point
	Line          []board.Point // the winning five
	Forbidden     []board.Point // renju, black to move at this terminal
	Status        []string      // names, clocks, score: some short lines
	Prompt        string        // who is asked for what, "" for nobody
	Yours         bool          // a move or choice is wanted here
	Over          bool
	Thinking      bool
	Mover         board.Color // whose stone comes next
}

// At is what stands on a point.
func (v *View) At(p board.Point) board.Color { return v.Cells[p.Y()*v.Width+p.X()] }

func (s *Session) view() *View {
	g := s.game
	b := g.board
	v := &View{
		Width: b.Width(), Height: b.Height(), Moves: b.Stones(), Game: s.number,
		Over: g.phase == Over, Thinking: s.thought != nil, Mover: b.SideToMove(),
	}
	v.Cells = make([]board.Color, 0, v.Width*v.Height)
	for y := range v.Height {
		for x := range v.Width {
			v.Cells = append(v.Cells, b.At(board.At(x, y)))
		}
	}
	v.Last, _ = b.Last()
	if _, line, ok := b.FiveOnBoard(); ok {
		v.Line = line
	}
	_, err := s.actor()
	v.Yours = err == nil && (s.thought == nil || s.thought.task == toHint)
	if v.Yours && g.terms.Rule == board.Renju && b.SideToMove() == board.Black && len(g.Choices()) == 0 {
		set := b.MaybeForbiddens(board.Black)
		for _, p := range set.AppendTo(nil) {
			if b.Forbidden(p) {
				v.Forbidden = append(v.Forbidden, p)
			}
		}
	}
	v.Prompt = s.prompt()
	v.Status = s.status()
	return v
}

// prompt says what is waited for.
func (s *Session) prompt() string {
	g := s.game
	seat := g.ToAct()
	if seat == Nobody {
		return "new game, undo or quit?"
	}
	name := s.players[seat].Name
	switch {
	case s.networked() && s.net.asking != "":
		return fmt.Sprintf("%s asks for %s: yes or no?", s.players[s.net.me.Other()].Name, askText(s.net.asking, s.net.askingN))
	case !s.connected():
		return "waiting for a connection"
	case s.thought != nil && s.thought.task == toMove:
		if name == you {
			return name + " are thinking"
		}
		return name + " is thinking"
	case s.players[seat].Engine && !s.networked():
		return name + " waits: go?"
	case s.networked() && seat != s.net.me:
		return "waiting for " + name
	}
	switch g.phase {
	case PlacingThree:
		return fmt.Sprintf("%s, stone %d of 3 (%v)?", name, g.board.Stones()+1, g.board.SideToMove())
	case PlacingTwo:
		return fmt.Sprintf("%s, stone %d of 2 (%v)?", name, g.board.Stones()-2, g.board.SideToMove())
	case Choosing, ChoosingLast:
		return fmt.Sprintf("%s: %s?", name, choiceWords(g.Choices()))
	}
	return fmt.Sprintf("%s (%c), move %d?", name, stoneSign(g.Color(seat)), g.board.Stones()+1)
}

// you is the name of a person who has given none.
const you = "you"

// does puts a verb behind a name.
func does(name, verb string) string { return name + " " + form(name, verb) }

// form is the verb as it goes with a name.
func form(name, verb string) string {
	if name == you {
		return verb
	}
	return verb + "s"
}

// counted writes a number of things.
func counted(n int, one, more string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + more
}

// stoneSign is how a colour is drawn.
func stoneSign(c board.Color) rune {
	switch c {
	case board.Black:
		return 'x'
	case board.White:
		return 'o'
	case board.Wall:
		return '#'
	}
	return '.'
}

// status is what stands beside the board.
func (s *Session) status() []string {
	g := s.game
	lines := []string{s.termsText()}
	act := g.ToAct()
	for _, seat := range [2]Seat{g.black, g.black.Other()} {
		p := &s.players[seat]
		name := p.Name
		if p.Engine && !s.networked() {
			name += fmt.Sprintf(" (level %d)", p.Level)
		}
		mark := ' '
		if seat == act {
			mark = '>'
		}
		sign := stoneSign(g.Color(seat))
		if g.phase < Playing {
			sign = '?'
		}
		lines = append(lines, fmt.Sprintf("%c%c %-22s %s", mark, sign, name, s.clockText(seat)))
	}
	lines = append(lines, "score "+s.score.String())
	if last, _ := g.board.Last(); last != board.NoPoint {
		lines = append(lines, fmt.Sprintf("move %d: %v", g.board.Stones(), last))
	} else {
		lines = append(lines, "no move yet")
	}
	if s.networked() {
		lines = append(lines, s.netText())
	}
	if r, over := g.Result(); over {
		lines = append(lines, s.resultText(r))
	}
	return lines
}

// clockText is the time left where there is a limit, else the time taken.
func (s *Session) clockText(seat Seat) string {
	spent := time.Duration(0)
	if seat == s.game.ToAct() {
		spent = s.spent
	}
	t, limited := s.game.Left(seat)
	if limited {
		t = max(0, t-spent)
	} else {
		t = s.game.Used(seat) + spent
	}
	sec := int(t / time.Second)
	if sec >= 3600 {
		return fmt.Sprintf("%d:%02d:%02d", sec/3600, sec/60%60, sec%60)
	}
	return fmt.Sprintf("%d:%02d", sec/60, sec%60)
}

// draw is the board as lines of text: x and o, the last stone in brackets, the winning five in capitals, ! on forbidden
// points.
func (v *View) draw() []string {
	line := map[board.Point]bool{}
	for _, p := range v.Line {
		line[p] = true
	}
	forbidden := map[board.Point]bool{}
	for _, p := range v.Forbidden {
		forbidden[p] = true
	}
	var lines []string
	for y := range v.Height {
		var b strings.Builder
		fmt.Fprintf(&b, "%2d", y+1)
		for x := range v.Width {
			p := board.At(x, y)
			sign := stoneSign(v.At(p))
			switch {
			case line[p]:
				sign = sign - 'a' + 'A'
			case forbidden[p]:
				sign = '!'
			}
			before := ' '
			switch {
			case p == v.Last:
				before = '['
			case x > 0 && board.At(x-1, y) == v.Last:
				before = ']'
			}
			b.WriteRune(before)
			b.WriteRune(sign)
		}
		if board.At(v.Width-1, y) == v.Last {
			b.WriteByte(']')
		}
		lines = append(lines, b.String())
	}
	var b strings.Builder
	b.WriteString("  ")
	for x := range v.Width {
		b.WriteByte(' ')
		b.WriteByte(byte('a' + x))
	}
	return append(lines, b.String())
}
