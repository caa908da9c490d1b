//go:build !linux

package search

import "time"

var begun = time.Now()

// ownTime is the time, on systems where a thread's own is not to be had simply.
func ownTime() time.Duration { return time.Since(begun) }
