package sqlite

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"time"

	"mneme/memory"
)

// Resident is an owner of a realm.
type Resident struct {
	Owner    memory.Owner
	Revision int64
	Seen     time.Time // when something of his last came in
}

// Users returns up to limit users of a tenant's realm (0: all) in the order they
// came.
func (s *Store) Users(ctx context.Context, tenant, realm string, limit int) ([]string, error) {
	var out []string
	for after := ""; ; {
		page, next, err := s.Owners(ctx, tenant, realm, memory.LevelUser, after, pageMax)
		if err != nil {
			return nil, err
		}
		for _, r := range page {
			if limit > 0 && len(out) == limit {
				return out, nil
			}
			out = append(out, r.Owner.ID)
		}
		if next == "" {
			return out, nil
		}
		after = next
	}
}

// UsersPage returns a page of up to limit users of a tenant's realm in the order they came, after a
// cursor (empty: from the first), and the cursor of the next page; empty: there is none. It returns
// memory.ErrCursor for a cursor that is none of its own.
func (s *Store) UsersPage(ctx context.Context, tenant, realm, cursor string, limit int) (users []string, next string, err error) {
	page, next, err := s.Owners(ctx, tenant, realm, memory.LevelUser, cursor, limit)
	if err != nil {
		return nil, "", err
	}
	for _, r := range page {
		users = append(users, r.Owner.ID)
	}
	return users, next, nil
}

// Owners lists the owners of a level in a tenant's realm, in the order they
// came, after a cursor.
func (s *Store) Owners(ctx context.Context, tenant, realm string, level memory.Level, after string, limit int) (out []Resident, next string, err error) {
	if limit < 1 || limit > pageMax {
		return nil, "", fmt.Errorf("list owners: limit %d is not in 1..%d", limit, pageMax)
	}
	var last int64
	if after != "" {
		var err error
		if last, err = strconv.ParseInt(after, 10, 64); err != nil {
			return nil, "", memory.ErrCursor
		}
	}
	sc, err := s.scope(ctx, memory.TenantOwner(tenant, realm), false)
	if err != nil || sc.realm == nil {
		return nil, "", err
	}
	defer sc.close()
	type line struct {
		hash, name     []byte
		revision, seen int64
	}
	var lines []line
	err = sc.realm.view(ctx, func(c *conn) error {
		return c.rows("SELECT id, hash, name, revision, seen FROM owners WHERE tenant = ? AND level = ? AND id > ? ORDER BY id LIMIT ?",
			[]any{sc.hash[:], levelCode(level), last, limit}, func(scan func(...any) error) error {
				var l line
				err := scan(&last, &l.hash, &l.name, &l.revision, &l.seen)
				lines = append(lines, l)
				return err
			})
	})
	if err != nil {
		return nil, "", fmt.Errorf("list owners: %w", err)
	}
	for _, l := range lines {
		who, err := s.openOwner([32]byte(l.hash), l.name)
		if errors.Is(err, memory.ErrErased) {
			continue
		}
		if err != nil {
			return nil, "", fmt.Errorf("open owner: %w", err)
		}
		out = append(out, Resident{Owner: who, Revision: l.revision, Seen: fromMillis(l.seen)})
	}
	if len(lines) == limit {
		next = fmt.Sprint(last)
	}
	return out, next, nil
}

// EachOwner calls do with every owner of every realm, in the order they came.
// An owner who comes meanwhile may be missed; an error of do ends it.
func (s *Store) EachOwner(ctx context.Context, do func(memory.Owner) error) error {
	return s.realms.each(func(r *realm) error {
		for last := int64(0); ; {
			type line struct{ hash, name []byte }
			var lines []line
			err := r.view(ctx, func(c *conn) error {
				return c.rows("SELECT id, hash, name FROM owners WHERE id > ? ORDER BY id LIMIT ?", []any{last, pageMax}, func(scan func(...any) error) error {
					var l line
					err := scan(&last, &l.hash, &l.name)
					lines = append(lines, l)
					return err
				})
			})
			if err != nil {
				return fmt.Errorf("list owners: %w", err)
			}
			if len(lines) == 0 {
				return nil
			}
			for _, l := range lines {
				owner, err := s.openOwner([32]byte(l.hash), l.name)
				if errors.Is(err, memory.ErrErased) {
					continue
				}
				if err != nil {
					return fmt.Errorf("open owner: %w", err)
				}
				if err := do(owner); err != nil {
					return err
				}
			}
		}
	})
}
