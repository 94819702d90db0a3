package capture

import (
	"context"
	"sync"
	"time"

	"mneme/memory"
)

// group lets exchanges that end together share one durable write: while a write
// is under way the next ones gather, and then go down as one. It starts a
// goroutine only while there is something to write.
type group struct {
	journal appender
	entries int // bound of what waits
	bytes   int

	mu      sync.Mutex
	waiting []*ticket
	held    int // bytes of what waits and of what is being written
	count   int // entries likewise
	busy    bool
	wg      sync.WaitGroup
}

// ticket is one caller's entries on their way to the journal.
type ticket struct {
	entries []memory.Entry
	size    int
	done    chan struct{}
	taken   []int
	err     error

	left bool        // the caller went away while the write was under way
	late func([]int) // tells of entries that were written after that
}

// Bounds of one write: enough to share the cost of it, little enough that the
// first to come does not wait for the last.
const (
	groupEntries = 256
	groupWait    = 5 * time.Second
)

// append writes entries and says how many turns of each were taken. It returns
// memory.ErrFull when there is no room, and the context's error when the caller
// could not wait; then nothing was kept, unless late is called.
func (g *group) append(ctx context.Context, entries []memory.Entry, late func([]int)) ([]int, error) {
	t := &ticket{entries: entries, size: textBytes(entries), done: make(chan struct{}), late: late}
	g.mu.Lock()
	if g.count+len(entries) > g.entries || g.held+t.size > g.bytes {
		g.mu.Unlock()
		return nil, memory.ErrFull
	}
	g.count += len(entries)
	g.held += t.size
	g.waiting = append(g.waiting, t)
	if !g.busy {
		g.busy = true
		g.wg.Go(g.drain)
	}
	g.mu.Unlock()

	select {
	case <-t.done:
		return t.taken, t.err
	case <-ctx.Done():
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	select {
	case <-t.done: // it was written at the last moment
		return t.taken, t.err
	default:
	}
	for i, w := range g.waiting {
		if w == t {
			g.waiting = append(g.waiting[:i], g.waiting[i+1:]...)
			g.release(t)
			return nil, ctx.Err()
		}
	}
	t.left = true
	return nil, ctx.Err()
}

// drain writes until nothing waits.
func (g *group) drain() {
	for {
		g.mu.Lock()
		if len(g.waiting) == 0 {
			g.busy = false
			g.mu.Unlock()
			return
		}
		n, total := 0, 0
		for n < len(g.waiting) && (n == 0 || total+len(g.waiting[n].entries) <= groupEntries) {
			total += len(g.waiting[n].entries)
			n++
		}
		batch := append([]*ticket(nil), g.waiting[:n]...)
		g.waiting = append(g.waiting[:0], g.waiting[n:]...)
		g.mu.Unlock()
		g.write(batch, total)
	}
}

// write puts a batch down. One entry that cannot be written must not cost its
// neighbours theirs, so a batch that fails is tried again one by one.
func (g *group) write(batch []*ticket, total int) {
	ctx, cancel := context.WithTimeout(context.Background(), groupWait)
	defer cancel()
	if len(batch) > 1 {
		all := make([]memory.Entry, 0, total)
		for _, t := range batch {
			all = append(all, t.entries...)
		}
		if taken, err := g.journal.Append(ctx, all); err == nil {
			for _, t := range batch {
				t.taken, taken = taken[:len(t.entries)], taken[len(t.entries):]
				g.finish(t)
			}
			return
		}
	}
	for _, t := range batch {
		t.taken, t.err = g.journal.Append(ctx, t.entries)
		g.finish(t)
	}
}

func (g *group) finish(t *ticket) {
	g.mu.Lock()
	g.release(t)
	left := t.left
	close(t.done)
	g.mu.Unlock()
	if left && t.err == nil && t.late != nil {
		t.late(t.taken)
	}
}

// release gives a ticket's room back; the lock is held.
func (g *group) release(t *ticket) {
	g.count -= len(t.entries)
	g.held -= t.size
}

// wait returns when nothing is being written any more.
func (g *group) wait() { g.wg.Wait() }

func textBytes(entries []memory.Entry) int {
	n := 0
	for i := range entries {
		for j := range entries[i].Turns {
			n += len(entries[i].Turns[j].Text) + 64
		}
	}
	return n
}
