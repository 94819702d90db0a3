package upkeep

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"mneme/memory"
)

// greeting names the chore of having seen an owner's request.
const greeting = "greeting"

// greeted remembers who was seen today, so that a request costs a look into a map.
type greeted struct {
	mu   sync.Mutex
	seen map[string]time.Time
}

// greetedMax bounds it; who drops out is looked up once more.
const greetedMax = 50_000

// greetingAgain is how old a noted greeting may grow: far less than an absence, so
// that hardly a request waits for a write.
const greetingAgain = 7 * day

// fresh notes that an owner is here and reports whether that was known.
func (g *greeted) fresh(key string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	if now.Sub(g.seen[key]).Abs() < day {
		return true
	}
	if g.seen == nil || len(g.seen) >= greetedMax {
		g.seen = map[string]time.Time{}
	}
	g.seen[key] = now
	return false
}

// known reports whether an owner was seen today.
func (g *greeted) known(key string, now time.Time) bool {
	g.mu.Lock()
	defer g.mu.Unlock()
	return now.Sub(g.seen[key]).Abs() < day
}

func (g *greeted) forget(key string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	delete(g.seen, key)
}

// Greeted reports whether an owner has been seen today, so that Greet has nothing
// to do.
func (k *Keeper) Greeted(owner memory.Owner) bool {
	return k.greeted.known(owner.Key(), k.parts.Clock())
}

// Greet tells that a request of a user is here. Once a day it looks whether he was
// away, and brings back what was archived then: back is how many records. It is
// cheap for who was seen already, and safe to call on every request, under its
// deadline.
func (k *Keeper) Greet(ctx context.Context, owner memory.Owner) (back int, err error) {
	now := k.parts.Clock()
	if owner.Level != memory.LevelUser || k.greeted.fresh(owner.Key(), now) {
		return 0, nil
	}
	defer func() {
		if err != nil {
			k.greeted.forget(owner.Key())
		}
	}()
	chores, err := k.parts.Roster.Chores(ctx, owner)
	if err != nil {
		return 0, fmt.Errorf("greet: %w", err)
	}
	last := chores[greeting].Done
	// Only who was looked through since he was here last can have been archived whole.
	if one := chores["archive"]; (one.Done.After(last) || last.After(now)) && string(one.State) == TagAway {
		put, taken := k.take(ctx, owner)
		if taken != nil {
			return 0, taken
		}
		defer put()
		for try := 0; ; try++ {
			back, err = k.comeBack(ctx, owner, now)
			if !errors.Is(err, memory.ErrStale) || try == staleTries {
				break
			}
		}
		if err != nil {
			return 0, fmt.Errorf("bring back what was archived: %w", err)
		}
	}
	if back == 0 && now.Sub(last).Abs() < greetingAgain {
		return 0, nil
	}
	return back, k.parts.Roster.PutChore(ctx, owner, memory.Chore{Job: greeting, Done: now}, nil)
}

// comeBack restores what was archived while a user was away.
func (k *Keeper) comeBack(ctx context.Context, owner memory.Owner, now time.Time) (int, error) {
	revision, err := k.parts.Truth.Revision(ctx, owner)
	if err != nil {
		return 0, err
	}
	c := memory.Commit{Owner: owner, Base: revision}
	cursor := ""
	for {
		page, err := k.parts.Truth.List(ctx, memory.Filter{Owner: owner, Statuses: []memory.Status{memory.Archived}, Limit: 500, Cursor: cursor})
		if err != nil {
			return 0, err
		}
		for _, r := range page.Records {
			if !memory.HasTag(r, TagAway) {
				continue
			}
			r.Status, r.Tags = memory.Current, without(r.Tags, TagAway)
			c.Put = append(c.Put, r)
			c.History = append(c.History, memory.Change{RecordID: r.ID, At: now, Op: "restore", By: "upkeep", After: rendering(&r), Reason: "returned"})
		}
		if cursor = page.Next; cursor == "" {
			break
		}
	}
	if len(c.Put) == 0 {
		return 0, nil
	}
	done, err := k.parts.Truth.Commit(ctx, c)
	if err != nil {
		return 0, err
	}
	if k.parts.Changed != nil {
		k.parts.Changed(ctx, owner, done.Revision)
	}
	return len(c.Put), nil
}
