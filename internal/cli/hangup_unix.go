//go:build unix

package cli

import (
	"os"

	"golang.org/x/sys/unix"
)

// hungUp reports whether nobody can read any more what is written to f.
func hungUp(f *os.File) bool {
	fds := []unix.PollFd{{Fd: int32(f.Fd())}}
	n, err := unix.Poll(fds, 0)
	return err == nil && n == 1 && fds[0].Revents&(unix.POLLERR|unix.POLLHUP) != 0
}
