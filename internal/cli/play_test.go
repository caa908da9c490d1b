//go:build !gomocup

package cli

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// playScript runs tengen play on lines of input, as in a pipe.
func playScript(t *testing.T, input string, args ...string) string {
	t.Helper()
	builtin, err := os.ReadFile("../../config.toml")
	if err != nil {
		t.Fatal(err)
	}
	root := newRootCmd()
	var out bytes.Buffer
	root.SetIn(strings.NewReader(input))
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(append([]string{"play"}, args...))
	ctx, cancel := context.WithTimeout(context.WithValue(context.Background(), builtinKey{}, builtin), time.Minute)
	defer cancel()
	if err := root.ExecuteContext(ctx); err != nil {
		out.WriteString("error: " + err.Error())
	}
	if ctx.Err() != nil {
		t.Fatalf("it hangs\n%s", out.String())
	}
	return out.String()
}

func TestPlayInPipe(t *testing.T) {
	out := playScript(t, "h8\n9,9\nundo\nhint\nresign\n", "--level", "2", "--seed", "1", "--turn", "20ms")
	for _, want := range []string{"Tengen plays", "taken back: 2", "hint: ", "Tengen (white) wins: resignation", "you 0 - 1 Tengen"} {
		if !strings.Contains(out, want) {
			t.Errorf("%q is missing in\n%s", want, out)
		}
	}
	a := playScript(t, "", "--black", "engine:2", "--white", "engine:3", "--seed", "7", "--size", "9")
	b := playScript(t, "", "--black", "engine:2", "--white", "engine:3", "--seed", "7", "--size", "9")
	if !strings.Contains(a, "wins: five in a row") && !strings.Contains(a, "drawn") {
		t.Error(a)
	}
	if boardOf(a) != boardOf(b) {
		t.Errorf("the same seed, but\n%s\n%s", boardOf(a), boardOf(b))
	}
}

// boardOf is the last board drawn.
func boardOf(s string) string {
	i := strings.LastIndex(s, "\n 1 ")
	if i < 0 {
		return ""
	}
	rest := s[i:]
	return rest[:strings.Index(rest, "freestyle")]
}

func TestPlayFlags(t *testing.T) {
	for _, c := range []struct {
		args string
		want string
	}{
		{"--level 11", "level 11"},
		{"--black engine:0", "level"},
		{"--black monkey", "human, engine or engine:LEVEL"},
		{"--size 4", "allowed are 5"},
		{"--rule chess", "rule"},
		{"--names a,b,c", "two names"},
		{"--turn -1s", "cannot be negative"},
		{"--seed -5", "--seed -5: 0 to 2147483647"},
		{"--seed 99999999999", "0 to 2147483647"},
		{"--file keep.txt", ".sgf, .psq or .json"},
		{"--file /no/such/dir/keep.sgf", "no such file"},
		{"--score /no/such/s.json", "no such file"},
		{"--file x.json --score x.json", "written over the game"},
		{"--game /no/such.sgf", "no such file"},
		{"--join 127.0.0.1:1", "needs the host's word"},
		{"--join 7117 --word xyzxyz", "host and port"},
		{"--host x --join y", "none of the others"},
	} {
		if out := playScript(t, "", strings.Fields(c.args)...); !strings.Contains(out, c.want) {
			t.Errorf("%s: %q is missing in\n%s", c.args, c.want, out)
		}
	}
}

// What play saves is read by the other commands.
func TestSavedGamesElsewhere(t *testing.T) {
	dir := t.TempDir()
	name := func(ext string) string { return filepath.Join(dir, "g"+ext) }
	playScript(t, "h8\ni9\nj10\nsave "+name(".json")+"\nsave "+name(".sgf")+"\nsave "+name(".psq")+"\n", "--white", "human", "--rule", "renju")
	run := func(args ...string) string {
		builtin, _ := os.ReadFile("../../config.toml")
		var out bytes.Buffer
		if status := Main(builtin, args, &out, &out); status != 0 {
			t.Errorf("%v: status %d, %s", args, status, out.String())
		}
		return out.String()
	}
	if out := run("tournament", "export", "--format", "txt", name(".json")); !strings.Contains(out, "h8i9j10") {
		t.Errorf("export: %s", out)
	}
	for _, ext := range []string{".json", ".sgf", ".psq"} {
		if out := run("explain", "--rule", "renju", "--game", name(ext)); !strings.Contains(out, "[x]") || !strings.Contains(out, "white to move, rule renju") {
			t.Errorf("explain of %s: %s", ext, out)
		}
		if out := run("forbidden", "--game", name(ext)); !strings.Contains(out, "10  . . . . . . . . .[x]") {
			t.Errorf("forbidden of %s: %s", ext, out)
		}
	}
}
