package play

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"tengen/board"
)

// A fakeUI keeps what it is shown.
type fakeUI struct {
	mu   sync.Mutex
	said []string
	view *View
}

func (u *fakeUI) Show(v *View) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.view = v
}

func (u *fakeUI) Say(line string) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.said = append(u.said, line)
}

func (u *fakeUI) Page(title string, lines []string) { u.Say(title + "\n" + strings.Join(lines, "\n")) }
func (u *fakeUI) Redraw()                           { u.Say("redrawn") }

func (u *fakeUI) Typed() {}

func (u *fakeUI) text() string {
	u.mu.Lock()
	defer u.mu.Unlock()
	return strings.Join(u.said, "\n")
}

// now is the latest view.
func (u *fakeUI) now() View {
	u.mu.Lock()
	defer u.mu.Unlock()
	if u.view == nil {
		return View{}
	}
	return *u.view
}

func testOptions() Options {
	o := Options{
		Terms: terms15(), Engine: DefaultEngine(), Turn: 50 * time.Millisecond, Seed: 1, Patient: true,
		Players: [2]Player{{Name: "Anna"}, {Name: "Tengen", Engine: true, Level: 3}},
	}
	o.Engine.HashBytes = 1 << 20
	return o
}

// script runs a session on lines of input to their end.
func script(t *testing.T, o Options, lines string) (*Session, *fakeUI) {
	t.Helper()
	u := &fakeUI{}
	s, err := NewSession(o, u)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := s.Run(ctx, ReadLines(strings.NewReader(lines))); err != nil {
		t.Fatal(err)
	}
	if ctx.Err() != nil {
		t.Fatalf("the session hangs; it said\n%s", u.text())
	}
	return s, u
}

func hotSeat() Options {
	o := testOptions()
	o.Players = [2]Player{{Name: "Anna"}, {Name: "Ben"}}
	return o
}

func TestHumanAgainstEngine(t *testing.T) {
	s, u := script(t, testOptions(), "h8\n8,9\nundo\nhint\nexplain\nlevel 5\n")
	if s.game.board.Stones() != 2 || s.game.ToAct() != 0 || s.players[1].Level != 5 {
		t.Errorf("%d stones", s.game.board.Stones())
	}
	for _, want := range []string{"Tengen plays", "taken back: 2", "hint: ", "makes / denies", "level 5"} {
		if !strings.Contains(u.text(), want) {
			t.Errorf("%q was not said, but\n%s", want, u.text())
		}
	}
	// The engine has black: it begins, and there is nothing to take back.
	o := testOptions()
	o.First = 1
	s, u = script(t, o, "undo\n")
	if s.game.board.Stones() != 1 || !strings.Contains(u.text(), "nothing of yours") {
		t.Errorf("%d stones, %s", s.game.board.Stones(), u.text())
	}
}

func TestEngineAgainstEngine(t *testing.T) {
	o := testOptions()
	o.Players[0] = Player{Name: "Weak", Engine: true, Level: 1}
	s, u := script(t, o, "")
	if r, over := s.game.Result(); !over || r.Winner != 1 || s.score.Won != [2]int{0, 1} {
		t.Errorf("%+v %v %+v", r, over, s.score)
	}
	if !strings.Contains(u.text(), "Tengen (white) wins: five in a row") {
		t.Error(u.text())
	}
	// The same seed plays the same game.
	again, _ := script(t, o, "")
	if got, want := again.game.board.Hash(), s.game.board.Hash(); got != want {
		t.Error("another game from the same seed")
	}
}

func TestHotSeat(t *testing.T) {
	const win = "h8\na1\nh9\na2\nh10\na3\nh11\na4\nh12\n"
	s, u := script(t, hotSeat(), win+"h13\nundo\nundo 2\nredo\n")
	if s.game.board.Stones() != 6 || s.score.Won != [2]int{0, 0} {
		t.Errorf("%d stones, %+v", s.game.board.Stones(), s.score)
	}
	if !strings.Contains(u.text(), "the game is over") || !strings.Contains(u.text(), "Anna (black) wins") {
		t.Error(u.text())
	}
	s, _ = script(t, hotSeat(), win+"new\n"+win+"new\nresign\nnew same\ndraw\n")
	if s.score.Won != [2]int{1, 2} || s.score.Drawn != 1 {
		// Anna wins with black, Ben with black, Anna (black) resigns, a draw.
		t.Errorf("score %+v", s.score)
	}
	s, _ = script(t, hotSeat(), "h8\nsize 9x14\nrule renju\nswap2 on\nnew\nc3\nc4\nd5\nblack\n")
	if tm := s.game.terms; tm.Width != 9 || tm.Height != 14 || tm.Rule != board.Renju || !tm.Swap2 || s.game.Color(0) != board.Black || s.game.Phase() != Playing {
		t.Errorf("%+v, phase %d", tm, s.game.Phase())
	}
}

// Nothing wrong that is typed changes the game.
func TestWrongInput(t *testing.T) {
	wrong := []string{
		"x", "z9", "h99", "h0", "99,1", "0,0", "-1,3", "1,", ",", "h8h9", "h8", "8,8", "level", "level 0", "level eleven", "size 4", "size 23", "size",
		"size 9x", "rule chess", "rule", "swap2 maybe", "players x y", "players human", "names a", "names a a", "names \x1b \x1b", "save", "save /no/such/dir/x.sgf",
		"save x.doc", "load", "load /no/such/file", "undo -1", "undo x", "new other", "yes", "no", "say hello", "black", "two", "stop",
		"\x1b[2J", "\x00", strings.Repeat("y", 100000), "ä", "h８", "HINT!", "overwrite", "i9 i9", "9 9",
	}
	for _, w := range wrong {
		s, u := script(t, hotSeat(), "h8\n"+w+"\n")
		if s.game.board.Stones() != 1 || s.game.ToAct() != 1 || s.over || s.next != s.game.terms {
			t.Errorf("%q changed the game", w)
		}
		if cleanText(w, 10) != "" && u.text() == "" {
			t.Errorf("%q: not a word", w)
		}
		for _, r := range u.text() {
			if r < ' ' && r != '\n' {
				t.Errorf("%q: a control character in %q", w, u.text())
			}
		}
	}
}

func TestEngineSwap2(t *testing.T) {
	o := testOptions()
	o.Terms.Swap2 = true
	o.Players[0] = Player{Name: "First", Engine: true, Level: 3}
	for seed := range uint64(8) {
		o.Seed = seed
		o.Terms.Width, o.Terms.Height = 15-2*int(seed%5), 15
		s, u := script(t, o, "")
		if s.game.Phase() != Over || !strings.Contains(u.text(), "takes") {
			t.Errorf("seed %d: phase %d\n%s", seed, s.game.Phase(), u.text())
		}
	}
}

func TestSessionKeepsGameAndScore(t *testing.T) {
	dir := t.TempDir()
	o := hotSeat()
	o.GameFile, o.ScoreFile = filepath.Join(dir, "game.json"), filepath.Join(dir, "score.json")
	script(t, o, "h8\ni9\n")
	s, u := script(t, o, "j10\n")
	if s.game.board.Stones() != 3 || !strings.Contains(u.text(), "going on with a game of 2 stones") {
		t.Errorf("%d stones: %s", s.game.board.Stones(), u.text())
	}
	script(t, o, "resign\n")
	s, _ = script(t, o, "")
	if s.score.Won != [2]int{1, 0} || s.game.board.Stones() != 0 || s.game.Color(0) != board.White {
		t.Errorf("after a finished game: %+v, %d stones", s.score, s.game.board.Stones())
	}
	path := filepath.Join(dir, "a b.sgf")
	s, _ = script(t, o, "h8\ni9\nsave "+path+"\nj10\nload "+path+"\n")
	if s.game.board.Stones() != 2 {
		t.Errorf("%d stones after load", s.game.board.Stones())
	}
	os.WriteFile(o.GameFile, []byte("{"), 0o644)
	if _, err := NewSession(o, &fakeUI{}); err == nil {
		t.Error("a broken file was passed over, and would be written over")
	}
}

func TestClockRunsOut(t *testing.T) {
	o := hotSeat()
	o.Terms.Time = 300 * time.Millisecond
	u := &fakeUI{}
	s, err := NewSession(o, u)
	if err != nil {
		t.Fatal(err)
	}
	lines := make(chan Input)
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Second)
	defer cancel()
	done := make(chan error)
	go func() { done <- s.Run(ctx, lines) }()
	lines <- Input{Line: "h8"}
	waitFor(t, func() bool { return strings.Contains(u.text(), "Anna (black) wins: time") })
	close(lines)
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// waitFor waits for something to become true, ten seconds at most.
func waitFor(t *testing.T, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(10 * time.Second); !ok(); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it did not come to that in ten seconds")
		}
	}
}

func TestLinesUI(t *testing.T) {
	var out strings.Builder
	o := hotSeat()
	o.Terms = Terms{Width: 22, Height: 22, Rule: board.Renju}
	l := NewLines(&out, false)
	s, err := NewSession(o, l)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Run(context.Background(), ReadLines(strings.NewReader("v22\na1\nboard\nhelp\n"))); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{" 1[o]. .", " .[x]\n   a b c d e f g h i j k l m n o p q r s t u v\n", "renju, 22 by 22", "place a stone"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("%q is missing in\n%s", want, out.String())
		}
	}
	for _, line := range strings.Split(out.String(), "\n") {
		if strings.Contains(line, "\x1b") || len(line) > 160 {
			t.Errorf("line %q", line)
		}
	}
}

// What is said is English, for one and for "you" too, and two points in a line are told as what they are.
func TestWords(t *testing.T) {
	o := testOptions()
	o.Players[0].Name = "you"
	_, u := script(t, o, "h8 h9\nh8h9\nnew\nresign\nplayers engine human\nnew\n")
	for _, want := range []string{"h8 h9: one point at a time", "h8h9: one point at a time", "Tengen begins with black", "Tengen (black) wins", "you play "} {
		if !strings.Contains(u.text(), want) {
			t.Errorf("%q was not said, but\n%s", want, u.text())
		}
	}
	o = hotSeat()
	o.Players[0].Name = "you"
	_, u = script(t, o, "h8\nresign\nnew\nnew\n")
	if !strings.Contains(u.text(), "you (black) win: resignation") || !strings.Contains(u.text(), "you begin with black") {
		t.Error(u.text())
	}
	if got := counted(1, "ply", "plies") + ", " + counted(2, "ply", "plies"); got != "1 ply, 2 plies" {
		t.Error(got)
	}
}
