package main

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
)

// TestWhatIsUnderWayWhenItIsForgotten: an exchange that ends after a forget, and was asked before
// it, brings nothing back, whether its owner was known or not; one that is of something else is
// learnt, and so is what is said afterwards.
func TestWhatIsUnderWayWhenItIsForgotten(t *testing.T) {
	asked, answer := make(chan bool), make(chan bool)
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if strings.Contains(string(body), "lair") && !strings.Contains(string(body), "Narwhal") {
			asked <- true
			<-answer
		}
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprint(w, `{"id":"c","object":"chat.completion","choices":[{"index":0,"finish_reason":"stop","message":{"role":"assistant","content":"All right."}}]}`)
	}))
	defer upstream.Close()
	r := startRig(t, func(o *options, _ *secrets) { o.upstream = upstream.URL + "/v1" })
	f := func(user string, known bool, path string, q url.Values, stays bool) {
		t.Helper()
		if known {
			r.chat(as(user, "early"), "I have a parrot called Polly.")
			r.flush()
		}
		done := make(chan bool)
		go func() { r.chat(as(user, "now"), "I have a secret lair called Zyx."); done <- true }()
		<-asked
		if q != nil {
			q.Set("user_id", user)
		}
		var receipt forgot
		if err := r.admin.call(t.Context(), "DELETE", path, q, nil, &receipt); err != nil {
			t.Errorf("%s: %v", user, err)
		}
		answer <- true
		<-done
		r.flush()
		if r.knows(user, "Zyx") != stays {
			t.Errorf("%s: known afterwards: %v", user, !stays)
		}
		r.chat(as(user, "later"), "I have a boat called Narwhal.")
		r.flush()
		if !r.knows(user, "Narwhal") {
			t.Errorf("%s: nothing is learnt any more", user)
		}
	}
	for _, known := range []bool{true, false} {
		name := func(s string) string { return fmt.Sprintf("%s %v", s, known) }
		f(name("all"), known, "/memories", url.Values{"all": {"true"}}, false)
		f(name("topic"), known, "/memories", url.Values{"topic": {"lair"}}, false)
		f(name("session"), known, "/memories", url.Values{"session_id": {"now"}}, false)
		f(name("since"), known, "/memories", url.Values{"since": {"2026-01-01T00:00:00Z"}}, false)
		f(name("another topic"), known, "/memories", url.Values{"topic": {"bicycle"}}, true)
		f(name("another session"), known, "/memories", url.Values{"session_id": {"early"}}, true)
		f(name("before"), known, "/memories", url.Values{"until": {"2026-01-01T00:00:00Z"}}, true)
	}
	f("erased", true, "/users/erased", nil, false)
}

// TestATopicIsForgottenRightAfterItWasSaid, while it may not have been learnt yet.
func TestATopicIsForgottenRightAfterItWasSaid(t *testing.T) {
	r := startRig(t, nil)
	for i := range 12 {
		user := fmt.Sprint("u", i)
		r.chat(as(user, "s"), "I have a secret lair called Zyx.", "All right.", "I have a parrot called Polly.")
		if i%2 == 0 {
			r.forget(user, url.Values{"topic": {"lair"}})
		} else {
			r.chat(and(as(user, "t"), "X-Memory-Forget", "topic:lair"), "Good morning to you.")
		}
		r.flush()
		if r.knows(user, "Zyx") || !r.knows(user, "Polly") {
			t.Errorf("%s: lair %v, parrot %v", user, r.knows(user, "Zyx"), r.knows(user, "Polly"))
		}
	}
}
