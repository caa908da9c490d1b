package protocol

// A Kind says which command a line is.
type Kind uint8

// The kinds of commands. Several words of the protocol share Unsupported: commands known to us by name only, because
// they bring a block or an argument line that has to be swallowed with them.
const (
	Empty       Kind = iota // a line with nothing on it
	Unknown                 // no command of ours
	Unsupported             // known by name: the user asks for something that we lack
	Ignored                 // known by name, and nothing has to be done
	Start                   // START n, START w h, RECTSTART w,h
	Restart
	Begin
	Turn
	Play
	Board // BOARD ... DONE, with its stones
	Takeback
	Info
	About
	Stop // STOP, YXSTOP
	HashClear
	ShowForbid
	Swap      // SWAP2BOARD, SWAPBOARD, SWAP1STBOARD ... DONE, with its points
	Position  // YXBOARD ... DONE, with its stones
	NBest     // YXNBEST n
	Balance   // YXBALANCEONE, YXBALANCETWO bias
	SwapStep  // YXSWAP2STEP1 to 3
	Soosorv   // YXSOOSORVSTEP1 to 6, with their points
	BlockSome // the YXBLOCK family and YXFORBID: points that must not be played
	ShowInfo
	HashUsage
	End
	Done // DONE; outside of a block a command that nobody knows
)

// A Who tells whose stone a line of BOARD describes.
type Who uint8

// The third number on a line of BOARD.
const (
	Own      Who = 1
	Opponent Who = 2
	Nobody   Who = 3 // a stone of nobody: the point is blocked
)

// A Stone is one line of a BOARD block; X counts from the left and Y from the top, both from 0.
type Stone struct {
	X, Y int
	Who  Who
}

// A Command is one command of the manager as typed values.
type Command struct {
	Kind Kind
	Name string // the command word in capitals, as it came

	Width, Height int     // Start: points a side
	X, Y          int     // Turn, Play, Takeback: from the left and from the top, from 0
	TwoSides      bool    // Start: width and height came as two numbers
	Stones        []Stone // Board, Position: in the order they came; of other blocks, points, their Who 0
	N             int     // NBest: moves; Balance: the bias; Soosorv: fifth moves
	Key, Value    string  // Info: the key in lower case; the rest of the line as it came

	// Err, when not empty, says what is wrong with the command: its only answer is ERROR with this text.
	Err string

	entry *entry // the command's row in the table
}
