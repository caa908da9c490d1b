package machine

import (
	"encoding/binary"
	"syscall"
)

// usableMemory is the memory of the machine in bytes; 0: not known.
func usableMemory() uint64 {
	text, err := syscall.Sysctl("hw.memsize") // the bytes of a number, the last one cut off where it is 0
	if err != nil {
		return 0
	}
	var number [8]byte
	copy(number[:], text)
	return binary.LittleEndian.Uint64(number[:])
}
