package capture

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
	case r.has("only"):
		if w := s.at(f.pos - 1); w != "only" && w != "exclusively" && w != "just" && w != "mainly" {
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
	if r.has("freq") && (!s.frequent(clause) || f.elided && !s.frequent(first) || !s.substance(first)) {
		return false
	}
	if first.to-first.from == 1 && r.has("talk") {
		return false
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
	ahead := x.ahead(s, clause)
	if r.has("dated") && !ahead && !f.neg && !f.longer {
		return false
	}
	if r.has("occasion") && !ahead {
		return false
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

// lifeChinese reports whether what is meant to be done is a step in a life.
func (s *reading) lifeChinese(p span) bool {
	text := s.plain(p)
	if strings.HasPrefix(text, "去") || strings.HasPrefix(text, "到") || strings.HasPrefix(text, "回") {
		return s.holdsWord(p, placing) || s.capital(p.from+1) || holdsAny(text, "山", "湖", "岛", "国", "演唱会", "古城", "秘鲁", "冰岛", "非洲", "欧洲", "南极", "北极", "海边")
	}
	return startsAny(text, "搬", "换", "买", "学", "考", "辞", "结婚", "生", "开", "创业", "移民", "留学", "出国", "旅", "参加", "减", "戒", "养", "装修", "读", "转", "当", "成为", "报", "卖", "租", "跳槽", "找工作", "找对象", "写", "出版", "练", "跑马", "退休")
}

// suits judges what the rows of Chinese ask of a slot.
func (s *reading) suits(r *row, p span) bool {
	text := s.plain(p)
	n := p.to - p.from
	switch {
	case r.has("short") && n > 10, r.has("noun") && (n > 12 || holdsAny(text, "自己", "错", "不够", "会不", "没有", "不能", "来不及")):
		return false
	case r.has("act") && holdsAny(text, "感觉", "感到", "觉得", "考虑", "想着", "要求", "花至少", "不能"):
		return false
	case r.has("taste") && startsAny(text, "里面", "其中", "那种", "这种", "里边", "它的", "你的", "一些"):
		return false
	case r.has("occasion") && holdsAny(text, "了", "过", "晚会上", "学会"):
		return false
	case r.has("event:decision") && s.at(p.from-1) == "择" && !s.capital(p.from) && !holdsAny(text, "方案", "套餐", "版", "款"):
		return false
	case r.has("need:thing") && holdsAny(text, "方法", "办法", "建议", "灵感", "资料", "工作机会", "一下", "电影", "答案", "原因", "的书"):
		return false
	}
	return true
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
	if s.holds(p, "idea", "suggestion", "option", "plan", "approach", "answer", "version", "sound", "above", "code", "suggestions", "ideas", "options", "working", "talking", "hearing", "chatting") {
		return false
	}
	if p.to-p.from == 1 {
		switch s.at(p.from) {
		case "simple", "clear", "short", "quick", "easy", "small", "big", "light", "dark", "home", "food", "daily", "life", "better", "fast":
			return false
		}
	}
	switch s.at(p.from - 1) {
	case "the":
		return s.capital(p.from)
	case "my", "our":
		return p.to-p.from > 1
	case "his", "her", "their", "its", "your":
		return false
	}
	return true
}

// substance reports whether a habit has more in it than its verb and how often.
func (s *reading) substance(p span) bool {
	n := 0
	for i := p.from + 1; i < p.to; i++ {
		switch s.at(i) {
		case "every", "each", "daily", "weekly", "day", "week", "twice", "once", "a", "times", "the", "it", "there", "so", "just", "few", "time", "same", "that":
			continue
		}
		n++
	}
	switch s.at(p.from) {
	case "do", "does", "go", "goes", "have", "take", "takes", "get":
		return n >= 1
	}
	return n >= 1 || p.to-p.from >= 2
}

// abstract reports whether what is looked for is no thing one gets.
func (s *reading) abstract(p span) bool {
	return s.holds(p, "recommendations", "recommendation", "advice", "suggestions", "suggestion", "ideas", "ways", "way", "tips", "information", "info", "help", "something", "inspiration", "feedback", "opportunities", "resources", "options", "guidance", "examples", "answers", "support", "insights", "strategies", "solution", "solutions", "alternatives", "someone", "anything", "methods", "details", "explanation", "tools", "clarity", "one", "ones", "brands", "balance", "best", "match", "similar", "following", "same")
}

// idle reports whether an aim is only talk of the task at hand.
func (s *reading) idle(p span) bool {
	switch s.at(p.from) {
	case "start", "write", "build", "take", "have", "leave", "gain", "record", "lead", "switch", "change", "apply", "open", "stop", "finish", "launch", "organize", "host", "publish", "compose", "found", "propose", "save", "sell", "attend", "join", "lose":
		return !s.capital(p.to-1) && !s.holds(p, "business", "company", "restaurant", "family", "job", "career", "house", "money", "smoking", "shop", "bakery", "marathon", "novel", "weight", "kilos", "pounds", "kg", "choir", "club", "band")
	case "learn":
		return s.holds(span{p.from + 1, p.from + 2}, "about", "how", "more", "from", "what", "why", "to")
	}
	return false
}

// generic reports whether a phrase is of things everybody works on.
func (s *reading) generic(p span) bool {
	if p.to-p.from < 2 && !s.capital(p.from) {
		return true
	}
	return s.holds(p, "code", "function", "bug", "issue", "feature", "request", "assignment", "draft", "version", "problem", "task", "part", "section", "deadline", "homework", "essay", "improving", "getting", "making")
}

// trifle reports whether what is meant to be done is a matter of the moment.
func (s *reading) trifle(p span) bool {
	return s.holds(p, "code", "function", "file", "script", "bug", "this", "that", "it", "email", "query", "error", "test", "class", "method", "essay", "paragraph", "sentence", "sure", "sense", "list", "table", "look", "question", "note", "time", "break", "advantage", "account", "step", "back")
}

// frequent reports whether a clause says how often.
func (s *reading) frequent(p span) bool {
	for i := p.from; i < min(p.to+2, len(s.tokens)); i++ {
		switch s.at(i) {
		case "each":
			if w := s.at(i + 1); w == "day" || w == "morning" || w == "week" || w == "night" || w == "evening" || w == "month" || w == "year" {
				return true
			}
		case "daily", "weekly", "monthly", "nightly":
			if s.marks(i+1) || s.is(i+1, breaks) || s.at(i+1) == "and" || s.at(i+1) == "with" || s.at(i+1) == "in" || s.at(i+1) == "at" || s.at(i+1) == "before" || s.at(i+1) == "after" {
				return true
			}
		case "every", "twice", "mondays", "tuesdays", "wednesdays", "thursdays", "fridays", "saturdays", "sundays", "weekends", "mornings", "evenings":
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
	if len(out) == 2 && strings.HasSuffix(s.at(out[0].from), "ing") && !strings.HasSuffix(s.at(out[1].from), "ing") && out[0].to-out[0].from > 1 && !s.talk.chinese {
		return []span{p} // "visiting Italy and Spain"
	}
	if len(out) > 1 && s.talk.chinese && s.oneNoun(out) {
		return []span{p}
	}
	if len(out) == 2 && inseparable(s.words(p)) {
		return []span{p}
	}
	return out
}

// oneNoun reports whether the items only describe the noun of the last one:
// 晴朗、温暖的天气 is one thing.
func (s *reading) oneNoun(items []span) bool {
	last := items[len(items)-1]
	if !strings.Contains(s.plain(last), "的") {
		return false
	}
	for _, p := range items[:len(items)-1] {
		if strings.Contains(s.plain(p), "的") {
			return false
		}
	}
	return true
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
		"这个", "那个", "这", "那", "东西", "什么", "它", "他", "她", "你", "您", "这样", "那样", "人", "事", "时间", "钱", "一下", "的", "了", "吃", "喝", "用", "玩", "看":
		return false
	}
	return true
}
