// Package slowref is the slow, obvious referee of the five rule sets: who has
// won, what is forbidden, what a stone makes on a line, and who wins a tiny
// position with best play. Tests of the fast rooms (board, search, protocol,
// tournaments) compare themselves with it; nothing that plays imports it.
//
// It is worth something only while it stays independent. It imports the
// standard library and nothing of Tengen, shares neither code nor tables with
// package board, and is written from the text of the rules: a grid of cells, a
// walk cell by cell, no precomputed patterns, nothing kept between calls.
// Where speed and plainness differ, plainness wins.
//
// # Coordinates
//
// A point is (x, y), both from 0, x to the right and y downwards. In text a
// column letter comes first: "h8" is x 7, y 7. Everything outside the board
// reads as Blocked, and a stone of nobody inside it is Blocked too: neither is
// a stone of a player, so neither completes a five nor holds the end of one.
//
// # What wins
//
// The run of a stone in a direction is the longest unbroken row of stones of
// its colour through it.
//
//	Freestyle  a run of five or more.
//	Standard   a run of exactly five.
//	Renju      black: exactly five; white: five or more.
//	Caro       a run of six or more, or of exactly five unless both its ends
//	           are held by stones of the opponent.
//	CaroExact  a run of exactly five, unless both its ends are held by stones
//	           of the opponent.
//
// One winning direction is enough, whatever the other three hold.
//
// # What is forbidden
//
// In renju a black stone that makes a five is always legal. Otherwise it is
// forbidden when it makes an overline (six or more), two fours or two threes,
// as chapter 9 of the rules of the Renju International Federation says; see
// Position.Forbidden for the words used here.
//
// # Shapes
//
// A shape is what a colour would have on one line if it played a given empty
// cell. It is defined by what one more stone makes of it, always counting only
// runs that hold the placed stone:
//
//	Five        the run wins by the rule.
//	Overline    the run has six stones or more and does not win.
//	DoubleFour  like OpenFour, but the line holds two different fours.
//	OpenFour    a completing cell is left after whatever single reply of the
//	            opponent on the line.
//	Four        there is a completing cell, but some reply leaves none.
//	OpenThree   one more stone makes an OpenFour (or a DoubleFour, which
//	            is of no use to black in renju, because it is forbidden).
//	ClosedThree one more stone makes a Four.
//	OpenTwo     one more stone makes an OpenThree; ClosedTwo: a ClosedThree.
//	OpenOne     one more stone makes an OpenTwo; ClosedOne: a ClosedTwo.
//	Dead        none of these.
//
// The first that fits is the shape. A completing cell is an empty cell that
// would win in a run that also holds the placed stone. A four is a set of four
// stones, the placed one among them, that lacks one cell of five in a row,
// that cell being a completing cell. In `.oooo.` both completing cells complete
// the same four stones: one four, an OpenFour. In `ooo.o.ooo` there are two.
//
// Shapes look at one line only: whether a cell on it is forbidden to black for
// the sake of another line is no part of them.
package slowref
