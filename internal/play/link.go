package play

import (
	"errors"
	"fmt"
	"net"
	"slices"
	"strings"
	"sync"
	"time"
)

// maxStrangers bounds the connections of a host that have not proved yet that they know the word. One more closes the
// oldest: whoever says nothing must not keep out a guest, who proves it at once. maxGuesses bounds the words that are
// looked at together, and so, as a wrong one takes its time, how fast they can be tried.
const (
	maxStrangers = 16
	maxGuesses   = 4
)

// strangers are the connections whose sides have not proved yet that they know the word, the oldest first.
type strangers struct {
	mu   sync.Mutex
	list []*conn
}

func (s *strangers) add(c *conn) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.list) == maxStrangers {
		s.list[0].close()
		s.list = slices.Delete(s.list, 0, 1)
	}
	s.list = append(s.list, c)
}

// remove tells whether the connection was still there.
func (s *strangers) remove(c *conn) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	i := slices.Index(s.list, c)
	if i >= 0 {
		s.list = slices.Delete(s.list, i, i+1)
	}
	return i >= 0
}

// A Link is one side's way to the other: it makes connections, again and again, and tells what they bring.
type Link struct {
	arrivals chan arrival
	stop     chan struct{}
	stopOnce sync.Once
	closer   func()
	t        wireSettings
	host     bool
	Addr     string // where the host listens, or what the guest calls
}

func (l *Link) close() {
	l.stopOnce.Do(func() {
		close(l.stop)
		if l.closer != nil {
			l.closer()
		}
	})
}

// tell hands an arrival to the session, unless the link is closed.
func (l *Link) tell(a arrival) {
	select {
	case l.arrivals <- a:
	case <-l.stop:
	}
}

// withHost puts the loopback address where an address names no host.
func withHost(addr string) (string, error) {
	host, port, err := net.SplitHostPort(addr)
	if err != nil {
		return "", fmt.Errorf("address %q: give host and port, such as 127.0.0.1:7117; without a host, as :7117, only this machine is meant", addr)
	}
	if host == "" {
		host = "127.0.0.1"
	}
	return net.JoinHostPort(host, port), nil
}

// minWord is the least length of a word. One that people make up can be guessed by whoever records a connection and has
// time; those of NewWord cannot.
const minWord = 6

func checkWord(word string) error {
	if len(strings.TrimSpace(word)) < minWord {
		return fmt.Errorf("the word has fewer than %d letters; without one the host makes a good one", minWord)
	}
	return nil
}

// Listen waits for a guest who knows the word. Without a host in the address only this machine is listened to.
func Listen(addr, word string) (*Link, error) { return listen(addr, word, usualWire) }

func listen(addr, word string, t wireSettings) (*Link, error) {
	addr, err := withHost(addr)
	if err == nil {
		err = checkWord(word)
	}
	if err != nil {
		return nil, err
	}
	in, err := net.Listen("tcp", addr)
	if err != nil {
		return nil, err
	}
	l := &Link{arrivals: make(chan arrival), stop: make(chan struct{}), closer: func() { in.Close() }, t: t, host: true, Addr: in.Addr().String()}
	salt := nonce()
	key := wordKey(word, salt, t.rounds)
	var waiting strangers
	guesses := make(chan struct{}, maxGuesses)
	go func() {
		for {
			c, err := in.Accept()
			if err != nil {
				if errors.Is(err, net.ErrClosed) {
					return
				}
				time.Sleep(100 * time.Millisecond) // out of file handles, perhaps
				continue
			}
			k := newConn(c, t)
			waiting.add(k)
			go func() {
				err := k.welcome(key, salt, guesses)
				if !waiting.remove(k) && err == nil {
					err = errProtocol // closed meanwhile
				}
				if err != nil {
					k.close()
					if errors.Is(err, errWord) {
						l.tell(arrival{m: message{T: "stranger", Text: c.RemoteAddr().String()}})
					}
					return
				}
				l.tell(arrival{from: k, m: message{T: "up"}})
				k.pump(l.arrivals, l.stop)
			}()
		}
	}()
	return l, nil
}

// Call connects to a host, and again whenever the connection is lost, until the link is closed, or at once it turns out
// that the word is wrong or that something else answers there.
func Call(addr, word string) (*Link, error) { return call(addr, word, usualWire) }

func call(addr, word string, t wireSettings) (*Link, error) {
	addr, err := withHost(addr)
	if err == nil {
		err = checkWord(word)
	}
	if err != nil {
		return nil, err
	}
	l := &Link{arrivals: make(chan arrival), stop: make(chan struct{}), t: t, Addr: addr}
	keys := map[string][]byte{} // by salt, which a host keeps
	keyOf := func(salt string) []byte {
		if keys[salt] == nil {
			clear(keys)
			keys[salt] = wordKey(word, salt, t.rounds)
		}
		return keys[salt]
	}
	go func() {
		wait, met := t.retry, false
		for {
			c, err := net.DialTimeout("tcp", addr, t.hello)
			if err == nil {
				k := newConn(c, t)
				if err = k.greet(keyOf); err == nil {
					wait, met = t.retry, true
					l.tell(arrival{from: k, m: message{T: "up"}})
					k.pump(l.arrivals, l.stop)
				} else {
					k.close()
					if !met && (errors.Is(err, errWord) || errors.Is(err, errNotHost)) {
						l.tell(arrival{err: err})
						return
					}
				}
			}
			select {
			case <-l.stop:
				return
			case <-time.After(wait):
			}
			wait = min(2*wait, 8*t.retry)
		}
	}()
	return l, nil
}
