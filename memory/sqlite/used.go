package sqlite

import (
	"context"
	"time"

	"mneme/memory"
)

// Touch notes that records were asked for, repeated or confirmed.
func (s *Store) Touch(owner memory.Owner, ids []string, at time.Time) {
	if owner.Validate() == nil && len(ids) > 0 {
		s.log.put(opsItem{used: &usage{owner: s.keys.OwnerHash(owner), ids: ids, at: at}})
	}
}

// dropUsed takes last use of records away that are gone.
func (s *Store) dropUsed(ctx context.Context, owner [32]byte, ids []string) error {
	if len(ids) == 0 {
		return nil
	}
	if err := s.FlushOps(ctx); err != nil { // what waits is written first, so that it goes too
		return err
	}
	return s.ops.update(ctx, func(c *conn) error {
		for _, id := range ids {
			if _, err := c.exec("DELETE FROM used WHERE owner = ? AND record = ?", owner[:], id); err != nil {
				return err
			}
		}
		return nil
	})
}

func (l *opsLog) use(c *conn, u *usage) error {
	for _, id := range u.ids {
		_, err := c.exec("INSERT INTO used (owner, record, at) VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = max(at, excluded.at)",
			u.owner[:], id, millis(u.at))
		if err != nil {
			return err
		}
	}
	return nil
}

// LastUsed returns when records were last used, those that never were left out.
func (s *Store) LastUsed(ctx context.Context, owner memory.Owner, ids []string) (map[string]time.Time, error) {
	if err := owner.Validate(); err != nil {
		return nil, err
	}
	if err := s.FlushOps(ctx); err != nil {
		return nil, err
	}
	hash := s.keys.OwnerHash(owner)
	out := make(map[string]time.Time)
	if len(ids) > usedAtOnce {
		return out, s.allUsed(ctx, hash, ids, out)
	}
	err := s.ops.view(ctx, func(c *conn) error {
		for _, id := range ids {
			var at int64
			ok, err := c.row("SELECT at FROM used WHERE owner = ? AND record = ?", []any{hash[:], id}, &at)
			if err != nil {
				return err
			}
			if ok {
				out[id] = fromMillis(at)
			}
		}
		return nil
	})
	return out, err
}

// usedAtOnce is how many records are looked up one by one; for more, all that were
// used are read.
const usedAtOnce = 64

func (s *Store) allUsed(ctx context.Context, owner [32]byte, ids []string, out map[string]time.Time) error {
	wanted := make(map[string]bool, len(ids))
	for _, id := range ids {
		wanted[id] = true
	}
	return s.ops.view(ctx, func(c *conn) error {
		return c.rows("SELECT record, at FROM used WHERE owner = ?", []any{owner[:]}, func(scan func(...any) error) error {
			var id string
			var at int64
			if err := scan(&id, &at); err != nil {
				return err
			}
			if wanted[id] {
				out[id] = fromMillis(at)
			}
			return nil
		})
	})
}
