package play

import (
	"errors"
	"fmt"
	"slices"
	"time"
)

// netState is a session's side of a network game. The host keeps the log: whatever happens, at either end, becomes an
// entry there, checked by the host, and is carried out by the guest once it has checked it too. Nothing but entries changes
// a game, so after a cut the host only has to send those that the guest has not got.
//
// What a guest takes from a host: legal events of the game by the host's own seat; those by the guest's seat that the guest
// proposed; an undo, a new game, a draw that the guest asked for or agreed to; the guest's loss on time if the guest's own
// clock says about the same. The host takes proposals for the guest's seat, and nothing else.
type netState struct {
	me      Seat
	peer    *conn // nil: not connected
	ready   bool  // both have said hello since
	session string
	log     []wireEntry

	// Host.
	guestID string  // of the guest's program
	lastID  int     // the last proposal of that guest
	refusal message // the answer to it, if it was refused
	callers []*conn // further connections, which have not said yet whose they are

	// Guest.
	id      string   // of this program
	trust   int      // entries that were there before this program came
	target  int      // entries the host has told of
	nextID  int      // of the next proposal
	pending *message // the proposal not yet decided
	agreed  consent  // what this side has asked for or agreed to

	asked  string // what this side has asked for and not been answered
	askedN int

	asking  string // what the other side asks for
	askingN int
}

// A consent is what both sides want.
type consent struct {
	what string
	n    int
}

// clockSlack is how far two machines' clocks of one turn may differ before a loss on time is not believed.
const clockSlack = 10 * time.Second

func (s *Session) networked() bool { return s.o.Link != nil }
func (s *Session) guest() bool     { return s.o.Link != nil && !s.o.Link.host }

// connected is true without a network.
func (s *Session) connected() bool { return s.o.Link == nil || s.net.peer != nil && s.net.ready }

// arrivals is where the other side is heard, nil without one.
func (s *Session) arrivals() <-chan arrival {
	if s.o.Link == nil {
		return nil
	}
	return s.o.Link.arrivals
}

// initNet begins the log with the game as it stands.
func (s *Session) initNet() {
	n := &s.net
	if s.o.Link == nil {
		return
	}
	if !s.o.Link.host {
		n.me, n.id = 1, nonce()
		return
	}
	n.session = nonce()
	n.log = []wireEntry{{New: termsToWire(s.game.terms, s.game.first)}}
	for _, e := range s.game.events {
		w := toWire(e)
		n.log = append(n.log, wireEntry{Event: &w})
	}
}

func (s *Session) closeNet() {
	if s.o.Link == nil {
		return
	}
	if s.net.peer != nil {
		s.net.peer.send(message{T: "bye"})
	}
	s.o.Link.close()
}

// netText says how the connection is.
func (s *Session) netText() string {
	switch {
	case s.connected():
		return "connected to " + s.players[s.net.me.Other()].Name
	case s.o.Link.host:
		return "waiting at " + s.o.Link.Addr
	}
	return "calling " + s.o.Link.Addr
}

// send writes to the other side, if it is there. A failure shows itself by the connection's end.
func (s *Session) send(m message) {
	if s.net.peer != nil {
		s.net.peer.send(m)
	}
}

// submitNet makes an event of this side happen: the host does it, a guest proposes it.
func (s *Session) submitNet(e Event) {
	n := &s.net
	if s.o.Link.host {
		w := toWire(e)
		if err := s.commit(wireEntry{Event: &w}); err != nil {
			s.say("%v", err)
		}
		return
	}
	switch {
	case !s.connected() || len(n.log) < n.target:
		s.say("not connected; the game is kept, try again when it is")
	case n.pending != nil:
		s.say("wait until the other side has heard of the last one")
	default:
		w := toWire(e)
		n.nextID++
		n.pending = &message{T: "do", ID: n.nextID, At: len(n.log), Event: &w}
		s.send(*n.pending)
	}
}

// commit is the host's: it carries an entry out and tells the guest.
func (s *Session) commit(e wireEntry) error {
	if err := s.carryOut(e); err != nil {
		return err
	}
	n := &s.net
	n.log = append(n.log, e)
	if n.ready {
		s.send(message{T: "entry", Index: len(n.log) - 1, Entry: &e})
	}
	return nil
}

// carryOut changes the game as an entry says, on both sides; after an error nothing has changed.
func (s *Session) carryOut(w wireEntry) error {
	switch {
	case w.New != nil:
		g, err := w.New.game()
		if err != nil {
			return err
		}
		s.leaveGame()
		s.game, s.counted, s.next = g, nil, g.terms
		s.number++
		s.changed()
		s.say("a new game: %s, %s", s.termsText(), does(s.players[g.first].Name, "begin"))
	case w.Undo > 0:
		if w.Undo > s.steps() {
			return errors.New("there is not so much to take back")
		}
		s.game.Undo(w.Undo)
		s.changed()
		s.say("taken back: %d", w.Undo)
	case w.Event != nil:
		e, err := w.Event.event()
		if err != nil {
			return err
		}
		if err := s.game.Apply(e); err != nil {
			return err
		}
		if e.Seat != s.net.me {
			s.announce(e)
		}
		s.changed()
	default:
		return errors.New("an empty entry")
	}
	// Whatever was asked for, it was about the position before.
	s.net.asked, s.net.asking, s.net.agreed = "", "", consent{}
	return nil
}

// arrived takes what the other side has sent, or what has become of the connection.
func (s *Session) arrived(a arrival) {
	n := &s.net
	switch {
	case a.from == nil && a.m.T == "stranger":
		s.say("somebody at %s does not know the word", a.m.Text)
	case a.from == nil:
		s.failure, s.over = a.err, true
	case a.m.T == "up" && a.err == nil && s.o.Link.host:
		switch {
		case n.peer == nil:
			n.peer, n.ready = a.from, false
		case len(n.callers) == maxGuesses:
			a.from.close()
			return
		default:
			n.callers = append(n.callers, a.from)
		}
		a.from.send(message{T: "hello", Name: s.players[n.me].Name, Session: n.session, Have: len(n.log)})
	case a.m.T == "up" && a.err == nil:
		n.peer, n.ready = a.from, false
	case slices.Contains(n.callers, a.from):
		s.called(a)
	case a.from != n.peer: // of a connection that was given up
	case a.err != nil:
		s.drop(a.err)
	default:
		if err := s.heard(&a.m); err != nil {
			s.say("the connection is closed: %v", err)
			s.drop(err)
		}
	}
}

// called is the host's: it takes the first words of a connection beside that of the guest. The same program calls again
// when its old connection is dead, which need not be known here; another one does not get the table.
func (s *Session) called(a arrival) {
	n := &s.net
	n.callers = slices.DeleteFunc(n.callers, func(c *conn) bool { return c == a.from })
	switch {
	case a.err != nil:
	case a.m.T != "hello":
		a.from.close()
	case n.ready && a.m.Guest != n.guestID:
		a.from.send(message{T: "taken"})
		time.AfterFunc(a.from.t.hello, a.from.close) // the guest leaves first
		s.say("another guest was told that the table is taken")
	default:
		if n.peer != nil {
			n.peer.close()
		}
		n.peer, n.ready = a.from, false
		if err := s.heard(&a.m); err != nil {
			s.drop(err)
		}
	}
}

// drop ends the connection; the game waits for the next.
func (s *Session) drop(err error) {
	n := &s.net
	if n.peer == nil {
		return
	}
	n.peer.close()
	if n.ready {
		s.say("the connection to %s is lost; the game is kept and waits", s.players[n.me.Other()].Name)
	}
	n.peer, n.ready = nil, false
	n.asked, n.asking = "", ""
}

// heard carries out a message. An error means that the other side does what it may not do.
func (s *Session) heard(m *message) error {
	n := &s.net
	if m.T == "hello" {
		if n.ready {
			return errProtocol
		}
		if s.o.Link.host {
			return s.helloFromGuest(m)
		}
		return s.helloFromHost(m)
	}
	if !n.ready {
		return errProtocol
	}
	other := s.players[n.me.Other()].Name
	switch m.T {
	case "do":
		if !s.o.Link.host {
			return errProtocol
		}
		return s.proposed(m)
	case "entry":
		if s.o.Link.host || m.Entry == nil {
			return errProtocol
		}
		return s.entered(m)
	case "refused":
		if s.o.Link.host {
			return errProtocol
		}
		if n.pending != nil && n.pending.ID == m.ID {
			n.pending = nil
			s.say("%s", cleanText(m.Why, maxSay))
		}
	case "ask":
		if m.What != "undo" && m.What != "new" && m.What != "draw" || m.N < 0 || m.What == "undo" && (m.N < 1 || m.N > s.steps()) {
			return errProtocol
		}
		n.asking, n.askingN = m.What, m.N
		s.say("%s asks for %s: yes or no?", other, askText(m.What, m.N))
	case "answer":
		if n.asked == "" || n.asked != m.What {
			return nil // to a question that is out of date
		}
		what, k := n.asked, n.askedN
		n.asked = ""
		if !m.Yes {
			n.agreed = consent{}
			s.say("%s does not agree", other)
			return nil
		}
		if s.o.Link.host {
			s.fulfil(what, k)
		}
	case "say":
		s.say("%s: %s", other, cleanText(m.Text, maxSay))
	case "taken":
		if s.o.Link.host {
			return errProtocol
		}
		s.failure, s.over = errTaken, true
	case "bye":
		s.say("%s has left the table", other)
		s.drop(nil)
	default:
		return errProtocol
	}
	return nil
}

// otherName takes the name of the other side, which must not be that of this one.
func (s *Session) otherName(name string) {
	me := s.net.me
	name = cleanName(name)
	if name == "" {
		name = "guest"
	}
	if name == s.players[me].Name {
		name = cleanName(cleanText(name, maxName-2) + " 2")
	}
	if name == s.players[me.Other()].Name {
		return
	}
	s.players[me.Other()].Name = name
	s.score.Names = s.names()
	if s.o.ScoreFile != "" {
		score, err := LoadScore(s.o.ScoreFile, s.names())
		if err != nil {
			s.say("the score is not kept: %v", err)
			s.o.ScoreFile = ""
			return
		}
		s.score = score
	}
}

func (s *Session) helloFromGuest(m *message) error {
	n := &s.net
	if m.Session != "" && m.Session != n.session || m.Have < 0 || m.Have > len(n.log) || m.Session == "" && m.Have != 0 || !isNonce(m.Guest) {
		return errProtocol
	}
	if m.Guest != n.guestID {
		n.guestID, n.lastID, n.refusal = m.Guest, 0, message{}
	}
	s.otherName(m.Name)
	n.ready = true
	for i := m.Have; i < len(n.log); i++ {
		s.send(message{T: "entry", Index: i, Entry: &n.log[i]})
	}
	s.say("%s is here", s.players[n.me.Other()].Name)
	return nil
}

func (s *Session) helloFromHost(m *message) error {
	n := &s.net
	if !isNonce(m.Session) || m.Have < 1 {
		return errProtocol
	}
	switch {
	case n.session == "":
		n.session, n.trust = m.Session, m.Have
	case n.session != m.Session:
		s.failure, s.over = errors.New("the other side has begun another session; call again to play there (--file keeps your game)"), true
		return nil
	case m.Have < len(n.log):
		s.failure, s.over = errors.New("the other side has lost a part of the game"), true
		return nil
	}
	n.target = m.Have
	s.otherName(m.Name)
	n.ready = true
	s.send(message{T: "hello", Name: s.players[n.me].Name, Guest: n.id, Session: n.session, Have: len(n.log)})
	s.say("connected to %s", s.players[n.me.Other()].Name)
	s.again()
	return nil
}

// again sends a proposal that got lost, once the guest knows all that happened.
func (s *Session) again() {
	if n := &s.net; n.pending != nil && len(n.log) == n.target {
		s.send(*n.pending)
	}
}

// proposed is the host's answer to what the guest wants.
func (s *Session) proposed(m *message) error {
	n := &s.net
	if m.Event == nil || m.ID < 1 || m.At < 0 {
		return errProtocol
	}
	if m.ID <= n.lastID {
		if n.refusal.ID == m.ID {
			s.send(n.refusal)
		}
		return nil // a duplicate
	}
	n.lastID = m.ID
	refuse := func(err error) error {
		n.refusal = message{T: "refused", ID: m.ID, Why: err.Error()}
		s.send(n.refusal)
		return nil
	}
	e, err := m.Event.event()
	if err != nil {
		return refuse(err)
	}
	if e.Kind != Placed && e.Kind != Chose && e.Kind != Resigned || e.Seat != n.me.Other() {
		return errProtocol
	}
	if m.At != len(n.log) && e.Kind != Resigned {
		return refuse(errors.New("the game has changed meanwhile"))
	}
	e.Took = 0
	if e.Kind != Resigned {
		e.Took = s.spent // by the host's clock
	}
	w := toWire(e)
	if err := s.commit(wireEntry{Event: &w}); err != nil {
		return refuse(err)
	}
	return nil
}

// entered is the guest's check of an entry, and its carrying out.
func (s *Session) entered(m *message) error {
	n := &s.net
	switch {
	case m.Index < 0 || m.Index > len(n.log):
		return errProtocol
	case m.Index < len(n.log):
		return nil // a duplicate
	}
	mine := false
	if m.Index >= n.trust {
		var err error
		if mine, err = s.allowed(m.Entry); err != nil {
			return err
		}
	}
	if err := s.carryOut(*m.Entry); err != nil {
		return fmt.Errorf("the other side has done what the rules do not allow: %w", err)
	}
	if mine {
		n.pending = nil
	}
	n.log = append(n.log, *m.Entry)
	n.target = max(n.target, len(n.log))
	if m.Index < n.target-1 {
		return nil
	}
	s.again()
	return nil
}

// allowed says whether the host may do this to the guest; mine is true when the guest proposed it.
func (s *Session) allowed(w *wireEntry) (mine bool, err error) {
	n := &s.net
	consented := func(what string, k int) error {
		if n.agreed.what != what || n.agreed.n != k {
			return fmt.Errorf("%s was not agreed", askText(what, k))
		}
		return nil
	}
	switch {
	case w.Undo > 0:
		return false, consented("undo", w.Undo)
	case w.New != nil:
		k := 0
		if w.New.First == s.game.first {
			k = 1
		}
		if *w.New != *termsToWire(s.game.terms, w.New.First) {
			return false, errors.New("the terms of the new game were not agreed")
		}
		return false, consented("new", k)
	case w.Event == nil:
		return false, errProtocol
	case w.Event.Kind == Agreed:
		return false, consented("draw", 0)
	case w.Event.Kind == Flagged && w.Event.Seat == n.me:
		if left, limited := s.game.Left(n.me); !limited || s.spent+clockSlack < left {
			return false, errors.New("by this clock the time is not over")
		}
		return false, nil
	case w.Event.Seat == n.me:
		p := n.pending
		if p == nil || p.Event.Kind != w.Event.Kind || p.Event.Point != w.Event.Point || p.Event.Choice != w.Event.Choice {
			return false, errors.New("the other side has moved for you")
		}
		if took := time.Duration(w.Event.Millis) * time.Millisecond; s.game.terms.Time > 0 && took > s.spent+clockSlack {
			return false, errors.New("by this clock your move took less time")
		}
		return true, nil
	}
	return false, nil
}

// askText names what needs both.
func askText(what string, n int) string {
	switch what {
	case "undo":
		return fmt.Sprintf("taking back %d", n)
	case "new":
		return "a new game"
	}
	return "a draw"
}

// ask asks the other side for what needs both.
func (s *Session) ask(what string, k int) {
	n := &s.net
	switch {
	case !s.connected():
		s.say("not connected; the game is kept, try again when it is")
		return
	case n.asking == what && n.askingN == k: // both want it
		s.reply(true)
		return
	}
	n.asked, n.askedN = what, k
	n.agreed = consent{what, k}
	s.send(message{T: "ask", What: what, N: k})
	s.say("%s is asked for %s", s.players[n.me.Other()].Name, askText(what, k))
}

// reply answers what the other side asks for.
func (s *Session) reply(yes bool) {
	n := &s.net
	if n.asking == "" {
		s.say("nothing is asked")
		return
	}
	what, k := n.asking, n.askingN
	n.asking = ""
	if !yes {
		s.send(message{T: "answer", What: what})
		return
	}
	n.agreed = consent{what, k}
	s.send(message{T: "answer", What: what, N: k, Yes: true})
	if s.o.Link.host {
		s.fulfil(what, k)
	}
}

// fulfil is the host's: it does what both want.
func (s *Session) fulfil(what string, k int) {
	var e wireEntry
	switch what {
	case "undo":
		e.Undo = k
	case "new":
		first := s.game.first
		if k == 0 {
			first = first.Other()
		}
		e.New = termsToWire(s.game.terms, first)
	case "draw":
		e.Event = &wireEvent{Kind: Agreed, Seat: s.net.me}
	}
	if err := s.commit(e); err != nil {
		s.say("%v", err)
	}
}

// sayTo sends a word to the other side.
func (s *Session) sayTo(args []string) {
	switch text := cleanText(args[0], maxSay); {
	case !s.networked():
		s.say("there is nobody at another terminal")
	case !s.connected():
		s.say("not connected")
	case text != "":
		s.send(message{T: "say", Text: text})
	}
}
