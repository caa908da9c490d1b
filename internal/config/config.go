// Package config turns config.toml into typed settings. It knows which settings there are, what each may be, and what
// to do when one is wrong; what they mean is known by the packages they are handed to.
package config

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"

	"github.com/BurntSushi/toml"

	"tengen/eval"
	"tengen/search"
)

// FileName is the name of the file looked for beside the executable.
const FileName = "config.toml"

// Settings are all that a user may change, in the units of config.toml.
type Settings struct {
	Mode    search.Mode
	Depth   int // plies
	Width   int // moves
	Threads int
	Hash    int // MB; 0: by the manager's memory limit
	Level   int // 1 to search.FullStrength
	Seed    int // of the errors of a level

	Turn   int // milliseconds; 0: as fast as possible
	Match  int // milliseconds; 0: no limit
	Margin int // milliseconds

	Pondering int // 1: think on the opponent's time

	Weights eval.Weights

	RowsFromBottom bool
	RowFirst       bool

	LogFile    string // "": none; like Transcript, an absolute path if it came from a file
	LogLevel   string
	Transcript string

	DrawAt int // stones; 0: never
}

// Loaded is settings and where they came from.
type Loaded struct {
	Settings
	Source   string    // the file's path, or "built-in"
	Problems []Problem // what is wrong in the file beside the executable, by line
}

// A Problem is something wrong in a file.
type Problem struct {
	File   string
	Line   int // from 1; 0: not known
	Reason string
}

func (p Problem) Error() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Reason)
	}
	return fmt.Sprintf("%s line %d: %s", p.File, p.Line, p.Reason)
}

// Load finds the settings that hold. builtin is the text of the config.toml inside the program. If file is not empty it
// must be right in every way. Otherwise a config.toml in folder, that of the executable, is taken for what is right in
// it, with Problems for the rest.
func Load(builtin []byte, file, folder string) (Loaded, error) {
	base, problems := decode(Settings{}, builtin, "built-in "+FileName, "", true)
	if len(problems) > 0 {
		return Loaded{}, joined(problems)
	}
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return Loaded{}, err
		}
		s, problems := decode(base, text, file, filepath.Dir(file), false)
		if len(problems) > 0 {
			return Loaded{}, joined(problems)
		}
		return Loaded{Settings: s, Source: file}, nil
	}
	beside := filepath.Join(folder, FileName)
	text, err := os.ReadFile(beside)
	switch {
	case folder == "" || errors.Is(err, os.ErrNotExist):
		return Loaded{Settings: base, Source: "built-in"}, nil
	case err != nil:
		return Loaded{Settings: base, Source: "built-in", Problems: []Problem{{File: FileName, Reason: err.Error()}}}, nil
	}
	s, problems := decode(base, text, FileName, folder, false)
	return Loaded{Settings: s, Source: beside, Problems: problems}, nil
}

func joined(problems []Problem) error {
	all := make([]error, len(problems))
	for i, p := range problems {
		all[i] = p
	}
	return errors.Join(all...)
}

// decode lays the settings of a text over base. What is wrong is left at base's value and told; with whole it is also
// told if a setting is missing. folder is where file names without one lie.
func decode(base Settings, text []byte, name, folder string, whole bool) (Settings, []Problem) {
	d := decoder{settings: base, name: name, found: map[string]bool{}}
	text = bytes.TrimPrefix(text, []byte("\xEF\xBB\xBF"))
	var top map[string]toml.Primitive
	var err error
	if d.meta, err = toml.Decode(string(text), &top); err != nil {
		d.complain(err)
		return base, d.problems
	}
	d.table("", top)
	if whole {
		for i := range schema {
			if !d.found[schema[i].name] {
				d.problems = append(d.problems, Problem{File: name, Reason: "no setting " + schema[i].name})
			}
		}
	}
	for _, path := range []*string{&d.settings.LogFile, &d.settings.Transcript} {
		if *path != "" && !filepath.IsAbs(*path) {
			*path = filepath.Join(folder, *path)
			if absolute, err := filepath.Abs(*path); err == nil {
				*path = absolute
			}
		}
	}
	slices.SortStableFunc(d.problems, func(a, b Problem) int { return cmp.Compare(a.Line, b.Line) })
	return d.settings, d.problems
}

// A decoder walks through one file.
type decoder struct {
	settings Settings
	name     string
	meta     toml.MetaData
	found    map[string]bool
	problems []Problem
}

// table takes the keys of one table, whose name ends in a dot unless it is the outermost.
func (d *decoder) table(prefix string, keys map[string]toml.Primitive) {
	for key, value := range keys {
		name := prefix + key
		if isSection(name) {
			if v := d.value(value); reflect.TypeOf(v) != reflect.TypeFor[map[string]any]() {
				d.wrong(value, fmt.Sprintf("%s = %s: it must be a section, [%s]", name, literal(v), name))
				continue
			}
			var inner map[string]toml.Primitive
			_ = d.meta.PrimitiveDecode(value, &inner) // a table goes into this
			d.table(name+".", inner)
			continue
		}
		s := find(name)
		if s == nil {
			d.wrong(value, unknown(name))
			continue
		}
		d.found[name] = true
		v := d.value(value)
		if err := s.set(&d.settings, v); err != nil {
			d.wrong(value, fmt.Sprintf("%s = %s: %s", name, literal(v), err))
		}
	}
}

// value is what TOML makes of a value.
func (d *decoder) value(p toml.Primitive) (v any) {
	_ = d.meta.PrimitiveDecode(p, &v) // everything goes into an any
	return v
}

// unknown says that there is no such setting, and which one may be meant.
func unknown(name string) string {
	section, key := "", name
	if i := strings.LastIndexByte(name, '.'); i >= 0 {
		section, key = name[:i], name[i+1:]
	}
	for i := range schema {
		if s := &schema[i]; s.name[strings.LastIndexByte(s.name, '.')+1:] == key {
			return fmt.Sprintf("no setting %s; there is %s", name, s.name)
		}
	}
	var keys []string
	for i := range schema {
		if rest, ok := strings.CutPrefix(schema[i].name, section+"."); ok && section != "" && !strings.Contains(rest, ".") {
			keys = append(keys, rest)
		}
	}
	if len(keys) > 0 {
		return fmt.Sprintf("no setting %s; [%s] has %s", name, section, strings.Join(keys, ", "))
	}
	return fmt.Sprintf("no setting %s; the sections are %s", name, strings.Join(sections, ", "))
}

// wrong notes a problem with the line of the key that value belongs to.
func (d *decoder) wrong(value toml.Primitive, reason string) {
	p := Problem{File: d.name, Reason: reason}
	var fault toml.ParseError
	if errors.As(d.meta.PrimitiveDecode(value, &locator{}), &fault) {
		p.Line = fault.Position.Line
	}
	d.problems = append(d.problems, p)
}

// complain notes an error of the TOML package.
func (d *decoder) complain(err error) {
	p := Problem{File: d.name, Reason: err.Error()}
	var fault toml.ParseError
	if errors.As(err, &fault) {
		p.Line = fault.Position.Line
		p.Reason = fault.Message
		if p.Reason == "" {
			p.Reason = strings.TrimPrefix(err.Error(), "toml: ")
		}
	}
	d.problems = append(d.problems, p)
}

// A locator refuses to be decoded into: the TOML package then tells where the value stands.
type locator struct{}

func (*locator) UnmarshalTOML(any) error { return errors.New("looked for") }
