package tournaments

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"tengen/board"
)

// Tournament is everything a tournament file can say. Make one with Load, or
// start from Default and call Check.
type Tournament struct {
	Name        string `toml:"name"`        // shown in tables; default: the file's name
	Record      string `toml:"record"`      // record file; default: the file's name with .jsonl, in the current directory
	Seed        uint64 `toml:"seed"`        // decides the order and the symmetry of openings
	Rounds      int    `toml:"rounds"`      // how often every pair of engines meets; each meeting is two games
	Pairing     string `toml:"pairing"`     // "round-robin", "gauntlet" or "match"
	Concurrency int    `toml:"concurrency"` // games at a time

	Board    BoardSettings    `toml:"board"`
	Openings OpeningSettings  `toml:"openings"`
	Draw     DrawSettings     `toml:"draw"`
	Win      WinSettings      `toml:"win"`
	SPRT     *SPRTSettings    `toml:"sprt"`
	Engines  []EngineSettings `toml:"-"` // [[engine]], completed from [each]

	dir string // what relative paths start from
}

// BoardSettings says on which board and by which rule games are played.
type BoardSettings struct {
	Rule   string `toml:"rule"` // "freestyle", "standard", "renju", "caro" or "caro-exact"
	Size   int    `toml:"size"` // width and height, 5 to 22
	Width  int    `toml:"width"`
	Height int    `toml:"height"`

	rule board.Rule
}

// OpeningSettings says where games begin.
type OpeningSettings struct {
	File       string `toml:"file"`       // empty: games begin on the empty board
	Order      string `toml:"order"`      // "sequential" or "shuffled"
	Symmetries bool   `toml:"symmetries"` // turn and mirror openings
	Swap2      bool   `toml:"swap2"`      // the engines make the opening by the swap2 rule

	openings []Opening // read by Check
}

// DrawSettings says when a game that goes on is a draw; 0 means never.
type DrawSettings struct {
	Moves  int `toml:"moves"`  // moves played by the engines
	Stones int `toml:"stones"` // stones on the board; renju leagues use 200
	Empty  int `toml:"empty"`  // empty cells left; Piskvork uses 25
}

// WinSettings says when a game is won because both engines say so; it needs
// engines that tell their evaluation.
type WinSettings struct {
	Moves int `toml:"moves"` // for how many moves of each engine in a row; 0: never
	Score int `toml:"score"` // from which evaluation on, in the engines' own units; a told win or loss counts as more
}

// SPRTSettings says when enough games have been played: see SPRT.
type SPRTSettings struct {
	Elo0  float64 `toml:"elo0"`
	Elo1  float64 `toml:"elo1"`
	Alpha float64 `toml:"alpha"`
	Beta  float64 `toml:"beta"`
	Model string  `toml:"model"` // "normalized" or "logistic"
}

// EngineSettings says how one engine is run and what it is allowed.
type EngineSettings struct {
	Name    string   `toml:"name"`    // empty: from the answer to ABOUT
	Command string   `toml:"command"` // program and arguments; {tengen} is this program
	Args    []string `toml:"args"`    // more arguments, taken as they are
	Dir     string   `toml:"dir"`     // working directory; default: where the program lies

	Turn      Span  `toml:"turn"`      // time for one move
	Game      Span  `toml:"game"`      // time for all moves of a game; 0s: no limit
	Increment Span  `toml:"increment"` // added to the time for the game after each move
	Tolerance Span  `toml:"tolerance"` // how far a limit may be overstepped
	Nodes     int64 `toml:"nodes"`     // INFO max_node; 0: not sent
	Depth     int   `toml:"depth"`     // INFO max_depth; 0: not sent
	Threads   int   `toml:"threads"`   // INFO thread_num; 0: not sent
	Memory    Bytes `toml:"memory"`    // INFO max_memory, and the referee's limit; 0: none

	MemoryTolerance Bytes `toml:"memory_tolerance"` // how far the memory limit may be overstepped

	StartLimit Span   `toml:"start_limit"` // time for the answers to ABOUT, START and RESTART
	EndLimit   Span   `toml:"end_limit"`   // time to leave after END
	Pause      Span   `toml:"pause"`       // no command reaches the engine within this time after its move; charged to nobody
	Restart    string `toml:"restart"`     // "keep" one process for many games, or a "fresh" one for each
	Suspend    bool   `toml:"suspend"`     // stop the process while the opponent thinks
	ByBoard    bool   `toml:"by_board"`    // send the whole position before every move instead of TURN
	Folder     string `toml:"folder"`      // INFO folder; empty: not sent
	Info       Info   `toml:"info"`        // more INFO lines

	program string   // absolute, after Check
	args    []string // of the command, then Args
}

// Restart policies.
const (
	RestartKeep  = "keep"
	RestartFresh = "fresh"
)

// Pairings.
const (
	RoundRobin = "round-robin" // everybody meets everybody
	Gauntlet   = "gauntlet"    // the first meets all others
	Match      = "match"       // two engines
)

// Opening orders.
const (
	Sequential = "sequential"
	Shuffled   = "shuffled"
)

// Default gives a tournament with every setting at its default and no engines.
func Default() Tournament {
	return Tournament{
		Seed: 1, Rounds: 1, Pairing: RoundRobin, Concurrency: 1,
		Board:    BoardSettings{Rule: "freestyle", Size: 15},
		Openings: OpeningSettings{Order: Sequential},
		Win:      WinSettings{Score: 2000},
	}
}

// DefaultEngine gives an engine's settings with everything at its default and
// no command. The limits are Gomocup's where it has any.
func DefaultEngine() EngineSettings {
	return EngineSettings{
		Turn:      notGiven,
		Tolerance: Span(time.Second),
		Memory:    350 << 20,

		MemoryTolerance: 32 << 20, // what engines that mean to keep the limit count otherwise than we do
		StartLimit:      Span(10 * time.Second),
		EndLimit:        Span(time.Second),
		Pause:           Span(20 * time.Millisecond),
		Restart:         RestartKeep,
	}
}

// DefaultSPRT gives the test that strength.md asks of every change: is it worth
// 10 Elo rather than nothing?
func DefaultSPRT() SPRTSettings {
	return SPRTSettings{Elo0: 0, Elo1: 10, Alpha: 0.05, Beta: 0.05, Model: Normalized}
}

// settingError is a setting with a value that cannot be. key is its path in the
// file, "engine[1].turn" for the second engine's.
type settingError struct {
	key string
	msg string
}

func (e *settingError) Error() string {
	if e.key == "" {
		return e.msg
	}
	key := e.key
	if m := indexed.FindStringSubmatch(key); m != nil {
		// Everywhere else engines are numbered from 1.
		n, _ := strconv.Atoi(m[1])
		key = strings.Replace(key, m[0], fmt.Sprintf("engine %d ", n+1), 1)
	}
	return strings.TrimSpace(key) + ": " + e.msg
}

func badSetting(key, format string, args ...any) error {
	return &settingError{key, fmt.Sprintf(format, args...)}
}

// Check completes the settings (paths, derived limits, openings) and refuses
// what cannot be played. Relative paths start from dir.
func (t *Tournament) Check(dir string) error {
	t.dir = dir
	if err := t.CheckAmounts(); err != nil {
		return err
	}
	if err := t.Board.check(); err != nil {
		return err
	}
	for _, n := range []struct {
		key   string
		value int
	}{{"draw.moves", t.Draw.Moves}, {"draw.stones", t.Draw.Stones}, {"draw.empty", t.Draw.Empty}, {"win.moves", t.Win.Moves}} {
		if n.value < 0 {
			return badSetting(n.key, "%d; allowed are 0 (never) and more", n.value)
		}
	}
	if t.Win.Score < 1 {
		return badSetting("win.score", "%d; allowed are 1 and more", t.Win.Score)
	}
	if t.SPRT != nil {
		if err := t.SPRT.check(); err != nil {
			return err
		}
	}
	if err := t.checkPairing(); err != nil {
		return err
	}
	seen := map[string]int{}
	for i := range t.Engines {
		e := &t.Engines[i]
		if err := e.check(fmt.Sprintf("engine[%d]", i), dir); err != nil {
			return err
		}
		if e.Name == "" {
			continue
		}
		if j, dup := seen[e.Name]; dup {
			return badSetting(fmt.Sprintf("engine[%d].name", i), "%q is also the name of engine %d; names must differ", e.Name, j+1)
		}
		seen[e.Name] = i
	}
	return t.Openings.check(t.Board, dir)
}

// CheckAmounts refuses numbers of rounds and of games at a time that cannot be;
// Check does too. It is for those who change them after Check.
func (t *Tournament) CheckAmounts() error {
	if t.Rounds < 1 || t.Rounds > 10_000_000 {
		return badSetting("rounds", "%d; allowed are 1 to 10000000", t.Rounds)
	}
	if t.Concurrency < 1 || t.Concurrency > 1024 {
		return badSetting("concurrency", "%d; allowed are 1 to 1024", t.Concurrency)
	}
	return nil
}

// OpeningsFile is the path of the file of openings after Check, "" without one.
func (t *Tournament) OpeningsFile() string {
	if t.Openings.File == "" {
		return ""
	}
	return resolve(t.dir, t.Openings.File)
}

// Programs lists the paths of the engines' programs after Check.
func (t *Tournament) Programs() []string {
	var paths []string
	for _, e := range t.Engines {
		paths = append(paths, e.program)
	}
	return paths
}

func (t *Tournament) checkPairing() error {
	n := len(t.Engines)
	switch t.Pairing {
	case RoundRobin, Gauntlet:
		if n < 2 {
			return badSetting("engine", "%d given; a tournament needs two or more", n)
		}
	case Match:
		if n != 2 {
			return badSetting("engine", "%d given; a match needs two", n)
		}
	default:
		return badSetting("pairing", "%q; allowed are %q, %q and %q", t.Pairing, RoundRobin, Gauntlet, Match)
	}
	if t.SPRT != nil && n != 2 {
		return badSetting("sprt", "the test is for two engines and there are %d", n)
	}
	return nil
}

func (b *BoardSettings) check() error {
	rule, err := board.ParseRule(b.Rule)
	if err != nil {
		return badSetting("board.rule", "%v", err)
	}
	b.rule = rule
	if (b.Width == 0) != (b.Height == 0) {
		return badSetting("board.width", "width and height come together; for a square board size is enough")
	}
	if b.Width == 0 {
		if b.Size < board.MinSize || b.Size > board.MaxSize {
			return badSetting("board.size", "%d; allowed are %d to %d", b.Size, board.MinSize, board.MaxSize)
		}
		b.Width, b.Height = b.Size, b.Size
	}
	for _, n := range []struct {
		key   string
		value int
	}{{"board.width", b.Width}, {"board.height", b.Height}} {
		if n.value < board.MinSize || n.value > board.MaxSize {
			return badSetting(n.key, "%d; allowed are %d to %d", n.value, board.MinSize, board.MaxSize)
		}
	}
	return nil
}

func (o *OpeningSettings) check(b BoardSettings, dir string) error {
	if o.Order != Sequential && o.Order != Shuffled {
		return badSetting("openings.order", "%q; allowed are %q and %q", o.Order, Sequential, Shuffled)
	}
	if o.File == "" {
		return nil
	}
	if o.Swap2 {
		return badSetting("openings.swap2", "a game begins with an opening from a file or by swap2, not both")
	}
	openings, err := ReadOpenings(resolve(dir, o.File), b.Width, b.Height, b.rule)
	if err != nil {
		return err
	}
	o.openings = openings
	return nil
}

func (e *EngineSettings) check(key, dir string) error {
	words, err := splitCommand(e.Command)
	if err != nil {
		return badSetting(key+".command", "%v", err)
	}
	if len(words) == 0 {
		return badSetting(key+".command", "missing; it names the program to run")
	}
	if e.program, err = findProgram(words[0], dir); err != nil {
		return badSetting(key+".command", "%v", err)
	}
	e.args = append(words[1:], e.Args...)
	if e.Dir == "" {
		e.Dir = filepath.Dir(e.program)
	} else {
		e.Dir = resolve(dir, e.Dir)
		if info, err := os.Stat(e.Dir); err != nil || !info.IsDir() {
			return badSetting(key+".dir", "%s is not a directory", e.Dir)
		}
	}
	if e.Name != printable(e.Name) {
		return badSetting(key+".name", "%q; a name has no tabs, line ends or other characters that cannot be seen", e.Name)
	}
	if e.Restart != RestartKeep && e.Restart != RestartFresh {
		return badSetting(key+".restart", "%q; allowed are %q and %q", e.Restart, RestartKeep, RestartFresh)
	}
	if e.Nodes < 0 || e.Depth < 0 || e.Threads < 0 {
		return badSetting(key, "nodes, depth and threads are 0 (not sent) or more")
	}
	if e.StartLimit <= 0 {
		return badSetting(key+".start_limit", "%v; an engine needs some time to start", e.StartLimit)
	}
	if e.Turn == notGiven {
		switch {
		case e.Game > 0:
			e.Turn = e.Game
		case e.Nodes > 0 || e.Depth > 0:
			e.Turn = Span(time.Minute) // the node or depth limit decides; this only catches a hang
		default:
			e.Turn = Span(time.Second)
		}
	}
	for k, v := range e.Info {
		if k == "" || strings.ContainsAny(k, " \t\r\n") || strings.ContainsAny(v, "\r\n") {
			return badSetting(key+".info", "%q = %q cannot be sent as one INFO line", k, v)
		}
	}
	return nil
}

// selfCommand stands for this program in an engine's command.
const selfCommand = "{tengen}"

// findProgram gives the absolute path of a program: a name without a separator
// is looked up in PATH, a relative path starts from dir.
func findProgram(name, dir string) (string, error) {
	if name == selfCommand {
		return os.Executable()
	}
	if !strings.ContainsRune(name, '/') && !strings.ContainsRune(name, os.PathSeparator) {
		path, err := exec.LookPath(name)
		if err != nil {
			return "", fmt.Errorf("cannot find %s in PATH; write ./%s for a program in a directory", name, name)
		}
		return filepath.Abs(path)
	}
	// Absolute before it is looked up: joining cleans "./" away, and what is left
	// would be searched in PATH.
	whole, err := filepath.Abs(resolve(dir, name))
	if err != nil {
		return "", err
	}
	path, err := exec.LookPath(whole) // also adds .exe and checks that it may be run
	if err != nil {
		return "", fmt.Errorf("cannot run %s: %w", whole, plainExecError(err))
	}
	return path, nil
}

// resolve makes a relative path start from dir.
func resolve(dir, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

// splitCommand splits a command line at blanks; '...' and "..." keep blanks. A
// backslash is an ordinary character, for paths on Windows.
func splitCommand(s string) ([]string, error) {
	var words []string
	var word strings.Builder
	inWord, quote := false, rune(0)
	for _, r := range s {
		switch {
		case quote != 0:
			if r == quote {
				quote = 0
			} else {
				word.WriteRune(r)
			}
		case r == '"' || r == '\'':
			quote, inWord = r, true
		case r == ' ' || r == '\t':
			if inWord {
				words = append(words, word.String())
				word.Reset()
				inWord = false
			}
		default:
			word.WriteRune(r)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("a quotation mark %c is not closed in %q", quote, s)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}

// start is the command that runs the engine; its standard error goes to the
// named file.
func (e *EngineSettings) start(stderr string) command {
	return command{Program: e.program, Args: e.args, Dir: e.Dir, Stderr: stderr}
}
