//go:build gomocup

package cli

import "github.com/spf13/cobra"

func runnerCommands() []*cobra.Command { return nil }
