package tournaments

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"
)

// Span is a length of time as a tournament file writes it: "250ms", "1m30s".
type Span time.Duration

// notGiven marks a time limit the file does not mention.
const notGiven Span = -1

// UnmarshalText reads a duration. A bare number is refused: nobody knows
// whether it means seconds or milliseconds.
func (s *Span) UnmarshalText(text []byte) error {
	d, err := time.ParseDuration(strings.TrimSpace(string(text)))
	if err != nil {
		return fmt.Errorf("%q is not a length of time such as \"250ms\", \"5s\" or \"2m30s\"", text)
	}
	if d < 0 {
		return fmt.Errorf("%q is negative; a length of time is 0s or more", text)
	}
	*s = Span(d)
	return nil
}

// MarshalText writes the form UnmarshalText reads.
func (s Span) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// String gives the form UnmarshalText reads, or "not given".
func (s Span) String() string {
	if s == notGiven {
		return "not given"
	}
	return time.Duration(s).String()
}

// Milliseconds rounds down to whole milliseconds, the unit of the protocol.
func (s Span) Milliseconds() int64 { return time.Duration(s).Milliseconds() }

// Bytes is an amount of memory as a tournament file writes it: "350MB", where
// KB, MB and GB count in steps of 1024 as Gomocup's 350 MB do, or a bare number
// of bytes.
type Bytes int64

// UnmarshalText reads an amount of memory.
func (b *Bytes) UnmarshalText(text []byte) error {
	s := strings.ToUpper(strings.TrimSpace(string(text)))
	shift := 0
	for _, unit := range []struct {
		name  string
		shift int
	}{{"KIB", 10}, {"MIB", 20}, {"GIB", 30}, {"KB", 10}, {"MB", 20}, {"GB", 30}, {"B", 0}} {
		if strings.HasSuffix(s, unit.name) {
			s, shift = strings.TrimSpace(strings.TrimSuffix(s, unit.name)), unit.shift
			break
		}
	}
	n, err := strconv.ParseInt(s, 10, 64)
	if err != nil || n < 0 || n > math.MaxInt64>>shift {
		return fmt.Errorf("%q is not an amount of memory such as \"350MB\", \"2GB\" or a number of bytes", text)
	}
	*b = Bytes(n << shift)
	return nil
}

// MarshalText writes the form UnmarshalText reads.
func (b Bytes) MarshalText() ([]byte, error) { return []byte(b.String()), nil }

// String writes whole units where the amount is a whole number of them.
func (b Bytes) String() string {
	switch {
	case b != 0 && b%(1<<30) == 0:
		return strconv.FormatInt(int64(b)>>30, 10) + "GB"
	case b != 0 && b%(1<<20) == 0:
		return strconv.FormatInt(int64(b)>>20, 10) + "MB"
	case b != 0 && b%(1<<10) == 0:
		return strconv.FormatInt(int64(b)>>10, 10) + "KB"
	default:
		return strconv.FormatInt(int64(b), 10)
	}
}

// Info is INFO lines to send, key to value. A value may be a text, a number or
// true and false.
type Info map[string]string

// UnmarshalTOML reads a table.
func (m *Info) UnmarshalTOML(value any) error {
	table, ok := value.(map[string]any)
	if !ok {
		return fmt.Errorf("this is no table such as { thread_num = 2 }")
	}
	*m = Info{}
	for key, v := range table {
		switch v.(type) {
		case string, int64, float64, bool:
			(*m)[key] = fmt.Sprint(v)
		default:
			return fmt.Errorf("the value of %s is neither a text nor a number", key)
		}
	}
	return nil
}
