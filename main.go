// Tengen is a gomoku and renju engine that speaks the Gomocup protocol. Without arguments it waits for a manager's
// commands on standard input; tengen help lists what else it can do.
package main

import (
	_ "embed"
	"os"

	"tengen/internal/cli"
)

//go:embed config.toml
var builtinConfig []byte

func main() {
	os.Exit(cli.Main(builtinConfig, os.Args[1:], os.Stdout, os.Stderr))
}
