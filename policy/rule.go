package policy

import (
	"time"

	"mneme/memory"
	"mneme/proxy/wire"
)

// Request is what a ruling is made from.
type Request struct {
	// Header returns every value of a header, in order; the name's case does not
	// matter.
	Header func(name string) []string
	Tenant string        // of the path /t/{tenant}/..., decoded; empty: none
	Body   *wire.Request // the view of the body; nil when it is not one we read
	Now    time.Time

	// Settings returns what a user chose for himself; the zero value: nothing. An
	// error closes memory, since the user may have switched it off.
	Settings func(tenant, user string) (memory.Settings, error)
	// Link returns the user that an alias stands for, or the alias itself. An error
	// closes memory, since the alias may be another's.
	Link func(tenant, alias string) (string, error)
}

// Rule turns a request into a ruling, or refuses it. The ladder of modes, no-store
// and identity fail closed; nothing in the request can widen what the
// configuration allows.
func (b *Book) Rule(in Request) (Ruling, *Refusal) {
	id, r, refused := b.admit(in)
	if refused != nil {
		return Ruling{}, refused
	}
	h := headers(in.Header)
	if refused := b.realmOf(h, &id); refused != nil {
		return Ruling{}, refused
	}
	if refused := b.userOf(h, in.Body, &id); refused != nil {
		return Ruling{}, refused
	}
	if id.missing != "" {
		id.user = ""
	}
	settings, closed := id.lookUp(in)
	r.Settings = stricter(id.settings, settings)
	r.Shadow = r.Settings != nil && r.Settings.Shadow
	r.Alias = id.alias
	r.Realm, r.User, r.Asserted = id.realm, id.user, id.signed && id.user != ""
	r.Zone, r.Silenced = b.zone(settings.TimeZone), settings.Silenced
	if refused := b.names(h, in.Body, &id, &r); refused != nil {
		return Ruling{}, refused
	}
	if refused := wishes(h, &r); refused != nil {
		return Ruling{}, refused
	}
	r.NoStore = h.noStore(b.headers.Aliases) || bodyRefuses(in.Body)
	b.climb(h, &id, settings, &r)
	if closed != "" {
		r.Mode, r.Status, r.Reason = Off, "degraded", closed
		if r.Forget.Kind != "" {
			return Ruling{}, &Refusal{Status: 503, Code: "memory_unavailable", Message: "whose memory is meant cannot be found out: " + closed, Param: headerForget}
		}
	}
	if r.Forget.Kind != "" && r.User == "" {
		return Ruling{}, badHeader(headerForget, "needs to know whose memory: name a user, and a key where keys are configured")
	}
	if r.Forget.Kind != "" && !r.AsOf.IsZero() {
		return Ruling{}, badHeader(headerForget, "cannot be combined with %s, which only reads", headerAsOf)
	}
	return r, nil
}

// Pass rules on a request whose body is relayed unread: where it goes, whether it
// may spend a key of ours, and which headers must not leave. It gets no memory.
func (b *Book) Pass(in Request) (Ruling, *Refusal) {
	_, r, refused := b.admit(in)
	if refused != nil {
		return Ruling{}, refused
	}
	r.Status, r.Reason = "skipped", "unread"
	return r, nil
}

// admit checks key, assertion, tenant and upstream: all that decides whether a
// request goes on at all.
func (b *Book) admit(in Request) (identity, Ruling, *Refusal) {
	h := headers(in.Header)
	var id identity
	if refused := b.credentials(h, &id); refused != nil {
		return id, Ruling{}, refused
	}
	if refused := b.assertion(h, &id, in.Now); refused != nil {
		return id, Ruling{}, refused
	}
	if refused := b.place(h, in.Tenant, &id); refused != nil {
		return id, Ruling{}, refused
	}
	if id.settings.RequireKey && !id.keyed {
		return id, Ruling{}, &Refusal{Status: 401, Code: "key_required", Message: "this tenant needs a memory key in " + headerKey, Param: headerKey}
	}
	model := ""
	if in.Body != nil {
		model = in.Body.Model
	}
	r := Ruling{Tenant: id.tenant, KeyID: id.key.ID, Strip: id.strip, Settings: id.settings,
		Upstream: b.upstream(id.settings, model)}
	if r.Tenant == "" {
		r.Tenant = memory.DefaultTenant // a name for counters; without a user nothing is read or written
	}
	if b.held[r.Upstream] {
		if !id.keyed {
			return id, Ruling{}, &Refusal{Status: 401, Code: "key_required",
				Message: "the provider's key is held here, so this request needs a memory key", Param: headerKey}
		}
		r.HoldsKey = true
	}
	return id, r, nil
}

// lookUp resolves an alias and reads the user's settings. closed says why memory
// must stay shut.
func (id *identity) lookUp(in Request) (s memory.Settings, closed string) {
	if id.user == "" {
		return s, ""
	}
	if in.Link != nil {
		user, err := in.Link(id.tenant, id.user)
		if err != nil || user == "" {
			return s, "links-unavailable"
		}
		if user != id.user {
			id.alias = id.user
		}
		id.user = user
	}
	if in.Settings != nil {
		var err error
		if s, err = in.Settings(id.tenant, id.user); err != nil {
			return memory.Settings{}, "settings-unavailable"
		}
	}
	return s, ""
}

// zone returns a time zone by its IANA name; nil is UTC. A zone that does not
// exist is UTC too: a wrong clock costs a date, not a request.
func (b *Book) zone(name string) *time.Location {
	if name == "" {
		return nil
	}
	if known, ok := b.zones.Load(name); ok {
		return known.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if err != nil {
		return nil
	}
	// Only zones that exist are kept, and there are a few hundred of them.
	b.zones.Store(name, zone)
	return zone
}

// names reads whom and what else a request speaks of.
func (b *Book) names(h headers, body *wire.Request, id *identity, r *Ruling) (refused *Refusal) {
	if r.Teams, refused = b.teamsOf(h, id); refused != nil {
		return refused
	}
	if r.Session, refused = b.sessionOf(h, body); refused != nil {
		return refused
	}
	if r.Agent, refused = h.id(headerAgent); refused != nil {
		return refused
	}
	r.Project, refused = h.id(headerProject)
	return refused
}

// wishes reads what a request asks for within what it may have: numbers only
// lower what the tenant allows.
func wishes(h headers, r *Ruling) (refused *Refusal) {
	if r.Forget, refused = h.forget(); refused != nil {
		return refused
	}
	if r.Require, refused = h.require(); refused != nil {
		return refused
	}
	if r.AsOf, refused = h.asOf(); refused != nil {
		return refused
	}
	lower := On
	budget, given, refused := h.lowest(headerBudget)
	if refused != nil {
		return refused
	}
	if given {
		r.Budget = min(budget, r.Settings.BudgetTokens)
		lower = without(lower, Read, budget == 0)
	}
	topK, given, refused := h.lowest(headerTopK)
	if refused != nil {
		return refused
	}
	if given {
		r.TopK = min(topK, r.Settings.TopK)
		lower = without(lower, Read, topK == 0)
	}
	deadline, given, refused := h.shortest(headerDeadline, time.Millisecond)
	if refused != nil {
		return refused
	}
	if given {
		r.Deadline = min(deadline, r.Settings.Limits.Deadline)
		lower = without(lower, Read, deadline == 0)
	}
	ttl, given, refused := h.shortest(headerTTL, time.Second)
	if refused != nil {
		return refused
	}
	if given {
		r.TTL = min(ttl, r.Settings.Retention)
		lower = without(lower, Write, ttl == 0)
	}
	// Zero means zero: no tokens, no hits or no time is no reading, and a life of
	// nothing is no writing.
	r.Mode = without(lower, Write, !r.AsOf.IsZero())
	return nil
}

// without takes a right away if it must go.
func without(m, right Mode, gone bool) Mode {
	if gone {
		return m &^ right
	}
	return m
}

// bodyRefuses reports whether the body says "don't remember this": at its top, or
// on any message from the last user turn on. Earlier messages are left to those
// who learn from them.
func bodyRefuses(body *wire.Request) bool {
	if body == nil {
		return false
	}
	if body.Memory != nil && !*body.Memory {
		return true
	}
	for i := len(body.Messages) - 1; i >= 0; i-- {
		m := body.Messages[i]
		if m.Memory != nil && !*m.Memory {
			return true
		}
		if m.UserTurn {
			return false
		}
	}
	return false
}

// climb climbs the ladder and says what decided.
func (b *Book) climb(h headers, id *identity, s memory.Settings, r *Ruling) {
	asked := r.Mode // what the request's numbers and times leave
	rungs := Rungs{Server: b.server, Tenant: id.settings.Mode, Key: On, User: On,
		Default: id.settings.DefaultMode, Message: On}
	if id.key.Mode != "" {
		rungs.Key, _ = ParseMode(id.key.Mode)
	}
	if s.Mode != "" {
		rungs.User, _ = ParseMode(s.Mode)
	}
	var unknown bool
	rungs.Request, rungs.Asked, unknown = h.mode(b.headers.Aliases)
	if r.NoStore {
		rungs.Message = Read
	}
	mode, rung := Ladder(rungs)
	r.Reason = string(rung)
	switch {
	case rung == RungRequest && unknown:
		r.Reason = "mode-unknown"
	case rung == RungMessage:
		r.Reason = "no-store"
	}
	if left := mode.Meet(asked); left != mode {
		mode = left
		r.Reason = "header-limits"
		if !r.AsOf.IsZero() {
			r.Reason = "as-of"
		}
	}
	r.Mode = mode
	switch {
	case mode == Off:
		r.Status = "off"
	case r.User == "":
		r.Mode, r.Status, r.Reason = Off, "no-identity", id.missing
	case mode&Read == 0:
		r.Status = "off"
	}
	r.Note = id.note
}

// stricter returns the tenant's policy as a user's own choices narrow it. What a
// user chose can only keep less, for a shorter time, and ask more often.
func stricter(t *Tenant, s memory.Settings) *Tenant {
	if s.Retention == 0 && s.PII == "" && s.Confirmations == "" {
		return t
	}
	own := *t
	if s.Retention > 0 {
		own.Retention = min(own.Retention, s.Retention)
	}
	own.PII = stronger(own.PII, s.PII, "keep", "mask", "drop")
	own.Confirmations = stronger(own.Confirmations, s.Confirmations, "off", "inferred", "all")
	return &own
}

// stronger returns whichever of two words comes later in an order; a word that is
// not in it changes nothing.
func stronger(a, b string, order ...string) string {
	rank := func(s string) int {
		for i, word := range order {
			if word == s {
				return i
			}
		}
		return -1
	}
	if rank(b) > rank(a) {
		return b
	}
	return a
}
