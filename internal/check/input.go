package check

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"time"
)

// How lines may come, and lines that should not come.

// dress sends the same little game in another dress: each line through the function, with its number. What is
// not required of an engine is unsupported if it stays silent.
func dress(required bool, say func(i int, l string) string) func(t *T) {
	return func(t *T) {
		k := t.open()
		k.board(15, 15)
		i := 0
		send := func(lines ...string) {
			var text strings.Builder
			for _, l := range lines {
				text.WriteString(say(i, l))
				i++
			}
			k.raw(text.String(), strings.Split(strings.TrimRight(text.String(), "\r\n"), "\n")...)
		}
		expect := func(what string) string {
			l, ok := k.next(t.Patience)
			switch w := firstWord(l); {
			case required && !ok:
				failf("no answer to %s within %v", what, t.Patience)
			case !ok:
				unsupported("no answer to %s sent so", what)
			case !required && (w == "UNKNOWN" || w == "ERROR"):
				unsupported("%s sent so was answered %q", what, l)
			}
			return l
		}
		send("START 15")
		if l := expect("START 15"); l != "OK" {
			failf("START 15 was answered %q", l)
		}
		send(append(t.infos(), "BEGIN")...)
		k.place("BEGIN", expect("BEGIN"))
		k.moved = time.Now()
		x, y := k.free()
		k.occupied[[2]int{x, y}] = true
		send(fmt.Sprintf("TURN %d,%d", x, y))
		k.place("TURN", expect("TURN"))
		k.moved = time.Now()
		send("BOARD", "7,7,1", "8,8,2", "DONE")
		k.board(15, 15)
		k.occupied[[2]int{7, 7}], k.occupied[[2]int{8, 8}] = true, true
		k.place("BOARD", expect("BOARD"))
		k.quiet("all that was asked")
	}
}

var lineChecks = []check{
	{"lines", "CR LF", "the protocol", dress(true, func(_ int, l string) string { return l + "\r\n" })},
	{"lines", "LF alone", "scripts, qpiskvork", dress(false, func(_ int, l string) string { return l + "\n" })},
	{"lines", "CR alone", "old managers", dress(false, func(_ int, l string) string { return l + "\r" })},
	{"lines", "CR LF and LF mixed", "qpiskvork", dress(false, func(i int, l string) string { return l + []string{"\r\n", "\n"}[i%2] })},
	{"lines", "empty lines between", "scripts", dress(false, func(_ int, l string) string { return "\r\n" + l + "\r\n\r\n" })},
	{"lines", "small letters", "Yixin-Board", dress(false, func(_ int, l string) string { return strings.ToLower(l) + "\r\n" })},
	{"lines", "blanks and tabs around words and commas", "scripts", dress(false, func(_ int, l string) string {
		return " \t" + strings.ReplaceAll(strings.ReplaceAll(l, " ", " \t "), ",", " , ") + " \t\r\n"
	})},
	{"lines", "a byte order mark at the beginning", "scripts on Windows", dress(false, func(i int, l string) string {
		if i == 0 {
			l = "\xef\xbb\xbf" + l
		}
		return l + "\r\n"
	})},
	{"lines", "byte by byte", "slow managers", func(t *T) {
		k := t.open()
		k.board(15, 15)
		for _, l := range []string{"START 15", "INFO timeout_turn 100", "BEGIN"} {
			for _, c := range l + "\r\n" {
				k.raw(string(c))
				time.Sleep(time.Millisecond)
			}
			if l == "START 15" && k.must(l, t.Patience) != "OK" {
				failf("START 15 was not answered OK")
			}
		}
		k.move("BEGIN", t.Patience)
	}},
	{"lines", "all lines at once", "scripts", func(t *T) {
		k := t.open()
		k.board(15, 15)
		lines := append([]string{"START 15"}, t.infos()...)
		k.send(append(lines, "BEGIN")...)
		if l := k.must("START", t.Patience); l != "OK" {
			failf("START was answered %q", l)
		}
		k.move("BEGIN", t.Patience)
	}},
	{"lines", "commands that come while it thinks wait", "scripts", func(t *T) {
		k := t.open()
		k.board(15, 15)
		lines := append([]string{"START 15"}, t.infos()...)
		k.send(append(lines, "TURN 7,7", "TURN 0,0", "TURN 14,14", "ABOUT")...)
		k.must("START", t.Patience)
		for i := range 3 {
			l, ok := k.next(t.Patience)
			if !ok || !isMove(l) {
				unsupported("%d moves in answer to three TURN sent at once, then %q", i, l)
			}
		}
		if l, ok := k.next(t.Patience); !ok || isMove(l) {
			unsupported("no answer to ABOUT sent behind them")
		}
	}},
}

var inputChecks = []check{
	{"bad input", "commands before START", "the protocol", func(t *T) {
		k := t.open()
		for _, command := range []string{"BEGIN", "TURN 7,7", "RESTART"} {
			k.errorOrUnknown(command)
		}
		k.start(15)
		k.begin()
	}},
	{"bad input", "START with sizes that cannot be", "every manager", func(t *T) {
		k := t.open()
		for _, size := range []string{"0", "-5", "1000000", "99999999999999999999", "x", ""} {
			command := strings.TrimSpace("START " + size)
			k.errorTo(command, command)
		}
		k.start(15)
		k.begin()
	}},
	{"bad input", "after a START that is refused the game goes on", "Piskvork", func(t *T) {
		k := t.game(15)
		k.turn()
		k.errorTo("START 1000000", "START 1000000")
		k.turn()
	}},
	{"bad input", "TURN on a stone, off the board, without a point", "every manager", func(t *T) {
		k := t.game(15)
		x, y := k.begin()
		for _, at := range []string{fmt.Sprintf("%d,%d", x, y), "15,0", "0,15", "-1,3", "3,-1", "99999999999999999999,1", "x,y", "7", "7,", ",7", "7;7", ""} {
			command := strings.TrimSpace("TURN " + at)
			k.errorTo(command, command)
		}
		k.turn()
	}},
	{"bad input", "BOARD with a bad line", "every manager", func(t *T) {
		k := t.game(15)
		k.turn()
		for _, l := range []string{"15,0,1", "8,8,7", "8,8", "hello", "7,7,2"} {
			k.errorTo("BOARD with the line "+l, "BOARD", "7,7,1", l, "DONE")
		}
		k.turn() // the position is as it was
	}},
	{"bad input", "DONE without BOARD", "scripts", func(t *T) {
		k := t.game(15)
		k.errorOrUnknown("DONE")
		k.begin()
	}},
	{"bad input", "TAKEBACK of a point without a stone", "Piskvork", func(t *T) {
		k := t.game(15)
		k.turn()
		k.none("before TAKEBACK")
		k.send("TAKEBACK 5,0")
		l := k.must("TAKEBACK", t.Patience)
		switch firstWord(l) {
		case "UNKNOWN":
			unsupported("TAKEBACK was answered %q", l)
		case "ERROR":
		default:
			failf("TAKEBACK 5,0, where there is no stone, was answered %q", l)
		}
		k.turn()
	}},
	{"bad input", "INFO with absurd values", "every manager", func(t *T) {
		k := t.game(15)
		for _, info := range []string{"timeout_turn", "timeout_turn x", "timeout_match -1", "rule 4095", "rule -1", "rule x", "rule 0", "max_memory x", "game_type 77",
			"time_left 99999999999999999999999", "evaluate 99,99", "folder", "timeout_turn 50", "time_left 100000"} {
			k.send("INFO " + info)
		}
		k.alive("after INFO with absurd values")
		k.begin()
	}},
	{"bad input", "INFO max_memory too small to play", "the protocol", func(t *T) {
		k := t.game(15)
		k.send("INFO max_memory 100000")
		k.send("BEGIN")
		l := k.must("BEGIN", t.Patience)
		if firstWord(l) != "ERROR" {
			k.place("BEGIN", l)
		}
		k.quiet("the answer to BEGIN")
		k.send("INFO max_memory 0")
		k.turn()
	}},
	{"bad input", "NUL bytes, other bytes, a line of a megabyte", "robustness", func(t *T) {
		k := t.game(15)
		noise := rand.New(rand.NewPCG(1, 1))
		for i, text := range []string{"\x00\x00\x00", "\xff\xfe\xfd \xc3\x28", "\x1b[31m", "TURN \x00", strings.Repeat("x", 1<<20), "TURN " + strings.Repeat("9", 1<<20), "", string(randomBytes(noise, 2000))} {
			k.raw(text+"\r\n", fmt.Sprintf("(%d: %s)", i, shorten(printable(text))))
		}
		// How many lines those are is a matter of taste, so the answers do not count; but they come to an end.
		for {
			l, ok := k.next(500 * time.Millisecond)
			if !ok {
				break
			}
			if isMove(l) {
				failf("noise was answered with the move %q", l)
			}
		}
		k.alive("after noise")
		k.turn()
	}},
	{"bad input", "300 lines of nonsense", "robustness", func(t *T) {
		k := t.game(15, "INFO timeout_turn 1", "INFO time_left 2147483647")
		r := rand.New(rand.NewPCG(2, 2))
		for i := range 300 {
			l := nonsense(r)
			k.raw(l+"\r\n", l)
			if i%50 == 49 {
				time.Sleep(100 * time.Millisecond)
			}
		}
		k.raw("DONE\r\n", "DONE")
		for {
			if _, ok := k.next(1500 * time.Millisecond); !ok {
				break
			}
		}
		k.alive("after nonsense")
		k.start(15)
		k.begin()
	}},
}

// errorOrUnknown sends a command that cannot be carried out now.
func (k *talk) errorOrUnknown(command string) {
	l := k.ask(command)
	if w := firstWord(l); w != "ERROR" && w != "UNKNOWN" {
		failf("%s was answered %q; ERROR is due", command, l)
	}
	k.quiet("the answer to " + command)
}

func randomBytes(r *rand.Rand, n int) []byte {
	b := make([]byte, n)
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

// nonsense is a line made of the protocol's words in no order.
func nonsense(r *rand.Rand) string {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	var l strings.Builder
	l.WriteString(pick("START", "TURN", "BEGIN", "BOARD", "DONE", "INFO", "RESTART", "TAKEBACK", "PLAY", "ABOUT", "RECTSTART", "7,7,1", "SWAP2BOARD", "FOO", "", "STOP"))
	for range r.IntN(4) {
		l.WriteString(pick(" ", ",", "\t", "  ", ""))
		l.WriteString(pick("7,7", "15", "0", "-1", "rule", "4", "timeout_turn", "7", "x", "time_left", "100", "1e9", "\xc3", "9,9,2"))
	}
	return l.String()
}
