// Package tournaments plays engines against engines: it starts programs that
// speak the Gomocup protocol as child processes, referees their games with
// package board, keeps a record of every game and says who is stronger.
//
// How a run flows, and which file tells of it:
//
//	tournament file --> Tournament        settings.go, file.go
//	Tournament      --> []Entry           schedule.go, openings.go, symmetry.go
//	Entry           --> Game              referee.go (rules), swap2.go, adjudicate.go
//	                                      over Engine (engine.go: the protocol)
//	                                      over process (process.go: the operating system)
//	Game            --> record file       record.go; one collector writes, see run.go
//	[]Game          --> Standings         standings.go, elo.go, sprt.go, rating.go
//	[]Game          --> other formats     psq.go, sgf.go, pgn.go, postext.go
//
// A Game is the one truth: every number of a standing table can be computed
// again from the record file, and a run that was stopped at any moment goes on
// from it.
//
// The package never imports search or eval. What needs a search (balanced
// openings) takes it as a function from internal/cli.
package tournaments
