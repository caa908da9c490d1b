package main

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

var sample = []file{{"tengen", []byte("program"), true}, {"README.md", []byte("text\n"), false}}

func TestArchivesRepeat(t *testing.T) {
	at := time.Unix(1700000000, 0).UTC()
	for name, pack := range map[string]func([]file, string, time.Time) ([]byte, error){"zip": zipped, "tar": tarred} {
		a, err1 := pack(sample, "x/", at)
		time.Sleep(10 * time.Millisecond)
		b, err2 := pack(sample, "x/", at)
		if err1 != nil || err2 != nil || !bytes.Equal(a, b) || len(a) == 0 {
			t.Errorf("%s: %d and %d bytes, %v, %v", name, len(a), len(b), err1, err2)
		}
	}
}

func TestArchiveContents(t *testing.T) {
	at := time.Unix(1700000000, 0).UTC()
	data, err := zipped(sample, "x/", at)
	if err != nil {
		t.Fatal(err)
	}
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	if len(z.File) != 2 || z.File[0].Name != "x/tengen" || z.File[0].Mode()&0o111 == 0 || z.File[1].Mode()&0o111 != 0 || !z.File[0].Modified.Equal(at) {
		t.Errorf("%+v", z.File)
	}
	if data, err = tarred(sample, "x/", at); err != nil {
		t.Fatal(err)
	}
	g, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	r := tar.NewReader(g)
	h, err := r.Next()
	if err != nil || h.Name != "x/tengen" || h.Mode != 0o755 || !h.ModTime.Equal(at) || h.Uname != "" {
		t.Fatalf("%+v, %v", h, err)
	}
	if text, err := io.ReadAll(r); err != nil || string(text) != "program" {
		t.Errorf("%q, %v", text, err)
	}
}

func TestChecksums(t *testing.T) {
	want := "0000000000000000000000000000000000000000000000000000000000000000"
	got := strings.Split(strings.TrimSpace(string(checksums(sample))), "\n")
	if len(got) != 2 || !strings.HasSuffix(got[0], "  README.md") || !strings.HasSuffix(got[1], "  tengen") || len(got[0]) != len(want)+len("  README.md") {
		t.Errorf("%q", got)
	}
	if got := string(checksums([]file{{name: "empty"}})); got != "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855  empty\n" {
		t.Errorf("%q", got)
	}
}

// TestSource runs where the source is a git work tree.
func TestSource(t *testing.T) {
	t.Chdir("../..")
	if _, err := output("git", "rev-parse", "HEAD"); err != nil {
		t.Skip("no git work tree: ", err)
	}
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	s, err := readSource(t.TempDir())
	if err != nil || s.date() != "2023-11-14" || len(s.commit) != 12 || strings.Count(s.version, ".") != 2 {
		t.Errorf("%+v, %v", s, err)
	}
	text, err := os.ReadFile(filepath.Join(s.dir, "CHANGELOG.md"))
	if err != nil || !strings.Contains(string(text), "## "+s.version) {
		t.Errorf("CHANGELOG.md has no section %s: %v", s.version, err)
	}
}
