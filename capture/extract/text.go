package extract

import (
	"strings"

	"mneme/memory"
)

func anySign(text string, signs ...string) bool {
	for _, sign := range signs {
		if wordIndex(text, sign) >= 0 {
			return true
		}
	}
	return false
}

// wordIndex finds words that are not the middle of a longer word.
func wordIndex(text, words string) int {
	for from := 0; ; {
		i := strings.Index(text[from:], words)
		if i < 0 {
			return -1
		}
		i += from
		if words[0] >= 0x80 || i == 0 || !letterByte(text[i-1]) || !letterByte(words[0]) {
			return i
		}
		from = i + 1
	}
}

func letterByte(b byte) bool { return b >= 'a' && b <= 'z' || b >= '0' && b <= '9' }

func startsAny(text string, signs ...string) bool {
	for _, sign := range signs {
		if strings.HasPrefix(text, sign) {
			return true
		}
	}
	return false
}

func endsAny(text string, signs ...string) bool {
	for _, sign := range signs {
		if strings.HasSuffix(text, sign) {
			return true
		}
	}
	return false
}

func holdsAny(text string, signs ...string) bool {
	for _, sign := range signs {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return false
}

func holdsNone(text, word string) bool { return len(word) < 3 || wordIndex(text, word) < 0 }

// spelled writes contractions out, as tokens have them.
func spelled(folded string) string {
	if !strings.Contains(folded, "'") && !strings.Contains(folded, "cannot") {
		return folded
	}
	folded = strings.ReplaceAll(folded, "can't", "can not")
	folded = strings.ReplaceAll(folded, "won't", "will not")
	folded = strings.ReplaceAll(folded, "n't", " not")
	folded = strings.ReplaceAll(folded, "cannot", "can not")
	folded = strings.ReplaceAll(folded, "'m ", " am ")
	folded = strings.ReplaceAll(folded, "'re ", " are ")
	folded = strings.ReplaceAll(folded, "'ll ", " will ")
	return strings.ReplaceAll(folded, "'ve ", " have ")
}

// clip shortens a text to at most n bytes, at a character.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	for n > 0 && s[n]&0xC0 == 0x80 {
		n--
	}
	return s[:n]
}

func hasDigits(text string) bool {
	for _, r := range text {
		if r >= '0' && r <= '9' {
			return true
		}
	}
	return false
}

// replaceFold exchanges the first occurrence of a value in a text.
func replaceFold(text, old, now string) string {
	if old == "" {
		return text
	}
	for i := range text {
		if i+len(old) <= len(text) && memory.Fold(text[i:i+len(old)]) == memory.Fold(old) {
			return text[:i] + now + text[i+len(old):]
		}
	}
	return text
}

func splitBar(s string) []string { return strings.Split(s, "|") }

func literalFields(s string) []string { return strings.Fields(s) }
