package tournaments

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	ps "github.com/shirou/gopsutil/v4/process"
)

const (
	// maxStderr is how much of one process's standard error goes to its file, in
	// bytes; what comes after is read and thrown away.
	maxStderr = 4 << 20
	// leftoverWait is how long output may still come after the process has
	// ended, before the pipes are closed on our side: a grandchild that left the
	// group may hold the other end.
	leftoverWait = 200 * time.Millisecond
)

// command says how to start a program. Program is absolute or to be looked up
// in PATH.
type command struct {
	Program string
	Args    []string
	Dir     string // working directory; empty: the runner's
	Stderr  string // file for standard error, appended to; empty: none is kept

	// Tap, if not nil, gets what the program writes, byte for byte, before the
	// inbox does. It is called from one goroutine and must not keep the slice.
	Tap func(b []byte, at time.Time)
}

// process is one running program: its pipes, its end, its memory. It knows
// nothing of the protocol.
//
// The program and all it starts live in a group of their own (a job object on
// Windows), so that Ctrl-C on the terminal does not reach them and kill reaches
// all of them.
type process struct {
	in    *inbox // what the program writes
	stdin *os.File
	cmd   *exec.Cmd

	groupMu sync.Mutex // held while the group is acted on
	group   group
	gone    bool // the group has been closed and its number may be another's

	done chan struct{} // closed when the program has ended and has been reaped
	err  error         // how it ended; valid after done

	stderr stderrSink
	tap    func(b []byte, at time.Time)
	memory atomic.Int64                  // largest memory seen since the last resetMemory, bytes
	family atomic.Pointer[[]*ps.Process] // descendants when they were last listed
	left   []string                      // descendants that were still there when the program had gone; valid after done
	once   sync.Once                     // for kill
}

// startProcess starts the program. The error says which and why not.
func startProcess(c command) (*process, error) {
	cmd := exec.Command(c.Program, c.Args...)
	cmd.Dir = c.Dir
	prepareGroup(cmd)

	inR, inW, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("cannot make a pipe for %s: %w", c.Program, err)
	}
	outR, outW, err := os.Pipe()
	if err != nil {
		closeAll(inR, inW)
		return nil, fmt.Errorf("cannot make a pipe for %s: %w", c.Program, err)
	}
	errR, errW, err := os.Pipe()
	if err != nil {
		closeAll(inR, inW, outR, outW)
		return nil, fmt.Errorf("cannot make a pipe for %s: %w", c.Program, err)
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = inR, outW, errW

	p := &process{in: newInbox(), stdin: inW, cmd: cmd, done: make(chan struct{}), tap: c.Tap}
	p.stderr.path = c.Stderr
	err = startInGroup(cmd, &p.group)
	closeAll(inR, outW, errW)
	if err != nil {
		closeAll(inW, outR, errR)
		return nil, fmt.Errorf("cannot start %s: %w", c.Program, plainExecError(err))
	}

	outDone, errDone := make(chan struct{}), make(chan struct{})
	go func() { defer close(outDone); p.readOutput(outR) }()
	go func() { defer close(errDone); p.stderr.drain(errR) }()
	go p.reap(outR, errR, outDone, errDone)
	go p.watchMemory()
	return p, nil
}

// plainExecError strips the words exec puts around the system's reason.
func plainExecError(err error) error {
	var pathErr *os.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err
	}
	var execErr *exec.Error
	if errors.As(err, &execErr) {
		return execErr.Err
	}
	return err
}

func closeAll(files ...*os.File) {
	for _, f := range files {
		f.Close()
	}
}

// readOutput hands everything the program writes to the inbox. It never stops
// reading before the end, so that a program that floods us does not block.
func (p *process) readOutput(r *os.File) {
	buf := make([]byte, 32<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			now := time.Now()
			if p.tap != nil {
				p.tap(buf[:n], now)
			}
			p.in.feed(buf[:n], now)
		}
		if err != nil {
			return
		}
	}
}

// reap waits for the program's end, ends what it left behind in its group and
// closes the pipes; only then is done closed.
func (p *process) reap(outR, errR *os.File, outDone, errDone chan struct{}) {
	err := p.cmd.Wait()
	p.left = p.orphans()
	p.inGroup((*group).kill)
	late := time.NewTimer(leftoverWait)
	for _, d := range []chan struct{}{outDone, errDone} {
		select {
		case <-d:
		case <-late.C:
			closeAll(outR, errR)
			<-outDone
			<-errDone
		}
	}
	late.Stop()
	closeAll(outR, errR)
	p.groupMu.Lock()
	p.group.close()
	p.gone = true
	p.groupMu.Unlock()
	p.err = err
	p.in.close()
	close(p.done)
	p.in.signal()
}

// write sends text to the program's standard input. Commands are a few
// kilobytes and an engine that does not read is killed at the first answer it
// owes, so the pipe cannot fill and block us.
func (p *process) write(text string) error {
	_, err := io.WriteString(p.stdin, text)
	return err
}

// ended tells whether the program has ended.
func (p *process) ended() bool {
	select {
	case <-p.done:
		return true
	default:
		return false
	}
}

// inGroup does something to all processes of the group, unless they are gone.
func (p *process) inGroup(do func(*group)) {
	p.groupMu.Lock()
	defer p.groupMu.Unlock()
	if !p.gone {
		do(&p.group)
	}
}

func (p *process) suspend() { p.inGroup((*group).suspend) }

func (p *process) resume() { p.inGroup((*group).resume) }

// kill ends the program, everything in its group and its descendants that left
// the group at once, and waits until it has been reaped.
func (p *process) kill() {
	p.once.Do(func() {
		if !p.ended() {
			family := descendants(int32(p.cmd.Process.Pid))
			p.inGroup((*group).kill)
			for _, child := range family {
				child.Kill()
			}
		}
		p.stdin.Close()
	})
	<-p.done
}

// exit waits up to grace for the program to end by itself, then kills it. It
// tells whether it went by itself.
func (p *process) exit(grace time.Duration) bool {
	timer := time.NewTimer(grace)
	defer timer.Stop()
	alone := true
	select {
	case <-p.done:
	case <-timer.C:
		alone = false
	}
	p.kill()
	return alone
}

// how says in words how the program ended, with the last line it wrote to
// standard error.
func (p *process) how() string {
	if !p.ended() {
		return "still running"
	}
	text := "exit status 0"
	var exitErr *exec.ExitError
	if errors.As(p.err, &exitErr) {
		text = exitErr.ProcessState.String()
	} else if p.err != nil {
		text = p.err.Error()
	}
	if last := p.stderr.lastLine(); last != "" {
		text += "; last on standard error: " + last
	}
	return text
}

// stderrSink writes what comes on standard error to a file that is made when
// the first byte comes, and remembers the last line.
type stderrSink struct {
	path string

	mu   sync.Mutex
	tail []byte // the last bytes, at most tailSize
}

// tailSize is how much of the end of standard error is kept in memory, bytes.
const tailSize = 1024

func (s *stderrSink) drain(r io.Reader) {
	var file *os.File
	room := maxStderr
	buf := make([]byte, 8<<10)
	for {
		n, err := r.Read(buf)
		if n > 0 {
			if file == nil && s.path != "" && room > 0 {
				// Without the file the text is lost, the game is not.
				file, _ = os.OpenFile(s.path, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
			}
			if file != nil && room > 0 {
				file.Write(buf[:min(n, room)])
				room -= n
			}
			s.mu.Lock()
			s.tail = append(s.tail, buf[:n]...)
			if len(s.tail) > tailSize {
				s.tail = append(s.tail[:0], s.tail[len(s.tail)-tailSize:]...)
			}
			s.mu.Unlock()
		}
		if err != nil {
			break
		}
	}
	if file != nil {
		file.Close()
	}
}

// lastLine is the last line that is not empty, cut to 200 bytes.
func (s *stderrSink) lastLine() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	text := bytes.TrimSpace(s.tail)
	if i := bytes.LastIndexAny(text, "\r\n"); i >= 0 {
		text = text[i+1:]
	}
	if len(text) > 200 {
		text = text[:200]
	}
	return printable(string(bytes.ToValidUTF8(text, []byte("?"))))
}
