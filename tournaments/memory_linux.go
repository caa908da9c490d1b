package tournaments

import ps "github.com/shirou/gopsutil/v4/process"

// memoryOf is the resident memory of a process that it does not share with
// files, in bytes; 0 when the process is gone. Program text and libraries do
// not count against an engine's limit.
func memoryOf(pid int32) int64 {
	p := ps.Process{Pid: pid}
	m, err := p.MemoryInfoEx()
	if err != nil || m.RSS < m.Shared {
		return 0
	}
	return int64(m.RSS - m.Shared)
}
