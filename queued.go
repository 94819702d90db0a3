package main

import (
	"sync"

	"mneme/memory"
)

// queued keeps at hand which of an owner's records wait for his word, as of a revision.
type queued struct {
	mu  sync.Mutex
	ids map[memory.Owner]queuedAt
}

type queuedAt struct {
	revision int64
	ids      []string
}

// queuedOwners bounds how many owners are kept.
const queuedOwners = 16_384

func (q *queued) get(owner memory.Owner, revision int64) ([]string, bool) {
	q.mu.Lock()
	defer q.mu.Unlock()
	at, ok := q.ids[owner]
	return at.ids, ok && at.revision == revision
}

func (q *queued) put(owner memory.Owner, revision int64, ids []string) {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.ids == nil || len(q.ids) >= queuedOwners {
		q.ids = map[memory.Owner]queuedAt{}
	}
	q.ids[owner] = queuedAt{revision, ids}
}
