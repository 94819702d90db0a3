package proxy

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/proxy/wire"
)

// received is a request in the exact bytes an upstream got.
type received struct {
	head string
	body string // as sent, chunk framing included
}

// header returns the value of a header, or "" with false.
func (r received) header(name string) (string, bool) {
	for _, line := range strings.Split(r.head, "\r\n")[1:] {
		if key, value, ok := strings.Cut(line, ":"); ok && strings.EqualFold(key, name) {
			return strings.TrimSpace(value), true
		}
	}
	return "", false
}

func (r received) line() string {
	line, _, _ := strings.Cut(r.head, "\r\n")
	return line
}

// upstream is a scripted provider on a raw socket.
type upstream struct {
	ln   net.Listener
	play func(c net.Conn, r received) bool // false closes the connection

	mu    sync.Mutex
	got   []received
	conns map[net.Conn]bool
	total int
	gone  chan time.Time // when a peer closed under a play
}

// newUpstream starts a provider that plays its part for every request.
func newUpstream(t testing.TB, play func(c net.Conn, r received) bool) *upstream {
	t.Helper()
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	u := &upstream{ln: ln, play: play, conns: make(map[net.Conn]bool), gone: make(chan time.Time, 1000)}
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			u.mu.Lock()
			u.conns[c] = true
			u.total++
			u.mu.Unlock()
			go u.serve(c)
		}
	}()
	t.Cleanup(u.close)
	return u
}

func (u *upstream) close() {
	_ = u.ln.Close()
	u.mu.Lock()
	defer u.mu.Unlock()
	for c := range u.conns {
		_ = c.Close()
	}
}

func (u *upstream) serve(c net.Conn) {
	defer func() {
		_ = c.Close()
		u.mu.Lock()
		delete(u.conns, c)
		u.mu.Unlock()
	}()
	br := bufio.NewReader(c)
	for {
		r, err := readRequest(br)
		if err != nil {
			return
		}
		u.mu.Lock()
		u.got = append(u.got, r)
		u.mu.Unlock()
		if !u.play(c, r) {
			return
		}
	}
}

func readRequest(br *bufio.Reader) (received, error) {
	var r received
	length, isChunked := 0, false
	for {
		line, err := br.ReadString('\n')
		if err != nil {
			return r, err
		}
		if line == "\r\n" {
			break
		}
		r.head += line
		key, value, _ := strings.Cut(strings.TrimSpace(line), ":")
		switch strings.ToLower(key) {
		case "content-length":
			length, _ = strconv.Atoi(strings.TrimSpace(value))
		case "transfer-encoding":
			isChunked = true
		}
	}
	var body strings.Builder
	if !isChunked {
		_, err := io.CopyN(&body, br, int64(length))
		r.body = body.String()
		return r, err
	}
	for {
		line, err := br.ReadString('\n')
		if err != nil {
			return r, err
		}
		body.WriteString(line)
		n, _ := strconv.ParseInt(strings.TrimSpace(line), 16, 64)
		if n == 0 {
			for line != "\r\n" {
				if line, err = br.ReadString('\n'); err != nil {
					return r, err
				}
				body.WriteString(line)
			}
			r.body = body.String()
			return r, nil
		}
		if _, err := io.CopyN(&body, br, n+2); err != nil {
			return r, err
		}
	}
}

// requests returns what the upstream got so far.
func (u *upstream) requests() []received {
	u.mu.Lock()
	defer u.mu.Unlock()
	return append([]received(nil), u.got...)
}

func (u *upstream) last(t testing.TB) received {
	t.Helper()
	all := u.requests()
	if len(all) == 0 {
		t.Fatal("the upstream got no request")
	}
	return all[len(all)-1]
}

func (u *upstream) open() int {
	u.mu.Lock()
	defer u.mu.Unlock()
	return len(u.conns)
}

func (u *upstream) url() string { return "http://" + u.ln.Addr().String() }

// awaitClose waits on a connection until the peer closes it, and notes when.
func (u *upstream) awaitClose(c net.Conn) {
	_, _ = c.Read(make([]byte, 1))
	u.gone <- time.Now()
}

// say plays fixed bytes for every request.
func say(answer string) func(net.Conn, received) bool {
	return func(c net.Conn, _ received) bool {
		_, err := io.WriteString(c, answer)
		return err == nil
	}
}

// sized returns an answer of known length.
func sizedAnswer(kind, body string) string {
	return fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n%s", kind, len(body), body)
}

const streamHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"

func chunk(s string) string { return fmt.Sprintf("%x\r\n%s\r\n", len(s), s) }

func event(text string) string {
	return `data: {"id":"c1","choices":[{"index":0,"delta":{"content":"` + text + `"},"finish_reason":null}]}` + "\n\n"
}

const doneEvent = "data: [DONE]\n\n"

// memoryText is what the scripted mind remembers.
const memoryText = "\n\n<memory>naïve – 雪 \"teal\" <b>&</b></memory>"

// fakeMind is a scripted memory.
type fakeMind struct {
	state string // off, empty, hits
	begin func(ctx context.Context, in *Inbound, out *Outbound)

	mu      sync.Mutex
	in      []Inbound
	replies chan wire.Reply
}

func newMind(state string) *fakeMind {
	return &fakeMind{state: state, replies: make(chan wire.Reply, 4096)}
}

// Begin implements Mind.
func (m *fakeMind) Begin(ctx context.Context, in *Inbound) Outbound {
	seen := *in
	seen.Body = bytes.Clone(in.Body)
	m.mu.Lock()
	m.in = append(m.in, seen)
	m.mu.Unlock()
	out := Outbound{Unkept: true}
	if in.Format != wire.Unread {
		out.Header = [][2]string{{"X-Memory-Status", m.state}}
		if m.state != "off" {
			out.Hold = true
			out.Finish = func(_ context.Context, reply wire.Reply) { m.replies <- reply }
			out.Header = append(out.Header, [2]string{"X-Memory-Capture", "queued"})
		}
		if m.state == "hits" {
			if view, err := wire.Parse(in.Format, in.Body); err != nil {
				out.Header[0][1] = "skipped"
			} else if body, err := view.Splice(wire.UserSuffix, memoryText); err == nil {
				out.Body = body
			}
		}
	}
	if m.begin != nil {
		m.begin(ctx, in, &out)
	}
	return out
}

func (m *fakeMind) reply(t testing.TB) wire.Reply {
	t.Helper()
	select {
	case r := <-m.replies:
		return r
	case <-time.After(5 * time.Second):
		t.Fatal("the mind was not told of the end")
		return wire.Reply{}
	}
}

// rig is a running proxy.
type rig struct {
	t      testing.TB
	server *Server
	addr   string
	stop   context.CancelFunc
	done   chan error
}

func start(t testing.TB, mind Mind, change func(*Options), bases ...string) *rig {
	t.Helper()
	opts := DefaultOptions()
	opts.Spoil = func(body []byte) {
		for i := range body {
			body[i] = '#'
		}
	}
	opts.Via = nil
	opts.Drain = 2 * time.Second
	for i, base := range bases {
		name := ""
		if i > 0 {
			name = fmt.Sprint("u", i)
		}
		opts.Upstreams = append(opts.Upstreams, Upstream{Name: name, URL: base})
	}
	if change != nil {
		change(&opts)
	}
	s, err := New(opts, mind)
	if err != nil {
		t.Fatal(err)
	}
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	r := &rig{t: t, server: s, addr: ln.Addr().String(), stop: cancel, done: make(chan error, 1)}
	go func() { r.done <- s.Serve(ctx, ln) }()
	t.Cleanup(func() { r.end() })
	return r
}

func (r *rig) end() {
	r.stop()
	select {
	case err := <-r.done:
		r.done <- err
		if err != nil {
			r.t.Errorf("serve: %v", err)
		}
	case <-time.After(10 * time.Second):
		r.t.Error("the server did not end")
	}
}

// conn is a raw client.
type conn struct {
	net.Conn
	t  testing.TB
	br *bufio.Reader
}

func (r *rig) dial() *conn {
	r.t.Helper()
	c, err := net.Dial("tcp", r.addr)
	if err != nil {
		r.t.Fatal(err)
	}
	r.t.Cleanup(func() { _ = c.Close() })
	_ = c.SetDeadline(time.Now().Add(60 * time.Second))
	return &conn{Conn: c, t: r.t, br: bufio.NewReader(c)}
}

func (c *conn) send(raw string) {
	c.t.Helper()
	if _, err := io.WriteString(c.Conn, raw); err != nil {
		c.t.Fatalf("send: %v", err)
	}
}

// answer is what a raw client got.
type answer struct {
	*http.Response
	body string
	err  error // of reading the body
}

// head reads the head of an answer.
func (c *conn) head(method string) *http.Response {
	c.t.Helper()
	resp, err := http.ReadResponse(c.br, &http.Request{Method: method})
	if err != nil {
		c.t.Fatalf("read head: %v", err)
	}
	return resp
}

func (c *conn) read(method string) answer {
	c.t.Helper()
	resp := c.head(method)
	body, err := io.ReadAll(resp.Body)
	return answer{Response: resp, body: string(body), err: err}
}

func post(path, body string, headers ...string) string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "POST %s HTTP/1.1\r\nHost: mneme\r\nContent-Type: application/json\r\nContent-Length: %d\r\n", path, len(body))
	for _, h := range headers {
		b.WriteString(h + "\r\n")
	}
	return b.String() + "\r\n" + body
}

func (c *conn) do(raw string) answer {
	c.t.Helper()
	c.send(raw)
	method, _, _ := strings.Cut(raw, " ")
	return c.read(method)
}

// ask sends one chat body and returns the answer.
func (r *rig) ask(body string, headers ...string) answer {
	r.t.Helper()
	return r.dial().do(post("/v1/chat/completions", body, headers...))
}

const hello = `{"model":"m","messages":[{"role":"user","content":"hi"}]}`

// states runs a test with memory off, on but empty, and on with hits.
func states(t *testing.T, f func(t *testing.T, m *fakeMind)) {
	for _, state := range []string{"off", "empty", "hits"} {
		t.Run(state, func(t *testing.T) {
			t.Parallel()
			f(t, newMind(state))
		})
	}
}

// wireEqual checks that the upstream got the client's bytes, but for the one
// insertion where the mind had hits.
func wireEqual(t *testing.T, m *fakeMind, sent, got string) {
	t.Helper()
	if m.state != "hits" {
		if got != sent {
			t.Errorf("upstream got\n %s\nwant\n %s", got, sent)
		}
		return
	}
	view, err := wire.Parse(wire.Chat, []byte(sent))
	if err != nil {
		t.Fatal(err)
	}
	want, err := view.Splice(wire.UserSuffix, memoryText)
	if err != nil {
		want = []byte(sent)
	}
	if got != string(want) {
		t.Errorf("upstream got\n %s\nwant\n %s", got, want)
	}
}
