package main

import "testing"

// TestAKnownNameIsForgottenHoweverItIsWritten: "forget greg" erases who is known by that name; what
// nobody is called by is no name, and stays.
func TestAKnownNameIsForgottenHoweverItIsWritten(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, told, wish, word string, goes bool) {
		t.Helper()
		r.chat(as(user, "early"), told)
		r.chat(as(user, "early"), "I have a parrot called Polly.")
		r.flush()
		if !r.knows(user, word) {
			t.Fatalf("%s: %q was not learnt", user, word)
		}
		got := r.chat(as(user, "now"), wish)
		if known := r.knows(user, word); known == goes {
			t.Errorf("%q: %q known afterwards: %v (%s)", wish, word, known, got.Get("X-Memory-Reason"))
		}
		if !r.knows(user, "Polly") {
			t.Errorf("%q: what has nothing to do with it is lost", wish)
		}
	}
	f("u1", "my brother greg works at Zyxbank", "forget greg", "Zyxbank", true)
	f("u2", "My brother Greg works at Zyxbank.", "please forget about greg", "Zyxbank", true)
	f("u3", "i have a dog called rex from Zyxtown", "FORGET REX", "Zyxtown", true)
	f("u4", "I met Joe in Zyxtown.", "i want you to forget joe", "Zyxtown", true)
	f("u5", "My favourite dish is pasta from Zyxtown.", "forget pasta", "Zyxtown", false)
	f("u6", "My brother Greg works at Zyxbank.", "forget sally", "Zyxbank", false)
	f("u7", "我朋友小王在齐克斯银行上班。", "忘了小王", "齐克斯银行", true)
	f("u8", "我朋友小王在齐克斯银行上班。", "忘掉小王吧", "齐克斯银行", true)
	f("u9", "我朋友小王在齐克斯银行上班。", "请忘记小王", "齐克斯银行", true)
	f("u10", "My brother Greg works at Zyxbank.", "erase greg from your memory", "Zyxbank", true)
	f("u11", "My brother Greg works at Zyxbank.", "forget what i told you about greg", "Zyxbank", true)
	f("u12", "我朋友小王在齐克斯银行上班。", "把小王忘了吧", "齐克斯银行", true)
}
