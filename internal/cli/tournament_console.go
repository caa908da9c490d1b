package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"tengen/tournaments"
)

// tableEvery is how often the standing table is written while games go on.
const tableEvery = 30 * time.Second

// tournamentConsole shows a run on a terminal: a line for each game, a bar with
// the expected end, the table now and then. Without a terminal there is no bar;
// when quiet there is only the table at the end.
type tournamentConsole struct {
	out   io.Writer
	quiet bool
	note  string // said when the first game begins

	progress *mpb.Progress // nil without a bar
	bar      *mpb.Bar
	lines    io.Writer // where lines go so that they do not meet the bar
	begun    time.Time
	before   int // games that were played before this run
	table    time.Time
}

func newTournamentConsole(out io.Writer, quiet bool) *tournamentConsole {
	return &tournamentConsole{out: out, lines: out, quiet: quiet}
}

// isTerminal tells whether a writer is a terminal.
func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0 && os.Getenv("TERM") != "dumb"
}

// watch is called after every game, from one goroutine.
func (c *tournamentConsole) watch(e tournaments.Event) {
	if c.quiet {
		return
	}
	if e.Game == nil {
		c.begin(e)
		return
	}
	line := e.Game.Line()
	if e.Test != nil {
		line += fmt.Sprintf("  LLR %.2f", e.Test.LLR)
	}
	fmt.Fprintf(c.lines, "%s\n", line)
	if c.bar != nil {
		c.bar.EwmaSetCurrent(int64(e.Done), 0)
	}
	if now := time.Now(); now.Sub(c.table) > tableEvery {
		c.table = now
		var text strings.Builder // in one piece, or the bar gets between its lines
		e.Standings.WriteTable(&text)
		if c.bar == nil {
			fmt.Fprintf(&text, "%d of %d games%s\n", e.Done, e.Total, c.expectedEnd(e))
		}
		io.WriteString(c.lines, text.String())
	}
}

func (c *tournamentConsole) begin(e tournaments.Event) {
	c.begun, c.table, c.before = time.Now(), time.Now(), e.Done
	if c.note != "" {
		fmt.Fprintln(c.out, c.note)
	}
	if e.Done > 0 {
		fmt.Fprintf(c.out, "%d of %d games are in the record already.\n", e.Done, e.Total)
	}
	if !isTerminal(c.out) {
		return
	}
	c.progress = mpb.New(mpb.WithOutput(c.out), mpb.WithWidth(40), mpb.WithRefreshRate(200*time.Millisecond))
	c.bar = c.progress.AddBar(int64(e.Total),
		mpb.PrependDecorators(decor.CountersNoUnit("%d of %d games ", decor.WCSyncSpace)),
		mpb.AppendDecorators(
			decor.Percentage(decor.WCSyncSpace),
			decor.Any(func(s decor.Statistics) string { return c.remaining(int(s.Current), int(s.Total)) }, decor.WCSyncSpace),
		))
	c.bar.SetCurrent(int64(e.Done))
	c.lines = c.progress
}

// remaining is the expected rest of the run.
func (c *tournamentConsole) remaining(done, total int) string {
	if done <= c.before {
		return ""
	}
	each := time.Since(c.begun) / time.Duration(done-c.before)
	return " " + (each * time.Duration(total-done)).Round(time.Second).String() + " left"
}

func (c *tournamentConsole) expectedEnd(e tournaments.Event) string {
	if rest := c.remaining(e.Done, e.Total); rest != "" {
		return "," + rest
	}
	return ""
}

// end takes the bar away and writes the final table.
func (c *tournamentConsole) end(o *tournaments.Outcome) {
	if c.progress != nil {
		c.bar.Abort(true)
		c.progress.Wait()
	}
	if o == nil {
		return
	}
	o.Standings.WriteTable(c.out)
	o.Standings.WriteConduct(c.out)
	fmt.Fprintf(c.out, "%d of %d games played\n", o.Done, o.Total)
	if o.Test != nil {
		fmt.Fprintf(c.out, "SPRT: %s, after %d pairs\n", o.Test, o.Test.Pairs.Count())
	}
}
