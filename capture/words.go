package capture

import (
	"slices"
	"strings"
)

func splitBar(s string) []string { return strings.Split(s, "|") }

// leads reads phrases, longest first, so that the longest one is taken.
func leads(s string) [][]string {
	var out [][]string
	for _, phrase := range splitBar(s) {
		out = append(out, literal(phrase))
	}
	slices.SortStableFunc(out, func(a, b []string) int { return len(b) - len(a) })
	return out
}

func literalFields(s string) []string { return strings.Fields(s) }
