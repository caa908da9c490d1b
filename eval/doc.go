// Package eval turns the facts of package board into numbers: what a move is
// worth (PointScore), what a position is worth (Static), and how won and lost
// positions are counted (Score). All of it is integer, so that the same position
// has the same score on every machine. It chooses no moves and reads no files;
// the weights come in as a value.
package eval
