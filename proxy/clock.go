package proxy

import (
	"sync/atomic"
	"time"
)

// clock is a coarse clock that is cheap to read. Deadlines are kept as its
// readings, in nanoseconds, and compared when it ticks: moving one costs a store.
type clock struct {
	start time.Time
	now   atomic.Int64
	step  time.Duration
}

// newClock returns a clock that ticks often enough for the shortest limit to be
// kept to about a quarter, and never more than every 250 ms.
func newClock(limits ...time.Duration) *clock {
	step := 250 * time.Millisecond
	for _, limit := range limits {
		step = min(step, limit/4)
	}
	c := &clock{start: time.Now(), step: max(step, 5*time.Millisecond)}
	c.now.Store(1)
	return c
}

// in returns the reading that is due after d, never early.
func (c *clock) in(d time.Duration) int64 { return c.now.Load() + int64(d) + int64(c.step) }

// due reports whether a deadline has passed; 0 never does.
func (c *clock) due(deadline int64) bool { return deadline != 0 && deadline <= c.now.Load() }

// run ticks until stop is closed.
func (c *clock) run(stop <-chan struct{}, tick func()) {
	ticker := time.NewTicker(c.step)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			c.now.Store(int64(time.Since(c.start)) + 1)
			tick()
		}
	}
}
