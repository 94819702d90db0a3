package sqlite

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"mneme/memory"
)

// controlRealm is the realm of what is kept about a user or tenant apart from
// his memory. Nobody can choose this name.
const controlRealm = "\x00control"

// person is the hash of a user over all realms; his settings and links are
// sealed with this key, not with those of his memory.
func (s *Store) person(tenant, user string) [32]byte {
	return s.keys.OwnerHash(memory.UserOwner(tenant, controlRealm, user))
}

func (s *Store) tenant(tenant string) [32]byte {
	return s.keys.OwnerHash(memory.TenantOwner(tenant, controlRealm))
}

func named(parts ...string) error {
	for _, p := range parts {
		if p == "" {
			return memory.ErrNoOwner
		}
	}
	return nil
}

// putJSON seals a value and hands it to a statement.
func (s *Store) putJSON(ctx context.Context, owner [32]byte, what string, value any, write func(*conn, []byte) error) error {
	text, err := json.Marshal(value)
	if err != nil {
		return err
	}
	sealed, err := s.keys.SealFor(owner, what, text)
	if err != nil {
		return err
	}
	return s.control.update(ctx, func(c *conn) error { return write(c, sealed) })
}

func (s *Store) openJSON(owner [32]byte, what string, sealed []byte, into any) error {
	text, err := s.keys.OpenFor(owner, what, sealed)
	if err != nil {
		return err
	}
	return json.Unmarshal(text, into)
}

// Settings returns what a user chose; false when he chose nothing.
func (s *Store) Settings(ctx context.Context, tenant, user string) (out memory.Settings, ok bool, err error) {
	if err := named(tenant, user); err != nil {
		return out, false, err
	}
	who := s.person(tenant, user)
	var sealed []byte
	err = s.control.view(ctx, func(c *conn) error {
		ok, err = c.row("SELECT body FROM settings WHERE who = ?", []any{who[:]}, &sealed)
		return err
	})
	if err != nil || !ok {
		return out, false, err
	}
	err = s.openJSON(who, "settings", sealed, &out)
	if errors.Is(err, memory.ErrErased) {
		return memory.Settings{}, false, nil
	}
	return out, err == nil, err
}

// PutSettings replaces a user's settings.
func (s *Store) PutSettings(ctx context.Context, tenant, user string, set memory.Settings) error {
	if err := named(tenant, user); err != nil {
		return err
	}
	who := s.person(tenant, user)
	return s.putJSON(ctx, who, "settings", set, func(c *conn, body []byte) error {
		_, err := c.exec("INSERT OR REPLACE INTO settings (who, body) VALUES (?, ?)", who[:], body)
		return err
	})
}

// ChangeSettings changes a user's settings; see memory.Control.
func (s *Store) ChangeSettings(ctx context.Context, tenant, user string, change func(*memory.Settings) error) (memory.Settings, error) {
	return memory.ChangeSettings(ctx, s, &s.choosing, tenant, user, change)
}

// DropSettings removes a user's settings. When nothing else is kept about him in
// control, no link and no realm, the key of all that goes with them.
func (s *Store) DropSettings(ctx context.Context, tenant, user string) error {
	if err := named(tenant, user); err != nil {
		return err
	}
	who := s.person(tenant, user)
	var left int
	err := s.control.update(ctx, func(c *conn) error {
		if _, err := c.exec("DELETE FROM settings WHERE who = ?", who[:]); err != nil {
			return err
		}
		_, err := c.row("SELECT (SELECT count(*) FROM links WHERE who = ?1) + (SELECT count(*) FROM residence WHERE who = ?1)", []any{who[:]}, &left)
		return err
	})
	if err != nil {
		return fmt.Errorf("drop settings: %w", err)
	}
	s.control.dirty.Store(deleted)
	s.purge(ctx, s.control)
	if left > 0 {
		return nil
	}
	return s.keys.DestroyFor(who)
}

// policy is what is kept of a tenant's policy: under a hash nobody can read the
// tenant's name from, it says whose it is.
type policy struct {
	Tenant string          `json:"tenant"`
	Policy json.RawMessage `json:"policy"`
}

// Policies returns, by tenant, the keys set by the admin API as JSON.
func (s *Store) Policies(ctx context.Context) (map[string][]byte, error) {
	type line struct{ who, body []byte }
	var lines []line
	err := s.control.view(ctx, func(c *conn) error {
		return c.rows("SELECT tenant, body FROM policies", nil, func(scan func(...any) error) error {
			var l line
			err := scan(&l.who, &l.body)
			lines = append(lines, l)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	out := make(map[string][]byte, len(lines))
	for _, l := range lines {
		text, err := s.keys.OpenFor([32]byte(l.who), "policy", l.body)
		if err != nil {
			return nil, fmt.Errorf("open policy: %w", err)
		}
		var p policy
		if err := json.Unmarshal(text, &p); err != nil {
			return nil, fmt.Errorf("read policy: %w", err)
		}
		out[p.Tenant] = p.Policy
	}
	return out, nil
}

// PutPolicy replaces a tenant's.
func (s *Store) PutPolicy(ctx context.Context, tenant string, text []byte) error {
	if err := named(tenant); err != nil {
		return err
	}
	who := s.tenant(tenant)
	return s.putJSON(ctx, who, "policy", policy{Tenant: tenant, Policy: text}, func(c *conn, body []byte) error {
		_, err := c.exec("INSERT OR REPLACE INTO policies (tenant, body) VALUES (?, ?)", who[:], body)
		return err
	})
}

// Keys returns every key, revoked ones too.
func (s *Store) Keys(ctx context.Context) ([]memory.Key, error) {
	var bodies [][]byte
	err := s.control.view(ctx, func(c *conn) error {
		return c.rows("SELECT body FROM keys", nil, func(scan func(...any) error) error {
			var b []byte
			err := scan(&b)
			bodies = append(bodies, b)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	out := make([]memory.Key, len(bodies))
	for i, b := range bodies {
		if err := s.openJSON(s.system, "key", b, &out[i]); err != nil {
			return nil, fmt.Errorf("open key: %w", err)
		}
	}
	slices.SortFunc(out, func(a, b memory.Key) int { return a.Created.Compare(b.Created) })
	return out, nil
}

// PutKey adds or replaces a key by its id.
func (s *Store) PutKey(ctx context.Context, k memory.Key) error {
	if err := named(k.ID); err != nil {
		return errors.New("sqlite: key has no id")
	}
	id := s.keys.HashFor(s.system, "key", []byte(k.ID))
	return s.putJSON(ctx, s.system, "key", k, func(c *conn, body []byte) error {
		_, err := c.exec("INSERT OR REPLACE INTO keys (id, body) VALUES (?, ?)", id[:16], body)
		return err
	})
}

// link is an alias and the user it stands for, sealed with that user's key.
type link struct{ Alias, User string }

// Links maps aliases to the users they stand for.
func (s *Store) Links(ctx context.Context, tenant string) (map[string]string, error) {
	if err := named(tenant); err != nil {
		return nil, err
	}
	scope := s.tenant(tenant)
	type row struct{ who, body []byte }
	var rows []row
	err := s.control.view(ctx, func(c *conn) error {
		return c.rows("SELECT who, body FROM links WHERE tenant = ?", []any{scope[:]}, func(scan func(...any) error) error {
			var r row
			err := scan(&r.who, &r.body)
			rows = append(rows, r)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	out := make(map[string]string, len(rows))
	for _, r := range rows {
		var l link
		err := s.openJSON([32]byte(r.who), "link", r.body, &l)
		if errors.Is(err, memory.ErrErased) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open link: %w", err)
		}
		out[l.Alias] = l.User
	}
	return out, nil
}

// PutLink lets an alias stand for a user.
func (s *Store) PutLink(ctx context.Context, tenant, alias, user string) error {
	if err := named(tenant, alias, user); err != nil {
		return err
	}
	scope, who := s.tenant(tenant), s.person(tenant, user)
	h := s.keys.HashFor(scope, "alias", []byte(alias))
	return s.putJSON(ctx, who, "link", link{alias, user}, func(c *conn, body []byte) error {
		_, err := c.exec("INSERT OR REPLACE INTO links (tenant, alias, who, body) VALUES (?, ?, ?, ?)", scope[:], h[:16], who[:], body)
		return err
	})
}

// DropLink removes an alias.
func (s *Store) DropLink(ctx context.Context, tenant, alias string) error {
	if err := named(tenant, alias); err != nil {
		return err
	}
	scope := s.tenant(tenant)
	h := s.keys.HashFor(scope, "alias", []byte(alias))
	return s.control.update(ctx, func(c *conn) error {
		_, err := c.exec("DELETE FROM links WHERE tenant = ? AND alias = ?", scope[:], h[:16])
		return err
	})
}

// Mark keeps a keyed hash with a value; it outlives every erasure.
func (s *Store) Mark(ctx context.Context, tenant string, hash [32]byte, value string) error {
	if err := named(tenant); err != nil {
		return err
	}
	scope := s.tenant(tenant)
	sealed, err := s.keys.SealFor(s.system, "mark", []byte(value))
	if err != nil {
		return err
	}
	return s.control.update(ctx, func(c *conn) error {
		_, err := c.exec("INSERT OR REPLACE INTO marks (tenant, hash, value) VALUES (?, ?, ?)", scope[:], hash[:], sealed)
		return err
	})
}

// Marked returns the value of a mark, or "".
func (s *Store) Marked(ctx context.Context, tenant string, hash [32]byte) (string, error) {
	if err := named(tenant); err != nil {
		return "", err
	}
	scope := s.tenant(tenant)
	var sealed []byte
	err := s.control.view(ctx, func(c *conn) error {
		_, err := c.row("SELECT value FROM marks WHERE tenant = ? AND hash = ?", []any{scope[:], hash[:]}, &sealed)
		return err
	})
	if err != nil || sealed == nil {
		return "", err
	}
	value, err := s.keys.OpenFor(s.system, "mark", sealed)
	return string(value), err
}

// catalogue notes that an owner has something in a realm.
func (s *Store) catalogue(ctx context.Context, owner memory.Owner, file string) error {
	name, err := s.keys.SealFor(s.system, "realm", []byte(owner.Realm))
	if err != nil {
		return err
	}
	who := s.person(owner.Tenant, owner.ID)
	var home []byte
	if owner.Level == memory.LevelUser {
		// His own key is needed next: both are made with one wait for the disk.
		if err := s.keys.MakeFor(s.keys.OwnerHash(owner), who); err != nil {
			return err
		}
		if home, err = s.keys.SealFor(who, "residence", []byte(owner.Realm)); err != nil {
			return err
		}
	}
	return s.control.update(ctx, func(c *conn) error {
		if _, err := c.exec("INSERT OR IGNORE INTO realms (file, name) VALUES (?, ?)", file, name); err != nil || home == nil {
			return err
		}
		_, err := c.exec("INSERT OR REPLACE INTO residence (who, file, name) VALUES (?, ?, ?)", who[:], file, home)
		return err
	})
}

// Realms lists the realms in which a user has anything.
func (s *Store) Realms(ctx context.Context, tenant, user string) ([]string, error) {
	if err := named(tenant, user); err != nil {
		return nil, err
	}
	who := s.person(tenant, user)
	return s.names(ctx, who, "residence", "SELECT name FROM residence WHERE who = ?", who[:])
}

// AllRealms lists every realm of the store.
func (s *Store) AllRealms(ctx context.Context) ([]string, error) {
	return s.names(ctx, s.system, "realm", "SELECT name FROM realms")
}

func (s *Store) names(ctx context.Context, key [32]byte, what, query string, args ...any) ([]string, error) {
	var sealed [][]byte
	err := s.control.view(ctx, func(c *conn) error {
		return c.rows(query, args, func(scan func(...any) error) error {
			var b []byte
			err := scan(&b)
			sealed = append(sealed, b)
			return err
		})
	})
	if err != nil {
		return nil, err
	}
	var out []string
	for _, b := range sealed {
		name, err := s.keys.OpenFor(key, what, b)
		if errors.Is(err, memory.ErrErased) {
			continue
		}
		if err != nil {
			return nil, fmt.Errorf("open name: %w", err)
		}
		out = append(out, string(name))
	}
	slices.Sort(out)
	return out, nil
}
