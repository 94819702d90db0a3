package sqlite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"mneme/memory"
)

// Claim leases up to n entries of one owner, oldest first: of the owner whose
// oldest waiting entry is the oldest, who is not waiting after a failure and
// whom no other worker holds.
func (s *Store) Claim(ctx context.Context, worker string, n int, lease time.Duration) ([]memory.Claim, error) {
	if n < 1 || lease <= 0 {
		return nil, fmt.Errorf("claim entries: %d for %v is no claim", n, lease)
	}
	files, err := s.realms.busy()
	if err != nil {
		return nil, fmt.Errorf("claim entries: %w", err)
	}
	// Start at another realm every time, so that none starves the others.
	if len(files) > 1 {
		turn := int(uint64(s.turn.Add(1)) % uint64(len(files)))
		files = slices.Concat(files[turn:], files[:turn])
	}
	var faults []error
	for _, file := range files {
		r, err := s.realms.acquire(file, false)
		if err != nil {
			if !errors.Is(err, memory.ErrNotFound) {
				faults = append(faults, err)
			}
			continue
		}
		claims, err := s.claimIn(ctx, r, worker, n, lease)
		s.realms.release(r)
		if len(claims) > 0 {
			return claims, nil // a fault of another realm shows when nothing else is left to do
		}
		if err != nil {
			faults = append(faults, err)
		}
	}
	if err := errors.Join(faults...); err != nil {
		return nil, fmt.Errorf("claim entries: %w", err)
	}
	return nil, nil
}

// leased is a claimed row before it is opened.
type leased struct {
	seq      int64
	id       string
	attempts int
	body     []byte
}

func (s *Store) claimIn(ctx context.Context, r *realm, worker string, n int, lease time.Duration) ([]memory.Claim, error) {
	for r.waiting.Load() > 0 {
		claims, gone, err := s.claimOwner(ctx, r, worker, n, lease)
		if err != nil || gone == nil {
			return claims, err
		}
		// His key is destroyed: an old copy of the database brought him back.
		if err := s.eraseRows(ctx, r, *gone); err != nil {
			return nil, err
		}
	}
	return nil, nil
}

// claimOwner claims of the next owner. It returns his hash instead when what he
// said cannot be opened any more.
func (s *Store) claimOwner(ctx context.Context, r *realm, worker string, n int, lease time.Duration) (claims []memory.Claim, gone *[32]byte, err error) {
	now := s.now()
	until := now.Add(lease)
	token := worker + "/" + memory.NewID(now)
	var rows []leased
	var hash, name []byte
	err = r.update(ctx, func(c *conn) error {
		rows = rows[:0]
		var owner int64
		ok, err := c.row(`SELECT q.owner, o.hash, o.name FROM queue q JOIN owners o ON o.id = q.owner
			WHERE q.until <= ?1 AND q.due <= ?1 ORDER BY q.head LIMIT 1`, []any{millis(now)}, &owner, &hash, &name)
		if err != nil || !ok {
			return err
		}
		err = c.rows("SELECT seq, id, attempts, body FROM journal WHERE owner = ? AND state = 0 ORDER BY seq LIMIT ?", []any{owner, n},
			func(scan func(...any) error) error {
				var l leased
				if err := scan(&l.seq, &l.id, &l.attempts, &l.body); err != nil {
					return err
				}
				rows = append(rows, l)
				return nil
			})
		if err != nil {
			return err
		}
		for _, l := range rows {
			if _, err := c.exec("UPDATE journal SET lease = ? WHERE seq = ?", token, l.seq); err != nil {
				return err
			}
		}
		_, err = c.exec("UPDATE queue SET lease = ?, until = ? WHERE owner = ?", token, millis(until), owner)
		return err
	})
	if err != nil || len(rows) == 0 {
		return nil, nil, err
	}
	claims, err = s.openClaims([32]byte(hash), name, rows, token, until)
	if errors.Is(err, memory.ErrErased) {
		owner := [32]byte(hash)
		return nil, &owner, nil
	}
	return claims, nil, err
}

func (s *Store) openClaims(hash [32]byte, name []byte, rows []leased, token string, until time.Time) ([]memory.Claim, error) {
	who, err := s.openOwner(hash, name)
	if err != nil {
		return nil, fmt.Errorf("open owner: %w", err)
	}
	claims := make([]memory.Claim, 0, len(rows))
	for _, l := range rows {
		n, err := s.openEntry(hash, l.id, l.body)
		if err != nil {
			return nil, fmt.Errorf("open entry %s: %w", l.id, err)
		}
		n.Owner, n.Attempts = who, l.attempts
		claims = append(claims, memory.Claim{Entry: n, Seq: l.seq, Lease: token, Until: until})
	}
	return claims, nil
}

func (s *Store) openOwner(hash [32]byte, name []byte) (memory.Owner, error) {
	body, err := s.keys.OpenFor(hash, "owner", name)
	if err != nil {
		return memory.Owner{}, err
	}
	return decodeOwner(body)
}

func (s *Store) openEntry(hash [32]byte, id string, sealed []byte) (memory.Entry, error) {
	body, err := s.keys.OpenFor(hash, "entry "+id, sealed)
	if err != nil {
		return memory.Entry{}, err
	}
	n, err := decodeEntry(body)
	n.ID = id
	return n, err
}

// Renew prolongs the leases of claims. It returns memory.ErrLeaseLost when
// another worker holds an owner, or a forget cut an entry.
func (s *Store) Renew(ctx context.Context, claims []memory.Claim, lease time.Duration) error {
	for _, cl := range claims {
		err := s.held(ctx, cl, func(c *conn, _ *scope, owner row) error {
			_, err := c.exec("UPDATE queue SET until = ? WHERE owner = ? AND lease = ?", millis(s.now().Add(lease)), owner.id, cl.Lease)
			return err
		})
		if err != nil {
			return fmt.Errorf("renew lease: %w", err)
		}
	}
	return nil
}

// Release gives a claim back; see memory.Journal.
func (s *Store) Release(ctx context.Context, cl memory.Claim, after time.Duration, reason string, kill bool) error {
	var bytes int64
	var r *realm
	err := s.held(ctx, cl, func(c *conn, sc *scope, owner row) error {
		r = sc.realm
		if _, err := c.row("SELECT bytes FROM journal WHERE owner = ? AND id = ?", []any{owner.id, cl.Entry.ID}, &bytes); err != nil {
			return err
		}
		state, done, due := waiting, int64(0), millis(s.now().Add(after))
		if kill {
			state, done, due = dead, millis(s.now()), 0
		}
		if _, err := c.exec("UPDATE journal SET state = ?, lease = '', attempts = attempts + 1, done = ?, reason = ? WHERE owner = ? AND id = ?",
			state, done, reason, owner.id, cl.Entry.ID); err != nil {
			return err
		}
		return requeue(c, owner.id, due)
	})
	if err != nil {
		return fmt.Errorf("release entry: %w", err)
	}
	if kill {
		r.waiting.Add(-1)
		r.bytes.Add(-bytes)
	}
	s.wake()
	return nil
}

// held runs a change while the entry is still leased to the claim.
func (s *Store) held(ctx context.Context, cl memory.Claim, change func(*conn, *scope, row) error) error {
	sc, err := s.scope(ctx, cl.Entry.Owner, false)
	if err != nil {
		return err
	}
	if sc.realm == nil {
		return memory.ErrLeaseLost
	}
	defer sc.close()
	return sc.realm.update(ctx, func(c *conn) error {
		owner, ok, err := sc.find(c)
		if err != nil {
			return err
		}
		if ok {
			var one int
			ok, err = c.row("SELECT 1 FROM journal WHERE owner = ? AND id = ? AND state = 0 AND lease = ?", []any{owner.id, cl.Entry.ID, cl.Lease}, &one)
			if err != nil {
				return err
			}
		}
		if !ok {
			return memory.ErrLeaseLost
		}
		return change(c, sc, owner)
	})
}

// requeue brings an owner's place in the queue up to date after entries of his
// left it: his head, and his lease, which ends when none of its entries is left.
// due says how long he must wait; 0 does not change it.
func requeue(c *conn, owner, due int64) error {
	var head int64
	ok, err := c.row("SELECT seq FROM journal WHERE owner = ? AND state = 0 ORDER BY seq LIMIT 1", []any{owner}, &head)
	if err != nil {
		return err
	}
	if !ok {
		_, err := c.exec("DELETE FROM queue WHERE owner = ?", owner)
		return err
	}
	_, err = c.exec(`INSERT INTO queue (owner, head, due) VALUES (?1, ?2, ?3)
		ON CONFLICT (owner) DO UPDATE SET head = ?2, due = max(due, ?3)`, owner, head, due)
	if err != nil {
		return err
	}
	_, err = c.exec(`UPDATE queue SET lease = '', until = 0 WHERE owner = ?1 AND lease <> '' AND NOT EXISTS
		(SELECT 1 FROM journal j WHERE j.owner = ?1 AND j.state = 0 AND j.lease = queue.lease)`, owner)
	return err
}
