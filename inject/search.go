package inject

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/policy"
)

// Search is a question asked through the admin API or the command line. It goes
// the way of a request, and its answer is what the proxy would inject.
type Search struct {
	Ruling  policy.Ruling // whose memory; its budget and top-k are not limits here
	Query   string        // empty: the last user turn
	Turns   []memory.Turn // the running conversation
	Session string
	TopK    int    // 0: the tenant's
	Budget  int    // tokens of the block; 0: the tenant's
	Model   string // whose tokenizer counts; empty: that of today's models, o200k
	Layers  []memory.Layer
	AsOf    time.Time
	Explain bool
	Weights map[string]float64 // in place of the tenant's, one by one; see memory.WeightNames
	Floor   *float64           // in place of the tenant's
}

// Found is the answer to a Search.
type Found struct {
	Hits     []memory.Hit
	Costs    []int // tokens of each hit's line, in the order of Hits
	Dropped  []memory.Drop
	Block    string
	Tokens   int // of the whole block
	Took     time.Duration
	Degraded bool
	Reason   string
}

// Search asks memory and renders what the proxy would inject: the same query, the same
// packing, the same block. It does not change what any running conversation is given. An
// error means that memory could not be asked.
func (in *Injector) Search(ctx context.Context, s Search) (Found, error) {
	start := time.Now()
	now := in.parts.Clock()
	text, turns := s.Query, s.Turns
	if text == "" {
		text, turns = lastUserTurn(turns)
	}
	question, human := in.question(text)
	if !human || question == "" {
		return Found{Reason: "no-question", Took: time.Since(start)}, nil
	}
	limits := in.searchLimits(&s)
	asOf := s.AsOf
	if asOf.IsZero() {
		asOf = s.Ruling.AsOf
	}
	r := s.Ruling
	r.AsOf = asOf
	q := in.query(&r, question, in.lastTurns(turns), s.Session, limits.topK, now)
	q.Weights, q.Floor = s.tried(q.Weights, q.Floor)
	q.Layers = searchable(s.Layers)
	if len(s.Layers) > 0 && len(q.Layers) == 0 {
		return Found{Reason: "nothing", Took: time.Since(start)}, nil
	}
	result, err := in.parts.Recaller.Recall(ctx, q)
	if err != nil {
		return Found{}, fmt.Errorf("recall: %w", err)
	}
	hits, silenced := unsilenced(result.Hits, r.Silenced)
	long := 0
	for i := range turns {
		long += len(turns[i].Text)
	}
	hits, spoken := in.unspoken(hits, len(turns), long, func(i int, _ *[]byte) string { return turns[i].Text })
	show := look{lang: languageOf(question), asked: question, zone: r.Zone, at: judged(asOf, now)}
	if result.Reason != "trivial" && (len(q.Layers) == 0 || slices.Contains(q.Layers, memory.Procedural)) {
		hits = withRules(in.procedures(&r, question, show.lang), hits)
	}
	show.tally = tallyOf(&result, silenced)
	b := pack(hits, section{}, limits, show)
	found := Found{
		Hits:     b.hits,
		Costs:    b.costs,
		Dropped:  slices.Concat(b.dropped, silenced, spoken, result.Dropped),
		Block:    b.text,
		Tokens:   b.tokens,
		Degraded: result.Degraded,
		Reason:   result.Reason,
		Took:     time.Since(start),
	}
	if b.text == "" {
		found.Reason = emptyReason(&result, hits, len(spoken), limits)
	}
	return found, nil
}

// tried returns the weights and the floor of a search: those of its own over the tenant's.
func (s *Search) tried(weights map[string]float64, floor float64) (map[string]float64, float64) {
	if s.Floor != nil {
		floor = *s.Floor
	}
	if len(s.Weights) == 0 {
		return weights, floor
	}
	merged := make(map[string]float64, len(weights)+len(s.Weights))
	maps.Copy(merged, weights)
	maps.Copy(merged, s.Weights)
	return merged, floor
}

// searchLimits returns the limits of a search: the tenant's, or what is asked for, upward
// too. There is no prompt to leave room for.
func (in *Injector) searchLimits(s *Search) bounds {
	b := bounds{tokens: defaultBudget, topK: defaultTopK, enc: budget.O200K}
	if s.Model != "" {
		b.enc = in.models.Encoding(s.Model)
	}
	if t := s.Ruling.Settings; t != nil {
		b.tokens, b.topK = t.BudgetTokens, t.TopK
	}
	if s.Budget > 0 {
		b.tokens = s.Budget
	}
	if s.TopK > 0 {
		b.topK = s.TopK
	}
	return b
}

// lastUserTurn returns the text of the last user turn and the turns before it.
func lastUserTurn(turns []memory.Turn) (string, []memory.Turn) {
	for i := len(turns) - 1; i >= 0; i-- {
		if turns[i].Role == memory.RoleUser {
			return turns[i].Text, turns[:i]
		}
	}
	return "", nil
}

// lastTurns returns the turns that recall may look at, each cut.
func (in *Injector) lastTurns(turns []memory.Turn) []memory.Turn {
	var out []memory.Turn
	for i := len(turns) - 1; i >= 0 && len(out) < in.opts.HistoryTurns; i-- {
		t := turns[i]
		if t.Role != memory.RoleUser && t.Role != memory.RoleAssistant || t.Text == "" {
			continue
		}
		t.Text = cutBytes(memory.StripBlock(t.Text), in.opts.HistoryBytes)
		out = append(out, t)
	}
	slices.Reverse(out)
	return out
}

// searchable leaves out the layer that is never searched.
func searchable(layers []memory.Layer) []memory.Layer {
	var kept []memory.Layer
	for _, layer := range layers {
		if layer != memory.Working {
			kept = append(kept, layer)
		}
	}
	return kept
}
