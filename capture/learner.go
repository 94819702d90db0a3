package capture

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"sync/atomic"
	"time"

	"mneme/budget"
	"mneme/capture/extract"
	"mneme/memory"
	"mneme/policy"
)

// Counter counts what a text costs in a prompt.
type Counter interface {
	CostOf(text string) budget.Cost
}

// Model is an extractor that costs money: it is asked for an owner's turns only
// while his and his tenant's budget lasts.
type Model interface {
	Extract(ctx context.Context, owner memory.Owner, in extract.Input) ([]memory.Draft, error)
}

// Renewer prolongs leases of entries that are still worked on. It returns
// memory.ErrLeaseLost when one of them is not held any more.
type Renewer interface {
	Renew(ctx context.Context, claims []memory.Claim, lease time.Duration) error
}

// LearnerParts are what a Learner works with. Journal, Ledger and Ops are required.
// Rules, Redactor, Steers, Noise and Intent that are nil are the product's own;
// what else is nil is not done.
type LearnerParts struct {
	Journal  memory.Journal
	Renewer  Renewer
	Ledger   memory.Ledger
	Ops      memory.Ops
	Rules    extract.Extractor // needs no model
	Model    Model             // asked first
	Embedder memory.Embedder
	Counter  Counter
	Redactor Redactor
	Steers   func(text string) bool // whether a text tries to steer the model
	Noise    func(text string) bool // whether a turn says nothing of substance
	Intent   func(text string) string
	Tenant   func(tenant string) *policy.Tenant
	Days     memory.Daybook                                                // what the model read today outlives a restart
	Learnt   func(ctx context.Context, owner memory.Owner, revision int64) // the index follows
	Outdated func(owner memory.Owner, quotes []string)                     // words that what is over or corrected rested on; nil: nobody keeps them
	Pens     *memory.Pens                                                  // what all writers of the process take
	Clock    Clock
	Log      *slog.Logger
}

// Learner is the back of capture: it claims entries, learns from them and commits
// what it learnt.
type Learner struct {
	opts  Options
	parts LearnerParts
	shelf *shelf
	wake  chan struct{}
	hurry atomic.Int32 // callers that wait in Flush: no debounce for them
	rush  chan struct{}
	rate  rate
	Stats Stats

	mu      sync.Mutex
	running map[chan struct{}]bool // batches between claim and the index's having heard
}

// Stats counts what a Learner did since it was made.
type Stats struct {
	Learnt    atomic.Int64 // entries that taught something
	Nothing   atomic.Int64 // entries that taught nothing
	Retried   atomic.Int64 // entries given back to be tried again
	Dead      atomic.Int64 // entries that became dead letters
	Stale     atomic.Int64 // commits that had to be planned again
	Fallback  atomic.Int64 // extractions done by the rules since the model could not
	Blocked   atomic.Int64 // records a tombstone kept out
	Unsimilar atomic.Int64 // comparisons made without the embedder, since it failed
}

// NewLearner checks its parts.
func NewLearner(opts Options, parts LearnerParts) (*Learner, error) {
	if err := opts.Validate(); err != nil {
		return nil, fmt.Errorf("check options of learner: %w", err)
	}
	if parts.Journal == nil || parts.Ledger == nil || parts.Ops == nil {
		return nil, errors.New("make learner: journal, ledger and ops are required")
	}
	if parts.Rules == nil {
		parts.Rules = extract.New()
	}
	if parts.Steers == nil {
		parts.Steers = policy.NewSteering().Steers
	}
	if parts.Redactor == nil {
		parts.Redactor = policy.Redactor{}
	}
	if parts.Noise == nil {
		parts.Noise = extract.Noise
	}
	if parts.Intent == nil {
		parts.Intent = extract.Intent
	}
	if parts.Clock == nil {
		parts.Clock = time.Now
	}
	if parts.Log == nil {
		parts.Log = slog.New(slog.DiscardHandler)
	}
	return &Learner{
		opts:  opts,
		parts: parts,
		shelf: newShelf(opts.CacheBytes, opts.CacheIdle, parts.Clock),
		rate:  rate{days: parts.Days},
		wake:  make(chan struct{}, 1),
		rush:  make(chan struct{}, 1),

		running: map[chan struct{}]bool{},
	}, nil
}

// Wake says that there may be work. It never blocks.
func (l *Learner) Wake() {
	select {
	case l.wake <- struct{}{}:
	default:
	}
}

// Drop lets go of what is kept at hand of an owner; a forget calls it.
func (l *Learner) Drop(owner memory.Owner) { l.shelf.drop(owner) }

// Run learns until the context is cancelled. What was begun then is ended, within
// the options' Stop, on a context that the signal did not cancel; what was not
// begun stays in the journal.
func (l *Learner) Run(ctx context.Context) error {
	work, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	stop := context.AfterFunc(ctx, func() { time.AfterFunc(l.opts.Stop, cancel) })
	defer stop()
	var wg sync.WaitGroup
	for i := range l.opts.Workers {
		wg.Go(func() { l.serve(ctx, work, fmt.Sprintf("%s-%d", memory.NewID(l.parts.Clock()), i)) })
	}
	wg.Wait()
	return nil
}

// serve is one worker: it asks for work until it is told to stop.
func (l *Learner) serve(ctx, work context.Context, name string) {
	poll := time.NewTimer(l.opts.Poll)
	defer poll.Stop()
	for ctx.Err() == nil {
		n, err := l.step(work, name)
		if err != nil {
			l.parts.Log.Error("could not claim entries", "error", err)
		}
		if n > 0 {
			l.Wake() // where there was one there may be more, for another worker
			continue
		}
		poll.Reset(l.opts.Poll)
		select {
		case <-ctx.Done():
		case <-l.wake:
			l.debounce(ctx)
		case <-poll.C:
		}
	}
}

// debounce waits for a session to pause before a model reads it.
func (l *Learner) debounce(ctx context.Context) {
	if l.parts.Model == nil || l.hurry.Load() > 0 || l.opts.Debounce <= 0 {
		return
	}
	pause := time.NewTimer(l.opts.Debounce)
	defer pause.Stop()
	select {
	case <-ctx.Done():
	case <-l.rush:
	case <-pause.C:
	}
}

// step claims one owner's entries and learns from them.
func (l *Learner) step(ctx context.Context, worker string) (int, error) {
	defer l.begin()()
	claims, err := l.parts.Journal.Claim(ctx, worker, l.opts.Batch, l.opts.Lease)
	if err != nil {
		return 0, fmt.Errorf("claim entries: %w", err)
	}
	for rest := claims; len(rest) > 0; {
		n := 1
		for n < len(rest) && rest[n].Entry.Owner == rest[0].Entry.Owner {
			n++
		}
		l.learn(ctx, rest[:n])
		rest = rest[n:]
	}
	return len(claims), nil
}

// Flush waits until all that was journaled before the call is learnt and the index
// has heard of it. It returns how many entries are left, with the context's error,
// when the time is over first.
func (l *Learner) Flush(ctx context.Context) (int, error) {
	l.hurry.Add(1)
	defer l.hurry.Add(-1)
	_, newest, err := l.parts.Journal.Waiting(ctx, nil, 0)
	if err != nil {
		return 0, fmt.Errorf("count entries: %w", err)
	}
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for {
		l.Wake()
		select {
		case l.rush <- struct{}{}:
		default:
		}
		n, _, err := l.parts.Journal.Waiting(ctx, nil, newest)
		switch {
		case err != nil && ctx.Err() != nil:
			return n, ctx.Err()
		case err != nil:
			return n, fmt.Errorf("count entries: %w", err)
		case n == 0:
			return 0, l.settle(ctx)
		}
		select {
		case <-ctx.Done():
			return n, ctx.Err()
		case <-tick.C:
		}
	}
}

// begin notes that a batch is under way, until the returned function is called.
func (l *Learner) begin() (end func()) {
	done := make(chan struct{})
	l.mu.Lock()
	l.running[done] = true
	l.mu.Unlock()
	return func() {
		l.mu.Lock()
		delete(l.running, done)
		l.mu.Unlock()
		close(done)
	}
}

// settle waits until the batches that are under way have ended: what they
// committed is in truth, but the index may not have heard of it yet.
func (l *Learner) settle(ctx context.Context) error {
	l.mu.Lock()
	running := make([]chan struct{}, 0, len(l.running))
	for done := range l.running {
		running = append(running, done)
	}
	l.mu.Unlock()
	for _, done := range running {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-done:
		}
	}
	return nil
}

// ExtractorFunc makes an Extractor of a function.
type ExtractorFunc func(ctx context.Context, in extract.Input) ([]memory.Draft, error)

// Extract calls f.
func (f ExtractorFunc) Extract(ctx context.Context, in extract.Input) ([]memory.Draft, error) {
	return f(ctx, in)
}
