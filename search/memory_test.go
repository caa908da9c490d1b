package search

import (
	"math"
	"math/bits"
	"testing"
)

func TestTableWithin(t *testing.T) {
	most := int64(mostTable)
	if bits.UintSize == 32 {
		most = mostTable32
	}
	for memory, want := range map[uint64]int64{
		0:              min(unknownMemory/2, most),
		1:              minTableBytes,
		512 << 20:      256 << 20,
		math.MaxUint64: most, // no limit of a process
	} {
		if got := tableWithin(memory); got != want {
			t.Errorf("%d bytes of memory: a table of %d, want %d", memory, got, want)
		}
	}
}

// Whatever is asked for, the table is one that the machine can have.
func TestTableIsBounded(t *testing.T) {
	old := mostHash
	defer func() { mostHash = old }()
	mostHash = func() int64 { return 1 << 20 }
	for _, asked := range []int64{1 << 21, 1 << 50, math.MaxInt64} {
		e := New(Options{Width: 1, MaxDepth: 1, HashBytes: asked})
		if got := int64(len(e.table.buckets)) * bucketBytes; got != 1<<20 {
			t.Errorf("%d bytes asked for: a table of %d", asked, got)
		}
	}
}
