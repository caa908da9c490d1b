package play

import (
	"bufio"
	"context"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"strings"
	"sync"
	"testing"
	"time"
)

var quick = wireSettings{rounds: 100, hello: time.Second, ping: 50 * time.Millisecond, dead: time.Second, wrong: 20 * time.Millisecond, retry: 20 * time.Millisecond}

// A side is a session of a network game with somebody typing.
type side struct {
	t     *testing.T
	u     *fakeUI
	s     *Session
	lines chan Input
	done  chan error
}

func newSide(t *testing.T, l *Link, o Options) *side {
	t.Helper()
	o.Link = l
	p := &side{t: t, u: &fakeUI{}, lines: make(chan Input), done: make(chan error, 1)}
	var err error
	if p.s, err = NewSession(o, p.u); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go func() { p.done <- p.s.Run(ctx, p.lines) }()
	t.Cleanup(cancel)
	return p
}

func hostSide(t *testing.T, o Options) (*side, string) {
	t.Helper()
	l, err := listen("127.0.0.1:0", "the word", quick)
	if err != nil {
		t.Fatal(err)
	}
	return newSide(t, l, o), l.Addr
}

func guestSide(t *testing.T, addr, word string) *side {
	t.Helper()
	l, err := call(addr, word, quick)
	if err != nil {
		t.Fatal(err)
	}
	o := hotSeat()
	o.Players[0].Name, o.Players[1].Name = "the host", "Ben"
	return newSide(t, l, o)
}

func (p *side) types(line string) {
	p.t.Helper()
	select {
	case p.lines <- Input{Line: line}:
	case <-time.After(10 * time.Second):
		p.t.Fatal("nobody reads what is typed")
	}
}

func (p *side) hears(text string) {
	p.t.Helper()
	for end := time.Now().Add(10 * time.Second); !strings.Contains(p.u.text(), text); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("%q was not said in ten seconds, but\n%s", text, p.u.text())
		}
	}
}

func (p *side) stones(n int) {
	p.t.Helper()
	for end := time.Now().Add(10 * time.Second); p.u.now().Moves != n; time.Sleep(2 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatalf("%d stones, not %d; it was said\n%s", p.u.now().Moves, n, p.u.text())
		}
	}
}

// both waits until both sides show n stones.
func both(n int, a, b *side) {
	a.t.Helper()
	a.stones(n)
	b.stones(n)
}

// sameGame compares the two sides' logs and boards after the sessions have ended.
func sameGame(t *testing.T, a, b *side) {
	t.Helper()
	for _, p := range []*side{a, b} {
		p.types("quit")
		select {
		case <-p.done:
		case <-time.After(10 * time.Second):
			t.Fatal("a session does not end")
		}
	}
	x, _ := json.Marshal(a.s.net.log)
	y, _ := json.Marshal(b.s.net.log)
	if string(x) != string(y) {
		t.Errorf("the logs differ:\n%s\n%s", x, y)
	}
	if a.s.game.board.Hash() != b.s.game.board.Hash() {
		t.Error("the boards differ")
	}
}

func TestNetworkGame(t *testing.T) {
	host, addr := hostSide(t, hotSeat())
	guest := guestSide(t, addr, "the word")
	guest.hears("connected to Anna")
	host.hears("Ben is here")
	guest.types("h8")
	guest.hears("it is the turn of Anna")
	host.types("h8")
	both(1, host, guest)
	guest.types("h8")
	guest.hears("there is a stone on h8 already")
	guest.types("i9")
	both(2, host, guest)
	guest.types("say good luck \x1b[2J")
	host.hears("Ben: good luck [2J")
	host.types("hint")
	host.hears("no help")
	// Undo needs both.
	guest.types("undo")
	host.hears("Ben asks for taking back 1")
	host.types("no")
	guest.hears("does not agree")
	guest.types("undo")
	waitFor(t, func() bool { return strings.Count(host.u.text(), "asks for taking back 1") == 2 })
	host.types("yes")
	both(1, host, guest)
	host.types("undo")
	guest.hears("Anna asks for taking back 1")
	guest.types("yes")
	both(0, host, guest)
	for i := range 4 {
		host.types(fmt.Sprintf("h%d", 8+i))
		both(2*i+1, host, guest)
		guest.types(fmt.Sprintf("a%d", 1+i))
		both(2*i+2, host, guest)
	}
	host.types("h12")
	guest.hears("Anna (black) wins: five in a row")
	guest.types("new")
	host.hears("asks for a new game")
	host.types("yes")
	both(0, host, guest)
	guest.types("c3") // the guest has black now
	both(1, host, guest)
	host.types("d4")
	both(2, host, guest)
	guest.types("draw")
	host.hears("asks for a draw")
	host.types("yes")
	guest.hears("drawn: agreement")
	host.types("new")
	guest.hears("Anna asks for a new game")
	guest.types("yes")
	both(0, host, guest)
	host.types("h8")
	both(1, host, guest)
	guest.types("resign")
	host.hears("Anna (black) wins: resignation")
	sameGame(t, host, guest)
	if host.s.score.Won != [2]int{2, 0} || host.s.score.Drawn != 1 || guest.s.score != host.s.score {
		t.Errorf("scores %+v and %+v", host.s.score, guest.s.score)
	}
}

// A proxy stands between host and guest and does what bad networks and bad people do.
type proxy struct {
	in    net.Listener
	to    string
	mu    sync.Mutex
	conns []net.Conn
	// change is handed every line on its way; what it returns goes on.
	change func(fromHost bool, n int, line string) []string
}

func newProxy(t *testing.T, to string) *proxy {
	t.Helper()
	in, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	p := &proxy{in: in, to: to}
	t.Cleanup(func() { in.Close(); p.cut() })
	go func() {
		for {
			a, err := in.Accept()
			if err != nil {
				return
			}
			b, err := net.Dial("tcp", p.to)
			if err != nil {
				a.Close()
				continue
			}
			p.mu.Lock()
			p.conns = append(p.conns, a, b)
			p.mu.Unlock()
			go p.copy(a, b, false)
			go p.copy(b, a, true)
		}
	}()
	return p
}

func (p *proxy) copy(from, to net.Conn, fromHost bool) {
	defer from.Close()
	defer to.Close()
	r := bufio.NewReader(from)
	for n := 0; ; n++ {
		line, err := r.ReadString('\n')
		if err != nil {
			return
		}
		lines := []string{line}
		p.mu.Lock()
		change := p.change
		p.mu.Unlock()
		if change != nil {
			lines = change(fromHost, n, line)
		}
		for _, l := range lines {
			if _, err := io.WriteString(to, l); err != nil {
				return
			}
		}
	}
}

// cut ends all connections.
func (p *proxy) cut() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for _, c := range p.conns {
		c.Close()
	}
	p.conns = nil
}

func (p *proxy) changing(change func(fromHost bool, n int, line string) []string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.change = change
}

// The connection is cut again and again, in the middle of moves too; nothing is lost and nothing happens twice.
func TestNetworkCuts(t *testing.T) {
	host, addr := hostSide(t, hotSeat())
	p := newProxy(t, addr)
	guest := guestSide(t, p.in.Addr().String(), "the word")
	guest.hears("connected")
	random := rand.New(rand.NewPCG(1, 2))
	for i := range 12 {
		// Of the lines under way some never arrive, on either side.
		drop := random.IntN(4)
		p.changing(func(_ bool, n int, line string) []string {
			if n > 3 && random.IntN(3) < drop {
				go p.cut()
				return nil
			}
			return []string{line}
		})
		mover, cell := host, fmt.Sprintf("%c%d", 'a'+i, 1+i%3*4)
		if i%2 == 1 {
			mover = guest
		}
		if i%3 == 0 {
			p.cut()
		}
		for end := time.Now().Add(10 * time.Second); mover.u.now().Moves <= i; {
			mover.types(cell) // refused while there is no connection
			time.Sleep(10 * time.Millisecond)
			if time.Now().After(end) {
				t.Fatalf("move %d does not come about: %s", i, mover.u.text())
			}
		}
		p.changing(nil)
		both(i+1, host, guest)
	}
	if !strings.Contains(host.u.text(), "is lost; the game is kept") {
		t.Error("no cut was noticed")
	}
	p.changing(nil)
	sameGame(t, host, guest)
}

// Lines that come twice, or that were changed on the way.
func TestNetworkDuplicatesAndGarbage(t *testing.T) {
	host, addr := hostSide(t, hotSeat())
	p := newProxy(t, addr)
	guest := guestSide(t, p.in.Addr().String(), "the word")
	guest.hears("connected")
	var first []string
	var once sync.Mutex
	p.changing(func(fromHost bool, n int, line string) []string {
		if len(first) < 6 {
			first = append(first, line)
		}
		return []string{line, line}
	})
	host.types("h8")
	both(1, host, guest)
	guest.types("i9")
	both(2, host, guest)
	if strings.Contains(host.u.text()+guest.u.text(), "lost") {
		t.Errorf("duplicates ended a connection: %s", host.u.text())
	}
	for i, bad := range []string{
		"\x00\xff\n", "hello\n", "0 00 {}\n", "99999999999999999999 aa bb\n", strings.Repeat("x", 20000) + "\n", strings.Repeat("\n", 50),
	} {
		// One line of garbage each way, instead of or before the true one.
		hit := [2]bool{}
		var mu sync.Mutex
		p.changing(func(fromHost bool, n int, line string) []string {
			k := 0
			if fromHost {
				k = 1
			}
			mu.Lock()
			defer mu.Unlock()
			if hit[k] || n < 3 {
				return []string{line}
			}
			hit[k] = true
			return []string{bad, line}
		})
		waitFor(t, func() bool { mu.Lock(); defer mu.Unlock(); return hit[0] && hit[1] })
		p.changing(nil)
		mover := [2]*side{host, guest}[i%2]
		for end := time.Now().Add(10 * time.Second); mover.u.now().Moves < 3+i; time.Sleep(10 * time.Millisecond) {
			mover.types(fmt.Sprintf("%c%d", 'a'+i, 1+i%3*4))
			if time.Now().After(end) {
				t.Fatalf("after %q the game does not go on: %s", bad[:min(len(bad), 20)], mover.u.text())
			}
		}
		both(3+i, host, guest)
	}
	// A line of another connection, with its true signature, is worth nothing here.
	p.changing(func(fromHost bool, n int, line string) []string {
		if !fromHost && n == 4 {
			once.Lock()
			defer once.Unlock()
			return append(append([]string(nil), first...), line)
		}
		return []string{line}
	})
	p.cut()
	time.Sleep(300 * time.Millisecond)
	p.changing(nil)
	sameGame(t, host, guest)
}

func TestNetworkWrongWord(t *testing.T) {
	host, addr := hostSide(t, hotSeat())
	stranger := guestSide(t, addr, "another word")
	select {
	case err := <-stranger.done:
		if err == nil || !strings.Contains(err.Error(), "the word") {
			t.Errorf("the stranger hears %v", err)
		}
	case <-time.After(10 * time.Second):
		t.Fatal("the stranger is still there")
	}
	host.hears("does not know the word")
	guest := guestSide(t, addr, "the word")
	guest.hears("connected")
	// A stranger's attempts do not touch the game under way.
	for range 10 {
		c, err := net.Dial("tcp", addr)
		if err == nil {
			defer c.Close()
			io.WriteString(c, "join me\n")
		}
	}
	host.types("h8")
	both(1, host, guest)
	// The word is never on the line.
	other := guestSide(t, newSpy(t, addr), "the word")
	other.hears("connected")
	if s := spied(); strings.Contains(s, "the word") || strings.Contains(s, hex.EncodeToString([]byte("the word"))) || len(s) < 100 {
		t.Errorf("on the line: %q", s)
	}
}

var spyMu sync.Mutex
var spyText strings.Builder

func newSpy(t *testing.T, addr string) string {
	p := newProxy(t, addr)
	p.changing(func(_ bool, _ int, line string) []string {
		spyMu.Lock()
		defer spyMu.Unlock()
		spyText.WriteString(line)
		return []string{line}
	})
	return p.in.Addr().String()
}

func spied() string {
	spyMu.Lock()
	defer spyMu.Unlock()
	return spyText.String()
}

// A guest whose program was started again gets the whole game; a host who was cut off likewise goes on.
func TestNetworkGuestComesBack(t *testing.T) {
	host, addr := hostSide(t, hotSeat())
	guest := guestSide(t, addr, "the word")
	guest.hears("connected")
	host.types("h8")
	both(1, host, guest)
	guest.types("i9")
	both(2, host, guest)
	guest.types("quit")
	<-guest.done
	host.hears("Ben has left the table")
	host.types("j10") // the host may move meanwhile
	host.stones(3)
	back := guestSide(t, addr, "the word")
	back.stones(3)
	back.types("k11")
	both(4, host, back)
	sameGame(t, host, back)
}

// rawGuest is a guest who knows the word and does what it likes.
func rawGuest(t *testing.T, addr string) *conn {
	t.Helper()
	c, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	k := newConn(c, quick)
	if err := k.greet(func(salt string) []byte { return wordKey("the word", salt, quick.rounds) }); err != nil {
		t.Fatal(err)
	}
	return k
}

// What a cheating guest sends changes nothing at the host, and ends the connection where no honest guest sends it.
func TestNetworkCheatingGuest(t *testing.T) {
	host, addr := hostSide(t, hotSeat())
	host.types("h8")
	host.stones(1)
	move := func(seat Seat, p string) *wireEvent { return &wireEvent{Kind: Placed, Seat: seat, Point: p} }
	for i, m := range []message{
		{T: "do", ID: 1, At: 2, Event: move(0, "a1")},                            // for the host
		{T: "do", ID: 1, At: 2, Event: move(1, "h8")},                            // on a stone
		{T: "do", ID: 1, At: 2, Event: move(1, "v22")},                           // off the board
		{T: "do", ID: 1, At: 2, Event: move(1, "zz")},                            // no point
		{T: "do", ID: 1, At: 0, Event: move(1, "a1")},                            // about another position
		{T: "do", ID: 1, At: 2, Event: &wireEvent{Kind: Flagged, Seat: 0}},       // the host's time
		{T: "do", ID: 1, At: 2, Event: &wireEvent{Kind: Agreed, Seat: 1}},        // a draw on its own
		{T: "do", ID: 1, At: 2, Event: &wireEvent{Kind: Resigned, Seat: 0}},      // for the host
		{T: "do", ID: 1, At: 2, Event: &wireEvent{Kind: Chose, Choice: "black"}}, // nothing to choose
		{T: "do", ID: 1, At: 2},
		{T: "entry", Index: 2, Entry: &wireEntry{Undo: 1}}, // only hosts
		{T: "answer", What: "undo", N: 1, Yes: true},       // to nothing
		{T: "ask", What: "undo", N: 1000},
		{T: "ask", What: "money"},
		{T: "hello", Guest: nonce()},
		{T: "hello", Guest: nonce(), Have: 5},
		{T: "hello", Guest: nonce(), Session: nonce(), Have: 1},
		{T: strings.Repeat("x", 3000)},
		{T: "dance"},
	} {
		k := rawGuest(t, addr)
		k.send(message{T: "hello", Name: "\x1b[31mEvil\r\nname that is far too long for anybody", Guest: nonce()})
		k.send(m)
		k.send(message{T: "say", Text: fmt.Sprint("end of ", i)})
		waitFor(t, func() bool {
			text := host.u.text()
			return strings.Contains(text, fmt.Sprint("end of ", i)) || strings.Count(text, "the connection is closed")+strings.Count(text, ": end of") > i
		})
		k.close()
		if v := host.u.now(); v.Moves != 1 || v.Over {
			t.Fatalf("%d: %+v changed the game: %d stones", i, m, v.Moves)
		}
	}
	for _, r := range host.u.text() {
		if r == '\x1b' || r == '\r' {
			t.Fatal("a control character was shown")
		}
	}
	// After all of it an honest guest plays on.
	guest := guestSide(t, addr, "the word")
	guest.stones(1)
	guest.types("i9")
	both(2, host, guest)
	sameGame(t, host, guest)
}

// rawHost is a host who knows the word and does what it likes with each guest.
func rawHost(t *testing.T, serve func(k *conn)) string {
	t.Helper()
	in, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { in.Close() })
	salt := nonce()
	key := wordKey("the word", salt, quick.rounds)
	go func() {
		for {
			c, err := in.Accept()
			if err != nil {
				return
			}
			k := newConn(c, quick)
			if k.welcome(key, salt, make(chan struct{}, 1)) == nil {
				serve(k)
			}
			c.Close()
		}
	}()
	return in.Addr().String()
}

func TestNetworkCheatingHost(t *testing.T) {
	event := func(e wireEvent) *wireEntry { return &wireEntry{Event: &e} }
	clock := terms15()
	clock.Time = time.Minute
	begin := &wireEntry{New: termsToWire(clock, 0)}
	stone := event(wireEvent{Kind: Placed, Seat: 0, Point: "h8"})
	for i, e := range []*wireEntry{
		event(wireEvent{Kind: Placed, Seat: 1, Point: "a1"}), // for the guest
		event(wireEvent{Kind: Placed, Seat: 0, Point: "a1"}), // twice in a row
		event(wireEvent{Kind: Placed, Seat: 0, Point: "h8"}),
		event(wireEvent{Kind: Resigned, Seat: 1}),
		event(wireEvent{Kind: Agreed, Seat: 1}),
		event(wireEvent{Kind: Flagged, Seat: 1, Millis: 60_000}),
		event(wireEvent{Kind: Flagged, Seat: 0}), // out of turn
		event(wireEvent{Kind: "dance"}),
		{Undo: 1},
		{Undo: -1},
		{New: termsToWire(clock, 1)},
		{New: &wireTerms{Width: 1 << 30, Height: 15, Rule: "renju"}},
		{},
	} {
		served := make(chan bool, 1)
		addr := rawHost(t, func(k *conn) {
			k.send(message{T: "hello", Name: "Anna", Session: strings.Repeat("ab", 16), Have: 1})
			k.receive()
			k.send(message{T: "entry", Index: 0, Entry: begin})
			k.send(message{T: "entry", Index: 1, Entry: stone})
			k.send(message{T: "entry", Index: 2, Entry: e})
			for {
				if _, err := k.receive(); err != nil {
					break
				}
			}
			select {
			case served <- true:
			default:
			}
		})
		guest := guestSide(t, addr, "the word")
		guest.hears("the connection is closed")
		<-served
		if v := guest.u.now(); v.Moves != 1 || v.Over {
			t.Errorf("%d: %+v was taken: %d stones", i, e, v.Moves)
		}
		guest.types("quit")
		<-guest.done
	}
	// Hosts that begin wrongly.
	for i, hello := range []message{
		{T: "hello", Session: "short", Have: 1},
		{T: "hello", Session: nonce(), Have: 0},
		{T: "hello", Session: nonce(), Have: -7},
		{T: "entry", Entry: begin},
		{T: "bye"},
	} {
		addr := rawHost(t, func(k *conn) { k.send(hello); k.receive() })
		guest := guestSide(t, addr, "the word")
		guest.hears("the connection is closed")
		if guest.u.now().Moves != 0 {
			t.Errorf("%d", i)
		}
		guest.types("quit")
		<-guest.done
	}
	// Something else than a host.
	in, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	go func() {
		for {
			c, err := in.Accept()
			if err != nil {
				return
			}
			io.WriteString(c, "HTTP/1.1 400 Bad Request\r\n\r\n")
			c.Close()
		}
	}()
	guest := guestSide(t, in.Addr().String(), "the word")
	if err := <-guest.done; err == nil {
		t.Error("a web server was taken for a host")
	}
}

// A connection that says nothing is closed in time, and does not keep others out for longer.
func TestNetworkSilence(t *testing.T) {
	slow := quick
	slow.hello = 5 * time.Minute // silence is not what ends
	l, err := listen("127.0.0.1:0", "the word", slow)
	if err != nil {
		t.Fatal(err)
	}
	host, addr := newSide(t, l, hotSeat()), l.Addr
	for range maxStrangers + 3 {
		c, err := net.Dial("tcp", addr)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
	}
	guest := guestSide(t, addr, "the word")
	guest.hears("connected")
	host.types("h8")
	both(1, host, guest)
}

// While a guest is there another one is told that the table is taken; the same one may call again at any time, and after it
// has left anybody.
func TestNetworkThirdPlayer(t *testing.T) {
	host, addr := hostSide(t, hotSeat())
	guest := guestSide(t, addr, "the word")
	guest.hears("connected to Anna")
	host.hears("Ben is here")
	for range 2 {
		third := guestSide(t, addr, "the word")
		select {
		case err := <-third.done:
			if err != errTaken {
				t.Errorf("the third player ends with %v", err)
			}
		case <-time.After(10 * time.Second):
			t.Fatalf("the third player stays; it was said %s", third.u.text())
		}
	}
	host.hears("the table is taken")
	host.types("h8")
	both(1, host, guest)
	guest.types("i9")
	both(2, host, guest)
	if text := host.u.text() + guest.u.text(); strings.Contains(text, "lost") {
		t.Error(text)
	}
	// A connection that says nothing keeps nobody out either.
	rawGuest(t, addr)
	guest.types("quit")
	<-guest.done
	host.hears("has left the table")
	back := guestSide(t, addr, "the word")
	both(2, host, back)
	sameGame(t, host, back)

	host, addr = hostSide(t, hotSeat())
	id := nonce()
	for i := range 3 { // the connection of before is still open
		k := rawGuest(t, addr)
		m, err := k.receive()
		if err != nil {
			t.Fatal(err)
		}
		k.send(message{T: "hello", Name: "Ben", Guest: id, Session: m.Session})
		waitFor(t, func() bool { return strings.Count(host.u.text(), "Ben is here") == i+1 })
	}
}

func TestAddresses(t *testing.T) {
	for addr, want := range map[string]string{":7117": "127.0.0.1:7117", "0.0.0.0:1": "0.0.0.0:1", "[::1]:5": "[::1]:5"} {
		if got, err := withHost(addr); err != nil || got != want {
			t.Errorf("%s: %s %v", addr, got, err)
		}
	}
	if _, err := withHost("7117"); err == nil {
		t.Error("an address without a colon")
	}
	if _, err := Listen("127.0.0.1:0", " abc "); err == nil {
		t.Error("a word of three letters")
	}
	if w := NewWord(); len(w) != 19 || w == NewWord() {
		t.Errorf("word %q", w)
	}
}

func FuzzMessage(f *testing.F) {
	for _, m := range []message{{T: "hello", Have: 3}, {T: "do", ID: 1, Event: &wireEvent{Kind: Placed, Point: "a1"}}, {T: "entry", Entry: &wireEntry{New: &wireTerms{Width: 5}}}} {
		text, _ := json.Marshal(m)
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		var m message
		if json.Unmarshal(text, &m) != nil {
			return
		}
		for _, host := range []bool{true, false} {
			o := hotSeat()
			o.Link = &Link{host: host, stop: make(chan struct{})}
			s, err := NewSession(o, &fakeUI{})
			if err != nil {
				t.Fatal(err)
			}
			s.ticked = time.Now()
			s.net.ready = true
			if !host {
				s.net.log = []wireEntry{{New: termsToWire(s.game.terms, 0)}}
			}
			s.heard(&m)
			s.view()
		}
	})
}
