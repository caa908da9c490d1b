package tournaments

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
)

// dieWithRunner asks the kernel to kill the program when the runner dies
// without saying goodbye (kill -9).
func dieWithRunner(attr *syscall.SysProcAttr) { attr.Pdeathsig = syscall.SIGKILL }

// The kernel means the death of the thread that started the program, not of
// the runner, so programs are started on one thread that lives as long as the
// runner does.
var (
	spawnerOnce sync.Once
	spawnerWork chan func()
)

func startOnSpawner(cmd *exec.Cmd) error {
	spawnerOnce.Do(func() {
		spawnerWork = make(chan func())
		go func() {
			runtime.LockOSThread()
			for f := range spawnerWork {
				f()
			}
		}()
	})
	result := make(chan error, 1)
	spawnerWork <- func() { result <- cmd.Start() }
	return <-result
}
