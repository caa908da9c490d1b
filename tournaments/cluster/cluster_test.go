// Package cluster has no Go of its own: it is scripts that play a tournament in
// parts on many machines. This tests the one that needs no cluster; the other is
// tested by "make slurm".
package cluster

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// Three parts on this machine are joined to the whole; a second start has
// nothing left to play and changes no game.
func TestParallel(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the scripts are for a Unix shell")
	}
	if out, err := exec.Command("parallel", "--version").Output(); err != nil || !strings.Contains(string(out), "GNU parallel") {
		t.Skip("no GNU parallel here; on Debian: apt-get install parallel")
	}
	dir := t.TempDir()
	tengen := filepath.Join(dir, "tengen")
	if out, err := exec.Command("go", "build", "-o", tengen, "tengen").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cup := `
rounds = 3
[board]
size = 7
[each]
nodes = 100
threads = 1
turn = "20s"
memory = "100MB"
pause = "0s"
[[engine]]
name = "a"
command = '{tengen}'
[[engine]]
name = "b"
command = '{tengen}'
depth = 1
`
	if err := os.WriteFile(filepath.Join(dir, "cup.toml"), []byte(cup), 0o644); err != nil {
		t.Fatal(err)
	}
	script, err := filepath.Abs("parallel.sh")
	if err != nil {
		t.Fatal(err)
	}
	var before string
	for range 2 {
		cmd := exec.Command("bash", script, "cup.toml", "3", "--jobs", "2")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "TENGEN="+tengen, "HOME="+dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
		record, err := os.ReadFile(filepath.Join(dir, "cup.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		if n := strings.Count(string(record), "\n"); n != 7 {
			t.Errorf("%d lines in the joined record, want a header and 6 games", n)
		}
		if before != "" && before != string(record) {
			t.Error("the second start changed the record")
		}
		before = string(record)
	}
	if _, err := os.Stat(filepath.Join(dir, "cup.html")); err != nil {
		t.Error(err)
	}
}
