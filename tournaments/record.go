package tournaments

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// A record file is JSON Lines: a Header on the first line, a Game on each line
// after it, in the order in which games ended. A line is written in one piece
// and reaches the disk before the next game counts, so a runner that is killed
// loses at most the games that were running; half a line at the end is what
// such a runner may leave and is cut off.

// recordFormat is the version of the record file's format.
const recordFormat = 1

// Header says which tournament the games of a record file belong to.
type Header struct {
	Format  int               `json:"tengen_tournament"` // recordFormat
	Name    string            `json:"name"`
	Rounds  int               `json:"rounds"`
	Shard   string            `json:"shard,omitempty"`
	Engines []EngineHeader    `json:"engines"`
	Terms   map[string]string `json:"terms"` // what must be the same for games to be of one tournament
	SPRT    *SPRTSettings     `json:"sprt,omitempty"`
	Created time.Time         `json:"created"`
}

// EngineHeader says who an engine was.
type EngineHeader struct {
	Name    string `json:"name"`
	About   string `json:"about,omitempty"` // its answer to ABOUT
	Command string `json:"command"`
}

// PlainHeader heads a record of games that are of no tournament, such as a game
// that people have saved.
func PlainHeader(name string, players ...string) Header {
	h := Header{Format: recordFormat, Name: name, Rounds: 1, Created: time.Now().UTC().Truncate(time.Second)}
	for _, p := range players {
		h.Engines = append(h.Engines, EngineHeader{Name: p})
	}
	return h
}

// Names lists the engines' names.
func (h Header) Names() []string {
	names := make([]string, len(h.Engines))
	for i, e := range h.Engines {
		names[i] = e.Name
	}
	return names
}

// header describes the tournament, whose engines have these names and answers
// to ABOUT.
func (t *Tournament) header(players []EngineHeader, shard Shard) Header {
	terms := map[string]string{
		"board":       fmt.Sprintf("%d x %d", t.Board.Width, t.Board.Height),
		"rule":        t.Board.rule.String(),
		"pairing":     t.Pairing,
		"draw.moves":  fmt.Sprint(t.Draw.Moves),
		"draw.stones": fmt.Sprint(t.Draw.Stones),
		"draw.empty":  fmt.Sprint(t.Draw.Empty),
		"win":         fmt.Sprintf("%d moves from %d", t.Win.Moves, t.Win.Score),
		"openings":    t.openingTerms(),
	}
	for i, e := range t.Engines {
		key := fmt.Sprintf("engine %d", i+1)
		terms[key] = players[i].Name
		terms[key+" limits"] = fmt.Sprintf("turn %v, game %v, increment %v, tolerance %v, nodes %d, depth %d, threads %d, memory %v (+%v)",
			e.Turn, e.Game, e.Increment, e.Tolerance, e.Nodes, e.Depth, e.Threads, e.Memory, e.MemoryTolerance)
	}
	h := Header{
		Format: recordFormat, Name: t.Name, Rounds: t.Rounds, Engines: players,
		Terms: terms, SPRT: t.SPRT, Created: time.Now().UTC().Truncate(time.Second),
	}
	if !shard.Whole() {
		h.Shard = shard.String()
	}
	return h
}

// openingTerms names the openings by a check sum of their stones.
func (t *Tournament) openingTerms() string {
	o := t.Openings
	switch {
	case o.Swap2:
		return "swap2"
	case len(o.openings) == 0:
		return "empty board"
	}
	sum := newRandom(0, 3, 0)
	for _, opening := range o.openings {
		for _, p := range opening.Stones {
			sum.state ^= uint64(p)
			sum.state = sum.next()
		}
		sum.state = sum.next()
	}
	return fmt.Sprintf("%d with check sum %016x, %s, symmetries %v, seed %d", len(o.openings), sum.next(), o.Order, o.Symmetries, t.Seed)
}

// differs says in words why games of two headers are not of one tournament; ""
// when they are.
func (h Header) differs(o Header) string {
	keys := append(sortedKeys(h.Terms), sortedKeys(o.Terms)...)
	slices.Sort(keys)
	var words []string
	for _, k := range slices.Compact(keys) {
		a, b := h.Terms[k], o.Terms[k]
		if a == b {
			continue
		}
		if strings.HasSuffix(k, " limits") {
			a, b = onlyDiffering(a, b)
		}
		text := fmt.Sprintf("%q and %q", a, b)
		// Limits that all engines have are told once.
		if last := len(words) - 1; strings.HasSuffix(k, " limits") && last >= 0 && strings.HasSuffix(words[last], " limits: "+text) {
			words[last] = strings.TrimSuffix(words[last], " limits: "+text) + ", " + k + ": " + text
			continue
		}
		words = append(words, k+": "+text)
	}
	return strings.Join(words, "; ")
}

// onlyDiffering leaves of two lists with commas the parts that differ; lists of
// different lengths stay.
func onlyDiffering(a, b string) (string, string) {
	as, bs := strings.Split(a, ", "), strings.Split(b, ", ")
	if len(as) != len(bs) {
		return a, b
	}
	var restA, restB []string
	for i := range as {
		if as[i] != bs[i] {
			restA, restB = append(restA, as[i]), append(restB, bs[i])
		}
	}
	return strings.Join(restA, ", "), strings.Join(restB, ", ")
}

// Record is a record file that is being written. It belongs to one goroutine.
type Record struct {
	file *os.File
}

// OpenRecord opens the record file of a tournament for appending, and makes it
// when there is none. Games already in it are handed to each, one after the
// other. A file of another tournament, or one another runner is writing, is
// refused.
func OpenRecord(path string, h Header, each func(Game) error) (*Record, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o644)
	if err != nil {
		return nil, fmt.Errorf("cannot open the record: %w", err)
	}
	r := &Record{file}
	if err := r.open(path, h, each); err != nil {
		file.Close()
		return nil, err
	}
	return r, nil
}

func (r *Record) open(path string, h Header, each func(Game) error) error {
	if err := lockFile(r.file); err != nil {
		return fmt.Errorf("%s is being written by another runner (%w)", path, err)
	}
	_, end, err := scanRecord(path, r.file, func(old Header) error {
		if why := old.differs(h); why != "" {
			return fmt.Errorf("the record is of another tournament (record and tournament differ in %s); name another record file or move this one away", why)
		}
		return nil
	}, each)
	if err != nil && !errors.Is(err, errEmptyRecord) {
		return err
	}
	if err := r.file.Truncate(end); err != nil {
		return fmt.Errorf("cannot cut a torn line off the record: %w", err)
	}
	if _, err := r.file.Seek(end, io.SeekStart); err != nil {
		return fmt.Errorf("cannot write the record: %w", err)
	}
	if end == 0 {
		if err := r.write(h); err != nil {
			return err
		}
		syncDir(filepath.Dir(path))
	}
	return nil
}

// Append writes finished games and returns when they are on the disk.
func (r *Record) Append(games ...Game) error {
	lines := make([]any, len(games))
	for i := range games {
		lines[i] = games[i]
	}
	return r.write(lines...)
}

func (r *Record) write(values ...any) error {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	for _, v := range values {
		if err := enc.Encode(v); err != nil {
			return fmt.Errorf("cannot write the record: %w", err)
		}
	}
	if _, err := r.file.Write(text.Bytes()); err != nil {
		return fmt.Errorf("cannot write the record: %w", err)
	}
	if err := r.file.Sync(); err != nil {
		return fmt.Errorf("cannot write the record: %w", err)
	}
	return nil
}

// Close closes the file.
func (r *Record) Close() error { return r.file.Close() }

// ReadRecord reads a whole record file.
func ReadRecord(path string) (Header, []Game, error) {
	file, err := os.Open(path)
	if err != nil {
		return Header{}, nil, fmt.Errorf("cannot read the record: %w", err)
	}
	defer file.Close()
	var games []Game
	h, _, err := scanRecord(path, file, nil, func(g Game) error {
		games = append(games, g)
		return nil
	})
	return h, games, err
}

// errEmptyRecord is the error of a file without a whole first line.
var errEmptyRecord = errors.New("no record in the file")

func notRecord(path string) error {
	return fmt.Errorf("%s:1: not the record of a tournament (its first line must be a header)", path)
}

// headerStart tells whether half a line can be what is left of a header. Another
// file of one line without an end is none, and must not be cut off as torn.
func headerStart(text []byte) bool {
	const start = `{"tengen_tournament":`
	return strings.HasPrefix(start, string(text)) || bytes.HasPrefix(text, []byte(start))
}

// scanRecord reads header and games, and tells where the last whole line ends,
// in bytes. A broken line is an error unless it is the last and has no end. The
// header is handed to first, which may be nil, before any game to each.
func scanRecord(path string, r io.Reader, first func(Header) error, each func(Game) error) (h Header, end int64, err error) {
	in := bufio.NewReaderSize(r, 64<<10)
	for n := 1; ; n++ {
		text, err := in.ReadBytes('\n')
		if err == io.EOF {
			// What stands here without a line end was torn when it was written.
			if n == 1 {
				if !headerStart(text) {
					return h, 0, notRecord(path)
				}
				return h, 0, fmt.Errorf("%s: %w", path, errEmptyRecord)
			}
			return h, end, nil
		}
		if err != nil {
			return h, end, fmt.Errorf("cannot read the record: %w", err)
		}
		switch {
		case n == 1:
			if err := json.Unmarshal(text, &h); err != nil || h.Format == 0 {
				return h, 0, notRecord(path)
			}
			if h.Format != recordFormat {
				return h, 0, fmt.Errorf("%s:1: the record has format %d; this program reads format %d", path, h.Format, recordFormat)
			}
			if first != nil {
				if err := first(h); err != nil {
					return h, 0, fmt.Errorf("%s:1: %w", path, err)
				}
			}
		case len(bytes.TrimSpace(text)) == 0:
		default:
			var g Game
			if err := json.Unmarshal(text, &g); err != nil {
				return h, end, fmt.Errorf("%s:%d: not a game: %w", path, n, err)
			}
			if err := g.checkPoints(); err != nil {
				return h, end, fmt.Errorf("%s:%d: game %s: %w", path, n, g.ID, err)
			}
			if err := each(g); err != nil {
				return h, end, fmt.Errorf("%s:%d: %w", path, n, err)
			}
		}
		end += int64(len(text))
	}
}

// Merged is what Merge found.
type Merged struct {
	Games      int
	Duplicates int // games that more than one file had; the first was taken
	Missing    int // games of the schedule that no file had
}

// Merge joins record files of one tournament, such as those of shards, into a
// new one with the games in the order of the schedule.
func Merge(out string, in []string) (Merged, error) {
	var m Merged
	var head Header
	seen := map[int]bool{}
	var games []Game
	for i, path := range in {
		h, more, err := ReadRecord(path)
		if err != nil {
			return m, err
		}
		if i == 0 {
			head = h
			head.Shard = ""
		} else if why := head.differs(h); why != "" {
			return m, fmt.Errorf("%s and %s are not of one tournament: %s", in[0], path, why)
		}
		head.Rounds = max(head.Rounds, h.Rounds)
		for _, g := range more {
			if seen[g.Number] {
				m.Duplicates++
				continue
			}
			seen[g.Number] = true
			games = append(games, g)
		}
	}
	slices.SortFunc(games, func(a, b Game) int { return a.Number - b.Number })
	m.Games = len(games)
	m.Missing = head.Rounds*head.meetings()*2 - len(games)

	file, err := os.OpenFile(out, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err != nil {
		return m, fmt.Errorf("cannot make the merged record: %w", err)
	}
	r := &Record{file}
	defer r.Close()
	if err := r.write(head); err != nil {
		return m, err
	}
	return m, r.Append(games...)
}

// meetings is how many pairs of engines meet in a round.
func (h Header) meetings() int {
	n := len(h.Engines)
	if h.Terms["pairing"] == RoundRobin {
		return n * (n - 1) / 2
	}
	return n - 1
}
