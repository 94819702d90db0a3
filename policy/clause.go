package policy

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"mneme/memory"
)

// clause is a piece of text between two marks of punctuation, folded.
type clause struct {
	text    string // folded, blanks collapsed
	tight   string // text without blanks
	at      int    // its number
	begins  bool   // it begins a sentence
	told    bool   // it goes on telling: "I relax and forget my troubles"
	asks    bool   // its sentence ends with a question mark
	mention bool   // it is what somebody said, or an example of language
	chinese bool   // it holds Chinese characters
	source  string // the whole text, as it was written
	knows   func(name string) bool
}

// clausesOf cuts a text into clauses, leaving out what is quoted or code.
func clausesOf(text string) []clause {
	plain := mended(memory.Fold(withoutQuotes(text)))
	var clauses []clause
	first := 0 // of the current sentence
	start := 0
	lead := "" // what stands before a colon
	begins, joined := true, false
	add := func(end int, mark rune) {
		c := newClause(plain[start:end])
		if c.text != "" {
			c.at, c.begins = len(clauses), begins
			c.mention = lead != "" && isMention(lead)
			c.told = joined && c.at > 0 && isTelling(clauses[c.at-1].text)
			clauses = append(clauses, c)
			begins = false
		}
		lead = ""
		switch mark {
		case ':':
			if len(clauses) > 0 && c.text != "" {
				lead = c.text
			}
		case '?':
			for i := first; i < len(clauses); i++ {
				clauses[i].asks = clauses[i].asks || i == len(clauses)-1 && !seconded(clauses[i].text)
			}
		}
		if mark != ',' && mark != ':' {
			first, begins = len(clauses), true
		}
	}
	for i, r := range plain {
		mark := punctuation(plain, i, r)
		if mark == 0 {
			if n := conjunction(plain, i); n > 0 && i > start {
				add(i, ',')
				start, joined = i, true
			}
			continue
		}
		add(i, mark)
		start, joined = i+utf8.RuneLen(r), false
	}
	add(len(plain), '.')
	return clauses
}

// seconded reports whether a question only asks for an order to be seconded: "forget that, ok?"
func seconded(text string) bool {
	return hasAnySuffix(text, " ok", " okay", " please", " alright", " will you", " would you", " could you")
}

// punctuation returns the kind of mark at i: ',' within a sentence, ':' before
// what follows from it, '?' or '.' at its end; 0 for none.
func punctuation(s string, i int, r rune) rune {
	switch r {
	case '?', '!', ';', '\n', '。', '…', '~':
		if r == '?' {
			return '?'
		}
		return '.'
	case ':':
		if i+1 < len(s) && s[i+1] != '/' && !isDigit(s[i+1]) || i+1 == len(s) {
			return ':'
		}
	case ',', '、', '(', ')', '[', ']', '{', '}', '\u00b7', '【', '】', '《', '》', '〈', '〉', '*', '|':
		return ','
	case '.':
		if i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n' || s[i+1] >= utf8.RuneSelf || s[i+1] == '.' {
			return '.'
		}
	case '-':
		if i > 0 && (s[i-1] == ' ' || s[i-1] == '-' || s[i-1] >= utf8.RuneSelf) {
			return ','
		}
	}
	return 0
}

// conjunction returns the length of a conjunction at i, behind which an order may
// begin without a comma; 0 for none.
func conjunction(s string, i int) int {
	if s[i] == ' ' {
		for _, word := range [...]string{" but ", " and ", " so ", " then ", " though ", " also ", " because ", " or "} {
			if rest, ok := strings.CutPrefix(s[i:], word); ok {
				rest = strings.TrimPrefix(strings.TrimPrefix(strings.TrimPrefix(rest, "please "), "also "), "then ")
				if hasAnyPrefix(rest, "don't ", "dont ", "do not ", "forget ", "never ", "stop ", "keep this ", "keep it ", "off the record",
					"you don't ", "you can ", "delete ", "erase ", "remember ", "i don't want you ", "no need ", "this is off ", "could you ", "can you ", "make sure ") {
					return len(word)
				}
			}
		}
		return 0
	}
	for _, word := range [...]string{"但是", "但", "不过", "然后", "而且", "所以", "并且", "顺便", "请别", "请不要", "麻烦别", "麻烦不要", "千万别", "千万不要"} {
		if strings.HasPrefix(s[i:], word) {
			return len(word)
		}
	}
	return 0
}

func newClause(s string) clause {
	s = strings.Trim(s, " \t\r\"'`>-=_.。+•")
	var text, tight strings.Builder
	blank, han := false, false
	for _, r := range s {
		if r == ' ' || r == '\t' || r == '\r' {
			blank = true
			continue
		}
		if unicode.Is(unicode.Han, r) {
			han = true
		}
		if blank && text.Len() > 0 {
			text.WriteByte(' ')
		}
		blank = false
		text.WriteRune(r)
		tight.WriteRune(r)
	}
	c := clause{text: text.String(), tight: tight.String(), chinese: han}
	c.asks = han && (hasAnySuffix(c.tight, "吗", "么") || asksWhether(c.tight)) // the mark may be left out
	if strings.HasPrefix(c.text, "//") || strings.HasPrefix(c.text, "#") || strings.HasPrefix(c.text, "/*") {
		c.text, c.tight = "", "" // a comment in somebody's code
	}
	return c
}

// requests reports whether a question asks for something to be done: "could you
// forget my address?" does, "did you forget my birthday?" does not.
func (c clause) requests() bool {
	text := c.text
	for again := true; again; {
		again = false
		for _, word := range [...]string{"ok ", "okay ", "so ", "and ", "but ", "hey ", "then ", "also ", "please ", "well ", "or ", "now "} {
			if rest, ok := strings.CutPrefix(text, word); ok {
				text, again = rest, true
			}
		}
	}
	if hasAnyPrefix(text, "can you ", "could you ", "would you ", "will you please ", "can we ", "could we ", "do you mind not ", "is it ok ", "is it okay ", "is it possible ") {
		return true
	}
	tight := strings.TrimLeft(c.tight, "那么请你您但不过然后嗯好的就")
	return hasAnyPrefix(tight, "能不能", "可不可以", "可否", "能否", "可以", "能", "麻烦") ||
		hasAnySuffix(c.tight, "好吗", "好么", "好不好", "行吗", "行不行", "可以吗")
}

// asksWhether reports whether a Chinese clause asks by a verb and its negation:
// "要不要记" holds "不要记" and asks for nothing.
func asksWhether(tight string) bool {
	for _, form := range [...]string{"要不要", "该不该", "用不用", "需不需要", "应不应该", "记不记", "存不存", "删不删"} {
		if strings.Contains(tight, form) {
			return true
		}
	}
	return false
}

// isTelling reports whether an English clause tells of somebody's doings, so that
// a verb joined to it by "and" is no order.
func isTelling(s string) bool {
	for word := range strings.FieldsSeq(s) {
		switch word {
		case "i", "we", "you", "he", "she", "they", "it", "to", "i'll", "we'll", "i'd", "let", "just":
			return true
		}
	}
	return false
}

func hasAnySuffix(s string, suffixes ...string) bool {
	for _, suffix := range suffixes {
		if strings.HasSuffix(s, suffix) {
			return true
		}
	}
	return false
}

// isMention reports whether what follows a colon after s is language to be
// looked at, or somebody else's words.
func isMention(s string) bool {
	for _, own := range [...]string{"i said", "i'm telling you", "let me say", "i will say", "我说", "跟你说", "和你说", "我先说", "说一下", "说明一下", "说清楚", "话先说"} {
		if strings.Contains(s, own) {
			return false
		}
	}
	for _, word := range [...]string{"translat", "phrase", "sentence", "mean", "grammar", "said", "told", "says", "wrote", "asked", "replied", "written",
		"reads", "lyric", "title", "quote", "example", "e.g", "such as", "like this", "prompt", "message was", "text", "string", "spell", "correct",
		"翻译", "句子", "意思", "语法", "说", "写", "问", "例如", "比如", "歌词", "标题", "短语", "英文", "中文", "日文", "造句", "读作", "改写", "润色"} {
		if strings.Contains(s, word) {
			return true
		}
	}
	return false
}

// withoutQuotes blanks out code, quotations and quoted lines. A quotation mark
// without its pair quotes nothing.
func withoutQuotes(text string) string {
	if !strings.ContainsAny(text, "\"`>“‘「『'《") && !strings.Contains(text, "＂") {
		return text
	}
	var b strings.Builder
	b.Grow(len(text))
	lineStart := true
	for i := 0; i < len(text); {
		if lineStart && text[i] == '>' {
			end := lineEnd(text, i)
			i = end
			continue
		}
		open, closer := quoteAt(text, i)
		if open > 0 {
			if end := strings.Index(bounded(text[i+open:]), closer); end >= 0 {
				b.WriteString(" ␀ ")
				i += open + end + len(closer)
				lineStart = false
				continue
			}
		}
		_, size := utf8.DecodeRuneInString(text[i:])
		lineStart = text[i] == '\n' || lineStart && (text[i] == ' ' || text[i] == '\t')
		b.WriteString(text[i : i+size])
		i += size
	}
	return b.String()
}

// maxQuoteBytes bounds how far the end of a quotation is looked for, which also
// bounds the time spent on marks without a pair.
const maxQuoteBytes = 2000

func bounded(s string) string { return s[:min(len(s), maxQuoteBytes)] }

func lineEnd(s string, i int) int {
	if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
		return i + n
	}
	return len(s)
}

// quoteAt returns the length of an opening mark at i and the mark that closes it.
func quoteAt(s string, i int) (int, string) {
	switch {
	case strings.HasPrefix(s[i:], "```"):
		return 3, "```"
	case s[i] == '`':
		return 1, "`"
	case s[i] == '"':
		return 1, "\""
	case s[i] == '\'' && (i == 0 || s[i-1] == ' ' || s[i-1] == '(' || s[i-1] == '\n'):
		return 1, "'"
	}
	for _, pair := range [...][2]string{{"“", "”"}, {"‘", "’"}, {"「", "」"}, {"『", "』"}, {"《", "》"}, {"＂", "＂"}} {
		if strings.HasPrefix(s[i:], pair[0]) {
			return len(pair[0]), pair[1]
		}
	}
	return 0, ""
}

func isDigit(c byte) bool { return c >= '0' && c <= '9' }
