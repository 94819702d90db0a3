package proxy

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"mneme/proxy/wire"
)

// eventually waits for a condition that another goroutine brings about.
func eventually(t testing.TB, what string, ok func() bool) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if ok() {
			return
		}
	}
	t.Fatalf("never: %s", what)
}

func TestClientThatLeavesClosesTheUpstream(t *testing.T) {
	cases := map[string]string{
		"before the first byte": "",
		"after the head":        streamHead,
		"within the stream":     streamHead + chunk(event("a")),
		"within a sized answer": "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{",
		"without framing":       "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + event("a"),
	}
	for name, begun := range cases {
		for _, reset := range []bool{false, true} {
			t.Run(fmt.Sprint(name, ", reset ", reset), func(t *testing.T) {
				states(t, func(t *testing.T, m *fakeMind) {
					var u *upstream
					got := make(chan bool, 100)
					u = newUpstream(t, func(c net.Conn, _ received) bool {
						_, _ = io.WriteString(c, begun)
						got <- true
						u.awaitClose(c)
						return false
					})
					r := start(t, m, nil, u.url())
					before := runtime.NumGoroutine()
					for _, path := range []string{"/v1/chat/completions", "/v1/embeddings"} {
						c := r.dial()
						c.send(post(path, stream))
						<-got
						if begun != "" {
							c.head("POST")
						}
						left := time.Now()
						if reset {
							_ = c.Conn.(*net.TCPConn).SetLinger(0)
						}
						_ = c.Close()
						if took := (<-u.gone).Sub(left); took > time.Second {
							t.Errorf("%s: the upstream was closed after %v", path, took)
						}
						if m.state != "off" && strings.HasSuffix(path, "completions") {
							if reply := m.reply(t); reply.Complete {
								t.Errorf("reply %+v", reply)
							}
						}
					}
					eventually(t, "no connection is left", func() bool {
						st := r.server.Stats()
						return st.Clients == 0 && st.Upstreams == 0 && st.InFlight == 0 && st.Left == 2
					})
					eventually(t, "goroutines end", func() bool { return runtime.NumGoroutine() <= before+40 })
				})
			})
		}
	}
}

func TestTwoHundredClientsLeaveASilentUpstream(t *testing.T) {
	var u *upstream
	arrived := make(chan bool, 200)
	u = newUpstream(t, func(c net.Conn, _ received) bool {
		arrived <- true
		u.awaitClose(c)
		return false
	})
	r := start(t, newMind("empty"), nil, u.url())
	var all []*conn
	for range 200 {
		c := r.dial()
		c.send(post("/v1/chat/completions", hello))
		all = append(all, c)
	}
	for range 200 {
		<-arrived
	}
	left := time.Now()
	for _, c := range all {
		_ = c.Close()
	}
	eventually(t, "upstream sockets close", func() bool { return u.open() == 0 })
	if took := time.Since(left); took > time.Second {
		t.Errorf("took %v", took)
	}
}

// failure checks the answer to an upstream that gives none.
func failure(t *testing.T, status int, code string, change func(*Options), play func(net.Conn, received) bool) {
	t.Helper()
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, play)
		c := start(t, m, change, u.url()).dial()
		for _, path := range []string{"/v1/chat/completions", "/v1/embeddings"} {
			a := c.do(post(path, hello))
			if a.StatusCode != status || a.Header.Get("X-Memory-Error") != code || !strings.HasPrefix(a.body, `{"error":{"message":"`) || !strings.Contains(a.body, `"code":"`+code+`"`) {
				t.Errorf("%s: %d %q %s", path, a.StatusCode, a.Header.Get("X-Memory-Error"), a.body)
			}
			if path == "/v1/chat/completions" {
				if a.Header.Get("X-Memory-Status") != m.state {
					t.Errorf("status %q", a.Header.Get("X-Memory-Status"))
				}
				if m.state != "off" {
					m.reply(t)
				}
			}
		}
		if n := len(u.requests()); n > 2 {
			t.Errorf("the upstream was asked %d times", n)
		}
	})
}

func TestUpstreamThatIsSilentTimesOut(t *testing.T) {
	failure(t, 504, "upstream_timeout", func(o *Options) { o.Header = 60 * time.Millisecond }, func(net.Conn, received) bool {
		time.Sleep(600 * time.Millisecond)
		return false
	})
}

func TestUpstreamThatBreaksBeforeItsHead(t *testing.T) {
	failure(t, 502, "upstream_broken", nil, func(net.Conn, received) bool { return false })
	failure(t, 502, "upstream_broken", nil, func(c net.Conn, _ received) bool { _ = c.(*net.TCPConn).SetLinger(0); return false })
	failure(t, 502, "upstream_broken", nil, func(c net.Conn, _ received) bool { _, _ = io.WriteString(c, "HTTP/1.1 200 O"); return false })
	failure(t, 502, "upstream_broken", nil, func(c net.Conn, _ received) bool {
		_, _ = io.WriteString(c, "SSH-2.0-x\r\n\r\n")
		return false
	})
}

func TestUpstreamWithAHugeHead(t *testing.T) {
	failure(t, 502, "upstream_headers_too_large", nil, func(c net.Conn, _ received) bool {
		_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nX-A: "+strings.Repeat("a", 40<<10)+"\r\n\r\n")
		return false
	})
}

func TestUpstreamThatRefuses(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	_ = ln.Close()
	m := newMind("empty")
	r := start(t, m, nil, "http://"+ln.Addr().String())
	if a := r.ask(hello); a.StatusCode != 502 || a.Header.Get("X-Memory-Error") != "upstream_unreachable" {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
	m.reply(t)
	if st := r.server.Stats(); st.Upstream != 1 || st.Refused != 1 {
		t.Errorf("%+v", st)
	}
}

func TestUpstreamThatDoesNotAccept(t *testing.T) {
	// The tunnel's far end takes the connection and says nothing.
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	r := start(t, newMind("off"), func(o *Options) { o.Connect = 50 * time.Millisecond }, "https://"+ln.Addr().String())
	if a := r.ask(hello); a.StatusCode != 504 || a.Header.Get("X-Memory-Error") != "upstream_timeout" {
		t.Errorf("%d %s", a.StatusCode, a.body)
	}
}

// An upstream that refuses a big body without reading it has said why.
func TestAnswerBeforeTheBodyIsRead(t *testing.T) {
	ln, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = ln.Close() })
	go func() {
		for {
			c, err := ln.Accept()
			if err != nil {
				return
			}
			_, _ = c.Read(make([]byte, 100))
			_, _ = io.WriteString(c, "HTTP/1.1 413 Too Big\r\nContent-Length: 3\r\nConnection: close\r\n\r\nbig")
			time.Sleep(50 * time.Millisecond)
			_ = c.Close()
		}
	}()
	r := start(t, newMind("off"), nil, "http://"+ln.Addr().String())
	if a := r.ask(`{"messages":[],"x":"` + strings.Repeat("x", 20<<20) + `"}`); a.StatusCode != 413 || a.body != "big" {
		t.Errorf("%d %q", a.StatusCode, a.body)
	}
}

func TestSilenceWithinAStreamBreaksIt(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, streamHead+chunk(event("a")))
			_, _ = c.Read(make([]byte, 1))
			return false
		})
		r := start(t, m, func(o *Options) { o.Idle = 60 * time.Millisecond }, u.url())
		if a := r.ask(stream); !errors.Is(a.err, io.ErrUnexpectedEOF) || a.body != event("a") {
			t.Errorf("%v %q", a.err, a.body)
		}
		if m.state != "off" {
			if reply := m.reply(t); reply.Complete || reply.Text != "a" {
				t.Errorf("%+v", reply)
			}
		}
	})
}

// No limit is a limit of the whole: a stream that outlasts each of them passes.
func TestLongStreamOutlastsEveryLimit(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		var pieces []string
		for range 24 {
			pieces = append(pieces, event("a"))
		}
		u := newUpstream(t, streams(50*time.Millisecond, append(pieces, doneEvent)...))
		r := start(t, m, func(o *Options) {
			o.Header, o.Idle, o.Connect, o.KeepAlive, o.ClientIdle = time.Second, time.Second, time.Second, time.Second, time.Second
		}, u.url())
		if a := r.ask(stream); a.err != nil || a.body != strings.Join(pieces, "")+doneEvent {
			t.Errorf("%v, %d bytes", a.err, len(a.body))
		}
	})
}

func TestDeadIdleConnectionIsRetriedOnce(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, sizedAnswer("application/json", plainAnswer))
			return false // closes without having said so
		})
		c := start(t, m, nil, u.url()).dial()
		for i := range 200 {
			path := []string{"/v1/chat/completions", "/v1/embeddings"}[i%2]
			if a := c.do(post(path, hello)); a.StatusCode != 200 || a.err != nil {
				t.Fatalf("request %d: %d %s", i, a.StatusCode, a.body)
			}
		}
		if n := len(u.requests()); n != 200 {
			t.Errorf("the upstream saw %d requests", n)
		}
	})
}

// The connection dies when the request comes in: one more try, and no second one.
func TestRetryIsForReusedConnectionsOnly(t *testing.T) {
	var n int
	var mu sync.Mutex
	u := newUpstream(t, func(c net.Conn, _ received) bool {
		mu.Lock()
		n++
		k := n
		mu.Unlock()
		switch k {
		case 1, 3: // well; then again on the new connection
			_, _ = io.WriteString(c, sizedAnswer("application/json", plainAnswer))
			return true
		case 4: // a byte came: never again
			_, _ = io.WriteString(c, "H")
			return false
		}
		return false
	})
	r := start(t, newMind("off"), nil, u.url())
	for i, want := range []int{200, 200, 502, 502} {
		if a := r.ask(hello); a.StatusCode != want {
			t.Errorf("request %d: %d, want %d", i+1, a.StatusCode, want)
		}
	}
	if got := len(u.requests()); got != 5 || r.server.Stats().Retried != 1 {
		t.Errorf("the upstream was asked %d times, %+v", got, r.server.Stats())
	}
}

func TestIdleConnectionsAreReusedAndClosed(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	r := start(t, newMind("off"), func(o *Options) { o.KeepAlive, o.ClientIdle = 100*time.Millisecond, 100*time.Millisecond }, u.url())
	c := r.dial()
	for range 10 {
		c.do(post("/v1/chat/completions", hello))
	}
	if u.total != 1 {
		t.Errorf("%d connections for 10 requests", u.total)
	}
	eventually(t, "idle connections close", func() bool {
		st := r.server.Stats()
		return u.open() == 0 && st.Upstreams == 0 && st.Clients == 0
	})
}

// More streams than fasthttp's client would open, all at once.
func TestThousandOpenStreams(t *testing.T) {
	const n = 1000
	release := make(chan bool)
	u := newUpstream(t, func(c net.Conn, _ received) bool {
		_, _ = io.WriteString(c, streamHead+chunk(event("a")))
		<-release
		_, _ = io.WriteString(c, chunk(doneEvent)+"0\r\n\r\n")
		return true
	})
	r := start(t, newMind("empty"), nil, u.url())
	var wait sync.WaitGroup
	faults := make(chan error, n)
	for range n {
		wait.Go(func() {
			c, err := net.Dial("tcp", r.addr)
			if err != nil {
				faults <- err
				return
			}
			defer func() { _ = c.Close() }()
			_, _ = io.WriteString(c, post("/v1/chat/completions", stream, "Connection: close"))
			all, err := io.ReadAll(c)
			if err != nil || !strings.HasPrefix(string(all), "HTTP/1.1 200 OK") || !strings.HasSuffix(string(all), "\r\n0\r\n\r\n") {
				faults <- fmt.Errorf("%w: %d bytes", err, len(all))
			}
		})
	}
	eventually(t, "all streams are open", func() bool { return u.open() == n })
	close(release)
	wait.Wait()
	close(faults)
	for err := range faults {
		t.Fatal(err)
	}
}

func TestTooLargeIsReadable(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
		r := start(t, m, func(o *Options) { o.MaxBody = 1 << 20 }, u.url())
		big := strings.Repeat("x", 3<<20)
		for name, raw := range map[string]string{
			"sized":   post("/v1/chat/completions", big),
			"chunked": "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(big) + "0\r\n\r\n",
		} {
			c := r.dial()
			go func() { _, _ = io.WriteString(c.Conn, raw) }()
			if a := c.read("POST"); a.StatusCode != 413 || a.Header.Get("X-Memory-Error") != "body_too_large" || !a.Close || a.err != nil {
				t.Errorf("%s: %d %v %v", name, a.StatusCode, a.Header, a.err)
			}
		}
		// Nothing of it is sent where the client asks first.
		c := r.dial()
		c.send("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3145728\r\n\r\n")
		if a := c.read("POST"); a.StatusCode != 413 || !strings.Contains(a.body, "body_too_large") {
			t.Errorf("expect: %d %s", a.StatusCode, a.body)
		}
		// A route that nobody reads has no limit.
		if a := r.dial().do(post("/v1/files", big)); a.StatusCode != 200 {
			t.Errorf("upload: %d", a.StatusCode)
		}
		if len(u.requests()) != 1 {
			t.Errorf("the upstream got %d requests", len(u.requests()))
		}
		eventually(t, "nothing is in flight", func() bool { return r.server.Stats().InFlight == 0 })
	})
}

func TestExpectIsAnsweredAndNotForwarded(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	c := start(t, newMind("off"), nil, u.url()).dial()
	c.send(fmt.Sprintf("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: %d\r\n\r\n", len(hello)))
	if resp := c.head("POST"); resp.StatusCode != 100 {
		t.Fatalf("%d", resp.StatusCode)
	}
	c.send(hello)
	if a := c.read("POST"); a.StatusCode != 200 || u.last(t).body != hello {
		t.Errorf("%d", a.StatusCode)
	}
	if v, sent := u.last(t).header("Expect"); sent {
		t.Errorf("Expect: %q", v)
	}
}

func TestLargeBodiesPass(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
		r := start(t, m, nil, u.url())
		for _, size := range []int{25 << 20, 101 << 20} {
			if size > 30<<20 && m.state != "hits" {
				continue
			}
			body := `{"messages":[{"role":"user","content":[{"type":"text","text":"what"},{"type":"image_url","image_url":{"url":"data:image/png;base64,` + strings.Repeat("A", size) + `"}}]}]}`
			if a := r.ask(body); a.StatusCode != 200 {
				t.Fatalf("%d %s", a.StatusCode, a.body)
			}
			view, err := wire.Parse(wire.Chat, []byte(body))
			if err != nil {
				t.Fatal(err)
			}
			want := body
			if m.state == "hits" {
				spliced, _ := view.Splice(wire.UserSuffix, memoryText)
				want = string(spliced)
			}
			if got := u.last(t).body; got != want {
				t.Errorf("%d bytes arrived, want %d", len(got), len(want))
			}
		}
	})
}

func TestHeadersTooLarge(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	r := start(t, newMind("off"), nil, u.url())
	if a := r.ask(hello, "X-Big: "+strings.Repeat("a", 30<<10)); a.StatusCode != 200 {
		t.Errorf("30 KiB: %d", a.StatusCode)
	}
	c := r.dial()
	go func() {
		_, _ = io.WriteString(c.Conn, post("/v1/chat/completions", hello, "X-Big: "+strings.Repeat("a", 40<<10)))
	}()
	if a := c.read("POST"); a.StatusCode != 431 || a.Header.Get("X-Memory-Error") != "headers_too_large" {
		t.Errorf("40 KiB: %d %v", a.StatusCode, a.Header)
	}
	if a := r.dial().do("GET\r\n\r\n"); a.StatusCode != 400 || a.Header.Get("X-Memory-Error") != "bad_request" {
		t.Errorf("no HTTP: %d", a.StatusCode)
	}
}

func TestBytesInFlightAreBounded(t *testing.T) {
	release := make(chan bool)
	u := newUpstream(t, func(c net.Conn, _ received) bool {
		<-release
		_, err := io.WriteString(c, sizedAnswer("application/json", plainAnswer))
		return err == nil
	})
	r := start(t, newMind("empty"), func(o *Options) { o.MaxInFlight = 100 << 10 }, u.url())
	body := `{"messages":[],"x":"` + strings.Repeat("x", 60<<10) + `"}`
	first := r.dial()
	first.send(post("/v1/chat/completions", body))
	eventually(t, "the first is in flight", func() bool { return r.server.Stats().InFlight == int64(len(body)) })
	for _, raw := range []string{post("/v1/chat/completions", body), "POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(body) + "0\r\n\r\n"} {
		if a := r.dial().do(raw); a.StatusCode != 503 || a.Header.Get("Retry-After") != "1" || a.Header.Get("X-Memory-Error") != "overloaded" {
			t.Errorf("%d %v", a.StatusCode, a.Header)
		}
	}
	close(release)
	if a := first.read("POST"); a.StatusCode != 200 {
		t.Errorf("first: %d", a.StatusCode)
	}
	eventually(t, "nothing is in flight", func() bool { return r.server.Stats().InFlight == 0 })
	if a := r.ask(body); a.StatusCode != 200 {
		t.Errorf("afterwards: %d", a.StatusCode)
	}
}

// A client that does not read stops the upstream, at a cost that has a bound, and
// not for ever.
func TestStalledReaderCostsLittle(t *testing.T) {
	for _, framing := range []string{"sized", "chunked"} {
		t.Run(framing, func(t *testing.T) {
			const size = 64 << 20
			piece := strings.Repeat("x", 64<<10)
			sent := make(chan int, 1)
			u := newUpstream(t, func(c net.Conn, _ received) bool {
				_ = c.(*net.TCPConn).SetWriteBuffer(64 << 10)
				head := fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n", size)
				if framing == "chunked" {
					head, piece = streamHead, chunk(piece)
				}
				_, _ = io.WriteString(c, head)
				n := 0
				for n < size {
					m, err := io.WriteString(c, piece)
					n += m
					if err != nil {
						break
					}
				}
				sent <- n
				return false
			})
			r := start(t, newMind("empty"), func(o *Options) { o.Idle = 300 * time.Millisecond }, u.url())
			var before, after runtime.MemStats
			c := r.dial()
			_ = c.Conn.(*net.TCPConn).SetReadBuffer(64 << 10)
			runtime.GC()
			runtime.ReadMemStats(&before)
			c.send(post("/v1/files", hello))
			time.Sleep(150 * time.Millisecond)
			runtime.GC()
			runtime.ReadMemStats(&after)
			if grown := int64(after.HeapAlloc) - int64(before.HeapAlloc); grown > 2<<20 {
				t.Errorf("heap grew by %d bytes", grown)
			}
			if n := <-sent; n > 32<<20 {
				t.Errorf("%d bytes were taken from the upstream", n)
			}
			eventually(t, "the client is cut", func() bool { return r.server.Stats().Clients == 0 })
		})
	}
}

func TestClientThatStopsSendingIsCut(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	r := start(t, newMind("off"), func(o *Options) { o.Idle, o.ClientIdle = 60*time.Millisecond, 60*time.Millisecond }, u.url())
	for _, raw := range []string{"POST /v1/chat", "POST /v1/chat/completions HTTP/1.1\r\nContent-Length: 9\r\n\r\n{", "POST /v1/files HTTP/1.1\r\nContent-Length: 99999\r\n\r\n{", "POST /v1/files HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab", ""} {
		c := r.dial()
		c.send(raw)
		if _, err := io.Copy(io.Discard, c.Conn); err != nil && strings.Contains(err.Error(), "timeout") {
			t.Errorf("%q: still open", raw)
		}
	}
	eventually(t, "nothing is left", func() bool { st := r.server.Stats(); return st.Clients == 0 && st.InFlight == 0 })
}

func TestShutdownLetsStreamsEnd(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		next := make(chan bool)
		u := newUpstream(t, func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, streamHead+chunk(event("a")))
			<-next
			_, err := io.WriteString(c, chunk(event("b"))+chunk(doneEvent)+"0\r\n\r\n")
			return err == nil
		})
		r := start(t, m, nil, u.url())
		idle := r.dial()
		running := r.dial()
		running.send(post("/v1/chat/completions", stream))
		resp := running.head("POST")
		r.stop()
		// The listener and what is idle close; the stream lives.
		if _, err := idle.Conn.Read(make([]byte, 1)); err != io.EOF {
			t.Errorf("idle connection: %v", err)
		}
		eventually(t, "the listener is closed", func() bool {
			c, err := net.Dial("tcp", r.addr)
			if err == nil {
				_ = c.Close()
			}
			return err != nil
		})
		close(next)
		if body, err := io.ReadAll(resp.Body); err != nil || string(body) != event("a")+event("b")+doneEvent {
			t.Errorf("%v %q", err, body)
		}
		if m.state != "off" {
			says("ab")(t, m.reply(t))
		}
		r.end()
	})
}

func TestShutdownCutsWhatOutlastsTheDrain(t *testing.T) {
	u := newUpstream(t, func(c net.Conn, _ received) bool {
		_, _ = io.WriteString(c, streamHead+chunk(event("a")))
		_, _ = c.Read(make([]byte, 1))
		return false
	})
	m := newMind("empty")
	r := start(t, m, func(o *Options) { o.Drain = 100 * time.Millisecond }, u.url())
	c := r.dial()
	c.send(post("/v1/chat/completions", stream))
	resp := c.head("POST")
	r.stop()
	if _, err := io.ReadAll(resp.Body); err == nil {
		t.Error("a cut stream ended politely")
	}
	if reply := m.reply(t); reply.Complete || reply.Text != "a" {
		t.Errorf("%+v", reply)
	}
	r.end()
	eventually(t, "nothing is left", func() bool {
		st := r.server.Stats()
		return st.Clients == 0 && st.Upstreams == 0 && st.InFlight == 0
	})
}

func TestShutdownWaitsForFinish(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	finished := make(chan bool, 1)
	m := newMind("empty")
	m.begin = func(_ context.Context, _ *Inbound, out *Outbound) {
		out.Hold = false
		out.Finish = func(ctx context.Context, _ wire.Reply) {
			time.Sleep(200 * time.Millisecond)
			finished <- ctx.Err() == nil
		}
	}
	r := start(t, m, nil, u.url())
	r.ask(hello)
	r.end()
	select {
	case ok := <-finished:
		if !ok {
			t.Error("the context of Finish ended early")
		}
	default:
		t.Error("Serve did not wait for Finish")
	}
}

// What the mind keeps of a request must not change when fasthttp uses its memory
// for the next.
func TestInboundIsOwned(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	m := newMind("empty")
	c := start(t, m, nil, u.url()).dial()
	for i := range 50 {
		c.do(post(fmt.Sprintf("/t/tenant%02d/v1/chat/completions?q=%02d", i, i), fmt.Sprintf(`{"messages":[],"n":%02d}`, i)))
	}
	for i, in := range m.in {
		if in.Tenant != fmt.Sprintf("tenant%02d", i) || in.Query != fmt.Sprintf("q=%02d", i) || string(in.Body) != fmt.Sprintf(`{"messages":[],"n":%02d}`, i) || in.Method != "POST" {
			t.Fatalf("request %d became %+v", i, in)
		}
	}
}

// A body's memory is used again when the mind is done with it, however long that
// takes, and not before.
func TestABodyIsTheMindsUntilFinishReturns(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	for _, unkept := range []bool{true, false} {
		m := newMind("empty")
		bodies, leave, left := make(chan []byte, 2), make(chan bool), make(chan bool)
		m.begin = func(_ context.Context, in *Inbound, out *Outbound) {
			out.Unkept = unkept
			out.Finish = func(context.Context, wire.Reply) {
				bodies <- in.Body
				<-leave
				if string(in.Body) != hello {
					t.Errorf("within Finish the body became %q", in.Body)
				}
				left <- true
			}
		}
		r := start(t, m, func(o *Options) { o.Hold = time.Millisecond }, u.url())
		for range 2 { // the second request comes while the first is still being finished
			r.ask(hello)
		}
		first, second := <-bodies, <-bodies
		if &first[0] == &second[0] {
			t.Error("a body was used twice at once")
		}
		close(leave)
		<-left
		<-left
		r.end() // waits for what runs behind Finish
		if spoiled := string(first) != hello && string(second) != hello; spoiled != unkept {
			t.Errorf("unkept %v: the bodies became %q and %q", unkept, first, second)
		}
	}
}

func TestPipelinedRequestsAreAnsweredInOrder(t *testing.T) {
	u := newUpstream(t, func(c net.Conn, r received) bool {
		_, err := io.WriteString(c, sizedAnswer("text/plain", r.line()))
		return err == nil
	})
	c := start(t, newMind("off"), nil, u.url()).dial()
	var all strings.Builder
	for i := range 5 {
		all.WriteString(post(fmt.Sprintf("/v1/n%d", i), "{}"))
	}
	c.send(all.String())
	for i := range 5 {
		if a := c.read("POST"); a.body != fmt.Sprintf("POST /v1/n%d HTTP/1.1", i) {
			t.Errorf("answer %d: %q", i, a.body)
		}
	}
}

// What an upstream sends beyond its answer must not become the next client's.
func TestUnaskedBytesAreNobodysAnswer(t *testing.T) {
	for _, late := range []bool{false, true} {
		u := newUpstream(t, func(c net.Conn, r received) bool {
			extra := sizedAnswer("text/plain", "another's")
			if !late {
				_, _ = io.WriteString(c, sizedAnswer("text/plain", r.line())+extra)
				return true
			}
			_, _ = io.WriteString(c, sizedAnswer("text/plain", r.line()))
			time.Sleep(20 * time.Millisecond)
			_, _ = io.WriteString(c, extra)
			return true
		})
		c := start(t, newMind("off"), nil, u.url()).dial()
		for i := range 3 {
			path := fmt.Sprint("/v1/n", i)
			if a := c.do(post(path, "{}")); a.body != "POST "+path+" HTTP/1.1" {
				t.Errorf("late %v, answer %d: %q", late, i, a.body)
			}
			time.Sleep(50 * time.Millisecond)
		}
	}
}

func TestTooManyClientsAreTurnedAway(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	r := start(t, newMind("off"), func(o *Options) { o.MaxClients = 2 }, u.url())
	first := r.dial()
	first.do(post("/v1/x", "{}"))
	r.dial().do(post("/v1/x", "{}"))
	if a := r.dial().read("POST"); a.StatusCode != 503 || a.Header.Get("X-Memory-Error") != "overloaded" || a.Header.Get("Retry-After") != "1" {
		t.Errorf("%d %v", a.StatusCode, a.Header)
	}
	_ = first.Close()
	eventually(t, "there is room again", func() bool { return r.server.Stats().Clients == 1 })
	if a := r.dial().do(post("/v1/x", "{}")); a.StatusCode != 200 {
		t.Errorf("%d", a.StatusCode)
	}
}
