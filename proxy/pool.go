package proxy

import (
	"bufio"
	"bytes"
	"context"
	"crypto/tls"
	"encoding/base64"
	"errors"
	"fmt"
	"net"
	"net/url"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/valyala/fasthttp"
)

// Reasons for which an exchange ends early. They are what a connection's killer
// leaves behind, since the read that fails only says that the socket is closed.
var (
	errClientLeft   = errors.New("client left")
	errHeaderWait   = errors.New("upstream did not answer in time")
	errIdle         = errors.New("upstream fell silent within its answer")
	errShutdown     = errors.New("shutting down")
	errRefused      = errors.New("upstream cannot be reached")
	errConnectWait  = errors.New("upstream did not accept in time")
	errHeaderTooBig = errors.New("upstream's head is too big")
)

// transport carries a request to an upstream and brings the head of its answer.
type transport interface {
	// exchange sends x's request and reads the head of the answer into head. The
	// body of the answer is read from the connection it returns, which is
	// attached to x's client.
	exchange(x *exchange, head *fasthttp.ResponseHeader) (*upstreamConn, error)
}

// pool keeps the connections to one upstream. There is no limit on their number:
// each running stream needs one, and clients are limited already.
type pool struct {
	server   *Server
	upstream Upstream
	base     base

	mu   sync.Mutex
	idle []*upstreamConn // the most recently used last
	all  map[*upstreamConn]struct{}
}

func newPool(s *Server, u Upstream) (*pool, error) {
	b, err := parseBase(u.URL)
	if err != nil {
		return nil, fmt.Errorf("upstream %q: %w", u.Name, err)
	}
	return &pool{server: s, upstream: u, base: b, all: make(map[*upstreamConn]struct{})}, nil
}

// take returns the idle connection used last, or nil.
func (p *pool) take() *upstreamConn {
	p.mu.Lock()
	defer p.mu.Unlock()
	for n := len(p.idle); n > 0; n = len(p.idle) {
		c := p.idle[n-1]
		p.idle[n-1] = nil
		p.idle = p.idle[:n-1]
		// Bytes that nobody asked for would be taken for the next answer.
		if !c.hungUp.Load() && (c.probe == nil || c.probe.silent()) {
			return c
		}
		p.forget(c)
	}
	return nil
}

// justNow is for how long an unused connection is as good as a new one, if its server has shown
// that it keeps it: nobody closes what carried an exchange that recently.
const justNow = time.Second

// fresh returns an unused connection for what cannot be sent again, if there is one that was in
// use just now and was kept by its server before, or since then.
func (p *pool) fresh() *upstreamConn {
	p.mu.Lock()
	defer p.mu.Unlock()
	now := p.server.clock.now.Load()
	for i := len(p.idle) - 1; i >= 0; i-- {
		c := p.idle[i]
		age := time.Duration(now - c.freed)
		if age >= justNow {
			return nil
		}
		kept := c.carried > 1 || age >= p.server.clock.step
		if kept && !c.hungUp.Load() && (c.probe == nil || c.probe.silent()) {
			p.idle = slices.Delete(p.idle, i, i+1)
			return c
		}
	}
	return nil
}

// forget drops a connection. The caller holds mu.
func (p *pool) forget(c *upstreamConn) {
	delete(p.all, c)
	p.server.watch.remove(c.watched)
	_ = c.raw.Close()
}

// mostSpare is how many unused connections there are at most because of uploads, which seldom take one.
const mostSpare = 16

// wants reports whether a connection that was made beside the unused ones is worth keeping.
func (p *pool) wants() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.idle) < mostSpare
}

// put gives a connection back, whose answer was read to its end.
func (p *pool) put(c *upstreamConn) {
	c.limit(0, nil)
	c.freed = p.server.clock.now.Load()
	p.mu.Lock()
	defer p.mu.Unlock()
	if c.hungUp.Load() || c.killed.Load() != nil || p.server.closing.Load() {
		p.forget(c)
		return
	}
	p.idle = append(p.idle, c)
}

// drop closes a connection that cannot be used again.
func (p *pool) drop(c *upstreamConn) {
	p.mu.Lock()
	p.forget(c)
	p.mu.Unlock()
	if c.Conn != c.raw {
		_ = c.Conn.Close()
	}
}

// sweep closes connections that were idle too long or hung up, and kills those
// that waited too long.
func (p *pool) sweep() {
	keep := int64(p.server.opts.KeepAlive)
	now := p.server.clock.now.Load()
	p.mu.Lock()
	defer p.mu.Unlock()
	kept := p.idle[:0]
	for _, c := range p.idle {
		if c.hungUp.Load() || now-c.freed > keep {
			p.forget(c)
		} else {
			kept = append(kept, c)
		}
	}
	clear(p.idle[len(kept):])
	p.idle = kept
	for c := range p.all {
		if p.server.clock.due(c.deadline.Load()) {
			if why := c.why.Load(); why != nil {
				c.kill(*why)
			}
		}
	}
}

// close closes every connection.
func (p *pool) close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	for c := range p.all {
		c.kill(errShutdown)
	}
	for _, c := range p.idle {
		p.forget(c)
	}
	p.idle = nil
}

// dial opens a connection, through a proxy where one is configured.
func (p *pool) dial(ctx context.Context) (*upstreamConn, error) {
	ctx, cancel := context.WithTimeout(ctx, p.server.opts.Connect)
	defer cancel()
	raw, err := p.connect(ctx)
	if err != nil {
		return nil, p.dialError(ctx, err)
	}
	c := &upstreamConn{Conn: raw, raw: raw, pool: p}
	if p.base.tls {
		secure := tls.Client(raw, &tls.Config{
			ServerName: p.base.url.Hostname(), RootCAs: p.server.opts.RootCAs, NextProtos: []string{"http/1.1"}, MinVersion: tls.VersionTLS12,
			ClientSessionCache: p.server.sessions,
		})
		if err := secure.HandshakeContext(ctx); err != nil {
			_ = raw.Close()
			return nil, p.dialError(ctx, err)
		}
		c.Conn = secure
	}
	if socket, ok := raw.(syscall.Conn); ok {
		c.watched = p.server.watch.add(socket, c)
		if !p.base.tls {
			c.probe = newProbe(socket)
		}
	}
	p.mu.Lock()
	p.all[c] = struct{}{}
	p.mu.Unlock()
	return c, nil
}

// dialError tells apart who is to blame. The cause is for the log alone.
func (p *pool) dialError(ctx context.Context, err error) error {
	switch {
	case errors.Is(context.Cause(ctx), context.DeadlineExceeded):
		return fmt.Errorf("%w: %w", errConnectWait, err)
	case ctx.Err() != nil:
		return errClientLeft
	}
	return fmt.Errorf("%w: %w", errRefused, err)
}

func (p *pool) connect(ctx context.Context) (net.Conn, error) {
	var dialer net.Dialer
	var via *url.URL
	if p.server.opts.Via != nil {
		var err error
		if via, err = p.server.opts.Via(p.base.url); err != nil {
			return nil, fmt.Errorf("read the proxy's address: %w", err)
		}
	}
	if via == nil {
		return dialer.DialContext(ctx, "tcp", p.base.addr)
	}
	return p.tunnel(ctx, &dialer, via)
}

// tunnel asks an HTTP proxy for a way through to the upstream.
func (p *pool) tunnel(ctx context.Context, dialer *net.Dialer, via *url.URL) (net.Conn, error) {
	port := via.Port()
	if port == "" {
		port = "80"
		if via.Scheme == "https" {
			port = "443"
		}
	}
	conn, err := dialer.DialContext(ctx, "tcp", net.JoinHostPort(via.Hostname(), port))
	if err != nil {
		return nil, err
	}
	stop := context.AfterFunc(ctx, func() { _ = conn.Close() })
	defer stop()
	if via.Scheme == "https" {
		conn = tls.Client(conn, &tls.Config{ServerName: via.Hostname(), RootCAs: p.server.opts.RootCAs, MinVersion: tls.VersionTLS12})
	}
	var ask bytes.Buffer
	fmt.Fprintf(&ask, "CONNECT %s HTTP/1.1\r\nHost: %s\r\n", p.base.addr, p.base.addr)
	if via.User != nil {
		password, _ := via.User.Password()
		fmt.Fprintf(&ask, "Proxy-Authorization: Basic %s\r\n", base64.StdEncoding.EncodeToString([]byte(via.User.Username()+":"+password)))
	}
	ask.WriteString("\r\n")
	if _, err := conn.Write(ask.Bytes()); err != nil {
		_ = conn.Close()
		return nil, err
	}
	// One byte at a time, so that nothing of the tunnel's own bytes is taken.
	var head fasthttp.ResponseHeader
	if err := head.Read(bufio.NewReaderSize(oneByte{conn}, 4096)); err != nil || head.StatusCode() != fasthttp.StatusOK {
		_ = conn.Close()
		return nil, fmt.Errorf("proxy refused the tunnel: status %d", head.StatusCode())
	}
	return conn, nil
}

// oneByte reads a byte at a time.
type oneByte struct{ net.Conn }

func (o oneByte) Read(p []byte) (int, error) { return o.Conn.Read(p[:1]) }
