package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"tengen/eval"
	"tengen/search"
)

// builtin is the config.toml that the program embeds.
func builtin(t *testing.T) []byte {
	t.Helper()
	text, err := os.ReadFile("../../config.toml")
	if err != nil {
		t.Fatal(err)
	}
	return text
}

func defaults(t *testing.T) Settings {
	t.Helper()
	l, err := Load(builtin(t), "", "")
	if err != nil {
		t.Fatal(err)
	}
	return l.Settings
}

// write puts a config.toml into a folder of its own.
func write(t *testing.T, text string) (file, folder string) {
	t.Helper()
	folder = t.TempDir()
	file = filepath.Join(folder, FileName)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return file, folder
}

func TestBuiltinIsWholeAndRight(t *testing.T) {
	s := defaults(t)
	if s.Mode != search.AlphaBeta || s.Turn != 1000 || s.Margin != 30 || s.RowsFromBottom || s.RowFirst || s.LogFile != "" {
		t.Errorf("the defaults are %+v", s)
	}
	if s.Weights != eval.DefaultWeights() {
		t.Errorf("the weights of config.toml are not eval's:\n%+v\n%+v", s.Weights, eval.DefaultWeights())
	}
}

// Each setting in config.toml says what its default is, and it is that.
func TestDefaultsAreAsTheCommentsSay(t *testing.T) {
	lines := strings.Split(string(builtin(t)), "\n")
	comment := ""
	n := 0
	for i, l := range lines {
		l, inline, _ := strings.Cut(l, "#")
		key, value, ok := strings.Cut(l, "=")
		switch {
		case ok:
			comment += " " + inline
			value = strings.TrimSpace(value)
			if !strings.Contains(strings.ToLower(comment), "default "+value) && !strings.Contains(comment, "default "+value) {
				t.Errorf("line %d: %s is %s, but its comment does not say \"Default %s\"", i+1, strings.TrimSpace(key), value, value)
			}
			n++
			comment = ""
		case strings.TrimSpace(l) == "" && inline == "":
			comment = ""
		default:
			comment += " " + inline
		}
	}
	if n != len(schema) {
		t.Errorf("%d settings in config.toml, %d in the program", n, len(schema))
	}
}

func TestBuiltinMustBeWhole(t *testing.T) {
	text := strings.Replace(string(builtin(t)), "margin = 30", "", 1)
	if _, err := Load([]byte(text), "", ""); err == nil || !strings.Contains(err.Error(), "no setting time.margin") {
		t.Errorf("error %v", err)
	}
}

func TestFileGivenMustBeRight(t *testing.T) {
	for text, want := range map[string]string{
		"[time]\nturn = 5000\nmargin = -1\n":                "line 3: time.margin = -1: a whole number from 0 to 10000",
		"[time]\nturn = \"5 s\"\n":                          `line 2: time.turn = "5 s": a whole number`,
		"[time]\nturn = 5.0\n":                              "line 2: time.turn = 5",
		"[time]\n\n# speed\nspeed = 3\n":                    "line 4: no setting time.speed; [time] has turn, match, margin, pondering",
		"turn = 5\n":                                        "line 1: no setting turn; there is time.turn",
		"[Time]\nturn = 5\n":                                "no setting Time",
		"[search]\nmode = \"deep\"\n":                       `line 2: search.mode = "deep": allowed are "alpha-beta" and "greedy"`,
		"[weights]\nattack = 1001\n":                        "line 2: weights.attack = 1001: allowed are 0 to 1000",
		"[weights.point]\nfour = -1\n":                      "line 2: weights.point.four = -1: allowed are 0 to 1000000",
		"[weights.position]\nfour = 'much'\n":               "line 2: weights.position.four",
		"[protocol]\nrows = \"left\"\n":                     `allowed are "top" and "bottom"`,
		"[log]\nfile = 7\n":                                 "line 2: log.file = 7: a text in quotation marks",
		"[log]\nlevel = \"loud\"\n":                         "line 2",
		"search = 3\n":                                      "line 1: search = 3: it must be a section, [search]",
		"[search]\nmode = alpha-beta\n":                     "line 2",
		"[search\n":                                         "line 2",
		"[time]\nturn = 1\nturn = 2\n":                      "line 3",
		"\xff\xff":                                          FileName,
		"[time]\r\nturn = 1\r\n# and\r\nmatch = true\r\n":   "line 4",
		"\xef\xbb\xbf[time]\nturn = 99999999999999999999\n": "line 2",
	} {
		file, _ := write(t, text)
		_, err := Load(builtin(t), file, "")
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), file) {
			t.Errorf("%q: error\n%v\ndoes not say\n%s", text, err, want)
		}
	}
	if _, err := Load(builtin(t), filepath.Join(t.TempDir(), "none.toml"), ""); err == nil {
		t.Error("a file that is not there is no error")
	}
}

func TestFileGivenHolds(t *testing.T) {
	file, _ := write(t, "\xef\xbb\xbf[search]\r\nmode = \"greedy\"\r\n[weights.point]\r\nfour = 77\r\n[protocol]\r\nrows = \"bottom\"\r\n")
	l, err := Load(builtin(t), file, "")
	if err != nil {
		t.Fatal(err)
	}
	want := defaults(t)
	want.Mode, want.Weights.Point.Four, want.RowsFromBottom = search.GreedyMode, 77, true
	if l.Settings != want || l.Source != file || len(l.Problems) != 0 {
		t.Errorf("got %+v, want %+v", l, want)
	}
}

func TestFileBesideFallsBackKeyByKey(t *testing.T) {
	_, folder := write(t, "[time]\nturn = 5000\nmargin = \"long\"\nspeed = 3\n[search]\nwidth = 0\ndepth = 7\n")
	l, err := Load(builtin(t), "", folder)
	if err != nil {
		t.Fatal(err)
	}
	want := defaults(t)
	want.Turn, want.Depth = 5000, 7
	if l.Settings != want {
		t.Errorf("got %+v, want %+v", l.Settings, want)
	}
	if len(l.Problems) != 3 {
		t.Fatalf("problems %v", l.Problems)
	}
	for i, part := range []string{"config.toml line 3: time.margin", "config.toml line 4: no setting time.speed", "config.toml line 6: search.width"} {
		if !strings.Contains(l.Problems[i].Error(), part) {
			t.Errorf("problem %q does not say %q", l.Problems[i], part)
		}
	}
}

func TestFileBesideThatIsNoToml(t *testing.T) {
	_, folder := write(t, "[time]\nturn = 5000\nthis is no TOML\n")
	l, err := Load(builtin(t), "", folder)
	if err != nil {
		t.Fatal(err)
	}
	if l.Settings != defaults(t) || len(l.Problems) != 1 || l.Problems[0].Line != 3 {
		t.Errorf("got %+v", l)
	}
}

func TestNoFile(t *testing.T) {
	l, err := Load(builtin(t), "", t.TempDir())
	if err != nil || l.Source != "built-in" || l.Settings != defaults(t) || len(l.Problems) != 0 {
		t.Errorf("got %+v, %v", l, err)
	}
}

func TestFileNamesAreBesideTheFile(t *testing.T) {
	other := filepath.Join(t.TempDir(), "b.txt")
	file, folder := write(t, "[log]\nfile = \"logs/a.txt\"\ntranscript = "+quote(other)+"\n")
	l, err := Load(builtin(t), file, "")
	if err != nil {
		t.Fatal(err)
	}
	if l.LogFile != filepath.Join(folder, "logs", "a.txt") || l.Transcript != other {
		t.Errorf("log %q, transcript %q", l.LogFile, l.Transcript)
	}
}

// What String writes is a config.toml that gives the same settings.
func TestStringIsReadBack(t *testing.T) {
	s := defaults(t)
	s.Mode, s.Turn, s.RowFirst, s.LogFile, s.Weights.Position.OpenTwo = search.GreedyMode, 7, true, filepath.Join(t.TempDir(), `odd "name".txt`), 9
	file, _ := write(t, s.String())
	l, err := Load(builtin(t), file, "")
	if err != nil {
		t.Fatalf("%v in\n%s", err, s.String())
	}
	if l.Settings != s {
		t.Errorf("got %+v, want %+v", l.Settings, s)
	}
}

func FuzzDecode(f *testing.F) {
	f.Add("[time]\nturn = 5000\n")
	f.Add("search.mode = \"greedy\"\n[weights]\npoint.four = 3\n")
	f.Add("time = {turn = 3}\n[[log]]\nfile = 1\n")
	text, err := os.ReadFile("../../config.toml")
	if err != nil {
		f.Fatal(err)
	}
	base, _ := decode(Settings{}, text, FileName, "", true)
	f.Fuzz(func(t *testing.T, text string) {
		s, problems := decode(base, []byte(text), FileName, "/", false)
		if err := s.Weights.Validate(); err != nil {
			t.Errorf("%q: %v", text, err)
		}
		if s.Width < 1 || s.Turn < 0 {
			t.Errorf("%q: settings %+v", text, s)
		}
		for _, p := range problems {
			if p.Reason == "" {
				t.Errorf("%q: a problem without a reason", text)
			}
		}
	})
}
