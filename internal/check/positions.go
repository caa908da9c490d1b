package check

import (
	"fmt"
	"strings"
	"time"

	"tengen/board"
)

// Positions with known answers.

// A position is one of those with which Gomocup's organisers see whether an engine knows the rules.
type position struct {
	rules  string // values of INFO rule
	sizes  string
	stones string // x,y,who with 1 for the engine
	want   string // moves that pass, or "any but" those
	what   string
}

var acceptance = []position{
	{"0", "20 15", "7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2", "6,7 11,7", "makes five"},
	{"1", "15", "7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2", "6,7 11,7", "makes five"},
	{"4", "15", "7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2", "6,7 11,7", "makes five"},
	{"8 9", "15", "7,7,1 7,8,2 8,7,1 8,8,2 9,7,1 9,8,2 10,7,1 10,8,2", "6,7 11,7", "makes five"},
	{"1", "15", "7,7,2 7,8,1 8,7,2 7,9,1 6,7,2 7,10,1 9,12,2 7,11,1 6,13,2 7,13,1 8,14,2", "5,7 9,7", "does not take six for five"},
	{"4", "15", "7,7,1 7,8,2 8,6,1 8,8,2 7,9,1 8,5,2 8,10,1 8,11,2", "any but 6,8", "does not play a double three"},
	{"8 9", "15", "7,7,1 5,7,2 6,7,1 5,8,2 8,7,1 5,6,2 9,7,1 11,7,2", "5,4 5,5 5,9 5,10", "does not take a five between stones for a win"},
}

// ruleOf gives the rule of a value of INFO rule.
var ruleOf = map[string]board.Rule{"0": board.Freestyle, "1": board.Standard, "4": board.Renju, "8": board.Caro, "9": board.CaroExact}

func positionChecks(s *Settings) []check {
	var all []check
	for _, p := range acceptance {
		for _, rule := range strings.Fields(p.rules) {
			if !s.plays(ruleOf[rule]) {
				continue
			}
			for _, size := range strings.Fields(p.sizes) {
				name := fmt.Sprintf("%v %sx%s: %s", ruleOf[rule], size, size, p.what)
				all = append(all, check{"positions", name, "Gomocup's test of the rules", func(t *T) { p.try(t, rule, size) }})
			}
		}
	}
	return append(all, edgeChecks...)
}

func (p position) try(t *T, rule, size string) {
	var n int
	fmt.Sscan(size, &n)
	k := t.game(n, "INFO timeout_turn 500", "INFO rule "+rule)
	k.block("BOARD", p.stones)
	x, y, _ := k.move("BOARD", t.Patience)
	got := fmt.Sprintf("%d,%d", x, y)
	moves, but := strings.CutPrefix(p.want, "any but ")
	if (strings.Contains(" "+moves+" ", " "+got+" ")) == but {
		failf("it plays %s; right is %s", got, p.want)
	}
	t.notef("%s", got)
}

// filled is a full board without three in a row, but for the points left out.
func filled(size int, empty ...[2]int) string {
	var b strings.Builder
	for y := range size {
		for x := range size {
			out := false
			for _, e := range empty {
				out = out || e == [2]int{x, y}
			}
			if !out {
				fmt.Fprintf(&b, "%d,%d,%d ", x, y, 1+(x+2*y)%4/2)
			}
		}
	}
	return b.String()
}

var edgeChecks = []check{
	{"positions", "one empty point", "every manager", func(t *T) {
		for _, rule := range []string{"0", "4"} {
			if !t.plays(ruleOf[rule]) {
				continue
			}
			k := t.game(15, "INFO rule "+rule)
			k.block("BOARD", filled(15, [2]int{14, 14}))
			k.move("BOARD with one empty point", t.Patience)
		}
	}},
	{"positions", "a full board", "robustness", func(t *T) {
		k := t.game(15)
		k.block("BOARD", filled(15))
		if l, ok := k.next(time.Second); ok && firstWord(l) != "ERROR" {
			failf("BOARD without an empty point was answered %q", l)
		}
		k.alive("after BOARD without an empty point")
		k.start(15)
		k.begin()
	}},
	{"positions", "a finished game", "robustness", func(t *T) {
		k := t.game(15)
		k.block("BOARD", "0,0,2 0,1,1 1,0,2 1,1,1 2,0,2 2,1,1 3,0,2 3,1,1 4,0,2")
		k.move("BOARD with a five on it", t.Patience)
		k.start(15)
		k.begin()
	}},
	{"positions", "blocked points", "the protocol", func(t *T) {
		k := t.game(15)
		k.block("BOARD", "7,7,3 7,8,3 8,7,3 6,6,2")
		l, ok := k.next(t.Patience)
		if !ok || firstWord(l) == "ERROR" {
			unsupported("BOARD with stones of nobody was answered %q", l)
		}
		k.place("BOARD with stones of nobody", l)
		k.turn()
	}},
	{"positions", "every size from 5 to 22", "Piskvork", func(t *T) {
		k := t.open()
		var refused []string
		for size := 5; size <= 22; size++ {
			start := fmt.Sprintf("START %d", size)
			if l := k.ask(start); l != "OK" {
				if size == 15 || size == 20 {
					failf("%s was answered %q", start, l)
				}
				refused = append(refused, fmt.Sprint(size))
				continue
			}
			k.board(size, size)
			k.send(t.infos("INFO timeout_turn 50")...)
			k.begin()
			k.turn()
		}
		if refused != nil {
			unsupported("sizes %s", strings.Join(refused, ", "))
		}
	}},
}
