package policy

import (
	"crypto/sha256"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"go.yaml.in/yaml/v4"

	"mneme/memory"
)

// Config is all that a book is compiled from.
type Config struct {
	File  File              // DefaultFile() when there is none
	Keys  []memory.Key      // of the control database; they join the file's
	Admin map[string][]byte // by tenant: the JSON that the admin API keeps
	JWKS  []byte            // the key set that File.JWT.JWKS points to
	Held  map[string]bool   // upstreams whose key mneme holds, by name; "" is the default one
}

// Book is a compiled policy: who may use which tenant, and under what rules. It
// is immutable and safe for concurrent use; a reload compiles another one.
type Book struct {
	server      Mode
	upstreams   []Upstream
	tenants     map[string]entry
	nobody      entry // the policy of a tenant nobody configured
	keys        map[[32]byte]memory.Key
	held        map[string]bool
	headers     Headers
	verifier    *verifier // nil: no assertion is believed
	configured  bool
	switchesOff bool     // see SwitchesOff
	zones       sync.Map // time zones by name, loaded once
}

type entry struct {
	policy  *Tenant
	origins map[string]Origin
}

// Compile makes a book, or reports every fault that stands in its way.
func Compile(c Config) (*Book, []Fault) {
	var d decoder
	base := DefaultTenant()
	b := &Book{
		server:    c.File.Mode,
		upstreams: c.File.Upstreams,
		tenants:   make(map[string]entry, len(c.File.tenants)+len(c.Admin)),
		nobody:    entry{policy: &base, origins: map[string]Origin{}},
		keys:      make(map[[32]byte]memory.Key, len(c.File.Keys)+len(c.Keys)),
		held:      c.Held,
		headers:   c.File.Headers,
	}
	for id, n := range c.File.tenants {
		b.tenants[id] = d.compile(id, n, c.Admin[id], b.upstreams)
		if id != memory.DefaultTenant {
			b.configured = true
		}
	}
	for id, text := range c.Admin {
		if _, done := b.tenants[id]; !done {
			b.tenants[id] = d.compile(id, nil, text, b.upstreams)
		}
	}
	// A revoked key still counts as configured: taking the last key away must not
	// open the house to everybody.
	b.configured = b.configured || len(c.File.Keys)+len(c.Keys) > 0
	for _, k := range slices.Concat(c.File.Keys, c.Keys) {
		if k.ID == "" {
			k.ID = KeyID(k.Hash)
		}
		b.keys[k.Hash] = k
	}
	if c.File.JWT.Configured() {
		v, err := newVerifier(c.File.JWT, c.JWKS)
		if err != nil {
			d.fault(nil, "jwt.jwks", "%v", err)
		}
		b.verifier = v
	}
	if len(d.faults) > 0 {
		return nil, sortFaults(d.faults)
	}
	b.switchesOff = b.restricts()
	return b, nil
}

// compile layers defaults, file and admin API for one tenant.
func (d *decoder) compile(id string, file *yaml.Node, admin []byte, upstreams []Upstream) entry {
	t := DefaultTenant()
	e := entry{policy: &t, origins: make(map[string]Origin)}
	path := join("tenants", id)
	if file != nil {
		d.tenant(file, path, &t, FromFile, e.origins)
	}
	if len(admin) > 0 {
		n, err := jsonNode(admin)
		if err != nil {
			d.fault(nil, path, "what the admin API keeps %v", err)
			return e
		}
		d.tenant(n, path, &t, FromAdmin, e.origins)
	}
	if !hasUpstream(upstreams, t.Upstream) {
		d.fault(nil, join(path, "upstream"), "no upstream is called %q", t.Upstream)
	}
	return e
}

// Configured reports whether keys or tenants are configured. While they are not,
// there is one tenant, and a request without a user id belongs to its one user.
func (b *Book) Configured() bool { return b.configured }

// Tenant returns the effective policy of a tenant; a tenant nobody configured has
// the defaults. It is shared and must not be changed.
func (b *Book) Tenant(id string) *Tenant { return b.entry(id).policy }

// TenantJSON renders a tenant's effective policy for the admin API.
func (b *Book) TenantJSON(id string) ([]byte, error) {
	e := b.entry(id)
	return e.policy.JSON(e.origins)
}

// Tenants returns the tenants that the file or the admin API say anything of, and the default
// one, sorted.
func (b *Book) Tenants() []string {
	names := slices.Collect(maps.Keys(b.tenants))
	if !slices.Contains(names, memory.DefaultTenant) {
		names = append(names, memory.DefaultTenant)
	}
	slices.Sort(names)
	return names
}

// Known reports whether the file or the admin API say anything of a tenant.
func (b *Book) Known(id string) bool {
	_, ok := b.tenants[id]
	return ok || id == memory.DefaultTenant
}

func (b *Book) entry(id string) entry {
	if e, ok := b.tenants[id]; ok {
		return e
	}
	return b.nobody
}

// Key returns the key with the given secret. A revoked one is found too: who
// asks must look at Revoked.
func (b *Book) Key(secret string) (memory.Key, bool) {
	if secret == "" || len(b.keys) == 0 {
		return memory.Key{}, false
	}
	k, ok := b.keys[sha256.Sum256([]byte(secret))]
	return k, ok
}

// Upstreams returns the upstreams of the policy file.
func (b *Book) Upstreams() []Upstream { return slices.Clone(b.upstreams) }

// upstream chooses where a request goes: where the tenant says, else where the
// model belongs, else the default. It returns the upstream's name.
func (b *Book) upstream(t *Tenant, model string) string {
	if t.Upstream != "" {
		return t.Upstream
	}
	for _, u := range b.upstreams {
		for _, pattern := range u.Models {
			if model != "" && glob(pattern, model) {
				return u.Name
			}
		}
	}
	return ""
}

// glob reports whether s matches a pattern in which * stands for any characters.
// It looks at each character a bounded number of times.
func glob(pattern, s string) bool {
	parts := strings.Split(pattern, "*")
	if len(parts) == 1 {
		return pattern == s
	}
	s, ok := strings.CutPrefix(s, parts[0])
	if !ok {
		return false
	}
	for _, part := range parts[1 : len(parts)-1] {
		i := strings.Index(s, part)
		if i < 0 {
			return false
		}
		s = s[i+len(part):]
	}
	return strings.HasSuffix(s, parts[len(parts)-1])
}

// String says how large the book is, and nothing of what is in it.
func (b *Book) String() string {
	return fmt.Sprintf("policy of %d tenants, %d keys, %d upstreams", len(b.tenants), len(b.keys), len(b.upstreams))
}

// Effective returns the mode that holds for a user of a tenant when no header
// says anything, and the rung that decided it.
func (b *Book) Effective(tenant string, s memory.Settings) (Mode, string) {
	t := b.Tenant(tenant)
	rungs := Rungs{Server: b.server, Tenant: t.Mode, Key: On, User: On, Default: t.DefaultMode, Message: On}
	if s.Mode != "" {
		rungs.User, _ = ParseMode(s.Mode)
	}
	mode, rung := Ladder(rungs)
	return mode, string(rung)
}

// ByModel reports whether the model that a request names can choose its upstream.
func (b *Book) ByModel() bool {
	for _, u := range b.upstreams {
		if len(u.Models) > 0 {
			return true
		}
	}
	return false
}

// SwitchesOff reports whether a request can find memory switched off without
// asking for it by X-Memory-Mode or in its body.
func (b *Book) SwitchesOff() bool { return b.switchesOff }

// restricts reports whether the server, a tenant, a key, or a header under another
// name may switch memory off.
func (b *Book) restricts() bool {
	off := b.server != On || b.headers.Aliases
	for _, e := range b.tenants {
		off = off || e.policy.Mode != On || e.policy.DefaultMode != On
	}
	for _, k := range b.keys {
		off = off || k.Mode != "" && k.Mode != On.String()
	}
	return off
}

// HasAdminKey reports whether some key opens the admin API.
func (b *Book) HasAdminKey() bool {
	for _, k := range b.keys {
		if k.Admin {
			return true
		}
	}
	return false
}
