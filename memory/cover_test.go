package memory

import (
	"fmt"
	"slices"
	"testing"
)

func TestASentenceAndItsFactsAreNotBothShown(t *testing.T) {
	f := func(name, sentence string, facts []string, both bool) {
		t.Helper()
		e := uttered("sentence", 1, sentence)
		e.Sources = []Provenance{{SessionID: "s", MessageID: "m", Quote: sentence}}
		l := &listed{candidates: []Candidate{candidate(e, 0.9)}}
		for i, text := range facts {
			r := uttered(string(rune('a'+i)), 1, text)
			r.Layer, r.Sources = Semantic, []Provenance{{SessionID: "s", MessageID: "m", Quote: sentence}}
			l.candidates = append(l.candidates, candidate(r, 0.8-float32(i)/10))
		}
		ids, result := recalled(t, l, Query{})
		if got := slices.Contains(ids, "sentence"); got != both {
			t.Errorf("%s: recalled %v", name, ids)
		}
		if !both && (len(ids) != len(facts) || ids[0] != "a" || result.Dropped[0].Reason != "covered") {
			t.Errorf("%s: recalled %v, dropped %v", name, ids, result.Dropped)
		}
	}
	f("the fact says it all", "I live in Oslo", []string{"lives in Oslo"}, false)
	f("事实已说明", "我住在杭州。", []string{"住在杭州"}, false)
	f("two facts cover it", "I live in Oslo and I am allergic to peanuts.", []string{"lives in Oslo", "allergic to peanuts"}, false)
	f("两条事实", "我住在杭州,不吃香菜。", []string{"住在杭州", "不吃香菜"}, false)
	f("the sentence tells more", "I live in Oslo near the old shipyard with two dogs.", []string{"lives in Oslo"}, true)
	f("句子说得更多", "我住在杭州，最近每天早上都去西湖边跑步。", []string{"住在杭州"}, true)
}

func TestWhatHoldsNoMoreDoesNotStandForWhatWasSaid(t *testing.T) {
	said := uttered("said", 20, "My course starts on May 3.")
	said.Sources = []Provenance{{SessionID: "s", MessageID: "m", Quote: said.Text}}
	plan := uttered("plan", 20, "course starts on May 3")
	plan.Layer, plan.Sources = Semantic, said.Sources
	l := &listed{candidates: []Candidate{candidate(said, 0.9), candidate(plan, 0.8)}}
	q := Query{Text: "When did my course start?"}
	if ids, _ := recalled(t, l, q); !slices.Equal(ids, []string{"plan"}) {
		t.Errorf("recalled %v", ids)
	}
	plan.Constraint.ValidUntil = noon.AddDate(0, 0, -10)
	if ids, _ := recalled(t, l, q); !slices.Equal(ids, []string{"said", "plan"}) {
		t.Errorf("after its time, recalled %v", ids)
	}
}

func TestAnEventAndItsSentenceAreNotBothShown(t *testing.T) {
	sentence, event := uttered("sentence", 3, "I opened a ticket about the crane."), uttered("event", 3, "I opened a ticket about the crane")
	sentence.Sources = []Provenance{{SessionID: "s", MessageID: "m", Quote: sentence.Text}}
	event.Sources = []Provenance{{SessionID: "s", MessageID: "m", Quote: event.Text}}
	l := &listed{candidates: []Candidate{candidate(event, 0.9), candidate(sentence, 0.8)}}
	if ids, _ := recalled(t, l, Query{}); !slices.Equal(ids, []string{"event"}) {
		t.Errorf("recalled %v", ids)
	}
	sentence.Sources[0].MessageID = "another"
	if ids, _ := recalled(t, l, Query{}); len(ids) != 2 {
		t.Errorf("said twice, recalled %v", ids)
	}
}

// A way of answering that is held a place far behind takes the place of the words it was taken from.
func TestWhatStandsAsideCoversItsSentence(t *testing.T) {
	said := uttered("said", 3, "Always name the tide table when I ask about harbours.")
	said.Sources = []Provenance{{SessionID: "s", MessageID: "m", Quote: said.Text}}
	style := uttered("style", 3, "name the tide table when I ask about harbours")
	style.Layer, style.Kind, style.Predicate, style.Subject, style.Sources = Semantic, KindPreference, answerStyle, "user", said.Sources
	l := &listed{candidates: []Candidate{candidate(said, 0.9)}}
	for i := range coverReach {
		l.candidates = append(l.candidates, candidate(uttered(fmt.Sprint("more", i), i, fmt.Sprint("Harbour ", i, " is near.")), 0.8))
	}
	last := candidate(style, 0.2)
	last.Traits, last.Keyword = Orders, 0.4
	l.candidates = append(l.candidates, last)
	ids, _ := recalled(t, l, Query{Text: "Which harbour is nearest?", Floor: -1, Limit: 80})
	if slices.Contains(ids, "said") || !slices.Contains(ids, "style") {
		t.Errorf("recalled %v", ids)
	}
}
