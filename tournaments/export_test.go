package tournaments

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"tengen/board"
)

// oddGames are games with everything a format may stumble over.
func oddGames() (Header, []Game) {
	score := 35
	return Header{Name: `cup [x] "y" \z`}, []Game{
		{ID: "1.1.1", Black: `a]b\c"d`, White: "ünï: code", Rule: "freestyle", Width: 15, Height: 15, Opening: "h8i9",
			Moves:  []Move{{At: "a1", Millis: 12.6, Depth: 5, Score: &score, Nodes: 1000}, {At: "o15", Millis: 0.4, WinIn: -3}, {At: "b2", WinIn: 2}},
			Result: BlackWins, Reason: Five, Started: time.Date(2026, 7, 28, 1, 2, 3, 0, time.UTC)},
		{ID: "1.1.2", Black: "b", White: "a", Rule: "renju", Width: 20, Height: 20, Moves: []Move{}, Result: WhiteWins, Reason: NoStart, Detail: "line one\nline two"},
		{ID: "1.1.3", Black: "12", White: "7", Rule: "caro", Width: 12, Height: 9, Moves: []Move{{At: "l9"}}, Result: Drawn, Reason: FullBoard},
		{ID: "1.1.4", Black: "b", White: "a", Rule: "standard", Width: 15, Height: 15, Opening: "a1b2c3d4e5f6g7h8i9j10k11l12m13n14o15a15b14", Moves: []Move{{At: "h9", Millis: 300}}, Result: BlackWins, Reason: TurnTime},
	}
}

// sameGame compares what all formats keep.
func sameGame(t *testing.T, format string, got, want Game) {
	t.Helper()
	stones, _, err := want.Stones()
	if err != nil {
		t.Fatal(err)
	}
	read, _, err := got.Stones()
	if err != nil {
		t.Fatal(err)
	}
	if FormatStones(read) != FormatStones(stones) {
		t.Errorf("%s, game %s: stones %s, want %s", format, want.ID, FormatStones(read), FormatStones(stones))
	}
	if format == FormatTxt {
		return
	}
	if got.Black != want.Black || got.White != want.White || got.Result != want.Result || got.Width != want.Width || got.Height != want.Height {
		t.Errorf("%s, game %s comes back as %+v", format, want.ID, got)
	}
	if format != FormatPSQ && (got.Rule != want.Rule || got.ID != want.ID) {
		t.Errorf("%s, game %s: rule %q, id %q", format, want.ID, got.Rule, got.ID)
	}
}

func TestFormatsReadBack(t *testing.T) {
	h, list := oddGames()
	for format, read := range map[string]func(*bytes.Buffer) ([]Game, error){
		FormatSGF: func(b *bytes.Buffer) ([]Game, error) { return ReadSGF(b) },
		FormatPGN: func(b *bytes.Buffer) ([]Game, error) { return ReadPGN(b) },
		FormatTxt: func(b *bytes.Buffer) ([]Game, error) { return ReadPosText(b) },
	} {
		want := list
		if format == FormatTxt {
			want = []Game{list[0], list[2], list[3]} // a game without stones is an empty line
		}
		var text bytes.Buffer
		if err := Export(&text, format, h, list); err != nil {
			t.Fatal(err)
		}
		got, err := read(&text)
		if err != nil || len(got) != len(want) {
			t.Fatalf("%s: %d games, %v", format, len(got), err)
		}
		for i := range got {
			sameGame(t, format, got[i], want[i])
		}
	}
	dir := filepath.Join(t.TempDir(), "new", "games")
	if n, err := ExportPSQ(dir, h, list); err != nil || n != len(list) {
		t.Fatal(n, err)
	}
	files, _ := os.ReadDir(dir)
	for i, f := range files {
		text, _ := os.ReadFile(filepath.Join(dir, f.Name()))
		got, err := ReadPSQ(bytes.NewReader(text))
		if err != nil {
			t.Fatal(f.Name(), err)
		}
		sameGame(t, FormatPSQ, got, list[i])
	}
	if len(files) != len(list) {
		t.Errorf("%d files", len(files))
	}
	if err := Export(&bytes.Buffer{}, "xml", h, list); err == nil {
		t.Error("an unknown format was written")
	}
	if CheckFormat("psq") != nil || CheckFormat("xml") == nil {
		t.Error("CheckFormat")
	}
}

// The files as the formats' descriptions have them: Piskvork's game.cpp and the
// published Gomocup games; the SGF specification 4 with the game 4; the tags
// BayesElo reads.
func TestFormatsAsDescribed(t *testing.T) {
	h, list := oddGames()
	var b bytes.Buffer
	WritePSQ(&b, h, &list[0])
	want := "Piskvorky 15x15, 11:11, 0\r\n8,8,0\r\n9,9,0\r\n1,1,13\r\n15,15,0\r\n2,2,0\r\na]b\\c\"d\r\nünï: code\r\n1,cup [x] \"y\" \\z\r\n"
	if b.String() != want {
		t.Errorf("PSQ:\n%q\nwant\n%q", b.String(), want)
	}
	b.Reset()
	WriteSGF(&b, h, &list[0])
	want = `(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[15]EV[cup [x\] "y" \\z]RO[1.1.1]DT[2026-07-28]RU[freestyle]PB[a\]b\\c"d]PW[ünï\: code]RE[B+]GC[five]
;B[hh]C[opening];W[ii]C[opening];B[aa]C[12.6 ms, depth 5, score 35, 1000 nodes];W[oo]C[0.4 ms, loss in 3];B[bb]C[0 ms, win in 2])
`
	if b.String() != want {
		t.Errorf("SGF:\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	WriteSGF(&b, h, &list[2])
	if !strings.Contains(b.String(), "SZ[12:9]") || !strings.Contains(b.String(), "RE[0]") {
		t.Errorf("SGF of a rectangle: %s", b.String())
	}
	b.Reset()
	WriteSGF(&b, h, &list[3])
	if !strings.Contains(b.String(), "RE[B+T]") {
		t.Errorf("SGF of a loss on time: %s", b.String())
	}
	b.Reset()
	WritePGN(&b, h, &list[0])
	want = `[Event "cup [x] \"y\" \\z"]
[Site "?"]
[Date "2026.07.28"]
[Round "1.1.1"]
[White "ünï: code"]
[Black "a]b\\c\"d"]
[Result "0-1"]
[Variant "freestyle 15x15"]
[Termination "five"]
[PlyCount "3"]

{h8 i9 a1 o15 b2} 0-1

`
	if b.String() != want {
		t.Errorf("PGN:\n%s\nwant\n%s", b.String(), want)
	}
	b.Reset()
	WritePosText(&b, &list[0])
	openings, err := parseOpenings("x", b.String(), 15, 15, board.Freestyle)
	if err != nil || len(openings) != 1 || FormatStones(openings[0].Stones) != "h8i9a1o15b2" {
		t.Errorf("position text %q is no file of openings: %v", b.String(), err)
	}
}

func TestFaultyGameFiles(t *testing.T) {
	for text, want := range map[string]string{
		"":                                           "line 1",
		"Piskvorky 15,15\n":                          "line 1",
		"Piskvorky 15x15, 0:0, 0\n16,1,0\n":          "line 2: 16,1 is off the board",
		"Piskvorky 15x15, 0:0, 0\n0,1,0\n":           "line 2",
		"Piskvorky 99x99, 0:0, 0\n8,8,0\n":           "line 1: a board of 99 x 99; allowed are 5 to 22",
		"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,":         `line 3: "9," is no move`,
		"Piskvorky 15x15, 0:0, 0\n8,8,0\n9":          `the file ends after "9"`,
		"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,1":        "line 3: the file ends within the move",
		"Piskvorky 15x15, 0:0, 0\n8,8,0\n9,\na\nb\n": "line 3",
		"Piskvorky 15x15, 0:0, 0\n8,8,0\nTen":        "two names are needed",
	} {
		if _, err := ReadPSQ(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("PSQ %q: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"x":                           "line 1",
		"(;SZ[15]\n;B[hh]":            "line 2: a game is not closed",
		"(;SZ[15];B[hh":               "is not closed with ]",
		"(;SZ[15];W[hh])":             "black and white move in turn",
		"(;SZ[15];B[pp])":             "is no point of a board of 15 x 15",
		"(;SZ[99])":                   "no size",
		"(;SZ[15];B)":                 "has no value",
		"(;SZ[15];B[hh][ii])":         "several points",
		"(;SZ[15]AB[hh]AW[ii];B[jj])": "AB[hh] sets stones up",
		"(;SZ[15];B[hh];AW[ii])":      "AW[ii] sets stones up",
		"(;GM[1]SZ[15];B[hh])":        "GM[1] is another game",
		"(;SZ[15]PL[W])":              "PL[W] after 0 moves",
		"(;SZ[15];b[hh])":             "where a property",
		"(;SZ[15];B[hh])\n(;SZ[0])":   "line 2",
	} {
		if _, err := ReadSGF(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("SGF %q: %v", text, err)
		}
	}
	games, err := ReadSGF(strings.NewReader("(;SZ[15];B[hh](;W[ii];B[aa])(;W[jj]))"))
	if err != nil || len(games) != 1 || len(games[0].Moves) != 3 || games[0].Moves[1].At != "i9" {
		t.Errorf("variations: %+v %v", games, err)
	}
	if _, err := ReadPGN(strings.NewReader("[White Tengen]\n")); err == nil || !strings.Contains(err.Error(), "line 1") {
		t.Errorf("PGN: %v", err)
	}
	if _, err := ReadPGN(strings.NewReader("\n{h8 x} 1-0\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("PGN: %v", err)
	}
	if _, err := ReadPosText(strings.NewReader("# x\nh8z\n")); err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("text: %v", err)
	}
}

// A game that was played comes through every format.
func TestPlayedGamesThroughFormats(t *testing.T) {
	list, _ := playAll(t, cup(t, 2))
	var text bytes.Buffer
	if err := Export(&text, FormatSGF, Header{Name: "cup"}, list); err != nil {
		t.Fatal(err)
	}
	got, err := ReadSGF(&text)
	if err != nil || len(got) != len(list) {
		t.Fatal(len(got), err)
	}
	for i := range got {
		sameGame(t, FormatSGF, got[i], list[i])
	}
	if reflect.DeepEqual(got[0].Moves, got[2].Moves) {
		t.Error("different games have the same moves")
	}
}
