package memory

import "testing"

func TestRulesThatContradict(t *testing.T) {
	rule := func(when string, steps, never []string) Rule {
		r := Rule{When: when, Steps: steps, Never: never}
		r.Read()
		return r
	}
	do := func(steps ...string) []string { return steps }
	f := func(a, b Rule, want Clash) {
		t.Helper()
		if got, back := a.Clashes(&b), b.Clashes(&a); got != want || back != want {
			t.Errorf("%q %q %q\n%q %q %q\nclash %q and %q, want %q", a.When, a.Steps, a.Never, b.When, b.Steps, b.Never, got, back, want)
		}
	}
	// Opposite polarity under one condition, or under one that is a case of the other.
	f(rule("customer asks for a refund", do("approve the refund"), nil), rule("refund", nil, do("approve a refund")), Opposed)
	f(rule("refund", do("offer a full refund"), nil), rule("refund", do("do not offer refunds"), nil), Opposed)
	f(rule("refund", do("approve refunds"), nil), rule("refund", do("reject refunds"), nil), Opposed)
	f(rule("refund of a vip", do("refund at once"), nil), rule("refund", nil, do("refund")), Opposed)
	f(rule("", do("quote prices in euros"), nil), rule("invoice", nil, do("quote prices")), Opposed)
	f(rule("客户要求退款", do("同意退款"), nil), rule("退款", do("不要退款"), nil), Opposed)
	f(rule("退款", do("给客户全额退款"), nil), rule("退款", nil, do("退款")), Opposed)
	f(rule("退款", do("批准退款"), nil), rule("退款", do("拒绝退款"), nil), Opposed)
	f(rule("投诉", do("马上转接人工"), nil), rule("投诉", do("禁止转接人工"), nil), Opposed)

	// One condition, the same step with another value.
	f(rule("refund", do("answer in English"), nil), rule("refund", do("answer in Chinese"), nil), Differing)
	f(rule("退款", do("用中文回答"), nil), rule("退款", do("用英文回答"), nil), Differing)
	f(rule("refund", do("wait 7 days"), nil), rule("refunds", do("wait 14 days"), nil), Differing)

	// What goes together.
	f(rule("refund", do("approve the refund"), nil), rule("delivery", nil, do("approve a refund")), "")
	f(rule("refund", do("approve refunds"), nil), rule("refund", nil, do("approve refunds above 500 euros")), "") // an exception
	f(rule("refund", do("check the order number"), nil), rule("refund", do("be polite"), nil), "")
	f(rule("refund", do("approve the refund"), nil), rule("refund", do("approve the refund"), nil), "")
	f(rule("", do("be brief"), nil), rule("", do("be polite"), nil), "") // always, and no condition they share
	f(rule("退款", do("核对订单号"), nil), rule("退款", do("语气礼貌"), nil), "")
	f(rule("退款", do("同意退款"), nil), rule("发货", nil, do("退款")), "")
}

func TestRulesInOneText(t *testing.T) {
	f := func(a, b string, want Clash) {
		t.Helper()
		x, y := ReadRule("a", a), ReadRule("b", b)
		if got := x.Clashes(&y); got != want {
			t.Errorf("%q and %q: %q, want %q (%+v, %+v)", a, b, got, want, x, y)
		}
	}
	f("When a customer asks for a refund, approve the refund.", "If a customer asks for a refund: never approve a refund.", Opposed)
	f("When asked for a refund, check the order; reply in English.", "When asked for a refund, reply in German.", Differing)
	f("客户要求退款时，同意退款。", "不要退款。", Opposed)
	f("客户要求退款时，用中文回复。", "如果客户要求退款，用英文回复。", Differing)
	f("当客户要求退款时，先核对订单；用中文回复。", "如果客户要求退款，用英文回复。", Differing)
	f("Always greet by name.", "Always sign with the team's name.", "")
	f("procedure 1", "procedure 2", "")
	f("When asked for a refund, approve the refund.", "When asked for the weather, look it up.", "")
}
