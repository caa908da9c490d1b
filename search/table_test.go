package search

import "testing"

// TestTableSizes: a table keeps what it knows while its number of buckets stays, and forgets it with another number.
func TestTableSizes(t *testing.T) {
	var table table
	table.resize(1 << 20)
	known := func() bool { _, ok := table.probe(42); return ok }
	learn := func() { table.newSearch(); table.store(42, entry{depth: 3, bound: boundExact}) }
	learn()
	for _, c := range []struct {
		bytes int64
		kept  bool
	}{{1 << 20, true}, {1<<21 - 1, true}, {1 << 21, false}, {1 << 20, false}} {
		if table.resize(c.bytes); known() != c.kept {
			t.Errorf("resized to %d bytes the table still knows: %v, want %v", c.bytes, known(), c.kept)
		}
		learn()
	}
	if table.clear(); known() {
		t.Error("cleared, the table still knows")
	}
}
