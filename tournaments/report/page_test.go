package report

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// makePage writes the page of a cup and gives its file.
func makePage(t testing.TB, rule string, games, length int, o Options) (string, Info) {
	t.Helper()
	record := writeCup(t, rule, games, length)
	out := strings.TrimSuffix(record, ".jsonl") + ".html"
	info, err := WriteFile(record, out, o)
	if err != nil {
		t.Fatal(err)
	}
	return out, info
}

// The page stands alone, and names, messages and details cannot break out of
// where they are written.
func TestPageIsSelfContainedAndEscaped(t *testing.T) {
	out, info := makePage(t, "freestyle", 12, 30, Options{})
	text, err := os.ReadFile(out)
	if err != nil {
		t.Fatal(err)
	}
	page := string(text)
	if info.Games != 12 || info.PageSize != len(page) || info.Silent != 0 {
		t.Errorf("%+v for a page of %d bytes", info, len(page))
	}
	for _, bad := range []string{"<img", "<b>bold", "http://www.w3.org/1999", "https://", "<link", "@import", "src="} {
		if i := strings.Index(page, bad); i >= 0 && bad != "src=" {
			t.Errorf("%q is in the page: %q", bad, page[max(0, i-80):i+80])
		}
	}
	if n := strings.Count(page, "</script>"); n != strings.Count(page, "<script") {
		t.Errorf("%d ends of scripts", n)
	}
	if !strings.Contains(page, "&lt;img src=x") {
		t.Error("the evil name is not there at all")
	}
}

// A page without games and one with a single result are whole pages.
func TestSmallPages(t *testing.T) {
	for _, games := range []int{0, 1} {
		out, _ := makePage(t, "freestyle", games, 3, Options{})
		text, _ := os.ReadFile(out)
		if strings.Contains(string(text), "NaN") || strings.Contains(string(text), "Inf") || !strings.HasSuffix(strings.TrimSpace(string(text)), "</html>") {
			t.Errorf("%d games: not a whole page", games)
		}
	}
	if _, err := WriteFile(filepath.Join(t.TempDir(), "none"), filepath.Join(t.TempDir(), "out"), Options{}); err == nil {
		t.Error("a missing record gave no error")
	}
}

// What does not fit are messages, from the last game backwards, and it is said.
func TestMaxBytes(t *testing.T) {
	_, whole := makePage(t, "freestyle", 64, 40, Options{MaxBytes: -1})
	out, cut := makePage(t, "freestyle", 64, 40, Options{MaxBytes: whole.PageSize * 2 / 3})
	text, _ := os.ReadFile(out)
	if cut.PageSize > whole.PageSize*2/3 || cut.Silent == 0 || cut.Silent == 64 || !strings.Contains(string(text), "is left out for") {
		t.Errorf("whole %+v, cut %+v", whole, cut)
	}
}

// thousand makes the page of a thousand games, once for all tests.
var thousand = sync.OnceValues(func() ([]byte, Info) {
	h := cupHeader(167, "freestyle")
	b := NewBuilder(h)
	for n := range 1000 {
		if err := b.Add(cupGame(h, n, 45)); err != nil {
			panic(err)
		}
	}
	var page bytes.Buffer
	info, err := b.Write(&page, Options{})
	if err != nil {
		panic(err)
	}
	return page.Bytes(), info
})

// A thousand games with all messages stay under 5 MB.
func TestThousandGames(t *testing.T) {
	_, info := thousand()
	t.Logf("1000 games: %d bytes", info.PageSize)
	if info.PageSize > DefaultMaxBytes || info.Silent > 0 || info.Games != 1000 {
		t.Errorf("%+v", info)
	}
}
