package sqlite

import (
	"context"
	"fmt"
	"sync/atomic"
)

// groupMax bounds how many callers share one transaction, so that none waits
// for very many others.
const groupMax = 256

// task is one caller's change. Its state decides who wins when the caller's
// context ends: either the task never runs, or the caller waits for its end, so
// that an answer is never in doubt.
type task struct {
	run   func(*conn) error
	alone bool         // outside of any transaction
	state atomic.Int32 // 0 waits, 1 runs, 2 given up
	done  chan error
}

// update hands a change to the writer and returns when it is committed or has
// failed. The function runs in a transaction shared with others and may use
// nothing but its connection; what it assigns is valid when update returns nil.
func (d *database) update(ctx context.Context, run func(*conn) error) error {
	return d.hand(ctx, &task{run: run, done: make(chan error, 1)})
}

// alone runs something on the writer's connection between two transactions.
func (d *database) alone(ctx context.Context, run func(*conn) error) error {
	return d.hand(ctx, &task{run: run, alone: true, done: make(chan error, 1)})
}

func (d *database) hand(ctx context.Context, t *task) error {
	d.mu.RLock()
	if d.closed {
		d.mu.RUnlock()
		return ErrClosed
	}
	select {
	case d.work <- t:
		d.mu.RUnlock()
	case <-ctx.Done():
		d.mu.RUnlock()
		return ctx.Err()
	}
	select {
	case err := <-t.done:
		return typed(err)
	case <-ctx.Done():
		if t.state.CompareAndSwap(0, 2) {
			return ctx.Err()
		}
		return typed(<-t.done)
	}
}

// write is the writer: it ends when work is closed and empty.
func (d *database) write(c *conn) {
	defer close(d.stopped)
	defer c.close()
	group := make([]*task, 0, groupMax)
	for first := range d.work {
		group = append(group[:0], first)
	gather:
		for len(group) < groupMax && !group[len(group)-1].alone {
			select {
			case t, ok := <-d.work:
				if !ok {
					break gather
				}
				group = append(group, t)
			default:
				break gather
			}
		}
		last := group[len(group)-1]
		if last.alone {
			group = group[:len(group)-1]
		}
		commitGroup(c, group)
		if last.alone && last.state.CompareAndSwap(0, 1) {
			last.done <- last.run(c)
		}
	}
}

// commitGroup runs a group in one transaction. A task that fails is rolled back
// alone; a failure of the transaction itself fails them all.
func commitGroup(c *conn, group []*task) {
	ready := group[:0]
	for _, t := range group {
		if t.state.CompareAndSwap(0, 1) {
			ready = append(ready, t)
		}
	}
	if len(ready) == 0 {
		return
	}
	failed := make([]error, len(ready))
	err := func() error {
		if _, err := c.exec("BEGIN IMMEDIATE"); err != nil {
			return err
		}
		if len(ready) == 1 {
			// Nobody else is in the transaction: it is rolled back whole, and needs no savepoint,
			// for which every page would be copied before it is changed.
			if failed[0] = ready[0].run(c); failed[0] != nil {
				c.committed = c.committed[:0]
				c.script("ROLLBACK")
				return nil
			}
			return c.commit()
		}
		for i, t := range ready {
			if err := runTask(c, t, &failed[i]); err != nil {
				c.script("ROLLBACK") // may be rolled back already: then there is nothing to undo
				return err
			}
		}
		return c.commit()
	}()
	for _, do := range c.committed {
		if err == nil {
			do()
		}
	}
	c.committed = c.committed[:0]
	for i, t := range ready {
		switch {
		case failed[i] != nil:
			t.done <- failed[i]
		case err != nil:
			t.done <- fmt.Errorf("commit: %w", err)
		default:
			t.done <- nil
		}
	}
}

// commit ends the writer's transaction; one that cannot be committed is rolled back.
func (c *conn) commit() error {
	_, err := c.exec("COMMIT")
	if err != nil {
		c.script("ROLLBACK")
	}
	return err
}

// runTask runs one task under a savepoint. The error returned is one that the
// whole transaction cannot survive.
func runTask(c *conn, t *task, failed *error) error {
	if _, err := c.exec("SAVEPOINT task"); err != nil {
		return err
	}
	before := len(c.committed)
	if *failed = t.run(c); *failed != nil {
		c.committed = c.committed[:before]
		if _, err := c.exec("ROLLBACK TO task"); err != nil {
			return err
		}
	}
	_, err := c.exec("RELEASE task")
	return err
}
