package policy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// tenantJSON is a tenant's policy as the admin API shows it.
type tenantJSON struct {
	Mode             string              `json:"mode"`
	DefaultMode      string              `json:"default_mode"`
	Shadow           bool                `json:"shadow"`
	RequireKey       bool                `json:"require_key"`
	RequireAssertion bool                `json:"require_assertion"`
	Upstream         string              `json:"upstream"`
	BudgetTokens     int                 `json:"budget_tokens"`
	BudgetShare      float64             `json:"budget_share"`
	TopK             int                 `json:"top_k"`
	Placement        string              `json:"placement"`
	Retention        string              `json:"retention"`
	PII              string              `json:"pii"`
	Confirmations    string              `json:"confirmations"`
	Ask              bool                `json:"ask"`
	Limits           limitsJSON          `json:"limits"`
	Dictionary       []termJSON          `json:"dictionary"`
	Predicates       []predicateJSON     `json:"predicates"`
	Procedures       []procedureJSON     `json:"procedures"`
	Teams            map[string][]string `json:"teams"`
	Weights          map[string]float64  `json:"weights"`
	Origin           map[string]Origin   `json:"origin"` // who set what; keys not named here are defaults
	Warnings         []string            `json:"warnings,omitempty"`
}

type limitsJSON struct {
	FactsPerUser     int     `json:"facts_per_user"`
	EpisodesPerUser  int     `json:"episodes_per_user"`
	RecordsPerTenant int     `json:"records_per_tenant"`
	RequestsPerMin   int     `json:"requests_per_minute"`
	CapturesPerDay   int     `json:"captures_per_day"`
	LLMTokensPerDay  int     `json:"llm_tokens_per_day"`
	LLMTokensPerUser int     `json:"llm_tokens_per_user"`
	Deadline         string  `json:"deadline"`
	Floor            float64 `json:"floor"`
	RefuseChat       bool    `json:"refuse_chat"`
	TemporaryLife    string  `json:"temporary_life"`
	StateLife        string  `json:"state_life"`
	PreferenceLife   string  `json:"preference_life"`
	ReviewGrace      string  `json:"review_grace"`
	Hearings         int     `json:"hearings"`
	SameSimilarity   float64 `json:"same_similarity"`
	SameEvent        string  `json:"same_event"`
	FactCharacters   int     `json:"fact_characters"`
	FactWords        int     `json:"fact_words"`
	Procedures       int     `json:"procedures"`
	WeightFade       float64 `json:"weight_fade"`
}

type termJSON struct {
	ID    string   `json:"id"`
	Names []string `json:"names"`
}

type predicateJSON struct {
	Name      string `json:"name"`
	Says      string `json:"says"`
	Values    string `json:"values"`
	Kind      string `json:"kind"`
	HalfLife  string `json:"half_life"`
	Sensitive bool   `json:"sensitive"`
	Rule      string `json:"rule"`
}

type procedureJSON struct {
	Name     string   `json:"name"`
	When     string   `json:"when"`
	Steps    []string `json:"steps"`
	Tools    []string `json:"tools"`
	Never    []string `json:"never"`
	Priority int      `json:"priority"`
}

// JSON renders the policy with the keys of the policy file, and beside it, under
// "origin", who set each key.
func (t *Tenant) JSON(origins map[string]Origin) ([]byte, error) {
	out := tenantJSON{
		Mode: t.Mode.String(), DefaultMode: t.DefaultMode.String(), Shadow: t.Shadow,
		RequireKey: t.RequireKey, RequireAssertion: t.RequireAssertion, Upstream: t.Upstream,
		BudgetTokens: t.BudgetTokens, BudgetShare: t.BudgetShare, TopK: t.TopK, Placement: t.Placement,
		Retention: FormatDuration(t.Retention), PII: t.PII, Confirmations: t.Confirmations, Ask: t.Ask,
		Limits: limitsJSON{
			FactsPerUser: t.Limits.FactsPerUser, EpisodesPerUser: t.Limits.EpisodesPerUser,
			RecordsPerTenant: t.Limits.RecordsPerTenant, RequestsPerMin: t.Limits.RequestsPerMin,
			CapturesPerDay: t.Limits.CapturesPerDay, LLMTokensPerDay: t.Limits.LLMTokensPerDay, LLMTokensPerUser: t.Limits.LLMTokensPerUser,
			Deadline: FormatDuration(t.Limits.Deadline), Floor: t.Limits.Floor, RefuseChat: t.Limits.RefuseChat,
			TemporaryLife: FormatDuration(t.Limits.TemporaryLife), StateLife: FormatDuration(t.Limits.StateLife), PreferenceLife: FormatDuration(t.Limits.PreferenceLife),
			ReviewGrace: FormatDuration(t.Limits.ReviewGrace), Hearings: t.Limits.Hearings, SameSimilarity: t.Limits.SameSimilarity, SameEvent: FormatDuration(t.Limits.SameEvent),
			FactCharacters: t.Limits.FactCharacters, FactWords: t.Limits.FactWords, Procedures: t.Limits.Procedures, WeightFade: t.Limits.WeightFade,
		},
		Dictionary: []termJSON{}, Predicates: []predicateJSON{}, Procedures: []procedureJSON{},
		Teams: map[string][]string{}, Weights: map[string]float64{}, Origin: map[string]Origin{}, Warnings: t.Warnings(),
	}
	for _, term := range t.Dictionary {
		out.Dictionary = append(out.Dictionary, termJSON{ID: term.ID, Names: list(term.Names)})
	}
	for _, p := range t.Predicates {
		values := "one"
		if p.Many {
			values = "many"
		}
		out.Predicates = append(out.Predicates, predicateJSON{Name: p.Name, Says: p.Says, Values: values,
			Kind: p.Kind, HalfLife: FormatDuration(p.HalfLife), Sensitive: p.Sensitive, Rule: p.Rule})
	}
	for _, p := range t.Procedures {
		out.Procedures = append(out.Procedures, procedureJSON{Name: p.Name, When: p.When, Steps: list(p.Steps),
			Tools: list(p.Tools), Never: list(p.Never), Priority: p.Priority})
	}
	for name, users := range t.Teams {
		out.Teams[name] = list(users)
	}
	for name, w := range t.Weights {
		out.Weights[name] = w
	}
	for key, origin := range origins {
		out.Origin[key] = origin
	}
	text, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("render policy: %w", err)
	}
	return text, nil
}

// list makes an absent list an empty one, as JSON shows it.
func list(texts []string) []string {
	if texts == nil {
		return []string{}
	}
	return texts
}

// MergePolicy returns what the admin API keeps of a tenant after a PUT: the keys
// it had kept, with the keys that put names set anew. Keys below limits and
// weights are merged one by one, lists are replaced whole, and null gives a key
// back to the file. stored may be nil. The answer of a GET may be put back as it
// is: its "origin" and "warnings" are left out.
//
// Whatever is wrong with put is reported at once, and nothing is merged then.
func MergePolicy(stored, put []byte) ([]byte, []Fault) {
	n, err := jsonNode(put)
	if err != nil {
		return nil, []Fault{{Message: "the policy " + err.Error()}}
	}
	var change map[string]any
	if err := unmarshal(put, &change); err != nil {
		return nil, []Fault{{Message: "the policy must be a JSON object"}}
	}
	for _, ours := range [...]string{"origin", "warnings"} {
		delete(change, ours)
		drop(n, ours)
	}
	var d decoder
	scratch := DefaultTenant()
	d.tenant(n, "", &scratch, FromAdmin, map[string]Origin{})
	if len(d.faults) > 0 {
		return nil, sortFaults(d.faults)
	}
	kept := map[string]any{}
	if len(stored) > 0 {
		if err := unmarshal(stored, &kept); err != nil {
			return nil, []Fault{{Message: "the stored policy is damaged"}}
		}
	}
	merge(kept, change)
	text, err := json.Marshal(kept)
	if err != nil {
		return nil, []Fault{{Message: "the policy cannot be written as JSON"}}
	}
	return text, nil
}

// merge sets the keys of change in kept: mappings key by key, all else whole.
func merge(kept, change map[string]any) {
	for key, value := range change {
		below, nested := value.(map[string]any)
		switch {
		case value == nil:
			delete(kept, key)
		case nested && (key == "limits" || key == "weights"):
			old, _ := kept[key].(map[string]any)
			if old == nil {
				old = map[string]any{}
			}
			merge(old, below)
			kept[key] = old
		default:
			kept[key] = value
		}
	}
}

// unmarshal keeps numbers as they were written.
func unmarshal(text []byte, to *map[string]any) error {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(to); err != nil {
		return fmt.Errorf("read policy: %w", err)
	}
	if *to == nil {
		return errors.New("read policy: it is null")
	}
	return nil
}
