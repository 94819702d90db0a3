package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mneme/memory"
)

// DeadLetter is an entry that could not be learnt.
type DeadLetter struct {
	Entry  memory.Entry
	Seq    int64
	At     time.Time // when it was given up
	Reason string    // a short code
}

// DeadLetters lists up to limit dead letters of a tenant's realm, oldest first.
func (s *Store) DeadLetters(ctx context.Context, tenant, realm string, limit int) ([]DeadLetter, error) {
	sc, err := s.scope(ctx, memory.TenantOwner(tenant, realm), false)
	if err != nil || sc.realm == nil {
		return nil, err
	}
	defer sc.close()
	type row struct {
		leased
		hash, name []byte
		letter     DeadLetter
	}
	var rows []row
	err = sc.realm.view(ctx, func(c *conn) error {
		return c.rows(`SELECT j.seq, j.id, j.attempts, j.body, j.done, j.reason, o.hash, o.name FROM journal j JOIN owners o ON o.id = j.owner
			WHERE j.state = 2 AND o.tenant = ? ORDER BY j.seq LIMIT ?`, []any{sc.hash[:], limit},
			func(scan func(...any) error) error {
				var r row
				var done int64
				err := scan(&r.seq, &r.id, &r.attempts, &r.body, &done, &r.letter.Reason, &r.hash, &r.name)
				r.letter.Seq, r.letter.At = r.seq, fromMillis(done)
				rows = append(rows, r)
				return err
			})
	})
	if err != nil {
		return nil, fmt.Errorf("list dead letters: %w", err)
	}
	var out []DeadLetter
	for _, r := range rows {
		who, err := s.openOwner([32]byte(r.hash), r.name)
		if err == nil {
			r.letter.Entry, err = s.openEntry([32]byte(r.hash), r.id, r.body)
		}
		if errors.Is(err, memory.ErrErased) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open entry %s: %w", r.id, err)
		}
		r.letter.Entry.Owner, r.letter.Entry.Attempts = who, r.attempts
		out = append(out, r.letter)
	}
	return out, nil
}

// Replay puts the dead letters of a tenant's realm back into the queue and says
// how many.
func (s *Store) Replay(ctx context.Context, tenant, realm string) (int, error) {
	sc, err := s.scope(ctx, memory.TenantOwner(tenant, realm), false)
	if err != nil || sc.realm == nil {
		return 0, err
	}
	defer sc.close()
	var count, bytes int64
	err = sc.realm.update(ctx, func(c *conn) error {
		count, bytes = 0, 0
		var owners []int64
		err := c.rows(`SELECT j.owner, count(*), sum(j.bytes) FROM journal j JOIN owners o ON o.id = j.owner
			WHERE j.state = 2 AND o.tenant = ? GROUP BY j.owner`, []any{sc.hash[:]}, func(scan func(...any) error) error {
			var owner, n, size int64
			err := scan(&owner, &n, &size)
			owners, count, bytes = append(owners, owner), count+n, bytes+size
			return err
		})
		if err != nil {
			return err
		}
		for _, owner := range owners {
			if _, err := c.exec("UPDATE journal SET state = 0, lease = '', attempts = 0, done = 0, reason = '' WHERE owner = ? AND state = 2", owner); err != nil {
				return err
			}
			if err := requeue(c, owner, 0); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return 0, fmt.Errorf("replay dead letters: %w", err)
	}
	sc.realm.waiting.Add(count)
	sc.realm.bytes.Add(bytes)
	s.wake()
	return int(count), nil
}

// LastExchange returns the message ids of the newest exchange of a session that
// is in the journal; with no session, of the owner.
func (s *Store) LastExchange(ctx context.Context, owner memory.Owner, session string) ([]string, error) {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return nil, err
	}
	defer sc.close()
	query, args := "SELECT id, body FROM journal WHERE owner = (SELECT id FROM owners WHERE hash = ?)", []any{sc.hash[:]}
	if session != "" {
		query, args = query+" AND session = ?", append(args, sc.session(session))
	}
	var l leased
	found := false
	err = sc.realm.view(ctx, func(c *conn) error {
		found, err = c.row(query+" ORDER BY seq DESC LIMIT 1", args, &l.id, &l.body)
		return err
	})
	if err != nil || !found {
		return nil, err
	}
	n, err := s.openEntry(sc.hash, l.id, l.body)
	if err != nil {
		return nil, fmt.Errorf("open entry %s: %w", l.id, err)
	}
	var ids []string
	for _, t := range n.Turns {
		if !t.Seen {
			ids = append(ids, t.ID)
		}
	}
	return ids, nil
}
