package tournaments

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"

	"github.com/sirupsen/logrus"
	"golang.org/x/sync/errgroup"
)

// RunOptions say how a tournament is run; nothing in them changes its games.
type RunOptions struct {
	Record string         // record file; empty: games are not kept
	Shard  Shard          // the part of the schedule to play
	Stderr string         // directory for the engines' standard error; empty: it is not kept
	Log    *logrus.Logger // nil: no log; at trace level every line to and from engines
	Watch  func(Event)    // nil, or called after everything that happens, from one goroutine

	// Playing is nil, or called when a game begins and after each of its moves,
	// from as many goroutines as there are games at a time. It must not block.
	Playing func(Progress)
}

// Event is something that happened in a run.
type Event struct {
	Header    Header     // of the tournament
	Game      *Game      // the game that ended; nil at the beginning of the run
	Standings *Standings // with the game counted; only for reading, only until Watch returns
	Done      int        // games of this run's part of the schedule that are played, earlier runs' included
	Total     int        // games of that part
	Test      *TestState // the state of the SPRT, if there is one
}

// TestState is how far an SPRT has come.
type TestState struct {
	SPRT    SPRT
	Pairs   Pairs // the pairs the test has looked at
	LLR     float64
	Verdict Verdict
}

func (s *TestState) String() string { return s.SPRT.describe(s.Pairs) }

// Outcome is what a run came to.
type Outcome struct {
	Standings *Standings
	Done      int
	Total     int
	Test      *TestState // nil without SPRT
	Resumed   int        // games that were in the record before
	NoStarts  int        // games of this run lost because an engine did not start
	Faults    int        // games of this run lost by any fault
}

// StartError says which engines could not be started before the first game.
type StartError struct{ Err error }

func (e *StartError) Error() string { return e.Err.Error() }
func (e *StartError) Unwrap() error { return e.Err }

// Run plays the tournament, or what a record says is still to be played. When
// ctx is cancelled the games in progress are dropped, all engines are ended,
// and the outcome so far is returned with the context's error.
//
// No process that Run has started is left when it returns.
func (t *Tournament) Run(ctx context.Context, o RunOptions) (*Outcome, error) {
	if o.Log == nil {
		o.Log = logrus.New()
		o.Log.SetOutput(io.Discard)
		o.Log.SetLevel(logrus.PanicLevel)
	}
	if o.Stderr != "" {
		if err := os.MkdirAll(o.Stderr, 0o755); err != nil {
			return nil, fmt.Errorf("cannot make the directory for standard error: %w", err)
		}
	}
	players, err := t.meet(ctx, o)
	if err != nil {
		return nil, err
	}
	r := newRun(t, o, players)
	if o.Record != "" {
		rec, err := OpenRecord(o.Record, r.header, r.resume)
		if err != nil {
			return nil, err
		}
		defer rec.Close()
		r.record = rec
	}
	return r.play(ctx)
}

// meet starts every engine once, asks who it is and whether it can play on the
// board, and gives names to those without one. An engine that fails here stops
// the tournament before its first game.
func (t *Tournament) meet(ctx context.Context, o RunOptions) ([]EngineHeader, error) {
	players := make([]EngineHeader, len(t.Engines))
	problems := make([]error, len(t.Engines))
	var group errgroup.Group
	group.SetLimit(max(1, t.Concurrency))
	for i := range t.Engines {
		group.Go(func() error {
			players[i], problems[i] = t.meetOne(ctx, i, o)
			return nil
		})
	}
	group.Wait()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if err := errors.Join(problems...); err != nil {
		return nil, &StartError{err}
	}
	used := map[string]int{}
	for i := range t.Engines {
		used[t.Engines[i].Name]++
	}
	for i := range players {
		if players[i].Name != "" {
			continue
		}
		base := aboutName(players[i].About)
		if base == "" {
			base = strings.TrimSuffix(filepath.Base(t.Engines[i].program), ".exe")
		}
		name := base
		for n := 2; used[name] > 0; n++ {
			name = fmt.Sprintf("%s-%d", base, n)
		}
		used[name]++
		players[i].Name = name
	}
	return players, nil
}

func (t *Tournament) meetOne(ctx context.Context, i int, o RunOptions) (EngineHeader, error) {
	s := &t.Engines[i]
	h := EngineHeader{Name: s.Name, Command: strings.TrimSpace(s.Command + " " + strings.Join(s.Args, " "))}
	label := s.Name
	if label == "" {
		label = s.Command
	}
	e := newEngine(s, stderrPath(o.Stderr, label), o.Log.WithField("engine", label))
	defer e.quit()
	err := e.launch()
	if err == nil {
		h.About, err = e.about(ctx)
	}
	if err == nil {
		err = e.startBoard(ctx, t.Board)
	}
	if err != nil {
		return h, fmt.Errorf("engine %d, %s: %w", i+1, label, err)
	}
	return h, nil
}

var (
	aboutNameValue = regexp.MustCompile(`(?i)\bname\s*=\s*"([^"]*)"`)
	notFileName    = regexp.MustCompile(`[^A-Za-z0-9._-]+`)
)

// aboutName is the name in an answer to ABOUT, "" when there is none.
func aboutName(about string) string {
	m := aboutNameValue.FindStringSubmatch(about)
	if m == nil {
		return ""
	}
	return printable(strings.Join(strings.Fields(strings.ToValidUTF8(m[1], "?")), " "))
}

// stderrPath is the file for an engine's standard error.
func stderrPath(dir, name string) string {
	if dir == "" {
		return ""
	}
	return filepath.Join(dir, notFileName.ReplaceAllString(name, "_")+".txt")
}

// run is one run of a tournament. Its fields belong to the collector, the
// goroutine that called Run, except where workers only read.
type run struct {
	t       *Tournament
	o       RunOptions
	players []EngineHeader
	names   []string
	header  Header

	record    *Record
	standings *Standings
	played    map[int]bool // by number, in earlier runs; nobody writes it while games are played
	test      *sprtRun     // nil without SPRT
	out       Outcome
}

func newRun(t *Tournament, o RunOptions, players []EngineHeader) *run {
	names := Header{Engines: players}.Names()
	r := &run{t: t, o: o, players: players, names: names, header: t.header(players, o.Shard), standings: NewStandings(names), played: map[int]bool{}}
	r.out.Standings = r.standings
	for n := range t.Games() {
		if o.Shard.Whole() {
			r.out.Total = t.Games()
			break
		}
		if (n/2)%o.Shard.Count == o.Shard.Index-1 {
			r.out.Total++
		}
	}
	// A shard sees a part of the games only; the whole is tested after merging.
	if t.SPRT != nil && o.Shard.Whole() {
		r.test = newSPRTRun(SPRT(*t.SPRT), names[0])
	}
	return r
}

// resume counts a game that the record already has.
func (r *run) resume(g Game) error {
	if r.played[g.Number] {
		return fmt.Errorf("game %s is there twice", g.ID)
	}
	if !r.standings.Add(g) {
		return fmt.Errorf("game %s is between %q and %q, who are not both in the tournament", g.ID, g.Black, g.White)
	}
	r.played[g.Number] = true
	r.out.Resumed++
	// A record may have more than is to be played now: the whole where a shard is
	// asked for, or more rounds.
	if g.Number < r.t.Games() && r.o.Shard.Has(Entry{Pair: g.Pair}) {
		r.out.Done++
	}
	r.test.add(g)
	return nil
}

// play hands entries to workers, collects their games and writes them down.
func (r *run) play(ctx context.Context) (*Outcome, error) {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	r.tell(nil)
	if r.test.decided() {
		return r.finish(), nil
	}
	entries := make(chan Entry)
	go r.feed(playing, entries)
	games := make(chan Game, r.t.Concurrency)
	broken := make(chan error, r.t.Concurrency)
	var workers sync.WaitGroup
	for n := range r.t.Concurrency {
		workers.Add(1)
		go func() {
			defer workers.Done()
			w := worker{r.t, r.o, r.names, r.o.Log.WithField("worker", n+1), map[int]*Engine{}}
			if err := w.work(playing, entries, games); err != nil {
				broken <- err
				stop()
			}
		}()
	}
	go func() { workers.Wait(); close(games) }()

	var failed error
	for g := range games {
		batch := []Game{g}
		for more := true; more; {
			select {
			case g, ok := <-games:
				if more = ok; ok {
					batch = append(batch, g)
				}
			default:
				more = false
			}
		}
		if failed != nil || r.test.decided() {
			// The test ended with an earlier game: what still arrives was in
			// progress and does not count.
			continue
		}
		if failed = r.take(batch); failed != nil || r.test.decided() {
			stop()
		}
	}
	select {
	case err := <-broken:
		failed = errors.Join(failed, err)
	default:
	}
	if failed == nil {
		failed = ctx.Err()
	}
	return r.finish(), failed
}

// feed offers the entries that are still to be played, in order.
func (r *run) feed(ctx context.Context, entries chan<- Entry) {
	defer close(entries)
	for n := range r.t.Games() {
		if r.played[n] {
			continue
		}
		e := r.t.Entry(n)
		if !r.o.Shard.Has(e) {
			continue
		}
		select {
		case entries <- e:
		case <-ctx.Done():
			return
		}
	}
}

// take writes games down, then counts them.
func (r *run) take(batch []Game) error {
	if r.record != nil {
		if err := r.record.Append(batch...); err != nil {
			return err
		}
	}
	for i := range batch {
		g := &batch[i]
		r.standings.Add(*g)
		r.test.add(*g)
		r.out.Done++
		if g.Reason.IsFault() {
			r.out.Faults++
		}
		if g.Reason == NoStart {
			r.out.NoStarts++
		}
		r.tell(g)
	}
	return nil
}

// tell reports to Watch.
func (r *run) tell(g *Game) {
	if r.o.Watch != nil {
		r.o.Watch(Event{Header: r.header, Game: g, Standings: r.standings, Done: r.out.Done, Total: r.out.Total, Test: r.test.state()})
	}
}

func (r *run) finish() *Outcome {
	r.out.Test = r.test.state()
	return &r.out
}

// worker plays one game after the other and keeps the engines between them
// where their settings ask for it.
type worker struct {
	t       *Tournament
	o       RunOptions
	names   []string
	log     *logrus.Entry
	engines map[int]*Engine // running, by index
}

func (w *worker) work(ctx context.Context, entries <-chan Entry, games chan<- Game) error {
	defer w.leave(ctx)
	for entry := range entries {
		// Engines that are not needed now would only take memory.
		for i, e := range w.engines {
			if i != entry.First && i != entry.Second {
				e.quit()
				delete(w.engines, i)
			}
		}
		g, err := w.t.playGame(ctx, entry, w.names, w.engine(entry.First), w.engine(entry.Second), w.o.Playing)
		if ctx.Err() != nil {
			return nil // the run is being stopped; the game does not count
		}
		if err != nil {
			return fmt.Errorf("game %s: %w", entry.ID(), err)
		}
		games <- g
	}
	return nil
}

func (w *worker) engine(i int) *Engine {
	e := w.engines[i]
	if e == nil {
		e = newEngine(&w.t.Engines[i], stderrPath(w.o.Stderr, w.names[i]), w.log.WithField("engine", w.names[i]))
		w.engines[i] = e
	}
	return e
}

// leave ends the worker's engines, at once when the run is being stopped.
func (w *worker) leave(ctx context.Context) {
	var all sync.WaitGroup
	for _, e := range w.engines {
		all.Add(1)
		go func() {
			defer all.Done()
			if ctx.Err() != nil {
				e.close(0)
			} else {
				e.quit()
			}
		}()
	}
	all.Wait()
}

// sprtRun feeds a test with pairs in the order of the schedule, whatever order
// games end in: short games are not like long ones, and a test that saw them
// first would be biased, and would depend on how many games run at a time.
type sprtRun struct {
	sprt    SPRT
	name    string       // of the first engine
	half    map[int]Game // games whose pair is not complete, by pair
	whole   map[int]int  // twice the first engine's points, by pair
	next    int          // the pair the test waits for
	pairs   Pairs
	verdict Verdict
}

func newSPRTRun(s SPRT, first string) *sprtRun {
	return &sprtRun{sprt: s, name: first, half: map[int]Game{}, whole: map[int]int{}}
}

func (s *sprtRun) add(g Game) {
	if s == nil {
		return
	}
	other, ok := s.half[g.Pair]
	if !ok {
		s.half[g.Pair] = Game{Black: g.Black, White: g.White, Result: g.Result}
		return
	}
	delete(s.half, g.Pair)
	s.whole[g.Pair] = int(2 * (scoreFor(g, s.name) + scoreFor(other, s.name)))
	for s.verdict == Undecided {
		points, ok := s.whole[s.next]
		if !ok {
			break
		}
		delete(s.whole, s.next)
		s.next++
		s.pairs[points]++
		s.verdict = s.sprt.Verdict(s.sprt.LLR(s.pairs))
	}
}

func (s *sprtRun) decided() bool { return s != nil && s.verdict != Undecided }

func (s *sprtRun) state() *TestState {
	if s == nil {
		return nil
	}
	return &TestState{s.sprt, s.pairs, s.sprt.LLR(s.pairs), s.verdict}
}
