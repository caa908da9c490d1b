package protocol

import (
	"math"
	"testing"
	"time"

	"tengen/board"
	"tengen/search"
)

func testSettings() *settings {
	s := newSettings(time.Second, 0, 30*ms)
	return &s
}

func TestInfoKeys(t *testing.T) {
	s := testSettings()
	for _, c := range []struct {
		key, value string
		ok         func() bool
	}{
		{"timeout_turn", "250", func() bool { return s.clock.turn == 250*ms }},
		{"timeout_turn", "-7", func() bool { return s.clock.turn == 0 }},
		{"timeout_turn", "99999999999999999999", func() bool { return s.clock.turn == noLimit }},
		{"timeout_turn", "soon", func() bool { return s.clock.turn == noLimit }},
		{"timeout_turn", "", func() bool { return s.clock.turn == noLimit }},
		{"timeout_match", "1000", func() bool { return s.clock.match == time.Second }},
		{"timeout_match", "0", func() bool { return s.clock.match == noLimit }},
		{"time_left", "2147483647", func() bool { return s.clock.remaining() == noLimit }},
		{"time_left", "-100", func() bool { return s.clock.remaining() == 0 }},
		{"max_memory", "367001600", func() bool { return s.maxMemory == 367001600 }},
		{"max_memory", "9223372036854775807", func() bool { return s.maxMemory == math.MaxInt64 }},
		{"max_memory", "123456789012345678901234567890", func() bool { return s.maxMemory == math.MaxInt64 }},
		{"max_memory", "-1", func() bool { return s.maxMemory == 0 }},
		{"max_depth", "12", func() bool { return s.maxDepth == 12 }},
		{"max_depth", "-1", func() bool { return s.maxDepth == 0 }},
		{"max_node", "5000", func() bool { return s.maxNodes == 5000 }},
		{"max_node", "-1", func() bool { return s.maxNodes == 0 }},
		{"hash_size", "1024", func() bool { return s.hash == 1<<20 }},
		{"hash_size", "9223372036854775807", func() bool { return s.hash > 0 }},
		{"thread_num", "2", func() bool { return s.threads == 2 }},
		{"thread_num", "100000", func() bool { return s.threads == maxThreads }},
		{"time_increment", "2000", func() bool { return s.clock.increment == 2*time.Second }},
		{"level", "3", func() bool { return s.level == 3 }},
		{"level", "77", func() bool { return s.level == search.FullStrength }},
		{"rule", "4", func() bool { return s.ruleBits == 4 }},
		{"rule", "-4", func() bool { return s.ruleBits == 4 }},
		{"rule", "renju", func() bool { return s.ruleBits == 4 }},
		{"game_type", "2", func() bool { return true }},
		{"no_such_key", "1", func() bool { return true }},
		{"", "", func() bool { return true }},
	} {
		s.set(c.key, c.value)
		if !c.ok() {
			t.Errorf("INFO %s %s: settings are %+v", c.key, c.value, s)
		}
	}
}

func TestRuleBits(t *testing.T) {
	for bits, want := range map[string]board.Rule{
		"0": board.Freestyle, "1": board.Standard, "2": board.Freestyle, "3": board.Standard, "4": board.Renju,
		"5": board.Renju, "6": board.Renju, "8": board.Caro, "9": board.CaroExact, "10": board.Caro, "11": board.CaroExact,
		"12": board.Renju, "15": board.Renju, "16": board.Freestyle, "9999999999999": board.Renju,
	} {
		s := testSettings()
		s.set("rule", bits)
		if got, _ := s.rule(); got != want {
			t.Errorf("rule %s is %v, want %v", bits, got, want)
		}
	}
}

func TestRuleTwoDependsOnTheManager(t *testing.T) {
	s := testSettings()
	s.set("rule", "2")
	if r, continuous := s.rule(); r != board.Freestyle || !continuous {
		t.Errorf("rule 2 is %v, continuous %v", r, continuous)
	}
	if c := s.set("caution_factor", "1"); c != changedRule {
		t.Errorf("a key of Yixin's changes %v", c)
	}
	if r, continuous := s.rule(); r != board.Renju || continuous {
		t.Errorf("rule 2 from Yixin-Board is %v, continuous %v", r, continuous)
	}
}

func TestHashBytes(t *testing.T) {
	const mb = 1 << 20
	const most = 400 * mb
	for _, c := range []struct{ asked, memory, held, least, most int64 }{
		{0, 0, 0, defaultHash, defaultHash},
		{0, 350 * mb, 0, 200 * mb, 211 * mb},
		{0, 80 * mb, 0, 40 * mb, 56 * mb},
		{16 * mb, 350 * mb, 0, 16 * mb, 16 * mb},
		{1000 * mb, 350 * mb, 0, 200 * mb, 211 * mb},
		{16 * mb, 0, 0, 16 * mb, 16 * mb},
		{0, leastMemory, 0, leastHash, leastMemory / 2},
		{0, 1, 0, leastHash, leastHash},
		{0, math.MaxInt64, 0, most, most},
		{math.MaxInt64, math.MaxInt64, 0, most, most},
		{math.MaxInt64, 0, 0, most, most},
		{0, 350 * mb, 210 * mb, leastHash, leastHash},
	} {
		if got := hashBytes(c.asked, c.memory, c.held, 0, most); got < c.least || got > c.most {
			t.Errorf("asked %d of %d with %d held: %d", c.asked, c.memory, c.held, got)
		}
	}
	// More threads leave a large table as it is, and a small one no more than what is left.
	for _, memory := range []int64{350 * mb, 1 << 30, 4 << 30, 1 << 34, math.MaxInt64} {
		if one, many := hashBytes(0, memory, 0, 0, 1<<40), hashBytes(0, memory, 0, min(memory/4, 64*search.WorkerBytes), 1<<40); one != many {
			t.Errorf("max_memory %d: a table of %d bytes, with many threads %d", memory, one, many)
		}
	}
	if got := hashBytes(0, 40*mb, 0, 10*mb, most); got > 14*mb {
		t.Errorf("40 MB with threads of 10: %d", got)
	}
}

// The configured level holds until the manager sends one.
func TestLevelOfSearch(t *testing.T) {
	s := newSession(Options{Level: 4, Seed: 9})
	s.game, _ = newGame(15, 15, board.Freestyle, false)
	if l := s.limits(); l.Level != 4 || l.Seed != 9 {
		t.Errorf("configured: %+v", l)
	}
	s.set.set("level", "7")
	if l := s.limits(); l.Level != 7 {
		t.Errorf("sent: %+v", l)
	}
	s.set.set("level", "0")
	if l := s.limits(); l.Level != 1 {
		t.Errorf("below the weakest: %+v", l)
	}
}
