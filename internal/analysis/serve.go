package analysis

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"tengen/search"
)

// Options say how requests are served.
type Options struct {
	Engine  search.Options // of each worker
	Workers int            // requests that are searched at once; at least 1
	Ordered bool           // results in the order of the requests, not as they are found
}

// longestLine bounds a request, in bytes.
const longestLine = 1 << 20

// mostWaiting is how many requests may wait before no more are read.
const mostWaiting = 1024

// Serve reads requests from in, one a line, until its end, and writes responses to out, one a line. What was asked is
// answered before it returns; requests without a limit are stopped at the end of the input. The error is one of reading or
// writing: what is wrong with a request is a response.
func Serve(in io.Reader, out io.Writer, o Options) error {
	s := &server{options: o, running: map[string]*job{}, out: out, jobs: make(chan *job, mostWaiting)}
	var workers sync.WaitGroup
	for range max(1, o.Workers) {
		workers.Add(1)
		go func() {
			defer workers.Done()
			s.work()
		}()
	}
	err := s.read(in)
	s.mu.Lock()
	s.ending = true
	for _, j := range s.running {
		if j.task.Infinite {
			j.stop()
		}
	}
	s.mu.Unlock()
	close(s.jobs)
	workers.Wait()
	return errors.Join(err, s.failed)
}

// A job is a request on its way.
type job struct {
	task    task
	number  int // in the order of reading
	key     string
	ctl     *search.Control
	start   time.Time // when a worker took it up; guarded by mu of the server
	stopped bool      // guarded by mu of the server
}

func (j *job) stop() {
	j.stopped = true
	j.ctl.Stop()
}

type server struct {
	options Options
	jobs    chan *job

	mu      sync.Mutex
	running map[string]*job // by id, or by number where there is none; waiting ones too
	ending  bool
	count   int // jobs read

	outMu  sync.Mutex
	out    io.Writer
	failed error
	next   int                   // number of the job whose result is due, where they are ordered
	kept   map[int]*bytes.Buffer // what jobs that are not due have said
	ended  map[int]bool
}

// read takes the lines of the input.
func (s *server) read(in io.Reader) error {
	r := bufio.NewReaderSize(in, 64<<10)
	for first := true; ; first = false {
		line, tooLong, err := readLine(r)
		if first {
			line = bytes.TrimPrefix(line, []byte("\uFEFF")) // a byte order mark
		}
		switch {
		case tooLong:
			s.respond(s.number(), true, failure(nil, fmt.Errorf("the line is longer than %d bytes", longestLine)))
		case len(bytes.TrimSpace(line)) > 0:
			s.take(line)
		}
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// readLine reads a line without its end; of one that is too long nothing is given.
func readLine(r *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		part, err := r.ReadSlice('\n')
		if !tooLong {
			line = append(line, part...)
		}
		if len(line) > longestLine {
			line, tooLong = nil, true
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

// number counts what gets a response.
func (s *server) number() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	return s.count - 1
}

// take deals with one request.
func (s *server) take(line []byte) {
	r, err := ParseRequest(line)
	if err != nil {
		s.respond(s.number(), true, failure(r.ID, err))
		return
	}
	if r.Cmd == "stop" {
		if !s.stop(r.ID) {
			s.respond(s.number(), true, failure(r.ID, fmt.Errorf("id: no request of this id is under way")))
		}
		return
	}
	t, err := r.task()
	n := s.number()
	if err != nil {
		s.respond(n, true, failure(r.ID, err))
		return
	}
	j := &job{task: t, number: n, key: string(r.ID)}
	if j.key == "" {
		j.key = fmt.Sprint("number ", n)
	}
	j.ctl = search.NewControl(func() time.Duration {
		s.mu.Lock()
		defer s.mu.Unlock()
		if j.start.IsZero() {
			return 0
		}
		return time.Since(j.start)
	})
	s.mu.Lock()
	if s.running[j.key] != nil {
		s.mu.Unlock()
		s.respond(n, true, failure(r.ID, fmt.Errorf("id: a request of this id is under way")))
		return
	}
	s.running[j.key] = j
	s.mu.Unlock()
	s.jobs <- j
}

// stop stops the request of an id, or all without one. It reports whether there was any.
func (s *server) stop(id json.RawMessage) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(id) == 0 {
		for _, j := range s.running {
			j.stop()
		}
		return true
	}
	j := s.running[string(id)]
	if j != nil {
		j.stop()
	}
	return j != nil
}

// work carries out jobs, one at a time, with an engine of its own. Its table is kept from one to the next on boards of one
// size and rule, so that a position that grows by a move is not begun anew.
func (s *server) work() {
	var engine *search.Engine // made when there is something to do: workers may be many more than requests
	for j := range s.jobs {
		if engine == nil {
			engine = search.New(s.options.Engine)
		}
		if j.task.Clear {
			engine.ClearHash()
		}
		s.carryOut(engine, j)
	}
}

func (s *server) carryOut(engine *search.Engine, j *job) {
	t := &j.task
	s.mu.Lock()
	j.start = time.Now()
	if s.ending && t.Infinite {
		j.stop()
	}
	s.mu.Unlock()
	if t.time > 0 {
		j.ctl.SetTime(t.time, t.time)
	}
	var depth []Line
	result := searchScored(engine, t.pos, t.limits, j.ctl, func(r search.Report) {
		if !t.Progress {
			return
		}
		depth = append(depth[:min(len(depth), r.Rank)], lineOf(r))
		s.respond(j.number, false, Response{ID: t.ID, Type: "progress", Side: side(t.pos), Move: depth[0].Move,
			Nodes: r.Nodes, TimeMS: r.Elapsed.Milliseconds(), Lines: depth})
	})
	res := resultOf(t, result)
	s.mu.Lock()
	res.Stopped = j.stopped
	delete(s.running, j.key)
	s.mu.Unlock()
	s.respond(j.number, true, res)
}

// respond writes a response; the last one of the request of the given number, or one before.
func (s *server) respond(number int, last bool, r Response) {
	if len(r.ID) == 0 {
		r.ID = json.RawMessage("null")
	}
	text, err := json.Marshal(r)
	if err != nil {
		text, _ = json.Marshal(failure(json.RawMessage("null"), err))
	}
	text = append(text, '\n')
	s.outMu.Lock()
	defer s.outMu.Unlock()
	if !s.options.Ordered {
		s.write(text)
		return
	}
	if number != s.next {
		if s.kept == nil {
			s.kept, s.ended = map[int]*bytes.Buffer{}, map[int]bool{}
		}
		if s.kept[number] == nil {
			s.kept[number] = &bytes.Buffer{}
		}
		s.kept[number].Write(text)
		s.ended[number] = last
		return
	}
	s.write(text)
	for last {
		s.next++
		kept := s.kept[s.next]
		if kept == nil {
			return
		}
		s.write(kept.Bytes())
		last = s.ended[s.next]
		delete(s.kept, s.next)
		delete(s.ended, s.next)
	}
}

func (s *server) write(text []byte) {
	if s.failed == nil {
		_, s.failed = s.out.Write(text)
	}
}
