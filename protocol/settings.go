package protocol

import (
	"math"
	"time"

	"tengen/board"
	"tengen/search"
)

// settings is what the INFO lines said, on top of what the configuration says.
type settings struct {
	clock clock

	ruleBits int  // as sent: 1 exactly five, 2 continuous, 4 renju, 8 caro
	yixin    bool // the manager has shown itself to speak the Yixin protocol

	maxMemory int64 // bytes; 0: not told
	hash      int64 // bytes the manager wants for the table; 0: not told
	threads   int   // 0: not told
	maxDepth  int   // plies; 0: no limit
	maxNodes  uint64
	pondering bool // think on the opponent's time
	detail    bool // REALTIME lines are wanted
	level     int  // 1 (weakest) to search.FullStrength; 0: not told
}

// A change tells the session what an INFO line has altered.
type change uint8

const (
	changedTime change = 1 << iota
	changedRule
	changedMemory
	changedFolder
	changedEvaluate
	changedPondering
)

// newSettings takes the limits of time from the configuration; they hold until the manager sends others.
func newSettings(turn, match, margin time.Duration) settings {
	if match <= 0 {
		match = noLimit
	}
	return settings{
		clock: clock{turn: turn, match: match, margin: margin},
	}
}

// set takes one INFO line. Unknown keys and values that make no sense are passed over without a word, absurd ones are
// brought into their range.
func (s *settings) set(key, value string) change {
	switch key {
	case "folder":
		return changedFolder
	case "evaluate":
		return changedEvaluate
	}
	n, ok := number(value)
	if !ok {
		return s.markYixin(key)
	}
	switch key {
	case "timeout_turn":
		s.clock.turn, s.clock.turnSent = millis(n), true
		return changedTime
	case "timeout_match":
		s.clock.match, s.clock.matchSent = millis(n), true
		if n <= 0 {
			s.clock.match = noLimit
		}
		return changedTime
	case "time_left":
		s.clock.setLeft(n)
		return changedTime
	case "max_memory":
		s.maxMemory = max(n, 0)
		return changedMemory
	case "rule":
		if n < 0 || n == int64(s.ruleBits) {
			return 0
		}
		s.ruleBits = int(n & (ruleExact | ruleContinuous | ruleRenju | ruleCaro))
		return changedRule
	case "level":
		s.level = int(max(1, min(n, search.FullStrength)))
	case "time_increment":
		s.clock.increment = time.Duration(max(0, min(n, unlimited))) * time.Millisecond
	case "max_depth":
		s.maxDepth = int(max(0, min(n, math.MaxInt16)))
	case "max_node":
		s.maxNodes = uint64(max(0, n))
	case "hash_size":
		s.hash = max(0, min(n, math.MaxInt64>>10)) << 10
		return s.markYixin(key) | changedMemory
	case "thread_num":
		s.threads = int(max(0, min(n, maxThreads)))
	case "pondering":
		s.pondering = n > 0
		return s.markYixin(key) | changedPondering
	case "show_detail":
		s.detail = n > 0
	}
	return s.markYixin(key)
}

// maxThreads bounds INFO thread_num; more than any machine has.
const maxThreads = 256

// markYixin notes whether a key is one that only the Yixin protocol has.
func (s *settings) markYixin(key string) change {
	if s.yixin {
		return 0
	}
	switch key {
	case "max_depth", "max_node", "hash_size", "thread_num", "time_increment", "pondering", "show_detail",
		"caution_factor", "checkmate", "thread_split_depth", "nbestsym", "vcthread", "usedatabase", "start_depth":
		return s.sawYixin()
	}
	return 0
}

// sawYixin notes that the manager speaks the Yixin protocol, which gives one rule another meaning.
func (s *settings) sawYixin() change {
	if s.yixin {
		return 0
	}
	s.yixin = true
	if s.ruleBits == ruleContinuous {
		return changedRule
	}
	return 0
}

// The bits of INFO rule.
const (
	ruleExact      = 1
	ruleContinuous = 2
	ruleRenju      = 4
	ruleCaro       = 8
)

// rule is what the bits of INFO rule mean. Sums that no manager uses mean something all the same: renju goes before
// caro, and caro before exactly five.
func (s *settings) rule() (r board.Rule, continuous bool) {
	bits := s.ruleBits
	if bits == ruleContinuous && s.yixin {
		return board.Renju, false
	}
	continuous = bits&ruleContinuous != 0
	switch {
	case bits&ruleRenju != 0:
		return board.Renju, continuous
	case bits&ruleCaro != 0 && bits&ruleExact != 0:
		return board.CaroExact, continuous
	case bits&ruleCaro != 0:
		return board.Caro, continuous
	case bits&ruleExact != 0:
		return board.Standard, continuous
	}
	return board.Freestyle, continuous
}
