package tournaments

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"

	"github.com/BurntSushi/toml"
)

// tournamentFile is the shape of a tournament file: [each] holds what every
// [[engine]] begins with.
type tournamentFile struct {
	Tournament
	Each    toml.Primitive   `toml:"each"`
	Engines []toml.Primitive `toml:"engine"`
	SPRT    *toml.Primitive  `toml:"sprt"`
}

// Load reads and checks a tournament file. Relative paths in it start from the
// file's directory. An error names the file, the line and what is wrong.
func Load(path string) (*Tournament, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return nil, fmt.Errorf("cannot read the tournament file: %w", err)
	}
	t, err := decode(string(text))
	if err == nil {
		if t.Name == "" {
			t.Name = strings.TrimSuffix(filepath.Base(path), filepath.Ext(path))
		}
		err = t.Check(filepath.Dir(path))
	}
	if err != nil {
		return nil, placeError(path, string(text), err)
	}
	return t, nil
}

// decode reads the text of a tournament file without checking values.
func decode(text string) (*Tournament, error) {
	file := tournamentFile{Tournament: Default()}
	md, err := toml.Decode(text, &file)
	if err != nil {
		return nil, err
	}
	t := file.Tournament
	if file.SPRT != nil {
		s := DefaultSPRT()
		if err := md.PrimitiveDecode(*file.SPRT, &s); err != nil {
			return nil, err
		}
		t.SPRT = &s
	}
	each := DefaultEngine()
	if md.IsDefined("each") {
		if err := md.PrimitiveDecode(file.Each, &each); err != nil {
			return nil, err
		}
	}
	if each.Name != "" || each.Command != "" {
		return nil, badSetting("each", "name and command belong to an [[engine]], not to all")
	}
	for _, p := range file.Engines {
		e := each
		e.Info = Info{}
		if err := md.PrimitiveDecode(p, &e); err != nil {
			return nil, err
		}
		for k, v := range each.Info {
			if _, own := e.Info[k]; !own {
				e.Info[k] = v
			}
		}
		t.Engines = append(t.Engines, e)
	}
	if unknown := md.Undecoded(); len(unknown) > 0 {
		return nil, badSetting(unknown[0].String(), "unknown key")
	}
	return &t, nil
}

// placeError puts the file and the line in front of an error.
func placeError(path, text string, err error) error {
	var parse toml.ParseError
	if errors.As(err, &parse) {
		msg := parse.Message
		if msg == "" {
			msg = strings.TrimPrefix(err.Error(), "toml: ")
		}
		return fmt.Errorf("%s:%d: %s", path, parse.Position.Line, keyed(parse.LastKey, msg))
	}
	// A wrong type comes as text only.
	if m := tomlError.FindStringSubmatch(err.Error()); m != nil {
		return fmt.Errorf("%s:%s: %s", path, m[1], keyed(m[2], plainTypes(m[3])))
	}
	var setting *settingError
	if errors.As(err, &setting) {
		if line := lineOfKey(text, setting.key); line > 0 {
			return fmt.Errorf("%s:%d: %w", path, line, err)
		}
		return fmt.Errorf("%s: %w", path, err)
	}
	return err // an opening file's error names its own file and line
}

// tomlError is an error of the TOML library with a line, perhaps a key, and the
// reason.
var tomlError = regexp.MustCompile(`^toml: line (\d+)(?: \(last key "([^"]*)"\))?: (.*)$`)

// keyed puts a key in front of a reason.
func keyed(key, msg string) string {
	if key == "" {
		return msg
	}
	return key + ": " + msg
}

// How the TOML library tells of wrong types.
var (
	wrongType = regexp.MustCompile(`^incompatible types: TOML value has type (\S+); destination has type (\S+)`)
	noTable   = regexp.MustCompile(`^type mismatch for \S+: expected table but found (\S+)`)
)

// plainTypes says a wrong type in the words of somebody who writes a file.
func plainTypes(msg string) string {
	if m := wrongType.FindStringSubmatch(msg); m != nil {
		return "this is " + typeWord(m[1]) + "; wanted is " + typeWord(m[2])
	}
	if m := noTable.FindStringSubmatch(msg); m != nil {
		return "this is " + typeWord(m[1]) + "; wanted is a table"
	}
	return msg
}

func typeWord(t string) string {
	switch t {
	case "string":
		return "a text in quotation marks"
	case "int64", "int", "integer", "uint64":
		return "a whole number"
	case "float64", "float":
		return "a number with a point"
	case "bool", "boolean":
		return "true or false"
	case "slice", "array", "[]interface":
		return "a list in brackets"
	case "map[string]interface", "map", "table", "struct":
		return "a table"
	}
	return t
}

var indexed = regexp.MustCompile(`^engine\[(\d+)\]\.?`)

// lineOfKey finds the line on which a key stands, from 1, or the line of its
// table when the key is not there; 0 when neither is. The TOML library keeps no
// positions of keys it has not decoded.
func lineOfKey(text, key string) int {
	table, engine := "", -1
	if m := indexed.FindStringSubmatch(key); m != nil {
		engine, _ = strconv.Atoi(m[1])
		table, key = "engine", key[len(m[0]):]
	} else if i := strings.IndexByte(key, '.'); i >= 0 {
		table, key = key[:i], key[i+1:]
	}
	if i := strings.IndexByte(key, '.'); i >= 0 {
		key = key[:i]
	}
	now, engines, tableLine := "", -1, 0
	for n, l := range strings.Split(text, "\n") {
		l = strings.TrimSpace(l)
		if strings.HasPrefix(l, "[") {
			now = strings.Trim(strings.SplitN(l, "#", 2)[0], "[] \t\r")
			if now == "engine" {
				engines++
			}
			if now == table && (engine < 0 || engine == engines) || now == key && table == "" {
				tableLine = n + 1
			}
			if sub := table + "." + key; table != "" && now == sub && (engine < 0 || engine == engines) {
				return n + 1
			}
			continue
		}
		name, _, found := strings.Cut(l, "=")
		name = strings.Trim(strings.TrimSpace(name), `"'`)
		if found && now == table && name == key && (engine < 0 || engine == engines) {
			return n + 1
		}
		if found && now == "" && table != "" && name == table+"."+key {
			return n + 1
		}
	}
	return tableLine
}
