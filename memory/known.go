package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Knows reports whether a record knows somebody or something by a name, which is folded: it is
// what a fact is called, or it was written as names are. Who writes all in small letters is
// understood by what stands before: "my brother greg".
func (r *Record) Knows(name string) bool {
	if name == "" {
		return false
	}
	if (r.Predicate == "name" || r.Predicate == "named" || r.Predicate == "called") && isNamed(r.Object, name) {
		return true
	}
	for _, list := range [...][]string{{r.Subject, r.Object}, r.Event.Entities, r.Event.Participants} {
		if slices.ContainsFunc(list, func(s string) bool { return inCapitals(s) && isNamed(s, name) }) {
			return true
		}
	}
	return slices.ContainsFunc(r.Sources, func(s Provenance) bool { return writesName(s.Quote, name) }) || writesName(r.Text, name)
}

// isNamed reports whether a name is the one, or its first or last part: Greg is Greg Miller.
func isNamed(full, name string) bool {
	full = Fold(full)
	return full == name || strings.HasPrefix(full, name+" ") || strings.HasSuffix(full, " "+name)
}

// inCapitals reports whether every word of a name begins with a capital.
func inCapitals(name string) bool {
	some := false
	for word := range strings.FieldsSeq(name) {
		first, _ := utf8.DecodeRuneInString(word)
		if !unicode.IsUpper(first) {
			return false
		}
		some = true
	}
	return some
}

// writesName reports whether a text holds a name: with capitals and not because a sentence begins
// with it, or behind a word of whom or what has one.
func writesName(text, name string) bool {
	folded := Fold(text)
	for from := 0; ; {
		at := strings.Index(folded[from:], name)
		if at < 0 {
			return false
		}
		at += from
		end := at + len(name)
		from = end
		if !isCJK(firstRune(name)) && (at > 0 && asciiWord(folded[at-1]) || end < len(folded) && asciiWord(folded[end])) {
			continue
		}
		before := strings.TrimRight(folded[:at], " ")
		if before == "" || strings.ContainsAny(before[len(before)-1:], ".!?\n") {
			continue
		}
		if len(folded) == len(text) && inCapitals(text[at:end]) && strings.ToUpper(text) != text {
			return true
		}
		if isCJK(firstRune(name)) {
			if introducesChinese(before) {
				return true
			}
			continue
		}
		if introduces(before) {
			return true
		}
	}
}

// introduces reports whether a text ends with what a name follows.
func introduces(before string) bool {
	words := strings.Fields(before)
	last := words[len(words)-1]
	switch last {
	case "named", "called", "met", "dating", "married", "name's":
		return true
	case "is", "are", "was":
		if len(words) == 1 {
			return false
		}
		if last = words[len(words)-2]; last == "name" {
			return true
		}
	}
	last = strings.TrimSuffix(last, ",")
	if slices.ContainsFunc(kin(), func(line []string) bool { return slices.Contains(line, last) }) {
		return true
	}
	switch last {
	case "mate", "buddy", "bestie", "pal", "gf", "bf", "bro", "sis", "fiance", "fiancee", "spouse", "flatmate", "housemate", "classmate", "teammate", "crush", "date", "girl", "boy",
		"niece", "nephew", "grandson", "granddaughter", "twin", "stepmom", "stepdad", "stepson", "stepdaughter", "godmother", "godfather", "manager", "supervisor", "co-worker",
		"teacher", "professor", "tutor", "coach", "trainer", "doctor", "dentist", "therapist", "lawyer", "nurse", "nanny", "landlord", "landlady", "client",
		"dog", "puppy", "cat", "kitten", "rabbit", "bunny", "hamster", "parrot", "budgie", "horse", "pony", "turtle", "tortoise", "goldfish":
		return true
	}
	return false
}

// introducesChinese is introduces for Chinese, which parts no words: 我朋友小王, 狗叫旺财.
func introducesChinese(before string) bool {
	return strings.HasSuffix(before, "叫") || strings.HasSuffix(before, "叫做") || strings.HasSuffix(before, "名字是") ||
		slices.ContainsFunc(kin(), func(line []string) bool {
			return slices.ContainsFunc(line, func(word string) bool { return word[0] >= 0x80 && strings.HasSuffix(before, word) })
		})
}

func firstRune(s string) rune {
	r, _ := utf8.DecodeRuneInString(s)
	return r
}
