package admin

import (
	"net/http"
	"slices"
	"strings"
	"time"

	"mneme/inject"
	"mneme/memory"
	"mneme/policy"
)

type searchIn struct {
	scopeIn
	Query        string      `json:"query"`
	Messages     []messageIn `json:"messages"`
	SessionID    string      `json:"session_id"`
	TeamIDs      []string    `json:"team_ids"`
	Project      string      `json:"project"`
	AgentID      string      `json:"agent_id"`
	TopK         *int        `json:"top_k"`
	BudgetTokens *int        `json:"budget_tokens"`
	Model        string      `json:"model"`
	Layers       []string    `json:"layers"`
	AsOf         *time.Time  `json:"as_of"`
	Explain      *bool       `json:"explain"`

	Weights map[string]float64 `json:"weights"` // tried for this question alone, over the tenant's
	Floor   *float64           `json:"floor"`
}

type messageIn struct {
	ID        string     `json:"id"`
	Role      string     `json:"role"`
	Name      string     `json:"name"`
	Content   content    `json:"content"`
	CreatedAt *time.Time `json:"created_at"`
}

type hitOut struct {
	Record memory.Form    `json:"record"`
	Score  float64        `json:"score"`
	Scores memory.Scores  `json:"scores"`
	Routes []memory.Route `json:"routes"`
	Tokens int            `json:"tokens"`
}

type dropOut struct {
	ID     string  `json:"id"`
	Reason string  `json:"reason"`
	Score  float64 `json:"score"`
}

type searchOut struct {
	Hits      []hitOut  `json:"hits"`
	Dropped   []dropOut `json:"dropped"`
	Block     string    `json:"block"`
	Tokens    int       `json:"tokens"`
	LatencyMS float64   `json:"latency_ms"`
	Degraded  bool      `json:"degraded"`
	Reason    string    `json:"reason"`
}

func (s *Server) search(_ http.ResponseWriter, r *http.Request) (int, any, error) {
	var in searchIn
	if err := decode(r, &in); err != nil {
		return 0, nil, err
	}
	owner, err := s.owner(r, in.scopeIn)
	if err != nil {
		return 0, nil, err
	}
	ask, err := in.search(owner)
	if err != nil {
		return 0, nil, err
	}
	if c := caller(r); c.User != "" {
		for _, team := range in.TeamIDs {
			if !slices.Contains(c.Teams, team) {
				return 0, nil, forbidden("this user is not in that team")
			}
		}
		if len(in.TeamIDs) == 0 {
			ask.Ruling.Teams = c.Teams
		}
	}
	found, err := s.deps.Search.Search(r.Context(), ask)
	if err != nil {
		return 0, nil, err
	}
	ids := make([]string, 0, len(found.Hits))
	out := searchOut{
		Hits: make([]hitOut, 0, len(found.Hits)), Dropped: []dropOut{}, Block: found.Block, Tokens: found.Tokens,
		LatencyMS: milliseconds(found.Took), Degraded: found.Degraded, Reason: found.Reason,
	}
	for i, hit := range found.Hits {
		shown := hitOut{Record: memory.FormOf(hit.Record), Score: hit.Score, Scores: hit.Scores, Routes: hit.Routes}
		shown.Record.Score = hit.Score
		if i < len(found.Costs) {
			shown.Tokens = found.Costs[i]
		}
		if shown.Routes == nil {
			shown.Routes = []memory.Route{}
		}
		out.Hits = append(out.Hits, shown)
		ids = append(ids, hit.Record.ID)
	}
	if in.Explain == nil || *in.Explain {
		for _, drop := range found.Dropped {
			out.Dropped = append(out.Dropped, dropOut(drop))
		}
	}
	s.audit(r, owner, "read", ids...)
	return http.StatusOK, out, nil
}

func (in searchIn) search(owner memory.Owner) (inject.Search, error) {
	ask := inject.Search{
		Ruling: policy.Ruling{
			Tenant: owner.Tenant, Realm: owner.Realm, User: owner.ID, Teams: in.TeamIDs,
			Session: in.SessionID, Project: in.Project, Agent: in.AgentID, Mode: policy.On,
		},
		Query: in.Query, Model: in.Model, Session: in.SessionID, Explain: in.Explain == nil || *in.Explain,
	}
	if in.AsOf != nil {
		ask.AsOf = in.AsOf.UTC()
		ask.Ruling.AsOf = ask.AsOf
	}
	for _, name := range in.Layers {
		if err := checkLayer(name); err != nil || name == "" {
			return ask, invalid("layers", "layer %q is unknown: episodic, semantic or procedural", name)
		}
		ask.Layers = append(ask.Layers, memory.Layer(name))
	}
	if in.TopK != nil {
		if *in.TopK < 1 || *in.TopK > 1000 {
			return ask, invalid("top_k", "top_k must be from 1 to 1000")
		}
		ask.TopK = *in.TopK
	}
	if in.BudgetTokens != nil {
		if *in.BudgetTokens < 1 || *in.BudgetTokens > 1_000_000 {
			return ask, invalid("budget_tokens", "budget_tokens must be from 1 to 1000000")
		}
		ask.Budget = *in.BudgetTokens
	}
	for name, w := range in.Weights {
		if !slices.Contains(memory.WeightNames(), name) {
			return ask, invalid("weights", "weight %q is unknown: %s", name, strings.Join(memory.WeightNames(), ", "))
		}
		if w < 0 || w > memory.MostWeight(name) {
			return ask, invalid("weights", "weight %q must be from 0 to %g", name, memory.MostWeight(name))
		}
	}
	ask.Weights = in.Weights
	if f := in.Floor; f != nil && (*f < 0 || *f > 1) {
		return ask, invalid("floor", "floor must be from 0 to 1")
	}
	ask.Floor = in.Floor
	for i, m := range in.Messages {
		role, err := m.role(i)
		if err != nil {
			return ask, err
		}
		turn := memory.Turn{ID: m.ID, Role: role, Name: m.Name, Text: string(m.Content), Seq: i}
		if m.CreatedAt != nil {
			turn.At = m.CreatedAt.UTC()
		}
		ask.Turns = append(ask.Turns, turn)
	}
	if ask.Query == "" && len(ask.Turns) == 0 {
		return ask, missing("query", "query is missing, and there are no messages to take it from")
	}
	return ask, nil
}

func milliseconds(d time.Duration) float64 {
	return float64(d.Microseconds()) / 1000
}
