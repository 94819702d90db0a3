package proxy

import (
	"errors"
	"fmt"
	"net"
	"strconv"
	"time"

	"github.com/valyala/fasthttp"

	"mneme/proxy/wire"
)

func badRequest(message string) wire.Error {
	return wire.Error{Status: 400, Type: "invalid_request_error", Code: "bad_request", Message: message}
}

func (s *Server) tooLarge() wire.Error {
	return wire.Error{Status: 413, Type: "invalid_request_error", Code: "body_too_large",
		Message: fmt.Sprintf("The request's body is larger than %d bytes.", s.opts.MaxBody)}
}

func overloaded() *Refusal {
	return &Refusal{RetryAfter: time.Second, Error: wire.Error{Status: 503, Type: "server_error", Code: "overloaded",
		Message: "Too many bytes of requests are in flight. Try again shortly."}}
}

// turnAway answers a client for whom there is no room, without waiting for what
// it wants.
func (s *Server) turnAway(conn net.Conn) {
	s.counts.refused.Add(1)
	r := overloaded()
	r.Message = "Too many connections are open. Try again shortly."
	body := r.Body(wire.Unread)
	_ = conn.SetDeadline(time.Now().Add(time.Second))
	if s.opts.TLS == nil {
		_, _ = fmt.Fprintf(conn, "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nX-Memory-Error: %s\r\nRetry-After: 1\r\nContent-Length: %d\r\nConnection: close\r\n\r\n%s", r.Code, len(body), body)
	}
	_ = conn.Close()
}

// refusal says what an exchange that has no answer is answered with.
func refusal(err error) *Refusal {
	e := wire.Error{Status: 502, Type: "upstream_error", Code: "upstream_broken", Message: "The upstream broke the connection before it answered."}
	switch {
	case errors.Is(err, errHeaderWait):
		e.Status, e.Code, e.Message = 504, "upstream_timeout", "The upstream did not answer in time."
	case errors.Is(err, errConnectWait):
		e.Status, e.Code, e.Message = 504, "upstream_timeout", "The upstream did not accept a connection in time."
	case errors.Is(err, errRefused):
		e.Code, e.Message = "upstream_unreachable", "The upstream cannot be reached."
	case errors.Is(err, errHeaderTooBig):
		e.Code, e.Message = "upstream_headers_too_large", "The head of the upstream's answer is too large."
	case errors.Is(err, errShutdown):
		e.Status, e.Type, e.Code, e.Message = 503, "server_error", "shutting_down", "The proxy is shutting down."
	}
	return &Refusal{Error: e}
}

// answer writes an error of ours.
func (s *Server) answer(ctx *fasthttp.RequestCtx, format wire.Format, r *Refusal, header [][2]string) {
	s.counts.refused.Add(1)
	resp := &ctx.Response
	resp.Reset()
	h := &resp.Header
	h.SetNoDefaultContentType(true)
	resp.SetStatusCode(r.Status)
	h.SetContentType("application/json")
	h.Set("X-Memory-Error", r.Code)
	if r.RetryAfter > 0 {
		h.Set("Retry-After", strconv.Itoa(int((r.RetryAfter+time.Second-1)/time.Second)))
	}
	for _, kv := range header {
		h.Add(kv[0], kv[1])
	}
	// A script must be able to read why it was refused; there is nothing of
	// anybody's in it.
	if len(ctx.Request.Header.Peek("Origin")) > 0 {
		h.Set("Access-Control-Allow-Origin", "*")
		h.Set("Access-Control-Expose-Headers", exposed)
	}
	resp.SetBodyRaw(r.Body(format))
}
