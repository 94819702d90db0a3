package memory

import (
	"math"
	"slices"
	"time"
)

// Weights are those of the parts of a rank.
type Weights struct {
	Similarity float32       // how well it fits, against the best
	Recency    float32       // how fresh it is: events fade, stable facts do not
	Task       float32       // overlap with what the session is about
	Source     float32       // who vouches for it
	HalfLife   time.Duration // of an event's freshness

	Episodic   float32 // factors by layer
	Semantic   float32
	Procedural float32
	Lifted     float32 // lift for reflections and prohibitions
	Relation   float32 // how far the evolving weight of a relation moves a record, up and down
	Superseded float32 // share left to what is believed no more, when the past is asked for
	Newer      float32 // likeness from which the newer of two goes before the older, 0..1; above 1: never
	Rival      float32 // share of the older's score that the newer needs for that
	Again      float32 // share of its score that a further piece of one message keeps
	Same       float32 // likeness from which one of two is enough, 0..1
}

// DefaultWeights returns the tuned weights.
func DefaultWeights() Weights {
	return Weights{
		Similarity: 0.9, Recency: 0.06, Task: 0.02, Source: 0.02, HalfLife: 7 * 24 * time.Hour,
		Episodic: 1, Semantic: 1, Procedural: 1,
		Lifted: 0.1, Relation: 0.3, Superseded: 0.6, Newer: 0.9, Rival: 0.75, Again: 0.8, Same: 0.97,
	}
}

// TagActs marks a field of the user's profile that is sure enough to act: it steers
// what is given, and not only answers when it is asked for.
const TagActs = "acts"

// TagReflection marks a record that was concluded from many others.
const TagReflection = "reflection"

// TagWritten marks what the assistant wrote for somebody: a letter, a translation, a story. Who
// speaks in it is not the user.
const TagWritten = "written"

// rankedHit is a candidate with its final score.
type rankedHit struct {
	Hit
	at   int32 // place among the candidates
	twin int32 // place of the candidate it resembles, -1: none
	like float32

	evidence float32 // what speaks for it, 0..1; see gate
}

// ranking is what a rank is made in: candidates are put in order by their scores alone, and
// become hits when they stand.
type ranking struct {
	order  []placed
	scores []Scores // by place among the candidates
}

// placed is a candidate's score with its place among the candidates.
type placed struct {
	score float64
	at    int32
}

// byScore puts the better first, of equals the one that stood before.
func byScore(a, b placed) int {
	switch {
	case a.score > b.score:
		return -1
	case a.score < b.score:
		return 1
	}
	return int(a.at - b.at)
}

// rank gives every candidate its final score, best first. now is the moment to judge from:
// that of the question, or the one it asks to be put back to; running says that the question
// goes on in a conversation.
func (r *ranking) rank(dst []rankedHit, candidates []Candidate, q *Question, w *Weights, now time.Time, running bool) []rankedHit {
	top := float32(0)
	latest := time.Time{}
	for i := range candidates {
		c := &candidates[i]
		top = max(top, c.Score)
		if c.Record.Layer == Episodic {
			if t := timeOf(c.Record); t.After(latest) && !t.After(now) {
				latest = t
			}
		}
	}
	// Age is counted from the latest event found: after a pause of months, what was said last
	// is still what was said last.
	now = latest
	if top <= 0 {
		return dst
	}
	trust := float64(trustIn(candidates, q))
	half := w.HalfLife
	if q.Past || !q.From.IsZero() || running {
		half = 0 // what is asked for, or what a conversation brings to mind, is not what is fresh
	}
	r.order, r.scores = r.order[:0], r.scores[:0]
	for i := range candidates {
		c := &candidates[i]
		s := Scores{
			Similarity: float64(c.Score / top),
			Recency:    recency(c.Record, now, half),
			Task:       float64(c.Task),
			Source:     c.Record.Source.Authority(),
		}
		score := float64(w.Similarity)*s.Similarity + float64(w.Recency)*s.Recency*s.Similarity + float64(w.Task)*s.Task + float64(w.Source)*s.Source
		score *= trust * steer(c.Record, q, w)
		r.order, r.scores = append(r.order, placed{score, int32(i)}), append(r.scores, s)
	}
	slices.SortFunc(r.order, byScore)
	if w.Again < 1 && spread(r.order, candidates, w.Again) {
		slices.SortFunc(r.order, byScore)
	}
	dst = slices.Grow(dst, len(r.order))
	for _, o := range r.order {
		c := &candidates[o.at]
		dst = append(dst, rankedHit{Hit: Hit{Record: c.Record, Score: o.score, Scores: r.scores[o.at], Over: c.Over, By: c.By}, at: o.at, twin: c.Twin, like: c.Like})
	}
	return dst
}

// spread lowers the further pieces of a message behind its best one, each more than the one
// before: two messages tell more than two pieces of one. It reports whether there were any.
func spread(order []placed, candidates []Candidate, again float32) bool {
	const reach = 48 // further down nothing fits a block any more
	var ahead [reach]*Record
	lowered, n := false, 0
	for i := range order[:min(len(order), reach)] {
		r := candidates[order[i].at].Record
		if r.Layer != Episodic || len(r.Sources) == 0 {
			continue
		}
		factor := 1.0
		for _, o := range ahead[:n] {
			if o.Seq == r.Seq && o.SessionID == r.SessionID && o.Sources[0].MessageID == r.Sources[0].MessageID {
				factor *= float64(again)
			}
		}
		ahead[n] = r
		n++
		if factor < 1 {
			order[i].score *= factor
			lowered = true
		}
	}
	return lowered
}

// trustIn says how far the best candidates can be an answer at all, 0..1: how much of the
// question's words, or of its meaning, one of them holds; less where others than the one who is
// named in the question said what fits it better. The rank alone cannot tell: the best of what
// has nothing to do with a question is still the best.
func trustIn(candidates []Candidate, q *Question) float32 {
	if q.Intent == IntentOverview {
		return 1
	}
	var fit, his, others float32
	named := false
	for i := range candidates {
		c := &candidates[i]
		fit = max(fit, min(c.Keyword, 1)+c.Vector, c.Graph)
		if c.Traits&Orders != 0 && q.Help || c.hasTheme(q) {
			fit = max(fit, 0.5) // a standing order needs no likeness, nor does a fact of the field
		}
		if c.Speaker {
			named = true
			his = max(his, c.Keyword)
		} else {
			others = max(others, c.Keyword)
		}
	}
	fit = min(fit, 1)
	if named && others > his {
		fit *= max(0, 1-(others-his))
	}
	return fit
}

// steer is the factor by which what a record is, rather than what it says, moves it.
func steer(r *Record, q *Question, w *Weights) float64 {
	f := float64(q.Opens(r.Layer)) * float64(w.layer(r.Layer))
	if r.Kind == KindProhibition || r.Tagged(TagReflection) {
		f *= 1 + float64(w.Lifted)
	}
	if q.Help && r.Tagged(TagActs) {
		f *= 1 + float64(w.Lifted)
	}
	if r.Weight > 0 {
		f *= 1 + float64(w.Relation)*(2*min(r.Weight, 1)-1)
	}
	if r.Status == Superseded || r.Status == Expired || r.Status == Archived {
		f *= float64(w.Superseded)
	}
	if r.Review {
		f *= 0.9 // a state past its time: below what is current
	}
	return f
}

// layer is the factor of a layer.
func (w *Weights) layer(l Layer) float32 {
	switch l {
	case Episodic:
		return w.Episodic
	case Semantic:
		return w.Semantic
	case Procedural:
		return w.Procedural
	}
	return 1
}

// recency is 1 for what is fresh at the time asked from and halves with each half-life; a
// stable fact does not age, and without a half-life nothing does.
func recency(r *Record, now time.Time, half time.Duration) float64 {
	if r.Layer != Episodic || half <= 0 {
		return 1
	}
	age := now.Sub(timeOf(r))
	if age <= 0 {
		return 1
	}
	return math.Exp2(-float64(age) / float64(half))
}

// routes are all lists of routes, by a bit each for keyword, vector and graph. Hits share them.
type routes [8][]Route

func newRoutes() *routes {
	all := new(routes)
	for n := range all {
		for bit, route := range [...]Route{Keyword, Vector, Graph} {
			if n&(1<<bit) != 0 {
				all[n] = append(all[n], route)
			}
		}
	}
	return all
}

// of returns the ways by which a candidate was found.
func (all *routes) of(c *Candidate) []Route {
	const near = 0.3 // a weaker similarity found nothing
	n := 0
	if c.Keyword > 0 {
		n |= 1
	}
	if c.Vector >= near || c.Keyword <= 0 && c.Graph <= 0 {
		n |= 2
	}
	if c.Graph > 0 {
		n |= 4
	}
	return all[n]
}

// settle puts what holds now before what it took the place of, and drops what says the same
// as a better hit. It returns the hits that stay, in order, and appends the others to dropped.
// places has room for every candidate.
func settle(hits []rankedHit, places []int32, w *Weights, dropped []Drop) ([]rankedHit, []Drop) {
	for i := range places {
		places[i] = -1
	}
	kept := hits[:0]
	for _, h := range hits {
		to := len(kept)
		if h.twin >= 0 && places[h.twin] >= 0 {
			other := &kept[places[h.twin]]
			if h.like >= w.Same && alikeInLength(h.Record.Text, other.Record.Text) && !Differ(h.Record.Text, other.Record.Text) {
				dropped = append(dropped, Drop{h.Record.ID, "diversity", h.Score})
				continue
			}
			if h.like >= w.Newer && h.Score >= float64(w.Rival)*other.Score && succeeds(h.Record, other.Record) {
				to = int(places[h.twin])
				h.Score = other.Score
			}
		}
		kept = slices.Insert(kept, to, h)
		for i := to; i < len(kept); i++ {
			places[kept[i].at] = int32(i)
		}
	}
	return kept, dropped
}

// alikeInLength spares the comparison of texts of which one says more than the other.
func alikeInLength(a, b string) bool { return 5*min(len(a), len(b)) >= 4*max(len(a), len(b)) }

// succeeds reports whether a was said or became true later than b, by the same one.
func succeeds(a, b *Record) bool {
	if a.Layer != b.Layer || !sameSpeaker(a, b) {
		return false
	}
	return timeOf(a).After(timeOf(b))
}

func sameSpeaker(a, b *Record) bool {
	if len(a.Event.Participants) == 0 || len(b.Event.Participants) == 0 {
		return len(a.Event.Participants) == len(b.Event.Participants)
	}
	return a.Event.Participants[0] == b.Event.Participants[0]
}

func timeOf(r *Record) time.Time {
	switch {
	case !r.Event.Time.IsZero():
		return r.Event.Time
	case !r.Constraint.ValidFrom.IsZero():
		return r.Constraint.ValidFrom
	}
	return r.Created
}

// Standing is how much a record says about its owner by itself, whatever is asked: what an
// overview is made of. 0..1; facts before habits before what happened, of that the latest.
func Standing(r *Record, now time.Time) float32 {
	switch r.Layer {
	case Semantic:
		base := 0.7
		switch r.Kind {
		case KindIdentity, KindProhibition:
			base = 0.9
		case KindRelation, KindPreference, KindState:
			base = 0.8
		case KindTemporary, KindNeed, KindTask:
			base = 0.5
		}
		if r.Weight > 0 {
			base += 0.1 * float64(min(r.Weight, 1))
		}
		return float32(base * (0.5 + 0.5*r.Confidence))
	case Procedural:
		if r.Owner.Level == LevelUser {
			return 0.6
		}
		return 0.2
	}
	if r.Tagged(TagReflection) {
		return 0.75
	}
	if r.Source == AIInference {
		return 0.05
	}
	return float32(0.1 + 0.3*recency(r, now, 30*24*time.Hour))
}
