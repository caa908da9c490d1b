//go:build !provoke

package protocol

import "tengen/search"

// searcher gives the search of a session.
func searcher() thinker { return (*search.Engine).Search }
