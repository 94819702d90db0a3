package memory

import (
	"context"
	"sync"
)

// Pens lets the writers of a process go at an owner's memory one after another. Every
// write rests on what was read before it, and truth refuses one that rests on less than
// it holds now (ErrStale): of many who read, decide and write at the same time only one
// gets through, and the others begin again. Who takes the owner's pen first waits his
// turn instead. The refusal stays what keeps truth right: writers of other processes, and
// those who write seldom and do not ask for the pen, still meet it.
//
// The zero value is ready. A nil *Pens hands out pens that nobody else waits for.
type Pens struct {
	mu   sync.Mutex
	held map[string]*pen // by Owner.Key, of owners somebody writes or waits for
}

// pen is one owner's: a token in a channel, so that waiting for it can end early.
type pen struct {
	free chan struct{}
	used int // who holds it and who waits for it
}

// Take waits for the owner's pen, first come first served, and returns how to put it down,
// which may be said more than once.
// It returns the context's error, and nothing to put down, when that ends first. A pen is
// not taken twice by the same writer.
func (p *Pens) Take(ctx context.Context, owner Owner) (put func(), err error) {
	if p == nil {
		return func() {}, ctx.Err()
	}
	key := owner.Key()
	p.mu.Lock()
	one := p.held[key]
	if one == nil {
		if p.held == nil {
			p.held = map[string]*pen{}
		}
		one = &pen{free: make(chan struct{}, 1)}
		one.free <- struct{}{}
		p.held[key] = one
	}
	one.used++
	p.mu.Unlock()
	select {
	case <-one.free:
		return sync.OnceFunc(func() {
			one.free <- struct{}{}
			p.leave(key, one)
		}), nil
	case <-ctx.Done():
		p.leave(key, one)
		return nil, ctx.Err()
	}
}

// leave lets go of a pen that nobody holds or waits for any more.
func (p *Pens) leave(key string, one *pen) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if one.used--; one.used == 0 {
		delete(p.held, key)
	}
}
