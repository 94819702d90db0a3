package cache

import (
	"fmt"
	"hash/maphash"
	"sync"
	"time"

	"github.com/dgraph-io/ristretto/v2"
)

// key is a keyed hash of 128 bits: one half finds a value, the other is compared.
type key struct{ find, check uint64 }

// entry is a value with the half of its key that is compared.
type entry[V any] struct {
	check uint64
	value V
}

// store is a bounded cache of values that are all dropped together. A nil store keeps
// nothing.
type store[V any] struct {
	seeds [2]maphash.Seed
	life  time.Duration

	mu      sync.RWMutex // held for writing while everything is dropped
	dropped int64        // how often that was
	values  *ristretto.Cache[uint64, entry[V]]

	front front[V]
}

// front holds the values that came last, until they are handed to the cache together. A value
// handed over wakes the cache's goroutine, which costs a request more than its own part; and
// what lies here is found at once.
type front[V any] struct {
	mu      sync.Mutex
	room    int // bytes that may still come
	most    int // of them, when nothing is there
	waiting []fresh[V]
}

// fresh is a value that came lately.
type fresh[V any] struct {
	key   key
	value V
	bytes int
	until time.Time
}

// together is how many values are handed to the cache at once.
const together = 32

// open returns a store of so many bytes, for values of about size bytes that live for
// life; nil when bytes is 0.
func open[V any](bytes, size int, life time.Duration) (*store[V], error) {
	if bytes <= 0 {
		return nil, nil
	}
	values, err := ristretto.NewCache(&ristretto.Config[uint64, entry[V]]{
		NumCounters: int64(max(bytes/size, 100)) * 10,
		MaxCost:     int64(bytes),
		BufferItems: 64,
	})
	if err != nil {
		return nil, fmt.Errorf("open cache: %w", err)
	}
	s := &store[V]{seeds: [2]maphash.Seed{maphash.MakeSeed(), maphash.MakeSeed()}, life: life, values: values}
	s.front.most = bytes / 8
	s.front.room = s.front.most
	return s, nil
}

// key hashes what write writes.
func (s *store[V]) key(write func(*maphash.Hash)) key {
	var halves [2]uint64
	for i, seed := range s.seeds {
		var h maphash.Hash
		h.SetSeed(seed)
		write(&h)
		halves[i] = h.Sum64()
	}
	return key{halves[0], halves[1]}
}

// get returns a value, and the era to put one in its place with.
func (s *store[V]) get(k key) (value V, era int64, ok bool) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if value, ok = s.front.get(k); ok {
		return value, s.dropped, true
	}
	e, ok := s.values.Get(k.find)
	if !ok || e.check != k.check {
		var none V
		return none, s.dropped, false
	}
	return e.value, s.dropped, true
}

func (f *front[V]) get(k key) (value V, ok bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for i := len(f.waiting) - 1; i >= 0; i-- {
		if w := &f.waiting[i]; w.key == k {
			return w.value, time.Now().Before(w.until)
		}
	}
	return value, false
}

// put keeps a value, unless everything was dropped since its era: then it may hold what
// had to go.
func (s *store[V]) put(k key, era int64, value V, bytes int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	if era != s.dropped {
		return
	}
	s.front.mu.Lock()
	defer s.front.mu.Unlock()
	f := &s.front
	f.waiting = append(f.waiting, fresh[V]{k, value, bytes, time.Now().Add(s.life)})
	if f.room -= bytes; f.room > 0 && len(f.waiting) < together {
		return
	}
	now := time.Now()
	for i := range f.waiting {
		if w := &f.waiting[i]; w.until.After(now) {
			s.values.SetWithTTL(w.key.find, entry[V]{w.key.check, w.value}, int64(w.bytes), w.until.Sub(now))
		}
	}
	f.clear()
}

// clear forgets what waits. The caller holds mu, or nobody else can.
func (f *front[V]) clear() {
	clear(f.waiting)
	f.waiting, f.room = f.waiting[:0], f.most
}

// drop removes everything.
func (s *store[V]) drop() {
	if s == nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dropped++
	s.front.clear()
	s.values.Clear()
}

func (s *store[V]) close() {
	if s != nil {
		s.values.Close()
	}
}
