package sqlite

import (
	"context"
	"errors"
	"fmt"

	"mneme/memory"
)

// Receipts returns a page of an owner's receipts, newest first, and the cursor of
// the next.
func (s *Store) Receipts(ctx context.Context, owner memory.Owner, limit int, cursorText string) (out []memory.Receipt, next string, err error) {
	switch {
	case limit == 0:
		limit = pageDefault
	case limit < 0 || limit > pageMax:
		return nil, "", fmt.Errorf("read receipts: limit %d is not in 1..%d", limit, pageMax)
	}
	if err := owner.Validate(); err != nil {
		return nil, "", err
	}
	before, id, err := parseCursor(cursorText)
	if err != nil {
		return nil, "", err
	}
	if err := s.FlushOps(ctx); err != nil {
		return nil, "", fmt.Errorf("read receipts: %w", err)
	}
	hash := s.keys.OwnerHash(owner)
	type row struct {
		id   string
		at   int64
		body []byte
	}
	var rows []row
	err = s.ops.view(ctx, func(c *conn) error {
		return c.rows(`SELECT id, at, body FROM receipts WHERE owner = ?1 AND (at < ?2 OR at = ?2 AND id < ?3) ORDER BY at DESC, id DESC LIMIT ?4`,
			[]any{hash[:], before, id, limit + 1}, func(scan func(...any) error) error {
				var r row
				err := scan(&r.id, &r.at, &r.body)
				rows = append(rows, r)
				return err
			})
	})
	if err != nil {
		return nil, "", fmt.Errorf("read receipts: %w", err)
	}
	if len(rows) > limit {
		rows = rows[:limit]
		next = cursor(rows[limit-1].at, rows[limit-1].id)
	}
	for _, r := range rows {
		one, err := s.openReceipt(hash, r.id, r.body)
		if errors.Is(err, memory.ErrErased) {
			continue
		}
		if err != nil {
			return nil, "", fmt.Errorf("read receipts: %w", err)
		}
		out = append(out, one)
	}
	return out, next, nil
}

// Audits returns a page of the audit, newest first, and the cursor of the next.
func (s *Store) Audits(ctx context.Context, f memory.AuditFilter) (out []memory.Audit, next string, err error) {
	switch {
	case f.Owner.Tenant == "" || f.Owner.Realm == "":
		return nil, "", fmt.Errorf("read audit: %w", memory.ErrNoOwner)
	case f.Limit == 0:
		f.Limit = pageDefault
	case f.Limit < 0 || f.Limit > pageMax:
		return nil, "", fmt.Errorf("read audit: limit %d is not in 1..%d", f.Limit, pageMax)
	}
	last := int64(1<<63 - 1)
	if f.Cursor != "" {
		if _, err := fmt.Sscanf(f.Cursor, "%d", &last); err != nil {
			return nil, "", memory.ErrCursor
		}
	}
	if err := s.FlushOps(ctx); err != nil {
		return nil, "", fmt.Errorf("read audit: %w", err)
	}
	hash, column := s.keys.OwnerHash(memory.TenantOwner(f.Owner.Tenant, f.Owner.Realm)), "scope"
	if f.Owner.ID != "" {
		hash, column = s.keys.OwnerHash(f.Owner), "owner"
	}
	query := "SELECT seq, owner, body FROM audit WHERE " + column + " = ? AND seq < ?"
	base := []any{hash[:]}
	var rest []any
	add := func(condition string, value any) { query, rest = query+" AND "+condition, append(rest, value) }
	if f.Op != "" {
		add("op = ?", f.Op)
	}
	if f.Code != "" {
		add("code = ?", f.Code)
	}
	if !f.Since.IsZero() {
		add("at >= ?", millis(f.Since))
	}
	if !f.Until.IsZero() {
		add("at < ?", millis(f.Until))
	}
	query += " ORDER BY seq DESC LIMIT ?"
	for {
		type row struct {
			seq         int64
			owner, body []byte
		}
		var rows []row
		err := s.ops.view(ctx, func(c *conn) error {
			args := append(append(append([]any{}, base...), last), rest...)
			return c.rows(query, append(args, pageMax), func(scan func(...any) error) error {
				var r row
				err := scan(&r.seq, &r.owner, &r.body)
				rows = append(rows, r)
				return err
			})
		})
		if err != nil {
			return nil, "", fmt.Errorf("read audit: %w", err)
		}
		for _, r := range rows {
			var a memory.Audit
			err := s.openJSON([32]byte(r.owner), "audit", r.body, &a)
			if err != nil && !errors.Is(err, memory.ErrErased) {
				return nil, "", fmt.Errorf("read audit: %w", err)
			}
			if err == nil && (f.By == "" || f.By == a.By) {
				if len(out) == f.Limit {
					return out, fmt.Sprint(last), nil
				}
				out = append(out, a)
			}
			last = r.seq
		}
		if len(rows) < pageMax {
			return out, "", nil
		}
	}
}
