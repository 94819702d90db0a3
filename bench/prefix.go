package main

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"text/tabwriter"
)

// runPrefix lets an agent work through some turns with tools, once past memory and
// once with it, and compares how much of each prompt a provider could take from its
// cache: what it has in common, from the front, with the prompt before.
func runPrefix(ctx context.Context, args []string, out, progress io.Writer) error {
	flags := flag.NewFlagSet("prefix", flag.ContinueOnError)
	flags.SetOutput(progress)
	turns := flags.Int("turns", 20, "user turns")
	steps := flags.Int("steps", 4, "tool calls in each")
	binary := flags.String("binary", "", "the mneme binary; empty: build it")
	if err := flags.Parse(args); err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	dir, err := os.MkdirTemp("", "mneme-prefix-")
	if err != nil {
		return fmt.Errorf("make a folder: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }()
	_, mneme, err := binaries(ctx, dir, *binary)
	if err != nil {
		return err
	}
	cache := new(promptCache)
	provider := httptest.NewServer(cache)
	defer provider.Close()
	listen, err := freeAddr()
	if err != nil {
		return err
	}
	admin, err := freeAddr()
	if err != nil {
		return err
	}
	p, err := launch(ctx, "mneme", listen, mneme, "serve", "-listen", listen, "-admin", admin, "-upstream", provider.URL+"/v1", "-data", filepath.Join(dir, "data"))
	if err != nil {
		return err
	}
	defer p.stop()
	if err := remember(ctx, admin, 200, 300); err != nil {
		return err
	}
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(t, "memory\trequests\twith memory in it\tprompt KB\tcacheable\tin tool loops\t")
	var shares []float64
	for _, mode := range []string{"off", "read"} {
		*cache = promptCache{}
		a := agent{url: "http://" + listen + "/v1/chat/completions", mode: mode}
		for turn := range *turns {
			if err := a.turn(ctx, turn, *steps); err != nil {
				return err
			}
		}
		share := 100 * float64(cache.common) / float64(cache.bytes)
		shares = append(shares, share)
		fmt.Fprintf(t, "%s\t%d\t%d\t%.0f\t%.2f %%\t%.2f %%\t\n", mode, cache.requests, a.injected, float64(cache.bytes)/1e3, share,
			100*float64(cache.loopCommon)/float64(max(1, cache.loopBytes)))
	}
	_ = t.Flush()
	fmt.Fprintf(out, "\nwith memory %+.2f points\n", shares[1]-shares[0])
	return nil
}

// promptCache is a provider that measures what each prompt has in common with the
// one before it.
type promptCache struct {
	last                  []byte
	requests              int
	bytes, common         int
	loopBytes, loopCommon int // of requests that bring a tool's result
}

// ServeHTTP implements http.Handler.
func (c *promptCache) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, "torn", http.StatusBadRequest)
		return
	}
	n := 0
	for n < len(c.last) && n < len(body) && c.last[n] == body[n] {
		n++
	}
	if c.requests++; c.requests > 1 {
		c.bytes += len(body)
		c.common += n
		if bytes.HasSuffix(body, []byte(`"role":"tool"}]}`)) {
			c.loopBytes += len(body)
			c.loopCommon += n
		}
	}
	c.last = body
	w.Header().Set("Content-Type", "application/json")
	_, _ = io.WriteString(w, `{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"Done."},"finish_reason":"stop"}]}`)
}

// agent is a client with a long system prompt that calls tools.
type agent struct {
	url, mode string
	messages  []string
	injected  int
}

// turn asks a question, lets some tools be called, and takes the answer in.
func (a *agent) turn(ctx context.Context, n, steps int) error {
	if n == 0 {
		a.say(fmt.Sprintf(`{"content":%q,"role":"system"}`, "You are an agent of an office. "+strings.Repeat("Work carefully and name your sources. ", 150)))
	}
	question := strings.TrimSpace(string(appendQuestion(nil, 37*n)))
	a.say(fmt.Sprintf(`{"content":%q,"role":"user"}`, question))
	for step := range steps {
		if err := a.ask(ctx); err != nil {
			return err
		}
		id := fmt.Sprintf("call_%d_%d", n, step)
		a.say(fmt.Sprintf(`{"content":null,"tool_calls":[{"id":%q,"type":"function","function":{"name":"look_up","arguments":"{\"page\":%d}"}}],"role":"assistant"}`, id, step))
		a.say(fmt.Sprintf(`{"tool_call_id":%q,"content":%q,"role":"tool"}`, id, fmt.Sprintf("Page %d of folder %d. ", step, n)+strings.Repeat("Figures that nobody needs. ", 60)))
	}
	if err := a.ask(ctx); err != nil {
		return err
	}
	a.say(`{"content":"` + strings.Repeat("That is what the pages say. ", 12) + `","role":"assistant"}`)
	return nil
}

func (a *agent) say(message string) { a.messages = append(a.messages, message) }

func (a *agent) ask(ctx context.Context) error {
	body := `{"model":"gpt-4o-mini","tools":[{"type":"function","function":{"name":"look_up","description":"Looks a page up.","parameters":{"type":"object","properties":{"page":{"type":"integer"}}}}}],"messages":[` +
		strings.Join(a.messages, ",") + `]}`
	if !json.Valid([]byte(body)) {
		return fmt.Errorf("the agent's request is no JSON")
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, a.url, strings.NewReader(body))
	if err != nil {
		return err
	}
	for name, value := range map[string]string{"Content-Type": "application/json", "X-Memory-Mode": a.mode, "X-Memory-User-Id": "bench"} {
		req.Header.Set(name, value)
	}
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer func() { _ = resp.Body.Close() }()
	if _, err := io.Copy(io.Discard, resp.Body); err != nil {
		return err
	}
	if resp.StatusCode != http.StatusOK {
		return fmt.Errorf("ask: %s", resp.Status)
	}
	if resp.Header.Get("X-Memory-Status") == "injected" {
		a.injected++
	}
	return nil
}
