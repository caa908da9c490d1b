package tournaments

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"tengen/board"
)

// Every game that ends with five has one by the rule, and no stone after it.
func TestFivesByRule(t *testing.T) {
	for _, rule := range []string{"freestyle", "standard", "renju", "caro", "caro-exact"} {
		t.Run(rule, func(t *testing.T) {
			t.Parallel()
			tour := fakeTournament(t, func(tour *Tournament) { tour.Board.Rule, tour.Rounds = rule, 3 }, fakeEngine("a"), fakeEngine("b", "seed=9"))
			list, _ := playAll(t, tour)
			for _, g := range list {
				if g.Rule != rule {
					t.Errorf("game %s says %s", g.ID, g.Rule)
				}
				checkGame(t, tour, g)
			}
		})
	}
}

// checkGame plays a game again and compares how it ends.
func checkGame(t *testing.T, tour *Tournament, g Game) {
	t.Helper()
	stones, _, err := g.Stones()
	if err != nil {
		t.Fatal(err)
	}
	b, _ := board.New(g.Width, g.Height, tour.Board.rule)
	for i, p := range stones {
		if !b.Legal(p) {
			t.Errorf("game %s: stone %d on %s is not legal", g.ID, i+1, p)
		}
		b.Play(p)
		if last := i == len(stones)-1; b.LastWins() && (!last || g.Reason != Five || g.Result != winFor(b.SideToMove().Other())) {
			t.Errorf("game %s: five at stone %d of %d; %s", g.ID, i+1, len(stones), g.Line())
		}
	}
	if g.Reason == Five && !b.LastWins() {
		t.Errorf("game %s: no five", g.ID)
	}
}

// scripted is a match position on which answers can be tried without engines.
func scripted(t *testing.T, rule, stones string, change func(*Tournament)) *match {
	t.Helper()
	tour := fakeTournament(t, func(tour *Tournament) {
		tour.Board.Rule, tour.Board.Size = rule, 15
		if change != nil {
			change(tour)
		}
	}, fakeEngine("a"), fakeEngine("b"))
	b, err := board.New(15, 15, tour.Board.rule)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := board.ParseMoves(stones)
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range moves {
		b.Play(p)
	}
	return &match{t: tour, names: []string{"a", "b"}, pos: b, index: [2]int{0, 1}}
}

func TestRefereeOnAnswers(t *testing.T) {
	cases := []struct {
		rule, stones, answer string
		reason               Reason // "" for a legal move that ends nothing
		result               Result
	}{
		{"freestyle", "h8", "8,8", "", ""},
		{"freestyle", "h8", "7,7", Illegal, BlackWins},
		{"freestyle", "h8", "15,0", Illegal, BlackWins},
		{"freestyle", "h8", "0,-1", Illegal, BlackWins},
		{"freestyle", "a1a2b1b2c1c2d1d2", "4,0", Five, BlackWins},
		{"freestyle", "a1a2b1b2c1c2e1d2f1e3", "3,0", Five, BlackWins},
		{"standard", "a1a2b1b2c1c2e1d2f1e3", "3,0", "", ""},
		{"renju", "a1a2b1b2c1c2e1d2f1e3", "3,0", Forbidden, WhiteWins},
		{"renju", "i8a1j8a3h9a5h10a7", "7,7", Forbidden, WhiteWins},
		{"freestyle", "i8a1j8a3h9a5h10a7", "7,7", "", ""},
		{"caro", "b1a1c1g1d1a3e1a5", "5,0", "", ""}, // five with both ends held
		{"caro-exact", "b1a1c1a7d1a3e1a5", "5,0", Five, BlackWins},
	}
	for _, c := range cases {
		g := scripted(t, c.rule, c.stones, nil)
		side := g.pos.SideToMove()
		if f := g.place(side, answer{text: c.answer}); f != nil {
			g.blame(side, f)
		} else {
			g.over()
		}
		if g.record.Reason != c.reason || g.record.Result != c.result {
			t.Errorf("%s, %s then %s: %q %q, want %q %q", c.rule, c.stones, c.answer, g.record.Reason, g.record.Result, c.reason, c.result)
		}
	}
}

func TestDraws(t *testing.T) {
	cases := []struct {
		draw   DrawSettings
		moves  int // stones that are moves of the engines
		reason Reason
	}{
		{DrawSettings{}, 4, ""},
		{DrawSettings{Moves: 5}, 4, ""},
		{DrawSettings{Moves: 4}, 4, DrawMoves},
		{DrawSettings{Stones: 7}, 4, ""},
		{DrawSettings{Stones: 6}, 4, DrawStones},
		{DrawSettings{Empty: 218}, 4, ""},
		{DrawSettings{Empty: 219}, 4, DrawEmpty},
	}
	for _, c := range cases {
		g := scripted(t, "freestyle", "h8i9j10a1b2c3", func(tour *Tournament) { tour.Draw = c.draw })
		g.record.Moves = make([]Move, c.moves)
		over := g.over()
		if over != (c.reason != "") || g.record.Reason != c.reason || over && g.record.Result != Drawn {
			t.Errorf("%+v: over %v, %q %q", c.draw, over, g.record.Reason, g.record.Result)
		}
	}
	// A full board: 6 x 6 with engines that prevent each other's fives rarely
	// fills, so the reason is tried on a board that is full by construction.
	g := scripted(t, "freestyle", "", nil)
	b, _ := board.New(5, 5, board.Freestyle)
	for _, s := range strings.Fields("a1 c1 b1 d1 e1 a2 c2 b2 d2 e2 b3 a3 e3 c3 a4 d3 c4 b4 d4 e4 b5 a5 e5 c5 d5") {
		p, err := board.ParsePoint(s)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(p)
	}
	g.pos = b
	if !g.over() || g.record.Reason != FullBoard || g.record.Result != Drawn {
		t.Errorf("full board: %q %q", g.record.Reason, g.record.Result)
	}
}

func TestAgreement(t *testing.T) {
	w := WinSettings{Moves: 2, Score: 1000}
	score := func(n int) Move { return Move{Score: &n} }
	g := scripted(t, "freestyle", "h8i9", func(tour *Tournament) { tour.Win = w })
	tell := func(black, white Move) {
		g.agree[board.Black].note(black, w)
		g.agree[board.White].note(white, w)
	}
	tell(score(1500), score(-1500))
	if _, yes := g.agreed(); yes {
		t.Error("agreed after one move")
	}
	tell(score(1500), score(-500))
	tell(Move{WinIn: 9}, score(-1000))
	if _, yes := g.agreed(); yes {
		t.Error("agreed although white did not say so twice in a row")
	}
	tell(Move{WinIn: 7}, Move{WinIn: -6})
	if winner, yes := g.agreed(); !yes || winner != board.Black {
		t.Errorf("black and white say that black wins: %v %v", winner, yes)
	}
	if !g.over() || g.record.Reason != Agreed || g.record.Result != BlackWins {
		t.Errorf("%q %q", g.record.Reason, g.record.Result)
	}
	tell(Move{}, Move{WinIn: -4})
	if _, yes := g.agreed(); yes {
		t.Error("a move about which nothing is told counts")
	}

	// With engines: one claims to win and the other to lose.
	tour := fakeTournament(t, func(tour *Tournament) { tour.Win = w }, fakeEngine("a", "tell=win_in_9"), fakeEngine("b", "tell=eval_-1200"))
	list, _ := playAll(t, tour)
	for _, game := range list {
		if game.Reason != Agreed || winnerName(game) != "a" || len(game.Moves) > 4 {
			t.Error(game.Line())
		}
	}
}

func winnerName(g Game) string {
	return map[Result]string{BlackWins: g.Black, WhiteWins: g.White, Drawn: ""}[g.Result]
}

func TestSwap2(t *testing.T) {
	cases := []struct {
		second, first string // what the second does with three stones, the first with five
		black         string
		stones        int
		story         string
	}{
		{"swap", "", "b", 3, "a placed three stones; b took black"},
		{"stay", "", "a", 4, "a placed three stones; b played on as white"},
		{"two", "swap", "a", 5, "a placed three stones; b placed two more; a took black"},
		{"two", "stay", "b", 6, "a placed three stones; b placed two more; a played on as white"},
	}
	for _, c := range cases {
		t.Run(c.second+"-"+c.first, func(t *testing.T) {
			t.Parallel()
			tour := fakeTournament(t, func(tour *Tournament) { tour.Openings.Swap2, tour.Board.Size = true, 15 },
				fakeEngine("a", "swap2=stay/"+c.first), fakeEngine("b", "seed=5", "swap2="+c.second+"/stay"))
			list, out := playAll(t, tour)
			g := list[0]
			if g.First != "a" || g.Black != c.black || g.Swap2 != c.story || g.Reason != Five {
				t.Errorf("first %s, black %s, %q; %s", g.First, g.Black, g.Swap2, g.Line())
			}
			placed := 0
			for _, m := range g.Moves {
				if m.By != "" {
					placed++
				}
			}
			if placed != c.stones {
				t.Errorf("%d stones of the opening, want %d", placed, c.stones)
			}
			checkGame(t, tour, g)
			if list[1].First != "b" {
				t.Errorf("the second game is opened by %s", list[1].First)
			}
			if got := out.Standings.Engine(0).Moves + out.Standings.Engine(1).Moves; got == 0 {
				t.Error("no moves counted")
			}
		})
	}
}

func TestSwap2Faults(t *testing.T) {
	cases := []struct {
		answer string
		reason Reason
	}{
		{"SWAP", BadOpening},            // nothing to swap on the empty board
		{"7,7", BadOpening},             // too few
		{"7,7+8,8+9,9+6,6", BadOpening}, // too many
		{"7,7+7,7+8,8", Illegal},        // twice the same
		{"7,7+15,8+8,8", Illegal},       // off the board
		{"nonsense", Silence},           // no answer at all
	}
	for _, c := range cases {
		t.Run(c.answer, func(t *testing.T) {
			t.Parallel()
			bad := fakeEngine("bad", "swap2-bad="+c.answer)
			if c.reason == Silence {
				bad.Turn = Span(time.Second)
			}
			tour := fakeTournament(t, func(tour *Tournament) { tour.Openings.Swap2, tour.Board.Size = true, 15 }, bad, fakeEngine("good", "swap2=stay/stay"))
			list, _ := playAll(t, tour)
			if g := list[0]; g.Reason != c.reason || g.Fault != "bad" || winnerName(g) != "good" {
				t.Error(g.Line())
			}
		})
	}
}

// Time for the game runs down over its moves, is told to the engine, and
// overstepping it loses.
func TestGameTime(t *testing.T) {
	slow := fakeEngine("slow", "think=60")
	slow.Turn, slow.Game, slow.Tolerance = Span(10*time.Second), Span(150*time.Millisecond), 0
	tour := fakeTournament(t, func(tour *Tournament) { tour.Concurrency = 1 }, slow, fakeEngine("good"))
	list, _ := playAll(t, tour)
	for _, g := range list {
		if g.Reason != GameTime || g.Fault != "slow" || !strings.Contains(g.Detail, "allowed are") {
			t.Error(g.Line())
		}
	}
}

// A suspended engine does not run while its opponent thinks.
func TestSuspendedEngineStandsStill(t *testing.T) {
	if _, err := os.Stat("/proc/self/stat"); err != nil {
		t.Skip("needs /proc to look at the state of a process")
	}
	s := fakeEngine("a")
	s.Suspend = true
	tour := fakeTournament(t, nil, s, fakeEngine("b"))
	e := newEngine(&tour.Engines[0], "", quietLog())
	defer e.close(0)
	if err := e.newGame(t.Context(), tour.Board); err != nil {
		t.Fatal(err)
	}
	state := func() string {
		time.Sleep(20 * time.Millisecond)
		text, _ := os.ReadFile("/proc/" + strconv.Itoa(e.proc.cmd.Process.Pid) + "/stat")
		return strings.Fields(string(text[strings.LastIndex(string(text), ")")+1:]))[0]
	}
	if s := state(); s != "T" {
		t.Errorf("before its first move the engine is in state %s", s)
	}
	if _, err := e.think(t.Context(), []string{"BEGIN"}, 20*time.Second, TurnTime, isPoint); err != nil {
		t.Fatal(err)
	}
	if s := state(); s != "T" {
		t.Errorf("after its move the engine is in state %s", s)
	}
	e.quit()
	if e.proc != nil {
		t.Error("a suspended engine did not end")
	}
}

// Answers are named as the board names points; what is no point stays.
func TestPointNames(t *testing.T) {
	for text, want := range map[string]string{"5,10": "f11", "0,0": "a1", "7,7 8,9 0,14": "h8 i10 a15", "SWAP": "SWAP", "-1,3": "-1,3", "99,1": "99,1", "": ""} {
		if got := pointNames(text); got != want {
			t.Errorf("%q: %q, want %q", text, got, want)
		}
	}
}
