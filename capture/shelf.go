package capture

import (
	"sync"
	"time"

	"mneme/memory"
)

// shelf keeps owners' beliefs at hand between entries. Who takes them has them
// for himself until he gives them back; who wants them meanwhile reads truth.
type shelf struct {
	bytes int // bound of what is kept
	idle  time.Duration
	clock Clock

	mu    sync.Mutex
	kept  map[string]*beliefs // by Owner.Key
	held  int
	out   map[string]int  // how often an owner's beliefs are in use
	stale map[string]bool // dropped while in use
}

func newShelf(bytes int, idle time.Duration, clock Clock) *shelf {
	return &shelf{
		bytes: bytes, idle: idle, clock: clock,
		kept: map[string]*beliefs{}, out: map[string]int{}, stale: map[string]bool{},
	}
}

// take returns the owner's beliefs, or nil when they are not at hand. Either way
// give or lose must follow.
func (s *shelf) take(owner memory.Owner) *beliefs {
	key := owner.Key()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.out[key]++
	b := s.kept[key]
	if b != nil {
		delete(s.kept, key)
		s.held -= b.bytes
	}
	return b
}

// give puts beliefs that agree with truth back.
func (s *shelf) give(b *beliefs) {
	key := b.owner.Key()
	s.mu.Lock()
	defer s.mu.Unlock()
	stale := s.stale[key]
	s.back(key)
	if stale || s.kept[key] != nil || b.bytes > s.bytes {
		return
	}
	b.used = s.clock()
	s.kept[key] = b
	s.held += b.bytes
	s.sweep(b.used, key)
}

// lose says that beliefs which were taken will not come back.
func (s *shelf) lose(owner memory.Owner) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.back(owner.Key())
}

func (s *shelf) back(key string) {
	if s.out[key]--; s.out[key] <= 0 {
		delete(s.out, key)
		delete(s.stale, key)
	}
}

// drop lets go of an owner's beliefs, also of those in use.
func (s *shelf) drop(owner memory.Owner) {
	key := owner.Key()
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.out[key] > 0 {
		s.stale[key] = true
	}
	s.remove(key)
}

func (s *shelf) remove(key string) {
	if b := s.kept[key]; b != nil {
		delete(s.kept, key)
		s.held -= b.bytes
	}
}

// sweep makes room: first what was idle too long, then anything but what was
// just used. The lock is held.
func (s *shelf) sweep(now time.Time, but string) {
	for key, b := range s.kept {
		if now.Sub(b.used) > s.idle {
			s.remove(key)
		}
	}
	for key := range s.kept {
		if s.held <= s.bytes {
			return
		}
		if key != but {
			s.remove(key)
		}
	}
}
