package wire

import (
	"errors"
	"fmt"
	"slices"
)

// Place is where a text goes.
type Place uint8

// The places.
const (
	UserSuffix   Place = iota // at the end of the last user turn
	UserPrefix                // at its beginning
	SystemSuffix              // at the end of the system text
)

// ErrNoPlace is returned by Splice when the request has no user turn, or no
// system text that could be added to.
var ErrNoPlace = errors.New("wire: no place to put text into")

// ParsePlace returns the place that a policy names: user-suffix, user-prefix or
// system-suffix.
func ParsePlace(name string) (Place, error) {
	switch name {
	case "user-suffix":
		return UserSuffix, nil
	case "user-prefix":
		return UserPrefix, nil
	case "system-suffix":
		return SystemSuffix, nil
	}
	return UserSuffix, fmt.Errorf("parse place: unknown place %q", name)
}

// splice is an insertion: text, escaped, between two fixed pieces of JSON.
type splice struct {
	at            int
	before, after string
}

// Insert returns what Splice puts together, in its parts: the body as Plain gives
// it, the offset in it, and the bytes that go there. A body without a field of ours
// is not copied.
func (r *Request) Insert(place Place, text string) (body []byte, at int, insert []byte, err error) {
	where, err := r.find(place)
	if err != nil {
		return nil, 0, nil, err
	}
	at = where.at
	for _, cut := range r.cuts {
		if cut.start < where.at {
			at -= cut.end - cut.start
		}
	}
	insert = make([]byte, 0, len(where.before)+len(text)+len(text)/8+len(where.after)+16)
	return r.Plain(), at, where.append(insert, text), nil
}

// Splice returns a new body with text inserted at the place and our own fields
// left out. Every other byte is the client's: with the insertion taken out, what
// remains is Plain byte for byte.
func (r *Request) Splice(place Place, text string) ([]byte, error) {
	body, at, insert, err := r.Insert(place, text)
	if err != nil {
		return nil, err
	}
	return slices.Concat(body[:at], insert, body[at:]), nil
}

func (a splice) append(out []byte, text string) []byte {
	out = append(out, a.before...)
	out = appendEscaped(out, text)
	return append(out, a.after...)
}

// Plain returns the body without our own fields: the very bytes that came when
// there are none.
func (r *Request) Plain() []byte {
	if len(r.cuts) == 0 {
		return r.Body
	}
	out := make([]byte, 0, len(r.Body))
	done := 0
	for _, cut := range r.cuts {
		out = append(out, r.Body[done:cut.start]...)
		done = cut.end
	}
	return append(out, r.Body[done:]...)
}

// find returns where text goes and what JSON it needs around it.
func (r *Request) find(place Place) (splice, error) {
	if place == SystemSuffix {
		return r.findSystem()
	}
	last := r.LastUser()
	if last < 0 {
		return splice{}, ErrNoPlace
	}
	open, shut := `{"type":"text","text":"`, `"}`
	if r.Format == Responses {
		open = `{"type":"input_text","text":"`
	}
	return r.Messages[last].content.put(place == UserPrefix, open, shut), nil
}

// findSystem returns the end of the system text. Where the request has none, it
// gets one, which is what an operator who chose this place asked for.
func (r *Request) findSystem() (splice, error) {
	const open, shut = `{"type":"text","text":"`, `"}`
	switch r.system.kind {
	case '"', '[':
		return r.system.put(false, open, shut), nil
	case 0:
	default: // null, or something else that cannot take a text
		return splice{}, ErrNoPlace
	}
	for i := range r.Messages {
		m := &r.Messages[i]
		if (m.Role != "system" && m.Role != "developer") || (m.content.kind != '"' && m.content.kind != '[') {
			continue
		}
		if r.Format == Responses {
			return m.content.put(false, `{"type":"input_text","text":"`, shut), nil
		}
		return m.content.put(false, open, shut), nil
	}
	switch r.Format {
	case Messages:
		return splice{at: r.root, before: `"system":"`, after: `"` + comma(r.fields > 0)}, nil
	case Responses:
		return splice{at: r.root, before: `"instructions":"`, after: `"` + comma(r.fields > 0)}, nil
	}
	return splice{at: r.list, before: `{"role":"system","content":"`, after: `"}` + comma(len(r.Messages) > 0)}, nil
}

// put returns where text goes in a content: inside its string, or as one more
// part of its list.
func (c *content) put(front bool, open, shut string) splice {
	switch {
	case c.kind == '"' && front:
		return splice{at: int(c.start) + 1}
	case c.kind == '"':
		return splice{at: int(c.end) - 1}
	case !c.filled:
		return splice{at: int(c.start) + 1, before: open, after: shut}
	case front:
		return splice{at: int(c.first), before: open, after: shut + ","}
	}
	return splice{at: int(c.last), before: "," + open, after: shut}
}

func comma(needed bool) string {
	if needed {
		return ","
	}
	return ""
}
