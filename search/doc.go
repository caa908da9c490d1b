// Package search chooses a move. It works on its own copies of a position, keeps
// all its state in an Engine and preallocated workers, prints nothing and reads
// the clock only through the Control handed in.
//
// engine.go is the front: options, limits, the root and iterative deepening;
// node.go is one node of the principal variation search; threats.go says what
// fives and open fours on the board decide before any search; fours.go looks for
// wins by continuous fours, vct.go for wins by threes and fours, and proof.go makes
// their proof trees; moves.go collects and orders moves; table.go is the
// transposition table; greedy.go is the player without search, and its explanation;
// bench.go the fixed work that gives the signature.
package search
