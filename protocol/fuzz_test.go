package protocol

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"tengen/search"
)

// FuzzSession feeds a whole input to a session and checks what can be said of any: it ends, it gives exactly the answers
// that were asked for, and each line it writes is one that a manager can read.
func FuzzSession(f *testing.F) {
	for _, s := range []string{
		"START 15\nBEGIN\nTURN 7,7\nEND\n",
		"\xef\xbb\xbfINFO rule 4\r\nSTART 15\r\nBOARD\r\n7,7,2\r\nDONE\r\n",
		"RECTSTART 5,22\rTURN 4,21\rTAKEBACK 4,21\rRESTART\rPLAY 0,0\r",
		"START 5\nBEGIN\nBEGIN\nBEGIN\nBEGIN\nYXSTOP\nABOUT\nINFO rule 2\nINFO show_detail 1\nBEGIN\n",
		"SWAP2BOARD\n7,7\nDONE\nYXSETDATABASE\nx\nYXHASHCLEAR\nYXSHOWFORBID\n",
		"START 15 15\nYXSHOWINFO\nINFO show_detail 1\nSWAP2BOARD\nDONE\nSWAP2BOARD\n7,7\n8,8\n1,1\nDONE\nSWAP1STBOARD\n3,3\nDONE\n",
		"START 9\nINFO pondering 1\nYXBOARD\n4,4,2\n4,5,1\n1,1,2\nDONE\nYXSWAP2STEP2\nYXSWAP2STEP1\nYXNBEST 3\nYXBALANCETWO 0\nYXBALANCEONE -50\n",
		"START 15\nINFO rule 4\nYXSOOSORVSTEP1\nYXSOOSORVSTEP5 3\n7,7\n7,8\n8,8\n9,9\nDONE\nYXSOOSORVSTEP6\n7,7\n7,8\n8,8\n9,9\n5,5\n6,6\nDONE\n",
		"START 6\nYXBLOCK\n0,0\nDONE\nYXBLOCKPATH\n3,3\n0,0\nDONE\nYXFORBID ADD 1 1 0\nBEGIN\nYXSEARCHDEFEND\nYXBLOCKRESET\n",
		"START 7\nINFO max_memory 1\nINFO time_left -1\nBEGIN\nINFO timeout_turn 0\nTURN 0,0\n",
		"START 6\nINFO rule 9\nBOARD\n0,0,3\n1,1,1\n1,2,1\n1,3,1\n1,4,1\n0,1,2\nDONE\nTURN\nTURN 5,5\n",
	} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, in []byte) {
		if len(in) > 4096 {
			return
		}
		var out bytes.Buffer
		s := newSession(Options{Turn: time.Millisecond, LineEnd: "\n", Engine: search.Options{HashBytes: mebibyte, Width: 8}})
		over := make(chan struct{})
		go func() {
			defer close(over)
			s.run(bytes.NewReader(in), &out)
		}()
		select {
		case <-over:
		case <-time.After(30 * time.Second):
			t.Fatalf("the session does not end on %q", in)
		}

		want, broken, ended := asked(in)
		got := 0
		for _, l := range strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n") {
			switch {
			case l == "":
			case plain(l) != l:
				t.Errorf("on %q it says %q", in, l)
			case !strings.HasPrefix(l, "MESSAGE "):
				got++
				if !isAnswer(l) {
					t.Errorf("on %q it answers %q", in, l)
				}
			}
		}
		if got > want+broken || got < want && !ended {
			t.Errorf("on %q it gives %d answers, want %d:\n%s", in, got, want, out.String())
		}
	})
}

// asked counts the commands in the input that want an answer, up to END, and those that bring one only when there is no
// game yet or when a new game breaks them off; with ended, fewer may be given.
func asked(in []byte) (n, broken int, ended bool) {
	r := newLineReader(bytes.NewReader(in))
	var a assembler
	for {
		text, cut, err := r.next()
		if err != nil {
			return n, broken, false
		}
		c, ok := a.feed(line{text: text, cut: cut})
		switch {
		case ok && c.Kind == End:
			return n, broken, true
		case ok && c.entry.answered:
			n++
		case ok && c.entry.needs:
			broken++
		}
	}
}

// isMoves reports whether a line is one to three moves with single blanks between.
func isMoves(l string) bool {
	words := strings.Split(l, " ")
	for _, w := range words {
		if !isMove(w) {
			return false
		}
	}
	return len(words) <= 3
}

func isAnswer(l string) bool {
	return l == "OK" || l == "SWAP" || isMoves(l) || strings.HasPrefix(l, "ERROR ") || strings.HasPrefix(l, "UNKNOWN ") ||
		strings.HasPrefix(l, "FORBID ") || strings.HasPrefix(l, `name="Tengen"`)
}
