package proxy

import (
	"context"
	"crypto/tls"
	"io"
	"net"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// listener hands out client connections.
type listener struct {
	net.Listener
	server *Server
}

// Accept implements net.Listener.
func (l listener) Accept() (net.Conn, error) {
	for {
		conn, err := l.Listener.Accept()
		if err != nil {
			return nil, err
		}
		if l.server.clients.count() < l.server.opts.MaxClients {
			return l.server.newClient(conn), nil
		}
		l.server.turnAway(conn)
	}
}

// client is a client's connection. It serves one exchange at a time.
type client struct {
	net.Conn          // what is read and written: TLS or raw
	raw      net.Conn // the socket
	server   *Server
	ctx      context.Context // ends when the client leaves
	cancel   context.CancelFunc
	watched  uint64  // its id with the watch; 0: none
	remote   string  // host and port of the peer
	fields   []field // of the running exchange's head

	deadline atomic.Int64 // of what is waited for now, in the server's clock; 0: nothing
	busy     atomic.Bool  // an exchange is running
	linger   atomic.Bool  // the client may still be sending what nobody will read
	closed   atomic.Bool

	owed atomic.Pointer[exchange] // its answer is out, and its mind not told yet

	mu   sync.Mutex
	up   *upstreamConn // of the running exchange
	left bool          // the client has left
}

func (s *Server) newClient(conn net.Conn) *client {
	c := &client{Conn: conn, raw: conn, server: s, remote: conn.RemoteAddr().String()}
	if s.opts.TLS != nil {
		c.Conn = tls.Server(conn, s.opts.TLS)
	}
	c.ctx, c.cancel = context.WithCancel(s.base)
	c.deadline.Store(s.clock.in(s.opts.ClientIdle))
	if socket, ok := conn.(syscall.Conn); ok {
		c.watched = s.watch.add(socket, c)
	}
	s.clients.add(c)
	return c
}

// gone is called when the peer has closed its side: it left.
func (c *client) gone() {
	c.mu.Lock()
	c.left = true
	if c.up != nil {
		c.up.kill(errClientLeft)
	}
	c.mu.Unlock()
	c.cancel()
}

// attach binds an upstream connection to the client, so that it is closed when
// the client leaves. It reports false if the client has left already.
func (c *client) attach(up *upstreamConn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.left {
		return false
	}
	c.up = up
	return true
}

// detach ends the binding. After it the connection may serve somebody else.
func (c *client) detach() {
	c.mu.Lock()
	c.up = nil
	c.mu.Unlock()
}

// hasLeft reports whether the client has left.
func (c *client) hasLeft() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.left
}

// expired cuts a connection that waited too long: for the client to send or to
// read, or for nothing at all.
func (c *client) expired() {
	c.gone()
	_ = c.raw.Close()
}

// settle tells the mind the end of an exchange whose answer did not wait for that. It is
// called where the answer is out: before the next request is read, and at the end.
func (c *client) settle() {
	if c.owed.Load() == nil {
		return
	}
	if x := c.owed.Swap(nil); x != nil {
		x.finish()
	}
}

// Read implements io.Reader. Outside an exchange the client is waited for no
// longer than ClientIdle after its last byte.
func (c *client) Read(p []byte) (int, error) {
	c.settle()
	if !c.busy.Load() {
		c.deadline.Store(c.server.clock.in(c.server.opts.ClientIdle))
	}
	return c.Conn.Read(p)
}

// ReadFrom implements io.ReaderFrom. This is where the body of an answer of known
// length passes, so that what has arrived goes out at once.
func (c *client) ReadFrom(r io.Reader) (int64, error) {
	if limited, ok := r.(*io.LimitedReader); ok {
		if body, ok := limited.R.(*sizedBody); ok {
			n, err := body.x.pump(c.Conn)
			limited.N -= n
			return n, err
		}
	}
	return io.Copy(struct{ io.Writer }{c.Conn}, r)
}

// Close implements io.Closer.
func (c *client) Close() error {
	if c.closed.Swap(true) {
		return nil
	}
	c.settle()
	if c.linger.Load() {
		c.drain()
	}
	c.server.watch.remove(c.watched)
	c.server.clients.remove(c)
	c.gone()
	return c.Conn.Close()
}

// drain reads what a client is still sending after it was refused. A socket that
// is closed with unread bytes is reset, and the reset overtakes the answer.
func (c *client) drain() {
	const most, longest = 1 << 30, 30 * time.Second
	if half, ok := c.raw.(interface{ CloseWrite() error }); ok && c.Conn == c.raw {
		_ = half.CloseWrite()
	}
	_ = c.raw.SetReadDeadline(time.Now().Add(longest))
	_, _ = io.CopyN(io.Discard, c.raw, most)
}

// clients is the set of open client connections.
type clients struct {
	mu  sync.Mutex
	all map[*client]struct{}
}

func (s *clients) add(c *client) {
	s.mu.Lock()
	s.all[c] = struct{}{}
	s.mu.Unlock()
}

func (s *clients) remove(c *client) {
	s.mu.Lock()
	delete(s.all, c)
	s.mu.Unlock()
}

func (s *clients) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.all)
}

// sweep returns the connections for which pick is true.
func (s *clients) sweep(pick func(*client) bool) []*client {
	s.mu.Lock()
	defer s.mu.Unlock()
	var picked []*client
	for c := range s.all {
		if pick(c) {
			picked = append(picked, c)
		}
	}
	return picked
}
