package tournaments

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"tengen/board"
)

func writeFile(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

const twoEngines = `
[[engine]]
name = "a"
command = "{tengen}"
[[engine]]
name = "b"
command = "{tengen} --x 'one word' y"
`

func TestLoad(t *testing.T) {
	path := writeFile(t, "cup.toml", `
rounds = 3
pairing = "gauntlet"
[board]
rule = "renju"
width = 15
height = 12
[sprt]
elo1 = 5.0
[each]
turn = "250ms"
memory = "64MB"
info = { style = "wild", thread_num = 2 }
[[engine]]
name = "a"
command = "{tengen}"
turn = "1m"
[[engine]]
name = "b"
command = '''{tengen} --x 'one word' "C:\dir\new file"'''
args = ["as it is"]
nodes = 5000
info = { style = "tame" }
`)
	tour, err := Load(path)
	if err != nil {
		t.Fatal(err)
	}
	a, b := tour.Engines[0], tour.Engines[1]
	if tour.Name != "cup" || tour.Rounds != 3 || tour.Board.rule != board.Renju || tour.Board.Width != 15 || tour.Board.Height != 12 {
		t.Errorf("%+v", tour)
	}
	if a.Turn != Span(time.Minute) || b.Turn != Span(250*time.Millisecond) || a.Memory != 64<<20 || b.Nodes != 5000 || a.Nodes != 0 {
		t.Errorf("a %+v\nb %+v", a, b)
	}
	if a.Info["style"] != "wild" || b.Info["style"] != "tame" || b.Info["thread_num"] != "2" {
		t.Errorf("info %v and %v", a.Info, b.Info)
	}
	if got := strings.Join(b.args, "|"); got != `--x|one word|C:\dir\new file|as it is` {
		t.Errorf("arguments %s", got)
	}
	if s := tour.SPRT; s.Elo0 != 0 || s.Elo1 != 5 || s.Alpha != 0.05 || s.Model != Normalized {
		t.Errorf("sprt %+v", s)
	}
}

func TestTurnWithoutALimit(t *testing.T) {
	for each, want := range map[string]time.Duration{
		``:                               time.Second,
		`game = "3m"`:                    3 * time.Minute,
		`nodes = 1000`:                   time.Minute,
		`turn = "0s"`:                    0,
		"game = \"3m\"\nturn = \"30s\"":  30 * time.Second,
		"nodes = 1000\nturn = \"100ms\"": 100 * time.Millisecond,
	} {
		tour, err := Load(writeFile(t, "x.toml", "[each]\n"+each+"\n"+twoEngines))
		if err != nil {
			t.Fatal(err)
		}
		if got := tour.Engines[0].Turn; got != Span(want) {
			t.Errorf("with %q a move has %v, want %v", each, got, want)
		}
	}
}

// Every fault in a file is refused with the file, the line and the reason.
func TestFaultyFiles(t *testing.T) {
	cases := []struct{ text, want string }{
		{"rounds = 1\nspeed = 3\n" + twoEngines, `:2: speed: unknown key`},
		{"[board]\nsize = 15\ncolour = 1\n" + twoEngines, `:3: board.colour: unknown key`},
		{"rounds = 1\n[baord]\nsize = 15\n" + twoEngines, `:2: baord: unknown key`},
		{twoEngines + "trun = \"1s\"\n", `:8: engine.trun: unknown key`},
		{"[each]\nfoo = 1\n" + twoEngines, `:2: each.foo: unknown key`},
		{"[sprt]\nelo2 = 1\n" + twoEngines, `:2: sprt.elo2: unknown key`},
		{"\nrounds = \"three\"\n" + twoEngines, `:2: rounds: this is a text in quotation marks; wanted is a whole number`},
		{"rounds = 1.5\n" + twoEngines, `:1: rounds: this is a number with a point; wanted is a whole number`},
		{"[board]\nrule = 4\n" + twoEngines, `:2: board.rule: this is a whole number; wanted is a text in quotation marks`},
		{"[each]\nturn = 100\n" + twoEngines, `:2: each.turn: "100" is not a length of time such as "250ms", "5s" or "2m30s"`},
		{"[each]\nturn = \"-1s\"\n" + twoEngines, `:2: each.turn: "-1s" is negative; a length of time is 0s or more`},
		{"[each]\nmemory = \"much\"\n" + twoEngines, `:2: each.memory: "much" is not an amount of memory such as "350MB", "2GB" or a number of bytes`},
		{twoEngines + "nodes = \"many\"\n", `:8: engine.nodes: `},
		{twoEngines + "args = \"one\"\n", `:8: engine.args: this is a text in quotation marks; wanted is a list in brackets`},
		{"rounds = \n" + twoEngines, `:1: `},
		{"rounds = 1\nrounds = 2\n" + twoEngines, `:2: `},
		{"board = 15\n" + twoEngines, `:1: board: this is a whole number; wanted is a table`},
		{"[openings]\nsymmetries = 1\n" + twoEngines, `:2: openings.symmetries: this is a whole number; wanted is true or false`},
		{"[sprt]\nelo1 = \"5\"\n" + twoEngines, `:2: sprt.elo1: this is a text in quotation marks; wanted is a number with a point`},
		{"[each]\ninfo = 5\n" + twoEngines, `:2: each.info: this is no table such as { thread_num = 2 }`},
		{"[board]\n\nrule = \"chess\"\n" + twoEngines, `:3: board.rule: `},
		{"[board]\nsize = 23\n" + twoEngines, `:2: board.size: 23; allowed are 5 to 22`},
		{"[board]\nwidth = 4\nheight = 9\n" + twoEngines, `:2: board.width: 4; allowed are 5 to 22`},
		{"[board]\nwidth = 9\n" + twoEngines, `:2: board.width: width and height come together`},
		{"rounds = 0\n" + twoEngines, `:1: rounds: 0; allowed are 1 to 10000000`},
		{"concurrency = 0\n" + twoEngines, `:1: concurrency: 0; allowed are 1 to 1024`},
		{"pairing = \"swiss\"\n" + twoEngines, `:1: pairing: "swiss"; allowed are "round-robin", "gauntlet" and "match"`},
		{"[draw]\nstones = -1\n" + twoEngines, `:2: draw.stones: -1; allowed are 0 (never) and more`},
		{"[win]\nscore = 0\n" + twoEngines, `:2: win.score: 0; allowed are 1 and more`},
		{"[sprt]\nelo0 = 5\nelo1 = 5\n" + twoEngines, `:3: sprt.elo1: 5; it must be more than elo0 (5)`},
		{"[sprt]\nalpha = 1.5\n" + twoEngines, `:2: sprt.alpha: 1.5; allowed are numbers between 0 and 1`},
		{"[sprt]\nmodel = \"bayesian\"\n" + twoEngines, `:2: sprt.model: "bayesian"; allowed are "normalized" and "logistic"`},
		{"[openings]\norder = \"random\"\n" + twoEngines, `:2: openings.order: "random"; allowed are "sequential" and "shuffled"`},
		{"[openings]\nfile = \"x\"\nswap2 = true\n" + twoEngines, `:3: openings.swap2: a game begins with an opening from a file or by swap2, not both`},
		{"[[engine]]\nname = \"a\"\ncommand = \"{tengen}\"\n", `engine: 1 given; a tournament needs two or more`},
		{"", `engine: 0 given; a tournament needs two or more`},
		{"[each]\nname = \"x\"\n" + twoEngines, `:1: each: name and command belong to an [[engine]], not to all`},
		{twoEngines + "[[engine]]\nname = \"a\"\ncommand = \"{tengen}\"\n", `:9: engine 3 name: "a" is also the name of engine 1; names must differ`},
		{twoEngines + "[[engine]]\nname = \"c\"\n", `:8: engine 3 command: missing; it names the program to run`},
		{twoEngines + "[[engine]]\ncommand = \"./no/such/engine\"\n", `:9: engine 3 command: cannot run `},
		{twoEngines + "[[engine]]\ncommand = \"no-such-engine\"\n", `:9: engine 3 command: cannot find no-such-engine in PATH; write ./no-such-engine for a program in a directory`},
		{twoEngines + "[[engine]]\ncommand = \"{tengen} 'x\"\n", `:9: engine 3 command: a quotation mark ' is not closed`},
		{twoEngines + "dir = \"/no/such/dir\"\n", `:8: engine 2 dir: /no/such/dir is not a directory`},
		{twoEngines + "restart = \"never\"\n", `:8: engine 2 restart: "never"; allowed are "keep" and "fresh"`},
		{twoEngines + "start_limit = \"0s\"\n", `:8: engine 2 start_limit: 0s; an engine needs some time to start`},
		{twoEngines + "info = { \"a b\" = \"c\" }\n", `:8: engine 2 info: "a b" = "c" cannot be sent as one INFO line`},
		{"[sprt]\n" + twoEngines + "[[engine]]\ncommand = \"{tengen}\"\n", `:1: sprt: the test is for two engines and there are 3`},
	}
	for _, c := range cases {
		path := writeFile(t, "x.toml", c.text)
		_, err := Load(path)
		if err == nil {
			t.Errorf("accepted, want %q:\n%s", c.want, c.text)
			continue
		}
		if !strings.HasPrefix(err.Error(), path+":") || !strings.Contains(err.Error(), c.want) {
			t.Errorf("error %q, want %q:\n%s", err, c.want, c.text)
		}
		if strings.Contains(err.Error(), "int64") || strings.Contains(err.Error(), "tournaments.") {
			t.Errorf("error %q speaks of Go's types", err)
		}
	}
	if _, err := Load(filepath.Join(t.TempDir(), "none.toml")); err == nil || !strings.Contains(err.Error(), "none.toml") {
		t.Errorf("a missing file: %v", err)
	}
}

func TestUnits(t *testing.T) {
	for text, want := range map[string]Bytes{"0": 0, "100": 100, "1KB": 1 << 10, "350MB": 367001600, "2 GB": 2 << 30, "1mib": 1 << 20, "5B": 5} {
		var b Bytes
		if err := b.UnmarshalText([]byte(text)); err != nil || b != want {
			t.Errorf("%q is %d, %v", text, b, err)
		}
		var back Bytes
		if err := back.UnmarshalText([]byte(b.String())); err != nil || back != b {
			t.Errorf("%d is written %q and read %d", b, b, back)
		}
	}
	for _, text := range []string{"", "MB", "-1", "1.5GB", "99999999999GB", "1TBX"} {
		var b Bytes
		if err := b.UnmarshalText([]byte(text)); err == nil {
			t.Errorf("%q is taken for %d", text, b)
		}
	}
}

// A program beside the tournament file is found wherever the file is named from;
// with the file's own directory "." what is left of "./eng" must not be looked up
// in PATH.
func TestProgramBesideTheFile(t *testing.T) {
	dir := t.TempDir()
	name := "eng"
	if runtime.GOOS == "windows" {
		name = "eng.exe"
	}
	if err := os.MkdirAll(filepath.Join(dir, "sub"), 0o755); err != nil {
		t.Fatal(err)
	}
	for file, text := range map[string]string{
		name:           "",
		"cup.toml":     strings.ReplaceAll(twoEngines, "{tengen}", "./eng"),
		"sub/cup.toml": strings.ReplaceAll(twoEngines, "{tengen}", "../eng"),
	} {
		if err := os.WriteFile(filepath.Join(dir, file), []byte(text), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Chdir(dir)
	for _, file := range []string{"cup.toml", "./cup.toml", "sub/cup.toml", "sub/../cup.toml", filepath.Join(dir, "cup.toml")} {
		tour, err := Load(file)
		if err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		for _, e := range tour.Engines {
			if filepath.Base(e.program) != name || !filepath.IsAbs(e.program) {
				t.Errorf("%s: program %s", file, e.program)
			}
		}
	}
}
