package board

import (
	"fmt"
	"strings"
)

// Draw shows the position on one screen: letters below, row numbers at the left,
// x for Black, o for White, # for a stone of nobody, the last stone in brackets.
func (b *Board) Draw() string { return b.DrawMarked(nil) }

// DrawMarked is Draw with marks, such as ! for a forbidden point, on empty points.
func (b *Board) DrawMarked(marks map[Point]byte) string {
	var s strings.Builder
	last, _ := b.Last()
	for y := 0; y < b.height; y++ {
		fmt.Fprintf(&s, "%2d ", y+1)
		open := byte(' ')
		for x := 0; x < b.width; x++ {
			p := At(x, y)
			next := byte(' ')
			if p == last {
				open, next = '[', ']'
			}
			s.WriteByte(open)
			s.WriteByte(b.mark(p, marks))
			open = next
		}
		if open == ']' {
			s.WriteByte(open)
		}
		s.WriteByte('\n')
	}
	s.WriteString("   ")
	for x := 0; x < b.width; x++ {
		s.WriteByte(' ')
		s.WriteByte(byte('a' + x))
	}
	s.WriteByte('\n')
	return s.String()
}

func (b *Board) mark(p Point, marks map[Point]byte) byte {
	switch b.At(p) {
	case Black:
		return 'x'
	case White:
		return 'o'
	case Wall:
		return '#'
	}
	if m, ok := marks[p]; ok {
		return m
	}
	return '.'
}
