package proxy

import (
	"context"
	"errors"
	"io"
	"strconv"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"mneme/proxy/wire"
)

// exchange is one request and its answer. It belongs to the goroutine of its
// client's connection, from the handler to the end of the answer's body.
type exchange struct {
	server *Server
	client *client
	ctx    *fasthttp.RequestCtx // until the answer is written
	in     Inbound
	out    Outbound

	pool     *pool
	body     []byte        // to be forwarded from memory
	insert   []byte        // put into body
	at       int           // where in body
	hasBody  bool          // there is a body, be it empty
	upload   io.Reader     // to be forwarded as it comes; nil: none
	uploaded chan struct{} // closed when the upload is over
	drained  atomic.Bool   // the client has sent all of it
	lent     *[]byte       // where body came from, if its memory may be used again
	held     int64         // bytes counted as in flight

	up       *upstreamConn
	copy     *wire.Assembler
	status   int
	rest     []byte // of the bytes that arrived last
	sent     bool   // the mind was told that the request is on its way
	finished bool
	closed   bool
}

// handle serves one request.
func (s *Server) handle(ctx *fasthttp.RequestCtx) {
	c, ok := ctx.Conn().(*client)
	if !ok {
		s.answer(ctx, wire.Unread, refusal(errShutdown), nil)
		return
	}
	c.settle()
	c.busy.Store(true)
	c.deadline.Store(0)
	s.counts.requests.Add(1)
	x := &exchange{server: s, client: c, ctx: ctx}
	h := &ctx.Request.Header
	x.in.Started = time.Now()
	c.fields = splitFields(c.fields[:0], h.RawHeaders())
	x.in.take(c.fields)
	x.in.Method = string(h.Method())
	x.in.Path, x.in.Query, x.in.Tenant = splitTarget(h.RequestURI())
	x.in.Format = wire.Route(x.in.Method, x.in.Path)
	x.in.Remote = c.remote
	if !x.receive() || !x.decide() {
		x.close(nil)
		return
	}
	if isUpgrade(h) {
		x.upgrade()
		return
	}
	if err := x.send(); err != nil {
		x.fail(err)
		return
	}
	x.relay()
}

// receive takes the body in: whole on routes that are read, else as it comes. It
// reports false when it has answered.
func (x *exchange) receive() bool {
	s, n := x.server, int64(x.ctx.Request.Header.ContentLength())
	stream := x.ctx.RequestBodyStream()
	x.hasBody = n >= -1 && stream != nil
	if x.in.Format == wire.Unread {
		if x.hasBody && (n < 0 || n > smallUpload) {
			x.upload = stream
			return true
		}
	} else if n > s.opts.MaxBody {
		x.client.linger.Store(true)
		x.refuse(&Refusal{Error: s.tooLarge()})
		x.ctx.Response.SetConnectionClose()
		return false
	}
	if !x.hasBody {
		return true
	}
	var err error
	if n >= 0 {
		err = x.readSized(stream, int(n))
	} else {
		err = x.readChunked(stream)
	}
	if err == nil {
		if x.in.Format != wire.Unread {
			x.in.Body = x.body
		}
		return true
	}
	x.client.linger.Store(true)
	switch {
	case errors.Is(err, errTooLarge):
		x.refuse(&Refusal{Error: s.tooLarge()})
	case errors.Is(err, errOverload):
		x.refuse(overloaded())
	default:
		x.client.linger.Store(false)
		x.refuse(&Refusal{Error: badRequest("The request's body could not be read.")})
	}
	x.ctx.Response.SetConnectionClose()
	return false
}

// smallUpload is the size up to which a body that nobody reads is gathered all
// the same: it goes out with its head, and can be sent again on a dead connection.
const smallUpload = 8 << 10

var (
	errTooLarge = errors.New("body is too large")
	errOverload = errors.New("too many bytes in flight")
)

// hold counts n more bytes as in flight, if there is room for them.
func (x *exchange) hold(n int64) error {
	if x.server.flight.Add(n) > x.server.opts.MaxInFlight {
		x.server.flight.Add(-n)
		return errOverload
	}
	x.held += n
	return nil
}

func (x *exchange) readSized(stream io.Reader, n int) error {
	if err := x.hold(int64(n)); err != nil {
		return err
	}
	x.lent = x.server.lend(n)
	x.body = (*x.lent)[:n]
	for at := 0; at < n; {
		x.client.deadline.Store(x.server.clock.in(x.server.opts.Idle))
		m, err := stream.Read(x.body[at:])
		at += m
		if err != nil && at < n {
			return io.ErrUnexpectedEOF
		}
	}
	x.client.deadline.Store(0)
	return nil
}

// firstChunked is the size in bytes that a body is first thought to have which does not say it.
const firstChunked = 4<<10 - 1

// largestReused is the size in bytes up to which a body's memory is used again.
const largestReused = 4 << 20

// lend returns memory for a body of n bytes.
func (s *Server) lend(n int) *[]byte {
	if body, ok := s.bodies.of(n).Get().(*[]byte); ok {
		return body
	}
	size := room(n)
	if size > largestReused {
		size = n
	}
	fresh := make([]byte, 0, size)
	return &fresh
}

// giveBack lets a body's memory be used again.
func (s *Server) giveBack(body *[]byte) {
	if body == nil || cap(*body) > largestReused {
		return
	}
	if s.opts.Spoil != nil {
		s.opts.Spoil((*body)[:cap(*body)])
	}
	s.bodies.of(cap(*body) - 1).Put(body)
}

func (x *exchange) readChunked(stream io.Reader) error {
	x.lent = x.server.lend(firstChunked)
	body := (*x.lent)[:0]
	if err := x.hold(int64(cap(body))); err != nil {
		return err
	}
	for {
		if len(body) == cap(body) {
			grown := x.server.lend(2*cap(body) - 1)
			if err := x.hold(int64(cap(*grown) - cap(body))); err != nil {
				return err
			}
			body = append((*grown)[:0], body...)
			x.server.giveBack(x.lent)
			x.lent = grown
		}
		x.client.deadline.Store(x.server.clock.in(x.server.opts.Idle))
		n, err := stream.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if int64(len(body)) > x.server.opts.MaxBody {
			return errTooLarge
		}
		if err == io.EOF {
			x.client.deadline.Store(0)
			x.body = body
			return nil
		}
		if err != nil {
			return err
		}
	}
}

// decide asks the mind, and finds the upstream. It reports false when it has
// answered.
func (x *exchange) decide() bool {
	x.out = x.begin()
	if x.out.Refusal != nil {
		x.refuse(x.out.Refusal)
		if x.upload != nil {
			x.client.linger.Store(true)
			x.ctx.Response.SetConnectionClose()
		}
		return false
	}
	model := ""
	if x.in.Format != wire.Unread {
		if x.out.Body != nil {
			x.body, x.at, x.insert = x.out.Body, x.out.At, x.out.Insert
		}
		// Our own field must be cut out also where the mind had nothing to add.
		mayHold := x.out.Body == nil && wire.NamesMemory(x.body)
		if mayHold || x.server.byModel && x.out.Upstream == "" {
			if view, err := wire.Parse(x.in.Format, x.body); err == nil {
				model = view.Model
				if mayHold {
					x.body = view.Plain()
				}
			}
		}
	}
	var known bool
	if x.pool, known = x.server.choose(x.out.Upstream, model); !known {
		x.server.opts.Log.Error("a policy names an unknown upstream", "upstream", x.out.Upstream)
		x.refuse(refusal(errRefused))
		return false
	}
	return true
}

// begin asks the mind. A mind that breaks costs a memory, not the request.
func (x *exchange) begin() (out Outbound) {
	if x.server.mind == nil {
		return Outbound{Unkept: true}
	}
	defer func() {
		if fault := recover(); fault != nil {
			x.server.opts.Log.Error("memory broke", "at", "begin")
			out = Outbound{Header: [][2]string{{"X-Memory-Status", "degraded"}, {"X-Memory-Reason", "internal"}, {"X-Memory-Capture", "off"}}}
		}
	}()
	return x.server.mind.Begin(x.client.ctx, &x.in)
}

// appendHead appends the head of the request as the upstream gets it.
func (x *exchange) appendHead(out []byte) []byte {
	out = append(append(out, x.in.Method...), ' ')
	out = x.pool.base.target(out, x.in.Path, x.in.Query)
	out = append(out, " HTTP/1.1\r\nHost: "...)
	out = append(append(out, x.pool.base.host...), "\r\n"...)
	key := x.pool.upstream.Key
	spend := x.out.HoldsKey && key != ""
	out = appendForwarded(out, x.in.fields, spend, x.out.Strip)
	if spend {
		out = x.appendKey(out, key)
	}
	switch {
	case x.upload != nil && x.ctx.Request.Header.ContentLength() < 0:
		out = append(out, "Transfer-Encoding: chunked\r\n"...)
	case x.upload != nil:
		out = strconv.AppendInt(append(out, "Content-Length: "...), int64(x.ctx.Request.Header.ContentLength()), 10)
		out = append(out, "\r\n"...)
	case x.hasBody:
		out = strconv.AppendInt(append(out, "Content-Length: "...), int64(len(x.body)+len(x.insert)), 10)
		out = append(out, "\r\n"...)
	}
	return out
}

// appendKey appends our key for the upstream under the name that it is known by
// there: the client's own choice, or its API's.
func (x *exchange) appendKey(out []byte, key string) []byte {
	name := "Authorization: Bearer "
	if _, sent := x.in.Header("api-key"); sent {
		name = "api-key: "
	} else if _, sent := x.in.Header("x-api-key"); sent || x.in.Format == wire.Messages {
		name = "x-api-key: "
	}
	return append(append(append(out, name...), key...), "\r\n"...)
}

// send sends the request and reads the head of the answer.
func (x *exchange) send() error {
	var carrier transport = x.pool
	up, err := carrier.exchange(x, &x.ctx.Response.Header)
	x.up = up
	return err
}

// fail answers an exchange that got no answer.
func (x *exchange) fail(err error) {
	s := x.server
	if errors.Is(err, errClientLeft) || x.client.hasLeft() {
		s.counts.left.Add(1)
		x.ctx.Response.Reset()
		x.ctx.Response.SetConnectionClose()
	} else {
		s.counts.upstream.Add(1)
		s.opts.Log.Warn("no answer from the upstream", "upstream", x.pool.upstream.Name, "error", err)
		x.refuse(refusal(err))
		if x.upload != nil {
			x.client.linger.Store(true)
			x.ctx.Response.SetConnectionClose()
		}
	}
	x.close(err)
}

func (x *exchange) refuse(r *Refusal) {
	x.status = r.Status
	x.server.answer(x.ctx, x.in.Format, r, x.out.Header)
}

// close ends the exchange: the connection is given back or dropped, the mind gets
// what there is of the answer, and what was held is let go. It is called once the
// answer is written, or when it cannot be.
func (x *exchange) close(err error) {
	if x.closed {
		return
	}
	x.closed = true
	s := x.server
	x.onItsWay()
	x.endUpload(err)
	if x.up != nil {
		x.client.detach()
		whole := err == nil && x.up.ended && x.up.reuse && x.uploadDone()
		whole = whole && (x.upload == nil || x.pool.wants()) // most uploads bring a connection of their own
		x.up.release(whole)
		switch {
		case x.up.ended && err == nil:
		case x.client.hasLeft():
			s.counts.left.Add(1)
		default:
			s.counts.broken.Add(1)
		}
		x.up = nil
	}
	if x.out.Late && err == nil {
		x.client.owed.Store(x)
	} else {
		x.finish()
	}
	s.flight.Add(-x.held)
	if x.out.Unkept && x.out.Finish == nil {
		s.giveBack(x.lent)
	}
	x.client.deadline.Store(s.clock.in(s.opts.Idle))
	x.client.busy.Store(false)
}

// onItsWay tells the mind, once, that the request was sent or cannot be.
func (x *exchange) onItsWay() {
	if x.sent || x.out.Sent == nil {
		return
	}
	x.sent = true
	defer func() {
		if fault := recover(); fault != nil {
			x.server.opts.Log.Error("memory broke", "at", "sent")
		}
	}()
	x.out.Sent()
}

// finish gives the mind what was assembled of the answer, once.
func (x *exchange) finish() {
	if x.finished {
		return
	}
	x.finished = true
	if x.out.Finish == nil {
		return
	}
	// The reply is put together there too, beside the client's own bytes. The body
	// was sent long ago, and may be used again when the mind is done with it.
	s, call, status, gathered, lent := x.server, x.out.Finish, x.status, x.copy, x.lent
	unkept := x.out.Unkept
	x.copy, x.lent = nil, nil
	work := func(ctx context.Context) {
		defer func() {
			if fault := recover(); fault != nil {
				s.opts.Log.Error("memory broke", "at", "finish")
			} else if unkept {
				s.giveBack(lent)
			}
		}()
		reply := wire.Reply{Status: status}
		if gathered != nil {
			reply = gathered.Reply(status)
		}
		call(ctx, reply)
	}
	ctx := context.WithoutCancel(s.base)
	if !x.out.Hold {
		if x.out.Light {
			work(ctx)
		} else {
			s.tasks.Go(func() { work(ctx) })
		}
		return
	}
	ctx, cancel := context.WithTimeout(ctx, s.opts.Hold)
	done := make(chan struct{})
	s.tasks.Go(func() {
		defer close(done)
		defer cancel()
		work(ctx)
	})
	select {
	case <-done:
	case <-ctx.Done():
	}
}
