package memory

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
	"unicode/utf8"
)

// RecallOptions are the settings of recall.
type RecallOptions struct {
	Mix        Mix
	Weights    Weights
	Pool       int     // least candidates asked of each partition
	Turns      int     // last turns of the running conversation that take part in the question
	Confidence float64 // least confidence of a fact
	Floor      float64 // evidence that an answer needs, 0..1: 0 lets everything through, 1 little more than exact matches
	Drops      int     // dropped candidates that are named
}

// DefaultRecallOptions returns the tuned defaults.
func DefaultRecallOptions() RecallOptions {
	return RecallOptions{
		Mix: DefaultMix(), Weights: DefaultWeights(),
		Pool: 32, Turns: 8, Confidence: 0.6, Floor: 0.54, Drops: 20,
	}
}

// Recall is the pipeline from a question to what answers it: read, probe every partition that
// may be read, rank, settle, cut at the floor. It keeps nothing between two questions.
type Recall struct {
	index   Index
	merger  merger // the index, where it knows merges; else nil
	options RecallOptions
	routes  *routes

	contexts *contexts
	kinds    *kinds
	held     *possessions
	pool     sync.Pool
}

// NewRecall returns the pipeline over an index.
func NewRecall(index Index, options RecallOptions) (*Recall, error) {
	if index == nil {
		return nil, errors.New("memory: recall needs an index")
	}
	if options.Pool <= 0 || options.Turns < 0 || options.Drops < 0 || options.Confidence < 0 || options.Confidence > 1 {
		return nil, errors.New("memory: recall options out of range")
	}
	r := &Recall{index: index, options: options, routes: newRoutes(), contexts: newContexts(), kinds: newKinds(), held: newPossessions()}
	r.merger, _ = index.(merger)
	r.pool.New = func() any { return new(workspace) }
	return r, nil
}

// workspace is what one recall needs; it is pooled.
type workspace struct {
	found Found
	rank  ranking
	hits  []rankedHit
	mix   Mix

	places []int32
	drops  []Drop
	words  []Term   // of the question
	said   []string // before it

	members []Term // of classes that it asks for
}

// Recall implements Recaller. Nothing relevant is no error: the result is empty and says why.
func (r *Recall) Recall(ctx context.Context, q Query) (Result, error) {
	now := q.Now
	if !q.AsOf.IsZero() {
		now = q.AsOf
	}
	question := ReadQuestion(q.Text, now, q.Zone)
	r.meant(ctx, &q, &question)
	question.Turns = r.held.turnsAsked(&question, q.Text)
	thing := r.held.thingAsked(&question, q.Text)
	if thing != "" {
		question.Themes |= ThemeThing
	}
	result := Result{Intent: question.Intent, Degraded: q.Degraded}
	if question.Intent == IntentSmallTalk {
		result.Reason = "trivial"
		return result, nil
	}
	if len(q.Turns) > 0 {
		if text := Fold(q.Text); standsAlone(text) || goesOnWithWork(text, q.Turns) {
			q.Turns = nil // what was said before brings nothing of him to mind
		}
	}
	w := r.pool.Get().(*workspace)
	defer func() {
		clear(w.found.Words)
		clear(w.found.Candidates) // nothing forgotten lives on in the pool
		clear(w.hits)
		clear(w.said)
		r.pool.Put(w)
	}()
	weights := r.options.Weights
	w.mix = r.options.Mix
	override(&w.mix, &weights, q.Weights)
	w.found.Candidates, w.found.Words = w.found.Candidates[:0], w.found.Words[:0]
	w.found.Degraded, w.found.Tally, w.found.Refused = false, Tally{}, w.found.Refused[:0]
	w.said = appendSaid(w.said[:0], q.Turns, r.options.Turns)
	w.words = AppendTerms(w.words[:0], q.Text)
	w.members = r.kinds.appendMembers(w.members[:0], &question, q.Text, w.words)
	p := Probe{
		Text: q.Text, Terms: w.words, Context: w.said, Question: &question,
		From: question.From, Until: question.Until,
		Sieve: Sieve{Layers: q.Layers, Past: question.Past, Confidence: r.options.Confidence, Project: q.Project, Now: q.Now, AsOf: q.AsOf},
		Mix:   &w.mix, Limit: r.pooled(&q, &question), Degraded: q.Degraded, NoStore: q.NoStore, Members: w.members,
	}
	for i, owner := range q.Owners {
		p.Owner, p.Revision = owner, q.revision(i)
		if err := r.index.Probe(ctx, &p, &w.found); err != nil {
			return Result{}, err
		}
	}
	result.Degraded = result.Degraded || w.found.Degraded
	if result.Tally = w.found.Tally; result.Tally.Records > 0 {
		result.Tally.Of = question.Counted
		if tellsNumber(w.found.Candidates, question.Counted) {
			result.Tally = Tally{} // how often it was told is not how many there are
		}
	}
	w.hits = w.rank.rank(w.hits[:0], w.found.Candidates, &question, &weights, now, len(p.Context) > 0)
	w.places = slices.Grow(w.places[:0], len(w.found.Candidates))[:len(w.found.Candidates)]
	floor := q.Floor
	if floor < 0 {
		floor = r.options.Floor
	}
	if w.found.Degraded {
		floor *= blindShare
	}
	g := newGate(q.Text, q.Turns, &question, floor, w.words)
	g.held, g.holding = r.held, r.held.asked(&question, q.Text)
	hits, dropped := r.contexts.exclude(w.hits, q.Text, &question, w.drops[:0])
	hits, dropped = g.sift(hits, &w.found, dropped)
	hits, dropped = settle(hits, w.places, &weights, dropped)
	newerFirst(hits, &question, w.words)
	hits, dropped = cover(hits, now, &question, w.words, dropped)
	hits, dropped = r.held.hold(hits, g.holding, g.shares, func(h rankedHit) bool { return g.turnsTo(&w.found.Candidates[h.at]) }, dropped)
	hits, dropped = r.held.turn(hits, w.found.Candidates, &g, dropped)
	hits, dropped = r.held.things(hits, w.found.Candidates, thing, &g, dropped)
	harmsFirst(hits, w.found.Candidates, &question)
	result.Hits, w.drops = cut(hits, w.found.Candidates, dropped, q.Limit, r.routes)
	if !q.AsOf.IsZero() {
		for i := range result.Hits {
			if h := &result.Hits[i]; len(h.Record.Called) > 0 {
				then := h.Record.NamedAt(q.AsOf)
				h.Record = &then
			}
		}
	}
	result.Dropped = slices.Concat(w.found.Refused, bestDrops(w.drops, r.options.Drops))
	if len(result.Hits) == 0 {
		result.Reason = "nothing"
		if len(w.drops) > 0 {
			result.Reason = "floor"
		}
	}
	return result, nil
}

// pooled is how many candidates each partition is asked for: more than twice as many as hits are
// wanted, since the best of what is looked at closely are not the first.
func (r *Recall) pooled(q *Query, question *Question) int {
	if question.Intent == IntentOverview {
		return max(2*r.options.Pool, 2*q.Limit+q.Limit/4) // no question chooses from it
	}
	return max(r.options.Pool, 2*q.Limit+q.Limit/4)
}

// merger is an index that knows the merges of entities among an owner's records.
type merger interface {
	Merges(ctx context.Context, owner Owner, revision *int64) ([]*Record, error)
}

// meant adds to a question the names by which memory knows the entities that it names
// otherwise.
func (r *Recall) meant(ctx context.Context, q *Query, question *Question) {
	var names Dictionary
	if q.Names != nil {
		names = q.Names.With()
	}
	if r.merger != nil {
		for i, owner := range q.Owners {
			merges, _ := r.merger.Merges(ctx, owner, q.revision(i)) // an index that fails says so when it is probed
			for _, m := range merges {
				names.LearnOne(m, q.AsOf)
			}
		}
	}
	if names.Empty() {
		return
	}
	for _, name := range names.Mentioned(q.Text) {
		q.Text += " " + name
	}
	if question.Counted == "" {
		return
	}
	for _, name := range names.Mentioned(question.Counted) {
		question.Counted = names.Replace(question.Counted, name)
	}
}

// Warm reports whether a question would be answered from memory alone, so that no caller need
// fear to wait for it. It notes the revisions it asked truth for.
func (r *Recall) Warm(ctx context.Context, q *Query) bool {
	index, ok := r.index.(interface {
		Warm(ctx context.Context, owner Owner) (revision int64, warm bool)
	})
	if !ok {
		return false
	}
	revisions := make([]int64, len(q.Owners))
	for i, owner := range q.Owners {
		if revisions[i], ok = index.Warm(ctx, owner); !ok {
			return false
		}
	}
	q.Revisions = revisions
	return true
}

// revision returns an owner's revision where truth was just asked for it, else nil.
func (q *Query) revision(of int) *int64 {
	if len(q.Revisions) != len(q.Owners) {
		return nil
	}
	return &q.Revisions[of]
}

// contextBytes is what one turn of the running conversation gives to the question at most: what
// it is about stands at its beginning, and a page of an answer would outweigh all the others.
const contextBytes = 600

// appendSaid appends the beginnings of the last turns of the running conversation.
func appendSaid(dst []string, turns []Turn, last int) []string {
	for i := max(0, len(turns)-last); i < len(turns); i++ {
		if text := beginning(turns[i].Text, contextBytes); text != "" {
			dst = append(dst, text)
		}
	}
	return dst
}

// beginning returns at most n bytes of a text, whole characters.
func beginning(text string, n int) string {
	if len(text) <= n {
		return text
	}
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// mostForced bounds the hits that are kept beside those that answer.
const mostForced = 24

// cut keeps at most limit hits, of which a quarter is held for those that come behind, and beside
// them what is in force whatever is asked; the others are appended to dropped.
func cut(hits []rankedHit, candidates []Candidate, dropped []Drop, limit int, routes *routes) ([]Hit, []Drop) {
	limit = max(limit, 0)
	behind, forced := 0, 0
	for i := range hits {
		switch h := &hits[i]; {
		case h.Force:
			forced++
		case h.Aside:
			behind++
		}
	}
	behind = min(behind, (limit+3)/4)
	kept, counted := make([]Hit, 0, min(len(hits), limit+min(forced, mostForced))), 0
	forced = 0
	for _, second := range [...]bool{false, true} {
		room := limit - behind
		if second {
			room = min(limit, counted+behind)
		}
		for i := range hits {
			h := &hits[i]
			switch {
			case h.Aside != second:
				continue
			case h.Force && forced < min(mostForced, limit):
				forced++
			case counted >= room:
				dropped = append(dropped, Drop{h.Record.ID, "limit", h.Score})
				continue
			default:
				counted++
			}
			h.Routes = routes.of(&candidates[h.at])
			kept = append(kept, h.Hit)
		}
	}
	return kept, dropped
}

// harmsFirst moves what would do harm before all else: whatever answers the question is no good
// without it.
func harmsFirst(hits []rankedHit, candidates []Candidate, q *Question) {
	if q.Harms == 0 || len(hits) == 0 {
		return
	}
	to, top := 0, hits[0].Score
	for i := range hits {
		h := hits[i]
		if !h.Force || candidates[h.at].Themes.harms()&q.Harms == 0 {
			continue
		}
		h.Score = max(h.Score, top)
		copy(hits[to+1:i+1], hits[to:i])
		hits[to] = h
		to++
	}
}

// bestDrops returns the n best, best first and of equals the one that stood before. It takes the
// place of the others for them.
func bestDrops(dropped []Drop, n int) []Drop {
	n = min(n, len(dropped))
	for i := range dropped {
		x := dropped[i]
		to := min(i, n)
		if to == n && (n == 0 || x.Score <= dropped[n-1].Score) {
			continue
		}
		to = min(to, n-1)
		for ; to > 0 && dropped[to-1].Score < x.Score; to-- {
			dropped[to] = dropped[to-1]
		}
		dropped[to] = x
	}
	return dropped[:n]
}

// override applies a tenant's weights by name; names it does not know are the policy's to
// refuse.
func override(m *Mix, w *Weights, by map[string]float64) {
	for name, value := range by {
		v := float32(value)
		switch name {
		case "keyword":
			m.Keyword = v
		case "vector":
			m.Vector = v
		case "graph":
			m.Graph = v
		case "context":
			m.Context = v
		case "neighbour":
			m.Neighbour = v
		case "session":
			m.Session = v
		case "similarity":
			w.Similarity = v
		case "recency":
			w.Recency = v
		case "task":
			w.Task = v
		case "source":
			w.Source = v
		case "episodic":
			w.Episodic = v
		case "semantic":
			w.Semantic = v
		case "procedural":
			w.Procedural = v
		case "half_life_days":
			w.HalfLife = time.Duration(value * float64(24*time.Hour))
		}
	}
}

// WeightNames returns the names of the weights that a tenant may set.
func WeightNames() []string {
	return []string{"keyword", "vector", "graph", "context", "neighbour", "session", "similarity", "recency", "task", "source",
		"episodic", "semantic", "procedural", "half_life_days"}
}

// MostWeight returns the highest value that a weight may be given.
func MostWeight(name string) float64 {
	if name == "half_life_days" {
		return 3650
	}
	return 10
}
