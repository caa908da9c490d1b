//go:build !linux && !windows && !darwin

package machine

// usableMemory is not known here.
func usableMemory() uint64 { return 0 }
