package proxy

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"
	"testing"
	"time"

	"github.com/klauspost/compress/zstd"
	"github.com/molecule-man/go-brrr"

	"mneme/proxy/wire"
)

const stream = `{"stream":true,"messages":[{"role":"user","content":"hi"}]}`

// streams plays pieces as chunks with a pause between them.
func streams(pause time.Duration, pieces ...string) func(net.Conn, received) bool {
	return func(c net.Conn, _ received) bool {
		if _, err := io.WriteString(c, streamHead); err != nil {
			return false
		}
		for _, p := range pieces {
			time.Sleep(pause)
			if _, err := io.WriteString(c, chunk(p)); err != nil {
				return false
			}
		}
		_, err := io.WriteString(c, "0\r\n\r\n")
		return err == nil
	}
}

// answerSurvives checks that a stream arrives byte for byte, and what the mind
// makes of it.
func answerSurvives(t *testing.T, pause time.Duration, check func(t *testing.T, reply wire.Reply), pieces ...string) {
	t.Helper()
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, streams(pause, pieces...))
		c := start(t, m, nil, u.url()).dial()
		for range 2 { // the connection lives on
			a := c.do(post("/v1/chat/completions", stream))
			if want := strings.Join(pieces, ""); a.StatusCode != 200 || a.err != nil || a.body != want {
				t.Fatalf("status %d, error %v, %d bytes of %d", a.StatusCode, a.err, len(a.body), len(want))
			}
			if a.Header.Get("Content-Type") != "text/event-stream" || a.Close || fmt.Sprint(a.TransferEncoding) != "[chunked]" {
				t.Errorf("head: %v, close %v, %v", a.Header, a.Close, a.TransferEncoding)
			}
			if m.state != "off" && check != nil {
				check(t, m.reply(t))
			}
		}
		if u.total != 1 {
			t.Errorf("%d upstream connections", u.total)
		}
	})
}

func says(text string) func(*testing.T, wire.Reply) {
	return func(t *testing.T, r wire.Reply) {
		t.Helper()
		if r.Text != text || !r.Complete {
			t.Errorf("reply: complete %v, text of %d bytes, want %d", r.Complete, len(r.Text), len(text))
		}
	}
}

func TestLongLinesPass(t *testing.T) {
	answerSurvives(t, 0, func(t *testing.T, r wire.Reply) {
		if !r.Truncated || len(r.Text) != 70_002 {
			t.Errorf("truncated %v, %d bytes", r.Truncated, len(r.Text))
		}
	}, event(strings.Repeat("q", 70_000)), event(strings.Repeat("q", 3_000_000)), event("ok"), doneEvent)
}

func TestCharactersSplitAcrossChunks(t *testing.T) {
	text := event("海鮮🦐ok") + doneEvent
	var pieces []string
	for i := range len(text) {
		pieces = append(pieces, text[i:i+1])
	}
	answerSurvives(t, 200*time.Microsecond, says("海鮮🦐ok"), pieces...)
}

func TestCommentsPassUnread(t *testing.T) {
	answerSurvives(t, time.Millisecond, says("ab"), ": still here\n\n", event("a"), ":\n\n", ": {\"choices\":1}\n\n", event("b"), doneEvent)
}

func TestDataWithoutASpace(t *testing.T) {
	answerSurvives(t, 0, says("ab"), strings.ReplaceAll(event("a"), "data: ", "data:"), strings.ReplaceAll(event("b"), "data: ", "data:"), "data:[DONE]\n\n")
}

func TestUsageChunkPasses(t *testing.T) {
	answerSurvives(t, 0, func(t *testing.T, r wire.Reply) {
		if r.Usage != (wire.Usage{Prompt: 5, Completion: 2}) || !r.Complete {
			t.Errorf("%+v", r)
		}
	}, event("a"), `data: {"choices":[],"usage":{"prompt_tokens":5,"completion_tokens":2}}`+"\n\n", doneEvent)
}

func TestToolCallDeltasPass(t *testing.T) {
	fragment := func(index int, id, args string) string {
		return fmt.Sprintf(`data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d%s,"function":{"arguments":%q}}]}}]}`+"\n\n", index, id, args)
	}
	answerSurvives(t, 0, func(t *testing.T, r wire.Reply) {
		if fmt.Sprint(r.ToolCalls) != "[{a  12} {b  34}]" {
			t.Errorf("%+v", r.ToolCalls)
		}
	}, fragment(0, `,"id":"a"`, "1"), fragment(1, `,"id":"b"`, "3"), fragment(0, "", "2"), fragment(1, "", "4"), doneEvent)
}

func TestManyChunksInOneWriteGoOutInOne(t *testing.T) {
	var raw strings.Builder
	raw.WriteString(streamHead)
	for i := range 20 {
		raw.WriteString(chunk(event(fmt.Sprint(i))))
	}
	raw.WriteString("0\r\n\r\n")
	u := newUpstream(t, say(raw.String()))
	c := start(t, newMind("off"), nil, u.url()).dial()
	c.send(post("/v1/chat/completions", stream))
	buf := make([]byte, 64<<10)
	n, err := c.Conn.Read(buf)
	if got := string(buf[:n]); err != nil || strings.Count(got, "data: ") != 20 || !strings.HasPrefix(got, "HTTP/1.1 200 OK\r\n") {
		t.Errorf("first read: %v, %d events", err, strings.Count(got, "data: "))
	}
}

// Every way in which a stream can break must reach the client as a break.
func TestBrokenUpstreamIsABrokenAnswer(t *testing.T) {
	three := chunk(event("a")) + chunk(event("b")) + chunk(event("c"))
	cases := map[string]func(net.Conn, received) bool{
		"FIN between chunks": func(c net.Conn, _ received) bool { _, _ = io.WriteString(c, streamHead+three); return false },
		"RST between chunks": func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, streamHead+three)
			time.Sleep(30 * time.Millisecond)
			_ = c.(*net.TCPConn).SetLinger(0)
			return false
		},
		"FIN within a chunk": func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, streamHead+three+"ffff\r\nshort")
			return false
		},
		"no chunk framing": func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, streamHead+three+"zzzz\r\n")
			return true
		},
		"no line end after a chunk": func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, streamHead+three+"1\r\nxyz")
			return true
		},
		"less than its length": func(c net.Conn, _ received) bool {
			body := event("a") + event("b") + event("c")
			_, _ = fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nContent-Length: %d\r\n\r\n%s", len(body)+50, body)
			return false
		},
		"RST without framing": func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"+event("a")+event("b")+event("c"))
			time.Sleep(30 * time.Millisecond)
			_ = c.(*net.TCPConn).SetLinger(0)
			return false
		},
	}
	for name, play := range cases {
		t.Run(name, func(t *testing.T) {
			states(t, func(t *testing.T, m *fakeMind) {
				u := newUpstream(t, play)
				r := start(t, m, nil, u.url())
				a := r.ask(stream)
				if a.StatusCode != 200 || a.err == nil || !errors.Is(a.err, io.ErrUnexpectedEOF) {
					t.Errorf("status %d, error %v", a.StatusCode, a.err)
				}
				if want := event("a") + event("b") + event("c"); !strings.HasPrefix(a.body, want) || strings.Contains(a.body, "[DONE]") {
					t.Errorf("body %q", a.body)
				}
				if m.state != "off" {
					if reply := m.reply(t); reply.Complete || reply.Text != "abc" {
						t.Errorf("reply %+v", reply)
					}
				}
				if st := r.server.Stats(); st.Broken != 1 {
					t.Errorf("stats %+v", st)
				}
			})
		})
	}
}

func TestUnframedAnswersEndWithTheConnection(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, "HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n"+event("a"))
			time.Sleep(20 * time.Millisecond)
			_, _ = io.WriteString(c, doneEvent)
			return false
		})
		c := start(t, m, nil, u.url()).dial()
		for range 2 {
			if a := c.do(post("/v1/chat/completions", stream)); a.err != nil || a.body != event("a")+doneEvent || a.Close {
				t.Fatalf("%v %q close %v", a.err, a.body, a.Close)
			}
			if m.state != "off" {
				says("a")(t, m.reply(t))
			}
		}
	})
}

func TestCompressedAnswersPass(t *testing.T) {
	var gz, zs, br bytes.Buffer
	w1 := gzip.NewWriter(&gz)
	w2, _ := zstd.NewWriter(&zs)
	w3, _ := brrr.NewWriter(&br, 5)
	for _, w := range []io.WriteCloser{w1, w2, w3} {
		_, _ = io.WriteString(w, plainAnswer)
		_ = w.Close()
	}
	for encoding, data := range map[string]string{"gzip": gz.String(), "zstd": zs.String(), "br": br.String(), "identity": plainAnswer} {
		t.Run(encoding, func(t *testing.T) {
			states(t, func(t *testing.T, m *fakeMind) {
				u := newUpstream(t, say(fmt.Sprintf("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Encoding: %s\r\nContent-Length: %d\r\n\r\n%s", encoding, len(data), data)))
				r := start(t, m, nil, u.url())
				a := r.ask(hello, "Accept-Encoding: "+encoding)
				if a.body != data || a.Header.Get("Content-Encoding") != encoding {
					t.Errorf("encoding %q, %d bytes of %d", a.Header.Get("Content-Encoding"), len(a.body), len(data))
				}
				if got, _ := u.last(t).header("Accept-Encoding"); got != encoding {
					t.Errorf("Accept-Encoding %q", got)
				}
				if m.state != "off" {
					says("yo")(t, m.reply(t))
				}
				r.ask(hello)
				if got, sent := u.last(t).header("Accept-Encoding"); sent {
					t.Errorf("Accept-Encoding %q was added", got)
				}
			})
		})
	}
}

func TestInformationalAnswersAreDropped(t *testing.T) {
	u := newUpstream(t, say("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\nHTTP/1.1 100 Continue\r\n\r\n"+sizedAnswer("application/json", plainAnswer)))
	c := start(t, newMind("empty"), nil, u.url()).dial()
	for range 2 {
		if a := c.do(post("/v1/chat/completions", hello)); a.StatusCode != 200 || a.body != plainAnswer || a.Header.Get("Link") != "" {
			t.Errorf("%d %q %v", a.StatusCode, a.body, a.Header)
		}
	}
}

func TestTrailersAreForwarded(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTrailer: X-Sum\r\nTransfer-Encoding: chunked\r\n\r\n"+chunk(event("a"))+chunk(doneEvent)+"0\r\nX-Sum: 9\r\n\r\n"))
		c := start(t, m, nil, u.url()).dial()
		for range 2 {
			if a := c.do(post("/v1/chat/completions", stream)); a.err != nil || a.Trailer.Get("X-Sum") != "9" {
				t.Fatalf("%v, trailer %v", a.err, a.Trailer)
			}
		}
	})
}

func TestHeadReachesTheClientBeforeTheFirstEvent(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		release := make(chan bool)
		u := newUpstream(t, func(c net.Conn, _ received) bool {
			_, _ = io.WriteString(c, streamHead)
			<-release
			_, err := io.WriteString(c, chunk(event("a"))+chunk(doneEvent)+"0\r\n\r\n")
			return err == nil
		})
		c := start(t, m, nil, u.url()).dial()
		c.send(post("/v1/chat/completions", stream))
		resp := c.head("POST")
		close(release)
		body, err := io.ReadAll(resp.Body)
		if err != nil || string(body) != event("a")+doneEvent {
			t.Errorf("%v %q", err, body)
		}
	})
}

func TestEachPieceArrivesBeforeTheNextIsSent(t *testing.T) {
	for _, head := range []string{streamHead, "HTTP/1.1 200 OK\r\nContent-Length: 50\r\n\r\n", "HTTP/1.1 200 OK\r\n\r\n"} {
		t.Run(strings.Fields(head)[3%len(strings.Fields(head))], func(t *testing.T) {
			next := make(chan bool)
			u := newUpstream(t, func(c net.Conn, _ received) bool {
				_, _ = io.WriteString(c, head)
				for range 5 {
					piece := "0123456789"
					if head == streamHead {
						piece = chunk(piece)
					}
					_, _ = io.WriteString(c, piece)
					<-next
				}
				if head == streamHead {
					_, _ = io.WriteString(c, "0\r\n\r\n")
				}
				return false
			})
			for _, path := range []string{"/v1/chat/completions", "/v1/audio/speech"} {
				c := start(t, newMind("off"), nil, u.url()).dial()
				c.send(post(path, hello))
				resp := c.head("POST")
				buf := make([]byte, 10)
				for range 5 {
					if _, err := io.ReadFull(resp.Body, buf); err != nil || string(buf) != "0123456789" {
						t.Fatalf("%v %q", err, buf)
					}
					next <- true
				}
				if rest, err := io.ReadAll(resp.Body); err != nil || len(rest) > 0 {
					t.Fatalf("%v %q", err, rest)
				}
			}
		})
	}
}

// The mind may hold back the end of an answer, not more of it, and not for longer
// than it was given.
func TestOnlyTheEndIsHeldBack(t *testing.T) {
	for _, slow := range []bool{false, true} {
		entered, leave := make(chan bool, 1), make(chan bool)
		m := newMind("empty")
		m.begin = func(_ context.Context, _ *Inbound, out *Outbound) {
			out.Finish = func(ctx context.Context, reply wire.Reply) {
				if !reply.Complete {
					t.Errorf("reply %+v", reply)
				}
				entered <- true
				<-leave
				if slow && ctx.Err() == nil {
					t.Error("the context did not end with the limit")
				}
			}
		}
		u := newUpstream(t, streams(0, event("a"), doneEvent))
		r := start(t, m, func(o *Options) {
			if o.Hold = time.Minute; slow {
				o.Hold = 50 * time.Millisecond
			}
		}, u.url())
		c := r.dial()
		c.send(post("/v1/chat/completions", stream))
		resp := c.head("POST")
		want := event("a") + doneEvent
		buf := make([]byte, len(want))
		if _, err := io.ReadFull(resp.Body, buf); err != nil || string(buf) != want {
			t.Fatalf("%v %q", err, buf)
		}
		<-entered
		ended := make(chan error, 1)
		go func() { _, err := io.ReadAll(resp.Body); ended <- err }()
		if !slow {
			select {
			case <-ended:
				t.Fatal("the end was not held back")
			case <-time.After(50 * time.Millisecond):
			}
			close(leave)
		}
		if err := <-ended; err != nil {
			t.Errorf("end: %v", err)
		}
		if slow {
			close(leave)
		}
	}
}

func TestOldClientsGetPlainFraming(t *testing.T) {
	u := newUpstream(t, streams(time.Millisecond, event("a"), doneEvent))
	c := start(t, newMind("empty"), nil, u.url()).dial()
	a := c.do(strings.Replace(post("/v1/chat/completions", stream), "HTTP/1.1", "HTTP/1.0", 1))
	if a.err != nil || a.body != event("a")+doneEvent || len(a.TransferEncoding) > 0 {
		t.Errorf("%v %q %v", a.err, a.body, a.TransferEncoding)
	}
}
