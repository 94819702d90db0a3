package policy

import (
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestPatternsMatchWhatRegexpMatches holds the patterns that share their parts against package
// regexp, on the written cases and on what is left of them when words are taken out.
func TestPatternsMatchWhatRegexpMatches(t *testing.T) {
	p := NewPhrases()
	type pair struct {
		name string
		node *node
		re   *regexp.Regexp
	}
	pairs := []pair{{"ahead", &p.ahead, regexp.MustCompile(aheadPattern)}, {"told", &p.told, regexp.MustCompile(toldPattern)}}
	for i := range p.rules {
		pairs = append(pairs, pair{p.rules[i].code, &p.rules[i].pattern, regexp.MustCompile(expand(p.rules[i].text))})
	}
	var m matcher
	compared, matched := 0, 0
	f := func(text string) {
		if !m.take(p.patterns, text) {
			return
		}
		for _, x := range pairs {
			want := x.re.MatchString(text)
			compared++
			if want {
				matched++
			}
			if got := m.matches(x.node); got != want {
				t.Errorf("%s in %q: got %v, want %v", x.name, text, got, want)
			}
		}
	}
	var texts []string
	for _, c := range forgettingCases(t) {
		texts = append(texts, c.text)
	}
	for _, file := range []string{"ordinary_en.txt", "ordinary_zh.txt"} {
		table, err := os.ReadFile("testdata/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for i, line := range strings.Split(string(table), "\n") {
			if i%10 == 0 {
				texts = append(texts, line)
			}
		}
	}
	for i, text := range texts {
		for _, c := range clausesOf(plainText(text)) {
			f(c.text)
			f(c.tight)
			if i%4 > 0 {
				continue
			}
			words := strings.Fields(c.text)
			for k := range words {
				f(strings.Join(append(append([]string{}, words[:k]...), words[k+1:]...), " "))
			}
		}
	}
	for _, text := range []string{"", " ", "\xff\xfe", "\ue000\ue001", "don't remember this\n", "\nforget my address", "别记这个\n", strings.Repeat("please ", 22), strings.Repeat("请", 160)} {
		f(text)
	}
	if matched < 500 || compared < 100_000 {
		t.Errorf("%d matches among %d comparisons are no test", matched, compared)
	}
}

// TestMatcherRefusesLongTexts: places are counted up to a bound.
func TestMatcherRefusesLongTexts(t *testing.T) {
	p := NewPhrases()
	var m matcher
	if !m.take(p.patterns, strings.Repeat("忘", maxClauseRunes)) || m.take(p.patterns, strings.Repeat("忘", maxClauseRunes+1)) {
		t.Error("the bound is elsewhere")
	}
	if !m.take(p.patterns, "forget my address") || !m.matches(&node{kind: oneText, text: "address"}) {
		t.Error("a text behind a refused one is not read")
	}
}

// TestPatternsReadTheSyntax: each construct by itself, against package regexp.
func TestPatternsReadTheSyntax(t *testing.T) {
	shared := newPatterns([]string{"{a}", "{b}"}, []string{"(?:ab|a)", "c+"})
	plain := strings.NewReplacer("{a}", "(?:ab|a)", "{b}", "c+")
	var m matcher
	for _, pattern := range []string{
		"", "a", "^a", "a$", "^a$", "^$", "^(?:a|b)*$", "^a{2,3}b?$", "^(?:ab){2,}$", "^a+?b*$", ".", "^.$", "^.*b$", `\bab\b`, `^[^ab]+$`, `^[\p{Han}a]{1,3}$`,
		"^{a}{b}$", "^(?:{a}|{b})+$", "{a}$", "^{b}{a}?", "^(?:{a}|{b}|x)b$", "(?P<topic>a+?)b", "^(?:a*)*$", "^(?:a|ab)(?:c|bcd)$", "^(?:a?){3}$", "^(?:a?){2,}b$",
	} {
		n, re := shared.read(pattern), regexp.MustCompile(plain.Replace(pattern))
		for _, text := range []string{"", "a", "b", "ab", "ba", "aab", "aaab", "aaaab", "abab", "ababab", "c", "ac", "abc", "abcc", "abcd", "abccab", "x", "xb", "\n", "a\nb", "x ab y", "xaby", "汉", "汉a字", "汉字汉字", "abb", "cb"} {
			if !m.take(shared, text) {
				t.Fatal(text)
			}
			if got, want := m.matches(&n), re.MatchString(text); got != want {
				t.Errorf("%q in %q: got %v, want %v", pattern, text, got, want)
			}
		}
	}
}
