// Package board knows what a position is and every fact about lines of five on
// it: who stands where, what a stone on an empty point would make in each of the
// four directions, how many points of each threat class either side has, and
// which points renju forbids to Black.
//
// All of it is kept up to date by Play and restored by Undo; neither allocates.
// What a fact is worth is not known here: a table of values by pattern code is
// handed in (SetValues) and only its running sum is kept. The package imports
// the standard library alone, prints nothing, reads no clock and has no mutable
// package state; a Board is not safe for concurrent use, so each goroutine works
// on a Clone.
//
// The file names say where a fact lives: rule.go (what wins), shape.go (what a
// line becomes, by definition), table.go (the same, looked up), pattern.go (four
// shapes combined), board.go (the running state), renju.go (forbidden points),
// defence.go (what stops a threat), five.go (finished lines).
package board
