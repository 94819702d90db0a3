package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Differ reports whether two texts differ in something that makes them two facts
// however alike they read: a number, a name, a code, a date or a negation.
//
// It judges by what is left when the common words are taken away. A word with a
// digit or a capital, a numeral, a weekday, a month or a negation left over on
// either side is a difference. Chinese marks no names, so there any exchange of
// characters counts, and only additions of function words do not.
func Differ(a, b string) bool {
	var rooms [2][48]word
	return differ(appendWords(rooms[0][:0], a), appendWords(rooms[1][:0], b))
}

// Wording is a text taken apart once, to be compared with many.
type Wording []word

// WordingOf takes a text apart.
func WordingOf(text string) Wording { return words(text) }

// Differs is Differ of the two texts.
func (w Wording) Differs(other Wording) bool { return differ(w, other) }

func differ(left, right []word) bool {
	var rooms [3][48]word
	onlyA, onlyB := appendWithout(rooms[0][:0], left, right, rooms[2][:0]), appendWithout(rooms[1][:0], right, left, rooms[2][:0])
	exchanged := len(onlyA) > 0 && len(onlyB) > 0
	for _, side := range [][]word{onlyA, onlyB} {
		for _, w := range side {
			if w.hard() || exchanged && w.cjk {
				return true
			}
		}
	}
	return false
}

// SameObject reports whether two objects are one thing but for case, width,
// script, articles, plural and punctuation.
func SameObject(a, b string) bool { return plain(a) == plain(b) }

// Covers reports whether every word of the shorter of two objects is in the
// longer one: "the trip to Rome" covers "Rome". Empty covers nothing.
func Covers(a, b string) bool {
	left, right := bare(a), bare(b)
	if len(left) > len(right) {
		left, right = right, left
	}
	if len(left) == 0 {
		return false
	}
	for _, w := range left {
		if !slices.Contains(right, w) {
			return false
		}
	}
	return true
}

// Concerns reports whether one object is about the other though each has words of
// its own for the doing: "trip to Peru" concerns "travel to Peru in May".
func Concerns(a, b string) bool {
	if Covers(a, b) {
		return true
	}
	general := func(words []string) []string {
		return slices.DeleteFunc(words, func(w string) bool {
			switch w {
			case "trip", "travel", "visit", "go", "going", "fly", "flying", "vacation", "holiday", "plan", "move", "moving", "attend", "join", "take", "have", "do", "get", "buy", "buying", "start", "idea",
				"旅", "行", "游", "计", "划", "打", "算", "参", "加", "之", "买", "做", "要", "这", "个", "次", "我", "们":
				return true
			}
			return len(w) >= 4 && w[0] >= '0' && w[0] <= '9' // a date
		})
	}
	left, right := general(bare(a)), general(bare(b))
	if len(left) > len(right) {
		left, right = right, left
	}
	for _, w := range left {
		if !slices.Contains(right, w) {
			return false
		}
	}
	return len(left) > 0
}

// word is one unit of comparison: a run of letters and digits, or one CJK
// character.
type word struct {
	text  string // folded
	marks bool   // has a digit, or a capital where none is due
	cjk   bool
}

// hard reports whether the word is a number, name, code, date or negation.
func (w word) hard() bool {
	if w.cjk {
		return strings.Contains(hardRunes, w.text)
	}
	return w.marks || strings.HasSuffix(w.text, "n't") || slices.Contains(hardWords(), w.text)
}

func words(s string) []word { return appendWords(nil, s) }

func appendWords(out []word, s string) []word {
	first := true
	for i := 0; i < len(s); {
		r, n := utf8.DecodeRuneInString(s[i:])
		switch {
		case isCJK(r):
			text := s[i : i+n]
			if folded := FoldRune(r); folded != r {
				text = string(folded)
			}
			out = append(out, word{text: text, cjk: true})
			i += n
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			j, upper, digit, last := i, 0, false, r
			for j < len(s) {
				r, n := utf8.DecodeRuneInString(s[j:])
				if isCJK(r) || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !inWord(last, r, s[j+n:]) {
					break
				}
				if unicode.IsUpper(r) {
					upper++
				}
				digit = digit || unicode.IsDigit(r)
				last = r
				j += n
			}
			text := Fold(s[i:j])
			out = append(out, word{text: text, marks: digit || upper > 1 || upper > 0 && !first && text != "i"})
			i = j
		default:
			i += n
			continue
		}
		first = false
	}
	return out
}

// inWord reports whether a character joins two parts of one word, as in "don't", "3.5" or
// "A-17": what stands before it and after it decides.
func inWord(before, r rune, after string) bool {
	if after == "" || !strings.ContainsRune("'’.,-_/:", r) {
		return false
	}
	next, _ := utf8.DecodeRuneInString(after)
	if r == '.' || r == ',' || r == ':' || r == '/' {
		return unicode.IsDigit(next) && unicode.IsDigit(before)
	}
	return !isCJK(next) && (unicode.IsLetter(next) || unicode.IsDigit(next))
}

// hardRunes are the Chinese numerals, negations and words of dates.
const hardRunes = "零〇一二两三四五六七八九十百千万亿半不没无别勿非未否"

func hardWords() []string {
	return []string{
		"no", "not", "never", "none", "without", "nothing", "cannot", "stop", "stopped",
		"one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "dozen", "half", "twice",
		"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
		"january", "february", "march", "april", "june", "july", "august", "september", "october", "november", "december",
		"mother", "father", "wife", "husband", "son", "daughter", "brother", "sister", "left", "right", "am", "pm",
	}
}

// appendWithout appends the words of a that b lacks, each as often as it is too many. It works
// on a copy of b in room.
func appendWithout(out, a, b, room []word) []word {
	rest := append(room, b...)
	for _, w := range a {
		if i := slices.IndexFunc(rest, func(x word) bool { return x.text == w.text }); i >= 0 {
			rest = slices.Delete(rest, i, i+1)
			continue
		}
		out = append(out, w)
	}
	return out
}

// plain is the canonical form of an object.
func plain(s string) string {
	var b strings.Builder
	for _, w := range words(s) {
		if w.cjk {
			b.WriteString(w.text)
			continue
		}
		switch w.text {
		case "a", "an", "the", "my", "our", "some", "any":
			continue
		}
		if b.Len() > 0 {
			b.WriteByte(' ')
		}
		b.WriteString(singular(w.text))
	}
	return b.String()
}

// bare are the words of an object that tell it from others.
func bare(s string) []string {
	var out []string
	for _, w := range words(s) {
		switch w.text {
		case "a", "an", "the", "my", "our", "of", "to", "for", "in", "on", "at", "and", "with", "that", "this", "的", "了", "和", "去", "我":
			continue
		}
		out = append(out, singular(w.text))
	}
	return out
}

// singular takes the plural's ending off a word, roughly: it only has to do the
// same to both sides.
func singular(w string) string {
	switch {
	case len(w) > 4 && strings.HasSuffix(w, "ies"):
		return w[:len(w)-3] + "y"
	case len(w) > 3 && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is"):
		return w[:len(w)-1]
	}
	return w
}
