//go:build !gomocup

package cli

import (
	"encoding"
	"fmt"
	"strings"
	"time"

	"tengen/tournaments"
)

// unset marks a flag of a length of time that was not given.
const unset tournaments.Span = -1

// textFlag is a flag whose value knows how to read itself.
type textFlag struct {
	value interface {
		encoding.TextUnmarshaler
		fmt.Stringer
	}
	kind string
}

func (f textFlag) Set(s string) error { return f.value.UnmarshalText([]byte(s)) }
func (f textFlag) Type() string       { return f.kind }

// String gives the default for the help; a length of time that is not given has
// none.
func (f textFlag) String() string {
	if s, ok := f.value.(*tournaments.Span); ok && *s == unset {
		return ""
	}
	return f.value.String()
}

func spanFlag(s *tournaments.Span) textFlag   { return textFlag{s, "time"} }
func bytesFlag(b *tournaments.Bytes) textFlag { return textFlag{b, "bytes"} }

// parseInfos reads key=value texts.
func parseInfos(texts []string) (tournaments.Info, error) {
	m := tournaments.Info{}
	for _, s := range texts {
		key, value, ok := strings.Cut(s, "=")
		if !ok || key == "" {
			return nil, fmt.Errorf("--info %q; it must be key=value", s)
		}
		m[key] = value
	}
	return m, nil
}

// duration is a length of time as the rest of the program has it.
func duration(s tournaments.Span) time.Duration { return time.Duration(s) }
