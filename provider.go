package main

import (
	"encoding/json"
	"fmt"
	"net"
	"net/http"
	"sync"
	"time"
)

// provider is a scripted model provider: it answers every chat with a line from
// its script and keeps the bodies it was sent, so that the demo can show what
// reached it. It stands in for the paid one and for nothing else.
type provider struct {
	url    string
	server *http.Server
	answer func(lastUser string) string
	pace   time.Duration // between two events of a stream

	mu     sync.Mutex
	bodies [][]byte
}

func startProvider(answer func(lastUser string) string) (*provider, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &provider{url: "http://" + listener.Addr().String() + "/v1", answer: answer}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/chat/completions", p.chat)
	p.server = &http.Server{Handler: mux}
	go p.server.Serve(listener) // ends with Close
	return p, nil
}

func (p *provider) close() { p.server.Close() }

// last returns the newest body that arrived.
func (p *provider) last() []byte {
	p.mu.Lock()
	defer p.mu.Unlock()
	if len(p.bodies) == 0 {
		return nil
	}
	return p.bodies[len(p.bodies)-1]
}

func (p *provider) chat(w http.ResponseWriter, r *http.Request) {
	var raw json.RawMessage
	var body struct {
		Model    string `json:"model"`
		Stream   bool   `json:"stream"`
		Messages []struct {
			Role    string `json:"role"`
			Content string `json:"content"`
		} `json:"messages"`
	}
	if err := json.NewDecoder(r.Body).Decode(&raw); err != nil || json.Unmarshal(raw, &body) != nil {
		http.Error(w, `{"error":{"message":"not a chat request","type":"invalid_request_error","code":"bad_body"}}`, http.StatusBadRequest)
		return
	}
	p.mu.Lock()
	p.bodies = append(p.bodies, raw)
	p.mu.Unlock()
	lastUser := ""
	for _, m := range body.Messages {
		if m.Role == "user" {
			lastUser = m.Content
		}
	}
	text := p.answer(lastUser)
	if body.Stream {
		p.stream(w, body.Model, text)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{
		"id": "chatcmpl-scripted", "object": "chat.completion", "created": 1, "model": body.Model,
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": map[string]string{"role": "assistant", "content": text}}},
		"usage":   map[string]int{"prompt_tokens": len(raw) / 4, "completion_tokens": len(text) / 4, "total_tokens": (len(raw) + len(text)) / 4},
	})
}

func (p *provider) stream(w http.ResponseWriter, model, text string) {
	w.Header().Set("Content-Type", "text/event-stream")
	event := func(delta map[string]string, finish any) {
		line, err := json.Marshal(map[string]any{
			"id": "chatcmpl-scripted", "object": "chat.completion.chunk", "created": 1, "model": model,
			"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
		})
		if err == nil {
			fmt.Fprintf(w, "data: %s\n\n", line)
		}
		w.(http.Flusher).Flush()
		time.Sleep(p.pace)
	}
	event(map[string]string{"role": "assistant"}, nil)
	for _, r := range text {
		event(map[string]string{"content": string(r)}, nil)
	}
	event(map[string]string{}, "stop")
	fmt.Fprint(w, "data: [DONE]\n\n")
}
