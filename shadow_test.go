package main

import (
	"net/url"
	"strings"
	"testing"

	"mneme/memory"
)

// TestShadowRecordsWhatWouldBeInjectedAndInjectsNothing turns a tenant's shadow on and off.
func TestShadowRecordsWhatWouldBeInjectedAndInjectsNothing(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("ana", "s1"), "I live in Oslo.")
	r.chat(as("小林", "s1"), "我住在杭州。")
	r.flush()
	shade := func(on any) {
		t.Helper()
		if err := r.admin.call(t.Context(), "PUT", "/tenants/default/policy", nil, map[string]any{"shadow": on}, nil); err != nil {
			t.Fatal(err)
		}
	}
	for _, q := range []struct{ user, question, text string }{{"ana", "Where do I live?", "Oslo"}, {"小林", "我住在哪里？", "杭州"}} {
		shade(true)
		head := r.chat(as(q.user, "s2"), q.question)
		if sent := string(r.provider.last()); strings.Contains(sent, memory.BlockOpen) || strings.Contains(sent, q.text) {
			t.Errorf("in shadow, the provider was sent %s", sent)
		}
		if head.Get("X-Memory-Status") != "empty" || head.Get("X-Memory-Reason") != "shadow" {
			t.Errorf("in shadow, the answer says %q, %q", head.Get("X-Memory-Status"), head.Get("X-Memory-Reason"))
		}
		var receipt struct {
			Shadow   bool
			Injected []struct{ Text string }
		}
		if err := r.admin.call(t.Context(), "GET", "/receipts/"+head.Get("X-Memory-Receipt-Id"), url.Values{"user_id": {q.user}}, nil, &receipt); err != nil {
			t.Fatal(err)
		}
		if !receipt.Shadow || len(receipt.Injected) == 0 || !strings.Contains(receipt.Injected[0].Text, q.text) {
			t.Errorf("the receipt says %+v", receipt)
		}
		shade(nil)
		if r.chat(as(q.user, "s3"), q.question); !strings.Contains(string(r.provider.last()), q.text) {
			t.Errorf("out of shadow, the provider was sent %s", r.provider.last())
		}
	}
}
