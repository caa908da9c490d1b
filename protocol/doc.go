// Package protocol speaks the Gomocup (Piskvork) protocol: lines in, lines out.
//
// One goroutine reads lines, one goroutine (the session) owns the game and decides, one goroutine writes.
// The session never waits for a search: it listens to commands, to the result and to the turn's deadline at
// once, and at the deadline it answers with the best move known, whatever the searching goroutine does.
//
// The way of a line: lineReader -> assembler (joins the lines of a block) -> Command -> session -> writer.
// Parse, the settings of INFO and the arithmetic of time are pure; what a command needs and what it does while
// a search runs stands in one table (commands.go).
//
// What may not enter: rules of the game (they are board's), numbers (eval's), choosing a move (search's),
// reading config.toml (internal/config), and changes to the process as a whole such as its memory limit, which
// come in as functions in Options so that several sessions can live in one process.
package protocol
