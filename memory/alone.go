package memory

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// StandsAlone reports whether a turn is a question or an order that is whole by itself, so that it
// needs nothing of the conversation before it. It is sure or says no.
func StandsAlone(turn string) bool { return standsAlone(Fold(turn)) }

// standsAlone reports whether a folded turn is a question or an order that is whole by itself, so
// that the conversation before it says nothing of what it means: "what is the capital of Mongolia?",
// 把早上好翻译成法语. What speaks of somebody who takes part, what points back ("it", "another", "the
// price") and what leaves out what is understood may each go on with what was talked of.
func standsAlone(text string) bool {
	if len(text) > placedBytes {
		return false
	}
	if hasHan(text) {
		return aloneInChinese(text)
	}
	return aloneInEnglish(text)
}

func hasHan(text string) bool { return !isASCII(text) && strings.ContainsFunc(text, isCJK) }

// aloneInEnglish is standsAlone for English.
func aloneInEnglish(text string) bool {
	words := strings.FieldsFunc(text, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && r != '\'' })
	for i, w := range words {
		words[i], _, _ = strings.Cut(w, "'")
	}
	words = withoutOpeners(words)
	if len(words) == 0 {
		return false
	}
	orders := commandVerb(words[0])
	if !orders && !questionWord(words[0]) {
		return false // "in Spanish?", "something shorter, please"
	}
	matter, an, own := 0, false, false
	for i, w := range words {
		last, next := "", ""
		if i > 0 {
			last = words[i-1]
		}
		if i+1 < len(words) {
			next = words[i+1]
		}
		switch {
		case w == "me":
			if i != 1 || !orders {
				return false
			}
		case w == "i" || w == "my":
			if orders || advises(text) {
				return false
			}
			own = own || w == "my" || last != "do" && last != "can" || words[0] != "how"
		case w == "there":
			if last != "is" && last != "are" && next != "is" && next != "are" {
				return false
			}
		case pointsBack(w), strings.HasSuffix(w, "ier") && !slices.Contains(words, "than"):
			return false
		case w == "about" && i == 1 && !orders: // "what about", "how about"
			return false
		case w == "a" || w == "an":
			an = true
		case w == "the":
			if !(orders && an) && !saysWhich(words[i+1:]) {
				return false
			}
		case i > 0 && !plainWord(w):
			matter++
		}
	}
	return matter > 1 || matter == 1 && (orders || an) && !own
}

// advises reports whether a folded text asks what to do: what was told before bears on that.
func advises(text string) bool { return formOf(text).advice }

// withoutOpeners takes off what a turn begins with and means nothing: a greeting, thanks, "can you".
func withoutOpeners(words []string) []string {
	for len(words) > 1 {
		switch w := words[0]; {
		case w == "hi" || w == "hey" || w == "hello" || w == "ok" || w == "okay" || w == "please" || w == "thanks" || w == "great" || w == "cool" || w == "nice" || w == "btw" || w == "anyway":
			words = words[1:]
		case (w == "can" || w == "could" || w == "would" || w == "will") && words[1] == "you", w == "thank" && words[1] == "you", w == "quick" && words[1] == "question":
			words = words[2:]
		case len(words) > 3 && (w == "by" && words[1] == "the" && words[2] == "way" || w == "do" && words[1] == "you" && words[2] == "know"):
			words = words[3:]
		default:
			return words
		}
	}
	return words
}

// questionWord reports whether an English question begins with a word.
func questionWord(w string) bool {
	switch w {
	case "what", "who", "whose", "where", "when", "why", "how", "which", "is", "are", "was", "were", "do", "does", "did", "has", "can", "could", "will":
		return true
	}
	return false
}

// saysWhich reports whether the words behind "the" say which one is meant: "the boiling point of
// water", "the tallest tree". "The price" is the one that was spoken of.
func saysWhich(behind []string) bool {
	for i, w := range behind[:min(len(behind), 5)] {
		switch w {
		case "of", "in", "for", "between", "on", "at", "from":
			return i > 0 && i+1 < len(behind)
		case "most", "least", "best", "first", "largest":
			return i == 0
		}
		if i == 0 && len(w) > 5 && strings.HasSuffix(w, "est") || i == 1 && !plainWord(w) && !plainWord(behind[0]) {
			return true
		}
	}
	return false
}

// plainWord reports whether an English word says nothing of what a text is about.
func plainWord(w string) bool { return stopWord(w) || lightWord(w) || generalMatter(w) }

// pointsBack reports whether an English word speaks of somebody who takes part, or of something
// that was spoken of.
func pointsBack(w string) bool {
	switch w {
	case "mine", "myself", "we", "us", "our", "ours", "you", "your", "yours", "it", "its", "this", "that", "these", "those", "they", "them", "their", "theirs", "he", "him", "his", "she", "her", "hers",
		"one", "ones", "other", "others", "another", "same", "else", "again", "also", "too", "more", "less", "instead", "still", "then", "last", "earlier", "previous", "previously", "now", "here",
		"next", "rest", "both", "either", "neither", "above", "so", "such", "because", "shorter", "longer", "better", "worse", "cheaper", "bigger", "smaller", "faster", "simpler":
		return true
	}
	return false
}

// generalMatter reports whether a word names what anything may have or be made into.
func generalMatter(w string) bool {
	switch w {
	case "example", "examples", "detail", "details", "step", "steps", "option", "options", "version", "summary", "idea", "ideas", "tip", "tips", "reason", "reasons", "price", "cost", "please", "thing", "things", "something", "anything", "kind", "way", "time", "much", "many", "long":
		return true
	}
	return false
}

// aloneInChinese is standsAlone for Chinese, which leaves out what is understood: a question counts
// as whole where it does not begin with what somebody understood is to do or to have.
func aloneInChinese(text string) bool {
	rest := strings.TrimFunc(text, func(r rune) bool { return !isCJK(r) && !wordRune(r) && !strings.ContainsRune("\"'“‘「", r) })
	for again := true; again; {
		again = false
		for _, opener := range [...]string{"你好", "您好", "好的", "谢谢", "对了", "顺便问一下", "顺便问", "问一下", "想问一下", "请问", "麻烦", "请", "你能不能", "你能", "你可以", "能不能", "你帮", "帮我", "给我", "你知道", "我想知道", "我想问", "告诉我", "跟我说说"} {
			if next, found := strings.CutPrefix(rest, opener); found {
				rest, again = strings.TrimLeft(next, " ，,。!！"), true
			}
		}
	}
	own := strings.HasPrefix(rest, "我") && !strings.HasPrefix(rest, "我们") && !advises(rest)
	if own {
		rest = strings.TrimPrefix(rest, "我")
	}
	if hasRune(rest, "我你您咱俺它他她这那该此还再也又呢另更换") || hasAny(rest, "其他", "其它", "其中", "其余", "刚才", "之前", "上面", "前面", "上次", "上一", "下一", "继续", "接着", "同样", "一样", "然后", "所以", "剩下", "大家", "家里", "自己") {
		return false
	}
	for _, opener := range [...]string{"什么时候", "几点", "几号", "哪", "谁", "去", "在", "多少", "多久", "多大", "多长", "有", "能", "可以", "需要", "要", "会", "是", "适合", "应该", "价格", "大概", "一般", "最好", "先", "具体", "怎么办", "用", "带", "穿", "吃", "买", "和", "跟", "如果", "但", "不"} {
		if strings.HasPrefix(rest, opener) {
			return false
		}
	}
	orders := Commands(rest) || strings.HasPrefix(rest, "把") || Commands("请"+rest)
	if !orders && !strings.ContainsAny(text, "?？") && !asksInChinese(rest) {
		return false
	}
	core := rest
	for _, general := range [...]string{"什么", "为什么", "怎么样", "怎么", "如何", "哪里", "哪些", "多少", "告诉", "推荐", "介绍", "解释", "翻译", "总结", "写一", "讲个", "讲一", "说说", "列出", "一下", "例子", "步骤", "原因", "细节", "详细", "具体", "方法", "简单"} {
		core = strings.ReplaceAll(core, general, "")
	}
	matter := 0
	for _, r := range core {
		if (isCJK(r) || unicode.IsLetter(r) || unicode.IsDigit(r)) && !particleRune(r) && !strings.ContainsRune("几哪谁多个些是有一", r) {
			matter++
		}
	}
	if orders {
		return matter >= 2
	}
	return matter >= 3 && utf8.RuneCountInString(rest) > 4
}

// goesOnWithWork reports whether a turn goes on with what was asked of the assistant for itself, and
// not with what its speaker told of his life: "another one" after a story, "and in French?". Such a
// turn speaks of nobody, and neither did the last clause before it that says what it is about.
func goesOnWithWork(text string, before []Turn) bool {
	if len(text) > placedBytes || speaksOfSomebody(text) {
		return false
	}
	for i := len(before) - 1; i >= 0; i-- {
		if before[i].Role != RoleUser {
			continue
		}
		for rest := Fold(beginning(before[i].Text, contextBytes)); rest != ""; {
			said := strings.TrimRight(rest, clauseMarks+" ")
			mark, at := rest[len(said):], strings.LastIndexAny(said, clauseMarks)
			_, size := utf8.DecodeRuneInString(said[max(at, 0):])
			clause := said
			if rest = ""; at >= 0 {
				clause, rest = said[at+size:], said[:at+size]
			}
			switch {
			case !hasMatter(clause):
			case speaksOfSomebody(clause):
				return false
			default:
				return asksForWork(clause, mark)
			}
		}
	}
	return false
}

// clauseMarks end a clause, or stand between two.
const clauseMarks = ".,;:!?\n，。；：！？"

// asksForWork reports whether a clause with the mark behind it asks for something.
func asksForWork(clause, mark string) bool {
	return strings.ContainsAny(mark, "?？") || Commands(clause) || asksBare(clause) || strings.HasPrefix(clause, "来") || strings.HasPrefix(clause, "再来") || strings.HasPrefix(clause, "换") || strings.HasPrefix(clause, "把")
}

// speaksOfSomebody reports whether a folded text speaks of the one who speaks or of somebody spoken
// of, other than as the one for whom something is to be done: "tell me", "can I have", 给我.
func speaksOfSomebody(text string) bool {
	for _, whom := range [...]string{"帮我", "给我", "告诉我", "跟我说", "和我说", "我想知道", "我想问", "我想听", "我要听"} {
		text = strings.ReplaceAll(text, whom, "")
	}
	if hasRune(text, "我咱他她") {
		return true
	}
	found, last := false, ""
	eachWord(text, func(w string) bool {
		switch w {
		case "i", "my", "mine", "myself", "we", "us", "our", "ours", "he", "him", "his", "she", "her", "hers", "they", "them", "their":
			found = true
		case "me":
			found = !commandVerb(last)
		}
		last = w
		return !found
	})
	return found
}

// hasMatter reports whether a clause says what it is about.
func hasMatter(clause string) bool {
	if hasHan(clause) {
		n := 0
		for _, r := range clause {
			if isCJK(r) && !particleRune(r) {
				n++
			}
		}
		return n > 1
	}
	found := false
	eachWord(clause, func(w string) bool {
		found = !plainWord(w) && !pointsBack(w) && !smallWord(w)
		return !found
	})
	return found
}
