package main

import (
	"fmt"
	"strings"
	"testing"
)

// TestWhatIsAskedForSaysWhatANumberIs: a number that is the answer to "what is your passport
// number?" is masked like one that was called so.
func TestWhatIsAskedForSaysWhatANumberIs(t *testing.T) {
	r := startRig(t, nil)
	f := func(asked, answer, number string, masked bool) {
		t.Helper()
		user := fmt.Sprintf("u%x", asked+answer)
		r.chat(as(user, "s"), "Please fill in the form.", asked, answer)
		var taken struct{ Accepted int }
		ingest := map[string]any{"user_id": user + "i", "session_id": "s", "messages": []map[string]string{
			{"role": "user", "content": "Please fill in the form."}, {"role": "assistant", "content": asked}, {"role": "user", "content": answer}}}
		if err := r.admin.call(t.Context(), "POST", "/ingest", nil, ingest, &taken); err != nil || taken.Accepted != 3 {
			t.Fatalf("ingest: %d, %v", taken.Accepted, err)
		}
		r.flush()
		for _, who := range []string{user, user + "i"} {
			want(t, fmt.Sprintf("%s %s: knows the number", asked, answer), r.knows(who, number), !masked)
		}
	}
	f("Sure. What is your passport number?", "It is E12345678, and I live in Oslo.", "E12345678", true)
	f("Could you give me your card number, please?", "Sure, it's 4111 1111 1111 1112, I live in Oslo.", "1112", true)
	f("How many steps did you walk?", "I walked 12345678 steps in Oslo.", "12345678", false)
	f("好的，请问您的护照号是多少？", "E12345678，我住在杭州。", "E12345678", true)
	f("您的微信号是？", "liming1988，我住在杭州。", "liming1988", true)
	f("您走了多少步？", "我在杭州走了12345678步。", "12345678", false)
}

// TestAnAnswerRepeatsNoIdentifier: what it repeats without calling it so is masked too.
func TestAnAnswerRepeatsNoIdentifier(t *testing.T) {
	upstream, err := startProvider(func(string) string { return "Noted, E12345678 for the trip to Lisbon." })
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(upstream.close)
	r := startRig(t, func(o *options, _ *secrets) { o.upstream = upstream.url })
	for user, text := range map[string]string{"nora": "My passport number is E12345678.", "lin": "我的护照号是E12345678。"} {
		r.chat(as(user, "s"), text)
		r.flush()
		want(t, user+": knows the number", r.knows(user, "E12345678"), false)
		want(t, user+": knows of the answer", r.knows(user, "Lisbon"), true)
		r.chat(as(user, "s"), "And what should I do next?")
		if told := string(upstream.last()); !strings.Contains(told, "Lisbon") || strings.Contains(told, "E12345678") {
			t.Errorf("%s: forwarded %s", user, told)
		}
	}
}
