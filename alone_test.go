package main

import (
	"fmt"
	"testing"
)

// TestAWishThatStandsAlone: who says nothing but "this is confidential" means what he said before
// and what was answered to it; where nothing was said before, what he says from there on. It is so
// whether or not a client sends its history or names its session.
func TestAWishThatStandsAlone(t *testing.T) {
	r := startRig(t, nil)
	n := 0
	f := func(wish, secret, other string) {
		t.Helper()
		n++
		for _, how := range []string{"history", "session", "neither"} {
			user, session := fmt.Sprint("u", n, how), "s"
			if how == "neither" {
				session = ""
			}
			told := []string{}
			say := func(text string) {
				t.Helper()
				told = append(told, text)
				if how == "history" {
					r.chat(as(user, session), told...)
				} else {
					r.chat(as(user, session), text)
				}
				told = append(told, demoAnswer(text))
				r.flush()
			}
			say(other)
			say(secret)
			want(t, how+" keeps "+secret, r.knows(user, secret), true)
			say(wish)
			want(t, how+" keeps after "+wish+" "+secret, r.knows(user, secret), false)
			want(t, how+" keeps after "+wish+" "+other, r.knows(user, other), true)
		}
		user := fmt.Sprint("first", n)
		r.chat(as(user, "s"), wish)
		r.chat(as(user, "s"), wish, demoAnswer(wish), secret)
		r.chat(as(user, "s"), secret)
		r.flush()
		want(t, "keeps behind "+wish+" "+secret, r.knows(user, secret), false)
	}
	for _, wish := range []string{"This is confidential.", "Don't remember this.", "Keep that between us, please.", "This is off the record.", "Confidential."} {
		f(wish, "I have a tumor in my lung.", "I live in Oslo.")
	}
	for _, wish := range []string{"这个别记", "这是机密", "别告诉别人", "这个保密哦"} {
		f(wish, "我得了肺癌。", "我住在杭州。")
	}
}

// TestWhatWasJustSaidIsSaidToBeASecret: by a client that sends no history too.
func TestWhatWasJustSaidIsSaidToBeASecret(t *testing.T) {
	r := startRig(t, nil)
	for i, one := range [][2]string{
		{"What I just said is off the record.", "I have a tumor in my lung."},
		{"what I told you is confidential", "I have a tumor in my lung."},
		{"That was private.", "I have a tumor in my lung."},
		{"我刚说的要保密", "我得了肺癌。"},
		{"刚才说的是秘密", "我得了肺癌。"},
	} {
		user := fmt.Sprint("u", i)
		r.chat(as(user, "s"), "I live in Oslo.")
		r.chat(as(user, "s"), one[1])
		r.chat(as(user, "s"), one[0])
		r.flush()
		want(t, "knows after "+one[0], r.knows(user, one[1]), false)
		want(t, "knows what was said before", r.knows(user, "Oslo"), true)
	}
}
