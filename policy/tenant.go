package policy

import (
	"fmt"
	"slices"
	"time"

	"go.yaml.in/yaml/v4"

	"mneme/memory"
)

// Origin says who set a key of a tenant's policy.
type Origin string

// The origins, the later winning over the earlier.
const (
	FromDefault Origin = "default"
	FromFile    Origin = "file"
	FromAdmin   Origin = "admin"
)

// DefaultTenant returns the policy of a tenant nobody configured.
func DefaultTenant() Tenant {
	return Tenant{
		Mode:          On,
		DefaultMode:   On,
		BudgetTokens:  800,
		BudgetShare:   0.15,
		TopK:          16,
		Placement:     "user-suffix",
		Retention:     90 * 24 * time.Hour,
		PII:           "mask",
		Confirmations: "inferred",
		Limits: Limits{
			FactsPerUser:     500,
			EpisodesPerUser:  5_000,
			RecordsPerTenant: 50_000,
			Deadline:         80 * time.Millisecond,
			Floor:            -1,
			Bounds:           memory.DefaultBounds(),
		},
	}
}

// The ranges of a tenant's numbers.
const (
	maxBudgetTokens = 1 << 20
	maxBudgetShare  = 0.20 // the block never takes more of a context window
	maxTopK         = 200
	maxCount        = 1 << 30
	minRetention    = time.Minute
)

// tenant applies a tenant's keys, as the file or the admin API wrote them, to t.
// A key that is null stays as it was.
func (d *decoder) tenant(n *yaml.Node, path string, t *Tenant, from Origin, origins map[string]Origin) {
	d.mapping(n, path, func(key, path string, v *yaml.Node) bool {
		ok := true
		switch key {
		case "mode":
			ok = set(&t.Mode)(d.mode(v, path))
		case "default_mode":
			ok = set(&t.DefaultMode)(d.mode(v, path))
		case "shadow":
			ok = set(&t.Shadow)(d.flag(v, path))
		case "require_key":
			ok = set(&t.RequireKey)(d.flag(v, path))
		case "require_assertion":
			ok = set(&t.RequireAssertion)(d.flag(v, path))
		case "upstream":
			ok = set(&t.Upstream)(d.text(v, path))
		case "budget_tokens":
			ok = set(&t.BudgetTokens)(d.count(v, path, 0, maxBudgetTokens))
		case "budget_share":
			ok = set(&t.BudgetShare)(d.number(v, path, 0, maxBudgetShare))
		case "top_k":
			ok = set(&t.TopK)(d.count(v, path, 0, maxTopK))
		case "placement":
			ok = set(&t.Placement)(d.word(v, path, "user-suffix", "user-prefix", "system-suffix"))
		case "retention":
			ok = set(&t.Retention)(d.duration(v, path, minRetention))
		case "pii":
			ok = set(&t.PII)(d.word(v, path, "mask", "drop", "keep"))
		case "confirmations":
			ok = set(&t.Confirmations)(d.word(v, path, "off", "inferred", "all"))
		case "ask":
			ok = set(&t.Ask)(d.flag(v, path))
		case "limits":
			d.limits(v, path, &t.Limits, from, origins)
			return true
		case "weights":
			d.weights(v, path, t, from, origins)
			return true
		case "dictionary":
			ok = set(&t.Dictionary)(d.dictionary(v, path), !isNull(v))
		case "predicates":
			ok = set(&t.Predicates)(d.predicates(v, path), !isNull(v))
		case "procedures":
			ok = set(&t.Procedures)(d.procedures(v, path), !isNull(v))
		case "teams":
			ok = set(&t.Teams)(d.teams(v, path), !isNull(v))
		default:
			return false
		}
		if ok {
			origins[key] = from
		}
		return true
	})
	d.capped(n, path, t)
}

// set returns a function that stores a decoded value if decoding went well.
func set[T any](to *T) func(T, bool) bool {
	return func(v T, ok bool) bool {
		if ok {
			*to = v
		}
		return ok
	}
}

func (d *decoder) limits(n *yaml.Node, path string, l *Limits, from Origin, origins map[string]Origin) {
	d.mapping(n, path, func(key, path string, v *yaml.Node) bool {
		ok := true
		switch key {
		case "facts_per_user":
			ok = set(&l.FactsPerUser)(d.count(v, path, 0, maxCount))
		case "episodes_per_user":
			ok = set(&l.EpisodesPerUser)(d.count(v, path, 0, maxCount))
		case "records_per_tenant":
			ok = set(&l.RecordsPerTenant)(d.count(v, path, 0, maxCount))
		case "requests_per_minute":
			ok = set(&l.RequestsPerMin)(d.count(v, path, 0, maxCount))
		case "captures_per_day":
			ok = set(&l.CapturesPerDay)(d.count(v, path, 0, maxCount))
		case "llm_tokens_per_day":
			ok = set(&l.LLMTokensPerDay)(d.count(v, path, 0, maxCount))
		case "llm_tokens_per_user":
			ok = set(&l.LLMTokensPerUser)(d.count(v, path, 0, maxCount))
		case "deadline":
			ok = set(&l.Deadline)(d.duration(v, path, 0))
		case "floor":
			ok = set(&l.Floor)(d.number(v, path, -1, 1))
		case "refuse_chat":
			ok = set(&l.RefuseChat)(d.flag(v, path))
		default:
			var known bool
			if ok, known = d.bounds(key, v, path, &l.Bounds); !known {
				return false
			}
		}
		if ok {
			origins["limits."+key] = from
		}
		return true
	})
}

// shortestLife is the least time that anything is kept or waited for.
const shortestLife = time.Minute

// bounds reads one of the measures by which memory keeps, ends and compares.
func (d *decoder) bounds(key string, v *yaml.Node, path string, b *memory.Bounds) (ok, known bool) {
	switch key {
	case "temporary_life":
		ok = set(&b.TemporaryLife)(d.duration(v, path, shortestLife))
	case "state_life":
		ok = set(&b.StateLife)(d.duration(v, path, shortestLife))
	case "preference_life":
		ok = set(&b.PreferenceLife)(d.duration(v, path, shortestLife))
	case "review_grace":
		ok = set(&b.ReviewGrace)(d.duration(v, path, shortestLife))
	case "hearings":
		ok = set(&b.Hearings)(d.count(v, path, 1, 100))
	case "same_similarity":
		ok = set(&b.SameSimilarity)(d.number(v, path, 0.5, 1))
	case "same_event":
		ok = set(&b.SameEvent)(d.duration(v, path, 0))
	case "fact_characters":
		ok = set(&b.FactCharacters)(d.count(v, path, 1, 1000))
	case "fact_words":
		ok = set(&b.FactWords)(d.count(v, path, 1, 1000))
	case "procedures":
		ok = set(&b.Procedures)(d.count(v, path, 0, 1000))
	case "weight_fade":
		ok = set(&b.WeightFade)(d.number(v, path, 0, 1))
	default:
		return false, false
	}
	return ok, true
}

// weights reads the weights of layers, routes and parts of the rank. The map is
// replaced, never changed: tenants share the one they start from.
func (d *decoder) weights(n *yaml.Node, path string, t *Tenant, from Origin, origins map[string]Origin) {
	weights := make(map[string]float64, len(t.Weights))
	for name, w := range t.Weights {
		weights[name] = w
	}
	d.mapping(n, path, func(key, path string, v *yaml.Node) bool {
		if !slices.Contains(memory.WeightNames(), key) {
			return false
		}
		if w, ok := d.number(v, path, 0, memory.MostWeight(key)); ok {
			weights[key] = w
			origins["weights."+key] = from
		}
		return true
	})
	t.Weights = weights
}

func (d *decoder) dictionary(n *yaml.Node, path string) []Term {
	var terms []Term
	d.list(n, path, func(path string, item *yaml.Node) {
		var t Term
		d.mapping(item, path, func(key, path string, v *yaml.Node) bool {
			switch key {
			case "id":
				t.ID, _ = d.text(v, path)
			case "names":
				t.Names = d.texts(v, path)
			default:
				return false
			}
			return true
		})
		if t.ID == "" {
			d.fault(item, path, "needs an id")
			return
		}
		terms = append(terms, t)
	})
	return terms
}

func (d *decoder) predicates(n *yaml.Node, path string) []memory.Predicate {
	var predicates []memory.Predicate
	d.list(n, path, func(path string, item *yaml.Node) {
		var p memory.Predicate
		d.mapping(item, path, func(key, path string, v *yaml.Node) bool {
			switch key {
			case "name":
				p.Name, _ = d.text(v, path)
			case "says":
				p.Says, _ = d.text(v, path)
			case "values":
				word, _ := d.word(v, path, "one", "many")
				p.Many = word == "many"
			case "kind":
				p.Kind, _ = d.text(v, path)
			case "half_life":
				p.HalfLife, _ = d.duration(v, path, 0)
			case "sensitive":
				p.Sensitive, _ = d.flag(v, path)
			case "rule":
				p.Rule, _ = d.text(v, path)
			default:
				return false
			}
			return true
		})
		if p.Name == "" {
			d.fault(item, path, "needs a name")
			return
		}
		predicates = append(predicates, p)
	})
	return predicates
}

func (d *decoder) procedures(n *yaml.Node, path string) []Procedure {
	var procedures []Procedure
	d.list(n, path, func(path string, item *yaml.Node) {
		var p Procedure
		d.mapping(item, path, func(key, path string, v *yaml.Node) bool {
			switch key {
			case "name":
				p.Name, _ = d.text(v, path)
			case "when":
				p.When, _ = d.text(v, path)
			case "steps":
				p.Steps = d.texts(v, path)
			case "tools":
				p.Tools = d.texts(v, path)
			case "never":
				p.Never = d.texts(v, path)
			case "priority":
				p.Priority, _ = d.count(v, path, -1000, 1000)
			default:
				return false
			}
			return true
		})
		if p.Name == "" {
			d.fault(item, path, "needs a name")
			return
		}
		procedures = append(procedures, p)
	})
	d.clashes(n, path, procedures)
	if len(procedures) > maxProcedures {
		d.fault(n, path, "holds %d procedures; a tenant has at most %d", len(procedures), maxProcedures)
	}
	return procedures
}

// capped reports a tenant that has more procedures than his own limit allows.
func (d *decoder) capped(n *yaml.Node, path string, t *Tenant) {
	if most := t.Limits.Procedures; len(t.Procedures) > most {
		d.fault(n, join(path, "procedures"), "holds %d procedures; a tenant has at most %d (limits.procedures)", len(t.Procedures), most)
	}
}

// clashes reports rules of which one forbids what another asks for. Where their priorities
// differ, these say which of them holds.
func (d *decoder) clashes(n *yaml.Node, path string, procedures []Procedure) {
	eachClash(procedures, func(i, k int, clash memory.Clash) {
		a, b := &procedures[i], &procedures[k]
		if clash != memory.Opposed || a.Priority != b.Priority {
			return
		}
		d.fault(n, fmt.Sprintf("%s[%d]", path, k), "%q contradicts %q: one asks for what the other forbids; change one, or give one a higher priority", b.Name, a.Name)
		d.faults[len(d.faults)-1].Clash = true
	})
}

// eachClash calls f for every two procedures that contradict each other.
func eachClash(procedures []Procedure, f func(i, k int, clash memory.Clash)) {
	if len(procedures) > maxProcedures {
		return
	}
	rules := make([]memory.Rule, len(procedures))
	for i := range procedures {
		rules[i] = procedures[i].Rule()
	}
	for k := range rules {
		for i := range k {
			if clash := rules[i].Clashes(&rules[k]); clash != "" {
				f(i, k, clash)
			}
		}
	}
}

// Warnings says which of a tenant's rules may not go together, though each may stand: nobody
// but their author can tell.
func (t *Tenant) Warnings() []string {
	out := []string{}
	eachClash(t.Procedures, func(i, k int, clash memory.Clash) {
		a, b := &t.Procedures[i], &t.Procedures[k]
		how := "say the same with another value under one condition"
		if clash == memory.Opposed {
			how = "contradict each other, and the one of the higher priority holds"
		}
		out = append(out, fmt.Sprintf("procedures: %q and %q %s", a.Name, b.Name, how))
	})
	return out
}

// maxProcedures is how many authored rules a tenant may be allowed: so many can still be compared
// with each other.
const maxProcedures = 1000

func (d *decoder) teams(n *yaml.Node, path string) map[string][]string {
	teams := make(map[string][]string)
	d.mapping(n, path, func(key, path string, v *yaml.Node) bool {
		if err := memory.CheckID(key); err != nil {
			d.fault(v, path, "the team's name %v", err)
			return true
		}
		teams[key] = d.texts(v, path)
		return true
	})
	return teams
}
