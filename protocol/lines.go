package protocol

import (
	"bufio"
	"io"
)

// maxLine is how much of a line is kept, in bytes; the rest is read and dropped, so a line of any length costs no
// more memory than this. It leaves room for the longest path of INFO folder (32 KB on Windows).
const maxLine = 64 << 10

// A lineReader cuts a stream into lines ended by CR LF, LF or CR, mixed as they come. It never returns an empty
// line, so a CR LF needs no look-ahead that would block.
type lineReader struct {
	r     *bufio.Reader
	buf   []byte
	begun bool // the place of a byte order mark has been passed
}

func newLineReader(r io.Reader) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 4096)}
}

// next returns the next line without its ending. NUL bytes become blanks. cut says that something other than
// blanks was dropped from the end of an overlong line. After the last line, ended or not, it returns the reader's error.
func (l *lineReader) next() (text string, cut bool, err error) {
	l.buf = l.buf[:0]
	for {
		c, err := l.r.ReadByte()
		if err != nil {
			if len(l.buf) > 0 {
				return string(l.buf), cut, nil
			}
			return "", false, err
		}
		if !l.begun {
			l.begun = true
			if c == 0xEF && l.skipMark() {
				continue
			}
		}
		switch {
		case c == '\n' || c == '\r':
			if len(l.buf) > 0 {
				return string(l.buf), cut, nil
			}
		case c == 0 || c == ' ' || c == '\t':
			if c == 0 {
				c = ' '
			}
			if len(l.buf) > 0 && len(l.buf) < maxLine { // leading blanks are never needed
				l.buf = append(l.buf, c)
			}
		case len(l.buf) < maxLine:
			l.buf = append(l.buf, c)
		default:
			cut = true
		}
	}
}

// skipMark drops the second and third byte of a UTF-8 byte order mark if they follow.
func (l *lineReader) skipMark() bool {
	b, err := l.r.Peek(2)
	if err != nil || b[0] != 0xBB || b[1] != 0xBF {
		return false
	}
	_, _ = l.r.Discard(2)
	return true
}
