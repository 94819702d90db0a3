package sqlite

import (
	"context"
	"fmt"
	"time"

	"mneme/memory"
)

// sweepBatch is how many rows a retention sweep removes in one transaction, so
// that captures never wait long for it.
const sweepBatch = 500

// vacuumPages bounds the free pages given back in one step.
const vacuumPages = 2000

// purge makes deletion physical: copies are wiped, free pages go back to the file
// system and the write-ahead log is cut to nothing. It gives up at once when a reader is in
// the way; tidy then repeats it.
func (s *Store) purge(ctx context.Context, d *database) bool {
	d.purging.Lock()
	defer d.purging.Unlock()
	if d.dirty.Load() == clean {
		return true
	}
	if d.dirty.CompareAndSwap(deleted, scrubbed) {
		d.aged.Store(0)
		if s.scrub(ctx, d) != nil {
			d.dirty.Store(deleted)
			return false
		}
	}
	cut := false
	err := d.alone(ctx, func(c *conn) error {
		if err := c.script("PRAGMA busy_timeout = 20"); err != nil {
			return err
		}
		defer c.script(fmt.Sprintf("PRAGMA busy_timeout = %d", s.options.BusyTimeout.Milliseconds()))
		d.dirty.CompareAndSwap(scrubbed, clean)
		if err := c.script(fmt.Sprintf("PRAGMA incremental_vacuum(%d)", vacuumPages)); err != nil {
			return err
		}
		var busy, frames, done int
		if _, err := c.row("PRAGMA wal_checkpoint(TRUNCATE)", nil, &busy, &frames, &done); err != nil {
			return err
		}
		cut = busy == 0
		return nil
	})
	if err != nil || !cut {
		d.dirty.CompareAndSwap(clean, scrubbed)
		return false
	}
	return true
}

// agedMost is how long copies of rows whose time was over may stay in a file. A
// forget wipes at once; upkeep lets go of something with every visit, and looking
// through a large file each time would be most of its work.
const agedMost = time.Hour

// age notes that rows were removed because their time was over.
func (d *database) age(now time.Time) { d.aged.CompareAndSwap(0, now.UnixNano()) }

// ripen has the copies of aged rows wiped with the next purge, when they have been
// there for long.
func (d *database) ripen(now time.Time) {
	if since := d.aged.Load(); since != 0 && now.Sub(time.Unix(0, since)) >= agedMost {
		d.dirty.Store(deleted)
	}
}

// tidy repeats purges that a reader held back, and wipes what aged.
func (s *Store) tidy() {
	ticker := time.NewTicker(s.options.CheckpointEvery)
	defer ticker.Stop()
	for {
		select {
		case <-s.quit:
			return
		case <-ticker.C:
		}
		for _, d := range []*database{s.control, s.ops} {
			d.ripen(s.now())
			s.purge(context.Background(), d)
		}
		for _, r := range s.realms.held() {
			r.ripen(s.now())
			s.purge(context.Background(), r.database)
			s.realms.release(r)
		}
	}
}

// purgeWait is how long Purge waits for readers before it leaves the rest to
// tidy; half of the time within which deletions are physical.
const purgeWait = 15 * time.Second

// Purge makes what was deleted of an owner's realm physical, and returns when it
// is. A reader that stays in the way for long is an error; the store goes on
// trying without the caller.
func (s *Store) Purge(ctx context.Context, owner memory.Owner) error {
	sc, err := s.scope(ctx, owner, false)
	if err != nil {
		return err
	}
	defer sc.close()
	ctx, cancel := context.WithTimeout(ctx, purgeWait)
	defer cancel()
	for _, d := range []*database{s.ops, s.control} {
		if err := s.purgeUntil(ctx, d); err != nil {
			return err
		}
	}
	if sc.realm == nil {
		return nil
	}
	return s.purgeUntil(ctx, sc.realm.database)
}

func (s *Store) purgeUntil(ctx context.Context, d *database) error {
	for !s.purge(ctx, d) {
		select {
		case <-ctx.Done():
			return fmt.Errorf("purge: %w: a reader is in the way", ErrLocked)
		case <-time.After(20 * time.Millisecond):
		}
	}
	return nil
}

// held acquires every realm that is open.
func (rs *realms) held() []*realm {
	rs.mu.Lock()
	defer rs.mu.Unlock()
	out := make([]*realm, 0, len(rs.open))
	for _, r := range rs.open {
		r.refs++
		out = append(out, r)
	}
	return out
}

// DropLearnt removes entries, and the traces of entries, that were learnt or
// given nothing before a time. Dead letters stay.
func (s *Store) DropLearnt(ctx context.Context, before time.Time) (int, error) {
	return s.sweep(ctx, "DELETE FROM journal WHERE seq IN (SELECT seq FROM journal WHERE state = 1 AND done < ? LIMIT ?)", millis(before))
}

// DropTraces removes the stages' decisions that are older than a time.
func (s *Store) DropTraces(ctx context.Context, before time.Time) (int, error) {
	return s.sweep(ctx, "DELETE FROM traces WHERE (owner, entry) IN (SELECT owner, entry FROM traces WHERE at < ? LIMIT ?)", millis(before))
}

// DropRemovals shortens the log of removed ids: who asks for changes since an
// older revision gets everything.
func (s *Store) DropRemovals(ctx context.Context, before time.Time) (int, error) {
	total := 0
	err := s.realms.each(func(r *realm) error {
		return r.update(ctx, func(c *conn) error {
			if _, err := c.exec(`UPDATE owners SET floor = max(floor, (SELECT coalesce(max(revision), 0) FROM removed WHERE owner = owners.id AND at < ?1))
				WHERE id IN (SELECT DISTINCT owner FROM removed WHERE at < ?1)`, millis(before)); err != nil {
				return err
			}
			n, err := c.exec("DELETE FROM removed WHERE revision <= (SELECT floor FROM owners WHERE id = removed.owner)")
			total += int(n)
			return err
		})
	})
	return total, err
}

// sweep repeats a deletion over all realms until it finds nothing more.
func (s *Store) sweep(ctx context.Context, query string, before int64) (int, error) {
	total := 0
	err := s.realms.each(func(r *realm) error {
		for {
			var n int64
			err := r.update(ctx, func(c *conn) error {
				var err error
				n, err = c.exec(query, before, sweepBatch)
				return err
			})
			if err != nil {
				return err
			}
			total += int(n)
			if n > 0 {
				r.age(s.now())
			}
			if n < sweepBatch {
				return nil
			}
		}
	})
	return total, err
}

// DropOps removes receipts and audit lines that are older than a time.
func (s *Store) DropOps(ctx context.Context, receipts, audit time.Time) (int, error) {
	total := 0
	err := s.ops.update(ctx, func(c *conn) error {
		n, err := c.exec("DELETE FROM receipts WHERE at < ?", millis(receipts))
		if err != nil {
			return err
		}
		m, err := c.exec("DELETE FROM audit WHERE at < ?", millis(audit))
		total = int(n + m)
		return err
	})
	if total > 0 {
		s.ops.age(s.now())
	}
	return total, err
}
