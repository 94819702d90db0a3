package llm

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/memory"
)

// provider is an endpoint that answers as a test wrote down, one line per call;
// the last line is repeated.
type provider struct {
	*httptest.Server
	mu     sync.Mutex
	script []func(w http.ResponseWriter, body string)
	bodies []string
	keys   []string
}

func newProvider(t *testing.T, script ...func(http.ResponseWriter, string)) *provider {
	t.Helper()
	p := &provider{script: script}
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var raw json.RawMessage
		if err := json.NewDecoder(r.Body).Decode(&raw); err != nil {
			t.Errorf("request: %v", err)
		}
		p.mu.Lock()
		line := p.script[min(len(p.bodies), len(p.script)-1)]
		p.bodies = append(p.bodies, string(raw))
		p.keys = append(p.keys, r.Header.Get("Authorization"))
		p.mu.Unlock()
		line(w, string(raw))
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *provider) calls() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.bodies)
}

// says answers a chat call with a text.
func says(text string) func(http.ResponseWriter, string) {
	return func(w http.ResponseWriter, _ string) {
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{
			"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]any{"role": "assistant", "content": text}}},
			"usage":   map[string]any{"prompt_tokens": 100, "completion_tokens": 20, "total_tokens": 120},
		})
	}
}

// status answers with an error that quotes what it was sent, as some do.
func status(code int) func(http.ResponseWriter, string) {
	return func(w http.ResponseWriter, body string) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		_ = json.NewEncoder(w).Encode(map[string]any{"error": map[string]any{"message": "no: " + body, "type": "x"}})
	}
}

// embeds answers an embedding call with vectors of a length, by a function of
// the text.
func embeds(dims int, of func(text string) []float32) func(http.ResponseWriter, string) {
	return func(w http.ResponseWriter, body string) {
		var in struct {
			Input []string `json:"input"`
		}
		_ = json.Unmarshal([]byte(body), &in)
		var data []any
		for i := len(in.Input) - 1; i >= 0; i-- { // in another order, as is allowed
			v := make([]float32, dims)
			copy(v, of(in.Input[i]))
			data = append(data, map[string]any{"object": "embedding", "index": i, "embedding": v})
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(map[string]any{"data": data, "usage": map[string]any{"prompt_tokens": 7 * len(in.Input)}})
	}
}

// letters is a poor man's embedding: how often each of a few letters occurs.
func letters(text string) []float32 {
	v := make([]float32, 8)
	for _, r := range text {
		v[int(r)%8]++
	}
	return v
}

func newClient(t *testing.T, p *provider, change ...func(*Options, *Parts)) *Client {
	t.Helper()
	opts := DefaultOptions()
	opts.URL, opts.Model, opts.ReflectModel, opts.Key = p.URL+"/v1", "small", "large", "sk-test"
	opts.Backoff = time.Millisecond
	var parts Parts
	for _, f := range change {
		f(&opts, &parts)
	}
	c, err := New(opts, parts)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func someone() memory.Owner { return memory.UserOwner("acme", "default", "u1") }

func said(texts ...string) Reading {
	at := time.Date(2026, 5, 3, 10, 0, 0, 0, time.UTC)
	var r Reading
	for i, text := range texts {
		turn := memory.Turn{ID: fmt.Sprint("m", i), Role: memory.RoleUser, Text: text, At: at}
		if rest, ok := strings.CutPrefix(text, "assistant: "); ok {
			turn.Role, turn.Text = memory.RoleAssistant, rest
		}
		if rest, ok := strings.CutPrefix(turn.Text, "seen: "); ok {
			turn.Seen, turn.Text = true, rest
		}
		r.Turns = append(r.Turns, turn)
	}
	return r
}

// fact is an item as a model writes it.
func fact(change map[string]any) map[string]any {
	it := map[string]any{
		"turn": 1, "quote": "", "layer": "semantic", "subject": "user", "predicate": "likes", "object": "", "text": "x", "act": "assert",
		"replaces": "", "target": "", "context": "", "negated": false, "explicit": false, "temporary": false, "inferred": false,
		"confidence": 0.9, "valid_from": "", "valid_until": "",
		"event": map[string]any{"type": "", "time": "", "result": "", "entities": []any{}, "sentiment": ""},
	}
	for k, v := range change {
		it[k] = v
	}
	return it
}

func items(list ...map[string]any) string {
	text, _ := json.Marshal(map[string]any{"items": list})
	return string(text)
}
