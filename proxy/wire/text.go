package wire

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
	"unsafe"
)

// text is a string of a body, decoded when it is asked for: of a long conversation
// most is not.
type text struct {
	raw     string // shares the body's memory
	escaped bool
	wide    bool // it may hold more than ASCII, which may be broken
}

// decoded returns the text, always valid UTF-8. Without an escape it shares the
// body's memory.
func (t text) decoded() string {
	var own []byte
	return t.decodedIn(&own)
}

// decodedIn is decoded with room that is used again.
func (t text) decodedIn(room *[]byte) string {
	out := t.raw
	if t.escaped {
		b := appendDecoded(slices.Grow((*room)[:0], len(out)), bytesOf(out))
		out, *room = unsafe.String(unsafe.SliceData(b), len(b)), b
	}
	if t.wide && !utf8.ValidString(out) {
		out = strings.ToValidUTF8(out, "\uFFFD")
	}
	return out
}

// beginning returns at least the first n bytes of the decoded text, in whole characters, or all
// of it where it is shorter.
func (t text) beginning(n int) string {
	if len(t.raw) <= n {
		return t.decoded()
	}
	var out string
	if t.escaped {
		b := appendBeginning(make([]byte, 0, n+utf8.UTFMax), bytesOf(t.raw), n)
		out = unsafe.String(unsafe.SliceData(b), len(b))
	} else {
		out = t.raw[:wholeRunes(t.raw, n)]
	}
	if t.wide && !utf8.ValidString(out) {
		return t.decoded() // what is mended may be longer or shorter
	}
	return out
}

// appendBeginning appends what the inside of a JSON string stands for, until there are n bytes.
func appendBeginning(out, raw []byte, n int) []byte {
	for len(raw) > 0 && len(out) < n {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 {
			i = len(raw)
		}
		if len(out)+i >= n {
			return append(out, raw[:wholeRunes(raw, n-len(out))]...)
		}
		out = append(out, raw[:i]...)
		escape := raw[i:min(len(raw), i+escapeLength(raw[i:]))]
		out = appendDecoded(out, escape)
		raw = raw[i+len(escape):]
	}
	return out
}

// escapeLength is the length in bytes of the escape that raw begins with, of both halves of a
// surrogate pair together.
func escapeLength(raw []byte) int {
	switch {
	case len(raw) < 2 || raw[1] != 'u':
		return 2
	case len(raw) >= 12 && raw[6] == '\\' && raw[7] == 'u':
		if first, ok := hex4(raw[2:]); ok && utf16.IsSurrogate(first) {
			if second, ok := hex4(raw[8:]); ok && utf16.DecodeRune(first, second) != utf8.RuneError {
				return 12
			}
		}
	}
	return 6
}

// wholeRunes returns n, or what more makes the last character whole.
func wholeRunes[T string | []byte](s T, n int) int {
	for n < len(s) && s[n]&0xC0 == 0x80 {
		n++
	}
	return min(n, len(s))
}

// bytesOf returns the bytes of a text, which nobody may change.
func bytesOf(s string) []byte { return unsafe.Slice(unsafe.StringData(s), len(s)) }

// blank reports whether there is nothing but white space. Most texts tell by
// their first byte.
func (t text) blank() bool {
	for i := 0; i < len(t.raw); i++ {
		switch c := t.raw[i]; {
		case c == '\\' && t.escaped:
			return blank(t.decoded())
		case c != ' ' && c != '\n' && c != '\t' && c != '\r':
			return false
		}
	}
	return true
}

// share returns a piece of a body as a text that shares its memory.
func share(raw []byte, escaped, wide bool) text {
	return text{unsafe.String(unsafe.SliceData(raw), len(raw)), escaped, wide}
}

// Text returns a piece of a body as a text in which words can be looked for, with
// what its escapes stand for. Without an escape it shares the body's memory.
func Text(body []byte) string {
	var room []byte
	return TextIn(body, &room)
}

// TextIn is Text with room that is used again: the text is good until the next call.
func TextIn(body []byte, room *[]byte) string {
	return share(body, bytes.IndexByte(body, '\\') >= 0, true).decodedIn(room)
}

// appendDecoded appends what the inside of a JSON string stands for. Bytes that
// are no valid UTF-8 stay as they are.
func appendDecoded(out, raw []byte) []byte {
	for len(raw) > 0 {
		i := bytes.IndexByte(raw, '\\')
		if i < 0 || i+1 >= len(raw) {
			out = append(out, raw...)
			break
		}
		out = append(out, raw[:i]...)
		c := raw[i+1]
		raw = raw[i+2:]
		switch c {
		case 'b':
			out = append(out, '\b')
		case 'f':
			out = append(out, '\f')
		case 'n':
			out = append(out, '\n')
		case 'r':
			out = append(out, '\r')
		case 't':
			out = append(out, '\t')
		case 'u':
			out, raw = decodeRune(out, raw)
		default: // a quote, a backslash, a slash
			out = append(out, c)
		}
	}
	return out
}

// decodeRune appends the character of a \u escape whose digits raw begins with,
// taking the second half of a surrogate pair as well.
func decodeRune(out, raw []byte) (grown, rest []byte) {
	r, _ := hex4(raw)
	raw = raw[min(4, len(raw)):]
	if utf16.IsSurrogate(r) {
		second := rune(utf8.RuneError)
		if len(raw) >= 6 && raw[0] == '\\' && raw[1] == 'u' {
			second, _ = hex4(raw[2:])
		}
		if r = utf16.DecodeRune(r, second); r != utf8.RuneError {
			raw = raw[6:]
		}
	}
	return utf8.AppendRune(out, r), raw
}

// hex4 reads the four digits of a \u escape.
func hex4(b []byte) (rune, bool) {
	if len(b) < 4 {
		return utf8.RuneError, false
	}
	var r rune
	for _, c := range b[:4] {
		switch {
		case c >= '0' && c <= '9':
			c -= '0'
		case c|0x20 >= 'a' && c|0x20 <= 'f':
			c = c | 0x20 - 'a' + 10
		default:
			return utf8.RuneError, false
		}
		r = r<<4 | rune(c)
	}
	return r, true
}

// appendEscaped appends text as it stands between the quotes of a JSON string.
// Only what must be escaped is: the text stays readable, and as short as it can be.
func appendEscaped(out []byte, text string) []byte {
	const hex = "0123456789abcdef"
	if !utf8.ValidString(text) { // which is much faster to find out than to mend
		text = strings.ToValidUTF8(text, "\uFFFD")
	}
	for len(text) > 0 {
		i := unescaped(unsafe.Slice(unsafe.StringData(text), len(text)))
		out = append(out, text[:i]...)
		if i == len(text) {
			break
		}
		switch c := text[i]; c {
		case '"', '\\':
			out = append(out, '\\', c)
		case '\n':
			out = append(out, '\\', 'n')
		case '\r':
			out = append(out, '\\', 'r')
		case '\t':
			out = append(out, '\\', 't')
		default:
			out = append(out, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
		}
		text = text[i+1:]
	}
	return out
}
