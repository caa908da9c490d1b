package check

import (
	"fmt"
	"time"
)

// quietPosition is one in which there is something to think about.
const quietPosition = "7,7,1 8,8,2 9,7,1 8,6,2 6,8,1 5,5,2"

// underLimit lets an engine think about positions under a limit of time, and looks at how late the worst answer is.
func underLimit(limit time.Duration, infos ...string) func(t *T) {
	return func(t *T) {
		k := t.game(15, infos...)
		k.begin() // what has to be made ready once is not meant here
		worst, late := time.Duration(0), 0
		for i := range 4 {
			// Another position each time, so that nothing is remembered; a new game, because some engines add the stones of a
			// second BOARD to the first's.
			if l := k.ask("START 15"); l != "OK" {
				failf("START 15 was answered %q", l)
			}
			k.send(fmt.Sprintf("INFO time_left %s", k.leftIn(infos)))
			k.block("BOARD", fmt.Sprintf("%s %d,0,1 %d,14,2", quietPosition, i, i))
			_, _, took := k.move("BOARD", limit+t.Tolerance+t.Patience)
			worst = max(worst, took)
			if took > limit+t.Tolerance {
				late++
			}
		}
		// A machine that others use too delays any program now and then.
		if late > 1 || worst > limit+10*t.Tolerance {
			failf("%d of 4 answers came too late, the worst after %d ms; %d ms are allowed and %d ms of tolerance", late, worst.Milliseconds(), limit.Milliseconds(), t.Tolerance.Milliseconds())
		}
		t.notef("worst of 4 after %d ms", worst.Milliseconds())
	}
}

// leftIn is the value of time_left that the given INFO lines hold.
func (k *talk) leftIn(infos []string) string {
	left := "2147483647"
	for _, l := range infos {
		fmt.Sscanf(l, "INFO time_left %s", &left)
	}
	return left
}

var timeChecks = []check{
	{"time", "timeout_turn 0: as fast as possible", "the protocol", underLimit(20*time.Millisecond, "INFO timeout_turn 0", "INFO timeout_match 0")},
	{"time", "timeout_turn 1", "fast games", underLimit(1*time.Millisecond, "INFO timeout_turn 1", "INFO timeout_match 0")},
	{"time", "timeout_turn 20", "fast games", underLimit(20*time.Millisecond, "INFO timeout_turn 20", "INFO timeout_match 0")},
	{"time", "timeout_turn 100", "every manager", underLimit(100*time.Millisecond, "INFO timeout_turn 100", "INFO timeout_match 0")},
	{"time", "timeout_turn 500", "every manager", underLimit(500*time.Millisecond, "INFO timeout_turn 500", "INFO timeout_match 0")},
	{"time", "timeout_turn 2147483647 and 1 s for the game", "every manager", underLimit(time.Second, "INFO timeout_turn 2147483647", "INFO timeout_match 1000", "INFO time_left 1000")},
	{"time", "100 ms left of the game", "every manager", underLimit(100*time.Millisecond, "INFO timeout_turn 30000", "INFO timeout_match 180000", "INFO time_left 100")},
	{"time", "no time left", "Gomocup", underLimit(20*time.Millisecond, "INFO timeout_turn 30000", "INFO timeout_match 180000", "INFO time_left 0")},
	{"time", "less than no time left", "Gomocup", underLimit(20*time.Millisecond, "INFO timeout_turn 30000", "INFO timeout_match 180000", "INFO time_left -500")},
	{"time", "a limit that comes while it thinks", "Piskvork", func(t *T) {
		k := t.game(15, "INFO timeout_turn 5000")
		k.block("BOARD", quietPosition)
		time.Sleep(300 * time.Millisecond)
		k.send("INFO timeout_turn 400")
		_, _, took := k.move("BOARD", 8*time.Second)
		switch {
		case took < 0:
			skip("it moved by itself before")
		case took > 2*time.Second:
			unsupported("it did not hear INFO while it was thinking")
		case took > 100*time.Millisecond+t.Tolerance:
			failf("the answer came %d ms after INFO timeout_turn 400, which was sent 300 ms into the turn", took.Milliseconds())
		}
		t.notef("moved %d ms later, 100 ms were left", took.Milliseconds())
	}},
	{"time", "a whole game's time without INFO time_left", "Piskvork", func(t *T) {
		const all, moves = 2 * time.Second, 30
		k := t.open()
		k.board(15, 15)
		k.send("START 15", "INFO timeout_turn 1000", fmt.Sprintf("INFO timeout_match %d", all.Milliseconds()))
		if l := k.must("START", t.Patience); l != "OK" {
			failf("START was answered %q", l)
		}
		var used time.Duration
		for i := range moves {
			k.block("BOARD", fmt.Sprintf("%s %d,0,1 %d,14,2", quietPosition, i%15, i/15))
			l := k.mustSay("BOARD", all+t.Patience)
			if firstWord(l.text) == "ERROR" {
				unsupported("a second BOARD in the same game was answered %q", l.text)
			}
			k.place("BOARD", l.text)
			used += l.at.Sub(k.asked)
			if used > all+t.Tolerance {
				failf("%d moves took %d ms, %d were allowed", i+1, used.Milliseconds(), all.Milliseconds())
			}
		}
		t.notef("%d moves took %d of %d ms", moves, used.Milliseconds(), all.Milliseconds())
	}},
}
