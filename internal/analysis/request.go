package analysis

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"tengen/board"
	"tengen/search"
)

// Request is one line of input. Points are written in board notation: h8 is column h from the left, row 8 from the top.
type Request struct {
	ID  json.RawMessage `json:"id,omitempty"`  // a string or an integer, given back with each response
	Cmd string          `json:"cmd,omitempty"` // "analyze" (the default) or "stop", which ends the request of the same id, or all

	Rule    string `json:"rule,omitempty"`    // freestyle (the default), standard, renju, caro, caro-exact
	Size    int    `json:"size,omitempty"`    // points a side, 5 to 22; 15 if nothing is given
	Width   int    `json:"width,omitempty"`   // in place of size
	Height  int    `json:"height,omitempty"`  // in place of size
	Moves   string `json:"moves,omitempty"`   // the stones in order of play, black first: "h8h9i8"
	Blocked string `json:"blocked,omitempty"` // points where nobody may play

	Lines  int    `json:"lines,omitempty"`  // how many best moves are wanted, 1 if nothing is given
	Only   string `json:"only,omitempty"`   // the first move is one of these points
	Except string `json:"except,omitempty"` // the first move is none of these points

	TimeMS   int64  `json:"time_ms,omitempty"` // limits; without any, 1000 ms
	Depth    int    `json:"depth,omitempty"`   // plies
	Nodes    uint64 `json:"nodes,omitempty"`
	Infinite bool   `json:"infinite,omitempty"` // search until stopped
	DrawAt   int    `json:"draw_at,omitempty"`  // stones on the board at which the game is a draw

	Progress bool `json:"progress,omitempty"` // responses while searching too
	Clear    bool `json:"clear,omitempty"`    // begin with an empty table, so that the answer does not depend on earlier requests
}

// The bounds of a request.
const (
	mostLines   = board.MaxSize * board.MaxSize
	mostTime    = math.MaxInt32 // milliseconds
	mostNodes   = 1 << 53       // up to it every reader of JSON knows whole numbers exactly
	defaultTime = time.Second
	longestID   = 200 // bytes
)

// ParseRequest reads a line as strictly as the schema of docs/analysis.md. The request's id is returned as far as it could
// be read, so that an error can be told of it.
func ParseRequest(line []byte) (Request, error) {
	var r Request
	if !utf8.Valid(line) {
		return r, errors.New("no request: the line is not UTF-8")
	}
	d := json.NewDecoder(bytes.NewReader(line))
	var whole json.RawMessage
	if err := d.Decode(&whole); err != nil {
		if syntax := (*json.SyntaxError)(nil); errors.As(err, &syntax) {
			return r, fmt.Errorf("no request: the line is no JSON, see byte %d (%v)", syntax.Offset, err)
		}
		return r, errors.New("no request: the JSON of the line has no end")
	}
	if whole[0] != '{' {
		return r, fmt.Errorf("no request: an object is wanted, not %s", kindOf(whole))
	}
	problem := r.fill(whole)
	if _, err := d.Token(); err != io.EOF {
		problem = errors.New("no request: something follows the object; a line holds one")
	}
	return r, problem
}

// fill takes the members of an object, which is JSON without errors. It takes all that it can, and returns what was wrong
// first.
func (r *Request) fill(object json.RawMessage) (problem error) {
	d := json.NewDecoder(bytes.NewReader(object))
	_, _ = d.Token() // {
	seen := map[string]bool{}
	for d.More() {
		token, _ := d.Token()
		name, _ := token.(string)
		var value json.RawMessage
		_ = d.Decode(&value)
		err := r.set(name, value)
		if seen[name] {
			err = fmt.Errorf("%s: given twice", shown(name))
		}
		seen[name] = true
		if problem == nil {
			problem = err
		}
	}
	return problem
}

// set takes one member.
func (r *Request) set(name string, value json.RawMessage) error {
	whole := func(field *int, least, most int64) error {
		n, err := wholeNumber(name, value, least, most)
		if err == nil {
			*field = int(n)
		}
		return err
	}
	switch name {
	case "id":
		if err := checkID(value); err != nil {
			return err
		}
		r.ID = value
		return nil
	case "cmd":
		return oneOf(name, value, &r.Cmd, "analyze", "stop")
	case "rule":
		var names []string
		for rule := range board.Rule(board.Rules) {
			names = append(names, rule.String())
		}
		return oneOf(name, value, &r.Rule, names...)
	case "size":
		return whole(&r.Size, board.MinSize, board.MaxSize)
	case "width":
		return whole(&r.Width, board.MinSize, board.MaxSize)
	case "height":
		return whole(&r.Height, board.MinSize, board.MaxSize)
	case "moves":
		return text(name, value, &r.Moves)
	case "blocked":
		return text(name, value, &r.Blocked)
	case "lines":
		return whole(&r.Lines, 1, mostLines)
	case "only":
		return text(name, value, &r.Only)
	case "except":
		return text(name, value, &r.Except)
	case "time_ms":
		n, err := wholeNumber(name, value, 1, mostTime)
		r.TimeMS = n
		return err
	case "depth":
		return whole(&r.Depth, 1, search.MaxDepth)
	case "nodes":
		n, err := wholeNumber(name, value, 1, mostNodes)
		r.Nodes = uint64(n)
		return err
	case "infinite":
		return yesOrNo(name, value, &r.Infinite)
	case "draw_at":
		return whole(&r.DrawAt, 0, mostLines)
	case "progress":
		return yesOrNo(name, value, &r.Progress)
	case "clear":
		return yesOrNo(name, value, &r.Clear)
	}
	return fmt.Errorf("%s: there is no such field", shown(name))
}

// shown is a member's name in an error: as it is where it could be one of ours.
func shown(name string) string {
	const most = 40
	if len(name) > most {
		name = name[:most] + "..."
	}
	if strings.Trim(name, "abcdefghijklmnopqrstuvwxyz_") != "" || name == "" {
		return strconv.QuoteToASCII(name)
	}
	return name
}

// kindOf names the kind of a value of JSON.
func kindOf(value json.RawMessage) string {
	switch value[0] {
	case '{':
		return "an object"
	case '[':
		return "an array"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}

func text(name string, value json.RawMessage, field *string) error {
	if value[0] != '"' {
		return fmt.Errorf("%s: a string is wanted, not %s", name, kindOf(value))
	}
	return json.Unmarshal(value, field)
}

func oneOf(name string, value json.RawMessage, field *string, allowed ...string) error {
	var got string
	if err := text(name, value, &got); err != nil {
		return err
	}
	if !slices.Contains(allowed, got) {
		return fmt.Errorf("%s: %s; allowed are %s", name, shown(got), strings.Join(allowed, ", "))
	}
	*field = got
	return nil
}

func yesOrNo(name string, value json.RawMessage, field *bool) error {
	if value[0] != 't' && value[0] != 'f' {
		return fmt.Errorf("%s: true or false is wanted, not %s", name, kindOf(value))
	}
	*field = value[0] == 't'
	return nil
}

// wholeNumber reads a whole number, which in JSON 1e2 and 3.0 are too, within bounds; 0 if it is none.
func wholeNumber(name string, value json.RawMessage, least, most int64) (int64, error) {
	if kindOf(value) != "a number" {
		return 0, fmt.Errorf("%s: a whole number is wanted, not %s", name, kindOf(value))
	}
	n, err := strconv.ParseInt(string(value), 10, 64)
	if err != nil {
		f, _ := strconv.ParseFloat(string(value), 64) // infinite where it is out of range
		if f != math.Trunc(f) {
			return 0, fmt.Errorf("%s: a whole number is wanted, not %.40s", name, value)
		}
		n = int64(max(math.MinInt32, min(f, 1<<62)))
	}
	if n < least || n > most {
		return 0, fmt.Errorf("%s: %.40s; allowed are %d to %d", name, value, least, most)
	}
	return n, nil
}

// checkID allows strings and whole numbers of any size.
func checkID(id json.RawMessage) error {
	ok := len(id) <= longestID
	switch kindOf(id) {
	case "a string":
	case "a number":
		f, err := strconv.ParseFloat(string(id), 64)
		ok = ok && err == nil && f == math.Trunc(f)
	default:
		ok = false
	}
	if !ok {
		return fmt.Errorf("id: a string or a whole number of at most %d bytes is allowed", longestID)
	}
	return nil
}

// A task is a request that can be carried out.
type task struct {
	Request
	pos    *board.Board
	limits search.Limits
	time   time.Duration // 0: no limit
}

// task sets the position of a request up and checks what its fields, each right for itself after ParseRequest, are
// together.
func (r Request) task() (task, error) {
	t := task{Request: r}
	fail := func(field, format string, a ...any) (task, error) {
		return t, fmt.Errorf(field+": "+format, a...)
	}
	rule := board.Freestyle
	if r.Rule != "" {
		var err error
		if rule, err = board.ParseRule(r.Rule); err != nil {
			return fail("rule", "%w", err)
		}
	}
	width, height := r.Width, r.Height
	switch {
	case r.Size != 0 && (width != 0 || height != 0):
		return fail("size", "give either size or width and height")
	case (width == 0) != (height == 0):
		return fail("width", "width and height go together")
	case width == 0 && r.Size == 0:
		width, height = 15, 15
	case width == 0:
		width, height = r.Size, r.Size
	}
	b, err := board.New(width, height, rule)
	if err != nil {
		return fail("size", "%w", err)
	}
	blocked, err := pointsOn(b, r.Blocked)
	if err != nil {
		return fail("blocked", "%w", err)
	}
	for _, p := range blocked.AppendTo(nil) {
		b.Put(p, board.Wall)
	}
	if err := playMoves(b, r.Moves); err != nil {
		return fail("moves", "%w", err)
	}
	if err := Undecided(b, r.DrawAt); err != nil {
		return fail("moves", "%w", err)
	}
	t.pos = b
	if r.Infinite && (r.TimeMS > 0 || r.Depth > 0 || r.Nodes > 0) {
		return fail("infinite", "no other limit goes with it")
	}
	t.limits = search.Limits{Depth: r.Depth, Nodes: r.Nodes, DrawAt: r.DrawAt, Lines: r.Lines}
	t.time = time.Duration(r.TimeMS) * time.Millisecond
	if !r.Infinite && r.TimeMS == 0 && r.Depth == 0 && r.Nodes == 0 {
		t.time = defaultTime
	}
	if r.Only != "" {
		only, err := pointsOn(b, r.Only)
		if err != nil {
			return fail("only", "%w", err)
		}
		t.limits.Only = &only
	}
	if r.Except != "" {
		except, err := pointsOn(b, r.Except)
		if err != nil {
			return fail("except", "%w", err)
		}
		t.limits.Except = &except
	}
	if t.limits.Allowed(b) == (board.PointSet{}) {
		return fail("only", "no move is left that may be played")
	}
	return t, nil
}

// Undecided is nil where there is a move to find, else the error that says why the game is over. drawAt is the number of
// stones at which it is drawn, 0 for none.
func Undecided(b *board.Board, drawAt int) error {
	if c, run, over := b.FiveOnBoard(); over {
		return fmt.Errorf("the game is over: %v has won with %v", c, run)
	}
	if drawAt > 0 && b.Stones() >= drawAt {
		return fmt.Errorf("the game is over: a draw at %d stones, and there are %d", drawAt, b.Stones())
	}
	if b.Full() {
		return errors.New("the game is over: the board is full")
	}
	return nil
}

// pointsOn reads points of a board.
func pointsOn(b *board.Board, text string) (set board.PointSet, err error) {
	points, err := board.ParseMoves(text)
	for _, p := range points {
		if !b.Inside(p) {
			return set, fmt.Errorf("%v is off the board of %d x %d", p, b.Width(), b.Height())
		}
		set.Add(p)
	}
	return set, err
}

// playMoves plays the moves of a text.
func playMoves(b *board.Board, text string) error {
	points, err := board.ParseMoves(text)
	if err != nil {
		return err
	}
	for i, p := range points {
		switch {
		case !b.Inside(p):
			return fmt.Errorf("move %d: %v is off the board of %d x %d", i+1, p, b.Width(), b.Height())
		case b.At(p) != board.Empty:
			return fmt.Errorf("move %d: %v is occupied", i+1, p)
		case !b.Legal(p):
			return fmt.Errorf("move %d: %v is forbidden to black (%v)", i+1, p, b.ForbiddenReason(p))
		}
		b.Play(p)
		if b.LastWins() && i < len(points)-1 {
			return fmt.Errorf("move %d: the game is over after %v", i+2, p)
		}
	}
	return nil
}

// words writes points.
func words(points []board.Point) []string {
	all := make([]string, len(points))
	for i, p := range points {
		all[i] = p.String()
	}
	return all
}
