package report

import (
	"bytes"
	"compress/flate"
	"encoding/base64"
	"encoding/json"
	"math"
	"strconv"
	"strings"

	"tengen/board"
	"tengen/tournaments"
)

// reasons are the ends of games in the order the page knows them by number.
var reasons = []tournaments.Reason{
	tournaments.Five, tournaments.FullBoard, tournaments.DrawMoves, tournaments.DrawStones, tournaments.DrawEmpty,
	tournaments.Agreed, tournaments.NoStart, tournaments.Crash, tournaments.LeftBetween, tournaments.Silence,
	tournaments.HalfLine, tournaments.TurnTime, tournaments.GameTime, tournaments.Memory, tournaments.Flood,
	tournaments.Illegal, tournaments.Forbidden, tournaments.BadOpening,
}

// reasonNumber is a reason's place in the list, -1 for one that is not there.
func reasonNumber(r tournaments.Reason) int {
	for i, k := range reasons {
		if k == r {
			return i
		}
	}
	return -1
}

// indexRow is what the list of games shows of a game: id, numbers of black's
// and white's engine, result (0 black, 1 white, 2 draw), number of the reason,
// moves, seconds. It is the order the script in the page reads.
func indexRow(g *tournaments.Game, black, white int) []any {
	result := 2
	switch g.Result {
	case tournaments.BlackWins:
		result = 0
	case tournaments.WhiteWins:
		result = 1
	}
	return []any{g.ID, black, white, result, reasonNumber(g.Reason), len(g.Moves), math.Round(g.Seconds*10) / 10}
}

// detail is what the page needs to replay a game. Lists run over the moves
// after the opening; one that would say nothing is left out.
type detail struct {
	Opening string `json:"o,omitempty"` // stones, position notation
	Moves   string `json:"m"`           // stones, position notation
	tells
	Forbidden map[string]string `json:"f,omitempty"` // renju: by number of stones on the board, the points forbidden to black then
	Five      string            `json:"v,omitempty"` // the winning line
	End       string            `json:"e,omitempty"` // what exactly happened
	Swap2     string            `json:"p,omitempty"` // how the opening phase went
	Fault     string            `json:"x,omitempty"` // the engine that lost by a fault
}

// tells is what is known about a run of moves.
type tells struct {
	Millis   []int    `json:"t,omitempty"`
	Depth    []int    `json:"d,omitempty"`
	SelDepth []int    `json:"u,omitempty"`
	Score    []*int   `json:"s,omitempty"` // from the mover's side; null: not told
	WinIn    []int    `json:"w,omitempty"` // plies, negative: to a loss; 0: not told
	Nodes    []int64  `json:"n,omitempty"`
	By       []string `json:"b,omitempty"` // under swap2: who placed the stone
}

// tell adds what is known about moves and gives their stones.
func tell(moves []tournaments.Move) (stones string, k tells, says []string) {
	var b strings.Builder
	for _, m := range moves {
		b.WriteString(m.At)
		k.Millis = append(k.Millis, int(math.Round(m.Millis)))
		k.Depth = append(k.Depth, m.Depth)
		k.SelDepth = append(k.SelDepth, m.SelDepth)
		k.Score = append(k.Score, m.Score)
		k.WinIn = append(k.WinIn, m.WinIn)
		k.Nodes = append(k.Nodes, m.Nodes)
		k.By = append(k.By, m.By)
		says = append(says, m.Says)
	}
	return b.String(), k, says
}

// trim takes away lists that say nothing.
func (k *tells) trim() {
	k.Depth, k.SelDepth, k.WinIn, k.Nodes, k.By = unlessZero(k.Depth), unlessZero(k.SelDepth), unlessZero(k.WinIn), unlessZero(k.Nodes), unlessZero(k.By)
	for _, s := range k.Score {
		if s != nil {
			return
		}
	}
	k.Score = nil
}

func unlessZero[T comparable](list []T) []T {
	var zero T
	for _, v := range list {
		if v != zero {
			return list
		}
	}
	return nil
}

// encodeGame gives a game's detail, and the engines' messages by move, nil
// where there are none.
func encodeGame(g *tournaments.Game) (detail, []string) {
	d := detail{Opening: g.Opening, End: g.Detail, Swap2: g.Swap2, Fault: g.Fault}
	var says []string
	d.Moves, d.tells, says = tell(g.Moves)
	d.tells.trim()
	d.Forbidden, d.Five = facts(g.Rule, g.Width, g.Height, d.Opening+d.Moves, 0, g.Reason == tournaments.Five)
	return d, unlessZero(says)
}

// facts asks the board what the page cannot know: the forbidden points of renju
// for each number of stones from the given one on, and the winning line at the
// end. A record that does not fit a board has none.
func facts(rule string, width, height int, text string, from int, won bool) (forbidden map[string]string, five string) {
	r, err := board.ParseRule(rule)
	if err != nil || (r != board.Renju && !won) {
		return nil, ""
	}
	b, err := board.New(width, height, r)
	if err != nil {
		return nil, ""
	}
	stones, err := board.ParseMoves(text)
	if err != nil {
		return nil, ""
	}
	for k := 0; ; k++ {
		if r == board.Renju && k >= from && b.SideToMove() == board.Black {
			if list := forbiddenPoints(b); list != "" {
				if forbidden == nil {
					forbidden = map[string]string{}
				}
				forbidden[strconv.Itoa(k)] = list
			}
		}
		if k == len(stones) {
			break
		}
		if p := stones[k]; !b.Inside(p) || b.At(p) != board.Empty {
			return forbidden, ""
		}
		b.Play(stones[k])
	}
	if _, line, ok := b.FiveOnBoard(); ok && won {
		five = tournaments.FormatStones(line)
	}
	return forbidden, five
}

func forbiddenPoints(b *board.Board) string {
	if b.Stones() < 4 {
		return "" // a forbidden point needs four black stones about it at least
	}
	var list strings.Builder
	for y := range b.Height() {
		for x := range b.Width() {
			if p := board.At(x, y); b.At(p) == board.Empty && b.Forbidden(p) {
				list.WriteString(p.String())
			}
		}
	}
	return list.String()
}

// pack writes a value as JSON, deflated, in base64: a few bytes a move, and the
// page unpacks it when a game of it is opened.
func pack(v any) (string, error) {
	text, err := json.Marshal(v)
	if err != nil {
		return "", err
	}
	var out bytes.Buffer
	w, err := flate.NewWriter(&out, flate.DefaultCompression)
	if err != nil {
		return "", err
	}
	if _, err := w.Write(text); err != nil {
		return "", err
	}
	if err := w.Close(); err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(out.Bytes()), nil
}
