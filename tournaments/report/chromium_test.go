package report

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"tengen/tournaments"
)

// The page in a browser: from the cross table to a game, forward and back, by
// keys and by buttons, and nothing evil has happened.
func TestPageInBrowser(t *testing.T) {
	out, _ := makePage(t, "renju", 24, 40, Options{})
	b := open(t)
	b.size(1280, 900, false)
	b.scheme("light")
	b.show("file://" + out)
	expect := func(what, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q, want %q", what, got, want)
		}
	}
	expect("evil names", b.eval("String(window.hacked) + document.querySelectorAll('img').length"), "undefined0")
	expect("games listed", b.text("#count"), "24 games")
	b.shoot("overview-light-wide")
	b.size(390, 844, true)
	expect("wider than a phone", b.eval("document.documentElement.scrollWidth > 390"), "false")
	b.shoot("overview-light-phone")
	b.eval("document.getElementById('cross').scrollIntoView()")
	b.shoot("cross-light-phone")
	b.size(1280, 900, false)

	// From a cell of the cross table to the games of the two, to the first.
	b.click(".crosstable td.c a")
	b.until(`location.hash.startsWith("#games?a=")`)
	expect("games of two", b.text("#count"), "8 of 24 games")
	b.click("#list tbody tr td")
	b.until(`!document.getElementById("viewer").hidden`)
	stones := func() string {
		return b.eval(`String(document.querySelectorAll("#board .black, #board .white").length)`)
	}
	expect("stones of the opening", stones(), "3")
	for range 3 {
		b.key("ArrowRight")
	}
	expect("stones after three keys", stones(), "6")
	expect("number of the last stone", b.text("#board .lastnum"), "6")
	if !strings.Contains(b.text("#says"), "<i>said</i>") {
		t.Errorf("message not shown: %q", b.text("#says"))
	}
	b.key("ArrowLeft")
	expect("stones after a key back", stones(), "5")
	b.click("#last")
	all := b.eval(`document.getElementById("slide").max`)
	expect("stones at the end", stones(), all)
	b.click("#back")
	b.click("#fore")
	expect("stones after back and fore", stones(), all)
	b.key("Home")
	expect("stones at the beginning", stones(), "0")
	b.key("n")
	b.key("End")
	expect("numbers put away", b.eval(`String(document.querySelectorAll("#board .num").length)`), "0")
	b.key("n")
	b.eval(`document.getElementById("slide").value = 10; document.getElementById("slide").dispatchEvent(new Event("input"))`)
	expect("stones by the slider", stones(), "10")
	b.click(`#moves tr[data-k="12"]`)
	expect("stones by the list of moves", stones(), "12")
	if b.eval(`String(document.querySelectorAll("#plot path").length)`) != "2" {
		t.Error("not two evaluation curves")
	}
	b.shoot("game-light-wide")
	b.key(" ")
	b.until(`document.querySelectorAll("#board .black, #board .white").length > 13`)
	b.key(" ")
	game := b.eval("location.hash.split('/')[1]")
	b.key("]")
	b.until(`location.hash.split('/')[1] !== "` + game + `"`)
	b.key("[")
	b.until(`location.hash.split('/')[1] === "` + game + `"`)
	b.key("Escape")
	b.until(`document.getElementById("viewer").hidden`)
	expect("games of two, again", b.text("#count"), "8 of 24 games")

	// The losses by faults, dark, on a phone.
	b.scheme("dark")
	b.shoot("overview-dark-wide")
	b.click(`#losses a[href*="why=crash"]`)
	b.until(`location.hash.includes("why=crash")`)
	b.click("#list tbody tr td")
	b.until(`!document.getElementById("viewer").hidden`)
	if !strings.Contains(b.text("#vresult"), "by crash (exit status 2 <img") {
		t.Errorf("result: %q", b.text("#vresult"))
	}
	b.key("End")
	b.shoot("game-dark-wide")
	// On paper there are no buttons, and dark becomes light.
	b.media("print", "dark")
	expect("buttons on paper", b.eval(`getComputedStyle(document.getElementById("steps")).display`), "none")
	expect("paper", b.eval(`getComputedStyle(document.body).backgroundColor`), "rgb(255, 255, 255)")
	b.shoot("game-print")
	b.scheme("dark")
	b.size(390, 844, true)
	b.eval("window.dispatchEvent(new Event('resize')); window.scrollTo(0, 0)")
	expect("wider than a phone", b.eval("document.documentElement.scrollWidth > 390"), "false")
	b.shoot("game-dark-phone")
	b.eval("window.scrollTo(0, 700)")
	b.shoot("game-dark-phone-below")
	b.scheme("light")
	b.eval("window.scrollTo(0, 0)")
	b.shoot("game-light-phone")
	b.clean()
}

// Forbidden points are marked where black is to move, and the winning line at
// the end.
func TestForbiddenAndFiveInBrowser(t *testing.T) {
	out := renjuPage(t)
	b := open(t)
	b.size(1280, 900, false)
	b.show("file://" + out + "#game/1.1.1/9")
	b.until(`!document.getElementById("viewer").hidden`)
	count := func(selector string) string {
		return b.eval(`String(document.querySelectorAll("` + selector + `").length)`)
	}
	if n := count("#board .forbid"); n != "0" {
		t.Errorf("%s forbidden points with white to move", n)
	}
	b.key("ArrowLeft")
	if n := count("#board .forbid"); n != "1" {
		t.Errorf("%s forbidden points with black to move, want 1", n)
	}
	if s := b.text("#board .forbid title"); s != "h8 is forbidden to black" {
		t.Errorf("title %q", s)
	}
	b.shoot("forbidden")
	b.key("f")
	if n := count("#board .forbid"); n != "0" {
		t.Errorf("%s forbidden points although they are put away", n)
	}
	b.key("End")
	if n := count("#board .fiveline"); n != "1" {
		t.Errorf("%s winning lines", n)
	}
	if n := count("#board .fivering"); n != "5" {
		t.Errorf("%s stones of the winning line are marked", n)
	}
	if n := count("#board .num ~ .fiveline"); n != "0" {
		t.Error("the winning line is drawn over numbers")
	}
	b.shoot("five")
	b.clean()
}

// On phones nothing is wider than the screen, a game of the list stands whole on
// it, and an address that leads nowhere becomes the list's.
func TestPhonesAndAddressesInBrowser(t *testing.T) {
	out, _ := makePage(t, "freestyle", 12, 30, Options{})
	b := open(t)
	for _, width := range []int{390, 360, 320} {
		b.size(width, 844, true)
		b.show("file://" + out)
		if s := b.eval("document.documentElement.scrollWidth"); s != fmt.Sprint(width) {
			t.Errorf("%s pixels on a screen of %d", s, width)
		}
		if s := b.eval(`String(Array.from(document.querySelectorAll("#list td, #elo .cvalue, #elo .axis span")).filter(function (e) { var r = e.getBoundingClientRect(); return r.left < 0 || r.right > innerWidth || e.closest("#elo") && e.scrollWidth > e.clientWidth; }).length)`); s != "0" {
			t.Errorf("%s things are cut on a screen of %d", s, width)
		}
		b.shoot(fmt.Sprintf("phone-%d-top", width))
		b.eval("document.getElementById('elo').scrollIntoView()")
		b.shoot(fmt.Sprintf("phone-%d-elo", width))
		b.eval("document.getElementById('games').scrollIntoView()")
		b.shoot(fmt.Sprintf("phone-%d-games", width))
	}
	if s := b.text(".lead"); !strings.Contains(s, "12 games, 1 July 2026. Freestyle on 15 × 15") {
		t.Errorf("introduction: %q", s)
	}
	for hash, want := range map[string]string{
		"#game/9.9.9/3": "#games", "#nonsense": "#games", "#live/1.1.1x": "#games", "#games?a=99&why=rain": "#games",
		"#game/1.1.1/-5": "#game/1.1.1/3", "#game/1.1.1/abc": "#game/1.1.1/3", "#game/1.1.1/99999": "#game/1.1.1/33", "#cross": "#cross",
	} {
		b.show("file://" + out + hash)
		if got := b.eval("location.hash"); got != want {
			t.Errorf("%s: the address becomes %s, want %s", hash, got, want)
		}
	}
	b.clean()
}

// A thousand games are there at once, and a game of them too.
func TestThousandGamesInBrowser(t *testing.T) {
	b := open(t)
	page, info := thousand()
	out := filepath.Join(t.TempDir(), "thousand.html")
	if err := os.WriteFile(out, page, 0o644); err != nil {
		t.Fatal(err)
	}
	b.size(1280, 900, false)
	start := time.Now()
	b.show("file://" + out)
	b.until(`document.getElementById("count").textContent === "1000 games, the first 100 shown"`)
	there := time.Since(start)
	inside := b.eval(`String(Math.round(performance.getEntriesByType("navigation")[0].domContentLoadedEventEnd))`)
	took := b.eval(`(function () { var t = performance.now(); location.hash = "#game/150.2.1"; return new Promise(function (done) { (function look() { if (document.getElementById("viewer").hidden) setTimeout(look, 1); else done(String(Math.round(performance.now() - t))); })(); }); })()`)
	t.Logf("a page of %d bytes is there after %v (%s ms by its own clock), a game after %s ms more", info.PageSize, there.Round(time.Millisecond), inside, took)
	if there > 20*time.Second {
		t.Errorf("the page took %v", there)
	}
	b.clean()
}

// An engine that lost by its first answer has no move, and the page says why.
func TestFaultBesideTheBoard(t *testing.T) {
	h := cupHeader(1, "freestyle")
	g := tournaments.Game{ID: "1.1.1", Black: "alpha", White: "gamma", Rule: "freestyle", Width: 15, Height: 15, Moves: []tournaments.Move{{At: "h8", Millis: 3}},
		Result: tournaments.BlackWins, Reason: tournaments.TurnTime, Fault: "gamma", Detail: "f11 after 2.5s", FaultMillis: 2500}
	b := open(t)
	b.show("file://" + writePage(t, h, g) + "#game/1.1.1/1")
	b.until(`!document.getElementById("viewer").hidden`)
	if s := b.text("#says"); !strings.Contains(s, "Lost by time for the move: f11 after 2.5s") || strings.Contains(s, "no move yet") {
		t.Errorf("beside the board: %q", s)
	}
	if s := b.text("#time"); !strings.Contains(s, "2.5 s") {
		t.Errorf("times: %q", s)
	}
	b.clean()
}

// writePage writes the page of games.
func writePage(t testing.TB, h tournaments.Header, games ...tournaments.Game) string {
	t.Helper()
	p := NewBuilder(h)
	for _, g := range games {
		if err := p.Add(g); err != nil {
			t.Fatal(err)
		}
	}
	file, err := os.Create(filepath.Join(t.TempDir(), "page.html"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	if _, err := p.Write(file, Options{}); err != nil {
		t.Fatal(err)
	}
	return file.Name()
}
