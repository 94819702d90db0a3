package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mneme/memory"
)

// Aged are records of one owner whose retention is over.
type Aged struct {
	Owner memory.Owner
	IDs   []string
}

// Aged lists up to limit records of a layer in a tenant's realm that arrived
// before a time, oldest first, by owner.
func (s *Store) Aged(ctx context.Context, tenant, realm string, layer memory.Layer, before time.Time, limit int) ([]Aged, error) {
	n, err := code(layers(), layer)
	if err != nil {
		return nil, fmt.Errorf("list aged records: %w", err)
	}
	sc, err := s.scope(ctx, memory.TenantOwner(tenant, realm), false)
	if err != nil || sc.realm == nil {
		return nil, err
	}
	defer sc.close()
	type owned struct {
		hash, name []byte
		ids        []string
	}
	var order []string
	found := make(map[string]*owned)
	err = sc.realm.view(ctx, func(c *conn) error {
		return c.rows(`SELECT o.hash, o.name, r.id FROM records r JOIN owners o ON o.id = r.owner
			WHERE r.layer = ? AND r.arrived < ? AND o.tenant = ? ORDER BY r.arrived LIMIT ?`, []any{n, millis(before), sc.hash[:], limit},
			func(scan func(...any) error) error {
				var one owned
				var id string
				if err := scan(&one.hash, &one.name, &id); err != nil {
					return err
				}
				key := string(one.hash)
				if found[key] == nil {
					found[key] = &one
					order = append(order, key)
				}
				found[key].ids = append(found[key].ids, id)
				return nil
			})
	})
	if err != nil {
		return nil, fmt.Errorf("list aged records: %w", err)
	}
	var out []Aged
	for _, key := range order {
		who, err := s.openOwner([32]byte(found[key].hash), found[key].name)
		if errors.Is(err, memory.ErrErased) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open owner: %w", err)
		}
		out = append(out, Aged{Owner: who, IDs: found[key].ids})
	}
	return out, nil
}

// discard deletes records whose time is over, with their history, within a
// transaction. Ageing is not forgetting: no tombstone keeps them from being told
// again, and what was concluded from them stays. An index blob may hold their
// vectors: it is made again without them.
func (sc *scope) discard(c *conn, owner, revision int64, ids []string) error {
	for _, id := range ids {
		n, err := c.exec("DELETE FROM records WHERE owner = ? AND id = ?", owner, id)
		if err != nil {
			return err
		}
		if n == 0 {
			continue
		}
		if _, err := c.exec("DELETE FROM history WHERE owner = ? AND record = ?", owner, id); err != nil {
			return err
		}
		if _, err := c.exec("INSERT OR REPLACE INTO removed (owner, revision, record, at) VALUES (?, ?, ?, ?)", owner, revision, id, millis(sc.store.now())); err != nil {
			return err
		}
	}
	_, err := c.exec("DELETE FROM partitions WHERE owner = ?", owner)
	return err
}
