package main

import (
	"regexp"
	"strings"
	"unicode/utf8"
)

// The counting of words and tokens here follows the published scorer of the data sets letter
// by letter, so that both print the same; it is not how the product counts or searches.

type lexicon struct {
	word, run, sentence, suffix, vowel, double *regexp.Regexp
	stop                                       map[string]bool
}

func newLexicon() *lexicon {
	l := &lexicon{
		word:     regexp.MustCompile(`[a-z0-9]+(?:['’][a-z]+)?`),
		run:      regexp.MustCompile(`[\x{3400}-\x{4dbf}\x{4e00}-\x{9fff}\x{f900}-\x{faff}]+`),
		suffix:   regexp.MustCompile(`['’]s?$`),
		vowel:    regexp.MustCompile(`[aeiouy]`),
		double:   regexp.MustCompile(`(bb|dd|ff|gg|mm|nn|pp|rr|tt)$`),
		sentence: regexp.MustCompile(`[.!?。！？；;][\s\v\p{Z}\x{85}]*|\n+`),
		stop:     map[string]bool{},
	}
	for _, w := range strings.Fields(`a an the and or but if of to in on at for with from by as is are was were be been am
do does did done have has had having it its this that these those i you he she we they me him her
them my your his their our us not no so than then too very can could will would should what which
who whom whose when where why how there here about into over after before up down out just also
any some all more most other such only own same s t m re ve ll d`) {
		l.stop[w] = true
	}
	return l
}

// tokens are 1 a Chinese character, else a quarter of a byte.
func tokens(text string) float64 {
	chinese, rest := 0, 0
	for _, r := range text {
		if isHan(r) {
			chinese++
		} else {
			rest += utf8.RuneLen(r)
		}
	}
	return float64(chinese) + float64(rest)/4
}

func isHan(r rune) bool {
	return r >= 0x3400 && r <= 0x4dbf || r >= 0x4e00 && r <= 0x9fff || r >= 0xf900 && r <= 0xfaff
}

func (l *lexicon) stem(w string) string {
	w = l.suffix.ReplaceAllString(w, "")
	if utf8.RuneCountInString(w) <= 3 {
		return w
	}
	cut := false
	for _, pair := range [...][2]string{{"sses", "ss"}, {"ies", "y"}, {"xes", "x"}, {"ches", "ch"}, {"shes", "sh"}} {
		if rest, ok := strings.CutSuffix(w, pair[0]); ok {
			w, cut = rest+pair[1], true
			break
		}
	}
	if !cut && strings.HasSuffix(w, "s") && !strings.HasSuffix(w, "ss") && !strings.HasSuffix(w, "us") && !strings.HasSuffix(w, "is") {
		w = w[:len(w)-1]
	}
	for _, suffix := range [...]string{"ing", "ed"} {
		if rest, ok := strings.CutSuffix(w, suffix); ok && l.vowel.MatchString(rest) && len(rest) >= 3 {
			w = rest
			if l.double.MatchString(w) {
				w = w[:len(w)-1]
			}
			break
		}
	}
	if strings.HasSuffix(w, "ly") && len(w) > 5 {
		w = w[:len(w)-2]
	}
	if strings.HasSuffix(w, "e") && len(w) > 4 {
		w = w[:len(w)-1]
	}
	return w
}

// terms returns the informative words of a text.
func (l *lexicon) terms(text string) map[string]bool {
	text = strings.ToLower(text)
	out := map[string]bool{}
	for _, w := range l.word.FindAllString(text, -1) {
		if !l.stop[w] {
			out[l.stem(w)] = true
		}
	}
	for _, run := range l.run.FindAllString(text, -1) {
		letters := []rune(run)
		if len(letters) == 1 {
			out[run] = true
		}
		for i := 0; i+1 < len(letters); i++ {
			out[string(letters[i:i+2])] = true
		}
	}
	return out
}

// sentences cuts a text behind each full stop and at line ends.
func (l *lexicon) sentences(text string) []string {
	var out []string
	last := 0
	add := func(s string) {
		if strings.TrimSpace(s) != "" {
			out = append(out, s)
		}
	}
	for _, at := range l.sentence.FindAllStringIndex(text, -1) {
		sign, n := utf8.DecodeRuneInString(text[at[0]:])
		if sign == '\n' {
			n = 0
		}
		add(text[last : at[0]+n])
		last = at[1]
	}
	add(text[last:])
	return out
}

func overlap(a, b map[string]bool) int {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return n
}
