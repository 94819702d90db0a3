package sqlite

import (
	"context"
	"errors"
	"fmt"

	"mneme/memory"
)

// sealedPut is a record that is to be written, sealed outside of the writer.
type sealedPut struct {
	record                memory.Record
	layer, status, source int
	body                  []byte
}

func (sc *scope) sealPut(r memory.Record) (p sealedPut, err error) {
	p.record = r
	if r.ID == "" {
		return p, errors.New("record has no id")
	}
	if r.Owner != (memory.Owner{}) && r.Owner != sc.owner {
		return p, errors.New("record is another owner's")
	}
	if p.layer, err = code(layers(), r.Layer); err != nil {
		return p, err
	}
	if p.status, err = code(statuses(), r.Status); err != nil {
		return p, err
	}
	if p.source, err = code(sources(), r.Source); err != nil {
		return p, err
	}
	p.body, err = sc.seal("record "+r.ID, encodeRecord(&r))
	return p, err
}

func (sc *scope) sealChange(h memory.Change) ([]byte, error) {
	return sc.seal("change "+h.RecordID, encodeChange(&h))
}

// Commit writes a plan in one transaction; see memory.Ledger.
func (s *Store) Commit(ctx context.Context, plan memory.Commit) (memory.Committed, error) {
	done, err := s.commit(ctx, plan)
	if err != nil {
		return memory.Committed{}, fmt.Errorf("commit plan: %w", err)
	}
	return done, nil
}

func (s *Store) commit(ctx context.Context, plan memory.Commit) (done memory.Committed, err error) {
	sc, err := s.scope(ctx, plan.Owner, true)
	if err != nil {
		return done, err
	}
	defer sc.close()
	puts := make([]sealedPut, len(plan.Put))
	for i, r := range plan.Put {
		if puts[i], err = sc.sealPut(r); err != nil {
			return done, err
		}
	}
	changes := make([][]byte, len(plan.History))
	for i, h := range plan.History {
		if changes[i], err = sc.sealChange(h); err != nil {
			return done, err
		}
	}
	traces := make([][]byte, len(plan.Outcomes))
	for i, o := range plan.Outcomes {
		if len(o.Trace) > 0 {
			if traces[i], err = sc.seal("trace "+o.EntryID, encodeTrace(o.Trace)); err != nil {
				return done, err
			}
		}
	}
	var learntBytes, learntCount int64
	err = sc.realm.update(ctx, func(c *conn) error {
		done, learntBytes, learntCount = memory.Committed{}, 0, int64(len(plan.Outcomes))
		owner, err := sc.ensure(c)
		if err != nil {
			return err
		}
		if plan.Base >= 0 && plan.Base != owner.revision {
			return memory.ErrStale
		}
		for i, o := range plan.Outcomes {
			bytes, err := sc.finish(c, owner.id, o, traces[i])
			if err != nil {
				return err
			}
			learntBytes += bytes
		}
		if len(plan.Outcomes) > 0 {
			if err := requeue(c, owner.id, 0); err != nil {
				return err
			}
		}
		done.Revision = owner.revision
		if len(puts) == 0 && len(changes) == 0 && len(plan.Discard) == 0 {
			return nil
		}
		return sc.writePlan(c, owner, plan, puts, changes, &done)
	})
	if err != nil {
		return done, err
	}
	sc.realm.waiting.Add(-learntCount)
	sc.realm.bytes.Add(-learntBytes)
	if len(plan.Discard) > 0 {
		sc.realm.age(s.now())
		return done, s.dropUsed(ctx, sc.hash, plan.Discard)
	}
	return done, nil
}

// finish marks an entry as learnt, if it is still leased to the committer.
func (sc *scope) finish(c *conn, owner int64, o memory.Outcome, trace []byte) (bytes int64, err error) {
	state := learnt
	if o.State == "dead" {
		state = dead
	}
	var session []byte
	var said int64
	ok, err := c.row("SELECT bytes, session, at FROM journal WHERE owner = ? AND id = ? AND state = 0 AND lease = ? AND lease <> ''",
		[]any{owner, o.EntryID, o.Lease}, &bytes, &session, &said)
	if err != nil {
		return 0, err
	}
	if !ok {
		return 0, memory.ErrLeaseLost
	}
	now := millis(sc.store.now())
	if _, err := c.exec("UPDATE journal SET state = ?, lease = '', done = ?, reason = ? WHERE owner = ? AND id = ?",
		state, now, o.Reason, owner, o.EntryID); err != nil {
		return 0, err
	}
	if trace != nil {
		_, err = c.exec("INSERT OR REPLACE INTO traces (owner, entry, receipt, session, said, at, body) VALUES (?, ?, ?, ?, ?, ?, ?)",
			owner, o.EntryID, o.ReceiptID, session, said, now, trace)
	}
	return bytes, err
}

func (sc *scope) writePlan(c *conn, owner row, plan memory.Commit, puts []sealedPut, changes [][]byte, done *memory.Committed) error {
	graves, err := sc.graves(c)
	if err != nil {
		return err
	}
	revision, err := sc.advance(c, owner.id)
	if err != nil {
		return err
	}
	done.Revision = revision
	blocked := make(map[string]bool)
	for _, p := range puts {
		keep, err := sc.put(c, owner.id, revision, p, graves)
		if err != nil {
			return err
		}
		if !keep {
			blocked[p.record.ID] = true
			done.Blocked = append(done.Blocked, p.record.ID)
		}
	}
	for i, h := range plan.History {
		if blocked[h.RecordID] {
			continue
		}
		if _, err := c.exec("INSERT INTO history (owner, record, at, body) VALUES (?, ?, ?, ?)", owner.id, h.RecordID, millis(h.At), changes[i]); err != nil {
			return err
		}
	}
	if len(plan.Discard) > 0 {
		return sc.discard(c, owner.id, revision, plan.Discard)
	}
	return nil
}

// put writes one record, unless tombstones keep it out.
func (sc *scope) put(c *conn, owner, revision int64, p sealedPut, graves bool) (bool, error) {
	r := &p.record
	if graves {
		held := sealedRecord{id: r.ID}
		known, err := c.row("SELECT body FROM records WHERE owner = ? AND id = ?", []any{owner, r.ID}, &held.body)
		if err != nil {
			return false, err
		}
		var before memory.Record
		if known {
			if before, err = sc.openRecord(held); err != nil {
				return false, err
			}
		}
		buried, changed, err := sc.exhume(c, r, before.Sources, !known)
		if err != nil || buried {
			return false, err
		}
		if !known {
			if gone, err := sc.orphan(c, owner, r); err != nil || gone {
				return false, err
			}
		}
		if changed {
			if p.body, err = sc.seal("record "+r.ID, encodeRecord(r)); err != nil {
				return false, err
			}
		}
	}
	_, err := c.exec(`INSERT INTO records (owner, id, revision, layer, status, source, kind, session, created, updated, arrived, body)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (owner, id) DO UPDATE SET revision = excluded.revision, layer = excluded.layer, status = excluded.status,
			source = excluded.source, kind = excluded.kind, session = excluded.session, created = excluded.created,
			updated = excluded.updated, body = excluded.body`,
		owner, r.ID, revision, p.layer, p.status, p.source, sc.mark("kind", r.Kind), sc.session(r.SessionID),
		millis(r.Created), millis(r.Updated), millis(sc.store.now()), p.body)
	return err == nil, err
}

// orphan reports whether a new record was itself removed, or was concluded from
// one that was: its plan is older than the forget.
func (sc *scope) orphan(c *conn, owner int64, r *memory.Record) (bool, error) {
	for _, id := range append([]string{r.ID}, r.DependsOn...) {
		var one int
		gone, err := c.row("SELECT 1 FROM removed WHERE owner = ? AND record = ? LIMIT 1", []any{owner, id}, &one)
		if err != nil || gone {
			return gone, err
		}
	}
	return false, nil
}
