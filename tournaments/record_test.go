package tournaments

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func testHeader() Header {
	return Header{Format: recordFormat, Name: "cup", Rounds: 2, Engines: []EngineHeader{{Name: "a"}, {Name: "b"}},
		Terms: map[string]string{"board": "15 x 15", "pairing": Match}}
}

func testGame(n int) Game {
	return Game{ID: fmt.Sprintf("%d.1.%d", n/2+1, n%2+1), Number: n, Pair: n / 2, Black: "a", White: "b", Rule: "freestyle", Width: 15, Height: 15,
		Opening: "h8", Moves: []Move{{At: "i9", Millis: 1.5}, {At: "g7", Millis: 2}}, Result: BlackWins, Reason: Five}
}

// open opens a record and gives the games found in it.
func open(path string, h Header) (*Record, []Game, error) {
	var games []Game
	r, err := OpenRecord(path, h, func(g Game) error {
		games = append(games, g)
		return nil
	})
	return r, games, err
}

func mustAppend(t *testing.T, r *Record, games ...Game) {
	t.Helper()
	if err := r.Append(games...); err != nil {
		t.Fatal(err)
	}
}

// A record cut anywhere is read up to its last whole line, and what is appended
// then is whole again.
func TestRecordCutAnywhere(t *testing.T) {
	dir := t.TempDir()
	whole := filepath.Join(dir, "whole")
	r, _, err := open(whole, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	mustAppend(t, r, testGame(0))
	mustAppend(t, r, testGame(1), testGame(2))
	r.Close()
	text, _ := os.ReadFile(whole)
	cut := filepath.Join(dir, "cut")
	for n := 0; n <= len(text); n++ {
		os.WriteFile(cut, text[:n], 0o644)
		lines := strings.Count(string(text[:n]), "\n")
		r, games, err := open(cut, testHeader())
		if err != nil {
			t.Fatalf("cut after %d bytes: %v", n, err)
		}
		if want := max(0, lines-1); len(games) != want {
			t.Fatalf("cut after %d bytes: %d games, want %d", n, len(games), want)
		}
		mustAppend(t, r, testGame(3))
		r.Close()
		if _, games, err = ReadRecord(cut); err != nil || len(games) != max(0, lines-1)+1 {
			t.Fatalf("cut after %d bytes, appended to: %d games, %v", n, len(games), err)
		}
	}
}

func TestRecordRefuses(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "r")
	r, _, err := open(path, testHeader())
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := open(path, testHeader()); err == nil || !strings.Contains(err.Error(), "is being written by another runner") {
		t.Errorf("a second runner: %v", err)
	}
	mustAppend(t, r, testGame(0))
	r.Close()

	other := testHeader()
	other.Terms = map[string]string{"board": "20 x 20", "pairing": Match}
	if _, _, err := open(path, other); err == nil || !strings.Contains(err.Error(), `:1: the record is of another tournament (record and tournament differ in board: "15 x 15" and "20 x 20")`) {
		t.Errorf("another tournament: %v", err)
	}
	if r, games, err := open(path, testHeader()); err != nil || len(games) != 1 {
		t.Errorf("after refusals: %d games, %v", len(games), err)
	} else {
		r.Close()
	}
	good, _ := os.ReadFile(path)
	for text, want := range map[string]string{
		"rounds = 3\n":                     ":1: not the record of a tournament",
		"h8h9i9":                           ":1: not the record of a tournament",
		"{\"id\":\"1.1.1\"}\n":             ":1: not the record of a tournament",
		"{\"tengen_tournament\":9}\n":      ":1: the record has format 9; this program reads format 1",
		string(good) + "{\"id\":\n" + "\n": ":3: not a game: ",
		string(good) + "{\"moves\":[{\"at\":\"zz\"}]}\n":                           ":3: game : ",
		string(good) + "{\"width\":9,\"height\":9,\"moves\":[{\"at\":\"a10\"}]}\n": ":3: game : stone 1, a10, is off the board of 9 x 9",
		string(good) + "{\"number\":\"two\"}\n":                                    ":3: not a game: ",
	} {
		os.WriteFile(path, []byte(text), 0o644)
		if _, _, err := open(path, testHeader()); err == nil || !strings.Contains(err.Error(), path+want) {
			t.Errorf("%q: error %v, want %q", text, err, want)
		}
		if now, _ := os.ReadFile(path); string(now) != text {
			t.Errorf("%q: the refused file was changed", text)
		}
	}
	if _, _, err := ReadRecord(filepath.Join(dir, "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	if _, err := Merge(filepath.Join(dir, "out"), []string{filepath.Join(dir, "none")}); err == nil {
		t.Error("merging a missing file")
	}
}

// A game that is in the record twice, or of strangers, is no resumption.
func TestResumeRefusesOddGames(t *testing.T) {
	for name, odd := range map[string]Game{"twice": testGame(0), "stranger": {ID: "1.1.2", Number: 1, Black: "x", White: "b"}} {
		tour := fakeTournament(t, nil, fakeEngine("a"), fakeEngine("b"))
		path := filepath.Join(t.TempDir(), "r")
		r, _, err := open(path, tour.header([]EngineHeader{{Name: "a"}, {Name: "b"}}, Shard{}))
		if err != nil {
			t.Fatal(err)
		}
		mustAppend(t, r, testGame(0), odd)
		r.Close()
		if _, err := tour.Run(t.Context(), RunOptions{Record: path}); err == nil || !strings.Contains(err.Error(), path+":3: game ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// What differs between two tournaments is told, and not the rest.
func TestDiffersIsShort(t *testing.T) {
	limits := func(turn string) Header {
		h := Header{Terms: map[string]string{}}
		for i := 1; i <= 3; i++ {
			h.Terms[fmt.Sprintf("engine %d limits", i)] = "turn " + turn + ", game 0s, nodes 0"
		}
		return h
	}
	if got, want := limits("1s").differs(limits("2s")), `engine 1, engine 2, engine 3 limits: "turn 1s" and "turn 2s"`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

// Names and details cannot reach the terminal.
func TestPrintable(t *testing.T) {
	g := testGame(0)
	g.Black, g.Detail = "\x1b[31mred", "a\u202eb"
	if line := g.Line(); strings.ContainsAny(line, "\x1b\u202e") || !strings.Contains(line, "?[31mred") {
		t.Errorf("%q", line)
	}
	var table strings.Builder
	s := Stand(Header{Engines: []EngineHeader{{Name: g.Black}, {Name: "b"}}}, []Game{g})
	s.WriteTable(&table)
	s.WriteConduct(&table)
	if strings.Contains(table.String(), "\x1b") || !strings.Contains(table.String(), "?[31mred") {
		t.Errorf("%q", table.String())
	}
	if got := printable("Größe 東京 ½ – ok"); got != "Größe 東京 ½ – ok" {
		t.Errorf("%q", got)
	}
}
