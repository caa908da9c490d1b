//go:build !gomocup

package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/sirupsen/logrus"
	"github.com/spf13/cobra"

	"tengen/tournaments"
	"tengen/tournaments/report"
)

// Exit statuses of tournament and match, beside 0 and 1 (bad input, or a file
// that could not be written).
const (
	exitNoStart     = 2   // an engine did not start
	exitFault       = 3   // --fail-on-error and an engine lost by a fault
	exitInterrupted = 130 // Ctrl-C, as shells have it
)

// exitError is an error with the exit status the program is to end with.
type exitError struct {
	status int
	err    error
}

func (e *exitError) Error() string { return e.err.Error() }
func (e *exitError) Unwrap() error { return e.err }

// ExitCode is the exit status.
func (e *exitError) ExitCode() int { return e.status }

// runFlags are the flags that tournament and match share: how to run, not what
// to play.
type runFlags struct {
	record      string
	stderr      string
	logFile     string
	verbose     bool
	quiet       bool
	failOnError bool
	report      string
	serve       string
}

func (f *runFlags) add(cmd *cobra.Command, recordUsage string) {
	flags := cmd.Flags()
	flags.StringVar(&f.record, "record", "", recordUsage)
	flags.StringVar(&f.stderr, "stderr", "", "directory for the engines' standard error (default: the record's name with -stderr)")
	flags.StringVar(&f.logFile, "log", "", "file for the runner's log (appended to)")
	flags.BoolVar(&f.verbose, "log-lines", false, "log every line to and from engines")
	flags.StringVar(&f.report, "report", "", `file for the report, an HTML page, at the end of the run; "none" for none (default: the record's name with .html; of a shard none)`)
	flags.StringVar(&f.serve, "serve", "", "show the tournament in a browser while it runs, at this `address`: a port for this machine only, or host:port")
	flags.BoolVarP(&f.quiet, "quiet", "q", false, "only the table at the end")
	flags.BoolVar(&f.failOnError, "fail-on-error", false, "exit with status 3 when an engine lost by a fault (crash, silence, time, memory, illegal move)")
}

// play runs a checked tournament, of a file or of none (""), and maps what
// happened to an exit status.
func (f *runFlags) play(cmd *cobra.Command, t *tournaments.Tournament, file, record string, shard tournaments.Shard) error {
	inputs := []namedFile{{"the tournament file", file}, {"the openings", t.OpeningsFile()}}
	for _, p := range t.Programs() {
		inputs = append(inputs, namedFile{"an engine", p})
	}
	page := namedFile{"the report", f.reportFile(record, shard)}
	if err := checkApart([]namedFile{{"the record", record}, {"the log", f.logFile}, page}, inputs); err != nil {
		return err
	}
	// Record and log are opened before the first game, the page after the last.
	if err := checkOutputs([]namedFile{page}, nil); err != nil {
		return err
	}
	log, closeLog, err := f.openLog()
	if err != nil {
		return err
	}
	defer closeLog()
	stderr := f.stderr
	if stderr == "" && record != "" {
		stderr = strings.TrimSuffix(record, filepath.Ext(record)) + "-stderr"
	}
	ctx, stop := signal.NotifyContext(cmd.Context(), os.Interrupt, syscall.SIGTERM)
	defer stop()

	out := cmd.OutOrStdout()
	console := newTournamentConsole(out, f.quiet)
	if n := t.RoundsWithoutRepeat(); t.Rounds > n && t.SPRT == nil && !t.Openings.Swap2 {
		console.note = fmt.Sprintf("note: the openings last for %d of %d rounds; engines that always play the same will repeat games", n, t.Rounds)
	}
	o := tournaments.RunOptions{Record: record, Shard: shard, Stderr: stderr, Log: log, Watch: console.watch}
	if cmd.Flags().Changed("serve") {
		view, err := newLiveView(f.serve, record, log)
		if err != nil {
			return err
		}
		defer view.close()
		fmt.Fprintf(out, "live: %s\n", view.server.URL)
		o.Playing = view.live.Playing
		o.Watch = func(e tournaments.Event) {
			console.watch(e)
			view.watch(e)
		}
	}
	outcome, err := t.Run(ctx, o)
	console.end(outcome)
	unwritten := f.writeReport(record, shard, outcome, out, log)
	if stderr != "" {
		os.Remove(stderr) // only goes when it is empty
	}
	if outcome != nil && record != "" && !f.quiet {
		fmt.Fprintf(out, "record: %s\n", record)
	}
	var notStarted *tournaments.StartError
	switch {
	case errors.As(err, &notStarted):
		return &exitError{exitNoStart, fmt.Errorf("nothing was played: %w", err)}
	case errors.Is(err, context.Canceled) && ctx.Err() != nil:
		if record == "" {
			return &exitError{exitInterrupted, errors.New("interrupted")}
		}
		if f.record == "" && file != "" {
			return &exitError{exitInterrupted, errors.New("interrupted; the same command goes on where this run ended")}
		}
		return &exitError{exitInterrupted, fmt.Errorf("interrupted; the same command with --record %s goes on where this run ended", record)}
	case err != nil:
		return err
	case outcome.NoStarts > 0:
		return &exitError{exitNoStart, fmt.Errorf("%d games were lost because an engine did not start", outcome.NoStarts)}
	case f.failOnError && outcome.Faults > 0:
		return &exitError{exitFault, fmt.Errorf("%d games were lost by faults", outcome.Faults)}
	}
	return unwritten
}

// reportFile is the page the run is to write, "" for none.
func (f *runFlags) reportFile(record string, shard tournaments.Shard) string {
	switch {
	case record == "" || f.report == "none":
		return ""
	case f.report == "" && shard.Whole():
		return reportPath(record)
	}
	return f.report
}

// writeReport writes the page of a run's record. That it can be written was
// checked before the first game; the error of a page that then cannot is given
// when nothing worse happened, for the record is there.
func (f *runFlags) writeReport(record string, shard tournaments.Shard, outcome *tournaments.Outcome, out io.Writer, log *logrus.Logger) error {
	page := f.reportFile(record, shard)
	if page == "" && f.report == "" && !shard.Whole() && !f.quiet && outcome != nil {
		fmt.Fprintln(out, "no report of a shard alone; see tournament merge and tournament report")
	}
	if page == "" || outcome == nil || outcome.Standings.Games() == 0 {
		return nil
	}
	if _, err := report.WriteFile(record, page, report.Options{}); err != nil {
		log.Error(err)
		return fmt.Errorf("all games are in the record, but: %w", err)
	}
	if !f.quiet {
		fmt.Fprintf(out, "report: %s\n", page)
	}
	return nil
}

// openLog makes the runner's log: nowhere unless a file is named.
func (f *runFlags) openLog() (*logrus.Logger, func(), error) {
	log := logrus.New()
	log.SetOutput(io.Discard)
	log.SetLevel(logrus.PanicLevel)
	if f.logFile == "" {
		return log, func() {}, nil
	}
	file, err := os.OpenFile(f.logFile, os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot open the log: %w", err)
	}
	log.SetOutput(file)
	log.SetFormatter(&logrus.TextFormatter{DisableColors: true, TimestampFormat: "2006-01-02T15:04:05.000"})
	log.SetLevel(logrus.DebugLevel)
	if f.verbose {
		log.SetLevel(logrus.TraceLevel)
	}
	return log, func() { file.Close() }, nil
}
