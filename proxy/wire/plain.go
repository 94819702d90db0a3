package wire

import (
	"encoding/binary"
	"math/bits"
)

const (
	low  = 0x0101010101010101
	high = 0x8080808080808080
)

// special returns the offset of the first byte that may not stand for itself in a string and
// was not stepped over as part of an escape: the closing quote, a backslash, a control
// character. wide is true if there may be bytes above ASCII before it, escaped if there is an
// escape.
func special(b []byte) (at int, wide, escaped bool) {
	at, wide, escaped = plain(b)
	for ; at < len(b); at++ {
		c := b[at]
		if c == '"' || c == '\\' || c < ' ' {
			break
		}
		wide = wide || c >= 0x80
	}
	return at, wide, escaped
}

// unescaped returns how many bytes of a text may stand in a string as they are.
func unescaped(text []byte) int {
	at, _, _ := plainEight(text)
	for at < len(text) && text[at] != '"' && text[at] != '\\' && text[at] >= ' ' {
		at++
	}
	return at
}

// plainEight is plain for every machine, eight bytes at a time and up to the first escape.
func plainEight(b []byte) (at int, wide, escaped bool) {
	var seen uint64
	rest := b
	for len(rest) >= 16 {
		two := rest[:16]
		v, w := binary.LittleEndian.Uint64(two), binary.LittleEndian.Uint64(two[8:])
		first, second := specials(v), specials(w)
		if first|second != 0 {
			at = len(b) - len(rest)
			if first != 0 {
				return at + bits.TrailingZeros64(first)>>3, (seen|v)&high != 0, false
			}
			return at + 8 + bits.TrailingZeros64(second)>>3, (seen|v|w)&high != 0, false
		}
		seen |= v | w
		rest = rest[16:]
	}
	return len(b) - len(rest), seen&high != 0, false
}

// specials marks the special bytes of eight by their highest bit. A byte after the
// first of them may be marked as well.
func specials(w uint64) uint64 {
	quote, slash := w^low*'"', w^low*'\\'
	return ((quote-low)&^quote | (slash-low)&^slash | (w-low*' ')&^w) & high
}
