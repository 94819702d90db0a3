package capture

import (
	"context"
	"sync"
	"time"

	"mneme/memory"
)

// rate counts what a model reads of each owner on one day (UTC). With a daybook a restart
// does not begin anew.
type rate struct {
	days   memory.Daybook // nil: counts end with the process
	mu     sync.Mutex
	day    string
	counts map[string]int // by Owner.Key
}

// dayCaptures is under what name the counts outlive a restart.
const dayCaptures = "captures"

// take counts n exchanges of an owner, or reports that they are too many. No
// limit is 0. A daybook that cannot be read or written costs no exchange: what this
// process counted is what counts.
func (r *rate) take(ctx context.Context, owner memory.Owner, n, limit int, now time.Time) bool {
	if limit == 0 {
		return true
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if today := now.UTC().Format(time.DateOnly); today != r.day || r.counts == nil {
		r.day, r.counts = today, map[string]int{}
	}
	key := owner.Key()
	if r.days != nil {
		if used, err := r.days.Noted(ctx, owner, dayCaptures, r.day); err == nil && len(used) > 0 {
			r.counts[key] = max(r.counts[key], used[0])
		}
	}
	if r.counts[key]+n > limit {
		return false
	}
	r.counts[key] += n
	if r.days != nil {
		_ = r.days.Note(ctx, owner, dayCaptures, r.day, r.counts[key])
	}
	return true
}
