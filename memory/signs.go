package memory

import (
	"strings"
	"unicode/utf8"
)

// hasAny reports whether a text holds one of some signs. Most texts are in one language and the
// signs in another, and of their own language most signs begin with a character that a text does
// not hold: neither are looked for.
func hasAny(text string, signs ...string) bool {
	const few = 4 // signs that are found sooner than the characters of a text are noted
	ascii := isASCII(text)
	var noted leads
	note := !ascii && len(signs) > few
	if note {
		noted = leadsOf(text)
	}
	for _, sign := range signs {
		if sign[0] >= utf8.RuneSelf && (ascii || note && !noted.hold(sign)) {
			continue
		}
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

// hasRune reports whether a text holds one of some characters, of which none is ASCII.
func hasRune(text, runes string) bool { return !isASCII(text) && strings.ContainsAny(text, runes) }

// isASCII reports whether a text holds nothing but ASCII.
func isASCII(text string) bool {
	for len(text) >= 8 {
		if (text[0]|text[1]|text[2]|text[3]|text[4]|text[5]|text[6]|text[7])&0x80 != 0 {
			return false
		}
		text = text[8:]
	}
	for i := range len(text) {
		if text[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// leads are the characters beyond ASCII that a text holds, a bit each: two characters may share
// one, so that a bit that is not set tells for sure.
type leads [4]uint64

func leadsOf(text string) leads {
	var l leads
	for i := 0; i+2 < len(text); i++ {
		if text[i] >= 0xC0 { // the first byte of a character
			n := leadOf(text[i+1], text[i+2])
			l[n>>6] |= 1 << (n & 63)
		}
	}
	return l
}

// leadOf is the bit of a character by its bytes behind the first, which hardly tells characters
// of one script apart. A character of two bytes goes by what stands behind it too, and so may be
// noted in vain, but is never looked for by it: see hold.
func leadOf(second, third byte) byte { return second<<3 ^ third }

// hold reports whether a text may hold the first character of a sign.
func (l *leads) hold(sign string) bool {
	if len(sign) < 3 || sign[0] < 0xE0 {
		return true
	}
	n := leadOf(sign[1], sign[2])
	return l[n>>6]&(1<<(n&63)) != 0
}
