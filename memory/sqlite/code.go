package sqlite

import (
	"fmt"
	"slices"

	"mneme/memory"
)

// Closed words are kept as small numbers: the place in these lists, from 1. Lists
// only ever grow at their ends.
func layers() []memory.Layer {
	return []memory.Layer{memory.Working, memory.Episodic, memory.Semantic, memory.Procedural}
}

func statuses() []memory.Status {
	return []memory.Status{
		memory.Current, memory.Observed, memory.Pending, memory.Superseded,
		memory.Expired, memory.Archived, memory.Quarantined,
	}
}

func sources() []memory.Source {
	return []memory.Source{memory.UserDirect, memory.OfficialDocument, memory.Verified, memory.Tool, memory.AIInference}
}

// code returns the number of a word. An unknown word is an error: it would widen
// a filter or be lost from one.
func code[T ~string](list []T, word T) (int, error) {
	if i := slices.Index(list, word); i >= 0 {
		return i + 1, nil
	}
	return 0, fmt.Errorf("sqlite: unknown word %q", string(word))
}

// word is the inverse of code; "" for a number that is none.
func word[T ~string](list []T, n int) T {
	if n < 1 || n > len(list) {
		return ""
	}
	return list[n-1]
}

func levelCode(l memory.Level) int {
	n, _ := code([]memory.Level{memory.LevelUser, memory.LevelTeam, memory.LevelTenant}, l)
	return n
}

// States of an entry in the journal.
const (
	waiting = 0
	learnt  = 1
	dead    = 2
)
