//go:build !race

package protocol

import (
	"fmt"
	"math"
	"runtime"
	"testing"
)

// TestTurnsAllocateLittle: where memory is short, whatever a turn throws away sets the collector to work within the turn.
func TestTurnsAllocateLittle(t *testing.T) {
	const most = 32 << 10
	for _, pondering := range []string{"0", "1"} {
		k := begin(t, Options{Turn: 2 * ms}, nil)
		k.send("INFO pondering "+pondering, "START 15", "BEGIN")
		k.expect("OK")
		k.expect("move")
		turn := func(n int) {
			k.send("BOARD", "7,7,1", "8,8,2", "9,9,1", "14,14,2", fmt.Sprintf("%d,%d,1", n%7, n/7%7), "11,11,2", "DONE")
			k.expect("move")
		}
		turn(0)
		// A busy machine may make a search late, which costs it its board: the best of some rounds counts.
		each := uint64(math.MaxUint64)
		for round := 0; round < 10 && each > most; round++ {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			const turns = 20
			for n := range turns {
				turn(round*turns + n)
			}
			runtime.ReadMemStats(&after)
			each = min(each, (after.TotalAlloc-before.TotalAlloc)/turns)
		}
		if each > most {
			t.Errorf("pondering %s: %d bytes are allocated for a turn, want at most %d", pondering, each, most)
		}
	}
}
