//go:build !gomocup

package cli

import (
	"bytes"
	"errors"
	"flag"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"tengen/board"
	"tengen/tournaments"
)

var updateTournament = flag.Bool("update-tournament", false, "write the golden files of the tournament commands anew")

// evenJudge finds every position even.
func evenJudge(uint64, int) tournaments.Judge {
	return func(*board.Board) (int, bool) { return 0, false }
}

// runTournament runs the tournament commands alone with a command line, and
// gives all they print and the exit status.
func runTournament(args ...string) (string, int) {
	root := &cobra.Command{Use: "tengen", SilenceUsage: true, SilenceErrors: true}
	root.AddCommand(newTournamentCmd(), newMatchCmd(), newOpeningsCmd(evenJudge, nil), newAnnotateCmd(), newSolveCmd())
	var out bytes.Buffer
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	err := root.Execute()
	if err == nil {
		return out.String(), 0
	}
	out.WriteString("tengen: " + err.Error() + "\n")
	var exit *exitError
	if errors.As(err, &exit) {
		return out.String(), exit.ExitCode()
	}
	return out.String(), 1
}

// The help of every command stays as it is until somebody means to change it.
func TestTournamentHelp(t *testing.T) {
	for name, args := range map[string][]string{
		"tournament":        {"tournament", "--help"},
		"tournament-merge":  {"tournament", "merge", "--help"},
		"tournament-export": {"tournament", "export", "--help"},
		"tournament-report": {"tournament", "report", "--help"},
		"tournament-rate":   {"tournament", "rate", "--help"},
		"match":             {"match", "--help"},
		"openings":          {"openings", "--help"},
	} {
		got, status := runTournament(args...)
		if status != 0 {
			t.Errorf("%s: exit status %d", name, status)
		}
		file := filepath.Join("testdata", "tournament", name+".txt")
		if *updateTournament {
			os.MkdirAll(filepath.Dir(file), 0o755)
			os.WriteFile(file, []byte(got), 0o644)
		}
		want, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if strings.ReplaceAll(string(want), "\r\n", "\n") != got {
			t.Errorf("%s: the help has changed (write it anew with -update-tournament):\n%s", name, got)
		}
	}
}

func TestTournamentErrors(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return path
	}
	engines := "[[engine]]\nname='a'\ncommand='{tengen}'\n[[engine]]\nname='b'\ncommand='{tengen}'\n"
	unknown := write("unknown.toml", "rounds = 1\nspeed = 2\n"+engines)
	badOpening := write("opening.toml", "[openings]\nfile = 'o.txt'\n"+engines)
	openings := write("o.txt", "h8\nh8h8\n")
	good := write("good.toml", engines)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"tournament"}, "tengen: accepts 1 arg(s), received 0\n"},
		{[]string{"tournament", unknown}, "tengen: " + unknown + ":2: speed: unknown key\n"},
		{[]string{"tournament", badOpening}, "tengen: " + openings + ":2: stone 2: two stones on h8\n"},
		{[]string{"tournament", good, "--shard", "3/2"}, "tengen: shard \"3/2\"; allowed is i/n with i from 1 to n, such as 2/5\n"},
		{[]string{"tournament", good, "--rounds", "-1"}, "tengen: --rounds: -1; allowed are 1 to 10000000\n"},
		{[]string{"tournament", good, "--rounds", "0"}, "tengen: --rounds: 0; allowed are 1 to 10000000\n"},
		{[]string{"tournament", good, "--concurrency", "0"}, "tengen: --concurrency: 0; allowed are 1 to 1024\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--nodes-b", "-2"}, "tengen: engine 2: nodes, depth and threads are 0 (not sent) or more\n"},
		{[]string{"tournament", good, "--nonsense"}, "tengen: unknown flag: --nonsense\n"},
		{[]string{"match", "a"}, "tengen: accepts 2 arg(s), received 1\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--games", "3"}, "tengen: --games 3; it must be an even number, since every opening is played twice\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--turn", "5"}, "tengen: invalid argument \"5\" for \"--turn\" flag: \"5\" is not a length of time such as \"250ms\", \"5s\" or \"2m30s\"\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--rule", "chess"}, "tengen: board.rule: "},
		{[]string{"match", "{tengen}", "no-such-engine"}, "tengen: engine 2 command: cannot find no-such-engine in PATH; write ./no-such-engine for a program in a directory\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--names", "a,a"}, "tengen: engine 2 name: \"a\" is also the name of engine 1; names must differ\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--info", "x"}, "tengen: --info \"x\"; it must be key=value\n"},
		{[]string{"tournament", "merge", good}, "tengen: required flag(s) \"output\" not set\n"},
		{[]string{"tournament", "merge", "-o", dir + "/m", good}, "tengen: " + good + ":1: not the record of a tournament (its first line must be a header)\n"},
		{[]string{"tournament", "export", "--format", "xml", good}, "tengen: format \"xml\"; allowed are psq, sgf, pgn, txt\n"},
		{[]string{"tournament", "export", good}, "tengen: " + good + ":1: not the record of a tournament (its first line must be a header)\n"},
		{[]string{"tournament", "report", good}, "tengen: " + good + ":1: not the record of a tournament (its first line must be a header)\n"},
		{[]string{"tournament", "report", "-o", good, good}, "tengen: the report cannot be written over the record, " + good + "; name another file\n"},
		{[]string{"tournament", "rate", "--anchor", "a", good}, "tengen: --anchor \"a\"; it must be name=Elo\n"},
		{[]string{"tournament", "rate", "--anchor", "a=b", good}, "tengen: --anchor \"a=b\"; \"b\" is no rating\n"},
		{[]string{"tournament", "rate", "--anchor", "a=NaN", good}, "tengen: --anchor \"a=NaN\"; \"NaN\" is no rating\n"},
		{[]string{"tournament", "rate", "--anchor", "a=-Inf", good}, "tengen: --anchor \"a=-Inf\"; \"-Inf\" is no rating\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--sprt", "--elo0", "NaN"}, "tengen: sprt.elo1: "},
		{[]string{"match", "{tengen}", "{tengen}", "--sprt", "--alpha", "NaN"}, "tengen: sprt.alpha: "},
		{[]string{"match", "{tengen}", "{tengen}", "--record", "none", "--serve", "host"}, "tengen: address \"host\"; allowed are a port such as 8080, or host:port\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--record", "none", "--serve", ""}, "tengen: address \"\"; allowed are a port such as 8080, or host:port\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--record", "none", "--serve", "99999"}, "tengen: address \"99999\"; a port is a number from 0 to 65535, 0 for any that is free\n"},
		{[]string{"match", "{tengen}", "{tengen}", "--record", "none", "--serve", "-5"}, "tengen: address \"-5\"; a port"},
		{[]string{"match", "{tengen}", "{tengen}", "--names", "a\x1b[31m,b"}, "tengen: engine 1 name: \"a\\x1b[31m\"; a name has no tabs"},
		{[]string{"openings", "--count", "0"}, "tengen: 0 openings; allowed are 1 to 100000\n"},
		{[]string{"openings", "--size", "30"}, "tengen: "},
	} {
		got, status := runTournament(c.args...)
		if status != 1 || !strings.HasPrefix(got, c.want) {
			t.Errorf("%q: exit status %d, %q; want 1, %q", c.args, status, got, c.want)
		}
	}
}

// No output is written over an input or another output, by whatever name, and
// one that cannot be written is refused before the work.
func TestOutputsAreChecked(t *testing.T) {
	dir := t.TempDir()
	path := func(name string) string { return filepath.Join(dir, name) }
	files := map[string]string{
		"a.toml":  "record = '" + path("a.jsonl") + "'\n[openings]\nfile = 'o.txt'\n[[engine]]\nname='a'\ncommand='{tengen}'\n[[engine]]\nname='b'\ncommand='{tengen}'\n",
		"o.txt":   "h8",
		"a.jsonl": `{"tengen_tournament":1,"name":"cup","rounds":1,"engines":[{"name":"a"},{"name":"b"}],"terms":{},"created":"2026-07-28T00:00:00Z"}` + "\n",
		"g.txt":   "h8h9i8",
	}
	for name, text := range files {
		if err := os.WriteFile(path(name), []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Link(path("a.jsonl"), path("link.jsonl")); err != nil {
		t.Fatal(err)
	}
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	odd := dir + "/sub/../a.jsonl"
	os.Mkdir(path("sub"), 0o755)
	for _, args := range [][]string{
		{"tournament", path("a.toml"), "--report", path("a.jsonl")},
		{"tournament", path("a.toml"), "--report", odd},
		{"tournament", path("a.toml"), "--report", path("link.jsonl")},
		{"tournament", path("a.toml"), "--report", path("a.toml")},
		{"tournament", path("a.toml"), "--report", path("o.txt")},
		{"tournament", path("a.toml"), "--report", program},
		{"tournament", path("a.toml"), "--log", path("a.jsonl")},
		{"tournament", path("a.toml"), "--log", path("a.toml")},
		{"tournament", path("a.toml"), "--log", path("x"), "--report", path("x")},
		{"tournament", path("a.toml"), "--record", path("o.txt")},
		{"tournament", path("a.toml"), "--record", path("a.toml")},
		{"tournament", path("a.toml"), "--record", path("x.html")}, // where its report would be
		{"match", "{tengen}", "{tengen}", "--record", path("x"), "--report", path("x")},
		{"match", "{tengen}", "{tengen}", "--openings", path("o.txt"), "--report", path("o.txt")},
		{"tournament", "export", "-o", path("a.jsonl"), path("a.jsonl")},
		{"tournament", "export", "-f", "txt", "-o", path("link.jsonl"), path("a.jsonl")},
		{"tournament", "report", "-o", path("link.jsonl"), path("a.jsonl")},
		{"annotate", path("g.txt"), "--sgf", path("g.txt")},
		{"annotate", path("g.txt"), "--sgf", path("x"), "--json", path("x")},
		{"solve", "h8h9i9g7", "--sgf", path("x"), "--json", path("x")},
	} {
		got, status := runTournament(args...)
		if status != 1 || !strings.Contains(got, " cannot be written over ") {
			t.Errorf("%q: exit status %d, %q", args, status, got)
		}
	}
	for _, args := range [][]string{
		{"tournament", path("a.toml"), "--report", path("none/x.html")},
		{"tournament", path("a.toml"), "--report", path("sub")},
		{"tournament", path("a.toml"), "--record", path("none/x.jsonl")}, // nor its report
		{"tournament", "export", "-o", path("none/x"), path("a.jsonl")},
		{"tournament", "report", "-o", path("none/x"), path("a.jsonl")},
		{"openings", "-o", path("none/x")},
		{"annotate", path("g.txt"), "--json", path("none/x")},
		{"solve", "h8h9i9g7", "--json", path("none/x")},
	} {
		got, status := runTournament(args...)
		if status != 1 || !strings.HasPrefix(got, "tengen: cannot write the ") {
			t.Errorf("%q: exit status %d, %q", args, status, got)
		}
	}
	for name, text := range files {
		if now, _ := os.ReadFile(path(name)); string(now) != text {
			t.Errorf("%s was changed: %q", name, now)
		}
	}
	for _, name := range []string{"x", "x.html", "x.jsonl"} {
		if _, err := os.Stat(path(name)); err == nil {
			t.Errorf("%s was left", name)
		}
	}
}

// A program that is no engine: nothing is played, exit status 2.
func TestTournamentWithoutEngine(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("needs the program true")
	}
	record := filepath.Join(t.TempDir(), "r")
	got, status := runTournament("match", "true", "true", "--names", "a,b", "--record", record)
	if status != exitNoStart || !strings.HasPrefix(got, "tengen: nothing was played: engine 1, a: no start: ") {
		t.Errorf("exit status %d, %q", status, got)
	}
	if _, err := os.Stat(record); err == nil {
		t.Error("a record was left")
	}
}

func TestOpeningsCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "o.txt")
	if got, status := runTournament("openings", "--count", "5", "--size", "9", "-q", "-o", file); status != 0 || got != "" {
		t.Errorf("exit status %d, %q", status, got)
	}
	read, err := tournaments.ReadOpenings(file, 9, 9, board.Freestyle)
	if err != nil || len(read) != 5 {
		t.Errorf("%d openings, %v", len(read), err)
	}
	text, _ := os.ReadFile(file)
	if !strings.Contains(string(text), "# Made by: tengen openings --rule freestyle --width 9 --height 9 --count 5 ") {
		t.Errorf("no word how it was made:\n%s", text)
	}
}

// Records through merge and export, from a fixture.
func TestMergeAndExportCommands(t *testing.T) {
	dir := t.TempDir()
	head := `{"tengen_tournament":1,"name":"cup","rounds":1,"engines":[{"name":"a"},{"name":"b"}],"terms":{"pairing":"match"},"created":"2026-07-28T00:00:00Z"}` + "\n"
	game := func(n, black, white, result string) string {
		return `{"id":"1.1.` + n + `","number":` + map[string]string{"1": "0", "2": "1"}[n] + `,"pair":0,"black":"` + black + `","white":"` + white +
			`","rule":"freestyle","width":15,"height":15,"moves":[{"at":"h8","ms":1}],"result":"` + result + `","reason":"five","started":"2026-07-28T00:00:00Z","seconds":1}` + "\n"
	}
	one, two := filepath.Join(dir, "1"), filepath.Join(dir, "2")
	os.WriteFile(one, []byte(head+game("2", "b", "a", "white")), 0o644)
	os.WriteFile(two, []byte(head+game("1", "a", "b", "black")+game("2", "b", "a", "white")+`{"id":"torn`), 0o644)
	merged := filepath.Join(dir, "merged")
	got, status := runTournament("tournament", "merge", "-o", merged, one, two)
	if status != 0 || !strings.Contains(got, "2 games in "+merged) || !strings.Contains(got, "1 game in more than one file") || !strings.Contains(got, "a against b: +2 =0 -0") || !strings.Contains(got, "tengen tournament report "+merged) {
		t.Errorf("merge: exit status %d\n%s", status, got)
	}
	got, status = runTournament("tournament", "export", "-f", "txt", merged)
	if status != 0 || got != "# 1.1.1: a - b, black, five\nh8\n# 1.1.2: b - a, white, five\nh8\n" {
		t.Errorf("export: exit status %d\n%s", status, got)
	}
	if got, status = runTournament("tournament", "export", "-f", "psq", "-o", filepath.Join(dir, "psq"), merged); status != 0 || !strings.HasPrefix(got, "2 files in ") {
		t.Errorf("export: exit status %d\n%s", status, got)
	}
	got, status = runTournament("tournament", "report", merged)
	page, _ := os.ReadFile(merged + ".html")
	if status != 0 || !strings.HasPrefix(got, "2 games, 0.1 MB, in "+merged+".html") || !strings.Contains(string(page), "<!DOCTYPE html>") {
		t.Errorf("report: exit status %d\n%s", status, got)
	}
	got, status = runTournament("tournament", "rate", "--anchor", "b=1500", merged, one)
	if status != 0 || !strings.Contains(got, "1500") || !strings.Contains(got, "2 games;") || !strings.Contains(got, "1 game in more than one of the files") {
		t.Errorf("rate: exit status %d\n%s", status, got)
	}
	if got, status = runTournament("tournament", "export", "-f", "psq", merged); status != 1 || !strings.Contains(got, "needs --output DIRECTORY") {
		t.Errorf("export: exit status %d\n%s", status, got)
	}
}
