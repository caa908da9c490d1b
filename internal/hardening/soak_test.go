package hardening

import (
	"bufio"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"strings"
	"testing"
	"time"

	"tengen/protocol"
	"tengen/search"
)

// perSession is how many commands a random session has.
const perSession = 500

// TestSoak speaks random commands, good ones and bad ones in no order, in many sessions one after the other. No session may
// crash, hang, or leave an ABOUT without its answer; neither goroutines nor memory may grow from session to session.
func TestSoak(t *testing.T) {
	n := either(*commands, 1_000_000, 2_000)
	r := rand.New(rand.NewPCG(*seed, 0))
	session(t, r, perSession) // what is made once
	goroutines, heap := settled()
	var mostHeap uint64
	done := 0
	for done < n && !t.Failed() {
		session(t, r, min(perSession, n-done))
		done += perSession
		if done%(20*perSession) == 0 {
			g, h := settled()
			mostHeap = max(mostHeap, h)
			if g > goroutines+2 {
				buf := make([]byte, 1<<20)
				t.Fatalf("%d goroutines after %d commands, %d at first\n%s", g, done, goroutines, buf[:runtime.Stack(buf, true)])
			}
			if h > heap+8<<20 {
				t.Fatalf("%d bytes of heap after %d commands, %d at first", h, done, heap)
			}
		}
	}
	t.Logf("seed %d: %d commands; %d goroutines and %.1f MB of heap at first, %.1f MB at most between sessions", *seed, done, goroutines, float64(heap)/(1<<20), float64(mostHeap)/(1<<20))
}

// settled counts goroutines and the heap in use when all that is going to end has ended.
func settled() (goroutines int, heap uint64) {
	for range 50 {
		runtime.GC()
		g := runtime.NumGoroutine()
		if g == goroutines {
			break
		}
		goroutines = g
		time.Sleep(20 * time.Millisecond)
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return goroutines, m.HeapAlloc
}

// session holds one session of n commands and an ABOUT now and then.
func session(t *testing.T, r *rand.Rand, n int) {
	t.Helper()
	inR, inW := io.Pipe()
	outR, outW := io.Pipe()
	over := make(chan struct{})
	go func() {
		defer close(over)
		protocol.Run(inR, outW, protocol.Options{Version: "soak", Engine: search.Options{Width: 20, HashBytes: 1 << 20}, Turn: time.Millisecond})
		outW.Close()
		inR.Close()
	}()
	abouts := make(chan int)
	go func() {
		count := 0
		lines := bufio.NewScanner(outR)
		for lines.Scan() {
			if strings.HasPrefix(lines.Text(), "name=") {
				count++
			}
		}
		abouts <- count
	}()
	var last []string
	asked := 0
	say := func(l string) {
		last = append(last, l)
		if _, err := io.WriteString(inW, l+[]string{"\r\n", "\n", "\r"}[r.IntN(3)]); err != nil {
			t.Errorf("the session is over: %v; it heard last %q", err, last[max(0, len(last)-20):])
		}
	}
	say("INFO timeout_turn 1")
	for i := range n {
		l := command(r)
		if strings.EqualFold(strings.TrimSpace(l), "END") {
			continue // not yet
		}
		say(l)
		if i%20 == 19 {
			// Whatever stands open before it: a block of any sort ends with DONE, and limits of time come back.
			say("DONE")
			say("INFO timeout_turn 1")
			say("INFO time_left 2147483647")
			say("INFO max_node 0")
			say("ABOUT")
			asked++
		}
	}
	if r.IntN(2) == 0 {
		say("DONE")
		say("STOP")
	}
	inW.Close()
	select {
	case <-over:
	case <-time.After(30 * time.Second):
		t.Fatalf("the session does not end; it heard last %q", last[max(0, len(last)-30):])
	}
	if got := <-abouts; got < asked {
		t.Errorf("%d answers to %d ABOUT; the session heard %q", got, asked, last)
	}
}

// words are what random commands begin with; those that play come often.
var words = strings.Fields(`START START RECTSTART RESTART BEGIN BEGIN TURN TURN TURN TURN TURN TURN BOARD BOARD DONE PLAY TAKEBACK INFO INFO INFO INFO
	ABOUT STOP YXSTOP YXHASHCLEAR YXSHOWFORBID SWAP2BOARD YXBOARD YXBLOCK YXBLOCKRESET YXNBEST YXSHOWINFO YXBALANCEONE YXBALANCETWO YXQUERYDATABASEALL
	YXSWAP2STEP1 YXSOOSORVSTEP1 YXHASHDUMP YXSETDATABASE SUGGEST NONSENSE 7,7,1 3,4,2 9,9 5,5,3`)

var keys = strings.Fields(`timeout_turn timeout_match time_left max_memory game_type rule rule evaluate max_depth max_node hash_size thread_num
	time_increment pondering show_detail caution_factor level nbestsym nonsense`)

// command is one random line.
func command(r *rand.Rand) string {
	word := words[r.IntN(len(words))]
	switch r.IntN(20) {
	case 0:
		word = strings.ToLower(word)
	case 1:
		b := make([]byte, r.IntN(60))
		for i := range b {
			b[i] = byte(r.IntN(256))
		}
		return strings.NewReplacer("\r", "", "\n", "").Replace(string(b))
	}
	number := func() string {
		switch r.IntN(12) {
		case 0:
			return fmt.Sprint(r.Int64N(1 << 40))
		case 1:
			return fmt.Sprint(-r.IntN(1000))
		case 2:
			return "x"
		}
		return fmt.Sprint(r.IntN(23))
	}
	switch strings.ToUpper(word) {
	case "START", "YXNBEST", "YXBALANCEONE", "YXBALANCETWO":
		return word + " " + number()
	case "RECTSTART", "TURN", "PLAY", "TAKEBACK", "YXSWAP2STEP1":
		return word + " " + number() + "," + number()
	case "INFO":
		key := keys[r.IntN(len(keys))]
		value := number()
		switch key {
		case "time_left", "timeout_match", "timeout_turn", "time_increment":
			value = fmt.Sprint(r.IntN(4)) // or nothing would get done
		case "hash_size", "thread_num", "max_memory":
			value = fmt.Sprint(r.IntN(3)) // or the machine would be full
		}
		return "INFO " + key + " " + value
	}
	return word
}
