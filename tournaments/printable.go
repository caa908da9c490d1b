package tournaments

import (
	"strings"
	"unicode"
)

// printable replaces what would change a terminal or the order of letters rather
// than be seen, in text that engines or foreign records gave: control
// characters, and marks of direction such as U+202E.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029' {
			return '?'
		}
		return r
	}, s)
}
