//go:build !linux

package hardening

import (
	"errors"
	"time"
)

func comeFirst(int) error { return errors.New("there is one on Linux only") }

func nap(d time.Duration) { time.Sleep(d) }
