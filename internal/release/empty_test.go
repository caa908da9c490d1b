package main

import (
	"os"
	"path/filepath"
	"testing"
)

// TestOnlyReleasesAreReplaced: a folder with anything else in it is left as it is.
func TestOnlyReleasesAreReplaced(t *testing.T) {
	fill := func(names ...string) string {
		dir := t.TempDir()
		for _, n := range names {
			if err := os.WriteFile(filepath.Join(dir, n), nil, 0o666); err != nil {
				t.Fatal(err)
			}
		}
		return dir
	}
	for _, dir := range []string{filepath.Join(t.TempDir(), "new"), fill(), fill("SHA256SUMS", "tengen-1-linux-amd64.tar.gz"), fill("tengen-gomocup.zip")} {
		if err := empty(dir); err != nil {
			t.Error(err)
		}
	}
	dir := fill("tengen-1.zip", "main.go")
	if err := empty(dir); err == nil {
		t.Error("somebody's folder was emptied")
	}
	if _, err := os.Stat(filepath.Join(dir, "main.go")); err != nil {
		t.Error(err)
	}
}
