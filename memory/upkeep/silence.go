package upkeep

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// ErrNoTopic is returned for a topic that names nothing.
var ErrNoTopic = errors.New("upkeep: the topic names nothing")

// Bounds of what a user can have silenced at once.
const (
	silencedMost = 64      // topics; the oldest is heard again
	pointedMost  = 32      // records that one pointer means
	pointedReach = 3 * day // before the newest thing told, where a complaint is what is pointed at
)

// silenced reports whether a record is about a topic that its user dropped.
func silenced(r *memory.Record, topics []memory.Topic) bool { return memory.MeansAny(topics, r) }

// readTopics reads topics once for many records.
func readTopics(texts []string) []memory.Topic {
	out := make([]memory.Topic, len(texts))
	for i, text := range texts {
		out[i] = memory.NewTopic(text)
	}
	return out
}

// Silence drops a topic of a user's: nothing about it is put into a prompt from
// now on, and its records weigh nothing. They stay; see Unsilence. A topic that
// only points ("the last problem") is the newest trouble he told of;
// memory.ErrNotFound when there is none.
func (k *Keeper) Silence(ctx context.Context, owner memory.Owner, topic string) error {
	topic = strings.TrimSpace(topic)
	if topic == "" {
		return ErrNoTopic
	}
	if memory.Pointing(topic) {
		ids, err := k.pointed(ctx, owner)
		if err != nil {
			return err
		}
		topic = memory.RecordTopic(ids...)
	} else if owner.Level == memory.LevelUser {
		p, err := k.look(ctx, memory.Tenancy{Owner: owner})
		if err != nil {
			return err
		}
		// Who drops "my dog" does not want to hear of Rex either.
		meant := memory.NewTopic(topic)
		topic = memory.CalledTopic(topic, meant.Bearer(p.records, meant.Means).Names()...)
	}
	return k.silence(ctx, owner, func(known []string) ([]string, error) {
		left := slices.DeleteFunc(slices.Clone(known), func(t string) bool {
			return memory.Fold(memory.PlainTopic(t)) == memory.Fold(memory.PlainTopic(topic))
		})
		left = append(left, topic)
		return left[max(0, len(left)-silencedMost):], nil
	})
}

// Unsilence takes a topic up again: its records weigh what they are worth. A topic
// that only points is the one that was dropped last. A topic that was not dropped
// is memory.ErrNotFound.
func (k *Keeper) Unsilence(ctx context.Context, owner memory.Owner, topic string) error {
	topic = strings.TrimSpace(topic)
	if topic == "" {
		return ErrNoTopic
	}
	return k.silence(ctx, owner, func(known []string) ([]string, error) {
		left := known[:max(0, len(known)-1)]
		if !memory.Pointing(topic) {
			var err error
			if left, err = k.without(ctx, owner, known, topic); err != nil {
				return nil, err
			}
		}
		if len(left) == len(known) {
			return nil, memory.ErrNotFound
		}
		return left, nil
	})
}

// without leaves the topics that another does not take up: those of its words, and
// the records that it is about.
func (k *Keeper) without(ctx context.Context, owner memory.Owner, known []string, topic string) ([]string, error) {
	taken := memory.NewTopic(topic)
	var left []string
	for _, t := range known {
		dropped := memory.NewTopic(t)
		meant := memory.Fold(memory.PlainTopic(t)) == memory.Fold(topic) || taken.Means(&memory.Record{Text: t}) || dropped.Means(&memory.Record{Text: topic})
		if ids := dropped.Records(); len(ids) > 0 {
			records, err := k.parts.Truth.Get(ctx, owner, ids)
			if err != nil {
				return nil, fmt.Errorf("read dropped records: %w", err)
			}
			meant = meant || slices.ContainsFunc(records, func(r memory.Record) bool { return taken.Means(&r) })
		}
		if !meant {
			left = append(left, t)
		}
	}
	return left, nil
}

// silence changes the topics that a user dropped, and what rests on them: the
// weights of the records, and the conclusions that speak of them.
func (k *Keeper) silence(ctx context.Context, owner memory.Owner, change func(known []string) ([]string, error)) error {
	switch {
	case k.parts.Chooser == nil:
		return errors.New("upkeep: settings are not kept here")
	case owner.Level != memory.LevelUser:
		return fmt.Errorf("%w: only a user has topics", memory.ErrNoOwner)
	}
	_, err := k.parts.Chooser.ChangeSettings(ctx, owner.Tenant, owner.ID, func(s *memory.Settings) (err error) {
		s.Silenced, err = change(s.Silenced)
		return err
	})
	if err != nil {
		return fmt.Errorf("change settings: %w", err)
	}
	// From here on nothing about it is shown. The rest follows at once too, and
	// without a model: who drops a topic does not wait for one.
	p, err := k.look(ctx, memory.Tenancy{Owner: owner})
	if err != nil {
		return err
	}
	p.ruled = true
	for _, j := range k.jobs {
		if j.name == "weights" || j.name == "reflect" && slices.ContainsFunc(p.records, isReflection) {
			if _, err := p.do(j, "user"); err != nil {
				return fmt.Errorf("%s: %w", j.name, err)
			}
		}
	}
	return nil
}

func isReflection(r memory.Record) bool { return memory.HasTag(r, memory.TagReflection) }

// pointed finds what "that problem" means when no word says which, with all that
// tells of the same: of what was told in the last days that were no plain facts of
// life, the newest complaint, else the newest of all.
func (k *Keeper) pointed(ctx context.Context, owner memory.Owner) ([]string, error) {
	p, err := k.look(ctx, memory.Tenancy{Owner: owner})
	if err != nil {
		return nil, err
	}
	facts := p.factual()
	var told []*memory.Record
	for i := range p.records {
		r := &p.records[i]
		if r.Layer != memory.Episodic || r.Status != memory.Current || r.Source == memory.AIInference || memory.HasTag(*r, TagSilenced) {
			continue
		}
		if !slices.ContainsFunc(r.Sources, func(s memory.Provenance) bool { return facts[[2]string{s.SessionID, s.MessageID}] }) {
			told = append(told, r)
		}
	}
	if len(told) == 0 {
		return nil, memory.ErrNotFound
	}
	slices.SortStableFunc(told, func(a, b *memory.Record) int { return b.Created.Compare(a.Created) })
	for _, r := range told {
		if told[0].Created.Sub(r.Created) > pointedReach {
			break
		}
		if r.Event.Type == memory.EventComplaint || r.Event.Sentiment == "negative" {
			return p.like(r), nil
		}
	}
	return p.like(told[0]), nil
}

// factual are the messages that a fact was taken from, by session and id.
func (p *pass) factual() map[[2]string]bool {
	out := map[[2]string]bool{}
	for i := range p.records {
		if r := &p.records[i]; r.Layer == memory.Semantic && r.Status == memory.Current && r.Predicate != memory.PredicateStatement {
			for _, s := range r.Sources {
				out[[2]string{s.SessionID, s.MessageID}] = true
			}
		}
	}
	return out
}

// like lists the records that tell of the same thing as one: of the same message,
// about the same entity, or in the same words.
func (p *pass) like(one *memory.Record) []string {
	ids := []string{one.ID}
	said := sayingOf(one.Text, time.Unix(0, whenOf(one)))
	for i := range p.records {
		r := &p.records[i]
		if r.ID == one.ID || r.Layer == memory.Procedural || len(ids) == pointedMost {
			continue
		}
		other := sayingOf(r.Text, time.Unix(0, whenOf(r)))
		least := likeEvent
		if related(one, r) {
			least = likeRelated
		}
		if memory.SameMessage(one, r) || said.alike(&other) >= least {
			ids = append(ids, r.ID)
		}
	}
	return ids
}
