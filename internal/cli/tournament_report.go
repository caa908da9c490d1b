//go:build !gomocup

package cli

import (
	"fmt"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sirupsen/logrus"
	"github.com/spf13/cobra"

	"tengen/tournaments"
	"tengen/tournaments/report"
)

// newTournamentReportCmd makes the command "tournament report".
func newTournamentReportCmd() *cobra.Command {
	var out string
	size := tournaments.Bytes(report.DefaultMaxBytes)
	cmd := &cobra.Command{
		Use:   "report RECORD.jsonl",
		Short: "Make the HTML report of a record",
		Long: `Make the report of a record: one HTML page with standings, cross table, charts,
and every game on a board. It needs no network and opens in any browser, on a
phone too. Runs write it by themselves at their end; this makes it of merged
records, of older ones, and of one that is still being written.`,
		Example: `  tengen tournament report cup.jsonl
  tengen tournament report -o cup-all.html --max-size 0 cup.jsonl`,
		Args: cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if out == "" {
				out = reportPath(args[0])
			}
			if err := checkOutputs([]namedFile{{"the report", out}}, []namedFile{{"the record", args[0]}}); err != nil {
				return err
			}
			limit := int(size)
			if limit == 0 {
				limit = -1
			}
			info, err := report.WriteFile(args[0], out, report.Options{MaxBytes: limit})
			if err != nil {
				return err
			}
			w := cmd.OutOrStdout()
			fmt.Fprintf(w, "%s, %.1f MB, in %s\n", tournaments.Plural(info.Games, "game"), float64(info.PageSize)/1e6, out)
			if info.Silent > 0 {
				fmt.Fprintf(w, "the engines' messages are left out for %s; --max-size 0 keeps all\n", tournaments.Plural(info.Silent, "game"))
			}
			if info.Skipped > 0 {
				fmt.Fprintf(w, "left out, since their engines are not in the record's header: %s\n", tournaments.Plural(info.Skipped, "game"))
			}
			return nil
		},
	}
	cmd.Flags().StringVarP(&out, "output", "o", "", "the page to write (default: the record's name with .html)")
	cmd.Flags().Var(textFlag{&size, "bytes"}, "max-size", "leave out messages of engines where the page would become larger; 0: never")
	return cmd
}

// reportPath is the page of a record.
func reportPath(record string) string {
	if record == "" {
		return ""
	}
	return strings.TrimSuffix(record, filepath.Ext(record)) + ".html"
}

// newTournamentRateCmd makes the command "tournament rate".
func newTournamentRateCmd() *cobra.Command {
	var texts []string
	cmd := &cobra.Command{
		Use:   "rate RECORD.jsonl...",
		Short: "Join records of many runs into one rating list",
		Long: `Join records of many runs into one rating list, by maximum likelihood over all
games (Bradley and Terry), with 95% error bars. Engines of one name count as one
engine. Without anchors the mean of the list is 0; an anchor gives an engine the
rating the list is to have, and several may be given.`,
		Example: `  tengen tournament rate cup.jsonl match-*.jsonl
  tengen tournament rate --anchor rapfi=2400 --anchor pela=1550 cup.jsonl`,
		Args: cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			anchors, err := parseAnchors(texts)
			if err != nil {
				return err
			}
			list, err := tournaments.Rate(args, anchors)
			if err != nil {
				return err
			}
			list.WriteTable(cmd.OutOrStdout())
			return nil
		},
	}
	cmd.Flags().StringArrayVar(&texts, "anchor", nil, "an engine and the rating it has, as name=Elo; may be repeated")
	return cmd
}

// parseAnchors reads name=Elo texts. A name may have equals signs in it.
func parseAnchors(texts []string) (map[string]float64, error) {
	anchors := map[string]float64{}
	for _, s := range texts {
		i := strings.LastIndex(s, "=")
		if i < 1 {
			return nil, fmt.Errorf("--anchor %q; it must be name=Elo", s)
		}
		elo, err := strconv.ParseFloat(strings.TrimSpace(s[i+1:]), 64)
		if err != nil || !(elo >= -1e5 && elo <= 1e5) { // so written that NaN is none
			return nil, fmt.Errorf("--anchor %q; %q is no rating", s, s[i+1:])
		}
		anchors[s[:i]] = elo
	}
	return anchors, nil
}

// liveView is the page of a tournament while it runs.
type liveView struct {
	live   *report.Live
	server *report.Server
	record string
	log    *logrus.Logger
	done   int
	total  int
}

func newLiveView(address, record string, log *logrus.Logger) (*liveView, error) {
	v := &liveView{live: report.NewLive(), record: record, log: log}
	var err error
	v.server, err = v.live.Serve(address)
	return v, err
}

// watch is called after every game, from one goroutine.
func (v *liveView) watch(e tournaments.Event) {
	v.done, v.total = e.Done, e.Total
	if e.Game != nil {
		v.live.Add(*e.Game)
		return
	}
	outside := e.Standings.Games() - e.Done // games of the record that are not of this run's part
	v.live.Begin(e.Header, e.Total+outside)
	if e.Standings.Games() > 0 && v.record != "" {
		// Nothing is played yet: there is time to read what earlier runs played.
		err := tournaments.ScanRecord(v.record, nil, func(g tournaments.Game) error {
			v.live.Add(g)
			return nil
		})
		if err != nil {
			v.log.Error(err)
		}
	}
}

// close tells open pages how the run ended and stops serving.
func (v *liveView) close() {
	if v.done >= v.total {
		v.live.End("finished")
	} else {
		v.live.End("the run has ended")
	}
	v.server.Close()
}
