package sqlite

import (
	"context"
	"errors"
	"fmt"
	"time"

	"mneme/memory"
)

// scope is an owner in his realm's database, for the time of one call.
type scope struct {
	store  *Store
	owner  memory.Owner
	hash   [32]byte
	realm  *realm    // nil: the realm has no database, so there is nothing of his
	erased time.Time // his last erasure when the call began
}

// scope names an owner and opens his realm, making it when create is set. The
// caller closes the scope.
func (s *Store) scope(ctx context.Context, owner memory.Owner, create bool) (*scope, error) {
	if err := owner.Validate(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	sc := &scope{store: s, owner: owner, hash: s.keys.OwnerHash(owner)}
	sc.erased, _ = s.keys.ErasedFor(sc.hash)
	file := s.locate(owner)
	r, err := s.realms.acquire(file, create)
	if errors.Is(err, memory.ErrNotFound) {
		return sc, nil
	}
	if err != nil {
		return nil, err
	}
	sc.realm = r
	if err := sc.heal(ctx); err != nil {
		sc.close()
		return nil, err
	}
	if create {
		if err := sc.settle(ctx); err != nil {
			sc.close()
			return nil, err
		}
	}
	return sc, nil
}

func (sc *scope) close() {
	if sc.realm != nil {
		sc.store.realms.release(sc.realm)
	}
}

// heal removes rows that a destroyed key sealed: they came back with an old copy
// of the database, or an erasure is on its way to them. It looks once per
// erasure.
func (sc *scope) heal(ctx context.Context) error {
	if sc.erased.IsZero() {
		return nil
	}
	if seen, ok := sc.realm.healed.get(sc.hash); ok && sc.erased.Equal(seen) {
		return nil
	}
	if err := sc.store.eraseRows(ctx, sc.realm, sc.hash); err != nil {
		return err
	}
	sc.realm.healed.put(sc.hash, sc.erased)
	return nil
}

// settle makes sure that the catalogue of realms knows the owner before his first
// row is written, so that an export or erasure over all realms misses none.
func (sc *scope) settle(ctx context.Context) error {
	if _, known := sc.realm.owners.get(sc.hash); known {
		return nil
	}
	var id int64
	err := sc.realm.view(ctx, func(c *conn) error {
		_, err := c.row("SELECT id FROM owners WHERE hash = ?", []any{sc.hash[:]}, &id)
		return err
	})
	if err != nil {
		return err
	}
	if id == 0 {
		if err := sc.store.catalogue(ctx, sc.owner, sc.realm.file); err != nil {
			return fmt.Errorf("catalogue owner: %w", err)
		}
	}
	sc.realm.owners.put(sc.hash, struct{}{})
	return nil
}

// row is an owner's row.
type row struct {
	id       int64
	revision int64
	floor    int64
	cut      int64
}

// find reads the owner's row; ok is false when there is none.
func (sc *scope) find(c *conn) (r row, ok bool, err error) {
	ok, err = c.row("SELECT id, revision, floor, cut FROM owners WHERE hash = ?", []any{sc.hash[:]}, &r.id, &r.revision, &r.floor, &r.cut)
	return r, ok, err
}

// ensure reads the owner's row in a writing transaction, making it when there is
// none. It fails when the owner was erased since the call began: what the call
// sealed is sealed with a destroyed key.
func (sc *scope) ensure(c *conn) (row, error) {
	if at, _ := sc.store.keys.ErasedFor(sc.hash); !at.Equal(sc.erased) {
		return row{}, memory.ErrErased
	}
	r, ok, err := sc.find(c)
	if err != nil || ok {
		return r, err
	}
	name, err := sc.seal("owner", encodeOwner(sc.owner))
	if err != nil {
		return r, err
	}
	now := millis(sc.store.now())
	tenant := sc.store.keys.OwnerHash(memory.TenantOwner(sc.owner.Tenant, sc.owner.Realm))
	// His floor is a revision that nobody had: an index that remembers an earlier
	// life of his is told to start afresh.
	if _, err := c.exec("UPDATE counters SET value = value + 1 WHERE name = 'revision'"); err != nil {
		return r, err
	}
	_, err = c.exec(`INSERT INTO owners (hash, tenant, level, name, floor, created, seen)
		VALUES (?, ?, ?, ?, (SELECT value FROM counters WHERE name = 'revision'), ?, ?)`,
		sc.hash[:], tenant[:], levelCode(sc.owner.Level), name, now, now)
	if err != nil {
		return r, err
	}
	r, _, err = sc.find(c)
	return r, err
}

// advance draws a new revision for the owner.
func (sc *scope) advance(c *conn, id int64) (revision int64, err error) {
	if _, err := c.exec("UPDATE counters SET value = value + 1 WHERE name = 'revision'"); err != nil {
		return 0, err
	}
	if _, err := c.row("SELECT value FROM counters WHERE name = 'revision'", nil, &revision); err != nil {
		return 0, err
	}
	_, err = c.exec("UPDATE owners SET revision = ? WHERE id = ?", revision, id)
	sc.realm.revise(c, sc.hash, revision)
	return revision, err
}

// revise keeps a revision in mind when the transaction commits. The writer does
// it, so that revisions are kept in the order in which they were committed.
func (r *realm) revise(c *conn, hash [32]byte, revision int64) {
	c.committed = append(c.committed, func() {
		r.written.Add(1)
		r.revisions.put(hash, revision)
	})
}

func (sc *scope) seal(context string, text []byte) ([]byte, error) {
	return sc.store.keys.SealFor(sc.hash, context, text)
}

func (sc *scope) open(context string, sealed []byte) ([]byte, error) {
	return sc.store.keys.OpenFor(sc.hash, context, sealed)
}

// mark is a keyed hash within the owner, as it stands in columns.
func (sc *scope) mark(domain, text string) []byte {
	h := sc.store.keys.HashFor(sc.hash, domain, []byte(text))
	return h[:16]
}

func (sc *scope) session(id string) []byte { return sc.mark("session", id) }

func encodeOwner(o memory.Owner) []byte {
	e := newEncoder(64)
	e.text(o.Tenant)
	e.text(o.Realm)
	e.text(string(o.Level))
	e.text(o.ID)
	return e.b
}

func decodeOwner(body []byte) (memory.Owner, error) {
	d := newDecoder(body)
	o := memory.Owner{Tenant: d.text(), Realm: d.text(), Level: memory.Level(d.text()), ID: d.text()}
	return o, d.err()
}
