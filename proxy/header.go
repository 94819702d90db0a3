package proxy

import (
	"bytes"
	"net/textproto"
	"slices"
	"strings"

	"github.com/valyala/fasthttp"
)

// memoryPrefix begins every header of ours.
const memoryPrefix = "x-memory-"

// exposed is what a browser's script may read of an answer.
const exposed = "X-Memory-Status, X-Memory-Reason, X-Memory-Injected-Count, X-Memory-Injected-Tokens, X-Memory-Latency-Ms, " +
	"X-Memory-Capture, X-Memory-Receipt-Id, X-Memory-Forgotten, X-Memory-Error, Server-Timing"

// field is one line of a header block, in the bytes it came in.
type field struct {
	name, value []byte
	folded      bool // a continuation of the line before
}

// nextField takes the first line off a raw header block. A line without a name
// comes back empty.
func nextField(block []byte) (line field, rest []byte) {
	end := bytes.IndexByte(block, '\n')
	text := block
	if end >= 0 {
		text, rest = block[:end], block[end+1:]
	}
	if len(text) == 0 {
		return field{}, rest
	}
	if text[0] == ' ' || text[0] == '\t' {
		return field{value: trim(text), folded: true}, rest
	}
	colon := bytes.IndexByte(text, ':')
	if colon <= 0 {
		return field{}, rest
	}
	return field{name: text[:colon], value: trim(text[colon+1:])}, rest
}

// splitFields appends the lines of a raw header block to fields. What is no field
// and continues none is left out, with what would continue it.
func splitFields(fields []field, block []byte) []field {
	kept := false
	for len(block) > 0 {
		var line field
		line, block = nextField(block)
		if kept = line.folded && kept || isToken(line.name); kept {
			fields = append(fields, line)
		}
	}
	return fields
}

// isToken reports whether a name has nothing in it that ends or splits a line.
func isToken(name []byte) bool {
	for _, c := range name {
		if c <= ' ' || c >= 0x7F {
			return false
		}
	}
	return len(name) > 0
}

// trim takes white space off both ends of a line.
func trim(b []byte) []byte {
	for len(b) > 0 && (b[0] == ' ' || b[0] == '\t') {
		b = b[1:]
	}
	for n := len(b); n > 0 && (b[n-1] == ' ' || b[n-1] == '\t' || b[n-1] == '\r'); n-- {
		b = b[:n-1]
	}
	return b
}

func (f *field) is(name string) bool { return equalFold(f.name, name) }

// isOne reports whether the field has one of the names.
func (f *field) isOne(names []string) bool {
	return slices.ContainsFunc(names, f.is)
}

// equalFold compares a header's name without regard to case.
func equalFold(name []byte, to string) bool {
	if len(name) != len(to) {
		return false
	}
	for i, c := range name {
		d := to[i]
		if c == d {
			continue
		}
		if c|0x20 != d|0x20 || c|0x20 < 'a' || c|0x20 > 'z' {
			return false
		}
	}
	return true
}

// isMemory reports whether a header is ours.
func isMemory(name []byte) bool {
	return len(name) >= len(memoryPrefix) && equalFold(name[:len(memoryPrefix)], memoryPrefix)
}

// isHop reports whether a header speaks of one connection only and is not
// forwarded. Host, the lengths and Expect belong here as well: they are set anew.
func isHop(name []byte) bool {
	switch len(name) {
	case 2:
		return equalFold(name, "TE")
	case 4:
		return equalFold(name, "Host")
	case 6:
		return equalFold(name, "Expect")
	case 7:
		return equalFold(name, "Upgrade")
	case 10:
		return equalFold(name, "Connection") || equalFold(name, "Keep-Alive")
	case 14:
		return equalFold(name, "Content-Length")
	case 16:
		return equalFold(name, "Proxy-Connection")
	case 17:
		return equalFold(name, "Transfer-Encoding")
	case 18:
		return equalFold(name, "Proxy-Authenticate")
	case 19:
		return equalFold(name, "Proxy-Authorization")
	}
	return false
}

// isCredential reports whether a header carries a client's key or account, which
// must not reach an upstream whose key is ours.
func isCredential(name []byte) bool {
	switch len(name) {
	case 7:
		return equalFold(name, "api-key")
	case 9:
		return equalFold(name, "x-api-key")
	case 13:
		return equalFold(name, "Authorization")
	case 14:
		return equalFold(name, "OpenAI-Project")
	case 19:
		return equalFold(name, "OpenAI-Organization")
	}
	return false
}

// named reports whether the Connection headers of a block name a header, which
// makes it one of this connection only.
func named(connection, name []byte) bool {
	for len(connection) > 0 {
		var token []byte
		token, connection, _ = bytes.Cut(connection, []byte{','})
		if token = trim(token); len(token) == len(name) && bytes.EqualFold(token, name) {
			return true
		}
	}
	return false
}

// connectionTokens joins the Connection headers, but for the values that every
// client sends.
func connectionTokens(fields []field) []byte {
	var tokens []byte
	for i := range fields {
		f := &fields[i]
		if !f.is("Connection") || equalFold(f.value, "keep-alive") || equalFold(f.value, "close") {
			continue
		}
		if tokens != nil {
			tokens = append(tokens, ',')
		}
		tokens = append(tokens, f.value...)
	}
	return tokens
}

// appendForwarded appends the lines of a client's header block that go on to the
// upstream, in the bytes and the order they came in: all but those of the
// connection, our own, those to strip, and, without keys, the client's
// credentials.
func appendForwarded(out []byte, fields []field, withoutKeys bool, strip []string) []byte {
	connection := connectionTokens(fields)
	kept := false
	for i := range fields {
		f := &fields[i]
		switch {
		case f.folded && kept:
			out = append(out[:len(out)-2], ' ')
			out = append(append(out, f.value...), '\r', '\n')
			continue
		case f.folded, isHop(f.name), isMemory(f.name),
			withoutKeys && isCredential(f.name), f.isOne(strip), connection != nil && named(connection, f.name):
			kept = false
			continue
		}
		kept = true
		out = append(append(append(out, f.name...), ':', ' '), f.value...)
		out = append(out, '\r', '\n')
	}
	return out
}

// cleanAnswer takes out of an upstream's head what speaks of its connection, and
// what only we may say.
func cleanAnswer(h *fasthttp.ResponseHeader) {
	var unwanted []string
	for token := range bytes.SplitSeq(h.Peek("Connection"), []byte{','}) {
		switch name := textproto.CanonicalMIMEHeaderKey(string(bytes.TrimSpace(token))); name {
		case "", "Close", "Keep-Alive", "Content-Length", "Transfer-Encoding":
		default:
			unwanted = append(unwanted, name)
		}
	}
	for name := range h.All() {
		if isMemory(name) || isHop(name) && !equalFold(name, "Content-Length") && !equalFold(name, "Transfer-Encoding") {
			unwanted = append(unwanted, string(name))
		}
	}
	for _, name := range unwanted {
		h.Del(name)
	}
	h.ResetConnectionClose()
}

// modernise turns the head of an HTTP/1.0 answer into one of HTTP/1.1, since the
// client's connection is one and frames the body on its own.
func modernise(h *fasthttp.ResponseHeader) {
	var old fasthttp.ResponseHeader
	h.CopyTo(&old)
	h.Reset()
	h.SetNoDefaultContentType(true)
	h.SetStatusCode(old.StatusCode())
	h.SetStatusMessage(old.StatusMessage())
	for name, value := range old.All() {
		h.AddBytesKV(name, value)
	}
	if n := old.ContentLength(); n >= 0 {
		h.SetContentLength(n)
	}
}

// expose lets a browser's script see our headers where the upstream lets it see
// the answer, and send them where the upstream let it send anything.
func expose(h *fasthttp.ResponseHeader, asked string) {
	if len(h.Peek("Access-Control-Allow-Origin")) == 0 {
		return
	}
	if string(h.Peek("Access-Control-Expose-Headers")) != "*" {
		h.Add("Access-Control-Expose-Headers", exposed)
	}
	if asked == "" || string(h.Peek("Access-Control-Allow-Headers")) == "*" {
		return
	}
	var ours []string
	for name := range strings.SplitSeq(asked, ",") {
		if name = strings.TrimSpace(name); isMemory([]byte(name)) && !strings.ContainsAny(name, "\r\n") {
			ours = append(ours, name)
		}
	}
	if len(ours) > 0 {
		h.Add("Access-Control-Allow-Headers", strings.Join(ours, ", "))
	}
}
