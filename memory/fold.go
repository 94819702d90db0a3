package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Fold returns the form of s in which two spellings of one thing are equal: lower case,
// half width, simplified characters. "ＡＢＣ公司" and "abc公司" fold to the same text, and so do
// "臺灣" and "台湾". Typographic quotes, dashes and spaces become their plain ASCII forms.
//
// Folding is for comparing, counting and embedding, never for showing: it cannot be undone.
// It is idempotent and needs no state, so its result may be stored. Text that is folded
// already is returned as it is, without an allocation. Bytes that are no UTF-8 become
// U+FFFD. Traditional characters with several simplified forms get the usual one; words are
// not looked at, so 乾 is 干 in 乾隆 too.
func Fold(s string) string {
	for i := 0; i < len(s); {
		r, n := rune(s[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(s[i:])
		}
		if FoldRune(r) != r || r == utf8.RuneError {
			return fold(s, i)
		}
		i += n
	}
	return s
}

// fold folds what follows the first i bytes.
func fold(s string, i int) string {
	var b strings.Builder
	b.Grow(len(s))
	b.WriteString(s[:i])
	for i < len(s) {
		from := i
		for i < len(s) && s[i] < utf8.RuneSelf && (s[i] < 'A' || s[i] > 'Z') {
			i++ // most of most texts stays
		}
		b.WriteString(s[from:i])
		if i == len(s) {
			break
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		b.WriteRune(FoldRune(r))
		i += n
	}
	return b.String()
}

// FoldRune folds one character as Fold does. It is for callers that walk over text anyway.
func FoldRune(r rune) rune {
	switch {
	case r < 0x80:
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	case r >= 0xFF01 && r <= 0xFF5E: // full width ASCII
		return FoldRune(r - 0xFEE0)
	case r >= 0x3400 && r <= 0xFAFF:
		return simplified(r)
	}
	switch r {
	case '\u2018', '\u2019', '\u201A', '\u2032', '\uFF07':
		return '\''
	case '\u201C', '\u201D', '\u201E', '\u2033':
		return '"'
	case '\u2010', '\u2011', '\u2012', '\u2013', '\u2014', '\u2015', '\u2212':
		return '-'
	case '\uFFE5':
		return '\u00A5'
	case '\uFFE0':
		return '\u00A2'
	case '\uFFE1':
		return '\u00A3'
	case 'İ': // its lower case is two characters; the dot is no part of the letter here
		return 'i'
	}
	if unicode.IsSpace(r) {
		return ' '
	}
	return unicode.ToLower(r)
}

// simplified looks r, which is not below U+3400, up in hant: by binary search over the pairs of three
// bytes each of its page.
func simplified(r rune) rune {
	page := int(r-0x3400) >> 6
	if page >= len(hantPages)-1 || hantPages[page] == hantPages[page+1] {
		return r
	}
	lo, hi := int(hantPages[page]), int(hantPages[page+1])
	var key [utf8.UTFMax]byte
	if utf8.EncodeRune(key[:], r) != 3 {
		return r
	}
	want := uint32(key[0])<<16 | uint32(key[1])<<8 | uint32(key[2])
	for lo < hi {
		mid := int(uint(lo+hi) >> 1)
		got := uint32(hant[6*mid])<<16 | uint32(hant[6*mid+1])<<8 | uint32(hant[6*mid+2])
		switch {
		case got < want:
			lo = mid + 1
		case got > want:
			hi = mid
		default:
			to, _ := utf8.DecodeRuneInString(hant[6*mid+3:])
			return to
		}
	}
	return r
}
