package play

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"time"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

// A Player is who sits on a seat.
type Player struct {
	Name   string
	Engine bool
	Level  int // of an engine: 1 to search.FullStrength
}

// Options say how a session begins.
type Options struct {
	Terms   Terms
	Players [2]Player // seat 0 is the one at this terminal where there is one; in a network game the host
	First   Seat      // who begins

	Engine search.Options
	Turn   time.Duration // the engine's time for a move
	Nodes  uint64        // and its nodes; 0: no limit
	Seed   uint64        // of levels and openings

	LoadFile  string // a game to go on with; "": none
	GameFile  string // the game is kept there after every move, and gone on with if it is there; "": not
	ScoreFile string // likewise the score

	Link *Link // a network game: from Listen or Call; nil: none

	// Patient says that lines wait until the engine has moved, as those of a script must.
	Patient bool
	Now     func() time.Time // nil: the clock of the system
}

// An Input is what a user has typed, or the end of it.
type Input struct {
	Line string
	End  bool
}

// A UI shows a session. All methods are called from one goroutine.
type UI interface {
	Show(v *View)                      // the state of the table; called whenever it may have changed
	Say(line string)                   // one message
	Page(title string, lines []string) // something longer to read
	Redraw()                           // draw the board although nothing has changed
	Typed()                            // a line has been read
}

// A Session is a table: the game, who plays it, and what is said about it. It belongs to the goroutine of Run.
type Session struct {
	o       Options
	ui      UI
	players [2]Player
	next    Terms // of the next game
	game    *Game
	number  int // of the game, counted up
	score   Score
	counted *Result // of this game, in the score
	aside   bool    // the game file holds what this game would destroy: it is copied before the first writing

	engine  *search.Engine
	thought *thought

	paused  bool
	over    bool // leave
	ended   bool // no more input
	failure error

	spent  time.Duration // on the turn under way
	ticked time.Time

	net netState
}

// NewSession sets the table up.
func NewSession(o Options, ui UI) (*Session, error) {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.GameFile != "" {
		if err := CheckFile(o.GameFile, true); err != nil {
			return nil, err
		}
	}
	if o.ScoreFile != "" {
		if err := CheckFile(o.ScoreFile, false); err != nil {
			return nil, err
		}
	}
	s := &Session{o: o, ui: ui, players: o.Players, next: o.Terms}
	for i := range s.players {
		p := &s.players[i]
		p.Name = cleanName(p.Name)
		if p.Name == "" {
			return nil, errors.New("a player needs a name")
		}
		if p.Engine {
			if err := search.ParseLevel(p.Level); err != nil {
				return nil, err
			}
		}
	}
	if s.players[0].Name == s.players[1].Name {
		s.players[1].Name = cleanName(cleanText(s.players[1].Name, maxName-2) + " 2")
	}
	var err error
	if s.game, err = NewGame(o.Terms, o.First); err != nil {
		return nil, err
	}
	s.score.Names = s.names()
	if o.ScoreFile != "" && o.Link == nil {
		if s.score, err = LoadScore(o.ScoreFile, s.names()); err != nil {
			return nil, err
		}
	}
	if o.LoadFile != "" {
		saved, err := Load(o.LoadFile, 1, s.saved())
		if err != nil {
			return nil, err
		}
		s.sitDown(saved)
	}
	if o.GameFile != "" {
		if err := s.openGameFile(); err != nil {
			return nil, err
		}
	}
	s.initNet()
	return s, nil
}

// openGameFile goes on with the game that is kept, if there is one that is not over.
func (s *Session) openGameFile() error {
	text, err := os.ReadFile(s.o.GameFile)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if s.guest() { // the game is the host's, and this file may have another one
		s.aside = true
		return nil
	}
	saved, err := Load(s.o.GameFile, 1, s.saved())
	if err != nil {
		return err
	}
	s.sitDown(saved)
	s.aside = !losesNothing(s.o.GameFile, text, saved)
	if s.game.phase == Over { // a finished game needs no going on with
		s.say("the game in %s is over; another begins", s.o.GameFile)
		s.aside, s.counted = true, nil
		s.game, err = NewGame(s.next, s.game.first.Other())
	}
	return err
}

// leaveGame is called before another game takes the place of this one: a finished one is not destroyed in its file.
func (s *Session) leaveGame() {
	if _, over := s.game.Result(); over {
		s.aside = true
	}
}

// keepGame writes the game into its file.
func (s *Session) keepGame() {
	if s.o.GameFile == "" {
		return
	}
	if s.aside {
		switch name, err := keepAside(s.o.GameFile); {
		case err == nil:
			s.say("what was in %s is now in %s", s.o.GameFile, name)
		case !errors.Is(err, fs.ErrNotExist):
			s.say("the game is not kept: %s has another one, and no copy of it can be made: %v", s.o.GameFile, err)
			return
		}
		s.aside = false
	}
	if err := Save(s.o.GameFile, s.saved(), true); err != nil {
		s.say("the game is not kept: %v", err)
	}
}

func (s *Session) names() [2]string { return [2]string{s.players[0].Name, s.players[1].Name} }

func (s *Session) saved() Saved { return Saved{Game: s.game, Names: s.names()} }

// sitDown takes a loaded game as the one that is played.
func (s *Session) sitDown(l Saved) {
	if l.Names != s.names() {
		s.players[0].Name, s.players[1].Name = l.Names[0], l.Names[1]
		s.score = Score{Names: s.names()}
	}
	s.game, s.counted = l.Game, nil
	if r, over := l.Game.Result(); over {
		s.counted = &r // it counted where it was played
		s.score.Add(Result{Winner: Nobody})
		s.score.Drawn--
	}
	t := l.Game.Terms()
	s.next = t
	if l.OddRule != "" {
		s.say("the rule %q of the file is not known here: %v holds", cleanText(l.OddRule, maxName), t.Rule)
	}
}

func (s *Session) say(format string, args ...any) {
	s.ui.Say(fmt.Sprintf(format, args...))
}

// Run plays until the user leaves, the input ends and nothing is left to wait for, or ctx is done.
func (s *Session) Run(ctx context.Context, input <-chan Input) error {
	defer s.cancel()
	defer s.closeNet()
	s.ticked = s.o.Now()
	tick := time.NewTicker(250 * time.Millisecond)
	defer tick.Stop()
	if n := len(s.game.events); n > 0 {
		s.say("going on with a game of %s: %s", counted(s.game.board.Stones(), "stone", "stones"), s.termsText())
	}
	for !s.over {
		if s.engineToAct() && s.thought == nil {
			s.think(toMove, s.game.ToAct())
		}
		if s.ended && s.thought == nil {
			break
		}
		s.ui.Show(s.view())
		in := input
		if s.ended || s.o.Patient && s.thought != nil {
			in = nil
		}
		var thoughts chan answer
		if s.thought != nil {
			thoughts = s.thought.done
		}
		select {
		case <-ctx.Done():
			s.over = true
		case i, ok := <-in:
			s.run()
			if !ok || i.End {
				s.ended = true
				break
			}
			s.ui.Typed()
			s.obey(i.Line)
		case a := <-thoughts:
			s.run()
			s.answered(a)
		case a := <-s.arrivals():
			s.run()
			s.arrived(a)
		case <-tick.C:
			s.run()
			s.flag()
		}
	}
	s.ui.Show(s.view())
	return s.failure
}

// run brings the clock up to now.
func (s *Session) run() {
	now := s.o.Now()
	if d := now.Sub(s.ticked); d > 0 && s.game.phase != Over && !s.paused && s.connected() {
		s.spent += d
	}
	s.ticked = now
}

// flag ends a game whose clock has run out. In a network game the host's clock decides.
func (s *Session) flag() {
	seat := s.game.ToAct()
	if seat == Nobody || s.guest() {
		return
	}
	if left, ok := s.game.Left(seat); ok && s.spent > left {
		s.submit(Event{Kind: Flagged, Seat: seat, Took: s.spent})
	}
}

// engineToAct says whether the engine is to be set to work.
func (s *Session) engineToAct() bool {
	seat := s.game.ToAct()
	return seat != Nobody && s.players[seat].Engine && !s.paused && !s.networked()
}

// firstThought is the greedy move.
func (s *Session) firstThought() board.Point {
	return search.Greedy(s.game.board, eval.New(s.o.Engine.Weights, s.game.board.Rule()))
}

// answered takes what the engine has found.
func (s *Session) answered(a answer) {
	t := s.thought
	s.thought = nil
	if a.fault != nil {
		s.engine = nil
		s.say("the engine has failed (%v) and plays its first thought", a.fault)
		p := s.firstThought()
		a = answer{events: []Event{{Kind: Placed, Point: p}}}
	}
	if t.task == toHint {
		s.say("hint: %v (%s)", a.result.Move, verdict(a.result))
		return
	}
	for _, e := range a.events {
		e.Seat = t.seat
		e.Took = s.spent
		if err := s.game.Apply(e); err != nil {
			s.say("the engine wanted to play %v: %v", e.Point, err)
			p := s.firstThought()
			if err := s.game.Apply(Event{Kind: Placed, Seat: t.seat, Point: p, Took: s.spent}); err != nil {
				s.paused = true // no move at all: cannot be, the game would be over
			}
		}
		s.announce(e)
		s.spent = 0
	}
	s.changed()
}

// announce says what somebody else than the user has done.
func (s *Session) announce(e Event) {
	name := s.players[e.Seat].Name
	switch e.Kind {
	case Placed:
		s.say("%s %v (%s)", does(name, "play"), e.Point, e.Took.Round(100*time.Millisecond))
	case Chose:
		switch e.Choice {
		case PlaceTwo:
			s.say("%s two more stones", does(name, "place"))
		default:
			s.say("%s %s", does(name, "take"), e.Choice)
		}
	}
}

// changed follows every change of the game: it counts, keeps, and tells how it ended.
func (s *Session) changed() {
	s.spent = 0
	r, over := s.game.Result()
	switch {
	case over && s.counted == nil:
		s.counted = &r
		s.score.Add(r)
		s.say("%s", s.resultText(r))
		s.keepScore()
	case !over && s.counted != nil: // taken back
		if s.counted.Winner == Nobody {
			s.score.Drawn = max(0, s.score.Drawn-1)
		} else {
			s.score.Won[s.counted.Winner] = max(0, s.score.Won[s.counted.Winner]-1)
		}
		s.counted = nil
		s.keepScore()
	}
	s.keepGame()
}

func (s *Session) keepScore() {
	if s.o.ScoreFile == "" {
		return
	}
	if err := s.score.Save(s.o.ScoreFile); err != nil {
		s.say("the score is not kept: %v", err)
	}
}

// resultText says how the game ended.
func (s *Session) resultText(r Result) string {
	if r.Winner == Nobody {
		return "drawn: " + r.Reason
	}
	name := s.players[r.Winner].Name
	return fmt.Sprintf("%s (%v) %s: %s", name, s.game.Color(r.Winner), form(name, "win"), r.Reason)
}

// submit makes an event of this side happen.
func (s *Session) submit(e Event) {
	if s.networked() {
		s.submitNet(e)
		return
	}
	if err := s.game.Apply(e); err != nil {
		s.say("%v", err)
		return
	}
	s.cancel()
	s.changed()
}

// actor is the seat that this terminal acts for, or says why it cannot act now.
func (s *Session) actor() (Seat, error) {
	seat := s.game.ToAct()
	switch {
	case seat == Nobody:
		return Nobody, errors.New("the game is over; new begins another")
	case s.networked() && seat != s.net.me:
		return Nobody, fmt.Errorf("it is the turn of %s", s.players[seat].Name)
	case s.players[seat].Engine && !s.networked():
		return Nobody, fmt.Errorf("it is the turn of %s, the engine", s.players[seat].Name)
	}
	return seat, nil
}

func (s *Session) place(p board.Point) {
	seat, err := s.actor()
	if err == nil {
		err = s.game.CheckMove(seat, p)
	}
	if err != nil {
		s.say("%v", err)
		return
	}
	s.submit(Event{Kind: Placed, Seat: seat, Point: p, Took: s.spent})
}

func (s *Session) choose(c Choice) {
	seat, err := s.actor()
	if err != nil {
		s.say("%v", err)
		return
	}
	s.submit(Event{Kind: Chose, Seat: seat, Choice: c, Took: s.spent})
}

// undoable is how many steps undo takes without a number, 0 for none.
func (s *Session) undoable() int {
	human := func(seat Seat) bool {
		if s.networked() {
			return seat == s.net.me
		}
		return !s.players[seat].Engine
	}
	if s.players[0].Engine == s.players[1].Engine && !s.networked() {
		return min(1, s.steps())
	}
	// Back to the last thing that the human did.
	n := 0
	for i := len(s.game.events) - 1; i >= 0; i-- {
		e := s.game.events[i]
		if e.Kind != Placed && e.Kind != Chose {
			continue
		}
		n++
		if human(e.Seat) {
			return n
		}
	}
	return 0
}

// steps counts what can be taken back.
func (s *Session) steps() int {
	n := 0
	for _, e := range s.game.events {
		if e.Kind == Placed || e.Kind == Chose {
			n++
		}
	}
	return n
}

func (s *Session) undo(args []string) {
	n := s.undoable()
	if len(args) > 0 {
		k, err := strconv.Atoi(args[0])
		if err != nil || k < 1 {
			s.say("undo %s: give a number of moves, such as undo 2", args[0])
			return
		}
		n = min(k, s.steps())
	}
	if n == 0 {
		s.say("there is nothing of yours to take back")
		return
	}
	if s.networked() {
		s.ask("undo", n)
		return
	}
	s.cancel()
	n = s.game.Undo(n)
	if s.players[0].Engine && s.players[1].Engine && !s.paused {
		s.paused = true
		s.say("the engines wait; go sets them to work again")
	}
	s.changed()
	s.say("taken back: %d", n)
}

func (s *Session) resign([]string) {
	seat := s.game.ToAct()
	switch {
	case s.networked():
		seat = s.net.me
	case seat != Nobody && s.players[seat].Engine && !s.players[seat.Other()].Engine:
		seat = seat.Other() // the engine is to move, the human resigns
	}
	if seat == Nobody || s.game.phase == Over {
		s.say("%v", errOver)
		return
	}
	s.submit(Event{Kind: Resigned, Seat: seat, Took: 0})
}

func (s *Session) draw([]string) {
	switch {
	case s.game.phase == Over:
		s.say("%v", errOver)
	case s.networked():
		s.ask("draw", 0)
	default:
		s.submit(Event{Kind: Agreed, Seat: 0})
	}
}

func (s *Session) newGame(args []string) {
	first := s.game.first.Other()
	if len(args) > 0 {
		if args[0] != "same" {
			s.say("new begins a game with colours swapped, new same without")
			return
		}
		first = s.game.first
	}
	if s.networked() {
		n := 0
		if len(args) > 0 {
			n = 1
		}
		s.ask("new", n)
		return
	}
	s.begin(s.next, first)
}

// begin starts a game.
func (s *Session) begin(t Terms, first Seat) {
	g, err := NewGame(t, first)
	if err != nil {
		s.say("%v", err)
		return
	}
	s.cancel()
	s.leaveGame()
	s.game, s.counted, s.paused = g, nil, false
	s.number++
	s.changed()
	s.say("a new game: %s", s.termsText())
	if name := s.players[first].Name; !t.Swap2 {
		s.say("%s with black", does(name, "begin"))
	} else {
		s.say("swap2: %s three stones", does(name, "place"))
	}
}

func (s *Session) termsText() string {
	t := s.game.terms
	return fmt.Sprintf("%v, %d by %d", t.Rule, t.Width, t.Height)
}

func (s *Session) hint([]string) {
	if s.networked() {
		s.say("there is no help in a game between two people")
		return
	}
	seat, err := s.actor()
	switch {
	case err != nil:
		s.say("%v", err)
	case len(s.game.Choices()) > 0:
		s.say("a choice is wanted: %s", choiceWords(s.game.Choices()))
	default:
		s.cancel()
		s.think(toHint, seat)
		s.say("thinking for %v", s.o.Turn)
	}
}

// explained is how many candidates explain shows: what fits on a page of 24 lines.
const explained = 8

func (s *Session) explain([]string) {
	if s.networked() {
		s.say("there is no help in a game between two people")
		return
	}
	if s.game.phase == Over {
		s.say("%v", errOver)
		return
	}
	b := s.game.board
	lines := []string{
		fmt.Sprintf("%v to move: what a stone makes for %v, and what it denies %v", b.SideToMove(), b.SideToMove(), b.SideToMove().Other()),
		"point  total  attack  defence  makes / denies",
	}
	for _, x := range search.Explain(b, &s.o.Engine.Weights, explained) {
		text := fmt.Sprintf("%-4v %7d %7d %8d  %v / %v", x.Point, x.Total, x.Attack, x.Defence, x.OwnClass, x.OtherClass)
		if x.Forbidden != board.NotForbidden {
			text = fmt.Sprintf("%-4v forbidden: %v", x.Point, x.Forbidden)
		}
		lines = append(lines, text)
	}
	s.ui.Page("how the best-looking moves are judged", lines)
}

func (s *Session) stopThinking([]string) {
	if s.thought == nil {
		s.say("the engine is not thinking")
		return
	}
	s.thought.ctl.Stop()
}

func (s *Session) pause([]string) {
	if s.networked() {
		s.say("a network game cannot be paused")
		return
	}
	s.cancel()
	s.paused = true
	s.say("paused; go goes on")
}

func (s *Session) goOn([]string) { s.paused = false }

func (s *Session) setLevel(args []string) {
	if len(args) != 1 {
		s.say("level N: 1 (weakest) to %d", search.FullStrength)
		return
	}
	n, err := strconv.Atoi(args[0])
	if err == nil {
		err = search.ParseLevel(n)
	}
	if err != nil {
		s.say("level %s: 1 (weakest) to %d is allowed", args[0], search.FullStrength)
		return
	}
	for i := range s.players {
		s.players[i].Level = n
	}
	s.say("the engine plays at level %d", n)
}

// setNext changes the terms of the next game, and begins it if no stone stands yet.
func (s *Session) setNext(t Terms, what string) {
	if s.networked() {
		s.say("the terms of a network game are the host's, given when it starts")
		return
	}
	if err := t.Check(); err != nil {
		s.say("%v", err)
		return
	}
	s.next = t
	if len(s.game.events) == 0 {
		s.begin(t, s.game.first)
		return
	}
	s.say("%s from the next game on; new begins it", what)
}

func (s *Session) setSize(args []string) {
	t := s.next
	w, h, ok := "", "", len(args) == 1
	if ok {
		w, h, ok = strings.Cut(strings.ToLower(args[0]), "x")
		if !ok {
			h, ok = w, true
		}
	}
	var err1, err2 error
	t.Width, err1 = strconv.Atoi(w)
	t.Height, err2 = strconv.Atoi(h)
	if !ok || err1 != nil || err2 != nil {
		s.say("size N or size WxH, such as size 15 or size 9x14: %d to %d points each", board.MinSize, board.MaxSize)
		return
	}
	s.setNext(t, fmt.Sprintf("%d by %d points", t.Width, t.Height))
}

func (s *Session) setRule(args []string) {
	t := s.next
	var err error
	t.Rule, err = board.ParseRule(strings.ToLower(strings.Join(args, " ")))
	if err != nil {
		s.say("%v", err)
		return
	}
	s.setNext(t, fmt.Sprintf("the rule %v holds", t.Rule))
}

func (s *Session) setSwap2(args []string) {
	t := s.next
	switch strings.Join(args, " ") {
	case "on":
		t.Swap2 = true
	case "off":
		t.Swap2 = false
	default:
		s.say("swap2 on or swap2 off")
		return
	}
	s.setNext(t, "swap2 "+args[0])
}

func (s *Session) setPlayers(args []string) {
	if s.networked() {
		s.say("two people play a network game")
		return
	}
	var engine [2]bool
	for i := range engine {
		if len(args) != 2 || args[i] != "human" && args[i] != "engine" {
			s.say("players X Y: human or engine for %s and for %s", s.players[0].Name, s.players[1].Name)
			return
		}
		engine[i] = args[i] == "engine"
	}
	s.cancel()
	for i := range engine {
		s.players[i].Engine = engine[i]
		if s.players[i].Level == 0 {
			s.players[i].Level = search.FullStrength
		}
	}
}

func (s *Session) setNames(args []string) {
	if s.networked() {
		s.say("names of a network game are given when it starts")
		return
	}
	var names [2]string
	for i := range names {
		if len(args) != 2 || cleanName(args[i]) == "" {
			s.say("names X Y: two names without blanks")
			return
		}
		names[i] = cleanName(args[i])
	}
	if names[0] == names[1] {
		s.say("two different names are needed")
		return
	}
	score := Score{Names: names}
	if s.o.ScoreFile != "" {
		var err error
		if score, err = LoadScore(s.o.ScoreFile, names); err != nil {
			s.say("%v", err)
			return
		}
	}
	s.players[0].Name, s.players[1].Name, s.score = names[0], names[1], score
}

func (s *Session) save(args []string)      { s.saveTo(args[0], false) }
func (s *Session) overwrite(args []string) { s.saveTo(args[0], true) }

func (s *Session) saveTo(path string, replace bool) {
	if path == "" {
		s.say("save FILE: the end of the name says how, .sgf, .psq or .json")
		return
	}
	if err := Save(path, s.saved(), replace); err != nil {
		s.say("%v", err)
		return
	}
	s.say("saved to %s", path)
	if p := s.game.phase; p < Playing && !strings.HasSuffix(strings.ToLower(path), ".json") {
		s.say("only .json keeps that the opening is not over")
	}
}

func (s *Session) load(args []string) {
	if s.networked() {
		s.say("a network game begins with a file by --file on the host's side")
		return
	}
	path, n := args[0], 1
	if path == "" {
		s.say("load FILE, or load FILE N for the N-th game in it")
		return
	}
	if _, err := os.Stat(path); err != nil {
		if i := strings.LastIndexByte(path, ' '); i > 0 {
			if k, e := strconv.Atoi(path[i+1:]); e == nil {
				path, n = strings.TrimSpace(path[:i]), k
			}
		}
	}
	l, err := Load(path, n, s.saved())
	if err != nil {
		s.say("%v", err)
		return
	}
	s.cancel()
	s.leaveGame()
	s.sitDown(l)
	s.number++
	s.paused = s.players[0].Engine && s.players[1].Engine
	s.changed()
	s.say("loaded %s: %s, %s, %s against %s", path, s.termsText(), counted(s.game.board.Stones(), "stone", "stones"), s.players[0].Name, s.players[1].Name)
	if r, over := s.game.Result(); over {
		s.say("%s", s.resultText(r))
	}
}

func (s *Session) help([]string) { s.ui.Page("commands", helpLines()) }

// DefaultEngine is the engine of a table where nothing else is said.
func DefaultEngine() search.Options {
	return search.Options{Width: 40, MaxDepth: search.MaxDepth, HashBytes: 64 << 20, Weights: eval.DefaultWeights(), Threads: 1}
}
