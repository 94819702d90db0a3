package policy

import (
	"time"

	"mneme/memory"
)

// Mode is a rung of the ladder: what memory may do for a request.
type Mode uint8

// The modes. Read and Write are bits, so that the meet of two modes is their
// intersection.
const (
	Off   Mode = 0
	Read  Mode = 1
	Write Mode = 2
	On    Mode = Read | Write
)

// Meet returns what both modes allow: on ∧ read = read, read ∧ write = off.
func (m Mode) Meet(other Mode) Mode { return m & other }

// String returns the mode's word in headers, policy files and the admin API.
func (m Mode) String() string {
	switch m {
	case Read:
		return "read"
	case Write:
		return "write"
	case On:
		return "on"
	}
	return "off"
}

// Forget is what X-Memory-Forget asks for.
type Forget struct {
	Kind  string // "", "last", "session", "topic", "all"
	Topic string
}

// Ruling is the one answer to "what may memory do for this request, and why".
type Ruling struct {
	Tenant   string
	Realm    string
	User     string // empty: no identity
	Alias    string // the id that was given, where a link made it the user's
	Teams    []string
	Session  string // empty: to be derived from the first messages
	Agent    string
	Project  string
	Upstream string // name of the upstream, empty: the default one

	Mode     Mode           // what is left after the whole ladder
	NoStore  bool           // "don't remember this": nothing of this exchange is kept
	Status   string         // the status header when memory does not read: "off", "no-identity"
	Reason   string         // short code: the step that decided
	Note     string         // short code: what was passed over in reading the request; shown beside every reason
	Forget   Forget         //
	Shadow   bool           // recall and record, inject nothing
	Require  bool           // an error instead of failing open
	AsOf     time.Time      // zero: now
	Budget   int            // tokens of the block; 0: none asked for
	TopK     int            // 0: none asked for
	Deadline time.Duration  // of recall; 0: none asked for
	TTL      time.Duration  // retention asked for; 0: the tenant's
	KeyID    string         // the proxy key's public id, for limits and audit; never the secret
	Zone     *time.Location // of the user, in which dates are shown; nil: UTC
	HoldsKey bool           // mneme holds the upstream key and this request may spend it
	Strip    []string       // headers that carried a proxy key: they never go upstream
	Asserted bool           // a signed assertion named the user
	Silenced []string       // topics the user does not want to hear of

	Settings *Tenant // the tenant's effective policy; never nil
}

// Owner returns whose memory this request reads and writes.
func (r Ruling) Owner() memory.Owner { return memory.UserOwner(r.Tenant, r.Realm, r.User) }

// Owners returns every partition the request may read, the user's own first.
func (r Ruling) Owners() []memory.Owner {
	owners := make([]memory.Owner, 0, 2+len(r.Teams))
	owners = append(owners, r.Owner())
	for _, team := range r.Teams {
		owners = append(owners, memory.TeamOwner(r.Tenant, r.Realm, team))
	}
	return append(owners, memory.TenantOwner(r.Tenant, r.Realm))
}

// MayRead reports whether memory may be put into this request.
func (r Ruling) MayRead() bool { return r.User != "" && r.Mode&Read != 0 }

// MayWrite reports whether anything may be learnt from this request.
func (r Ruling) MayWrite() bool {
	return r.User != "" && r.Mode&Write != 0 && !r.NoStore && r.AsOf.IsZero()
}

// Tenant is a tenant's policy with every default filled in; the keys of the
// policy file and of the admin API.
type Tenant struct {
	Mode             Mode
	DefaultMode      Mode
	Shadow           bool
	RequireKey       bool
	RequireAssertion bool
	Upstream         string
	BudgetTokens     int
	BudgetShare      float64 // of the context window, at most 0.20
	TopK             int
	Placement        string // user-suffix, user-prefix, system-suffix
	Retention        time.Duration
	PII              string // mask, drop, keep
	Confirmations    string // off, inferred, all
	Ask              bool   // what waits for a confirmation is asked for in the block
	Limits           Limits
	Dictionary       []Term
	Predicates       []memory.Predicate
	Procedures       []Procedure
	Teams            map[string][]string // team to the users in it; "*" is every user
	Weights          map[string]float64
}

// Limits bounds what a tenant, a key and a user may cost.
type Limits struct {
	FactsPerUser     int           // current facts
	EpisodesPerUser  int           //
	RecordsPerTenant int           //
	RequestsPerMin   int           // chat requests per user; 0: no limit
	CapturesPerDay   int           // exchanges learnt per user and day; 0: no limit
	LLMTokensPerDay  int           // of memory's own model, per tenant; 0: no limit
	LLMTokensPerUser int           // of it, per user and day; 0: no limit
	Deadline         time.Duration // of recall
	Floor            float64       // of rank, 0..1; negative: the product's
	RefuseChat       bool          // over the rate, refuse the chat too
	memory.Bounds                  // how memory keeps, ends and compares
}

// Term is an entity of the tenant's dictionary.
type Term struct {
	ID    string
	Names []string
}

// Names returns the tenant's dictionary, ready to be looked up in.
func (t *Tenant) Names() memory.Dictionary {
	var d memory.Dictionary
	for _, term := range t.Dictionary {
		d.Term(term.ID, term.Names)
	}
	return d
}

// Procedure is an authored rule of how to act.
type Procedure struct {
	Name     string
	When     string
	Steps    []string
	Tools    []string
	Never    []string
	Priority int
}

// Rule returns the procedure, ready to be compared with others.
func (p *Procedure) Rule() memory.Rule {
	r := memory.Rule{Name: p.Name, When: p.When, Steps: p.Steps, Never: p.Never, Priority: p.Priority}
	r.Read()
	return r
}
