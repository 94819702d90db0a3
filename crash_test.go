package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"os/signal"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mneme/memory"
)

// asChild makes the test binary behave as mneme itself, so that tests can kill a
// real process.
const asChild = "MNEME_TEST_AS_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(asChild) != "" {
		ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
		defer stop()
		os.Exit(run(ctx, stdio{os.Stdin, os.Stdout, os.Stderr}, os.Args[1:]))
	}
	os.Exit(m.Run())
}

// child is a mneme in a process of its own.
type child struct {
	process     *exec.Cmd
	data, admin string // base URLs
}

// startChild starts one on a folder and waits until it says where it listens.
func startChild(t *testing.T, upstream, dir string) *child {
	t.Helper()
	c := &child{process: exec.Command(os.Args[0], "serve", "-listen", "127.0.0.1:0", "-admin", "127.0.0.1:0", "-upstream", upstream, "-data", dir,
		"-capture-wait", "5s")} // an answer that did not wait for the journal promised nothing, and a busy machine is no test of it
	c.process.Env = append(os.Environ(), asChild+"=1")
	out, err := c.process.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := c.process.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(out)
	for c.admin == "" && lines.Scan() {
		fields := strings.Fields(lines.Text())
		switch {
		case len(fields) > 2 && fields[0] == "base":
			c.data = strings.TrimSuffix(fields[2], "/v1")
		case len(fields) > 1 && fields[0] == "admin":
			c.admin = fields[1]
		}
	}
	if c.admin == "" {
		t.Fatalf("the child said nothing: %v", lines.Err())
	}
	go io.Copy(io.Discard, out)
	return c
}

func (c *child) kill() {
	_ = c.process.Process.Kill() // SIGKILL: nothing is flushed, nothing is said
	_ = c.process.Wait()
}

// TestKillLosesNothingAndDoublesNothing kills a running mneme at random moments
// while people talk to it. Whatever was called queued must be remembered, once.
func TestKillLosesNothingAndDoublesNothing(t *testing.T) {
	kills := 25
	if testing.Short() {
		kills = 5
	}
	upstream, err := startProvider(demoAnswer)
	if err != nil {
		t.Fatal(err)
	}
	defer upstream.close()
	dir := t.TempDir()
	seed := time.Now().UnixNano()
	random := rand.New(rand.NewPCG(uint64(seed), 1))
	t.Logf("seed %d", seed)

	var mu sync.Mutex
	queued := map[string]bool{}
	said := 0
	for range kills {
		c := startChild(t, upstream.url, dir)
		stop := make(chan struct{})
		var talkers sync.WaitGroup
		for who := range 4 {
			talkers.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
					}
					mu.Lock()
					said++
					token := fmt.Sprintf("tok%05dx", said)
					mu.Unlock()
					if talk(c, fmt.Sprintf("user%d", who), token) {
						mu.Lock()
						queued[token] = true
						mu.Unlock()
					}
				}
			})
		}
		// It dies by what it took in, so that a busy machine does not let it die idle.
		mu.Lock()
		enough := len(queued) + 1 + random.IntN(40)
		mu.Unlock()
		for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(time.Millisecond) {
			mu.Lock()
			n := len(queued)
			mu.Unlock()
			if n >= enough {
				break
			}
		}
		time.Sleep(time.Duration(random.IntN(20)) * time.Millisecond)
		c.kill()
		close(stop)
		talkers.Wait()
	}
	if len(queued) < kills {
		t.Fatalf("only %d exchanges were queued over %d kills: the test proves nothing", len(queued), kills)
	}

	c := startChild(t, upstream.url, dir)
	defer c.kill()
	admin := &client{base: c.admin + "/memory/v1", http: http.DefaultClient, out: io.Discard}
	if err := admin.call(context.Background(), "POST", "/flush", nil, map[string]any{"timeout_ms": 60000}, nil); err != nil {
		t.Fatal(err)
	}
	heard := map[string]int{}
	for who := range 4 {
		for _, record := range episodes(t, admin, fmt.Sprintf("user%d", who)) {
			for _, word := range strings.FieldsFunc(record.Text, func(r rune) bool { return r == ' ' || r == '.' }) {
				if strings.HasPrefix(word, "tok") {
					heard[word] += record.Count
				}
			}
		}
	}
	lost, doubled := 0, 0
	for token := range queued {
		if heard[token] == 0 {
			lost++
		}
	}
	for _, n := range heard {
		if n > 1 {
			doubled++
		}
	}
	t.Logf("%d said, %d queued, %d remembered over %d kills", said, len(queued), len(heard), kills)
	if lost > 0 || doubled > 0 {
		t.Errorf("%d of %d lost, %d doubled", lost, len(queued), doubled)
	}
}

// talk says one thing and reports whether mneme called it queued and answered
// to the end.
func talk(c *child, user, token string) bool {
	body := fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":"The parcel for the archive carries the label %s today."}]}`, token)
	request, err := http.NewRequest(http.MethodPost, c.data+"/v1/chat/completions", strings.NewReader(body))
	if err != nil {
		return false
	}
	request.Header.Set("X-Memory-User-Id", user)
	request.Header.Set("X-Memory-Session-Id", "s-"+token)
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return err == nil && json.Valid(text) && answer.Header.Get("X-Memory-Capture") == "queued"
}

// episodes lists a user's current episodes told by himself.
func episodes(t *testing.T, admin *client, user string) []memory.Form {
	t.Helper()
	var all []memory.Form
	q := url.Values{"user_id": {user}, "layer": {"episodic"}, "limit": {"500"}}
	for {
		var page struct {
			Data []memory.Form
			Next string `json:"next_cursor"`
		}
		if err := admin.call(context.Background(), "GET", "/memories", q, nil, &page); err != nil {
			t.Fatal(err)
		}
		all = append(all, page.Data...)
		if page.Next == "" {
			return all
		}
		q.Set("cursor", page.Next)
	}
}

// TestDrainLetsStreamsEndAndLearnsThem sends SIGTERM while an answer streams: it
// arrives whole, and is known after the restart.
func TestDrainLetsStreamsEndAndLearnsThem(t *testing.T) {
	upstream, err := startProvider(func(string) string { return strings.Repeat("All right. ", 40) })
	if err != nil {
		t.Fatal(err)
	}
	defer upstream.close()
	upstream.pace = 5 * time.Millisecond
	dir := t.TempDir()
	c := startChild(t, upstream.url, dir)
	request, err := http.NewRequest(http.MethodPost, c.data+"/v1/chat/completions", strings.NewReader(
		`{"model":"m","stream":true,"messages":[{"role":"user","content":"My sister is called Amelia."}]}`))
	if err != nil {
		t.Fatal(err)
	}
	request.Header.Set("X-Memory-User-Id", "nora")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if err := c.process.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	text, err := io.ReadAll(answer.Body)
	if err != nil || !strings.HasSuffix(string(text), "data: [DONE]\n\n") {
		t.Errorf("the stream was cut: %v, %d bytes", err, len(text))
	}
	if err := c.process.Wait(); err != nil {
		t.Errorf("it did not end well: %v", err)
	}
	c = startChild(t, upstream.url, dir)
	defer c.kill()
	admin := &client{base: c.admin + "/memory/v1", http: http.DefaultClient, out: io.Discard}
	if err := admin.call(context.Background(), "POST", "/flush", nil, map[string]any{}, nil); err != nil {
		t.Fatal(err)
	}
	found := false
	for _, record := range episodes(t, admin, "nora") {
		found = found || strings.Contains(record.Text, "Amelia")
	}
	if !found {
		t.Error("what was said during the drain is not known")
	}
}
