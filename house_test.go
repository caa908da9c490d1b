package main

import (
	"os/exec"
	"strings"
	"testing"
)

// TestArrows holds who may look into whom: the arrows of ARCHITECTURE.md.
func TestArrows(t *testing.T) {
	own := func(names ...string) map[string]bool {
		allowed := map[string]bool{}
		for _, n := range names {
			allowed["tengen/"+n] = true
		}
		return allowed
	}
	for _, room := range []struct {
		name     string
		own      map[string]bool
		external bool // modules beside the standard library
	}{
		{"board", own(), false},
		{"eval", own("board"), false},
		{"search", own("board", "eval"), false},
		{"protocol", own("board", "eval", "search"), true},
		{"tournaments", own("board"), true},
		{"internal/check", own("board", "tournaments"), true},
		{"tournaments/report", own("board", "tournaments"), true},
		{"internal/config", own("board", "eval", "search", "protocol"), true},
		{"internal/analysis", own("board", "eval", "search"), false},
		{"internal/play", own("board", "eval", "search", "tournaments"), true},
		{"internal/machine", own(), false},
		{"internal/slowref", own(), false},
	} {
		out, err := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", "./"+room.name).Output()
		if err != nil {
			t.Fatalf("go list ./%s: %v", room.name, err)
		}
		for _, dep := range strings.Fields(string(out)) {
			switch {
			case dep == "tengen/"+room.name || room.own[dep]:
			case strings.HasPrefix(dep, "tengen/"):
				t.Errorf("%s looks into %s", room.name, dep)
			case !room.external:
				t.Errorf("%s needs %s, but may use the standard library only", room.name, dep)
			}
		}
	}
}

// TestCore holds that the three rooms of the core do not print, log, read files or ask the system.
func TestCore(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", "{{.ImportPath}}{{range .Imports}} {{.}}{{end}}", "./board", "./eval", "./search").Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		for _, used := range words[1:] {
			switch top, _, _ := strings.Cut(used, "/"); top {
			case "os", "syscall", "log", "net", "io", "bufio":
				t.Errorf("%s uses %s", words[0], used)
			}
		}
	}
}
