package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"encoding/json"

	"tengen/board"
	"tengen/tournaments"
)

// evil is a name that would do something if it were not escaped.
const evil = `<img src=x onerror="window.hacked=1"></script><b>bold</b>`

// cupHeader describes a cup of three engines, one of them with an evil name.
func cupHeader(rounds int, rule string) tournaments.Header {
	return tournaments.Header{
		Format: 1, Name: "Spring cup " + evil, Rounds: rounds,
		Engines: []tournaments.EngineHeader{{Name: "alpha", About: `name="alpha" ` + evil}, {Name: evil}, {Name: "gamma"}},
		Terms:   map[string]string{"board": "15 x 15", "rule": rule, "pairing": tournaments.RoundRobin, "openings": evil},
		Created: time.Date(2026, 7, 1, 0, 0, 0, 0, time.UTC),
	}
}

// noise gives numbers that look like chance and are always the same.
type noise uint64

func (n *noise) below(k int) int {
	*n = *n*6364136223846793005 + 1442695040888963407
	return int(uint64(*n>>33) % uint64(k))
}

// cupGame makes game n of a cup: legal moves of nobody in particular near the
// middle, until somebody wins or enough are played.
func cupGame(h tournaments.Header, n, length int) tournaments.Game {
	meetings := [][2]int{{0, 1}, {0, 2}, {1, 2}}
	pair := n / 2
	m := meetings[pair%3]
	if n%2 == 1 {
		m[0], m[1] = m[1], m[0]
	}
	rule, err := board.ParseRule(h.Terms["rule"])
	if err != nil {
		panic(err)
	}
	pos, err := board.New(15, 15, rule)
	if err != nil {
		panic(err)
	}
	g := tournaments.Game{
		ID: fmt.Sprintf("%d.%d.%d", pair/3+1, pair%3+1, n%2+1), Number: n, Pair: pair,
		Black: h.Engines[m[0]].Name, White: h.Engines[m[1]].Name, Rule: rule.String(), Width: 15, Height: 15,
		Opening: "h8h9i9", Moves: []tournaments.Move{}, Started: h.Created, Seconds: 1.5,
	}
	stones, _ := board.ParseMoves(g.Opening)
	for _, p := range stones {
		pos.Play(p)
	}
	r := noise(n + 1)
	for len(g.Moves) < length {
		near := pos.Moves()[r.below(pos.Stones())]
		x, y := near.X()+r.below(5)-2, near.Y()+r.below(5)-2
		if x < 0 || y < 0 || x > 14 || y > 14 || !pos.Legal(board.At(x, y)) {
			continue
		}
		p := board.At(x, y)
		score := r.below(900) - 450
		move := tournaments.Move{At: p.String(), Millis: float64(20 + r.below(400) + 10*len(g.Moves)), Depth: 6 + r.below(9), SelDepth: 15 + r.below(9), Score: &score, Nodes: int64(r.below(400_000))}
		var pv []string
		for range 8 + r.below(8) {
			pv = append(pv, board.At(r.below(15), r.below(15)).String())
		}
		move.Says = fmt.Sprintf("depth %d-%d eval %d nodes %d n/s %d time %.0f ms pv %s", move.Depth, move.SelDepth, score, move.Nodes, 300_000+r.below(99_999), move.Millis, strings.Join(pv, " "))
		if len(g.Moves) == 2 {
			move.Says = "<i>said</i> " + evil
		}
		g.Moves = append(g.Moves, move)
		won := pos.WinsAt(p, pos.SideToMove())
		pos.Play(p)
		if won {
			break
		}
	}
	g.Result, g.Reason = tournaments.Drawn, tournaments.DrawMoves
	switch {
	case pos.LastWins():
		g.Reason, g.Result = tournaments.Five, tournaments.BlackWins
		if pos.SideToMove() == board.Black {
			g.Result = tournaments.WhiteWins
		}
	case n%7 == 3:
		g.Result, g.Reason, g.Fault, g.Detail = tournaments.WhiteWins, tournaments.Crash, g.Black, "exit status 2 "+evil
	case n%2 == 0:
		g.Result, g.Reason = tournaments.BlackWins, tournaments.Agreed
	}
	return g
}

// writeCup writes a record of games and gives its file.
func writeCup(t testing.TB, rule string, games, length int) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "cup.jsonl")
	file, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	h := cupHeader((games+5)/6, rule)
	enc := json.NewEncoder(file)
	if err := enc.Encode(h); err != nil {
		t.Fatal(err)
	}
	for n := range games {
		if err := enc.Encode(cupGame(h, n, length)); err != nil {
			t.Fatal(err)
		}
	}
	return path
}

// renjuPage is the page of one renju game in which black may not play h8 after
// eight stones and wins in the end.
func renjuPage(t testing.TB) string {
	t.Helper()
	dir := t.TempDir()
	h := cupHeader(1, "renju")
	// Two threes cross at h8.
	stones, err := board.ParseMoves("h6a1 h7c1 f8e1 g8a3 i5c3 i6e3 i7a5 i4o1 i8")
	if err != nil {
		t.Fatal(err)
	}
	g := tournaments.Game{ID: "1.1.1", Black: "alpha", White: "gamma", Rule: "renju", Width: 15, Height: 15, Result: tournaments.BlackWins, Reason: tournaments.Five}
	for _, p := range stones {
		g.Moves = append(g.Moves, tournaments.Move{At: p.String(), Millis: 3})
	}
	record := filepath.Join(dir, "renju.jsonl")
	file, err := os.Create(record)
	if err != nil {
		t.Fatal(err)
	}
	enc := json.NewEncoder(file)
	enc.Encode(h)
	enc.Encode(g)
	file.Close()
	out := filepath.Join(dir, "renju.html")
	if _, err := WriteFile(record, out, Options{}); err != nil {
		t.Fatal(err)
	}
	return out
}
