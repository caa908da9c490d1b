package cli

import (
	"errors"
	"math"
	"os"
	"path/filepath"
	"runtime/debug"
)

// What concerns the process as a whole: the memory of the Go runtime, and a file for its last words.

// limitMemory bounds the memory of the Go runtime, in bytes; 0 is no limit.
func limitMemory(bytes int64) {
	if bytes <= 0 {
		bytes = math.MaxInt64
	}
	debug.SetMemoryLimit(bytes)
}

// programFolder is the folder of our own that we keep lasting files in, inside the one the manager names.
const programFolder = "Tengen"

// A crashFile takes what the Go runtime has to say about an error that ends the program. Its failures are silent.
type crashFile struct{ path string }

// open makes path the file.
func (c *crashFile) open(path string) {
	f := appendTo(path)
	if f == nil {
		return
	}
	defer f.Close() // the runtime keeps a handle of its own
	if debug.SetCrashOutput(f, debug.CrashOptions{}) == nil {
		c.remove()
		c.path = path
	}
}

// openIn makes a file in our own part of a folder of the manager's the file, unless there is one already.
func (c *crashFile) openIn(folder string) {
	if c.path != "" || folder == "" {
		return
	}
	own := filepath.Join(folder, programFolder)
	// The manager's folder itself is not ours to make.
	if err := os.Mkdir(own, 0o777); err == nil || errors.Is(err, os.ErrExist) {
		c.open(filepath.Join(own, "crash.txt"))
	}
}

// close is for the end of a program that has not crashed.
func (c *crashFile) close() {
	if c.path != "" {
		_ = debug.SetCrashOutput(nil, debug.CrashOptions{})
		c.remove()
	}
}

// remove deletes the file if nothing was written to it.
func (c *crashFile) remove() {
	if info, err := os.Stat(c.path); c.path != "" && err == nil && info.Size() == 0 {
		_ = os.Remove(c.path)
	}
}
