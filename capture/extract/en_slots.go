package extract

import (
	"strings"

	"mneme/memory"
)

// extentEnglish ends a phrase at a mark, at a word that begins another thought,
// and, for the narrow slots, where names end.
func (s *reading) extentEnglish(kind string, i int) int {
	j := i
	for j < len(s.tokens) && j-i < 16 {
		t := s.tokens[j]
		if t.kind == aSmile || s.is(j, breaks) && !(kind == "act" && j > i && (s.bounds(j) || s.shapes(i, j))) && !(kind == "until" && j == i) {
			break
		}
		if t.kind == aMark && !((kind == "list" || kind == "langs" || kind == "tools") && t.text == "," && s.listGoesOn(j)) && !(kind == "place" && t.text == "," && s.capital(j+1) && s.capital(j-1)) &&
			!(kind == "date" && t.text == ",") && !(t.text == "." && j > i && s.capital(j-1)) && t.text != "&" {
			break
		}
		if s.at(j) == "and" && (s.is(j+1, verbal) || s.is(j+1, breaks) || s.is(j+1, adverb) || s.at(j+1) == "my" || kind != "list" && kind != "tools" && kind != "langs" && kind != "vp" && kind != "money" && kind != "thing" && kind != "org") {
			break
		}
		if j > i && s.at(j) == "and" && s.livesOn(j+1) {
			break
		}
		if j > i && s.at(j) == "any" && (s.at(j+1) == "more" || s.at(j+1) == "longer") || s.at(j) == "and" && s.feels(j+1) {
			break
		}
		if _, dated := s.inDate(j); !dated && kind != "vp" && j > i && s.is(j, verbal) && (kind != "act" || s.pronounAt(j) && !s.shapes(i, j)) || s.stop > 0 && j >= s.stop {
			break
		}
		if kind == "langs" && j > i && s.at(j) == "and" && !s.is(j+1, tongue) {
			break
		}
		if kind == "plan" && j > i && (s.at(j) == "with" || s.at(j) == "for" || s.at(j) == "on") {
			break
		}
		if kind == "hotel" && j > i && (s.at(j) == "for" || s.at(j) == "in" || s.at(j) == "instead" || s.at(j) == "from") {
			break
		}
		if kind == "goods" && j > i && (s.at(j) == "that" || s.at(j) == "to" || s.at(j) == "who" || s.at(j) == "which") {
			break
		}
		if kind == "tools" && j > i && s.is(j, tail) && s.at(j) != "and" && s.at(j) != "or" {
			break
		}
		if narrow(kind) && j > i && s.ends(kind, j) {
			break
		}
		j++
	}
	return j
}

// feels reports whether a verb of taste begins a thought of its own at i: "I hate
// rain and love snow".
func (s *reading) feels(i int) bool {
	for s.is(i, adverb) {
		i++
	}
	switch s.at(i) {
	case "like", "likes", "love", "loves", "hate", "hates", "enjoy", "enjoys", "dislike", "dislikes", "prefer", "prefers", "avoid", "avoids", "detest", "adore", "can", "do", "never":
		return !s.marks(i + 1)
	}
	return false
}

// livesOn reports whether at i another thing is told of the same subject: "I collect stamps and
// live in Bonn".
func (s *reading) livesOn(i int) bool {
	for s.is(i, adverb) {
		i++
	}
	switch s.at(i) {
	case "live", "lives", "reside", "stay", "work", "works", "commute", "grew", "come":
		switch s.at(i + 1) {
		case "in", "at", "near", "on", "for", "as", "with", "from", "up", "outside", "by", "alone", "remotely", "nights":
			return true
		}
	case "have", "own", "drive", "play", "study", "speak", "teach", "run", "use", "am", "was", "want", "need":
		return i+1 < len(s.tokens) && s.tokens[i+1].kind != aMark && !s.marks(i+1)
	}
	return false
}

func (s *reading) pronounAt(i int) bool {
	switch s.at(i) {
	case "i", "you", "he", "she", "it", "we", "they":
		return true
	}
	return false
}

// shapes reports whether the word at j is what the verb at i gives a shape to, so that what
// follows belongs to it: "keep it short", "put them in a table".
func (s *reading) shapes(i, j int) bool {
	if j != i+1 || s.at(j) != "it" && s.at(j) != "them" && s.at(j) != "everything" {
		return false
	}
	switch s.at(i) {
	case "keep", "make", "put", "give", "write", "format", "send", "show", "explain", "say":
		return j+1 < len(s.tokens) && s.tokens[j+1].kind == aWord
	}
	return false
}

// bounds reports whether a word at i begins a time within a phrase: "before 9am".
func (s *reading) bounds(i int) bool {
	switch s.at(i) {
	case "before", "after", "until":
		_, dated := s.inDate(i + 1)
		return dated || i+1 < len(s.tokens) && (s.tokens[i+1].kind == aNumber || s.at(i+1) == "noon" || s.at(i+1) == "midnight" || s.at(i+1) == "lunch" || s.at(i+1) == "breakfast" || s.at(i+1) == "work")
	}
	return false
}

// narrow slots hold one name or amount.
func narrow(kind string) bool {
	switch kind {
	case "place", "org", "role", "name", "person", "num", "money":
		return true
	}
	return false
}

// ends reports whether a narrow slot ends before j.
func (s *reading) ends(kind string, j int) bool {
	w := s.at(j)
	switch w {
	case "at", "for", "in", "with", "from", "by", "on", "since", "now", "last", "next", "this", "and", "or", "right", "who", "these", "as", "to", "than", "per", "during", "near", "about", "currently", "also":
		if kind == "place" && (w == "near" || w == "in") {
			return w == "in" && !s.capital(j+1)
		}
		if kind == "money" && (w == "and" || w == "to" || w == "per" || w == "or") {
			return w == "and" && s.tokens[j-1].kind != aNumber
		}
		if kind == "org" && (w == "and") && s.capital(j+1) && s.capital(j-1) {
			return false
		}
		return true
	}
	if _, ok := s.inDate(j); ok && kind != "num" && kind != "money" {
		return true
	}
	switch kind {
	case "name", "person":
		if w == "." {
			return false
		}
		return s.tokens[j-1].capital && !s.capital(j)
	case "place":
		return s.capital(j-1) && !s.capital(j) && w != "of" && w != "de" && w != "upon" && w != "the" && w != ","
	case "role":
		return w == "that" || w == "which"
	}
	return false
}

func (s *reading) capital(i int) bool {
	return i >= 0 && i < len(s.tokens) && s.tokens[i].capital
}

// listGoesOn reports whether the comma at j separates items of a list: what
// follows is short and the list closes with "and" or "or".
func (s *reading) listGoesOn(j int) bool {
	n := 0
	for k := j + 1; k < len(s.tokens); k++ {
		switch {
		case s.at(k) == ",":
			if n == 0 || n > 4 {
				return false
			}
			n = 0
			continue
		case s.at(k) == "and" || s.at(k) == "or" || s.at(k) == "&":
			return n <= 4 && !s.is(k+1, verbal) && !s.is(k+1, breaks) && !s.is(k+1, adverb)
		case s.is(k, breaks) || s.is(k, verbal) || s.tokens[k].kind == aMark:
			return false
		}
		n++
	}
	return false
}

// settleEnglish trims and judges a phrase.
func (s *reading) settleEnglish(kind string, p span) span {
	p = s.trim(p, kind)
	if p.to <= p.from {
		return span{}
	}
	ok := false
	n := p.to - p.from
	switch kind {
	case "thing", "list", "tools", "goods":
		ok = s.plainThing(p)
	case "vp":
		ok = n <= 14 && !s.dangles(p.to) && !s.is(p.from, barred) && !s.is(p.from, verbal) && !s.holds(p, "you", "your", "this", "that", "it") && !s.holds(span{p.from, p.from + 1}, "say", "think", "see", "know", "hear", "thank", "share", "talk", "ask", "add", "believe", "point", "clarify", "mention", "understand", "discuss", "call", "imagine", "note", "hope", "show", "tell")
	case "act":
		ok = n <= 14 && (s.tokens[p.from].kind == aWord || s.tokens[p.from].kind == aNumber)
	case "place":
		ok = s.placeName(p)
	case "org":
		ok = s.orgName(p)
	case "role":
		ok = s.roleName(p)
	case "name":
		ok = s.personName(p)
	case "num":
		ok = n <= 4 && (s.tokens[p.from].kind == aNumber || s.is(p.from, numeral)) && !s.holds(p, "of", "those", "these")
	case "money":
		ok = s.amount(p)
	case "date":
		var date memory.Span
		if date, ok = s.dated(p); ok {
			for p.to > p.from+1 && s.tokens[p.to-1].start >= date.At+date.Len {
				p.to--
			}
		}
	case "owned":
		ok = n <= 7 && s.is(s.head(p), owned) && s.plainThing(p)
	case "pet":
		ok = n <= 4 && s.anyOf(p, living)
	case "illness":
		ok = (n <= 3 && s.is(p.to-1, illness) || s.condition(p)) && !strings.HasSuffix(s.at(p.from), "ing")
	case "remedy":
		ok = n <= 6 && (s.anyOf(p, remedy) || s.unitOf(p, "mg", "mcg", "ml"))
	case "diet":
		ok = n == 1 && s.is(p.from, diet)
	case "marital":
		ok = n == 1 && s.is(p.from, marital)
	case "langs":
		ok = n <= 12 && s.anyOf(p, tongue)
	case "channel":
		ok = n <= 3 && s.anyOf(p, channel)
	case "occasion":
		ok = n <= 12 && s.anyOf(span{p.from, min(p.to, p.from+5)}, occasion)
	case "business":
		ok = n <= 6 && s.anyOf(p, business)
	case "age":
		ok = n == 1 && (s.plausibleAge(p.from) || s.ofSomebody(p.from) && (s.is(p.from, numeral) || s.tokens[p.from].kind == aNumber && len(s.at(p.from)) <= 2)) && (s.marks(p.to) || s.at(p.to) == "and" || s.at(p.to) == "now")
	case "person":
		ok = s.personName(p) && s.closes(p)
	case "nation":
		ok = n == 1 && s.capital(p.from) && s.is(p.from, national) && (s.marks(p.to) || s.is(p.to, breaks) || s.at(p.to) == "and" || s.at(p.to) == "by")
	case "count":
		ok = n == 1 && (s.tokens[p.from].kind == aNumber || s.is(p.from, numeral) || s.at(p.from) == "a" || s.at(p.from) == "an" || s.at(p.from) == "another")
	case "clock":
		ok = n <= 3 && (s.tokens[p.from].kind == aNumber || s.is(p.from, numeral) || s.at(p.from) == "noon")
	case "until":
		_, ok = s.dated(p)
		ok = ok && (s.at(p.from) == "until" || s.at(p.from) == "till" || s.at(p.from) == "through" || s.at(p.from) == "this" || s.at(p.from) == "from" || s.at(p.from) == "next" || s.at(p.from) == "today")
	case "pronouns":
		ok = n == 1 && strings.Contains(s.at(p.from), "/")
	case "routine":
		ok = n <= 12 && s.is(p.from, routine) && !s.holds(p, "it", "you", "this", "that", "them")
	case "plan":
		ok = n >= 2 && n <= 4 && s.holds(span{p.to - 1, p.to}, "plan", "tier", "subscription", "package", "membership", "edition") && s.anyCapital(p)
	case "hotel":
		ok = n <= 6 && s.holds(p, "hotel", "hostel", "inn", "airbnb", "guesthouse", "resort", "motel", "lodge") && s.anyCapital(p)
	case "ailment":
		ok = n <= 4 && s.holds(span{p.to - 1, p.to}, "knee", "knees", "back", "shoulder", "hip", "ankle", "heart", "stomach", "neck", "wrist", "eyesight", "hearing", "leg", "foot", "skin") && s.holds(span{p.from, p.from + 1}, "bad", "weak", "sore", "injured", "sensitive", "artificial", "poor", "broken", "stiff")
	case "kin":
		ok = n <= 2 && s.talk.kin[s.at(p.from)] != ""
	}
	if !ok {
		return span{}
	}
	return p
}

// condition reports whether a phrase names a condition by its last words: "celiac disease", "high
// blood pressure".
func (s *reading) condition(p span) bool {
	n := p.to - p.from
	switch s.at(p.to - 1) {
	case "disease", "syndrome", "disorder", "palsy", "sclerosis", "intolerance", "deficiency", "apnea", "apnoea", "dystrophy", "fibrosis":
		return n >= 2 && n <= 5 && !s.holds(span{p.from, p.to - 1}, "no", "any", "this", "that", "my", "your", "same", "rare", "strange", "weird", "of", "about", "for")
	case "pressure", "sugar", "cholesterol":
		return n >= 2 && n <= 4 && (s.at(p.from) == "high" || s.at(p.from) == "low" || s.at(p.from) == "elevated") && (s.at(p.to-1) == "cholesterol" || s.at(p.to-2) == "blood")
	}
	return false
}

// trim takes articles off the front and fillers off the end.
func (s *reading) trim(p span, kind string) span {
	for p.from < p.to-1 && (kind == "thing" || kind == "list") && (s.at(p.from) == "also" || s.at(p.from) == "both" || s.at(p.from) == "mostly") {
		p.from++
	}
	for p.from < p.to && (s.is(p.from, article) || s.marks(p.from)) && kind != "vp" && kind != "act" && kind != "occasion" && kind != "count" {
		p.from++
	}
	if s.at(p.to-2) == "these" && s.at(p.to-1) == "days" {
		p.to -= 2
	}
	for p.to > p.from && (s.is(p.to-1, tail) || s.marks(p.to-1)) {
		if _, dated := s.inDate(p.to - 1); dated && (kind == "vp" || kind == "date" || kind == "act" || kind == "occasion") {
			break
		}
		p.to--
	}
	return p
}

// plainThing reports whether a phrase names a thing one may like, use or own.
func (s *reading) plainThing(p span) bool {
	if p.to-p.from > 12 || s.is(p.from, barred) || s.is(p.from, verbal) || s.at(p.to-1) == "that" || s.at(p.to-1) == "into" {
		return false
	}
	if w := s.at(p.from); p.to-p.from == 1 && (w == "daily" || w == "weekly" || w == "rights" || w == "similar") || s.at(p.to-1) == "similar" {
		return false
	}
	if p.to-p.from == 2 && s.holds(span{p.to - 1, p.to}, "system", "method", "approach", "tool", "app", "combination", "lot", "bit", "mix") {
		return false
	}
	if s.at(p.to) == "," && (s.at(p.to-2) == "a" || s.at(p.to-2) == "an") && p.to-p.from > 1 {
		return false // "with a sleek, modern look": cut in the middle
	}
	for i := p.from; i < p.to; i++ {
		if s.is(i, verbal) || s.at(i) == "it" || s.at(i) == "you" {
			return false
		}
	}
	return s.tokens[p.from].kind == aWord || s.tokens[p.from].kind == aNumber
}

func (s *reading) anyCapital(p span) bool {
	for i := p.from; i < p.to; i++ {
		if s.capital(i) {
			return true
		}
	}
	return false
}

func (s *reading) anyOf(p span, c class) bool {
	for i := p.from; i < p.to; i++ {
		if s.is(i, c) {
			return true
		}
	}
	return false
}

// unitOf reports whether a number in the phrase has one of the units.
func (s *reading) unitOf(p span, units ...string) bool {
	for i := p.from; i < p.to; i++ {
		for _, u := range units {
			if w := s.at(i); w == u || len(w) > len(u) && s.tokens[i].kind == aNumber && w[len(w)-len(u):] == u {
				return true
			}
		}
	}
	return false
}

func (s *reading) holds(p span, words ...string) bool {
	for i := p.from; i < p.to; i++ {
		for _, w := range words {
			if s.at(i) == w {
				return true
			}
		}
	}
	return false
}
