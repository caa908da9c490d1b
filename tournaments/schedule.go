package tournaments

import (
	"fmt"
	"strconv"
	"strings"

	"tengen/board"
)

// Entry is one game to be played. Everything in it follows from the tournament
// file alone, so that two machines, or two runs, agree on what game 17 is.
//
// A round is one meeting of every pair of engines, a meeting is two games with
// the same opening and colours swapped. More rounds add entries at the end and
// change none.
type Entry struct {
	Number  int // place in the schedule, from 0
	Round   int // from 0
	Meeting int // within the round, from 0
	Pair    int // Number / 2: the two games of a meeting share it
	First   int // index of the engine that plays black, or under swap2 makes the opening
	Second  int // index of the other one

	Opening []board.Point // stones on the board when the game begins
	Swap2   bool          // the engines make the opening
}

// ID names the game within its tournament: round, meeting and game, all from 1.
func (e Entry) ID() string {
	return fmt.Sprintf("%d.%d.%d", e.Round+1, e.Meeting+1, e.Number%2+1)
}

// Games is the number of games of the whole tournament.
func (t *Tournament) Games() int { return t.Rounds * len(t.meetings()) * 2 }

// Entry gives the game with this number, from 0. The schedule is never held in
// memory as a whole: a test with early stop may allow for millions of games.
func (t *Tournament) Entry(number int) Entry {
	meetings := t.meetings()
	pair := number / 2
	round, meeting := pair/len(meetings), pair%len(meetings)
	index, symmetry := t.openingOf(round)
	var stones []board.Point
	if index >= 0 {
		stones = symmetry.Points(t.Openings.openings[index].Stones, t.Board.Width, t.Board.Height)
	}
	game := number % 2
	return Entry{
		Number: number, Round: round, Meeting: meeting, Pair: pair,
		First: meetings[meeting][game], Second: meetings[meeting][1-game],
		Opening: stones, Swap2: t.Openings.Swap2,
	}
}

// meetings lists the pairs of engines that meet in a round.
func (t *Tournament) meetings() [][2]int {
	var pairs [][2]int
	for i := range t.Engines {
		for j := i + 1; j < len(t.Engines); j++ {
			if i == 0 || t.Pairing == RoundRobin {
				pairs = append(pairs, [2]int{i, j})
			}
		}
	}
	return pairs
}

// openingOf chooses the opening of a round, the same for all meetings of the
// round: all openings in their order, then all again in another symmetry, and
// so on. Each opening goes through its symmetries in an order of its own.
func (t *Tournament) openingOf(round int) (index int, symmetry Symmetry) {
	n := len(t.Openings.openings)
	if n == 0 {
		return -1, Identity
	}
	pass, place := round/n, round%n
	index = place
	if t.Openings.Order == Shuffled {
		index = newRandom(t.Seed, 1, uint64(pass)).order(n)[place]
	}
	if t.Openings.Symmetries {
		k := Symmetries(t.Board.Width, t.Board.Height)
		order := newRandom(t.Seed, 2, uint64(index)).order(k)
		symmetry = Symmetry(order[pass%k])
	}
	return index, symmetry
}

// RoundsWithoutRepeat is how many rounds the openings last before one comes a
// second time: engines that always play the same repeat their games then.
func (t *Tournament) RoundsWithoutRepeat() int {
	n := max(1, len(t.Openings.openings))
	if t.Openings.Symmetries && len(t.Openings.openings) > 0 {
		n *= Symmetries(t.Board.Width, t.Board.Height)
	}
	return n
}

// Shard is one part of a schedule for one of several machines: the Index-th of
// Count, from 1. The zero Shard is the whole.
type Shard struct {
	Index, Count int
}

// ParseShard reads "2/5", the second of five parts.
func ParseShard(s string) (Shard, error) {
	if s == "" {
		return Shard{}, nil
	}
	a, b, _ := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if err1 != nil || err2 != nil || n < 1 || i < 1 || i > n {
		return Shard{}, fmt.Errorf("shard %q; allowed is i/n with i from 1 to n, such as 2/5", s)
	}
	return Shard{i, n}, nil
}

// Whole tells whether the shard is the whole schedule.
func (s Shard) Whole() bool { return s.Count <= 1 }

func (s Shard) String() string { return fmt.Sprintf("%d/%d", s.Index, s.Count) }

// Has tells whether the shard plays an entry. The two games of a meeting are
// always in one shard.
func (s Shard) Has(e Entry) bool {
	return s.Whole() || e.Pair%s.Count == s.Index-1
}

// random is the splitmix64 generator: its numbers depend on the seed alone and
// never on a version of Go, since schedules of several machines must agree.
// Source: Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
// 2014.
type random struct{ state uint64 }

// newRandom makes a generator for one purpose out of a seed.
func newRandom(seed uint64, purpose, index uint64) *random {
	r := &random{seed}
	r.state = r.next() ^ purpose
	r.state = r.next() ^ index
	r.next()
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below gives a number from 0 to n-1; for the small n here the modulo's bias
// does not matter.
func (r *random) below(n int) int { return int(r.next() % uint64(n)) }

// order gives the numbers 0 to n-1 in random order.
func (r *random) order(n int) []int {
	p := make([]int, n)
	for i := range p {
		j := r.below(i + 1)
		p[i] = p[j]
		p[j] = i
	}
	return p
}
