package extract

import (
	"strings"
	"unicode/utf8"

	"mneme/memory"
)

// bareBytes is how long a text may be to count as a bare question or order.
const bareBytes = 240

// Bare reports whether a turn only asks or orders: it tells nothing of the one
// who speaks, so that it is worth little once it is answered. "What should I cook
// for dinner?" is bare, "I have guests tonight, what should I cook?" is not.
func Bare(text string) bool {
	text = strings.TrimSpace(text)
	if text == "" || len(text) > bareBytes {
		return false
	}
	found := false
	for _, one := range sentences(tokenize(text)) {
		sentence := strings.TrimSpace(text[one.tokens[0].start:one.tokens[len(one.tokens)-1].end])
		if Noise(sentence) {
			continue
		}
		asked := one.end == "?" || one.end == "？" || memory.Seeks(sentence)
		if !(asked && !tellsFirst(one) || orders(memory.Fold(sentence)) || gibberish(one)) {
			return false
		}
		found = true
	}
	return found
}

// tellsFirst reports whether a question has a statement of its speaker before it.
func tellsFirst(s sentence) bool {
	for i, t := range s.tokens {
		if t.kind == aMark && (t.text == "," || t.text == "，" || t.text == ":") && i >= 3 {
			for _, before := range s.tokens[:i] {
				switch before.text {
				case "i", "my", "we", "our", "我":
					return true
				}
			}
		}
	}
	return false
}

// orders reports whether a sentence begins like an order for one piece of work.
func orders(folded string) bool {
	folded = strings.TrimPrefix(strings.TrimPrefix(folded, "please "), "请")
	if anyWord(folded, " i am ", " i have ", " my ", "i'm ", " i need ", " our ", " i ") || holdsAny(strings.TrimPrefix(strings.ReplaceAll(strings.ReplaceAll(folded, "帮我", ""), "给我", ""), "我想"), "我") {
		return false
	}
	return memory.Commands(folded) && !holdsAny(folded, "记住", "记下", "提醒", "别忘") && !anySign(folded, "remember", "remind")
}

func anyWord(text string, words ...string) bool {
	for _, w := range words {
		if strings.Contains(" "+text, w) {
			return true
		}
	}
	return false
}

// gibberish reports whether a sentence is one word without a vowel's turn: a hand
// on the keys.
func gibberish(s sentence) bool {
	if len(s.tokens) != 1 || s.tokens[0].kind != aWord || s.tokens[0].capital {
		return false
	}
	w := s.tokens[0].text
	if n := utf8.RuneCountInString(w); n < 3 || n > 12 {
		return false
	}
	run := 0
	for _, r := range w {
		if strings.ContainsRune("aeiouy", r) {
			run = 0
			continue
		}
		if run++; run >= 3 && r < utf8.RuneSelf {
			return !strings.HasSuffix(w, "ght") && !strings.HasSuffix(w, "tch") && !strings.HasSuffix(w, "nds") && strings.Trim(w, "asdfghjklqwertyuiopzxcvbnm") == "" && keys(w)
		}
	}
	return false
}

// keys reports whether a word runs along one row of a keyboard.
func keys(w string) bool {
	for _, row := range []string{"asdfghjkl", "qwertyuiop", "zxcvbnm"} {
		if strings.Trim(w, row) == "" {
			return true
		}
	}
	return false
}
