package check

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// A check is one thing that is looked at.
type check struct {
	group, name string
	who         string // needs it
	make        func(t *T)
}

// allChecks lists all checks in the order in which they are made.
func allChecks(s *Settings) []check {
	return slices.Concat(handshakeChecks, commandChecks, lineChecks, inputChecks, positionChecks(s), timeChecks,
		suspensionChecks, gameChecks(s), leavingChecks, outputChecks)
}

// Handshake.

var aboutName = regexp.MustCompile(`(?i)\bname\s*=\s*"[^"]+"`)

var handshakeChecks = []check{
	{"handshake", "silent until it is asked", "every manager", func(t *T) {
		const wait = 300 * time.Millisecond
		k := t.open()
		if l, ok := k.next(wait); ok {
			failf("it said %q without being asked", l)
		}
		about := k.ask("ABOUT")
		if l, ok := k.next(wait); ok { // it may have been slow to start
			failf("it said %q and %q, and was asked ABOUT", about, l)
		}
	}},
	{"handshake", "ABOUT before START", "c-gomoku-cli", func(t *T) {
		k := t.open()
		l := k.ask("ABOUT")
		k.quiet("ABOUT")
		if !aboutName.MatchString(l) {
			failf(`no name="..." in %q`, l)
		}
	}},
	{"handshake", "START is answered OK and no more", "Piskvork", func(t *T) {
		for _, size := range []int{20, 15} {
			k := t.open()
			start := fmt.Sprintf("START %d", size)
			if l := k.ask(start); l != "OK" {
				failf("%s was answered %q", start, l)
			}
			k.quiet(start)
		}
	}},
	{"handshake", "INFO before START", "Yixin-Board", func(t *T) {
		k := t.open()
		k.send(t.infos()...)
		k.start(15)
		k.begin()
	}},
	{"handshake", "a second START, another size", "every manager", func(t *T) {
		k := t.game(15)
		k.begin()
		k.start(20)
		k.block("BOARD", "19,19,2 18,18,1")
		k.move("BOARD on 20x20", t.Patience)
	}},
	{"handshake", "start-up time", "Gomocup: it is taken from the first move", func(t *T) {
		best := time.Hour
		for range 3 {
			k := t.open()
			k.send("START 15", "INFO timeout_turn 0", "INFO timeout_match 0", "INFO time_left 2147483647", "BEGIN")
			if l := k.must("START", t.Patience); l != "OK" {
				failf("START was answered %q", l)
			}
			k.board(15, 15)
			l := k.mustSay("BEGIN", t.Patience)
			k.place("BEGIN", l.text)
			best = min(best, l.at.Sub(k.begun))
			if best < t.Start/2 {
				break
			}
		}
		if best > t.Start {
			failf("%v from the start of the process to the first move, with no time to think; %v are allowed", best.Round(time.Millisecond), t.Start)
		}
		t.notef("%d ms from the start of the process to the first move", best.Milliseconds())
	}},
	{"handshake", "another working directory, in which nothing is left", "Piskvork", func(t *T) {
		e := t.Engine
		e.Dir = t.folder("working folder \u00e9")
		k := t.openWith(&e)
		k.start(15)
		k.begin()
		k.turn()
		k.send("END")
		k.gone("END", t.End+time.Second)
		if names := filesIn(e.Dir); len(names) > 0 {
			failf("it wrote %s", strings.Join(names, ", "))
		}
	}},
}

// folder makes a folder for files that goes when the check is over.
func (t *T) folder(name string) string {
	if t.dir == "" {
		dir, err := os.MkdirTemp("", "tengen-check")
		if err != nil {
			failf("cannot make a folder: %v", err)
		}
		t.dir = dir
	}
	path := filepath.Join(t.dir, name)
	if err := os.MkdirAll(path, 0o777); err != nil {
		failf("cannot make a folder: %v", err)
	}
	return path
}

// filesIn lists all that is below a folder.
func filesIn(dir string) []string {
	var names []string
	_ = filepath.WalkDir(dir, func(path string, d os.DirEntry, err error) error {
		if err == nil && path != dir {
			rel, _ := filepath.Rel(dir, path)
			names = append(names, rel)
		}
		return nil
	})
	return names
}

// Commands.

// swap2Answer is SWAP or one to three moves with single blanks between.
var swap2Answer = regexp.MustCompile(`^(SWAP|\d{1,2},\d{1,2}( \d{1,2},\d{1,2}){0,2})$`)

var commandChecks = []check{
	{"commands", "BEGIN", "every manager", func(t *T) {
		k := t.game(15)
		k.begin()
		k.quiet("the answer to BEGIN")
	}},
	{"commands", "TURN", "every manager", func(t *T) {
		k := t.game(15)
		for range 3 {
			k.turn()
			k.quiet("the answer to TURN")
		}
	}},
	{"commands", "BOARD", "every manager", func(t *T) {
		k := t.game(15)
		k.block("BOARD", "7,7,2")
		k.move("BOARD", t.Patience)
		k.quiet("the answer to BOARD")
		k.turn()
	}},
	{"commands", "BOARD, stones grouped by side", "Piskvork", func(t *T) {
		k := t.game(15)
		k.block("BOARD", "7,7,1 3,3,1 11,3,1 8,8,2 3,11,2 11,11,2")
		k.move("BOARD", t.Patience)
		k.quiet("the answer to BOARD")
	}},
	{"commands", "BOARD again and again, without RESTART", "Gomocup, analysis", func(t *T) {
		k := t.game(15)
		for _, stones := range []string{"7,7,2", "7,7,1 8,8,2", "1,1,2 2,2,1 3,3,2", "7,7,1 8,8,2"} {
			k.block("BOARD", stones)
			k.move("BOARD "+stones, t.Patience)
			k.quiet("the answer to BOARD")
		}
	}},
	{"commands", "BOARD without stones", "Yixin-Board", func(t *T) {
		k := t.game(15)
		k.block("BOARD", "")
		k.move("an empty BOARD", t.Patience)
		k.quiet("the answer to BOARD")
	}},
	{"commands", "BOARD after a finished game", "Piskvork", func(t *T) {
		k := t.game(15)
		k.block("BOARD", "0,0,1 0,1,2 1,0,1 1,1,2 2,0,1 2,1,2 3,0,1 3,1,2")
		x, y, _ := k.move("BOARD with a five to make", t.Patience)
		if x != 4 || y != 0 {
			failf("the five was not made: %d,%d", x, y)
		}
		k.block("BOARD", "7,7,2")
		k.move("BOARD after a win", t.Patience)
	}},
	{"commands", "INFO gets no answer", "every manager", func(t *T) {
		k := t.game(15)
		for _, info := range []string{"timeout_turn 50", "timeout_match 100000", "time_left 99999", "max_memory 83886080", "game_type 0", "rule 1", "rule 0",
			"evaluate 7,7", "folder " + t.folder("info")} {
			k.send("INFO " + info)
			k.alive("after INFO " + info)
		}
		k.begin()
	}},
	{"commands", "INFO of unknown keys gets no answer", "Yixin-Board, later protocols", func(t *T) {
		k := t.game(15)
		for _, info := range []string{"no_such_key 1", "thread_num 1", "hash_size 16384", "caution_factor 1", "pondering 0", "checkmate 0", "", "no_value"} {
			k.send(strings.TrimSpace("INFO " + info))
			k.alive("after INFO " + info)
		}
		k.begin()
	}},
	{"commands", "an unknown command is answered UNKNOWN", "the protocol", func(t *T) {
		k := t.game(15)
		for _, command := range []string{"NOSUCHCOMMAND", "NOSUCHCOMMAND 1,2", "TURNS 7,7"} {
			if l := k.ask(command); firstWord(l) != "UNKNOWN" {
				failf("%s was answered %q", command, l)
			}
			k.quiet(command)
		}
		k.begin()
	}},
	{"commands", "RESTART", "Piskvork", func(t *T) {
		k := t.game(15)
		k.turn()
		if l := k.optional("RESTART", "RESTART"); l != "OK" {
			failf("RESTART was answered %q", l)
		}
		k.board(15, 15)
		k.quiet("RESTART")
		k.begin()
		k.turn()
	}},
	{"commands", "RECTSTART", "Piskvork", func(t *T) {
		k := t.open()
		if l := k.optional("RECTSTART 20,10", "RECTSTART 20,10"); l != "OK" {
			failf("RECTSTART 20,10 was answered %q", l)
		}
		k.board(20, 10)
		k.send(t.infos()...)
		k.block("BOARD", "19,0,2 18,9,1 19,9,2")
		k.move("BOARD on 20x10", t.Patience)
		k.begin()
	}},
	{"commands", "TAKEBACK, then TURN", "Piskvork", func(t *T) {
		k := t.game(15)
		x, y := k.free()
		k.send(fmt.Sprintf("TURN %d,%d", x, y))
		k.occupied[[2]int{x, y}] = true
		mx, my, _ := k.move("TURN", t.Patience)
		for _, p := range [][2]int{{mx, my}, {x, y}} {
			back := fmt.Sprintf("TAKEBACK %d,%d", p[0], p[1])
			if l := k.optional(back, back); l != "OK" {
				failf("%s was answered %q", back, l)
			}
			k.quiet(back)
			delete(k.occupied, p)
		}
		k.turn() // on the same point as before
	}},
	{"commands", "PLAY", "the protocol", func(t *T) {
		k := t.game(15)
		if l := k.optional("PLAY 7,7", "PLAY 7,7"); l != "7,7" {
			failf("PLAY 7,7 was answered %q", l)
		}
		k.quiet("PLAY")
		k.occupied[[2]int{7, 7}] = true
		k.turn()
	}},
	{"commands", "SWAP2BOARD", "Gomocup", func(t *T) {
		for _, c := range []struct {
			stones string
			want   string
		}{
			{"", `^\d+,\d+ \d+,\d+ \d+,\d+$`},
			{"7,7 8,8 9,7", `^(SWAP|\d+,\d+|\d+,\d+ \d+,\d+)$`},
			{"7,7 8,8 9,7 3,3 10,5", `^(SWAP|\d+,\d+)$`},
		} {
			k := t.game(15)
			lines := k.blockLines("SWAP2BOARD", c.stones)
			n := len(strings.Fields(c.stones))
			l := k.optional(fmt.Sprintf("SWAP2BOARD with %d stones", n), lines...)
			if !regexp.MustCompile(c.want).MatchString(l) {
				failf("SWAP2BOARD with %d stones was answered %q", n, l)
			}
			for _, m := range strings.Fields(l) {
				if m != "SWAP" {
					k.place("SWAP2BOARD", m)
				}
			}
			k.quiet("SWAP2BOARD")
			k.block("BOARD", "7,7,1 8,8,2 9,7,1 3,3,2")
			k.move("BOARD after SWAP2BOARD", t.Patience)
		}
	}},
	{"commands", "STOP and YXSTOP while it thinks", "c-gomoku-cli, Yixin-Board", func(t *T) {
		for _, command := range []string{"YXSTOP", "STOP"} {
			k := t.game(15, "INFO timeout_turn 8000")
			k.block("BOARD", "7,7,1 8,8,2 3,3,1 11,4,2")
			time.Sleep(300 * time.Millisecond)
			asked := time.Now()
			k.raw(command+"\r\n", command)
			l := k.mustSay("BOARD", 9*time.Second)
			k.place("BOARD, stopped", l.text)
			if took := l.at.Sub(asked); took > 2*time.Second {
				k.alive("after the move")
				unsupported("%s did not make it move: %v", command, took.Round(time.Millisecond))
			} else if took < 0 {
				skip("it moved by itself before it was stopped")
			} else if took > t.Tolerance+100*time.Millisecond {
				failf("%v from %s to the move", took.Round(time.Millisecond), command)
			}
			k.quiet("the move after " + command)
			k.raw(command+"\r\n", command)
			k.alive("after " + command + " with nothing to stop")
		}
	}},
	{"commands", "as Yixin-Board speaks", "Yixin-Board", func(t *T) {
		k := t.open()
		k.board(15, 15)
		k.send("INFO timeout_turn 100", "INFO timeout_match 100000", "INFO time_left 100000", "INFO max_depth 225", "INFO max_node -1", "INFO thread_num 1", "INFO rule 0")
		for _, stones := range []string{"", "7,7,1 7,8,2"} {
			if l := k.ask("start 15 15"); l != "OK" {
				unsupported("start 15 15 was answered %q", l)
			}
			k.block("board", stones)
			l := k.must("board", t.Patience)
			if firstWord(l) == "ERROR" || firstWord(l) == "UNKNOWN" {
				unsupported("start 15 15 and board were answered %q", l)
			}
			k.place("board", l)
			k.moved = time.Now()
			k.quiet("the move")
		}
	}},
	{"commands", "YXSHOWFORBID", "Yixin-Board", func(t *T) {
		k := t.game(15, "INFO rule 4")
		k.board(15, 15)
		k.send("BOARD", "7,7,1", "0,0,2", "8,7,1", "0,2,2", "6,8,1", "0,4,2", "6,9,1", "0,6,2", "DONE")
		k.move("BOARD", t.Patience)
		l := k.optional("YXSHOWFORBID", "YXSHOWFORBID")
		if !regexp.MustCompile(`^FORBID (\d{4})*\.$`).MatchString(l) {
			failf("YXSHOWFORBID was answered %q", l)
		}
		k.quiet("YXSHOWFORBID")
	}},
}
