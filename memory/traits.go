package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Traits are what can be seen of a text without understanding it. They are judged once, when
// a record is indexed.
type Traits uint16

// The traits.
const (
	Asks    Traits = 1 << iota // ends as a question: it seeks rather than tells
	Numbers                    // holds a number
	Dated                      // names a day, a month, a year or a time that can be reckoned
	Thin                       // says next to nothing: fewer than three words with a meaning
	Names                      // holds a name: a capitalised word inside a sentence
	Listed                     // holds a list of things
	Prefers                    // tells a taste or a habit
	Orders                     // tells how things are always, or never, to be done
	Code                       // is not prose: a program, a table, a log
	First                      // speaks of the speaker himself
	Seeking                    // is a bare question or order: it tells nothing of who asked
)

// TraitsOf judges a record by its text and what it says it is. terms are the text's, as
// AppendTerms gives them.
func TraitsOf(r *Record, terms []Term) Traits {
	text := r.Text
	var t Traits
	switch {
	case r.Layer == Procedural, r.Kind == KindProhibition, r.Predicate == answerStyle:
		t |= Orders
	case r.Kind == KindPreference:
		t |= Prefers
	}
	words, pairs := 0, 0
	for _, term := range terms {
		switch term.Kind() {
		case NumberTerm:
			t |= Numbers
			words++
		case WordTerm:
			words++
		case PairTerm:
			pairs++
		}
	}
	if words+pairs < 3 {
		t |= Thin
	}
	trimmed := strings.TrimRightFunc(text, func(r rune) bool {
		return unicode.IsSpace(r) || r == '"' || r == '”' || r == ')' || r == '）' || r > 0x1F000
	})
	if last, _ := utf8.DecodeLastRuneInString(trimmed); last == '?' || last == '？' {
		t |= Asks
	}
	if strings.Count(text, ",")+strings.Count(text, "、")+strings.Count(text, "\n- ") >= 2 {
		t |= Listed
	}
	t |= standing(text)
	if seeksOnly(r) {
		t |= Seeking
	}
	if isCode(text) {
		t |= Code
	}
	if namesTime(text) {
		t |= Dated
	}
	if holdsName(text) {
		t |= Names
	}
	return t
}

// standing reports what a text says about how its speaker wants things, today and later.
func standing(text string) Traits {
	var t Traits
	var last, before string
	first, strict := true, false
	eachWord(text, func(w string) bool {
		switch w {
		case "always", "never":
			strict = strict || first || last == "please"
			if last == "please" || last == "must" {
				t |= Orders
			}
		case "when", "if", "unless", "for":
			if strict {
				t |= Orders
			}
		case "prefer", "favorite", "favourite", "hate", "dislike", "prefers", "preference", "preferences":
			t |= Prefers
		case "like", "love", "enjoy":
			if last == "i" || before == "i" && last != "d" && last != "would" {
				t |= Prefers
			}
		case "whenever":
			if strict || first {
				t |= Orders
			}
		case "ask":
			if last == "i" && before == "when" {
				t |= Orders
			}
		case "on":
			if last == "now" && before == "from" {
				t |= Orders
			}
		case "i", "my", "me", "we", "our":
			t |= First
		}
		before, last, first = last, w, false
		return true
	})
	if hasAny(text, "喜欢", "讨厌", "偏好", "习惯", "最爱", "爱吃", "不爱", "受不了") {
		t |= Prefers
	}
	if hasAny(text, "以后都", "以后请", "今后", "从现在起", "每次都", "总是要", "一律", "千万不要", "千万别", "永远不要", "一定要") {
		t |= Orders
	}
	if hasAny(text, "我", "咱") {
		t |= First
	}
	return t
}

// Lasting reports whether a text tells how things are always, or never, to be done.
func Lasting(text string) bool { return standing(text)&Orders != 0 }

// isCode reports whether a text is made of signs rather than words.
func isCode(text string) bool {
	signs, letters := 0, 0
	for _, r := range text {
		switch {
		case strings.ContainsRune("{}[]<>=;_\\|$`*#/&%^~\"()", r):
			signs++
		case unicode.IsLetter(r):
			letters++
		}
	}
	return signs*8 > letters && signs > 12
}

// holdsName reports whether a capitalised word stands inside a sentence.
func holdsName(text string) bool {
	inside := false
	for i, r := range text {
		switch {
		case r == '.' || r == '!' || r == '?' || r == '\n' || r == ':':
			inside = false
		case unicode.IsUpper(r) && inside:
			next, _ := utf8.DecodeRuneInString(text[i+utf8.RuneLen(r):])
			before, _ := utf8.DecodeLastRuneInString(text[:i])
			if unicode.IsLower(next) && unicode.IsSpace(before) {
				return true
			}
		case unicode.IsLetter(r):
			inside = true
		}
	}
	return false
}

// namesTime reports whether a text speaks of a time that can be put on a calendar.
func namesTime(text string) bool {
	found := false
	eachWord(text, func(word string) bool {
		found = timeWord(word)
		return !found
	})
	if found {
		return true
	}
	if hasAny(text, "昨天", "今天", "明天", "前天", "后天", "上周", "下周", "本周", "上个月", "下个月", "去年", "今年", "明年", "星期", "周末", "月底", "年前", "天前", "个月前", "周前", "号") {
		return true
	}
	return strings.Contains(text, "月") && strings.Contains(text, "日")
}

// eachWord calls f with the lower-cased ASCII words of text until it returns false.
func eachWord(text string, f func(string) bool) {
	if hasCapital(text) {
		text = strings.ToLower(text)
	}
	const longest = 24 // what is longer is no word that anybody asks for
	start := -1
	for i := 0; i <= len(text); i++ {
		if i < len(text) && ('a' <= text[i] && text[i] <= 'z' || '0' <= text[i] && text[i] <= '9') {
			if start < 0 {
				start = i
			}
			continue
		}
		if start >= 0 && i-start <= longest && !f(text[start:i]) {
			return
		}
		start = -1
	}
}

func hasCapital(text string) bool {
	for i := range len(text) {
		if text[i]-'A' <= 'Z'-'A' {
			return true
		}
	}
	return false
}

// timeWord reports whether an English word names a time: a weekday, a month, a year, or a
// word that is reckoned from the day it is said on.
func timeWord(w string) bool {
	switch w {
	case "yesterday", "today", "tomorrow", "tonight", "weekend", "ago", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
		"january", "february", "april", "june", "july", "august", "september", "october", "november", "december",
		"week", "month", "year", "spring", "summer", "autumn", "fall", "winter", "jan", "feb", "mar", "apr", "jun", "jul", "aug", "sep", "sept", "oct", "nov", "dec":
		return true
	}
	if len(w) == 4 && (w[:2] == "19" || w[:2] == "20") && w[2] >= '0' && w[2] <= '9' && w[3] >= '0' && w[3] <= '9' {
		return true
	}
	return false
}
