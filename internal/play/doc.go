// Package play is the table at which people play: against each other, against the engine, over a network.
//
// game.go is a game as a list of events, each checked when it is applied; whatever happens at a table (a move, a choice of
// the swap2 opening, a resignation) is one, and the other side of a network connection can do nothing else. session.go
// owns the game, the clocks and the engine and answers commands, one at a time. lines.go and screen.go show it: as lines
// of text, or on the whole terminal. wire.go, host.go and join.go carry events between two machines. files.go saves and
// loads games in the formats of package tournaments.
//
// Rules are known by board, moves are chosen by search; neither is repeated here.
package play
