package proxy

import (
	"bytes"
	"io"
	"net"

	"github.com/valyala/fasthttp"

	"mneme/proxy/wire"
)

// pieceSize is the largest piece that fits the write buffer with its framing.
const pieceSize = writeBuffer - 32

// relay hands the answer on. Its body is written by fasthttp after the handler,
// from a reader that waits for the upstream.
func (x *exchange) relay() {
	resp, up := &x.ctx.Response, x.up
	h := &resp.Header
	x.status = h.StatusCode()
	bodiless := x.ctx.IsHead() || x.status < 200 || x.status == fasthttp.StatusNoContent || x.status == fasthttp.StatusNotModified
	up.begin(h, bodiless)
	if x.out.Finish != nil {
		x.copy = wire.NewAssembler(x.in.Format, string(h.ContentType()), string(h.ContentEncoding()), x.server.opts.CopyLimit)
	}
	cleanAnswer(h)
	if !h.IsHTTP11() {
		modernise(h)
	}
	for _, kv := range x.out.Header {
		h.Add(kv[0], kv[1])
	}
	asked := ""
	if x.in.Method == fasthttp.MethodOptions {
		asked, _ = x.in.Header("Access-Control-Request-Headers")
	}
	expose(h, asked)
	switch {
	case up.ended:
		resp.SkipBody = bodiless
		x.close(nil)
	case up.framing != sized && !x.ctx.Request.Header.IsHTTP11():
		x.relayUnframed()
	case up.framing == sized:
		resp.SetBodyStream(&sizedBody{x}, int(up.left))
		resp.ImmediateHeaderFlush = int64(up.arrived()) < up.left
	default:
		resp.SetBodyStream(&streamBody{x}, -1)
		resp.ImmediateHeaderFlush = up.arrived() == 0
	}
}

// next returns what has arrived of the answer, and keeps a copy for the mind. At
// the end the mind has its say before the client is told.
func (x *exchange) next() ([]byte, error) {
	s := x.server
	x.client.deadline.Store(0)
	x.up.limit(s.opts.Idle, &errIdle)
	b, err := x.up.next()
	if err != nil {
		if err == io.EOF {
			x.up.limit(0, nil)
			if !x.out.Late {
				x.finish()
			}
		}
		return nil, err
	}
	x.up.limit(0, nil)
	x.client.deadline.Store(s.clock.in(s.opts.Idle))
	if x.copy != nil {
		_, _ = x.copy.Write(b)
	}
	return b, nil
}

// streamBody is the body of an answer whose length is not known.
type streamBody struct{ x *exchange }

// SupportsBodyWriteTo implements fasthttp.BodyWriterTo.
func (b *streamBody) SupportsBodyWriteTo() bool { return true }

// WriteTo writes what has arrived, again and again. Each write becomes a chunk
// and goes out at once.
func (b *streamBody) WriteTo(w io.Writer) (int64, error) {
	var total int64
	for {
		piece, err := b.x.next()
		if err == io.EOF {
			return total, nil
		}
		for len(piece) > 0 && err == nil {
			var n int
			n, err = w.Write(piece[:min(len(piece), pieceSize)])
			piece = piece[n:]
			total += int64(n)
		}
		if err != nil {
			return total, err
		}
	}
}

// Read implements io.Reader.
func (b *streamBody) Read(p []byte) (int, error) { return b.x.read(p) }

// CloseWithError implements fasthttp.ReadCloserWithError.
func (b *streamBody) CloseWithError(err error) error {
	b.x.close(err)
	return nil
}

// sizedBody is the body of an answer of known length. It must not be an
// io.WriterTo: as a plain reader it is read by the connection itself, once the
// head is out, and then every piece goes out as it comes.
type sizedBody struct{ x *exchange }

// Read implements io.Reader.
func (b *sizedBody) Read(p []byte) (int, error) { return b.x.read(p) }

// CloseWithError implements fasthttp.ReadCloserWithError.
func (b *sizedBody) CloseWithError(err error) error {
	b.x.close(err)
	return nil
}

func (x *exchange) read(p []byte) (int, error) {
	if len(x.rest) == 0 {
		var err error
		if x.rest, err = x.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, x.rest)
	x.rest = x.rest[n:]
	return n, nil
}

// pump writes a body of known length to the client. Its last piece ends the
// answer, as there is no framing after it, and so it is the one held back.
func (x *exchange) pump(w io.Writer) (int64, error) {
	var total int64
	for {
		piece := x.rest
		x.rest = nil
		if len(piece) == 0 {
			var err error
			if piece, err = x.next(); err == io.EOF {
				return total, nil
			} else if err != nil {
				return total, err
			}
		}
		if x.up.left == 0 && x.out.Hold {
			x.finish()
		}
		n, err := w.Write(piece)
		total += int64(n)
		if err != nil {
			return total, err
		}
		if x.up.left == 0 {
			return total, nil
		}
	}
}

// relayUnframed answers a client of HTTP/1.0, which knows no chunks: the end of
// the connection is the end of the body, and its reset is a broken one.
func (x *exchange) relayUnframed() {
	h := &x.ctx.Response.Header
	h.Del("Transfer-Encoding")
	h.SetConnectionClose()
	head := bytes.Clone(h.Header())
	x.ctx.HijackSetNoResponse(true)
	x.ctx.Hijack(func(net.Conn) {
		_, err := x.client.Conn.Write(head)
		if err == nil {
			_, err = (&streamBody{x}).WriteTo(x.client.Conn)
		}
		if socket, ok := x.client.raw.(interface{ SetLinger(int) error }); ok && err != nil {
			_ = socket.SetLinger(0)
		}
		x.close(err)
	})
}
