package wire

import (
	"bytes"
	"io"
	"strings"

	"github.com/klauspost/compress/flate"
	"github.com/klauspost/compress/gzip"
	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/molecule-man/go-brrr"
)

// decompress undoes a content encoding, at most limit bytes of it. Data that
// breaks off yields what came before; what cannot be read at all yields nothing.
func decompress(encoding string, data []byte, limit int) (plain []byte, cut bool) {
	var r io.Reader = bytes.NewReader(data)
	names := strings.Split(encoding, ",")
	for i := len(names) - 1; i >= 0; i-- { // the last one named was applied last
		next, done := decoder(strings.TrimSpace(names[i]), r)
		if next == nil {
			return nil, false
		}
		defer done()
		r = next
	}
	plain, _ = io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if len(plain) > limit {
		return plain[:limit], true
	}
	return plain, false
}

func decoder(name string, r io.Reader) (io.Reader, func()) {
	nothing := func() {}
	switch name {
	case "identity", "":
		return r, nothing
	case "gzip", "x-gzip":
		if z, err := gzip.NewReader(r); err == nil {
			return z, nothing
		}
	case "deflate":
		// The name means zlib, but many servers send the bare stream.
		head := make([]byte, 2)
		n, _ := io.ReadFull(r, head)
		r = io.MultiReader(bytes.NewReader(head[:n]), r)
		if n == 2 && head[0]&0x0F == 8 && (uint(head[0])<<8|uint(head[1]))%31 == 0 {
			if z, err := zlib.NewReader(r); err == nil {
				return z, nothing
			}
			return nil, nothing
		}
		return flate.NewReader(r), nothing
	case "br":
		return brrr.NewReader(r), nothing
	case "zstd":
		z, err := zstd.NewReader(r, zstd.WithDecoderConcurrency(1), zstd.WithDecoderLowmem(true), zstd.WithDecoderMaxWindow(8<<20))
		if err == nil {
			return z, z.Close
		}
	}
	return nil, nothing
}
