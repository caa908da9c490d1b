package search

import (
	"testing"
	"time"

	"tengen/board"
	"tengen/eval"
)

// What is found is as near to the bias as the search that found it says, seen by one that goes two plies deeper.
func TestBalance(t *testing.T) {
	for _, c := range []struct {
		rule  board.Rule
		size  int
		moves string
		count int
		bias  eval.Score
	}{
		{board.Freestyle, 15, "h8i9j7", 2, 0},
		{board.Renju, 15, "h8h9i10", 2, 0},
		{board.Standard, 20, "k10l11", 1, 0},
		{board.CaroExact, 15, "h8i9", 1, 150},
		{board.Freestyle, 15, "", 1, 0},
	} {
		b := setUp(t, c.rule, c.size, c.moves)
		r := linesEngine().Balance(b, c.count, c.bias, Limits{Nodes: 60_000}, still(), nil)
		if len(r.PV) < c.count || r.Depth < 1 {
			t.Fatalf("%v %s: %+v", c.rule, c.moves, r)
		}
		playable(t, b, r.PV)
		for _, p := range r.PV[:c.count] {
			b.Play(p)
		}
		s := linesEngine().Search(b, Limits{Nodes: 60_000}, still(), nil).Score
		if c.count == 1 {
			s = -s
		}
		const tolerance = 150
		if off := s - c.bias; off > tolerance || off < -tolerance {
			t.Errorf("%v %s: %v with bias %v has %v by a deeper search (by its own %v, depth %d)", c.rule, c.moves, r.PV[:c.count], c.bias, s, r.Score, r.Depth)
		}
	}
}

// Where there is hardly room something legal comes all the same.
func TestBalanceWithoutRoom(t *testing.T) {
	b, err := board.New(5, 5, board.Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	e := linesEngine()
	for b.Empties().Len() > 0 {
		for count := 1; count <= 2; count++ {
			r := e.Balance(b, count, 0, Limits{Nodes: 300}, still(), nil)
			if want := b.Empties().Len() >= count; (len(r.PV) >= count) != want {
				t.Fatalf("%d stones, count %d: %v", b.Stones(), count, r.PV)
			}
			playable(t, b, r.PV[:min(len(r.PV), count)])
		}
		set := b.Empties().AppendTo(nil)
		b.Play(set[0])
	}
}

// Black far ahead is taken, white far ahead is kept; an even position gets a pair or a side.
func TestChoose(t *testing.T) {
	e := linesEngine()
	ahead := setUp(t, board.Freestyle, 15, "h8a1i9a15j10") // three in a row, white to move
	known := 0
	c := e.Choose(ahead, true, Limits{Nodes: 20_000}, still(), func(Choice) { known++ })
	if !c.Swap || c.Score >= 0 || known == 0 {
		t.Errorf("black ahead: %+v, told %d times", c, known)
	}
	behind := setUp(t, board.Freestyle, 15, "a1h8o15")
	if c := e.Choose(behind, true, Limits{Nodes: 20_000}, still(), nil); c.Swap || len(c.Stones) != 1 {
		t.Errorf("white ahead: %+v", c)
	}
	pairs := 0
	for _, p := range []string{"g3g5j8", "c6d6c4", "i7h10e13", "f7i4d4"} {
		even := setUp(t, board.Freestyle, 15, p)
		e.ClearHash()
		c := e.Choose(even, true, Limits{Nodes: 60_000}, still(), nil)
		if len(c.Stones) == 2 {
			pairs++
		} else if c.Score > -evenScore && c.Score < evenScore {
			t.Logf("%s: %v in place of a pair", p, c)
		}
		playable(t, even, c.Stones)
	}
	if pairs == 0 {
		t.Error("no pair for any even position")
	}
}

// The time of a part ends with its share, and the choice keeps to the whole.
func TestChooseInTime(t *testing.T) {
	b := setUp(t, board.Freestyle, 20, "k10k12m10")
	e := linesEngine()
	for _, limit := range []time.Duration{time.Millisecond, 20 * time.Millisecond, 100 * time.Millisecond} {
		start := time.Now()
		ctl := NewControl(func() time.Duration { return time.Since(start) })
		ctl.SetTime(limit, limit)
		e.Choose(b, true, Limits{}, ctl, nil)
		if took := time.Since(start); took > limit+time.Second {
			t.Errorf("%v for a limit of %v", took, limit)
		}
	}
}

func TestPartOfControl(t *testing.T) {
	now := time.Duration(0)
	whole := NewControl(func() time.Duration { return now })
	whole.SetTime(100, 200)
	part := whole.Part(40)
	now = 39
	if part.pastHard() || part.pastShare(100) {
		t.Error("over at 39 of 40")
	}
	now = 40
	if !part.pastHard() || whole.pastHard() {
		t.Error("not over at 40, or the whole is")
	}
	whole.SetTime(NoLimit, NoLimit)
	if part.pastHard() {
		t.Error("over without a limit")
	}
	whole.Stop()
	if !part.Stopped() {
		t.Error("not stopped with the whole")
	}
	now = 1000
	whole.Restart(3)
	if whole.Elapsed() != 3 {
		t.Errorf("%v elapsed after a restart 3 ago", whole.Elapsed())
	}
}
