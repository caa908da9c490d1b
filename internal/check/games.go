package check

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"tengen/board"
	"tengen/tournaments"
)

// Suspension, whole games, memory, files.

var suspensionChecks = []check{
	{"suspension", "after START and INFO, unread, until BOARD", "Gomocup", func(t *T) {
		k := t.open()
		k.board(15, 15)
		lines := append([]string{"START 15"}, t.infos("INFO folder "+t.folder("files"))...)
		k.send(lines...)
		k.program.Suspend()
		time.Sleep(500 * time.Millisecond)
		board := append([]string{"INFO time_left 1000000"}, k.blockLines("BOARD", quietPosition)...)
		k.program.Resume()
		k.send(board...)
		if l := k.must("START", t.Patience); l != "OK" {
			failf("START was answered %q", l)
		}
		_, _, took := k.move("BOARD", t.Patience)
		if most := turn + t.Tolerance + t.Start; took > most {
			failf("the first move came after %d ms; %d are allowed", took.Milliseconds(), most.Milliseconds())
		}
		t.notef("first move after %d ms, start-up included", took.Milliseconds())
	}},
	{"suspension", "between moves, longer than the time for all of them", "Gomocup", func(t *T) {
		k := t.game(15, "INFO timeout_match 1000", "INFO time_left 1000")
		worst := time.Duration(0)
		for range 3 {
			worst = max(worst, k.turn())
			k.program.Suspend()
			time.Sleep(700 * time.Millisecond)
			k.program.Resume()
		}
		if worst > turn+t.Tolerance {
			failf("a move came after %d ms; %d are allowed", worst.Milliseconds(), turn.Milliseconds())
		}
		t.notef("worst of 3 moves after %d ms", worst.Milliseconds())
	}},
	{"suspension", "while it thinks, past its limit", "robustness", func(t *T) {
		k := t.game(15, "INFO timeout_turn 400")
		k.block("BOARD", quietPosition)
		time.Sleep(100 * time.Millisecond)
		k.program.Suspend()
		time.Sleep(600 * time.Millisecond)
		k.program.Resume()
		resumed := time.Now()
		l := k.mustSay("BOARD", t.Patience)
		k.place("BOARD", l.text)
		late := l.at.Sub(resumed)
		if late > 400*time.Millisecond+t.Tolerance {
			failf("the move came %d ms after it had gone on", late.Milliseconds())
		}
		k.turn()
		t.notef("moved %d ms after it went on", max(0, late.Milliseconds()))
	}},
}

// A league is a tournament for engines, with times in seconds.
type league struct {
	name       string
	rule       board.Rule
	size       int
	turn, game float64
	final      bool
	draw       int // stones
}

func leagues() []league {
	all := []league{{name: "fast game", size: 20, turn: 5, game: 120}}
	for _, l := range []league{
		{name: "freestyle", size: 20}, {name: "freestyle", size: 15}, {name: "standard", rule: board.Standard, size: 15},
		{name: "renju", rule: board.Renju, size: 15, draw: 200}, {name: "caro", rule: board.CaroExact, size: 15}, {name: "caro as the organisers' tester", rule: board.Caro, size: 15},
	} {
		l.turn, l.game = 30, 180
		all = append(all, l)
		l.turn, l.game, l.final, l.name = 300, 1000, true, l.name+", finals"
		all = append(all, l)
	}
	return all
}

// opening is that of Gomocup's test: b2 e2 e3 turned by 180 degrees, stones near a corner.
func opening(size int) string {
	var b strings.Builder
	for _, p := range [][2]int{{1, 1}, {4, 1}, {4, 2}} {
		fmt.Fprintf(&b, "%v", board.At(size-1-p[0], size-1-p[1]))
	}
	return b.String()
}

func gameChecks(s *Settings) []check {
	var all []check
	for _, l := range leagues() {
		if !s.plays(l.rule) || l.final && !s.Finals {
			continue
		}
		scaled := func(seconds float64) time.Duration {
			return time.Duration(seconds / float64(s.Speed) * float64(time.Second)).Round(time.Millisecond)
		}
		name := fmt.Sprintf("%s %dx%d, %v a move and %v a game", l.name, l.size, l.size, scaled(l.turn), scaled(l.game))
		all = append(all, check{"games", name, "Gomocup's leagues", func(t *T) {
			t.play(l.rule, l.size, l.draw, scaled(l.turn), scaled(l.game), func(e *tournaments.EngineSettings) { e.Suspend = true })
		}})
	}
	for _, way := range []struct {
		name   string
		adjust func(*tournaments.EngineSettings)
	}{
		{"the whole position before each move", func(e *tournaments.EngineSettings) { e.ByBoard = true }},
		{"a node limit", func(e *tournaments.EngineSettings) { e.Nodes = 2000 }},
	} {
		all = append(all, check{"games", "with " + way.name, "managers", func(t *T) { t.play(board.Freestyle, 15, 0, turn, 0, way.adjust) }})
	}
	for _, mb := range []int64{64, 32} {
		all = append(all, check{"memory", fmt.Sprintf("a game within %d MB", mb), "INFO max_memory", func(t *T) {
			t.play(board.Freestyle, 20, 0, 3*turn, 0, func(e *tournaments.EngineSettings) { e.Memory = tournaments.Bytes(mb << 20) })
		}})
	}
	return append(all, fileChecks...)
}

// play lets the engine play one game against itself, with the referee of tournaments.
func (t *T) play(rule board.Rule, size, drawStones int, perMove, perGame time.Duration, adjust func(*tournaments.EngineSettings)) {
	file := filepath.Join(t.folder("opening"), "opening.txt")
	if err := os.WriteFile(file, []byte(opening(size)+"\n"), 0o666); err != nil {
		failf("%v", err)
	}
	e := t.Engine
	e.Turn, e.Game = tournaments.Span(perMove), tournaments.Span(perGame)
	e.Tolerance = tournaments.Span(t.Tolerance)
	e.Memory, e.MemoryTolerance = tournaments.Bytes(t.Memory), tournaments.Bytes(t.MemoryTolerance)
	e.StartLimit = tournaments.Span(max(t.Start, t.Patience))
	e.Folder = t.folder("files")
	adjust(&e)
	c := tournaments.Default()
	c.Pairing, c.Draw.Stones = tournaments.Match, drawStones
	c.Board.Rule, c.Board.Size, c.Openings.File = rule.String(), size, file
	for _, name := range []string{"one", "two"} {
		e.Name = name
		c.Engines = append(c.Engines, e)
	}
	if err := c.Check(t.from); err != nil {
		failf("%v", err)
	}
	g := t.referee(&c)
	if g.Reason.IsFault() {
		failf("%s: %s, after %d moves (%s)", g.Reason, g.Detail, len(g.Moves), moveText(g))
	}
	slowest := 0.0
	for _, m := range g.Moves {
		slowest = max(slowest, m.Millis)
	}
	t.notef("%d moves, slowest %.0f ms, %d of %d MB", len(g.Moves), slowest, max(g.BlackMemory, g.WhiteMemory)>>20, int64(e.Memory)>>20)
}

// referee plays the first game of a tournament.
func (t *T) referee(c *tournaments.Tournament) *tournaments.Game {
	ctx, enough := context.WithCancel(t.ctx)
	defer enough()
	var game *tournaments.Game
	_, err := c.Run(ctx, tournaments.RunOptions{Watch: func(e tournaments.Event) {
		if e.Game != nil && game == nil {
			g := *e.Game
			game = &g
			enough()
		}
	}})
	switch {
	case t.ctx.Err() != nil:
		skip("interrupted")
	case game == nil:
		failf("no game was played: %v", err)
	}
	return game
}

func moveText(g *tournaments.Game) string {
	text := g.Opening
	for _, m := range g.Moves {
		text += m.At
	}
	return text
}

// mostFiles is how much Gomocup lets an engine keep in its folder, bytes.
const mostFiles = 70 << 20

var fileChecks = []check{
	{"files", "INFO folder: only in a subfolder of its own, under 70 MB", "Gomocup", func(t *T) {
		folder := t.folder("lasting files \u00e9\u00fc")
		k := t.game(15, "INFO folder "+folder)
		for range 3 {
			k.turn()
		}
		inside := filesIn(folder)
		var size int64
		for _, name := range inside {
			if info, err := os.Stat(filepath.Join(folder, name)); err == nil && !info.IsDir() {
				size += info.Size()
				if filepath.Dir(name) == "." {
					failf("the file %s does not lie in a subfolder", name)
				}
			}
		}
		if size > mostFiles {
			failf("%d MB in %s", size>>20, strings.Join(inside, ", "))
		}
		k.send("END")
		k.gone("END", t.End+time.Second)
		t.notef("%d files and folders, %d bytes", len(inside), size)
	}},
	{"files", "INFO folder that does not exist, or is none", "robustness", func(t *T) {
		file := filepath.Join(t.folder("x"), "file")
		_ = os.WriteFile(file, nil, 0o666)
		k := t.game(15, "INFO folder "+filepath.Join(t.folder("x"), "none", "none"), "INFO folder "+file, "INFO folder \x01?*", "INFO folder")
		k.alive("after INFO folder")
		k.begin()
	}},
}

// Leaving.

// leave ends the engine in a way and notes how long it takes.
func (t *T) leave(k *talk, what string, within time.Duration, how func()) {
	k.program.Family()
	begun := time.Now()
	how()
	k.gone(what, within)
	took := time.Since(begun)
	t.notef("%d ms", took.Milliseconds())
}

func (k *talk) end() { k.raw("END\r\n", "END") }

var leavingChecks = []check{
	{"leaving", "END", "every manager", func(t *T) {
		k := t.game(15)
		k.turn()
		time.Sleep(pause)
		t.leave(k, "END", t.End, k.end)
		k.none("after END")
	}},
	{"leaving", "END before START", "every manager", func(t *T) {
		k := t.open()
		k.alive("at first")
		t.leave(k, "END", t.End, k.end)
	}},
	{"leaving", "END while it thinks, nothing printed after it", "Piskvork", func(t *T) {
		k := t.game(15, "INFO timeout_turn 8000")
		k.block("BOARD", quietPosition)
		time.Sleep(300 * time.Millisecond)
		t.leave(k, "END", t.End, k.end)
		if l, ok := k.nextSaid(0); ok && l.at.After(k.asked) {
			failf("%q was said after END", l.text)
		}
	}},
	{"leaving", "END inside of BOARD", "the protocol", func(t *T) {
		k := t.game(15)
		k.send("BOARD", "7,7,1")
		t.leave(k, "END", t.End, k.end)
		k.none("after END")
	}},
	{"leaving", "end of input", "every manager: it may have died", func(t *T) {
		k := t.game(15)
		k.turn()
		t.leave(k, "the end of input", t.End, k.program.CloseInput)
		k.none("after the end of input")
	}},
	{"leaving", "end of input before START", "every manager", func(t *T) {
		k := t.open()
		t.leave(k, "the end of input", t.End+t.Start, k.program.CloseInput)
	}},
	{"leaving", "end of input while it thinks", "scripts", func(t *T) {
		k := t.game(15, "INFO timeout_turn 500")
		k.block("BOARD", quietPosition)
		t.leave(k, "the end of input", 500*time.Millisecond+t.Tolerance+t.End, k.program.CloseInput)
		if l, ok := k.next(0); !ok || !isMove(l) {
			t.notef("it left without the move that it had been asked for")
		}
	}},
}
