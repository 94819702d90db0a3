package proxy

import (
	"io"
	"net"
	"sync"

	"github.com/valyala/fasthttp"
)

// isUpgrade reports whether a request asks for another protocol.
func isUpgrade(h *fasthttp.RequestHeader) bool {
	return h.ConnectionUpgrade() && len(h.Peek("Upgrade")) > 0
}

// upgrade carries a request for another protocol, such as WebSocket, and then the
// bytes of both sides unread.
func (x *exchange) upgrade() {
	up, err := x.pool.dial(x.client.ctx)
	if err == nil {
		err = up.sendUpgrade(x)
	}
	if err != nil {
		if up != nil {
			x.client.detach()
			up.release(false)
		}
		x.fail(err)
		return
	}
	x.up = up
	h := &x.ctx.Response.Header
	if h.StatusCode() != fasthttp.StatusSwitchingProtocols {
		x.relay()
		return
	}
	protocol := string(h.Peek("Upgrade"))
	cleanAnswer(h)
	h.Set("Connection", "Upgrade")
	h.Set("Upgrade", protocol)
	for _, kv := range x.out.Header {
		h.Add(kv[0], kv[1])
	}
	x.ctx.Response.SkipBody = true
	x.client.deadline.Store(0)
	x.ctx.Hijack(func(conn net.Conn) { x.splice(conn) })
}

func (c *upstreamConn) sendUpgrade(x *exchange) error {
	if !x.client.attach(c) {
		return errClientLeft
	}
	protocol, _ := x.in.Header("Upgrade")
	head := x.appendHead(nil)
	head = append(append(head, "Connection: Upgrade\r\nUpgrade: "...), protocol...)
	head = append(head, "\r\n\r\n"...)
	c.br = c.pool.server.reader(c.Conn)
	c.limit(c.pool.server.opts.Header, &errHeaderWait)
	if _, err := c.Conn.Write(append(head, x.body...)); err != nil {
		return c.fault(err)
	}
	err := c.readHead(&x.ctx.Response.Header)
	c.limit(0, nil)
	return err
}

// splice copies both ways until either side ends.
func (x *exchange) splice(conn net.Conn) {
	up := x.up
	var wait sync.WaitGroup
	wait.Go(func() {
		_, _ = io.Copy(struct{ io.Writer }{up.Conn}, conn)
		up.kill(errClientLeft)
	})
	_, _ = io.Copy(struct{ io.Writer }{conn}, up.br)
	_ = x.client.raw.Close()
	wait.Wait()
	up.ended = true
	x.close(errClientLeft)
}
