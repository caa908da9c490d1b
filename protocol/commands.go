package protocol

import "strings"

// block says what follows a command's own line.
type block uint8

const (
	noBlock    block = iota
	boardBlock       // lines x,y,who up to DONE
	skipBlock        // lines of no interest up to DONE
	skipLine         // one line of no interest, such as a file name
)

// manners says what becomes of a command that arrives while a search runs.
type manners uint8

const (
	waits manners = iota // until the answer is out, in the order of arrival
	stops                // as waits, but the search is stopped and answers first
	heard                // taken at once
)

// An entry is one row of the table of commands.
type entry struct {
	name     string
	kind     Kind
	block    block
	manners  manners
	answered bool // brings exactly one answer
	needs    bool // needs a game: ERROR before the first START
	thinks   bool // the answer is a move of our own choosing
	plays    bool // belongs to playing: here a memory limit too small to play is complained of
	parse    func(c *Command, args string)
}

// table is what is understood and what is allowed when. Words not in it are answered UNKNOWN, whenever they come.
var table = [...]entry{
	{name: "START", kind: Start, manners: stops, answered: true, plays: true, parse: parseStart},
	{name: "RECTSTART", kind: Start, manners: stops, answered: true, plays: true, parse: parseRectStart},
	{name: "RESTART", kind: Restart, manners: stops, answered: true, needs: true, plays: true},
	{name: "BEGIN", kind: Begin, answered: true, needs: true, thinks: true, plays: true},
	{name: "TURN", kind: Turn, answered: true, needs: true, thinks: true, plays: true, parse: parsePoint},
	{name: "BOARD", kind: Board, block: boardBlock, answered: true, needs: true, thinks: true, plays: true},
	{name: "PLAY", kind: Play, answered: true, needs: true, plays: true, parse: parsePoint},
	{name: "TAKEBACK", kind: Takeback, answered: true, needs: true, plays: true, parse: parsePoint},
	{name: "INFO", kind: Info, manners: heard, parse: parseInfo},
	{name: "ABOUT", kind: About, answered: true},
	{name: "END", kind: End, manners: heard},
	{name: "DONE", kind: Done, answered: true},

	{name: "STOP", kind: Stop, manners: heard},
	{name: "YXSTOP", kind: Stop, manners: heard},
	{name: "YXHASHCLEAR", kind: HashClear},
	{name: "YXSHOWFORBID", kind: ShowForbid, answered: true, needs: true},

	// Commands with something behind them that must not be taken for commands (Yixin-Board's main.c is the source).
	{name: "SWAP2BOARD", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXBOARD", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXBLOCK", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXBLOCKUNDO", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXBLOCKPATH", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXBLOCKPATHUNDO", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXQUERYDATABASEALL", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXQUERYDATABASEALLT", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXQUERYDATABASEONE", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXDELETEDATABASEALL", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXDELETEDATABASEONE", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXEDITTVDDATABASE", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXEDITLABELDATABASE", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXSETBESTMOVEDATABASE", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXCLEARBESTMOVEDATABASE", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXSOOSORVSTEP2", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXSOOSORVSTEP3", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXSOOSORVSTEP4", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXSOOSORVSTEP5", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXSOOSORVSTEP6", kind: Unsupported, block: skipBlock, answered: true},
	{name: "YXSETDATABASE", kind: Unsupported, block: skipLine, answered: true},
	{name: "YXDBTOPOS", kind: Unsupported, block: skipLine, answered: true},
	{name: "YXDBTOTXT", kind: Unsupported, block: skipLine, answered: true},
	{name: "YXTXTTODB", kind: Unsupported, block: skipLine, answered: true},
	{name: "YXHASHDUMP", kind: Unsupported, block: skipLine, answered: true},
	{name: "YXHASHLOAD", kind: Unsupported, block: skipLine, answered: true},
}

// stranger is the row of every word that is not in the table.
var stranger = entry{kind: Unknown, answered: true}

// lookup returns the row of a command word given in capitals.
func lookup(name string) *entry {
	for i := range table {
		if table[i].name == name {
			return &table[i]
		}
	}
	return &stranger
}

// fromYixin reports whether only a manager that speaks the Yixin protocol sends this command word.
func fromYixin(name string) bool { return strings.HasPrefix(name, "YX") }
