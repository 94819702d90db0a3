package policy

import (
	"strings"
	"unicode/utf8"
)

// lens shows a text with full-width characters, odd blanks and dashes made plain,
// characters without width left out and spoken Chinese digits written out, and
// knows where each byte came from.
type lens struct {
	s  string
	at []int32 // offset in the source of each byte of s, and of its end; nil: s is the source
}

func (l lens) source(i int) int {
	if l.at == nil {
		return i
	}
	return int(l.at[i])
}

func newLens(text string) lens {
	if isPlain(text) {
		return lens{s: text}
	}
	l := lens{at: make([]int32, 0, len(text)+1)}
	var b strings.Builder
	b.Grow(len(text))
	spoken := 0 // bytes left of a run of Chinese digits
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		if spoken <= 0 {
			if run := chineseDigits(text[i:]); run >= 7 {
				spoken = run * 3
			}
		}
		plain := plainRune(r)
		if spoken > 0 {
			plain = rune('0' + chineseDigit(r))
		}
		spoken -= size
		switch {
		case plain < 0: // without width
		case plain < utf8.RuneSelf && r != utf8.RuneError:
			b.WriteByte(byte(plain))
			l.at = append(l.at, int32(i))
		default:
			b.WriteString(text[i : i+size])
			for k := range size {
				l.at = append(l.at, int32(i+k))
			}
		}
		i += size
	}
	l.at = append(l.at, int32(len(text)))
	l.s = b.String()
	return l
}

// isPlain reports whether a text needs no lens.
func isPlain(text string) bool {
	for i, r := range text {
		if r >= utf8.RuneSelf && (plainRune(r) != r || chineseDigit(r) >= 0 && chineseDigits(text[i:]) >= 7) {
			return false
		}
	}
	return true
}

// plainRune returns the plain form of a character; -1 for one without width.
func plainRune(r rune) rune {
	switch {
	case r < utf8.RuneSelf:
		return r
	case r >= 0xFF01 && r <= 0xFF5E:
		return r - 0xFEE0
	case r >= 0x2010 && r <= 0x2015 || r == 0x2212:
		return '-'
	case r == 0x3000 || r == 0x00A0 || r >= 0x2000 && r <= 0x200A || r == 0x202F:
		return ' '
	case r >= 0x200B && r <= 0x200D || r == 0x2060 || r == 0xFEFF || r == 0x00AD:
		return -1
	}
	return r
}

// chineseDigit returns the digit that a character says, or -1.
func chineseDigit(r rune) int {
	switch r {
	case '零', '〇':
		return 0
	case '一', '幺':
		return 1
	case '二', '两':
		return 2
	case '三':
		return 3
	case '四':
		return 4
	case '五':
		return 5
	case '六':
		return 6
	case '七':
		return 7
	case '八':
		return 8
	case '九':
		return 9
	}
	return -1
}

// chineseDigits counts the Chinese digits that s begins with, up to 24.
func chineseDigits(s string) int {
	n := 0
	for _, r := range s {
		if chineseDigit(r) < 0 || n == 24 {
			break
		}
		n++
	}
	return n
}
