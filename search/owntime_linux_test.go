package search

import (
	"time"

	"golang.org/x/sys/unix"
)

// ownTime is the processor time of the calling thread: what other programs take is
// not in it. The caller must stay on its thread.
func ownTime() time.Duration {
	var t unix.Timespec
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &t); err != nil {
		return 0
	}
	return time.Duration(t.Nano())
}
