package main

import (
	"context"
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
