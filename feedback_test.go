package main

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"testing"

	"mneme/memory"
)

// TestMemoryDoesNotFeedOnItself puts a model behind memory that repeats every word of its prompt, and
// a client that sends that back with its history: after twenty turns as much is known as before, and
// no mark of a block is kept anywhere.
func TestMemoryDoesNotFeedOnItself(t *testing.T) {
	f := func(user, told, asked, next, word string) {
		t.Helper()
		r := startRig(t, nil)
		r.provider.answer = func(prompt string) string { return prompt }
		r.chat(as(user, "first"), told)
		r.flush()
		facts := func() (n int, all string) {
			for _, record := range r.records(user) {
				if record.Layer == memory.Semantic && strings.Contains(record.Text, word) {
					n++
				}
				all += record.Text + "\n"
			}
			return n, all
		}
		before, _ := facts()
		if before == 0 {
			t.Fatalf("%q taught nothing", told)
		}
		injected := 0
		var talk []string
		for turn := range 20 {
			if talk = append(talk, fmt.Sprint(next, " ", turn+1)); turn == 0 {
				talk[0] = asked
			}
			if r.chat(as(user, "second"), talk...).Get("X-Memory-Status") == "injected" {
				injected++
			}
			talk = append(talk, r.forwarded())
		}
		if injected == 0 || !strings.Contains(talk[1], memory.BlockOpen) {
			t.Errorf("%s: nothing was injected that could come back: %q", user, talk[1])
		}
		r.flush()
		after, all := facts()
		if after != before || strings.Contains(all, memory.BlockOpen) {
			t.Errorf("%s: %d facts became %d:\n%s", user, before, after, all)
		}
		body, err := r.admin.open(t.Context(), "GET", "/users/"+user+"/export", nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := io.ReadAll(body)
		_ = body.Close()
		if err != nil || !bytes.Contains(kept, []byte(word)) || bytes.Contains(kept, []byte("mneme-memory")) {
			t.Errorf("%s: %v; the export holds a block, or nothing:\n%s", user, err, kept)
		}
	}
	f("ann", "My favourite colour is teal.", "Which colour do I like?", "next", "teal")
	f("wang", "我最喜欢的颜色是藏青色。", "我喜欢什么颜色？", "下一个", "藏青")
}
