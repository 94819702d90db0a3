package capture

import "mneme/memory"

// meets judges the conditions a row sets beyond its form.
func (x *extraction) meets(s *reading, f frame, r *row, m fit, clause span) bool {
	first := span{}
	if len(m.slots) > 0 {
		first = m.slots[0]
	}
	if f.loose && !forStrangers(r) {
		return false
	}
	switch {
	case r.has("taste"):
		if !s.tasteful(first) {
			return false
		}
	case r.has("tool"):
		if s.is(first.from-1, article) && s.at(first.from-1) == "the" || first.to-first.from > 4 {
			return false
		}
	case r.has("play"):
		if s.holds(span{first.from, first.from + 1}, "role", "part", "around", "along", "it", "with", "games", "safe", "devil's") {
			return false
		}
	case r.has("alone"):
		if !s.marks(m.end) && !s.is(m.end, breaks) && !s.is(m.end, tail) && s.at(m.end) != "and" {
			return false
		}
	}
	if r.has("freq") && !f.frequent && !s.frequent(clause) {
		return false
	}
	ahead := x.ahead(s, clause)
	if r.has("dated") && !ahead {
		return false
	}
	if r.has("occasion") && !ahead {
		return false
	}
	if s.talk.chinese && (r.has("plan") || r.has("life")) {
		return (lifeChinese(s.plain(first)) || r.has("plan") && ahead) && !holdsAny(s.plain(first), "代码", "bug", "脚本", "函数", "问题", "问一下", "问下", "了解", "请教", "咨询")
	}
	if r.has("plan") && !(s.is(first.from, action) && !f.future || ahead && !s.is(first.from, verbal)) {
		return false
	}
	if r.has("life") && (!s.is(first.from, action) || s.trifle(first)) {
		return false
	}
	if r.has("someday") && !s.holds(span{first.from, len(s.tokens)}, "someday", "one", "eventually") {
		return false
	}
	if r.has("project") && !(s.at(first.from-1) == "a" || s.at(first.from-1) == "an" || s.at(first.from-1) == "my" || s.at(first.from-1) == "our" || s.capital(first.from)) {
		return false
	}
	if r.has("lone") && f.former {
		return false
	}
	if r.has("again") && s.talk.chinese {
		return s.at(f.pos) == "再" || s.at(f.pos-1) == "再" || holdsAny(s.plain(first), "方案", "计划", "版本")
	}
	if r.has("again") && !(s.holds(span{first.from, len(s.tokens)}, "again", "ever", "anymore", "plan", "version", "option")) {
		return false
	}
	if r.has("clock") && (s.tokens[first.from].kind != aNumber && !s.is(first.from, numeral) && s.at(first.from) != "noon" && s.at(first.from) != "midnight") {
		return false
	}
	if r.has("scope") && !(f.neg && (s.talk.chinese || s.onlyFollows(m.end))) {
		return false
	}
	return true
}

// lifeChinese reports whether what is meant to be done is a step in a life.
func lifeChinese(text string) bool {
	return startsAny(text, "去", "搬", "换", "买", "学", "考", "辞", "结婚", "生", "开", "创业", "移民", "留学", "出国", "旅", "参加", "减", "戒", "养", "装修", "读", "转", "当", "成为", "报", "卖", "租", "跳槽", "找", "写", "出版", "练", "跑", "退休", "回")
}

// forStrangers reports whether a row teaches what matters of anybody: what a
// stranger cannot eat.
func forStrangers(r *row) bool {
	for _, t := range append(r.facts[:len(r.facts):len(r.facts)], optional(r.negative)...) {
		switch t.predicate {
		case "allergy", "diet", "avoids", "health":
			return true
		}
	}
	return false
}

func optional(t *teaching) []teaching {
	if t == nil {
		return nil
	}
	return []teaching{*t}
}

// tasteful reports whether a phrase names a thing of taste, not something on the
// table: "the second option" is only for now.
func (s *reading) tasteful(p span) bool {
	switch s.at(p.from - 1) {
	case "the":
		return s.capital(p.from)
	case "his", "her", "their", "its", "your":
		return false
	}
	return !s.holds(p, "idea", "suggestion", "option", "plan", "approach", "answer", "version", "sound", "above", "code", "suggestions", "ideas", "options", "working", "talking", "hearing", "chatting")
}

// trifle reports whether what is meant to be done is a matter of the moment.
func (s *reading) trifle(p span) bool {
	return s.holds(p, "code", "function", "file", "script", "bug", "this", "that", "it", "email", "query", "error", "test", "class", "method", "essay", "paragraph", "sentence", "sure", "sense", "list", "table", "look", "question", "note", "time", "break", "advantage", "account", "step", "back")
}

// frequent reports whether a clause says how often.
func (s *reading) frequent(p span) bool {
	for i := p.from; i < min(p.to+2, len(s.tokens)); i++ {
		switch s.at(i) {
		case "every", "each", "daily", "weekly", "twice", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "weekends", "mornings", "evenings", "nightly", "monthly":
			return true
		case "once", "times":
			if s.at(i+1) == "a" || s.at(i+1) == "per" {
				return true
			}
		}
	}
	return false
}

// onlyFollows reports whether a contrast follows: ", only cardiology".
func (s *reading) onlyFollows(end int) bool {
	for i := end; i < min(end+4, len(s.tokens)); i++ {
		switch s.at(i) {
		case "only", "just", "exclusively", "solely", "but":
			return true
		}
	}
	return false
}

// ahead reports whether a clause names a time that is not over.
func (x *extraction) ahead(s *reading, p span) bool {
	to := min(p.to+8, len(s.tokens))
	for i := p.from; i < to; i++ {
		if i >= p.to && (s.is(i, breaks) || s.is(i, verbal)) {
			break
		}
		if date, ok := s.inDate(i); ok && date.End.After(x.turn.At) {
			return true
		}
	}
	return false
}

// items splits a list. Pairs that are one thing stay together.
func (s *reading) items(p span) []span {
	var out []span
	from := p.from
	for i := p.from; i <= p.to; i++ {
		if i < p.to && !s.separates(i) {
			continue
		}
		one := s.trim(span{from, i}, "thing")
		if one.to > one.from {
			out = append(out, one)
		}
		from = i + 1
	}
	if len(out) == 2 && inseparable(s.words(p)) {
		return []span{p}
	}
	return out
}

// separates reports whether the token at i stands between items.
func (s *reading) separates(i int) bool {
	switch s.at(i) {
	case ",", "，", "、", "&", "和", "跟", "与", "及":
		return true
	case "and", "or":
		return true
	}
	return false
}

func inseparable(words string) bool {
	switch memory.Fold(words) {
	case "rock and roll", "mac and cheese", "fish and chips", "salt and vinegar", "salt and pepper", "rhythm and blues", "dungeons and dragons", "cookies and cream", "arts and crafts", "black and white photography", "black and white films", "drum and bass", "peanut butter and jelly":
		return true
	}
	return false
}

// worthy reports whether an object can stand in a fact.
func worthy(predicate, object string) bool {
	if object == "" {
		return predicate == memory.Everything || predicate == "employer"
	}
	switch memory.Fold(object) {
	case "it", "that", "this", "them", "things", "something", "anything", "everything", "stuff", "one", "some", "more", "most", "people", "someone", "lot", "way", "help", "time", "money", "fun", "both", "any", "all", "you",
		"这个", "那个", "这", "那", "东西", "什么", "它", "他", "她", "你", "您", "这样", "那样", "人", "事", "时间", "钱", "一下", "的", "了":
		return false
	}
	return true
}
