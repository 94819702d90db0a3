package sqlite

import "sync"

// bounded is a map that never holds more than a number of entries: over it, any
// one is dropped. It is for what can be read again from the database.
type bounded[V any] struct {
	mu    sync.RWMutex
	limit int
	m     map[[32]byte]V
}

// ownersKnown is how many owners of a realm are kept in mind, at some 100 bytes
// each.
const ownersKnown = 20_000

func newBounded[V any]() *bounded[V] {
	return &bounded[V]{limit: ownersKnown, m: make(map[[32]byte]V)}
}

func (b *bounded[V]) get(key [32]byte) (V, bool) {
	b.mu.RLock()
	defer b.mu.RUnlock()
	v, ok := b.m[key]
	return v, ok
}

func (b *bounded[V]) put(key [32]byte, v V) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, known := b.m[key]; !known && len(b.m) >= b.limit {
		for other := range b.m {
			delete(b.m, other)
			break
		}
	}
	b.m[key] = v
}

func (b *bounded[V]) drop(key [32]byte) {
	b.mu.Lock()
	defer b.mu.Unlock()
	delete(b.m, key)
}
