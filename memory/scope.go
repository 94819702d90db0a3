package memory

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode/utf8"
)

// Level says whose memory a record is.
type Level string

// The levels, from the most private to the widest.
const (
	LevelUser   Level = "user"   // one person's own
	LevelTeam   Level = "team"   // shared, verified experience of a team
	LevelTenant Level = "tenant" // rules and terms of the operator, for every user
)

// Names that apply when nobody configured anything else.
const (
	DefaultTenant = "default"
	DefaultRealm  = "default"
	DefaultUser   = "default"
)

// MaxIDBytes bounds every opaque identifier that a caller may choose (user,
// tenant, team, session, realm, agent, project).
const MaxIDBytes = 512

// ErrNoOwner is returned when an owner is not fully named: nothing may be read
// or written without one.
var ErrNoOwner = errors.New("memory: owner is not named")

// Owner is the unit of isolation: one partition of the index, one sealing key,
// one revision. Recall names the owners it may read (the user, his teams, his
// tenant) and no query ever spans two realms.
type Owner struct {
	Tenant string
	Realm  string
	Level  Level
	ID     string // user or team; empty for LevelTenant
}

// UserOwner returns the owner of a user's own memory.
func UserOwner(tenant, realm, user string) Owner {
	return Owner{Tenant: tenant, Realm: realm, Level: LevelUser, ID: user}
}

// TeamOwner returns the owner of a team's shared memory.
func TeamOwner(tenant, realm, team string) Owner {
	return Owner{Tenant: tenant, Realm: realm, Level: LevelTeam, ID: team}
}

// TenantOwner returns the owner of what an operator wrote for all of a tenant's
// users.
func TenantOwner(tenant, realm string) Owner {
	return Owner{Tenant: tenant, Realm: realm, Level: LevelTenant}
}

// Validate returns ErrNoOwner, wrapped with what is missing, unless the owner
// is fully named.
func (o Owner) Validate() error {
	switch {
	case o.Tenant == "":
		return fmt.Errorf("%w: tenant is empty", ErrNoOwner)
	case o.Realm == "":
		return fmt.Errorf("%w: realm is empty", ErrNoOwner)
	case o.Level != LevelUser && o.Level != LevelTeam && o.Level != LevelTenant:
		return fmt.Errorf("%w: level %q is unknown", ErrNoOwner, o.Level)
	case o.Level == LevelTenant && o.ID != "":
		return fmt.Errorf("%w: a tenant's own memory has no id", ErrNoOwner)
	case o.Level != LevelTenant && o.ID == "":
		return fmt.Errorf("%w: %s is empty", ErrNoOwner, o.Level)
	}
	return nil
}

// Key returns a string that is equal for equal owners and different for
// different ones: every part carries its length, so that no choice of
// identifiers can imitate another owner.
func (o Owner) Key() string {
	b := make([]byte, 0, len(o.Tenant)+len(o.Realm)+len(o.Level)+len(o.ID)+16)
	for _, part := range [...]string{o.Tenant, o.Realm, string(o.Level), o.ID} {
		b = strconv.AppendInt(b, int64(len(part)), 10)
		b = append(append(b, ':'), part...)
	}
	return string(b)
}

// CheckID reports why an identifier chosen by a caller cannot be used: empty,
// longer than MaxIDBytes, not UTF-8, with a control character or the sign of one
// that was lost, a dot or two, or with blanks at its ends (which two programs would trim differently).
func CheckID(id string) error {
	switch {
	case id == "":
		return errors.New("is empty")
	case len(id) > MaxIDBytes:
		return fmt.Errorf("is longer than %d bytes", MaxIDBytes)
	case !utf8.ValidString(id):
		return errors.New("is not valid UTF-8")
	case id == "." || id == "..": // an address of the admin API cannot name these
		return errors.New("is a path and no name")
	case strings.TrimSpace(id) != id:
		return errors.New("begins or ends with white space")
	}
	for _, r := range id {
		switch {
		case r < 0x20 || r == 0x7f:
			return errors.New("contains a control character")
		case r == utf8.RuneError: // what stands here is lost, and could be anything
			return errors.New("contains a character that could not be read")
		}
	}
	return nil
}
