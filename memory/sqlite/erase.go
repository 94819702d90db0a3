package sqlite

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"time"

	"mneme/memory"
)

// ErrRemains is returned by EraseOwner when reading back still finds something.
var ErrRemains = errors.New("sqlite: something of the owner is left")

// ownedTables are the tables of a realm that hold something of an owner's, with
// the names of places that receipts use.
func ownedTables() [][2]string {
	return [][2]string{
		{"records", "records"}, {"history", "history"}, {"journal", "journal"}, {"queue", "queue"}, {"turns", "turns"},
		{"traces", "traces"}, {"partitions", "index"}, {"removed", "removed"},
		{"chores", "chores"}, {"reports", "reports"},
	}
}

// opsTables are those of the ops database; they name the owner by his hash.
func opsTables() []string { return []string{"receipts", "audit", "used"} }

// EraseOwner removes everything of an owner in his realm: his key is destroyed first,
// so that no copy of his text anywhere can be read again, then his rows go,
// place by place, and what is left is read back. Only keyed hashes stay, so that
// nothing of before is learnt again. A crash in between is finished by Open; a
// repeat is harmless. What an entry in flight would store fails with
// memory.ErrErased. With dryRun, nothing is changed and the counts are what would go.
func (s *Store) EraseOwner(ctx context.Context, owner memory.Owner, dryRun bool) (memory.Forgotten, error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil {
		return memory.Forgotten{}, fmt.Errorf("erase owner: %w", err)
	}
	defer sc.close()
	f := memory.Forgotten{}
	if sc.realm != nil {
		if err = sc.nameRecords(ctx, &f); err != nil {
			return f, fmt.Errorf("erase owner: %w", err)
		}
	}
	e := erasing{owner: sc.hash, person: s.person(owner.Tenant, owner.ID), file: s.locate(owner)}
	if err := s.FlushOps(ctx); err != nil {
		return f, fmt.Errorf("erase owner: %w", err)
	}
	if f.Counts, err = s.remains(ctx, e.owner, sc.realm, false); err != nil || dryRun {
		return f, err
	}
	err = s.control.update(ctx, func(c *conn) error {
		_, err := c.exec("INSERT OR REPLACE INTO erasing (owner, person, file, at) VALUES (?, ?, ?, ?)", e.owner[:], e.person[:], e.file, millis(s.now()))
		return err
	})
	if err != nil {
		return f, fmt.Errorf("erase owner: %w", err)
	}
	if err := s.finishErasure(ctx, e); err != nil {
		return f, fmt.Errorf("erase owner: %w", err)
	}
	return f, nil
}

// nameRecords puts the ids and keyed hashes of all of the owner's records into the
// receipt.
func (sc *scope) nameRecords(ctx context.Context, f *memory.Forgotten) error {
	var rows []sealedRecord
	err := sc.realm.view(ctx, func(c *conn) error {
		return c.rows(recordColumns+"WHERE owner = (SELECT id FROM owners WHERE hash = ?)", []any{sc.hash[:]}, collect(&rows))
	})
	if err != nil {
		return err
	}
	for _, row := range rows {
		r, err := sc.openRecord(row)
		if errors.Is(err, memory.ErrErased) {
			continue // the work of an erasure that is being repeated
		}
		if err != nil {
			return err
		}
		h := sc.store.keys.HashFor(sc.hash, "forgotten", []byte(r.Text))
		f.Records = append(f.Records, r.ID)
		f.Hashes = append(f.Hashes, hex.EncodeToString(h[:]))
	}
	return nil
}

// erasing is an erasure that was begun.
type erasing struct {
	owner, person [32]byte
	file          string
}

// finishErasures finishes what a crash interrupted.
func (s *Store) finishErasures(ctx context.Context) error {
	var open []erasing
	err := s.control.view(ctx, func(c *conn) error {
		return c.rows("SELECT owner, person, file FROM erasing", nil, func(scan func(...any) error) error {
			var owner, person []byte
			var e erasing
			if err := scan(&owner, &person, &e.file); err != nil {
				return err
			}
			e.owner, e.person = [32]byte(owner), [32]byte(person)
			open = append(open, e)
			return nil
		})
	})
	if err != nil {
		return err
	}
	var faults []error
	for _, e := range open {
		err := s.finishErasure(ctx, e)
		if errors.Is(err, memory.ErrUnavailable) {
			continue // his realm does not open now; the key is destroyed and the rest stays noted
		}
		faults = append(faults, err)
	}
	return errors.Join(faults...)
}

// finishErasure does all of an erasure that needs no name of the owner.
func (s *Store) finishErasure(ctx context.Context, e erasing) error {
	if err := s.keys.DestroyFor(e.owner); err != nil {
		return fmt.Errorf("destroy key: %w", err)
	}
	r, err := s.realms.acquire(e.file, false)
	switch {
	case errors.Is(err, memory.ErrNotFound):
		r = nil
	case err != nil:
		return err
	default:
		defer s.realms.release(r)
		if err := s.eraseRows(ctx, r, e.owner); err != nil {
			return err
		}
	}
	if err := s.eraseOps(ctx, e.owner); err != nil {
		return err
	}
	left, err := s.remains(ctx, e.owner, r, true)
	if err != nil {
		return err
	}
	for place, n := range left {
		if n > 0 {
			return fmt.Errorf("%w: %d in %s", ErrRemains, n, place)
		}
	}
	err = s.control.update(ctx, func(c *conn) error {
		if _, err := c.exec("DELETE FROM residence WHERE who = ? AND file = ?", e.person[:], e.file); err != nil {
			return err
		}
		_, err := c.exec("DELETE FROM erasing WHERE owner = ?", e.owner[:])
		return err
	})
	if err != nil {
		return err
	}
	if r != nil {
		r.dirty.Store(deleted)
		s.purge(ctx, r.database)
	}
	for _, d := range []*database{s.ops, s.control} {
		d.dirty.Store(deleted)
		s.purge(ctx, d)
	}
	return nil
}

// eraseRows removes the rows of an owner whose key is destroyed, and leaves
// tombstones of every turn that ever came in and of everything said until the
// erasure. Rows of a new life, sealed with his next key, stay.
func (s *Store) eraseRows(ctx context.Context, r *realm, hash [32]byte) error {
	var count, bytes int64
	at, _ := s.keys.ErasedFor(hash)
	now := millis(at)
	err := r.update(ctx, func(c *conn) error {
		count, bytes = 0, 0
		id, old, err := s.formerLife(c, hash)
		if err != nil || !old {
			return err
		}
		if _, err := c.row("SELECT count(*), coalesce(sum(bytes), 0) FROM journal WHERE owner = ? AND state = 0", []any{id}, &count, &bytes); err != nil {
			return err
		}
		if _, err := c.exec("INSERT OR REPLACE INTO tombstones (owner, kind, hash, session, at) SELECT ?, 8, key, session, ? FROM turns WHERE owner = ?",
			hash[:], now, id); err != nil {
			return err
		}
		if _, err := c.exec("INSERT OR REPLACE INTO tombstones (owner, kind, hash, session, at) VALUES (?, 6, ?, ?, ?)",
			hash[:], []byte{0}, []byte{0}, now); err != nil {
			return err
		}
		for _, t := range ownedTables() {
			if _, err := c.exec("DELETE FROM "+t[0]+" WHERE owner = ?", id); err != nil {
				return err
			}
		}
		_, err = c.exec("DELETE FROM owners WHERE id = ?", id)
		r.revise(c, hash, 0)
		return err
	})
	if err != nil {
		return fmt.Errorf("remove rows: %w", err)
	}
	r.waiting.Add(-count)
	r.bytes.Add(-bytes)
	r.owners.drop(hash)
	return nil
}

// formerLife finds the row of an owner and reports whether a destroyed key sealed
// it.
func (s *Store) formerLife(c *conn, hash [32]byte) (id int64, old bool, err error) {
	var name []byte
	ok, err := c.row("SELECT id, name FROM owners WHERE hash = ?", []any{hash[:]}, &id, &name)
	if err != nil || !ok {
		return 0, false, err
	}
	_, err = s.keys.OpenFor(hash, "owner", name)
	if errors.Is(err, memory.ErrErased) {
		return id, true, nil
	}
	return id, false, err
}

func (s *Store) eraseOps(ctx context.Context, hash [32]byte) error {
	at, _ := s.keys.ErasedFor(hash)
	return s.ops.update(ctx, func(c *conn) error {
		for _, t := range opsTables() {
			if _, err := c.exec("DELETE FROM "+t+" WHERE owner = ? AND at <= ?", hash[:], millis(at)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Left counts, place by place, what is still there of the given records; with no
// ids, of the whole owner. After a forget or an erasure every count is zero.
func (s *Store) Left(ctx context.Context, owner memory.Owner, ids []string) (map[string]int, error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil {
		return nil, err
	}
	defer sc.close()
	if err := s.FlushOps(ctx); err != nil {
		return nil, err
	}
	if ids == nil {
		// Of somebody who was erased, only the life that ended then may be left
		// over: he or an operator may have come again meanwhile.
		_, erased := s.keys.ErasedFor(sc.hash)
		return s.remains(ctx, sc.hash, sc.realm, erased)
	}
	out := make(map[string]int)
	count := func(d *database, place, query string, owner any) error {
		return d.view(ctx, func(c *conn) error {
			for _, id := range ids {
				var n int
				if _, err := c.row(query, []any{owner, id}, &n); err != nil {
					return err
				}
				out[place] += n
			}
			return nil
		})
	}
	if sc.realm != nil {
		var r row
		err := sc.realm.view(ctx, func(c *conn) error {
			r, _, err = sc.find(c)
			return err
		})
		if err == nil {
			err = count(sc.realm.database, "records", "SELECT count(*) FROM records WHERE owner = ? AND id = ?", r.id)
		}
		if err == nil {
			err = count(sc.realm.database, "history", "SELECT count(*) FROM history WHERE owner = ? AND record = ?", r.id)
		}
		if err != nil {
			return nil, err
		}
	}
	return out, count(s.ops, "used", "SELECT count(*) FROM used WHERE owner = ? AND record = ?", sc.hash[:])
}

// remains counts an owner's rows by place; with former, those of the life that
// his last erasure ended.
func (s *Store) remains(ctx context.Context, hash [32]byte, r *realm, former bool) (map[string]int, error) {
	out := make(map[string]int)
	upTo := int64(1<<63 - 1)
	if former {
		at, _ := s.keys.ErasedFor(hash)
		upTo = millis(at)
	}
	if r != nil {
		err := r.snapshot(ctx, func(c *conn) error {
			id, old, err := s.formerLife(c, hash)
			if err != nil || former && !old {
				return err
			}
			if id != 0 {
				out["owner"] = 1
			}
			for _, t := range ownedTables() {
				var n int
				if _, err := c.row("SELECT count(*) FROM "+t[0]+" WHERE owner = ?", []any{id}, &n); err != nil {
					return err
				}
				out[t[1]] = n
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	err := s.ops.view(ctx, func(c *conn) error {
		for _, t := range opsTables() {
			var n int
			if _, err := c.row("SELECT count(*) FROM "+t+" WHERE owner = ? AND at <= ?", []any{hash[:], upTo}, &n); err != nil {
				return err
			}
			out[t] = n
		}
		return nil
	})
	return out, err
}

// Erased reports when an owner was last erased.
func (s *Store) Erased(owner memory.Owner) (time.Time, bool) {
	return s.keys.ErasedFor(s.keys.OwnerHash(owner))
}
