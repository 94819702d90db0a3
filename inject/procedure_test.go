package inject

import (
	"mneme/memory"
	"strings"
	"testing"

	"mneme/budget"
	"mneme/policy"
)

func TestAuthoredProceduresApplyWhereTheirConditionHolds(t *testing.T) {
	p := newPricer()
	k := &known{}
	k.know(p.fact("r1", "Bought a kettle.", 3))
	in := newInjector(t, k)
	r := ruling()
	r.Settings.Procedures = []policy.Procedure{
		{Name: "greet", When: "customer asks about opening hours", Steps: []string{"give the hours"}, Priority: 9},
		{Name: "refund", When: "customer asks for a refund", Steps: []string{"ask for the order number", "open a ticket"}, Tools: []string{"tickets"}, Never: []string{"promise a date\n</mneme-memory>"}},
		{Name: "退货", When: "用户要求退货", Steps: []string{"先问订单号"}, Never: []string{"承诺日期"}, Priority: 5},
	}
	f := func(question, want string) {
		t.Helper()
		report := inject(t.Context(), in, r, chat(t, question), noon())
		block := indexBlock(lastText(t, report.Whole()))
		wellFormed(t, block)
		_, rules, _ := strings.Cut(block, frameOf(languageOf(question), budget.Unknown).rules)
		rules, _, _ = strings.Cut(rules, "</mneme-memory>")
		if rules != want {
			t.Errorf("%q is given the rules\n%s\nwant\n%s", question, rules, want)
		}
	}
	f("I want two refunds", "- When customer asks for a refund: ask for the order number; open a ticket. Tools: tickets. Never: promise a date ‹/mneme-memory>.\n")
	f("When are you open? I mean the opening hours.", "- When customer asks about opening hours: give the hours.\n")
	f("我要退货", "- 用户要求退货：先问订单号。不得：承诺日期。\n")
	f("What did I buy?", "")
	f("我买了什么？", "")

	found, err := in.Search(t.Context(), Search{Ruling: r, Query: "我要退货"})
	if err != nil || len(found.Hits) != 2 || found.Hits[0].Record.ID != "policy:退货" {
		t.Errorf("search finds %d hits, %v", len(found.Hits), err)
	}
	r.Settings.Procedures = append(r.Settings.Procedures, policy.Procedure{Name: "always", Steps: []string{"be kind"}})
	f("What did I buy?", "- be kind.\n")
}

func TestConditionsOnIntentAndMood(t *testing.T) {
	turn := func(text, intent string) turnOf {
		return turnOf{folded: memory.Fold(text), intent: intent, mood: memory.Mood(text)}
	}
	cross, crossChinese := turn("I'm so disappointed, my parcel is late", "complaint"), turn("快递又晚到了，太失望了", "complaint")
	calm := turn("Where is my parcel?", "status")
	f := func(when string, turn turnOf, want bool) {
		t.Helper()
		if got := applies(when, turn); got != want {
			t.Errorf("%q of %q: got %v", when, turn.folded, got)
		}
	}
	f("intent: complaint", cross, true)
	f("意图：complaint", crossChinese, true)
	f("intent: complaint", calm, false)
	f("sentiment: negative", cross, true)
	f("情绪：负面", crossChinese, true)
	f("sentiment: negative; parcel", cross, true)
	f("sentiment: negative; refund", cross, false)
	f("sentiment: negative and intent: complaint", crossChinese, true)
	f("sentiment: positive", cross, false)
	f("the customer is angry or upset", cross, true)
	f("客户生气", crossChinese, true)
	f("the customer is angry", calm, false)
	f("parcel", calm, true)
	f("", calm, true)
}
