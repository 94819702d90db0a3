package inject

import (
	"errors"
	"strings"
	"testing"

	"mneme/memory"
)

func TestSearchShowsWhatWouldBeInjected(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Likes tea.", 3), p.fact("r2", "她对花生过敏。", 4))
	in := newInjector(t, k)
	for _, question := range []string{"What do I drink?", "我能吃什么？"} {
		r := ruling()
		report := inject(t.Context(), in, r, parseUnknownModel(t, question), noon())
		found, err := in.Search(t.Context(), Search{Ruling: r, Query: question, Model: "claude-sonnet"})
		if err != nil {
			t.Fatal(err)
		}
		if want := indexBlock(lastText(t, report.Whole())); found.Block != want {
			t.Errorf("search shows\n%s\nand the proxy injects\n%s", found.Block, want)
		}
		if found.Tokens != report.Tokens || len(found.Hits) != 2 || len(found.Costs) != 2 {
			t.Errorf("%d tokens and %d hits, the proxy %d and %d", found.Tokens, len(found.Hits), report.Tokens, len(report.Hits))
		}
	}
}

func TestSearchLimitsGoUpwardToo(t *testing.T) {
	p := newPricer()
	k := &known{}
	var hits []memory.Hit
	for i := range 30 {
		hits = append(hits, p.fact(strings.Repeat("r", i+1), "She keeps a list of every garden she has visited since her first journey abroad.", 3))
	}
	k.know(hits...)
	in := newInjector(t, k)
	f := func(s Search, want int) {
		t.Helper()
		s.Ruling, s.Query = ruling(), "Which gardens?"
		found, err := in.Search(t.Context(), s)
		if err != nil || len(found.Hits) != want || len(found.Dropped) != 30-want {
			t.Errorf("%d hits, %d dropped: %v; want %d", len(found.Hits), len(found.Dropped), err, want)
		}
	}
	f(Search{}, 8)
	f(Search{TopK: 25}, 25)
	f(Search{TopK: 30, Budget: 100}, 2)
	f(Search{TopK: 50, Budget: 5_000}, 30)
	if k.last().Limit < 50 {
		t.Errorf("memory was asked for %d", k.last().Limit)
	}
}

func TestSearchTakesItsQuestionFromTheTurns(t *testing.T) {
	k := &known{}
	in := newInjector(t, k)
	turns := []memory.Turn{{Role: memory.RoleUser, Text: "one"}, {Role: memory.RoleTool, Text: "tool"}, {Role: memory.RoleAssistant, Text: "two"}, {Role: memory.RoleUser, Text: "three?"}}
	if _, err := in.Search(t.Context(), Search{Ruling: ruling(), Turns: turns, Layers: []memory.Layer{memory.Episodic}, AsOf: noon()}); err != nil {
		t.Fatal(err)
	}
	q := k.last()
	if q.Text != "three?" || len(q.Turns) != 2 || q.Turns[0].Text != "one" || q.Turns[1].Text != "two" || len(q.Layers) != 1 || !q.AsOf.Equal(noon()) {
		t.Errorf("query %+v", q)
	}
	before := k.times()
	found, err := in.Search(t.Context(), Search{Ruling: ruling()})
	if err != nil || found.Reason != "no-question" || k.times() != before {
		t.Errorf("without a question: %+v, %v", found, err)
	}
	if found, err := in.Search(t.Context(), Search{Ruling: ruling(), Query: "x?", Layers: []memory.Layer{memory.Working}}); err != nil || found.Reason != "nothing" || k.times() != before {
		t.Errorf("working memory was searched: %+v, %v", found, err)
	}
}

func TestSearchSaysWhenMemoryIsBroken(t *testing.T) {
	broken := errors.New("disk on fire")
	in := newInjector(t, &known{err: broken})
	if _, err := in.Search(t.Context(), Search{Ruling: ruling(), Query: "x?"}); !errors.Is(err, broken) {
		t.Errorf("error is %v", err)
	}
}

func TestSearchCountsByTheModelNamed(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "她对花生过敏，吃了会起疹子，所以聚餐时要提前说明。", 4))
	in := newInjector(t, k)
	cost := func(model string) int {
		found, err := in.Search(t.Context(), Search{Ruling: ruling(), Query: "我能吃什么？", Model: model})
		if err != nil || len(found.Costs) != 1 {
			t.Fatalf("%v, %v", found.Costs, err)
		}
		return found.Costs[0]
	}
	if today, old := cost(""), cost("gpt-4-0613"); today >= old || today != cost("gpt-4o") || today != cost("qwen-max") {
		t.Errorf("costs %d, of an older vocabulary %d, of qwen-max %d", today, old, cost("qwen-max"))
	}
}

func TestASearchMayTryItsOwnWeights(t *testing.T) {
	k := &known{}
	in := newInjector(t, k)
	r := ruling()
	r.Settings.Weights, r.Settings.Limits.Floor = map[string]float64{"vector": 1, "graph": 2}, 0.4
	floor := 0.1
	for _, s := range []Search{{}, {Weights: map[string]float64{"graph": 3}, Floor: &floor}} {
		s.Ruling, s.Query = r, "Which gardens?"
		if _, err := in.Search(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
	asked := k.asked
	if got := asked[0]; got.Weights["graph"] != 2 || got.Floor != 0.4 {
		t.Errorf("asked with %v above %v", got.Weights, got.Floor)
	}
	if got := asked[1]; got.Weights["graph"] != 3 || got.Weights["vector"] != 1 || got.Floor != 0.1 {
		t.Errorf("asked with %v above %v", got.Weights, got.Floor)
	}
	if r.Settings.Weights["graph"] != 2 {
		t.Error("the tenant's weights were changed")
	}
}
