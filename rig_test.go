package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/memory"
)

// rig is a running mneme with a scripted provider behind it.
type rig struct {
	t        testing.TB
	provider *provider
	house    *house
	admin    *client
	stop     func()
	log      *logBuffer
}

// logBuffer is a log that tests may read while it is written.
type logBuffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

// Write adds a line.
func (b *logBuffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *logBuffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// startRig starts one in an empty folder; change may alter its options.
func startRig(t testing.TB, change func(o *options, s *secrets)) *rig {
	t.Helper()
	upstream, err := startProvider(demoAnswer)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(upstream.close)
	o := defaultOptions()
	o.listen, o.admin, o.upstream, o.data = "127.0.0.1:0", "127.0.0.1:0", upstream.url, t.TempDir()
	o.drainTimeout, o.captureWait = 5*time.Second, 5*time.Second // a busy machine is no test of capture
	o.spoil = spoil
	var s secrets
	if change != nil {
		change(&o, &s)
	}
	r := &rig{t: t, provider: upstream, log: &logBuffer{}}
	r.start(o, s)
	return r
}

func (r *rig) start(o options, s secrets) {
	r.t.Helper()
	log := slog.New(slog.NewTextHandler(r.log, &slog.HandlerOptions{Level: slog.LevelDebug}))
	ctx, cancel := context.WithCancel(context.Background())
	h, err := open(ctx, o, s, log)
	if err != nil {
		cancel()
		r.t.Fatal(err)
	}
	if err := h.listen(); err != nil {
		cancel()
		r.t.Fatal(err)
	}
	served := make(chan error, 1)
	go func() { served <- h.serve(ctx) }()
	var once sync.Once
	r.house = h
	r.stop = func() {
		once.Do(func() {
			cancel()
			if err := <-served; err != nil {
				r.t.Errorf("serve: %v", err)
			}
		})
	}
	r.t.Cleanup(func() { r.stop() })
	r.admin = &client{base: h.adminURL() + "/memory/v1", http: http.DefaultClient, out: io.Discard, key: s.adminKey}
}

// restart stops and starts again on the same folder.
func (r *rig) restart() {
	r.t.Helper()
	r.stop()
	r.start(r.house.opts, secrets{})
}

// chat sends messages (alternately user and assistant, ending with a user's) and
// returns the answer's headers.
func (r *rig) chat(header map[string]string, messages ...string) http.Header {
	r.t.Helper()
	var list []any
	for i, text := range messages {
		role := "user"
		if (len(messages)-i)%2 == 0 {
			role = "assistant"
		}
		list = append(list, map[string]string{"role": role, "content": text})
	}
	body, err := json.Marshal(map[string]any{"model": "gpt-4o", "messages": list})
	if err != nil {
		r.t.Fatal(err)
	}
	answer, got := r.post("/v1/chat/completions", header, body)
	if answer.StatusCode != http.StatusOK {
		r.t.Fatalf("chat answered %d: %s", answer.StatusCode, got)
	}
	return answer.Header
}

func (r *rig) post(path string, header map[string]string, body []byte) (*http.Response, []byte) {
	r.t.Helper()
	request, err := http.NewRequest(http.MethodPost, r.house.dataURL()+path, bytes.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/json")
	for name, value := range header {
		request.Header.Set(name, value)
	}
	return r.do(request)
}

// do sends a request and reads the answer whole.
func (r *rig) do(request *http.Request) (*http.Response, []byte) {
	r.t.Helper()
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		r.t.Fatal(err)
	}
	defer answer.Body.Close()
	got, err := io.ReadAll(answer.Body)
	if err != nil {
		r.t.Fatal(err)
	}
	readable(r.t, answer.Header)
	return answer, got
}

// flush waits until all is learnt.
func (r *rig) flush() {
	r.t.Helper()
	var out struct{ Pending int }
	if err := r.admin.call(context.Background(), "POST", "/flush", nil, map[string]any{"timeout_ms": 20000}, &out); err != nil {
		r.t.Fatal(err)
	}
}

// records lists a user's records of every status.
func (r *rig) records(user string) []memory.Form {
	r.t.Helper()
	var all []memory.Form
	q := url.Values{"user_id": {user}, "limit": {"500"}}
	for {
		var page struct {
			Data []memory.Form
			Next string `json:"next_cursor"`
		}
		if err := r.admin.call(context.Background(), "GET", "/memories", q, nil, &page); err != nil {
			r.t.Fatal(err)
		}
		all = append(all, page.Data...)
		if page.Next == "" {
			return all
		}
		q.Set("cursor", page.Next)
	}
}

// knows reports whether some record of the user holds the words.
func (r *rig) knows(user, words string) bool {
	r.t.Helper()
	for _, record := range r.records(user) {
		if strings.Contains(record.Text, words) || strings.Contains(record.Object, words) {
			return true
		}
	}
	return false
}

// forwarded is the last user message as it reached the provider.
func (r *rig) forwarded() string {
	r.t.Helper()
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal(r.provider.last(), &body); err != nil || len(body.Messages) == 0 {
		r.t.Fatalf("nothing readable was forwarded: %v", err)
	}
	return body.Messages[len(body.Messages)-1].Content
}

// want fails unless got equals want.
func want[T comparable](t *testing.T, what string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: got %v, want %v", what, got, want)
	}
}

// as names a user and a session in a request.
func as(user, session string) map[string]string {
	return map[string]string{"X-Memory-User-Id": user, "X-Memory-Session-Id": session}
}

func and(header map[string]string, pairs ...string) map[string]string {
	out := map[string]string{}
	for name, value := range header {
		out[name] = value
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		out[pairs[i]] = pairs[i+1]
	}
	return out
}

// writeScripted answers a chat request with a text.
func writeScripted(w http.ResponseWriter, text string) {
	_ = json.NewEncoder(w).Encode(map[string]any{
		"id": "x", "object": "chat.completion", "created": 1, "model": "m",
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]string{"role": "assistant", "content": text}}},
		"usage":   map[string]int{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
	})
}

// embeddings answers as an embedding endpoint: a vector of letter counts, so that
// equal texts are equal and others are not.
func embeddings(w http.ResponseWriter, r *http.Request) {
	var in struct{ Input []string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		http.Error(w, "{}", http.StatusBadRequest)
		return
	}
	var data []any
	for i, text := range in.Input {
		vector := make([]float32, 32)
		for _, c := range text {
			vector[c%32]++
		}
		data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": vector})
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"object": "list", "data": data, "model": "tiny", "usage": map[string]int{"prompt_tokens": 1, "total_tokens": 1}})
}

// waitFor waits for something that happens in the background.
func waitFor(t *testing.T, done func() bool) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !done(); {
		if time.Now().After(end) {
			t.Fatal("it did not happen within 20 s")
		}
		time.Sleep(20 * time.Millisecond)
	}
}
