package capture

import (
	"context"
	"math/rand/v2"
	"time"
)

// Bounds of a hand's beginning again.
const (
	repeatFirst = time.Millisecond
	repeatMost  = 100 * time.Millisecond
	repeatFor   = 30 * time.Second // of a caller who set no time of his own
)

// repeat paces a write by hand that others got ahead of: at once the first time, then
// after waits that grow and differ, so that two who got into each other's way do not
// do so again. Nobody who gave no condition is sent away for being one of many; only
// his own time, or repeatFor, ends it. The zero value is ready.
type repeat struct {
	tries  int
	waited time.Duration
}

// wait waits for the next try. It reports whether there is one.
func (r *repeat) wait(ctx context.Context) bool {
	r.tries++
	if r.tries == 1 || ctx.Err() != nil {
		return ctx.Err() == nil
	}
	if r.waited >= repeatFor {
		return false
	}
	pause := min(repeatFirst<<min(r.tries-2, 10), repeatMost)
	pause = pause/2 + rand.N(pause/2+1)
	r.waited += pause
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
