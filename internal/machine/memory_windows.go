package machine

import (
	"syscall"
	"unsafe"
)

// usableMemory is the memory of the machine in bytes; 0: not known. See GlobalMemoryStatusEx in the Windows API.
func usableMemory() uint64 {
	var status struct {
		length, load                                      uint32
		total, free, totalPage, freePage, virtual, unused uint64
		extended                                          uint64
	}
	status.length = uint32(unsafe.Sizeof(status))
	call := syscall.NewLazyDLL("kernel32.dll").NewProc("GlobalMemoryStatusEx")
	if call.Find() != nil {
		return 0
	}
	if ok, _, _ := call.Call(uintptr(unsafe.Pointer(&status))); ok == 0 {
		return 0
	}
	return status.total
}
