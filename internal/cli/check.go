//go:build !gomocup

package cli

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"regexp"
	"strings"
	"syscall"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/spf13/cobra"

	"tengen/board"
	"tengen/internal/check"
	"tengen/tournaments"
)

// newCheckCmd makes the command "check".
func newCheckCmd() *cobra.Command {
	s := check.Default()
	var rules []string
	var only string
	var asJSON, quick bool
	tolerance, start, end, patience := tournaments.Span(s.Tolerance), tournaments.Span(s.Start), tournaments.Span(s.End), tournaments.Span(s.Patience)
	memory, system := tournaments.Bytes(s.Memory), tournaments.Bytes(s.MemoryTolerance)
	cmd := &cobra.Command{
		Use:   "check COMMAND [ARGUMENT...]",
		Short: "Check whether an engine does what managers and tournaments expect",
		Long: `Check runs an engine, any program that speaks the Gomocup protocol, through what
managers and Gomocup's organisers expect of one: handshake, every command, line
endings, bad input, positions that show whether it knows the rules, limits of time,
suspension, a game under each league's conditions with the times divided by --speed,
memory, files, and how it leaves.

It prints a line for each check. "not supported" is what an engine may leave out.
What fails is followed by the last lines of the talk: > to the engine, < from it,
with the seconds since it was started. The limits of time mean a machine that has
nothing else to do; what fails while timers are late is tried three times.

Flags come before COMMAND; what follows it belongs to the engine. {tengen} stands
for this program.

Exit status: 0 nothing failed; 1 bad usage; 2 the engine did not start; 3 something
failed; 130 interrupted.`,
		Example: `  tengen check {tengen}
  tengen check --rules freestyle,standard --quick ./pbrain-mine
  tengen check --only 'bad input' --json ./pbrain-mine`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			for _, name := range rules {
				rule, err := board.ParseRule(name)
				if err != nil {
					return fmt.Errorf("--rules: %w", err)
				}
				s.Rules = append(s.Rules, rule)
			}
			if only != "" {
				pattern, err := regexp.Compile("(?i)" + only)
				if err != nil {
					return fmt.Errorf("--only: %w", err)
				}
				s.Only = pattern
			}
			if quick {
				s.Finals, s.Speed = false, 4*s.Speed
			}
			s.Tolerance, s.Start, s.End, s.Patience = duration(tolerance), duration(start), duration(end), duration(patience)
			s.Memory, s.MemoryTolerance = int64(memory), int64(system)
			s.Engine.Command, s.Engine.Args = quoteCommand(args[0]), args[1:]
			dir, err := os.Getwd()
			if err != nil {
				return err
			}
			ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
			defer stop()
			out := cmd.OutOrStdout()
			watch := func(r check.Result) { printResult(out, r) }
			if asJSON {
				watch = nil
			}
			report, err := check.Run(ctx, s, dir, watch)
			var notStarted *check.StartError
			switch {
			case errors.As(err, &notStarted):
				return &exitError{exitNoStart, err}
			case errors.Is(err, context.Canceled):
				return &exitError{exitInterrupted, errors.New("interrupted")}
			case err != nil:
				return err
			}
			if asJSON {
				e := json.NewEncoder(out)
				e.SetIndent("", "  ")
				if err := e.Encode(report); err != nil {
					return err
				}
			} else {
				printCheckEnd(out, report)
			}
			if report.Failed > 0 {
				return &exitError{exitFault, fmt.Errorf("%d of %d checks failed", report.Failed, len(report.Results))}
			}
			return nil
		},
	}
	f := cmd.Flags()
	f.SetInterspersed(false)
	f.StringSliceVar(&rules, "rules", nil, "rules the engine claims to play: freestyle, standard, renju, caro, caro-exact (default: all)")
	f.StringVar(&only, "only", "", "make only checks whose \"group: name\" this regular expression matches")
	f.BoolVar(&asJSON, "json", false, "print the report as JSON, at the end")
	f.BoolVar(&quick, "quick", false, "leave out the leagues' finals and divide the times by four times as much")
	f.IntVar(&s.Speed, "speed", s.Speed, "divide the leagues' times by this")
	f.Var(spanFlag(&tolerance), "tolerance", "how late an answer may be")
	f.Var(spanFlag(&start), "start-limit", "time from the start of the process to its first move")
	f.Var(spanFlag(&end), "end-limit", "time to leave after END")
	f.Var(spanFlag(&patience), "patience", "time for answers that no limit governs")
	f.Var(bytesFlag(&memory), "memory", "memory that the engine is allowed")
	f.Var(bytesFlag(&system), "memory-tolerance", "memory beyond that which is the system's, such as Windows' libraries or Wine's")
	f.StringVar(&s.Engine.Dir, "dir", "", "working directory of the engine (default: where the program lies)")
	return cmd
}

// quoteCommand writes a path so that it is read as one word.
func quoteCommand(path string) string {
	if strings.Contains(path, `"`) {
		return "'" + path + "'"
	}
	return `"` + path + `"`
}

// printResult prints the line of a check and, if it failed, the end of the talk.
func printResult(w io.Writer, r check.Result) {
	line := fmt.Sprintf("%-13s %-11s %s", r.Verdict, r.Group, r.Name)
	if r.Detail != "" {
		line += ": " + r.Detail
	}
	fmt.Fprintln(w, line)
	if r.Verdict == check.Fail {
		fmt.Fprintf(w, "%25s   needed by: %s\n", "", r.For)
		for _, l := range r.Lines {
			fmt.Fprintf(w, "%25s   %s\n", "", l)
		}
	}
}

// printCheckEnd prints the table of groups.
func printCheckEnd(w io.Writer, r *check.Report) {
	t := table.NewWriter()
	t.SetOutputMirror(w)
	t.SetStyle(table.StyleLight)
	t.AppendHeader(table.Row{"checks", check.Pass, check.Fail, check.Unsupported, check.Skipped})
	type row struct {
		name string
		n    map[check.Verdict]int
	}
	var rows []row
	for _, result := range r.Results {
		if len(rows) == 0 || rows[len(rows)-1].name != result.Group {
			rows = append(rows, row{result.Group, map[check.Verdict]int{}})
		}
		rows[len(rows)-1].n[result.Verdict]++
	}
	for _, g := range rows {
		t.AppendRow(table.Row{g.name, g.n[check.Pass], g.n[check.Fail], g.n[check.Unsupported], g.n[check.Skipped]})
	}
	t.AppendFooter(table.Row{"all", r.Passed, r.Failed, r.Unsupported, r.Skipped})
	t.Render()
	fmt.Fprintf(w, "%s: %s, in %.0f s\n", r.Command, r.About, r.Seconds)
}
