package main

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync/atomic"
	"testing"
)

// TestAChainOfAnswersStaysOffTheRecordOverARestart: who goes on by the last answer's id alone has
// no history in which his wish could be seen again.
func TestAChainOfAnswersStaysOffTheRecordOverARestart(t *testing.T) {
	var answers atomic.Int64
	upstream := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, `{"id":"resp_%d","object":"response","status":"completed","output":[{"type":"message","role":"assistant","content":[{"type":"output_text","text":"All right."}]}]}`, answers.Add(1))
	}))
	defer upstream.Close()
	r := startRig(t, func(o *options, _ *secrets) { o.upstream = upstream.URL + "/v1" })
	last := ""
	f := func(words, capture string) {
		t.Helper()
		body, err := json.Marshal(map[string]string{"model": "m", "input": words, "previous_response_id": last})
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := r.send("/v1/responses", body, "X-Memory-User-Id", "nora")
		if got := answer.Header.Get("X-Memory-Capture"); got != capture {
			t.Errorf("%q: capture is %s, want %s", words, got, capture)
		}
		last = fmt.Sprintf("resp_%d", answers.Load())
	}
	f("I have a parrot called Polly.", "queued")
	f("From now on, don't remember anything I say.", "not-stored")
	f("My sister is called Ibexlantern.", "not-stored")
	r.restart()
	f("My brother is called Wombatlamp.", "not-stored")
	f("My cousin is called Martencandle.", "not-stored")
	r.restart()
	f("You can remember again.", "not-stored")
	f("My boat is called Narwhal.", "queued")
	r.restart()
	f("My bicycle is called Gannet.", "queued")
	r.flush()
	for word, want := range map[string]bool{"Polly": true, "Ibexlantern": false, "Wombatlamp": false, "Martencandle": false, "Narwhal": true, "Gannet": true} {
		if r.knows("nora", word) != want {
			t.Errorf("%s is known: %v", word, !want)
		}
	}
}
