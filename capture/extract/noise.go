package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// Noise reports whether a turn says nothing: a greeting, thanks, an
// acknowledgement, a courtesy, laughter, an emoji.
func Noise(text string) bool {
	folded := memory.Fold(text)
	var b strings.Builder
	for _, r := range folded {
		if unicode.IsLetter(r) || unicode.IsDigit(r) || r == '\'' {
			b.WriteRune(r)
		} else {
			b.WriteByte(' ')
		}
	}
	words := strings.Fields(mannerless(b.String()))
	if len(words) > 8 {
		return false
	}
	for i, w := range words {
		if !chatter(w) && (i == 0 || i < len(words)-1 || !vocative(w)) {
			return false
		}
	}
	return true
}

// longestManners bounds the texts that are looked through for courtesies, in bytes:
// who says more says something.
const longestManners = 160

// mannerless is a text without its courtesies, and without the "I'm" that begins some.
func mannerless(text string) string {
	if len(text) > longestManners {
		return text
	}
	text = " " + strings.Join(strings.Fields(text), " ") + " "
	whole := len(text)
	for _, c := range courtesies() {
		for said := " " + c + " "; strings.Contains(text, said); {
			text = strings.ReplaceAll(text, said, " ")
		}
	}
	if len(text) < whole {
		text = strings.ReplaceAll(text, " i'm ", " ")
	}
	return text
}

// vocative reports whether a run of Chinese only calls somebody: 小明, 王先生.
func vocative(w string) bool {
	n := utf8.RuneCountInString(w)
	switch {
	case n < 2 || n > 4:
		return false
	case endsAny(w, "先生", "女士", "小姐", "老师", "总"):
		return true
	}
	return n <= 2 && startsAny(w, "小", "阿", "老") && !startsAny(w, "小学", "小时", "小孩", "小心", "小吃", "老家", "老板", "老人", "老虎", "小说")
}

// chatter reports whether one word, or one run of Chinese, says nothing.
func chatter(w string) bool {
	switch w {
	case "ok", "okay", "k", "kk", "thanks", "thank", "thx", "ty", "you", "so", "much", "very", "cool", "great", "nice", "good", "perfect", "awesome", "got", "it", "yes", "yeah", "yep", "yup", "no", "nope", "sure", "fine", "alright", "right", "hi", "hello", "hey", "there", "bye", "goodbye", "morning", "evening", "night", "afternoon", "lol", "haha", "hahaha", "hmm", "hm", "oh", "ah", "wow", "please", "go", "on", "continue", "next", "a", "lot", "that's", "all", "sounds", "makes", "sense", "exactly", "indeed", "welcome", "sorry", "np", "done", "test", "ping", "again", "i", "see", "well", "too", "how", "are", "what's", "up", "back", "later", "cheers", "amazing", "love", "is", "meet", "congrats", "congratulations", "glad", "pleasure", "to",
		"noted", "understood", "agreed", "roger", "gotcha", "acknowledged", "ack", "copy", "will", "do", "fair", "enough", "true", "correct", "interesting", "lovely", "excellent", "brilliant", "fantastic", "wonderful", "super", "neat", "absolutely", "definitely", "certainly", "totally", "okey", "okie", "works", "for", "me", "that", "this", "then", "more", "ahead", "proceed", "looks", "really", "just", "the", "best", "helpful", "understand", "helps", "one", "moment", "sec", "second", "wait":
		return true
	}
	if strings.Trim(w, "ha") == "" || strings.Trim(w, "he") == "" || strings.Trim(w, "o") == "" {
		return true
	}
	first := []rune(w)[0]
	if !ideograph(first) {
		return false
	}
	rest := w
	for rest != "" {
		before := rest
		for _, sign := range chatterChinese() {
			if after, ok := strings.CutPrefix(rest, sign); ok {
				rest = after
				break
			}
		}
		if rest == before {
			return false
		}
	}
	return true
}

// laughs reports whether a sentence is but laughter.
func laughs(s *reading) bool {
	for _, t := range s.tokens {
		if t.kind == aSmile || t.kind == aMark || t.text == "lol" || strings.Trim(t.text, "ha") == "" || strings.Trim(t.text, "he") == "" || strings.Trim(t.text, "哈嘿呵") == "" {
			continue
		}
		return false
	}
	return true
}

// boasted reports whether the last thing a turn taught is who its speaker is: with
// laughter after it that is a joke.
func (x *extraction) boasted() bool {
	n := len(x.drafts)
	if n <= x.from {
		return false
	}
	switch r := x.drafts[n-1].Record; r.Predicate {
	case "name", "called", "role", "age":
		return r.Subject == "user"
	}
	return false
}

// mocks reports whether a sentence praises what nobody would, in the words of those who mock:
// "oh great, another call", 我真是太开心了呢.
func mocks(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "。.!！~～")
	if strings.HasSuffix(text, "了呢") && holdsAny(text, "真是太", "可真是", "可太", "真的太", "简直太") {
		return true
	}
	return startsAny(text, "oh great,", "oh great ", "oh joy", "oh wonderful,", "oh lovely,", "oh fantastic,", "how lovely,", "great, another", "wow great,") && len(text) < 200
}

// unserious reports whether a sentence takes back what was said: a joke, irony
// that is marked as such.
func unserious(s *reading) bool {
	text := " " + spelled(memory.Fold(s.source[s.tokens[0].start:s.tokens[len(s.tokens)-1].end])) + " "
	for _, sign := range jests() {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return s.end == "/s" || mocks(text)
}

// pangram reports whether a sentence only shows every letter of the alphabet, as those do that try
// keys and typefaces.
func pangram(text string) bool {
	letters, seen := 0, map[rune]bool{}
	for _, r := range strings.ToLower(text) {
		if r >= 'a' && r <= 'z' {
			letters++
			seen[r] = true
		}
	}
	return len(seen) == 26 && letters <= 60
}
