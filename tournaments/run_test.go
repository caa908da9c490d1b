package tournaments

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	ps "github.com/shirou/gopsutil/v4/process"
)

var long = flag.Bool("long", false, "also run the tests that take minutes")

// plain strips from a game what depends on the clock and the machine.
func plain(g Game) Game {
	g.Started, g.Seconds, g.BlackMemory, g.WhiteMemory = time.Time{}, 0, 0, 0
	g.Moves = slices.Clone(g.Moves)
	for i := range g.Moves {
		g.Moves[i].Millis = 0
	}
	return g
}

func plainAll(list []Game) []Game {
	out := make([]Game, len(list))
	for i, g := range list {
		out[i] = plain(g)
	}
	return out
}

// cup is a tournament of three engines that always play the same, with openings
// and all.
func cup(t testing.TB, concurrency int) *Tournament {
	t.Helper()
	file := filepath.Join(t.TempDir(), "openings.txt")
	if err := os.WriteFile(file, []byte("f6g7h6\n0,0, 1,1, 2,3\n# nothing\nd4e5\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	counting := func(name string, habits ...string) EngineSettings {
		e := fakeEngine(name, habits...)
		e.Nodes = 1000
		return e
	}
	return fakeTournament(t, func(tour *Tournament) {
		tour.Rounds, tour.Concurrency, tour.Seed = 5, concurrency, 7
		tour.Openings = OpeningSettings{File: file, Order: Shuffled, Symmetries: true}
	}, counting("a", "seed=1"), counting("b", "seed=2", "tell=depth_3_eval_12_nodes_99"), counting("c", "seed=3"))
}

func TestConcurrencyDoesNotChangeGames(t *testing.T) {
	one, _ := playAll(t, cup(t, 1))
	eight, out := playAll(t, cup(t, 8))
	if len(one) != 30 || out.Done != 30 || out.Total != 30 {
		t.Fatalf("%d games, want 30", len(one))
	}
	if !reflect.DeepEqual(plainAll(one), plainAll(eight)) {
		t.Error("one game at a time and eight give different games")
	}
	for _, g := range one {
		if g.Reason.IsFault() {
			t.Error(g.Line())
		}
	}
}

func TestMergedShardsEqualTheWhole(t *testing.T) {
	whole, _ := playAll(t, cup(t, 2))
	dir := t.TempDir()
	var parts []string
	sum := 0
	for i := 1; i <= 4; i++ {
		part := fmt.Sprintf("%s/part%d", dir, i)
		out, err := cup(t, 2).Run(t.Context(), RunOptions{Record: part, Shard: Shard{i, 4}})
		if err != nil {
			t.Fatal(err)
		}
		if out.Done != out.Total || out.Done%2 != 0 {
			t.Errorf("shard %d played %d of %d games", i, out.Done, out.Total)
		}
		sum += out.Done
		parts = append(parts, part)
	}
	slices.Reverse(parts)
	merged := dir + "/merged"
	m, err := Merge(merged, append(parts, parts[0]))
	if err != nil {
		t.Fatal(err)
	}
	if sum != 30 || m.Games != 30 || m.Missing != 0 || m.Duplicates == 0 {
		t.Errorf("%d games in shards, merged %+v", sum, m)
	}
	h, list, err := ReadRecord(merged)
	if err != nil {
		t.Fatal(err)
	}
	if !reflect.DeepEqual(plainAll(list), plainAll(whole)) {
		t.Error("the merged shards are not the games of the whole")
	}
	a, _ := Stand(h, list).Rows()
	b, _ := Stand(h, whole).Rows()
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Rating != b[i].Rating || a[i].Total() != b[i].Total() {
			t.Errorf("place %d: %+v and %+v", i+1, a[i], b[i])
		}
	}
	if _, err := Merge(merged, parts); err == nil {
		t.Error("merging onto an existing file was allowed")
	}
	// The merged record is a record like any other: nothing is left to play.
	out, err := cup(t, 2).Run(t.Context(), RunOptions{Record: merged})
	if err != nil || out.Resumed != 30 || out.Done != 30 {
		t.Errorf("going on with the merged record: %+v %v", out, err)
	}
}

// A runner that is killed at any moment leaves no engine behind and a record
// from which the next one goes on, to the same games.
func TestResumeAfterKill(t *testing.T) {
	want, _ := playAll(t, cup(t, 2))
	dir := t.TempDir()
	pids := dir + "/pids"
	text := fmt.Sprintf(`
rounds = 5
seed = 7
concurrency = 2
[board]
size = 11
[openings]
file = "openings.txt"
order = "shuffled"
symmetries = true
[each]
pause = "0s"
turn = "20s"
tolerance = "500ms"
nodes = 1000
[[engine]]
name = "a"
command = '{tengen} fake-engine seed=1 think=2 "pid=%[1]s"'
[[engine]]
name = "b"
command = '{tengen} fake-engine seed=2 think=2 "tell=depth_3_eval_12_nodes_99" "pid=%[1]s"'
[[engine]]
name = "c"
command = '{tengen} fake-engine seed=3 think=2 "pid=%[1]s"'
`, pids)
	os.WriteFile(dir+"/cup.toml", []byte(text), 0o644)
	os.WriteFile(dir+"/openings.txt", []byte("f6g7h6\n0,0, 1,1, 2,3\nd4e5\n"), 0o644)
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	random := newRandom(uint64(time.Now().UnixNano()), 0, 0)
	kills := 0
	for {
		cmd := exec.Command(self, "fake-runner", dir+"/cup.toml")
		var complaint bytes.Buffer
		cmd.Stderr = &complaint
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		if kills < 6 {
			time.Sleep(time.Duration(50+random.below(400)) * time.Millisecond)
			cmd.Process.Kill()
			kills++
		}
		err := cmd.Wait()
		if runtime.GOOS == "linux" || runtime.GOOS == "windows" {
			noneAlive(t, pids) // a runner killed at once has not started any
		}
		if err == nil {
			break
		}
		if complaint.Len() > 0 {
			t.Fatalf("%v: %s", err, complaint.String())
		}
	}
	if got := games(t, dir+"/cup.jsonl"); !reflect.DeepEqual(plainAll(got), plainAll(want)) {
		t.Errorf("after %d kills: %d games, not those of an undisturbed run", kills, len(got))
	}
}

// The test stops at the same pair however many games run at a time, and a second
// run finds it decided.
func TestSPRTStopsEarly(t *testing.T) {
	var verdicts []TestState
	for _, concurrency := range []int{1, 8} {
		record := t.TempDir() + "/record"
		tour := func() *Tournament {
			return fakeTournament(t, func(tour *Tournament) {
				tour.Rounds, tour.Concurrency = 100000, concurrency
				tour.SPRT = &SPRTSettings{Elo0: 0, Elo1: 100, Alpha: 0.05, Beta: 0.05, Model: Normalized}
			}, fakeEngine("strong"), fakeEngine("weak", "off-board@1"))
		}
		out, err := tour().Run(t.Context(), RunOptions{Record: record})
		if err != nil {
			t.Fatal(err)
		}
		if out.Test.Verdict != AcceptH1 || out.Done > 200 {
			t.Errorf("%d at a time: %s after %d games", concurrency, out.Test, out.Done)
		}
		verdicts = append(verdicts, *out.Test)
		again, err := tour().Run(t.Context(), RunOptions{Record: record})
		if err != nil || again.Done != out.Done || again.Test.Verdict != AcceptH1 {
			t.Errorf("%d at a time, again: %+v %v", concurrency, again, err)
		}
	}
	if verdicts[0] != verdicts[1] {
		t.Errorf("one at a time %+v, eight %+v", verdicts[0], verdicts[1])
	}
}

// A record that has more than is to be played now, by shard or by rounds, is not
// more than all of it.
func TestPartOfAWholeRecord(t *testing.T) {
	two := func(rounds int) *Tournament {
		return fakeTournament(t, func(tour *Tournament) { tour.Rounds = rounds }, fakeEngine("a"), fakeEngine("b"))
	}
	record := t.TempDir() + "/record"
	for _, c := range []struct {
		rounds int
		shard  Shard
		want   int
	}{{3, Shard{}, 6}, {3, Shard{1, 2}, 4}, {1, Shard{}, 2}, {4, Shard{2, 2}, 4}} {
		out, err := two(c.rounds).Run(t.Context(), RunOptions{Record: record, Shard: c.shard})
		if err != nil || out.Done != c.want || out.Total != c.want {
			t.Errorf("%d rounds, shard %v: %+v, %v", c.rounds, c.shard, out, err)
		}
	}
}

// Shards do not decide a test.
func TestShardHasNoSPRT(t *testing.T) {
	s := DefaultSPRT()
	tour := fakeTournament(t, func(tour *Tournament) { tour.Rounds, tour.SPRT = 2, &s }, fakeEngine("a"), fakeEngine("b"))
	out, err := tour.Run(t.Context(), RunOptions{Shard: Shard{1, 2}})
	if err != nil || out.Test != nil || out.Done != 2 || out.Total != 2 {
		t.Errorf("%+v, %v", out, err)
	}
}

func TestNamesFromAbout(t *testing.T) {
	nameless := fakeEngine("")
	old := fakeEngine("", "about=Old engine by somebody")
	tour := fakeTournament(t, nil, nameless, fakeEngine("b"), fakeEngine(""), old)
	_, out := playAll(t, tour)
	self, _ := os.Executable()
	want := []string{"Fake", "b", "Fake-2", strings.TrimSuffix(filepath.Base(self), ".exe")}
	if !slices.Equal(out.Standings.Names(), want) {
		t.Errorf("names %q, want %q", out.Standings.Names(), want)
	}
}

// Ten thousand games of kept processes leave nothing behind: memory, processes,
// open files and goroutines stay where they were.
func TestManyGamesDoNotGrow(t *testing.T) {
	rounds := 150
	if *long {
		rounds = 5000
	}
	tour := fakeTournament(t, func(tour *Tournament) {
		tour.Rounds, tour.Concurrency, tour.Board.Size = rounds, 2, 6
	}, fakeEngine("a", "seed=1"), fakeEngine("b", "seed=2"))
	self := ps.Process{Pid: int32(os.Getpid())}
	type use struct {
		heap             uint64
		files            int32
		children, gorout int
	}
	look := func() use {
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		files, _ := self.NumFDs()
		children, _ := self.Children()
		return use{m.HeapAlloc, files, len(children), runtime.NumGoroutine()}
	}
	var early, late use
	var millis []float64
	start := time.Now()
	record := t.TempDir() + "/record"
	_, err := tour.Run(t.Context(), RunOptions{Record: record, Watch: func(e Event) {
		switch e.Done {
		case e.Total / 10:
			early = look()
		case e.Total - 10:
			late = look()
		}
		if e.Game != nil && len(millis) < 50000 {
			for _, m := range e.Game.Moves {
				millis = append(millis, m.Millis)
			}
		}
	}})
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(millis)
	took := time.Since(start)
	t.Logf("%d games in %v, %.2f ms each; a move's median %.3f ms as the referee measures it; early %+v, late %+v",
		2*rounds, took.Round(time.Millisecond), took.Seconds()*1000/float64(2*rounds), millis[len(millis)/2], early, late)
	if late.heap > early.heap+8<<20 || late.files > early.files+4 || late.children > early.children || late.gorout > early.gorout+4 {
		t.Errorf("early %+v, late %+v", early, late)
	}
	if median := millis[len(millis)/2]; median > 5 {
		t.Errorf("an engine that answers at once is charged %.3f ms a move", median)
	}
	after := look()
	if after.children > 0 {
		t.Errorf("%d children are left", after.children)
	}
}

// The runner's overhead per move: what one move of two instant engines costs
// beyond what they need, which for them is next to nothing.
func BenchmarkMove(b *testing.B) {
	tour := fakeTournament(b, func(tour *Tournament) { tour.Concurrency = 1; tour.Rounds = b.N/20 + 1 }, fakeEngine("a"), fakeEngine("b", "seed=2"))
	moves := 0
	b.ResetTimer()
	if _, err := tour.Run(b.Context(), RunOptions{Watch: func(e Event) {
		if e.Game != nil {
			moves += len(e.Game.Moves)
		}
	}}); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(moves), "µs/move")
}

// A game survives the way through its line of JSON.
func TestGameAsJSON(t *testing.T) {
	score := -3
	g := Game{ID: "1.1.1", Black: "a <b> & \"c\"", White: "ü", Moves: []Move{{At: "h8", Millis: 1.234, Score: &score, Says: "x\ny"}}, Result: Drawn, Reason: FullBoard, Started: time.Now().UTC().Truncate(time.Millisecond)}
	text, err := json.Marshal(g)
	if err != nil {
		t.Fatal(err)
	}
	var back Game
	if err := json.Unmarshal(text, &back); err != nil || !reflect.DeepEqual(g, back) {
		t.Errorf("%+v\n%+v\n%v", g, back, err)
	}
}
