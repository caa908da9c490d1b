package analysis

import (
	"fmt"
	"io"
	"strings"

	"tengen/board"
)

// WriteSGF writes an annotated game in the Smart Game Format, version 4, game 4: each move with a comment and its value for
// black (V), doubtful and bad moves marked (DO, BM), and the better line of a mistake or blunder as a variation.
func (g *AnnotatedGame) WriteSGF(w io.Writer) error {
	var b strings.Builder
	size := fmt.Sprint(g.Width)
	if g.Width != g.Height {
		size = fmt.Sprintf("%d:%d", g.Width, g.Height)
	}
	fmt.Fprintf(&b, "(;FF[4]GM[4]CA[UTF-8]AP[Tengen]SZ[%s]RU[%s]", size, g.Rule)
	for _, p := range [][2]string{{"PB", g.Black}, {"PW", g.White}, {"RE", g.Result}} {
		if p[1] != "" {
			fmt.Fprintf(&b, "%s[%s]", p[0], escape(p[1]))
		}
	}
	ends := ""
	for i := range g.Moves {
		m := &g.Moves[i]
		varied := m.varied()
		if varied {
			b.WriteString("\n(")
		} else {
			b.WriteByte('\n')
		}
		if err := writeStone(&b, m.Side, m.Move); err != nil {
			return err
		}
		fmt.Fprintf(&b, "C[%s]V[%d]", escape(m.comment()), m.forBlack())
		b.WriteString(map[Mark]string{Inaccuracy: "DO[]", Mistake: "BM[1]", Blunder: "BM[2]"}[m.Mark])
		if varied {
			// The variations stand behind the main line, the innermost first.
			var v strings.Builder
			v.WriteString(")\n(")
			name := m.Side
			for k, p := range m.Line {
				if err := writeStone(&v, name, p); err != nil {
					return err
				}
				if k == 0 {
					fmt.Fprintf(&v, "C[%s]", escape("better: "+m.BestEval.String()))
				}
				name = other(name)
			}
			v.WriteByte(')')
			ends = v.String() + ends
		}
	}
	b.WriteString(ends + ")\n")
	_, err := io.WriteString(w, b.String())
	return err
}

// varied says whether the better line is shown.
func (m *AnnotatedMove) varied() bool {
	return (m.Mark == Mistake || m.Mark == Blunder) && len(m.Line) > 0 && m.Best != m.Move
}

// comment says what is thought of a move in words.
func (m *AnnotatedMove) comment() string {
	text := m.Played.String()
	if m.Mark != Good {
		text = string(m.Mark) + ": " + text
	}
	if m.Best != m.Move {
		text += fmt.Sprintf(", best %s (%v)", strings.Join(m.Line[:min(len(m.Line), 8)], " "), m.BestEval)
	}
	return text
}

// forBlack is the score of the move for black.
func (m *AnnotatedMove) forBlack() int {
	if m.Side == "white" {
		return -m.Played.Score
	}
	return m.Played.Score
}

func other(side string) string {
	if side == "black" {
		return "white"
	}
	return "black"
}

func writeStone(b *strings.Builder, side, point string) error {
	p, err := board.ParsePoint(point)
	if err != nil {
		return err
	}
	fmt.Fprintf(b, ";%s[%c%c]", map[string]string{"black": "B", "white": "W"}[side], 'a'+p.X(), 'a'+p.Y())
	return nil
}

// escape keeps a text from ending or changing a property.
func escape(s string) string {
	return strings.NewReplacer(`\`, `\\`, `]`, `\]`, `:`, `\:`).Replace(s)
}
