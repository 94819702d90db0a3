package policy

import (
	"cmp"
	"slices"
	"strings"
	"time"

	"mneme/memory"
	"mneme/proxy/wire"
)

// identity is who a request comes from, as far as it could be proven.
type identity struct {
	key      memory.Key // zero without a key
	keyed    bool
	strip    []string // headers that carried a proxy key
	asserted Assertion
	signed   bool
	tenant   string // proven; empty: none
	settings *Tenant
	realm    string
	user     string
	alias    string // what a link turned into the user
	missing  string // why there is no identity; empty while there may be one
	note     string // a remark for the reason
}

// credentials finds the proxy key among the headers that may carry one. A key in
// X-Memory-Key must be known; what is elsewhere may be the provider's, and then
// it is none of our business.
func (b *Book) credentials(h headers, id *identity) *Refusal {
	secret, given, refused := h.one(headerKey)
	if refused != nil {
		return refused
	}
	if given {
		k, known := b.Key(secret)
		if !known {
			return unknownKey()
		}
		id.key, id.keyed = k, true
	}
	for _, name := range [...]string{"Authorization", "X-Api-Key", "Api-Key"} {
		for _, v := range h.values(name) {
			if name == "Authorization" {
				v = bearer(v)
			}
			k, known := b.Key(v)
			if !known {
				continue
			}
			if id.keyed && id.key.Hash != k.Hash {
				return badHeader(name, "and another header carry different proxy keys")
			}
			id.key, id.keyed = k, true
			if !slices.Contains(id.strip, name) {
				id.strip = append(id.strip, name)
			}
		}
	}
	if id.keyed && !id.key.Revoked.IsZero() {
		return unknownKey() // to its holder a revoked key is as unknown as any other
	}
	return nil
}

func unknownKey() *Refusal {
	return &Refusal{Status: 401, Code: "unknown_key", Message: "the memory key is not known", Param: headerKey}
}

// bearer returns the secret of an Authorization header.
func bearer(v string) string {
	scheme, secret, ok := strings.Cut(v, " ")
	switch {
	case !ok:
		return v
	case strings.EqualFold(scheme, "Bearer"):
		return strings.TrimSpace(secret)
	}
	return ""
}

// assertion reads a signed assertion. One that is not valid is refused, even an
// empty one: whoever sends it means to be somebody.
func (b *Book) assertion(h headers, id *identity, now time.Time) *Refusal {
	token, given, refused := h.one(headerAssertion)
	if refused != nil || !given {
		return refused
	}
	a, err := b.Assert(token, now)
	if err != nil {
		return &Refusal{Status: 401, Code: "invalid_assertion", Message: "the user assertion is not valid", Param: headerAssertion}
	}
	id.asserted, id.signed = a, true
	return nil
}

// Assert returns what a signed assertion says, or an error that does not tell
// why it is not believed.
func (b *Book) Assert(token string, now time.Time) (Assertion, error) {
	a, err := b.verifier.verify(token, now)
	if err != nil {
		return Assertion{}, err
	}
	if memory.CheckID(a.User) != nil || a.Tenant != "" && memory.CheckID(a.Tenant) != nil {
		return Assertion{}, errAssertion
	}
	return a, nil
}

// place finds the tenant. A tenant is proven by a key or by a signature; without
// either it is proven only while nothing is configured, and then there is one.
func (b *Book) place(h headers, path string, id *identity) *Refusal {
	named, refused := h.id(headerTenant)
	if refused != nil {
		return refused
	}
	if path != "" {
		if memory.CheckID(path) != nil {
			return &Refusal{Status: 400, Code: "bad_path", Message: "the tenant in the path is not usable as a name"}
		}
		if named != "" && named != path {
			return badHeader(headerTenant, "and the path name different tenants")
		}
		named = path
	}
	id.settings = b.Tenant(cmp.Or(named, memory.DefaultTenant))
	var may []string
	switch {
	case id.keyed:
		may = id.key.Tenants
		if id.signed && id.asserted.Tenant != "" {
			if !slices.Contains(may, id.asserted.Tenant) {
				return tenantNotAllowed()
			}
			may = []string{id.asserted.Tenant}
		}
		if len(may) == 0 {
			return tenantNotAllowed()
		}
	case id.signed && id.asserted.Tenant != "":
		may = []string{id.asserted.Tenant}
	case !b.configured:
		may = []string{memory.DefaultTenant}
	default:
		id.missing = "no-key"
		return nil
	}
	switch {
	case named != "" && !slices.Contains(may, named):
		return tenantNotAllowed()
	case named != "":
		id.tenant = named
	case len(may) == 1:
		id.tenant = may[0]
	default:
		id.missing = "tenant-unnamed"
		return nil
	}
	id.settings = b.Tenant(id.tenant)
	return nil
}

func tenantNotAllowed() *Refusal {
	return &Refusal{Status: 403, Code: "tenant_not_allowed", Message: "this request may not use that tenant", Param: headerTenant}
}

// realmOf finds the realm within what the key and the assertion allow.
func (b *Book) realmOf(h headers, id *identity) *Refusal {
	named, refused := h.id(headerRealm)
	if refused != nil {
		return refused
	}
	may, confined := id.key.Realms, len(id.key.Realms) > 0
	if len(id.asserted.Realms) > 0 {
		may, confined = meet(may, id.asserted.Realms, confined), true
	}
	switch {
	case !confined:
		id.realm = cmp.Or(named, memory.DefaultRealm)
	case named != "" && !slices.Contains(may, named) || len(may) == 0:
		return &Refusal{Status: 403, Code: "realm_not_allowed", Message: "this request may not use that realm", Param: headerRealm}
	case named != "":
		id.realm = named
	case slices.Contains(may, memory.DefaultRealm):
		id.realm = memory.DefaultRealm
	case len(may) == 1:
		id.realm = may[0]
	default:
		id.missing = cmp.Or(id.missing, "realm-unnamed")
	}
	return nil
}

// meet returns what both lists hold; the first counts only if it confines.
func meet(a, b []string, confined bool) []string {
	if !confined {
		return b
	}
	var both []string
	for _, s := range b {
		if slices.Contains(a, s) {
			both = append(both, s)
		}
	}
	return both
}

// userOf finds the user: the assertion's, else the header's, else the body's. A
// name that was given but cannot be used never becomes somebody else's.
func (b *Book) userOf(h headers, body *wire.Request, id *identity) *Refusal {
	given, isGiven, refused := h.one(headerUser)
	if refused != nil {
		return refused
	}
	if id.signed {
		if given != "" && given != id.asserted.User {
			return badHeader(headerUser, "disagrees with the assertion")
		}
		id.user = id.asserted.User
		return nil
	}
	if id.settings.RequireAssertion {
		id.missing = cmp.Or(id.missing, "assertion-required")
		return nil
	}
	name := headerUser
	if !isGiven {
		further := b.headers.User
		if b.headers.Aliases {
			further = append([]string{aliasUser}, further...)
		}
		for _, name = range further {
			if given, isGiven, refused = h.one(name); refused != nil || isGiven {
				break
			}
		}
		if refused != nil {
			return refused
		}
	}
	said := bodyUser(body)
	switch {
	case isGiven && given == "":
		id.missing = cmp.Or(id.missing, "user-empty")
	case isGiven:
		if err := memory.CheckID(given); err != nil {
			return badHeader(name, "%v", err)
		}
		id.user = given
		if said != "" && said != given {
			id.note = "user-header"
		}
	case said != "":
		if memory.CheckID(said) != nil {
			id.missing = cmp.Or(id.missing, "user-invalid")
			return nil
		}
		id.user = said
	case !b.configured && b.verifier == nil:
		id.user = memory.DefaultUser
	default:
		id.missing = cmp.Or(id.missing, "no-user")
	}
	return nil
}

// bodyUser returns the user that the body names, or nothing.
func bodyUser(body *wire.Request) string {
	switch {
	case body == nil:
		return ""
	case body.MetadataUserID != "":
		user, _ := splitUserID(body.MetadataUserID)
		return user
	case body.SafetyIdentifier != "":
		return body.SafetyIdentifier
	}
	return body.User
}

// teamsOf finds the teams whose memory may be read. Where the tenant or the
// assertion says who is in which team, a header only chooses among these; where
// nobody says, it is believed like the user id beside it.
func (b *Book) teamsOf(h headers, id *identity) ([]string, *Refusal) {
	named, refused := h.id(headerTeam)
	if refused != nil || id.user == "" {
		return nil, refused
	}
	declared := len(id.settings.Teams) > 0 || id.asserted.Teams != nil || id.settings.RequireAssertion
	teams := id.settings.member(id.user, id.asserted.Teams)
	switch {
	case named == "":
		return teams, nil
	case declared && !slices.Contains(teams, named):
		return nil, &Refusal{Status: 403, Code: "team_not_allowed", Message: "this user is not in that team", Param: headerTeam}
	}
	return []string{named}, nil
}

// member returns the teams of a user: those that an assertion names and those
// that the tenant's policy puts him in.
func (t *Tenant) member(user string, asserted []string) []string {
	teams := slices.Clone(asserted)
	for team, users := range t.Teams {
		if slices.Contains(users, user) || slices.Contains(users, "*") {
			teams = append(teams, team)
		}
	}
	slices.Sort(teams)
	return slices.Compact(teams)
}

// Teams returns the teams of a user whom an assertion names.
func (b *Book) Teams(tenant string, a Assertion) []string {
	return b.Tenant(tenant).member(a.User, a.Teams)
}

// sessionOf finds the session that a request names, or nothing: then it is
// derived from the first messages.
func (b *Book) sessionOf(h headers, body *wire.Request) (string, *Refusal) {
	session, refused := h.id(headerSession)
	if refused != nil || session != "" {
		return session, refused
	}
	names := []string{"X-Session-Id", "X-Conversation-Id", "X-Thread-Id", "X-Claude-Code-Session-Id"}
	if b.headers.Aliases {
		names = append([]string{aliasSession}, names...)
	}
	if session = h.foreign(names...); session != "" {
		return session, nil
	}
	if body == nil {
		return "", nil
	}
	_, inside := splitUserID(body.MetadataUserID)
	for _, session := range [...]string{body.MetadataSessionID, inside} {
		if session != "" && memory.CheckID(session) == nil {
			return session, nil
		}
	}
	return "", nil
}
