package main

import (
	"strings"
	"testing"
)

// offRecord is a conversation without a session id that is taken off the record.
type offRecord struct {
	name, told, wish, more, last string // what is said in it
	other                        string // said in another conversation
	summary                      string // of it, in two lines
	sum                          string // asks for it
}

var offRecords = []offRecord{
	{
		"english", "I need advice on a delicate matter, please.", "Don't remember this conversation.", "I am seeing a lawyer called Quokka about it.", "I have a boat called Zyx.",
		"I have a boat called Narwhal.",
		"1. The user wants advice on a delicate matter and sees a lawyer.\n2. The next step is to call the lawyer and to ask about the fees.",
		"Your task is to create a detailed summary of the conversation so far.",
	},
	{
		"chinese", "我有件私事想请教一下。", "别记这段对话。", "我找了一位姓阚的律师谈这件事。", "我有一只船叫齐克斯。",
		"我有一只船叫独角鲸。",
		"一、用户有件私事想请教，已经找了一位律师来谈这件事情。\n二、下一步是给律师打电话，问清楚费用是多少以及怎么支付。",
		"请为到目前为止的对话写一份详细的摘要。",
	},
}

// boat is the name in a sentence about a boat.
func boat(s string) string {
	s = strings.TrimRight(s, ".。")
	if _, name, ok := strings.Cut(s, "called "); ok {
		return name
	}
	_, name, _ := strings.Cut(s, "叫")
	return name
}

// TestOffTheRecordHoldsWhereTheHistoryIsCut: the wish holds for a client that names no session and
// sends its history without what carried the wish: cut, or summed up, also after a restart. Another
// conversation of the same user is learnt.
func TestOffTheRecordHoldsWhereTheHistoryIsCut(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		r := startRig(t, nil)
		r.provider.answer = func(asked string) string {
			for _, c := range offRecords {
				if strings.HasSuffix(asked, c.sum) {
					return "<summary>\n" + c.summary + "\n</summary>"
				}
			}
			return demoAnswer(asked)
		}
		for _, c := range offRecords {
			user := as(c.name, "")
			delete(user, "X-Memory-Session-Id")
			talk := []string{c.told, demoAnswer(c.told), c.wish, demoAnswer(c.wish), c.more, demoAnswer(c.more)}
			r.chat(user, talk[:1]...)
			want(t, c.name+": the wish", r.chat(user, talk[:3]...).Get("X-Memory-Capture"), "not-stored")
			want(t, c.name+": what follows", r.chat(user, talk[:5]...).Get("X-Memory-Capture"), "not-stored")
			r.chat(user, append(talk[:6:6], c.sum)...)
		}
		if restarts {
			r.restart()
		}
		for _, c := range offRecords {
			user := as(c.name, "")
			delete(user, "X-Memory-Session-Id")
			got := r.chat(user, c.more, demoAnswer(c.more), c.last)
			want(t, c.name+": cut", got.Get("X-Memory-Capture"), "not-stored")
			want(t, c.name+": why", got.Get("X-Memory-Reason"), "session-silent")
			r.chat(user, "This conversation goes on from an earlier one:\n"+c.summary, "ok", c.last)
			r.chat(user, "This conversation goes on from an earlier one:\n"+c.summary+"\n\n"+c.last)
			want(t, c.name+": another", r.chat(user, c.other).Get("X-Memory-Capture"), "queued")
			r.flush()
			if r.knows(c.name, boat(c.last)) {
				t.Errorf("%s (restarted %v): what was said after the history was cut is kept: %s", c.name, restarts, r.exported(c.name))
			}
			if !r.knows(c.name, boat(c.other)) {
				t.Errorf("%s: another conversation was not learnt", c.name)
			}
		}
		r.stop()
	}
}

// TestTheWishStandsInTheHistory: a conversation that brings the wish along, from where nobody
// listened or under another name, is off the record, until its user says otherwise.
func TestTheWishStandsInTheHistory(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, capture string, history ...string) {
		t.Helper()
		header := as(user, "")
		delete(header, "X-Memory-Session-Id")
		want(t, user, r.chat(header, history...).Get("X-Memory-Capture"), capture)
	}
	f("u1", "not-stored", "Don't remember this conversation.", "Very well.", "I have a boat called Zyx.")
	f("u2", "not-stored", "hi", "Hello!", "From now on, don't remember anything.", "Very well.", "I have a boat called Zyx.")
	f("u3", "queued", "From now on, don't remember anything.", "Very well.", "You can remember things again.", "Good.", "I have a boat called Zyx.")
	f("u4", "queued", "What does \"don't remember this conversation\" do?", "It keeps it off the record.", "I have a boat called Zyx.")
	f("u5", "not-stored", "别记这段对话。", "好的。", "我有一只船叫齐克斯。")
	f("u6", "queued", "从现在起什么都别记。", "好的。", "你可以继续记录了。", "好的。", "我有一只船叫齐克斯。")
	f("u7", "queued", "我不记得这段对话了。", "好的。", "我有一只船叫齐克斯。")
}

// TestAConversationThatTheProviderKeepsIsOneSession: its id stands for its history.
func TestAConversationThatTheProviderKeepsIsOneSession(t *testing.T) {
	r := startRig(t, nil)
	say := func(user, conversation, text string) string {
		t.Helper()
		body := `{"model":"gpt-4o","conversation":` + conversation + `,"input":"` + text + `"}`
		answer, _ := r.post("/v1/responses", as(user, ""), []byte(body))
		return answer.Header.Get("X-Memory-Capture")
	}
	for user, wish := range map[string]string{"u1": "Don't remember this conversation.", "u2": "别记这段对话。"} {
		want(t, user, say(user, `"conv_1"`, wish), "not-stored")
		want(t, user+" goes on", say(user, `{"id":"conv_1"}`, "I have a boat called Zyx."), "not-stored")
		want(t, user+" in another", say(user, `{"id":"conv_2","more":[1]}`, "I have a boat called Zyx."), "queued")
		want(t, user+" in none", say(user, `null`, "I have a kite called Zyx."), "queued")
	}
}
