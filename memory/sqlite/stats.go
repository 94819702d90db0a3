package sqlite

import (
	"context"

	"mneme/memory"
)

// Counts returns how many records there are by layer and status, of one owner or
// of a whole tenant and realm (an owner without id).
func (s *Store) Counts(ctx context.Context, owner memory.Owner) (map[memory.Layer]map[memory.Status]int, error) {
	where, whose := "= (SELECT id FROM owners WHERE hash = ?)", owner
	if owner.ID == "" {
		where, whose = "IN (SELECT id FROM owners WHERE tenant = ?)", memory.TenantOwner(owner.Tenant, owner.Realm)
	}
	out := make(map[memory.Layer]map[memory.Status]int)
	sc, err := s.scope(ctx, whose, false)
	if err != nil || sc.realm == nil {
		return out, err
	}
	defer sc.close()
	err = sc.realm.view(ctx, func(c *conn) error {
		return c.rows("SELECT layer, status, count(*) FROM records WHERE owner "+where+" GROUP BY layer, status", []any{sc.hash[:]},
			func(scan func(...any) error) error {
				var l, st, n int
				if err := scan(&l, &st, &n); err != nil {
					return err
				}
				layer := word(layers(), l)
				if out[layer] == nil {
					out[layer] = make(map[memory.Status]int)
				}
				out[layer][word(statuses(), st)] += n
				return nil
			})
	})
	return out, err
}

// Load is the state of the whole store.
type Load struct {
	Realms       int   // databases there are
	Owners       int   //
	Waiting      int   // entries not learnt yet
	WaitingBytes int64 //
	Dead         int   // entries given up
	Bytes        int64 // of the realm databases
	OpsDropped   int64 // receipts, audit lines and uses that found no room
	OpsFailed    int64 // and that could not be written
}

// Load counts what there is over all realms.
func (s *Store) Load(ctx context.Context) (Load, error) {
	var l Load
	l.OpsDropped, l.OpsFailed = s.OpsLost()
	err := s.realms.each(func(r *realm) error {
		l.Realms++
		l.Waiting += int(r.waiting.Load())
		l.WaitingBytes += r.bytes.Load()
		return r.view(ctx, func(c *conn) error {
			var owners, given int
			var pages, size int64
			for query, into := range map[string]any{
				"SELECT count(*) FROM owners": &owners, "SELECT count(*) FROM journal WHERE state = 2": &given,
				"PRAGMA page_count": &pages, "PRAGMA page_size": &size,
			} {
				if _, err := c.row(query, nil, into); err != nil {
					return err
				}
			}
			l.Owners, l.Dead, l.Bytes = l.Owners+owners, l.Dead+given, l.Bytes+pages*size
			return nil
		})
	})
	return l, err
}
