package tournaments

import (
	"os/exec"
	"syscall"
	"unsafe"

	ps "github.com/shirou/gopsutil/v4/process"
	"golang.org/x/sys/windows"
)

// group is a job object: the system ends all processes in it when its last
// handle is closed, also when the runner is killed.
type group struct {
	job windows.Handle
	pid int32
}

// prepareGroup keeps Ctrl-C on the console away from the program and shows no
// window.
func prepareGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{
		CreationFlags: windows.CREATE_NEW_PROCESS_GROUP,
		HideWindow:    true,
	}
}

// startInGroup starts the program and puts it into a new job. What the program
// could start within the moment between the two is not in the job; engines
// need longer than that to come up.
func startInGroup(cmd *exec.Cmd, g *group) error {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return err
	}
	var info windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info))); err != nil {
		windows.CloseHandle(job)
		return err
	}
	if err := cmd.Start(); err != nil {
		windows.CloseHandle(job)
		return err
	}
	g.job, g.pid = job, int32(cmd.Process.Pid)
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, uint32(cmd.Process.Pid))
	if err == nil {
		err = windows.AssignProcessToJobObject(job, h)
		windows.CloseHandle(h)
	}
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		windows.CloseHandle(job)
		return err
	}
	return nil
}

func (g *group) kill() { windows.TerminateJobObject(g.job, 1) }

// suspend stops the program and its children.
func (g *group) suspend() { g.each((*ps.Process).Suspend) }

func (g *group) resume() { g.each((*ps.Process).Resume) }

func (g *group) each(do func(*ps.Process) error) {
	p := &ps.Process{Pid: g.pid}
	do(p)
	children, err := p.Children()
	if err != nil {
		return
	}
	for _, c := range children {
		do(c)
	}
}

func (g *group) close() { windows.CloseHandle(g.job) }
