package main

import (
	"context"
	"fmt"
	"net/url"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

// TestForgettingByLayer forgets one layer of what was told, after a dry run, with
// the other layers looked at before and after, and everything told again as
// history.
func TestForgettingByLayer(t *testing.T) {
	r := startRig(t, nil)
	ctx := context.Background()
	yesterday := time.Now().Add(-24 * time.Hour)
	layers := []memory.Layer{memory.Semantic, memory.Episodic, memory.Procedural}
	count := func(user string) map[memory.Layer]int {
		n := map[memory.Layer]int{}
		for _, record := range r.records(user) {
			n[record.Layer]++
		}
		return n
	}
	for _, layer := range layers {
		user := "layer " + string(layer)
		tell := func() {
			for i, text := range []string{"I have a parrot called Quokkazephyr.", "My sister is called Ibexlantern.", "Yesterday I complained about a late parcel and got my money back."} {
				r.tell(user, "old", fmt.Sprint("m", i), text, yesterday)
			}
		}
		tell()
		rule := map[string]any{"user_id": user, "layer": "procedural", "text": "When a parcel is late, look up its number before anything else."}
		if err := r.admin.call(ctx, "POST", "/memories", nil, rule, nil); err != nil {
			t.Fatal(err)
		}
		r.flush()
		before := count(user)
		for _, each := range layers {
			if before[each] == 0 {
				t.Fatalf("%s: nothing of layer %s was learnt", user, each)
			}
		}
		dry := r.forget(user, url.Values{"layer": {string(layer)}, "dry_run": {"true"}})
		if dry.Deleted["records"] != before[layer] || dry.Verified || fmt.Sprint(count(user)) != fmt.Sprint(before) {
			t.Errorf("%s: the dry run counts %d of %d, and left %v", user, dry.Deleted["records"], before[layer], count(user))
		}
		done := r.forget(user, url.Values{"layer": {string(layer)}})
		if done.Deleted["records"] != before[layer] || !done.Verified {
			t.Errorf("%s: %+v", user, done)
		}
		check := func(when string) {
			t.Helper()
			for _, each := range layers {
				wanted := before[each]
				if each == layer {
					wanted = 0
				}
				if got := count(user)[each]; got != wanted {
					t.Errorf("%s: %s: %d records of layer %s, want %d", user, when, got, each, wanted)
				}
			}
		}
		check("read back")
		tell()
		r.flush()
		check("told again as history")
		var found struct {
			Hits []struct{ Record memory.Form }
		}
		ask := map[string]any{"user_id": user, "query": "What is my parrot called, and what of the late parcel?", "top_k": 50, "budget_tokens": 4000}
		if err := r.admin.call(ctx, "POST", "/search", nil, ask, &found); err != nil {
			t.Fatal(err)
		}
		for _, hit := range found.Hits {
			if hit.Record.Layer == layer {
				t.Errorf("%s: the search finds %q", user, hit.Record.Text)
			}
		}
	}
	// Working memory has no records: it goes from the block of a resumed session.
	r.chat(as("layer working", "now"), "Let us plan the trip to Quokkazephyr. Keep it below 500 euros.")
	r.chat(as("layer working", "now"), "Shall we go on?")
	resumed := r.forwarded()
	r.forget("layer working", url.Values{"layer": {"working"}})
	r.chat(as("layer working", "now"), "Shall we go on with it?")
	if after := r.forwarded(); strings.Contains(after, "500 euros") && strings.Contains(resumed, "500 euros") {
		t.Errorf("working memory is still shown: %s", after)
	}
}

// TestWishesAreHeardWhateverTheMode says the three verbs while memory is off, or
// only read, or only written: what should go is gone, what should not be kept is
// not, and nothing else is learnt where nothing may be.
func TestWishesAreHeardWhateverTheMode(t *testing.T) {
	r := startRig(t, nil)
	ctx := context.Background()
	for i, mode := range []string{"off", "read", "write", "on"} {
		for j, how := range []string{"header", "user"} {
			user := fmt.Sprintf("mode%d%d", i, j)
			r.chat(as(user, "long ago"), "I live in Quokkazephyr.")
			r.chat(as(user, "long ago two"), "My sister is called Ibexlantern.")
			r.chat(as(user, "now"), "我养了一只鹦鹉，名字叫袋熊风筝。")
			r.flush()
			header := as(user, "now")
			if how == "header" {
				header = and(header, "X-Memory-Mode", mode)
			} else if err := r.admin.call(ctx, "PUT", "/users/"+user+"/settings", nil, map[string]any{"mode": mode}, nil); err != nil {
				t.Fatal(err)
			}
			name := mode + " by " + how
			// Forget a topic.
			r.chat(header, "我养了一只鹦鹉，名字叫袋熊风筝。", "Noted.", "Forget my address.")
			if r.knows(user, gone) {
				t.Errorf("%s: the address is still known", name)
			}
			if !r.knows(user, kept) {
				t.Errorf("%s: the sister is gone too", name)
			}
			// Take the last back: that is the exchange about the parrot, since what was
			// taken back is no exchange.
			r.chat(header, "我养了一只鹦鹉，名字叫袋熊风筝。", "Noted.", "刚才那句别记")
			if r.knows(user, goneChinese) {
				t.Errorf("%s: what was said last is still known", name)
			}
			// Do not record, and then the history comes again while memory is on.
			r.chat(header, "别记这个：我的猫叫袋熊风筝二。")
			if how == "user" {
				if err := r.admin.call(ctx, "PUT", "/users/"+user+"/settings", nil, map[string]any{"mode": "on"}, nil); err != nil {
					t.Fatal(err)
				}
			}
			r.chat(as(user, "now"), "别记这个：我的猫叫袋熊风筝二。", "好的。", "罗马还有什么值得看的？")
			r.flush()
			if text := r.exported(user); strings.Contains(text, goneChinese) || strings.Contains(text, gone) {
				t.Errorf("%s: it is kept after all: %s", name, text)
			}
		}
	}
}
