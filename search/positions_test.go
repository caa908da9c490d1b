package search

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"

	"tengen/board"
	"tengen/eval"
)

// Budgets in nodes for the sets of positions. Those of the sets were chosen so
// that they need far less, see generate.
const (
	solveBudget   = 20_000
	searchBudget  = 100_000
	defenceBudget = 60_000
	// generatedNodes bounds what the prover may need for a position of the sets.
	generatedNodes = 3_000
	generatedTree  = 200 // moves in its proof
	setSize        = 20  // won positions for a rule, size and kind
	defenceSize    = 10  // positions to defend for a rule and size
	mostDefences   = 6   // moves that hold in one of them
)

// setPosition is a line of testdata/wins.txt or testdata/defences.txt.
type setPosition struct {
	rule  board.Rule
	size  int
	kind  string // wins: "fours" or "threats"; defences: the moves that held, "+"-joined
	plies int    // of the win found by fours or by threats; defences: of the one that is threatened
	moves string
}

func (p setPosition) String() string {
	return fmt.Sprintf("%v %d %s %d %s", p.rule, p.size, p.kind, p.plies, p.moves)
}

func (p setPosition) board(t testing.TB) *board.Board {
	t.Helper()
	b, err := board.New(p.size, p.size, p.rule)
	if err != nil {
		t.Fatal(err)
	}
	moves, err := board.ParseMoves(p.moves)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range moves {
		if !b.Legal(m) {
			t.Fatalf("%v: %v is not legal", p, m)
		}
		b.Play(m)
	}
	return b
}

const (
	winsFile     = "testdata/wins.txt"
	defencesFile = "testdata/defences.txt"
)

func readWins(t testing.TB) []setPosition     { return readPositions(t, winsFile) }
func readDefences(t testing.TB) []setPosition { return readPositions(t, defencesFile) }

func readPositions(t testing.TB, file string) (list []setPosition) {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		if row == "" || strings.HasPrefix(row, "#") {
			continue
		}
		f := strings.Fields(row)
		if len(f) != 5 {
			t.Fatalf("%s: %q has %d fields", file, row, len(f))
		}
		rule, err := board.ParseRule(f[0])
		if err != nil {
			t.Fatal(err)
		}
		size, err1 := strconv.Atoi(f[1])
		plies, err2 := strconv.Atoi(f[3])
		if err := cmp.Or(err1, err2); err != nil {
			t.Fatal(err)
		}
		list = append(list, setPosition{rule, size, f[2], plies, f[4]})
	}
	return list
}

// generator finds positions for the sets in games of a careless player against
// itself.
type generator struct {
	t     testing.TB
	rng   *rand.Rand
	w     *worker
	set   func(*board.Board)
	rule  board.Rule
	size  int
	games int
	found map[string][]setPosition // by kind; "defence" for the defences
}

func generate(t testing.TB, rule board.Rule, size int) map[string][]setPosition {
	g := generator{t: t, rng: rand.New(rand.NewPCG(uint64(rule), uint64(size))), rule: rule, size: size, found: map[string][]setPosition{}}
	g.w, g.set = testWorker(rule)
	g.w.prover = newProver(g.w, 1<<16)
	for g.lacking() {
		g.game()
		if g.games++; g.games%20 == 0 {
			t.Logf("%v, %d points a side: %d fours, %d threats, %d defences from %d games", rule, size, len(g.found["fours"]), len(g.found["threats"]), len(g.found["defence"]), g.games)
		}
	}
	return g.found
}

func (g *generator) lacking() bool {
	return len(g.found["fours"]) < setSize || len(g.found["threats"]) < setSize || len(g.found["defence"]) < defenceSize
}

func wanted(kind string) int {
	if kind == "defence" {
		return defenceSize
	}
	return setSize
}

// game plays one game and takes at most one position of each kind from it.
func (g *generator) game() {
	b, err := board.New(g.size, g.size, g.rule)
	if err != nil {
		g.t.Fatal(err)
	}
	ev := eval.New(eval.DefaultWeights(), g.rule)
	moves := ""
	play := func(p board.Point) {
		b.Play(p)
		moves += p.String()
	}
	play(board.At(3+g.rng.IntN(g.size-6), 3+g.rng.IntN(g.size-6)))
	taken := map[string]bool{}
	for b.Stones() < 60 {
		p := g.careless(b, ev)
		if p == board.NoPoint {
			return
		}
		play(p)
		if b.LastWins() {
			return
		}
		if b.Stones() < 6 {
			continue
		}
		kind, plies := g.look(b)
		if kind == "" || taken[kind] {
			continue
		}
		taken[kind] = true
		name, _, _ := strings.Cut(kind, " ")
		if len(g.found[name]) < wanted(name) {
			mark := kind
			if name == "defence" {
				mark = strings.TrimPrefix(kind, "defence ")
				taken["defence"] = true
			}
			g.found[name] = append(g.found[name], setPosition{g.rule, g.size, mark, plies, moves})
		}
	}
}

// careless is one of the best moves by point score, mostly the first.
func (g *generator) careless(b *board.Board, ev *eval.Evaluator) board.Point {
	if p := Greedy(b, ev); b.Class(p, b.SideToMove()) == board.ClassFive || b.Count(b.SideToMove().Other(), board.ClassFive) > 0 {
		return p
	}
	var list []scored
	set := b.Candidates()
	for _, p := range set.AppendTo(nil) {
		if b.Legal(p) {
			list = append(list, scored{p, ev.PointScore(b, p, b.SideToMove())})
		}
	}
	if len(list) == 0 {
		return board.NoPoint
	}
	for i := range min(6, len(list)) {
		pickNext(list, i)
		if g.rng.IntN(100) < 45 {
			return list[i].point
		}
	}
	return list[0].point
}

// look says of what kind the position is, if of any, and the plies of the win.
func (g *generator) look(b *board.Board) (kind string, plies int) {
	g.set(b)
	w := g.w
	var f facts
	w.judge(&f, 0, w.drawAt-b.Stones())
	if f.verdict == decided || f.verdict != open && f.replies.Len() == 1 {
		return "", 0
	}
	fours := w.winByFours(rootFours)
	s := w.prover.solve(generatedNodes, generatedTree)
	switch {
	case fours >= 5 && s.Outcome == Proven:
		return "fours", fours
	case s.Outcome == Proven && s.Proof.Plies >= 5:
		return "threats", s.Proof.Plies
	case s.Outcome == Proven:
		return "", 0
	}
	if f.verdict != open || len(g.found["defence"]) >= defenceSize || s.Outcome != Refuted {
		return "", 0
	}
	w.board.Pass()
	threat := w.prover.solve(generatedNodes, generatedTree)
	w.board.Undo()
	if threat.Outcome != Proven || threat.Proof.Plies < 5 {
		return "", 0
	}
	var safe []string
	moves := w.collect(0, b.Empties(), board.NoPoint)
	for i := range moves {
		p := pickNext(moves, i) // likely defences first: most positions have too many
		if !b.Legal(p) {
			continue
		}
		w.board.Play(p)
		after := w.prover.solve(generatedNodes, generatedTree)
		w.board.Undo()
		if after.Outcome == Undecided {
			return "", 0
		}
		if after.Outcome == Refuted {
			if safe = append(safe, p.String()); len(safe) > mostDefences {
				return "", 0
			}
		}
	}
	if len(safe) == 0 {
		return "", 0
	}
	slices.Sort(safe)
	return "defence " + strings.Join(safe, "+"), threat.Proof.Plies
}

const setHead = "# Written by TestGenerate: rule, points a side, "

// TestGenerate writes the sets of each rule anew, with -update; they are the same
// for the same engine.
func TestGenerate(t *testing.T) {
	if !*update {
		t.Skip("only with -update")
	}
	var lock sync.Mutex
	for r := board.Rule(0); r < board.Rules; r++ {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			var wins, defences []setPosition
			for _, size := range []int{15, 20} {
				set := generate(t, r, size)
				wins = append(wins, slices.Concat(set["fours"], set["threats"])...)
				defences = append(defences, set["defence"]...)
			}
			lock.Lock()
			defer lock.Unlock()
			replaceRule(t, winsFile, setHead+"fours alone or threats, plies of the win found so, moves.\n", r, wins)
			replaceRule(t, defencesFile, setHead+"the moves that held, plies of the win that is threatened, moves.\n", r, defences)
		})
	}
}

// replaceRule puts a rule's positions into a file in place of those there.
func replaceRule(t *testing.T, file, head string, r board.Rule, list []setPosition) {
	t.Helper()
	for _, p := range readPositions(t, file) {
		if p.rule != r {
			list = append(list, p)
		}
	}
	slices.SortStableFunc(list, func(p, q setPosition) int { return cmp.Compare(p.rule, q.rule) })
	text := head
	for _, p := range list {
		text += p.String() + "\n"
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

// inSet calls f for the positions of a set, by rule at the same time. Without -long
// only every nth of them is taken.
func inSet(t *testing.T, list []setPosition, nth int, f func(t *testing.T, p setPosition)) {
	t.Helper()
	if *long {
		nth = 1
	}
	for r := board.Rule(0); r < board.Rules; r++ {
		t.Run(r.String(), func(t *testing.T) {
			t.Parallel()
			i := 0
			for _, p := range list {
				if p.rule != r {
					continue
				}
				if i++; i%nth == 0 {
					f(t, p)
				}
			}
		})
	}
}

// TestSetsAreComplete: every rule, 15 and 20 points a side, has its positions.
func TestSetsAreComplete(t *testing.T) {
	counts := map[string]int{}
	for _, p := range readWins(t) {
		counts[fmt.Sprint(p.rule, p.size, p.kind)]++
	}
	for _, p := range readDefences(t) {
		counts[fmt.Sprint(p.rule, p.size, "defence")]++
	}
	for r := board.Rule(0); r < board.Rules; r++ {
		for _, size := range []int{15, 20} {
			for _, kind := range []string{"fours", "threats", "defence"} {
				if n := counts[fmt.Sprint(r, size, kind)]; n < wanted(kind) {
					t.Errorf("%v, %d points a side, %s: %d positions", r, size, kind, n)
				}
			}
		}
	}
}

// TestForcedWins: Solve proves the wins of the set within its budget, and the slow
// referee accepts the proofs.
func TestForcedWins(t *testing.T) {
	oneGoroutine(t)
	inSet(t, readWins(t), 5, func(t *testing.T, p setPosition) {
		b := p.board(t)
		s := Solve(b, Limits{Nodes: solveBudget}, stillClock())
		if s.Outcome != Proven {
			t.Errorf("%v: not proven in %d nodes (%v)", p, solveBudget, s.Outcome)
			return
		}
		checkProof(t, b, s.Proof)
		if p.kind == "fours" && p.plies <= 9 && p.size == 15 && !slowWin(slowCopy(t, b), p.plies/2, false) {
			t.Errorf("%v: there is no win by fours so short", p)
		}
	})
}

// TestSearchFindsWins: the engine finds a winning move of each position of the set
// within its budget and says how far the win is at most.
func TestSearchFindsWins(t *testing.T) {
	oneGoroutine(t)
	inSet(t, readWins(t), 5, func(t *testing.T, p setPosition) {
		b := p.board(t)
		e := New(Options{Width: 40, MaxDepth: 30, HashBytes: 1 << 20, Weights: eval.DefaultWeights()})
		r := e.Search(b, Limits{Nodes: searchBudget}, stillClock(), nil)
		plies, win, ok := r.Score.Mate()
		if !ok || !win || !r.Proven || plies > b.Empties().Len() {
			t.Errorf("%v: %v, %v, proven %v, %d empty points", p, r.Move, r.Score, r.Proven, b.Empties().Len())
			return
		}
		if proof := proofOf(b, r.Move, solveBudget); proof == nil {
			t.Errorf("%v: %v is not proven to win", p, r.Move)
		} else {
			checkProof(t, b, proof)
		}
	})
}

// proofOf proves that a move wins by continuous threats, or gives nil.
func proofOf(b *board.Board, m board.Point, nodes uint64) *Proof {
	if b.WinsAt(m, b.SideToMove()) {
		return &Proof{Move: m, Plies: 1}
	}
	w, set := testWorker(b.Rule())
	set(b)
	v := newProver(w, 1<<16)
	v.attacker, v.limit = b.SideToMove(), nodes
	w.board.Play(m)
	if v.search(1, infinite, infinite) != proven {
		return nil
	}
	x := extractor{v: v, nodes: rootTree}
	proof, err := x.defend(m, 1)
	if err != nil {
		return nil
	}
	return proof
}

// TestOnlyDefences: where all moves but a few lose to continuous threats, the
// engine plays none of those.
func TestOnlyDefences(t *testing.T) {
	oneGoroutine(t)
	inSet(t, readDefences(t), 10, func(t *testing.T, p setPosition) {
		b := p.board(t)
		e := New(Options{Width: 40, MaxDepth: 30, HashBytes: 1 << 20, Weights: eval.DefaultWeights()})
		r := e.Search(b, Limits{Nodes: defenceBudget}, stillClock(), nil)
		after := b.Clone()
		after.Play(r.Move)
		if s := Solve(after, Limits{Nodes: solveBudget}, stillClock()); s.Outcome == Proven {
			t.Errorf("%v: %v (%v, depth %d) loses in %d\n%s", p, r.Move, r.Score, r.Depth, s.Proof.Plies, b.Draw())
		}
	})
}
