// Package machine tells what the machine, its container or the limits of the process leave a program. It knows nothing of
// boards and searches; only the command line asks it.
package machine

import "math/bits"

// unknownMemory stands for the memory of a machine that does not tell, in bytes; guessed.
const unknownMemory = 4 << 30

// addressable is what a program of 32 bits can have in one piece for sure, in bytes; guessed.
const addressable = 512 << 20

// HalfOfMemory is the most, in bytes, that a single large piece of memory should be: half of what there is (in
// a program of 32 bits, no more than it can address in one piece). A larger one
// could be made, and the process would die of filling it, or of making it.
func HalfOfMemory() int64 { return half(usableMemory()) }

// half is half of a memory of the given bytes; 0: not known.
func half(memory uint64) int64 {
	if memory == 0 {
		memory = unknownMemory
	}
	if bits.UintSize == 32 {
		memory = min(memory, 2*addressable)
	}
	return int64(memory / 2)
}
