package search

import (
	"math/bits"
	"sync"
)

// The bounds of a transposition table, in bytes; guessed.
const (
	mostTable   = 64 << 30
	mostTable32 = 512 << 20 // in an address space of 32 bits
	// unknownMemory stands for the memory of a machine that does not tell.
	unknownMemory = 4 << 30
)

// MostHash is the largest transposition table there can be here, in bytes: half of the memory that the machine, its
// container or the limits of the process leave us. A larger one could be made, and the process would die of filling it,
// or of making it.
func MostHash() int64 { return mostHash() }

var mostHash = sync.OnceValue(func() int64 { return tableWithin(usableMemory()) })

// tableWithin is the largest table in a memory of the given bytes; 0: not known.
func tableWithin(memory uint64) int64 {
	if memory == 0 {
		memory = unknownMemory
	}
	most := uint64(mostTable)
	if bits.UintSize == 32 {
		most = mostTable32
	}
	return max(int64(min(memory/2, most)), minTableBytes)
}
