package upkeep

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// actWords bounds what a thing done is called: more than that is a story.
const (
	actWords = 3
	actRunes = 6
)

// acted reads off a plain sentence what its speaker did: "oolong tea" of "I had
// oolong tea at breakfast", 豆浆 of 今天早上喝了豆浆. Empty: nothing that could be a
// habit.
func acted(text string) string {
	folded := memory.Fold(text)
	if memory.Han(folded) {
		return actedChinese(folded)
	}
	return actedEnglish(folded)
}

func actedEnglish(text string) string {
	words := strings.FieldsFunc(text, func(r rune) bool { return unicode.IsSpace(r) })
	for i, w := range words {
		if i > 0 && !doer(words[i-1]) || !did(w) {
			continue
		}
		if w == "had" && i+1 < len(words) && words[i+1] == "to" {
			return "" // what had to be done is no habit
		}
		return thingOf(words[i+1:])
	}
	return ""
}

// doer reports whether a word before a verb makes it the speaker's own deed.
func doer(w string) bool {
	switch strings.Trim(w, ",.;") {
	case "i", "we", "and", "also", "just", "again", "then", "today", "yesterday", "tonight", "so":
		return true
	}
	return false
}

// did reports whether an English verb tells of a thing one may do every day.
func did(w string) bool {
	switch w {
	case "had", "drank", "ate", "ordered", "took", "played", "watched", "went", "cooked", "made", "bought", "used", "practised", "practiced":
		return true
	}
	return false
}

// thingOf is the thing named at the head of some words.
func thingOf(words []string) string {
	var out []string
	for _, w := range words {
		bare := strings.TrimRight(w, ".,;:!?)")
		switch bare {
		case "a", "an", "the", "some", "my", "our", "to", "for":
			if len(out) == 0 {
				continue
			}
			return strings.Join(out, " ")
		case "at", "in", "on", "with", "this", "that", "today", "yesterday", "tonight", "again", "and", "before", "after", "while", "by", "from", "as", "instead", "because", "when", "then", "it", "them", "one", "":
			return strings.Join(out, " ")
		}
		if len(out) == actWords {
			return ""
		}
		if out = append(out, bare); bare != w {
			break // its sentence or clause ends here
		}
	}
	return strings.Join(out, " ")
}

func actedChinese(text string) string {
	for at, r := range text {
		if !strings.ContainsRune("喝吃去点玩看买做练", r) {
			continue
		}
		before, _ := utf8.DecodeLastRuneInString(text[:at])
		if strings.ContainsRune("没不别想要该爱会能可有好", before) || r == '去' && strings.ContainsRune("回过出进下上来失", before) {
			continue // not done, or another word
		}
		rest := text[at+utf8.RuneLen(r):]
		perfect := strings.HasPrefix(rest, "了")
		rest = strings.TrimPrefix(rest, "了")
		for _, measure := range [...]string{"一杯", "一碗", "一份", "一个", "一盘", "一次", "一些", "两杯", "点儿", "点"} {
			rest = strings.TrimPrefix(rest, measure)
		}
		end := strings.IndexFunc(rest, func(r rune) bool {
			return !unicode.Is(unicode.Han, r) || strings.ContainsRune("了和跟在当就又也后，", r)
		})
		if end < 0 {
			end = len(rest)
		}
		if !perfect && (!strings.ContainsRune("喝吃去", r) || !strings.HasPrefix(rest[end:], "了")) {
			continue // what is not over is no deed yet
		}
		if n := utf8.RuneCountInString(rest[:end]); n >= 2 && n <= actRunes {
			return rest[:end]
		}
	}
	return ""
}
