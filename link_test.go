package main

import (
	"context"
	"io"
	"strings"
	"testing"
)

// TestUnlinkingSplitsByOrigin lets an id of another app stand for a user, and
// takes it back: what was told under it goes with it.
func TestUnlinkingSplitsByOrigin(t *testing.T) {
	r := startRig(t, nil)
	ctx := context.Background()
	r.chat(as("nora", "one"), "My sister is called Ibexlantern.")
	if err := r.admin.call(ctx, "POST", "/users/nora/links", nil, map[string]any{"alias": "nora@app"}, nil); err != nil {
		t.Fatal(err)
	}
	r.chat(as("nora@app", "two"), "I have a parrot called Quokkazephyr.")
	ingest := map[string]any{"user_id": "nora@app", "session_id": "three", "messages": []any{map[string]any{"id": "m1", "role": "user", "content": "我妹妹叫岩羊灯笼。"}}}
	if err := r.admin.call(ctx, "POST", "/ingest", nil, ingest, nil); err != nil {
		t.Fatal(err)
	}
	r.flush()
	for _, user := range []string{"nora", "nora@app"} {
		if got := r.exported(user); !strings.Contains(got, gone) || !strings.Contains(got, kept) || !strings.Contains(got, keptChinese) {
			t.Fatalf("%s, linked, does not know it all: %s", user, got)
		}
	}
	r.chat(as("nora@app", "four"), "What is my sister called?")
	if !strings.Contains(r.forwarded(), kept) {
		t.Errorf("the alias does not hear what the user told: %s", r.forwarded())
	}
	var out struct{ Records int }
	if err := r.admin.call(ctx, "DELETE", "/links/nora@app", nil, nil, &out); err != nil || out.Records == 0 {
		t.Fatalf("unlinked with %d records, %v", out.Records, err)
	}
	if got := r.exported("nora"); strings.Contains(got, gone) || strings.Contains(got, keptChinese) || !strings.Contains(got, kept) {
		t.Errorf("the user kept what was the alias's, or lost her own: %s", got)
	}
	if got := r.exported("nora@app"); !strings.Contains(got, gone) || !strings.Contains(got, keptChinese) || strings.Contains(got, kept+".") {
		t.Errorf("the alias lost its own, or kept the user's: %s", got)
	}
	r.chat(as("nora@app", "five"), "What is my parrot called?")
	if !strings.Contains(r.forwarded(), gone) {
		t.Errorf("the alias does not hear its own: %s", r.forwarded())
	}
	r.chat(as("nora", "six"), "What is my parrot called?")
	if strings.Contains(r.forwarded(), gone) {
		t.Errorf("the user hears the alias's: %s", r.forwarded())
	}
	if err := r.admin.call(ctx, "DELETE", "/links/nora@app", nil, nil, nil); err == nil || !strings.Contains(err.Error(), "not_found") {
		t.Errorf("unlinking nobody: %v", err)
	}
}

// TestAUserLinksWhatIsProvenToBeHis links and unlinks by signed assertions: a
// user may link an id for which he brings an assertion too, and no other.
func TestAUserLinksWhatIsProvenToBeHis(t *testing.T) {
	door := newDoorman(t)
	r := startGuarded(t, door.URL, nil)
	ctx := context.Background()
	acme := func(user string) string { return assertion(user, map[string]any{"tenant": "acme"}) }
	by := func(user string) *client {
		return &client{base: r.admin.base, http: r.admin.http, key: acme(user)}
	}
	say := func(user, text string) {
		body := `{"model":"m","messages":[{"role":"user","content":"` + text + `"}]}`
		if answer, got := r.send("/v1/chat/completions", []byte(body), "X-Memory-User-Assertion", acme(user), "X-Memory-Session-Id", "s "+text); answer.StatusCode != 200 {
			t.Fatalf("%s: %d %s", user, answer.StatusCode, got)
		}
	}
	knows := func(user, word string) bool {
		r.flush()
		body, err := by(user).open(ctx, "GET", "/users/"+user+"/export", nil, nil)
		if err != nil {
			return false
		}
		defer body.Close()
		text, err := io.ReadAll(body)
		if err != nil {
			t.Fatal(err)
		}
		return strings.Contains(string(text), word)
	}
	link := func(as, of string, in map[string]any) error {
		return by(as).call(ctx, "POST", "/users/"+of+"/links", nil, in, nil)
	}
	refused := func(name, code string, err error) {
		t.Helper()
		if err == nil || !strings.Contains(err.Error(), code) {
			t.Errorf("%s: %v, want %s", name, err, code)
		}
	}
	say("ann", "My sister is called Ibexlantern.")
	say("bob", "I have a parrot called Quokkazephyr.")
	refused("an id without a proof", "missing_field", link("ann", "ann", map[string]any{"alias": "bob"}))
	refused("a forged proof", "unauthorized", link("ann", "ann", map[string]any{"assertion": acme("bob") + "x"}))
	refused("a proof of somebody else", "invalid_value", link("ann", "ann", map[string]any{"alias": "bob", "assertion": acme("ann@phone")}))
	refused("a proof of another tenant", "forbidden", link("ann", "ann", map[string]any{"assertion": assertion("bob", map[string]any{"tenant": "globex"})}))
	refused("oneself", "invalid_value", link("ann", "ann", map[string]any{"assertion": acme("ann")}))
	refused("another's memory", "not_found", link("ann", "bob", map[string]any{"assertion": acme("ann@phone")}))
	if err := link("ann", "ann", map[string]any{"assertion": acme("ann@phone")}); err != nil {
		t.Fatal(err)
	}
	refused("an alias that is another's", "conflict", link("bob", "bob", map[string]any{"assertion": acme("ann@phone")}))
	refused("a user for whom others stand", "conflict", link("bob", "bob", map[string]any{"assertion": acme("ann")}))
	say("ann@phone", "My boat is called Ibexlantern Two.")
	if !knows("ann", kept+" Two") {
		t.Error("what was told under the alias is not the user's")
	}
	if knows("ann", gone) || knows("bob", kept) {
		t.Error("ann knows bob's, or bob ann's")
	}
	refused("unlinking another's", "not_found", by("bob").call(ctx, "DELETE", "/links/ann@phone", nil, nil, nil))
	if err := by("ann").call(ctx, "DELETE", "/links/ann@phone", nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	if knows("ann", kept+" Two") || !knows("ann@phone", kept+" Two") || !knows("ann", kept) {
		t.Error("what was told under the alias did not go with it")
	}
	refused("unlinking twice", "not_found", by("ann").call(ctx, "DELETE", "/links/ann@phone", nil, nil, nil))
}
