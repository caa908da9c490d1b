//go:build !linux

package tournaments

import ps "github.com/shirou/gopsutil/v4/process"

// memoryOf is the resident memory (on Windows the working set) of a process in
// bytes; 0 when the process is gone.
func memoryOf(pid int32) int64 {
	p := ps.Process{Pid: pid}
	m, err := p.MemoryInfo()
	if err != nil {
		return 0
	}
	return int64(m.RSS)
}
