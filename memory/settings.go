package memory

import (
	"context"
	"time"
)

// Settings are what a user chose for himself. An empty field is not chosen and
// leaves the tenant's policy in force.
type Settings struct {
	Mode          string // on, read, write, off
	Retention     time.Duration
	PII           string // mask, drop, keep
	Confirmations string // off, inferred, all
	TimeZone      string // IANA name
	Silenced      []string
}

// Key is a proxy or admin key as it is kept: its secret is hashed.
type Key struct {
	ID      string // public, for audit and limits
	Hash    [32]byte
	Tenants []string
	Mode    string
	Realms  []string
	Admin   bool
	Created time.Time
	Revoked time.Time
}

// Control is the database beside the realms: keys, settings, links, marks and
// what the admin API set of tenants' policies.
type Control interface {
	Settings(ctx context.Context, tenant, user string) (Settings, bool, error)
	PutSettings(ctx context.Context, tenant, user string, s Settings) error
	// ChangeSettings reads a user's settings, lets change set some of them and keeps the
	// result, with nobody else's change in between: who silences a topic must not undo that
	// memory was switched off meanwhile. An error of change is returned and nothing is kept.
	ChangeSettings(ctx context.Context, tenant, user string, change func(*Settings) error) (Settings, error)
	DropSettings(ctx context.Context, tenant, user string) error
	// Policies returns, by tenant, the keys set by the admin API as JSON.
	Policies(ctx context.Context) (map[string][]byte, error)
	PutPolicy(ctx context.Context, tenant string, json []byte) error
	Keys(ctx context.Context) ([]Key, error)
	PutKey(ctx context.Context, k Key) error
	// Links maps an alias to the user it stands for.
	Links(ctx context.Context, tenant string) (map[string]string, error)
	PutLink(ctx context.Context, tenant, alias, user string) error
	DropLink(ctx context.Context, tenant, alias string) error
	// Mark keeps a keyed hash with a value, e.g. that an erased user had memory off.
	Mark(ctx context.Context, tenant string, hash [32]byte, value string) error
	Marked(ctx context.Context, tenant string, hash [32]byte) (string, error)
	// Realms lists the realms in which a user has anything.
	Realms(ctx context.Context, tenant, user string) ([]string, error)
}

// ChangeSettings carries out Control.ChangeSettings by reading and writing under a pen that
// all writers of the process take.
func ChangeSettings(ctx context.Context, in interface {
	Settings(ctx context.Context, tenant, user string) (Settings, bool, error)
	PutSettings(ctx context.Context, tenant, user string, s Settings) error
}, pens *Pens, tenant, user string, change func(*Settings) error) (Settings, error) {
	put, err := pens.Take(ctx, UserOwner(tenant, DefaultRealm, user))
	if err != nil {
		return Settings{}, err
	}
	defer put()
	s, _, err := in.Settings(ctx, tenant, user)
	if err != nil {
		return Settings{}, err
	}
	if err := change(&s); err != nil {
		return Settings{}, err
	}
	return s, in.PutSettings(ctx, tenant, user, s)
}
