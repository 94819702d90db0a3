package extract

import (
	"strings"

	"mneme/memory"
)

// meets judges the conditions a row sets beyond its form.
func (x *extraction) meets(s *reading, f frame, r *row, m fit, clause span) bool {
	first := span{}
	if len(m.slots) > 0 {
		first = m.slots[0]
	}
	if (f.loose || strings.HasPrefix(f.id, "neighbor")) && !forStrangers(r) && !r.has("petname") {
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
	case r.has("begun"):
		if f.neg || f.longer || f.id == "user" && !f.begun && !s.lately(m.end) && !s.holds(span{f.from, f.pos}, "now", "nowadays") && f.from == s.first(f) {
			return false
		}
	case r.has("always"):
		if !f.frequent || f.neg {
			return false
		}
	case r.has("petname"):
		if many(s.at(first.from)) {
			return false // their names follow, one by one
		}
	case r.has("leaving"):
		if !f.begun || m.end < clause.to || !s.marks(m.end) || !x.leaves() {
			return false
		}
	case r.has("house"):
		if s.at(f.pos-1) != "家" {
			return false
		}
	case r.has("years"):
		switch s.at(m.end) { // 18岁以下, 30岁之前
		case "以", "之", "及", "前", "后", "起", "到", "的":
			return false
		}
	case r.has("field"):
		if endsAny(s.plain(first), "的", "以上", "以下", "以内") {
			return false // 我只看警告以上的
		}
	case r.has("only"):
		if w := s.at(f.pos - 1); w != "only" && w != "exclusively" && w != "just" && w != "mainly" {
			return false
		}
	case r.has("play"):
		if s.holds(span{first.from, first.from + 1}, "role", "part", "around", "along", "it", "with", "games", "safe", "devil's") {
			return false
		}
	case r.has("instead"):
		if n := len(x.told) - 1; n < 0 || x.told[n].turn != x.index || !x.gaveUp() {
			return false
		}
	case r.has("left"):
		if !f.neg && !f.longer || f.undone || f.hedged || !x.holds(s.words(first)) {
			return false
		}
	case r.has("alone"):
		if _, dated := s.inDate(m.end); dated {
			break
		}
		if !s.marks(m.end) && !s.is(m.end, breaks) && !s.is(m.end, tail) && s.at(m.end) != "and" {
			return false
		}
	}
	if r.has("freq") && (!s.frequent(clause) || f.elided && !s.frequent(first) || !s.substance(first)) {
		return false
	}
	if first.to-first.from == 1 && r.has("talk") {
		return false
	}
	if r.has("own") && f.id == "user" && s.talk.chinese && (holdsAny(s.plain(span{f.from, first.from}), "们", "项目") || s.holds(span{first.from, first.from + 1}, "我", "你", "您", "他", "她", "它")) {
		return false // 我们的项目叫星火, 我们叫她小雨
	}
	if r.has("own") && f.elided || r.has("died") && f.id == "user" {
		return false
	}
	if r.has("event:decision") && first.to-first.from == 1 && s.at(first.from-1) == "the" && !s.capital(first.from) {
		return false
	}
	if s.holds(first, "week", "while", "hours", "minutes", "moment") && first.to-first.from <= 2 {
		return false
	}
	if r.has("concrete") && (s.is(first.from, numeral) || s.tokens[first.from].kind == aNumber) && !s.talk.chinese {
		return false
	}
	if r.has("concrete") && (s.abstract(first) || first.to-first.from > 8) {
		return false
	}
	if len(m.slots) > 0 && s.is(m.slots[len(m.slots)-1].to-1, article) {
		return false
	}
	if r.has("lasting") && (strings.HasSuffix(s.at(first.from), "ing") && s.holds(span{first.from, first.from + 1}, "learning", "exploring", "checking", "trying", "seeing", "knowing", "finding", "hearing", "getting", "using", "buying", "visiting", "reading", "understanding", "making", "incorporating", "adding") || !s.tasteful(first)) {
		return false // interest in an answer, not a taste
	}
	if r.has("freq") && f.elided && s.at(f.from-1) != "and" {
		return false
	}
	if w := s.at(f.pos); r.option("event") == "decision" && (w == "deciding" || w == "settling" || w == "choosing" && !s.holds(clause, "to")) {
		return false // not yet
	}
	if r.has("priced") && !s.priced(span{0, len(s.tokens)}) {
		return false
	}
	if r.has("pointing") && s.holds(first, "this", "that", "these", "those", "what", "it", "me", "for") {
		return false
	}
	if w := s.at(first.from); r.has("did") && !strings.HasSuffix(w, "ed") && w != "kept" && w != "spoke" && w != "wrote" && w != "did" && w != "gave" {
		return false
	}
	if r.has("occasion") && s.frequent(span{clause.from, min(clause.to+3, len(s.tokens))}) && !s.talk.chinese {
		return false // a class every Tuesday is no appointment
	}
	if f.future && s.idle(first) {
		return false
	}
	if r.has("replies") && !s.holds(span{first.from, len(s.tokens)}, "answers", "replies", "responses", "answer", "reply", "response", "messages") {
		return false
	}
	if s.onceOnly(f, r, clause) {
		return false
	}
	ahead := x.ahead(s, clause)
	if r.has("dated") && !ahead && !f.neg && !f.longer {
		return false
	}
	if r.has("occasion") && !ahead {
		return false
	}
	if r.has("vow") && s.talk.chinese && holdsAny(memory.Fold(s.source), "每天", "从小", "平时", "天天") {
		return false // a habit, not an appointment
	}
	if s.talk.chinese && !s.suits(r, first) {
		return false
	}
	if s.talk.chinese && (r.has("plan") || r.has("life")) {
		return (s.lifeChinese(first) || r.has("plan") && ahead) && !holdsAny(s.plain(first), "代码", "bug", "脚本", "函数", "问题", "问一下", "问下", "了解", "请教", "咨询")
	}
	if r.has("plan") && (first.to-first.from < 2 || s.trifle(first) || !(s.is(first.from, action) && !f.future || ahead && (!f.future || s.is(first.from, action) || s.at(first.from) == "go" || s.at(first.from) == "be" || s.at(first.from) == "meet" || s.at(first.from) == "see" || s.at(first.from) == "present" || s.at(first.from) == "travel"))) {
		return false
	}
	if r.has("life") && (first.to-first.from < 2 || !s.is(first.from, action) || s.trifle(first) || s.idle(first)) {
		return false
	}
	if r.has("brief") && (first.to-first.from > 4 || s.holds(first, "to", "more", "one", "any", "the", "every", "this", "that")) {
		return false
	}
	if r.has("someday") && !s.holds(span{first.from, len(s.tokens)}, "someday", "one", "eventually") {
		return false
	}
	if r.has("project") && (s.generic(first) || first.to-first.from > 7) {
		return false
	}
	if r.has("project") && !(s.at(first.from-1) == "a" || s.at(first.from-1) == "an" || s.at(first.from-1) == "my" || s.at(first.from-1) == "our" || s.capital(first.from)) {
		return false
	}
	if r.has("lone") && f.former {
		return false
	}
	if r.has("again") && s.talk.chinese {
		return x.reasoned() || s.standsText(f.pos, "给我") || s.at(f.pos) == "再" || s.at(f.pos-1) == "再" || s.standsText(f.from-2, "所以") || holdsAny(s.plain(first), "方案", "计划", "版本")
	}
	if r.has("again") && s.at(f.from-1) != "so" && !x.reasoned() && !(s.holds(span{first.from, len(s.tokens)}, "again", "ever", "anymore", "plan", "version", "option")) {
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

// leaves reports whether the last thing this turn told is that a job is over.
func (x *extraction) leaves() bool {
	n := len(x.told) - 1
	return n >= 0 && x.told[n].turn == x.index && x.told[n].draft.Record.Predicate == "employer" && x.told[n].draft.Act == memory.Retract ||
		n > 0 && x.told[n-1].turn == x.index && x.told[n-1].draft.Record.Predicate == "employer" && x.told[n-1].draft.Act == memory.Retract
}

// gaveUp reports whether this turn told that something is taken no more.
func (x *extraction) gaveUp() bool {
	for i := len(x.told) - 1; i >= 0 && x.told[i].turn == x.index; i-- {
		if p := x.told[i].draft.Record.Predicate; p == "avoids" || p == "rejects" {
			return true
		}
	}
	return false
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

// worthy reports whether an object can stand in a fact.
func worthy(predicate, object string) bool {
	if object == "" {
		return predicate == memory.Everything || predicate == "employer"
	}
	folded := memory.Fold(object)
	if predicate == "need" {
		switch folded {
		case "recipe", "recipes", "answer", "answers", "help", "advice", "information", "info", "something", "ideas", "suggestions", "tips", "菜谱", "食谱", "答案", "建议", "资料":
			return false // of what, is not said
		}
	}
	if predicate == "avoids" && folded == "破" {
		return false // 破戒了: it was given up no longer
	}
	if maskAt(folded) == len(folded) {
		return false // only that there is one was left
	}
	if (predicate == "never" || predicate == "rejects") && (strings.HasSuffix(folded, " that") || strings.HasSuffix(folded, " it") || strings.HasSuffix(folded, " this")) {
		return false // points at what was said
	}
	if (predicate == "never" || predicate == "rejects") && strings.HasSuffix(strings.TrimSuffix(folded, "了"), "忘") {
		return false // 别把这事忘了 asks to keep it
	}
	if predicate == "never" && strings.HasPrefix(folded, "让我再") || predicate == "answer_style" && folded == "问题" {
		return false // 别让我再说, 回答问题
	}
	if predicate == "need" && startsAny(folded, "个", "双", "件", "条", "份") && endsAny(folded, "的") {
		return false // 个8寸的: of what, is not said
	}
	if predicate == "birthday" && (endsAny(folded, "前", "后", "before", "after") || strings.HasPrefix(folded, "数")) {
		return false // of whoever was born then
	}
	if (predicate == "likes" || predicate == "dislikes") && endsAny(folded, "一句", "这句", "那句", "一段", "一版", "一张", "标题", "结尾", "开头", "配色", "句话") {
		return false // of a text on the table
	}
	switch folded {
	case "it", "that", "this", "them", "things", "something", "anything", "everything", "stuff", "one", "some", "more", "most", "people", "someone", "lot", "way", "help", "time", "money", "fun", "both", "any", "all", "you",
		"这个", "那个", "这", "那", "东西", "什么", "它", "他", "她", "你", "您", "这样", "那样", "人", "事", "时间", "钱", "一下", "的", "了", "吃", "喝", "用", "玩", "看":
		return false
	}
	return true
}
