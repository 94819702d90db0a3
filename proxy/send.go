package proxy

import (
	"errors"
	"io"
	"net"
	"time"

	"github.com/valyala/fasthttp"
)

// errStale is wrapped by send when a connection that had been idle died before a
// byte of an answer came: the one case in which a request is sent again.
var errStale = errors.New("reused connection was dead")

// exchange implements transport. A request whose body is not in memory cannot be
// sent again, and so it gets a connection of its own, or one that is as good.
func (p *pool) exchange(x *exchange, head *fasthttp.ResponseHeader) (*upstreamConn, error) {
	if x.upload == nil {
		if c := p.take(); c != nil {
			err := c.send(x, head)
			if err == nil {
				return c, nil
			}
			x.client.detach()
			c.release(false)
			if !errors.Is(err, errStale) {
				return nil, err
			}
			p.server.counts.retried.Add(1)
		}
	}
	var c *upstreamConn
	if x.upload != nil {
		c = p.fresh()
	}
	if c == nil {
		var err error
		if c, err = p.dial(x.client.ctx); err != nil {
			return nil, err
		}
	}
	if err := c.send(x, head); err != nil {
		x.client.detach()
		x.endUpload(err)
		c.release(false)
		return nil, err
	}
	return c, nil
}

// send writes the request and reads the head of its answer.
func (c *upstreamConn) send(x *exchange, head *fasthttp.ResponseHeader) error {
	s := c.pool.server
	if !x.client.attach(c) {
		return errClientLeft
	}
	c.br = s.reader(c.Conn)
	c.limit(s.opts.Header, &errHeaderWait)
	buf, _ := s.heads.Get().(*[]byte)
	if buf == nil {
		buf = new([]byte)
	}
	*buf = append(x.appendHead((*buf)[:0]), "\r\n"...)
	err := c.write(buf, x)
	s.heads.Put(buf)
	x.onItsWay()
	if err != nil && x.upload == nil {
		// An upstream that refuses a request without reading it has answered
		// before it closed; that answer is worth more than the error.
		if errHead := c.readHead(head); errHead == nil {
			head.SetConnectionClose()
			return nil
		}
		return c.stale(err)
	}
	if err := c.readHead(head); err != nil {
		return c.stale(err)
	}
	c.carried++
	c.limit(0, nil)
	return nil
}

// stale marks an error on a reused connection that brought no byte.
func (c *upstreamConn) stale(err error) error {
	if why := c.killed.Load(); why != nil {
		return *why
	}
	if c.carried > 0 && c.br.Buffered() == 0 && !errors.Is(err, errHeaderTooBig) {
		return errors.Join(errStale, err)
	}
	return err
}

// write sends the head and the body, together where they are small.
func (c *upstreamConn) write(head *[]byte, x *exchange) error {
	switch {
	case x.upload != nil:
		if _, err := c.Conn.Write(*head); err != nil {
			return err
		}
		x.startUpload(c)
		return nil
	case len(x.body)+len(x.insert) <= smallUpload:
		*head = append(append(append(*head, x.body[:x.at]...), x.insert...), x.body[x.at:]...)
		_, err := c.Conn.Write(*head)
		return err
	}
	parts := net.Buffers{*head, x.body[:x.at], x.insert, x.body[x.at:]}
	_, err := parts.WriteTo(c.Conn) // at once on a socket, one after the other on TLS
	return err
}

// readHead reads the head of the answer. Informational answers before it are
// dropped: no client of a completion waits for one.
func (c *upstreamConn) readHead(head *fasthttp.ResponseHeader) error {
	for range 100 {
		if err := head.Read(c.br); err != nil {
			if small := new(fasthttp.ErrSmallBuffer); errors.As(err, &small) {
				return errHeaderTooBig
			}
			return c.fault(err)
		}
		if code := head.StatusCode(); code >= 200 || code == fasthttp.StatusSwitchingProtocols {
			return nil
		}
	}
	return errors.New("upstream sends informational answers without end")
}

// release gives the connection back to its pool, or drops it.
func (c *upstreamConn) release(whole bool) {
	if whole && c.taken > 0 {
		_, _ = c.br.Discard(c.taken)
		c.taken = 0
	}
	if br := c.br; br != nil {
		whole = whole && br.Buffered() == 0
		c.br, c.head = nil, nil
		br.Reset(nil)
		c.pool.server.readers.Put(br)
	}
	if whole {
		c.pool.put(c)
	} else {
		c.pool.drop(c)
	}
}

// startUpload sends the body as the client sends it, beside the wait for the
// answer, which may come before the body's end.
func (x *exchange) startUpload(c *upstreamConn) {
	x.uploaded = make(chan struct{})
	length := int64(x.ctx.Request.Header.ContentLength())
	go func() {
		defer close(x.uploaded)
		if err := x.copyUpload(c, length); err != nil && x.client.hasLeft() {
			c.kill(errClientLeft)
		}
	}()
}

// copyUpload copies the body, of so many bytes or, if that is negative, chunk by chunk. What it
// says of the body's end it says before the upstream can have it and answer.
func (x *exchange) copyUpload(c *upstreamConn, left int64) error {
	s, sized := x.server, left >= 0
	lent := s.lend(32<<10 - 1)
	defer s.giveBack(lent)
	buf := (*lent)[:cap(*lent)]
	const front = 10 // room for a chunk's size in front, and two bytes for its end
	for {
		x.client.deadline.Store(s.clock.in(s.opts.Idle))
		n, err := x.upload.Read(buf[front : len(buf)-2])
		x.client.deadline.Store(0)
		left -= int64(n)
		if sized && left == 0 || err == io.EOF {
			x.drained.Store(true)
		}
		if n > 0 {
			c.limit(s.opts.Header, &errHeaderWait)
			if errWrite := writePiece(c.Conn, buf, front, n, sized); errWrite != nil {
				return errWrite
			}
		}
		switch {
		case sized && left == 0:
			return nil
		case err == io.EOF && sized:
			c.kill(errClientLeft)
			return io.ErrUnexpectedEOF
		case err == io.EOF:
			last := append([]byte("0\r\n"), x.ctx.Request.Header.TrailerHeader()...)
			_, err = c.Conn.Write(last)
			return err
		case err != nil:
			c.kill(errClientLeft)
			return err
		}
	}
}

// writePiece writes n bytes of buf from front on, as a chunk unless the body is
// sized.
func writePiece(w io.Writer, buf []byte, front, n int, sized bool) error {
	if sized {
		_, err := w.Write(buf[front : front+n])
		return err
	}
	const hex = "0123456789abcdef"
	at := front - 2
	buf[at], buf[at+1] = '\r', '\n'
	for size := n; size > 0; size >>= 4 {
		at--
		buf[at] = hex[size&15]
	}
	end := front + n
	buf[end], buf[end+1] = '\r', '\n'
	_, err := w.Write(buf[at : end+2])
	return err
}

// lastPiece is how long the last piece of an upload may take to go out when its answer is over.
const lastPiece = 100 * time.Millisecond

// endUpload waits for the upload. One that is still running when the answer is
// over is cut off: the client's connection cannot be used after it. An answer may
// be faster than the end of the write that it answers, and then nothing is cut.
func (x *exchange) endUpload(err error) {
	if x.uploaded == nil {
		return
	}
	select {
	case <-x.uploaded:
		return
	default:
	}
	if x.drained.Load() {
		select {
		case <-x.uploaded:
			return
		case <-time.After(lastPiece):
		}
		if x.up != nil {
			x.up.kill(errClientLeft)
		}
		<-x.uploaded
		return
	}
	x.client.linger.Store(err == nil)
	_ = x.client.Conn.SetReadDeadline(time.Unix(1, 0))
	if x.up != nil {
		x.up.kill(errClientLeft)
	}
	<-x.uploaded
}

// uploadDone reports whether the upload, if there was one, is over.
func (x *exchange) uploadDone() bool {
	if x.uploaded == nil {
		return true
	}
	select {
	case <-x.uploaded:
		return x.up.killed.Load() == nil
	default:
		return false
	}
}
