package inject

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// standsAlone reports whether a turn is whole by itself, so that it needs nothing of the
// conversation before it: "What is the boiling point of water?". It is sure or says no: a short
// turn, one that speaks of somebody who takes part, and one that points back ("it", "another",
// "the price") may each go on with what was talked of.
func standsAlone(turn string) bool {
	turn = memory.Fold(turn)
	if strings.ContainsFunc(turn, isHan) {
		return aloneInChinese(turn)
	}
	words := strings.FieldsFunc(turn, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	if len(words) < 4 {
		return false
	}
	for i, w := range words {
		switch w, _, _ := strings.Cut(w, "'"); w {
		case "i", "me", "my", "mine", "myself", "we", "us", "our", "ours", "you", "your", "yours", "it", "its", "this", "that", "these", "those", "they", "them", "their", "he", "him", "his", "she", "her", "hers",
			"one", "ones", "other", "others", "another", "same", "else", "again", "also", "too", "more", "instead", "still", "then", "before", "last", "earlier", "previous", "previously", "now", "here", "there",
			"first", "second", "next", "rest", "both", "either", "neither", "each", "all", "any", "some", "above", "back", "so", "such", "and", "but", "or", "because", "about", "if", "yes", "no", "ok", "which":
			return false
		case "the":
			// "the boiling point of water" says which; "the price" is the one that was spoken of.
			if !slices.Contains(words[min(i+2, len(words)):min(i+4, len(words))], "of") {
				return false
			}
		}
	}
	found := 0
	terms(turn, func(string) bool { found++; return found < 2 })
	return found >= 2
}

// aloneInChinese is standsAlone for Chinese, which leaves out what is understood: only a question
// that names what it is of ("法国的首都是哪里") and an order for a text count as whole.
func aloneInChinese(turn string) bool {
	if utf8.RuneCountInString(turn) < 6 || strings.ContainsAny(turn, "我你您咱俺它他她这那此该其还也再又呢另") ||
		hasCue(turn, nil, []string{"刚才", "之前", "上面", "前面", "上次", "继续", "接着", "同样", "一样", "然后", "所以", "剩下"}) {
		return false
	}
	of, rest, named := strings.Cut(turn, "的")
	asks := named && of != "" && hasCue(rest, nil, []string{"是什么", "是哪", "是谁", "是多少", "有多"})
	orders := slices.ContainsFunc([]string{"写一", "翻译", "解释一下", "什么是", "计算"}, func(s string) bool { return strings.HasPrefix(turn, s) })
	return asks || orders
}

// touches reports whether a turn shares a word with lines of a section.
func touches(turn string, lines []sectionLine) bool {
	hit := false
	terms(memory.Fold(turn), func(term string) bool {
		hit = slices.ContainsFunc(lines, func(l sectionLine) bool { return strings.Contains(memory.Fold(l.text), term) })
		return !hit
	})
	return hit
}
