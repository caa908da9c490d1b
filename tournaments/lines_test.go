package tournaments

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"
)

// drain takes all whole answers.
func drain(b *inbox) []string {
	var texts []string
	for {
		l, ok, _, _ := b.next()
		if !ok {
			return texts
		}
		texts = append(texts, l.text)
	}
}

func TestInboxSplitsLines(t *testing.T) {
	cases := []struct {
		chunks []string
		want   []string
	}{
		{[]string{"OK\n7,7\n"}, []string{"OK", "7,7"}},
		{[]string{"OK\r\n7,7\r\n"}, []string{"OK", "7,7"}},
		{[]string{"OK\r7,7\r"}, []string{"OK", "7,7"}},
		{[]string{"OK\r", "\n7,7\r", "\n"}, []string{"OK", "7,7"}},
		{[]string{"\n\n\r\r\nOK\n\n"}, []string{"OK"}},
		{[]string{"7", ",", "7", "\n"}, []string{"7,7"}},
		{[]string{"  7,7 \t\n"}, []string{"7,7"}},
		{[]string{"7,\x007\n"}, []string{"7,7"}},
		{[]string{"MESSAGE a\ndebug b\n7,7\nMESSAGES c\n"}, []string{"7,7", "MESSAGES c"}},
		{[]string{"7,7"}, nil},
	}
	for _, c := range cases {
		b := newInbox()
		for _, chunk := range c.chunks {
			b.feed([]byte(chunk), time.Now())
		}
		if got := drain(b); !slices.Equal(got, c.want) {
			t.Errorf("%q gives %q, want %q", c.chunks, got, c.want)
		}
	}
}

func TestInboxPartialLines(t *testing.T) {
	b := newInbox()
	at := time.Now()
	b.feed([]byte("7,7"), at)
	_, ok, part, closed := b.next()
	if ok || closed || part.text != "7,7" || part.whole || !part.at.Equal(at) {
		t.Fatalf("%v %+v %v", ok, part, closed)
	}
	b.take(part.seq)
	if _, _, part, _ := b.next(); part.text != "" {
		t.Errorf("a line that was taken comes again: %+v", part)
	}
	b.feed([]byte("\n8,8\n"), time.Now())
	if got := drain(b); !slices.Equal(got, []string{"8,8"}) {
		t.Errorf("after the taken line: %q", got)
	}
	// An engine that ends no line at all: the next answer stands alone.
	b.feed([]byte("9,9"), time.Now())
	_, _, part, _ = b.next()
	b.take(part.seq)
	b.reset()
	b.feed([]byte("1,1"), time.Now())
	if _, _, part, _ := b.next(); part.text != "1,1" {
		t.Errorf("the second answer without an ending is %q", part.text)
	}
	b.close()
	if got := drain(b); !slices.Equal(got, []string{"1,1"}) {
		t.Errorf("at the end of output: %q", got)
	}
	if _, _, _, closed := b.next(); !closed {
		t.Error("not closed")
	}
}

func TestInboxIsBounded(t *testing.T) {
	b := newInbox()
	for i := range 100_000 {
		b.feed(fmt.Appendf(nil, "MESSAGE %d\nanswer %d\n", i, i), time.Now())
	}
	b.feed([]byte("MESSAGE "+strings.Repeat("x", 10<<20)+"\n"), time.Now())
	b.feed([]byte(strings.Repeat("y", 10<<20)), time.Now())
	said := b.said()
	if len(said) != keptMessages || len(said[len(said)-1]) != maxMessage || said[0] != "MESSAGE 99985" {
		t.Errorf("%d messages kept, first %q", len(said), said[0])
	}
	answers := drain(b)
	if len(answers) != maxAnswers || answers[len(answers)-1] != "answer 99999" {
		t.Errorf("%d answers kept, last %q", len(answers), answers[len(answers)-1])
	}
	if _, _, part, _ := b.next(); len(part.text) != maxLine {
		t.Errorf("%d bytes of a line kept", len(part.text))
	}
	if v := b.volume(); v < 20<<20 {
		t.Errorf("%d bytes counted", v)
	}
	b.reset()
	if b.volume() != 0 || len(b.said()) != 0 {
		t.Error("reset left something")
	}
}

func TestAnswerForms(t *testing.T) {
	for text, want := range map[string]bool{
		"7,7": true, "10 , 3": true, "-1,-1": true, "7,": false, ",7": false, "7": false, "7,7,7": false,
		"h8": false, "OK": false, "7,7 8,8": false, "": false, "7.5,3": false,
	} {
		if got := isPoint(text); got != want {
			t.Errorf("%q is a move: %v", text, got)
		}
	}
	for text, want := range map[string]bool{
		"SWAP": true, "swap": true, "7,7": true, "7,7 8,8": true, "7,7 8,8 9,9": true, "": false, "SWAPS": false, "7,7 x": false,
	} {
		if got := isSwap2(text); got != want {
			t.Errorf("%q answers SWAP2BOARD: %v", text, got)
		}
	}
}

// Messages as real engines write them.
func TestReadThinking(t *testing.T) {
	score := func(n int) *int { return &n }
	cases := []struct {
		said []string
		want Move
	}{
		{nil, Move{}},
		{[]string{"MESSAGE Speed 734K | Depth 19-38 | Eval 325 | Node 195K | Time 266ms"}, // Rapfi
			Move{Depth: 19, SelDepth: 38, Score: score(325), Nodes: 195000}},
		{[]string{"MESSAGE Depth 9-14 | Eval +M19 | Time 3ms | H7 G6"}, Move{Depth: 9, SelDepth: 14, WinIn: 19}},
		{[]string{"MESSAGE Depth 9-14 | Eval -M8 | Time 3ms"}, Move{Depth: 9, SelDepth: 14, WinIn: -8}},
		{[]string{"MESSAGE depth: 3-3 best:[7,9] val=46 time:1ms", "MESSAGE node:9272 eval:-33"}, // Wine
			Move{Depth: 3, SelDepth: 3, Score: score(-33), Nodes: 9272}},
		{[]string{"DEBUG depth 16, nodes 156826"}, Move{Depth: 16, Nodes: 156826}}, // Pela
		{[]string{"MESSAGE depth 12-18 ev -35 n 1.5M n/ms 700 tm 400 pv h8 i9"},
			Move{Depth: 12, SelDepth: 18, Score: score(-35), Nodes: 1500000}},
		{[]string{"MESSAGE depth 11, win in 7, 12345 nodes"}, Move{Depth: 11, WinIn: 7}},
		{[]string{"MESSAGE depth 11 score 200", "MESSAGE loss in 4"}, Move{Depth: 11, WinIn: -4}},
		{[]string{"MESSAGE hello"}, Move{}},
	}
	for _, c := range cases {
		var m Move
		readThinking(&m, c.said)
		if n := len(c.said); n > 0 {
			_, want, _ := strings.Cut(c.said[n-1], " ")
			if m.Says != want {
				t.Errorf("%q: says %q", c.said, m.Says)
			}
		}
		same := (m.Score == nil) == (c.want.Score == nil) && (m.Score == nil || *m.Score == *c.want.Score)
		if !same || m.Depth != c.want.Depth || m.SelDepth != c.want.SelDepth || m.Nodes != c.want.Nodes || m.WinIn != c.want.WinIn {
			t.Errorf("%q: %+v, want %+v", c.said, m, c.want)
		}
	}
	var m Move
	readThinking(&m, []string{"MESSAGE " + strings.Repeat("ü", 500) + "\xff"})
	if len(m.Says) > maxSays {
		t.Errorf("%d bytes of a message kept", len(m.Says))
	}
}

func TestClock(t *testing.T) {
	s := DefaultEngine()
	s.Turn, s.Game, s.Increment = Span(5*time.Second), Span(20*time.Second), Span(time.Second)
	c := newClock(&s)
	check := func(left int64, limit time.Duration, why Reason) {
		t.Helper()
		if l, r := c.limit(); c.left() != left || l != limit || r != why {
			t.Errorf("left %d, limit %v by %s; want %d, %v, %s", c.left(), l, r, left, limit, why)
		}
	}
	check(20000, 5*time.Second, TurnTime)
	c.spend(4 * time.Second)
	check(17000, 5*time.Second, TurnTime)
	c.spend(14 * time.Second)
	check(4000, 4*time.Second, GameTime)
	c.spend(6 * time.Second)
	check(-1000, -time.Second, GameTime)
	s.Game = 0
	c = newClock(&s)
	c.spend(time.Hour)
	check(unlimitedTime, 5*time.Second, TurnTime)
}
