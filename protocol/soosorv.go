package protocol

import (
	"fmt"

	"tengen/board"
	"tengen/eval"
	"tengen/search"
)

// The Soosõrv-8 opening as Yixin-Board plays it: black places three stones, the middle first, and white may swap; white
// places the fourth and says how many fifth moves black must offer, and black may swap; black offers them and white
// chooses one.

// mostFifths is how many fifth moves may be asked for.
const mostFifths = 8

// score makes a score of a number that a manager sent.
func score(n int) eval.Score { return eval.Score(n) }

// soosorv answers the six steps.
func (s *session) soosorv(r request) {
	if r.Name == "YXSOOSORVSTEP1" {
		s.soosorvThree(r)
		return
	}
	stones := r.Stones
	last := r.Name == "YXSOOSORVSTEP6"
	if last && len(stones) > 4 {
		stones = stones[:4]
	}
	want := map[string]int{"YXSOOSORVSTEP2": 3, "YXSOOSORVSTEP3": 3}[r.Name]
	if want == 0 {
		want = 4
	}
	pos, why := s.placed(stones)
	switch {
	case why == "" && len(stones) != want:
		why = fmt.Sprintf("%s wants %d stones, not %d", r.Name, want, len(stones))
	case why == "" && last && len(r.Stones) == 4:
		why = r.Name + " wants the fifth moves after the four stones"
	}
	if why != "" {
		s.message(why)
		return
	}
	fifths := max(1, min(r.N, mostFifths))
	switch r.Name {
	case "YXSOOSORVSTEP2":
		s.choose(r, pos, false, yesOrNo("SWAP1"), []string{})
	case "YXSOOSORVSTEP3":
		s.soosorvFourth(r, pos)
	case "YXSOOSORVSTEP4":
		s.soosorvSwap(r, pos, fifths)
	case "YXSOOSORVSTEP5":
		s.soosorvFifths(r, pos, fifths)
	case "YXSOOSORVSTEP6":
		s.soosorvPick(r, pos, r.Stones[4:])
	}
}

// yesOrNo writes a choice of sides.
func yesOrNo(step string) func(search.Choice) []string {
	return func(c search.Choice) []string {
		if c.Swap {
			return []string{"MESSAGE SOOSORV " + step + " Y"}
		}
		return []string{"MESSAGE SOOSORV " + step + " N"}
	}
}

// soosorvThree places three stones: the middle, beside it, and within two of the middle.
func (s *session) soosorvThree(r request) {
	g := s.game.board
	x, y := g.Width()/2, g.Height()/2
	second := [...]board.Point{board.At(x, y-1), board.At(x+1, y-1)}[s.o.Random(2)]
	third := second
	for third == second || third == board.At(x, y) {
		third = board.At(x-2+s.o.Random(5), y-2+s.o.Random(5))
	}
	o := &opening{}
	var lines []string
	for i, p := range []board.Point{board.At(x, y), second, third} {
		p = turned(p, g.Width(), g.Height(), 0)
		lines = append(lines, fmt.Sprintf("MESSAGE SOOSORV MOVE%d %d %d", i+1, p.X(), p.Y()))
	}
	o.know(lines...)
	s.answerOpening(&thought{from: r.at, opening: o})
}

// soosorvFourth places white's fourth stone and says how many fifth moves are wanted: as many as leave the game nearest
// to even when white takes the one that suits black least.
func (s *session) soosorvFourth(r request, pos *board.Board) {
	o := &opening{interrupted: []string{}}
	know := func(p board.Point, n int) { o.know(fmt.Sprintf("MESSAGE SOOSORV MOVE4 %d %d %d", p.X(), p.Y(), n)) }
	move := search.Greedy(pos, s.evaluator(pos))
	know(move, 2)
	s.consult(r, pos, o, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, _ func(search.Report)) search.Result {
		first := e.Search(pos, halved(l), ctl.Part(50), nil)
		if first.Move == board.NoPoint {
			return first
		}
		know(first.Move, 2)
		pos.Play(first.Move)
		nearest := eval.Infinity
		for i, line := range fifthMoves(e, pos, mostFifths, halved(l), ctl).Lines {
			if off := max(line.Score, -line.Score); off < nearest {
				nearest = off
				know(first.Move, i+1)
			}
		}
		return first
	})
}

// soosorvSwap decides whether to take white before black offers fifth moves: when the one that suits black least is bad
// for black.
func (s *session) soosorvSwap(r request, pos *board.Board, n int) {
	o := &opening{interrupted: []string{}}
	say := yesOrNo("SWAP2")
	o.know(say(search.Choice{})...)
	s.consult(r, pos, o, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, _ func(search.Report)) search.Result {
		res := fifthMoves(e, pos, n, l, ctl)
		if k := len(res.Lines); k > 0 {
			o.know(say(search.Choice{Swap: res.Lines[k-1].Score < 0})...)
		}
		return res
	})
}

// soosorvFifths offers the best n fifth moves.
func (s *session) soosorvFifths(r request, pos *board.Board, n int) {
	o := &opening{interrupted: []string{}}
	know := func(moves []board.Point) {
		lines := []string{"MESSAGE SOOSORV MOVE5 REFRESH"}
		for _, p := range moves {
			lines = append(lines, fmt.Sprintf("MESSAGE SOOSORV MOVE5 %d %d", p.X(), p.Y()))
		}
		o.know(append(lines, "MESSAGE SOOSORV MOVE5 DONE")...)
	}
	var moves []board.Point
	same := mirrored(pos)
	for _, x := range search.Explain(pos, &s.o.Engine.Weights, maxStones) {
		if len(moves) < n && !same.Has(x.Point) && x.Forbidden == board.NotForbidden {
			moves = append(moves, x.Point)
		}
	}
	know(moves)
	s.consult(r, pos, o, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, _ func(search.Report)) search.Result {
		res := fifthMoves(e, pos, n, l, ctl)
		if len(res.Lines) == len(moves) {
			better := make([]board.Point, len(moves))
			for i, line := range res.Lines {
				better[i] = line.PV[0]
			}
			know(better)
		}
		return res
	})
}

// soosorvPick chooses among the fifth moves offered the one that suits black least.
func (s *session) soosorvPick(r request, pos *board.Board, offered []Stone) {
	var only board.PointSet
	last := board.NoPoint
	for _, st := range offered {
		if p, ok := s.game.find(st.X, st.Y); ok && pos.At(p) == board.Empty {
			only.Add(p)
			last = p
		}
	}
	if last == board.NoPoint {
		s.message(r.Name + " wants fifth moves that can be played")
		return
	}
	o := &opening{interrupted: []string{}}
	know := func(p board.Point) { o.know(fmt.Sprintf("MESSAGE SOOSORV MOVE5C %d %d", p.X(), p.Y())) }
	know(last)
	s.consult(r, pos, o, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, _ func(search.Report)) search.Result {
		l.Only, l.Lines, l.Except = &only, only.Len(), nil
		res := e.Search(pos, l, ctl, nil)
		if k := len(res.Lines); k > 0 {
			know(res.Lines[k-1].PV[0])
		}
		return res
	})
}

// fifthMoves searches black's best n moves of which no two are the same turned or mirrored.
func fifthMoves(e *search.Engine, pos *board.Board, n int, l search.Limits, ctl *search.Control) search.Result {
	same := mirrored(pos)
	l.Lines, l.Except = n, &same
	return e.Search(pos, l, ctl, nil)
}

// halved gives half of the nodes that limits allow.
func halved(l search.Limits) search.Limits {
	l.Nodes /= 2
	return l
}

// mirrored gives the empty points that are another empty point turned or mirrored in a way that leaves the stones as they
// are, so that of points that are the same one is left.
func mirrored(pos *board.Board) (same board.PointSet) {
	w, h := pos.Width(), pos.Height()
	var keep []int
	for way := 1; way < 8 && (way < 4 || w == h); way++ {
		holds := true
		for _, p := range pos.Moves() {
			holds = holds && pos.At(turned(p, w, h, way)) == pos.At(p)
		}
		if holds {
			keep = append(keep, way)
		}
	}
	for _, p := range pos.Empties().AppendTo(nil) {
		for _, way := range keep {
			if turned(p, w, h, way) < p {
				same.Add(p)
			}
		}
	}
	return same
}
