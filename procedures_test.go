package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestRulesThatContradictAreRefused writes rules by hand and by policy that forbid what others
// ask for, in both languages: the answer names the other rule.
func TestRulesThatContradictAreRefused(t *testing.T) {
	r := startRig(t, nil)
	post := func(text string) (string, error) {
		var out struct{ ID string }
		err := r.admin.call(t.Context(), "POST", "/memories", nil, map[string]any{"level": "tenant", "layer": "procedural", "text": text}, &out)
		return out.ID, err
	}
	clash := func(what, with string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), "conflict") || !strings.Contains(err.Error(), with) {
			t.Errorf("%s: %v; want a conflict with %s", what, err, with)
		}
	}
	for _, one := range [][3]string{
		{"When a customer asks for a refund, approve the refund.", "If a customer asks for a refund, never approve a refund.", "When a customer asks for a refund, check the order first."},
		{"客户要求换货时，同意换货。", "如果客户要求换货，不要换货。", "客户要求换货时，先核对订单号。"},
	} {
		id, err := post(one[0])
		if err != nil {
			t.Fatal(err)
		}
		_, err = post(one[1])
		clash(one[1], id, err)
		if _, err = post(one[2]); err != nil {
			t.Errorf("%s: %v", one[2], err)
		}
		if again, err := post(one[0]); again != id || err != nil {
			t.Errorf("the same again is %s, %v; want %s", again, err, id)
		}
	}
	put := func(procedures ...any) error {
		return r.admin.call(t.Context(), "PUT", "/tenants/default/policy", nil, map[string]any{"procedures": procedures}, nil)
	}
	rule := func(name, when, step string, priority int) map[string]any {
		return map[string]any{"name": name, "when": when, "steps": []string{step}, "priority": priority}
	}
	clash("policy", "hand-over", put(rule("hand-over", "complaint", "hand over to a person", 0), rule("alone", "complaint", "do not hand over to a person", 0)))
	clash("policy, Chinese", "转人工", put(rule("转人工", "投诉", "转接人工", 0), rule("自己处理", "投诉", "禁止转接人工", 0)))
	if err := put(rule("hand-over", "complaint", "hand over to a person", 0), rule("alone", "complaint", "do not hand over to a person", 5)); err != nil {
		t.Errorf("a priority says which holds: %v", err)
	}
	var policy struct{ Warnings []string }
	r.must("GET", "/tenants/default/policy", nil, nil, &policy)
	if len(policy.Warnings) != 1 || !strings.Contains(policy.Warnings[0], "hand-over") {
		t.Errorf("warnings: %q", policy.Warnings)
	}
	r.chat(as("nora", "one"), "I have a complaint about my parcel.")
	if got := r.forwarded(); !strings.Contains(got, "do not hand over") || strings.Contains(got, ": hand over") {
		t.Errorf("both are put to the model, or none: %s", got)
	}
	if _, err := post("When there is a complaint, hand over to a person."); err == nil || !strings.Contains(err.Error(), "policy:alone") {
		t.Errorf("a rule against the policy: %v", err)
	}
	var many []any
	for i := range 101 {
		many = append(many, rule(fmt.Sprint("rule ", i), fmt.Sprint("topic ", i), fmt.Sprint("step ", i), 0))
	}
	if err := put(many[:100]...); err != nil {
		t.Errorf("a hundred: %v", err)
	}
	if err := put(many...); err == nil || !strings.Contains(err.Error(), "100") {
		t.Errorf("a hundred and one: %v", err)
	}
	if err := put(); err != nil {
		t.Fatal(err)
	}
	for i := 5; i <= 100; i++ {
		if _, err := post(fmt.Sprint("procedure ", i)); err != nil {
			t.Fatalf("%d: %v", i, err)
		}
	}
	if _, err := post("procedure 101"); err == nil || !strings.Contains(err.Error(), "100") {
		t.Errorf("a hundred and one by hand: %v", err)
	}
}
