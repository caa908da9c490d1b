package board

import (
	"os"
	"strconv"
	"strings"
	"testing"
)

// ruleNumbers are the protocol's, which the case files use.
var ruleNumbers = map[int]Rule{0: Freestyle, 1: Standard, 4: Renju, 8: Caro, 9: CaroExact}

// TestLinesOfFive plays the file's lines, and whether they win, under each rule
// it names, for both colours and in all symmetries.
func TestLinesOfFive(t *testing.T) {
	data, err := os.ReadFile("testdata/lines_of_five.txt")
	if err != nil {
		t.Fatal(err)
	}
	var stones []Point
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(row, "#") {
			continue
		}
		parts := strings.Split(row, "|")
		line, opponents := parts[0], []Point(nil)
		var last Point
		if strings.HasPrefix(line, "the same six") {
			for _, s := range []string{"f4", "f5", "f6", "f7"} {
				p, _ := ParsePoint(s)
				stones = append(stones, p)
			}
			last, _ = ParsePoint("f8")
		} else {
			before, after, _ := strings.Cut(line, "+")
			stones = mustMoves(t, before)
			last, _ = ParsePoint(strings.Trim(after, " ")[:2])
			if _, opp, ok := strings.Cut(after, "opponent on "); ok {
				for _, word := range strings.Fields(strings.NewReplacer("(", " ", ")", " ").Replace(opp)) {
					if p, err := ParsePoint(word); err == nil {
						opponents = append(opponents, p)
					}
				}
			}
		}
		want := map[Rule]bool{}
		for _, part := range parts[1:] {
			head, list, _ := strings.Cut(part, ":")
			if head = strings.TrimSpace(head); head != "wins" && head != "not" {
				continue
			}
			for _, n := range strings.Fields(list) {
				i, err := strconv.Atoi(n)
				if err != nil {
					t.Fatal(err)
				}
				want[ruleNumbers[i]] = head == "wins"
			}
		}
		onlyWhite := strings.Contains(row, "forbidden to black, wins for white")
		if len(want) < 4 {
			t.Fatalf("%q names only %d rules", row, len(want))
		}
		for r, wins := range want {
			checkFive(t, row, r, Black, stones, opponents, last, wins)
			checkFive(t, row, r, White, stones, opponents, last, wins)
		}
		if onlyWhite {
			checkFive(t, row, Renju, Black, stones, opponents, last, false)
			checkFive(t, row, Renju, White, stones, opponents, last, true)
		}
	}
}

func checkFive(t *testing.T, name string, r Rule, c Color, own, opponents []Point, last Point, wins bool) {
	t.Helper()
	for sym := range symmetries {
		b := mustNew(t, 15, 15, r)
		for _, p := range own {
			b.Put(mapped(p, sym, 15), c)
		}
		for _, p := range opponents {
			b.Put(mapped(p, sym, 15), c.Other())
		}
		p := mapped(last, sym, 15)
		if got := b.WinsAt(p, c); got != wins {
			t.Fatalf("%s: %v %v at %v wins %v, want %v\n%s", name, r, c, p, got, wins, b.Draw())
		}
		if r == Renju && c == Black && !wins && b.ForbiddenReason(p) != ForbiddenOverline {
			t.Fatalf("%s: %v is %v, want overline", name, p, b.ForbiddenReason(p))
		}
		if _, _, found := b.FiveOnBoard(); found {
			t.Fatalf("%s: a five stands before it was made\n%s", name, b.Draw())
		}
		b.Put(p, c)
		color, run, found := b.FiveOnBoard()
		if b.LastWins() != wins || found != wins || wins && (color != c || len(run) < 5) {
			t.Fatalf("%s: %v: LastWins %v, FiveOnBoard %v %v %v, want %v", name, r, b.LastWins(), color, run, found, wins)
		}
	}
}
