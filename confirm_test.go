package main

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAQuestionStandsInTheBlockWhereTheTenantAsks puts what waits for a user's
// word to him: once, in his language, in a block that is there anyway, and not
// after it was forgotten, answered or silenced.
func TestAQuestionStandsInTheBlockWhereTheTenantAsks(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	if err := os.WriteFile(file, []byte("tenants:\n  default: {ask: true}\n  quiet: {}\nkeys:\n"+keyLine("k", "tenants: [default, quiet]")), 0o600); err != nil {
		t.Fatal(err)
	}
	r := startRig(t, func(o *options, s *secrets) { o.policy, s.adminKey = file, "root-key" })
	ctx := context.Background()
	wait := func(tenant, user, text string) string {
		t.Helper()
		var out struct{ ID string }
		if err := r.admin.call(ctx, "POST", "/memories", nil, map[string]any{"tenant_id": tenant, "user_id": user, "text": text, "status": "pending"}, &out); err != nil {
			t.Fatal(err)
		}
		return out.ID
	}
	know := func(tenant, user, text string) {
		t.Helper()
		if err := r.admin.call(ctx, "POST", "/memories", nil, map[string]any{"tenant_id": tenant, "user_id": user, "text": text, "object": text}, nil); err != nil {
			t.Fatal(err)
		}
	}
	header := func(tenant, user, session string) map[string]string {
		return and(as(user, session), "X-Memory-Key", "k", "X-Memory-Tenant-Id", tenant)
	}
	const english, chinese = "ask the user whether", "请顺便问用户"
	for _, tenant := range []string{"default", "quiet"} {
		know(tenant, "nora", "has a parrot called Ibexlantern")
		wait(tenant, "nora", "prefers tea to coffee")
		r.chat(header(tenant, "nora", "one"), "What is my parrot called?")
		got := r.forwarded()
		if !strings.Contains(got, kept) || strings.Contains(got, english) != (tenant == "default") || strings.Contains(got, "prefers tea") != (tenant == "default") {
			t.Errorf("%s: %s", tenant, got)
		}
	}
	r.chat(header("default", "nora", "two"), "And what was my parrot called again?")
	if got := r.forwarded(); strings.Contains(got, english) {
		t.Errorf("it is asked twice: %s", got)
	}
	r.chat(header("default", "nobody", "one"), "What is my parrot called?")
	if got := r.forwarded(); strings.Contains(got, english) {
		t.Errorf("it is asked of somebody else: %s", got)
	}
	// Chinese.
	know("default", "小明", "养了一只鹦鹉，名字叫岩羊灯笼")
	wait("default", "小明", "更喜欢喝茶")
	r.chat(header("default", "小明", "一"), "我的鹦鹉叫什么名字？")
	if got := r.forwarded(); !strings.Contains(got, chinese) || !strings.Contains(got, "更喜欢喝茶") {
		t.Errorf("小明: %s", got)
	}
	// A block alone with a question is none.
	wait("default", "bare", "prefers trains to planes")
	r.chat(header("default", "bare", "one"), "What should I see in Rome?")
	if got := r.forwarded(); strings.Contains(got, english) {
		t.Errorf("a question alone: %s", got)
	}
	// What was answered or forgotten is not asked for, within a tool loop either.
	know("default", "eve", "has a parrot called Ibexlantern")
	id := wait("default", "eve", "likes Quokkazephyr")
	const head = `{"model":"m","messages":[{"role":"user","content":"What is my parrot called?"}`
	step := head + `,{"role":"assistant","content":null,"tool_calls":[{"id":"c1","type":"function","function":{"name":"look","arguments":"{}"}}]},{"role":"tool","tool_call_id":"c1","content":"nothing"}]}`
	for _, body := range []string{head + "]}", step} {
		r.post("/v1/chat/completions", header("default", "eve", "loop"), []byte(body))
		if !strings.Contains(string(r.provider.last()), gone) {
			t.Fatalf("it is not asked: %s", r.provider.last())
		}
	}
	if err := r.admin.call(ctx, "DELETE", "/memories/"+id, url.Values{"user_id": {"eve"}}, nil, nil); err != nil {
		t.Fatal(err)
	}
	r.post("/v1/chat/completions", header("default", "eve", "loop"), []byte(step))
	if strings.Contains(string(r.provider.last()), gone) {
		t.Errorf("what was forgotten is asked for: %s", r.provider.last())
	}
	know("default", "fay", "has a parrot called Ibexlantern")
	id = wait("default", "fay", "likes Quokkazephyr")
	if err := r.admin.call(ctx, "POST", "/confirmations/"+id, nil, map[string]any{"user_id": "fay", "accept": true}, nil); err != nil {
		t.Fatal(err)
	}
	r.chat(header("default", "fay", "one"), "What is my parrot called?")
	if got := r.forwarded(); strings.Contains(got, english) {
		t.Errorf("what was answered is asked for: %s", got)
	}
}
