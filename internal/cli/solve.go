//go:build !gomocup

package cli

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"tengen/board"
	"tengen/internal/analysis"
	"tengen/search"
)

func newSolveCmd() *cobra.Command {
	var position positionFlags
	var nodes uint64
	var limit time.Duration
	var drawAt int
	var jsonFile, sgfFile string
	cmd := &cobra.Command{
		Use:   "solve [moves]",
		Short: "Prove or refute a win by continuous threats, with the whole proof",
		Long: `Solve sets a position up from its moves (board notation, Black first) and looks for a win
of the side to move in which each of its moves is a threat: a four or an open three.
Every reply that could hold is answered, so what it proves is a forced win, and the
proof tree can be written out as JSON or SGF. If that goes to standard output, the rest
goes to standard error. Nothing is written if no win is proven.

"Refuted" says that there is no such win; a slower one there may be.

Exit status: 0 proven, 1 an error, 2 refuted, 3 neither within the limits.`,
		Example: "  tengen solve --rule renju h8a1i8a3j8a5 --sgf proof.sgf",
		RunE: func(cmd *cobra.Command, args []string) error {
			b, err := position.board(args)
			if err != nil {
				return err
			}
			if drawAt < 0 {
				return fmt.Errorf("--draw-at %d: allowed are 0 (never) and more", drawAt)
			}
			if limit < 0 {
				return fmt.Errorf("--time %v: allowed are 0 (no limit) and more", limit)
			}
			if err := analysis.Undecided(b, drawAt); err != nil {
				return err
			}
			if err := checkOutputs([]namedFile{{"the JSON", jsonFile}, {"the SGF", sgfFile}}, nil); err != nil {
				return err
			}
			if err := checkOneStdout(jsonFile, sgfFile); err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			text := out
			if jsonFile == "-" || sgfFile == "-" {
				text = cmd.ErrOrStderr()
			}
			s := solveWithin(b, search.Limits{Nodes: nodes, DrawAt: drawAt}, limit)
			printSolution(text, b, s)
			if err := exportProof(out, b, s, jsonFile, sgfFile); err != nil {
				return err
			}
			switch s.Outcome {
			case search.Refuted:
				return exitStatus(2)
			case search.Undecided:
				return exitStatus(3)
			}
			return nil
		},
	}
	position.register(cmd.Flags(), board.Freestyle)
	cmd.Flags().Uint64Var(&nodes, "nodes", 0, "give up after so many positions; 0: no limit")
	cmd.Flags().DurationVar(&limit, "time", time.Minute, "give up after this time; 0: no limit")
	cmd.Flags().IntVar(&drawAt, "draw-at", 0, "stones on the board at which the game is a draw; 0: never")
	cmd.Flags().StringVar(&jsonFile, "json", "", "write the proof tree to this `file` as JSON (- for standard output)")
	cmd.Flags().StringVar(&sgfFile, "sgf", "", "write the proof tree to this `file` as SGF (- for standard output)")
	return cmd
}

// checkOneStdout refuses to mix JSON and SGF.
func checkOneStdout(jsonFile, sgfFile string) error {
	if jsonFile == "-" && sgfFile == "-" {
		return errors.New("--json and --sgf: only one of them can go to standard output")
	}
	return nil
}

// exitStatus is an answer that is no error but has an exit status of its own. It has been printed already.
type exitStatus int

func (e exitStatus) Error() string { return "" }

func (e exitStatus) ExitCode() int { return int(e) }

// solveWithin solves within a time, 0 for no limit; Ctrl-C ends it too.
func solveWithin(b *board.Board, lim search.Limits, limit time.Duration) search.Solution {
	start := time.Now()
	ctl := search.NewControl(func() time.Duration { return time.Since(start) })
	if limit > 0 {
		ctl.SetTime(limit, limit)
	}
	interrupt := make(chan os.Signal, 1)
	signal.Notify(interrupt, os.Interrupt)
	defer signal.Stop(interrupt)
	done := make(chan struct{})
	defer close(done)
	go func() {
		select {
		case <-interrupt:
			ctl.Stop()
		case <-done:
		}
	}()
	return search.Solve(b, lim, ctl)
}

func printSolution(w io.Writer, b *board.Board, s search.Solution) {
	fmt.Fprint(w, b.Draw())
	fmt.Fprintf(w, "%v to move, rule %v\n", b.SideToMove(), b.Rule())
	switch s.Outcome {
	case search.Proven:
		fmt.Fprintf(w, "proven: win in %d plies at most, %d moves in the proof, %d positions searched\n", s.Proof.Plies, s.Proof.Size(), s.Nodes)
		words := make([]string, 0, s.Proof.Plies)
		for _, p := range s.Proof.MainLine() {
			words = append(words, p.String())
		}
		fmt.Fprintf(w, "main line: %s\n", strings.Join(words, " "))
	case search.Refuted:
		fmt.Fprintf(w, "refuted: no win by continuous threats, %d positions searched\n", s.Nodes)
	default:
		fmt.Fprintf(w, "undecided: neither proven nor refuted within the limits, %d positions searched\n", s.Nodes)
	}
}

func exportProof(out io.Writer, b *board.Board, s search.Solution, jsonFile, sgfFile string) error {
	if s.Outcome != search.Proven {
		return nil
	}
	for _, e := range []struct {
		file  string
		write func(io.Writer, *board.Board, *search.Proof) error
	}{{jsonFile, writeProofJSON}, {sgfFile, writeProofSGF}} {
		if e.file == "" {
			continue
		}
		if e.file == "-" {
			if err := e.write(out, b, s.Proof); err != nil {
				return err
			}
			continue
		}
		f, err := os.Create(e.file)
		if err != nil {
			return err
		}
		err = e.write(f, b, s.Proof)
		if closing := f.Close(); err == nil {
			err = closing
		}
		if err != nil {
			return fmt.Errorf("writing %s: %w", e.file, err)
		}
	}
	return nil
}

// jsonProof is a node of the tree in JSON: the attacker's move, the plies that the
// win takes at most from it on, and the replies that could hold.
type jsonProof struct {
	Move    string      `json:"move"`
	Plies   int         `json:"plies"`
	Replies []jsonReply `json:"replies,omitempty"`
}

type jsonReply struct {
	Move string     `json:"move"`
	Next *jsonProof `json:"next"`
}

func toJSON(p *search.Proof) *jsonProof {
	j := &jsonProof{Move: p.Move.String(), Plies: p.Plies}
	for _, r := range p.Replies {
		j.Replies = append(j.Replies, jsonReply{r.Move.String(), toJSON(r.Next)})
	}
	return j
}

func writeProofJSON(w io.Writer, b *board.Board, p *search.Proof) error {
	var position strings.Builder
	for _, m := range b.Moves() {
		position.WriteString(m.String())
	}
	out := json.NewEncoder(w)
	out.SetIndent("", " ")
	return out.Encode(struct {
		Rule     string     `json:"rule"`
		Width    int        `json:"width"`
		Height   int        `json:"height"`
		Position string     `json:"position"`
		Winner   string     `json:"winner"`
		Proof    *jsonProof `json:"proof"`
	}{b.Rule().String(), b.Width(), b.Height(), position.String(), b.SideToMove().String(), toJSON(p)})
}

// writeProofSGF writes the position and the tree as one SGF game (FF[4], GM[4]:
// gomoku), each reply a variation, with the plies to the win at the winner's moves.
func writeProofSGF(w io.Writer, b *board.Board, p *search.Proof) error {
	var s strings.Builder
	size := fmt.Sprint(b.Width())
	if b.Width() != b.Height() {
		size = fmt.Sprintf("%d:%d", b.Width(), b.Height())
	}
	fmt.Fprintf(&s, "(;FF[4]GM[4]AP[Tengen]SZ[%s]RU[%v]C[proof: %v wins in %d plies at most]\n", size, b.Rule(), b.SideToMove(), p.Plies)
	side := board.Black
	for _, m := range b.Moves() {
		s.WriteString(sgfMove(side, m))
		side = side.Other()
	}
	writeSGFTree(&s, p, b.SideToMove())
	s.WriteString(")\n")
	_, err := io.WriteString(w, s.String())
	return err
}

func writeSGFTree(s *strings.Builder, p *search.Proof, side board.Color) {
	fmt.Fprintf(s, "%sC[win in %d]", sgfMove(side, p.Move), p.Plies)
	for _, r := range p.Replies {
		s.WriteString("\n(")
		s.WriteString(sgfMove(side.Other(), r.Move))
		writeSGFTree(s, r.Next, side)
		s.WriteString(")")
	}
}

func sgfMove(c board.Color, p board.Point) string {
	name := "B"
	if c == board.White {
		name = "W"
	}
	return fmt.Sprintf(";%s[%c%c]", name, 'a'+p.X(), 'a'+p.Y())
}
