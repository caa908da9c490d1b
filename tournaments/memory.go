package tournaments

import (
	"fmt"
	"time"

	ps "github.com/shirou/gopsutil/v4/process"
)

const (
	// memoryPeriod is how often the memory of a running program is looked at. A
	// look costs some tens of microseconds.
	memoryPeriod = 250 * time.Millisecond
	// familyPeriods is after how many looks the list of the program's
	// descendants is made anew: that means reading the whole process table.
	familyPeriods = 8
)

// watchMemory keeps p.memory until the program ends, and wakes the referee so
// that it can act on what it sees.
func (p *process) watchMemory() {
	tick := time.NewTicker(memoryPeriod)
	defer tick.Stop()
	for n := 0; ; n++ {
		select {
		case <-p.done:
			return
		case <-tick.C:
		}
		if n%familyPeriods == 0 {
			p.listFamily()
		}
		p.noteMemory(memoryOf(int32(p.cmd.Process.Pid)) + memoryOfAll(p.relatives()))
		p.in.signal()
	}
}

// measureMemory looks at the program itself now, without its descendants.
func (p *process) measureMemory() {
	if !p.ended() {
		p.noteMemory(memoryOf(int32(p.cmd.Process.Pid)))
	}
}

// listFamily makes the list of the program's descendants anew. Those of a
// program that has just ended are nobody's any more, so then the last list
// stands.
func (p *process) listFamily() {
	family := descendants(int32(p.cmd.Process.Pid))
	if lives(&ps.Process{Pid: int32(p.cmd.Process.Pid)}) {
		p.family.Store(&family)
	}
}

// relatives are the descendants when they were last listed.
func (p *process) relatives() []*ps.Process {
	if family := p.family.Load(); family != nil {
		return *family
	}
	return nil
}

// orphans describes the descendants, as they were last listed, that are still
// there a moment after the program has ended.
func (p *process) orphans() []string {
	family := p.relatives()
	for end := time.Now().Add(leftoverWait); ; time.Sleep(leftoverWait / 10) {
		var left []string
		for _, c := range family {
			if lives(c) {
				name, _ := c.Name()
				left = append(left, fmt.Sprintf("%d %s", c.Pid, name))
			}
		}
		if len(left) == 0 || time.Now().After(end) {
			return left
		}
	}
}

// lives tells whether a process runs; one that has ended and that nobody has
// reaped does not. It does not compare start times as IsRunning does, which
// gopsutil works out from the time of day and the time since boot, and which
// differ from call to call.
func lives(p *ps.Process) bool {
	exists, err := ps.PidExists(p.Pid)
	if err != nil || !exists {
		return false
	}
	status, err := p.Status()
	return err != nil || len(status) == 0 || status[0] != ps.Zombie
}

func (p *process) noteMemory(bytes int64) {
	for {
		old := p.memory.Load()
		if bytes <= old || p.memory.CompareAndSwap(old, bytes) {
			return
		}
	}
}

// resetMemory begins a new maximum, for a new game.
func (p *process) resetMemory() { p.memory.Store(0) }

// descendants lists the children of a process, their children and so on.
func descendants(pid int32) []*ps.Process {
	var all []*ps.Process
	queue := []*ps.Process{{Pid: pid}}
	for len(queue) > 0 && len(all) < 1000 {
		children, err := queue[0].Children()
		queue = queue[1:]
		if err != nil {
			continue
		}
		all = append(all, children...)
		queue = append(queue, children...)
	}
	return all
}

func memoryOfAll(family []*ps.Process) int64 {
	var sum int64
	for _, p := range family {
		sum += memoryOf(p.Pid)
	}
	return sum
}
