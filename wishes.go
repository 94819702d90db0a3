package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"mneme/capture"
	"mneme/inject"
	"mneme/memory"
	"mneme/memory/erase"
	"mneme/policy"
)

// wishes carries out what users want forgotten: by header, and in their own
// words.
type wishes struct{ h *house }

// Forget does what X-Memory-Forget asks.
func (w wishes) Forget(ctx context.Context, owner memory.Owner, session string, what policy.Forget) (int, error) {
	in := erase.Request{Owner: owner, By: "user"}
	switch what.Kind {
	case "last":
		in.Last, in.SessionID = true, session
	case "session":
		in.SessionID = session
	case "topic":
		in.Topic = what.Topic
	case "all":
		in.All = true
	default:
		return 0, fmt.Errorf("forget %q: nobody knows how", what.Kind)
	}
	receipt, err := w.h.eraser.Forget(ctx, in)
	if err != nil {
		return 0, err
	}
	w.told(owner, len(receipt.Records))
	return len(receipt.Records), nil
}

// Grant does what a user said.
func (w wishes) Grant(ctx context.Context, owner memory.Owner, session string, wish policy.Wish) error {
	in := erase.Request{Owner: owner, By: "user", Until: wish.At}
	switch wish.Verb {
	case policy.SkipLast:
		in.Last, in.SessionID, in.Until = true, session, time.Time{}
	case policy.ForgetTopic:
		switch wish.Scope {
		case policy.ScopeSession:
			in.SessionID = session
		case policy.ScopeAll:
			in.All = in.Until.IsZero()
		default:
			in.Topic = ownTopic(wish)
		}
	case policy.DropTopic:
		return w.drop(ctx, owner, session, wish.Topic)
	case policy.TakeUp:
		return w.takeUp(ctx, owner, wish.Topic)
	default:
		return fmt.Errorf("grant %q: nobody knows how", wish.Verb)
	}
	receipt, err := w.h.eraser.Forget(ctx, in)
	if err == nil && in.Last && len(receipt.Records) == 0 && receipt.Counts["journal"] == 0 && inject.Derived(session) {
		// A client that names no session and sends no history begins another with every message.
		in.SessionID, in.Since = "", w.h.now().Add(-takeBackWithin)
		receipt, err = w.h.eraser.Forget(ctx, in)
	}
	if err != nil {
		return err
	}
	w.told(owner, len(receipt.Records))
	return nil
}

// ownTopic is the topic that a wish names, as the user's own where he said so: of cars not a
// brother's.
func ownTopic(wish policy.Wish) string {
	switch {
	case !wish.Own || !memory.NamesField(wish.Topic):
		return wish.Topic
	case memory.Han(wish.Topic):
		return "我的" + wish.Topic
	}
	return "my " + wish.Topic
}

// takeBackWithin is how long a turn that begins a conversation may be edited and sent again. A
// client that names no session begins another with it.
const takeBackWithin = 10 * time.Minute

// TakeBack forgets what was learnt in a session from messages whose words stand in one of the
// texts.
func (w wishes) TakeBack(ctx context.Context, owner memory.Owner, session string, texts []string) error {
	if session == "" {
		return nil
	}
	w.h.settleOwner(ctx, owner)
	said := func(text string) bool {
		return slices.ContainsFunc(texts, func(all string) bool { return memory.SaidIn(text, all) })
	}
	w.h.working.TakeBack(owner, said)
	derived := inject.Derived(session)
	filter := memory.Filter{Owner: owner, SessionID: session, Limit: 200}
	if derived {
		filter.SessionID, filter.Since = "", w.h.now().Add(-takeBackWithin)
	}
	type message struct{ session, id string }
	messages := map[message]bool{}
	for {
		page, err := w.h.store.List(ctx, filter)
		if err != nil {
			return err
		}
		for _, r := range page.Records {
			for _, from := range r.Sources {
				here := from.SessionID == session || derived && inject.Derived(from.SessionID)
				if here && from.MessageID != "" && (said(from.Quote) || r.Layer == memory.Episodic && r.Source != memory.AIInference && said(r.Text)) {
					messages[message{from.SessionID, from.MessageID}] = true
				}
			}
		}
		if filter.Cursor = page.Next; page.Next == "" {
			break
		}
	}
	for m := range messages {
		receipt, err := w.h.eraser.Forget(ctx, erase.Request{Owner: owner, SessionID: m.session, MessageID: m.id, By: "user"})
		if err != nil {
			return err
		}
		w.told(owner, len(receipt.Records))
	}
	return nil
}

// drop stops a topic from coming up: it is kept, and weighs nothing. With no topic
// named it is what was talked about last in this session, else the newest trouble.
func (w wishes) drop(ctx context.Context, owner memory.Owner, session, topic string) error {
	if topic == "" {
		last, err := w.h.eraser.Forget(ctx, erase.Request{Owner: owner, Last: true, SessionID: session, DryRun: true})
		if err != nil {
			return fmt.Errorf("find the last topic: %w", err)
		}
		topic = "it"
		if len(last.Records) > 0 {
			topic = memory.RecordTopic(last.Records...)
		}
	}
	err := w.h.keeper.Silence(ctx, owner, topic)
	w.h.injector.Forget(owner, nil) // blocks that speak of it
	return unless(err, memory.ErrNotFound)
}

// takeUp lets a dropped topic come up again. With no topic named it is the one that
// was dropped last.
func (w wishes) takeUp(ctx context.Context, owner memory.Owner, topic string) error {
	if topic == "" {
		topic = "it"
	}
	return unless(w.h.keeper.Unsilence(ctx, owner, topic), memory.ErrNotFound)
}

// unless is no error where there was nothing to be done.
func unless(err, nothing error) error {
	if errors.Is(err, nothing) {
		return nil
	}
	return err
}

func (w wishes) told(owner memory.Owner, n int) {
	w.h.feed.Publish(memory.Activity{At: w.h.now(), Kind: "forget", Tenant: owner.Tenant, User: owner.ID, Status: "forgotten", Count: n})
}

// forgetting tells the intake what is about to be forgotten.
func (h *house) forgetting(in erase.Request) {
	what := capture.Forgot{At: h.now(), All: in.All, Session: in.SessionID, Topic: in.Topic}
	if in.Last || len(in.IDs) > 0 || in.MessageID != "" || in.Layer != "" || in.Source != "" || in.Since.After(what.At) {
		return // of what is known already, or not of what is under way
	}
	if !in.Until.IsZero() && in.Until.Before(what.At) {
		what.At = in.Until
	}
	what.All = what.All || what.Session == "" && what.Topic == "" && (!in.Since.IsZero() || !in.Until.IsZero())
	h.intake.Forgot(in.Owner, what)
}

// knows reports whether an owner's memory has a name.
func (h *house) knows(ctx context.Context, owner memory.Owner, name string) (bool, error) {
	filter := memory.Filter{Owner: owner, Query: name, Limit: 500}
	for {
		found, err := h.store.List(ctx, filter)
		if err != nil {
			return false, err
		}
		if slices.ContainsFunc(found.Records, func(r memory.Record) bool { return r.Knows(name) }) {
			return true, nil
		}
		if filter.Cursor = found.Next; found.Next == "" {
			return false, nil
		}
	}
}

// settleWithin is how long a forget waits for what was just said to be learnt.
const settleWithin = 3 * time.Second

// settleOwner waits until what was journaled of an owner is learnt.
func (h *house) settleOwner(ctx context.Context, owner memory.Owner) {
	n, _, err := h.store.Waiting(ctx, &owner, 0)
	if err != nil || n == 0 {
		return
	}
	ctx, cancel := context.WithTimeout(ctx, settleWithin)
	defer cancel()
	if _, err := h.intake.Flush(ctx); err != nil && ctx.Err() == nil {
		h.log.Warn("what was just said could not be waited for", "err", err)
	}
}

// places are where else a memory may be.
func (h *house) places() []erase.Place {
	return []erase.Place{
		place{"index", func(ctx context.Context, owner memory.Owner, ids []string) (int, error) {
			h.index.ForgetLines()
			if ids == nil {
				h.index.Drop(owner)
				return 0, nil
			}
			// Where the index cannot follow soon, as when an embedder hangs, it
			// forgets the owner whole and is made anew when it is asked.
			soon, cancel := context.WithTimeout(ctx, refreshWithin)
			defer cancel()
			if h.index.Refresh(soon, owner) != nil {
				h.index.Drop(owner)
			}
			return len(ids), nil
		}},
		place{"blocks", func(_ context.Context, owner memory.Owner, ids []string) (int, error) {
			h.recaller.Drop()
			blocks, sessions := h.injector.Forget(owner, ids)
			return blocks + sessions, nil
		}},
		place{"costs", func(ctx context.Context, owner memory.Owner, ids []string) (int, error) {
			if ids == nil && h.model != nil {
				h.model.Forget(ctx, owner)
			}
			return 0, nil
		}},
		place{"beliefs", func(_ context.Context, owner memory.Owner, _ []string) (int, error) {
			h.learner.Drop(owner)
			return 0, nil
		}},
		place{"copies", func(context.Context, memory.Owner, []string) (int, error) {
			h.shipSoon()
			return 0, nil
		}},
	}
}

// refreshWithin is how long a forget waits for the index to follow.
const refreshWithin = 2 * time.Second

// place is a part of the house as a place to forget in.
type place struct {
	name   string
	forget func(ctx context.Context, owner memory.Owner, ids []string) (int, error)
}

// Name returns the place's name in receipts.
func (p place) Name() string { return p.name }

// Forget forgets.
func (p place) Forget(ctx context.Context, owner memory.Owner, ids []string) (int, error) {
	return p.forget(ctx, owner, ids)
}

// Left forgets again and counts what there was: nothing may have come back
// between the forget and the reading back.
func (p place) Left(ctx context.Context, owner memory.Owner, ids []string) (int, error) {
	if p.name == "index" {
		return 0, nil // it answers by truth's revision, which was read back
	}
	return p.forget(ctx, owner, ids)
}

// topics matches what a topic means.
func (h *house) topics() erase.Topics {
	return erase.Topics{Reader: h.store, Embedder: h.embedder}
}

// searcher answers the admin API's searches under the tenant's policy.
type searcher struct{ h *house }

// Search asks as a request would.
func (s searcher) Search(ctx context.Context, in inject.Search) (inject.Found, error) {
	in.Ruling.Settings = s.h.tenant(in.Ruling.Tenant)
	settings, err := s.h.governor.settings(in.Ruling.Tenant, in.Ruling.User)
	if err != nil {
		return inject.Found{}, err
	}
	in.Ruling.Silenced = settings.Silenced
	return s.h.injector.Search(ctx, in)
}

// cleaner makes an imported record ready to be kept: its sensitive fields masked as
// the tenant wants it, and what it costs in a prompt counted.
func (h *house) cleaner() func(*memory.Record) {
	return func(r *memory.Record) {
		way := "mask"
		if t := h.tenant(r.Owner.Tenant); t != nil && t.PII != "" {
			way = t.PII
		}
		mask := func(text *string) { *text, _ = policy.Redactor{}.Redact(*text, way) }
		for _, text := range []*string{&r.Text, &r.Subject, &r.Object, &r.Constraint.Context, &r.Event.Result} {
			mask(text)
		}
		for i := range r.Sources {
			mask(&r.Sources[i].Quote)
		}
		for _, list := range [][]string{r.Tags, r.Event.Entities, r.Event.Participants} {
			for i := range list {
				mask(&list[i])
			}
		}
		r.Cost = memory.Cost(h.counter.CostOf(r.Text))
	}
}
