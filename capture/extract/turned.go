package extract

import (
	"strings"
	"unicode"

	"mneme/memory"
)

// What is told turns what was told before: another favourite takes the place of the one, who eats
// meat is no vegetarian, and what was never said is not believed.

// ordered reports whether a predicate says how things are to be done.
func ordered(predicate string) bool {
	switch predicate {
	case "answer_style", "answer_language", "never", "rejects", "prefers", "avoids", memory.PredicateStatement:
		return true
	}
	return false
}

// knownAs returns the object of a known fact that names the same as some words, written otherwise:
// "VS Code" for "vscode". Without one it returns the words.
func (x *extraction) knownAs(predicate, words string) string {
	bare := squeezed(words)
	if bare == "" {
		return words
	}
	same := func(r *memory.Record) bool {
		return r.Subject == "user" && r.Predicate == predicate && squeezed(r.Object) == bare
	}
	for i := len(x.told) - 1; i >= 0; i-- {
		if r := &x.told[i].draft.Record; x.told[i].draft.Act != memory.Retract && same(r) {
			return r.Object
		}
	}
	for i := range x.in.Known {
		if same(&x.in.Known[i]) {
			return x.in.Known[i].Object
		}
	}
	return words
}

// squeezed returns the letters and digits of words, folded.
func squeezed(words string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return r
		}
		return -1
	}, memory.Fold(words))
}

// overturns ends what a sentence cannot be true beside: who eats meat keeps to no diet without it.
func (x *extraction) overturns(s *reading) {
	if x.turn.Role != memory.RoleUser || s.end == "?" || s.end == "？" || !s.eatsMeat() {
		return
	}
	x.endKnown(s, func(r *memory.Record) bool {
		if r.Subject != "user" || r.Predicate != "diet" && r.Predicate != "avoids" {
			return false
		}
		switch object := memory.Fold(r.Object); object {
		case "vegetarian", "vegan", "pescatarian", "plant-based", "veggie", "meat", "肉", "吃素", "吃全素", "素食":
			return true
		}
		return false
	})
}

// eatsMeat reports whether a clause says that its speaker eats meat.
func (s *reading) eatsMeat() bool {
	if s.talk.chinese {
		for _, clause := range s.clauses() {
			text := s.plain(clause)
			for _, open := range []string{"我", "现在", "最近", "又", "已经", "开始", "重新", "恢复", "可以", "能", "也"} {
				text = strings.TrimPrefix(text, open)
			}
			for _, open := range []string{"又", "开始", "重新", "也"} {
				text = strings.TrimPrefix(text, open)
			}
			switch text {
			case "吃肉", "吃肉了", "吃肉啦", "吃荤", "吃荤了", "吃荤的", "不吃素了", "不是素食者了":
				return true
			}
		}
		return false
	}
	for i := 1; i+1 < len(s.tokens); i++ {
		if s.at(i+1) != "meat" || s.at(i) != "eat" && s.at(i) != "eating" {
			continue
		}
		j := i - 1
		for j > 0 && (s.is(j, adverb) || s.at(j) == "started" || s.at(j) == "back" || s.at(j) == "to" || s.at(j) == "am" || s.at(j) == "do" || s.at(j) == "have" || s.at(j) == "went" || s.at(j) == "began" || s.at(j) == "can") {
			j--
		}
		if s.at(j) == "i" && !s.holds(span{j, i}, "never", "rarely", "hardly", "seldom") && (i+2 >= len(s.tokens) || s.marks(i+2) || s.is(i+2, tail|breaks) || s.at(i+2) == "again" || s.at(i+2) == "and") && !s.supposes(0) {
			return true
		}
	}
	return false
}

// favourite reads a favourite that stands before its sort: "green is my favourite colour",
// 绿色是我最喜欢的颜色.
func (x *extraction) favourite(s *reading) bool {
	if x.turn.Role != memory.RoleUser || s.end == "?" || s.end == "？" || s.supposes(0) {
		return false
	}
	value, sort := s.favouriteBehind()
	if value.to <= value.from || sort.to <= sort.from {
		return false
	}
	object := x.tidy(s, value, true, false)
	d := x.draft(s, frame{who: who{id: "user"}, from: value.from, chinese: s.talk.chinese}, "favorite", object, memory.Assert, span{value.from, sort.to})
	name := s.words(sort)
	d.Record.Text = "favorite " + name + " " + object
	d.Record.Constraint.Context = american(memory.Fold(name))
	if s.talk.chinese {
		name = s.plain(sort)
		d.Record.Text, d.Record.Constraint.Context = "最喜欢的"+name+"是"+object, name
	}
	x.propose(d, "act")
	return true
}

// favouriteBehind returns what a sentence calls a favourite, and of which sort.
func (s *reading) favouriteBehind() (value, sort span) {
	n := len(s.tokens)
	for n > 0 && s.marks(n-1) {
		n--
	}
	from := 0
	for i := 1; i < n; i++ {
		if s.marks(i) || s.at(i) == "and" || s.at(i) == "but" || s.at(i) == "that" || s.at(i) == "so" {
			from = i + 1
			continue
		}
		at := 0
		switch {
		case s.talk.chinese && s.standsText(i, "是我最喜欢的"):
			at = i + len([]rune("是我最喜欢的"))
		case s.talk.chinese && s.standsText(i, "才是我最喜欢的"):
			at = i + len([]rune("才是我最喜欢的"))
		case s.at(i) == "is" && (s.at(i+1) == "my" || s.at(i+1) == "now" && s.at(i+2) == "my"):
			at = i + 2
			if s.at(i+1) == "now" {
				at++
			}
			for s.at(at) == "new" || s.at(at) == "current" || s.at(at) == "actual" || s.at(at) == "real" {
				at++
			}
			if s.at(at) != "favorite" && s.at(at) != "favourite" {
				continue
			}
			at++
		default:
			continue
		}
		to := i
		for !s.talk.chinese && to > from && (s.at(to-1) == "now" || s.is(to-1, adverb)) {
			to--
		}
		for !s.talk.chinese && from < to && (s.is(from, article) || s.is(from, adverb) || s.at(from) == "now") {
			from++
		}
		end := at
		for end < n && !s.marks(end) && s.at(end) != "now" && s.at(end) != "and" {
			end++
		}
		most := 4
		if s.talk.chinese {
			most = 8
		}
		if to <= from || to-from > most || end <= at || end-at > most || s.is(from, verbal) || !s.talk.chinese && (s.holds(span{from, to}, "this", "that", "it", "which", "here", "my", "your") || s.holds(span{at, end}, "of", "in", "to", "one", "thing")) ||
			s.talk.chinese && (holdsAny(s.plain(span{from, to}), "这", "那", "它", "他", "她", "哪", "什么", "不", "谁") || strings.HasSuffix(s.plain(span{at, end}), "吗") || strings.HasSuffix(s.plain(span{at, end}), "之一")) {
			return span{}, span{}
		}
		return span{from, to}, span{at, end}
	}
	return span{}, span{}
}

// deadly reads an allergy told by what it does: "peanuts could kill me", 吃花生会要我命. Only what
// people are known to die of counts: bosses and Mondays kill too.
func (x *extraction) deadly(s *reading) bool {
	if x.turn.Role != memory.RoleUser || s.end == "?" || s.end == "？" || s.supposes(0) || len(s.tokens) > 24 {
		return false
	}
	p := s.allergen()
	if p.to <= p.from {
		return false
	}
	object := x.tidy(s, p, true, false)
	d := x.draft(s, frame{who: who{id: "user"}, from: p.from, chinese: s.talk.chinese}, "allergy", strings.ToLower(object), memory.Assert, span{0, len(s.tokens)})
	d.Record.Text = "allergic to " + strings.ToLower(object)
	if s.talk.chinese {
		d.Record.Text = "对" + object + "过敏"
	}
	x.propose(d, "list")
	return true
}

// allergen returns what a sentence says its speaker would die of.
func (s *reading) allergen() span {
	if s.talk.chinese {
		for _, clause := range s.clauses() {
			text := s.plain(clause)
			if !holdsAny(text, "要我命", "要我的命", "要了我的命", "要了我命", "会死", "会休克", "送命", "没命", "丢命", "害死我") || !holdsAny(text, "我") && !s.ownChinese(span{0, len(s.tokens)}) || holdsAny(text, "不会", "他", "她", "狗", "猫") {
				continue
			}
			for i := clause.from; i < clause.to; i++ {
				for _, w := range []string{"花生", "坚果", "核桃", "杏仁", "腰果", "榛子", "开心果", "虾", "螃蟹", "海鲜", "贝类", "甲壳类", "龙虾", "鱼", "牛奶", "奶制品", "乳制品", "鸡蛋", "蛋清", "小麦", "麸质", "大豆", "黄豆", "芝麻", "芥末", "芒果", "青霉素", "头孢", "阿司匹林", "布洛芬", "磺胺", "乳胶", "蜂毒", "蜜蜂", "黄蜂"} {
					if s.standsText(i, w) {
						return span{i, i + len([]rune(w))}
					}
				}
			}
		}
		return span{}
	}
	for i := 1; i+2 < len(s.tokens); i++ {
		end := i
		switch {
		case (s.at(i) == "could" || s.at(i) == "can" || s.at(i) == "would" || s.at(i) == "will" || s.at(i) == "might") && (s.at(i+1) == "kill" || s.at(i+1) == "literally" && s.at(i+2) == "kill" || s.at(i+1) == "actually" && s.at(i+2) == "kill") && s.holds(span{i + 2, min(i+4, len(s.tokens))}, "me"):
		case (s.at(i) == "are" || s.at(i) == "is") && (s.at(i+1) == "deadly" || s.at(i+1) == "lethal" || s.at(i+1) == "fatal") && (s.at(i+2) == "for" || s.at(i+2) == "to") && s.at(i+3) == "me":
		default:
			continue
		}
		from := end
		for from > 0 && !s.marks(from-1) && !s.is(from-1, breaks) && end-from < 2 && s.tokens[from-1].kind == aWord && s.at(from-1) != "eating" && s.at(from-1) != "a" {
			from--
		}
		switch strings.TrimSuffix(s.at(end-1), "s") {
		case "peanut", "nut", "almond", "cashew", "walnut", "hazelnut", "pistachio", "pecan", "shellfish", "shrimp", "prawn", "crab", "lobster", "oyster", "mussel", "clam", "fish", "milk", "dairy", "egg", "wheat", "gluten", "soy", "soya", "sesame", "mustard", "celery", "mango", "kiwi", "strawberry", "strawberrie", "penicillin", "aspirin", "ibuprofen", "latex", "bee", "wasp", "seafood", "sulfa", "lupin":
			if end-from == 2 && !s.holds(span{from, from + 1}, "tree", "brazil", "pine", "cow", "goat", "raw") {
				from++
			}
			return span{from, end}
		case "sting":
			if end-from == 2 && (s.at(from) == "bee" || s.at(from) == "wasp") {
				return span{from, end}
			}
		}
	}
	return span{}
}

// unsaid reports whether a sentence says that something was never said.
func (s *reading) unsaid() bool {
	if s.talk.chinese {
		return startsAny(s.plain(span{0, len(s.tokens)}), "我没说过", "我没有说过", "我从没说过", "我从来没说过", "我从来没有说过", "我可没说过", "我可没说", "我没说我", "我没有说我", "我没跟你说过", "我没告诉过你", "我从没告诉过你", "我什么时候说过")
	}
	for _, words := range [][]string{{"i", "never", "said"}, {"i", "did", "not", "say"}, {"i", "never", "told", "you"}, {"i", "did", "not", "tell", "you"}, {"i", "have", "never", "said"}, {"i", "never", "mentioned"}} {
		if s.stands(0, words) || s.at(1) == "," && s.stands(2, words) {
			return true
		}
	}
	return false
}

// neverSaid ends what was believed of what a sentence says was never said, and learns nothing of it.
func (x *extraction) neverSaid(s *reading) {
	said := memory.Fold(x.sentence)
	x.endKnown(s, func(r *memory.Record) bool {
		object := memory.Fold(r.Object)
		if r.Subject != "user" || len(object) < 3 {
			return false
		}
		if memory.Han(object) {
			return strings.Contains(said, object)
		}
		return wholeWord(said, object)
	})
}

// wishes reports whether a part without a verb of its own asks for ideas.
func (s *reading) wishes(p span) bool {
	for i := p.from; i < p.to; i++ {
		switch s.at(i) {
		case "ideas", "tips", "suggestions", "recommendations", "recs", "inspiration", "inspo":
			return !s.anyOf(p, verbal) && p.to-p.from <= 14 && (i+1 >= p.to || s.at(i+1) == "for" || s.at(i+1) == "on" || s.at(i+1) == "to" || s.at(i+1) == "about" || s.at(i+1) == "please" || s.at(i+1) == "pls" || s.is(i+1, tail))
		}
	}
	return false
}

// labelsText reports whether the sentence at hand is the request that stood before a text which
// was brought along: 改错别字：…….
func (x *extraction) labelsText() bool {
	at := strings.Index(x.turn.Text, x.sentence)
	if at < 0 || x.sentence == "" || len(x.sentence) > longestNaming {
		return false
	}
	rest := strings.TrimLeft(x.turn.Text[at+len(x.sentence):], " ")
	return startsAny(rest, ":", "：") && textual(x.sentence)
}
