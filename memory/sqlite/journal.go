package sqlite

import (
	"context"
	"fmt"

	"mneme/memory"
)

// intake is one entry on its way into the journal.
type intake struct {
	entry  memory.Entry
	scope  *scope
	sealed []byte // as if every new turn were taken
	fresh  []int  // places of new turns
	taken  int
	bytes  int64
}

// Append stores entries durably and in order, each whole or not at all; entries
// of one realm in one transaction. It returns after their commit.
func (s *Store) Append(ctx context.Context, entries []memory.Entry) ([]int, error) {
	taken := make([]int, len(entries))
	ins := make([]*intake, 0, len(entries))
	defer func() {
		for _, in := range ins {
			in.scope.close()
		}
	}()
	for _, n := range entries {
		in, err := s.receive(ctx, n)
		if err != nil {
			return nil, fmt.Errorf("append entry: %w", err)
		}
		ins = append(ins, in)
	}
	for start := 0; start < len(ins); {
		end := start + 1
		for end < len(ins) && ins[end].scope.realm == ins[start].scope.realm {
			end++
		}
		if err := s.appendGroup(ctx, ins[start:end]); err != nil {
			return nil, fmt.Errorf("append entry: %w", err)
		}
		for i := start; i < end; i++ {
			taken[i] = ins[i].taken
		}
		start = end
	}
	s.wake()
	return taken, nil
}

// receive checks an entry and seals it, outside of the writer.
func (s *Store) receive(ctx context.Context, n memory.Entry) (*intake, error) {
	in := &intake{entry: n}
	for i, t := range n.Turns {
		if !t.Seen {
			in.fresh = append(in.fresh, i)
		}
	}
	if len(n.Keys) != len(in.fresh) {
		return nil, fmt.Errorf("%d new turns have %d keys", len(in.fresh), len(n.Keys))
	}
	if n.ID == "" {
		return nil, fmt.Errorf("entry has no id")
	}
	sc, err := s.scope(ctx, n.Owner, true)
	if err != nil {
		return nil, err
	}
	in.scope = sc
	if in.sealed, err = sc.seal("entry "+n.ID, encodeEntry(&n)); err != nil {
		sc.close()
		return nil, err
	}
	return in, nil
}

// Room reports whether the journal that an owner's entries go to has room for another, as far
// as that is known without opening it.
func (s *Store) Room(owner memory.Owner) bool {
	file := s.locate(owner)
	s.realms.mu.Lock()
	r := s.realms.open[file]
	s.realms.mu.Unlock()
	return r == nil || r.waiting.Load() < int64(s.options.WaitingEntries) && r.bytes.Load() < s.options.WaitingBytes
}

func (s *Store) appendGroup(ctx context.Context, ins []*intake) error {
	r := ins[0].scope.realm
	var size int64
	for _, in := range ins {
		size += int64(len(in.sealed))
	}
	if r.waiting.Load()+int64(len(ins)) > int64(s.options.WaitingEntries) || r.bytes.Load()+size > s.options.WaitingBytes {
		return memory.ErrFull
	}
	err := r.update(ctx, func(c *conn) error {
		for _, in := range ins {
			if err := in.store(c); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	for _, in := range ins {
		if in.taken > 0 {
			r.waiting.Add(1)
			r.bytes.Add(in.bytes)
		}
	}
	return nil
}

// store writes the entry with those of its turns that are new and may be learnt.
func (in *intake) store(c *conn) error {
	in.taken, in.bytes = 0, int64(len(in.sealed))
	n, sc := in.entry, in.scope
	owner, err := sc.ensure(c)
	if err != nil {
		return err
	}
	graves, err := sc.graves(c)
	if err != nil {
		return err
	}
	session := sc.session(n.SessionID)
	drop := make([]bool, len(n.Turns))
	dropped := false
	for k, i := range in.fresh {
		t := &n.Turns[i]
		words := sc.words(t.Text)
		added, err := c.exec("INSERT OR IGNORE INTO turns (owner, key, session, message, words, at) VALUES (?, ?, ?, ?, ?, ?)",
			owner.id, n.Keys[k][:], session, sc.message(t.ID), words, millis(t.At))
		if err != nil {
			return err
		}
		if added == 1 && graves {
			buried, err := sc.buriedTurn(c, session, t, words)
			if err == nil && !buried { // said before an erasure
				buried, err = sc.dug(c, graveTurn, n.Keys[k][:], session, 0)
			}
			if err != nil {
				return err
			}
			if buried {
				added = 0
			}
		}
		if added == 0 {
			drop[i], dropped = true, true
		} else {
			in.taken++
		}
	}
	if in.taken == 0 {
		return nil
	}
	for i := range n.Turns {
		if t := &n.Turns[i]; graves && t.Seen {
			if drop[i], err = sc.buriedTurn(c, session, t, sc.words(t.Text)); err != nil {
				return err
			}
			dropped = dropped || drop[i]
		}
	}
	body := in.sealed
	if dropped {
		n = keepTurns(n, drop)
		if body, err = sc.seal("entry "+n.ID, encodeEntry(&n)); err != nil {
			return err
		}
		in.bytes = int64(len(body))
	}
	seq := sc.store.next()
	at := millis(sc.store.now())
	_, err = c.exec("INSERT INTO journal (seq, id, owner, session, state, at, bytes, body) VALUES (?, ?, ?, ?, 0, ?, ?, ?)",
		seq, n.ID, owner.id, session, at, len(body), body)
	if err != nil {
		return err
	}
	if _, err = c.exec("INSERT INTO queue (owner, head) VALUES (?, ?) ON CONFLICT (owner) DO NOTHING", owner.id, seq); err != nil {
		return err
	}
	_, err = c.exec("UPDATE owners SET seen = ? WHERE id = ?", at, owner.id)
	return err
}

// keepTurns returns the entry without some of its turns and their keys.
func keepTurns(n memory.Entry, drop []bool) memory.Entry {
	turns, keys := n.Turns, n.Keys
	n.Turns, n.Keys = nil, nil
	fresh := 0
	for i, t := range turns {
		if !drop[i] {
			n.Turns = append(n.Turns, t)
		}
		if t.Seen {
			continue
		}
		if !drop[i] && fresh < len(keys) {
			n.Keys = append(n.Keys, keys[fresh])
		}
		fresh++
	}
	return n
}

// Waiting counts entries that are not learnt yet; see memory.Journal.
func (s *Store) Waiting(ctx context.Context, owner *memory.Owner, upTo int64) (n int, newest int64, err error) {
	if owner != nil {
		sc, err := s.scope(ctx, *owner, false)
		if err != nil || sc.realm == nil {
			return 0, 0, err
		}
		defer sc.close()
		err = sc.realm.view(ctx, func(c *conn) error {
			r, ok, err := sc.find(c)
			if err != nil || !ok {
				return err
			}
			if _, err := c.row("SELECT coalesce(max(seq), 0) FROM journal WHERE owner = ? AND state = 0", []any{r.id}, &newest); err != nil {
				return err
			}
			_, err = c.row("SELECT count(*) FROM journal WHERE owner = ? AND state = 0 AND seq <= ?", []any{r.id, limitOrder(upTo)}, &n)
			return err
		})
		return n, newest, err
	}
	files, err := s.realms.busy()
	if err != nil {
		return 0, 0, err
	}
	err = s.realms.among(files, func(r *realm) error {
		var count int
		err := r.view(ctx, func(c *conn) error {
			_, err := c.row("SELECT count(*) FROM journal INDEXED BY journal_waiting WHERE state = 0 AND seq <= ?", []any{limitOrder(upTo)}, &count)
			return err
		})
		n += count
		return err
	})
	return n, s.order.Load(), err
}

func limitOrder(upTo int64) int64 {
	if upTo == 0 {
		return 1<<63 - 1
	}
	return upTo
}
