package erase

import (
	"context"
	"fmt"
	"strings"

	"mneme/memory"
)

// Matcher finds the records that a topic means.
type Matcher interface {
	Match(ctx context.Context, owner memory.Owner, topic string) ([]string, error)
}

// A record that shares no word with a topic may still be about it: it may be in
// the other language. There, similarity is all there is, and the bar is where a
// thing and its translation stand and its neighbours do not: dog and 狗, but not
// dog and 猫. In one language the bar is where only paraphrases stand, since days
// of the week and cats and dogs are near each other. Forgetting too little is
// seen in a dry run and mended by words; forgetting too much is not mended.
const (
	similarAcross = 0.873
	similarWithin = 0.96
)

// Topics matches by words and by meaning: a record is meant when memory.Topic
// says so, or when it is similar.
type Topics struct {
	Reader   memory.Reader
	Embedder memory.Embedder // nil: words only
}

// Match returns the ids of every record of the owner that the topic means, of
// any layer and status. A topic without any word of meaning matches nothing.
func (t Topics) Match(ctx context.Context, owner memory.Owner, topic string) ([]string, error) {
	meant := memory.NewTopic(topic)
	var ids []string
	var facts, others []memory.Record
	filter := memory.Filter{Owner: owner, Limit: 500}
	for {
		page, err := t.Reader.List(ctx, filter)
		if err != nil {
			return nil, fmt.Errorf("list records: %w", err)
		}
		near, err := t.near(ctx, topic, page.Records)
		if err != nil {
			return nil, err
		}
		for i := range page.Records {
			r := &page.Records[i]
			switch {
			case near[i] || meant.Means(r):
				ids = append(ids, r.ID)
				if meant.Names(r) {
					facts = append(facts, *r)
				}
			case r.Layer == memory.Episodic:
				others = append(others, *r)
			}
		}
		if page.Next == "" {
			return append(ids, restating(facts, others)...), nil
		}
		filter.Cursor = page.Next
	}
}

// restating returns what else tells of facts that go: the words that a fact was learnt from, and
// what the assistant said of it. "Welcome to Seattle!" tells the address of one who lives there.
func restating(facts, episodes []memory.Record) []string {
	var ids []string
	for i := range episodes {
		for k := range facts {
			answer := episodes[i].Source == memory.AIInference
			if answer && memory.Restates(episodes[i].Text, &facts[k]) || !answer && taught(&episodes[i], &facts[k]) {
				ids = append(ids, episodes[i].ID)
				break
			}
		}
	}
	return ids
}

// taught reports whether a fact was learnt from the words that an episode keeps: those of one
// message, and not of another part of it.
func taught(episode, fact *memory.Record) bool {
	text := memory.Fold(episode.Text)
	for _, from := range fact.Sources {
		for _, kept := range episode.Sources {
			if from.MessageID == "" || from.MessageID != kept.MessageID {
				continue
			}
			if quote := strings.TrimRight(memory.Fold(from.Quote), " .!。！"); quote != "" && strings.Contains(text, quote) || memory.Restates(text, fact) {
				return true
			}
		}
	}
	return false
}

func (t Topics) near(ctx context.Context, topic string, records []memory.Record) ([]bool, error) {
	near := make([]bool, len(records))
	if t.Embedder == nil || len(records) == 0 || len(memory.AppendTerms(nil, topic)) == 0 {
		return near, nil
	}
	texts := make([]string, 0, 2*len(records)+1)
	texts = append(texts, topic)
	for i := range records {
		texts = append(texts, records[i].Text, records[i].Object)
	}
	vectors, err := t.Embedder.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embed topic: %w", err)
	}
	for i := range records {
		for at := 2*i + 1; at <= 2*i+2; at++ {
			bar := similarWithin
			if memory.Han(texts[at]) != memory.Han(topic) {
				bar = similarAcross
			}
			near[i] = near[i] || texts[at] != "" && t.Embedder.Calibrate(dot(vectors[0], vectors[at])) >= bar
		}
	}
	return near, nil
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
