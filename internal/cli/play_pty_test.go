//go:build unix && !gomocup

package cli

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"

	"tengen/board"
	"tengen/internal/play"
)

// TestPlayProcess is the program itself for the tests below, run as another process.
func TestPlayProcess(t *testing.T) {
	args := os.Getenv("TENGEN_TEST_PLAY")
	if args == "" {
		t.Skip("runs as a child of other tests")
	}
	builtin, err := os.ReadFile("../../config.toml")
	if err != nil {
		t.Fatal(err)
	}
	os.Exit(Main(builtin, strings.Split(args, "\x1f"), os.Stdout, os.Stderr))
}

// A terminal is a pseudo-terminal with the program in it, and what its screen shows.
type terminal struct {
	t    *testing.T
	file *os.File
	cmd  *exec.Cmd

	mu      sync.Mutex
	cells   [][]rune
	x, y    int
	pending string
	raw     strings.Builder
	read    chan struct{} // closed when all is read
}

func inTerminal(t *testing.T, cols, rows int, env []string, args ...string) *terminal {
	t.Helper()
	cmd := exec.Command(os.Args[0], "-test.run=^TestPlayProcess$")
	cmd.Env = append(os.Environ(), append(env, "TENGEN_TEST_PLAY="+strings.Join(args, "\x1f"))...)
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)})
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	x := &terminal{t: t, file: f, cmd: cmd, read: make(chan struct{})}
	x.size(cols, rows)
	t.Cleanup(func() { f.Close(); cmd.Process.Kill(); cmd.Wait() })
	go func() {
		defer close(x.read)
		buf := make([]byte, 4096)
		for {
			n, err := f.Read(buf)
			x.mu.Lock()
			x.feed(string(buf[:n]))
			x.mu.Unlock()
			if err != nil {
				return
			}
		}
	}()
	return x
}

// size makes the screen empty, of the given size.
func (x *terminal) size(cols, rows int) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.cells = make([][]rune, rows)
	for i := range x.cells {
		x.cells[i] = []rune(strings.Repeat(" ", cols))
	}
	x.x, x.y = 0, 0
}

func (x *terminal) resize(cols, rows int) {
	x.size(cols, rows)
	if err := pty.Setsize(x.file, &pty.Winsize{Cols: uint16(cols), Rows: uint16(rows)}); err != nil {
		x.t.Fatal(err)
	}
}

// feed does what a terminal does with what is written to it, as far as the program uses it.
func (x *terminal) feed(s string) {
	x.raw.WriteString(s)
	s = x.pending + s
	x.pending = ""
	for s != "" {
		if s[0] == '\x1b' {
			n := sequence(s)
			if n == 0 {
				x.pending = s
				return
			}
			x.control(s[:n])
			s = s[n:]
			continue
		}
		r := []rune(s)[0]
		s = s[len(string(r)):]
		switch {
		case r == '\r':
			x.x = 0
		case r == '\n':
			x.y++
		case r == '\b':
			x.x = max(0, x.x-1)
		case r < ' ' || r == '\ufffd':
		default:
			if x.y < len(x.cells) && x.x < len(x.cells[x.y]) {
				x.cells[x.y][x.x] = r
			}
			x.x++
		}
	}
}

// sequence is the length of the control sequence at the beginning, 0 if it is not all there.
func sequence(s string) int {
	if len(s) < 2 {
		return 0
	}
	switch s[1] {
	case '[':
		for i := 2; i < len(s); i++ {
			if s[i] >= '@' && s[i] <= '~' {
				return i + 1
			}
		}
		return 0
	case ']':
		if i := strings.IndexAny(s, "\a"); i > 0 {
			return i + 1
		}
		if i := strings.Index(s, "\x1b\\"); i > 0 {
			return i + 2
		}
		return 0
	case '(', ')':
		if len(s) < 3 {
			return 0
		}
		return 3
	}
	return 2
}

func (x *terminal) control(s string) {
	if s[1] != '[' {
		return
	}
	var n []int
	for _, f := range strings.Split(s[2:len(s)-1], ";") {
		k, _ := strconv.Atoi(f)
		n = append(n, k)
	}
	switch s[len(s)-1] {
	case 'H':
		x.y, x.x = max(n[0], 1)-1, 0
		if len(n) > 1 {
			x.x = max(n[1], 1) - 1
		}
	case 'J':
		for _, row := range x.cells {
			for i := range row {
				row[i] = ' '
			}
		}
	case 'K':
		if x.y < len(x.cells) {
			for i := x.x; i < len(x.cells[x.y]); i++ {
				x.cells[x.y][i] = ' '
			}
		}
	}
}

func (x *terminal) screen() string {
	x.mu.Lock()
	defer x.mu.Unlock()
	var b strings.Builder
	for _, row := range x.cells {
		b.WriteString(strings.TrimRight(string(row), " ") + "\n")
	}
	return b.String()
}

func (x *terminal) types(s string) {
	x.t.Helper()
	if _, err := io.WriteString(x.file, s); err != nil {
		x.t.Fatal(err)
	}
}

// shows waits until all of the texts are on the screen.
func (x *terminal) shows(texts ...string) {
	x.t.Helper()
	for end := time.Now().Add(20 * time.Second); ; time.Sleep(10 * time.Millisecond) {
		s, missing := x.screen(), ""
		for _, text := range texts {
			if !strings.Contains(s, text) {
				missing = text
			}
		}
		if missing == "" {
			return
		}
		if time.Now().After(end) {
			x.t.Fatalf("%q does not show, but\n%s", missing, s)
		}
	}
}

// ends waits for the program's end, with status 0.
func (x *terminal) ends() {
	x.t.Helper()
	done := make(chan error, 1)
	go func() { done <- x.cmd.Wait() }()
	select {
	case err := <-done:
		if err != nil {
			x.t.Errorf("the program ended with %v", err)
		}
		<-x.read
	case <-time.After(20 * time.Second):
		x.t.Fatal("the program does not end")
	}
}

// A whole game in a terminal: wrong input, undo, save, resize, load, hint, the end, a new game, quit.
func TestPlayInTerminal(t *testing.T) {
	dir := t.TempDir()
	saved := filepath.Join(dir, "a game.sgf")
	x := inTerminal(t, 80, 24, []string{"TERM=xterm"}, "play", "--white", "human", "--names", "Anna,Ben", "--size", "22", "--turn", "50ms")
	x.shows("Anna (x), move 1?", "22 .", "a b c d e f g h i j k l m n o p q r s t u v")
	x.types("h8\r")
	x.shows("Ben (o), move 2?", "move 1: h8")
	x.types("h8\rrubbish\rz1\r")
	x.shows("there is a stone on h8", "neither a point", "off the board", "Ben (o), move 2?")
	x.types("9,9\r")
	x.shows("move 2: i9", "Anna (x), move 3?")
	x.types("undo\r")
	x.shows("taken back: 1", "Ben (o), move 2?")
	x.types("\x1b[B\x1b[B\r") // arrows from the last stone
	x.shows("move 2: h10")
	x.types("hint\r")
	x.shows("hint:", "evaluation")
	x.types("save " + saved + "\r")
	x.shows("saved to")
	x.types("h9\r")
	x.shows("move 3: h9")
	x.resize(50, 12)
	x.shows("Ben (o), move 4?")
	x.types("\x1b[D")
	x.shows(" 9 . . . . . . .[x]")
	x.resize(100, 40)
	x.shows("Ben (o), move 4?", "22 . .", "freestyle, 22 by 22")
	x.types("i9\r")
	x.shows("move 4: i9")
	x.types("load " + saved + "\r")
	x.shows("loaded", "Anna (x), move 3?", "move 2: h10")
	x.types("help\r")
	x.shows("place a stone")
	x.types("x")
	for i, p := range []string{"a1", "b1", "a2", "b2", "a3", "b3", "a4", "b4", "a5"} {
		x.types(p + "\r")
		x.shows(fmt.Sprintf("move %d: %s", 3+i, p))
	}
	x.shows("new game, undo or quit?", "wins: five in a row")
	x.types("new\r")
	x.shows("Ben (x), move 1?", "Anna 1 - 0 Ben")
	x.types("quit\r")
	x.ends()
	if s := x.raw.String(); !strings.Contains(s, "\x1b[?1049l") {
		t.Error("the terminal was not given back")
	}
	l, err := play.Load(saved, 1, play.Saved{Game: mustGame(t), Names: [2]string{"Anna", "Ben"}})
	if err != nil || l.Game.Board().Stones() != 2 {
		t.Errorf("the saved game: %v", err)
	}
}

func mustGame(t *testing.T) *play.Game {
	g, err := play.NewGame(play.Terms{Width: 15, Height: 15, Rule: board.Freestyle}, 0)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// Ctrl-C and a terminal that goes away end the program; the game is in its file.
func TestPlayTerminalGoesAway(t *testing.T) {
	file := filepath.Join(t.TempDir(), "game.json")
	x := inTerminal(t, 80, 24, []string{"TERM=xterm", "NO_COLOR=1"}, "play", "--white", "human", "--file", file)
	x.shows("first (x), move 1?")
	x.types("h8\r")
	x.shows("move 1: h8")
	x.types("\x03")
	x.ends()
	if strings.Contains(x.raw.String(), "\x1b[36m") {
		t.Error("colours in spite of NO_COLOR")
	}
	x = inTerminal(t, 80, 24, []string{"TERM=xterm"}, "play", "--white", "human", "--file", file)
	x.shows("second (o), move 2?")
	x.types("i9\r")
	x.shows("move 2: i9")
	x.file.Close()
	done := make(chan error, 1)
	go func() { done <- x.cmd.Wait() }()
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		t.Fatal("the program stays without its terminal")
	}
	x = inTerminal(t, 80, 24, []string{"TERM=dumb"}, "play", "--white", "human", "--file", file)
	x.shows("going on with a game of 2 stones", "first (x), move 3?") // lines of text in a dumb terminal
	x.types("quit\r")
	x.ends()
}

// Bytes that are no UTF-8, alone, before, between and after keys, do nothing: keys work and every way out ends the
// program.
func TestPlayInvalidInput(t *testing.T) {
	for i, bad := range []string{"\xff", "\x80", "\xe9", "\xe2\x82", "\xed\xa0\x80", "\xf8\x88\x80\x80\x80"} {
		x := inTerminal(t, 80, 24, []string{"TERM=xterm", "LANG=C.UTF-8", "LC_ALL="}, "play", "--white", "human")
		x.shows("first (x), move 1?")
		x.types(bad)
		x.types("h8" + bad + "\r")
		x.shows("move 1: h8")
		x.types(bad + "i9\r" + bad)
		x.shows("move 2: i9", "first (x), move 3?")
		switch i % 4 {
		case 0:
			x.types("\x03")
		case 1:
			x.cmd.Process.Signal(syscall.SIGTERM)
		case 2:
			x.cmd.Process.Signal(syscall.SIGHUP)
		case 3:
			x.cmd.Process.Signal(os.Interrupt)
		}
		x.ends()
	}
}

// A terminal that takes no more output does not keep the program from ending.
func TestPlayTerminalStuck(t *testing.T) {
	cmd := exec.Command(os.Args[0], "-test.run=^TestPlayProcess$")
	cmd.Env = append(os.Environ(), "TERM=xterm", "TENGEN_TEST_PLAY=play\x1f--white\x1fhuman")
	f, err := pty.StartWithSize(cmd, &pty.Winsize{Cols: 80, Rows: 24})
	if err != nil {
		t.Skipf("no pseudo-terminal here: %v", err)
	}
	defer f.Close()
	go func() { // leaves the screen drawn again and again, and nobody reads it
		for range 2000 {
			if _, err := io.WriteString(f, "\x0c"); err != nil {
				return
			}
		}
	}()
	done := make(chan error, 1)
	go func() { done <- cmd.Wait() }()
	time.Sleep(2 * time.Second)
	cmd.Process.Signal(syscall.SIGTERM)
	select {
	case <-done:
	case <-time.After(20 * time.Second):
		cmd.Process.Kill()
		t.Fatal("SIGTERM does not end it")
	}
}

// ^U empties the line that is typed.
func TestPlayKillLine(t *testing.T) {
	x := inTerminal(t, 80, 24, []string{"TERM=xterm"}, "play", "--white", "human")
	x.shows("first (x), move 1?")
	x.types("rubbish\x15h8\r")
	x.shows("move 1: h8")
	x.types("quit\r")
	x.ends()
}
