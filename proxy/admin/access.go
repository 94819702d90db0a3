package admin

import (
	"context"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"mneme/memory"
)

// Caller is who calls: an operator, perhaps bound to tenants and realms, or a
// user who proved who he is and may reach his own records only.
type Caller struct {
	Name    string   // for the audit: "operator", "operator:<key id>", "user"
	User    string   // set: a user by assertion
	As      string   // of a user: the id his assertion names, which may be an alias
	Tenants []string // empty: every tenant
	Realms  []string // empty: every realm
	Teams   []string // of a user: those whose memory he may read
}

// own is what a user by assertion may say of a record he writes by hand: what he
// says is his word, and rules are the operator's.
func (c Caller) own(r *memory.Record) error {
	switch {
	case c.User == "":
		return nil
	case r.Source != memory.UserDirect:
		return forbidden("what a user writes has the source user_direct")
	case r.Layer == memory.Procedural:
		return forbidden("procedures are the operator's")
	}
	return nil
}

// Access knows keys and assertions.
type Access interface {
	// Open reports whether no admin key is configured, so that whoever reaches
	// the (loopback) listener is the operator.
	Open() bool
	// Admin returns the caller behind an admin key.
	Admin(secret string) (Caller, bool)
	// Assert returns the user behind a signed assertion.
	Assert(token string) (Caller, error)
	// Configured reports whether any key or tenant is configured: then nobody
	// is the default user by omission.
	Configured() bool
}

type callerKey struct{}

// caller returns who makes this request. It is set by the gate on every request
// that reaches a handler.
func caller(r *http.Request) Caller {
	c, _ := r.Context().Value(callerKey{}).(Caller)
	return c
}

// identify finds out who calls, from the bearer token or an assertion.
func (s *Server) identify(r *http.Request) (Caller, error) {
	token := bearer(r.Header.Get("Authorization"))
	if assertion := r.Header.Get("X-Memory-User-Assertion"); assertion != "" {
		return s.assert(assertion)
	}
	if token != "" {
		if c, ok := s.deps.Access.Admin(token); ok {
			return c, nil
		}
		if strings.Count(token, ".") == 2 {
			return s.assert(token)
		}
		if !s.deps.Access.Open() {
			return Caller{}, unauthorized("this admin key is not known")
		}
	}
	if s.deps.Access.Open() {
		return Caller{Name: "operator"}, nil
	}
	return Caller{}, unauthorized("an admin key is needed: Authorization: Bearer <admin key>")
}

func (s *Server) assert(token string) (Caller, error) {
	c, err := s.deps.Access.Assert(token)
	if err != nil {
		return Caller{}, unauthorized("the user assertion is not valid")
	}
	c.Name = "user"
	return c, nil
}

func bearer(header string) string {
	scheme, token, ok := strings.Cut(header, " ")
	if !ok || !strings.EqualFold(scheme, "bearer") {
		return ""
	}
	return strings.TrimSpace(token)
}

// operator refuses users: the call is not about one user's own records.
func operator(r *http.Request) error {
	if caller(r).User != "" {
		return forbidden("this call is the operator's")
	}
	return nil
}

// gate lets a request through to a handler: a known host, no foreign page, a
// caller with a name.
func (s *Server) gate(next http.HandlerFunc) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		if err := s.checkHost(r); err != nil {
			writeProblem(w, problemOf(err))
			return
		}
		c, err := s.identify(r)
		if err != nil {
			writeProblem(w, problemOf(err))
			return
		}
		next(w, r.WithContext(context.WithValue(r.Context(), callerKey{}, c)))
	}
}

// checkHost refuses what a browser could be tricked into: a Host that is not
// ours (a name rebound to this machine) and a page of another origin.
func (s *Server) checkHost(r *http.Request) error {
	host := hostOf(r.Host)
	if !s.knownHost(host) {
		return forbidden("this Host is not known here; name it with -admin-host")
	}
	if origin := r.Header.Get("Origin"); origin != "" {
		u, err := url.Parse(origin)
		if err != nil || u.Host == "" || !strings.EqualFold(u.Host, r.Host) {
			return forbidden("pages of another origin may not call this API")
		}
	}
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		return forbidden("pages of another site may not call this API")
	}
	return nil
}

func (s *Server) knownHost(host string) bool {
	if strings.EqualFold(host, "localhost") || strings.HasSuffix(strings.ToLower(host), ".localhost") {
		return true
	}
	if net.ParseIP(host) != nil {
		// An address cannot be rebound: whoever sends it means this machine.
		return true
	}
	return slices.ContainsFunc(s.opts.Hosts, func(known string) bool { return strings.EqualFold(known, host) })
}

func hostOf(hostport string) string {
	if host, _, err := net.SplitHostPort(hostport); err == nil {
		return host
	}
	return strings.Trim(hostport, "[]")
}

// scopeIn is how a call names its owner.
type scopeIn struct {
	UserID   string `json:"user_id"`
	TenantID string `json:"tenant_id"`
	Realm    string `json:"realm"`
}

func (q *query) scope() scopeIn {
	return scopeIn{UserID: q.filter("user_id"), TenantID: q.filter("tenant_id"), Realm: q.filter("realm")}
}

// tenant returns the tenant a call names, if the caller may use it.
func tenant(r *http.Request, named string) (string, error) {
	if named == "" {
		named = memory.DefaultTenant
		if c := caller(r); len(c.Tenants) == 1 {
			named = c.Tenants[0]
		}
	}
	if err := memory.CheckID(named); err != nil {
		return "", invalid("tenant_id", "tenant_id %v", err)
	}
	if c := caller(r); len(c.Tenants) > 0 && !slices.Contains(c.Tenants, named) {
		return "", forbidden("this key may not use this tenant")
	}
	return named, nil
}

// owner returns whose memory a call is about. A missing user is the default one
// only where nobody else could be meant.
func (s *Server) owner(r *http.Request, in scopeIn) (memory.Owner, error) {
	t, err := tenant(r, in.TenantID)
	if err != nil {
		return memory.Owner{}, err
	}
	realm, err := realmOf(r, in.Realm)
	if err != nil {
		return memory.Owner{}, err
	}
	user, err := s.user(r, t, realm, in.UserID)
	if err != nil {
		return memory.Owner{}, err
	}
	return memory.UserOwner(t, realm, user), nil
}

func realmOf(r *http.Request, named string) (string, error) {
	if named == "" {
		named = memory.DefaultRealm
		if c := caller(r); len(c.Realms) == 1 {
			named = c.Realms[0]
		}
	}
	if err := memory.CheckID(named); err != nil {
		return "", invalid("realm", "realm %v", err)
	}
	if c := caller(r); len(c.Realms) > 0 && !slices.Contains(c.Realms, named) {
		return "", forbidden("this key may not use this realm")
	}
	return named, nil
}

func (s *Server) user(r *http.Request, tenant, realm, named string) (string, error) {
	c := caller(r)
	switch {
	case c.User != "" && (named == "" || named == c.User):
		return c.User, nil
	case c.User != "":
		return "", notFound()
	case named == "":
		return s.defaultUser(r.Context(), tenant, realm)
	}
	if err := memory.CheckID(named); err != nil {
		return "", invalid("user_id", "user_id %v", err)
	}
	return s.canonical(r.Context(), tenant, named)
}

func (s *Server) defaultUser(ctx context.Context, tenant, realm string) (string, error) {
	if s.deps.Access.Configured() {
		return "", missing("user_id", "user_id is missing")
	}
	users, err := s.deps.Truth.Users(ctx, tenant, realm, 3)
	if err != nil {
		return "", err
	}
	for _, user := range users {
		if user != memory.DefaultUser {
			return "", missing("user_id", "user_id is missing, and there is more than one user")
		}
	}
	return memory.DefaultUser, nil
}

// canonical follows an identity link, so that an alias opens the records of the
// one it stands for.
func (s *Server) canonical(ctx context.Context, tenant, user string) (string, error) {
	links, err := s.deps.Control.Links(ctx, tenant)
	if err != nil {
		return "", err
	}
	if to, linked := links[user]; linked {
		return to, nil
	}
	return user, nil
}
