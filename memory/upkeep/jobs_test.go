package upkeep

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/policy"
)

func TestTemporaryFactsEndWithTheirWords(t *testing.T) {
	g := newRig(t)
	fact := g.fact("tracking", "AB123", "waits for parcel AB123")
	said := g.event(memory.EventMessage, fact.Text, func(r *memory.Record) { r.Sources = slices.Clone(fact.Sources) })
	other := g.event(memory.EventMessage, "the garden needs water")
	g.put(fact, said, other)
	g.clock.Advance(2 * day)
	if r := g.do("expire"); len(r.Deeds) != 0 {
		t.Fatalf("before its time %v", r.Deeds)
	}
	g.clock.Advance(2 * day)
	r := g.do("expire")
	if got := g.get(fact.ID); got.Status != memory.Expired || got.Ended.IsZero() {
		t.Errorf("the fact is %s", got.Status)
	}
	if got := g.get(said.ID); got.Status != memory.Expired {
		t.Errorf("the words are %s", got.Status)
	}
	if got := g.get(other.ID); got.Status != memory.Current {
		t.Errorf("other words are %s", got.Status)
	}
	if r.Counts["time-over"] != 1 || r.Counts["same-words"] != 1 {
		t.Errorf("the report counts %v", r.Counts)
	}
	if again := g.do("expire"); len(again.Deeds) != 0 {
		t.Errorf("twice is not once: %v", again.Deeds)
	}
}

func TestStatesPastTheirTimeAreAskedAboutAndThenOver(t *testing.T) {
	g := newRig(t)
	home := g.fact("home", "Oslo", "lives in Oslo")
	g.put(home)
	g.clock.Advance(181 * day)
	g.do("expire")
	if got := g.get(home.ID); !got.Review || got.Status != memory.Current {
		t.Fatalf("due: review %v, %s", got.Review, got.Status)
	}
	v, err := g.keeper.Vitality(t.Context(), ann)
	if err != nil || len(v.Questions) != 1 || v.Questions[0].Record != home.ID || v.Questions[0].Reason != "due" {
		t.Errorf("no question is queued: %+v, %v", v, err)
	}
	if hits := g.ask(ann, "where do I live, in Oslo?"); len(hits) == 0 {
		t.Error("a state that is due is not recalled")
	}
	g.clock.Advance(31 * day)
	g.do("expire")
	if got := g.get(home.ID); got.Status != memory.Expired {
		t.Errorf("unanswered it is %s", got.Status)
	}
}

func TestSimilarEventsBecomeOneSummary(t *testing.T) {
	for _, one := range []struct {
		name, text string
		want       []string
	}{
		{"english", "the router in the study drops the connection again", []string{"router", "5 times", "2026-03-01 to 2026-04-26", "outcome: replaced"}},
		{"chinese", "书房的路由器又掉线了", []string{"路由器", "共5次", "2026-03-01至2026-04-26", "结果：replaced"}},
	} {
		t.Run(one.name, func(t *testing.T) {
			g := newRig(t)
			var members []memory.Record
			for i := range 5 {
				r := g.event(memory.EventComplaint, one.text)
				if i == 4 {
					r.Event.Result = "replaced"
				}
				members = append(members, r)
				g.put(r)
				g.clock.Advance(14 * day)
			}
			g.put(g.event(memory.EventComplaint, "the coffee is cold"))
			g.do("merge")
			found := g.tagged(TagSummary)
			if len(found) != 1 {
				t.Fatalf("%d summaries", len(found))
			}
			s := found[0]
			for _, want := range one.want {
				if !strings.Contains(s.Text, want) {
					t.Errorf("%q lacks %q", s.Text, want)
				}
			}
			if s.Count != 5 || len(s.DependsOn) != 5 {
				t.Errorf("it counts %d and rests on %d", s.Count, len(s.DependsOn))
			}
			for _, m := range members {
				if got := g.get(m.ID); got.Status != memory.Archived || got.ReplacedBy != s.ID {
					t.Errorf("a member is %s", got.Status)
				}
			}
			if again := g.do("merge"); len(again.Deeds) != 0 {
				t.Errorf("twice is not once: %v", again.Deeds)
			}
		})
	}
}

func TestForgettingAMemberTellsTheSummaryAnew(t *testing.T) {
	g := newRig(t)
	var members []memory.Record
	for i := range 4 {
		r := g.event(memory.EventComplaint, fmt.Sprintf("the router drops the connection in the %s room", []string{"blue", "green", "red", "secret"}[i]))
		members = append(members, r)
		g.put(r)
		g.clock.Advance(5 * day)
	}
	g.clock.Advance(30 * day)
	g.do("merge")
	s := g.tagged(TagSummary)[0]
	gone, err := g.store.Forget(t.Context(), memory.Selection{Owner: ann, MessageID: members[3].Sources[0].MessageID})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.keeper.Rederive(t.Context(), ann, append(gone.Rebuilt, gone.Records...)); err != nil {
		t.Fatal(err)
	}
	s = g.get(s.ID)
	if s.Status != memory.Current || s.Count != 3 || strings.Contains(s.Text, "secret") {
		t.Errorf("the summary is %s, counts %d and says %q", s.Status, s.Count, s.Text)
	}
	noWord(t, g, ann, "secret")
}

// noWord looks for a word in everything that is kept of an owner, history too.
func noWord(t *testing.T, g *rig, owner memory.Owner, word string) {
	t.Helper()
	err := g.store.EachRecord(t.Context(), owner, func(r memory.Record, history []memory.Change) error {
		all := fmt.Sprintf("%#v %#v", r, history)
		if strings.Contains(all, word) {
			t.Errorf("%s (%s, %v) still holds %q", r.ID, r.Status, r.Tags, word)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestRetentionKeepsTheConclusionAndFindsItsWordsWhenForgotten(t *testing.T) {
	g := newRig(t)
	var members []memory.Record
	for i := range 4 {
		r := g.event(memory.EventComplaint, fmt.Sprintf("the router drops the connection in the %s room", []string{"blue", "green", "red", "secret"}[i]))
		members = append(members, r)
		g.put(r)
		g.clock.Advance(5 * day)
	}
	small := g.event(memory.EventMessage, "it is a nice evening")
	g.put(small)
	g.clock.Advance(91 * day)
	g.do("retention")
	found := g.tagged(TagSummary)
	if len(found) != 1 || found[0].Count != 4 || len(found[0].Sources) != 4 || len(found[0].DependsOn) != 0 {
		t.Fatalf("summaries: %+v", found)
	}
	if len(g.all(ann)) != 1 {
		t.Fatalf("%d records are left", len(g.all(ann)))
	}
	if again := g.do("retention"); len(again.Deeds) != 0 {
		t.Errorf("twice is not once: %v", again.Deeds)
	}
	gone, err := g.store.Forget(t.Context(), memory.Selection{Owner: ann, MessageID: members[3].Sources[0].MessageID})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.keeper.Rederive(t.Context(), ann, append(gone.Rebuilt, gone.Records...)); err != nil {
		t.Fatal(err)
	}
	if s := g.get(found[0].ID); s.Count != 3 || s.Text == "" {
		t.Errorf("the summary counts %d and says %q", s.Count, s.Text)
	}
	noWord(t, g, ann, "secret")
}

func TestWhatIsStaleIsFoundOnlyWhenThePastIsAskedFor(t *testing.T) {
	g := newRig(t)
	old := g.event(memory.EventExperience, "we tried the lavender soap for the dog", func(r *memory.Record) { r.Confidence = 0.7 })
	g.put(old)
	g.clock.Advance(75 * day)
	g.do("archive")
	if got := g.get(old.ID); got.Status != memory.Archived {
		t.Fatalf("it is %s", got.Status)
	}
	if hits := g.ask(ann, "which soap for the dog"); len(hits) != 0 {
		t.Error("the archive is searched without need")
	}
	hits := g.ask(ann, "what did we try for the dog back in March?")
	if len(hits) != 1 {
		t.Fatalf("history finds %d", len(hits))
	}
	g.clock.Advance(time.Hour)
	g.store.Touch(ann, []string{old.ID}, g.clock.Now())
	if err := g.keeper.Round(g.Context()); err != nil { // the next day's, a month before the archive is due
		t.Fatal(err)
	}
	if got := g.get(old.ID); got.Status != memory.Current {
		t.Errorf("asked for, it is %s", got.Status)
	}
}

func TestWhoWasAwayFindsEverythingOnReturn(t *testing.T) {
	g := newRig(t)
	home := g.fact("home", "Oslo", "lives in Oslo")
	ban := g.fact("allergy", "nuts", "is allergic to nuts")
	g.put(home, ban)
	mustAppend(g)
	g.clock.Advance(95 * day)
	if err := g.keeper.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := g.get(home.ID); got.Status != memory.Archived {
		t.Fatalf("away, a fact is %s", got.Status)
	}
	back, err := g.keeper.Greet(t.Context(), ann)
	if err != nil || back != 2 {
		t.Fatalf("%d came back, %v", back, err)
	}
	if got := g.get(ban.ID); got.Status != memory.Current || memory.HasTag(got, TagAway) {
		t.Errorf("back, a fact is %s with %v", got.Status, got.Tags)
	}
	if hits := g.ask(ann, "am I allergic to nuts?"); len(hits) != 1 {
		t.Errorf("the request that brought him back finds %d", len(hits))
	}
	if err := g.keeper.Round(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := g.get(home.ID); got.Status != memory.Current {
		t.Errorf("and is archived again: %s", got.Status)
	}
}

// mustAppend lets something of ann's come in, so that she was seen.
func mustAppend(g *rig) {
	g.Helper()
	now := g.clock.Now()
	turn := memory.Turn{ID: "t", Role: memory.RoleUser, Text: "hello", At: now}
	if _, err := g.store.Append(g.Context(), []memory.Entry{{ID: memory.NewID(now), Owner: ann, SessionID: "s", At: now, Turns: []memory.Turn{turn}, Keys: []memory.TurnKey{{1}}}}); err != nil {
		g.Fatal(err)
	}
}

func TestCapsHold(t *testing.T) {
	g := newRig(t)
	g.tenant.Limits.FactsPerUser, g.tenant.Limits.EpisodesPerUser = 10, 10
	for i := range 25 {
		g.put(g.fact("likes", fmt.Sprint("dish ", i), fmt.Sprintf("likes dish %d", i), func(r *memory.Record) {
			if i < 5 {
				r.Confidence = 0.5
			}
		}), g.event(memory.EventMessage, fmt.Sprintf("note %d about %d", i, i*i)))
	}
	ban := g.fact("allergy", "nuts", "is allergic to nuts")
	g.put(ban)
	g.clock.Advance(40 * day)
	r := g.do("caps")
	facts, episodes := 0, 0
	for _, r := range g.all(ann) {
		if r.Status != memory.Current {
			continue
		}
		if r.Layer == memory.Semantic {
			facts++
		} else {
			episodes++
		}
	}
	if facts != 10 || episodes != 10 || g.get(ban.ID).Status != memory.Current {
		t.Errorf("%d facts and %d episodes are left", facts, episodes)
	}
	dropped := 0
	for _, d := range r.Deeds {
		if d.Op == "discard" {
			dropped++
		}
	}
	if dropped != 5 {
		t.Errorf("%d unsure and unused facts were dropped, not 5", dropped)
	}
}

func TestConclusionsAreDrawnAndGoWithTheirEvidence(t *testing.T) {
	g := newRig(t)
	advice := g.event(memory.EventRecommendation, "recommended stretching before the run", func(r *memory.Record) {
		r.Source, r.Event.Result = memory.AIInference, memory.ResultWorked
	})
	plan := g.fact("deadline", "thesis", "has to hand in the thesis", func(r *memory.Record) { r.Constraint.ValidUntil = g.clock.Now().Add(20 * day) })
	refused := g.fact("rejects", "plan B", "turned plan B down")
	g.put(advice, plan, refused)
	for range 4 {
		g.put(g.event(memory.EventExperience, "ran along the river", func(r *memory.Record) { r.Event.Entities = []string{"running"} }))
		g.clock.Advance(day)
	}
	g.do("reflect")
	byKind := map[string]memory.Record{}
	for _, r := range g.tagged(memory.TagReflection) {
		byKind[r.Predicate] = r
	}
	for kind, want := range map[string]string{ReflectFocus: "running (4 times)", ReflectPriority: "thesis", ReflectWorked: "stretching", ReflectRefused: "plan B"} {
		r := byKind[kind]
		if !strings.Contains(r.Text, want) || len(r.DependsOn) == 0 || r.Confidence < 0.6 || r.Weight < 0.5 {
			t.Errorf("%s says %q on %d records, confidence %.2f, weight %.2f", kind, r.Text, len(r.DependsOn), r.Confidence, r.Weight)
		}
	}
	if again := g.do("reflect"); len(again.Deeds) != 0 {
		t.Errorf("twice is not once: %v", again.Deeds)
	}
	gone, err := g.store.Forget(t.Context(), memory.Selection{Owner: ann, IDs: []string{refused.ID}})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.keeper.Rederive(t.Context(), ann, append(gone.Rebuilt, gone.Records...)); err != nil {
		t.Fatal(err)
	}
	noWord(t, g, ann, "plan B")
	if r := g.get(byKind[ReflectWorked].ID); r.Status != memory.Current || r.Text == "" {
		t.Errorf("another conclusion is %s", r.Status)
	}
}

func TestAChangedHabitOvertakesWithinDaysAndAOneOffDoesNot(t *testing.T) {
	g := newRig(t)
	coffee := g.fact("favorite", "coffee", "likes coffee most in the morning", func(r *memory.Record) { r.Constraint.Context = "morning drink" })
	g.put(coffee)
	g.clock.Advance(day)
	g.put(g.event(memory.EventExperience, "had no coffee today, it was not nice at the hotel"))
	g.clock.Advance(day)
	g.do("profile")
	if got := g.get(coffee.ID); got.Confidence < memory.SureConfidence || got.Status != memory.Current {
		t.Fatalf("a one-off act leaves %.2f", got.Confidence)
	}
	g.put(g.event(memory.EventExperience, "had a coffee at the station"))
	g.clock.Advance(day)
	g.do("profile")
	before := g.get(coffee.ID)
	if again := g.do("profile"); len(again.Deeds) != 0 {
		t.Errorf("a day counts twice: %v", again.Deeds)
	}
	for range 4 {
		g.put(g.event(memory.EventExperience, "no longer drinks coffee, had green tea"))
		g.clock.Advance(day)
		g.do("profile")
	}
	got := g.get(coffee.ID)
	if got.Confidence >= memory.SureConfidence || before.Confidence < 0.7 {
		t.Errorf("from %.2f four days of another habit leave %.2f", before.Confidence, got.Confidence)
	}
	history, err := g.store.History(t.Context(), ann, coffee.ID)
	if err != nil {
		t.Fatal(err)
	}
	moves := 0
	for _, h := range history {
		if h.Op == "move" && strings.Contains(h.Reason, " on 2026-03-") {
			moves++
		}
	}
	if moves != 6 {
		t.Errorf("%d moves have a reason, not 6", moves)
	}
}

func TestInferredHabitsAskWhenTheyAreSure(t *testing.T) {
	g := newRig(t)
	habit := func() memory.Record { return one(t, g.tagged(TagInferred)) }
	for i := range 14 {
		g.put(g.event(memory.EventExperience, "went swimming at the lake", func(r *memory.Record) { r.Event.Entities = []string{"swimming"} }))
		g.clock.Advance(day)
		g.do("profile")
		switch {
		case i == 2 && len(g.tagged(TagInferred)) > 0:
			t.Fatal("three days are a habit already")
		case i == 4:
			if h := habit(); h.Status != memory.Observed {
				t.Fatalf("after five days it is %s", h.Status)
			}
		}
	}
	if h := habit(); h.Status != memory.Pending || h.Confidence <= 0.9 {
		t.Errorf("after two weeks it is %s at %.2f", h.Status, h.Confidence)
	}
}

func one(t *testing.T, records []memory.Record) memory.Record {
	t.Helper()
	if len(records) != 1 {
		t.Fatalf("%d records", len(records))
	}
	return records[0]
}

func TestWeightsFollowHowThingsWereHeard(t *testing.T) {
	now := time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC)
	fact := func(change func(*memory.Record)) *memory.Record {
		r := &memory.Record{Layer: memory.Semantic, Kind: memory.KindPreference, Confidence: 1, Count: 1, Source: memory.UserDirect}
		change(r)
		return r
	}
	for _, one := range []struct {
		name  string
		r     *memory.Record
		check Check
		days  int
		want  float64
	}{
		{"heard today", fact(func(*memory.Record) {}), Unchecked, 0, 0.5},
		{"heard and fading", fact(func(*memory.Record) {}), Unchecked, 58, 0.25},
		{"asked", fact(func(r *memory.Record) { r.Tags = []string{memory.TagAsked} }), Unchecked, 58, 0.62},
		{"insisted", fact(func(r *memory.Record) { r.Count = 3 }), Unchecked, 0, 0.99},
		{"insisted and fading", fact(func(r *memory.Record) { r.Count = 3 }), Unchecked, 116, 0.5},
		{"agrees", fact(func(*memory.Record) {}), Agrees, 0, 0.5},
		{"contradicted", fact(func(*memory.Record) {}), Contradicts, 0, 0.15},
		{"prohibition", fact(func(r *memory.Record) { r.Kind = memory.KindProhibition }), Unchecked, 900, 0.99},
		{"never nothing", fact(func(*memory.Record) {}), Contradicts, 2000, 0.01},
	} {
		if got := Weight(one.r, one.check, now.AddDate(0, 0, -one.days), now, memory.DefaultBounds().WeightFade); got != one.want {
			t.Errorf("%s: %.2f, want %.2f", one.name, got, one.want)
		}
	}
}

func TestWhatIsVouchedForContradicts(t *testing.T) {
	g := newRig(t)
	said := g.fact("employer", "Acme", "works for Acme")
	paper := g.fact("employer", "Globex", "works for Globex", func(r *memory.Record) { r.Source = memory.OfficialDocument })
	g.put(said, paper)
	g.do("weights")
	if r := g.get(said.ID); r.Weight > 0.2 || !memory.HasTag(r, TagContradicted) {
		t.Errorf("contradicted, it weighs %.2f with %v", r.Weight, r.Tags)
	}
	if r := g.get(paper.ID); r.Weight < 0.4 {
		t.Errorf("the document weighs %.2f", r.Weight)
	}
	if again := g.do("weights"); len(again.Deeds) != 0 {
		t.Errorf("twice is not once: %v", again.Deeds)
	}
}

func TestADroppedTopicWeighsNothingUntilItIsTakenUp(t *testing.T) {
	for _, one := range []struct{ topic, object, text string }{
		{"the router", "router", "owns a router that drops the line"},
		{"路由器", "路由器", "家里的路由器老掉线"},
	} {
		g := newRig(t)
		r := g.fact("owns", one.object, one.text)
		g.put(r)
		g.do("weights")
		before := g.get(r.ID).Weight
		if err := g.keeper.Silence(t.Context(), ann, one.topic); err != nil {
			t.Fatal(err)
		}
		if got := g.get(r.ID); got.Weight > weightLeast || !memory.HasTag(got, TagSilenced) {
			t.Errorf("dropped, %q weighs %.2f", one.topic, got.Weight)
		}
		if err := g.keeper.Unsilence(t.Context(), ann, one.topic); err != nil {
			t.Fatal(err)
		}
		if got := g.get(r.ID); got.Weight != before || memory.HasTag(got, TagSilenced) {
			t.Errorf("taken up, %q weighs %.2f, not %.2f", one.topic, got.Weight, before)
		}
	}
}

func TestRulesAndDictionaryReachOldRecords(t *testing.T) {
	g := newRig(t)
	r := g.fact("uses", "k8s", "uses k8s")
	g.put(r)
	g.tenant.Dictionary = []policy.Term{{ID: "kube", Names: []string{"Kubernetes", "K8S"}}}
	g.tenant.Predicates = []memory.Predicate{{Name: "uses", Says: "Uses this.", Many: true, Kind: memory.KindPreference}}
	g.do("rename")
	g.do("relabel")
	got := g.get(r.ID)
	if got.Object != "kube" || got.Text != r.Text || got.Kind != memory.KindPreference || got.Constraint.ValidUntil.Sub(r.Created) != memory.PreferenceLife {
		t.Errorf("it is %q of kind %s until %v", got.Object, got.Kind, got.Constraint.ValidUntil)
	}
	if a, b := g.do("rename"), g.do("relabel"); len(a.Deeds)+len(b.Deeds) != 0 {
		t.Error("twice is not once")
	}
}

func TestOnlyVerifiedRecordsBecomeATeams(t *testing.T) {
	g := newRig(t)
	said := g.fact("uses", "cache", "uses a cache")
	proven := g.fact("uses", "queue", "a queue keeps the peaks away", func(r *memory.Record) { r.Source = memory.Verified })
	g.put(said, proven)
	if _, err := g.keeper.Promote(t.Context(), ann, said.ID, "core", "operator"); err == nil {
		t.Error("what nobody verified becomes a team's")
	}
	copied, err := g.keeper.Promote(t.Context(), ann, proven.ID, "core", "operator")
	if err != nil {
		t.Fatal(err)
	}
	team := memory.TeamOwner("acme", "work", "core")
	if hits := g.ask(team, "what keeps peaks away, a queue?"); len(hits) != 1 || len(hits[0].Record.Sources) != 0 || copied.Owner != team {
		t.Fatalf("the team finds %d", len(hits))
	}
	gone, err := g.store.Forget(t.Context(), memory.Selection{Owner: ann, IDs: []string{proven.ID}})
	if err != nil {
		t.Fatal(err)
	}
	if err := g.keeper.Rederive(t.Context(), ann, append(gone.Rebuilt, gone.Records...)); err != nil {
		t.Fatal(err)
	}
	if left := g.all(team); len(left) != 0 {
		t.Errorf("the team keeps %d copies of what was forgotten", len(left))
	}
}

func TestVitalityProposesQuestionsAfterThreeStaleDays(t *testing.T) {
	g := newRig(t)
	for i := range 5 {
		g.put(g.fact("likes", fmt.Sprint("dish ", i), fmt.Sprintf("likes dish %d", i)))
	}
	g.clock.Advance(31 * day)
	g.do("vitality")
	v, err := g.keeper.Vitality(t.Context(), ann)
	if err != nil || v.Stale != 1 || !slices.Contains(v.Warnings, "stale") || !slices.Contains(v.Warnings, "still") || len(v.Questions) != 0 {
		t.Fatalf("at first %+v, %v", v, err)
	}
	g.clock.Advance(3 * day)
	g.do("vitality")
	if v, _ = g.keeper.Vitality(t.Context(), ann); len(v.Questions) != 5 || v.Questions[0].Reason != "stale" {
		t.Errorf("after three days %+v", v)
	}
	whole, err := g.keeper.Vitality(t.Context(), memory.Owner{Tenant: "acme", Realm: "work", Level: memory.LevelUser})
	if err != nil || whole.Users != 1 || whole.Wake != 1 || whole.Stale != 1 {
		t.Errorf("the tenant: %+v, %v", whole, err)
	}
}

func TestARoundVisitsWhoIsDueAndOnlyOneHoldsTheShift(t *testing.T) {
	g := newRig(t)
	g.put(g.fact("likes", "tea", "likes tea"))
	if err := g.keeper.Round(t.Context()); err != nil || g.keeper.Stats.Visits.Load() != 1 {
		t.Fatalf("%d visits, %v", g.keeper.Stats.Visits.Load(), err)
	}
	g.keeper.Round(t.Context())
	if n := g.keeper.Stats.Visits.Load(); n != 1 {
		t.Errorf("%d visits within a minute", n)
	}
	g.clock.Advance(25 * time.Hour)
	if _, ok, err := g.store.TakeShift(t.Context(), shift, "another", time.Minute); !ok || err != nil {
		t.Fatal("the shift was not given back")
	}
	g.keeper.Round(t.Context())
	if n := g.keeper.Stats.Visits.Load(); n != 1 {
		t.Error("two hold the shift")
	}
	g.clock.Advance(2 * time.Minute)
	g.keeper.Round(t.Context())
	if n := g.keeper.Stats.Visits.Load(); n != 2 {
		t.Error("a dead worker's shift is not taken over")
	}
	if _, err := g.keeper.Do(t.Context(), Order{Job: "nonsense", Tenant: "acme"}); err == nil {
		t.Error("a job that there is not is done")
	}
}

func TestAnActingFieldSteersWhatIsAdvised(t *testing.T) {
	for _, one := range []struct{ object, text, other, question string }{
		{"short answers", "prefers short answers", "prefers long walks", "Please write a text about preferred walks and answers for the club"},
		{"简短的回答", "偏好简短的回答", "偏好长途散步", "请帮我写一段关于偏好的散步和回答的文字"},
	} {
		g := newRig(t)
		acts := g.fact("prefers", one.object, one.text)
		other := g.fact("prefers", "x", one.other)
		g.put(acts, other)
		score := func(id string) float64 {
			t.Helper()
			for _, h := range g.ask(ann, one.question) {
				if h.Record.ID == id {
					return h.Score
				}
			}
			return 0
		}
		before, beside := score(acts.ID), score(other.ID)
		if before == 0 || beside == 0 {
			t.Fatalf("%q: not recalled: %v %v", one.question, before, beside)
		}
		r := g.get(acts.ID)
		r.Confidence = 0.95
		g.put(r)
		g.do("profile")
		if !memory.HasTag(g.get(acts.ID), memory.TagActs) {
			t.Fatal("it does not act")
		}
		if after := score(acts.ID); after <= before || score(other.ID) > beside {
			t.Errorf("%q: it steers from %v to %v", one.question, before, after)
		}
	}
}

// TestWhatSomebodyIsIsNotDeniedByWhatIsNotSo has sentences that deny something and
// name the user's town, employer, dog, spouse and taste: none says that it is over.
func TestWhatSomebodyIsIsNotDeniedByWhatIsNotSo(t *testing.T) {
	for _, one := range []struct{ predicate, object, aside, over string }{
		{"home", "Ghent", "I could not sleep because of the noise in Ghent", "I moved out of Ghent"},
		{"employer", "Acme", "the Acme portal did not let me in", "I no longer work for Acme"},
		{"pet", "Rex", "Rex does not want to eat", "we gave away Rex"},
		{"family", "Tom", "Tom never listens to me", "I divorced Tom, it was time"},
		{"favorite", "tea", "I did not sleep, so I had tea", "I had no tea today"},
		{"home", "泉州", "泉州今天没有下雨", "我已经搬离泉州"},
		{"employer", "海天公司", "海天公司的系统没有让我登录", "我从海天公司离职了"},
		{"pet", "旺财", "旺财不想吃饭", "旺财送人了"},
		{"favorite", "豆浆", "昨晚没有睡好，早上喝了豆浆", "今天没喝豆浆"},
	} {
		g := newRig(t)
		r := g.fact(one.predicate, one.object, one.object)
		g.put(r)
		say := func(text string) float64 {
			for range 4 {
				g.clock.Advance(day)
				g.put(g.event(memory.EventMessage, text))
			}
			g.do("profile")
			return g.get(r.ID).Confidence
		}
		if got := say(one.aside); got < 0.9 {
			t.Errorf("%s %s: %q four times leaves %.2f", one.predicate, one.object, one.aside, got)
		}
		if got := say(one.over); got >= memory.SureConfidence {
			t.Errorf("%s %s: %q four times leaves %.2f", one.predicate, one.object, one.over, got)
		}
	}
}
