package slowref

import (
	"strings"
	"testing"
)

// proofText reads a proof written as "f8/5 (e8 j8/1)": a move, its plies, and in
// brackets the replies, each followed by a proof.
func proofText(t *testing.T, text string) *Proof {
	t.Helper()
	words := strings.Fields(strings.NewReplacer("(", " ( ", ")", " ) ").Replace(text))
	point := func(s string) Point {
		m, err := ParseMoves(s)
		if err != nil || len(m) != 1 {
			t.Fatalf("%q in %q is no point: %v", s, text, err)
		}
		return m[0]
	}
	var read func() *Proof
	read = func() *Proof {
		move, plies, _ := strings.Cut(words[0], "/")
		words = words[1:]
		p := &Proof{Move: point(move)}
		for _, digit := range plies {
			p.Plies = 10*p.Plies + int(digit-'0')
		}
		for len(words) > 0 && words[0] == "(" {
			reply := point(words[1])
			words = words[2:]
			p.Replies = append(p.Replies, ProofReply{reply, read()})
			words = words[1:]
		}
		return p
	}
	return read()
}

func TestCheckProof(t *testing.T) {
	for _, c := range []struct {
		name         string
		rule         Rule
		black, white string
		turn         Cell
		proof        string
		longest      int
		fault        string // part of the error, "" for none
	}{
		{"a five", Freestyle, "d8e8f8g8", "a1a2a3a4", Black, "h8/1", 1, ""},
		{"a five, more plies than needed", Freestyle, "d8e8f8g8", "a1a2a3a4", Black, "h8/9", 1, ""},
		{"a five in no plies", Freestyle, "d8e8f8g8", "a1a2a3a4", Black, "h8/0", 0, "h8 is said to win in 0, but a line has 1"},
		{"six in standard", Standard, "d8e8f8g8i8", "a1a2a3a4", Black, "h8/1", 0, "h8 leaves the defender a5, which wins"},
		{"an open four", Freestyle, "e8f8g8", "a1a2a3", Black, "h8/3", 3, ""},
		{"an open four with five plies too many", Freestyle, "e8f8g8", "a1a2a3", Black, "h8/8", 3, ""},
		{"an open four beside the edge of the defender's four", Freestyle, "e8f8g8", "b1c1d1e1", Black, "h8/3", 0, "leaves the defender"},
		{"a four with its stop", Freestyle, "e8f8g8", "d8a2a3", Black, "h8/3", 0, "i8 is a reply that is not answered"},
		{"an open four that standard's overline stops", Standard, "e8f8g8j8", "c8a2a3l8", Black, "h8/3", 0, "d8 is a reply that is not answered"},
		{"the same in freestyle", Freestyle, "e8f8g8j8", "c8a2a3l8", Black, "h8/3", 3, ""},
		{"caro: one stone closes both fives", Caro, "e8f8g8", "c8a2a3a10", Black, "h8/3", 0, "is a reply that is not answered"},
		{"caro: two open ends", Caro, "e8f8g8", "a2a3a10", Black, "h8/3", 3, ""},
		{"two fours", Freestyle, "e8f8g8h9h10h11", "d8h12a3a5", Black, "h8/3", 3, ""},
		{"two fours in renju", Renju, "e8f8g8h9h10h11", "d8h12a3a5", Black, "h8/3", 0, "h8 is not legal"},
		{"two fours of white's in renju", Renju, "d8h12a3a5", "e8f8g8h9h10h11", White, "h8/3", 3, ""},
		{"an open three is answered anywhere", Freestyle, "g8h8", "a1", Black, "f8/5", 0, "is a reply that is not answered"},
		{"a four and an open three", Freestyle, "e8f8g8h9h10", "d8a2a3a5o1", Black, "h8/5 (i8 h11/3)", 5, ""},
		{"the same with a reply that does not matter", Freestyle, "e8f8g8h9h10", "d8a2a3a5o1", Black, "h8/5 (i8 h11/3) (o15 i8/1)", 5, ""},
		{"the same in three plies", Freestyle, "e8f8g8h9h10", "d8a2a3a5o1", Black, "h8/3 (i8 h11/3)", 0, "said to win in 3, but a line has 5"},
		{"the same with an idle stone", Freestyle, "e8f8g8h9h10", "d8a2a3a5o1", Black, "h8/5 (i8 o15/3)", 0, "h8 i8 o15"},
		{"the same without an answer", Freestyle, "e8f8g8h9h10", "d8a2a3a5o1", Black, "h8/5", 0, "h8 i8 is a reply that is not answered"},
		{"the same with a reply twice", Freestyle, "e8f8g8h9h10", "d8a2a3a5o1", Black, "h8/5 (i8 h11/3) (i8 h11/3)", 0, "i8 is listed twice"},
		{"the same with a reply on a stone", Freestyle, "e8f8g8h9h10", "d8a2a3a5o1", Black, "h8/5 (i8 h11/3) (d8 i8/1)", 0, "d8 is listed, but not legal"},
		{"white wins because black may not answer", Renju, "d8i9i10j7k6", "e8f8g8", White, "h8/3", 3, ""},
		{"and where he may", Renju, "d8i9i10j7", "e8f8g8", White, "h8/3", 0, "i8 is a reply that is not answered"},
		{"replies to a five", Freestyle, "d8e8f8g8", "a1a2a3a4", Black, "h8/3 (i8 i9/1)", 0, "wins, but has replies"},
		{"off the board", Freestyle, "d8e8f8g8", "a1a2a3a4", Black, "p8/1", 0, "is not legal"},
		{"a finished game", Freestyle, "d8e8f8g8h8", "a1a2a3a4", White, "a5/1", 0, "over"},
	} {
		p, err := New(15, 15, c.rule)
		if err != nil {
			t.Fatal(err)
		}
		for colour, text := range map[Cell]string{Black: c.black, White: c.white} {
			stones, err := ParseMoves(text)
			if err != nil {
				t.Fatal(err)
			}
			for _, m := range stones {
				p.Put(m.X, m.Y, colour)
			}
		}
		p.Turn = c.turn
		before := p.String()
		longest, err := p.CheckProof(proofText(t, c.proof))
		switch {
		case c.fault == "" && (err != nil || longest != c.longest):
			t.Errorf("%s: longest line %d, %v; want %d\n%v", c.name, longest, err, c.longest, p)
		case c.fault != "" && (err == nil || !strings.Contains(err.Error(), c.fault)):
			t.Errorf("%s: %v; want an error with %q\n%v", c.name, err, c.fault, p)
		}
		if p.String() != before {
			t.Errorf("%s: the position was changed", c.name)
		}
	}
	p, err := New(15, 15, Freestyle)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.CheckProof(nil); err == nil {
		t.Error("no proof at all passes")
	}
}
