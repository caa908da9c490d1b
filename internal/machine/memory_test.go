package machine

import (
	"math"
	"math/bits"
	"testing"
)

func TestHalf(t *testing.T) {
	most := int64(math.MaxInt64) // no limit of a process
	if bits.UintSize == 32 {
		most = addressable
	}
	for memory, want := range map[uint64]int64{
		0:              min(unknownMemory/2, most),
		1:              0,
		512 << 20:      256 << 20,
		math.MaxUint64: most,
	} {
		if got := half(memory); got != want {
			t.Errorf("half of %d bytes: %d, want %d", memory, got, want)
		}
	}
}

// A machine that runs the tests has some memory, and no more than can be.
func TestHalfOfMemory(t *testing.T) {
	if got := HalfOfMemory(); got < 64<<20 || got > 1<<46 {
		t.Errorf("half of the memory is said to be %d bytes", got)
	}
}
