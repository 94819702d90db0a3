package inject

import (
	"sync"
	"time"

	"mneme/memory"
)

// breaker lets recall rest after failures in a row, so that a broken memory costs
// each request nothing, not its deadline.
//
//	closed ──trips failures──▶ open ──rest is over──▶ one tries ──fails──▶ open
//	   ▲                                                  │
//	   └─────────────────────── works ────────────────────┘
type breaker struct {
	trips int
	rest  time.Duration

	mu     sync.Mutex
	failed int
	until  time.Time
}

// allow reports whether recall may be tried.
func (b *breaker) allow(now time.Time) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed < b.trips {
		return true
	}
	if now.Before(b.until) {
		return false
	}
	b.until = now.Add(b.rest) // the others wait for the one that tries
	return true
}

// report says how a try ended.
func (b *breaker) report(ok bool, now time.Time) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if ok {
		b.failed = 0
		return
	}
	if b.failed++; b.failed >= b.trips {
		b.until = now.Add(b.rest)
	}
}

// habit is how often one user has asked for remote recall lately, and the last answer.
type habit struct {
	mu       sync.Mutex
	since    time.Time
	asked    int
	question uint64
	answer   memory.Result
	answered bool
}

// verdict is what one more recall of a user may do.
type verdict uint8

const (
	askAll   verdict = iota
	askLocal         // the local routes only
	askNone          // the last answer holds
)

// admit counts a recall. Past the limit of the window, the question asked last is
// answered from its result and any other by the local routes.
func (h *habit) admit(question uint64, limit int, window time.Duration, now time.Time) (verdict, memory.Result) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if now.Sub(h.since) >= window {
		h.since, h.asked = now, 0
	}
	if h.asked < limit {
		h.asked++
		return askAll, memory.Result{}
	}
	if h.answered && h.question == question {
		return askNone, h.answer
	}
	return askLocal, memory.Result{}
}

func (h *habit) note(question uint64, answer memory.Result) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.question, h.answer, h.answered = question, answer, true
}

// hits returns what the last answer holds.
func (h *habit) hits() []memory.Hit {
	h.mu.Lock()
	defer h.mu.Unlock()
	return h.answer.Hits
}
