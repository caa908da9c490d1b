// Package cli is the command line: one file a subcommand, and the only place that knows all other packages. What a
// subcommand does for itself is reading its flags and printing; the work is done where it belongs.
package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"tengen/eval"
	"tengen/internal/config"
)

// subcommands is everything beside playing through the protocol.
func subcommands() []*cobra.Command {
	return append([]*cobra.Command{
		newProtocolCmd(),
		newBenchCmd(),
		newConfigCmd(),
		newVersionCmd(),
	}, peopleCommands()...)
}

// Main runs the program with its arguments and returns its exit status. builtin is the text of config.toml. An error may
// choose its status with a method ExitCode; otherwise it is 1.
func Main(builtin []byte, args []string, out, errs io.Writer) int {
	root := newRootCmd()
	root.SetArgs(args)
	root.SetOut(out)
	root.SetErr(errs)
	err := root.ExecuteContext(context.WithValue(context.Background(), builtinKey{}, builtin))
	if err == nil {
		return 0
	}
	if err.Error() != "" { // an error without a text is a status alone
		fmt.Fprintln(errs, "tengen:", err)
	}
	var status interface{ ExitCode() int }
	if errors.As(err, &status) {
		return status.ExitCode()
	}
	return 1
}

func newRootCmd() *cobra.Command {
	cobra.MousetrapHelpText = "" // a manager may start us from Windows' Explorer
	root := &cobra.Command{
		Use:   "tengen",
		Short: "Tengen plays gomoku and renju",
		Long: `Tengen plays gomoku and renju. Without a command it speaks the Gomocup (Piskvork) protocol:
commands on standard input, answers on standard output.`,
		Args:          cobra.NoArgs,
		SilenceUsage:  true,
		SilenceErrors: true,
		RunE:          runProtocol,
	}
	root.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return flagError(err) })
	root.CompletionOptions.HiddenDefaultCmd = true
	root.PersistentFlags().String("config", "", "read settings from this `file` instead of the config.toml beside the program")
	root.AddCommand(subcommands()...)
	return root
}

// flagError says in words what a value must be where a flag is no number.
func flagError(err error) error {
	var invalid *pflag.InvalidValueError
	var number *strconv.NumError
	if !errors.As(err, &invalid) {
		return err
	}
	want := map[string]string{
		"int": "a whole number", "int64": "a whole number", "uint64": "a whole number of 0 or more", "uint": "a whole number of 0 or more",
		"float64": "a number", "bool": "true or false", "duration": "a time such as 500ms, 10s or 2m",
	}[invalid.GetFlag().Value.Type()]
	switch {
	case want == "":
		return err
	case errors.As(err, &number) && errors.Is(number.Err, strconv.ErrRange):
		want += ", and not so large a one,"
	}
	return fmt.Errorf("--%s %q: %s is wanted", invalid.GetFlag().Name, invalid.GetValue(), want)
}

// builtinKey finds the text of the built-in config.toml in a command's context.
type builtinKey struct{}

// loadSettings gives the settings that hold for a command.
func loadSettings(cmd *cobra.Command) (config.Loaded, error) {
	builtin, _ := cmd.Context().Value(builtinKey{}).([]byte)
	file, err := cmd.Flags().GetString("config")
	if err != nil {
		return config.Loaded{}, err
	}
	folder := ""
	if exe, err := os.Executable(); err == nil {
		folder = filepath.Dir(exe)
	}
	return config.Load(builtin, file, folder)
}

// configuredWeights are the weights of the settings that hold.
func configuredWeights(cmd *cobra.Command) (eval.Weights, error) {
	l, err := loadSettings(cmd)
	return l.Weights, err
}
