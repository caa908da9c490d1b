package hardening

import (
	"fmt"
	"os"
	"strconv"
	"time"

	"golang.org/x/sys/unix"
)

// comeFirst ties the process to a core and puts it ahead of all that do not run in real time.
func comeFirst(core int) error {
	threads, err := os.ReadDir("/proc/self/task")
	if err != nil {
		return err
	}
	var only unix.CPUSet
	only.Set(core)
	for _, t := range threads {
		id, err := strconv.Atoi(t.Name())
		if err != nil {
			return err
		}
		if err := unix.SchedSetaffinity(id, &only); err != nil {
			return fmt.Errorf("core %d: %w", core, err)
		}
		if err := unix.SchedSetAttr(id, &unix.SchedAttr{Size: unix.SizeofSchedAttr, Policy: unix.SCHED_FIFO, Priority: 50}, 0); err != nil {
			return fmt.Errorf("real time: %w", err)
		}
	}
	return nil
}

// nap sleeps in the thread itself, without the timers of the runtime.
func nap(d time.Duration) {
	t := unix.NsecToTimespec(int64(d))
	_ = unix.Nanosleep(&t, nil)
}
