package config

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

// A setting is one line of config.toml.
type setting struct {
	name string                     // section.key
	set  func(*Settings, any) error // takes what TOML made of the value, or says what is allowed
	show func(*Settings) any        // the value as TOML has it
}

// schema is every setting there is, in the order in which they are shown.
var schema = slices.Concat([]setting{
	{"search.mode", setMode, func(s *Settings) any { return s.Mode.String() }},
	whole("search.depth", 1, search.MaxDepth, func(s *Settings) *int { return &s.Depth }),
	whole("search.width", 1, board.MaxSize*board.MaxSize, func(s *Settings) *int { return &s.Width }),
	whole("search.threads", 1, 256, func(s *Settings) *int { return &s.Threads }),
	whole("search.hash", 0, 65536, func(s *Settings) *int { return &s.Hash }),
	whole("search.level", 1, search.FullStrength, func(s *Settings) *int { return &s.Level }),
	whole("search.seed", 0, math.MaxInt32, func(s *Settings) *int { return &s.Seed }),
	whole("time.turn", 0, math.MaxInt32, func(s *Settings) *int { return &s.Turn }),
	whole("time.match", 0, math.MaxInt32, func(s *Settings) *int { return &s.Match }),
	whole("time.margin", 0, 10000, func(s *Settings) *int { return &s.Margin }),
	whole("time.pondering", 0, 1, func(s *Settings) *int { return &s.Pondering }),
}, weights(), []setting{
	either("protocol.rows", "top", "bottom", func(s *Settings) *bool { return &s.RowsFromBottom }),
	either("protocol.first", "column", "row", func(s *Settings) *bool { return &s.RowFirst }),
	text("log.file", func(s *Settings) *string { return &s.LogFile }),
	choice("log.level", []string{"error", "warning", "info", "debug"}, func(s *Settings) *string { return &s.LogLevel }),
	text("log.transcript", func(s *Settings) *string { return &s.Transcript }),
	whole("game.draw_at", 0, board.MaxSize*board.MaxSize, func(s *Settings) *int { return &s.DrawAt }),
})

// sections are the tables of config.toml.
var sections = func() (all []string) {
	for i := range schema {
		section := schema[i].section()
		if !slices.Contains(all, section) {
			all = append(all, section)
		}
	}
	return all
}()

// section is the name of the table the setting stands in.
func (s *setting) section() string { return s.name[:strings.LastIndexByte(s.name, '.')] }

func isSection(name string) bool { return slices.Contains(sections, name) }

func find(name string) *setting {
	for i := range schema {
		if schema[i].name == name {
			return &schema[i]
		}
	}
	return nil
}

// whole is a setting that is a whole number within bounds.
func whole(name string, least, most int64, field func(*Settings) *int) setting {
	return setting{name,
		func(s *Settings, v any) error {
			n, ok := v.(int64)
			if !ok || n < least || n > most {
				return fmt.Errorf("a whole number from %d to %d is allowed", least, most)
			}
			*field(s) = int(n)
			return nil
		},
		func(s *Settings) any { return *field(s) },
	}
}

// choice is a setting that is one of several words.
func choice(name string, words []string, field func(*Settings) *string) setting {
	return setting{name,
		func(s *Settings, v any) error {
			word, _ := v.(string)
			if !slices.Contains(words, word) {
				return fmt.Errorf("allowed are %q", words)
			}
			*field(s) = word
			return nil
		},
		func(s *Settings) any { return *field(s) },
	}
}

// either is a setting that is one of two words, kept as whether it is the second.
func either(name, first, second string, field func(*Settings) *bool) setting {
	return setting{name,
		func(s *Settings, v any) error {
			if v != first && v != second {
				return fmt.Errorf("allowed are %q and %q", first, second)
			}
			*field(s) = v == second
			return nil
		},
		func(s *Settings) any {
			if *field(s) {
				return second
			}
			return first
		},
	}
}

// text is a setting that is any text.
func text(name string, field func(*Settings) *string) setting {
	return setting{name,
		func(s *Settings, v any) error {
			value, ok := v.(string)
			if !ok {
				return fmt.Errorf("a text in quotation marks is allowed")
			}
			*field(s) = value
			return nil
		},
		func(s *Settings) any { return *field(s) },
	}
}

func setMode(s *Settings, v any) error {
	word, _ := v.(string)
	mode, err := search.ParseMode(word)
	if err != nil {
		return fmt.Errorf("allowed are %q and %q", search.AlphaBeta, search.GreedyMode)
	}
	s.Mode = mode
	return nil
}

// weights are the settings of eval.Weights, found by the names in its tags; eval knows their bounds.
func weights() (all []setting) {
	var walk func(prefix string, t reflect.Type, index []int)
	walk = func(prefix string, t reflect.Type, index []int) {
		for i := range t.NumField() {
			f := t.Field(i)
			name := prefix + f.Tag.Get("toml")
			at := append(slices.Clone(index), i)
			if f.Type.Kind() == reflect.Struct {
				walk(name+".", f.Type, at)
				continue
			}
			all = append(all, setting{name,
				func(s *Settings, v any) error {
					n, ok := v.(int64)
					if !ok || n != int64(int(n)) {
						return fmt.Errorf("a whole number is allowed")
					}
					w := eval.DefaultWeights()
					reflect.ValueOf(&w).Elem().FieldByIndex(at).SetInt(n)
					if err := w.Validate(); err != nil {
						return fmt.Errorf("%s", allowed(err))
					}
					reflect.ValueOf(&s.Weights).Elem().FieldByIndex(at).SetInt(n)
					return nil
				},
				func(s *Settings) any { return reflect.ValueOf(s.Weights).FieldByIndex(at).Int() },
			})
		}
	}
	walk("weights.", reflect.TypeFor[eval.Weights](), nil)
	slices.SortStableFunc(all, func(a, b setting) int { return strings.Count(a.name, ".") - strings.Count(b.name, ".") })
	return all
}

// allowed is the part of an error of eval's that tells what is allowed.
func allowed(err error) string {
	if _, rest, ok := strings.Cut(err.Error(), ": "); ok {
		return rest
	}
	return err.Error()
}

// literal writes a value as TOML has it.
func literal(v any) string {
	if s, ok := v.(string); ok {
		return quote(s)
	}
	return fmt.Sprint(v)
}

// quote writes a text as TOML has it.
func quote(s string) string {
	if !strings.ContainsAny(s, "'\n\r\t") && strings.Contains(s, `\`) {
		return "'" + s + "'" // paths of Windows
	}
	return strconv.Quote(s)
}

// String writes the settings as TOML, without comments.
func (s *Settings) String() string {
	var b strings.Builder
	section := ""
	for i := range schema {
		if now := schema[i].section(); now != section {
			if section != "" {
				b.WriteByte('\n')
			}
			section = now
			fmt.Fprintf(&b, "[%s]\n", section)
		}
		fmt.Fprintf(&b, "%s = %s\n", strings.TrimPrefix(schema[i].name, section+"."), literal(schema[i].show(s)))
	}
	return b.String()
}
