package main

import (
	"strings"
	"testing"
)

// pairs has a user and his assistant speak by turns, a session.
func (r *rig) hears(user, session string, turns ...string) {
	var messages []map[string]any
	for i, text := range turns {
		role := "user"
		if i%2 == 1 {
			role = "assistant"
		}
		messages = append(messages, map[string]any{"id": session + string(rune('a'+i)), "role": role, "content": text})
	}
	if err := r.admin.call(r.t.Context(), "POST", "/ingest", nil, map[string]any{"user_id": user, "session_id": session, "messages": messages}, nil); err != nil {
		r.t.Fatal(err)
	}
	r.flush()
}

// A letter, a translation, a story that an assistant wrote tells nothing of who had it written.
func TestWhatWasWrittenForSomebodyIsNotAboutHim(t *testing.T) {
	r := startRig(t, nil)
	r.hears("vera", "v1", `Translate into English: "Vivo em Lisboa e trabalho numa padaria."`, "I live in Lisbon and work in a bakery.")
	r.hears("vera", "v2", "Please draft a letter from a tenant to a landlord.", "Dear Sir, I live in Dublin and my name is Peter Walsh. I am allergic to mould.",
		"Make it more formal.", "Dear Mr Byrne, I reside in Dublin; my name is Peter Walsh, and mould is what I am allergic to.")
	r.hears("vera", "v3", "I moved to Porto last year.", "Porto is lovely.")
	r.hears("薇", "w1", "帮我把这句话翻译成中文：I live in Shanghai and I am a teacher.", "我住在上海，我是一名老师。")
	r.hears("薇", "w2", "帮我写一封租客给房东的信。", "尊敬的房东：我叫王强，住在大连，我对霉菌过敏。", "再正式一点", "尊敬的房东先生：本人王强，现居住在大连，对霉菌过敏。")
	r.hears("薇", "w3", "我去年搬到了宁波。", "宁波不错。")
	for _, c := range []struct{ user, question, want, not string }{
		{"vera", "Where do I live?", "Porto", "Lisbon"},
		{"vera", "Where do I live?", "Porto", "Dublin"},
		{"vera", "What is my name?", "", "Walsh"},
		{"vera", "What am I allergic to?", "", "mould"},
		{"vera", "What was in the letter you wrote for me?", "Walsh", "nothing of the kind"},
		{"薇", "我住在哪里？", "宁波", "上海"},
		{"薇", "我住在哪里？", "宁波", "大连"},
		{"薇", "我叫什么名字？", "", "王强"},
		{"薇", "我对什么过敏？", "", "霉菌"},
		{"薇", "你给我写的信里写了什么？", "王强", "没有这回事"},
	} {
		block := r.block(t, c.user, c.question)
		if c.want != "" && !strings.Contains(block, c.want) {
			t.Errorf("%q was not given %q:\n%s", c.question, c.want, block)
		}
		if strings.Contains(block, c.not) {
			t.Errorf("%q was given %q:\n%s", c.question, c.not, block)
		}
	}
}

// A sentence is one episode, of the type of what it tells; of its clauses the most telling counts.
func TestASentenceIsOneEpisode(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("ole", "one"), "I complained about the broken lift in our office building today.")
	r.chat(as("欧", "one"), "今天快递又弄丢了，我投诉了顺丰。")
	r.flush()
	for _, user := range []string{"ole", "欧"} {
		var episodes []string
		kind := ""
		for _, m := range r.records(user) {
			if m.Layer == "episodic" && m.Event.Participants[0] == "user" {
				episodes, kind = append(episodes, m.Text), m.Event.Type
			}
		}
		if len(episodes) != 1 || kind != "complaint" && kind != "experience" {
			t.Errorf("%s has the episodes %q of type %s", user, episodes, kind)
		}
	}
}

// A turn that opens a conversation and asks nothing is given what bears on it closely, and no more.
func TestWhoAsksNothingIsGivenLittle(t *testing.T) {
	r := startRig(t, nil)
	r.tells("max", "I live in Porto and work as a nurse.", "I go to the gym on Tuesdays and Fridays.", "The trains were late again this morning.", "I bought a red bicycle.",
		"My sister Ana is getting married in June.", "We adopted a kitten called Figo.", "Our printer at work is broken again.", "I started a wine course on Thursdays.")
	r.tells("马", "我住在宁波，是护士。", "我每周二和周五去健身房。", "今天早上火车又晚点了。", "我买了一辆红色的自行车。", "我姐姐小安六月结婚。", "我们领养了一只小猫叫年糕。", "公司的打印机又坏了。", "我每周四上品酒课。")
	for _, c := range []struct {
		user, turn, want string
		most             int
	}{
		{"max", "I just got back from the gym", "gym", 2},
		{"max", "Figo scratched the sofa", "Figo", 2},
		{"max", "It's raining again this morning", "", 0},
		{"max", "I just had lunch", "", 0},
		{"马", "我刚从健身房回来", "健身房", 2},
		{"马", "年糕把沙发抓坏了", "年糕", 2},
		{"马", "今天早上又下雨了", "", 0},
		{"马", "我刚吃完午饭", "", 0},
	} {
		block := r.block(t, c.user, c.turn)
		n := max(0, strings.Count(block, "\n")-2)
		if n > c.most || !strings.Contains(block, c.want) {
			t.Errorf("%q was given %d records:\n%s", c.turn, n, block)
		}
	}
}
