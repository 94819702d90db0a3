package sqlite

import (
	"context"
	"errors"
	"fmt"

	"mneme/memory"
)

// EachRecord calls do for every record of an owner, oldest first, a page at a
// time; do may call the store.
func (s *Store) EachRecord(ctx context.Context, owner memory.Owner, do func(memory.Record, []memory.Change) error) error {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return err
	}
	defer sc.close()
	created, id := int64(-1<<63), ""
	for {
		var rows []sealedRecord
		err := sc.realm.view(ctx, func(c *conn) error {
			return c.rows(recordColumns+`WHERE owner = (SELECT id FROM owners WHERE hash = ?1) AND (created > ?2 OR created = ?2 AND id > ?3)
				ORDER BY created, id LIMIT ?4`, []any{sc.hash[:], created, id, pageMax}, collect(&rows))
		})
		if err != nil {
			return fmt.Errorf("read records: %w", err)
		}
		for _, row := range rows {
			r, err := sc.openRecord(row)
			if err != nil {
				return err
			}
			history, err := s.History(ctx, owner, r.ID)
			if errors.Is(err, memory.ErrNotFound) {
				continue // forgotten meanwhile
			}
			if err != nil {
				return err
			}
			if err := do(r, history); err != nil {
				return err
			}
			created, id = row.created, row.id
		}
		if len(rows) < pageMax {
			return nil
		}
		created, id = rows[len(rows)-1].created, rows[len(rows)-1].id
	}
}

// EachEntry calls do for every entry of an owner that is still in the journal, in
// order of arrival.
func (s *Store) EachEntry(ctx context.Context, owner memory.Owner, do func(memory.Entry) error) error {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return err
	}
	defer sc.close()
	last := int64(0)
	for {
		var rows []leased
		err := sc.realm.view(ctx, func(c *conn) error {
			return c.rows("SELECT seq, id, attempts, body FROM journal WHERE owner = (SELECT id FROM owners WHERE hash = ?) AND seq > ? ORDER BY seq LIMIT ?",
				[]any{sc.hash[:], last, sweepBatch}, func(scan func(...any) error) error {
					var l leased
					err := scan(&l.seq, &l.id, &l.attempts, &l.body)
					rows = append(rows, l)
					return err
				})
		})
		if err != nil {
			return fmt.Errorf("read journal: %w", err)
		}
		for _, l := range rows {
			n, err := s.openEntry(sc.hash, l.id, l.body)
			if err != nil {
				return fmt.Errorf("open entry %s: %w", l.id, err)
			}
			n.Owner, n.Attempts, last = owner, l.attempts, l.seq
			if err := do(n); err != nil {
				return err
			}
		}
		if len(rows) < sweepBatch {
			return nil
		}
	}
}
