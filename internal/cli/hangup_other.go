//go:build !unix

package cli

import "os"

// hungUp cannot be asked here; the next message that cannot be written tells.
func hungUp(*os.File) bool { return false }
