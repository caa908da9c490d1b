package play

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/gdamore/tcell/v2"

	"tengen/board"
)

// simulated gives a screen of w by h cells that keys can be sent to.
func simulated(t *testing.T, w, h int) (*Screen, tcell.SimulationScreen) {
	t.Helper()
	sim := tcell.NewSimulationScreen("UTF-8")
	s, err := newScreen(sim)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	sim.SetSize(w, h)
	return s, sim
}

// contents is what stands on a simulated screen.
func contents(s *Screen, sim tcell.SimulationScreen) []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	cells, w, h := sim.GetContents()
	var rows []string
	for y := range h {
		var b strings.Builder
		for _, c := range cells[y*w : (y+1)*w] {
			if len(c.Runes) == 0 || c.Runes[0] == 0 {
				b.WriteByte(' ')
			} else {
				b.WriteString(string(c.Runes))
			}
		}
		rows = append(rows, strings.TrimRight(b.String(), " "))
	}
	return rows
}

// The largest board, its labels, players, messages and the line to type in fit into 80 by 24 cells.
func TestScreenHoldsLargestBoard(t *testing.T) {
	screen, sim := simulated(t, 80, 24)
	o := hotSeat()
	o.Terms = Terms{Width: 22, Height: 22, Rule: board.Freestyle, Time: time.Hour}
	s, err := NewSession(o, screen)
	if err != nil {
		t.Fatal(err)
	}
	done := make(chan error)
	go func() { done <- s.Run(context.Background(), screen.Lines()) }()
	typed := func(text string) {
		for _, r := range text {
			if r == '\n' {
				sim.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
			} else {
				sim.InjectKey(tcell.KeyRune, r, tcell.ModNone)
			}
		}
	}
	shows := func(want ...string) {
		t.Helper()
		for end := time.Now().Add(10 * time.Second); ; time.Sleep(5 * time.Millisecond) {
			text := strings.Join(contents(screen, sim), "\n")
			missing := ""
			for _, w := range want {
				if !strings.Contains(text, w) {
					missing = w
				}
			}
			if missing == "" {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("%q does not show, but\n%s", missing, text)
			}
		}
	}
	typed("v22\na1\n")
	shows("22 . . . . . . . . . . . . . . . . . . . . . x", " 1[o]", "  a b c d e f g h i j k l m n o p q r s t u v", "freestyle, 22 by 22", ">x Anna", "Anna (x), move 3?", "score Anna 0 - 0 Ben")
	rows := contents(screen, sim)
	if len(rows) != 24 {
		t.Fatalf("%d rows", len(rows))
	}
	typed("zz\n")
	shows("neither a point")
	// Arrows and Enter, then the mouse: one click chooses, a second places.
	for range 3 {
		sim.InjectKey(tcell.KeyRight, 0, tcell.ModNone)
	}
	sim.InjectKey(tcell.KeyDown, 0, tcell.ModNone)
	sim.InjectKey(tcell.KeyEnter, 0, tcell.ModNone)
	shows("move 3: d2")
	for range 2 {
		sim.InjectMouse(3+2*4, 4, tcell.Button1, tcell.ModNone)
		sim.InjectMouse(3+2*4, 4, tcell.ButtonNone, tcell.ModNone)
	}
	shows("move 4: e5")
	typed("help\n")
	shows("place a stone", "any other key")
	typed("x")
	shows("Anna (x), move 5?")
	// A window too small for the board shows the part with the cursor; nothing is lost when it grows again.
	sim.SetSize(40, 10)
	sim.PostEvent(tcell.NewEventResize(40, 10))
	typed("q9\n")
	shows("move 6?")
	for range 30 {
		sim.InjectKey(tcell.KeyDown, 0, tcell.ModNone)
	}
	shows("22 .")
	sim.SetSize(3, 2)
	sim.PostEvent(tcell.NewEventResize(3, 2))
	typed("\x1b")
	sim.SetSize(80, 24)
	sim.PostEvent(tcell.NewEventResize(80, 24))
	shows(" 1 o", "freestyle, 22 by 22")
	sim.InjectKey(tcell.KeyCtrlC, 0, tcell.ModCtrl)
	select {
	case err := <-done:
		if err != nil {
			t.Error(err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("Ctrl-C does not end it")
	}
	if s.game.board.Stones() != 5 {
		t.Errorf("%d stones", s.game.board.Stones())
	}
}

func TestWrap(t *testing.T) {
	if got := wrap("the quick brown fox", 10); len(got) != 2 || got[0] != "the quick" || got[1] != "brown fox" {
		t.Errorf("%q", got)
	}
	if got := wrap(strings.Repeat("x", 25), 10); len(got) != 3 {
		t.Errorf("%q", got)
	}
}
