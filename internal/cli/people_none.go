//go:build gomocup

package cli

import "github.com/spf13/cobra"

func peopleCommands() []*cobra.Command { return nil }
