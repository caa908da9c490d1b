package search

import (
	"flag"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"tengen/eval"
)

var update = flag.Bool("update", false, "write the signature anew")

// TestSignature: the fixed work has the signature on record, on every machine and
// with every build flag, and again when repeated.
func TestSignature(t *testing.T) {
	const file = "testdata/signature.txt"
	start := time.Now()
	r := benchSearch(func() time.Duration { return time.Since(start) })
	got := fmt.Sprintf("%08x", r.Signature)
	if *update {
		if err := os.WriteFile(file, []byte(got+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if got != strings.TrimSpace(string(want)) {
		t.Errorf("signature %s, on record %s: if search or evaluation were meant to change, run go test ./search -run TestSignature -update", got, want)
	}
}

func BenchmarkSearch(b *testing.B) {
	start := time.Now()
	nodes := uint64(0)
	b.ReportAllocs()
	for b.Loop() {
		nodes += benchSearch(func() time.Duration { return time.Since(start) }).Nodes
	}
	b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
}

// BenchmarkThreads is the time to a fixed depth over the bench positions with one
// thread and with two; each position on its own, so that the ratio has a spread.
func BenchmarkThreads(b *testing.B) {
	const depth = benchDepth + 4
	for i, p := range benchPositions {
		for _, threads := range []int{1, 2} {
			b.Run(fmt.Sprintf("position=%d/threads=%d", i+1, threads), func(b *testing.B) {
				e := New(Options{Width: benchWidth, MaxDepth: depth, HashBytes: benchHash, Weights: eval.DefaultWeights(), Threads: threads})
				start := time.Now()
				for b.Loop() {
					e.ClearHash()
					e.Search(p.board(), Limits{Depth: depth}, NewControl(func() time.Duration { return time.Since(start) }), nil)
				}
			})
		}
	}
}
