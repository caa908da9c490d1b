package protocol

import (
	"flag"
	"fmt"
	"io/fs"
	"regexp"
	"strings"
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

var everyOpening = flag.Bool("openings", false, "judge every opening of the embedded files, not one of each")

var leagues = []board.Rule{board.Freestyle, board.Standard, board.Renju, board.Caro, board.CaroExact}

func emptyBoard(t *testing.T, size int, r board.Rule) *board.Board {
	t.Helper()
	b, err := board.New(size, size, r)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Each rule has openings on 15 and 20 points, all different, and no file is there that nobody reads.
func TestOpeningFiles(t *testing.T) {
	files := 0
	for _, r := range leagues {
		for _, size := range []int{15, 20} {
			files++
			b := emptyBoard(t, size, r)
			all := offered(b)
			if len(all) < 20 {
				t.Errorf("%v, %d points: %d openings", r, size, len(all))
			}
			seen := map[string]bool{}
			for _, stones := range all {
				for way := range 8 {
					b.Reset()
					var key string
					for _, p := range stones {
						p = turned(p, size, size, way)
						if !b.Legal(p) {
							t.Errorf("%v, %d points: %v, way %d: %v", r, size, stones, way, p)
							break
						}
						b.Play(p)
						key += p.String()
					}
					if way == 0 && seen[key] {
						t.Errorf("%v, %d points: %v twice", r, size, stones)
					}
					seen[key] = true
				}
			}
		}
	}
	names, err := fs.Glob(openingFiles, "openings/*.txt")
	if err != nil || len(names) != files {
		t.Errorf("%d files, %d read, %v", len(names), files, err)
	}
}

// The openings offered are near even by a deeper search than the one that chose them (50,000 nodes).
func TestOpeningsAreEven(t *testing.T) {
	const nodes, tolerance = 120_000, 130
	e := search.New(search.Options{Width: 40, MaxDepth: search.MaxDepth, HashBytes: 8 << 20, Weights: eval.DefaultWeights(), Threads: 1})
	var sum, n, far int
	for _, r := range leagues {
		for _, size := range []int{15, 20} {
			b := emptyBoard(t, size, r)
			all := offered(b)
			if !*everyOpening {
				all = all[size%7 : size%7+1]
			}
			for _, stones := range all {
				b.Reset()
				for _, p := range stones {
					b.Play(p)
				}
				e.ClearHash()
				s := e.Search(b, search.Limits{Nodes: nodes}, search.NewControl(func() time.Duration { return 0 }), nil).Score
				off := int(max(s, -s))
				sum, n = sum+min(off, 1000), n+1
				if off > tolerance {
					far++
					t.Logf("%v, %d points: %v has %v", r, size, stones, s)
				}
			}
		}
	}
	t.Logf("%d openings, %d on average, %d beyond %d", n, sum/n, far, tolerance)
	if far > n/10 || sum/n > tolerance/2 {
		t.Errorf("%d of %d openings are beyond %d, %d on average", far, n, tolerance, sum/n)
	}
}

// With our own search: each case of swap2 gets an answer of the right form in time, and a pair that is balanced.
func TestSwap2Answers(t *testing.T) {
	point := `\d+,\d+`
	for _, c := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"three stones", []string{"SWAP2BOARD", "DONE"}, "^" + point + " " + point + " " + point + "$"},
		{"three stones on 9", []string{"START 9", "SWAP2BOARD", "DONE"}, "^" + point + " " + point + " " + point + "$"},
		{"black ahead", []string{"SWAP2BOARD", "7,7", "0,0", "8,8", "DONE"}, "^SWAP$"},
		{"white ahead", []string{"SWAP2BOARD", "0,0", "7,7", "14,14", "DONE"}, "^" + point + "$"},
		{"black ahead at five", []string{"SWAP2BOARD", "7,7", "0,0", "8,8", "0,14", "9,9", "DONE"}, "^SWAP$"},
		{"white ahead at five", []string{"SWAP2BOARD", "0,0", "7,7", "14,14", "7,8", "0,14", "DONE"}, "^" + point + "$"},
		{"even", []string{"SWAP2BOARD", "6,2", "6,4", "9,7", "DONE"}, "^(SWAP|" + point + "( " + point + ")?)$"},
		{"first move", []string{"SWAP1STBOARD", "DONE"}, "^" + point + "$"},
		{"first move taken", []string{"SWAP1STBOARD", "7,7", "DONE"}, "^(SWAP|" + point + ")$"},
		{"pair", []string{"YXBOARD", "6,2,2", "6,4,1", "9,7,2", "DONE", "YXBALANCETWO 0"}, "^" + point + " " + point + "$"},
		{"one", []string{"YXBOARD", "7,7,2", "DONE", "YXBALANCEONE 0"}, "^" + point + "$"},
	} {
		for _, limit := range []int{0, 20, 20_000} {
			talk := begin(t, Options{Random: func(n int) int { return n - 1 }}, nil)
			if limit > 1000 {
				talk.send("INFO max_node 20000") // whatever time that takes here
			}
			talk.send(fmt.Sprintf("INFO timeout_turn %d", limit), "START 15")
			talk.expect("OK")
			start := time.Now()
			talk.send(c.lines...)
			if c.lines[0] == "START 9" {
				talk.expect("OK")
			}
			a := talk.answer()
			soon(t, c.name, start, time.Duration(limit+20)*time.Millisecond)
			if want := c.want; limit > 1000 && !regexp.MustCompile(want).MatchString(a) || !isAnswer(a) {
				t.Errorf("%s, %d ms: %q, want %s", c.name, limit, a, want)
			}
			talk.send("END")
			talk.ends(100 * time.Millisecond)
		}
	}
}

// The steps of soosorv with our own search: every line is one that Yixin-Board reads.
func TestSoosorvAnswers(t *testing.T) {
	talk := begin(t, Options{}, nil)
	talk.send("INFO rule 4", "INFO timeout_turn 60", "START 15")
	talk.expect("OK")
	say := func(lines ...string) (got []string) {
		talk.send(append(lines, "ABOUT")...)
		for l := range talk.lines {
			if strings.HasPrefix(l, "name=") {
				return got
			}
			got = append(got, l)
		}
		return got
	}
	three := []string{"7,7", "7,6", "8,6"}
	block := func(name string, stones ...string) []string {
		return append(append([]string{name}, stones...), "DONE")
	}
	for _, c := range []struct {
		name  string
		lines []string
		want  []string
	}{
		{"step 1", []string{"YXSOOSORVSTEP1"}, []string{`MOVE1 7 7`, `MOVE2 \d+ \d+`, `MOVE3 \d+ \d+`}},
		{"step 2", block("YXSOOSORVSTEP2", three...), []string{`SWAP1 [YN]`}},
		{"step 3", block("YXSOOSORVSTEP3", three...), []string{`MOVE4 \d+ \d+ [1-8]`}},
		{"step 4", block("YXSOOSORVSTEP4 3", append(three, "6,6")...), []string{`SWAP2 [YN]`}},
		{"step 5", block("YXSOOSORVSTEP5 3", append(three, "6,6")...), []string{`MOVE5 REFRESH`, `MOVE5 \d+ \d+`, `MOVE5 \d+ \d+`, `MOVE5 \d+ \d+`, `MOVE5 DONE`}},
		{"step 6", block("YXSOOSORVSTEP6", append(three, "6,6", "9,9", "5,5")...), []string{`MOVE5C (9 9|5 5)`}},
	} {
		got := say(c.lines...)
		if len(got) != len(c.want) {
			t.Errorf("%s: %q", c.name, got)
			continue
		}
		for i, w := range c.want {
			if !regexp.MustCompile("^MESSAGE SOOSORV " + w + "$").MatchString(got[i]) {
				t.Errorf("%s: %q, want %s", c.name, got[i], w)
			}
		}
	}
}

// No two fifth moves that are the same turned or mirrored.
func TestMirrored(t *testing.T) {
	b := emptyBoard(t, 15, board.Renju)
	for _, p := range []board.Point{board.At(7, 7), board.At(7, 6)} {
		b.Play(p)
	}
	same := mirrored(b)
	if !same.Has(board.At(8, 7)) == !same.Has(board.At(6, 7)) || same.Has(board.At(7, 3)) {
		t.Errorf("the two sides of a line of symmetry: %v", same.AppendTo(nil))
	}
	b.Play(board.At(9, 3))
	if s := mirrored(b); s.Len() != 0 {
		t.Errorf("no symmetry, but %v", s.AppendTo(nil))
	}
}

// REALTIME lines come with our own search where they are asked for, in Yixin-Board's words, not too many, and BEST is the
// start of PV.
func TestRealtime(t *testing.T) {
	talk := begin(t, Options{}, nil)
	talk.send("INFO show_detail 1", "YXSHOWINFO", "INFO timeout_turn 450", "start 15 15", "board", "7,7,2", "7,8,1", "8,8,2", "done")
	words := map[string]int{}
	form := regexp.MustCompile(`^MESSAGE REALTIME (REFRESH|(POS|DONE|BEST|LOSE) \d+,\d+|VAL -?\d+|PV [a-o]\d+( [a-o]\d+)*)$`)
	best, lines := "", 0
	for l := range talk.lines {
		if isMove(l) {
			break
		}
		if !strings.HasPrefix(l, "MESSAGE REALTIME") {
			continue
		}
		lines++
		if !form.MatchString(l) {
			t.Errorf("%q", l)
		}
		f := strings.Fields(l)
		words[f[2]]++
		switch f[2] {
		case "BEST":
			best = f[3]
		case "PV":
			v, _ := numbers(best, 2)
			if want := fmt.Sprintf("%c%d", 'a'+v[1], 15-v[0]); f[3] != want {
				t.Errorf("%q after BEST %s, which is %s on the board that Yixin-Board draws", l, best, want)
			}
		}
	}
	if words["BEST"] == 0 || words["PV"] == 0 || words["POS"] == 0 || lines > 6*mostDetail {
		t.Errorf("%d lines: %v", lines, words)
	}
}
