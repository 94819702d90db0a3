package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"
)

// demoCommand runs the real proxy against a scripted provider in a folder of its
// own and shows what reaches the provider.
func demoCommand(ctx context.Context, std stdio, args []string) error {
	set := newFlags("demo")
	keep := set.Bool("keep", false, "keep the demo's data folder and print where it is")
	if _, err := parseFlags(set, args, std.err); err != nil {
		return err
	}
	data, err := os.MkdirTemp("", "mneme-demo-")
	if err != nil {
		return err
	}
	if *keep {
		defer fmt.Fprintf(std.out, "\nThe data folder is %s\n", data)
	} else {
		defer os.RemoveAll(data)
	}
	d, stop, err := startDemo(ctx, std.out, data)
	if err != nil {
		return err
	}
	defer stop()
	for _, act := range []func(context.Context) error{d.remembers, d.remembersChinese, d.keepsNoTrace, d.forgets} {
		if err := act(ctx); err != nil {
			return err
		}
	}
	d.say("\nThat is all an agent needs:\n\n    mneme serve -upstream https://api.openai.com/v1\n    OPENAI_BASE_URL=http://127.0.0.1:8700/v1 your-agent\n")
	return nil
}

// demo is a running mneme with a scripted provider behind it.
type demo struct {
	out      io.Writer
	data     string
	provider *provider
	house    *house
	admin    *client
}

func startDemo(ctx context.Context, out io.Writer, data string) (*demo, func(), error) {
	upstream, err := startProvider(demoAnswer)
	if err != nil {
		return nil, nil, err
	}
	o := defaultOptions()
	o.listen, o.admin, o.upstream, o.data = "127.0.0.1:0", "127.0.0.1:0", upstream.url, data
	ctx, cancel := context.WithCancel(ctx)
	h, err := open(ctx, o, secrets{}, slog.New(slog.NewTextHandler(io.Discard, nil)))
	if err != nil {
		cancel()
		upstream.close()
		return nil, nil, err
	}
	if err := h.listen(); err != nil {
		cancel()
		h.close()
		upstream.close()
		return nil, nil, err
	}
	served := make(chan error, 1)
	go func() { served <- h.serve(ctx) }()
	stop := func() {
		cancel()
		<-served
		upstream.close()
	}
	d := &demo{out: out, data: data, provider: upstream, house: h}
	d.admin = &client{base: h.adminURL() + "/memory/v1", http: http.DefaultClient, out: out}
	return d, stop, nil
}

// demoAnswer is the script. It does not look at the memory: what matters is what
// reached it.
func demoAnswer(lastUser string) string {
	if strings.ContainsFunc(lastUser, func(r rune) bool { return r > 0x2e80 }) {
		return "好的。"
	}
	return "All right."
}

func (d *demo) say(format string, args ...any) { fmt.Fprintf(d.out, format, args...) }

// ask sends one chat request as any OpenAI client would, in a session of its own
// name, and returns the answer's memory headers.
func (d *demo) ask(ctx context.Context, session, text string) (http.Header, error) {
	body, err := json.Marshal(map[string]any{"model": "gpt-4o", "messages": []any{map[string]string{"role": "user", "content": text}}})
	if err != nil {
		return nil, err
	}
	request, err := http.NewRequestWithContext(ctx, "POST", d.house.dataURL()+"/v1/chat/completions", bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	request.Header.Set("Content-Type", "application/json")
	request.Header.Set("X-Memory-Session-Id", session)
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	if _, err := io.Copy(io.Discard, response.Body); err != nil {
		return nil, err
	}
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("the proxy answered %s", response.Status)
	}
	d.say("  %s: %s\n", session, text)
	return response.Header, d.admin.call(ctx, "POST", "/flush", nil, map[string]any{}, nil)
}

// showForwarded prints the last user message as the provider received it.
func (d *demo) showForwarded() {
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal(d.provider.last(), &body); err != nil || len(body.Messages) == 0 {
		return
	}
	d.say("  what reached the provider:\n")
	for _, line := range strings.Split(body.Messages[len(body.Messages)-1].Content, "\n") {
		d.say("    │ %s\n", line)
	}
}

// arrived reports an error unless the words are in the forwarded body: a demo
// that shows nothing must fail.
func (d *demo) arrived(words string, want bool) error {
	if got := bytes.Contains(d.provider.last(), []byte(words)); got != want {
		return fmt.Errorf("the forwarded body contains %q: %v, want %v", words, got, want)
	}
	return nil
}

func (d *demo) remembers(ctx context.Context) error {
	d.say("1. Told in one session, known in another\n\n")
	if _, err := d.ask(ctx, "monday", "My name is Nora. I'm allergic to peanuts and I prefer to be contacted by e-mail."); err != nil {
		return err
	}
	header, err := d.ask(ctx, "thursday", "Which snacks should I bring on the flight? No allergy trouble, please.")
	if err != nil {
		return err
	}
	d.showForwarded()
	d.say("  the answer's headers: X-Memory-Status: %s, X-Memory-Injected-Count: %s\n", header.Get("X-Memory-Status"), header.Get("X-Memory-Injected-Count"))
	return d.arrived("peanuts", true)
}

func (d *demo) remembersChinese(ctx context.Context) error {
	d.say("\n2. 中文也一样\n\n")
	if _, err := d.ask(ctx, "周一", "我住在杭州,不吃香菜。"); err != nil {
		return err
	}
	if _, err := d.ask(ctx, "周四", "晚上点外卖,有什么我不吃的要备注吗?"); err != nil {
		return err
	}
	d.showForwarded()
	return d.arrived("香菜", true)
}

func (d *demo) keepsNoTrace(ctx context.Context) error {
	d.say("\n3. \"Don't remember this\" leaves no trace\n\n")
	for _, secret := range []struct{ session, text, canary string }{
		{"friday", "Don't remember this: the door code is heron-4417.", "heron-4417"},
		{"周五", "这句话不要记:门禁密码是 白鹭4417。", "白鹭4417"},
	} {
		header, err := d.ask(ctx, secret.session, secret.text)
		if err != nil {
			return err
		}
		places, err := filesWith(d.data, secret.canary)
		if err != nil {
			return err
		}
		d.say("    X-Memory-Capture: %s; files in the data folder that contain %q: %d\n", header.Get("X-Memory-Capture"), secret.canary, len(places))
		if len(places) > 0 {
			return fmt.Errorf("%q was found in %v", secret.canary, places)
		}
	}
	return nil
}

func (d *demo) forgets(ctx context.Context) error {
	d.say("\n4. Forget, for certain\n\n")
	for _, wish := range []struct{ topic, session, question, gone string }{
		{"peanuts", "saturday", "Which snacks should I bring on the flight? No allergy trouble, please.", "peanuts"},
		{"香菜", "周六", "晚上点外卖,有什么我不吃的要备注吗?", "香菜"},
	} {
		d.say("  mneme forget -topic %s\n    ", wish.topic)
		q := d.admin.owner()
		q.Set("user_id", "default")
		q.Set("topic", wish.topic)
		var gone deleted
		started := time.Now()
		if err := d.admin.call(ctx, "DELETE", "/memories", q, nil, &gone); err != nil {
			return err
		}
		d.say("%d records gone from every place, read back: %v (%d ms)\n", gone.Deleted["records"], gone.Verified, time.Since(started).Milliseconds())
		if _, err := d.ask(ctx, wish.session, wish.question); err != nil {
			return err
		}
		if err := d.arrived(wish.gone, false); err != nil {
			return err
		}
		d.say("    the forwarded body does not contain %q any more\n", wish.gone)
	}
	return nil
}

// filesWith returns the files below a folder that contain a text.
func filesWith(dir, text string) ([]string, error) {
	var found []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if errors.Is(err, fs.ErrNotExist) {
			return nil // a write-ahead log that was just folded in
		}
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		if errors.Is(err, fs.ErrNotExist) {
			return nil
		}
		if bytes.Contains(content, []byte(text)) {
			found = append(found, path)
		}
		return err
	})
	return found, err
}
