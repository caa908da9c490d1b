package report

import (
	"bufio"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
)

// browser is a headless Chromium that a test drives by the DevTools protocol
// over a pair of pipes: JSON messages that end in a zero byte.
type browser struct {
	t       testing.TB
	cmd     *exec.Cmd
	out     *os.File // what we say
	session string

	mu     sync.Mutex
	next   int
	wait   map[int]chan answer
	errors []string // what went wrong in pages
	gone   chan struct{}
}

type answer struct {
	ID     int             `json:"id"`
	Method string          `json:"method"`
	Params json.RawMessage `json:"params"`
	Result json.RawMessage `json:"result"`
	Error  *struct{ Message string }
}

// patience is how long anything in the browser may take; machines are shared.
const patience = 60 * time.Second

// chromium finds the browser; without one the test is skipped.
func chromium(t testing.TB) string {
	if runtime.GOOS == "windows" {
		t.Skip("the browser is driven over inherited pipes, which Go has on Unix only")
	}
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome", "google-chrome-stable"} {
		if path, err := exec.LookPath(name); err == nil {
			return path
		}
	}
	t.Skip("no chromium here; on Debian: apt-get install chromium")
	return ""
}

// engine is the one browser process of a test run.
var engine struct {
	once    sync.Once
	browser *browser
	profile string
	err     error
}

// TestMain ends the browser when the tests are over.
func TestMain(m *testing.M) {
	status := m.Run()
	if b := engine.browser; b != nil {
		b.send("", "Browser.close", nil)
		select {
		case <-b.gone:
		case <-time.After(10 * time.Second):
			b.cmd.Process.Kill()
		}
		b.cmd.Wait()
		b.out.Close()
		// Helpers of the browser may still write into the profile.
		for range 50 {
			if os.RemoveAll(engine.profile) == nil {
				break
			}
			time.Sleep(100 * time.Millisecond)
		}
	}
	os.Exit(status)
}

// launch starts the browser.
func launch(path string) (*browser, error) {
	profile, err := os.MkdirTemp("", "tengen-chromium-*")
	if err != nil {
		return nil, err
	}
	engine.profile = profile
	theirs, out, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	in, theirOut, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	defer theirOut.Close()
	b := &browser{out: out, wait: map[int]chan answer{}, gone: make(chan struct{})}
	b.cmd = exec.Command(path, "--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
		"--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-dev-shm-usage",
		"--user-data-dir="+profile, "--remote-debugging-pipe", "about:blank")
	b.cmd.ExtraFiles = []*os.File{theirs, theirOut} // 3 and 4
	b.cmd.Env = append(os.Environ(), "HOME="+profile)
	if err := b.cmd.Start(); err != nil {
		return nil, err
	}
	go b.read(in)
	return b, nil
}

// open gives a fresh page. Tests with one do not run in parallel.
func open(t testing.TB) *browser {
	t.Helper()
	path := chromium(t)
	engine.once.Do(func() { engine.browser, engine.err = launch(path) })
	if engine.err != nil {
		t.Fatalf("%s: %v", path, engine.err)
	}
	b := engine.browser
	b.t, b.session, b.errors = t, "", nil
	var made struct{ TargetID string }
	b.call("Target.createTarget", map[string]any{"url": "about:blank"}, &made)
	t.Cleanup(func() {
		b.session = ""
		b.call("Target.closeTarget", map[string]any{"targetId": made.TargetID}, nil)
	})
	var attached struct{ SessionID string }
	b.call("Target.attachToTarget", map[string]any{"targetId": made.TargetID, "flatten": true}, &attached)
	b.session = attached.SessionID
	b.call("Page.enable", nil, nil)
	b.call("Runtime.enable", nil, nil)
	b.call("Log.enable", nil, nil)
	return b
}

func (b *browser) read(in *os.File) {
	defer close(b.gone)
	defer in.Close()
	r := bufio.NewReaderSize(in, 1<<20)
	for {
		text, err := r.ReadBytes(0)
		if err != nil {
			return
		}
		var a answer
		if json.Unmarshal(text[:len(text)-1], &a) != nil {
			continue
		}
		b.mu.Lock()
		if c := b.wait[a.ID]; a.ID != 0 && c != nil {
			delete(b.wait, a.ID)
			c <- a
		}
		switch a.Method {
		case "Runtime.exceptionThrown":
			b.errors = append(b.errors, string(a.Params))
		case "Log.entryAdded":
			if strings.Contains(string(a.Params), `"level":"error"`) {
				b.errors = append(b.errors, string(a.Params))
			}
		}
		b.mu.Unlock()
	}
}

func (b *browser) send(session, method string, params any) (chan answer, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.next++
	m := map[string]any{"id": b.next, "method": method}
	if params != nil {
		m["params"] = params
	}
	if session != "" {
		m["sessionId"] = session
	}
	text, err := json.Marshal(m)
	if err != nil {
		return nil, err
	}
	c := make(chan answer, 1)
	b.wait[b.next] = c
	_, err = b.out.Write(append(text, 0))
	return c, err
}

// call asks the browser and waits for its answer.
func (b *browser) call(method string, params, result any) {
	b.t.Helper()
	c, err := b.send(b.session, method, params)
	if err != nil {
		b.t.Fatalf("%s: %v", method, err)
	}
	select {
	case a := <-c:
		if a.Error != nil {
			b.t.Fatalf("%s: %s", method, a.Error.Message)
		}
		if result != nil {
			if err := json.Unmarshal(a.Result, result); err != nil {
				b.t.Fatalf("%s: %v", method, err)
			}
		}
	case <-b.gone:
		b.t.Fatalf("%s: the browser has ended", method)
	case <-time.After(patience):
		b.t.Fatalf("%s: no answer", method)
	}
}

// show opens an address and waits until the page is there.
func (b *browser) show(url string) {
	b.t.Helper()
	b.call("Page.navigate", map[string]any{"url": "about:blank"}, nil)
	b.call("Page.navigate", map[string]any{"url": url}, nil)
	b.until(`location.href !== "about:blank" && document.readyState === "complete"`)
}

// eval runs JavaScript and gives its value as text.
func (b *browser) eval(script string) string {
	b.t.Helper()
	var r struct {
		Result struct {
			Value json.RawMessage
		}
		ExceptionDetails *struct {
			Text      string
			Exception struct{ Description string }
		}
	}
	b.call("Runtime.evaluate", map[string]any{"expression": script, "returnByValue": true, "awaitPromise": true}, &r)
	if r.ExceptionDetails != nil {
		b.t.Fatalf("%s: %s", script, r.ExceptionDetails.Exception.Description)
	}
	var text string
	if json.Unmarshal(r.Result.Value, &text) == nil {
		return text
	}
	return string(r.Result.Value)
}

// text is the text of the element a selector finds.
func (b *browser) text(selector string) string {
	b.t.Helper()
	return b.eval(fmt.Sprintf("(document.querySelector(%q) || {textContent: 'NOTHING'}).textContent", selector))
}

// until waits until a condition holds.
func (b *browser) until(condition string) {
	b.t.Helper()
	for end := time.Now().Add(patience); ; time.Sleep(30 * time.Millisecond) {
		if b.eval("!!("+condition+")") == "true" {
			return
		}
		if time.Now().After(end) {
			b.t.Fatalf("never came true: %s\n%s", condition, b.eval("location.href + ' ' + document.body.innerText.slice(0, 2000)"))
		}
	}
}

// click clicks the element a selector finds.
func (b *browser) click(selector string) {
	b.t.Helper()
	b.eval(fmt.Sprintf("(function () { var e = document.querySelector(%q); if (!e) throw new Error('nothing to click'); e.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true})); })()", selector))
}

// key presses a key, as named by KeyboardEvent.key.
func (b *browser) key(name string) {
	b.t.Helper()
	p := map[string]any{"type": "keyDown", "key": name}
	if len(name) == 1 {
		p["text"] = name
	}
	b.call("Input.dispatchKeyEvent", p, nil)
	b.call("Input.dispatchKeyEvent", map[string]any{"type": "keyUp", "key": name}, nil)
}

// size sets the window, in CSS pixels, and whether it is a phone's.
func (b *browser) size(width, height int, phone bool) {
	b.t.Helper()
	scale := 1
	if phone {
		scale = 2
	}
	b.call("Emulation.setDeviceMetricsOverride", map[string]any{"width": width, "height": height, "deviceScaleFactor": scale, "mobile": phone}, nil)
}

// scheme makes the system light or dark.
func (b *browser) scheme(name string) {
	b.t.Helper()
	b.media("screen", name)
}

// media makes the page be shown on a screen or on paper.
func (b *browser) media(kind, scheme string) {
	b.t.Helper()
	b.call("Emulation.setEmulatedMedia", map[string]any{"media": kind, "features": []map[string]string{{"name": "prefers-color-scheme", "value": scheme}}}, nil)
}

// shoot writes a screenshot into the directory that TENGEN_SCREENSHOTS names;
// without it nothing happens.
func (b *browser) shoot(name string) {
	b.t.Helper()
	dir := os.Getenv("TENGEN_SCREENSHOTS")
	if dir == "" {
		return
	}
	var shot struct{ Data string }
	b.call("Page.captureScreenshot", map[string]any{"format": "png", "captureBeyondViewport": false}, &shot)
	data, err := base64.StdEncoding.DecodeString(shot.Data)
	if err != nil {
		b.t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, name+".png"), data, 0o644); err != nil {
		b.t.Fatal(err)
	}
}

// clean fails the test when a page reported an error.
func (b *browser) clean() {
	b.t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	for _, e := range b.errors {
		b.t.Errorf("the page reported an error: %s", e)
	}
}
