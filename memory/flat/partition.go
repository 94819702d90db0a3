package flat

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync"
	"sync/atomic"
	"time"

	"mneme/memory"
)

// partition is one owner's part of the index.
type partition struct {
	owner memory.Owner
	snap  atomic.Pointer[snapshot] // nil: not loaded
	lame  atomic.Pointer[lame]     // nil: it has never been
	used  atomic.Int64             // tick of the last probe

	mu     sync.Mutex // held by the one who makes the next snapshot
	writer *writer
	gone   atomic.Bool // dropped: whoever still holds it asks again
}

// keep puts a next snapshot in place of the one it was made from. It reports false when the
// partition was dropped meanwhile: then what was made from it is of no use.
func (x *Index) keep(part *partition, next *snapshot, before int) bool {
	x.mu.Lock()
	defer x.mu.Unlock()
	if part.gone.Load() {
		return false
	}
	part.snap.Store(next)
	x.bytes.Add(int64(next.size - before))
	return true
}

// blend adds share of b to a and makes a a unit vector again.
func blend(a, b []float32, share float32) {
	sum := 0.0
	for i := range a {
		a[i] += share * b[i]
		sum += float64(a[i]) * float64(a[i])
	}
	if sum == 0 {
		return
	}
	scale := float32(1 / math.Sqrt(sum))
	for i := range a {
		a[i] *= scale
	}
}

// ready returns the slot by which a snapshot answers: the new embedder's if its vectors are
// whole, else that in use; -1: none.
func (s *snapshot) ready() int {
	for slot := 1; slot >= 0; slot-- {
		whole := true
		for _, seg := range s.segments {
			whole = whole && (seg.n == 0 || seg.vectors[slot].id != "")
		}
		if whole && (s.segments[0].vectors[slot].id != "" || s.segments[1].vectors[slot].id != "") {
			return slot
		}
	}
	return -1
}

// current returns a snapshot of the owner that is as new as truth, or as what the caller knows
// of it.
func (x *Index) current(ctx context.Context, owner memory.Owner, known *int64) (*snapshot, error) {
	if err := owner.Validate(); err != nil {
		return nil, err
	}
	var revision int64
	if known != nil {
		revision = *known
	} else {
		var err error
		if revision, err = x.source.Revision(ctx, owner); err != nil {
			return nil, fmt.Errorf("ask truth for a revision: %w", err)
		}
	}
	for {
		part := x.part(owner)
		if s := part.snap.Load(); s != nil && s.revision >= revision {
			return s, nil
		}
		if s := part.limp(revision); s != nil {
			return s, nil
		}
		s, err := x.catchUp(ctx, part, revision)
		if err != nil || s != nil {
			return s, err
		}
	}
}

// Warm reports whether a probe of this owner would be answered from memory alone: his partition
// is loaded and as new as truth, and questions are embedded in this process. It returns the
// revision that it asked truth for.
func (x *Index) Warm(ctx context.Context, owner memory.Owner) (revision int64, warm bool) {
	if owner.Validate() != nil || x.slots[1].embedder != nil || x.slots[0].embedder != nil && x.slots[0].direct == nil {
		return 0, false
	}
	x.mu.Lock()
	part := x.parts[owner]
	x.mu.Unlock()
	if part == nil {
		return 0, false
	}
	s := part.snap.Load()
	if s == nil {
		return 0, false
	}
	revision, err := x.source.Revision(ctx, owner)
	return revision, err == nil && s.revision >= revision
}

// part returns the owner's partition, loaded or not.
func (x *Index) part(owner memory.Owner) *partition {
	x.mu.Lock()
	defer x.mu.Unlock()
	part := x.parts[owner]
	if part == nil {
		part = &partition{owner: owner}
		x.parts[owner] = part
	}
	part.used.Store(x.tick.Add(1))
	return part
}

// catchUp brings a partition to truth's state. It returns nil when the partition was evicted
// meanwhile.
func (x *Index) catchUp(ctx context.Context, part *partition, revision int64) (*snapshot, error) {
	if !x.lock(ctx, part) {
		return x.limpAlong(ctx, part, revision)
	}
	defer part.mu.Unlock()
	if part.gone.Load() {
		return nil, nil
	}
	old := part.snap.Load()
	if old != nil && old.revision >= revision {
		return old, nil
	}
	if s := part.limp(revision); s != nil {
		return s, nil // whoever held the lock has tried
	}
	before := 0
	if old == nil {
		old = x.load(ctx, part.owner)
		part.writer = nil
	} else {
		before = old.size
	}
	s := old
	if old.revision < revision || revision == 0 {
		delta, err := x.source.Since(ctx, part.owner, old.revision)
		if err != nil {
			return nil, fmt.Errorf("read what changed: %w", err)
		}
		if part.writer == nil {
			part.writer = newWriter(old)
		}
		if s, err = part.writer.apply(old, delta, func(slot int, records []*memory.Record) (matrix, error) {
			if slot == 1 && old.ready() != 1 {
				return matrix{}, nil // a change under way is Reembed's, which holds nobody up
			}
			ctx, cancel := hurried(ctx)
			defer cancel()
			return x.slots[slot].embed(ctx, records)
		}); err != nil {
			part.writer = nil
			return x.lamed(part, old, delta, revision, err)
		}
		part.lame.Store(nil)
		if s.revision < revision {
			s.revision = revision
		}
	}
	if !x.keep(part, s, before) {
		return nil, nil
	}
	x.evict(part)
	return s, nil
}

// load reads a stored partition, or begins an empty one.
func (x *Index) load(ctx context.Context, owner memory.Owner) *snapshot {
	if x.blobs == nil {
		return emptySnapshot()
	}
	for slot := 1; slot >= 0; slot-- {
		id := keywordsOnly
		if e := x.slots[slot].embedder; e != nil {
			id = e.ID()
		} else if slot == 1 {
			continue
		}
		blob, revision, err := x.blobs.LoadPartition(ctx, owner, id)
		if err != nil {
			continue
		}
		// A blob that cannot be read is no fault of the request: the partition is built anew.
		if s, err := decode(blob, owner, slot, x.slots[slot].embedder); err == nil {
			s.revision = revision
			return s
		}
	}
	return emptySnapshot()
}

// keywordsOnly names stored partitions without vectors.
const keywordsOnly = "none"

// evict drops the partitions that were not asked for the longest, until the rest fits. keep
// stays. Partitions that are being changed stay too.
func (x *Index) evict(keep *partition) {
	for x.bytes.Load() > x.options.MaxBytes {
		x.mu.Lock()
		var oldest *partition
		for _, part := range x.parts {
			if part != keep && part.snap.Load() != nil && (oldest == nil || part.used.Load() < oldest.used.Load()) {
				oldest = part
			}
		}
		x.mu.Unlock()
		if oldest == nil || !oldest.mu.TryLock() {
			return
		}
		x.store(context.Background(), oldest)
		x.forgetPart(oldest)
		oldest.mu.Unlock()
	}
}

// forgetPart takes a partition out of memory.
func (x *Index) forgetPart(part *partition) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if part.gone.Swap(true) {
		return
	}
	if s := part.snap.Load(); s != nil {
		x.bytes.Add(-int64(s.size))
	}
	delete(x.parts, part.owner)
}

// store writes a partition's blob if it differs from what is stored. The partition's lock is
// held. A blob that cannot be written costs time at the next load, nothing else.
func (x *Index) store(ctx context.Context, part *partition) {
	s := part.snap.Load()
	if s == nil || !s.fresh || x.blobs == nil {
		return
	}
	slot := max(s.ready(), 0)
	id := keywordsOnly
	if e := x.slots[slot].embedder; e != nil {
		id = e.ID()
	}
	if err := x.blobs.SavePartition(ctx, part.owner, id, s.revision, encode(s, slot)); err != nil {
		return
	}
	stored := *s
	stored.fresh = false
	part.snap.Store(&stored)
}

// Refresh brings an owner's partition to truth's state now, off the request path: after a
// commit, and after a forget, when what is stored is replaced at once.
func (x *Index) Refresh(ctx context.Context, owner memory.Owner) error {
	_, err := x.current(ctx, owner, nil)
	return err
}

// Drop takes an owner out of memory without storing anything, as when he was erased. It waits
// for nobody: an embedder that hangs holds no forget up.
func (x *Index) Drop(owner memory.Owner) {
	x.mu.Lock()
	part := x.parts[owner]
	x.mu.Unlock()
	if part != nil {
		x.forgetPart(part)
	}
}

// Reembed completes an owner's vectors by the embedder that is being changed to, and stores
// the partition under it. Probes go on meanwhile by the one in use.
func (x *Index) Reembed(ctx context.Context, owner memory.Owner) error {
	to := &x.slots[1]
	if to.embedder == nil {
		return errors.New("flat: there is no embedder to change to")
	}
	if _, err := x.current(ctx, owner, nil); err != nil {
		return err
	}
	made := map[*segment]matrix{} // what a change of the partition meanwhile leaves of use
	for {
		part := x.part(owner)
		s := part.snap.Load()
		if s != nil && s.live == 0 {
			return nil
		}
		// The embedder may take its time or hang: nobody may wait for it who learns or forgets.
		if s != nil {
			if err := to.make(ctx, s, made); err != nil {
				return err
			}
			if x.complete(ctx, part, s, made) {
				return nil
			}
		}
		if _, err := x.current(ctx, owner, nil); err != nil {
			return err
		}
	}
}

// make adds the vectors of the segments of a snapshot to those that were made.
func (s *slot) make(ctx context.Context, of *snapshot, made map[*segment]matrix) error {
	for which, seg := range of.segments {
		if _, known := made[seg]; known || of.ready() == 1 {
			continue
		}
		m, err := s.embed(ctx, of.words(which))
		if err != nil {
			return err
		}
		made[seg] = m
	}
	return nil
}

// words returns the records of a segment; what is gone has none.
func (s *snapshot) words(which int) []*memory.Record {
	from, end := s.bounds(which)
	records := make([]*memory.Record, 0, end-from)
	for _, r := range s.records[from:end] {
		if r == nil {
			r = &memory.Record{}
		}
		records = append(records, r)
	}
	return records
}

// complete puts vectors into a snapshot and stores it, unless the partition has a newer one.
func (x *Index) complete(ctx context.Context, part *partition, s *snapshot, made map[*segment]matrix) bool {
	part.mu.Lock()
	defer part.mu.Unlock()
	if part.snap.Load() != s || part.gone.Load() {
		return false
	}
	if s.ready() != 1 {
		c := *s
		c.fresh = true
		for which, seg := range s.segments {
			whole := *seg
			whole.vectors[1] = made[seg]
			c.segments[which] = &whole
		}
		c.weigh()
		if !x.keep(part, &c, s.size) {
			return false
		}
	}
	x.store(ctx, part)
	return true
}

// Run stores changed partitions from time to time until the context ends, and once more then.
func (x *Index) Run(ctx context.Context) {
	tick := time.NewTicker(x.options.Store)
	defer tick.Stop()
	for {
		select {
		case <-tick.C:
			x.Store(ctx)
		case <-ctx.Done():
			x.Store(context.WithoutCancel(ctx))
			return
		}
	}
}

// Store stores every partition that changed.
func (x *Index) Store(ctx context.Context) {
	x.mu.Lock()
	parts := make([]*partition, 0, len(x.parts))
	for _, part := range x.parts {
		parts = append(parts, part)
	}
	x.mu.Unlock()
	for _, part := range parts {
		part.mu.Lock()
		if !part.gone.Load() {
			x.store(ctx, part)
		}
		part.mu.Unlock()
	}
}

// Stats are figures of the index for an operator.
type Stats struct {
	Partitions int   // in memory
	Bytes      int64 // estimated
}

// Stats returns the figures of now.
func (x *Index) Stats() Stats {
	x.mu.Lock()
	defer x.mu.Unlock()
	return Stats{Partitions: len(x.parts), Bytes: x.bytes.Load()}
}
