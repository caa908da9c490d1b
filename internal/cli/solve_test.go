//go:build !gomocup

package cli

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strconv"
	"strings"
	"testing"

	"tengen/internal/slowref"
)

// Positions for solve, all played out move by move: a four-three, a double three and
// a win because the stop is forbidden to Black.
const (
	fourThree   = "e8d8f8a1g8n1h9a10h10n10"
	doubleThree = "h8a1i8n1j9a10j10n10"
	doubleStop  = "d8e8i9f8i10g8j7a1k6"
)

// readProof reads a point, the plies and the replies of a proof in JSON.
func readProof(t *testing.T, j *jsonProof) *slowref.Proof {
	t.Helper()
	if j == nil {
		t.Fatal("a reply is not followed by a move")
	}
	p := &slowref.Proof{Move: readPoint(t, j.Move), Plies: j.Plies}
	for _, r := range j.Replies {
		p.Replies = append(p.Replies, slowref.ProofReply{Move: readPoint(t, r.Move), Next: readProof(t, r.Next)})
	}
	return p
}

func readPoint(t *testing.T, s string) slowref.Point {
	t.Helper()
	m, err := slowref.ParseMoves(s)
	if err != nil || len(m) != 1 {
		t.Fatalf("%q is no point: %v", s, err)
	}
	return m[0]
}

// sgfNode is a node of an SGF game: its properties and what follows it.
type sgfNode struct {
	properties map[string]string
	next       []*sgfNode
}

// readSGF reads one game tree, "(" included, and gives the rest of the text.
func readSGF(t *testing.T, s string) (first *sgfNode, rest string) {
	t.Helper()
	s = strings.TrimPrefix(s, "(")
	var last *sgfNode
	for {
		s = strings.TrimSpace(s)
		switch {
		case strings.HasPrefix(s, ";"):
			n := &sgfNode{properties: map[string]string{}}
			s = s[1:]
			for s != "" && s[0] >= 'A' && s[0] <= 'Z' {
				name, after, _ := strings.Cut(s, "[")
				value, after, closed := strings.Cut(after, "]")
				if !closed || n.properties[name] != "" {
					t.Fatalf("property %q is not closed or there twice", name)
				}
				n.properties[name], s = value, after
			}
			if last == nil {
				first = n
			} else {
				last.next = append(last.next, n)
			}
			last = n
		case strings.HasPrefix(s, "("):
			var n *sgfNode
			n, s = readSGF(t, s)
			last.next = append(last.next, n)
		case strings.HasPrefix(s, ")"):
			return first, s[1:]
		default:
			t.Fatalf("SGF goes on with %.20q", s)
		}
	}
}

// move is the node's move of a colour, "B" or "W".
func (n *sgfNode) move(t *testing.T, colour string) slowref.Point {
	t.Helper()
	v := n.properties[colour]
	if len(v) != 2 {
		t.Fatalf("%s has no move in %v", colour, n.properties)
	}
	return slowref.Point{X: int(v[0] - 'a'), Y: int(v[1] - 'a')}
}

// proof reads the winner's move and all that follows.
func (n *sgfNode) proof(t *testing.T, winner, loser string) *slowref.Proof {
	t.Helper()
	plies, err := strconv.Atoi(strings.TrimPrefix(n.properties["C"], "win in "))
	if err != nil {
		t.Fatal(err)
	}
	p := &slowref.Proof{Move: n.move(t, winner), Plies: plies}
	for _, reply := range n.next {
		if len(reply.next) != 1 {
			t.Fatalf("%d answers to a reply", len(reply.next))
		}
		p.Replies = append(p.Replies, slowref.ProofReply{Move: reply.move(t, loser), Next: reply.next[0].proof(t, winner, loser)})
	}
	return p
}

// TestSolveExports: the tree read back from JSON and the one from SGF are the same
// and a proof of the position.
func TestSolveExports(t *testing.T) {
	for _, c := range []struct {
		rule, size, moves string
		winner            string
		longest           int // plies; 0: as long as it says
	}{
		{"freestyle", "15", fourThree, "black", 5},
		{"freestyle", "15", fourThree + "h8", "", 0}, // White has four stones apart
		{"standard", "20", doubleThree, "black", 5},
		{"caro", "14x10", doubleThree, "black", 0},
		{"caro-exact", "22", fourThree, "black", 5},
		{"renju", "15", doubleStop, "white", 3},
		{"renju", "9x14", "e8a1f8i1a14i14b14e1", "", 0},
	} {
		t.Run(fmt.Sprintf("%s %s", c.rule, c.moves), func(t *testing.T) {
			folder := t.TempDir()
			jsonFile, sgfFile := filepath.Join(folder, "proof.json"), filepath.Join(folder, "proof.sgf")
			args := []string{"solve", "--rule", c.rule, "--size", c.size, "--nodes", "100000", "--time", "0", "--json", jsonFile, "--sgf", sgfFile, c.moves}
			status, out, errs := run(t, args...)
			if c.winner == "" {
				if status != 2 || !strings.Contains(out, "refuted: no win by continuous threats") || errs != "" {
					t.Errorf("status %d, %q, %q", status, out, errs)
				}
				if left, _ := os.ReadDir(folder); len(left) > 0 {
					t.Errorf("%v was written without a proof", left)
				}
				return
			}
			if status != 0 || errs != "" || !strings.Contains(out, "proven: win in ") || !strings.Contains(out, c.winner+" to move, rule "+c.rule) {
				t.Fatalf("status %d, %q, %q", status, out, errs)
			}

			data, err := os.ReadFile(jsonFile)
			if err != nil {
				t.Fatal(err)
			}
			var j struct {
				Rule, Position, Winner string
				Width, Height          int
				Proof                  *jsonProof
			}
			if err := json.Unmarshal(data, &j); err != nil {
				t.Fatal(err)
			}
			if j.Rule != c.rule || j.Position != c.moves || j.Winner != c.winner {
				t.Errorf("JSON has rule %s, position %s, winner %s", j.Rule, j.Position, j.Winner)
			}
			proof := readProof(t, j.Proof)
			pos, err := slowref.New(j.Width, j.Height, slowRule(t, j.Rule))
			if err != nil {
				t.Fatal(err)
			}
			if err := pos.PlayMoves(j.Position); err != nil {
				t.Fatal(err)
			}
			longest, err := pos.CheckProof(proof)
			if err != nil || longest != proof.Plies || c.longest > 0 && longest != c.longest || !strings.Contains(out, fmt.Sprintf("win in %d plies at most", longest)) {
				t.Errorf("the proof in JSON: win in %d, longest line %d, %v; printed was %s", proof.Plies, longest, err, out)
			}
			line := strings.Fields(out[strings.Index(out, "main line:")+len("main line:"):])
			if len(line) == 0 || line[0] != j.Proof.Move {
				t.Errorf("the main line is %v", line)
			}

			text, err := os.ReadFile(sgfFile)
			if err != nil {
				t.Fatal(err)
			}
			game, rest := readSGF(t, string(text))
			if strings.TrimSpace(rest) != "" {
				t.Errorf("after the SGF comes %q", rest)
			}
			size := strconv.Itoa(j.Width)
			if j.Width != j.Height {
				size = fmt.Sprintf("%d:%d", j.Width, j.Height)
			}
			if p := game.properties; p["FF"] != "4" || p["GM"] != "4" || p["SZ"] != size || p["RU"] != c.rule {
				t.Errorf("SGF begins with %v", p)
			}
			moves, err := slowref.ParseMoves(c.moves)
			if err != nil {
				t.Fatal(err)
			}
			sides := [2]string{"B", "W"}
			for i, m := range moves {
				game = game.next[0]
				if got := game.move(t, sides[i%2]); got != m {
					t.Errorf("SGF has %v as move %d, want %v", got, i+1, m)
				}
			}
			if len(game.next) != 1 {
				t.Fatalf("%d moves follow the position", len(game.next))
			}
			if got := game.next[0].proof(t, sides[len(moves)%2], sides[(len(moves)+1)%2]); !reflect.DeepEqual(got, proof) {
				t.Errorf("SGF and JSON differ:\n%s\n%s", text, data)
			}

			// To standard output, with the rest on standard error.
			for flag, want := range map[string][]byte{"--json": data, "--sgf": text} {
				status, out, errs := run(t, "solve", "--rule", c.rule, "--size", c.size, "--nodes", "100000", flag, "-", c.moves)
				if status != 0 || out != string(want) || !strings.Contains(errs, "proven: win in ") {
					t.Errorf("%s -: status %d, %q, %q", flag, status, out, errs)
				}
			}
		})
	}
}

func slowRule(t *testing.T, name string) slowref.Rule {
	t.Helper()
	for _, r := range slowref.Rules() {
		if r.String() == name {
			return r
		}
	}
	t.Fatalf("no rule %q", name)
	return 0
}

// TestSolveStatus: the statuses of the answers that are no proof, and of errors.
func TestSolveStatus(t *testing.T) {
	folder := t.TempDir()
	for _, c := range []struct {
		name   string
		args   []string
		status int
		out    string // part of standard output
		errs   string // part of standard error
	}{
		{"the empty board", nil, 2, "refuted: no win by continuous threats", ""},
		{"a few moves apart, in words", []string{"h8", "h9", "i9"}, 2, "refuted", ""},
		{"too few nodes", []string{"--nodes", "1", doubleThree}, 3, "undecided: neither proven nor refuted within the limits", ""},
		{"too little time", []string{"--time", "1ns", doubleThree}, 3, "undecided", ""},
		{"a draw before the win", []string{"--draw-at", "12", fourThree}, 2, "refuted", ""},
		{"a draw after the win", []string{"--draw-at", "15", fourThree}, 0, "proven: win in 5", ""},
		{"a finished game", []string{"e8a1f8a3g8a5h8a7i8"}, 1, "", "the game is over: black has won with"},
		{"a draw already", []string{"--draw-at", "2", "h8i9"}, 1, "", "the game is over: a draw at 2 stones"},
		{"the example", []string{"--rule", "renju", "h8a1i8a3j8a5"}, 0, "proven: win in 3", ""},
		{"columns and rows", []string{"8,8", "1,1,9,8,1,3", "10,8 1,5"}, 0, "proven: win in 3", ""},
		{"half a move", []string{"8,8,9"}, 1, "", "3 numbers"},
		{"from the middle", []string{"8,-3"}, 1, "", "move 1, 8,-3: columns and rows are counted from 1"},
		{"another letter", []string{"h8é"}, 1, "", `move 2: column "é"`},
		{"a stone on a stone", []string{"h8h8"}, 1, "", "move 2, h8, is on a stone"},
		{"off the board", []string{"--size", "9", "h8p15"}, 1, "", "move 2, p15, is off the board of 9 by 9 points"},
		{"forbidden", []string{"--rule", "renju", "h7a1h8a3g9a5f9a7h9"}, 1, "", "is forbidden to black: double three"},
		{"no such rule", []string{"--rule", "reversi"}, 1, "", "reversi"},
		{"no such size", []string{"--size", "big"}, 1, "", `size "big"`},
		{"too small", []string{"--size", "4"}, 1, "", "4"},
		{"no moves", []string{"hello"}, 1, "", "move 1"},
		{"a draw before it began", []string{"--draw-at", "-1"}, 1, "", "tengen: --draw-at -1: allowed"},
		{"less than no time", []string{"--time", "-1s"}, 1, "", "tengen: --time -1s: allowed"},
		{"less than no nodes", []string{"--nodes", "-1"}, 1, "", `--nodes "-1": a whole number of 0 or more is wanted`},
		{"a folder that is not there", []string{"--json", filepath.Join(folder, "no", "p.json"), fourThree}, 1, "", "p.json"},
		{"both to standard output", []string{"--json", "-", "--sgf", "-", fourThree}, 1, "", "only one of them"},
	} {
		status, out, errs := run(t, append([]string{"solve"}, c.args...)...)
		if status != c.status || !strings.Contains(out, c.out) || !strings.Contains(errs, c.errs) || (status == 1) != (errs != "") {
			t.Errorf("%s: status %d, out %q, error %q; want status %d", c.name, status, out, errs, c.status)
		}
	}
}
