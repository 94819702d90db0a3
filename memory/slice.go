package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Slice cuts text into pieces of at most max characters, so that what is remembered can be
// recalled in part. It cuts at the best border it finds: a blank line, a line, the end of a
// sentence (English and Chinese), a clause, a blank; inside a word only where there is none of
// these. Pieces are of similar length, in order, trimmed and never empty; together they hold
// every word of the text. A text of at most max characters is one piece. A Chinese, Japanese
// or Korean character counts twice, since it says about as much as two letters and costs a
// prompt more. max is at least 20.
func Slice(text string, max int) []string {
	text = strings.TrimSpace(text)
	if text == "" {
		return nil
	}
	if max < 20 {
		max = 20
	}
	width := sliceWidth(text)
	if width <= max {
		return []string{text}
	}
	// Equal shares keep the last piece from being a mere tail; borders move them a little.
	share := func(left int) int { return left / ((left + max - 1) / max) }
	var pieces []string
	for width > max {
		at := sliceBorder(text, share(width), max)
		if piece := strings.TrimSpace(text[:at]); piece != "" {
			pieces = append(pieces, piece)
		}
		rest := strings.TrimSpace(text[at:])
		width -= sliceWidth(text[:len(text)-len(rest)])
		text = rest
	}
	if text != "" {
		pieces = append(pieces, text)
	}
	return pieces
}

// sliceBorder returns the byte offset of the best cut of text: the strongest border nearest to
// the width aimed at, within half of it and max.
func sliceBorder(text string, aim, max int) int {
	best, bestAt, hard := -1, 0, 0
	width := 0
	for i, r := range text {
		width += runeWidth(r)
		if width > max {
			break
		}
		next := i + utf8.RuneLen(r)
		if r == utf8.RuneError {
			_, n := utf8.DecodeRuneInString(text[i:])
			next = i + n
		}
		hard = next
		if width*2 < aim {
			continue
		}
		off := width - aim
		if off < 0 {
			off = -off
		}
		if worth := borderStrength(text, r, i, next)*aim - 2*off; worth > 0 && worth > best {
			best, bestAt = worth, next
		}
	}
	if best < 0 {
		return hard
	}
	return bestAt
}

// borderStrength says how good a cut behind the character r (text[at:next]) is; 0: none.
func borderStrength(text string, r rune, at, next int) int {
	rest := text[next:]
	switch r {
	case '\n':
		if strings.HasPrefix(rest, "\n") || strings.HasPrefix(text[:at], "\n") {
			return 5
		}
		return 4
	case '。', '！', '？', '；', '…':
		if closer, _ := utf8.DecodeRuneInString(rest); strings.ContainsRune("”’」』）", closer) {
			return 0 // the closing quote belongs to the sentence
		}
		return 4
	case '”', '」', '』':
		if strings.HasSuffix(text[:at], "。") || strings.HasSuffix(text[:at], "！") || strings.HasSuffix(text[:at], "？") {
			return 4
		}
	case '.', '!', '?':
		if endsSentence(text, at, rest) {
			return 4
		}
	case '，', '、', '：', '）':
		return 2
	case ',', ';', ':', ')':
		if startsWithSpace(rest) {
			return 2
		}
	}
	if unicode.IsSpace(r) {
		return 1
	}
	return 0
}

// endsSentence tells the full stop of a sentence from that of a number, a list item or an
// initial: it is followed by white space, and a word of more than one character precedes it.
func endsSentence(text string, at int, rest string) bool {
	if !startsWithSpace(rest) {
		return false
	}
	word := text[strings.LastIndexFunc(text[:at], unicode.IsSpace)+1 : at]
	if utf8.RuneCountInString(word) < 2 {
		return false
	}
	for _, r := range word {
		if !unicode.IsDigit(r) {
			return true
		}
	}
	return utf8.RuneCountInString(word) > 2 // "1." and "12." are list items, "2023." ends one
}

func startsWithSpace(s string) bool {
	r, n := utf8.DecodeRuneInString(s)
	return n > 0 && unicode.IsSpace(r)
}

// sliceWidth counts characters, wide ones twice.
func sliceWidth(s string) int {
	n := 0
	for _, r := range s {
		n += runeWidth(r)
	}
	return n
}

func runeWidth(r rune) int {
	if isCJK(r) {
		return 2
	}
	return 1
}

// isCJK reports whether r is a character of a script that is written without blanks.
func isCJK(r rune) bool {
	switch {
	case r < 0x2E80:
		return false
	case r >= 0x3400 && r <= 0x9FFF, r >= 0xF900 && r <= 0xFAFF, r >= 0x20000 && r <= 0x3FFFF:
		return true
	case r >= 0x3040 && r <= 0x30FF, r >= 0xAC00 && r <= 0xD7AF:
		return true
	}
	return false
}
