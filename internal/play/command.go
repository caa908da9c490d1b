package play

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/board"
)

// A command is what may be typed at the table beside a point.
type command struct {
	names  []string // the first is its name
	args   string   // for the help
	does   string
	run    func(s *Session, args []string)
	arrive bool // what is typed after it is one text
}

// commands are all there are, in the order of the help.
var commands []command

func init() { // a variable would refer to itself through help
	commands = []command{
		{names: []string{"undo", "u"}, args: "[N]", does: "take back your last move, and the answer to it; or N moves", run: (*Session).undo},
		{names: []string{"hint"}, does: "what the engine would play here", run: (*Session).hint},
		{names: []string{"explain"}, does: "how the best-looking moves are judged", run: (*Session).explain},
		{names: []string{"stop"}, does: "the engine moves at once", run: (*Session).stopThinking},
		{names: []string{"pause"}, does: "the engine waits", run: (*Session).pause},
		{names: []string{"go"}, does: "and goes on", run: (*Session).goOn},
		{names: []string{"resign"}, does: "give the game up", run: (*Session).resign},
		{names: []string{"draw"}, does: "end the game as a draw; in a network game the other side is asked", run: (*Session).draw},
		{names: []string{"new", "n"}, args: "[same]", does: "a new game with colours swapped, or the same", run: (*Session).newGame},
		{names: []string{"black"}, does: "swap2: take the black stones", run: func(s *Session, _ []string) { s.choose(TakeBlack) }},
		{names: []string{"white"}, does: "swap2: take the white stones", run: func(s *Session, _ []string) { s.choose(TakeWhite) }},
		{names: []string{"two"}, does: "swap2: place two more stones, the other side then takes a colour", run: func(s *Session, _ []string) { s.choose(PlaceTwo) }},
		{names: []string{"level"}, args: "1..10", does: "strength of the engine, from now on", run: (*Session).setLevel},
		{names: []string{"size"}, args: "N|WxH", does: "size of the board, 5 to 22, in the next game", run: (*Session).setSize},
		{names: []string{"rule"}, args: "R", does: "freestyle, standard, renju, caro or caro-exact, in the next game", run: (*Session).setRule},
		{names: []string{"swap2"}, args: "on|off", does: "the opening of that name, in the next game", run: (*Session).setSwap2},
		{names: []string{"players"}, args: "X Y", does: "who plays: human or engine, for the first and the second name", run: (*Session).setPlayers},
		{names: []string{"names"}, args: "X Y", does: "the players' names", run: (*Session).setNames},
		{names: []string{"save"}, args: "FILE", does: "write the game as .sgf, .psq (Piskvork) or .json", run: (*Session).save, arrive: true},
		{names: []string{"overwrite"}, args: "FILE", does: "the same over a file that exists", run: (*Session).overwrite, arrive: true},
		{names: []string{"load"}, args: "FILE", does: "go on with a game from such a file", run: (*Session).load, arrive: true},
		{names: []string{"score"}, does: "the score of the session", run: func(s *Session, _ []string) { s.say("%s", s.score.String()) }},
		{names: []string{"board"}, does: "draw the board again", run: func(s *Session, _ []string) { s.ui.Redraw() }},
		{names: []string{"say"}, args: "TEXT", does: "network game: a word to the other side", run: (*Session).sayTo, arrive: true},
		{names: []string{"yes"}, does: "network game: agree to what the other side asks for", run: func(s *Session, _ []string) { s.reply(true) }},
		{names: []string{"no"}, does: "network game: do not", run: func(s *Session, _ []string) { s.reply(false) }},
		{names: []string{"help", "?"}, does: "this page", run: (*Session).help},
		{names: []string{"quit", "q", "exit"}, does: "leave the table", run: func(s *Session, _ []string) { s.over = true }},
	}
}

// obey carries out one line. Whatever is wrong with it is said, and nothing else happens.
func (s *Session) obey(line string) {
	line = cleanText(line, maxLine)
	words := strings.Fields(line)
	if len(words) == 0 {
		return
	}
	if p, ok, err := parsePoint(line, s.game.board); ok {
		if err != nil {
			s.say("%v", err)
			return
		}
		s.place(p)
		return
	}
	name := strings.ToLower(words[0])
	for i := range commands {
		c := &commands[i]
		for _, n := range c.names {
			if n != name {
				continue
			}
			args := words[1:]
			if c.arrive {
				args = []string{strings.TrimSpace(line[len(words[0]):])}
			}
			c.run(s, args)
			return
		}
	}
	if _, err := board.ParseMoves(line); err == nil {
		s.say("%s: one point at a time, such as h8", line)
		return
	}
	s.say("%q is neither a point, such as h8 or 8,8, nor a command; help lists them", words[0])
}

// parsePoint reads h8, or 8,8 (column and row from 1, the top left corner being 1,1); ok is false for what does not look
// like a point.
func parsePoint(line string, b *board.Board) (p board.Point, ok bool, err error) {
	line = strings.TrimSpace(line)
	if col, row, pair := strings.Cut(line, ","); pair {
		x, err1 := strconv.Atoi(strings.TrimSpace(col))
		y, err2 := strconv.Atoi(strings.TrimSpace(row))
		if err1 != nil || err2 != nil {
			return 0, false, nil
		}
		if x < 1 || y < 1 || x > b.Width() || y > b.Height() {
			return 0, true, fmt.Errorf("%d,%d is off the board: columns are 1 to %d, rows 1 to %d", x, y, b.Width(), b.Height())
		}
		return board.At(x-1, y-1), true, nil
	}
	if len(line) < 2 || len(line) > 4 || strings.Trim(line[1:], "0123456789") != "" || (line[0]|0x20) < 'a' || (line[0]|0x20) > 'z' {
		return 0, false, nil
	}
	p, err = board.ParsePoint(line)
	if err == nil && !b.Inside(p) || err != nil {
		err = fmt.Errorf("%s is off the board: columns are a to %c, rows 1 to %d", line, 'a'+b.Width()-1, b.Height())
	}
	return p, true, err
}

// helpLines are the page of help.
func helpLines() []string {
	lines := []string{
		"h8 or 8,8      place a stone: column and row, from the top left corner",
		"               (whole screen: arrows or mouse, and Enter; ^U empties the line)",
	}
	for _, c := range commands {
		name := strings.TrimSpace(c.names[0] + " " + c.args)
		lines = append(lines, fmt.Sprintf("%-14s %s", name, c.does))
	}
	return lines
}
