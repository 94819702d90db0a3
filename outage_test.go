package main

import (
	"bytes"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// TestAnEmbedderThatFailsCostsNoRequest breaks the embedder in every way there is and asks: the
// answer comes in time, the client's bytes are as they came, memory answers by words alone and
// says so. When the embedder is back it is asked again.
func TestAnEmbedderThatFailsCostsNoRequest(t *testing.T) {
	const asked = 32 // letters of x that set the questions apart: none is answered from a cache
	f := func(name string, broken http.HandlerFunc) {
		t.Helper()
		var fails atomic.Bool
		over := make(chan bool)
		endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
			switch {
			case !fails.Load():
				embeddings(w, req)
			case broken != nil:
				broken(w, req)
			default:
				<-over
			}
		}))
		defer endpoint.Close()
		defer close(over)
		r := startRig(t, func(o *options, _ *secrets) {
			o.embed, o.embedURL, o.embedModel = "openai", endpoint.URL+"/v1", "tiny"
		})
		r.chat(as("ann", "early"), "I have a parrot called Polly.")
		r.flush()
		n := 0
		ask := func() string {
			t.Helper()
			n++
			body := []byte(`{"model":"gpt-4o","seed":9007199254740993,"messages":[{"role":"user","content":"What is my parrot called <` + strings.Repeat("x", n%asked) + `>?"}],"zz":{"b":1,"a":null}}`)
			began := time.Now()
			answer, got := r.post("/v1/chat/completions", as("ann", ""), body)
			if took := time.Since(began); answer.StatusCode != 200 || !json.Valid(got) || took > 5*time.Second {
				t.Errorf("%s: status %d after %v: %s", name, answer.StatusCode, took, got)
			}
			sent, at := r.provider.last(), bytes.Index(body, []byte(`>?"`))+len(">?")
			if !bytes.HasPrefix(sent, body[:at]) || !bytes.HasSuffix(sent, body[at:]) {
				t.Errorf("%s: the client's bytes became %s", name, sent)
			}
			if !bytes.Contains(sent, []byte("Polly")) {
				t.Errorf("%s: what the words say was not recalled: %s", name, sent)
			}
			return answer.Header.Get("X-Memory-Status")
		}
		want(t, name+", before", ask(), "injected")
		fails.Store(true)
		want(t, name, ask(), "degraded")
		fails.Store(false)
		waitFor(t, func() bool { return ask() == "injected" })
	}
	answer := func(status int, text string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, text)
		}
	}
	f("an error", answer(500, `{"error":{"message":"broken"}}`))
	f("a refusal", answer(401, `{"error":{"message":"no"}}`))
	f("no JSON", answer(200, "<html>"))
	f("no vectors", answer(200, `{"object":"list","data":[]}`))
	f("vectors of another size", answer(200, `{"object":"list","data":[{"object":"embedding","index":0,"embedding":[0.6,0.8]}]}`))
	f("hanging up", func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) })
	f("hanging", nil)
}
