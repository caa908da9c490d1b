package protocol

import (
	"fmt"
	"math/bits"
	"runtime"
	"strings"

	"tengen/search"
)

// sides gives the width and height of the board that a START means. Yixin-Board puts the row first wherever it writes a
// point, but the width first here; no other manager is known to ask for YXSHOWINFO and to write two numbers behind START.
func (s *session) sides(r request) (width, height int) {
	if r.TwoSides && r.Name == "START" && s.shown {
		s.rowFirst = true
	}
	if s.rowFirst {
		return r.Height, r.Width
	}
	return r.Width, r.Height
}

// coordinates says how points are written in messages, and how many rows they count.
func (s *session) coordinates() (c Coordinates, rows int) {
	c = s.o.Coordinates
	if s.rowFirst {
		return Coordinates{FromBottom: true, Transposed: true}, s.game.board.Width()
	}
	return c, s.game.board.Height()
}

// showInfo answers YXSHOWINFO.
func (s *session) showInfo() {
	s.shown = true
	s.message(fmt.Sprintf("INFO MAX_THREAD_NUM %d", min(maxThreads, runtime.NumCPU())))
	s.message(fmt.Sprintf("INFO MAX_HASH_SIZE %d", bits.Len64(uint64(s.o.MostHash>>10))-1))
}

// tableBytes is the size of the table there is.
func (s *session) tableBytes() int64 {
	if s.engine == nil {
		return 0
	}
	return s.hash
}

// lacking says in a message what a command asks for in vain.
func lacking(name string) string {
	switch {
	case strings.Contains(name, "DATABASE") || strings.HasPrefix(name, "YXDB") || name == "YXTXTTODB":
		return fmt.Sprintf("there is no database, %s does nothing", name)
	case strings.HasPrefix(name, "YXHASH"):
		return fmt.Sprintf("the table is not kept in files, %s does nothing", name)
	}
	return fmt.Sprintf("%s does nothing", name)
}

// mostDetail bounds the steps at the root that are told together.
const mostDetail = 64

// see takes a step at the root, in the goroutine of the search.
func (t *thought) see(e search.RootEvent) {
	t.mu.Lock()
	if e.Kind == search.RootDepth {
		kept := t.events[:0]
		for _, old := range t.events {
			if old.Kind == search.RootBest || old.Kind == search.RootLoses {
				kept = append(kept, old)
			}
		}
		t.events = kept
	}
	if len(t.events) < mostDetail || e.Kind == search.RootBest || e.Kind == search.RootLoses && len(t.events) < 8*mostDetail {
		t.events = append(t.events, e)
	}
	t.mu.Unlock()
	signal(t.posted)
}

// showDetail tells Yixin-Board what happens at the root, in its own way of writing: points as it sends them.
func (s *session) showDetail(t *thought, r search.Report, fresh bool) {
	if !s.set.detail || t.redo || t.opening != nil {
		return
	}
	t.mu.Lock()
	events := t.events
	t.events = nil
	t.mu.Unlock()
	words := [...]string{search.RootBegins: "POS", search.RootEnds: "DONE", search.RootBest: "BEST", search.RootLoses: "LOSE"}
	for _, e := range events {
		if e.Kind == search.RootDepth {
			s.message("REALTIME REFRESH")
			continue
		}
		s.message(fmt.Sprintf("REALTIME %s %s", words[e.Kind], coordinates(e.Move)))
	}
	if fresh && len(r.PV) > 0 {
		c, rows := s.coordinates()
		s.message(fmt.Sprintf("REALTIME BEST %s", coordinates(r.PV[0])))
		s.message(fmt.Sprintf("REALTIME VAL %d", int32(r.Score)))
		s.message("REALTIME PV " + c.line(r.PV[:min(len(r.PV), longestLine)], rows))
	}
}
