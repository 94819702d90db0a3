package policy

import (
	"sync"
	"time"
)

// Limiter holds many keys to a rate each: a user, a key, a key and its user. It
// remembers a bounded number of them, the most recently seen, and is safe for
// concurrent use. A key that was forgotten starts afresh, so the bound should be
// well above the number of keys that are busy at once.
type Limiter struct {
	mu    sync.Mutex
	half  int                  // keys per generation
	young map[string]time.Time // when the key's bucket will be empty of debt
	old   map[string]time.Time // the generation before
}

// NewLimiter returns a limiter that remembers at most about the given number of
// keys.
func NewLimiter(keys int) *Limiter {
	half := max(1, keys/2)
	return &Limiter{half: half, young: make(map[string]time.Time)}
}

// Take takes one request from a key's minute. The whole minute's worth may come
// at once and comes back evenly (a token bucket, kept as one time per key). If
// there is none left it answers false, and how long to wait. A rate of 0 or less
// is no limit.
func (l *Limiter) Take(key string, perMinute int, now time.Time) (wait time.Duration, ok bool) {
	if perMinute <= 0 {
		return 0, true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	debt := now
	if at, seen := l.lookUp(key); seen && at.After(now) {
		debt = at
		if latest := now.Add(time.Minute); debt.After(latest) {
			debt = latest // the clock was set back
		}
	}
	next := debt.Add(time.Minute / time.Duration(perMinute))
	if wait = next.Sub(now) - time.Minute; wait > 0 {
		l.keep(key, debt)
		return wait, false
	}
	l.keep(key, next)
	return 0, true
}

func (l *Limiter) lookUp(key string) (time.Time, bool) {
	if at, ok := l.young[key]; ok {
		return at, true
	}
	at, ok := l.old[key]
	return at, ok
}

// keep stores a key in the young generation. When that is full it becomes the
// old one, and what was old and not seen since is forgotten.
func (l *Limiter) keep(key string, at time.Time) {
	if _, ok := l.young[key]; !ok && len(l.young) >= l.half {
		l.old, l.young = l.young, make(map[string]time.Time)
	}
	l.young[key] = at
}
