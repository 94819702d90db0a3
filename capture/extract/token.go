package extract

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// token is one word, one Chinese character, one number or one mark of a turn.
type token struct {
	text       string // folded, contractions spelled out
	start, end int    // bytes in the turn; both halves of a contraction have the same
	kind       tokenKind
	capital    bool // begins with a capital letter
}

type tokenKind uint8

const (
	aWord tokenKind = iota
	aCharacter
	aNumber
	aMark  // a comma, a colon, a bracket, a quotation mark
	anEnd  // the end of a sentence
	aSmile // an emoji or the like
)

// tokenize splits text. Its result is the only view of a turn the rules have;
// offsets lead back to the words as they were written.
func tokenize(text string) []token {
	tokens := make([]token, 0, len(text)/4+8)
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '\n' && len(tokens) > 0 && tokens[len(tokens)-1].text == ",":
			i++ // the sentence goes on
		case r == '\n':
			tokens = append(tokens, token{text: "\n", start: i, end: i + 1, kind: anEnd})
			i++
		case unicode.IsSpace(r) || r == utf8.RuneError && size <= 1:
			// A blank between characters parts clauses, as people type on phones.
			if n := len(tokens); n > 0 && tokens[n-1].kind == aCharacter && !strings.Contains("按把给跟和叫从向为比被让或与", tokens[n-1].text) {
				if next, _ := utf8.DecodeRuneInString(text[i+size:]); ideograph(next) {
					tokens = append(tokens, token{text: ",", start: i, end: i + size, kind: aMark})
				}
			}
			i += max(size, 1)
		case ideograph(r):
			tokens = append(tokens, token{text: string(memory.FoldRune(r)), start: i, end: i + size, kind: aCharacter})
			i += size
		case unicode.IsLetter(r) || unicode.IsDigit(r) || money(r):
			end := wordEnd(text, i)
			tokens = appendWord(tokens, text, i, end)
			i = end
		case r > 0x2190 && !unicode.IsPunct(r) && !unicode.IsLetter(r):
			tokens = append(tokens, token{text: text[i : i+size], start: i, end: i + size, kind: aSmile})
			i += size
		default:
			if n := maskAt(text[i:]); n > 0 { // what was masked is one word, and is never cut
				tokens = append(tokens, token{text: memory.Fold(text[i : i+n]), start: i, end: i + n})
				i += n
				continue
			}
			tokens = append(tokens, mark(text, i, size, r))
			i += size
		}
	}
	return tokens
}

// maskAt returns the length of the mask that a text begins with, as [phone] or [电话], or 0.
func maskAt(text string) int {
	end := strings.IndexByte(text, ']')
	if text[0] != '[' || end < 2 || end >= 24 || strings.Trim(text[1:end], "abcdefghijklmnopqrstuvwxyz-_ 电话证件号银行卡邮箱地址密钥联系账") != "" {
		return 0
	}
	return end + 1
}

// ideograph reports whether r is a character that stands for itself.
func ideograph(r rune) bool {
	return r >= 0x3400 && r <= 0x9FFF || r >= 0xF900 && r <= 0xFAFF || r >= 0x20000 && r <= 0x3FFFF
}

func money(r rune) bool { return r == '$' || r == '€' || r == '£' || r == '¥' || r == '￥' }

// wordEnd returns where the word at i ends: "don't", "3.5", "A-17", "e-mail",
// "1,000", "15:30" and "50%" are one word each.
func wordEnd(text string, i int) int {
	first, size := utf8.DecodeRuneInString(text[i:])
	j := i + size
	prev := first
	for j < len(text) {
		r, n := utf8.DecodeRuneInString(text[j:])
		if ideograph(r) {
			break
		}
		if unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || r == '_' || r == '+' && prev != ' ' || r == '#' && prev == 'C' {
			prev, j = r, j+n
			continue
		}
		if r == '%' && unicode.IsDigit(prev) {
			return j + n
		}
		next, _ := utf8.DecodeRuneInString(text[j+n:])
		joins := false
		switch r {
		case '\'', '’', '-', '&', '@', '/':
			joins = (unicode.IsLetter(next) || unicode.IsDigit(next)) && !ideograph(next)
		case '.':
			joins = (unicode.IsLetter(next) && (unicode.IsLetter(prev) || unicode.IsDigit(prev)) && !unicode.IsUpper(next) || unicode.IsDigit(next)) && !ideograph(next)
		case ',':
			joins = unicode.IsDigit(prev) && threeDigits(text[j+n:])
		case ':':
			joins = unicode.IsDigit(prev) && unicode.IsDigit(next)
		}
		if !joins {
			break
		}
		prev, j = r, j+n
	}
	return j
}

func threeDigits(s string) bool {
	if len(s) < 3 {
		return false
	}
	for i := range 3 {
		if s[i] < '0' || s[i] > '9' {
			return false
		}
	}
	return len(s) == 3 || s[3] < '0' || s[3] > '9'
}

// appendWord adds a word, or the two words a contraction stands for.
func appendWord(tokens []token, text string, start, end int) []token {
	raw := text[start:end]
	first, _ := utf8.DecodeRuneInString(raw)
	t := token{text: memory.Fold(raw), start: start, end: end, capital: unicode.IsUpper(first)}
	if unicode.IsDigit(first) || money(first) && len(raw) > 1 {
		t.kind = aNumber
		return append(tokens, t)
	}
	if n := len(tokens); t.text == "got" && n > 0 && (tokens[n-1].text == "have" || tokens[n-1].text == "has") {
		return tokens // "have got" is to have
	}
	if left, right, ok := spellOut(t.text); ok {
		t.text = left
		second := t
		second.text, second.capital = right, false
		if right == "'s" { // the owner is a word of its own: its end matters for names
			t.end = end - 2
			if strings.HasSuffix(raw, "’s") {
				t.end = end - len("’s")
			}
			second.start = t.end
		}
		return append(tokens, t, second)
	}
	return append(tokens, t)
}

// spellOut splits a contraction: "don't" is "do not", "mother's" is "mother 's".
func spellOut(w string) (left, right string, ok bool) {
	switch w {
	case "can't", "cannot", "cant":
		return "can", "not", true
	case "won't", "wont":
		return "will", "not", true
	case "shan't":
		return "shall", "not", true
	case "dont":
		return "do", "not", true
	case "doesnt":
		return "does", "not", true
	case "didnt":
		return "did", "not", true
	case "isnt":
		return "is", "not", true
	case "im", "iam":
		return "i", "am", true
	case "ive":
		return "i", "have", true
	case "thats", "whats", "theres", "heres", "hes", "shes":
		return w[:len(w)-1], "is", true
	case "theyre", "youre":
		return w[:len(w)-2], "are", true
	case "weve", "youve", "theyve":
		return w[:len(w)-2], "have", true
	case "havent", "hasnt", "hadnt", "wasnt", "werent", "arent", "couldnt", "wouldnt", "shouldnt":
		return w[:len(w)-2], "not", true
	case "gonna":
		return "going", "to", true
	case "wanna":
		return "want", "to", true
	case "let's", "lets":
		return "let", "us", true
	}
	i := strings.LastIndexByte(w, '\'')
	if i <= 0 {
		return "", "", false
	}
	left, right = w[:i], w[i+1:]
	switch right {
	case "t":
		if strings.HasSuffix(left, "n") {
			return left[:len(left)-1], "not", true
		}
		return "", "", false
	case "m":
		return left, "am", true
	case "re":
		return left, "are", true
	case "ve":
		return left, "have", true
	case "ll":
		return left, "will", true
	case "d":
		return left, "would", true
	case "s":
		switch left {
		case "it", "that", "he", "she", "what", "there", "here", "who", "where", "how", "this", "name":
			return left, "is", true
		}
		return left, "'s", true
	}
	return "", "", false
}

// mark classifies punctuation.
func mark(text string, i, size int, r rune) token {
	t := token{text: string(memory.FoldRune(r)), start: i, end: i + size, kind: aMark}
	switch r {
	case '!', '?', '。', '！', '？', '；', ';', '…':
		t.kind = anEnd
	case '.':
		t.kind = anEnd
		if abbreviation(text[:i]) {
			t.kind = aMark
		}
	case '“', '”', '「', '」', '『', '』', '《', '》':
		t.text = string(r)
	}
	return t
}

// abbreviation reports whether a full stop after this text ends no sentence.
func abbreviation(before string) bool {
	word := before[strings.LastIndexAny(before, " \n(")+1:]
	switch memory.Fold(word) {
	case "mr", "mrs", "ms", "dr", "prof", "st", "e.g", "i.e", "vs", "etc", "approx", "no", "inc", "ltd", "jr", "sr":
		return true
	}
	return len(word) == 1 && unicode.IsUpper(rune(word[0])) && word != "I"
}

// sentence is a stretch of tokens up to an end; end is the mark that closed it.
type sentence struct {
	tokens []token
	end    string
}

// sentences cuts tokens at their ends.
func sentences(tokens []token) []sentence {
	var out []sentence
	from := 0
	for i, t := range tokens {
		if t.kind != anEnd {
			continue
		}
		if i > from {
			out = append(out, sentence{tokens: tokens[from:i], end: t.text})
		} else if len(out) > 0 && (t.text == "?" || t.text == "!") {
			out[len(out)-1].end = t.text // "what?!"
		}
		from = i + 1
	}
	if from < len(tokens) {
		out = append(out, sentence{tokens: tokens[from:]})
	}
	return out
}
