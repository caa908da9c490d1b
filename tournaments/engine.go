package tournaments

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sirupsen/logrus"

	"tengen/board"
)

const (
	// unlimitedTime is what the protocol sends as time left when there is no
	// limit, milliseconds.
	unlimitedTime = 2147483647
	// lateWait is how long after the limit and its tolerance an answer is still
	// waited for, to tell a slow engine from a silent one. The game is lost in
	// both cases.
	lateWait = time.Second
	// partialWait is how long the beginning of a line must stand alone before it
	// is read as an answer without a line ending. The answer counts from its
	// last byte, so the engine pays nothing for it.
	partialWait = 50 * time.Millisecond
	// restartWait is how long an engine may take to say that it knows RESTART;
	// after that a new process is started.
	restartWait = 2 * time.Second
	// maxOutput is how much an engine may write in one turn, in bytes.
	maxOutput = 64 << 20
)

// fault is what an engine does that loses the game.
type fault struct {
	Reason Reason
	Detail string
}

func (f *fault) Error() string { return string(f.Reason) + ": " + f.Detail }

func faultf(r Reason, format string, args ...any) *fault {
	return &fault{r, fmt.Sprintf(format, args...)}
}

// Engine is a running engine: the conversation over a process. It belongs to
// one goroutine at a time.
//
// Methods that wait return a *fault when the engine is to blame, and the
// context's error when the run is being stopped.
type Engine struct {
	settings *EngineSettings
	stderr   string
	log      *logrus.Entry

	proc      *process
	lastMove  time.Time // when the engine last answered; for the pause
	suspended bool
	noRestart bool // the engine does not know RESTART
}

// newEngine makes an engine that has not been started.
func newEngine(s *EngineSettings, stderr string, log *logrus.Entry) *Engine {
	return &Engine{settings: s, stderr: stderr, log: log}
}

// launch starts the process.
func (e *Engine) launch() error {
	p, err := startProcess(e.settings.start(e.stderr))
	if err != nil {
		return faultf(NoStart, "%v", err)
	}
	e.proc, e.suspended, e.lastMove = p, false, time.Time{}
	return nil
}

// running tells whether there is a process that has not ended.
func (e *Engine) running() bool { return e.proc != nil && !e.proc.ended() }

// say sends commands, each a line. The protocol wants CR LF.
func (e *Engine) say(lines ...string) error {
	e.wake()
	if e.log.Logger.IsLevelEnabled(logrus.TraceLevel) {
		for _, l := range lines {
			e.log.Tracef("< %s", l)
		}
	}
	if err := e.proc.write(strings.Join(lines, "\r\n") + "\r\n"); err != nil {
		// A broken pipe means that the engine is ending; how it ended is worth
		// more than that the pipe broke.
		e.proc.exit(lateWait)
		return faultf(Crash, "%s", e.proc.how())
	}
	return nil
}

// wake lets a suspended process go on.
func (e *Engine) wake() {
	if e.suspended {
		e.proc.resume()
		e.suspended = false
	}
}

// rest stops the process until the next command, where the settings ask for it.
func (e *Engine) rest() {
	if e.settings.Suspend && e.running() && !e.suspended {
		e.proc.suspend()
		e.suspended = true
	}
}

// outcome says why a wait for a line ended.
type outcome int

const (
	gotLine outcome = iota
	timedOut
	ended
	flooded
	tooBig // memory
)

// wait waits for the next line that is no message, until the deadline. The
// beginning of a line counts as a line when it may be an answer and nothing
// follows for a while.
func (e *Engine) wait(ctx context.Context, deadline time.Time, mayBe func(string) bool) (line, outcome, error) {
	timer := time.NewTimer(time.Until(deadline))
	defer timer.Stop()
	var partial line
	for {
		l, ok, part, closed := e.proc.in.next()
		if ok {
			if e.log.Logger.IsLevelEnabled(logrus.TraceLevel) {
				e.log.Tracef("> %s", l.text)
			}
			return l, gotLine, nil
		}
		switch {
		case closed && e.proc.ended():
			return line{}, ended, nil
		case e.proc.in.volume() > maxOutput:
			return line{}, flooded, nil
		case e.overMemory():
			return line{}, tooBig, nil
		}
		now := time.Now()
		if part.text != partial.text || part.seq != partial.seq {
			partial = part
		}
		next := deadline
		if partial.text != "" && mayBe(partial.text) {
			ripe := partial.at.Add(partialWait)
			if !now.Before(ripe) {
				e.proc.in.take(partial.seq)
				e.log.Tracef("> %s (without a line ending)", partial.text)
				return partial, gotLine, nil
			}
			if ripe.Before(next) {
				next = ripe
			}
		}
		if !now.Before(deadline) {
			return partial, timedOut, nil
		}
		timer.Reset(next.Sub(now))
		select {
		case <-e.proc.in.wake:
		case <-timer.C:
		case <-e.proc.done:
			if !closed {
				// The end of output is filed before done is closed, so the next
				// look sees it.
				continue
			}
		case <-ctx.Done():
			return line{}, timedOut, ctx.Err()
		}
	}
}

func (e *Engine) overMemory() bool {
	return e.settings.Memory > 0 && e.proc.memory.Load() > int64(e.settings.Memory+e.settings.MemoryTolerance)
}

// memoryFault is the fault of overMemory.
func (e *Engine) memoryFault() *fault {
	return faultf(Memory, "%s used, allowed are %s and %s of tolerance", megabytes(e.proc.memory.Load()), megabytes(int64(e.settings.Memory)), megabytes(int64(e.settings.MemoryTolerance)))
}

func megabytes(n int64) string { return fmt.Sprintf("%.1f MB", float64(n)/(1<<20)) }

// newGame brings the engine to an empty board of the right size, with all its
// settings: a new process, or RESTART in a kept one. Time for it is limited by
// the settings and not charged to the game.
func (e *Engine) newGame(ctx context.Context, b BoardSettings) error {
	left := ""
	if e.proc != nil && e.proc.ended() {
		if e.settings.Restart == RestartKeep {
			left = e.proc.how()
		}
		e.close(0)
	}
	if left != "" {
		return faultf(LeftBetween, "the process ended between two games: %s", left)
	}
	if e.proc != nil && (e.settings.Restart == RestartFresh || e.noRestart) {
		e.quit()
	}
	if e.proc != nil {
		known, err := e.restart(ctx)
		if err != nil {
			return err
		}
		if !known {
			e.log.Debug("does not know RESTART; a new process is started for every game")
			e.noRestart = true
			e.quit()
		}
	}
	if e.proc == nil {
		if err := e.launch(); err != nil {
			return err
		}
		if err := e.startBoard(ctx, b); err != nil {
			return err
		}
	}
	e.proc.resetMemory()
	if err := e.say(e.infoLines(b.rule)...); err != nil {
		return err
	}
	e.rest()
	return nil
}

// startBoard sends START and waits for OK.
func (e *Engine) startBoard(ctx context.Context, b BoardSettings) error {
	start := fmt.Sprintf("START %d", b.Width)
	if b.Width != b.Height {
		start = fmt.Sprintf("RECTSTART %d,%d", b.Width, b.Height)
	}
	answer, err := e.ask(ctx, start, time.Duration(e.settings.StartLimit), okOrNot)
	switch {
	case err != nil:
		return err
	case answer == "":
		return faultf(NoStart, "no answer to %s within %v", start, e.settings.StartLimit)
	case !isOK(answer):
		return faultf(NoStart, "the answer to %s was %q", start, answer)
	}
	return nil
}

// restart asks a kept process for a new game.
func (e *Engine) restart(ctx context.Context) (known bool, err error) {
	e.pause(ctx)
	answer, err := e.ask(ctx, "RESTART", min(restartWait, time.Duration(e.settings.StartLimit)), okOrNot)
	if f, ok := err.(*fault); ok && f.Reason == NoStart {
		return false, faultf(LeftBetween, "the process ended between two games: %s", e.proc.how())
	}
	return isOK(answer), err
}

// ask sends one command outside a game and gives the first line that is an
// answer to it, or "" when none comes in time.
func (e *Engine) ask(ctx context.Context, command string, limit time.Duration, isAnswer func(string) bool) (string, error) {
	e.dropStray()
	if err := e.say(command); err != nil {
		err.(*fault).Reason = NoStart
		return "", err
	}
	deadline := time.Now().Add(limit)
	for {
		l, why, err := e.wait(ctx, deadline, isAnswer)
		switch {
		case err != nil:
			return "", err
		case why == timedOut:
			return "", nil
		case why == ended:
			return "", faultf(NoStart, "ended before it answered %s: %s", command, e.proc.how())
		case why == flooded:
			return "", faultf(Flood, "more than %s in answer to %s", megabytes(maxOutput), command)
		case why == tooBig:
			return "", e.memoryFault()
		}
		if isAnswer(l.text) {
			return l.text, nil
		}
		e.log.Debugf("not an answer to %s: %q", command, l.text)
	}
}

// about asks the engine who it is. An engine without an answer has none.
func (e *Engine) about(ctx context.Context) (string, error) {
	return e.ask(ctx, "ABOUT", time.Duration(e.settings.StartLimit), func(text string) bool { return !isOK(text) })
}

// isOK tells whether a line is the answer OK. Some engines put words after it.
func isOK(text string) bool { return hasWord(text, "OK") }

// okOrNot tells whether a line answers START or RESTART, one way or the other.
func okOrNot(text string) bool {
	return isOK(text) || hasWord(text, "ERROR") || hasWord(text, "UNKNOWN")
}

// infoLines are the INFO commands of a new game.
func (e *Engine) infoLines(rule board.Rule) []string {
	s := e.settings
	lines := []string{
		fmt.Sprintf("INFO timeout_turn %d", s.Turn.Milliseconds()),
		fmt.Sprintf("INFO timeout_match %d", s.Game.Milliseconds()),
		fmt.Sprintf("INFO max_memory %d", s.Memory),
		"INFO game_type 1",
		fmt.Sprintf("INFO rule %d", ruleNumber(rule)),
	}
	add := func(format string, value int64) {
		if value > 0 {
			lines = append(lines, fmt.Sprintf(format, value))
		}
	}
	add("INFO time_increment %d", s.Increment.Milliseconds())
	add("INFO max_node %d", s.Nodes)
	add("INFO max_depth %d", int64(s.Depth))
	add("INFO thread_num %d", int64(s.Threads))
	if s.Folder != "" {
		lines = append(lines, "INFO folder "+s.Folder)
	}
	for _, key := range sortedKeys(s.Info) {
		lines = append(lines, "INFO "+key+" "+s.Info[key])
	}
	return lines
}

// ruleNumber is the rule in INFO rule: see the protocol, and for caro the
// Gomocup judge, where 9 is caro with exactly five.
func ruleNumber(r board.Rule) int {
	switch r {
	case board.Standard:
		return 1
	case board.Renju:
		return 4
	case board.Caro:
		return 8
	case board.CaroExact:
		return 9
	default:
		return 0
	}
}

// pause waits until the settings allow a command after the engine's last
// answer.
func (e *Engine) pause(ctx context.Context) {
	rest := time.Until(e.lastMove.Add(time.Duration(e.settings.Pause)))
	if e.lastMove.IsZero() || rest <= 0 {
		return
	}
	timer := time.NewTimer(rest)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-ctx.Done():
	}
}

// dropStray forgets what the engine said without being asked.
func (e *Engine) dropStray() {
	for _, l := range e.proc.in.reset() {
		e.log.Debugf("said without being asked: %q", l.text)
	}
}

// answer is the line by which an engine moves, and what it cost.
type answer struct {
	text    string
	elapsed time.Duration // from the flush of the command to the answer
	said    []string      // messages before it
}

// think sends the commands of a turn and waits for a line that isAnswer
// accepts. The time allowed is limit plus the tolerance; what is given is for
// the clock, what is a fault comes as one.
func (e *Engine) think(ctx context.Context, commands []string, limit time.Duration, why Reason, isAnswer func(string) bool) (answer, error) {
	e.pause(ctx)
	e.dropStray()
	if err := e.say(commands...); err != nil {
		return answer{}, err
	}
	start := time.Now()
	allowed := limit + time.Duration(e.settings.Tolerance)
	deadline := start.Add(max(0, allowed) + lateWait)
	lastError := ""
	for {
		l, end, err := e.wait(ctx, deadline, isAnswer)
		if err != nil {
			return answer{}, err
		}
		switch end {
		case timedOut:
			return answer{}, e.silence(commands, allowed, l, lastError)
		case ended:
			return answer{}, faultf(Crash, "%s", e.proc.how())
		case flooded:
			return answer{}, faultf(Flood, "more than %s in one turn", megabytes(maxOutput))
		case tooBig:
			return answer{}, e.memoryFault()
		}
		if move, ok := strings.CutPrefix(strings.ToUpper(l.text), "SUGGEST "); ok {
			// The engine leaves the last word to us; we have no other move.
			if err := e.say("PLAY " + strings.TrimSpace(move)); err != nil {
				return answer{}, err
			}
			continue
		}
		if !isAnswer(l.text) {
			if hasWord(l.text, "ERROR") || hasWord(l.text, "UNKNOWN") {
				lastError = l.text
			}
			e.log.Debugf("not a move: %q", l.text)
			continue
		}
		e.lastMove = l.at
		a := answer{l.text, max(0, l.at.Sub(start)), e.proc.in.said()}
		if a.elapsed > allowed {
			return a, faultf(why, "%s after %v, allowed are %v and %v of tolerance", pointNames(l.text), a.elapsed.Round(time.Millisecond), limit, e.settings.Tolerance)
		}
		e.rest()
		return a, nil
	}
}

// silence is the fault of an engine that did not answer.
func (e *Engine) silence(commands []string, allowed time.Duration, partial line, lastError string) *fault {
	what := commands[len(commands)-1]
	if what == "DONE" {
		what = "BOARD"
		if commands[0] == "SWAP2BOARD" || len(commands) > 1 && commands[1] == "SWAP2BOARD" {
			what = "SWAP2BOARD"
		}
	}
	after := (max(0, allowed) + lateWait).Round(time.Millisecond)
	if partial.text != "" {
		text := partial.text
		if len(text) > 100 {
			text = text[:100]
		}
		return faultf(HalfLine, "only %q, no whole line, %v after %s", text, after, what)
	}
	f := faultf(Silence, "no move %v after %s", after, what)
	if lastError != "" {
		f.Detail += fmt.Sprintf("; it said %q", lastError)
	}
	if e.settings.Pause == 0 {
		f.Detail += "; some engines lose a command sent right after their move, see the setting pause"
	}
	return f
}

// quit ends the engine politely: END, time to leave, then by force.
func (e *Engine) quit() {
	if e.proc == nil {
		return
	}
	if e.running() {
		// Some engines ignore an END sent at once after their move.
		e.pause(context.Background())
		e.wake()
		e.proc.write("END\r\n")
	}
	e.close(time.Duration(e.settings.EndLimit))
}

// close waits up to grace for the process to end, ends it by force and forgets
// it. It is always reaped when close returns.
func (e *Engine) close(grace time.Duration) {
	if e.proc == nil {
		return
	}
	e.wake()
	if alone := e.proc.exit(grace); !alone && grace > 0 {
		e.log.Debugf("still there %v after END; killed", grace)
	}
	e.proc, e.suspended = nil, false
}
