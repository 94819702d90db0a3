package memory

import (
	"strings"
	"unicode"
)

// seeksOnly reports whether a record is something the user asked or told an assistant to do,
// and nothing else: every sentence of it is a question or a command that says nothing about
// him on the way. "I have 52 sources now, how do I sort them?" tells, though it asks.
func seeksOnly(r *Record) bool {
	const longest = 160 // bytes; what is longer brings something with it
	if r.Layer != Episodic || len(r.Text) > longest || r.Tagged(TagReflection) {
		return false
	}
	if p := r.Event.Participants; len(p) > 0 && p[0] != string(RoleUser) {
		return false // what others ask tells something about them
	}
	return Seeks(r.Text)
}

// Seeks reports whether every sentence of a text asks or commands and none tells something of its
// speaker, with a question mark or without.
func Seeks(text string) bool {
	found := false
	for text = strings.TrimSpace(text); text != ""; text = strings.TrimSpace(text) {
		end := strings.IndexFunc(text, func(r rune) bool { return strings.ContainsRune("?？!！。；\n", r) })
		if dot := strings.Index(text, ". "); dot >= 0 && (end < 0 || dot < end) {
			end = dot
		}
		sentence, mark := text, ""
		if end >= 0 {
			sentence, mark = text[:end], text[end:]
		}
		asks := strings.HasPrefix(mark, "?") || strings.HasPrefix(mark, "？") || Commands(sentence) || asksBare(sentence)
		if (!asks || tellsToo(sentence)) && strings.ContainsFunc(sentence, unicode.IsLetter) {
			return false
		}
		found = found || asks
		text = strings.TrimLeftFunc(mark, func(r rune) bool { return unicode.IsPunct(r) || unicode.IsSpace(r) })
	}
	return found
}

// Commands reports whether a sentence tells an assistant to do something at once. It is the one
// list of the verbs of such orders; whether the sentence tells something as well is for the caller.
func Commands(sentence string) bool {
	if strings.HasSuffix(strings.ToLower(strings.TrimRight(sentence, " .,!")), "please") {
		return true
	}
	verb := false
	n := 0
	eachWord(sentence, func(w string) bool {
		if n == 0 && (w == "please" || w == "now" || w == "then" || w == "ok" || w == "and") {
			return true
		}
		n++
		verb = commandVerb(w)
		return false
	})
	if verb {
		return true
	}
	sentence = strings.TrimPrefix(strings.TrimSpace(sentence), "请")
	for _, sign := range [...]string{"帮我", "给我", "你帮", "写一", "写首", "写个", "写篇", "解释", "翻译", "讲个", "讲一", "总结", "推荐", "告诉我", "介绍一下", "列出", "算一下", "计算", "生成", "说说", "把这", "讲讲", "查一", "算一", "改写", "润色"} {
		if strings.HasPrefix(sentence, sign) {
			return true
		}
	}
	return false
}

// commandVerb reports whether an English order to an assistant begins with a word.
func commandVerb(w string) bool {
	switch w {
	case "write", "explain", "tell", "show", "give", "translate", "summarize", "summarise", "create", "generate", "draft", "convert", "list",
		"help", "suggest", "recommend", "find", "search", "fix", "compute", "calculate", "describe", "compare", "rewrite", "define", "solve", "proofread", "make":
		return true
	}
	return false
}

// asksBare reports whether a sentence without a question mark asks all the same.
func asksBare(sentence string) bool {
	sentence = strings.TrimSpace(sentence)
	if asksInChinese(sentence) {
		return true
	}
	asks, n := false, 0
	eachWord(sentence, func(w string) bool {
		n++
		switch w {
		case "what", "where", "who", "why", "how", "which":
			return n == 1
		case "is", "are", "am", "do", "does", "did", "was", "were", "can", "should", "would", "could", "will", "many", "much":
			asks = n > 1
			return false
		case "a", "an": // "what a day"
			return false
		}
		return n > 1 && n < 5
	})
	return asks
}

// asksInChinese reports whether a short sentence has a word of question that is not meant for any:
// 做什么的 asks, 什么都行 and 没什么 do not, nor does who says that he knows.
func asksInChinese(sentence string) bool {
	const longest = 90 // bytes: some thirty characters
	if len(sentence) > longest {
		return false
	}
	sentence = Fold(sentence)
	if strings.HasSuffix(sentence, "吗") {
		return true
	}
	if !EitherOr(sentence) && !hasAny(sentence, "什么", "啥", "多少", "哪", "谁", "怎么", "咋", "为何", "几点", "几号", "几岁", "几次", "几个人", "多大", "多久", "多长", "多高", "多远", "吗") {
		return false
	}
	return !hasAny(sentence, "没什么", "什么都", "什么也", "什么的时候", "没啥", "啥都", "哪都", "哪儿都", "哪里都", "谁都", "谁也", "怎么都", "怎么也", "不知", "知道", "多少有", "多少都",
		"无论", "不管", "不论", "随便", "决定", "告诉你", "明白", "清楚", "发现", "记得", "想起")
}

// tellsToo reports whether a sentence that asks says something about its speaker as well: a
// clause of its own ("I moved, ...", 我搬家了，...) or a figure that he calls his.
func tellsToo(sentence string) bool {
	last, first, number, clause := "", false, false, false
	eachWord(sentence, func(w string) bool {
		switch w {
		case "i", "we":
			first = true
			switch last {
			case "do", "does", "did", "am", "are", "was", "were", "have", "had", "can", "could", "should", "shall", "will", "would", "may", "might", "must",
				"what", "when", "where", "which", "who", "why", "how", "if", "whether", "think", "say", "than":
			default:
				clause = true
			}
		case "my", "our", "me", "us":
			first = true
		case "should", "can", "could", "need": // "..., do you think I should"
			clause = clause && last != "i" && last != "we"
		}
		number = number || w[0] >= '0' && w[0] <= '9'
		last = w
		return true
	})
	if clause || first && number || tellsOfHis(sentence) {
		return true
	}
	for _, part := range strings.FieldsFunc(sentence, func(r rune) bool { return r == '，' || r == ',' || r == '：' }) {
		if hasAny(part, "我", "咱") && !hasAny(part, "什么", "怎", "哪", "谁", "几", "多少", "吗", "呢", "如何", "帮", "给我", "请", "推荐", "建议", "告诉", "为什么", "能不能", "可不可以", "是不是", "有没有", "该", "想知道") {
			return true
		}
	}
	return strings.Contains(sentence, "我") && strings.ContainsFunc(sentence, unicode.IsDigit)
}

// tellsOfHis reports whether a part of a sentence behind its first says what somebody of the
// speaker's is or does: "..., my wife is vegan".
func tellsOfHis(sentence string) bool {
	_, rest, more := strings.Cut(sentence, ",")
	for part := rest; more; part = rest {
		part, rest, more = strings.Cut(part, ",")
		n, his, says := 0, false, false
		eachWord(part, func(w string) bool {
			switch w {
			case "my", "our":
				his = his || n == 0
			case "and", "because", "since", "as":
				return true // before it
			case "is", "are", "was", "were", "has", "have", "had", "can", "cannot", "likes", "loves", "hates", "needs", "wants", "lives", "works":
				says = his
			}
			n++
			return !says
		})
		if says {
			return true
		}
	}
	return false
}

// repeatsQuestion reports whether a text says next to no word that the question does not say too.
func repeatsQuestion(text string, question []Term) bool {
	var buffer [64]Term
	told, fresh := 0, 0
	for _, t := range AppendTerms(buffer[:0], text) {
		told++
		if !hasTerm(question, t) {
			fresh++
		}
	}
	return told > 0 && fresh*5 <= told
}

func hasTerm(terms []Term, t Term) bool {
	for _, x := range terms {
		if x == t {
			return true
		}
	}
	return false
}
