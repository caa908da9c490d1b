package check

import (
	"context"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strings"
	"testing"
	"time"

	"tengen/protocol"
	"tengen/search"
)

// The test binary is also the engine that is checked: Tengen's own session, with misdeeds committed on its way in and
// out. That the checks share nothing with the session does not bind their tests.
func TestMain(m *testing.M) {
	if len(os.Args) > 2 && os.Args[1] == "engine" {
		engine(os.Args[2])
		return
	}
	// Most of the time here is spent waiting.
	flag.Parse()
	_ = flag.Set("test.parallel", "8")
	os.Exit(m.Run())
}

func engine(misdeed string) {
	switch misdeed {
	case "sleeper":
		time.Sleep(time.Hour)
	case "chatter":
		fmt.Println("hello")
	case "stderr":
		fmt.Fprintln(os.Stderr, "noise")
	case "litter":
		_ = os.WriteFile("litter.txt", []byte("x"), 0o666)
	case "orphan":
		cmd := exec.Command(os.Args[0], "engine", "sleeper")
		if err := cmd.Start(); err != nil {
			panic(err)
		}
	case "hungry":
		hoard = make([]byte, 80<<20)
		for i := range hoard {
			hoard[i] = 1
		}
	case "late start":
		time.Sleep(1500 * time.Millisecond)
	}
	protocol.Run(&ear{misdeed: misdeed}, &mouth{misdeed: misdeed}, protocol.Options{
		Version: "1", Engine: search.Options{Width: 30, HashBytes: 1 << 20}, Turn: 50 * time.Millisecond, Margin: 30 * time.Millisecond,
		Folder: func(path string) {
			if misdeed == "clutter" {
				_ = os.WriteFile(path+"/clutter.txt", nil, 0o666)
			}
		},
	})
	if misdeed == "status" {
		os.Exit(7)
	}
}

var hoard []byte

// An ear is what the engine hears.
type ear struct{ misdeed string }

func (e *ear) Read(p []byte) (int, error) {
	n, err := os.Stdin.Read(p)
	text := string(p[:n])
	switch {
	case e.misdeed == "deaf" && (err != nil || strings.Contains(text, "END")):
		select {}
	case e.misdeed == "crash" && strings.Contains(text, "TURN"):
		panic("I fall over")
	case e.misdeed == "cr" && strings.Contains(text, "\r") && !strings.Contains(text, "\n"):
		n = 0
	}
	return n, err
}

// A mouth is what the engine says, a line at a time.
type mouth struct {
	misdeed string
	n       int
}

func (m *mouth) Write(p []byte) (int, error) {
	l := strings.TrimRight(string(p), "\r\n")
	end := "\n"
	m.n++
	move := isMove(l)
	switch m.misdeed {
	case "wordy":
		if l == "OK" {
			l = "OK - everything is good"
		}
	case "twice":
		if move {
			l += "\n" + l
		}
	case "mute":
		if strings.HasPrefix(l, "ERROR") || strings.HasPrefix(l, "UNKNOWN") {
			return len(p), nil
		}
	case "blank":
		l = " " + l
	case "utf8":
		if strings.HasPrefix(l, "name=") {
			l += ", city=\"K\u00f6ln\""
		}
	case "stray":
		if move {
			l = "thinking\n" + l
		}
	case "mixed":
		end = []string{"\n", "\r\n"}[m.n%2]
	case "slow":
		if move {
			time.Sleep(400 * time.Millisecond)
		}
	case "zero":
		if move {
			l = "0,0"
		}
	case "off":
		if move {
			l = "22,22"
		}
	case "signs":
		if move {
			l = "+" + l
		}
	}
	if _, err := io.WriteString(os.Stdout, l+end); err != nil {
		return 0, err
	}
	return len(p), nil
}

// look makes the checks whose name matches on an engine with a misdeed.
func look(t *testing.T, misdeed, only string) *Report {
	t.Helper()
	s := Default()
	s.Engine.Command, s.Engine.Args = fmt.Sprintf("%q", os.Args[0]), []string{"engine", misdeed}
	s.Only = regexp.MustCompile(only)
	s.Finals, s.Speed = false, 1000
	if misdeed != "slow" {
		s.Tolerance = 2 * time.Second // the machine may be busy
	}
	if misdeed == "mute" {
		s.Patience = time.Second
	}
	r, err := Run(context.Background(), s, ".", nil)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestMisdeeds holds that each misdeed is found, and not blamed on an engine that does not commit it.
func TestMisdeeds(t *testing.T) {
	for _, c := range []struct {
		misdeed, only string
		says          string // in the detail
	}{
		{"chatter", "handshake: silent", "hello"},
		{"wordy", "handshake: START is answered OK", "everything is good"},
		{"late start", "handshake: start-up time", "are allowed"},
		{"litter", "handshake: another working directory", "litter.txt"},
		{"twice", "commands: BEGIN", "besides"},
		{"signs", "commands: BEGIN", "a move such as 7,7 is due"},
		{"off", "commands: BEGIN", "off the board"},
		{"zero", "commands: TURN", "where there is a stone"},
		{"crash", "commands: TURN", "exit status 2"},
		{"mute", "commands: an unknown command", "no answer"},
		{"mute", "bad input: TURN on a stone", "no answer"},
		{"slow", "time: timeout_turn 100", "too late"},
		{"off", "games: renju", "illegal move"},
		{"slow", "games: fast game", "time"},
		{"hungry", "memory: a game within 64", "memory"},
		{"clutter", "files: INFO folder: only", "clutter.txt"},
		{"deaf", "leaving: END$", "still there"},
		{"deaf", "leaving: end of input$", "still there"},
		{"orphan", "leaving: END$", "processes are left"},
		{"status", "leaving: END$", "exit status 7"},
		{"stderr", "(output: nothing on standard error|commands: BEGIN)", "noise"},
		{"stray", "(output: no stray text|commands: TURN)", "thinking"},
		{"blank", "(output: no leading blanks|handshake: ABOUT)", "name="},
		{"utf8", "(output: ASCII|handshake: ABOUT)", "K"},
		{"mixed", "(output: one sort|commands: TURN)", "CR LF"},
	} {
		t.Run(c.misdeed+" "+c.only, func(t *testing.T) {
			t.Parallel()
			if c.misdeed == "orphan" && runtime.GOOS == "windows" {
				t.Skip("the system ends them with the job")
			}
			r := look(t, c.misdeed, c.only)
			found := false
			for _, result := range r.Results {
				found = found || result.Verdict == Fail && strings.Contains(result.Detail, c.says)
			}
			if !found {
				t.Errorf("not found: %+v", r.Results)
			}
		})
	}
}

// TestInnocent holds that an engine without misdeeds passes the same checks.
func TestInnocent(t *testing.T) {
	r := look(t, "none", "handshake|commands: (BEGIN|TURN|an unknown)|bad input: TURN|games: renju|files: INFO folder: only|leaving|output")
	for _, result := range r.Results {
		if result.Verdict != Pass {
			t.Errorf("%s: %s: %s, %s\n%s", result.Group, result.Name, result.Verdict, result.Detail, strings.Join(result.Lines, "\n"))
		}
	}
	if r.Passed != len(r.Results) || r.Passed < 20 || !strings.Contains(r.About, "Tengen") {
		t.Errorf("%d of %d passed, about %q", r.Passed, len(r.Results), r.About)
	}
}

func TestUnsupported(t *testing.T) {
	r := look(t, "cr", "lines: CR alone")
	if len(r.Results) != 1 || r.Results[0].Verdict != Unsupported {
		t.Errorf("%+v", r.Results)
	}
}

func TestNoEngine(t *testing.T) {
	s := Default()
	s.Engine.Command = "./no-such-program"
	if _, err := Run(context.Background(), s, ".", nil); err == nil {
		t.Error("no error for a program that is not there")
	}
	s.Engine.Command, s.Engine.Args = fmt.Sprintf("%q", os.Args[0]), []string{"-test.run=^$"}
	_, err := Run(context.Background(), s, ".", nil)
	if _, ok := err.(*StartError); !ok {
		t.Errorf("a program that ends at once: %v", err)
	}
}

// TestInterrupted holds that a cancelled run ends soon and leaves nothing behind.
func TestInterrupted(t *testing.T) {
	ctx, cancel := context.WithTimeout(context.Background(), 700*time.Millisecond)
	defer cancel()
	s := Default()
	s.Engine.Command, s.Engine.Args = fmt.Sprintf("%q", os.Args[0]), []string{"engine", "none"}
	begun := time.Now()
	if _, err := Run(ctx, s, ".", nil); err != context.DeadlineExceeded {
		t.Errorf("error %v", err)
	}
	if took := time.Since(begun); took > 5*time.Second {
		t.Errorf("it took %v to stop", took)
	}
}

func TestPrintable(t *testing.T) {
	if got := printable("a\x00\xff\tb"); got != `a\x00\xff\x09b` {
		t.Errorf("%q", got)
	}
	if !strings.Contains(filled(15), "14,14,") || strings.Contains(filled(15, [2]int{14, 14}), "14,14,") {
		t.Error("filled")
	}
}
