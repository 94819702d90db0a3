package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"mneme/memory"
)

// clockSlack is how far apart the clocks of a fleet may be. What was noted later than
// that from now was noted before a clock was set back, and binds nobody.
const clockSlack = time.Hour

// TakeShift gives a shift to a worker unless somebody else holds it; see
// memory.Roster.
func (s *Store) TakeShift(ctx context.Context, name, worker string, lease time.Duration) (memory.Shift, bool, error) {
	if err := named(name, worker); err != nil || lease <= 0 {
		return memory.Shift{}, false, fmt.Errorf("take shift: a name, a worker and a lease of %v make none", lease)
	}
	now := s.now()
	shift := memory.Shift{Name: name, Lease: worker + " " + memory.NewID(now), Until: now.Add(lease)}
	var n int64
	err := s.control.update(ctx, func(c *conn) (err error) {
		n, err = c.exec(`INSERT INTO shifts (name, lease, until) VALUES (?, ?, ?)
			ON CONFLICT DO UPDATE SET lease = excluded.lease, until = excluded.until WHERE until <= ? OR until > ?`,
			name, shift.Lease, millis(shift.Until), millis(now), millis(shift.Until.Add(clockSlack)))
		return err
	})
	if err != nil {
		return memory.Shift{}, false, fmt.Errorf("take shift: %w", err)
	}
	return shift, n > 0, nil
}

// KeepShift prolongs a shift; see memory.Roster.
func (s *Store) KeepShift(ctx context.Context, shift memory.Shift, lease time.Duration) (memory.Shift, error) {
	shift.Until = s.now().Add(lease)
	return shift, s.moveShift(ctx, shift, shift.Until)
}

// EndShift gives a shift back; see memory.Roster.
func (s *Store) EndShift(ctx context.Context, shift memory.Shift) error {
	return s.moveShift(ctx, shift, time.Time{})
}

func (s *Store) moveShift(ctx context.Context, shift memory.Shift, until time.Time) error {
	var n int64
	err := s.control.update(ctx, func(c *conn) (err error) {
		n, err = c.exec("UPDATE shifts SET until = ? WHERE name = ? AND lease = ?", millis(until), shift.Name, shift.Lease)
		return err
	})
	if err == nil && n == 0 {
		err = memory.ErrLeaseLost
	}
	if err != nil {
		return fmt.Errorf("keep shift: %w", err)
	}
	return nil
}

// Idle lists owners who are due; see memory.Roster. A cursor is a realm's file
// and an owner's number in it.
func (s *Store) Idle(ctx context.Context, job string, since, changed time.Time, after string, limit int) (page []memory.Tenancy, next string, err error) {
	if limit < 1 || limit > pageMax {
		return nil, "", fmt.Errorf("list idle owners: limit %d is not in 1..%d", limit, pageMax)
	}
	from, last := "", int64(0)
	if after != "" {
		file, number, _ := strings.Cut(after, ":")
		if _, err := fmt.Sscanf(number, "%d", &last); err != nil {
			return nil, "", memory.ErrCursor
		}
		from = file
	}
	files, err := s.realms.files()
	if err != nil {
		return nil, "", fmt.Errorf("list idle owners: %w", err)
	}
	slices.Sort(files)
	var faults []error
	for _, file := range files {
		if file < from {
			continue
		}
		if file > from {
			last = 0
		}
		r, err := s.realms.acquire(file, false)
		if err != nil {
			faults = append(faults, err)
			continue
		}
		found, end, err := s.idleIn(ctx, r, job, since, changed, last, limit-len(page))
		s.realms.release(r)
		faults = append(faults, err)
		page = append(page, found...)
		if len(page) == limit || end > 0 {
			return page, fmt.Sprintf("%s:%d", file, end), errors.Join(faults...)
		}
	}
	return page, "", errors.Join(faults...)
}

// idleIn lists idle owners of one realm; end is the number of the last row looked
// at when there may be more.
func (s *Store) idleIn(ctx context.Context, r *realm, job string, since, changed time.Time, after int64, limit int) (out []memory.Tenancy, end int64, err error) {
	type line struct {
		id             int64
		hash, name     []byte
		revision, seen int64
	}
	var lines []line
	err = r.view(ctx, func(c *conn) error {
		return c.rows(`SELECT o.id, o.hash, o.name, o.revision, o.seen FROM owners o LEFT JOIN chores c ON c.owner = o.id AND c.job = ?1
			WHERE o.id > ?2 AND (c.done IS NULL OR c.done <= ?3 OR c.done <= ?4 AND c.revision <> o.revision OR c.done > ?5) ORDER BY o.id LIMIT ?6`,
			[]any{job, after, millis(since), millis(changed), millis(s.now().Add(clockSlack)), limit}, func(scan func(...any) error) error {
				var l line
				err := scan(&l.id, &l.hash, &l.name, &l.revision, &l.seen)
				lines = append(lines, l)
				return err
			})
	})
	if err != nil {
		return nil, 0, fmt.Errorf("list idle owners: %w", err)
	}
	for _, l := range lines {
		who, err := s.openOwner([32]byte(l.hash), l.name)
		if errors.Is(err, memory.ErrErased) {
			continue
		}
		if err != nil {
			return nil, 0, fmt.Errorf("open owner: %w", err)
		}
		out = append(out, memory.Tenancy{Owner: who, Revision: l.revision, Seen: fromMillis(l.seen)})
	}
	if len(lines) == limit {
		end = lines[len(lines)-1].id
	}
	return out, end, nil
}

// Chores returns how far every job has come with an owner; see memory.Roster.
func (s *Store) Chores(ctx context.Context, owner memory.Owner) (map[string]memory.Chore, error) {
	out := make(map[string]memory.Chore)
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return out, err
	}
	defer sc.close()
	var rows []memory.Chore
	err = sc.realm.view(ctx, func(c *conn) error {
		return c.rows("SELECT job, done, revision, body FROM chores WHERE owner = (SELECT id FROM owners WHERE hash = ?)", []any{sc.hash[:]},
			func(scan func(...any) error) error {
				var one memory.Chore
				var done int64
				err := scan(&one.Job, &done, &one.Revision, &one.State)
				one.Done = fromMillis(done)
				rows = append(rows, one)
				return err
			})
	})
	if err != nil {
		return nil, fmt.Errorf("read chores: %w", err)
	}
	for _, one := range rows {
		if one.State, err = sc.open("chore "+one.Job, one.State); err != nil {
			return nil, fmt.Errorf("open chore: %w", err)
		}
		out[one.Job] = one
	}
	return out, nil
}

// PutChore notes that a job was done; see memory.Roster. Of an owner who is gone
// nothing is noted.
func (s *Store) PutChore(ctx context.Context, owner memory.Owner, one memory.Chore, report *memory.Report) error {
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return err
	}
	defer sc.close()
	state, err := sc.seal("chore "+one.Job, one.State)
	if err != nil {
		return fmt.Errorf("put chore: %w", err)
	}
	var body []byte
	if report != nil {
		text, err := json.Marshal(report)
		if err != nil {
			return fmt.Errorf("put chore: %w", err)
		}
		if body, err = sc.seal("report "+one.Job, text); err != nil {
			return fmt.Errorf("put chore: %w", err)
		}
	}
	err = sc.realm.update(ctx, func(c *conn) error {
		r, ok, err := sc.find(c)
		if err != nil || !ok {
			return err
		}
		if at, _ := s.keys.ErasedFor(sc.hash); !at.Equal(sc.erased) {
			return memory.ErrErased
		}
		if _, err := c.exec("INSERT OR REPLACE INTO chores (owner, job, done, revision, body) VALUES (?, ?, ?, ?, ?)",
			r.id, one.Job, millis(one.Done), one.Revision, state); err != nil || body == nil {
			return err
		}
		_, err = c.exec("INSERT INTO reports (owner, job, at, body) VALUES (?, ?, ?, ?)", r.id, one.Job, millis(report.Ended), body)
		return err
	})
	if err != nil {
		return fmt.Errorf("put chore: %w", err)
	}
	return nil
}

// Reports returns what jobs did, newest first; see memory.Roster.
func (s *Store) Reports(ctx context.Context, owner memory.Owner, job string, limit int) ([]memory.Report, error) {
	if limit < 1 || limit > pageMax {
		return nil, fmt.Errorf("list reports: limit %d is not in 1..%d", limit, pageMax)
	}
	where, whose := "hash = ?1", owner
	if owner.Level != memory.LevelTenant && owner.ID == "" {
		where, whose = "tenant = ?1", memory.TenantOwner(owner.Tenant, owner.Realm)
	}
	sc, err := s.scope(ctx, whose, false)
	if err != nil || sc.realm == nil {
		return nil, err
	}
	defer sc.close()
	type line struct {
		job        string
		hash, body []byte
	}
	var lines []line
	err = sc.realm.view(ctx, func(c *conn) error {
		return c.rows(`SELECT r.job, o.hash, r.body FROM reports r JOIN owners o ON o.id = r.owner
			WHERE o.`+where+` AND (?2 = '' OR r.job = ?2) ORDER BY r.seq DESC LIMIT ?3`, []any{sc.hash[:], job, limit},
			func(scan func(...any) error) error {
				var l line
				err := scan(&l.job, &l.hash, &l.body)
				lines = append(lines, l)
				return err
			})
	})
	if err != nil {
		return nil, fmt.Errorf("list reports: %w", err)
	}
	var out []memory.Report
	for _, l := range lines {
		var one memory.Report
		err := s.openJSON([32]byte(l.hash), "report "+l.job, l.body, &one)
		if errors.Is(err, memory.ErrErased) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open report: %w", err)
		}
		out = append(out, one)
	}
	return out, nil
}

// DropReports removes old reports; see memory.Roster.
func (s *Store) DropReports(ctx context.Context, before time.Time) (int, error) {
	return s.sweep(ctx, "DELETE FROM reports WHERE seq IN (SELECT seq FROM reports WHERE at < ? LIMIT ?)", millis(before))
}

// ArrivedBefore lists up to limit of an owner's records of a layer that arrived
// here before a time, in the order of their ids after one.
func (s *Store) ArrivedBefore(ctx context.Context, owner memory.Owner, layer memory.Layer, before time.Time, after string, limit int) ([]string, error) {
	n, err := code(layers(), layer)
	if err != nil {
		return nil, fmt.Errorf("list arrivals: %w", err)
	}
	sc, err := s.scope(ctx, owner, false)
	if err != nil || sc.realm == nil {
		return nil, err
	}
	defer sc.close()
	var out []string
	err = sc.realm.view(ctx, func(c *conn) error {
		return c.rows("SELECT id FROM records WHERE owner = (SELECT id FROM owners WHERE hash = ?) AND layer = ? AND arrived < ? AND id > ? ORDER BY id LIMIT ?",
			[]any{sc.hash[:], n, millis(before), after, limit}, func(scan func(...any) error) error {
				var id string
				err := scan(&id)
				out = append(out, id)
				return err
			})
	})
	if err != nil {
		return nil, fmt.Errorf("list arrivals: %w", err)
	}
	return out, nil
}
