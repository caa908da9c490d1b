//go:build unix

package tournaments

import (
	"os/exec"
	"syscall"
)

// group is the process group of a program; its number is the program's id.
type group struct{ pgid int }

// prepareGroup makes the program the leader of a new process group.
func prepareGroup(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	dieWithRunner(cmd.SysProcAttr)
}

func startInGroup(cmd *exec.Cmd, g *group) error {
	if err := startOnSpawner(cmd); err != nil {
		return err
	}
	g.pgid = cmd.Process.Pid
	return nil
}

// kill ends every process of the group, stopped ones too.
func (g *group) kill() { syscall.Kill(-g.pgid, syscall.SIGKILL) }

// suspend stops every process of the group until resume.
func (g *group) suspend() { syscall.Kill(-g.pgid, syscall.SIGSTOP) }

func (g *group) resume() { syscall.Kill(-g.pgid, syscall.SIGCONT) }

func (g *group) close() {}
