package proxy

import (
	"context"
	"io"
	"net"
	"strings"
	"sync/atomic"
	"testing"

	"mneme/proxy/wire"
)

// What the request need not wait for is done while the upstream thinks: the upstream
// of this test does not answer before.
func TestTheMindIsToldOfTheRequestBeforeTheAnswer(t *testing.T) {
	for _, body := range []string{hello, strings.Replace(hello, "hi", strings.Repeat("hello ", 4<<10), 1)} {
		sent := make(chan bool)
		m := newMind("empty")
		m.begin = func(_ context.Context, _ *Inbound, out *Outbound) { out.Sent = func() { close(sent) } }
		u := newUpstream(t, func(c net.Conn, _ received) bool {
			<-sent
			_, err := io.WriteString(c, sizedAnswer("application/json", plainAnswer))
			return err == nil
		})
		if a := start(t, m, nil, u.url()).ask(body); a.err != nil || a.body != plainAnswer {
			t.Errorf("%v %q", a.err, a.body)
		}
	}
}

// Sent is called once, and before Finish, whatever becomes of the request.
func TestTheMindIsToldOfTheRequestOnce(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	f := func(name, base string, status int, panics bool) {
		t.Helper()
		var sent atomic.Int64
		m := newMind("empty")
		m.begin = func(_ context.Context, _ *Inbound, out *Outbound) {
			out.Sent = func() {
				if sent.Add(1); panics {
					panic("broken")
				}
			}
			out.Finish = func(_ context.Context, reply wire.Reply) {
				if sent.Load() != 1 {
					t.Errorf("%s: Finish is called after %d calls of Sent", name, sent.Load())
				}
				m.replies <- reply
			}
		}
		r := start(t, m, nil, base)
		a := r.ask(hello)
		m.reply(t)
		if r.end(); a.StatusCode != status || sent.Load() != 1 {
			t.Errorf("%s: status %d, called %d times", name, a.StatusCode, sent.Load())
		}
	}
	f("answered", u.url(), 200, false)
	f("broken", u.url(), 200, true)
	f("refused", "http://127.0.0.1:1", 502, false)

	// A connection that died while it was idle is the one case of a second try.
	stale := newUpstream(t, func(c net.Conn, _ received) bool {
		_, err := io.WriteString(c, sizedAnswer("application/json", plainAnswer))
		return err == nil
	})
	var sent atomic.Int64
	m := newMind("off")
	m.begin = func(_ context.Context, _ *Inbound, out *Outbound) { out.Sent = func() { sent.Add(1) } }
	r := start(t, m, nil, stale.url())
	for n := range int64(3) {
		if a := r.ask(hello); a.err != nil || sent.Load() != n+1 {
			t.Fatalf("request %d: %v, called %d times", n+1, a.err, sent.Load())
		}
		stale.mu.Lock()
		for c := range stale.conns {
			_ = c.Close()
		}
		stale.mu.Unlock()
	}
}

// Nobody waits for what is late: the answer is read to its end while Finish has not
// returned. It has before the connection's next request is looked at, or the connection is
// over.
func TestALateFinishHoldsNothingBack(t *testing.T) {
	u := newUpstream(t, func(c net.Conn, r received) bool {
		answer := sizedAnswer("application/json", plainAnswer)
		switch {
		case strings.Contains(string(r.body), `"stream":true`):
			answer = streamHead + chunk(event("a")+doneEvent) + "0\r\n\r\n"
		case strings.Contains(string(r.body), `"nothing"`):
			answer = "HTTP/1.1 204 No Content\r\n\r\n"
		}
		_, err := io.WriteString(c, answer)
		return err == nil
	})
	nothing := strings.Replace(hello, "hi", "nothing", 1)
	for _, body := range []string{hello, stream, nothing} {
		for _, last := range []string{"next", "leaves", "closes", "is old"} {
			leave := make(chan bool)
			var begun, finished atomic.Int64
			m := newMind("empty")
			m.begin = func(_ context.Context, _ *Inbound, out *Outbound) {
				if n := begun.Add(1) - 1; finished.Load() != n {
					t.Errorf("%d exchanges are over and %d finished", n, finished.Load())
				}
				out.Hold, out.Light, out.Late = false, true, true
				out.Finish = func(_ context.Context, reply wire.Reply) {
					<-leave
					finished.Add(1)
					m.replies <- reply
				}
			}
			r := start(t, m, nil, u.url())
			c := r.dial()
			request := post("/v1/chat/completions", body)
			switch last {
			case "closes":
				request = post("/v1/chat/completions", body, "Connection: close")
			case "is old": // and knows no chunks: its answer ends with the connection, and so Finish is before it
				request = strings.Replace(request, "HTTP/1.1", "HTTP/1.0", 1)
				close(leave)
			}
			c.send(request)
			if a := c.read("POST"); a.err != nil || a.StatusCode/100 != 2 { // to its end, and nobody has left yet
				t.Fatalf("%s: %v %d", last, a.err, a.StatusCode)
			}
			if last != "is old" {
				if finished.Load() != 0 {
					t.Errorf("%s: the answer waited for Finish", last)
				}
				close(leave)
			}
			switch last {
			case "next":
				c.do(request)
				m.reply(t)
			case "leaves":
				_ = c.Close()
			}
			if reply := m.reply(t); reply.Complete == (body == nothing) {
				t.Errorf("%s: reply %+v", last, reply)
			}
			r.end()
		}
	}
}
