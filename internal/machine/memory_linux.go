package machine

import (
	"os"
	"strconv"
	"strings"
	"syscall"
)

// usableMemory is the memory of the machine, or what the control group or the limits of the process leave of it, in
// bytes; 0: not known.
func usableMemory() uint64 {
	least := uint64(0)
	bound := func(n uint64) {
		if n > 0 && (least == 0 || n < least) {
			least = n
		}
	}
	if text, err := os.ReadFile("/proc/meminfo"); err == nil {
		bound(totalOf(string(text)))
	}
	for _, file := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := os.ReadFile(file); err == nil {
			n, _ := strconv.ParseUint(strings.TrimSpace(string(text)), 10, 64) // "max" is no limit
			bound(n)
		}
	}
	for _, resource := range []int{syscall.RLIMIT_AS, syscall.RLIMIT_DATA} {
		var r syscall.Rlimit
		if syscall.Getrlimit(resource, &r) == nil {
			bound(uint64(r.Cur))
		}
	}
	return least
}

// totalOf reads the line "MemTotal:       24597204 kB" of /proc/meminfo.
func totalOf(meminfo string) uint64 {
	for line := range strings.Lines(meminfo) {
		if rest, ok := strings.CutPrefix(line, "MemTotal:"); ok {
			kb, err := strconv.ParseUint(strings.TrimSuffix(strings.TrimSpace(rest), " kB"), 10, 54)
			if err == nil {
				return kb << 10
			}
		}
	}
	return 0
}
