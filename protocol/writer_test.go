package protocol

import (
	"errors"
	"io"
	"strings"
	"testing"
	"time"
)

func TestWriter(t *testing.T) {
	var b strings.Builder
	w := newWriter(&b, "\r\n")
	for _, s := range []string{"OK", "  7,7", "MESSAGE caf\u00e9\n\x00!", "MESSAGE a\tb"} {
		w.put(s)
	}
	if !w.close(0) {
		t.Error("not everything got out")
	}
	if want := "OK\r\n7,7\r\nMESSAGE caf???!\r\nMESSAGE a b\r\n"; b.String() != want {
		t.Errorf("wrote %q, want %q", b.String(), want)
	}
}

func TestWriterIsNotHeldUpForEver(t *testing.T) {
	r, out := io.Pipe() // nobody reads
	defer r.Close()
	w := newWriter(out, "\n")
	w.put("OK")
	start := time.Now()
	if w.close(20 * time.Millisecond) {
		t.Error("said to be written, but nobody has read")
	}
	if took := time.Since(start); took > 2*time.Second {
		t.Errorf("close took %v", took)
	}
}

type deaf struct{}

func (deaf) Write([]byte) (int, error) { return 0, errors.New("broken pipe") }

func TestWriterTellsOfABrokenPipe(t *testing.T) {
	w := newWriter(deaf{}, "\n")
	w.put("OK")
	select {
	case <-w.broken:
	case <-time.After(5 * time.Second):
		t.Fatal("not noticed")
	}
	if w.close(0) {
		t.Error("said to be written")
	}
}
