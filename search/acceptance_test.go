package search

import (
	"os"
	"strconv"
	"strings"
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
)

// TestAcceptance plays the positions with which Gomocup's organisers test that an
// engine knows the rules, in both modes where threats alone decide.
func TestAcceptance(t *testing.T) {
	rules := map[string]board.Rule{"0": board.Freestyle, "1": board.Standard, "4": board.Renju, "8": board.Caro, "9": board.CaroExact}
	data, err := os.ReadFile("../board/testdata/acceptance.txt")
	if err != nil {
		t.Fatal(err)
	}
	played := 0
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if strings.HasPrefix(row, "#") {
			continue
		}
		f := strings.Split(row, "|")
		head := strings.Fields(f[0])
		for _, rule := range strings.Split(head[0], ",") {
			for _, size := range strings.Split(head[1], ",") {
				n, err := strconv.Atoi(size)
				if err != nil {
					t.Fatal(err)
				}
				b, err := board.New(n, n, rules[rule])
				if err != nil {
					t.Fatal(err)
				}
				var mine, other []board.Point
				for _, s := range strings.Fields(f[1]) {
					v := coordinates(t, s)
					p := board.At(v[0], v[1])
					if v[2] == 1 {
						mine = append(mine, p)
					} else {
						other = append(other, p)
					}
				}
				me := board.Black
				if len(other) > len(mine) {
					me = board.White
				}
				for _, p := range mine {
					b.Put(p, me)
				}
				for _, p := range other {
					b.Put(p, me.Other())
				}
				b.SetSideToMove(me)
				e := New(Options{Width: 40, MaxDepth: 12, HashBytes: 1 << 20, Weights: eval.DefaultWeights()})
				r := e.Search(b, Limits{Nodes: 60_000}, NewControl(func() time.Duration { return 0 }), nil)
				checkAccepted(t, b, row, r.Move, strings.TrimSpace(f[2]))
				played++
			}
		}
	}
	if played != 10 {
		t.Errorf("%d positions were played, want 10", played)
	}
}

func coordinates(t *testing.T, s string) []int {
	t.Helper()
	var v []int
	for _, f := range strings.Split(s, ",") {
		n, err := strconv.Atoi(f)
		if err != nil {
			t.Fatal(err)
		}
		v = append(v, n)
	}
	return v
}

func checkAccepted(t *testing.T, b *board.Board, row string, got board.Point, accepted string) {
	t.Helper()
	list, none := strings.CutPrefix(accepted, "any but ")
	found := false
	for _, s := range strings.Fields(list) {
		v := coordinates(t, s)
		found = found || got == board.At(v[0], v[1])
	}
	if found == none || !b.Legal(got) {
		t.Errorf("%s: %v played %d,%d\n%s", row, b.Rule(), got.X(), got.Y(), b.Draw())
	}
}
