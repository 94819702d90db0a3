package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"time"
)

// client speaks to the admin API.
type client struct{ base, key string }

type message struct {
	ID      string `json:"id,omitempty"`
	Role    string `json:"role"`
	Name    string `json:"name,omitempty"`
	Content string `json:"content"`
	Created string `json:"created_at,omitempty"`
}

type searchRequest struct {
	User     string    `json:"user_id"`
	Query    string    `json:"query"`
	Messages []message `json:"messages,omitempty"`
	TopK     int       `json:"top_k"`
	Budget   int       `json:"budget_tokens"`
	AsOf     string    `json:"as_of,omitempty"`
	Explain  bool      `json:"explain"`
}

type searchAnswer struct {
	Hits []struct {
		Record struct {
			Sources []struct {
				Message string `json:"message_id"`
			} `json:"sources"`
		} `json:"record"`
		Score float64 `json:"score"`
	} `json:"hits"`
	Block   string  `json:"block"`
	Latency float64 `json:"latency_ms"`
}

// prediction puts an answer into the scorer's form.
func (a *searchAnswer) prediction(id string) prediction {
	p := prediction{ID: id, Block: a.Block, Turns: []string{}}
	for _, hit := range a.Hits {
		p.Confidence = max(p.Confidence, hit.Score)
		for _, s := range hit.Record.Sources {
			if s.Message != "" && !slices.Contains(p.Turns, s.Message) {
				p.Turns = append(p.Turns, s.Message)
			}
		}
	}
	p.ranked = p.Turns
	return p
}

func (c *client) search(ctx context.Context, ask searchRequest) (searchAnswer, error) {
	var answer searchAnswer
	return answer, c.post(ctx, "/search", ask, &answer)
}

// ingest takes a session in with its own ids and times.
func (c *client) ingest(ctx context.Context, user string, s *dataSession) error {
	in := struct {
		User     string    `json:"user_id"`
		Session  string    `json:"session_id"`
		Messages []message `json:"messages"`
	}{User: user, Session: s.ID}
	for _, t := range s.Turns {
		m := message{ID: t.ID, Role: t.Role, Content: t.Text, Created: t.Time}
		if m.Created == "" {
			m.Created = s.Time
		}
		if t.Speaker != "" && t.Speaker != "user" && t.Speaker != "assistant" {
			m.Name = t.Speaker
		}
		in.Messages = append(in.Messages, m)
	}
	return c.post(ctx, "/ingest", in, nil)
}

func (c *client) flush(ctx context.Context) error {
	return c.post(ctx, "/flush", map[string]int64{"timeout_ms": flushWait.Milliseconds()}, nil)
}

func (c *client) post(ctx context.Context, path string, in, out any) error {
	body, err := json.Marshal(in)
	if err != nil {
		return fmt.Errorf("encode %s: %w", path, err)
	}
	for try := 0; ; try++ {
		req, err := http.NewRequestWithContext(ctx, http.MethodPost, c.base+path, bytes.NewReader(body))
		if err != nil {
			return fmt.Errorf("post %s: %w", path, err)
		}
		req.Header.Set("Content-Type", "application/json")
		if c.key != "" {
			req.Header.Set("Authorization", "Bearer "+c.key)
		}
		answer, err := http.DefaultClient.Do(req)
		if err != nil {
			return fmt.Errorf("post %s: %w", path, err)
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		switch {
		case err != nil:
			return fmt.Errorf("read answer of %s: %w", path, err)
		case answer.StatusCode == http.StatusServiceUnavailable && try < 100: // the intake is full: it says so
			select {
			case <-time.After(200 * time.Millisecond):
			case <-ctx.Done():
				return ctx.Err()
			}
			continue
		case answer.StatusCode >= 300:
			return fmt.Errorf("post %s: %s: %s", path, answer.Status, text)
		case out == nil:
			return nil
		}
		if err := json.Unmarshal(text, out); err != nil {
			return fmt.Errorf("decode answer of %s: %w", path, err)
		}
		return nil
	}
}

func (c *client) get(ctx context.Context, path string, out any) error {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, c.base+path, nil)
	if err != nil {
		return fmt.Errorf("get %s: %w", path, err)
	}
	if c.key != "" {
		req.Header.Set("Authorization", "Bearer "+c.key)
	}
	answer, err := http.DefaultClient.Do(req)
	if err != nil {
		return fmt.Errorf("get %s: %w", path, err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("get %s: %s", path, answer.Status)
	}
	if err := json.NewDecoder(answer.Body).Decode(out); err != nil {
		return fmt.Errorf("decode answer of %s: %w", path, err)
	}
	return nil
}

// server is a mneme that was started for a run, on a data folder of its own.
type server struct {
	base   string // of the data listener
	admin  string
	cmd    *exec.Cmd
	folder string
}

func start(ctx context.Context, binary string, progress io.Writer) (*server, error) {
	return startBefore(ctx, binary, "http://127.0.0.1:9/v1", progress)
}

// startBefore starts a mneme that stands before an upstream.
func startBefore(ctx context.Context, binary, upstream string, progress io.Writer) (*server, error) {
	folder, err := os.MkdirTemp("", "bench-")
	if err != nil {
		return nil, fmt.Errorf("make data folder: %w", err)
	}
	ports := make([]string, 2)
	for i := range ports {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			return nil, fmt.Errorf("find a port: %w", err)
		}
		ports[i] = l.Addr().String()
		l.Close()
	}
	s := &server{base: "http://" + ports[0], admin: "http://" + ports[1], folder: folder}
	s.cmd = exec.CommandContext(ctx, binary, "serve", "-data", folder, "-listen", ports[0], "-admin", ports[1], "-upstream", upstream)
	s.cmd.Stderr = progress
	if err := s.cmd.Start(); err != nil {
		os.RemoveAll(folder)
		return nil, fmt.Errorf("start %s: %w", binary, err)
	}
	for range 100 {
		answer, err := http.Get(s.admin + "/readyz")
		if err == nil {
			answer.Body.Close()
			if answer.StatusCode == http.StatusOK {
				return s, nil
			}
		}
		time.Sleep(100 * time.Millisecond)
	}
	s.stop()
	return nil, fmt.Errorf("start %s: not ready after 10 s", binary)
}

func (s *server) stop() {
	if s.cmd.Process != nil {
		s.cmd.Process.Signal(os.Interrupt)
		s.cmd.Wait()
	}
	os.RemoveAll(s.folder)
}
