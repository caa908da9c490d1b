package report

import (
	"bufio"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"tengen/tournaments"
)

// liveCup serves a cup of which some games are over.
func liveCup(t *testing.T, games int) (*Live, *Server, tournaments.Header) {
	t.Helper()
	h := cupHeader(4, "renju")
	l := NewLive()
	s, err := l.Serve("0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	a, err := http.Get(s.URL)
	if err != nil || a.StatusCode != http.StatusServiceUnavailable {
		t.Errorf("before the begin: %v %v", a, err)
	}
	l.Begin(h, h.Scheduled())
	for n := range games {
		l.Add(cupGame(h, n, 20))
	}
	return l, s, h
}

// progressOf is a game with its first moves.
func progressOf(g tournaments.Game, moves int) tournaments.Progress {
	return tournaments.Progress{Number: g.Number, ID: g.ID, Black: g.Black, White: g.White, Opening: g.Opening, Moves: g.Moves[:moves]}
}

func get(t *testing.T, url string) (string, int) {
	t.Helper()
	a, err := http.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	defer a.Body.Close()
	text, err := io.ReadAll(a.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(text), a.StatusCode
}

// events reads events from the stream until one with the given name, and gives
// the names and the text of the last.
func events(t *testing.T, in *bufio.Reader, until string) (names []string, data string) {
	t.Helper()
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			t.Fatalf("after %q: %v", names, err)
		}
		if name, ok := strings.CutPrefix(strings.TrimSpace(line), "event: "); ok {
			names = append(names, name)
			data, _ = in.ReadString('\n')
			if name == until {
				return names, strings.TrimPrefix(data, "data: ")
			}
		}
	}
}

func TestLiveServer(t *testing.T) {
	l, s, h := liveCup(t, 3)
	page, status := get(t, s.URL)
	if status != 200 || !strings.Contains(page, "3 of 24 games played") || !strings.Contains(page, `"live":true`) || strings.Contains(page, "<img") {
		t.Errorf("page: %d, %.300s", status, page)
	}
	if text, status := get(t, s.URL+"game/2"); status != 200 || !strings.Contains(text, `"o":"h8h9i9"`) {
		t.Errorf("game: %d, %.200s", status, text)
	}
	for _, bad := range []string{"game/3", "game/-1", "game/x", "nothing"} {
		if _, status := get(t, s.URL+bad); status != 404 {
			t.Errorf("%s: %d", bad, status)
		}
	}
	g := cupGame(h, 3, 20)
	l.Playing(progressOf(g, 0))
	l.Playing(progressOf(g, 2))
	stream, err := http.Get(s.URL + "events")
	if err != nil {
		t.Fatal(err)
	}
	defer stream.Body.Close()
	in := bufio.NewReader(stream.Body)
	names, _ := events(t, in, "synced")
	if strings.Join(names, " ") != "reset playing moves games summary synced" {
		t.Errorf("at the beginning: %q", names)
	}
	l.Playing(progressOf(g, 3))
	if _, data := events(t, in, "moves"); !strings.Contains(data, `"m":"`+g.Moves[2].At+`"`) || !strings.Contains(data, `\u003ci\u003esaid`) {
		t.Errorf("move: %s", data)
	}
	l.Add(g)
	if names, data := events(t, in, "gone"); strings.Join(names, " ") != "games gone" || !strings.Contains(data, g.ID) {
		t.Errorf("at the end of a game: %q %s", names, data)
	}
	if _, data := events(t, in, "summary"); !strings.Contains(data, "4 of 24 games played") {
		t.Errorf("summary: %.200s", data)
	}
	l.End("all games are played")
	if _, data := events(t, in, "end"); !strings.Contains(data, "all games") {
		t.Errorf("end: %s", data)
	}
}

func TestAddress(t *testing.T) {
	for given, want := range map[string]string{
		"8080": "127.0.0.1:8080", ":8080": "127.0.0.1:8080", "0.0.0.0:80": "0.0.0.0:80", "[::1]:9": "[::1]:9", "host": "", "": "", "1:2:3": "",
	} {
		got, err := Address(given)
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q, %v", given, got, err)
		}
	}
}

// Telling the page of a move costs a game next to nothing.
func BenchmarkPlaying(b *testing.B) {
	l := NewLive()
	h := cupHeader(4, "renju")
	l.Begin(h, 24)
	g := cupGame(h, 3, 60)
	for b.Loop() {
		for k := range len(g.Moves) {
			l.Playing(progressOf(g, k))
		}
		l.playingMu.Lock()
		delete(l.playing, g.ID)
		l.playingMu.Unlock()
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*len(g.Moves)), "ns/move")
}

// The live page in a browser: tables, moves and games come by themselves; a game
// that is being watched goes over into the finished one.
func TestLiveInBrowser(t *testing.T) {
	l, s, h := liveCup(t, 4)
	first, second := cupGame(h, 4, 20), cupGame(h, 5, 20)
	l.Playing(progressOf(first, 5))
	b := open(t)
	b.size(1280, 900, false)
	b.show(s.URL)
	b.until(`document.getElementById("live").textContent === "live" && document.querySelectorAll(".card").length === 1`)
	if n := b.text("#count"); n != "4 games" {
		t.Errorf("games listed: %q", n)
	}
	if text := b.text(".card"); !strings.Contains(text, "8 stones") {
		t.Errorf("card: %q", text)
	}
	l.Playing(progressOf(second, 1))
	b.until(`document.querySelectorAll(".card").length === 2`)
	b.shoot("live-light-wide")
	b.click(".card")
	b.until(`!document.getElementById("viewer").hidden`)
	stones := `document.querySelectorAll("#board .black, #board .white").length`
	b.until(stones + " === 8")
	l.Playing(progressOf(first, 6))
	b.until(stones + " === 9")
	b.key("ArrowLeft")
	b.until(stones + " === 8")
	l.Playing(progressOf(first, 7))
	b.until(`document.getElementById("slide").max === "10"`)
	if b.eval("String("+stones+")") != "8" {
		t.Error("who looks at an earlier move is taken away from it")
	}
	b.key("End")
	b.until(stones + " === 10")
	b.shoot("live-game")
	l.Add(first)
	b.until(`location.hash.startsWith("#game/` + first.ID + `/")`)
	b.until(`document.getElementById("vresult").textContent.includes(" wins by ") || document.getElementById("vresult").textContent.includes("drawn")`)
	b.key("Escape")
	b.until(`document.getElementById("count").textContent === "5 games"`)
	b.until(`document.getElementById("summary").textContent.includes("5 of 24 games played")`)
	b.until(`document.querySelectorAll(".card").length === 1`)

	// Closed and opened again, at a game.
	b.show(s.URL + "#game/" + first.ID + "/5")
	b.until(stones + " === 5")
	l.End("all games are played")
	b.until(`document.getElementById("live").textContent === "all games are played"`)
	time.Sleep(10 * time.Millisecond)
	b.clean()
}
