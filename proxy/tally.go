package proxy

import (
	"sync"
	"sync/atomic"
)

// Tally counts what happens, by codes of small closed sets: a label never holds
// an identifier.
type Tally struct {
	counts sync.Map // Count → *atomic.Int64
}

// Count names one counter: what is counted, and up to two labels.
type Count struct{ Name, Label, Reason string }

// Add adds n to a counter.
func (t *Tally) Add(name, label, reason string, n int64) {
	key := Count{name, label, reason}
	at, ok := t.counts.Load(key)
	if !ok {
		at, _ = t.counts.LoadOrStore(key, new(atomic.Int64))
	}
	at.(*atomic.Int64).Add(n)
}

// Each calls f with every counter, in no particular order.
func (t *Tally) Each(f func(c Count, n int64)) {
	t.counts.Range(func(key, value any) bool {
		f(key.(Count), value.(*atomic.Int64).Load())
		return true
	})
}
