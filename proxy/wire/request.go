package wire

import (
	"iter"
	"math"
	"strings"
)

// Format is a provider wire format.
type Format uint8

// The formats that are read. Everything else is relayed unread.
const (
	Unread    Format = iota
	Chat             // OpenAI chat completions
	Responses        // OpenAI responses
	Messages         // Anthropic messages
)

// String returns the format's word in logs and metrics.
func (f Format) String() string {
	switch f {
	case Chat:
		return "chat"
	case Responses:
		return "responses"
	case Messages:
		return "messages"
	}
	return "unread"
}

// Request is a read-only view of a request body. Body belongs to the view and is
// never changed. The texts of the messages and the instructions share memory with
// it or with the view; what names a model, a user or a session is the caller's to
// keep.
type Request struct {
	Format             Format
	Body               []byte
	Model              string
	Stream             bool
	MaxTokens          int // 0: not said
	User               string
	SafetyIdentifier   string
	MetadataUserID     string
	MetadataSessionID  string
	PromptCacheKey     string
	PreviousResponseID string
	Conversation       string // its id, where the provider keeps it
	HasTools           bool
	Messages           []Message
	Memory             *bool // body field "memory" at the top level

	root   int     // offset of the byte after the body's opening brace
	list   int     // offset of the byte after the opening bracket of the messages; 0: there is none
	fields int     // number of the body's fields that are not cut out
	system content // of the system text outside the messages
	orders text    // that text; empty where there is none
	long   []span  // strings of some length, in order
	cuts   []span  // our own "memory" fields with one comma each, in order
}

// Message is one message of the view.
type Message struct {
	Role       string // as sent: user, assistant, system, developer, tool, ...
	Name       string
	ToolCalls  []string // names of the tools an assistant message calls
	ToolCallID string   // of a tool message
	UserTurn   bool     // a user message with text of its own; reminders beside a tool's result are none
	Memory     *bool    // the message's own field "memory"

	text       text
	start, end int32   // of the whole object in Body
	content    content // of the content value in Body
	answers    bool    // it carries a tool's result
}

// content is where a message's content stands in the body. A conversation has
// hundreds of them, which is why the offsets are small.
type content struct {
	start, end int32 // of the whole value
	first      int32 // offset of the first text part, or of the first part
	last       int32 // offset after the last part
	kind       byte  // its first byte: a quote, a bracket, or what else was sent; 0: absent
	filled     bool  // the list has a part
}

type span struct{ start, end int }

// Text returns the message's own text parts, decoded and joined by a newline.
// Without an escape it shares the body's memory.
func (m *Message) Text() string { return m.text.decoded() }

// Begins returns at least the first n bytes of Text, in whole characters, or all of it.
func (m *Message) Begins(n int) string { return m.text.beginning(n) }

// TextIn is Text, decoded in the caller's room: the text that was there is void.
func (m *Message) TextIn(room *[]byte) string { return m.text.decodedIn(room) }

// Says reports whether there is more to the text than white space.
func (m *Message) Says() bool { return !m.text.blank() }

// Said returns the text with its escapes as it was sent, where it is one string:
// equal for what the same client sends again, and at no cost.
func (m *Message) Said() string { return m.text.raw }

// Instructions yields the texts that open a request as its instructions: what stands outside of
// the messages, and the system and developer messages before all others. Of each it yields at least
// the first n bytes, in whole characters, or all: an agent's instructions are long, and most of
// who asks looks at how they begin.
func (r *Request) Instructions(n int) iter.Seq[string] {
	return func(yield func(string) bool) {
		if r.orders.raw != "" && !yield(r.orders.beginning(n)) {
			return
		}
		for i := range r.Messages {
			m := &r.Messages[i]
			if m.Role != "system" && m.Role != "developer" || !yield(m.text.beginning(n)) {
				return
			}
		}
	}
}

// Raw returns the bytes of message i as they were sent. They belong to the view.
func (r *Request) Raw(i int) []byte {
	m := r.Messages[i]
	return r.Body[m.start:m.end]
}

// longString is the length in bytes from which a string is noted.
const longString = 4 << 10

// Long returns the insides of the body's strings of at least 4 KiB, as they were sent:
// images, sounds and files are among them.
func (r *Request) Long(yield func([]byte) bool) {
	for _, s := range r.long {
		if !yield(r.Body[s.start:s.end]) {
			return
		}
	}
}

// LastUser returns the index of the last user turn, or -1. A later user message
// without text of its own, such as a lone image, hides the turns before it,
// since text must never be put further up than the last user message; a
// message that only carries tool results does not.
func (r *Request) LastUser() int {
	for i := len(r.Messages) - 1; i >= 0; i-- {
		switch m := &r.Messages[i]; {
		case m.UserTurn:
			return i
		case m.Role == "user" && !m.answers:
			return -1
		}
	}
	return -1
}

// Parse views a request body. Body is handed over: the view keeps it, and nobody
// may change it as long as the view or a text of it is in use. Whatever is not
// understood without doubt is a *ParseError, and the body is then to be forwarded
// as it came.
func Parse(f Format, body []byte) (*Request, error) {
	r := new(Request)
	if err := r.Parse(f, body); err != nil {
		return nil, err
	}
	return r, nil
}

// Parse views another body in the same memory: the view before is void. After an
// error the view shows nothing.
func (r *Request) Parse(f Format, body []byte) error {
	s := scanner{b: body, long: r.long[:0]}
	*r = Request{Format: f, Body: body, Messages: r.Messages[:0], cuts: r.cuts[:0]}
	switch {
	case len(body) > math.MaxInt32:
		s.fail("too-large")
	case len(body) >= 3 && body[0] == 0xEF && body[1] == 0xBB && body[2] == 0xBF:
		s.fail("byte-order-mark")
	case s.peek() != '{':
		s.fail("not-an-object")
	case f == Chat:
		r.readChat(&s)
	case f == Responses:
		r.readResponses(&s)
	case f == Messages:
		r.readMessages(&s)
	default:
		s.fail("unread-format")
	}
	s.finish()
	if r.long = s.long; s.err != nil {
		*r = Request{Messages: r.Messages[:0], cuts: r.cuts[:0], long: r.long[:0]}
		return s.err
	}
	return nil
}

// common reads a field that every format has, and reports whether it was one.
func (r *Request) common(s *scanner, key string, at, n int) bool {
	switch key {
	case "model":
		s.take(&r.Model)
	case "stream":
		if b := s.boolean(); b != nil {
			r.Stream = *b
		}
	case "memory":
		if r.Memory != nil {
			s.fail("duplicate-key")
			return true
		}
		if r.Memory = r.own(s, at, n, false); r.Memory != nil {
			r.fields--
		}
	case "tools", "functions":
		if s.peek() != '[' {
			s.skip()
			break
		}
		s.open('[')
		for n := 0; s.more(']', n); n++ {
			s.skip()
			r.HasTools = true
		}
	default:
		return false
	}
	return true
}

// metadata reads the ids that callers put into the metadata.
func (r *Request) metadata(s *scanner) {
	if s.peek() != '{' {
		s.skip()
		return
	}
	s.open('{')
	for n := 0; s.more('}', n); n++ {
		switch string(s.key()) {
		case "user_id":
			s.name(&r.MetadataUserID)
		case "session_id":
			s.name(&r.MetadataSessionID)
		default:
			s.skip()
		}
	}
}

// own reads a value of our own field "memory" and marks the field to be cut out.
// A word or number that says yes or no is taken for one. Beside the messages any
// other value is somebody else's field, and stays; in a message the name is ours
// whatever it holds: null says nothing, what cannot be read asks for no memory.
func (r *Request) own(s *scanner, at, n int, message bool) *bool {
	comma := s.comma
	from := s.i
	value := s.boolean()
	if s.err != nil {
		return nil
	}
	if value == nil {
		said, no := sayso(s.b[from:s.i])
		if !no && !message {
			return nil
		}
		value = &said
	}
	cut := span{at, s.i}
	switch {
	case s.peek() == ',':
		cut.end = s.i + 1
	case n > 0:
		cut.start = comma
	}
	r.cuts = append(r.cuts, cut)
	return value
}

// sayso reads a raw value that is no boolean as one, and reports whether it is a
// spelling of no. Null is a field left unset, which takes nothing away.
func sayso(raw []byte) (yes, no bool) {
	switch strings.ToLower(strings.Trim(string(raw), "\" \t\r\n")) {
	case "false", "no", "off", "0", "n", "f":
		return false, true
	case "true", "yes", "on", "1", "y", "t", "null":
		return true, false
	}
	return false, false
}
