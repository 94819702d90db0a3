package main

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestAWishInABatchReachesBackInIt: what is taken back in an imported conversation is not learnt
// from the turns of it that stand before, which nobody had learnt yet; what follows is. A batch that
// is handed in again takes nothing back once more.
func TestAWishInABatchReachesBackInIt(t *testing.T) {
	r := startRig(t, nil)
	n := 0
	batch := func(user string, texts ...string) {
		t.Helper()
		messages := make([]any, 0, len(texts))
		for i, text := range texts {
			role := "user"
			if i%2 == 1 {
				role = "assistant"
			}
			messages = append(messages, map[string]any{"id": fmt.Sprint("m", i), "role": role, "content": text})
		}
		if err := r.admin.call(t.Context(), "POST", "/ingest", nil, map[string]any{"user_id": user, "session_id": "imported", "messages": messages}, nil); err != nil {
			t.Fatal(err)
		}
	}
	f := func(wish string, before []string, goes, stays []string, after ...string) {
		t.Helper()
		n++
		user := fmt.Sprint("u", n)
		r.chat(as(user, "other"), "I have a parrot called Polly.")
		r.flush()
		var texts []string
		for _, text := range append(append(append([]string{}, before...), wish), after...) {
			texts = append(texts, text, demoAnswer(text))
		}
		batch(user, texts...)
		r.flush()
		exported := r.exported(user)
		for _, word := range goes {
			if strings.Contains(exported, word) {
				t.Errorf("%q: %q is kept", wish, word)
			}
		}
		for _, word := range stays {
			if !strings.Contains(exported, word) {
				t.Errorf("%q: %q is lost", wish, word)
			}
		}
	}
	english := []string{"I have a boat called Zyx.", "My brother Greg works at Qwybank."}
	chinese := []string{"我有一只船叫齐克斯。", "我朋友小王在阚氏银行上班。"}
	f("Forget this session.", english, []string{"Zyx", "Qwybank"}, []string{"Polly", "Narwhal"}, "I have a kite called Narwhal.")
	f("forget this conversation please", english, []string{"Zyx", "Qwybank"}, []string{"Polly"})
	f("Don't remember this conversation.", english, []string{"Zyx", "Qwybank", "Narwhal"}, []string{"Polly"}, "I have a kite called Narwhal.")
	f("Forget everything you know about me.", english, []string{"Zyx", "Qwybank", "Polly"}, []string{"Narwhal"}, "I have a kite called Narwhal.")
	f("Forget my boat.", english, []string{"Zyx"}, []string{"Polly", "Qwybank", "Narwhal"}, "I have a kite called Narwhal.")
	f("Don't remember what I just said.", english, []string{"Qwybank"}, []string{"Polly", "Zyx"})
	f("忘掉这次对话。", chinese, []string{"齐克斯", "阚氏银行"}, []string{"Polly", "独角鲸"}, "我有一只风筝叫独角鲸。")
	f("别记这段对话。", chinese, []string{"齐克斯", "阚氏银行", "独角鲸"}, []string{"Polly"}, "我有一只风筝叫独角鲸。")
	f("忘掉关于我的一切。", chinese, []string{"齐克斯", "阚氏银行", "Polly"}, []string{"独角鲸"}, "我有一只风筝叫独角鲸。")
	f("忘掉我的船。", chinese, []string{"齐克斯"}, []string{"Polly", "阚氏银行", "独角鲸"}, "我有一只风筝叫独角鲸。")
	f("刚才那句别记。", chinese, []string{"阚氏银行"}, []string{"Polly", "齐克斯"})

	again := []string{"I have a boat called Zyx.", "All right.", "Forget everything you know about me.", "Done."}
	batch("again", again...)
	r.flush()
	r.chat(as("again", "later"), "I have a kite called Narwhal.")
	r.flush()
	batch("again", again...)
	r.flush()
	if r.knows("again", "Zyx") || !r.knows("again", "Narwhal") {
		t.Errorf("a batch that was handed in again: %s", r.exported("again"))
	}

	// A wish of long ago is about what was told before it.
	f = func(wish string, before []string, goes, stays []string, after ...string) {
		t.Helper()
		n++
		user := fmt.Sprint("u", n)
		r.chat(as(user, "other"), "I have a parrot called Polly.")
		r.flush()
		var messages []any
		for i, text := range append(append(append([]string{}, before...), wish), after...) {
			messages = append(messages, map[string]any{"role": "user", "content": text, "created_at": fmt.Sprintf("2024-05-0%dT10:00:00Z", i+1)})
		}
		if err := r.admin.call(t.Context(), "POST", "/ingest", nil, map[string]any{"user_id": user, "session_id": "imported", "messages": messages}, nil); err != nil {
			t.Fatal(err)
		}
		r.flush()
		exported := r.exported(user)
		for _, word := range append(goes, stays...) {
			if strings.Contains(exported, word) == slices.Contains(goes, word) {
				t.Errorf("%q in 2024: %q is kept or lost", wish, word)
			}
		}
	}
	f("Forget everything you know about me.", english, []string{"Zyx", "Qwybank"}, []string{"Polly", "Narwhal"}, "I have a kite called Narwhal.")
	f("忘掉关于我的一切。", chinese, []string{"齐克斯", "阚氏银行"}, []string{"Polly", "独角鲸"}, "我有一只风筝叫独角鲸。")
	f("Forget my boat.", english, []string{"Zyx"}, []string{"Polly", "Qwybank", "Narwhal"}, "My boat is called Narwhal.")
	f("Forget this session.", english, []string{"Zyx", "Qwybank"}, []string{"Polly", "Narwhal"}, "I have a kite called Narwhal.")
}
