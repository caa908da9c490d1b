package tournaments

import (
	"errors"
	"os/exec"
	"time"
)

// writeLimit is how long a Program may leave its input unread before a Write
// gives up.
const writeLimit = 5 * time.Second

// Program is a running engine for those who look at the conversation itself and
// not at games: what it writes comes byte for byte, and nothing is sent that the
// caller does not send. It is driven like the engines of a tournament.
type Program struct{ p *process }

// Check completes an engine's settings and refuses what cannot be run.
// Relative paths start from dir.
func (e *EngineSettings) Check(dir string) error { return e.check("engine", dir) }

// Start starts the engine of settings that have been checked. heard gets what
// it writes to standard output; it is called from one goroutine and must not
// keep the slice.
func (e *EngineSettings) Start(heard func(b []byte, at time.Time)) (*Program, error) {
	c := e.start("")
	c.Tap = heard
	p, err := startProcess(c)
	if err != nil {
		return nil, err
	}
	return &Program{p}, nil
}

// Write sends text as it is. The error is os.ErrDeadlineExceeded when the
// program does not read.
func (p *Program) Write(text string) error {
	_ = p.p.stdin.SetWriteDeadline(time.Now().Add(writeLimit)) // pipes on Windows have none
	return p.p.write(text)
}

// CloseInput ends the program's standard input.
func (p *Program) CloseInput() { p.p.stdin.Close() }

// Suspend stops the program and all it started until Resume.
func (p *Program) Suspend() { p.p.suspend() }

// Resume lets a suspended program go on.
func (p *Program) Resume() { p.p.resume() }

// Done is closed when the program has ended and all it wrote has been heard.
func (p *Program) Done() <-chan struct{} { return p.p.done }

// Kill ends the program with all it started.
func (p *Program) Kill() { p.p.kill() }

// How says in words how the program ended.
func (p *Program) How() string { return p.p.how() }

// Status is the exit status of a program that has ended, -1 when a signal ended
// it.
func (p *Program) Status() int {
	var exit *exec.ExitError
	switch {
	case p.p.err == nil:
		return 0
	case errors.As(p.p.err, &exit):
		return exit.ExitCode()
	}
	return -1
}

// Stderr is the end of what came on standard error.
func (p *Program) Stderr() string {
	p.p.stderr.mu.Lock()
	defer p.p.stderr.mu.Unlock()
	return string(p.p.stderr.tail)
}

// Memory is the largest memory of the program seen so far, this moment's
// included, in bytes.
func (p *Program) Memory() int64 {
	p.p.measureMemory()
	return p.p.memory.Load()
}

// Family lists the program's descendants anew and tells how many there are.
func (p *Program) Family() int {
	p.p.listFamily()
	return len(p.p.relatives())
}

// Left describes the descendants that outlived a program that has ended.
func (p *Program) Left() []string { return p.p.left }
