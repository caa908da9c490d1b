package play

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"tengen/board"
	"tengen/tournaments"
)

func emptyTable(t *testing.T) Saved {
	return Saved{Game: newTestGame(t, terms15()), Names: [2]string{"Anna", "Tengen"}}
}

// Every format keeps what it can: JSON everything, the others stones, names, size and result.
func TestFilesReadBack(t *testing.T) {
	dir := t.TempDir()
	swap2 := Terms{Width: 12, Height: 9, Rule: board.Renju, Swap2: true, Time: time.Minute, Increment: time.Second, DrawAt: 100}
	for name, c := range map[string]struct {
		terms Terms
		moves string
		then  []Event
	}{
		"won":      {terms15(), "h8 a1 h9 a2 h10 a3 h11 a4 h12", nil},
		"running":  {Terms{Width: 22, Height: 22, Rule: board.Caro}, "v22 a1", nil},
		"resigned": {terms15(), "h8 i9", []Event{{Kind: Resigned, Seat: 0}}},
		"drawn":    {terms15(), "h8 i9 j10", []Event{{Kind: Agreed, Seat: 1}}},
		"none":     {terms15(), "", nil},
		"opening":  {swap2, "f5 g6 e4 [two] a1", nil},
		"swap2":    {swap2, "f5 g6 e4 [two] a1 b2 [white] c1 d1", []Event{{Kind: Flagged, Seat: 0, Took: time.Hour}}},
	} {
		want := Saved{Game: newTestGame(t, c.terms), Names: [2]string{"Anna", `B]e\n "x"`}}
		playMoves(t, want.Game, c.moves)
		for _, e := range c.then {
			if err := want.Game.Apply(e); err != nil {
				t.Fatal(name, err)
			}
		}
		for _, ext := range []string{".json", ".sgf", ".psq"} {
			path := filepath.Join(dir, name+ext)
			if err := Save(path, want, false); err != nil {
				t.Fatal(name, ext, err)
			}
			if err := Save(path, want, false); err == nil || !strings.Contains(err.Error(), "exists") {
				t.Errorf("%s%s: written over: %v", name, ext, err)
			}
			if err := Save(path, want, true); err != nil {
				t.Errorf("%s%s: %v", name, ext, err)
			}
			table := emptyTable(t)
			table.Game.terms.Rule = c.terms.Rule // PSQ does not tell it
			got, err := Load(path, 1, table)
			if err != nil {
				t.Errorf("%s%s: %v", name, ext, err)
				continue
			}
			if got.Names[got.Game.black] != want.Names[want.Game.black] || got.Names[got.Game.black.Other()] != want.Names[want.Game.black.Other()] {
				t.Errorf("%s%s: names %q", name, ext, got.Names)
			}
			if g, w := got.Game.terms, want.Game.terms; g.Width != w.Width || g.Height != w.Height || g.Rule != w.Rule {
				t.Errorf("%s%s: terms %+v", name, ext, g)
			}
			if !reflect.DeepEqual(got.Game.Moves(), want.Game.Moves()) {
				t.Errorf("%s%s: moves %v", name, ext, got.Game.Moves())
			}
			gr, gOver := got.Game.Result()
			wr, wOver := want.Game.Result()
			if gOver != wOver || gOver && (gr.Winner == Nobody) != (wr.Winner == Nobody) ||
				gOver && gr.Winner != Nobody && got.Game.Color(gr.Winner) != want.Game.Color(wr.Winner) {
				t.Errorf("%s%s: result %+v %v, want %+v %v", name, ext, gr, gOver, wr, wOver)
			}
			if ext == ".json" && (!reflect.DeepEqual(got.Game.events, want.Game.events) || got.Game.terms != want.Game.terms || gr != wr || got.Names != want.Names) {
				t.Errorf("%s%s: %+v, want %+v", name, ext, got.Game, want.Game)
			}
		}
		// The JSON form is a record of package tournaments.
		_, games, err := tournaments.ReadRecord(filepath.Join(dir, name+".json"))
		if err != nil || len(games) != 1 {
			t.Errorf("%s as a record: %v", name, err)
			continue
		}
		if stones, _, _ := games[0].Stones(); tournaments.FormatStones(stones) != tournaments.FormatStones(want.Game.Moves()) {
			t.Errorf("%s as a record has %v", name, stones)
		}
	}
	if err := Save(filepath.Join(dir, "x.doc"), emptyTable(t), false); err == nil || !strings.Contains(err.Error(), ".sgf, .psq or .json") {
		t.Errorf("an unknown format: %v", err)
	}
	if err := Save(filepath.Join(dir, "no", "such", "x.sgf"), emptyTable(t), false); err == nil {
		t.Error("a directory that is not there")
	}
}

func TestLoadRefuses(t *testing.T) {
	dir := t.TempDir()
	head := `{"tengen_tournament":1}` + "\n"
	for i, c := range []struct{ text, want string }{
		{"", "no game in it"},
		{"(;GM[1]SZ[15];B[hh])", "another game"},
		{"(;GM[4]SZ[15]AB[hh][hi]AW[ii];B[jj])", "sets stones up"},
		{"h8z9", "column"},
		{"h8h8", "there is a stone"},
		{"p16", "off the board"},
		{"Piskvorky 15x15, 11:11, 0\r\n16,1,0\r\n", "off the board"},
		{"(;SZ[15];B[hh];W[hh])", "there is a stone"},
		{"(;SZ[99];B[hh])", "no size"},
		{"(;SZ[3];B[aa])", "allowed are 5"},
		{"{}", "record"},
		{head + "{", "no game in it"},
		{head + `{"rule":"chess","width":15,"height":15,"table":{"names":["a","b"],"events":[]}}` + "\n", "rule"},
		{head + `{"rule":"renju","width":15,"height":15,"table":{"names":["a","b"],"first":9,"events":[]}}` + "\n", "seat"},
		{head + `{"rule":"renju","width":15,"height":15,"table":{"names":["a","b"],"events":[{"kind":"move","seat":1,"at":"h8"}]}}` + "\n", "turn"},
		{head + `{"rule":"renju","width":15,"height":15,"moves":[{"at":"h8"}],"table":{"names":["a","b"],"events":[]}}` + "\n", "differ"},
		{head + `{"rule":"renju","width":15,"height":15,"table":{"names":["a","b"],"time_ns":-5,"events":[]}}` + "\n", "time"},
	} {
		path := filepath.Join(dir, "x")
		if err := os.WriteFile(path, []byte(c.text), 0o644); err != nil {
			t.Fatal(err)
		}
		if _, err := Load(path, 1, emptyTable(t)); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%d: %q: error %v, want %q", i, c.text, err, c.want)
		} else if strings.Count(err.Error(), path) != 1 {
			t.Errorf("%d: %v names the file not once", i, err)
		}
	}
	if _, err := Load(filepath.Join(dir, "none"), 1, emptyTable(t)); err == nil {
		t.Error("a file that is not there")
	}
}

// Who sits at the table keeps the seat when the game is loaded, whatever the colour.
func TestLoadSeats(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.sgf")
	os.WriteFile(path, []byte("(;SZ[15]RU[renju]PB[Tengen]PW[Anna];B[hh];W[ii])(;SZ[9]PB[Zoe]PW[Max];B[aa])"), 0o644)
	s, err := Load(path, 1, emptyTable(t))
	if err != nil || s.Names != [2]string{"Anna", "Tengen"} || s.Game.Color(0) != board.White || s.Game.terms.Rule != board.Renju {
		t.Errorf("%+v %v", s, err)
	}
	s, err = Load(path, 2, emptyTable(t))
	if err != nil || s.Names != [2]string{"Zoe", "Max"} || s.Game.terms.Width != 9 || s.Game.terms.Rule != board.Freestyle {
		t.Errorf("%+v %v", s, err)
	}
	if _, err := Load(path, 3, emptyTable(t)); err == nil {
		t.Error("a third game")
	}
}

func TestScoreFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "score.json")
	s, err := LoadScore(path, [2]string{"A", "B"})
	if err != nil || s != (Score{Names: [2]string{"A", "B"}}) {
		t.Fatal(s, err)
	}
	s.Add(Result{Winner: 1})
	s.Add(Result{Winner: Nobody})
	if err := s.Save(path); err != nil {
		t.Fatal(err)
	}
	if got, err := LoadScore(path, [2]string{"B", "A"}); err != nil || got.Won != [2]int{1, 0} || got.Drawn != 1 || got.String() != "B 1 - 0 A, 1 drawn" {
		t.Error(got, err)
	}
	if _, err := LoadScore(path, [2]string{"A", "C"}); err == nil {
		t.Error("the score of others")
	}
	os.WriteFile(path, []byte("{"), 0o644)
	if _, err := LoadScore(path, [2]string{"A", "B"}); err == nil {
		t.Error("half a file")
	}
}

// What a game file held is never lost: a finished game, here or of before, and what other programs wrote beside the moves.
func TestGameFileKeepsOld(t *testing.T) {
	won := "h8\na1\nh9\na2\nh10\na3\nh11\na4\nh12\n"
	for _, ext := range []string{".sgf", ".psq", ".json"} {
		dir := t.TempDir()
		o := hotSeat()
		o.GameFile = filepath.Join(dir, "g"+ext)
		files := func() int { list, _ := os.ReadDir(dir); return len(list) }
		script(t, o, "h8\ni9\n")
		script(t, o, "j10\nundo\n")
		if files() != 1 {
			t.Errorf("%s: going on with a game of ours made a copy", ext)
		}
		script(t, o, "undo 2\n"+won)
		first, _ := os.ReadFile(o.GameFile)
		script(t, o, "score\n") // nothing is played
		if now, _ := os.ReadFile(o.GameFile); files() != 1 || string(now) != string(first) {
			t.Errorf("%s: opening a finished game has changed it", ext)
		}
		s, u := script(t, o, won+"undo\nh12\nnew\nc3\n")
		if got, _ := os.ReadFile(filepath.Join(dir, "g-1"+ext)); string(got) != string(first) || !strings.Contains(u.text(), "is now in") || !strings.Contains(u.text(), "is over; another begins") {
			t.Errorf("%s: the finished game is gone; it was said %s", ext, u.text())
		}
		if files() != 3 || s.game.board.Stones() != 1 || s.score.Won[0]+s.score.Won[1] != 1 {
			t.Errorf("%s: %d files, %d stones, score %+v", ext, files(), s.game.board.Stones(), s.score)
		}
		for _, name := range []string{"g-1", "g-2"} {
			if l, err := Load(filepath.Join(dir, name+ext), 1, emptyTable(t)); err != nil || l.Game.Phase() != Over {
				t.Errorf("%s%s: %v", name, ext, err)
			}
		}
	}
	for name, text := range map[string]string{
		"comments.sgf":   "(;GM[4]SZ[15]RU[freestyle];B[hh]C[well done])",
		"variations.sgf": "(;GM[4]SZ[15];B[hh](;W[ii])(;W[gg]))",
		"two.sgf":        "(;GM[4]SZ[15];B[hh])(;GM[4]SZ[15];B[aa])",
		"names.psq":      "Piskvorky 15x15, 1:2, 0\r\n8,8,0\r\na\r\nb\r\n-1,cup\r\n",
		"lines.sgf":      "# a game\nh8i9\nh8i10\n",
	} {
		dir := t.TempDir()
		o := hotSeat()
		o.GameFile = filepath.Join(dir, name)
		os.WriteFile(o.GameFile, []byte(text), 0o644)
		script(t, o, "a15\n")
		script(t, o, "b15\n")
		ext := filepath.Ext(name)
		if got, _ := os.ReadFile(filepath.Join(dir, strings.TrimSuffix(name, ext)+"-1"+ext)); string(got) != text {
			t.Errorf("%s: %q is left", name, got)
		}
		if list, _ := os.ReadDir(dir); len(list) != 2 {
			t.Errorf("%s: %d files", name, len(list))
		}
	}
}

// A rule that nobody knows is not passed over in silence; numbers are those of the protocol.
func TestLoadRule(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.sgf")
	for text, want := range map[string]Saved{
		"(;SZ[15]RU[foo];B[hh])":   {OddRule: "foo"},
		"(;SZ[15]RU[Renju];B[hh])": {},
		"(;SZ[15]RU[4];B[hh])":     {},
	} {
		os.WriteFile(path, []byte(text), 0o644)
		got, err := Load(path, 1, emptyTable(t))
		if err != nil || got.OddRule != want.OddRule || (got.Game.terms.Rule == board.Renju) != (want.OddRule == "") {
			t.Errorf("%s: %+v %v", text, got, err)
		}
	}
	os.WriteFile(path, []byte("(;SZ[15]RU[foo];B[hh])"), 0o644)
	if _, u := script(t, hotSeat(), "load "+path+"\n"); !strings.Contains(u.text(), `the rule "foo" of the file is not known here: freestyle holds`) {
		t.Error(u.text())
	}
}
