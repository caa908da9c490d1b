package play

import (
	"runtime"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// openScreen is tcell's screen on this terminal.
func openScreen() (tcell.Screen, error) {
	if runtime.GOOS == "windows" { // keys come as UTF-16 there
		return tcell.NewScreen()
	}
	tty, err := tcell.NewDevTty()
	if err != nil {
		return nil, err
	}
	clean := &cleanTty{Tty: tty}
	t, err := tcell.NewTerminfoScreenFromTty(clean)
	if err != nil {
		return nil, err
	}
	clean.charset = t.CharacterSet
	return t, nil
}

// A cleanTty leaves out of what is typed what is no UTF-8, where the terminal is said to speak UTF-8: tcell (2.13) tries
// such a byte again and again, and can then not even be ended.
type cleanTty struct {
	tcell.Tty
	charset func() string
	filter  utf8Filter
}

// Read may give nothing without an error, which tcell allows.
func (t *cleanTty) Read(b []byte) (int, error) {
	if t.charset() != "UTF-8" || len(b) < 2*utf8.UTFMax {
		return t.Tty.Read(b)
	}
	in := make([]byte, len(b)-utf8.UTFMax)
	n, err := t.Tty.Read(in)
	return copy(b, t.filter.add(in[:n])), err
}

// A utf8Filter passes UTF-8 on.
type utf8Filter struct {
	rest []byte // the beginning of a rune, shorter than utf8.UTFMax
}

// add takes more bytes and gives those that are whole runes now.
func (f *utf8Filter) add(in []byte) []byte {
	text := append(f.rest, in...)
	var out []byte
	for len(text) > 0 && utf8.FullRune(text) {
		r, n := utf8.DecodeRune(text)
		if r != utf8.RuneError || n > 1 {
			out = append(out, text[:n]...)
		}
		text = text[n:]
	}
	f.rest = append([]byte(nil), text...)
	return out
}
