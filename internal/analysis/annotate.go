package analysis

import (
	"fmt"
	"math"
	"time"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

// Mark says how good a move was.
type Mark string

// The marks, by how much of the chance to win a move gave away.
const (
	Good       Mark = ""
	Inaccuracy Mark = "inaccuracy"
	Mistake    Mark = "mistake"
	Blunder    Mark = "blunder" // or a proven win or draw thrown away
)

// The numbers of marks, all guessed.
const (
	// chanceScale is the score, in points, at which the chance to win is taken for 73 in 100. Games of 1,200 nodes a move
	// with a random move in twelve gave 525 in freestyle and 450 in renju; better play makes more of a lead.
	chanceScale = 400

	inaccuracyLoss = 0.10
	mistakeLoss    = 0.20
	blunderLoss    = 0.35
)

// AnnotatedMove is a move of a game and what is thought of it. Scores are for the side that moved.
type AnnotatedMove struct {
	Ply  int    `json:"ply"` // from 1
	Side string `json:"side"`
	Move string `json:"move"`
	// Played is the evaluation of the move, from the search of the position after it; absent after the last move of a
	// finished game, where it is known.
	Played   Evaluation `json:"played"`
	Best     string     `json:"best"` // the best move of the position before it
	BestEval Evaluation `json:"best_evaluation"`
	Line     []string   `json:"line,omitempty"` // the best move and what follows
	Depth    int        `json:"depth"`          // of the search for the best move, plies
	Loss     float64    `json:"loss"`           // of the chance to win, 0 to 1
	Mark     Mark       `json:"mark,omitempty"`
}

// AnnotatedGame is a game with all its moves.
type AnnotatedGame struct {
	Rule   string          `json:"rule"`
	Width  int             `json:"width"`
	Height int             `json:"height"`
	Black  string          `json:"black,omitempty"` // name
	White  string          `json:"white,omitempty"`
	Result string          `json:"result,omitempty"` // as SGF writes it: B+, W+, 0
	Moves  []AnnotatedMove `json:"moves"`
}

// AnnotateLimits bound the search of each position: nodes, or time if there are none.
type AnnotateLimits struct {
	Nodes uint64
	Time  time.Duration
}

// Annotate searches the position before each move of a game, and the last one. told, if given, is called after each move.
// The moves must be legal, in turn, and only the last may win.
func Annotate(o search.Options, b *board.Board, moves []board.Point, lim AnnotateLimits, told func(done int)) ([]AnnotatedMove, error) {
	engine := search.New(o)
	b = b.Clone()
	b.Reset()
	var all []AnnotatedMove
	before := annotateOne(engine, b, lim)
	for i, p := range moves {
		if !b.Inside(p) || b.At(p) != board.Empty {
			return all, fmt.Errorf("move %d, %v, is occupied or off the board of %d x %d", i+1, p, b.Width(), b.Height())
		}
		m := AnnotatedMove{Ply: i + 1, Side: side(b), Move: p.String(), Best: before.Move.String(), BestEval: evaluationOf(before.Report), Depth: before.Depth, Line: words(before.PV)}
		foul := !b.Legal(p)
		wins := b.WinsAt(p, b.SideToMove())
		b.Play(p)
		var after search.Result
		switch {
		case wins:
			m.Played = Evaluation{Score: int(eval.WinIn(1)), WinIn: 1, Proven: true}
		case foul:
			m.Played = Evaluation{Score: int(eval.LossIn(1)), LossIn: 1, Proven: true}
		case b.Full():
		default:
			after = annotateOne(engine, b, lim)
			m.Played = evaluationOf(after.Report).turned()
		}
		if m.Move == m.Best && !foul {
			// The better founded of two judgements of one move; a loss by it is nobody's fault.
			m.BestEval = m.Played
		}
		m.Loss = max(0, chance(m.BestEval)-chance(m.Played))
		m.Mark = markOf(m)
		m.Loss = math.Round(m.Loss*1000) / 1000
		all = append(all, m)
		if told != nil {
			told(i + 1)
		}
		if (wins || foul || b.Full()) && i < len(moves)-1 {
			return all, fmt.Errorf("move %d comes after the end of the game", i+2)
		}
		before = after
	}
	return all, nil
}

func annotateOne(e *search.Engine, b *board.Board, lim AnnotateLimits) search.Result {
	start := time.Now()
	now := func() time.Duration { return time.Since(start) }
	if lim.Nodes > 0 {
		now = func() time.Duration { return 0 }
	}
	ctl := search.NewControl(now)
	if lim.Nodes == 0 {
		ctl.SetTime(lim.Time, lim.Time)
	}
	r := searchScored(e, b, search.Limits{Nodes: lim.Nodes}, ctl, nil)
	if len(r.PV) == 0 {
		r.PV = []board.Point{r.Move}
	}
	return r
}

// searchScored is a search that gives a score even where there is no choice.
func searchScored(e *search.Engine, b *board.Board, l search.Limits, ctl *search.Control, report func(search.Report)) search.Result {
	r := e.Search(b, l, ctl, report)
	if !r.Forced || r.Proven || r.Move == board.NoPoint {
		return r
	}
	var only board.PointSet
	only.Add(r.Move)
	l.Only = &only
	if s := e.Search(b, l, ctl, report); s.Move == r.Move && s.Depth > 0 {
		s.Forced = true
		return s
	}
	return r
}

// turned is the evaluation for the other side, one ply earlier.
func (e Evaluation) turned() Evaluation {
	t := Evaluation{Score: -e.Score, Proven: e.Proven}
	if e.WinIn > 0 {
		t.LossIn = e.WinIn + 1
		t.Score++
	}
	if e.LossIn > 0 {
		t.WinIn = e.LossIn + 1
		t.Score--
	}
	return t
}

// chance is the chance to win that a score is taken for.
func chance(e Evaluation) float64 {
	switch {
	case e.WinIn > 0:
		return 1
	case e.LossIn > 0:
		return 0
	}
	return 1 / (1 + math.Exp(-float64(e.Score)/chanceScale))
}

func markOf(m AnnotatedMove) Mark {
	switch {
	case m.Loss >= blunderLoss, m.BestEval.WinIn > 0 && m.BestEval.Proven && m.Played.WinIn == 0 && m.Loss >= inaccuracyLoss:
		return Blunder
	case m.Loss >= mistakeLoss:
		return Mistake
	case m.Loss >= inaccuracyLoss:
		return Inaccuracy
	}
	return Good
}

// String writes an evaluation for a reader.
func (e Evaluation) String() string {
	switch {
	case e.WinIn > 0 && e.Proven:
		return fmt.Sprintf("win in %d", e.WinIn)
	case e.WinIn > 0:
		return "winning"
	case e.LossIn > 0 && e.Proven:
		return fmt.Sprintf("loss in %d", e.LossIn)
	case e.LossIn > 0:
		return "losing"
	}
	return fmt.Sprintf("eval %d", e.Score)
}
