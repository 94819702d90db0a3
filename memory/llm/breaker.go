package llm

import (
	"sync"
	"time"
)

// breaker leaves an endpoint alone for a while after it failed several times in
// a row, and then lets one call try.
//
//	closed ──failures──▶ open ──time──▶ trying ──success──▶ closed
//	                      ▲                │
//	                      └────failure─────┘
type breaker struct {
	after int
	pause time.Duration
	now   func() time.Time

	mu     sync.Mutex
	failed int
	until  time.Time
	trying bool
}

// allow reports whether a call may be made. done or fail or leave must follow.
func (b *breaker) allow() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.failed < b.after {
		return true
	}
	if b.trying || b.now().Before(b.until) {
		return false
	}
	b.trying = true
	return true
}

// done tells of a call that worked.
func (b *breaker) done() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed, b.trying = 0, false
}

// fail tells of a call that did not.
func (b *breaker) fail() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.failed++
	b.trying = false
	if b.failed >= b.after {
		b.until = b.now().Add(b.pause)
	}
}

// leave tells of a call that says nothing about the endpoint: its caller left.
func (b *breaker) leave() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.trying = false
}

// open reports whether calls are refused now.
func (b *breaker) open() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.failed >= b.after && b.now().Before(b.until)
}
