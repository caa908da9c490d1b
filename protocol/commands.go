package protocol

import "strings"

// block says what follows a command's own line.
type block uint8

const (
	noBlock    block = iota
	boardBlock       // lines x,y,who up to DONE
	pointBlock       // lines x,y up to DONE
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
	needs    bool // needs a game: ERROR before the first START, also where nothing else is answered
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

	// The openings in which sides may be swapped; the last two are AlphaGomoku's.
	{name: "SWAP2BOARD", kind: Swap, block: pointBlock, answered: true, needs: true, thinks: true, plays: true},
	{name: "SWAPBOARD", kind: Swap, block: pointBlock, answered: true, needs: true, thinks: true, plays: true},
	{name: "SWAP1STBOARD", kind: Swap, block: pointBlock, answered: true, needs: true, thinks: true, plays: true},

	// What Yixin-Board sends (its main.c is the source). What is answered by messages alone counts as not answered.
	{name: "YXBOARD", kind: Position, block: boardBlock, needs: true},
	{name: "YXNBEST", kind: NBest, answered: true, needs: true, thinks: true, parse: parseCount},
	{name: "YXSEARCHDEFEND", kind: NBest, answered: true, needs: true, thinks: true},
	{name: "YXBALANCEONE", kind: Balance, answered: true, needs: true, thinks: true, parse: parseBias},
	{name: "YXBALANCETWO", kind: Balance, answered: true, needs: true, thinks: true, parse: parseBias},
	{name: "YXSWAP2STEP1", kind: SwapStep, manners: stops, needs: true},
	{name: "YXSWAP2STEP2", kind: SwapStep, needs: true, thinks: true},
	{name: "YXSWAP2STEP3", kind: SwapStep, needs: true, thinks: true},
	{name: "YXSOOSORVSTEP1", kind: Soosorv, manners: stops, needs: true},
	{name: "YXSOOSORVSTEP2", kind: Soosorv, block: pointBlock, needs: true, thinks: true},
	{name: "YXSOOSORVSTEP3", kind: Soosorv, block: pointBlock, needs: true, thinks: true},
	{name: "YXSOOSORVSTEP4", kind: Soosorv, block: pointBlock, needs: true, thinks: true, parse: parseCount},
	{name: "YXSOOSORVSTEP5", kind: Soosorv, block: pointBlock, needs: true, thinks: true, parse: parseCount},
	{name: "YXSOOSORVSTEP6", kind: Soosorv, block: pointBlock, needs: true, thinks: true},
	{name: "YXBLOCK", kind: BlockSome, block: pointBlock},
	{name: "YXBLOCKUNDO", kind: BlockSome, block: pointBlock},
	{name: "YXBLOCKRESET", kind: BlockSome},
	{name: "YXBLOCKPATH", kind: BlockSome, block: pointBlock},
	{name: "YXBLOCKPATHUNDO", kind: BlockSome, block: pointBlock},
	{name: "YXBLOCKPATHRESET", kind: BlockSome},
	{name: "YXFORBID", kind: BlockSome, parse: parseForbid},
	{name: "YXSHOWINFO", kind: ShowInfo},
	{name: "YXSHOWHASHUSAGE", kind: HashUsage},

	// There is no database and no file of the table. The first of these come after every move; the others are the
	// user's.
	{name: "YXQUERYDATABASEALL", kind: Ignored, block: skipBlock},
	{name: "YXQUERYDATABASEALLT", kind: Ignored, block: skipBlock},
	{name: "YXQUERYDATABASEONE", kind: Unsupported, block: skipBlock},
	{name: "YXDELETEDATABASEALL", kind: Unsupported, block: skipBlock},
	{name: "YXDELETEDATABASEONE", kind: Unsupported, block: skipBlock},
	{name: "YXEDITTVDDATABASE", kind: Unsupported, block: skipBlock},
	{name: "YXEDITLABELDATABASE", kind: Unsupported, block: skipBlock},
	{name: "YXSETBESTMOVEDATABASE", kind: Unsupported, block: skipBlock},
	{name: "YXCLEARBESTMOVEDATABASE", kind: Unsupported, block: skipBlock},
	{name: "YXSETDATABASE", kind: Unsupported, block: skipLine},
	{name: "YXDBTOPOS", kind: Unsupported, block: skipLine},
	{name: "YXDBTOTXT", kind: Unsupported, block: skipLine},
	{name: "YXTXTTODB", kind: Unsupported, block: skipLine},
	{name: "YXDBCHECK", kind: Unsupported},
	{name: "YXDBFIX", kind: Unsupported},
	{name: "YXHASHDUMP", kind: Unsupported, block: skipLine},
	{name: "YXHASHLOAD", kind: Unsupported, block: skipLine},
	{name: "YXPRINTFEATURE", kind: Unsupported},
	{name: "YXDRAW", kind: Unsupported},
	{name: "YXRESIGN", kind: Unsupported},
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
