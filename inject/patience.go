package inject

import (
	"context"
	"sync"
	"time"

	"mneme/memory"
)

// warm is a recaller that can say whether it would answer from memory alone, so that its
// answer need not be waited for beside a clock.
type warm interface {
	Warm(ctx context.Context, q *memory.Query) bool
}

// patience is a context with a deadline whose timer is set when somebody begins to wait.
// Most recalls never do, and a timer for each costs as much as a look into the index.
type patience struct {
	context.Context
	until time.Time

	mu      sync.Mutex
	waiting context.Context // nil: nobody has waited yet
	cancel  context.CancelFunc
}

// Deadline implements context.Context.
func (p *patience) Deadline() (time.Time, bool) {
	if until, ok := p.Context.Deadline(); ok && until.Before(p.until) {
		return until, true
	}
	return p.until, true
}

// Done implements context.Context.
func (p *patience) Done() <-chan struct{} { return p.wait().Done() }

// Err implements context.Context.
func (p *patience) Err() error {
	p.mu.Lock()
	waiting := p.waiting
	p.mu.Unlock()
	switch {
	case waiting != nil:
		return waiting.Err()
	case p.Context.Err() != nil:
		return p.Context.Err()
	case time.Now().After(p.until):
		return p.wait().Err() // from now on the timer's word holds, and it has run out
	}
	return nil
}

func (p *patience) wait() context.Context {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.waiting == nil {
		p.waiting, p.cancel = context.WithDeadline(p.Context, p.until)
	}
	return p.waiting
}

// release ends the context, which must not be used afterwards.
func (p *patience) release() {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.cancel != nil {
		p.cancel()
	}
}
