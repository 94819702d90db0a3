package proxy

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"net"
	"sync/atomic"
	"time"

	"github.com/valyala/fasthttp"
)

// upstreamConn is a connection to an upstream and, while it is busy, the reader
// of the answer on it.
type upstreamConn struct {
	net.Conn          // what is read and written: TLS or raw
	raw      net.Conn // the socket
	pool     *pool
	watched  uint64
	probe    *probe // nil: what comes unasked cannot be seen, or is TLS's own
	carried  int    // exchanges
	freed    int64  // when it became idle, by the clock

	hungUp   atomic.Bool // the upstream closed its side
	killed   atomic.Pointer[error]
	deadline atomic.Int64 // by the clock; 0: none
	why      atomic.Pointer[error]

	br      *bufio.Reader // while busy
	framing framing
	left    int64 // of a sized body, or of the chunk being read
	taken   int   // bytes handed out that are still in br
	ended   bool  // the answer was read to its end
	reuse   bool  // the connection may carry another exchange after it
	step    chunkStep
	head    *fasthttp.ResponseHeader // gets the trailers
}

// framing is how the end of an answer's body is known.
type framing uint8

const (
	sized    framing = iota // its length was said
	chunked                 // a last chunk
	unframed                // the connection closes
)

// gone is called when the upstream closed its side.
func (c *upstreamConn) gone() { c.hungUp.Store(true) }

// kill closes the connection under whoever uses it, and leaves the reason.
func (c *upstreamConn) kill(why error) {
	if c.killed.CompareAndSwap(nil, &why) {
		_ = c.raw.Close()
	}
}

// limit sets what the connection may wait for from now on, and the reason it is
// killed with; 0 lifts the limit.
func (c *upstreamConn) limit(d time.Duration, why *error) {
	if d == 0 {
		c.deadline.Store(0)
		return
	}
	if c.why.Load() != why {
		c.why.Store(why)
	}
	c.deadline.Store(c.pool.server.clock.in(d))
}

// fault returns the reason the connection was killed for, else the error.
func (c *upstreamConn) fault(err error) error {
	if why := c.killed.Load(); why != nil {
		return *why
	}
	return err
}

// begin prepares for the body of the answer to a request.
func (c *upstreamConn) begin(head *fasthttp.ResponseHeader, bodiless bool) {
	c.head, c.taken, c.ended, c.step = head, 0, false, atSize
	c.reuse = !head.ConnectionClose()
	switch n := head.ContentLength(); {
	case bodiless || n == 0:
		c.framing, c.left, c.ended = sized, 0, true
	case n > 0:
		c.framing, c.left = sized, int64(n)
	case n == -1:
		c.framing, c.left = chunked, 0
	default:
		c.framing, c.left, c.reuse = unframed, 0, false
	}
}

// arrived returns how many bytes of the answer wait in the buffer.
func (c *upstreamConn) arrived() int { return c.br.Buffered() - c.taken }

// next returns what has arrived of the body, and waits only when nothing has.
// The bytes are good until the next call. After the last it returns io.EOF, and
// io.ErrUnexpectedEOF where the answer broke off.
func (c *upstreamConn) next() ([]byte, error) {
	if c.taken > 0 {
		_, _ = c.br.Discard(c.taken)
		c.taken = 0
	}
	if c.ended {
		return nil, io.EOF
	}
	switch c.framing {
	case chunked:
		return c.nextChunks()
	case sized:
		if c.left == 0 {
			c.ended = true
			return nil, io.EOF
		}
	}
	if err := c.wait(1); err != nil {
		if c.framing == unframed && err == io.EOF {
			c.ended = true
			return nil, io.EOF
		}
		return nil, c.broken(err)
	}
	n := c.br.Buffered()
	if c.framing == sized {
		n = int(min(int64(n), c.left))
		c.left -= int64(n)
	}
	b, _ := c.br.Peek(n)
	c.taken = n
	return b, nil
}

// wait waits until n bytes are in the buffer.
func (c *upstreamConn) wait(n int) error {
	if c.br.Buffered() >= n {
		return nil
	}
	_, err := c.br.Peek(n)
	return err
}

func (c *upstreamConn) broken(err error) error {
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	return c.fault(err)
}

// chunkStep is where in the chunked framing the reader stands.
type chunkStep uint8

const (
	atSize    chunkStep = iota // before a chunk's size
	inChunk                    // within its bytes
	atLineEnd                  // before the line end after them
	atTrailer                  // after the last chunk's size
)

var errChunk = errors.New("broken chunk framing")

// nextChunks returns the bytes of as many chunks as have arrived, moved together
// over the framing between them, so that they go out in one write.
func (c *upstreamConn) nextChunks() ([]byte, error) {
	need := 1
	for {
		if c.step == atTrailer {
			if err := c.head.ReadTrailer(c.br); err != nil {
				return nil, c.broken(err)
			}
			c.ended = true
			return nil, io.EOF
		}
		if err := c.wait(need); err != nil {
			return nil, c.broken(err)
		}
		buf, _ := c.br.Peek(c.br.Buffered())
		out, used, err := c.unchunk(buf)
		if len(out) > 0 {
			c.taken = used
			return out, nil
		}
		if err != nil {
			return nil, c.fault(err)
		}
		_, _ = c.br.Discard(used)
		need = len(buf) - used + 1
		if c.step == atTrailer {
			need = 0
		}
	}
}

// unchunk takes the payload out of buf, in place, and reports how much of buf it
// understood. It stops at the last chunk's size and where something is missing.
func (c *upstreamConn) unchunk(buf []byte) (out []byte, used int, err error) {
	for used < len(buf) && c.step != atTrailer {
		switch rest := buf[used:]; c.step {
		case atSize:
			line := bytes.IndexByte(rest, '\n')
			if line < 0 {
				if len(rest) > 4096 {
					return out, used, errChunk
				}
				return out, used, nil
			}
			size, ok := chunkSize(rest[:line])
			if !ok {
				return out, used, errChunk
			}
			used += line + 1
			c.left, c.step = size, inChunk
			if size == 0 {
				c.step = atTrailer
			}
		case inChunk:
			n := int(min(c.left, int64(len(rest))))
			if out == nil {
				out = rest[:n]
			} else {
				out = append(out, rest[:n]...) // never overtakes: framing lies between
			}
			used += n
			if c.left -= int64(n); c.left == 0 {
				c.step = atLineEnd
			}
		case atLineEnd:
			switch {
			case rest[0] == '\n':
				used++
			case rest[0] != '\r':
				return out, used, errChunk
			case len(rest) < 2:
				return out, used, nil
			case rest[1] != '\n':
				return out, used, errChunk
			default:
				used += 2
			}
			c.step = atSize
		}
	}
	return out, used, nil
}

// chunkSize reads a chunk's size, without its extensions.
func chunkSize(line []byte) (int64, bool) {
	line, _, _ = bytes.Cut(line, []byte{';'})
	line = bytes.TrimRight(line, " \t\r")
	if len(line) == 0 || len(line) > 15 {
		return 0, false
	}
	var n int64
	for _, d := range line {
		switch {
		case d >= '0' && d <= '9':
			d -= '0'
		case d|0x20 >= 'a' && d|0x20 <= 'f':
			d = d | 0x20 - 'a' + 10
		default:
			return 0, false
		}
		n = n<<4 | int64(d)
	}
	return n, true
}
