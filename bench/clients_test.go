package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The script of the provider behind the Go clients.
const (
	scriptAnswer   = "All right, so be it: 好的。"
	scriptWeather  = "It is 7 degrees in Oslo and 9 in Bergen."
	scriptInstance = `{"name":"Nora","age":41}`
	loopQuestion   = "Which snacks may I bring? No allergy trouble, please. How warm is it in Oslo and Bergen?"
)

// goClient is what one Go package does through mneme; each function fails the
// test itself.
type goClient struct {
	name, version                                       string
	chat, stream, tools, structured, embeddings, faults func(t *testing.T, r *clientRig)
	ask                                                 func(t *testing.T, r *clientRig, user, text string)
}

// TestClients plays every check with every Go client against the running binary;
// the packages of other languages are in clients/.
func TestClients(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "mneme")
	if out, err := exec.Command("go", "build", "-buildvcs=false", "-o", binary, "..").CombinedOutput(); err != nil {
		t.Fatalf("build: %v\n%s", err, out)
	}
	for _, c := range []goClient{openaiGo(), goOpenAI()} {
		t.Run(c.name, func(t *testing.T) {
			t.Logf("version %s", c.version)
			r := startClientRig(t, binary)
			t.Run("chat", func(t *testing.T) { c.chat(t, r) })
			t.Run("stream", func(t *testing.T) { c.stream(t, r) })
			t.Run("tools", func(t *testing.T) {
				c.ask(t, r, "", "I'm allergic to peanuts, by the way.")
				r.flush(t)
				before := len(r.lastTexts())
				c.tools(t, r)
				r.looped(t, before)
			})
			t.Run("structured", func(t *testing.T) { c.structured(t, r) })
			t.Run("embeddings", func(t *testing.T) { c.embeddings(t, r) })
			t.Run("errors", func(t *testing.T) { c.faults(t, r) })
			t.Run("memory", func(t *testing.T) {
				for _, user := range []string{"", "nora"} {
					r.remembers(t, func(text string) { c.ask(t, r, user, text) }, func(text string) { c.ask(t, r, "omar", text) })
				}
			})
		})
	}
}

// clientRig is the binary with a scripted provider behind it.
type clientRig struct {
	base, admin string

	mu     sync.Mutex
	bodies [][]byte
	busy   map[string]bool // models that have refused once
}

func startClientRig(t *testing.T, binary string) *clientRig {
	t.Helper()
	r := &clientRig{busy: map[string]bool{}}
	upstream := httptest.NewServer(r)
	t.Cleanup(upstream.Close)
	data, err := freeAddr()
	if err != nil {
		t.Fatal(err)
	}
	admin, err := freeAddr()
	if err != nil {
		t.Fatal(err)
	}
	// The test's own context is over before its clean-up stops the process.
	p, err := launch(context.Background(), "mneme", data, binary, "serve", "-listen", data, "-admin", admin, "-upstream", upstream.URL+"/v1", "-data", t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.stop)
	r.base, r.admin = "http://"+data+"/v1", "http://"+admin+"/memory/v1"
	return r
}

// ServeHTTP is the provider.
func (r *clientRig) ServeHTTP(w http.ResponseWriter, request *http.Request) {
	var raw json.RawMessage
	var body struct {
		Model    string            `json:"model"`
		Stream   bool              `json:"stream"`
		Messages []json.RawMessage `json:"messages"`
		Tools    []json.RawMessage `json:"tools"`
		Format   *struct {
			Type string `json:"type"`
		} `json:"response_format"`
	}
	if request.Method != "POST" || json.NewDecoder(request.Body).Decode(&raw) != nil || json.Unmarshal(raw, &body) != nil {
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"error":{"message":"no such route","type":"invalid_request_error","code":"not_found"}}`)
		return
	}
	r.mu.Lock()
	r.bodies = append(r.bodies, raw)
	refused := r.busy[body.Model]
	r.busy[body.Model] = true
	r.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	switch {
	case strings.HasPrefix(body.Model, "busy") && !refused:
		w.Header().Set("Retry-After", "1")
		w.Header().Set("Retry-After-Ms", "50")
		w.WriteHeader(http.StatusTooManyRequests)
		fmt.Fprint(w, `{"error":{"message":"slow down","type":"rate_limit_error","code":"rate_limit_exceeded"}}`)
		return
	case strings.HasPrefix(body.Model, "ill"):
		w.Header().Set("X-Should-Retry", "false")
		w.WriteHeader(http.StatusInternalServerError)
		fmt.Fprint(w, `{"error":{"message":"out of order","type":"api_error","code":"script_500"}}`)
		return
	case strings.HasSuffix(request.URL.Path, "/embeddings"):
		fmt.Fprint(w, `{"object":"list","model":"m","data":[{"object":"embedding","index":0,"embedding":[0.25,-0.5,0.125,1]}],"usage":{"prompt_tokens":1,"total_tokens":1}}`)
		return
	case strings.HasSuffix(request.URL.Path, "/responses"):
		write(w, map[string]any{"id": "resp_1", "object": "response", "created_at": 1, "status": "completed", "model": body.Model, "output": []any{
			map[string]any{"type": "message", "id": "msg_1", "role": "assistant", "status": "completed", "content": []any{map[string]any{"type": "output_text", "text": scriptAnswer, "annotations": []any{}}}}}})
		return
	}
	message := map[string]any{"role": "assistant", "content": scriptAnswer}
	switch results := toolResults(body.Messages); {
	case body.Format != nil && body.Format.Type == "json_schema":
		message["content"] = scriptInstance
	case len(body.Tools) > 0 && results < 2:
		message["content"] = nil
		message["tool_calls"] = []any{map[string]any{"index": 0, "id": fmt.Sprintf("call_%d", results), "type": "function",
			"function": map[string]any{"name": "weather", "arguments": fmt.Sprintf(`{"city":%q}`, []string{"Oslo", "Bergen"}[results])}}}
	case len(body.Tools) > 0:
		message["content"] = scriptWeather
	}
	if body.Stream {
		r.play(w, body.Model, message)
		return
	}
	write(w, map[string]any{"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": body.Model,
		"choices": []any{map[string]any{"index": 0, "finish_reason": "stop", "message": message}}, "usage": map[string]int{"prompt_tokens": 7, "completion_tokens": 7, "total_tokens": 14}})
}

// play streams a message, a few bytes of its text at a time; models that begin
// with cut break off.
func (r *clientRig) play(w http.ResponseWriter, model string, message map[string]any) {
	w.Header().Set("Content-Type", "text/event-stream")
	text, _ := message["content"].(string)
	for n, word := range strings.SplitAfter(text, " ") {
		if n == 2 && strings.HasPrefix(model, "cut") {
			panic(http.ErrAbortHandler)
		}
		fmt.Fprint(w, "data: ")
		write(w, map[string]any{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model,
			"choices": []any{map[string]any{"index": 0, "delta": map[string]string{"content": word}, "finish_reason": nil}}})
		fmt.Fprint(w, "\n\n")
		w.(http.Flusher).Flush()
	}
	fmt.Fprint(w, "data: [DONE]\n\n")
}

func write(w http.ResponseWriter, value any) {
	out, err := json.Marshal(value)
	if err != nil {
		panic(err)
	}
	_, _ = w.Write(out)
}

func toolResults(messages []json.RawMessage) int {
	return len(slices.DeleteFunc(slices.Clone(messages), func(m json.RawMessage) bool { return !strings.Contains(string(m), `"role":"tool"`) }))
}

// flush waits until what was said is learnt.
func (r *clientRig) flush(t *testing.T) {
	t.Helper()
	answer, err := http.Post(r.admin+"/flush", "application/json", strings.NewReader(`{"timeout_ms":30000}`))
	if err != nil {
		t.Fatal(err)
	}
	_ = answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Fatalf("flush: %s", answer.Status)
	}
}

// lastTexts returns the last user text of every request that arrived with messages.
func (r *clientRig) lastTexts() []string {
	r.mu.Lock()
	defer r.mu.Unlock()
	var texts []string
	for _, raw := range r.bodies {
		var body struct {
			Messages []struct {
				Role    string `json:"role"`
				Content any    `json:"content"`
			} `json:"messages"`
		}
		if json.Unmarshal(raw, &body) != nil || len(body.Messages) == 0 {
			continue
		}
		text := ""
		for _, m := range body.Messages {
			if m.Role == "user" {
				text = fmt.Sprint(m.Content)
			}
		}
		texts = append(texts, text)
	}
	return texts
}

func (r *clientRig) remembers(t *testing.T, ask, other func(text string)) {
	t.Helper()
	f := func(told, asked, words string) {
		t.Helper()
		ask(told)
		r.flush(t)
		ask(asked)
		texts := r.lastTexts()
		if got := texts[len(texts)-1]; !strings.HasPrefix(got, asked) || !strings.Contains(got, words) {
			t.Errorf("%q arrived, want it to begin with the question and to hold %q", got, words)
		}
		other(asked)
		texts = r.lastTexts()
		if got := texts[len(texts)-1]; !strings.HasPrefix(got, asked) || strings.Contains(got, words) {
			t.Errorf("%q arrived of another user", got)
		}
	}
	f("I'm allergic to peanuts, by the way.", "Which snacks can I eat? Any allergy?", "peanuts")
	f("我住在杭州,不吃香菜。", "点外卖的时候,有什么是我不吃的?", "香菜")
}

// looped checks that the user's turn is the same bytes at each step of a loop.
func (r *clientRig) looped(t *testing.T, before int) {
	t.Helper()
	texts := r.lastTexts()[before:]
	if len(texts) != 3 || !strings.HasPrefix(texts[0], loopQuestion) || !strings.Contains(texts[0], "peanuts") {
		t.Fatalf("a loop of three calls with memory, got %q", texts)
	}
	for _, text := range texts[1:] {
		same(t, "the user's turn within the loop", text, texts[0])
	}
}

func same[T comparable](t *testing.T, name string, got, want T) {
	t.Helper()
	if got != want {
		t.Errorf("%s: %v, want %v", name, got, want)
	}
}

// within bounds a client's call.
func within(t *testing.T) context.Context {
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	t.Cleanup(cancel)
	return ctx
}
