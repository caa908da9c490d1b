//go:build !gomocup

package cli

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/internal/analysis"
	"tengen/tournaments"
)

// Games that other programs played and wrote - Pela and Wine under c-gomoku-cli, as SGF, and as PSQ in Gomocup's form -
// are read, annotated, written as SGF and JSON, and have the same moves when they are read back.
func TestAnnotateRealGames(t *testing.T) {
	for file, want := range map[string]struct {
		moves        int
		black, white string
		result       tournaments.Result
	}{
		"testdata/pela-wine.sgf": {101, "pela", "wine", tournaments.BlackWins},
		"testdata/wine-pela.psq": {37, "wine.zip", "pela.zip", tournaments.BlackWins},
	} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		before, err := parseGame(text)
		if err != nil {
			t.Fatalf("%s: %v", file, err)
		}
		dir := t.TempDir()
		sgf, js := filepath.Join(dir, "a.sgf"), filepath.Join(dir, "a.json")
		status, out, errs := run(t, "annotate", file, "--nodes", "300", "--sgf", sgf, "--json", js)
		if status != 0 || out != "" {
			t.Fatalf("%s: status %d, %q, %q", file, status, out, errs)
		}
		written, err := os.ReadFile(sgf)
		if err != nil {
			t.Fatal(err)
		}
		after, err := parseGame(written)
		if err != nil {
			t.Fatalf("%s: reading it back: %v\n%s", file, err, written)
		}
		if len(before.Moves) != want.moves || len(after.Moves) != want.moves || after.Black != want.black || after.White != want.white || after.Result != want.result {
			t.Errorf("%s: %d moves, then %d, %s - %s, %s", file, len(before.Moves), len(after.Moves), after.Black, after.White, after.Result)
		}
		for i := range after.Moves {
			if after.Moves[i].At != before.Moves[i].At {
				t.Errorf("%s: move %d is %s, then %s", file, i+1, before.Moves[i].At, after.Moves[i].At)
			}
		}
		text, err = os.ReadFile(js)
		if err != nil {
			t.Fatal(err)
		}
		var g analysis.AnnotatedGame
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&g); err != nil {
			t.Fatal(err)
		}
		last := g.Moves[len(g.Moves)-1]
		if len(g.Moves) != want.moves || last.Played.WinIn != 1 || last.Mark != analysis.Good {
			t.Errorf("%s: %d moves, the last %+v", file, len(g.Moves), last)
		}
		for i, m := range g.Moves {
			if m.Move != before.Moves[i].At || m.Ply != i+1 || (m.Side == "black") != (i%2 == 0) {
				t.Errorf("%s: move %d is %+v", file, i+1, m)
			}
		}
		// The annotated game can be annotated again: the variations are passed over.
		if status, _, _ := run(t, "annotate", sgf, "--nodes", "50"); status != 0 {
			t.Errorf("%s: annotating it again: status %d", file, status)
		}
	}
}

func TestAnnotateMoves(t *testing.T) {
	status, out, _ := run(t, "annotate", "h8h9i8", "--rule", "renju", "--size", "9x14", "--nodes", "100", "--json", "-")
	if status != 0 || !strings.Contains(out, `"rule": "renju"`) || !strings.Contains(out, `"height": 14`) {
		t.Errorf("status %d: %s", status, out)
	}
	for _, args := range [][]string{
		{"annotate"}, {"annotate", "no-such-file.sgf"}, {"annotate", "h8h8"}, {"annotate", "h8", "--time", "0s"},
		{"annotate", ""}, {"annotate", "--game", "testdata/wine-pela.psq", "h8"}, {"annotate", "h8", "--sgf", "-", "--json", "-"},
		{"annotate", "h8", "--rule", "go"}, {"annotate", "h8", "--size", "3"}, {"annotate", "testdata/pela-wine.sgf", "--sgf", "no/such/dir", "--nodes", "10"},
	} {
		if status, _, errs := run(t, args...); status == 0 || errs == "" {
			t.Errorf("%v: status %d, %q", args, status, errs)
		}
	}
}

// What annotate cannot judge it refuses, and says what to do.
func TestAnnotateRefuses(t *testing.T) {
	file := filepath.Join(t.TempDir(), "x")
	for text, want := range map[string]string{
		"(;GM[4]SZ[15]AB[hh][hi]AW[ii];B[jj])":   "sets stones up",
		"(;GM[1]SZ[15];B[hh])":                   "another game",
		"(;GM[4]SZ[15]RU[foo];B[hh])":            "--rule says which is meant",
		"Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n9,": "no move",
	} {
		os.WriteFile(file, []byte(text), 0o644)
		if status, _, errs := run(t, "annotate", file, "--nodes", "10"); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("%q: status %d, %q", text, status, errs)
		}
		if status, _, errs := run(t, "explain", "--game", file); status == 0 || !strings.Contains(errs, want) {
			t.Errorf("explain %q: status %d, %q", text, status, errs)
		}
	}
	os.WriteFile(file, []byte("(;GM[4]SZ[15]RU[foo];B[hh])"), 0o644)
	for _, args := range [][]string{{"annotate", file, "--nodes", "10"}, {"explain", "--game", file}} {
		if status, _, errs := run(t, append(args, "--rule", "renju")...); status != 0 {
			t.Errorf("%v --rule renju: status %d, %q", args, status, errs)
		}
	}
	if status, _, errs := run(t, "annotate", ""); status == 0 || !strings.Contains(errs, "GAME is empty") {
		t.Errorf("nothing: %q", errs)
	}
}

func TestAnalyzeCommand(t *testing.T) {
	var out, errs bytes.Buffer
	root := newRootCmd()
	root.SetArgs([]string{"analyze", "--workers", "2", "--ordered"})
	root.SetIn(strings.NewReader(`{"id":1,"moves":"h8","nodes":500}` + "\n" + `{"id":2,"depth":1}` + "\n"))
	root.SetOut(&out)
	root.SetErr(&errs)
	builtin, err := os.ReadFile("../../config.toml")
	if err != nil {
		t.Fatal(err)
	}
	if err := root.ExecuteContext(context.WithValue(context.Background(), builtinKey{}, builtin)); err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(strings.TrimSpace(out.String()), "\n")
	if len(lines) != 2 || !strings.HasPrefix(lines[0], `{"id":1,"type":"result"`) || !strings.HasPrefix(lines[1], `{"id":2,"type":"result"`) || errs.Len() > 0 {
		t.Errorf("%s\n%s", out.String(), errs.String())
	}
}

func TestAnalyzeWorkers(t *testing.T) {
	for _, n := range []string{"0", "-1", "257", "1000000"} {
		if status, _, errs := run(t, "analyze", "--workers", n); status != 1 || !strings.Contains(errs, "--workers "+n+": allowed are 1 to 256") {
			t.Errorf("--workers %s: status %d, %q", n, status, errs)
		}
	}
}
