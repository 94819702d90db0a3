package wire

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math/bits"
	"strings"
)

// maxDepth bounds nesting. No request of a real client comes near it.
const maxDepth = 512

// ParseError says why a body was not understood, in a code that holds nothing of
// the body.
type ParseError struct {
	Code   string // byte-order-mark, not-an-object, syntax, duplicate-key, shape, too-deep, trailing-data, too-large, no-messages, unread-format
	Offset int    // in bytes
}

// Error implements error.
func (e *ParseError) Error() string {
	return fmt.Sprintf("parse body: %s at byte %d", e.Code, e.Offset)
}

// scanner walks over JSON text once, forward, checking the grammar as it goes.
// The first fault stops it: every later step is a no-op, so callers look at err
// at the end only.
type scanner struct {
	b     []byte
	i     int
	comma int // offset of the comma before the current field
	depth int
	long  []span // strings of some length
	err   error
}

func (s *scanner) fail(code string) {
	if s.err == nil {
		s.err = &ParseError{Code: code, Offset: s.i}
	}
	s.i = len(s.b)
}

// peek returns the next byte that is no white space, or 0 at the end.
func (s *scanner) peek() byte {
	for s.i < len(s.b) {
		c := s.b[s.i]
		if c > ' ' {
			return c
		}
		if c != ' ' && c != '\n' && c != '\t' && c != '\r' {
			s.fail("syntax")
			return 0
		}
		s.i++
	}
	return 0
}

// finish checks that nothing follows the value.
func (s *scanner) finish() {
	if s.peek() != 0 || s.i < len(s.b) {
		s.fail("trailing-data")
	}
}

// open enters an object or a list.
func (s *scanner) open(c byte) {
	if s.peek() != c {
		s.fail("shape")
		return
	}
	s.depth++
	if s.depth > maxDepth {
		s.fail("too-deep")
		return
	}
	s.i++
}

// more steps to element n of what was opened, and reports whether there is one;
// after the last it steps over the closing byte.
func (s *scanner) more(end byte, n int) bool {
	c := s.peek()
	switch {
	case s.err != nil:
		return false
	case c == end:
		s.i++
		s.depth--
		return false
	case n == 0:
		return c != 0 || s.syntax()
	case c != ',':
		return s.syntax()
	}
	s.comma = s.i
	s.i++
	if c = s.peek(); c == end || c == 0 {
		return s.syntax()
	}
	return true
}

func (s *scanner) syntax() bool {
	s.fail("syntax")
	return false
}

// key reads a field's name and the colon after it.
func (s *scanner) key() []byte {
	name := s.str()
	if s.peek() != ':' {
		s.fail("syntax")
		return nil
	}
	s.i++
	if name.escaped {
		return appendDecoded(nil, s.b[name.start:name.end])
	}
	return s.b[name.start:name.end]
}

// field is key for the fields of a message, of which nearly all are one of two.
func (s *scanner) field() string {
	rest := s.b[s.i:]
	switch {
	case bytes.HasPrefix(rest, []byte(`"role":`)):
		s.i += len(`"role":`)
		return "role"
	case bytes.HasPrefix(rest, []byte(`"content":`)):
		s.i += len(`"content":`)
		return "content"
	}
	return string(s.key())
}

// into reads a string into text; another kind of value is stepped over.
func (s *scanner) into(text *string) {
	if s.peek() != '"' {
		s.skip()
		return
	}
	*text = s.text()
}

// name reads a value that says who or where: a text, or whatever else was sent,
// as it was written, so that a name nobody can use never becomes no name. One
// that is given twice is not understood, since two programs would pick
// differently.
func (s *scanner) name(text *string) {
	before, value := *text, ""
	switch c := s.peek(); c {
	case '"':
		value = strings.Clone(s.text())
	case 'n':
		s.skip()
	default:
		sp := s.skip()
		value = string(s.b[sp.start:sp.end])
	}
	if before != "" && value != before {
		s.fail("duplicate-key")
		return
	}
	*text = value
}

// text reads a string and returns it decoded. Text without an escape shares the
// bytes.
func (s *scanner) text() string {
	return s.lazy().decoded()
}

// lazy reads a string whose text may never be asked for.
func (s *scanner) lazy() text {
	q := s.str()
	return share(s.b[q.start:q.end], q.escaped, q.wide)
}

// note keeps where a long string stands.
func (s *scanner) note(from, to int) {
	if to-from >= longString {
		s.long = append(s.long, span{from, to})
	}
}

// boolean reads true or false; it steps over anything else and returns nil.
func (s *scanner) boolean() *bool {
	c := s.peek()
	s.skip()
	if s.err != nil || c != 't' && c != 'f' {
		return nil
	}
	value := c == 't'
	return &value
}

// number reads a whole number; it steps over anything else and returns 0.
func (s *scanner) number() int {
	sp := s.skip()
	n := 0
	for _, c := range s.b[sp.start:sp.end] {
		if c < '0' || c > '9' || n > 1<<40 {
			return 0
		}
		n = n*10 + int(c-'0')
	}
	return n
}

// quoted is what stands between a string's quotes.
type quoted struct {
	span
	escaped bool // there is an escape in it
	wide    bool // there may be more than ASCII in it
}

// str steps over a string.
func (s *scanner) str() (q quoted) {
	if s.peek() != '"' {
		s.fail("syntax")
		return quoted{}
	}
	s.i++
	q.start = s.i
	// Most names and many words end within eight bytes.
	if len(s.b)-s.i >= 8 {
		eight := binary.LittleEndian.Uint64(s.b[s.i:])
		if marks := specials(eight); marks != 0 {
			if n := bits.TrailingZeros64(marks) >> 3; s.b[s.i+n] == '"' {
				q.end = s.i + n
				q.wide = eight&(1<<(8*n)-1)&high != 0
				s.i = q.end + 1
				return q
			}
		}
	}
	for {
		n, wide, escaped := special(s.b[s.i:])
		s.i += n
		q.wide, q.escaped = q.wide || wide, q.escaped || escaped
		if s.i >= len(s.b) {
			s.fail("syntax")
			return quoted{}
		}
		switch s.b[s.i] {
		case '"':
			q.end = s.i
			s.note(q.start, q.end)
			s.i++
			return q
		case '\\':
			wide, ok := s.escape()
			if !ok {
				s.fail("syntax")
				return quoted{}
			}
			q.escaped, q.wide = true, q.wide || wide
		default: // a raw control character
			s.fail("syntax")
			return quoted{}
		}
	}
}

// escape steps over an escape, and reports whether it is one; wide, if it may
// stand for more than ASCII.
func (s *scanner) escape() (wide, ok bool) {
	if s.i+1 >= len(s.b) {
		return false, false
	}
	switch s.b[s.i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i += 2
		return false, true
	case 'u':
		if _, ok := hex4(s.b[s.i+2:]); ok {
			s.i += 6
			return true, true
		}
	}
	return false, false
}

// skip steps over any value and returns where it stands.
func (s *scanner) skip() span {
	c := s.peek()
	start := s.i
	switch {
	case c == '"':
		s.str()
	case c == '{':
		s.open('{')
		for n := 0; s.more('}', n); n++ {
			s.str()
			if s.peek() != ':' {
				s.fail("syntax")
			}
			s.i++
			s.skip()
		}
	case c == '[':
		s.open('[')
		for n := 0; s.more(']', n); n++ {
			s.skip()
		}
	case c == 't':
		s.word("true")
	case c == 'f':
		s.word("false")
	case c == 'n':
		s.word("null")
	case c == '-' || c >= '0' && c <= '9':
		s.numeral()
	default:
		s.fail("syntax")
	}
	if s.err != nil {
		return span{}
	}
	return span{start, s.i}
}

func (s *scanner) word(w string) {
	if len(s.b)-s.i < len(w) || string(s.b[s.i:s.i+len(w)]) != w {
		s.fail("syntax")
		return
	}
	s.i += len(w)
}

func (s *scanner) numeral() {
	if s.b[s.i] == '-' {
		s.i++
	}
	if s.i < len(s.b) && s.b[s.i] == '0' {
		s.i++
	} else {
		s.digits()
	}
	if s.i < len(s.b) && s.b[s.i] == '.' {
		s.i++
		s.digits()
	}
	if s.i < len(s.b) && s.b[s.i]|0x20 == 'e' {
		s.i++
		if s.i < len(s.b) && (s.b[s.i] == '+' || s.b[s.i] == '-') {
			s.i++
		}
		s.digits()
	}
}

func (s *scanner) digits() {
	start := s.i
	for s.i < len(s.b) && s.b[s.i] >= '0' && s.b[s.i] <= '9' {
		s.i++
	}
	if s.i == start {
		s.fail("syntax")
	}
}
