package memory

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// tellsNumber reports whether a fact among candidates itself says how many there are of what is counted:
// "has 2 kids", 有两个孩子.
func tellsNumber(candidates []Candidate, counted string) bool {
	fields := strings.Fields(Fold(counted))
	if len(fields) == 0 {
		return false
	}
	thing := fields[len(fields)-1]
	for i := range candidates {
		if r := candidates[i].Record; r.Layer == Semantic && r.Status == Current && numbered(Fold(r.Text), thing) {
			return true
		}
	}
	return false
}

// numbered reports whether a folded text has a number before a thing, at most a word between.
func numbered(text, thing string) bool {
	if Han(thing) {
		for rest := text; ; {
			at := strings.Index(rest, thing)
			if at < 0 {
				return false
			}
			before := strings.TrimRight(rest[:at], " ")
			bare := strings.TrimRight(before, "个只条位名辆台张本件家口匹头棵套间把部双对")
			if last, _ := utf8.DecodeLastRuneInString(bare); unicode.IsDigit(last) || len(bare) < len(before) && strings.ContainsRune("一二两俩三仨四五六七八九十百千", last) {
				return true
			}
			rest = rest[at+len(thing):]
		}
	}
	one := strings.Replace(singular(thing), "children", "child", 1)
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	for i, w := range words {
		if singular(w) != one && !(w == "children" && one == "child") {
			continue
		}
		for _, before := range words[max(0, i-2):i] {
			if numeral(before) {
				return true
			}
		}
	}
	return false
}

// numeral reports whether an English word is a number.
func numeral(w string) bool {
	switch w {
	case "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "twenty", "thirty", "dozen", "hundred":
		return true
	}
	return w != "" && len(w) <= 3 && strings.Trim(w, "0123456789") == ""
}
