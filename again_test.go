package main

import (
	"encoding/json"
	"fmt"
	"testing"
)

// TestAWishReachesTheSameWordsSaidBeforeWithoutIt: who edits a turn to add the wish, sends it again
// under no-store, or says the wish in the middle of a tool loop, leaves nothing of what was learnt
// when the words came without it, nor is it learnt when they come without it once more.
func TestAWishReachesTheSameWordsSaidBeforeWithoutIt(t *testing.T) {
	r := startRig(t, nil)
	n := 0
	type language struct{ told, wish, other string }
	english := language{"I have a boat called %s.", " Don't remember this.", "I have a kite called Narwhal."}
	chinese := language{"我有一只船叫%s。", "这句别记。", "我有一只风筝叫独角鲸。"}
	for _, c := range []language{english, chinese} {
		for _, derived := range []bool{false, true} {
			f := func(what string, play func(header map[string]string, told string)) {
				t.Helper()
				n++
				user, word := fmt.Sprint("u", n), fmt.Sprintf("Zyx%dq", n)
				header := as(user, "one")
				if derived {
					delete(header, "X-Memory-Session-Id")
				}
				r.chat(as(user, "other"), c.other)
				play(header, fmt.Sprintf(c.told, word))
				r.flush()
				if r.knows(user, word) {
					t.Errorf("%s, derived %v: %s", what, derived, r.exported(user))
				}
				if !r.knows(user, boat(c.other)) {
					t.Errorf("%s, derived %v: another session's words are lost", what, derived)
				}
			}
			f("the first turn edited", func(h map[string]string, told string) {
				r.chat(h, told)
				r.flush()
				r.chat(h, told+c.wish)
			})
			f("at once", func(h map[string]string, told string) {
				r.chat(h, told)
				r.chat(h, told+c.wish)
			})
			f("a later turn edited", func(h map[string]string, told string) {
				r.chat(h, "hi")
				r.chat(h, "hi", "Hello!", told)
				r.flush()
				r.chat(h, "hi", "Hello!", told+c.wish)
			})
			f("the wish edited out", func(h map[string]string, told string) {
				r.chat(h, "hi", "Hello!", told+c.wish)
				r.chat(h, "hi", "Hello!", told)
			})
			f("sent again under no-store", func(h map[string]string, told string) {
				r.chat(h, told)
				r.flush()
				r.chat(and(h, "X-Memory-No-Store", "true"), told)
			})
			f("sent again with its own mark", func(h map[string]string, told string) {
				r.chat(h, told)
				r.flush()
				body, _ := json.Marshal(map[string]any{"messages": []any{map[string]any{"role": "user", "content": told, "memory": false}}})
				r.post("/v1/chat/completions", h, body)
			})
			f("in the middle of a tool loop", func(h map[string]string, told string) {
				first := map[string]any{"role": "user", "content": told}
				call := map[string]any{"role": "assistant", "content": nil, "tool_calls": []any{map[string]any{"id": "c1", "type": "function", "function": map[string]any{"name": "look", "arguments": "{}"}}}}
				result := map[string]any{"role": "tool", "tool_call_id": "c1", "content": "nothing"}
				for _, messages := range [][]any{{first}, {first, call, result}, {first, call, result, map[string]any{"role": "user", "content": c.wish}}} {
					body, _ := json.Marshal(map[string]any{"messages": messages})
					r.post("/v1/chat/completions", h, body)
				}
			})
		}
	}
}
