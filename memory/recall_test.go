package memory

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// listed is an index that answers with what it was given, filtered as an index must.
type listed struct {
	candidates []Candidate
	probes     []Probe
	err        error
	weighs     bool // it says what the words of the question weigh
}

func (l *listed) Probe(_ context.Context, p *Probe, found *Found) error {
	kept := *p
	kept.Context = slices.Clone(p.Context)
	l.probes = append(l.probes, kept)
	for _, c := range l.candidates {
		if ok, _ := p.Sieve.Keep(c.Record); ok {
			found.Candidates = append(found.Candidates, c)
		}
	}
	for _, t := range AppendTerms(nil, p.Text) {
		named := slices.ContainsFunc(l.candidates, func(c Candidate) bool {
			return slices.ContainsFunc(c.Record.Event.Participants, func(name string) bool { return slices.Contains(AppendTerms(nil, name), t) })
		})
		if l.weighs && !named {
			found.Words = append(found.Words, Weighed{Term: t, Weight: 3})
		}
	}
	return l.err
}

var noon = time.Date(2026, 5, 20, 12, 0, 0, 0, time.UTC)

func uttered(id string, daysAgo int, text string) *Record {
	at := noon.AddDate(0, 0, -daysAgo)
	return &Record{ID: id, Layer: Episodic, Text: text, Status: Current, Source: UserDirect, Confidence: 0.9,
		Created: at, Event: Event{Time: at, Participants: []string{"user"}}}
}

func candidate(r *Record, score float32) Candidate {
	return Candidate{Record: r, Traits: TraitsOf(r, AppendTerms(nil, r.Text)), Score: score, Keyword: score, Vector: score, Twin: -1}
}

func recalled(t *testing.T, l *listed, q Query) ([]string, Result) {
	t.Helper()
	r, err := NewRecall(l, DefaultRecallOptions())
	if err != nil {
		t.Fatal(err)
	}
	if q.Text == "" {
		q.Text = "Which harbour is nearest?"
	}
	if q.Limit == 0 {
		q.Limit = 10
	}
	if q.Now.IsZero() {
		q.Now = noon
	}
	if len(q.Owners) == 0 {
		q.Owners = []Owner{UserOwner("t", "r", "u")}
	}
	result, err := r.Recall(t.Context(), q)
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, h := range result.Hits {
		ids = append(ids, h.Record.ID)
	}
	return ids, result
}

func TestTrivialTurnsRecallNothing(t *testing.T) {
	l := &listed{candidates: []Candidate{candidate(uttered("a", 1, "x"), 1)}}
	for _, text := range []string{"thanks!", "好的谢谢", "ok"} {
		ids, result := recalled(t, l, Query{Text: text})
		if len(ids) != 0 || result.Reason != "trivial" || len(l.probes) != 0 {
			t.Errorf("%q recalled %v (%s) with %d probes", text, ids, result.Reason, len(l.probes))
		}
	}
}

func TestRecallOrdersByScoreAndCutsAtTheFloor(t *testing.T) {
	l := &listed{candidates: []Candidate{
		candidate(uttered("weak", 1, "c"), 0.02), candidate(uttered("good", 1, "a"), 0.9), candidate(uttered("fair", 1, "b"), 0.6),
	}}
	ids, result := recalled(t, l, Query{Floor: 0.3})
	if !slices.Equal(ids, []string{"good", "fair"}) {
		t.Errorf("recalled %v", ids)
	}
	if len(result.Dropped) != 1 || result.Dropped[0].ID != "weak" || result.Dropped[0].Reason != "floor" {
		t.Errorf("dropped %+v", result.Dropped)
	}
	if h := result.Hits[0]; h.Score <= 0 || h.Score > 1 || h.Scores.Similarity != 1 || len(h.Routes) != 2 {
		t.Errorf("the best hit explains itself as %+v", h)
	}
}

func TestLimitNamesWhatItLeavesOut(t *testing.T) {
	l := &listed{}
	for i := range 40 {
		l.candidates = append(l.candidates, candidate(uttered(fmt.Sprint(i), 1, fmt.Sprint("text ", i)), 1-float32(i)/100))
	}
	ids, result := recalled(t, l, Query{Limit: 3, Floor: 0.1})
	if !slices.Equal(ids, []string{"0", "1", "2"}) || len(result.Dropped) != 20 || result.Dropped[0] != (Drop{"3", "limit", result.Dropped[0].Score}) {
		t.Errorf("recalled %v, dropped %d, first %+v", ids, len(result.Dropped), result.Dropped[0])
	}
}

func TestFreshEventsGoFirstUnlessThePastIsAsked(t *testing.T) {
	l := &listed{candidates: []Candidate{candidate(uttered("old", 400, "a"), 0.8), candidate(uttered("new", 1, "b"), 0.79)}}
	if ids, _ := recalled(t, l, Query{}); ids[0] != "new" {
		t.Errorf("recalled %v", ids)
	}
	if ids, _ := recalled(t, l, Query{Text: "What did I say about the harbour?"}); ids[0] != "old" {
		t.Errorf("asked for the past, recalled %v", ids)
	}
}

// What a conversation brings to mind is what is like it, not what was said last.
func TestARunningConversationHeedsNoFreshness(t *testing.T) {
	l := &listed{candidates: []Candidate{candidate(uttered("old", 90, "The harbour of Lund is small"), 0.9), candidate(uttered("new", 1, "The harbour of Malmo is busy"), 0.88)}}
	if ids, _ := recalled(t, l, Query{}); ids[0] != "new" {
		t.Errorf("alone: %v", ids)
	}
	before := []Turn{{Role: RoleUser, Text: "We sail on Sunday."}, {Role: RoleAssistant, Text: "Lovely!"}}
	if ids, _ := recalled(t, l, Query{Text: "Is that harbour small?", Turns: before}); ids[0] != "old" {
		t.Errorf("in a conversation: %v", ids)
	}
}

func TestNewerOfTwoAlikeGoesFirst(t *testing.T) {
	old, fresh := uttered("old", 90, "The budget is 300 euros."), uttered("fresh", 2, "The budget is 450 euros.")
	l := &listed{candidates: []Candidate{candidate(old, 0.9), candidate(uttered("other", 5, "The harbour is far."), 0.85), candidate(fresh, 0.8)}}
	l.candidates[2].Twin, l.candidates[2].Like = 0, 0.95
	if ids, _ := recalled(t, l, Query{}); !slices.Equal(ids, []string{"fresh", "old", "other"}) {
		t.Errorf("recalled %v", ids)
	}
	l.candidates[2].Like = 0.3
	if ids, _ := recalled(t, l, Query{}); ids[0] != "old" {
		t.Errorf("what is not alike changed places: %v", ids)
	}
}

func TestNearDuplicatesDoNotBothTakeBudget(t *testing.T) {
	a, b, c := uttered("a", 3, "Likes the harbour café."), uttered("b", 2, "likes the harbour café!"), uttered("c", 1, "Likes the harbour café 2.")
	l := &listed{candidates: []Candidate{candidate(a, 0.9), candidate(b, 0.8), candidate(c, 0.7)}}
	l.candidates[1].Twin, l.candidates[1].Like = 0, 0.99
	l.candidates[2].Twin, l.candidates[2].Like = 0, 0.99
	ids, result := recalled(t, l, Query{})
	if slices.Contains(ids, "b") || !slices.Contains(ids, "c") {
		t.Errorf("recalled %v: b says the same as a, c differs in a number", ids)
	}
	if !slices.ContainsFunc(result.Dropped, func(d Drop) bool { return d.ID == "b" && d.Reason == "diversity" }) {
		t.Errorf("dropped %+v", result.Dropped)
	}
}

func TestWhatIsNoMoreBelievedComesOnlyWhenThePastIsAsked(t *testing.T) {
	was, is := uttered("was", 300, "Lives in Kiel."), uttered("is", 20, "Lives in Bremen.")
	was.Status, was.Ended, was.Layer, is.Layer = Superseded, noon.AddDate(0, 0, -20), Semantic, Semantic
	l := &listed{candidates: []Candidate{candidate(was, 0.9), candidate(is, 0.8)}}
	if ids, _ := recalled(t, l, Query{Text: "Where do I live?"}); !slices.Equal(ids, []string{"is"}) {
		t.Errorf("recalled %v", ids)
	}
	if ids, _ := recalled(t, l, Query{Text: "Where did I live before?"}); !slices.Equal(ids, []string{"is", "was"}) {
		t.Errorf("asked for the past, recalled %v: what holds goes first", ids)
	}
	if ids, _ := recalled(t, l, Query{Text: "Where do I live?", AsOf: noon.AddDate(0, 0, -100)}); !slices.Equal(ids, []string{"was"}) {
		t.Errorf("as of then, recalled %v", ids)
	}
}

func TestRelationWeightsAndProhibitionsSteer(t *testing.T) {
	plain, loved, scorned, banned := uttered("plain", 1, "a"), uttered("loved", 1, "b"), uttered("scorned", 1, "c"), uttered("banned", 1, "d")
	loved.Weight, scorned.Weight, banned.Kind = 0.99, 0.05, KindProhibition
	l := &listed{candidates: []Candidate{candidate(scorned, 0.72), candidate(plain, 0.71), candidate(banned, 0.7), candidate(loved, 0.69)}}
	if ids, _ := recalled(t, l, Query{}); !slices.Equal(ids, []string{"loved", "banned", "plain", "scorned"}) {
		t.Errorf("recalled %v", ids)
	}
}

func TestTenantsWeightsOverride(t *testing.T) {
	tool, direct := uttered("tool", 1, "a"), uttered("direct", 1, "b")
	tool.Source = Tool
	l := &listed{candidates: []Candidate{candidate(tool, 0.8), candidate(direct, 0.75)}}
	if ids, _ := recalled(t, l, Query{}); ids[0] != "tool" {
		t.Fatalf("recalled %v", ids)
	}
	if ids, _ := recalled(t, l, Query{Weights: map[string]float64{"source": 0.5}}); ids[0] != "direct" {
		t.Errorf("with more weight on sources, recalled %v", ids)
	}
	l.probes = nil
	recalled(t, l, Query{Weights: map[string]float64{"vector": 0}})
	if l.probes[0].Mix.Vector != 0 || l.probes[0].Mix.Keyword != DefaultMix().Keyword {
		t.Errorf("the index was probed with %+v", l.probes[0].Mix)
	}
	for _, name := range WeightNames() {
		m, w := Mix{}, Weights{}
		override(&m, &w, map[string]float64{name: 3})
		if m == (Mix{}) && w == (Weights{}) {
			t.Errorf("weight %q does nothing", name)
		}
	}
}

func TestLastTurnsTakePartInTheQuestion(t *testing.T) {
	l := &listed{}
	var turns []Turn
	for i := range 9 {
		turns = append(turns, Turn{Text: strconv.Itoa(i)})
	}
	turns[8].Text = strings.Repeat("八", contextBytes/3) + "nine"
	recalled(t, l, Query{Text: "Is it near?", Turns: turns})
	if got, want := l.probes[0].Context, []string{"1", "2", "3", "4", "5", "6", "7", strings.Repeat("八", contextBytes/3)}; !slices.Equal(got, want) {
		t.Errorf("context %q", got)
	}
	recalled(t, l, Query{Text: "Which harbour is nearest to Lund?", Turns: turns})
	if got := l.probes[1].Context; len(got) != 0 {
		t.Errorf("a question that is whole by itself was asked with %q", got)
	}
}

func TestABrokenIndexIsAnErrorNotAnEmptyMemory(t *testing.T) {
	r, err := NewRecall(&listed{err: errors.New("broken")}, DefaultRecallOptions())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.Recall(t.Context(), Query{Owners: []Owner{UserOwner("t", "r", "u")}, Text: "Where is it?", Now: noon}); err == nil {
		t.Error("the fault was swallowed")
	}
}

func TestSieve(t *testing.T) {
	f := func(name string, change func(*Record, *Sieve), want string) {
		t.Helper()
		r := uttered("a", 30, "x")
		s := Sieve{Confidence: 0.6, Now: noon}
		change(r, &s)
		if ok, reason := s.Keep(r); ok != (want == "") || reason != want {
			t.Errorf("%s: %v %q, want %q", name, ok, reason, want)
		}
	}
	f("plain", func(*Record, *Sieve) {}, "")
	f("working", func(r *Record, _ *Sieve) { r.Layer = Working }, "layer")
	f("other layer", func(_ *Record, s *Sieve) { s.Layers = []Layer{Semantic} }, "layer")
	f("weak fact", func(r *Record, _ *Sieve) { r.Layer, r.Confidence = Semantic, 0.5 }, "confidence")
	f("weak episode", func(r *Record, _ *Sieve) { r.Confidence = 0.5 }, "")
	f("quarantined", func(r *Record, s *Sieve) { r.Status, s.Past = Quarantined, true }, "quarantined")
	f("observed", func(r *Record, s *Sieve) { r.Status, s.Past = Observed, true }, "observed")
	f("over", func(r *Record, _ *Sieve) { r.Constraint.ValidUntil = noon.Add(-time.Hour) }, "validity")
	f("over, under review", func(r *Record, _ *Sieve) { r.Constraint.ValidUntil, r.Review = noon.Add(-time.Hour), true }, "")
	f("over, past asked", func(r *Record, s *Sieve) { r.Constraint.ValidUntil, s.Past = noon.Add(-time.Hour), true }, "")
	f("learnt later", func(_ *Record, s *Sieve) { s.AsOf = noon.AddDate(0, 0, -60) }, "as-of")
	f("believed then", func(r *Record, s *Sieve) {
		r.Status, r.Ended, s.AsOf = Superseded, noon.AddDate(0, 0, -5), noon.AddDate(0, 0, -10)
	}, "")
	f("given up by then", func(r *Record, s *Sieve) {
		r.Status, r.Ended, s.AsOf = Superseded, noon.AddDate(0, 0, -15), noon.AddDate(0, 0, -10)
	}, "as-of")
	f("another project", func(r *Record, s *Sieve) { r.Constraint.Project, s.Project = "a", "b" }, "project")
}

func TestWhatHasNothingToDoWithTheQuestionIsNotInjected(t *testing.T) {
	far := candidate(uttered("far", 1, "a"), 0.3) // the best there is, and still no answer
	far.Keyword, far.Vector = 0, 0.08
	if ids, result := recalled(t, &listed{candidates: []Candidate{far}}, Query{Floor: -1}); len(ids) != 0 || result.Reason != "floor" {
		t.Errorf("recalled %v (%s)", ids, result.Reason)
	}
	// Somebody else said what fits: that is no answer about the one who is named.
	his, hers := candidate(uttered("his", 1, "b"), 0.5), candidate(uttered("hers", 1, "c"), 0.9)
	his.Speaker, his.Keyword, his.Vector, hers.Keyword = true, 0.1, 0.1, 1
	_, mixed := recalled(t, &listed{candidates: []Candidate{his, hers}}, Query{})
	hers.Speaker, his.Speaker = true, false
	_, right := recalled(t, &listed{candidates: []Candidate{his, hers}}, Query{})
	if len(right.Hits) == 0 || len(mixed.Hits) > 0 && mixed.Hits[0].Score >= 0.5*right.Hits[0].Score {
		t.Errorf("scores %v and %v", mixed.Hits, right.Hits)
	}
}

func TestWeightsOfATenantReachEveryPart(t *testing.T) {
	fact := &Record{ID: "fact", Layer: Semantic, Text: "b", Status: Current, Source: UserDirect, Confidence: 0.9, Created: noon}
	l := &listed{candidates: []Candidate{candidate(uttered("event", 1, "a"), 0.9), candidate(fact, 0.8)}}
	if ids, _ := recalled(t, l, Query{}); ids[0] != "event" {
		t.Errorf("recalled %v", ids)
	}
	if ids, _ := recalled(t, l, Query{Weights: map[string]float64{"episodic": 0.5}}); ids[0] != "fact" {
		t.Errorf("episodes weigh half, recalled %v", ids)
	}
	mix, weights := DefaultMix(), DefaultWeights()
	for _, name := range WeightNames() {
		before, beforeWeights := mix, weights
		override(&mix, &weights, map[string]float64{name: 3.25})
		if mix == before && weights == beforeWeights {
			t.Errorf("weight %q moves nothing", name)
		}
	}
}

func TestTheBestOfWhatWasDroppedAreNamed(t *testing.T) {
	r := rand.New(rand.NewPCG(41, 42))
	for try := range 300 {
		list := make([]Drop, r.IntN(40))
		for i := range list {
			list[i] = Drop{ID: fmt.Sprint(i), Score: float64(r.IntN(1 + try%20))}
		}
		want := slices.Clone(list)
		slices.SortStableFunc(want, func(a, b Drop) int { return cmp.Compare(b.Score, a.Score) })
		n := r.IntN(30)
		want = want[:min(n, len(want))]
		if got := bestDrops(slices.Clone(list), n); !slices.Equal(got, want) {
			t.Fatalf("the best %d of %v are %v, want %v", n, list, got, want)
		}
	}
}
