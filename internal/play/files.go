package play

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"tengen/board"
	"tengen/tournaments"
)

// CheckFile says why a game could not be kept in a file (or with game false: a score), before any is played.
func CheckFile(path string, game bool) error {
	if game {
		if err := checkExt(path); err != nil {
			return err
		}
	}
	f, err := os.OpenFile(path, os.O_WRONLY, 0)
	switch {
	case err == nil:
		f.Close()
	case !errors.Is(err, os.ErrNotExist):
		return err
	}
	if f, err = os.CreateTemp(filepath.Dir(path), ".tengen-*"); err != nil {
		return fmt.Errorf("cannot write %s: %w", path, errors.Unwrap(err))
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

func checkExt(path string) error {
	switch strings.ToLower(filepath.Ext(path)) {
	case ".sgf", ".psq", ".json":
		return nil
	}
	return fmt.Errorf("%s: the end of the name says how a game is written: .sgf, .psq or .json", path)
}

// maxFile bounds a game file, in bytes.
const maxFile = 16 << 20

// Saved is a game with who sat where.
type Saved struct {
	Game  *Game
	Names [2]string // by seat

	OddRule string // after Load: a rule that the file names and nobody knows; that of the table was taken
}

// A JSON file is a record as package tournaments writes it, with this one game in it, so that all that reads records
// reads it; table holds what only a table knows.
type savedLine struct {
	tournaments.Game
	Table *savedTable `json:"table,omitempty"`
}

type savedTable struct {
	Names     [2]string     `json:"names"` // by seat
	First     Seat          `json:"first"`
	Swap2     bool          `json:"swap2,omitempty"`
	Time      time.Duration `json:"time_ns,omitempty"`
	Increment time.Duration `json:"increment_ns,omitempty"`
	DrawAt    int           `json:"draw_at,omitempty"`
	Events    []wireEvent   `json:"events"`
}

// Save writes a game; the end of the name says how: .sgf, .psq (Piskvork) or .json. Only JSON keeps the clock and an
// opening by swap2 that is under way. A file that is there is replaced at once and whole, if replace allows it.
func Save(path string, s Saved, replace bool) error {
	if !replace {
		if _, err := os.Lstat(path); err == nil {
			return fmt.Errorf("%s exists: choose another name, or say overwrite %s", path, path)
		}
	}
	text, err := render(path, s)
	if err != nil {
		return err
	}
	return writeWhole(path, text)
}

// render is what a file of that name holds of a game.
func render(path string, s Saved) ([]byte, error) {
	if err := checkExt(path); err != nil {
		return nil, err
	}
	var text bytes.Buffer
	var err error
	g := record(s)
	head := tournaments.Header{Name: "table"}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".sgf":
		err = tournaments.WriteSGF(&text, head, &g)
	case ".psq":
		err = tournaments.WritePSQ(&text, head, &g)
	default:
		err = writeJSON(&text, s, g)
	}
	return text.Bytes(), err
}

// passing matches what may differ between two files of one game: when it was played, and how fast.
var passing = regexp.MustCompile(`DT\[[^\]]*\]|C\[[0-9.]+ ms\]|"(started|seconds|ms|created)":[^,}]*|(?m)^(\d+,\d+),\d+\r?$`)

// losesNothing says whether a file still holds all it held when the game that was read from it is written over it.
func losesNothing(path string, old []byte, s Saved) bool {
	text, err := render(path, s)
	return err == nil && bytes.Equal(passing.ReplaceAll(text, []byte("$2")), passing.ReplaceAll(old, []byte("$2")))
}

// keepAside copies a file beside itself, under a name that is free: game.sgf as game-1.sgf.
func keepAside(path string) (string, error) {
	text, err := os.ReadFile(path)
	if err != nil {
		return "", err
	}
	ext := filepath.Ext(path)
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s-%d%s", strings.TrimSuffix(path, ext), n, ext)
		f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
		if errors.Is(err, os.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = f.Write(text)
		if err == nil {
			err = f.Sync()
		}
		if e := f.Close(); err == nil {
			err = e
		}
		if err != nil {
			os.Remove(name)
			return "", err
		}
		return name, nil
	}
}

// writeWhole writes a file so that there is the old one or the new one at any time.
func writeWhole(path string, text []byte) error {
	f, err := os.CreateTemp(filepath.Dir(path), ".tengen-*")
	if err != nil {
		return fmt.Errorf("cannot write %s: %w", path, errors.Unwrap(err))
	}
	_, err = f.Write(text)
	if err == nil {
		err = f.Sync()
	}
	if e := f.Close(); err == nil {
		err = e
	}
	if err == nil {
		err = os.Chmod(f.Name(), 0o644)
	}
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		os.Remove(f.Name())
		return fmt.Errorf("cannot write %s: %w", path, err)
	}
	return nil
}

// reasons translates how a game ended.
var reasons = map[string]tournaments.Reason{
	ByFive: tournaments.Five, ByFull: tournaments.FullBoard, ByNoMove: tournaments.FullBoard, ByStones: tournaments.DrawStones,
	ByAgreed: tournaments.Agreed, ByTime: tournaments.GameTime, ByResign: tournaments.Resigned,
}

// record is the game as package tournaments has it.
func record(s Saved) tournaments.Game {
	g := s.Game
	black := g.black
	t := tournaments.Game{
		ID: "1", Black: s.Names[black], White: s.Names[black.Other()],
		Rule: g.terms.Rule.String(), Width: g.terms.Width, Height: g.terms.Height,
		Moves: []tournaments.Move{}, Started: time.Now().UTC().Truncate(time.Second),
	}
	if g.terms.Swap2 {
		t.First = s.Names[g.first]
	}
	var told []string
	for _, e := range g.events {
		t.Seconds += e.Took.Seconds()
		switch e.Kind {
		case Placed:
			m := tournaments.Move{At: e.Point.String(), Millis: float64(e.Took.Milliseconds())}
			if g.terms.Swap2 {
				m.By = s.Names[e.Seat]
			}
			t.Moves = append(t.Moves, m)
		case Chose:
			told = append(told, s.Names[e.Seat]+" chose "+string(e.Choice))
		}
	}
	t.Swap2 = strings.Join(told, "; ")
	if r, over := g.Result(); over {
		t.Reason = reasons[r.Reason]
		switch {
		case r.Winner == Nobody:
			t.Result = tournaments.Drawn
		case r.Winner == black:
			t.Result = tournaments.BlackWins
		default:
			t.Result = tournaments.WhiteWins
		}
		if t.Reason.IsFault() {
			t.Fault = s.Names[r.Winner.Other()]
		}
	}
	return t
}

func writeJSON(w io.Writer, s Saved, g tournaments.Game) error {
	line := savedLine{g, &savedTable{
		Names: s.Names, First: s.Game.first, Swap2: s.Game.terms.Swap2, Time: s.Game.terms.Time,
		Increment: s.Game.terms.Increment, DrawAt: s.Game.terms.DrawAt, Events: []wireEvent{},
	}}
	for _, e := range s.Game.events {
		line.Table.Events = append(line.Table.Events, toWire(e))
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(tournaments.PlainHeader("table", g.Black, g.White)); err != nil {
		return err
	}
	return enc.Encode(line)
}

// Load reads the n-th game of a file, counted from 1, in any of the formats of Save or as a line of moves. What the file
// does not tell is taken from current: names of the seats, rule, size, and which seat has black.
func Load(path string, n int, current Saved) (Saved, error) {
	f, err := os.Open(path)
	if err != nil {
		return Saved{}, err
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return Saved{}, err
	}
	if len(text) > maxFile {
		return Saved{}, fmt.Errorf("%s is larger than %d MB", path, maxFile>>20)
	}
	s, err := parseGame(path, text, n, current)
	if err != nil && !strings.Contains(err.Error(), path) {
		err = fmt.Errorf("%s: %w", path, err)
	}
	return s, err
}

func parseGame(path string, text []byte, n int, current Saved) (Saved, error) {
	var games []tournaments.Game
	var err error
	switch start := strings.TrimLeft(string(text[:min(len(text), 64)]), " \t\r\n\ufeff"); {
	case strings.HasPrefix(start, "Piskvork"):
		var g tournaments.Game
		if g, err = tournaments.ReadPSQ(bytes.NewReader(text)); err == nil {
			games = []tournaments.Game{g}
		}
	case strings.HasPrefix(start, "("):
		games, err = tournaments.ReadSGF(bytes.NewReader(text))
	case strings.HasPrefix(start, "{"):
		_, games, err = tournaments.ReadRecord(path)
		if table := findTable(text, n); err == nil && table != nil && n <= len(games) {
			return fromTable(games[n-1], table)
		}
	default:
		games, err = tournaments.ReadPosText(bytes.NewReader(text))
	}
	switch {
	case err != nil && (n < 1 || n > len(games)):
		return Saved{}, err
	case len(games) == 0:
		return Saved{}, errors.New("no game in it")
	case n < 1 || n > len(games):
		return Saved{}, fmt.Errorf("no game %d: the file has %d", n, len(games))
	}
	return fromRecord(games[n-1], current)
}

// findTable gives what only JSON files of Save have, nil if there is none.
func findTable(text []byte, n int) *savedTable {
	lines := bytes.Split(text, []byte("\n"))
	if n < 1 || n >= len(lines) {
		return nil
	}
	var line savedLine
	if json.Unmarshal(lines[n], &line) != nil {
		return nil
	}
	return line.Table
}

func fromTable(g tournaments.Game, t *savedTable) (Saved, error) {
	rule, err := board.ParseRule(g.Rule)
	if err != nil {
		return Saved{}, err
	}
	s := Saved{Names: [2]string{cleanName(t.Names[0]), cleanName(t.Names[1])}}
	s.Game, err = NewGame(Terms{
		Width: g.Width, Height: g.Height, Rule: rule, Swap2: t.Swap2, Time: t.Time, Increment: t.Increment, DrawAt: t.DrawAt,
	}, t.First)
	if err != nil {
		return Saved{}, err
	}
	for i, w := range t.Events {
		e, err := w.event()
		if err == nil {
			err = s.Game.Apply(e)
		}
		if err != nil {
			return Saved{}, fmt.Errorf("event %d: %w", i+1, err)
		}
	}
	stones, _, err := g.Stones()
	if err != nil || tournaments.FormatStones(stones) != tournaments.FormatStones(s.Game.Moves()) {
		return Saved{}, errors.New("the moves of the game and of the table differ")
	}
	return s, nil
}

func fromRecord(g tournaments.Game, current Saved) (Saved, error) {
	s := Saved{Names: current.Names}
	terms := current.Game.Terms()
	terms.Swap2, terms.Time, terms.Increment = false, 0, 0
	if g.Width > 0 {
		terms.Width, terms.Height = g.Width, g.Height
	}
	switch rule, told, err := tournaments.RuleOf(g.Rule); {
	case err != nil:
		s.OddRule = g.Rule
	case told:
		terms.Rule = rule
	}
	// Who sits here already keeps the seat; others sit down with their names.
	black := current.Game.black
	b, w := cleanName(g.Black), cleanName(g.White)
	switch {
	case b == s.Names[0] || w == s.Names[1]:
		black = 0
	case b == s.Names[1] || w == s.Names[0]:
		black = 1
	}
	if b != "" && w != "" {
		s.Names[black], s.Names[black.Other()] = b, w
	}
	var err error
	if s.Game, err = NewGame(terms, black); err != nil {
		return Saved{}, err
	}
	stones, opening, err := g.Stones()
	if err != nil {
		return Saved{}, err
	}
	for i, p := range stones {
		e := Event{Kind: Placed, Seat: s.Game.ToAct(), Point: p}
		if i >= opening {
			e.Took = time.Duration(max(0, min(g.Moves[i-opening].Millis, 1e7)) * float64(time.Millisecond))
		}
		if s.Game.Phase() == Over {
			return Saved{}, fmt.Errorf("move %d, %v: %w", i+1, p, errOver)
		}
		if err := s.Game.Apply(e); err != nil {
			return Saved{}, fmt.Errorf("move %d: %w", i+1, err)
		}
	}
	if s.Game.Phase() != Over {
		switch g.Result {
		case tournaments.BlackWins:
			err = s.Game.Apply(Event{Kind: Resigned, Seat: black.Other()})
		case tournaments.WhiteWins:
			err = s.Game.Apply(Event{Kind: Resigned, Seat: black})
		case tournaments.Drawn:
			err = s.Game.Apply(Event{Kind: Agreed, Seat: black})
		}
	}
	return s, err
}

// Score is what the games at a table have come to.
type Score struct {
	Names [2]string `json:"names"` // by seat
	Won   [2]int    `json:"won"`
	Drawn int       `json:"drawn"`
}

// Add counts a finished game.
func (s *Score) Add(r Result) {
	if r.Winner == Nobody {
		s.Drawn++
		return
	}
	s.Won[r.Winner]++
}

// String writes the score as "Anna 2 - 1 Tengen, 1 drawn".
func (s *Score) String() string {
	text := fmt.Sprintf("%s %d - %d %s", s.Names[0], s.Won[0], s.Won[1], s.Names[1])
	if s.Drawn > 0 {
		text += fmt.Sprintf(", %d drawn", s.Drawn)
	}
	return text
}

// LoadScore reads the score of two people from a file; none yet is no error, that of others is one.
func LoadScore(path string, names [2]string) (Score, error) {
	text, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return Score{Names: names}, nil
	}
	if err != nil {
		return Score{}, err
	}
	var s Score
	if err := json.Unmarshal(text, &s); err != nil || s.Won[0] < 0 || s.Won[1] < 0 || s.Drawn < 0 {
		return Score{}, fmt.Errorf("%s is no file of a score", path)
	}
	switch names {
	case s.Names:
		return s, nil
	case [2]string{s.Names[1], s.Names[0]}:
		return Score{Names: names, Won: [2]int{s.Won[1], s.Won[0]}, Drawn: s.Drawn}, nil
	}
	return Score{}, fmt.Errorf("%s has the score of %s and %s", path, s.Names[0], s.Names[1])
}

// Save writes the score to a file.
func (s *Score) Save(path string) error {
	text, err := json.Marshal(s)
	if err != nil {
		return err
	}
	return writeWhole(path, append(text, '\n'))
}
