package wire

import (
	"bytes"
	"strings"
)

// batch is how many bytes of a stream are gathered before they are looked at, so
// that a token's event costs the relay a copy and nothing more.
const batch = 16 << 10

// Assembler puts a reply together from a copy of a relayed answer's bytes, in
// whatever pieces they come. It keeps what the reply says, not the events that
// said it. It is not safe for concurrent use.
type Assembler struct {
	format   Format
	encoding string
	limit    int
	shape    shape

	buf       []byte // what has not been looked at yet
	next      int    // length of buf at which it is looked at
	dropping  bool   // the rest of an overlong line is on its way
	truncated bool
	got       assembly
}

// shape is the form of an answer's body.
type shape uint8

const (
	unknown shape = iota
	object        // one JSON object
	events        // server-sent events
)

// assembly is what was found so far.
type assembly struct {
	id      string
	text    []byte
	refusal []byte
	calls   []call
	finish  string
	usage   Usage
	whole   bool // the terminal mark was seen
	failed  bool // the provider said in the body that it failed
}

// call is a tool call being put together.
type call struct {
	index    int // as sent; -1: none
	id, name string
	args     []byte
}

// NewAssembler returns an assembler for an answer with these headers. It keeps
// at most limit bytes, of the copy as well as of what was decoded from it.
func NewAssembler(f Format, contentType, contentEncoding string, limit int) *Assembler {
	a := &Assembler{format: f, limit: limit, next: batch}
	if e := strings.ToLower(strings.TrimSpace(contentEncoding)); e != "identity" {
		a.encoding = e
	}
	switch kind := strings.ToLower(contentType); {
	case strings.Contains(kind, "event-stream"):
		a.shape = events
	case strings.Contains(kind, "json"):
		a.shape = object
	}
	return a
}

// Write takes a copy of the next bytes of the answer. It never fails.
func (a *Assembler) Write(p []byte) (int, error) {
	n := len(p)
	if a.dropping && a.shape == events && a.encoding == "" {
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			return n, nil
		}
		p, a.dropping = p[i:], false
	}
	if room := a.limit - len(a.buf) - a.got.size(); len(p) > room {
		if p = a.overflow(p, room); p == nil {
			return n, nil
		}
	}
	a.buf = append(a.buf, p...)
	if len(a.buf) >= a.next && a.encoding == "" && a.isStream() {
		a.drain(false)
	}
	return n, nil
}

// overflow makes room in a stream by looking at what has been gathered. If a
// line is too long to be kept, it is dropped, and the stream read on after it.
func (a *Assembler) overflow(p []byte, room int) []byte {
	if a.encoding == "" && a.isStream() {
		a.drain(false)
		if room = a.limit - len(a.buf) - a.got.size(); len(p) <= room {
			return p
		}
		a.truncated = true
		a.buf = a.buf[:0]
		a.dropping = true
		i := bytes.IndexByte(p, '\n')
		if i < 0 {
			return nil
		}
		a.dropping = false
		if p = p[i:]; len(p) <= a.limit-a.got.size() {
			return p
		}
		a.dropping = true
		return nil
	}
	a.truncated = true
	if room <= 0 {
		return nil
	}
	return p[:room]
}

// callBytes is what a tool call costs beside its texts: one that says nothing counts too.
const callBytes = 96

func (g *assembly) size() int {
	n := len(g.text) + len(g.refusal)
	for i := range g.calls {
		c := &g.calls[i]
		n += callBytes + len(c.id) + len(c.name) + len(c.args)
	}
	return n
}

// isStream reports whether the answer is a stream of events; where its headers
// did not say, its first byte does.
func (a *Assembler) isStream() bool {
	if a.shape == unknown {
		switch text := bytes.TrimLeft(a.buf, " \t\r\n"); {
		case len(text) == 0:
			return false
		case text[0] == '{' || text[0] == '[':
			a.shape = object
		default:
			a.shape = events
		}
	}
	return a.shape == events
}

// Reply returns what was assembled. It is called once, after the last byte.
func (a *Assembler) Reply(status int) Reply {
	if a.encoding != "" {
		plain, cut := decompress(a.encoding, a.buf, a.limit)
		a.buf, a.encoding = nil, ""
		_, _ = a.Write(plain)
		a.truncated = a.truncated || cut
	}
	switch {
	case a.isStream():
		a.drain(true)
	case len(a.buf) > 0 && !a.truncated:
		s := scanner{b: a.buf}
		a.got.read(a.format, &s)
		s.finish()
		if s.err != nil {
			a.got.whole = false
		}
	}
	g := &a.got
	r := Reply{
		ID: g.id, Text: valid(g.text), Refusal: valid(g.refusal), FinishReason: g.finish,
		Complete: g.whole && !g.failed && !a.truncated, Truncated: a.truncated, Status: status, Usage: g.usage,
	}
	for _, c := range g.calls {
		r.ToolCalls = append(r.ToolCalls, ToolCall{ID: c.id, Name: c.name, Arguments: valid(c.args)})
	}
	return r
}

func valid(b []byte) string { return share(b, false, true).decoded() }

// read reads a whole answer, or one event of a stream.
func (g *assembly) read(f Format, s *scanner) {
	if s.peek() != '{' {
		s.skip()
		return
	}
	switch f {
	case Responses:
		g.readResponses(s)
	case Messages:
		g.readMessages(s)
	default:
		g.readChat(s)
	}
}

// openCalls is how many of the latest calls a fragment may still belong to.
const openCalls = 512

// call returns the tool call that a fragment belongs to. Providers number their
// calls, or name them, or both, or number them all alike: a new id begins a new
// call, and a fragment without one goes on with the latest of its number.
//
// No provider makes more than openCalls of them at once.
func (g *assembly) call(index int, id string) *call {
	for i := len(g.calls) - 1; i >= max(0, len(g.calls)-openCalls); i-- {
		c := &g.calls[i]
		switch {
		case id != "" && c.id == id:
			return c
		case id != "" && c.id != "":
		case index >= 0 && c.index == index, index < 0 && id == "":
			if id != "" {
				c.id = id
			}
			return c
		}
	}
	g.calls = append(g.calls, call{index: index, id: id})
	return &g.calls[len(g.calls)-1]
}

// take reads a string into text as a copy, since the bytes of a stream are reused.
func (s *scanner) take(text *string) {
	var shared string
	s.into(&shared)
	if shared != "" && shared != *text {
		*text = strings.Clone(shared)
	}
}

// add appends the next value to text if it is a string.
func (s *scanner) add(text *[]byte) {
	if s.peek() != '"' {
		s.skip()
		return
	}
	q := s.str()
	switch raw := s.b[q.start:q.end]; {
	case s.err != nil:
	case q.escaped:
		*text = appendDecoded(*text, raw)
	default:
		*text = append(*text, raw...)
	}
}

// readUsage reads a provider's count of tokens, in any format's words.
func (g *assembly) readUsage(s *scanner) {
	if s.peek() != '{' {
		s.skip()
		return
	}
	prompt, made := 0, 0
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "prompt_tokens", "input_tokens":
			prompt += s.number()
		case "completion_tokens", "output_tokens":
			g.usage.Completion = s.number()
		case "cache_read_input_tokens":
			n := s.number()
			prompt += n
			if n > 0 {
				g.usage.Cached = n
			}
		case "cache_creation_input_tokens":
			made = s.number()
		case "prompt_tokens_details", "input_tokens_details":
			g.readDetails(s)
		default:
			s.skip()
		}
	}
	if prompt += made; prompt > 0 {
		g.usage.Prompt = prompt
	}
}

func (g *assembly) readDetails(s *scanner) {
	if s.peek() != '{' {
		s.skip()
		return
	}
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		if string(s.key()) == "cached_tokens" {
			g.usage.Cached = s.number()
		} else {
			s.skip()
		}
	}
}
