// Package check runs a program through everything that the managers of gomoku engines and Gomocup's organisers expect of
// one: the conversation of the protocol, good and bad input, the positions of the rules, times, suspension, memory,
// leaving. It knows nothing about how an engine works and plays no better than it must.
//
// A check is a function that talks with the engine and stops at the first thing that is wrong (checks.go lists them all).
// Talks (talk.go) run over the process driver of package tournaments; whole games are played by its referee. What may
// not enter: anything of eval, search and protocol, for a check must not share a mistake with what it checks.
package check

import (
	"context"
	"fmt"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"tengen/board"
	"tengen/tournaments"
)

// Settings say what is checked, and how strictly.
type Settings struct {
	Engine tournaments.EngineSettings // the command and how it is run; its limits are the checks' own

	Rules     []board.Rule   // that the engine claims to play; nil: all
	Only      *regexp.Regexp // checks whose "group: name" it matches; nil: all
	Speed     int            // the leagues' times are divided by this
	Finals    bool           // the times of the leagues' finals too
	Tolerance time.Duration  // how far past a limit of time an answer may come
	Start     time.Duration  // from the start of the process to its first move
	End       time.Duration  // from END, or the end of input, to the end of the process
	Memory    int64          // bytes that the engine is told it may use
	// MemoryTolerance is how many bytes more than that a process may have: what belongs to the system, not to the engine.
	MemoryTolerance int64
	Patience        time.Duration // how long an answer is waited for that no limit of time governs
}

// windowsLibraries is what Windows' own libraries take of a process's working set, which is all that the driver sees there,
// bytes; guessed. Gomocup does not count them.
const windowsLibraries = 16 << 20

// Default gives settings with the limits of Gomocup where it has any, for an engine yet to be named.
func Default() Settings {
	e := tournaments.DefaultEngine()
	own := int64(0)
	if runtime.GOOS == "windows" {
		own = windowsLibraries
	}
	return Settings{
		Engine:    e,
		Speed:     100,
		Finals:    true,
		Tolerance: 100 * time.Millisecond,
		Start:     time.Second,
		End:       500 * time.Millisecond, // then the judge kills
		Memory:    350 << 20,

		MemoryTolerance: own,
		Patience:        5 * time.Second,
	}
}

// A Verdict is what came of a check.
type Verdict string

// The verdicts. Unsupported is for what an engine may leave out and says, or shows by silence, that it has left out.
const (
	Pass        Verdict = "pass"
	Fail        Verdict = "fail"
	Unsupported Verdict = "not supported"
	Skipped     Verdict = "skipped"
)

// A Result is what came of one check.
type Result struct {
	Group   string   `json:"group"`
	Name    string   `json:"name"`
	For     string   `json:"for"` // who needs it
	Verdict Verdict  `json:"verdict"`
	Detail  string   `json:"detail,omitempty"` // what is wrong, or figures
	Lines   []string `json:"lines,omitempty"`  // the end of the talk, where something is wrong
	Seconds float64  `json:"seconds"`
}

// A Report is what came of all of them.
type Report struct {
	Command     string   `json:"command"`
	About       string   `json:"about"` // the engine's answer to ABOUT
	Results     []Result `json:"results"`
	Passed      int      `json:"passed"`
	Failed      int      `json:"failed"`
	Unsupported int      `json:"not_supported"`
	Skipped     int      `json:"skipped"`
	Seconds     float64  `json:"seconds"`
}

// StartError says that the engine could not be talked with at all.
type StartError struct{ Err error }

func (e *StartError) Error() string { return e.Err.Error() }
func (e *StartError) Unwrap() error { return e.Err }

// Run makes all checks, one after the other, and calls watch (if not nil) after each. dir is what relative paths of the
// settings start from. When ctx is cancelled the checks so far are returned with its error. No process is left behind.
func Run(ctx context.Context, s Settings, dir string, watch func(Result)) (*Report, error) {
	begun := time.Now()
	if err := s.Engine.Check(dir); err != nil {
		return nil, err
	}
	if s.Speed < 1 {
		return nil, fmt.Errorf("the leagues' times are divided by %d; it must be 1 or more", s.Speed)
	}
	if s.Patience <= 0 {
		return nil, fmt.Errorf("answers are waited for %v; it must be more than 0", s.Patience)
	}
	checks := allChecks(&s)
	if s.Only != nil {
		checks = slices.DeleteFunc(checks, func(c check) bool { return !s.Only.MatchString(c.group + ": " + c.name) })
	}
	if len(checks) == 0 {
		return nil, fmt.Errorf("no check matches %q; they are named as the first two columns of the output, \"handshake: start-up time\"", s.Only)
	}
	r := &Report{Command: strings.TrimSpace(s.Engine.Command + " " + strings.Join(s.Engine.Args, " "))}
	v := &visit{Settings: s, ctx: ctx, from: dir, habit: manners{endings: map[string]int{}}}
	if err := v.meet(r); err != nil {
		return nil, &StartError{err}
	}
	for _, c := range checks {
		if ctx.Err() != nil {
			break
		}
		result := v.runFairly(c)
		if ctx.Err() != nil {
			break // what it says is not the engine's fault
		}
		r.add(result)
		if watch != nil {
			watch(result)
		}
	}
	r.Seconds = time.Since(begun).Seconds()
	return r, ctx.Err()
}

func (r *Report) add(result Result) {
	r.Results = append(r.Results, result)
	switch result.Verdict {
	case Pass:
		r.Passed++
	case Fail:
		r.Failed++
	case Unsupported:
		r.Unsupported++
	case Skipped:
		r.Skipped++
	}
}

// A visit is one run of all checks on one engine.
type visit struct {
	Settings
	ctx   context.Context
	from  string  // what relative paths start from
	habit manners // what all talks showed, for the checks of group "output"
	best  int64   // largest memory seen in any talk, bytes
}

// meet finds out whether there is anything to talk with, and who it is.
func (v *visit) meet(r *Report) error {
	k, err := v.talk("first meeting", &v.Engine)
	if err != nil {
		return err
	}
	defer k.hangUp()
	_ = k.program.Write("ABOUT\r\n")
	r.About, _ = k.next(v.Patience)
	select {
	case <-k.program.Done():
		return fmt.Errorf("%s ended when it was asked ABOUT: %s", r.Command, k.program.How())
	case <-time.After(calm):
		return nil
	}
}

// A T is one check being made.
type T struct {
	*visit
	talks []*talk
	notes []string
	dir   string // for files, made when it is asked for
}

// A stop ends a check early; it travels as a panic from the place that knows to run, so that checks read as a list of
// what is expected.
type stop struct {
	verdict Verdict
	why     string
}

// A check that fails on a machine that had no time for us is made again, up to so many times, so that the engine is not
// blamed for the machine.
const (
	tries   = 3
	busy    = 25 * time.Millisecond // a timer that is so late shows such a machine; guessed
	pulse   = 5 * time.Millisecond
	busyFor = "timers of this machine were up to %d ms late meanwhile"
)

// runFairly makes a check, again where the machine may be to blame for what was found.
func (v *visit) runFairly(c check) Result {
	for n := 1; ; n++ {
		late := watchTimers()
		r := v.run(c)
		worst := late()
		if r.Verdict != Fail || worst < busy || v.ctx.Err() != nil {
			return r
		}
		if n == tries {
			r.Detail += "; " + fmt.Sprintf(busyFor, worst.Milliseconds())
			return r
		}
	}
}

// watchTimers looks how late timers are until the function that it returns is called, which tells.
func watchTimers() (worst func() time.Duration) {
	over, result := make(chan struct{}), make(chan time.Duration)
	go func() {
		var most time.Duration
		for {
			began := time.Now()
			select {
			case <-over:
				result <- most
				return
			case <-time.After(pulse):
				most = max(most, time.Since(began)-pulse)
			}
		}
	}()
	return func() time.Duration {
		close(over)
		return <-result
	}
}

// run makes one check.
func (v *visit) run(c check) (r Result) {
	r = Result{Group: c.group, Name: c.name, For: c.who, Verdict: Pass}
	t := &T{visit: v}
	begun := time.Now()
	defer func() {
		reason := recover()
		if s, ok := reason.(stop); ok {
			r.Verdict, r.Detail = s.verdict, s.why
		} else if reason != nil {
			panic(reason)
		}
		if r.Verdict == Pass {
			r.Detail = strings.Join(t.notes, "; ")
		}
		if r.Verdict == Fail {
			for _, k := range t.talks {
				r.Lines = append(r.Lines, k.lastLines()...)
			}
		}
		t.cleanUp()
		r.Seconds = time.Since(begun).Seconds()
	}()
	c.make(t)
	return r
}

func (t *T) cleanUp() {
	for _, k := range t.talks {
		k.hangUp()
	}
	if t.dir != "" {
		removeAll(t.dir)
	}
}

func failf(format string, args ...any) { panic(stop{Fail, fmt.Sprintf(format, args...)}) }

// unsupported ends a check of something an engine may leave out.
func unsupported(format string, args ...any) { panic(stop{Unsupported, fmt.Sprintf(format, args...)}) }

func skip(format string, args ...any) { panic(stop{Skipped, fmt.Sprintf(format, args...)}) }

// notef adds a figure to what is said of a check that passes.
func (t *T) notef(format string, args ...any) {
	t.notes = append(t.notes, fmt.Sprintf(format, args...))
}

// plays tells whether the engine claims to play a rule.
func (s *Settings) plays(r board.Rule) bool {
	for _, claimed := range s.Rules {
		if claimed == r {
			return true
		}
	}
	return s.Rules == nil
}
