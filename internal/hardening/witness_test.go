package hardening

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"testing"
	"time"
)

// A witness tells an answer that came late by the engine's doing from one that came late because the machine stood still,
// as virtual machines do. For each core it has a process that sleeps two milliseconds at a time, ahead of all others; when
// that one wakes up late, nobody could have run there.
type witness struct {
	mu   sync.Mutex
	gaps []gap
}

// A gap is a time in which a core ran nothing at all.
type gap struct {
	core     int
	from, to time.Time
}

// The numbers of a witness; guessed.
const (
	witnessNap = 2 * time.Millisecond
	// leastGap is from when on a late wake-up counts.
	leastGap = 5 * time.Millisecond
)

// summon starts a witness that watches until the test is over; nil where the system does not let us, and under the race
// detector, whose slowness nobody is blamed for.
func summon(t *testing.T) *witness {
	if *racy {
		return nil
	}
	w := &witness{}
	ctx, stop := context.WithCancel(context.Background())
	var all sync.WaitGroup
	t.Cleanup(func() { stop(); all.Wait() })
	for core := range runtime.NumCPU() {
		cmd := exec.CommandContext(ctx, os.Args[0], "witness", fmt.Sprint(core))
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		said := bufio.NewScanner(out)
		if !said.Scan() || said.Text() != "ready" {
			t.Logf("no witness of how the machine runs: %s", said.Text())
			_ = cmd.Wait()
			return nil
		}
		all.Add(1)
		go func() {
			defer all.Done()
			for said.Scan() {
				var from, to int64
				if _, err := fmt.Sscan(said.Text(), &from, &to); err == nil {
					w.mu.Lock()
					w.gaps = append(w.gaps, gap{core, time.Unix(0, from), time.Unix(0, to)})
					w.mu.Unlock()
				}
			}
			_ = cmd.Wait()
		}()
	}
	return w
}

// testify is the witness's process: it writes the beginning and end of each gap, nanoseconds of the system's clock.
func testify(core string) {
	var n int
	if _, err := fmt.Sscan(core, &n); err != nil {
		fmt.Println(err)
		return
	}
	if err := comeFirst(n); err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println("ready")
	for parent := os.Getppid(); os.Getppid() == parent; {
		from := time.Now()
		nap(witnessNap)
		if to := time.Now(); to.Sub(from) > witnessNap+leastGap {
			fmt.Println(from.UnixNano(), to.UnixNano())
		}
	}
}

// still is for how long, of the time between two moments, the machine stood still: that of the core that lost most.
func (w *witness) still(from, to time.Time) (longest time.Duration) {
	if w == nil {
		return 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	lost := map[int]time.Duration{}
	for _, g := range w.gaps {
		begin, end := g.from, g.to
		if begin.Before(from) {
			begin = from
		}
		if end.After(to) {
			end = to
		}
		if end.After(begin) {
			lost[g.core] += end.Sub(begin)
			longest = max(longest, lost[g.core])
		}
	}
	return longest
}

// count is how many gaps there were, and the longest.
func (w *witness) count() (n int, longest time.Duration) {
	if w == nil {
		return 0, 0
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for _, g := range w.gaps {
		longest = max(longest, g.to.Sub(g.from))
	}
	return len(w.gaps), longest
}

// TestWitness: what it has seen is added up over the time asked for, per core.
func TestWitness(t *testing.T) {
	at := func(ms int) time.Time { return time.UnixMilli(1e12 + int64(ms)) }
	w := &witness{gaps: []gap{{0, at(0), at(10)}, {1, at(5), at(25)}, {0, at(20), at(40)}}}
	for _, c := range []struct{ from, to, want int }{
		{0, 100, 30}, {0, 10, 10}, {10, 20, 10}, {10, 30, 15}, {26, 30, 4}, {40, 50, 0}, {-10, 0, 0},
	} {
		if got := w.still(at(c.from), at(c.to)); got != time.Duration(c.want)*time.Millisecond {
			t.Errorf("still from %d to %d ms: %v, want %d ms", c.from, c.to, got, c.want)
		}
	}
}
