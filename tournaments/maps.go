package tournaments

import (
	"maps"
	"slices"
)

// sortedKeys gives a map's keys in order, so that what is made of it is the
// same every time.
func sortedKeys[V any](m map[string]V) []string {
	return slices.Sorted(maps.Keys(m))
}
