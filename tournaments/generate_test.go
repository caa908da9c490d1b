package tournaments

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"tengen/board"
)

func TestMakeOpenings(t *testing.T) {
	// A judge that knows nothing of the game but is the same every time: a
	// quarter of all positions is even to it, and some are won.
	judge := func(b *board.Board) (int, bool) {
		h := int(b.Hash() >> 8 % 400)
		return h - 200, b.Hash()%7 == 0
	}
	for _, p := range []OpeningPlan{
		{Rule: board.Freestyle, Width: 20, Height: 20, Count: 40, MinStones: 3, MaxStones: 6, MaxScore: 50, Seed: 1},
		{Rule: board.Renju, Width: 15, Height: 15, Count: 40, MinStones: 5, MaxStones: 9, MaxScore: 50, Seed: 2},
		{Rule: board.Caro, Width: 6, Height: 9, Count: 10, MinStones: 4, MaxStones: 4, MaxScore: 50, Seed: 3},
	} {
		first, err := p.Make(t.Context(), judge, nil)
		if err != nil {
			t.Fatal(err)
		}
		again, _ := p.Make(t.Context(), judge, nil)
		if !reflect.DeepEqual(first, again) {
			t.Errorf("%v: the same seed gives other openings", p)
		}
		var text bytes.Buffer
		if err := WriteOpenings(&text, "two\nlines", first); err != nil {
			t.Fatal(err)
		}
		read, err := parseOpenings("set", text.String(), p.Width, p.Height, p.Rule)
		if err != nil || len(read) != p.Count {
			t.Fatalf("%v: %d openings read back, %v", p, len(read), err)
		}
		seen := map[string]bool{}
		for i, o := range read {
			if n := len(o.Stones); n < p.MinStones || n > p.MaxStones || FormatStones(o.Stones) != FormatStones(first[i].Stones) {
				t.Errorf("%v: opening %d is %s", p, i, FormatStones(o.Stones))
			}
			seen[canonical(o.Stones, p.Width, p.Height)] = true
			b, _ := board.New(p.Width, p.Height, p.Rule)
			for _, s := range o.Stones {
				b.Play(s)
			}
			if score, decided := judge(b); decided || score > 50 || score < -50 {
				t.Errorf("%v: opening %d has score %d, decided %v", p, i, score, decided)
			}
		}
		if len(seen) != p.Count {
			t.Errorf("%v: only %d are different", p, len(seen))
		}
	}
}

func TestMakeOpeningsGivesUp(t *testing.T) {
	p := OpeningPlan{Rule: board.Freestyle, Width: 15, Height: 15, Count: 1, MinStones: 3, MaxStones: 3, Seed: 1}
	never := func(*board.Board) (int, bool) { return 1, false }
	if _, err := p.Make(t.Context(), never, nil); err == nil || !strings.Contains(err.Error(), "no opening of 3 stones within 0 of even") {
		t.Errorf("%v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Make(ctx, never, nil); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
	for _, bad := range []OpeningPlan{
		{Width: 15, Height: 15, MinStones: 3, MaxStones: 3},
		{Width: 15, Height: 15, Count: 1, MinStones: 4, MaxStones: 3},
		{Width: 15, Height: 15, Count: 1, MinStones: 3, MaxStones: 30},
		{Width: 25, Height: 15, Count: 1, MinStones: 3, MaxStones: 3},
		{Width: 15, Height: 15, Count: 1, MinStones: 3, MaxStones: 3, MaxScore: -1},
	} {
		if bad.Check() == nil {
			t.Errorf("%+v is accepted", bad)
		}
	}
}

// With playouts black and white win in turn; a drawn opening does for both.
func TestPlayoutBalancesTheSet(t *testing.T) {
	plan := OpeningPlan{Rule: board.Freestyle, Width: 15, Height: 15, Count: 20, MinStones: 4, MaxStones: 8, Seed: 3}
	even := func(*board.Board) (int, bool) { return 0, false }
	winner := func(b *board.Board) Result {
		switch b.Hash() % 5 {
		case 0:
			return WhiteWins
		case 1:
			return Drawn
		}
		return BlackWins
	}
	plan.Playout = winner
	openings, err := plan.Make(t.Context(), even, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, o := range openings {
		b, _ := board.New(15, 15, board.Freestyle)
		for _, p := range o.Stones {
			b.Play(p)
		}
		want := BlackWins
		if i%2 == 1 {
			want = WhiteWins
		}
		if r := winner(b); r != want && r != Drawn {
			t.Errorf("opening %d is won by %s, want %s", i+1, r, want)
		}
	}
}

// When black does worse in other games than in those that choose, the set gets
// more openings that black wins.
func TestSteering(t *testing.T) {
	plan := OpeningPlan{Rule: board.Freestyle, Width: 15, Height: 15, Count: 200, MinStones: 4, MaxStones: 8, Seed: 3}
	even := func(*board.Board) (int, bool) { return 0, false }
	chosen, points := 0, 0.0
	plan.Playout = func(b *board.Board) Result {
		if b.Hash()%2 == 0 {
			return BlackWins
		}
		return WhiteWins
	}
	plan.Steer = []Playout{func(b *board.Board) Result {
		r := WhiteWins
		// Black wins 60% of the openings that the other game gives to black, and
		// 30% of the rest.
		if b.Hash()%2 == 0 {
			chosen++
			if b.Hash()/2%10 < 6 {
				r = BlackWins
			}
		} else if b.Hash()/2%10 < 3 {
			r = BlackWins
		}
		points += r.Score(board.Black)
		return r
	}}
	if _, err := plan.Make(t.Context(), even, nil); err != nil {
		t.Fatal(err)
	}
	if points < 97 || points > 103 || chosen < 115 || chosen > 155 {
		t.Errorf("black makes %v of 200, with %d openings that it wins in the other game", points, chosen)
	}
}

// The score that counts as even stays 0 for what chance does, moves towards who
// is behind, and not without end.
func TestEvenMoves(t *testing.T) {
	p := OpeningPlan{MaxScore: 60}
	for lead, want := range map[float64]int{0: 0, 10: 0, -10: 0, -15: 30, 20: -60, -1000: 120, 1000: -120} {
		if got := p.even(lead); got != want {
			t.Errorf("lead %v: %d, want %d", lead, got, want)
		}
	}
}
