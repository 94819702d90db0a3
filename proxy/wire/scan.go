package wire

import (
	"encoding/binary"
	"fmt"
	"math/bits"
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
	arena []byte // where decoded texts are put
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
	sp, escaped := s.str()
	if s.peek() != ':' {
		s.fail("syntax")
		return nil
	}
	s.i++
	if escaped {
		return []byte(decode(s.b[sp.start:sp.end], true))
	}
	return s.b[sp.start:sp.end]
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
		value = s.text()
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

// text reads a string and returns it decoded, in one pass. Text without an escape
// shares the bytes; text with one is put into the scanner's arena.
func (s *scanner) text() string {
	if s.peek() != '"' {
		s.fail("syntax")
		return ""
	}
	s.i++
	start := s.i
	from := start
	out, high := []byte(nil), false
	for {
		end, wide := special(s.b, s.i)
		high = high || wide
		if end >= len(s.b) || s.b[end] < ' ' {
			s.i = end
			s.fail("syntax")
			return ""
		}
		if s.b[end] == '"' {
			s.i = end + 1
			s.note(from, end)
			if out == nil {
				return validText(s.b[start:end], high)
			}
			out = append(out, s.b[start:end]...)
			s.arena = out[len(out):]
			return validText(out, high)
		}
		if out == nil {
			out = s.room(end - start)
		}
		out = append(out, s.b[start:end]...)
		s.i = end
		if !s.escape() {
			s.fail("syntax")
			return ""
		}
		var wideEscape bool
		out, s.i, wideEscape = s.unescape(out, end)
		high = high || wideEscape
		start = s.i
	}
}

// note keeps where a long string stands.
func (s *scanner) note(from, to int) {
	if to-from >= longString {
		s.long = append(s.long, span{from, to})
	}
}

// room returns an empty slice with some capacity. Texts are cut one after the
// other from blocks, since a long conversation has hundreds of them.
func (s *scanner) room(n int) []byte {
	const block = 16 << 10
	if cap(s.arena) < n+256 {
		s.arena = make([]byte, 0, max(n+256, min(block, len(s.b)-s.i)))
	}
	return s.arena[:0]
}

// unescape appends what the escape at offset i stands for, and returns the offset
// after it.
func (s *scanner) unescape(out []byte, i int) (grown []byte, after int, wide bool) {
	switch c := s.b[i+1]; c {
	case 'n':
		return append(out, '\n'), i + 2, false
	case 't':
		return append(out, '\t'), i + 2, false
	case 'r':
		return append(out, '\r'), i + 2, false
	case 'b':
		return append(out, '\b'), i + 2, false
	case 'f':
		return append(out, '\f'), i + 2, false
	case 'u':
		rest := s.b[i+2:]
		grown, left := decodeRune(out, rest)
		after = i + 2 + len(rest) - len(left)
		return grown, after, true
	default:
		return append(out, c), i + 2, false
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

// str steps over a string and returns what is between its quotes, and whether
// there is an escape in it.
func (s *scanner) str() (inside span, escaped bool) {
	if s.peek() != '"' {
		s.fail("syntax")
		return span{}, false
	}
	s.i++
	inside.start = s.i
	for {
		s.i, _ = special(s.b, s.i)
		if s.i >= len(s.b) {
			s.fail("syntax")
			return span{}, false
		}
		switch s.b[s.i] {
		case '"':
			inside.end = s.i
			s.note(inside.start, inside.end)
			s.i++
			return inside, escaped
		case '\\':
			escaped = true
			if !s.escape() {
				s.fail("syntax")
				return span{}, false
			}
		default: // a raw control character
			s.fail("syntax")
			return span{}, false
		}
	}
}

func (s *scanner) escape() bool {
	if s.i+1 >= len(s.b) {
		return false
	}
	switch s.b[s.i+1] {
	case '"', '\\', '/', 'b', 'f', 'n', 'r', 't':
		s.i += 2
		return true
	case 'u':
		if _, ok := hex4(s.b[s.i+2:]); ok {
			s.i += 6
			return true
		}
	}
	return false
}

// special returns the offset, from i on, of the first byte that cannot stand for
// itself in a string: a quote, a backslash, a control character. It looks at
// eight bytes at a time, since strings are nearly all of a prompt. wide is true
// if there may be bytes above ASCII before it.
func special(b []byte, i int) (at int, wide bool) {
	const (
		low   = 0x0101010101010101
		high  = 0x8080808080808080
		quote = low * '"'
		slash = low * '\\'
		space = low * ' '
	)
	var seen uint64
	for i+8 <= len(b) {
		w := binary.LittleEndian.Uint64(b[i:])
		q, e := w^quote, w^slash
		seen |= w
		found := ((q-low)&^q | (e-low)&^e | (w-space)&^w) & high
		if found != 0 {
			return i + bits.TrailingZeros64(found)>>3, seen&high != 0
		}
		i += 8
	}
	for ; i < len(b); i++ {
		c := b[i]
		if c == '"' || c == '\\' || c < ' ' {
			break
		}
		seen |= uint64(c)
	}
	return i, seen&high != 0
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
