package inject

import (
	"iter"
	"strings"

	"mneme/memory"
)

// What the running conversation is searched through at most, and the least that is looked
// for, in bytes: a single word stands in many texts.
const (
	spokenBytes = 64 << 10
	spokenLeast = 9
)

// unspoken leaves out the hits whose words stand in the running conversation already. texts
// are its messages, newest first.
func unspoken(hits []memory.Hit, texts iter.Seq[string]) ([]memory.Hit, []memory.Drop) {
	if len(hits) == 0 {
		return hits, nil
	}
	var said []string
	left := spokenBytes
	for text := range texts {
		text = cutBytes(memory.StripBlock(text), left)
		said = append(said, text)
		if left -= len(text); left <= 0 {
			break
		}
	}
	kept := make([]memory.Hit, 0, len(hits))
	var dropped []memory.Drop
	for _, hit := range hits {
		if stands(hit.Record, said) {
			dropped = append(dropped, memory.Drop{ID: hit.Record.ID, Reason: "in-prompt", Score: hit.Score})
		} else {
			kept = append(kept, hit)
		}
	}
	return kept, dropped
}

// stands reports whether the words that a record rests on stand in one of the texts.
func stands(r *memory.Record, texts []string) bool {
	if r.Layer == memory.Procedural {
		return false // a rule is more than its words
	}
	if holdsAny(texts, r.Text) {
		return true
	}
	for i := range r.Sources {
		if quote := r.Sources[i].Quote; quote != r.Text && holdsAny(texts, quote) {
			return true
		}
	}
	return false
}

func holdsAny(texts []string, words string) bool {
	if words = strings.TrimSpace(words); len(words) < spokenLeast {
		return false
	}
	for _, text := range texts {
		if strings.Contains(text, words) {
			return true
		}
	}
	return false
}
