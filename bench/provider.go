package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"strconv"
	"strings"
	"time"

	"github.com/valyala/fasthttp"
)

// Headers by which a client tells the provider what to play.
const (
	headerEvents = "X-Bench-Events" // a stream of so many events
	headerGap    = "X-Bench-Gap"    // pause between two of them, in microseconds
)

// runProvider is the provider of a run: a chat completion of about 1.2 KB at
// once, or a stream whose events carry the time they were sent.
func runProvider(ctx context.Context, args []string, _, _ io.Writer) error {
	flags := flag.NewFlagSet("provider", flag.ContinueOnError)
	listen := flags.String("listen", "", "address")
	if err := flags.Parse(args); err != nil {
		return err
	}
	whole := []byte(`{"id":"chatcmpl-1","object":"chat.completion","created":1,"model":"m","choices":[{"index":0,"message":{"role":"assistant","content":"` +
		strings.Repeat("An answer of some length. ", 40) + `"},"finish_reason":"stop"}],"usage":{"prompt_tokens":10,"completion_tokens":250,"total_tokens":260}}`)
	return serve(ctx, *listen, func(rc *fasthttp.RequestCtx) {
		events := string(rc.Request.Header.Peek(headerEvents))
		if events == "" {
			rc.SetContentType("application/json")
			rc.Response.SetBodyRaw(whole)
			return
		}
		n, _ := strconv.Atoi(events)
		gap, _ := strconv.Atoi(string(rc.Request.Header.Peek(headerGap)))
		rc.SetContentType("text/event-stream")
		rc.Response.SetBodyStream(&eventStream{left: n, gap: time.Duration(gap) * time.Microsecond}, -1)
	})
}

// eventStream makes one event per read, so that each is flushed on its own.
type eventStream struct {
	left  int
	begun bool
	gap   time.Duration
}

const (
	eventFront = `data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":"`
	eventBack  = `"},"finish_reason":null}]}` + "\n\n"
)

// Read implements io.Reader.
func (s *eventStream) Read(p []byte) (int, error) {
	if s.left == 0 {
		return 0, io.EOF
	}
	if s.begun {
		time.Sleep(s.gap)
	}
	s.begun = true
	s.left--
	if s.left == 0 {
		return copy(p, "data: [DONE]\n\n"), nil
	}
	n := copy(p, eventFront)
	n = len(strconv.AppendInt(p[:n], time.Now().UnixNano(), 10))
	return n + copy(p[n:], eventBack), nil
}

// runFloor is the bare pass-through that everything is measured against: what
// fasthttp's server and client cost with nothing in between.
func runFloor(ctx context.Context, args []string, _, _ io.Writer) error {
	flags := flag.NewFlagSet("floor", flag.ContinueOnError)
	listen := flags.String("listen", "", "address")
	upstream := flags.String("upstream", "", "host and port")
	if err := flags.Parse(args); err != nil {
		return err
	}
	plain := &fasthttp.HostClient{Addr: *upstream, MaxConns: 10000, MaxResponseBodySize: 1 << 30}
	stream := &fasthttp.HostClient{Addr: *upstream, MaxConns: 10000, StreamResponseBody: true}
	return serve(ctx, *listen, func(rc *fasthttp.RequestCtx) {
		client := plain
		if len(rc.Request.Header.Peek(headerEvents)) > 0 {
			client = stream
			rc.Response.ImmediateHeaderFlush = true
		}
		rc.Request.Header.Del("Connection")
		if err := client.Do(&rc.Request, &rc.Response); err != nil {
			rc.Error("upstream", fasthttp.StatusBadGateway)
		}
	})
}

func serve(ctx context.Context, listen string, handler fasthttp.RequestHandler) error {
	ln, err := net.Listen("tcp", listen)
	if err != nil {
		return fmt.Errorf("listen: %w", err)
	}
	server := &fasthttp.Server{Handler: handler, MaxRequestBodySize: 1 << 30, ReadBufferSize: 32 << 10}
	stop := context.AfterFunc(ctx, func() { _ = ln.Close() })
	defer stop()
	if err := server.Serve(ln); err != nil && !errors.Is(err, net.ErrClosed) {
		return fmt.Errorf("serve: %w", err)
	}
	return nil
}
