package erase

import (
	"context"
	"fmt"
	"strings"

	"mneme/memory"
)

// Matcher finds the records that a topic means.
type Matcher interface {
	Match(ctx context.Context, owner memory.Owner, topic string) (Meaning, error)
}

// Meaning is what a topic means among the records of an owner.
type Meaning struct {
	IDs []string // of the records
	// Holds reports whether the topic means a record of the owner by its words, whether or not it
	// was known when they were looked at: what tells by which name one speaks of a thing goes with
	// the first forget. nil: by its words alone.
	Holds func(r *memory.Record) bool
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
func (t Topics) Match(ctx context.Context, owner memory.Owner, topic string) (Meaning, error) {
	var all []memory.Record
	near := map[string]bool{}
	filter := memory.Filter{Owner: owner, Limit: 500}
	for {
		page, err := t.Reader.List(ctx, filter)
		if err != nil {
			return Meaning{}, fmt.Errorf("list records: %w", err)
		}
		if err := t.near(ctx, topic, page.Records, near); err != nil {
			return Meaning{}, err
		}
		all = append(all, page.Records...)
		if page.Next == "" {
			break
		}
		filter.Cursor = page.Next
	}
	meant := memory.NewTopic(topic)
	if role, ok := meant.Role(topic, all); ok {
		// Whose name it is is known: of another who has it nothing is meant, nor of what it is else.
		meant, near = role, nil
	}
	called := meant.Bearer(all, func(r *memory.Record) bool { return near[r.ID] || meant.Means(r) })
	holds := func(r *memory.Record) bool { return meant.Means(r) || called.Named(r) }
	found := Meaning{Holds: holds}
	var facts, episodes []memory.Record
	for i := range all {
		r := &all[i]
		switch {
		case near[r.ID] || holds(r):
			found.IDs = append(found.IDs, r.ID)
			if meant.Names(r) {
				facts = append(facts, *r)
			}
		case r.Layer == memory.Episodic:
			episodes = append(episodes, *r)
		}
	}
	found.IDs = append(found.IDs, restating(facts, episodes)...)
	return found, nil
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

// near notes which records are similar to a topic.
func (t Topics) near(ctx context.Context, topic string, records []memory.Record, near map[string]bool) error {
	if t.Embedder == nil || len(records) == 0 || len(memory.AppendTerms(nil, topic)) == 0 {
		return nil
	}
	texts := make([]string, 0, 2*len(records)+1)
	texts = append(texts, topic)
	for i := range records {
		texts = append(texts, records[i].Text, records[i].Object)
	}
	vectors, err := t.Embedder.Embed(ctx, texts)
	if err != nil {
		return fmt.Errorf("embed topic: %w", err)
	}
	for i := range records {
		for at := 2*i + 1; at <= 2*i+2; at++ {
			bar := similarWithin
			if memory.Han(texts[at]) != memory.Han(topic) {
				bar = similarAcross
			}
			if texts[at] != "" && t.Embedder.Calibrate(dot(vectors[0], vectors[at])) >= bar {
				near[records[i].ID] = true
			}
		}
	}
	return nil
}

func dot(a, b []float32) float64 {
	var sum float64
	for i := range a {
		sum += float64(a[i]) * float64(b[i])
	}
	return sum
}
