package flat

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mneme/memory"
)

// lame is a partition that is as new as truth, but whose newest records have no vectors, since
// the embedder gave none: keywords and the graph find them. It is never stored, and no other
// snapshot is made from it.
//
//	whole ──embedder fails──▶ lame, answers for lameLife ──▶ tried again ──works──▶ whole
type lame struct {
	snap  *snapshot
	until time.Time
}

// lameLife is how long a lame partition answers before the embedder is asked again.
const lameLife = 3 * time.Second

// limp returns the lame snapshot of a revision, or nil.
func (p *partition) limp(revision int64) *snapshot {
	if l := p.lame.Load(); l != nil && l.snap.revision >= revision && time.Now().Before(l.until) {
		return l.snap
	}
	return nil
}

// lamed makes the lame snapshot of what changed. Vectors of another size are no matter of
// waiting: they are refused.
func (x *Index) lamed(part *partition, old *snapshot, delta memory.Delta, revision int64, fault error) (*snapshot, error) {
	if errors.Is(fault, ErrDims) {
		return nil, fault
	}
	s, err := newWriter(old).apply(old, delta, func(slot int, records []*memory.Record) (matrix, error) {
		e := x.slots[slot].embedder
		if e == nil || slot == 1 {
			return matrix{}, nil
		}
		return matrix{id: e.ID(), dims: e.Dims(), rows: make([]int8, len(records)*e.Dims()), scales: make([]float32, len(records))}, nil
	})
	if err != nil {
		return nil, err
	}
	s.revision = max(s.revision, revision)
	part.lame.Store(&lame{s, time.Now().Add(lameLife)})
	return s, nil
}

// lock takes a partition's lock. Whoever makes its next snapshot may wait for an embedder elsewhere
// and hold the lock as long: then it is given up while there is time to go without.
func (x *Index) lock(ctx context.Context, part *partition) bool {
	if _, bound := ctx.Deadline(); !bound || x.slots[0].embedder == nil || x.slots[0].direct != nil {
		part.mu.Lock()
		return true
	}
	ctx, cancel := hurried(ctx)
	defer cancel()
	for !part.mu.TryLock() {
		select {
		case <-ctx.Done():
			return false
		case <-time.After(lockPoll):
		}
	}
	return true
}

// lockPoll is how often a lock that somebody holds is tried again.
const lockPoll = 2 * time.Millisecond

// limpAlong makes a lame snapshot beside the one who holds the lock.
func (x *Index) limpAlong(ctx context.Context, part *partition, revision int64) (*snapshot, error) {
	old := part.snap.Load()
	if old == nil {
		old = x.load(ctx, part.owner)
	}
	delta, err := x.source.Since(ctx, part.owner, old.revision)
	if err != nil {
		return nil, fmt.Errorf("read what changed: %w", err)
	}
	return x.lamed(part, old, delta, revision, nil)
}

// hurried returns a context that ends while there is still time to go without the embedder: what
// waits for it until the very end finds nothing at all.
func hurried(ctx context.Context) (context.Context, context.CancelFunc) {
	until, ok := ctx.Deadline()
	if !ok {
		return ctx, func() {}
	}
	left := time.Until(until)
	return context.WithTimeout(ctx, left-left/waitShare)
}

// waitShare is the part of a deadline that is kept for the routes without vectors: one in so many.
const waitShare = 3
