package protocol

import (
	"embed"
	"fmt"
	"strings"
	"sync/atomic"

	"tengen/board"
	"tengen/search"
)

// An opening is a question whose answer is not a move on the game's board: which stones to place, whether to swap.
type opening struct {
	words atomic.Pointer[[]string] // the lines of the answer as far as it is known; there is always one
	// interrupted, if not nil, is said instead when a new game breaks the question off.
	interrupted []string
}

func (o *opening) know(lines ...string) { o.words.Store(&lines) }

// consult searches for the answer to an opening question about pos. fallback is known at once; find makes it better by
// calling know.
func (s *session) consult(r request, pos *board.Board, o *opening, find thinker) {
	t := &thought{from: r.at, pos: pos, find: find, opening: o, nextGone: s.now() + goneGap}
	t.again = func() { s.playOpening(r) }
	s.thought = t
	if s.queued(func(e *entry) bool { return e.manners == stops }) {
		s.answerOpening(t)
		return
	}
	s.launch()
}

// answerOpening says what is known of the answer.
func (s *session) answerOpening(t *thought) {
	s.thought = nil
	s.notice()
	s.set.clock.charge(s.now() - t.from)
	lines := *t.opening.words.Load()
	if t.opening.interrupted != nil && s.queued(func(e *entry) bool { return e.manners == stops }) {
		lines = t.opening.interrupted
	}
	for _, l := range lines {
		s.say(l)
	}
}

// notice sends what the configuration had to complain of, once.
func (s *session) notice() {
	if s.noticed {
		return
	}
	s.noticed = true
	for _, n := range s.o.Notices {
		s.message(n)
	}
}

// playOpening carries out the commands of openings.
func (s *session) playOpening(r request) {
	switch r.Kind {
	case Swap:
		s.swap(r)
	case SwapStep:
		s.swapStep(r)
	case Soosorv:
		s.soosorv(r)
	}
}

// swap answers SWAP2BOARD, SWAPBOARD and SWAP1STBOARD. SWAP takes black, for white is to move wherever it is allowed.
func (s *session) swap(r request) {
	pos, why := s.placed(r.Stones)
	if why != "" {
		s.fail(why)
		return
	}
	n := len(r.Stones)
	say := func(c search.Choice) []string {
		if c.Swap {
			return []string{"SWAP"}
		}
		return []string{pointList(c.Stones)}
	}
	switch {
	case n == 0 && r.Name == "SWAP1STBOARD":
		s.offerOne(r, pos)
	case n == 0:
		s.offer(r, pos, func(stones []board.Point) []string { return []string{pointList(stones)} })
	case n == 1 && r.Name == "SWAP1STBOARD", n == 3 && r.Name == "SWAPBOARD", n == 5 && r.Name == "SWAP2BOARD":
		s.choose(r, pos, false, say, nil)
	case n == 3 && r.Name == "SWAP2BOARD":
		s.choose(r, pos, true, say, nil)
	default:
		want := map[string]string{"SWAP2BOARD": "0, 3 or 5", "SWAPBOARD": "0 or 3", "SWAP1STBOARD": "0 or 1"}[r.Name]
		s.fail(fmt.Sprintf("%s wants %s stones, not %d", r.Name, want, n))
	}
}

// swapStep answers Yixin-Board's way of swap2: the stones are those on the board, and the answers are messages.
func (s *session) swapStep(r request) {
	move := func(first int) func(stones []board.Point) []string {
		return func(stones []board.Point) (lines []string) {
			for i, p := range stones {
				lines = append(lines, fmt.Sprintf("MESSAGE SWAP2 MOVE%d %d %d", first+i, p.X(), p.Y()))
			}
			return lines
		}
	}
	if r.Name == "YXSWAP2STEP1" {
		pos, _ := s.placed(nil)
		s.offer(r, pos, move(1))
		return
	}
	step, want := 2, 3
	if r.Name == "YXSWAP2STEP3" {
		step, want = 3, 5
	}
	pos := s.game.board
	if pos.Stones() != want || pos.SideToMove() != board.White || s.game.over() {
		s.message(fmt.Sprintf("%s wants a board with %d stones and White to move", r.Name, want))
		return
	}
	// The manager throws away the next line of coordinates when a new game breaks this off, so it has to get one.
	interrupted := []string{coordinates(s.greedy())}
	s.choose(r, pos, step == 2, func(c search.Choice) []string {
		switch {
		case c.Swap:
			return []string{fmt.Sprintf("MESSAGE SWAP2 SWAP%d YES", step-1)}
		case len(c.Stones) == 2:
			return move(4)(c.Stones)
		}
		return []string{fmt.Sprintf("MESSAGE SWAP2 SWAP%d NO", step-1)}
	}, interrupted)
}

// choose decides whether to swap, to play on or to place a pair.
func (s *session) choose(r request, pos *board.Board, pair bool, say func(search.Choice) []string, interrupted []string) {
	o := &opening{interrupted: interrupted}
	o.know(say(search.Choice{Stones: []board.Point{search.Greedy(pos, s.evaluator(pos))}})...)
	s.consult(r, pos, o, func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, _ func(search.Report)) search.Result {
		c := e.Choose(pos, pair, l, ctl, func(c search.Choice) { o.know(say(c)...) })
		if c.Swap || len(c.Stones) > 0 {
			o.know(say(c)...)
		}
		return search.Result{Report: c.Report}
	})
}

// placed sets up the stones of an opening, black first, in turn, on an empty board like the game's, or says what is wrong
// with them.
func (s *session) placed(stones []Stone) (*board.Board, string) {
	g := s.game.board
	b, err := board.New(g.Width(), g.Height(), g.Rule())
	if err != nil {
		return nil, err.Error()
	}
	for i, st := range stones {
		p, ok := s.game.find(st.X, st.Y)
		switch {
		case !ok:
			return nil, fmt.Sprintf("stone %d of the block: %s", i+1, offBoard(st.X, st.Y, g))
		case b.At(p) != board.Empty:
			return nil, fmt.Sprintf("stone %d of the block: %d,%d is there already", i+1, st.X, st.Y)
		}
		b.Play(p)
	}
	if _, _, over := b.FiveOnBoard(); over {
		return nil, "the stones of the block have a five among them"
	}
	return b, ""
}

// pointList writes the points of an answer with single blanks between them.
func pointList(points []board.Point) string {
	words := make([]string, len(points))
	for i, p := range points {
		words[i] = coordinates(p)
	}
	return strings.Join(words, " ")
}

//go:embed openings/*.txt
var openingFiles embed.FS

// offered gives the openings of three stones that are known to be near even on the board of pos: the files of the folder
// openings, one for each rule and size, made by its script.
func offered(pos *board.Board) (all [][]board.Point) {
	if pos.Width() != pos.Height() {
		return nil
	}
	text, err := openingFiles.ReadFile(fmt.Sprintf("openings/%v-%d.txt", pos.Rule(), pos.Width()))
	if err != nil {
		return nil
	}
	for _, l := range strings.Split(string(text), "\n") {
		if strings.HasPrefix(l, "#") {
			continue
		}
		if stones, err := board.ParseMoves(l); err == nil && len(stones) == 3 {
			all = append(all, stones)
		}
	}
	return all
}

// offer places the first three stones: one of those known, turned or mirrored, or where none are known two stones at
// random and the third by a search that balances them.
func (s *session) offer(r request, pos *board.Board, say func([]board.Point) []string) {
	random := s.o.Random
	if l := s.limits(); l.Nodes > 0 || l.Depth > 0 {
		random = func(int) int { return 0 } // whoever limits these wants the same answers again
	}
	o := &opening{}
	turn := random(8)
	if all := offered(pos); len(all) > 0 {
		stones := all[random(len(all))]
		for i, p := range stones {
			stones[i] = turned(p, pos.Width(), pos.Height(), turn)
		}
		o.know(say(stones)...)
		s.answerOpening(&thought{from: r.at, opening: o})
		return
	}
	// The first stone where a side has less room, the second a knight's or a larger step away.
	first := board.At(pos.Width()/4, pos.Height()/3)
	steps := [...][2]int{{1, 2}, {2, 1}, {2, 2}, {1, 1}, {0, 2}}
	step := steps[random(len(steps))]
	second := board.At(first.X()+step[0], first.Y()+step[1])
	for _, p := range []*board.Point{&first, &second} {
		*p = turned(*p, pos.Width(), pos.Height(), turn)
		pos.Play(*p)
	}
	third := search.Greedy(pos, s.evaluator(pos))
	o.know(say([]board.Point{first, second, third})...)
	s.consult(r, pos, o, s.balanced(1, 0, func(stones []board.Point) {
		o.know(say([]board.Point{first, second, stones[0]})...)
	}))
}

// offerOne places the first stone of swap after the first move.
func (s *session) offerOne(r request, pos *board.Board) {
	o := &opening{}
	turn := s.o.Random(8)
	o.know(coordinates(turned(board.At(pos.Width()/5, pos.Height()/5), pos.Width(), pos.Height(), turn)))
	s.consult(r, pos, o, s.balanced(1, 0, func(stones []board.Point) {
		o.know(coordinates(turned(stones[0], pos.Width(), pos.Height(), turn)))
	}))
}

// balanced is a search for one stone or two that leave the game nearest to the bias.
func (s *session) balanced(count, bias int, found func([]board.Point)) thinker {
	return func(e *search.Engine, pos *board.Board, l search.Limits, ctl *search.Control, report func(search.Report)) search.Result {
		return e.Balance(pos, count, score(bias), l, ctl, func(r search.Report) {
			if r.Depth > 0 && len(r.PV) >= count {
				found(r.PV[:count])
			}
			report(r)
		})
	}
}

// turned gives a point of a board turned or mirrored in one of eight ways, four if it is no square.
func turned(p board.Point, width, height, way int) board.Point {
	x, y := p.X(), p.Y()
	if way&1 != 0 {
		x = width - 1 - x
	}
	if way&2 != 0 {
		y = height - 1 - y
	}
	if way&4 != 0 && width == height {
		x, y = y, x
	}
	return board.At(x, y)
}

// analyse answers YXNBEST, YXSEARCHDEFEND and YXBALANCEONE with a move that is played, YXBALANCETWO with a pair that is
// not.
func (s *session) analyse(r request) {
	const defences = 5 // moves that YXSEARCHDEFEND tells of
	switch r.Name {
	case "YXNBEST":
		s.consider(&thought{from: r.at, lines: max(1, min(r.N, s.game.board.Empties().Len()))})
	case "YXSEARCHDEFEND":
		s.consider(&thought{from: r.at, lines: defences})
	case "YXBALANCEONE":
		s.consider(&thought{from: r.at, find: s.balanced(1, r.N, func([]board.Point) {})})
	case "YXBALANCETWO":
		pos := s.game.board
		if pos.Empties().Len() < 3 || s.game.over() {
			s.fail("there is no room for a pair of stones")
			return
		}
		first := s.greedy()
		after := pos.Clone()
		after.Play(first)
		o := &opening{}
		o.know(pointList([]board.Point{first, search.Greedy(after, s.evaluator(after))}))
		s.consult(r, pos, o, s.balanced(2, r.N, func(stones []board.Point) { o.know(pointList(stones)) }))
	}
}
