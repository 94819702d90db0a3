package erase

import (
	"context"
	"fmt"

	"mneme/memory"
)

// Matcher finds the records that a topic means.
type Matcher interface {
	Match(ctx context.Context, owner memory.Owner, topic string) ([]string, error)
}

// topicSimilarity is the calibrated similarity from which a record is about a
// topic although it shares no word with it. It is the bar of "similar" that
// ranking uses too: forgetting too little is seen in the dry run and mended by
// words, forgetting too much is not mended at all.
const topicSimilarity = 0.85

// Topics matches by words and by meaning: a record is meant when it holds all
// the words of the topic, when its predicate is what the topic names, or when it
// is similar.
type Topics struct {
	Reader   memory.Reader
	Embedder memory.Embedder // nil: words only
	// Words cuts a text into the terms that recall indexes.
	Words func(text string) []string
	// Names returns the predicates that a topic names ("address", 地址).
	Names func(topic string) []string
}

// Match returns the ids of every record of the owner that the topic means, of
// any layer and status.
func (t Topics) Match(ctx context.Context, owner memory.Owner, topic string) ([]string, error) {
	wanted := unique(t.Words(memory.Fold(topic)))
	predicates := map[string]bool{}
	if t.Names != nil {
		for _, name := range t.Names(topic) {
			predicates[name] = true
		}
	}
	var ids []string
	cursor := ""
	for {
		page, err := t.Reader.List(ctx, memory.Filter{Owner: owner, Limit: 500, Cursor: cursor})
		if err != nil {
			return nil, fmt.Errorf("list records: %w", err)
		}
		near, err := t.near(ctx, topic, page.Records)
		if err != nil {
			return nil, err
		}
		for i := range page.Records {
			r := &page.Records[i]
			if near[i] || predicates[r.Predicate] || holdsAll(t.Words, r, wanted) {
				ids = append(ids, r.ID)
			}
		}
		if page.Next == "" {
			return ids, nil
		}
		cursor = page.Next
	}
}

func (t Topics) near(ctx context.Context, topic string, records []memory.Record) ([]bool, error) {
	near := make([]bool, len(records))
	if t.Embedder == nil || len(records) == 0 {
		return near, nil
	}
	texts := make([]string, 0, len(records)+1)
	texts = append(texts, topic)
	for i := range records {
		texts = append(texts, records[i].Text)
	}
	vectors, err := t.Embedder.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embed topic: %w", err)
	}
	for i := range records {
		near[i] = t.Embedder.Calibrate(dot(vectors[0], vectors[i+1])) >= topicSimilarity
	}
	return near, nil
}

func holdsAll(words func(string) []string, r *memory.Record, wanted []string) bool {
	if len(wanted) == 0 {
		return false
	}
	text := r.Text + " " + r.Object + " " + r.Predicate + " " + r.Subject + " " + r.Constraint.Context
	for _, s := range r.Sources {
		text += " " + s.Quote
	}
	have := map[string]bool{}
	for _, w := range words(memory.Fold(text)) {
		have[w] = true
	}
	for _, w := range wanted {
		if !have[w] {
			return false
		}
	}
	return true
}

func unique(words []string) []string {
	seen := map[string]bool{}
	kept := words[:0:0]
	for _, w := range words {
		if !seen[w] {
			seen[w] = true
			kept = append(kept, w)
		}
	}
	return kept
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
