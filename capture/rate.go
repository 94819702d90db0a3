package capture

import (
	"sync"
	"time"

	"mneme/memory"
)

// rate counts what a model reads of each owner on one day (UTC). A restart
// begins anew: it bounds cost, and what it lets through after one is little.
type rate struct {
	mu     sync.Mutex
	day    string
	counts map[string]int // by Owner.Key
}

// take counts n exchanges of an owner, or reports that they are too many. No
// limit is 0.
func (r *rate) take(owner memory.Owner, n, limit int, now time.Time) bool {
	if limit == 0 {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if today := now.UTC().Format(time.DateOnly); today != r.day || r.counts == nil {
		r.day, r.counts = today, map[string]int{}
	}
	key := owner.Key()
	if r.counts[key]+n > limit {
		return false
	}
	r.counts[key] += n
	return true
}
