//go:build weights

package main

import (
	"os"
	"strings"
	"testing"
)

// TestTheEncoderTakesOverWithoutAGap starts on the table, then with -embed quality: what was known
// is found all the while, in the other language too.
// memory/encoder/weights_test.go says how to run it.
func TestTheEncoderTakesOverWithoutAGap(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I'm allergic to peanuts.")
	r.flush()
	r.stop()
	o := r.house.opts
	o.embed, o.embedFile = "quality", os.Getenv("MNEME_EMBED_FILE")
	r.start(o, secrets{})
	want(t, "while it changes", r.chat(as("nora", "two"), "What am I allergic to?").Get("X-Memory-Status"), "injected")
	waitFor(t, func() bool { return r.house.settled(t.Context()) })
	r.restart()
	if r.house.moving || r.house.embedderName() != "use-m3-1" {
		t.Errorf("after the change it works with %s", r.house.embedderName())
	}
	for _, question := range []string{"What am I allergic to?", "我对什么过敏？"} {
		want(t, question, r.chat(as("nora", question), question).Get("X-Memory-Status"), "injected")
		if !strings.Contains(r.forwarded(), "peanuts") {
			t.Errorf("%q gets %q", question, r.forwarded())
		}
	}
}
