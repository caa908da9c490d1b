package protocol

import (
	"runtime"

	"tengen/search"
)

// The numbers of memory, in bytes; guessed but where said otherwise.
const (
	mebibyte = 1 << 20

	// leastMemory is the smallest max_memory that we can keep: the Go runtime, the program's own pages, the tables of
	// one rule (measured together at 12 MB on linux/amd64) and a transposition table of leastHash.
	leastMemory = 20 * mebibyte
	// leastHash is the smallest table.
	leastHash = mebibyte
	// defaultHash is the table's size when neither manager nor configuration say anything.
	defaultHash = 128 * mebibyte
)

// reserve is kept of max_memory beside the table, for the Go runtime and what else the program needs. On Windows the
// working set has the system's libraries in it too (under Wine, 13 MB).
func reserve() int64 {
	if runtime.GOOS == "windows" {
		return 28 * mebibyte
	}
	return 16 * mebibyte
}

// unaskedHash bounds a table that nobody asked for: a search within a game's times fills no more.
const unaskedHash = 1 << 30

// hashBytes is how large the table should be: what manager or configuration ask for (0: nothing), within 60% of the
// memory the manager allows (0: no limit known) and within most, less what hung searches still hold. The bytes of other
// threads are taken from what is left beside those 60%: INFO thread_num between two turns must not make a large table anew.
func hashBytes(asked, maxMemory, held, threads, most int64) int64 {
	size := int64(defaultHash)
	if maxMemory > 0 {
		size = min(maxMemory/100*60, maxMemory-reserve()-threads)
	}
	size = min(size, unaskedHash, most)
	if asked > 0 && (maxMemory == 0 || asked < size) {
		size = min(asked, most)
	}
	return max(size-held, leastHash)
}

// threadsWithin is how many threads search together: as many as were asked for, but no more than there are processors,
// nor than a quarter of the memory the manager allows (0: no limit known) has room for.
func threadsWithin(asked int, maxMemory int64) int {
	n := min(asked, runtime.NumCPU())
	if maxMemory > 0 {
		n = min(n, 1+int(maxMemory/4/search.WorkerBytes))
	}
	return max(n, 1)
}

// softLimit is the limit for the Go runtime. It must never be near what is in use, or the collector would run all the time:
// of the process's memory the runtime counts some 5 MB more than the system does (measured on linux/amd64), so this is a
// last resort. That what is thrown away stays small is the collector's share (CollectAt).
func softLimit(maxMemory int64) int64 { return max(maxMemory-2*mebibyte, 16*mebibyte) }

// CollectAt is by how much the heap may grow before the collector runs, in percent of what is in use: for
// debug.SetGCPercent in a program that holds a session. The table is most of the heap, and a turn leaves behind only a
// few kilobytes.
const CollectAt = 20
