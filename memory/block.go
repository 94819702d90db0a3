package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// The marks between which a memory block stands in a prompt. They are the same in
// every language, so that a block that comes back in somebody's history is known
// again and nobody learns from it.
const (
	BlockOpen  = "<mneme-memory>"
	BlockClose = "</mneme-memory>"
)

// StripBlock removes every memory block from text, with the blank lines that set it
// apart. Of a block without an end, everything after its beginning is removed: what
// follows may be memory still. A text without a block is returned as it is.
func StripBlock(text string) string {
	at := strings.Index(text, BlockOpen)
	if at < 0 {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	for at >= 0 {
		b.WriteString(strings.TrimRight(text[:at], "\n"))
		end := strings.Index(text[at:], BlockClose)
		if end < 0 {
			return b.String()
		}
		text = text[at+end+len(BlockClose):]
		at = strings.Index(text, BlockOpen)
	}
	rest := strings.TrimLeft(text, "\n")
	if b.Len() > 0 && rest != "" {
		b.WriteByte('\n')
	}
	b.WriteString(rest)
	return b.String()
}

// PlainLine returns s as one line that cannot act inside a memory block: line ends
// and other blanks become one space each, control and invisible format characters
// go, and an opening angle bracket of either width loses its meaning where a mark of
// ours or any closing mark would begin. Text that is such a line already is returned
// as it is, without an allocation.
func PlainLine(s string) string {
	if isPlainLine(s) {
		return s
	}
	return flatLine(s)
}

// flatLine makes a plain line of any text.
func flatLine(s string) string {
	var b strings.Builder
	b.Grow(len(s) + 8)
	blank := true // leading blanks go
	for i, r := range s {
		switch {
		case unicode.IsSpace(r):
			if !blank {
				b.WriteByte(' ')
				blank = true
			}
			continue
		case isHidden(r):
			continue
		case isAngle(r) && opensMark(s[i:]):
			b.WriteRune('‹')
		default:
			b.WriteRune(r)
		}
		blank = false
	}
	return strings.TrimRight(b.String(), " ")
}

func isPlainLine(s string) bool {
	before := ' '
	for i := 0; i < len(s); {
		if s[i] < utf8.RuneSelf {
			if n := plainStart(s[i:], before == ' '); n > 0 {
				i += n
				before = rune(s[i-1])
				continue
			}
		}
		if s[i] >= 0xE4 && s[i] <= 0xEC && len(s)-i >= 3 && s[i+1]>>6 == 2 && s[i+2]>>6 == 2 {
			before = 'x' // U+4000 to U+CFFF: Chinese and Korean letters alone
			i += 3
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == ' ':
			if before == ' ' {
				return false
			}
		case r < utf8.RuneSelf && r > ' ' && r != '<' && r != 0x7f:
		case r > 0x3008 && r <= 0xD7FF: // nothing in there is a blank, hidden or an angle
		case r == unicode.ReplacementChar, unicode.IsSpace(r), isHidden(r):
			return false
		case isAngle(r) && opensMark(s[i:]):
			return false
		}
		before = r
		i += n
	}
	return s == "" || before != ' '
}

// plainStart returns how much of the beginning of s, eight bytes at a time, is plain for sure: ASCII
// without control characters, brackets and blanks behind a blank. What it looks for in a byte it
// finds in that byte's highest bit, which no character of ASCII sets (Hacker's Delight, 6-1).
func plainStart(s string, behindBlank bool) int {
	const each, high = 0x0101010101010101, 0x8080808080808080
	blank := uint64(0)
	if behindBlank {
		blank = 1 << 7
	}
	i := 0
	for ; i+8 <= len(s); i += 8 {
		x := uint64(s[i]) | uint64(s[i+1])<<8 | uint64(s[i+2])<<16 | uint64(s[i+3])<<24 |
			uint64(s[i+4])<<32 | uint64(s[i+5])<<40 | uint64(s[i+6])<<48 | uint64(s[i+7])<<56
		if x&high != 0 {
			break
		}
		other := x | high
		blanks := ^((other ^ ' '*each) - each) & high
		odd := ^(other - ' '*each) | ^((other ^ 0x7f*each) - each) | ^((other ^ '<'*each) - each) | blanks&(blanks<<8|blank)
		if odd&high != 0 {
			break
		}
		blank = blanks >> 56
	}
	return i
}

// isHidden reports whether r is shown as nothing: control and format characters, with
// the joiners that hold emoji together left out.
func isHidden(r rune) bool {
	if r >= 0x3001 && r <= 0xD7FF { // Chinese, Japanese and Korean text: nothing hidden, and most of what comes
		return false
	}
	return r != '\u200d' && (unicode.IsControl(r) || r >= 0x80 && unicode.In(r, unicode.Cf))
}

func isAngle(r rune) bool {
	return r == '<' || r == '\uFF1C' || r == '\uFE64' || r == '\u3008' || r == '\u2329'
}

// opensMark reports whether s, which begins with an angle bracket, could be read as the
// beginning of a closing mark or of one of ours, whatever blanks and hidden characters
// stand between.
func opensMark(s string) bool {
	const ours = "mneme"
	matched, first := 0, true
	for _, r := range s {
		if first {
			first = false
			continue
		}
		if unicode.IsSpace(r) || isHidden(r) || r == '\u200d' {
			continue
		}
		r = FoldRune(r)
		if matched == 0 && (r == '/' || r == '!' || r == '?' || r == '\u2044' || r == '\u2215') {
			return true
		}
		if r != rune(ours[matched]) {
			return false
		}
		if matched++; matched == len(ours) {
			return true
		}
	}
	return false
}
