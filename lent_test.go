package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"
	"weak"
)

// spoil overwrites what a request's body stood in, in every test: whoever keeps a
// word of it keeps rubbish.
func spoil(body []byte) {
	for i := range body {
		body[i] = '#'
	}
}

// TestNothingOfABodyIsKept talks as people do whose ids stand in the body, without
// an escape anywhere, so that every text is a piece of it. What a body stood in is
// overwritten when its request is over, and no part of the house may hold on to it.
func TestNothingOfABodyIsKept(t *testing.T) {
	var mu sync.Mutex
	var bodies []weak.Pointer[byte]
	r := startRig(t, func(o *options, _ *secrets) {
		o.spoil = func(body []byte) {
			spoil(body)
			mu.Lock()
			defer mu.Unlock()
			bodies = append(bodies, weak.Make(&body[0]))
		}
	})
	seen := 0
	body := func(user, rest, words string) []byte {
		return fmt.Appendf(nil, `{"model":"gpt-4o","user":"%s","prompt_cache_key":"key-%s",%s"messages":[{"role":"user","name":"speaker","content":"%s"}]}`, user, user, rest, words)
	}
	send := func(mode string, body []byte) (status string) {
		t.Helper()
		var reader io.Reader = bytes.NewReader(body)
		if seen%2 == 1 {
			reader = io.MultiReader(reader) // one that does not say its size
		}
		request, err := http.NewRequest(http.MethodPost, r.house.dataURL()+"/v1/chat/completions", reader)
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("X-Memory-Mode", mode)
		answer, _ := r.do(request)
		want(t, "answer", answer.StatusCode, 200)
		if got := r.provider.last(); bytes.Contains(got, []byte("##")) {
			t.Errorf("forwarded %s", got)
		}
		seen++
		return answer.Header.Get("X-Memory-Status")
	}
	for i := range 8 {
		user := fmt.Sprintf("someone-%d", i)
		send("on", body(user, `"metadata":{"session_id":"first"},`, fmt.Sprintf("I am allergic to peanuts and I work at the harbour number %d.", i)))
		send("read", body(user, "", "Where do I work, and what am I allergic to?"))
	}
	r.flush()
	for range 2 {
		for i := range 8 {
			user := fmt.Sprintf("someone-%d", i)
			want(t, user, send("read", body(user, "", "Where do I work, and what am I allergic to?")), "injected")
			want(t, user, send("on", body(user, `"metadata":{"session_id":"second"},`, "What am I allergic to?")), "injected")
			send("off", body(user, "", "What do you know?"))
		}
	}
	r.flush()
	for i := range 8 {
		user := fmt.Sprintf("someone-%d", i)
		if !r.knows(user, "peanuts") || !r.knows(user, fmt.Sprintf("number %d", i)) {
			t.Errorf("%s is not known: %+v", user, r.records(user))
		}
	}
	if got := r.exported("someone-1"); strings.Contains(got, "##") {
		t.Errorf("rubbish is kept: %s", got)
	}
	r.leavesNoTrace([]string{"####"})
	mu.Lock()
	defer mu.Unlock()
	want(t, "bodies that came back", len(bodies), seen)
	http.DefaultClient.CloseIdleConnections()
	for deadline := time.Now().Add(10 * time.Second); ; runtime.Gosched() {
		runtime.GC()
		held := 0
		for _, body := range bodies {
			if body.Value() != nil {
				held++
			}
		}
		if held == 0 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%d of %d bodies are held on to", held, len(bodies))
		}
	}
}
