package inject

import (
	"sync"
	"time"

	"mneme/memory"
)

// shelf keeps values of owners for a while: bounded by bytes, the longest unused
// ones go first, and what nobody used for its idle time is gone. Unlike a cache it
// never drops a value that has room, since a tool loop rests on it.
//
// Keys are hashes; the owner is compared too, so that a collision can never hand one
// owner's value to another.
type shelf[V any] struct {
	idle  time.Duration
	parts [16]part[V]
}

type part[V any] struct {
	mu    sync.Mutex
	room  int // bytes left
	items map[uint64]*item[V]
	head  item[V] // of the ring: head.next is the last used, head.prev the longest unused
}

type item[V any] struct {
	next, prev *item[V]
	key        uint64
	owner      memory.Owner
	value      V
	bytes      int
	used       time.Time
}

// itemBytes is what an item costs beside its value: itself, its place in the map.
const itemBytes = 240

func newShelf[V any](bytes int, idle time.Duration) *shelf[V] {
	s := &shelf[V]{idle: idle}
	for i := range s.parts {
		p := &s.parts[i]
		p.room = bytes / len(s.parts)
		p.items = make(map[uint64]*item[V])
		p.head.next, p.head.prev = &p.head, &p.head
	}
	return s
}

func (s *shelf[V]) part(key uint64) *part[V] { return &s.parts[key>>60] }

// get returns the owner's value and puts its expiry off.
func (s *shelf[V]) get(key uint64, owner memory.Owner, now time.Time) (V, bool) {
	p := s.part(key)
	p.mu.Lock()
	defer p.mu.Unlock()
	it := p.items[key]
	if it == nil || it.owner != owner {
		var none V
		return none, false
	}
	if now.Sub(it.used) > s.idle {
		p.remove(it)
		var none V
		return none, false
	}
	it.used = now
	p.unlink(it)
	p.link(it)
	return it.value, true
}

// put keeps a value of so many bytes, in place of what was there under its key.
func (s *shelf[V]) put(key uint64, owner memory.Owner, value V, bytes int, now time.Time) {
	bytes += itemBytes + len(owner.Tenant) + len(owner.Realm) + len(owner.ID)
	p := s.part(key)
	p.mu.Lock()
	defer p.mu.Unlock()
	if old := p.items[key]; old != nil {
		p.remove(old)
	}
	it := &item[V]{key: key, owner: owner, value: value, bytes: bytes, used: now}
	p.items[key] = it
	p.link(it)
	p.room -= bytes
	for p.head.prev != &p.head {
		last := p.head.prev
		if p.room >= 0 && now.Sub(last.used) <= s.idle {
			return
		}
		p.remove(last)
	}
}

// remove removes the owner's value, if there is one.
func (s *shelf[V]) remove(key uint64, owner memory.Owner) {
	p := s.part(key)
	p.mu.Lock()
	defer p.mu.Unlock()
	if it := p.items[key]; it != nil && it.owner == owner {
		p.remove(it)
	}
}

// drop removes every value that matches and returns how many there were.
func (s *shelf[V]) drop(match func(memory.Owner, V) bool) int {
	n := 0
	for i := range s.parts {
		n += s.parts[i].drop(match)
	}
	return n
}

func (p *part[V]) drop(match func(memory.Owner, V) bool) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := 0
	for it := p.head.next; it != &p.head; {
		next := it.next
		if match(it.owner, it.value) {
			p.remove(it)
			n++
		}
		it = next
	}
	return n
}

// len returns how many values are kept.
func (s *shelf[V]) len() int {
	n := 0
	for i := range s.parts {
		p := &s.parts[i]
		p.mu.Lock()
		n += len(p.items)
		p.mu.Unlock()
	}
	return n
}

func (p *part[V]) link(it *item[V]) {
	it.next, it.prev = p.head.next, &p.head
	it.next.prev, it.prev.next = it, it
}

func (p *part[V]) unlink(it *item[V]) {
	it.next.prev, it.prev.next = it.prev, it.next
}

func (p *part[V]) remove(it *item[V]) {
	p.unlink(it)
	delete(p.items, it.key)
	p.room += it.bytes
}
