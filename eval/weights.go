package eval

import (
	"fmt"

	"tengen/board"
)

// ShapeWeights says what a shape in one direction is worth, and what a point is
// worth on top of its four directions when they combine. The unit is free: only
// the proportions count.
type ShapeWeights struct {
	Five        int `toml:"five"`
	OpenFour    int `toml:"open_four"`
	DoubleFour  int `toml:"double_four"` // two fours, in one line or crossing
	Four        int `toml:"four"`
	OpenThree   int `toml:"open_three"`
	ClosedThree int `toml:"closed_three"`
	OpenTwo     int `toml:"open_two"`
	ClosedTwo   int `toml:"closed_two"`
	OpenOne     int `toml:"open_one"`
	ClosedOne   int `toml:"closed_one"`
	FourThree   int `toml:"four_three"`
	DoubleThree int `toml:"double_three"`
}

// ThreatWeights say what it is worth to a side to be able to make a threat at some
// point at least, by the class of the strongest such points (one weight for each
// class that occurs).
type ThreatWeights struct {
	ThreePlus   int `toml:"three_plus"`   // an open three, and a closed three or an open two
	DoubleThree int `toml:"double_three"` // two open threes
	Four        int `toml:"four"`         // a four alone
	FourPlus    int `toml:"four_plus"`    // a four, and a closed three or an open two
	FourThree   int `toml:"four_three"`   // a four and an open three
}

// Weights are the numbers of the evaluation.
type Weights struct {
	// Attack and Defence weigh what a move makes and what it denies the opponent,
	// in hundredths.
	Attack  int `toml:"attack"`
	Defence int `toml:"defence"`
	// Point weighs a move by what it makes: the greedy player's whole judgement,
	// and the order in which the search tries moves.
	Point ShapeWeights `toml:"point"`
	// Position weighs each empty point by what a stone there would make; the sum
	// over the board, own less the opponent's, is the static score.
	Position ShapeWeights `toml:"position"`
	// Initiative is by how many hundredths the shapes of the side to move count for
	// more than Position says, and those of the other side for less: it is the first
	// to use them.
	Initiative int `toml:"initiative"`
	// Tempo is what the right to move is worth in the static score.
	Tempo int `toml:"tempo"`
	// OwnThreats and OtherThreats weigh the threats that the side to move, and the
	// other side, could make next.
	OwnThreats   ThreatWeights `toml:"own_threats"`
	OtherThreats ThreatWeights `toml:"other_threats"`
}

// DefaultWeights are those of config.toml. Those of moves are guesses from the
// meaning of the shapes; those of positions and threats were set by hand with
// regressions as a guide (docs/strength.md).
func DefaultWeights() Weights {
	return Weights{
		Attack: 100, Defence: 80,
		Point: ShapeWeights{
			Five: 100000, OpenFour: 12000, DoubleFour: 12000, Four: 500,
			OpenThree: 600, ClosedThree: 110, OpenTwo: 120, ClosedTwo: 28, OpenOne: 20, ClosedOne: 6,
			FourThree: 6000, DoubleThree: 2400,
		},
		Position: ShapeWeights{
			Five: 0, OpenFour: 120, DoubleFour: 120, Four: 50,
			OpenThree: 40, ClosedThree: 15, OpenTwo: 9, ClosedTwo: 1, OpenOne: 0, ClosedOne: 0,
			FourThree: 40, DoubleThree: 8,
		},
		Initiative: 11, Tempo: 74,
		OwnThreats:   ThreatWeights{ThreePlus: 85, DoubleThree: 178, Four: 11, FourPlus: 77, FourThree: 170},
		OtherThreats: ThreatWeights{ThreePlus: 29, DoubleThree: 17, Four: 33, FourPlus: 58, FourThree: 130},
	}
}

// maxWeight keeps sums over four directions and factors within an int32.
const maxWeight = 1_000_000

// Validate says which weight is out of its bounds, if one is.
func (w *Weights) Validate() error {
	for _, f := range []struct {
		name  string
		value int
	}{{"attack", w.Attack}, {"defence", w.Defence}} {
		if f.value < 0 || f.value > 1000 {
			return fmt.Errorf("weights.%s = %d: allowed are 0 to 1000 (hundredths)", f.name, f.value)
		}
	}
	if w.Tempo < 0 || w.Tempo > maxPosition {
		return fmt.Errorf("weights.tempo = %d: allowed are 0 to %d", w.Tempo, maxPosition)
	}
	if w.Initiative < 0 || w.Initiative > 100 {
		return fmt.Errorf("weights.initiative = %d: allowed are 0 to 100 (hundredths)", w.Initiative)
	}
	for _, g := range []struct {
		name    string
		limit   int
		members []namedWeight
	}{
		{"point", maxWeight, w.Point.named()}, {"position", maxPosition, w.Position.named()},
		{"own_threats", maxPosition, w.OwnThreats.named()}, {"other_threats", maxPosition, w.OtherThreats.named()},
	} {
		for _, f := range g.members {
			if f.value < 0 || f.value > g.limit {
				return fmt.Errorf("weights.%s.%s = %d: allowed are 0 to %d", g.name, f.name, f.value, g.limit)
			}
		}
	}
	return nil
}

// maxPosition keeps the value of a point within the board's 16 bits.
const maxPosition = 2000

type namedWeight struct {
	name  string
	value int
}

func (s *ShapeWeights) named() []namedWeight {
	return []namedWeight{
		{"five", s.Five}, {"open_four", s.OpenFour}, {"double_four", s.DoubleFour}, {"four", s.Four},
		{"open_three", s.OpenThree}, {"closed_three", s.ClosedThree}, {"open_two", s.OpenTwo}, {"closed_two", s.ClosedTwo},
		{"open_one", s.OpenOne}, {"closed_one", s.ClosedOne}, {"four_three", s.FourThree}, {"double_three", s.DoubleThree},
	}
}

func (t *ThreatWeights) named() []namedWeight {
	return []namedWeight{
		{"three_plus", t.ThreePlus}, {"double_three", t.DoubleThree},
		{"four", t.Four}, {"four_plus", t.FourPlus}, {"four_three", t.FourThree},
	}
}

// byClass lists the weights in the order of the classes from firstThreat.
func (t *ThreatWeights) byClass() [threatClasses]Score {
	return [threatClasses]Score{Score(t.ThreePlus), Score(t.DoubleThree), Score(t.Four), Score(t.FourPlus), Score(t.FourThree)}
}

// The classes that ThreatWeights speak of.
const (
	firstThreat   = board.ClassThreePlus
	threatClasses = int(board.ClassFourThree-firstThreat) + 1
)

// of is the weight of one shape. Open shapes that can grow at fewer points are
// worth less (the shares are guesses).
func (s *ShapeWeights) of(shape board.Shape) int {
	switch shape {
	case board.Five:
		return s.Five
	case board.OpenFour:
		return s.OpenFour
	case board.DoubleFour:
		return s.DoubleFour
	case board.Four:
		return s.Four
	case board.OpenThree2:
		return s.OpenThree
	case board.OpenThree:
		return s.OpenThree * 80 / 100
	case board.ClosedThree:
		return s.ClosedThree
	case board.OpenTwo3:
		return s.OpenTwo
	case board.OpenTwo2:
		return s.OpenTwo * 85 / 100
	case board.OpenTwo:
		return s.OpenTwo * 70 / 100
	case board.ClosedTwo:
		return s.ClosedTwo
	case board.OpenOne:
		return s.OpenOne
	case board.ClosedOne:
		return s.ClosedOne
	}
	return 0
}

// combined is the weight of four shapes together.
func (s *ShapeWeights) combined(shapes [board.Directions]board.Shape) int {
	sum, fours, lines, threes := 0, 0, 0, 0
	for _, shape := range shapes {
		sum += s.of(shape)
		switch {
		case shape.IsFour():
			fours++
			if shape == board.Four {
				lines++
			}
		case shape.IsOpenThree():
			threes++
		}
	}
	switch {
	case fours > 1 && lines == fours:
		sum += s.DoubleFour
	case fours == 1 && threes > 0:
		sum += s.FourThree
	case threes > 1:
		sum += s.DoubleThree
	}
	return sum
}
