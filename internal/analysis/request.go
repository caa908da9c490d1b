package analysis

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"time"

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
	defaultTime = time.Second
	longestID   = 200 // bytes
)

// ParseRequest reads a line. The request's id is returned as far as it could be read, so that an error can be told of it.
func ParseRequest(line []byte) (Request, error) {
	var r Request
	d := json.NewDecoder(bytes.NewReader(line))
	d.DisallowUnknownFields()
	if err := d.Decode(&r); err != nil {
		var only struct {
			ID json.RawMessage `json:"id"`
		}
		if json.Unmarshal(line, &only) == nil && checkID(only.ID) == nil {
			return Request{ID: only.ID}, fmt.Errorf("no request: %w", err)
		}
		return Request{}, fmt.Errorf("no request: %w", err)
	}
	if _, err := d.Token(); err != io.EOF {
		return Request{}, fmt.Errorf("no request: something follows the object; a line holds one")
	}
	if err := checkID(r.ID); err != nil {
		return Request{}, err
	}
	return r, nil
}

// checkID allows nothing, strings and integers.
func checkID(id json.RawMessage) error {
	if len(id) == 0 {
		return nil
	}
	var text string
	var number int64
	if len(id) > longestID || json.Unmarshal(id, &text) != nil && json.Unmarshal(id, &number) != nil || string(id) == "null" {
		return fmt.Errorf("id: a string or an integer of at most %d bytes is allowed", longestID)
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

// task checks a request and sets its position up.
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
	if c, run, over := b.FiveOnBoard(); over {
		return fail("moves", "the game is over: %v has won with %v", c, run)
	}
	if b.Full() {
		return fail("moves", "the board is full")
	}
	t.pos = b
	switch {
	case r.Lines < 0 || r.Lines > mostLines:
		return fail("lines", "%d; allowed are 1 to %d", r.Lines, mostLines)
	case r.TimeMS < 0 || r.TimeMS > mostTime:
		return fail("time_ms", "%d; allowed are 1 to %d", r.TimeMS, mostTime)
	case r.Depth < 0 || r.Depth > search.MaxDepth:
		return fail("depth", "%d; allowed are 1 to %d", r.Depth, search.MaxDepth)
	case r.DrawAt < 0 || r.DrawAt > mostLines:
		return fail("draw_at", "%d; allowed are 0 to %d", r.DrawAt, mostLines)
	case r.Infinite && (r.TimeMS > 0 || r.Depth > 0 || r.Nodes > 0):
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
