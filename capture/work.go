package capture

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"time"

	"mneme/memory"
	"mneme/policy"
)

// work is one entry on its way through the stages.
type work struct {
	claim   memory.Claim
	entry   *memory.Entry
	tenant  *policy.Tenant
	zone    *time.Location
	names   memory.Dictionary
	heard   []heard        // the new turns of speakers, in order
	drafts  []memory.Draft // their Turn is an index into heard
	recalls []string       // folded texts of records that were in the prompt
	trace   []memory.StageNote
	records []string // ids of what was added or changed

	read      bool  // the stages before the beliefs are behind it
	distilled int   // notes of the trace that stand when the work is settled again
	err       error // why nothing can be learnt from it now
}

// heard is a new turn of a speaker and what the stages found of it.
type heard struct {
	turn   memory.Turn
	noise  bool
	slices []string
	seq    int // place of its first record

	written bool          // the assistant wrote it for somebody: it tells nothing of the user
	told    *memory.Event // the event that is all the turn tells; nil: none is
}

// note adds a stage's decision to the trace.
func (w *work) note(stage, decision string, count int, began time.Time, now time.Time) {
	w.trace = append(w.trace, memory.StageNote{Stage: stage, Decision: decision, Count: count, Took: max(now.Sub(began), 0)})
}

// plan gathers what a batch of one owner commits.
type plan struct {
	put     []memory.Record
	at      map[string]int
	history []memory.Change
}

func (p *plan) add(r memory.Record, c memory.Change) {
	p.set(r)
	p.history = append(p.history, c)
}

func (p *plan) set(r memory.Record) {
	if i, ok := p.at[r.ID]; ok {
		p.put[i] = r
	} else {
		p.at[r.ID] = len(p.put)
		p.put = append(p.put, r)
	}
}

// Bounds of planning again when others commit at the same time.
const staleTries = 8

// learn learns from claimed entries of one owner. Each ends learnt, given back to
// be tried again, or dead; an entry that fails does not hold up its neighbours.
func (l *Learner) learn(ctx context.Context, claims []memory.Claim) {
	stop := l.heartbeat(ctx, claims)
	defer stop()
	works := make([]*work, len(claims))
	for i := range claims {
		works[i] = l.begun(claims[i])
	}
	l.attempt(ctx, works)
	for _, w := range works {
		if w.err != nil {
			l.giveBack(ctx, w)
		}
	}
}

func (l *Learner) begun(c memory.Claim) *work {
	w := &work{claim: c, zone: time.UTC}
	w.entry = &w.claim.Entry
	if l.parts.Tenant != nil {
		w.tenant = l.parts.Tenant(w.entry.Owner.Tenant)
	}
	if w.tenant == nil {
		w.tenant = &policy.Tenant{}
	}
	if w.entry.Zone != "" {
		if zone, err := time.LoadLocation(w.entry.Zone); err == nil {
			w.zone = zone
		}
	}
	return w
}

// fail gives all works of a batch the same error.
func fail(works []*work, err error) {
	for _, w := range works {
		w.err = errors.Join(w.err, err)
	}
}

// attempt takes the works through the stages and commits them together.
func (l *Learner) attempt(ctx context.Context, works []*work) {
	for try := 0; ; {
		switch l.write(ctx, works, try) {
		case settled:
			return
		case stale:
			l.Stats.Stale.Add(1)
			try++
		case apart:
			for i := range works {
				l.attempt(ctx, works[i:i+1])
			}
			return
		case unclean:
		}
	}
}

// verdict says what follows a try to write a batch.
type verdict int

const (
	settled verdict = iota // committed, or it cannot be
	stale                  // somebody else wrote meanwhile: once more
	unclean                // a work failed in the middle: once more without it
	apart                  // one of the works is somebody else's by now: each for itself
)

// write plans a batch and commits it. It has the owner's pen meanwhile, unless a model
// is still to be asked, for whom nobody shall wait: then others may get ahead, and the
// model's answer is kept for the next try.
func (l *Learner) write(ctx context.Context, works []*work, try int) verdict {
	owner := works[0].entry.Owner
	put := func() {}
	if try > 0 || l.parts.Model == nil {
		var err error
		if put, err = l.parts.Pens.Take(ctx, owner); err != nil {
			fail(works, err)
			return settled
		}
	}
	defer func() { put() }()
	b, err := l.believe(ctx, owner)
	if err != nil {
		fail(works, err)
		return settled
	}
	ready, p, clean := l.plan(ctx, b, works)
	if !clean {
		l.shelf.lose(owner) // what failed has half changed the beliefs: begin again without it
		return unclean
	}
	if len(ready) == 0 {
		l.shelf.give(b)
		return settled
	}
	began := l.parts.Clock()
	done, err := l.parts.Ledger.Commit(ctx, p.commit(owner, b.revision, ready))
	if err == nil {
		b.revision = done.Revision
		for _, id := range done.Blocked {
			b.remove(id)
		}
		l.shelf.give(b)
		put() // nobody waits for the index to follow
		if over := outdated(p.put, p.history); l.parts.Outdated != nil && len(over) > 0 {
			l.parts.Outdated(owner, over)
		}
		l.tell(ctx, owner, done, ready, began)
		return settled
	}
	l.shelf.lose(owner)
	switch {
	case errors.Is(err, memory.ErrStale) && try < staleTries:
		return stale
	case errors.Is(err, memory.ErrLeaseLost) && len(works) > 1:
		return apart
	case errors.Is(err, memory.ErrLeaseLost), errors.Is(err, memory.ErrErased):
		l.shelf.drop(owner)
		l.parts.Log.Info("entries are not ours any more", "entries", len(ready), "error", err)
	default:
		fail(works, fmt.Errorf("commit: %w", err))
	}
	return settled
}

// believe returns the owner's beliefs, at hand or from truth.
func (l *Learner) believe(ctx context.Context, owner memory.Owner) (*beliefs, error) {
	if b := l.shelf.take(owner); b != nil {
		return b, nil
	}
	b, err := loadBeliefs(ctx, l.parts.Ledger, owner)
	if err != nil {
		l.shelf.lose(owner)
		return nil, fmt.Errorf("load beliefs: %w", err)
	}
	return b, nil
}

// plan takes each work through the stages, in order, so that a later entry meets
// what an earlier one taught. The beliefs change with it; they are not clean when
// a work failed in the middle.
func (l *Learner) plan(ctx context.Context, b *beliefs, works []*work) (ready []*work, p *plan, clean bool) {
	p = &plan{at: map[string]int{}}
	for len(works) > 0 {
		run := works[:l.together(works)]
		works = works[len(run):]
		if !run[0].read {
			l.distil(ctx, b, run)
		}
		for _, w := range run {
			if w.err != nil {
				continue
			}
			w.trace, w.records = w.trace[:w.distilled], nil
			l.guard(w, "settle", func() error { return l.meet(ctx, b, w, p) })
			if w.err != nil {
				return nil, nil, false
			}
			ready = append(ready, w)
		}
	}
	return ready, p, true
}

// together counts the works at the beginning that are read as one: with a model,
// those of one conversation, so that it sees more of it and is paid once.
func (l *Learner) together(works []*work) int {
	n := 1
	for l.parts.Model != nil && n < len(works) {
		a, b := works[0].entry, works[n].entry
		if a.SessionID != b.SessionID || a.Project != b.Project || a.Zone != b.Zone {
			break
		}
		n++
	}
	return n
}

// guard runs a stage and makes an error of a panic: one poisoned entry must cost
// itself, not the learner.
func (l *Learner) guard(w *work, stage string, f func() error) {
	if w.err != nil {
		return
	}
	defer func() {
		if r := recover(); r != nil {
			w.err = fmt.Errorf("%s: %w", stage, errPanic)
			l.parts.Log.Error("a stage failed badly", "stage", stage, "entry", w.entry.ID, "stack", string(debug.Stack()))
		}
	}()
	if err := f(); err != nil {
		w.err = fmt.Errorf("%s: %w", stage, err)
	}
}

var errPanic = errors.New("capture: a stage panicked")
