package protocol_test

import (
	"os"
	"slices"
	"strings"
	"testing"
	"time"
)

// Positions in which a move is right beyond doubt, asked for as a manager does.
func TestAcceptance(t *testing.T) {
	text, err := os.ReadFile("testdata/cases/acceptance.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range strings.Split(string(text), "\n") {
		l = strings.TrimSpace(l)
		if l == "" || l[0] == '#' {
			continue
		}
		parts := strings.Split(l, "|")
		if len(parts) != 3 {
			t.Fatalf("what is %q?", l)
		}
		where := strings.Fields(parts[0])
		for _, rule := range strings.Split(where[0], ",") {
			for _, size := range strings.Split(where[1], ",") {
				t.Run("rule"+rule+"_size"+size+"_"+strings.Fields(parts[1])[3], func(t *testing.T) {
					b := hire(t)
					b.send("INFO timeout_turn 300", "INFO rule "+rule, "START "+size, "BOARD")
					b.send(strings.Fields(parts[1])...)
					b.send("DONE")
					b.expect("OK")
					got, _ := b.answer(300 * time.Millisecond)
					right := strings.TrimSpace(parts[2])
					listed := slices.Contains(strings.Fields(right), got)
					if any, found := strings.CutPrefix(right, "any but "); found {
						listed = !slices.Contains(strings.Fields(any), got)
					}
					if !moveLine.MatchString(got) || !listed {
						t.Errorf("answer %s, want %s", got, right)
					}
					if took := b.leave(true); took > time.Second {
						t.Errorf("it took %v to end", took)
					}
				})
			}
		}
	}
}
