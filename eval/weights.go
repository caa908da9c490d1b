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
	// Tempo is what the right to move is worth in the static score.
	Tempo int `toml:"tempo"`
}

// DefaultWeights are those of config.toml. All are guesses from the meaning of
// the shapes; none was tuned.
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
		Tempo: 180,
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
	if err := w.Point.validate("point", maxWeight); err != nil {
		return err
	}
	return w.Position.validate("position", maxPosition)
}

// maxPosition keeps the value of a point within the board's 16 bits.
const maxPosition = 2000

func (s *ShapeWeights) validate(group string, limit int) error {
	for _, f := range s.named() {
		if f.value < 0 || f.value > limit {
			return fmt.Errorf("weights.%s.%s = %d: allowed are 0 to %d", group, f.name, f.value, limit)
		}
	}
	return nil
}

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
