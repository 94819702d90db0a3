package sqlite

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// grave is one line of what was forgotten, as it is shipped apart from backups:
// keyed hashes and times, no word.
type grave struct {
	Realm   string `json:"realm"` // the database's file
	Owner   []byte `json:"owner"`
	Kind    int    `json:"kind"`
	Hash    []byte `json:"hash"`
	Session []byte `json:"session"`
	At      int64  `json:"at"`
}

// SnapshotControl writes a consistent copy of the control database: keys and
// which of them were revoked, settings, links, opt-outs, tenants' policies.
func (s *Store) SnapshotControl(ctx context.Context, path string) error {
	if err := s.control.copy(ctx, path); err != nil {
		return fmt.Errorf("copy control.db: %w", err)
	}
	return nil
}

// ExportGraves writes the tombstones of every realm, one JSON line each. With the
// key folder they replay every forget on an older copy of the data.
func (s *Store) ExportGraves(ctx context.Context, w io.Writer) error {
	out := json.NewEncoder(w)
	return s.realms.each(func(r *realm) error {
		return r.view(ctx, func(c *conn) error {
			return c.rows("SELECT owner, kind, hash, session, at FROM tombstones", nil, func(scan func(...any) error) error {
				g := grave{Realm: r.file}
				if err := scan(&g.Owner, &g.Kind, &g.Hash, &g.Session, &g.At); err != nil {
					return err
				}
				return out.Encode(g)
			})
		})
	})
}

// ReplayGraves takes exported tombstones in and forgets again what they say is
// forgotten: records, journal, and all that is derived from them. It also removes
// the rows of every owner whose key is destroyed. It returns how many records
// went. The store must not be in use by anybody else.
func (s *Store) ReplayGraves(ctx context.Context, in io.Reader) (int, error) {
	touched := map[[32]byte]bool{}
	batches := map[string][]grave{}
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 1<<20)
	flush := func(file string) error {
		err := s.takeGraves(ctx, file, batches[file])
		delete(batches, file)
		return err
	}
	for lines.Scan() {
		var g grave
		if err := json.Unmarshal(lines.Bytes(), &g); err != nil || len(g.Owner) != 32 || strings.Trim(g.Realm, "0123456789abcdef") != "" {
			return 0, errors.New("replay forgets: a line cannot be read")
		}
		if g.Kind != optOut {
			touched[[32]byte(g.Owner)] = true
		}
		batches[g.Realm] = append(batches[g.Realm], g)
		if len(batches[g.Realm]) == 1000 {
			if err := flush(g.Realm); err != nil {
				return 0, err
			}
		}
	}
	if err := lines.Err(); err != nil {
		return 0, fmt.Errorf("replay forgets: %w", err)
	}
	for file := range batches {
		if err := flush(file); err != nil {
			return 0, err
		}
	}
	if err := s.dropErased(ctx); err != nil {
		return 0, fmt.Errorf("replay erasures: %w", err)
	}
	removed := 0
	err := s.EachOwner(ctx, func(owner memory.Owner) error {
		if !touched[s.keys.OwnerHash(owner)] {
			return nil
		}
		n, err := s.refuse(ctx, owner)
		removed += n
		return err
	})
	if err != nil {
		return removed, fmt.Errorf("replay forgets: %w", err)
	}
	return removed, nil
}

// takeGraves keeps tombstones of a realm that is here.
func (s *Store) takeGraves(ctx context.Context, file string, graves []grave) error {
	r, err := s.realms.acquire(file, false)
	if errors.Is(err, memory.ErrNotFound) {
		return nil // the copy is older than the realm
	}
	if err != nil {
		return fmt.Errorf("replay forgets: %w", err)
	}
	defer s.realms.release(r)
	return r.update(ctx, func(c *conn) error {
		for _, g := range graves {
			_, err := c.exec(`INSERT INTO tombstones (owner, kind, hash, session, at) VALUES (?, ?, ?, ?, ?)
				ON CONFLICT DO UPDATE SET at = max(at, excluded.at)`, g.Owner, g.Kind, g.Hash, g.Session, g.At)
			if err != nil {
				return err
			}
		}
		return nil
	})
}

// dropErased removes the rows of owners whose keys are destroyed, in every realm
// and in ops.
func (s *Store) dropErased(ctx context.Context) error {
	return s.realms.each(func(r *realm) error {
		var hashes [][]byte
		err := r.view(ctx, func(c *conn) error {
			return c.rows("SELECT hash FROM owners", nil, func(scan func(...any) error) error {
				var h []byte
				err := scan(&h)
				if _, gone := s.keys.ErasedFor([32]byte(h)); gone {
					hashes = append(hashes, h)
				}
				return err
			})
		})
		if err != nil {
			return err
		}
		for _, h := range hashes {
			if err := s.eraseRows(ctx, r, [32]byte(h)); err != nil {
				return err
			}
			if err := s.eraseOps(ctx, [32]byte(h)); err != nil {
				return err
			}
		}
		r.dirty.Store(deleted)
		s.purge(ctx, r.database)
		return nil
	})
}

// refuse forgets what an owner's tombstones would refuse if it came anew: first
// the messages that are buried, with all that rests on them, then the records
// that are buried themselves.
func (s *Store) refuse(ctx context.Context, owner memory.Owner) (int, error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return 0, err
	}
	defer sc.close()
	removed := 0
	messages, err := sc.buriedMessages(ctx)
	if err != nil {
		return 0, err
	}
	for _, m := range messages {
		gone, err := s.Forget(ctx, memory.Selection{Owner: owner, SessionID: m.SessionID, MessageID: m.MessageID, Reason: "restore"})
		if err != nil {
			return removed, err
		}
		removed += len(gone.Records)
	}
	n, err := sc.strikeBuried(ctx)
	return removed + n, err
}

// buriedMessages names the messages in records and journal that are forgotten.
func (sc *scope) buriedMessages(ctx context.Context) ([]memory.Provenance, error) {
	found := map[memory.Provenance]bool{}
	err := sc.realm.snapshot(ctx, func(c *conn) error {
		now, records, err := sc.all(c)
		if err != nil {
			return err
		}
		for i := range records {
			for _, src := range records[i].Sources {
				gone, err := sc.buriedSource(c, &records[i], src, false, false)
				if err != nil {
					return err
				}
				if gone && src.MessageID != "" {
					found[memory.Provenance{SessionID: src.SessionID, MessageID: src.MessageID}] = true
				}
			}
		}
		var entries []leased
		err = c.rows("SELECT id, body FROM journal WHERE owner = ?", []any{now.id}, func(scan func(...any) error) error {
			var e leased
			err := scan(&e.id, &e.body)
			entries = append(entries, e)
			return err
		})
		if err != nil {
			return err
		}
		for _, e := range entries {
			n, err := sc.store.openEntry(sc.hash, e.id, e.body)
			if err != nil {
				return err
			}
			session := sc.session(n.SessionID)
			for i := range n.Turns {
				t := &n.Turns[i]
				gone, err := sc.buriedTurn(c, session, t, sc.words(t.Text))
				if err != nil {
					return err
				}
				if gone && t.ID != "" {
					found[memory.Provenance{SessionID: n.SessionID, MessageID: t.ID}] = true
				}
			}
		}
		return nil
	})
	out := make([]memory.Provenance, 0, len(found))
	for m := range found {
		out = append(out, m)
	}
	return out, err
}

// all reads all of the owner's records.
func (sc *scope) all(c *conn) (row, []memory.Record, error) {
	now, ok, err := sc.find(c)
	if err != nil || !ok {
		return now, nil, err
	}
	var rows []sealedRecord
	if err := c.rows(recordColumns+"WHERE owner = ?", []any{now.id}, collect(&rows)); err != nil {
		return now, nil, err
	}
	records, err := sc.openRecords(rows)
	return now, records, err
}

// strikeBuried removes the records that are buried themselves, and what was
// concluded from them. Each that went with another has a tombstone of its own, so
// that nothing else follows.
func (sc *scope) strikeBuried(ctx context.Context) (int, error) {
	cut := &removal{scope: sc, at: time.UnixMilli(0)} // no tombstone grows younger
	err := sc.realm.update(ctx, func(c *conn) error {
		now, records, err := sc.all(c)
		if err != nil {
			return err
		}
		cut.plan, cut.selection.IDs = memory.Cutting{}, nil
		gone := map[string]bool{}
		for i := range records {
			if gone[records[i].ID], err = sc.buried(c, &records[i]); err != nil {
				return err
			}
		}
		for i := range records {
			r := &records[i]
			if gone[r.ID] || slices.ContainsFunc(r.DependsOn, func(id string) bool { return gone[id] }) {
				cut.plan.Delete = append(cut.plan.Delete, *r)
				cut.selection.IDs = append(cut.selection.IDs, r.ID)
			}
		}
		cut.start()
		if len(cut.plan.Delete) == 0 {
			return nil
		}
		return cut.run(c, now)
	})
	if err != nil {
		return 0, err
	}
	sc.realm.dirty.Store(deleted)
	sc.store.purge(ctx, sc.realm.database)
	return len(cut.plan.Delete), sc.store.dropUsed(ctx, sc.hash, cut.selection.IDs)
}

// buried reports whether every source of a record would be refused.
func (sc *scope) buried(c *conn, r *memory.Record) (bool, error) {
	sources := r.Sources
	if len(sources) == 0 {
		sources = []memory.Provenance{{SessionID: r.SessionID}}
	}
	for _, src := range sources {
		gone, err := sc.buriedSource(c, r, src, true, false)
		if err != nil || !gone {
			return false, err
		}
	}
	return true, nil
}
