package main

import "testing"

// TestWhatIsAnnouncedIsNotKept: an announcement covers what comes after it, until its user says that
// it is over; what was told before it, and in another conversation, is kept.
func TestWhatIsAnnouncedIsNotKept(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, before, announcement, secret, over, after string) {
		t.Helper()
		one := as(user, "one")
		r.chat(one, before)
		r.flush()
		said := []string{before, "Fine.", announcement}
		want(t, announcement, r.chat(one, said...).Get("X-Memory-Capture"), "not-stored")
		said = append(said, "I see.", secret)
		want(t, secret, r.chat(one, said...).Get("X-Memory-Capture"), "not-stored")
		said = append(said, "I see.", over)
		r.chat(one, said...)
		said = append(said, "I see.", after)
		want(t, after, r.chat(one, said...).Get("X-Memory-Capture"), "queued")
		r.flush()
		for word, known := range map[string]bool{"Polly": true, "Zyx": false, "Rex": true} {
			if r.knows(user, word) != known {
				t.Errorf("%q: %s is known: %v", announcement, word, !known)
			}
		}
	}
	for i, announcement := range []string{
		"The following is off the record.", "What I tell you next must not be saved", "What I'm about to tell you is private.",
		"Let's go off the record for a bit", "I have a secret. Don't remember this.", "Off the record.",
	} {
		f("english-"+string(rune('a'+i)), "I have a parrot called Polly.", announcement, "I owe 20k to a loan shark called Zyx.", "We're back on the record.", "I have a dog called Rex.")
	}
	for i, announcement := range []string{"以下内容不要记录", "我有个秘密,这段别记", "接下来的话别记", "下面我要说的不要记录", "我们私下聊一会儿"} {
		f("chinese-"+string(rune('a'+i)), "我养了一只鹦鹉，叫Polly。", announcement, "我欠了Zyx二十万网贷。", "可以记了", "我养了一只狗，叫Rex。")
	}
	for i, wish := range []string{"Don't remember anything from today's chat", "今天聊的内容什么都别记"} {
		user := "all-" + string(rune('a'+i))
		r.chat(as(user, "one"), "I have a parrot called Polly.")
		r.flush()
		r.chat(as(user, "one"), "I have a parrot called Polly.", "Fine.", wish)
		r.chat(as(user, "one"), "I have a parrot called Polly.", "Fine.", wish, "Fine.", "I have a boat called Zyx.")
		r.flush()
		if r.knows(user, "Polly") || r.knows(user, "Zyx") {
			t.Errorf("%q: %s", wish, r.exported(user))
		}
	}
}
