package cli

import (
	"io"
	"os"
	"os/signal"
	"runtime"
	"runtime/debug"
	"syscall"
	"time"

	"github.com/sirupsen/logrus"
	"github.com/spf13/cobra"

	"tengen/internal/config"
	"tengen/internal/machine"
	"tengen/protocol"
	"tengen/search"
)

func newProtocolCmd() *cobra.Command {
	return &cobra.Command{
		Use:     "protocol",
		Short:   "Speak the Gomocup protocol, as without any command",
		Example: `  printf 'START 15\nBEGIN\n' | tengen protocol`,
		Args:    cobra.NoArgs,
		RunE:    runProtocol,
	}
}

// runProtocol speaks with a manager on standard input and output. Whatever happens once it has begun, nothing goes to
// standard error and the exit status is 0.
func runProtocol(cmd *cobra.Command, _ []string) error {
	l, err := loadSettings(cmd)
	if err != nil {
		return err
	}
	signal.Ignore(syscall.SIGPIPE) // a manager that is gone is an error of writing, and no reason to die of a signal
	// The session must be heard while every thread of the search is at work, on a machine of one core too.
	// INFO thread_num may ask for as many threads as there are cores.
	runtime.GOMAXPROCS(max(runtime.GOMAXPROCS(0), runtime.NumCPU(), l.Threads) + 2)
	debug.SetGCPercent(protocol.CollectAt)

	o := protocolOptions(&l)
	var crash crashFile
	defer crash.close()
	o.Folder = func(path string) { crash.openIn(path) }
	o.LimitMemory = limitMemory
	o.Gone = func() bool { return hungUp(os.Stdout) }
	if l.LogFile != "" {
		if f := appendTo(l.LogFile); f != nil {
			defer f.Close()
			o.Log = newLogger(f, l.LogLevel)
			crash.open(l.LogFile + ".crash")
		}
	}
	if l.Transcript != "" {
		if f := appendTo(l.Transcript); f != nil {
			defer f.Close()
			o.Transcript = f
		}
	}
	protocol.Run(cmd.InOrStdin(), cmd.OutOrStdout(), o)
	return nil
}

// engineOptions translates the settings of the search. HashBytes is 0 where nothing is set.
func engineOptions(l *config.Loaded) search.Options {
	return search.Options{
		Mode:      l.Mode,
		Width:     l.Width,
		MaxDepth:  l.Depth,
		HashBytes: int64(l.Hash) << 20,
		Weights:   l.Weights,
		Threads:   l.Threads,
	}
}

// sizeTable completes options for so many engines at once: the usual size where none is set, and tables that the machine
// can have.
func sizeTable(o *search.Options, usual int64, engines int) {
	if o.HashBytes == 0 {
		o.HashBytes = usual
	}
	o.HashBytes = min(o.HashBytes, machine.HalfOfMemory()/int64(engines))
}

// protocolOptions translates settings.
func protocolOptions(l *config.Loaded) protocol.Options {
	milliseconds := func(n int) time.Duration { return time.Duration(n) * time.Millisecond }
	o := protocol.Options{
		Version:     Version,
		Engine:      engineOptions(l),
		MostHash:    machine.HalfOfMemory(),
		Turn:        milliseconds(l.Turn),
		Match:       milliseconds(l.Match),
		Margin:      milliseconds(l.Margin),
		DrawAt:      l.DrawAt,
		Level:       l.Level,
		Seed:        uint64(l.Seed),
		Pondering:   l.Pondering == 1,
		Coordinates: protocol.Coordinates{FromBottom: l.RowsFromBottom, RowFirst: l.RowFirst},
	}
	for _, p := range l.Problems {
		o.Notices = append(o.Notices, p.Error())
	}
	return o
}

// newLogger writes what happens to w.
func newLogger(w io.Writer, level string) *logrus.Logger {
	log := logrus.New()
	log.SetOutput(w)
	log.SetFormatter(&logrus.TextFormatter{DisableColors: true, FullTimestamp: true, TimestampFormat: "2006-01-02 15:04:05.000"})
	if l, err := logrus.ParseLevel(level); err == nil {
		log.SetLevel(l)
	}
	return log
}

// appendTo opens a file to write at its end, nil if that cannot be done: a manager's game must not fail for a log.
func appendTo(path string) *os.File {
	f, err := os.OpenFile(path, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return nil
	}
	return f
}
