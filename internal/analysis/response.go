package analysis

import (
	"encoding/json"

	"tengen/board"
	"tengen/search"
)

// Response is one line of output.
type Response struct {
	ID      json.RawMessage `json:"id"`                // of the request; null if it had none or could not be read
	Type    string          `json:"type"`              // "result", "progress" or "error"
	Error   string          `json:"error,omitempty"`   // what was wrong; the field's name comes first where it is one
	Side    string          `json:"side,omitempty"`    // to move: "black" or "white"
	Move    string          `json:"move,omitempty"`    // the best move
	Stopped bool            `json:"stopped,omitempty"` // by a stop or the end of the input, before its limits
	Nodes   uint64          `json:"nodes,omitempty"`
	TimeMS  int64           `json:"time_ms,omitempty"`
	Lines   []Line          `json:"lines,omitempty"` // the best moves, the best first; of a progress, those of its depth so far
}

// Line is a move with its score and what follows.
type Line struct {
	Move string `json:"move"`
	Evaluation
	Depth    int      `json:"depth"`     // plies
	SelDepth int      `json:"sel_depth"` // plies of the deepest line looked at
	PV       []string `json:"pv"`        // the move first
}

// Evaluation is what a position is worth to the side to move.
type Evaluation struct {
	Score  int  `json:"score"`             // in the engine's hundredths; beyond 20000 a win, below -20000 a loss
	WinIn  int  `json:"win_in,omitempty"`  // plies to the end of a won position
	LossIn int  `json:"loss_in,omitempty"` // plies to the end of a lost one
	Proven bool `json:"proven,omitempty"`  // the win or loss holds against every reply
}

func evaluationOf(r search.Report) Evaluation {
	e := Evaluation{Score: int(r.Score)}
	plies, win, mate := r.Score.Mate()
	switch {
	case mate && win:
		e.WinIn, e.Proven = plies, r.Proven
	case mate:
		e.LossIn, e.Proven = plies, r.Proven
	}
	return e
}

func lineOf(r search.Report) Line {
	l := Line{Evaluation: evaluationOf(r), Depth: r.Depth, SelDepth: r.SelDepth, PV: words(r.PV)}
	if len(l.PV) > 0 {
		l.Move = l.PV[0]
	}
	return l
}

// resultOf is the last response to a request.
func resultOf(t *task, r search.Result) Response {
	reports := r.Lines
	if len(reports) == 0 {
		reports = []search.Report{r.Report}
	}
	res := Response{ID: t.ID, Type: "result", Side: side(t.pos), Move: r.Move.String(), Nodes: r.Nodes, TimeMS: r.Elapsed.Milliseconds()}
	for _, l := range reports {
		if len(l.PV) == 0 {
			l.PV = []board.Point{r.Move}
		}
		res.Lines = append(res.Lines, lineOf(l))
	}
	return res
}

func side(b *board.Board) string {
	if b.SideToMove() == board.White {
		return "white"
	}
	return "black"
}

func failure(id json.RawMessage, err error) Response {
	return Response{ID: id, Type: "error", Error: err.Error()}
}
