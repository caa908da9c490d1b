//go:build !gomocup

package cli

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
)

// namedFile is a file of a command and what it is to the user.
type namedFile struct {
	what string // "the report", "the record"
	path string // "" or "-": there is none
}

func (f namedFile) none() bool { return f.path == "" || f.path == "-" }

// checkOutputs refuses, before any work is done, files that cannot be written,
// and those that would be written over an input or over each other.
func checkOutputs(outputs, inputs []namedFile) error {
	if err := checkApart(outputs, inputs); err != nil {
		return err
	}
	for _, out := range outputs {
		if out.none() {
			continue
		}
		if err := checkWritable(out.path); err != nil {
			return fmt.Errorf("cannot write %s: %w", out.what, err)
		}
	}
	return nil
}

// checkApart refuses outputs that would be written over an input or over each
// other.
func checkApart(outputs, inputs []namedFile) error {
	for i, out := range outputs {
		if out.none() {
			continue
		}
		for _, other := range append(append([]namedFile(nil), inputs...), outputs[:i]...) {
			if !other.none() && sameFile(out.path, other.path) {
				return fmt.Errorf("%s cannot be written over %s, %s; name another file", out.what, other.what, other.path)
			}
		}
	}
	return nil
}

// sameFile tells whether two paths are one file, by links too, or would be if it
// were there.
func sameFile(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	if errA == nil && errB == nil {
		return os.SameFile(infoA, infoB)
	}
	absA, errA := filepath.Abs(a)
	absB, errB := filepath.Abs(b)
	return errA == nil && errB == nil && absA == absB
}

// checkWritable tells why a file could not be written; the file, or that there
// is none, stays as it is. It is not for files that another process may open to
// append to at the same moment: the name it tries may be taken away from there.
func checkWritable(path string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o644)
	if err == nil {
		return errors.Join(file.Close(), os.Remove(path))
	}
	if !errors.Is(err, os.ErrExist) {
		return err
	}
	if file, err = os.OpenFile(path, os.O_WRONLY, 0); err != nil {
		return err
	}
	return file.Close()
}
