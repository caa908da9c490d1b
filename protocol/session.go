package protocol

import (
	"fmt"
	"io"
	"strings"
	"sync/atomic"
	"time"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

// The numbers of the session, all guessed.
const (
	// longestQueue is how many commands may wait for an answer to come out before no more lines are read.
	longestQueue = 4096
	// farewell is how long lines not yet written may keep us after END; the contract wants us gone within 100 ms.
	farewell = 50 * time.Millisecond
)

// A session speaks with one manager. Everything in it belongs to the goroutine of run but where said otherwise.
type session struct {
	o     Options
	begun time.Time
	out   *writer
	set   settings
	game  *game // nil before the first START

	blocks assembler
	barred barred    // where we must not play
	queue  []request // commands waiting for the answer to come out
	ended  bool      // END has come
	broken bool      // nobody reads our output
	atEnd  bool      // the input has ended

	shown    bool // YXSHOWINFO has come
	rowFirst bool // the manager is Yixin-Board, which writes the row first

	complained bool // that max_memory is too small
	noticed    bool // Options.Notices have been sent

	// search chooses a move; tests put in searches that hang and panic.
	search   thinker
	scripted bool          // tests: search stands for all of the engine's, so what is known before it stays the answer
	thought  *thought      // the search we wait for, nil when idle
	ponder   *thought      // one on the opponent's time; it does not run beside the other
	lagging  *thought      // one answered for at its deadline, which perhaps still runs on the engine
	grace    time.Duration // stopGrace but in tests that must not depend on the machine's load
	speak    time.Duration // no message before
	alarm    *time.Timer

	judge   *eval.Evaluator // of greedy moves
	desk    *board.Board    // for the next search to work on; nil while one has it
	guess   *board.Board    // the position that is searched on the opponent's time
	engine  *search.Engine  // nil before the first search
	threads int             // of engine
	hash    int64           // of engine, bytes
	used    bool            // engine's table is not empty
	stale   bool            // what engine's table holds must not be used again
	held    *atomic.Int64   // bytes of tables that searches left behind still hold; shared with them
}

// Run speaks the protocol until END, the end of the input, or until nobody reads the output. It returns when everything
// has been written; a goroutine reading from in may remain until in is closed or brings a line.
func Run(in io.Reader, out io.Writer, o Options) {
	newSession(o).run(in, out)
}

func newSession(o Options) *session {
	o = o.complete()
	set := newSettings(o.Turn, o.Match, o.Margin)
	set.pondering = o.Pondering
	s := &session{
		o:      o,
		begun:  time.Now(),
		set:    set,
		barred: barred{paths: map[string]bool{}},
		search: searcher(),
		grace:  stopGrace,
		held:   new(atomic.Int64),
		alarm:  time.NewTimer(time.Hour),
	}
	return s
}

// now is the session's clock. It runs on while the process is suspended.
func (s *session) now() time.Duration { return time.Since(s.begun) }

// run is the loop of the session.
func (s *session) run(in io.Reader, out io.Writer) {
	s.out = newWriter(out, s.o.LineEnd)
	over := make(chan struct{})
	lines := make(chan line)
	go s.read(in, lines, over)
	s.o.Log.WithField("version", s.o.Version).Info("session begins")

	for s.step(lines) {
	}
	s.dropPonder()

	close(over)
	patience := time.Duration(0)
	if s.ended {
		patience = farewell
	}
	s.out.close(patience)
	s.o.Log.Info("session ends")
}

// step does one thing: it carries out a command that has been waiting for an answer to come out, or waits for something to
// happen. It reports whether the session goes on.
func (s *session) step(lines <-chan line) bool {
	switch {
	case s.ended || s.broken:
		return false
	case s.thought == nil && len(s.queue) > 0:
		next := s.queue[0]
		s.queue = s.queue[1:]
		next.at = s.now()
		s.handle(next)
	case s.thought == nil && s.atEnd:
		return false
	default:
		s.wait(lines)
	}
	return true
}

// wait waits for whatever comes first and deals with it.
func (s *session) wait(lines <-chan line) {
	if s.atEnd || len(s.queue) >= longestQueue || s.out.waiting() >= enough {
		lines = nil
	}
	var done <-chan outcome
	var reports <-chan struct{}
	if s.thought != nil {
		done = s.thought.done
		reports = s.thought.news(s)
		s.alarm.Reset(s.nextAlarm() - s.now())
	} else if s.ponder != nil {
		s.alarm.Reset(s.ponder.nextGone - s.now())
	}
	select {
	case l, ok := <-lines:
		if ok {
			s.hear(l)
		} else {
			s.endOfInput()
		}
	case r := <-done:
		s.finish(r)
	case <-reports:
		s.tell()
	case <-s.alarm.C:
		s.ring()
	case <-s.out.emptied:
	case <-s.out.broken:
		s.broken = true
	}
}

// read is the reading goroutine: it hands lines on with the time they were complete, until the input or the session ends.
func (s *session) read(in io.Reader, lines chan<- line, over <-chan struct{}) {
	defer close(lines)
	r := newLineReader(in)
	for {
		text, cut, err := r.next()
		if err != nil {
			return
		}
		select {
		case lines <- line{text, cut, s.now()}:
		case <-over:
			return
		}
	}
}

// hear takes one line of the manager.
func (s *session) hear(l line) {
	s.record('>', l.text)
	r, ok := s.blocks.feed(l)
	if !ok {
		return
	}
	if fromYixin(r.Name) {
		s.altered(s.set.sawYixin())
	}
	switch {
	case r.Kind == End:
		s.ended = true
		s.dropPonder()
		if s.thought != nil {
			s.thought.ctl.Stop() // the processor is wanted for leaving
		}
	case r.Kind == Stop:
		s.stop()
	case r.Kind == Info && !s.queued(func(e *entry) bool { return e.thinks || e.manners == stops }):
		s.handle(r)
	case s.thought != nil:
		s.queue = append(s.queue, r)
		if r.entry.manners == stops {
			s.stop()
		}
	default:
		s.handle(r)
	}
}

// queued reports whether a command of the given sort waits for the answer to come out. An INFO behind one is meant for
// what comes after it.
func (s *session) queued(sort func(*entry) bool) bool {
	for i := range s.queue {
		if sort(s.queue[i].entry) {
			return true
		}
	}
	return false
}

// endOfInput notes that nothing more will be asked. A search without limits would never end by itself.
func (s *session) endOfInput() {
	s.atEnd = true
	s.dropPonder()
	if t := s.thought; t != nil && t.endless {
		s.stop()
	}
}

// handle carries a command out and sees to it that it gets exactly one answer if it wants one. No search is running but
// for INFO.
func (s *session) handle(r request) {
	if !r.Kind.leavesPonder() {
		s.dropPonder()
	}
	switch e := r.entry; {
	case r.Err != "":
		s.refuse(e, r.Err)
		return
	case e.needs && s.game == nil:
		s.fail(fmt.Sprintf("%s needs a game: START comes first", r.Name)) // also where the answer would be messages
		return
	case e.plays && !s.complained && s.tooLittleMemory():
		s.complained = true
		s.fail(fmt.Sprintf("max_memory of %d bytes is too small: at least %d are needed", s.set.maxMemory, leastMemory))
		return
	}
	switch r.Kind {
	case Start:
		s.start(s.sides(r))
	case Restart:
		s.start(s.game.board.Width(), s.game.board.Height())
	case Begin:
		s.think(r.at)
	case Turn:
		if s.put(r) {
			s.think(r.at)
		}
	case Play:
		if s.put(r) {
			s.say(coordinates(board.At(r.X, r.Y)))
		}
	case Board:
		if why := s.game.set(r.Stones); why != "" {
			s.fail(why)
			return
		}
		s.think(r.at)
	case Swap, SwapStep, Soosorv:
		s.playOpening(r)
	case Position:
		if why := s.game.set(r.Stones); why != "" {
			s.refuse(r.entry, why)
		}
	case NBest, Balance:
		s.analyse(r)
	case BlockSome:
		s.bar(r)
	case ShowInfo:
		s.showInfo()
	case HashUsage:
		s.message(fmt.Sprintf("the table has %d KB; how much of it is used is not counted", s.tableBytes()>>10))
	case Ignored:
	case Unsupported:
		s.message(lacking(r.Name))
	case Takeback:
		if why := s.game.takeBack(r.X, r.Y); why != "" {
			s.fail(why)
			return
		}
		s.say("OK")
	case Info:
		s.info(r)
	case About:
		s.say(about(s.o.Version))
	case HashClear:
		s.forget()
	case ShowForbid:
		s.say(forbidden(s.game.board))
	default:
		s.say("UNKNOWN command " + quoted(r.Name))
	}
}

// start begins a new game. The table stays as it is if it may help in the new game; it must not where the same moves are
// wanted again from the same limits.
func (s *session) start(width, height int) {
	rule, continuous := s.set.rule()
	g, err := newGame(width, height, rule, continuous)
	if err != nil {
		s.fail(err.Error())
		return
	}
	same := s.game != nil && s.game.board.Width() == width && s.game.board.Height() == height && s.game.board.Rule() == rule
	s.game = g
	s.set.clock.newGame()
	if l := s.limits(); !same || l.Depth > 0 || l.Nodes > 0 {
		s.forget()
	}
	s.say("OK")
}

// put plays the move of a TURN or PLAY, or answers why it cannot.
func (s *session) put(r request) bool {
	p, why := s.game.point(r.X, r.Y)
	if why != "" {
		s.fail(why)
		return false
	}
	s.game.play(p)
	return true
}

// info takes an INFO line.
func (s *session) info(r request) {
	c := s.set.set(r.Key, r.Value)
	s.altered(c)
	switch c {
	case changedFolder:
		s.o.Folder(r.Value)
	case changedEvaluate:
		s.evaluate(r.Value)
	}
	if !s.set.pondering {
		s.dropPonder()
	}
}

// altered carries out what a change of settings entails, also in mid-search.
func (s *session) altered(c change) {
	if c&changedRule != 0 && s.game != nil {
		s.dropPonder()
		before := s.game.board.Rule()
		s.game.setRule(s.set.rule())
		if before != s.game.board.Rule() {
			s.forget()
		}
		s.reconsider()
	}
	if c&changedTime != 0 {
		s.retime()
	}
	if c&changedMemory != 0 {
		s.complained = false
		if s.set.maxMemory > 0 {
			s.o.LimitMemory(softLimit(s.set.maxMemory))
		} else {
			s.o.LimitMemory(0)
		}
	}
}

func (s *session) tooLittleMemory() bool {
	return s.set.maxMemory > 0 && s.set.maxMemory < leastMemory
}

// evaluate writes to the log what we think of a point.
func (s *session) evaluate(value string) {
	v, ok := numbers(value, 2)
	if !ok || s.game == nil {
		return
	}
	if p, ok := s.game.find(v[0], v[1]); ok && s.game.board.At(p) == board.Empty {
		s.o.Log.Infof("evaluate %v: black %v, white %v", p, s.game.board.Class(p, board.Black), s.game.board.Class(p, board.White))
	}
}

// say writes an answer.
func (s *session) say(text string) {
	s.record('<', text)
	s.out.put(text)
}

// fail answers that a command cannot be carried out.
func (s *session) fail(text string) { s.say("ERROR " + text) }

// refuse tells that a command cannot be carried out: by ERROR where an answer is due, else by a message.
func (s *session) refuse(e *entry, text string) {
	if e.answered {
		s.fail(text)
		return
	}
	s.message(text)
}

// message writes a line for the user, unless the manager has stopped reading.
func (s *session) message(text string) {
	if text != "" && s.out.waiting() < chatty {
		s.say("MESSAGE " + text)
	}
}

// record writes a line to the transcript.
func (s *session) record(direction byte, text string) {
	if s.o.Transcript == nil {
		return
	}
	const most = 500
	if len(text) > most {
		text = text[:most] + "..."
	}
	_, _ = fmt.Fprintf(s.o.Transcript, "%s %10.3f %c %s\n", time.Now().Format("15:04:05.000"), s.now().Seconds(), direction, plain(text))
}

// coordinates writes a move as an answer.
func coordinates(p board.Point) string { return fmt.Sprintf("%d,%d", p.X(), p.Y()) }

// about is the answer to ABOUT. No value in it has a comma, an equals sign or a quotation mark.
func about(version string) string {
	version = strings.NewReplacer(",", "", "=", "", `"`, "").Replace(version)
	return fmt.Sprintf(`name="Tengen", version="%s", author="The Tengen authors", country="International"`, version)
}

// forbidden lists the points forbidden to the side to move, two digits for each coordinate.
func forbidden(b *board.Board) string {
	var list strings.Builder
	if b.Rule() == board.Renju && b.SideToMove() == board.Black {
		for _, p := range b.Empties().AppendTo(nil) {
			if b.Forbidden(p) {
				fmt.Fprintf(&list, "%02d%02d", p.X(), p.Y())
			}
		}
	}
	return "FORBID " + list.String() + "."
}
