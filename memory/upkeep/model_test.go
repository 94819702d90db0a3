package upkeep

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/llm"
)

// thinker answers as a model would.
type thinker struct {
	summary string
	fault   error
	asked   int
	seen    []memory.Record
}

func (m *thinker) Reflect(_ context.Context, _ memory.Owner, records []memory.Record, language string) ([]llm.Reflection, error) {
	m.asked, m.seen = m.asked+1, records
	if m.fault != nil {
		return nil, m.fault
	}
	return []llm.Reflection{
		{Kind: ReflectFocus, Text: "is busy with the bridge", Evidence: []string{records[0].ID, records[1].ID}, Confidence: 0.8},
		{Kind: ReflectFocus, Text: "and with its paint", Evidence: []string{records[1].ID, records[2].ID}, Confidence: 0.7},
	}, nil
}

func (m *thinker) Summarise(context.Context, memory.Owner, []string, int, string) (string, error) {
	m.asked++
	return m.summary, m.fault
}

func TestAModelsConclusionsTakeThePlaceOfTheRules(t *testing.T) {
	m := &thinker{}
	g := newRig(t, func(_ *Options, p *Parts) { p.Thinker = m })
	for _, text := range []string{"measured the bridge", "painted the bridge red", "talked of the bridge to the mayor"} {
		g.put(g.event(memory.EventExperience, text, func(r *memory.Record) { r.Event.Entities = []string{"bridge"} }))
	}
	refused := g.fact("rejects", "a toll", "turned a toll down")
	secret := g.event(memory.EventExperience, "for this hour only", func(r *memory.Record) {
		r.Tags, r.Constraint.ValidUntil = []string{memory.TagTTL}, g.clock.Now().Add(time.Hour)
	})
	g.put(refused, secret)
	g.do("reflect")
	byKind := map[string]memory.Record{}
	for _, r := range g.tagged(memory.TagReflection) {
		byKind[r.Predicate] = r
	}
	if r := byKind[ReflectFocus]; r.Text != "is busy with the bridge; and with its paint" || len(r.DependsOn) != 3 || r.Confidence != 0.7 {
		t.Errorf("the focus is %q on %d", r.Text, len(r.DependsOn))
	}
	if r := byKind[ReflectRefused]; !strings.Contains(r.Text, "toll") {
		t.Errorf("what the model left out is gone: %q", r.Text)
	}
	for _, r := range m.seen {
		if r.ID == secret.ID {
			t.Error("the model saw what is kept for an hour")
		}
	}
	m.fault = errors.New("down")
	g.clock.Advance(day)
	g.do("reflect")
	if r := g.get(byKind[ReflectFocus].ID); r.Status != memory.Current || !strings.Contains(r.Text, "bridge (3 times)") {
		t.Errorf("without the model it says %q", r.Text)
	}
}

func TestAModelsSummaryHasItsWordsFromTheEvents(t *testing.T) {
	for summary, want := range map[string]bool{
		"the pump fails whenever it rains": true,
		"the pump failed 73 times":         false, // a number that nobody said
		"the owner should buy a new car":   false,
	} {
		g := newRig(t, func(_ *Options, p *Parts) { p.Thinker = &thinker{summary: summary} })
		for range 6 {
			g.put(g.event(memory.EventComplaint, "the pump fails when it rains"))
			g.clock.Advance(2 * day)
		}
		g.clock.Advance(10 * day)
		g.do("merge")
		s := one(t, g.tagged(TagSummary))
		if got := strings.Contains(s.Text, summary); got != want || !strings.Contains(s.Text, "6 times") {
			t.Errorf("%q becomes %q", summary, s.Text)
		}
	}
}

func TestWhatAnOperatorWroteDoesNotFade(t *testing.T) {
	g := newRig(t)
	rule := g.fact("uses", "metric units", "the company uses metric units")
	rule.Owner = memory.TenantOwner("acme", "work")
	g.put(rule)
	g.clock.Advance(400 * day)
	if _, err := g.keeper.Do(t.Context(), Order{Tenant: "acme", By: "test"}); err != nil {
		t.Fatal(err)
	}
	if all := g.all(rule.Owner); len(all) != 1 || all[0].Status != memory.Current || all[0].Review {
		t.Errorf("it is %+v", all)
	}
}

func TestDecay(t *testing.T) {
	for _, one := range []struct {
		r    memory.Record
		days int
		want float64
	}{
		{memory.Record{Layer: memory.Semantic, Kind: memory.KindTask}, 7, 0.5},
		{memory.Record{Layer: memory.Semantic, Kind: memory.KindPreference}, 180, 0.5},
		{memory.Record{Layer: memory.Semantic, Kind: memory.KindIdentity}, 4000, 1},
		{memory.Record{Layer: memory.Semantic, Kind: memory.KindProhibition}, 4000, 1},
		{memory.Record{Layer: memory.Episodic}, 60, 0.25},
		{memory.Record{Layer: memory.Episodic, Tags: []string{TagSummary}}, 180, 0.5},
		{memory.Record{Layer: memory.Episodic}, -3, 1},
	} {
		if got := Decay(&one.r, time.Duration(one.days)*day); got < one.want-0.001 || got > one.want+0.001 {
			t.Errorf("%s %s after %d days: %.3f, want %.3f", one.r.Layer, one.r.Kind, one.days, got, one.want)
		}
	}
}
