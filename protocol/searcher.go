//go:build !provoke

package protocol

import (
	"tengen/board"
	"tengen/search"
)

// A searchFunc chooses a move.
type searchFunc = func(*search.Engine, *board.Board, search.Limits, *search.Control, func(search.Report)) search.Result

// searcher gives the search of a session.
func searcher() searchFunc { return (*search.Engine).Search }
