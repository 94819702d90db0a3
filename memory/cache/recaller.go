package cache

import (
	"context"
	"encoding/binary"
	"hash/maphash"
	"math"
	"slices"
	"time"

	"mneme/memory"
)

// resultLife is how long a result is kept. Recency moves within hours, so that a minute
// changes no ranking.
const resultLife = time.Minute

// Revisions says at which revision an owner's memory is.
type Revisions interface {
	Revision(ctx context.Context, owner memory.Owner) (int64, error)
}

// Recaller is a recaller that remembers the results of questions.
type Recaller struct {
	inner     memory.Recaller
	revisions Revisions
	results   *store[memory.Result]
}

// NewRecaller puts a cache of so many bytes in front of a recaller; with 0, none.
func NewRecaller(inner memory.Recaller, revisions Revisions, bytes int) (*Recaller, error) {
	results, err := open[memory.Result](bytes, 16<<10, resultLife)
	if err != nil {
		return nil, err
	}
	return &Recaller{inner, revisions, results}, nil
}

// Recall answers from the last minute where nothing that was read has changed since. A
// question that must not be kept, and an answer that is no full one, pass by.
func (r *Recaller) Recall(ctx context.Context, q memory.Query) (memory.Result, error) {
	if r.results == nil || q.NoStore {
		return r.inner.Recall(ctx, q)
	}
	if len(q.Revisions) != len(q.Owners) {
		revisions := make([]int64, len(q.Owners))
		for i, owner := range q.Owners {
			revision, err := r.revisions.Revision(ctx, owner)
			if err != nil { // then nobody knows whether a result still holds
				return r.inner.Recall(ctx, q)
			}
			revisions[i] = revision
		}
		q.Revisions = revisions
	}
	k := r.results.key(func(h *maphash.Hash) { write(h, &q) })
	result, era, ok := r.results.get(k)
	if ok {
		return result, nil
	}
	result, err := r.inner.Recall(ctx, q)
	if err == nil && (!result.Degraded || q.Degraded) {
		r.results.put(k, era, result, bytesOf(&result))
	}
	return result, err
}

// Warm reports whether a question would be answered from memory alone.
func (r *Recaller) Warm(ctx context.Context, q *memory.Query) bool {
	inner, ok := r.inner.(interface {
		Warm(ctx context.Context, q *memory.Query) bool
	})
	return ok && inner.Warm(ctx, q)
}

// Drop forgets every result. A forget calls it: results hold records.
func (r *Recaller) Drop() { r.results.drop() }

// Close ends the cache's goroutine.
func (r *Recaller) Close() { r.results.close() }

// write writes everything that a result depends on.
func write(h *maphash.Hash, q *memory.Query) {
	for i, o := range q.Owners {
		text(h, o.Tenant)
		text(h, o.Realm)
		text(h, string(o.Level))
		text(h, o.ID)
		number(h, uint64(q.Revisions[i]))
	}
	number(h, uint64(len(q.Owners)))
	text(h, q.Text)
	for i := range q.Turns {
		text(h, string(q.Turns[i].Role))
		text(h, q.Turns[i].Name)
		text(h, q.Turns[i].Text)
	}
	number(h, uint64(len(q.Turns)))
	text(h, q.Session)
	text(h, q.Project)
	text(h, q.Agent)
	number(h, uint64(q.Now.Unix()/60))
	number(h, uint64(q.AsOf.UnixNano()))
	if q.Zone != nil {
		text(h, q.Zone.String())
	}
	for _, layer := range q.Layers {
		text(h, string(layer))
	}
	number(h, uint64(len(q.Layers)))
	number(h, uint64(q.Limit))
	number(h, math.Float64bits(q.Floor))
	names := make([]string, 0, len(q.Weights))
	for name := range q.Weights {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		text(h, name)
		number(h, math.Float64bits(q.Weights[name]))
	}
	for _, name := range q.Names.Mentioned(q.Text) { // all that a dictionary adds to a question
		text(h, name)
	}
	if q.Degraded {
		h.WriteByte(1)
	}
}

// text writes a text with its length, so that no two lists of texts hash alike.
func text(h *maphash.Hash, s string) {
	number(h, uint64(len(s)))
	h.WriteString(s)
}

func number(h *maphash.Hash, n uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], n)
	h.Write(b[:])
}

// bytesOf is what keeping a result costs, its records included, since they stay alive.
func bytesOf(r *memory.Result) int {
	n := 256 + 64*len(r.Dropped)
	for i := range r.Hits {
		n += 700 + len(r.Hits[i].Record.Text)
	}
	return n
}
