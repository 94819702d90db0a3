package main

import (
	"strings"
	"testing"
)

// A new session is not told what the one before said and took back.
func TestANewSessionIsNotToldWhatWasTakenBack(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, was, is, question, gone string) {
		t.Helper()
		r.chat(as(user, "s1"), was)
		r.flush()
		r.chat(as(user, "s1"), was, "OK.", is)
		r.flush()
		r.chat(as(user, "s2"), question)
		told := r.forwarded()
		if at := strings.Index(told, gone); at >= 0 && !strings.Contains(told[at:], is) {
			t.Errorf("%s: a new session is told\n%s", user, told)
		}
	}
	f("u1", "我女朋友叫小芳", "我和小芳分手了", "我女朋友叫什么", "叫小芳")
	f("u2", "My wife's name is Eva.", "Sorry, typo, I mean Ewa.", "What is my wife's name?", "Eva")
	f("u3", "I live in Lisbon.", "I moved to Porto last week.", "Which city do I live in, Lisbon?", "user: I live in Lisbon")
	f("u4", "我住在杭州。", "我搬到苏州了。", "我住在哪个城市，杭州吗？", "user: 我住在杭州")
}
