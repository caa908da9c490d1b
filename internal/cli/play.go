//go:build !gomocup

package cli

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"os"
	"os/signal"
	"os/user"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/term"

	"tengen/board"
	"tengen/internal/play"
	"tengen/search"
)

// wordVariable is the environment variable that holds the shared word of a network game.
const wordVariable = "TENGEN_WORD"

type playFlags struct {
	position         positionFlags
	black, white     string
	names            []string
	level            int
	seed             int64
	turn             time.Duration
	nodes            uint64
	time, increment  time.Duration
	swap2            bool
	file, score      string
	plain            bool
	host, join, word string
}

func newPlayCmd() *cobra.Command {
	var f playFlags
	cmd := &cobra.Command{
		Use:   "play",
		Short: "Play at the terminal, against the engine or against people",
		Long: `Play at the terminal: type points such as h8 or 8,8 (column, row), or a command; help
lists them. A terminal is used as a whole, with arrows and mouse; in a pipe, or with
--plain, play goes by lines of text.

Two people at two machines: one hosts, the other joins with the same word. Without a
host name in the address only this machine is listened to: --host :7117 is for two
terminals of one machine, --host 0.0.0.0:7117 for a network. The word can also stand in
the environment variable TENGEN_WORD. A lost connection loses nothing: the guest calls
again.`,
		Example: `  tengen play --level 4
  tengen play --white human --names Anna,Ben --swap2 --time 10m --increment 5s
  tengen play --black engine:3 --white engine:5 --rule renju
  tengen play --host 0.0.0.0:7117 --names Anna
  tengen play --join anna.example.org:7117 --names Ben --word abcd-efgh-ijkl-mnop`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return runPlay(cmd, &f) },
	}
	flags := cmd.Flags()
	f.position.register(flags, board.Freestyle)
	flags.StringVar(&f.black, "black", "human", "who begins: human, engine, or engine:LEVEL")
	flags.StringVar(&f.white, "white", "engine", "who is the second: human, engine, or engine:LEVEL")
	flags.StringSliceVar(&f.names, "names", nil, "the players' `names`, the first player's first; in a network game your own")
	flags.IntVar(&f.level, "level", 0, "strength of the engine, 1 to 10 (default: search.level of config.toml)")
	flags.Int64Var(&f.seed, "seed", -1, "what the errors of a level and openings are drawn from (default: search.seed of config.toml, or if that is 0 a new one each time)")
	flags.DurationVar(&f.turn, "turn", 0, "the engine's time for a move (default: time.turn of config.toml)")
	flags.Uint64Var(&f.nodes, "nodes", 0, "the engine's nodes for a move; 0: no limit")
	flags.DurationVar(&f.time, "time", 0, "time of each side for the game, such as 10m; 0: no limit")
	flags.DurationVar(&f.increment, "increment", 0, "added to it for each move")
	flags.BoolVar(&f.swap2, "swap2", false, "begin with the swap2 opening")
	flags.StringVar(&f.file, "file", "", "keep the game in this `file` after every move, and go on with it if it is there")
	flags.StringVar(&f.score, "score", "", "keep the score of the two players in this `file`")
	flags.BoolVar(&f.plain, "plain", false, "lines of text, on a terminal too")
	flags.StringVar(&f.host, "host", "", "wait at this `address` for another player")
	flags.StringVar(&f.join, "join", "", "play with the host at this `address`")
	flags.StringVar(&f.word, "word", "", "the `word` that both players of a network game know (host: made when none is given)")
	cmd.MarkFlagsMutuallyExclusive("host", "join")
	return cmd
}

func runPlay(cmd *cobra.Command, f *playFlags) error {
	o, err := f.options(cmd)
	if err != nil {
		return err
	}
	in, out := cmd.InOrStdin(), cmd.OutOrStdout()
	interactive := onTerminal(in) && onTerminal(out)
	hello, err := f.connect(&o, in, interactive)
	if err != nil {
		return err
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM, syscall.SIGHUP)
	ended := make(chan struct{})
	defer close(ended)
	defer stop()
	before, _ := term.GetState(int(os.Stdin.Fd()))
	go endAnyway(ctx, ended, before)

	if interactive && !f.plain && os.Getenv("TERM") != "dumb" {
		if screen, err := play.NewScreen(); err == nil {
			defer screen.Close()
			s, err := play.NewSession(o, screen)
			if err != nil {
				return err
			}
			for _, line := range hello {
				screen.Say(line)
			}
			err = s.Run(ctx, screen.Lines())
			stop() // from here endAnyway counts
			return err
		}
	}
	o.Patient = !interactive
	lines := play.NewLines(out, interactive)
	s, err := play.NewSession(o, lines)
	if err != nil {
		return err
	}
	for _, line := range hello {
		lines.Say(line)
	}
	return s.Run(ctx, play.ReadLines(in))
}

// patience is how long the terminal may take to be given back.
const patience = 3 * time.Second

// endAnyway ends the program when it has not ended by itself some time after ctx is done, as when the terminal takes no
// more output. Games and scores are in their files after every move.
func endAnyway(ctx context.Context, ended <-chan struct{}, before *term.State) {
	select {
	case <-ctx.Done():
	case <-ended:
		return
	}
	select {
	case <-ended:
		return
	case <-time.After(patience):
	}
	if before != nil {
		term.Restore(int(os.Stdin.Fd()), before)
		go os.Stdout.WriteString("\x1b[?1000l\x1b[?1002l\x1b[?1006l\x1b[?1049l\x1b[?25h") // no mouse, the usual screen, its cursor
		time.Sleep(100 * time.Millisecond)
	}
	os.Exit(1)
}

func onTerminal(x any) bool {
	f, ok := x.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// options translates flags and settings.
func (f *playFlags) options(cmd *cobra.Command) (play.Options, error) {
	l, err := loadSettings(cmd)
	if err != nil {
		return play.Options{}, err
	}
	w, h, err := parseSize(f.position.size)
	if err != nil {
		return play.Options{}, err
	}
	rule, err := board.ParseRule(f.position.rule)
	if err != nil {
		return play.Options{}, err
	}
	o := play.Options{
		Terms:  play.Terms{Width: w, Height: h, Rule: rule, Swap2: f.swap2, Time: f.time, Increment: f.increment, DrawAt: l.DrawAt},
		Engine: engineOptions(&l),
		Turn:   time.Duration(l.Turn) * time.Millisecond,
		Nodes:  f.nodes, Seed: uint64(f.seed),
		GameFile: f.file, ScoreFile: f.score, LoadFile: f.position.game,
	}
	sizeTable(&o.Engine, play.DefaultEngine().HashBytes, 1)
	if f.turn < 0 {
		return o, fmt.Errorf("--turn %v: the time for a move cannot be negative", f.turn)
	}
	if f.turn > 0 {
		o.Turn = f.turn
	}
	if cmd.Flags().Changed("seed") && (f.seed < 0 || f.seed > math.MaxInt32) {
		return o, fmt.Errorf("--seed %d: 0 to %d is allowed", f.seed, math.MaxInt32)
	}
	if err := checkApart([]namedFile{{"the score", f.score}}, []namedFile{{"the game", f.file}}); err != nil {
		return o, err
	}
	if f.seed < 0 {
		if o.Seed = uint64(l.Seed); l.Seed == 0 {
			o.Seed = rand.Uint64()
		}
	}
	level := l.Level
	if cmd.Flags().Changed("level") {
		level = f.level
	}
	if err := search.ParseLevel(level); err != nil {
		return o, err
	}
	for i, who := range [2]string{f.black, f.white} {
		p := &o.Players[i]
		p.Level = level
		kind, n, given := strings.Cut(who, ":")
		switch {
		case kind == "human" && !given:
			p.Name = "you"
		case kind == "engine":
			p.Engine, p.Name = true, "Tengen"
			if given {
				if p.Level, err = strconv.Atoi(n); err == nil {
					err = search.ParseLevel(p.Level)
				}
				if err != nil {
					return o, fmt.Errorf("%s: a level of 1 to %d is allowed, such as engine:5", who, search.FullStrength)
				}
			}
		default:
			return o, fmt.Errorf("a player is human, engine or engine:LEVEL, not %q", who)
		}
	}
	if f.host == "" && f.join == "" && !o.Players[0].Engine && !o.Players[1].Engine {
		o.Players[0].Name, o.Players[1].Name = "first", "second"
	}
	if len(f.names) > 2 {
		return o, errors.New("--names takes two names")
	}
	for i, name := range f.names {
		o.Players[i].Name = name
	}
	return o, nil
}

// connect makes the link of a network game, and gives what the user should know of it.
func (f *playFlags) connect(o *play.Options, in io.Reader, interactive bool) (hello []string, err error) {
	if f.host == "" && f.join == "" {
		return nil, nil
	}
	me := "guest"
	if f.host != "" {
		me = "host"
	}
	if u, err := user.Current(); err == nil && u.Username != "" {
		me = u.Username[strings.LastIndexByte(u.Username, '\\')+1:]
	}
	if len(f.names) > 0 {
		me = f.names[0]
	}
	word := f.word
	if word == "" {
		word = os.Getenv(wordVariable)
	}
	o.Players[0], o.Players[1] = play.Player{Name: me}, play.Player{Name: "the guest"}
	if f.join != "" {
		o.Players[0], o.Players[1] = play.Player{Name: "the host"}, play.Player{Name: me}
		if word == "" && interactive {
			fmt.Print("the host's word: ")
			text, err := bufio.NewReaderSize(in, 16).ReadString('\n')
			if err != nil {
				return nil, err
			}
			word = strings.TrimSpace(text)
		}
		if word == "" {
			return nil, fmt.Errorf("--join needs the host's word: --word, or %s in the environment", wordVariable)
		}
		o.Link, err = play.Call(f.join, word)
		return []string{"calling " + f.join}, err
	}
	made := word == ""
	if made {
		word = play.NewWord()
	}
	if o.Link, err = play.Listen(f.host, word); err != nil {
		return nil, err
	}
	hello = []string{"waiting at " + o.Link.Addr}
	if made {
		hello = append(hello, "the word for your guest: "+word)
	}
	return hello, nil
}
