package tournaments

import (
	"context"
	"fmt"
	"io"
	"strings"

	"tengen/board"
)

// Judge says how even a position is: the score for the side to move in the
// judge's own units, and whether one side has a proven win. It must give the
// same answer for the same position every time. The package has none: the
// command line hands in a search.
type Judge func(b *board.Board) (score int, decided bool)

// Playout plays a game from a position to its end and says who won. It must give
// the same answer for the same position every time. b may be changed.
type Playout func(b *board.Board) Result

// OpeningPlan says what a set of openings is to be like.
type OpeningPlan struct {
	Rule          board.Rule
	Width, Height int
	Count         int    // openings to make
	MinStones     int    // of an opening
	MaxStones     int    // of an opening; sizes between come in turn
	MaxScore      int    // how uneven an opening may be, in the judge's units
	Seed          uint64 // the same seed, judge and playout give the same set

	// Playout is nil, or plays from each opening that the judge finds near even,
	// and the set is made of openings that black and white win in turn or that
	// are drawn: a judge's small errors all lean to one side.
	Playout Playout
	// Steer plays more games, otherwise than Playout, from each opening that was
	// taken. Who has made less in these games so far is to win the next Playout.
	// They choose no opening, only of which kind the next is, so that other games
	// should be as balanced as they come out; several, since with one game from
	// each of a hundred openings chance alone is 5%. Where that is not enough
	// (renju: the judge sees too little of what forbidden points cost), the
	// scores that count as near even move towards who is behind.
	Steer []Playout
}

// Check refuses a plan that cannot be carried out.
func (p OpeningPlan) Check() error {
	switch {
	case p.Count < 1 || p.Count > 100_000:
		return fmt.Errorf("%d openings; allowed are 1 to 100000", p.Count)
	case p.MinStones < 1 || p.MaxStones < p.MinStones || p.MaxStones > 20:
		return fmt.Errorf("%d to %d stones; allowed are 1 to 20", p.MinStones, p.MaxStones)
	case p.MaxScore < 0:
		return fmt.Errorf("a largest score of %d; allowed are 0 and more", p.MaxScore)
	}
	_, err := board.New(p.Width, p.Height, p.Rule)
	return err
}

const (
	// openingReach is how far from an earlier stone the next one may lie, in
	// columns and rows: guessed after published Gomocup openings.
	openingReach = 3
	// openingMargin is how many columns or rows lie between the first stone and
	// the edge at least, on boards with room for it: games that begin in the very
	// corner leave one side no room. Guessed.
	openingMargin = 2
	// openingTries is how many positions are tried for one opening before its
	// plan is given up.
	openingTries = 20_000
)

// Make makes the openings: stones at random, each near an earlier one, the first
// nearly anywhere on the board so that edges come up as they do at Gomocup.
// Kept is what the judge finds near even. No two are the same under symmetry.
// Found is called after each opening, with how many positions were judged for
// it.
func (p OpeningPlan) Make(ctx context.Context, judge Judge, found func(n, judged int)) ([]Opening, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	seen := map[string]bool{}
	b, err := board.New(p.Width, p.Height, p.Rule)
	if err != nil {
		return nil, err
	}
	var openings []Opening
	lead := 0.0 // of black over white in Steer's games, wins
	for len(openings) < p.Count {
		n := p.MinStones + len(openings)%(p.MaxStones-p.MinStones+1)
		r := newRandom(p.Seed, 4, uint64(len(openings)))
		judged := 0
		winner := BlackWins
		if lead > 0 || lead == 0 && len(openings)%2 == 1 {
			winner = WhiteWins
		}
		stones, err := p.one(ctx, r, b, n, seen, judge, winner, p.even(lead), &judged)
		if err != nil {
			return openings, err
		}
		openings = append(openings, Opening{Stones: stones})
		for _, play := range p.Steer {
			b.Reset()
			for _, s := range stones {
				b.Play(s)
			}
			lead += 2*play(b).Score(board.Black) - 1
		}
		if found != nil {
			found(len(openings), judged)
		}
	}
	return openings, nil
}

const (
	// steerSlack is how many wins a side may lead by in Steer's games before the
	// scores that count as even move; guessed, about what chance does.
	steerSlack = 10
	// steerGain is by how many wins more they move by MaxScore, and steerLimit by
	// how many times MaxScore at most; guessed.
	steerGain, steerLimit = 10, 2
)

// even is the score, from black's side, that counts as even when black leads by
// so many wins in Steer's games.
func (p OpeningPlan) even(lead float64) int {
	over := max(0, lead-steerSlack) + min(0, lead+steerSlack)
	limit := float64(steerLimit * p.MaxScore)
	return -int(max(-limit, min(limit, over*float64(p.MaxScore)/steerGain)))
}

// one makes one opening of n stones that is not seen yet and that, played out,
// is won by the given side or drawn. The board is cleared for each try.
func (p OpeningPlan) one(ctx context.Context, r *random, b *board.Board, n int, seen map[string]bool, judge Judge, winner Result, even int, judged *int) ([]board.Point, error) {
	for range openingTries {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		b.Reset()
		stones, ok := p.scatter(r, b, n)
		if !ok {
			continue
		}
		key := canonical(stones, p.Width, p.Height)
		if seen[key] {
			continue
		}
		*judged++
		score, decided := judge(b)
		if b.SideToMove() == board.White {
			score = -score
		}
		if decided || score > even+p.MaxScore || score < even-p.MaxScore {
			continue
		}
		if p.Playout != nil {
			if r := p.Playout(b); r != Drawn && r != winner {
				continue
			}
		}
		seen[key] = true
		return stones, nil
	}
	return nil, fmt.Errorf("no opening of %d stones within %d of even in %d tries; allow a larger score or other numbers of stones", n, p.MaxScore, openingTries)
}

// scatter puts n stones on the board; ok is false when it got stuck or one of
// them wins.
func (p OpeningPlan) scatter(r *random, b *board.Board, n int) (stones []board.Point, ok bool) {
	for len(stones) < n {
		x, y := inside(r, p.Width), inside(r, p.Height)
		if len(stones) > 0 {
			near := stones[r.below(len(stones))]
			x = near.X() + r.below(2*openingReach+1) - openingReach
			y = near.Y() + r.below(2*openingReach+1) - openingReach
		}
		if x < 0 || y < 0 || x >= p.Width || y >= p.Height {
			continue
		}
		at := board.At(x, y)
		if b.At(at) != board.Empty {
			if b.Stones() >= p.Width*p.Height/2 {
				return nil, false
			}
			continue
		}
		if !b.Legal(at) {
			return nil, false
		}
		b.Play(at)
		if b.LastWins() {
			return nil, false
		}
		stones = append(stones, at)
	}
	return stones, true
}

// inside gives a column or row for a first stone.
func inside(r *random, size int) int {
	margin := min(openingMargin, (size-1)/2)
	return margin + r.below(size-2*margin)
}

// WriteOpenings writes openings in position notation, after a comment of any
// number of lines.
func WriteOpenings(w io.Writer, comment string, openings []Opening) error {
	var b strings.Builder
	for _, l := range strings.Split(strings.TrimRight(comment, "\n"), "\n") {
		fmt.Fprintf(&b, "# %s\n", l)
	}
	for _, o := range openings {
		b.WriteString(FormatStones(o.Stones))
		b.WriteByte('\n')
	}
	_, err := io.WriteString(w, b.String())
	return err
}
