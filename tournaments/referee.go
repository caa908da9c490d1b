package tournaments

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"tengen/board"
)

// match is one game in progress: the position, the engines at it and their
// clocks.
type match struct {
	t       *Tournament
	entry   Entry
	names   []string // of all engines, by index
	pos     *board.Board
	engines [2]*Engine // by colour
	index   [2]int     // the engines' indices, by colour
	clocks  [2]clock   // by colour
	synced  [2]bool    // by colour: the engine has the position but for the opponent's last move
	record  Game
	agree   [2]agreement
	took    time.Duration  // by the last answer
	playing func(Progress) // nil, or told of every move
}

// playGame plays one entry with two engines and gives its record. The error is
// the context's when the run was stopped in the middle of the game; every other
// end of a game is a result.
//
// first and second are the engines of the entry, not started or at the end of
// an earlier game. playing is nil, or told of every move.
func (t *Tournament) playGame(ctx context.Context, entry Entry, names []string, first, second *Engine, playing func(Progress)) (Game, error) {
	pos, err := board.New(t.Board.Width, t.Board.Height, t.Board.rule)
	if err != nil {
		return Game{}, err
	}
	g := &match{
		t: t, entry: entry, names: names, pos: pos, playing: playing,
		engines: [2]*Engine{first, second},
		index:   [2]int{entry.First, entry.Second},
		clocks:  [2]clock{newClock(first.settings), newClock(second.settings)},
		record: Game{
			ID: entry.ID(), Number: entry.Number, Pair: entry.Pair,
			Rule: t.Board.rule.String(), Width: t.Board.Width, Height: t.Board.Height,
			Opening: FormatStones(entry.Opening), Moves: []Move{},
			Started: time.Now().UTC().Truncate(time.Millisecond),
		},
	}
	if entry.Swap2 {
		g.record.First = names[entry.First]
	}
	start := time.Now()
	err = g.play(ctx)
	for c, e := range g.engines {
		if e.running() {
			e.proc.measureMemory()
		}
		if e.proc != nil {
			g.noteMemory(board.Color(c), e.proc.memory.Load())
		}
	}
	if err != nil {
		return Game{}, err
	}
	g.record.Black, g.record.White = names[g.index[board.Black]], names[g.index[board.White]]
	if g.record.Fault != "" {
		// Whatever state an engine is in after a fault, the next game gets a new
		// process.
		g.engines[winnerOf(g.record.Result).Other()].close(0)
	}
	g.record.Seconds = math.Round(time.Since(start).Seconds()*1000) / 1000
	return g.record, nil
}

func (g *match) noteMemory(c board.Color, bytes int64) {
	if c == board.Black {
		g.record.BlackMemory = bytes
	} else {
		g.record.WhiteMemory = bytes
	}
}

func winnerOf(r Result) board.Color {
	if r == BlackWins {
		return board.Black
	}
	return board.White
}

// play runs the game to its end and fills the record but for the names.
func (g *match) play(ctx context.Context) error {
	for c := range g.engines {
		if err := g.engines[c].newGame(ctx, g.t.Board); err != nil {
			return g.blame(board.Color(c), err)
		}
	}
	for _, p := range g.entry.Opening {
		g.pos.Play(p)
	}
	if g.entry.Swap2 {
		if over, err := g.swap2(ctx); over || err != nil {
			return err
		}
	}
	g.tell()
	for !g.over() {
		c := g.pos.SideToMove()
		move, err := g.move(ctx, c)
		if err != nil {
			return g.blame(c, err)
		}
		if f := g.place(c, move); f != nil {
			return g.blame(c, f)
		}
		g.tell()
	}
	return nil
}

// blame ends the game with a fault of a colour. Another error than a fault is
// handed on: the run is being stopped.
func (g *match) blame(c board.Color, err error) error {
	var f *fault
	if !errors.As(err, &f) {
		return err
	}
	g.record.Result, g.record.Reason, g.record.Detail = winFor(c.Other()), f.Reason, f.Detail
	g.record.Fault = g.names[g.index[c]]
	g.record.FaultMillis = millis(g.took)
	return nil
}

// over tells whether the game has ended by the rules or the settings, and then
// fills the result.
func (g *match) over() bool {
	end := func(r Result, why Reason, detail string) bool {
		g.record.Result, g.record.Reason, g.record.Detail = r, why, detail
		return true
	}
	if g.pos.LastWins() {
		return end(winFor(g.pos.SideToMove().Other()), Five, "")
	}
	if g.pos.Full() {
		return end(Drawn, FullBoard, "")
	}
	d := g.t.Draw
	stones := g.pos.Stones()
	switch empty := g.pos.Width()*g.pos.Height() - stones; {
	case d.Moves > 0 && len(g.record.Moves) >= d.Moves:
		return end(Drawn, DrawMoves, fmt.Sprintf("%d moves played", len(g.record.Moves)))
	case d.Stones > 0 && stones >= d.Stones:
		return end(Drawn, DrawStones, fmt.Sprintf("%d stones on the board", stones))
	case d.Empty > 0 && empty <= d.Empty:
		return end(Drawn, DrawEmpty, fmt.Sprintf("%d empty cells left", empty))
	}
	if winner, yes := g.agreed(); yes {
		return end(winFor(winner), Agreed, fmt.Sprintf("both told so for %d moves", g.t.Win.Moves))
	}
	if g.noLegalMove() {
		// Renju: every empty cell is forbidden to black, who must play one.
		return end(WhiteWins, NoMove, "only forbidden points are left")
	}
	return false
}

// noLegalMove tells whether black has empty cells and all are forbidden. Only a
// nearly full board is worth the search.
func (g *match) noLegalMove() bool {
	w, h := g.pos.Width(), g.pos.Height()
	if g.pos.Rule() != board.Renju || g.pos.SideToMove() != board.Black || w*h-g.pos.Stones() > 16 {
		return false
	}
	for y := range h {
		for x := range w {
			if g.pos.Legal(board.At(x, y)) {
				return false
			}
		}
	}
	return true
}

// move asks the colour for its move and charges its clock.
func (g *match) move(ctx context.Context, c board.Color) (answer, error) {
	a, err := g.engines[c].think(ctx, g.commands(c), g.limitOf(c), g.reasonOf(c), isPoint)
	g.clocks[c].spend(a.elapsed)
	g.took = a.elapsed
	return a, err
}

func (g *match) limitOf(c board.Color) time.Duration {
	d, _ := g.clocks[c].limit()
	return d
}

func (g *match) reasonOf(c board.Color) Reason {
	_, why := g.clocks[c].limit()
	return why
}

// commands are the lines that ask a colour for its move: BEGIN on the empty
// board, TURN while the engine has followed the game, BOARD otherwise.
func (g *match) commands(c board.Color) []string {
	lines := []string{fmt.Sprintf("INFO time_left %d", g.clocks[c].left())}
	moves := g.pos.Moves()
	last := board.NoPoint
	if len(moves) > 0 {
		last = moves[len(moves)-1]
	}
	switch {
	case len(moves) == 0:
		lines = append(lines, "BEGIN")
	case (g.synced[c] || len(moves) == 1) && !g.engines[c].settings.ByBoard:
		lines = append(lines, fmt.Sprintf("TURN %d,%d", last.X(), last.Y()))
	default:
		lines = append(lines, "BOARD")
		for i, p := range moves {
			who := 1
			if board.Color(i%2) != c {
				who = 2
			}
			lines = append(lines, fmt.Sprintf("%d,%d,%d", p.X(), p.Y(), who))
		}
		lines = append(lines, "DONE")
	}
	g.synced[c] = true
	return lines
}

// place puts an answer on the board, or says what is wrong with it.
func (g *match) place(c board.Color, a answer) *fault {
	x, y, _ := parsePoint(a.text)
	if f := g.check(x, y); f != nil {
		return f
	}
	p := board.At(x, y)
	if g.pos.Forbidden(p) && c == board.Black {
		return faultf(Forbidden, "%s, %s", p, g.pos.ForbiddenReason(p))
	}
	m := Move{At: p.String(), Millis: millis(a.elapsed)}
	readThinking(&m, a.said)
	g.record.Moves = append(g.record.Moves, m)
	g.agree[c].note(m, g.t.Win)
	g.pos.Play(p)
	return nil
}

// check tells what is wrong with a stone on column x, row y, by the rules of
// the board alone.
func (g *match) check(x, y int) *fault {
	if x < 0 || y < 0 || x >= g.pos.Width() || y >= g.pos.Height() {
		return faultf(Illegal, "%d,%d is off the board of %d x %d", x, y, g.pos.Width(), g.pos.Height())
	}
	if p := board.At(x, y); g.pos.At(p) != board.Empty {
		return faultf(Illegal, "%s is occupied", p)
	}
	return nil
}

// pointNames writes an answer's points as the board names them; an answer that
// is none, or off every board, stays as it is.
func pointNames(answer string) string {
	stones, _ := parseSwap2(answer)
	if x, y, ok := parsePoint(answer); ok {
		stones = [][2]int{{x, y}}
	}
	if len(stones) == 0 {
		return answer
	}
	var names []string
	for _, s := range stones {
		if s[0] < 0 || s[1] < 0 || s[0] >= board.MaxSize || s[1] >= board.MaxSize {
			return answer
		}
		names = append(names, board.At(s[0], s[1]).String())
	}
	return strings.Join(names, " ")
}

// millis rounds to microseconds.
func millis(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}

// isPoint tells whether a line is two integers with a comma between, which is
// what managers take for a move.
func isPoint(text string) bool {
	_, _, ok := parsePoint(text)
	return ok
}

func parsePoint(text string) (x, y int, ok bool) {
	a, b, found := strings.Cut(text, ",")
	if !found || len(text) > 40 {
		return 0, 0, false
	}
	x, err1 := strconv.Atoi(strings.TrimSpace(a))
	y, err2 := strconv.Atoi(strings.TrimSpace(b))
	return x, y, err1 == nil && err2 == nil
}
