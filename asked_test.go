package main

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mneme/memory"
)

// TestATenantThatHasEverythingConfirmed goes the whole way through the proxy: what is said stays
// observed and out of the prompt, the question is put once, and the user's own yes, no or silence
// settles it.
func TestATenantThatHasEverythingConfirmed(t *testing.T) {
	file := filepath.Join(t.TempDir(), "policy.yaml")
	if err := os.WriteFile(file, []byte("tenants:\n  default: {ask: true, confirmations: all}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	r := startRig(t, func(o *options, _ *secrets) { o.policy = file })
	statusOf := func(user, word string) memory.Status {
		t.Helper()
		r.flush()
		var list struct{ Data []memory.Form }
		if err := r.admin.call(context.Background(), "GET", "/memories", url.Values{"user_id": {user}, "layer": {"semantic"}}, nil, &list); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(list.Data, func(f memory.Form) bool { return strings.Contains(f.Text, word) })
		if i < 0 {
			t.Fatalf("%s: nothing about %q: %+v", user, word, list.Data)
		}
		return list.Data[i].Status
	}
	type talk struct{ told, word, ask, question, other, recall, asked, more string }
	english := talk{"I live in Leeds.", "Leeds", "ask the user whether", "Boats are fine. By the way, do you live in Leeds?", "All right.", "What should I see where I live?", "Tell me about boats in general, please.", "What about trains?"}
	chinese := talk{"我住在苏州。", "苏州", "请顺便问用户", "船挺好的。顺便问一下，你住在苏州吗？", "好的。", "我住的地方有什么好玩的？", "给我讲讲船的种类吧。", "火车呢？"}
	n := 0
	f := func(c talk, question, answer string, want memory.Status) {
		t.Helper()
		n++
		user := fmt.Sprint("u", n)
		r.chat(as(user, "one"), c.told)
		if got := statusOf(user, c.word); got != memory.Observed {
			t.Fatalf("%s: what was said is %s", user, got)
		}
		got := r.chat(as(user, "two"), c.asked)
		if text := r.forwarded(); !strings.Contains(text, c.ask) || !strings.Contains(text, c.word) || strings.Count(text, c.word) != 1 {
			t.Fatalf("%s: the question is not put: %s (%s)", user, text, got.Get("X-Memory-Reason"))
		}
		r.provider.answer = func(string) string { return question }
		r.chat(as(user, "two"), c.asked, "Sure.", c.more)
		if text := r.forwarded(); strings.Contains(text, c.ask) {
			t.Errorf("%s: the question is put in the next turn too: %s", user, text)
		}
		r.flush()
		r.provider.answer = demoAnswer
		r.chat(as(user, "two"), c.asked, "Sure.", c.more, question, answer)
		if got := statusOf(user, c.word); got != want {
			t.Errorf("%s: after %q it is %s, want %s", user, answer, got, want)
		}
		if r.chat(and(as(user, "three"), "X-Memory-Mode", "read"), c.recall); want == memory.Current && !strings.Contains(r.forwarded(), c.word) {
			t.Errorf("%s: after %q the prompt does not hold it: %s", user, answer, r.forwarded())
		}
	}
	for _, yes := range []string{"yes", "Yes, I do.", "Yep!", "That's right, thanks. And what do trains cost?"} {
		f(english, english.question, yes, memory.Current)
	}
	for _, no := range []string{"no", "No, not any more.", "That's wrong."} {
		f(english, english.question, no, memory.Expired)
	}
	for _, silence := range []string{"What do trains cost?", "No problem, what do trains cost?", "Yes? What do you mean?", "right now I am busy"} {
		f(english, english.question, silence, memory.Observed)
	}
	for _, yes := range []string{"对", "是的。", "嗯嗯", "没错，火车要多少钱？"} {
		f(chinese, chinese.question, yes, memory.Current)
	}
	for _, no := range []string{"不是", "不对，早就搬了。", "不是了"} {
		f(chinese, chinese.question, no, memory.Expired)
	}
	for _, silence := range []string{"火车要多少钱？", "对了，火车要多少钱？", "不用了，谢谢", "不客气"} {
		f(chinese, chinese.question, silence, memory.Observed)
	}
	// A yes to another question settles nothing.
	for _, question := range []string{"Shall I look for trains?", "Do you live in York?", "Do you live in Leeds or in York?", "You live in Leeds. Shall I look for trains?", "You don't live in Leeds, do you?", english.other} {
		f(english, question, "yes", memory.Observed)
	}
	for _, question := range []string{"要我查一下火车吗？", "你住在杭州吗？", "你住在苏州还是杭州？", "你不住在苏州吗？", chinese.other} {
		f(chinese, question, "对", memory.Observed)
	}
}
