package protocol

import (
	"testing"
	"time"
)

const ms = time.Millisecond

func testClock() clock { return newSettings(time.Second, 0, 30*ms).clock }

func TestBudgetOfATurn(t *testing.T) {
	for _, turn := range []time.Duration{1 * ms, 5 * ms, 20 * ms, 49 * ms, 50 * ms, 100 * ms, 500 * ms, 5 * time.Second, 300 * time.Second} {
		c := testClock()
		c.turn = turn
		b := c.budget(0)
		if b.soft != b.hard || b.hard < turn*3/4 || b.hard > turn || turn > 200*ms && b.hard != turn-30*ms {
			t.Errorf("limit %v: budget %+v", turn, b)
		}
		late := time.Duration(0)
		if turn < 50*ms {
			late = 15 * ms // by the contract
		}
		if b.wait <= b.hard || b.wait > turn+late {
			t.Errorf("limit %v: the session waits until %v, the search stops at %v", turn, b.wait, b.hard)
		}
	}
}

func TestBudgetZero(t *testing.T) {
	c := testClock()
	c.turn = millis(0)
	if b := c.budget(0); b.hard <= 0 || b.wait >= 20*ms {
		t.Errorf("turn limit 0: %+v", b)
	}
	c = testClock()
	c.setLeft(-5)
	if b := c.budget(0); b != (budget{}) {
		t.Errorf("overdrawn: %+v", b)
	}
}

func TestBudgetWithoutLimits(t *testing.T) {
	c := testClock()
	c.turn, c.turnSent = millis(unlimited), true
	if b := c.budget(0); b != (budget{noLimit, noLimit, noLimit}) {
		t.Errorf("no limit: %+v", b)
	}
	c.setLeft(unlimited)
	if b := c.budget(0); b.hard != noLimit {
		t.Errorf("no limit, time_left unlimited: %+v", b)
	}
	c.match, c.matchSent = 10*time.Second, true
	if b := c.budget(0); b.hard > 10*time.Second {
		t.Errorf("timeout_match must hold beside an unlimited time_left: %+v", b)
	}
}

// What the configuration says holds until the manager sends a limit of any kind.
func TestConfiguredLimits(t *testing.T) {
	config := newSettings(time.Second, time.Minute, 0)
	for _, c := range []struct {
		name  string
		infos []string
		most  time.Duration
	}{
		{"nothing", nil, time.Second},
		{"no limit a game", []string{"timeout_match", "0", "time_left", "2147483647"}, time.Second},
		{"a turn", []string{"timeout_turn", "300000"}, 5 * time.Minute},
		{"a game", []string{"timeout_match", "1000000"}, patience * 40 * time.Second},
		{"a game's rest", []string{"time_left", "1000000"}, patience * 40 * time.Second},
	} {
		s := config
		for i := 0; i < len(c.infos); i += 2 {
			s.set(c.infos[i], c.infos[i+1])
		}
		if b := s.clock.budget(0); b.hard != c.most {
			t.Errorf("the manager sends %s: %v, want %v", c.name, b.hard, c.most)
		}
	}
}

func TestSmallestLimitDecides(t *testing.T) {
	c := testClock()
	c.turn, c.turnSent = 5*time.Second, true
	c.match, c.matchSent = 120*time.Second, true
	c.setLeft(1000)
	if b := c.budget(0); b.hard > time.Second {
		t.Errorf("1 s left of the game, budget %+v", b)
	}
	c.setLeft(100000)
	if b := c.budget(0); b.hard > 5*time.Second || b.soft > b.hard {
		t.Errorf("5 s a turn, budget %+v", b)
	}
	c.match = 500 * ms
	if b := c.budget(0); b.hard > 500*ms {
		t.Errorf("500 ms a game, budget %+v", b)
	}
}

func TestOwnClockCarriesOn(t *testing.T) {
	c := testClock()
	c.match, c.matchSent = 10*time.Second, true
	c.newGame()
	c.charge(3 * time.Second)
	if got := c.remaining(); got != 7*time.Second {
		t.Errorf("after 3 s of 10 s %v remain", got)
	}
	c.setLeft(6500)
	c.charge(time.Second)
	if got := c.remaining(); got != 5500*ms {
		t.Errorf("a second after 6.5 s left %v remain", got)
	}
	c.charge(20 * time.Second)
	if got := c.remaining(); got != 0 {
		t.Errorf("overdrawn, %v remain", got)
	}
	c.newGame()
	if got := c.remaining(); got != 10*time.Second {
		t.Errorf("in a new game %v remain", got)
	}
	c.setLeft(4000)
	c.newGame() // Yixin-Board says what is left before START
	if got := c.remaining(); got != 4*time.Second {
		t.Errorf("time_left sent before the game began: %v remain", got)
	}
}

func TestIncrement(t *testing.T) {
	c := testClock()
	c.match, c.increment = 60*time.Second, 2*time.Second
	c.charge(5 * time.Second)
	if got := c.remaining(); got != 57*time.Second {
		t.Errorf("%v remain", got)
	}
}

// A game must fit into its time however many moves it has.
func TestGameFitsIntoItsTime(t *testing.T) {
	for _, match := range []time.Duration{300 * ms, time.Second, 120 * time.Second, 1000 * time.Second} {
		c := testClock()
		c.turn, c.match = noLimit, match
		used := time.Duration(0)
		for empty := 400; empty > 0; empty -= 2 {
			spent := c.budget(empty).hard + time.Millisecond // which no clock of ours sees
			used += spent
			if left := match - used; empty%10 == 0 {
				c.setLeft(left.Milliseconds())
			} else {
				c.charge(spent)
			}
		}
		if used > match+50*ms {
			t.Errorf("a game of %v took %v", match, used)
		}
	}
}
