package memory

import "strings"

// Hints are what the form of a question says about its answer.
type Hints struct {
	Wants Traits // the answer likely holds one of these; 0: no idea
	Help  bool   // asks for advice or work: how the user likes things matters
	Told  bool   // asks for what the assistant said
}

// HintsOf reads the form of a question in English or Chinese: "when" wants a time, "how many"
// a number, "who" and "where" a name.
func HintsOf(text string) Hints {
	var h Hints
	last, you, did := "", false, false
	eachWord(text, func(w string) bool {
		switch w {
		case "when", "date", "year", "month":
			h.Wants |= Dated
		case "who", "whom", "whose", "where":
			h.Wants |= Names
		case "many", "much", "long", "old", "often", "far":
			if last == "how" {
				h.Wants |= Numbers
			}
		case "number", "amount", "price", "cost", "total", "percentage":
			h.Wants |= Numbers
		case "i", "we":
			if last == "do" || last == "can" || last == "should" || last == "could" {
				h.Help = true
			}
		case "help", "recommend", "suggest", "suggestions", "recommendations", "tips", "ideas", "explain", "walk", "give", "show", "advice", "write", "plan":
			h.Help = true
			h.Told = h.Told || did
		case "you":
			if last == "can" || last == "could" || last == "would" {
				h.Help = true
			}
			did = did || last == "did" || last == "have"
		case "say", "tell", "mention", "promise":
			h.Told = h.Told || did
		case "said", "told", "mentioned", "recommended", "suggested", "advised", "explained", "gave", "promised", "wrote", "drafted", "translated":
			h.Told = h.Told || you
		}
		you = you || w == "you"
		last = w
		return true
	})
	if hasAny(text, "怎么办", "如何", "怎样", "帮我", "推荐", "建议", "该怎么", "应该", "教我", "给我") {
		h.Help = true
	}
	if strings.Contains(text, "你") && hasAny(text, "说过", "告诉", "推荐过", "建议过", "提到过", "介绍过", "推荐了", "建议了", "介绍了", "写的", "写过", "写了", "翻译的", "起草的") {
		h.Told = true
	}
	if hasAny(text, "什么时候", "何时", "哪天", "哪年", "几月", "几号", "哪一天", "哪一年", "多久") {
		h.Wants |= Dated
	}
	if hasAny(text, "多少", "几个", "几次", "几岁", "多大", "多高", "多长", "几点") {
		h.Wants |= Numbers
	}
	return h
}

// EachPhrase calls f with the key of every run of up to four words, and of up to five Chinese
// pairs, in terms: the names a question may mention. It is the reading side of EntityKey.
func EachPhrase(terms []Term, f func(key Term)) {
	for i, t := range terms {
		if t.Kind() == CharTerm {
			f(PhraseKey(terms[i : i+1]))
			continue
		}
		var run [6]Term
		n := 0
		for _, u := range terms[i:] {
			if u.Kind() == CharTerm {
				continue
			}
			run[n] = u
			n++
			f(PhraseKey(run[:n]))
			if n == len(run)-1 || u.Kind() != PairTerm && n == 4 {
				break
			}
		}
	}
}
