//go:build unix

package protocol_test

import (
	"os"
	"syscall"
	"testing"
)

const canSuspend = true

// suspend stops a process as the judge of Gomocup does between moves.
func suspend(t *testing.T, p *os.Process) {
	t.Helper()
	if err := p.Signal(syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
}

func resume(t *testing.T, p *os.Process) {
	t.Helper()
	if err := p.Signal(syscall.SIGCONT); err != nil {
		t.Fatal(err)
	}
}
