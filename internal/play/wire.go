package play

import (
	"bufio"
	"crypto/hmac"
	"crypto/pbkdf2"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode"

	"tengen/board"
)

// Two machines speak in lines. First each proves that it knows the shared word without saying it:
//
//	host    tengen-play 1 SALT NONCE-H
//	guest   join NONCE-G PROOF-G
//	host    ok PROOF-H          or: no
//
// A proof is an HMAC over both nonces with a key made from word and salt by PBKDF2, slow to try words with. Whatever
// follows is a number, counted up from 0 in each direction, an HMAC over direction, number and text with a key made from
// the same, and the text, a message in JSON. A line with a number that was there is a duplicate and passed over; one that
// is too long, out of order or wrongly signed ends the connection, never the game. Lines are not secret, only safe from
// being made up or changed on the way.
const (
	wireVersion = "tengen-play 1"
	maxLine     = 4096 // bytes of a line
	nonceBytes  = 16
)

// wireSettings are the numbers of a connection that tests change.
type wireSettings struct {
	rounds int           // of PBKDF2, with which words are slow to try
	hello  time.Duration // for a line of the opening
	ping   time.Duration // between two signs of life
	dead   time.Duration // without a sign of life
	wrong  time.Duration // before a wrong word is told so
	retry  time.Duration // between two attempts of a guest, doubled up to eight times as much
}

var usualWire = wireSettings{rounds: 200_000, hello: 10 * time.Second, ping: 5 * time.Second, dead: 20 * time.Second, wrong: time.Second, retry: time.Second}

// Errors that end an attempt for good.
var (
	errWord     = errors.New("the other side does not know the word")
	errNotHost  = errors.New("no table of this program answers there")
	errTaken    = errors.New("the table is taken: another guest plays there")
	errProtocol = errors.New("the other side does not keep to the protocol")
)

// NewWord makes a word that cannot be guessed.
func NewWord() string {
	var b [10]byte
	rand.Read(b[:])
	s := strings.ToLower(base32.StdEncoding.EncodeToString(b[:]))
	return s[:4] + "-" + s[4:8] + "-" + s[8:12] + "-" + s[12:]
}

func nonce() string {
	var b [nonceBytes]byte
	rand.Read(b[:])
	return hex.EncodeToString(b[:])
}

func isNonce(s string) bool {
	b, err := hex.DecodeString(s)
	return err == nil && len(b) == nonceBytes
}

// wordKey is the key of a word, the same on both sides.
func wordKey(word, salt string, rounds int) []byte {
	key, err := pbkdf2.Key(sha256.New, strings.TrimSpace(word), []byte(salt), rounds, sha256.Size)
	if err != nil {
		panic(err) // cannot be: only policies on key lengths make it fail
	}
	return key
}

// sign is an HMAC over the parts, each closed by a zero byte.
func sign(key []byte, parts ...string) []byte {
	m := hmac.New(sha256.New, key)
	for _, p := range parts {
		io.WriteString(m, p)
		m.Write([]byte{0})
	}
	return m.Sum(nil)
}

// sameProof compares in a time that tells nothing.
func sameProof(got string, want []byte) bool {
	b, err := hex.DecodeString(got)
	return err == nil && subtle.ConstantTimeCompare(b, want) == 1
}

// A conn is a connection whose two sides know the word.
type conn struct {
	net        net.Conn
	in         *bufio.Reader
	t          wireSettings
	key        []byte
	sends      string // the name of the direction
	receives   string
	writing    sync.Mutex
	sent       uint64
	received   uint64
	closedOnce sync.Once
	closed     chan struct{}
}

func newConn(c net.Conn, t wireSettings) *conn {
	return &conn{net: c, in: bufio.NewReaderSize(c, maxLine), t: t, closed: make(chan struct{})}
}

func (c *conn) close() {
	c.closedOnce.Do(func() {
		close(c.closed)
		c.net.Close()
	})
}

// line reads one line of the opening.
func (c *conn) line(limit time.Duration) (string, error) {
	c.net.SetReadDeadline(time.Now().Add(limit))
	s, err := c.in.ReadSlice('\n')
	if err != nil {
		return "", err // also when the line is longer than the buffer
	}
	return strings.TrimRight(string(s), "\r\n"), nil
}

func (c *conn) write(s string) error {
	c.net.SetWriteDeadline(time.Now().Add(c.t.hello))
	_, err := io.WriteString(c.net, s+"\n")
	return err
}

// welcome is the host's side of the opening. A place in guesses is held while a word is looked at, and for a time after a
// wrong one.
func (c *conn) welcome(key []byte, salt string, guesses chan struct{}) error {
	mine := nonce()
	if err := c.write(wireVersion + " " + salt + " " + mine); err != nil {
		return err
	}
	line, err := c.line(c.t.hello)
	if err != nil {
		return err
	}
	word := strings.Fields(line)
	if len(word) != 3 || word[0] != "join" || !isNonce(word[1]) {
		return errProtocol
	}
	select {
	case guesses <- struct{}{}:
		defer func() { <-guesses }()
	case <-c.closed:
		return errProtocol
	}
	if !sameProof(word[2], sign(key, "guest", mine, word[1])) {
		time.Sleep(c.t.wrong)
		c.write("no")
		return errWord
	}
	if err := c.write("ok " + hex.EncodeToString(sign(key, "host", word[1], mine))); err != nil {
		return err
	}
	c.key = sign(key, "lines", mine, word[1])
	c.sends, c.receives = "host", "guest"
	return nil
}

// greet is the guest's side. keyOf gives the key for a salt.
func (c *conn) greet(keyOf func(salt string) []byte) error {
	line, err := c.line(c.t.hello)
	if err != nil {
		return err
	}
	rest, ok := strings.CutPrefix(line, wireVersion+" ")
	word := strings.Fields(rest)
	if !ok || len(word) != 2 || !isNonce(word[0]) || !isNonce(word[1]) {
		return errNotHost
	}
	key, mine := keyOf(word[0]), nonce()
	if err := c.write("join " + mine + " " + hex.EncodeToString(sign(key, "guest", word[1], mine))); err != nil {
		return err
	}
	if line, err = c.line(c.t.hello + c.t.wrong); err != nil {
		return err
	}
	proof, ok := strings.CutPrefix(line, "ok ")
	if !ok || !sameProof(proof, sign(key, "host", mine, word[1])) {
		return errWord
	}
	c.key = sign(key, "lines", word[1], mine)
	c.sends, c.receives = "guest", "host"
	return nil
}

// send writes a message.
func (c *conn) send(m message) error {
	text, err := json.Marshal(m)
	if err != nil {
		return err
	}
	c.writing.Lock()
	defer c.writing.Unlock()
	n := strconv.FormatUint(c.sent, 10)
	c.sent++
	return c.write(n + " " + hex.EncodeToString(sign(c.key, c.sends, n, string(text))) + " " + string(text))
}

// receive reads the next message that is no duplicate.
func (c *conn) receive() (message, error) {
	for {
		line, err := c.line(c.t.dead)
		if err != nil {
			return message{}, err
		}
		n, rest, ok1 := strings.Cut(line, " ")
		proof, text, ok2 := strings.Cut(rest, " ")
		if !ok1 || !ok2 || !sameProof(proof, sign(c.key, c.receives, n, text)) {
			return message{}, errProtocol
		}
		number, err := strconv.ParseUint(n, 10, 64)
		if err != nil || number > c.received {
			return message{}, errProtocol
		}
		if number < c.received {
			continue
		}
		c.received++
		var m message
		if err := json.Unmarshal([]byte(text), &m); err != nil {
			return message{}, errProtocol
		}
		if m.T != "ping" {
			return m, nil
		}
	}
}

// pump sends signs of life and hands messages on, until the connection ends.
func (c *conn) pump(to chan<- arrival, stop <-chan struct{}) {
	go func() {
		tick := time.NewTicker(c.t.ping)
		defer tick.Stop()
		for {
			select {
			case <-tick.C:
				if c.send(message{T: "ping"}) != nil {
					c.close()
					return
				}
			case <-c.closed:
				return
			case <-stop:
				c.close()
				return
			}
		}
	}()
	for {
		m, err := c.receive()
		a := arrival{from: c, m: m, err: err}
		select {
		case to <- a:
		case <-stop:
			err = io.EOF
		}
		if err != nil {
			c.close()
			return
		}
	}
}

// An arrival is what a link hears: a connection made (m.T "up"), a message, the end of a connection (err), or the end of
// all attempts (from nil).
type arrival struct {
	from *conn
	m    message
	err  error
}

// A message is one text of the wire.
type message struct {
	T string `json:"t"` // hello, taken, entry, do, refused, ask, answer, say, bye, ping

	// hello
	Name    string `json:"name,omitempty"`
	Session string `json:"session,omitempty"` // of the host's table
	Guest   string `json:"guest,omitempty"`   // of the guest's program
	Have    int    `json:"have,omitempty"`    // entries of that session the guest has

	// entry: the host's log, which both sides keep
	Index int        `json:"index,omitempty"`
	Entry *wireEntry `json:"entry,omitempty"`

	// do: what the guest wants to happen; refused: why it does not
	ID    int        `json:"id,omitempty"`
	At    int        `json:"at,omitempty"` // entries the guest had then
	Event *wireEvent `json:"event,omitempty"`
	Why   string     `json:"why,omitempty"`

	// ask, answer: what needs both
	What string `json:"what,omitempty"` // undo, new, draw
	N    int    `json:"n,omitempty"`
	Yes  bool   `json:"yes,omitempty"`

	Text string `json:"text,omitempty"` // say
}

// A wireEntry is a line of the log: an event of the game, an undo, or a new game.
type wireEntry struct {
	Event *wireEvent `json:"event,omitempty"`
	Undo  int        `json:"undo,omitempty"`
	New   *wireTerms `json:"new,omitempty"`
}

// A wireTerms is a new game.
type wireTerms struct {
	Width     int    `json:"width"`
	Height    int    `json:"height"`
	Rule      string `json:"rule"`
	Swap2     bool   `json:"swap2,omitempty"`
	Time      int64  `json:"time_ms,omitempty"`
	Increment int64  `json:"increment_ms,omitempty"`
	DrawAt    int    `json:"draw_at,omitempty"`
	First     Seat   `json:"first"`
}

func termsToWire(t Terms, first Seat) *wireTerms {
	return &wireTerms{t.Width, t.Height, t.Rule.String(), t.Swap2, t.Time.Milliseconds(), t.Increment.Milliseconds(), t.DrawAt, first}
}

// game begins the game of the terms; it checks them.
func (w *wireTerms) game() (*Game, error) {
	rule, err := board.ParseRule(w.Rule)
	if err != nil {
		return nil, err
	}
	limit := int64(maxTime / time.Millisecond)
	if w.Time < 0 || w.Time > limit || w.Increment < 0 || w.Increment > limit {
		return nil, errors.New("a clock out of bounds")
	}
	return NewGame(Terms{
		Width: w.Width, Height: w.Height, Rule: rule, Swap2: w.Swap2, DrawAt: w.DrawAt,
		Time: time.Duration(w.Time) * time.Millisecond, Increment: time.Duration(w.Increment) * time.Millisecond,
	}, w.First)
}

// A wireEvent is an Event on the wire and in JSON files.
type wireEvent struct {
	Kind   EventKind `json:"kind"`
	Seat   Seat      `json:"seat"`
	Point  string    `json:"at,omitempty"`
	Choice Choice    `json:"choice,omitempty"`
	Millis int64     `json:"ms,omitempty"`
}

func toWire(e Event) wireEvent {
	w := wireEvent{Kind: e.Kind, Seat: e.Seat, Choice: e.Choice, Millis: e.Took.Milliseconds()}
	if e.Kind == Placed {
		w.Point = e.Point.String()
	}
	return w
}

// event checks the form; what it means for a game is checked by Apply.
func (w *wireEvent) event() (Event, error) {
	e := Event{Kind: w.Kind, Seat: w.Seat, Choice: w.Choice}
	if w.Millis < 0 || w.Millis > int64(maxTime/time.Millisecond) {
		return e, fmt.Errorf("a turn of %d ms", w.Millis)
	}
	e.Took = time.Duration(w.Millis) * time.Millisecond
	if w.Kind == Placed {
		p, err := board.ParsePoint(w.Point)
		if err != nil {
			return e, err
		}
		e.Point = p
	}
	return e, nil
}

// cleanText keeps what may be shown of a text that came from elsewhere: nothing that moves a cursor, and not too much.
func cleanText(s string, most int) string {
	n := 0
	s = strings.Map(func(r rune) rune {
		if r == '\t' || r == '\n' {
			r = ' '
		}
		if n >= most || r == unicode.ReplacementChar || !unicode.IsPrint(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Me, r) {
			return -1
		}
		n++
		return r
	}, s)
	return strings.TrimSpace(s)
}

// maxName and maxSay bound names and what is said, in letters.
const (
	maxName = 16
	maxSay  = 200
)

func cleanName(s string) string { return cleanText(s, maxName) }
