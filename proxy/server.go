package proxy

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"

	"mneme/proxy/wire"
)

// writeBuffer is the size of a client connection's write buffer. A chunk that
// fits goes out with its framing, and with the head where that waits, in one
// write.
const writeBuffer = 16 << 10

// Server relays requests to upstreams and asks a Mind about each.
type Server struct {
	opts     Options
	mind     Mind
	http     *fasthttp.Server
	pools    []*pool // in the order of the upstreams
	byModel  bool
	sessions tls.ClientSessionCache

	watch   *watch
	clock   *clock
	base    context.Context // of client connections
	cancel  context.CancelFunc
	clients clients
	flight  atomic.Int64 // bytes of requests held in memory
	closing atomic.Bool
	tasks   sync.WaitGroup // Finish calls that run on
	counts  counts

	readers sync.Pool // *bufio.Reader of upstream connections
	heads   sync.Pool // *[]byte of heads being written
	bodies  sizes     // *[]byte of request bodies that nobody kept
}

// counts are the totals behind Stats.
type counts struct {
	requests, refused, upstream, left, broken, retried atomic.Int64
}

// Stats are totals since the start, and the state now.
type Stats struct {
	Requests  int64 // that came in
	Refused   int64 // answered with an error of ours
	Upstream  int64 // of those: the upstream refused, broke before its head, or did not answer in time
	Left      int64 // clients that left before the end
	Broken    int64 // answers that broke off after their head
	Retried   int64 // sent again because a reused connection was dead
	Clients   int   // open client connections
	Upstreams int   // open upstream connections
	InFlight  int64 // bytes of requests held in memory
}

// New returns a server that is ready to Serve.
func New(opts Options, mind Mind) (*Server, error) {
	if err := opts.Validate(); err != nil {
		return nil, fmt.Errorf("check proxy options: %w", err)
	}
	s := &Server{opts: opts, mind: mind, sessions: tls.NewLRUClientSessionCache(64)}
	s.clients.all = make(map[*client]struct{})
	s.clock = newClock(opts.Header, opts.Idle, opts.KeepAlive, opts.ClientIdle)
	s.readers.New = func() any { return bufio.NewReaderSize(nil, opts.MaxHeader) }
	for _, u := range opts.Upstreams {
		p, err := newPool(s, u)
		if err != nil {
			return nil, err
		}
		s.pools = append(s.pools, p)
		s.byModel = s.byModel || len(u.Models) > 0
	}
	s.http = &fasthttp.Server{
		Handler:                      s.handle,
		ErrorHandler:                 s.unreadable,
		ExpectHandler:                s.expect,
		ReadBufferSize:               opts.MaxHeader,
		WriteBufferSize:              writeBuffer,
		Concurrency:                  opts.MaxClients + 1024, // newClient's limit comes first, and answers in our words
		MaxRequestBodySize:           1,                      // bodies are always streamed; their limits are ours
		StreamRequestBody:            true,
		DisablePreParseMultipartForm: true,
		NoDefaultServerHeader:        true,
		NoDefaultDate:                true,
		NoDefaultContentType:         true,
		LazyRequestTime:              true,
		Logger:                       quiet{opts.Log},
	}
	return s, nil
}

// quiet takes fasthttp's own reports. They quote what a peer sent, and so they
// are dropped; what matters is reported by us.
type quiet struct{ log *slog.Logger }

// Printf implements fasthttp.Logger.
func (q quiet) Printf(string, ...any) { q.log.Debug("a client connection ended in an error") }

// Serve accepts clients until ctx ends. Then it closes the listener, lets running
// exchanges go on for at most Options.Drain, cuts the rest, and waits for the
// calls of Finish. It may be called once.
func (s *Server) Serve(ctx context.Context, ln net.Listener) error {
	var err error
	if s.watch, err = newWatch(); err != nil {
		return fmt.Errorf("watch connections: %w", err)
	}
	s.base, s.cancel = context.WithCancel(context.WithoutCancel(ctx))
	defer s.cancel()
	stop := make(chan struct{})
	var helpers sync.WaitGroup
	helpers.Go(s.watch.run)
	helpers.Go(func() { s.clock.run(stop, s.sweep) })

	served := make(chan error, 1)
	go func() { served <- s.http.Serve(listener{ln, s}) }()
	select {
	case err = <-served:
	case <-ctx.Done():
		_ = ln.Close() // ours to close, since Shutdown knows only a listener that is already served
		s.drain()
		err = <-served
	}
	s.closing.Store(true)
	for _, p := range s.pools {
		p.close()
	}
	s.tasks.Wait()
	close(stop)
	s.watch.close()
	helpers.Wait()
	if err != nil {
		return fmt.Errorf("serve clients: %w", err)
	}
	return nil
}

// drain ends the server in good order.
func (s *Server) drain() {
	// A connection that carries no exchange is not waited for.
	idle := func(c *client) bool { return !c.busy.Load() }
	limit, cancel := context.WithTimeout(context.Background(), s.opts.Drain)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- s.http.ShutdownWithContext(limit) }()
	ticker := time.NewTicker(s.clock.step)
	defer ticker.Stop()
	for {
		select {
		case err := <-done:
			if err == nil {
				return
			}
			cut := s.clients.sweep(func(*client) bool { return true })
			if len(cut) > 0 {
				s.opts.Log.Warn("cut exchanges that outlasted the drain", "clients", len(cut))
			}
			for _, c := range cut {
				c.expired()
			}
			last, cancelLast := context.WithTimeout(context.Background(), 5*time.Second)
			defer cancelLast()
			if err := s.http.ShutdownWithContext(last); err != nil {
				s.opts.Log.Error("client connections did not end", "error", err)
			}
			return
		case <-ticker.C:
			for _, c := range s.clients.sweep(idle) {
				c.expired()
			}
		}
	}
}

// sweep cuts what waited too long, on both sides.
func (s *Server) sweep() {
	for _, p := range s.pools {
		p.sweep()
	}
	for _, c := range s.clients.sweep(func(c *client) bool { return s.clock.due(c.deadline.Load()) }) {
		c.expired()
	}
}

// Requests returns how many requests came in so far.
func (s *Server) Requests() int64 { return s.counts.requests.Load() }

// Stats returns what happened so far.
func (s *Server) Stats() Stats {
	st := Stats{
		Requests: s.counts.requests.Load(), Refused: s.counts.refused.Load(), Upstream: s.counts.upstream.Load(),
		Left: s.counts.left.Load(), Broken: s.counts.broken.Load(), Retried: s.counts.retried.Load(), InFlight: s.flight.Load(),
	}
	st.Clients = s.clients.count()
	for _, p := range s.pools {
		p.mu.Lock()
		st.Upstreams += len(p.all)
		p.mu.Unlock()
	}
	return st
}

// reader returns a buffered reader of an upstream connection.
func (s *Server) reader(conn net.Conn) *bufio.Reader {
	br, _ := s.readers.Get().(*bufio.Reader)
	br.Reset(conn)
	return br
}

// unreadable answers a request whose head could not be read.
func (s *Server) unreadable(ctx *fasthttp.RequestCtx, err error) {
	s.counts.requests.Add(1)
	fault := badRequest("The request could not be read as HTTP.")
	if small := new(fasthttp.ErrSmallBuffer); errors.As(err, &small) {
		fault = wire.Error{Status: 431, Type: "invalid_request_error", Code: "headers_too_large",
			Message: fmt.Sprintf("The request's headers are larger than %d bytes.", s.opts.MaxHeader)}
	}
	s.answer(ctx, wire.Unread, &Refusal{Error: fault}, nil)
}

// expect refuses a body that is too large before it is sent.
func (s *Server) expect(ctx *fasthttp.RequestCtx) int {
	path, _, _ := splitTarget(ctx.Request.Header.RequestURI())
	format := wire.Route(string(ctx.Request.Header.Method()), path)
	if format == wire.Unread || int64(ctx.Request.Header.ContentLength()) <= s.opts.MaxBody {
		return fasthttp.StatusContinue
	}
	s.counts.requests.Add(1)
	s.answer(ctx, format, &Refusal{Error: s.tooLarge()}, nil)
	return fasthttp.StatusRequestEntityTooLarge
}
