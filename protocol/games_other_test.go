//go:build !unix

package protocol_test

import (
	"os"
	"testing"
)

const canSuspend = false

func suspend(*testing.T, *os.Process) {}
func resume(*testing.T, *os.Process)  {}
