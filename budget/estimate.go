package budget

import "unicode/utf8"

// Estimate returns a number of tokens that ordinary English or Chinese text does
// not exceed in any encoding we know, without a table and without allocating: it
// is what the request path uses for texts whose cost is not stored. On
// prose it is at most 1.6 times the truth.
func Estimate(text string) int {
	tokens := 0 // in quarters
	const whole = 4
	for i := 0; i < len(text); {
		b := text[i]
		switch {
		case isLetter(b):
			n := 1
			for i+n < len(text) && isLetter(text[i+n]) {
				n++
			}
			tokens += whole * (1 + (n-1)/6)
			i += n
		case isDigit(b):
			n := 1
			for i+n < len(text) && isDigit(text[i+n]) {
				n++
			}
			tokens += whole * ((n + 2) / 3)
			i += n
		case b == ' ':
			// A single blank belongs to the word after it; before a digit it
			// is a token of its own.
			if i+1 < len(text) && (isDigit(text[i+1]) || text[i+1] == ' ') {
				tokens += whole
			}
			i++
		case b < utf8.RuneSelf:
			tokens += whole
			i++
		default:
			r, n := utf8.DecodeRuneInString(text[i:])
			tokens += ofRune(r)
			i += n
		}
	}
	return min((tokens+whole-1)/whole, len(text))
}

// ofRune returns what a character beyond ASCII costs, in quarters of a token.
func ofRune(r rune) int {
	switch {
	case r >= 0x4E00 && r <= 0x9FFF: // common Han: one token, two for a rare one
		return 6
	case r >= 0x3000 && r <= 0x30FF, r >= 0xFF00 && r <= 0xFFEF: // punctuation, kana, full width
		return 5
	case r >= 0xC0 && r <= 0x24F, r >= 0x2010 && r <= 0x2026: // Latin with marks, dashes and quotes
		return 5
	case r < 0x800:
		return 6
	case r < 0x10000:
		return 10
	}
	return 16
}

func isLetter(b byte) bool { return (b|0x20)-'a' <= 'z'-'a' }
func isDigit(b byte) bool  { return b-'0' <= 9 }
