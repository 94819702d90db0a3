package upkeep

import (
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// saying is what a text tells, apart from when, where and how often it was so: two
// texts that tell of one thing in the same words differ in that alone. It is made
// once and compared with many.
type saying struct {
	clauses [][]token
	all     []memory.Term // of all clauses, sorted, each once
	numbers []string      // by which its things and places are told apart, in order: page two, room 9
}

// token is a word of a saying, of Chinese a character.
type token struct {
	term   memory.Term
	denies bool // by itself: "not", 没
	place  bool // what begins here says where, for something stands before it
	after  rune // of Chinese, the character itself
}

// sayingOf reads a text of a time that is about some names, where that is known.
func sayingOf(text string, at time.Time, names ...string) saying {
	var s saying
	for _, clause := range clausesOf(timeless(text, at)) {
		if sighs(clause) {
			continue
		}
		var words []token
		if memory.Han(clause) {
			words = chineseWords(clause)
		} else {
			words = englishWords(clause, names)
			s.numbers = append(s.numbers, numbersIn(clause)...)
		}
		if len(words) == 0 {
			continue
		}
		s.clauses = append(s.clauses, words)
		for _, w := range words {
			s.all = append(s.all, w.term)
		}
	}
	slices.Sort(s.all)
	s.all = slices.Compact(s.all)
	return s
}

// alike is the share of their words that two sayings have in common, those aside
// that only one of them says of when or where; 0 when they tell of two things: when a
// part of one says of one thing what a part of the other says of another ("I called
// the bank", "I called my mother"), or the contrary.
func (s *saying) alike(o *saying) float64 {
	if len(s.numbers) > 0 && len(o.numbers) > 0 && !slices.Equal(s.numbers, o.numbers) {
		return 0 // page two is not page nine
	}
	common := shared(s.all, o.all)
	if common == 0 || common < 2 && (len(s.all) > 1 || len(o.all) > 1) {
		return 0
	}
	for _, a := range s.clauses {
		for _, b := range o.clauses {
			if !slices.ContainsFunc(a, func(w token) bool { return hasWord(b, w.term) }) {
				continue
			}
			mine, theirs := ownWords(a, o.all), ownWords(b, s.all)
			if mine.denies || theirs.denies || mine.tells && theirs.tells {
				return 0
			}
		}
	}
	aside := 0
	for _, c := range s.clauses {
		aside += ownWords(c, o.all).aside
	}
	for _, c := range o.clauses {
		aside += ownWords(c, s.all).aside
	}
	return float64(common) / float64(max(common, len(s.all)+len(o.all)-common-aside))
}

// own is what a clause says that another text does not.
type own struct {
	tells  bool // more than when or where
	denies bool // some of it does nothing but deny
	aside  int  // words that only say when or where
}

func ownWords(clause []token, other []memory.Term) (out own) {
	for from := 0; from < len(clause); {
		to := from
		for to < len(clause) && !known(other, clause[to].term) {
			to++
		}
		if to == from {
			from++
			continue
		}
		run := clause[from:to]
		out.denies = out.denies || !slices.ContainsFunc(run, func(w token) bool { return !w.denies })
		if circumstance(run) {
			out.aside += len(run)
		} else {
			out.tells = true
		}
		from = to
	}
	return out
}

// circumstance reports whether a run of words says only when or where: 开会前, 在
// 二楼 of a thing named before.
func circumstance(run []token) bool {
	return run[0].place || strings.ContainsRune("前后时间", run[len(run)-1].after)
}

func hasWord(words []token, t memory.Term) bool {
	return slices.ContainsFunc(words, func(w token) bool { return w.term == t })
}

// timeless is a text without the times it names.
func timeless(text string, at time.Time) string {
	spans := memory.When(text, at, nil)
	for i := len(spans) - 1; i >= 0; i-- {
		s := spans[i]
		text = text[:s.At] + " " + text[s.At+s.Len:]
	}
	return memory.Fold(text)
}

// clausesOf splits a folded text where a part of it ends.
func clausesOf(text string) []string {
	var out []string
	from := 0
	for i, r := range text {
		size := utf8.RuneLen(r)
		switch {
		case strings.ContainsRune(",;:!?，。；：！？、\n", r):
		case r == '.' && (i+1 == len(text) || text[i+1] == ' '):
		case r == ' ' && opensClause(text[i+1:]):
		default:
			continue
		}
		out = append(out, text[from:i])
		from = i + max(size, 1)
	}
	return append(out, text[from:])
}

// opensClause reports whether a clause of its own begins here.
func opensClause(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	switch word {
	case "but", "so", "because":
		return true
	case "and":
		next, _, _ := strings.Cut(rest, " ")
		return slices.Contains([]string{"i", "we", "it", "he", "she", "they", "that", "this"}, next) || determines(next)
	}
	return false
}

// sighs reports whether a clause only says how its speaker feels: "so annoying", 烦死了.
func sighs(clause string) bool {
	if memory.Han(clause) {
		return strings.ContainsAny(clause, "烦气糟难崩无讨郁开高棒") && strings.Trim(clause, " 真太好很死了我人得要命啊烦气糟糕难受过崩溃无语不讨厌郁闷透开高兴心棒这也让") == ""
	}
	felt := false
	for _, w := range strings.FieldsFunc(clause, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if memory.Mood(w) != "" {
			felt = true
		} else if tells(w) {
			return false
		}
	}
	return felt
}

// determines reports whether what a word begins is spoken of as a thing of its own.
func determines(word string) bool {
	switch word {
	case "the", "my", "our", "his", "her", "its", "their", "this", "that", "these", "those":
		return true
	}
	return false
}

// englishWords are the words of a clause. What follows "after" and the like says
// when; what follows "in" and the like says where, if it is the end of a clause that
// speaks of a thing and not of its speaker, or follows the thing's name.
func englishWords(clause string, names []string) []token {
	fields := strings.FieldsFunc(clause, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' })
	placed := len(fields) // from where on a place is only a place
	if len(fields) > 0 && determines(fields[0]) {
		placed = 0
	}
	for _, name := range names {
		if before, _, found := strings.Cut(clause, memory.Fold(name)); found && name != "" {
			placed = min(placed, len(strings.Fields(before))+len(strings.Fields(name)))
		}
	}
	var out []token
	for i, f := range fields {
		switch f {
		case "after", "before", "during", "while", "when", "since", "until", "till", "as":
			if len(out) > 0 {
				return out
			}
		case "in", "on", "at", "near", "by", "with", "inside", "under":
			if i >= placed && len(out) >= 2 && !slices.ContainsFunc(fields[i:], beIsHere) {
				return out
			}
		}
		switch {
		case deniesWord(f):
			out = append(out, token{term: denial, denies: true})
		case !recalls(f) && !(f[0] >= '0' && f[0] <= '9' && i+1 < len(fields) && recalls(fields[i+1])):
			for _, t := range memory.AppendTerms(nil, f) {
				if t.Kind() == memory.WordTerm || t.Kind() == memory.NumberTerm {
					out = append(out, token{term: t})
				}
			}
		}
	}
	return out
}

// numbersIn returns the numbers of an English clause that tell one thing from another of its kind: not
// how often or how long something was so.
func numbersIn(clause string) []string {
	fields := strings.FieldsFunc(clause, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' && r != '-' })
	var out []string
	for i, f := range fields {
		switch f {
		case "after", "before", "during", "while", "when", "since", "until", "till", "as":
			if i > 0 {
				return out // it says when
			}
		}
		switch f {
		case "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth":
		default:
			if f[0] < '0' || f[0] > '9' {
				continue
			}
		}
		if i+1 < len(fields) && recalls(fields[i+1]) || i > 0 && fields[i-1] == "for" {
			continue
		}
		out = append(out, f)
	}
	return out
}

// denial stands for every English word that only denies.
const denial memory.Term = 1

func deniesWord(w string) bool {
	switch w {
	case "not", "never", "no", "without", "cannot":
		return true
	}
	return strings.HasSuffix(w, "n't")
}

// beIsHere reports whether a word shows that the sentence goes on after a place: in
// "the tap in the kitchen is broken" that says which tap.
func beIsHere(w string) bool {
	switch w {
	case "is", "are", "was", "were", "be", "been", "has", "have", "had", "does", "did", "do", "can", "could", "will", "would", "keeps", "gets", "isn't", "aren't", "wasn't", "won't", "doesn't", "didn't", "can't":
		return true
	}
	return false
}

// recalls reports whether a word only says how often or when something was so.
func recalls(w string) bool {
	switch w {
	case "again", "still", "also", "already", "always", "often", "sometimes", "lately", "recently", "today", "yesterday", "tonight", "tomorrow", "morning", "afternoon", "evening", "night", "noon", "midnight",
		"once", "twice", "time", "times", "day", "days", "week", "weeks", "month", "months", "year", "years", "hour", "hours", "minute", "minutes", "right", "just", "really", "very", "so", "too", "now", "another":
		return true
	}
	return false
}

// chineseWords are the characters of a clause that mean something, and its words of
// letters.
func chineseWords(clause string) []token {
	for _, often := range [...]string{"今天", "昨天", "早上", "早晨", "上午", "中午", "下午", "晚上", "今早", "今晚", "昨晚", "半夜", "夜里", "凌晨", "最近", "刚才", "刚刚", "连着", "一直", "总是", "经常", "我们", "他们", "她们"} {
		clause = strings.ReplaceAll(clause, often, " ")
	}
	for _, unit := range [...]string{"分钟", "个小时", "小时", "天", "次", "周", "个月", "年"} {
		for rest := clause; ; {
			before, after, found := cutLast(rest, unit)
			if !found {
				break
			}
			if amount := strings.TrimRight(before, "0123456789零一二两三四五六七八九十百几半多"); amount != before {
				clause = amount + " " + after + clause[len(rest):]
				before = amount
			}
			rest = before
		}
	}
	var out []token
	place := false
	for _, r := range clause {
		switch {
		case r == '在':
			place = len(out) > 0
			continue
		case !unicode.Is(unicode.Han, r) || strings.ContainsRune("了的地得着过吗呢吧啊我你他她它这那个又再还也都就很太真是把被", r):
			continue
		}
		w := token{term: memory.Term(r), denies: strings.ContainsRune("没不别未", r), place: place, after: r}
		place = false
		out = append(out, w)
	}
	for _, t := range memory.AppendTerms(nil, clause) {
		if t.Kind() == memory.WordTerm || t.Kind() == memory.NumberTerm {
			out = append(out, token{term: t})
		}
	}
	return out
}

// cutLast is strings.Cut at the last place.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
