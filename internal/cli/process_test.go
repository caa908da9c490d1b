package cli

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCrashFile lets another process die of a panic that nobody recovers, and reads its last words.
func TestCrashFile(t *testing.T) {
	if folder := os.Getenv("TENGEN_TEST_CRASH"); folder != "" {
		var c crashFile
		c.openIn(folder)
		c.open(filepath.Join(folder, "log.txt.crash")) // a later file replaces the first, which is empty
		done := make(chan struct{})
		go func() {
			defer close(done)
			panic("these are my last words")
		}()
		<-done
		return
	}
	folder := t.TempDir()
	cmd := exec.Command(os.Args[0], "-test.run=^TestCrashFile$")
	cmd.Env = append(os.Environ(), "TENGEN_TEST_CRASH="+folder)
	if err := cmd.Run(); err == nil {
		t.Fatal("the process did not crash")
	}
	text, err := os.ReadFile(filepath.Join(folder, "log.txt.crash"))
	if err != nil || !strings.Contains(string(text), "these are my last words") {
		t.Errorf("the crash file has %q, %v", text, err)
	}
	if _, err := os.Stat(filepath.Join(folder, programFolder, "crash.txt")); err == nil {
		t.Error("the empty file of the manager's folder was left behind")
	}
}

// A folder that is not there is not made.
func TestCrashFileMakesNoFolders(t *testing.T) {
	folder := filepath.Join(t.TempDir(), "no", "such")
	var c crashFile
	c.openIn(folder)
	defer c.close()
	if _, err := os.Stat(filepath.Dir(folder)); err == nil || c.path != "" {
		t.Errorf("%s was made, and %q opened", folder, c.path)
	}
}
