package board

import (
	"fmt"
	"strings"
	"testing"
)

func TestNotationThereAndBack(t *testing.T) {
	for y := range MaxSize {
		for x := range MaxSize {
			p := At(x, y)
			if q, err := ParsePoint(strings.ToUpper(p.String())); q != p || err != nil {
				t.Fatalf("%d,%d is written %s and read %v, %v", x, y, p, q, err)
			}
		}
	}
	if At(7, 7).String() != "h8" || At(0, 0).String() != "a1" || At(21, 21).String() != "v22" {
		t.Error("h8, a1 or v22 is not where it should be")
	}
	moves, err := ParseMoves(" h8h9, I10\tj1 \r\n")
	if fmt.Sprint(moves) != "[h8 h9 i10 j1]" || err != nil {
		t.Errorf("read %v, %v", moves, err)
	}
}

func TestNotationErrors(t *testing.T) {
	for s, part := range map[string]string{
		"":        "no point given",
		"8h":      `column "8"`,
		"w3":      `column "w"`,
		"é3":      `column "é"`,
		"h":       `row ""`,
		"h0":      `row "0"`,
		"h23":     `row "23"`,
		"h8x":     `"x" after the point h8`,
		"h999999": `row "999999"`,
	} {
		if _, err := ParsePoint(s); err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("%q: %v, want an error with %s", s, err, part)
		}
	}
	if _, err := ParseMoves("h8 h9 zz"); err == nil || !strings.Contains(err.Error(), "move 3") {
		t.Errorf("third move wrong: %v", err)
	}
}

func TestDraw(t *testing.T) {
	b := mustNew(t, 6, 5, Freestyle)
	for _, p := range mustMoves(t, "c3d3f5") {
		b.Play(p)
	}
	b.Put(At(0, 0), Wall)
	b.Undo()
	b.Put(At(1, 0), Wall)
	b.Undo()
	want := ` 1  . . . . . .
 2  . . . . . .
 3  . . x o . .
 4  . ! . . . .
 5  . . . . .[x]
    a b c d e f
`
	if got := b.DrawMarked(map[Point]byte{At(1, 3): '!'}); got != want {
		t.Errorf("drawn:\n%s\nwant:\n%s", got, want)
	}
}
