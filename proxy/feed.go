package proxy

import (
	"context"
	"sync"
)

// feedBuffer is how many events a slow reader may be behind before it misses
// some.
const feedBuffer = 256

// Feed hands events to whoever watches. Publishing never waits.
type Feed[E any] struct {
	mu      sync.Mutex
	readers map[chan E]struct{}
}

// Publish hands an event to every reader that has room.
func (f *Feed[E]) Publish(event E) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for reader := range f.readers {
		select {
		case reader <- event:
		default:
		}
	}
}

// Watched reports whether anybody reads, so that an event nobody will see need
// not be made.
func (f *Feed[E]) Watched() bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	return len(f.readers) > 0
}

// Subscribe returns the events from now on; the channel is closed when the
// context ends.
func (f *Feed[E]) Subscribe(ctx context.Context) <-chan E {
	reader := make(chan E, feedBuffer)
	f.mu.Lock()
	if f.readers == nil {
		f.readers = map[chan E]struct{}{}
	}
	f.readers[reader] = struct{}{}
	f.mu.Unlock()
	context.AfterFunc(ctx, func() {
		f.mu.Lock()
		defer f.mu.Unlock()
		delete(f.readers, reader)
		close(reader)
	})
	return reader
}
