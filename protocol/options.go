package protocol

import (
	"io"
	"math/rand/v2"
	"runtime"
	"time"

	"github.com/sirupsen/logrus"

	"tengen/eval"
	"tengen/search"
)

// Options is what a session needs to know beyond what the manager says. The zero value works, but thinks as little as can be.
type Options struct {
	Version string         // for ABOUT
	Engine  search.Options // HashBytes is what the configuration asks for; 0: nothing

	// Limits of time that hold until the manager sends others. Turn 0 means as fast as possible, Match 0 no limit.
	Turn, Match time.Duration
	Margin      time.Duration // kept unused of every budget, but never more than a quarter of it
	DrawAt      int           // stones at which the game is a draw; 0: never
	Level       int           // of play until the manager sends another, as in search.Limits
	Seed        uint64        // of the errors of a level

	// MostHash bounds the table, in bytes, whoever asks for more; 0: a gigabyte.
	MostHash int64

	Pondering bool // think on the opponent's time until the manager says otherwise

	Random func(n int) int // a number from 0 to n-1, for the choice of openings; nil: the system's

	Coordinates Coordinates
	Notices     []string // messages to send before the first move

	LineEnd    string         // of the answers; empty: that of the system
	Log        *logrus.Logger // nil: no log
	Transcript io.Writer      // gets every line in and out with its time; nil: none

	// What concerns the process as a whole is left to the caller. Each may be nil.
	LimitMemory func(bytes int64) // the manager has set a limit; bytes is for debug.SetMemoryLimit, 0: none any more
	Folder      func(path string) // the manager has named a folder for files that last
	Gone        func() bool       // asked now and then while thinking: does nobody read the output any more?
}

// complete fills in what the caller left out.
func (o Options) complete() Options {
	if o.LineEnd == "" {
		o.LineEnd = "\n"
		if runtime.GOOS == "windows" {
			o.LineEnd = "\r\n"
		}
	}
	if o.Engine.Weights == (eval.Weights{}) {
		o.Engine.Weights = eval.DefaultWeights()
	}
	if o.Engine.MaxDepth == 0 {
		o.Engine.MaxDepth = search.MaxDepth
	}
	if o.MostHash == 0 {
		o.MostHash = unaskedHash
	}
	o.MostHash = max(leastHash, o.MostHash)
	o.Engine.Width = max(1, o.Engine.Width)
	o.Engine.Threads = max(1, o.Engine.Threads)
	if o.Random == nil {
		o.Random = rand.IntN
	}
	if o.Log == nil {
		o.Log = logrus.New()
		o.Log.SetOutput(io.Discard)
		o.Log.SetLevel(logrus.PanicLevel)
	}
	if o.LimitMemory == nil {
		o.LimitMemory = func(int64) {}
	}
	if o.Folder == nil {
		o.Folder = func(string) {}
	}
	if o.Gone == nil {
		o.Gone = func() bool { return false }
	}
	return o
}
