//go:build unix

package tournaments

import (
	"os"
	"syscall"
)

// lockFile keeps a second runner away from the file until it is closed.
func lockFile(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}

// syncDir makes the entry of a new file in its directory reach the disk.
func syncDir(dir string) {
	if d, err := os.Open(dir); err == nil {
		d.Sync()
		d.Close()
	}
}
