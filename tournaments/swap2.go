package tournaments

import (
	"context"
	"fmt"
	"strings"

	"tengen/board"
)

// The swap2 opening: the first engine places three stones, black, white and
// black. The second takes black, or plays white's next stone, or places a white
// and a black stone and lets the first choose a colour: it takes black, or plays
// white's next stone. In words of the protocol "SWAP" takes black in both
// places.

// swap2 plays the opening phase and leaves the engines with their colours. over
// is true when a fault has ended the game.
func (g *match) swap2(ctx context.Context) (over bool, err error) {
	// Until colours are known the first engine sits at black's place.
	first, second := board.Black, board.White
	stop := func(c board.Color, err error) (bool, error) { return true, g.blame(c, err) }

	a, err := g.ask(ctx, first, 3)
	if err != nil {
		return stop(first, err)
	}
	if err := g.placeAll(first, a, 3); err != nil {
		return stop(first, err)
	}
	a, err = g.ask(ctx, second, 1, 2)
	if err != nil {
		return stop(second, err)
	}
	stones, swap := parseSwap2(a.text)
	told := []string{g.names[g.index[first]] + " placed three stones"}
	switch {
	case swap:
		told = append(told, g.names[g.index[second]]+" took black")
		g.swapSeats()
	case len(stones) == 1:
		if err := g.placeAll(second, a, 1); err != nil {
			return stop(second, err)
		}
		told = append(told, g.names[g.index[second]]+" played on as white")
	default:
		if err := g.placeAll(second, a, 2); err != nil {
			return stop(second, err)
		}
		told = append(told, g.names[g.index[second]]+" placed two more")
		a, err = g.ask(ctx, first, 1)
		if err != nil {
			return stop(first, err)
		}
		if _, swap := parseSwap2(a.text); swap {
			told = append(told, g.names[g.index[first]]+" took black")
			break
		}
		if err := g.placeAll(first, a, 1); err != nil {
			return stop(first, err)
		}
		told = append(told, g.names[g.index[first]]+" played on as white")
		g.swapSeats()
	}
	g.record.Swap2 = strings.Join(told, "; ")
	return false, nil
}

// ask sends the stones on the board with SWAP2BOARD and waits for SWAP (unless
// the board is empty) or one of the allowed numbers of points.
func (g *match) ask(ctx context.Context, c board.Color, allowed ...int) (answer, error) {
	lines := []string{fmt.Sprintf("INFO time_left %d", g.clocks[c].left()), "SWAP2BOARD"}
	for _, p := range g.pos.Moves() {
		lines = append(lines, fmt.Sprintf("%d,%d", p.X(), p.Y()))
	}
	lines = append(lines, "DONE")
	a, err := g.engines[c].think(ctx, lines, g.limitOf(c), g.reasonOf(c), isSwap2)
	g.clocks[c].spend(a.elapsed)
	g.took = a.elapsed
	if err != nil {
		return a, err
	}
	stones, swap := parseSwap2(a.text)
	if swap && g.pos.Stones() > 0 {
		return a, nil
	}
	for _, n := range allowed {
		if len(stones) == n {
			return a, nil
		}
	}
	return a, faultf(BadOpening, "%q with %d stones on the board", a.text, g.pos.Stones())
}

// placeAll puts the stones of an answer on the board. The time goes to the last
// of them.
func (g *match) placeAll(c board.Color, a answer, n int) error {
	stones, _ := parseSwap2(a.text)
	for i, s := range stones[:n] {
		if f := g.check(s[0], s[1]); f != nil {
			return f
		}
		p := board.At(s[0], s[1])
		if !g.pos.Legal(p) {
			return faultf(Forbidden, "%s, %s", p, g.pos.ForbiddenReason(p))
		}
		m := Move{At: p.String(), By: g.names[g.index[c]]}
		if i == n-1 {
			m.Millis = millis(a.elapsed)
			readThinking(&m, a.said)
		}
		g.record.Moves = append(g.record.Moves, m)
		g.pos.Play(p)
	}
	return nil
}

// swapSeats gives each engine the other colour.
func (g *match) swapSeats() {
	g.engines[0], g.engines[1] = g.engines[1], g.engines[0]
	g.index[0], g.index[1] = g.index[1], g.index[0]
	g.clocks[0], g.clocks[1] = g.clocks[1], g.clocks[0]
}

func isSwap2(text string) bool {
	stones, swap := parseSwap2(text)
	return swap || len(stones) > 0
}

// parseSwap2 reads "SWAP" or points with blanks between. Anything else gives
// neither.
func parseSwap2(text string) (stones [][2]int, swap bool) {
	if strings.EqualFold(text, "SWAP") {
		return nil, true
	}
	for _, word := range strings.Fields(text) {
		x, y, ok := parsePoint(word)
		if !ok {
			return nil, false
		}
		stones = append(stones, [2]int{x, y})
	}
	return stones, false
}
