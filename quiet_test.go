package main

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
)

// TestARemoteEmbedderNeverSeesWhatIsOffTheRecord: neither when a header says so nor when words do,
// in this turn, for the session, or in a turn before that the question rests on.
func TestARemoteEmbedderNeverSeesWhatIsOffTheRecord(t *testing.T) {
	var mu sync.Mutex
	var sent strings.Builder
	endpoint := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil {
			return
		}
		mu.Lock()
		sent.Write(body)
		mu.Unlock()
		req.Body = io.NopCloser(bytes.NewReader(body))
		embeddings(w, req)
	}))
	defer endpoint.Close()
	r := startRig(t, func(o *options, _ *secrets) {
		o.embed, o.embedURL, o.embedModel = "openai", endpoint.URL+"/v1", "tiny"
	})
	n := 0
	f := func(off bool, header map[string]string, turns ...string) {
		t.Helper()
		n++
		word := fmt.Sprintf("Zyx%dq", n)
		user := fmt.Sprint("u", n)
		r.chat(as(user, "early"), "I have a parrot called Polly.")
		r.flush()
		for i := range turns {
			turns[i] = strings.ReplaceAll(turns[i], "WORD", word)
		}
		h := as(user, "one")
		for k, v := range header {
			h[k] = v
		}
		for i := 1; i <= len(turns); i += 2 {
			r.chat(h, turns[:i]...)
		}
		r.flush()
		mu.Lock()
		defer mu.Unlock()
		if seen := strings.Contains(sent.String(), word); seen == off {
			t.Errorf("%q: the endpoint saw it: %v", turns, seen)
		}
	}
	f(false, nil, "Where is my boat WORD?")
	f(true, map[string]string{"X-Memory-No-Store": "true"}, "Where is my boat WORD?")
	f(true, nil, "Where is my boat WORD? Don't remember this.")
	f(true, nil, "Off the record: where is my boat WORD, please?")
	f(true, nil, "Don't remember this conversation.", "Very well.", "Where is my boat WORD?")
	f(true, nil, "My boat is called WORD. Don't remember this.", "Very well.", "Where is it?")
	f(true, nil, "我的船WORD在哪里？这句别记。")
	f(true, nil, "别记这段对话。", "好的。", "我的船WORD在哪里？")
	f(true, nil, "我的船叫WORD。这句别记。", "好的。", "它在哪里？")
}
