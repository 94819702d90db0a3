package capture

import "strings"

// clauses cuts a sentence at its commas. The mark 、 only separates items.
func (s *reading) clauses() []span {
	var out []span
	from := 0
	for i := 0; i <= len(s.tokens); i++ {
		if i < len(s.tokens) && (s.tokens[i].kind != aMark && s.tokens[i].kind != aSmile || s.at(i) == "、" || s.at(i) == "“" || s.at(i) == "”" || s.at(i) == "\"" || s.at(i) == "《" || s.at(i) == "》" || s.at(i) == "·" || s.at(i) == "." || s.at(i) == "/" || s.at(i) == "~" || s.at(i) == "-") {
			continue
		}
		if i > from {
			out = append(out, span{from, i})
		}
		from = i + 1
	}
	return out
}

// readChinese reads the clauses of a sentence. A clause without a subject goes on
// about the one before.
func (x *extraction) readChinese(s *reading) {
	list := s.clauses()
	var prev who
	known, hedged, off := false, false, false
	done := 0
	for n, c := range list {
		if c.from < done {
			continue
		}
		last := n == len(list)-1
		i, explicit := s.leadChinese(c.from)
		if explicit {
			x.explicit = true
			x.keep = i >= c.to && n == len(list)-1
		}
		if i >= c.to {
			continue
		}
		if s.asksChinese(span{i, c.to}, last) {
			off = false
			continue
		}
		if s.supposesChinese(span{i, c.to}) {
			off = true
			continue
		}
		if off {
			// What follows a supposition is supposed too, up to the end.
			if !s.standsText(c.from, "但") && !s.standsText(c.from, "不过") && !s.standsText(c.from, "其实") {
				continue
			}
			off = false
		}
		if f, ok := s.orderChinese(i); ok {
			s.limit = c.to
			if x.match(s, f, c.to) > 0 {
				continue
			}
		}
		s.limit = c.to
		if x.houseRuleChinese(s, c, i) || x.frontedChinese(s, i, c.to) || x.budgetOnly(s, span{i, c.to}) || x.scheduledChinese(s, span{i, c.to}) {
			continue
		}
		w, k, ok := x.subjectChinese(s, i, c.to)
		elided := false
		if !ok {
			k = i
			if known {
				w, elided = who{id: prev.id, label: prev.label, doubt: prev.doubt, loose: prev.loose}, true
			} else if !known && n == 0 || !known {
				// A clause that begins with its verb speaks of the speaker.
				w, elided = who{id: "user"}, true
			} else {
				continue
			}
		}
		switch report, at := s.reportsChinese(k, w); report {
		case "say":
			return
		case "wish":
			return
		case "think":
			hedged = true
			if inner, m, ok := x.subjectChinese(s, at, c.to); ok {
				w, k = inner, m
			} else {
				k = at
			}
		case "know":
			if inner, m, ok := x.subjectChinese(s, at, c.to); ok {
				w, k = inner, m
			} else {
				k = at
			}
		}
		if !elided {
			prev, known = w, true
		}
		if w.name != "" {
			x.introduce(s, w, i)
		}
		x.mention(w)
		if w.user() {
			x.mentionsKin(s, span{k, c.to})
		}
		f := s.groupChinese(frame{who: w, from: i, hedged: hedged, elided: elided, chinese: true}, k, c.to)
		if w.attr != "" {
			x.attribute(s, f, c.to)
			continue
		}
		end := x.feels(s, f, c.to, x.topic)
		if end == 0 {
			end = x.match(s, f, s.span(n, list))
		}
		if end == 0 && f.back >= 0 {
			again := f
			again.pos, again.neg, again.can = f.back, false, false
			end = x.match(s, again, s.span(n, list))
		}
		done = end
		if end == 0 && x.constraint(s, c, i) {
			continue
		}
		for end > 0 && end < c.to { // 我喜欢喝茶和住在杭州: one clause may say two things
			next := s.groupChinese(frame{who: w, from: end, elided: true, chinese: true, hedged: hedged}, end, c.to)
			if next.pos >= c.to {
				break
			}
			end = x.match(s, next, c.to)
		}
	}
	if x.explicit {
		x.keepAsSaid(s, len(s.tokens))
	}
}

// mentionsKin notes whom of the speaker's people a clause names on its way:
// 要给我们领导王总挑礼物.
func (x *extraction) mentionsKin(s *reading, p span) {
	for i := p.from; i < p.to; i++ {
		if s.at(i) != "我" && s.at(i) != "给" {
			continue
		}
		j := i + 1
		for s.at(j) == "们" || s.at(j) == "的" || s.at(j) == "我" {
			j++
		}
		w, k, ok := s.kinChinese(j, p.to)
		if !ok {
			continue
		}
		if n := s.calledAfterKin(k, p.to); n > 0 {
			w.label = s.words(span{j, k + n})
		}
		x.mention(w)
	}
}

// span is how far a form may reach: over its clause, and into the next one for
// "养了只猫，叫咪咪".
func (s *reading) span(n int, list []span) int {
	if n+1 < len(list) && s.standsText(list[n+1].from, "叫") && s.marks(list[n].to) {
		return list[n+1].to
	}
	return list[n].to
}

// leadChinese passes over what may stand before a subject, dates included, and
// says whether it asked to be remembered.
func (s *reading) leadChinese(i int) (int, bool) {
	explicit := false
	for again := true; again; {
		again = false
		if n := s.rememberChinese(i); n > 0 {
			i, explicit, again = i+n, true, true
			continue
		}
		for _, words := range s.talk.leads {
			if s.stands(i, words) && !(len(words) == 1 && s.leadIsWord(i)) {
				i += len(words)
				again = true
				break
			}
		}
		for i < len(s.tokens) && (s.at(i) == "," || s.at(i) == ":" || s.at(i) == "。") {
			i++
			again = true
		}
	}
	return i, explicit
}

// leadIsWord reports whether a lead of one character is the beginning of a word:
// 好 in 好友, 也 is none.
func (s *reading) leadIsWord(i int) bool {
	switch s.at(i) + s.at(i+1) {
	case "好友", "好朋", "那个", "那里", "那边", "而是", "可以", "可能", "可爱", "好像", "好多", "好吃", "就是", "但愿", "哎呀":
		return true
	}
	return false
}

// rememberChinese reads 记住, 帮我记一下 and the like.
func (s *reading) rememberChinese(i int) int {
	j := i
	for _, w := range []string{"请你", "请", "麻烦你", "麻烦", "你要", "你", "一定要", "务必", "帮我", "给我", "先", "要", "也"} {
		if s.standsText(j, w) {
			j += len([]rune(w))
		}
	}
	for _, w := range []string{"记住了", "记住", "记一下", "记下来", "记下", "记好", "牢记", "备注一下", "备忘", "记到记忆里", "别忘了", "不要忘了", "别忘记", "记得"} {
		if !s.standsText(j, w) {
			continue
		}
		k := j + len([]rune(w))
		if w == "记得" && (s.at(k) == "吗" || s.at(j-1) == "还" || s.at(j-1) == "不" || s.at(k) == "提" || s.at(k) == "买" || s.at(k) == "带" || k < len(s.tokens) && s.at(k) != "我" && s.at(k) != ",") {
			return 0
		}
		if w == "记住" && (s.at(k) == "的" || s.at(k) == "吗") {
			return 0
		}
		for s.standsText(k, "这一点") || s.standsText(k, "这点") || s.standsText(k, "这个") || s.standsText(k, "一下") || s.at(k) == "哦" || s.at(k) == "啊" || s.at(k) == "," || s.at(k) == ":" || s.at(k) == "哈" {
			switch {
			case s.standsText(k, "这一点"):
				k += 3
			case s.standsText(k, "这点"), s.standsText(k, "这个"), s.standsText(k, "一下"):
				k += 2
			default:
				k++
			}
		}
		return k - i
	}
	return 0
}

// asksChinese reports whether a clause is a question.
func (s *reading) asksChinese(p span, last bool) bool {
	text := s.plain(p)
	if strings.HasSuffix(text, "吗") || strings.HasSuffix(text, "么") || strings.HasSuffix(text, "没有呢") {
		return true
	}
	for _, sign := range []string{"什么", "怎么", "怎样", "为何", "哪个", "哪里", "哪些", "哪家", "哪款", "哪种", "谁", "多少", "几点", "几个人", "是不是", "有没有", "能不能", "要不要", "好不好", "行不行", "可不可以", "会不会", "该不该", "对不对", "请问", "你觉得", "咋", "你知道", "帮我看看", "如何", "是否", "还是说", "你能", "能否", "可以帮"} {
		if strings.Contains(text, sign) && !strings.Contains(text, "没什么") && !strings.Contains(text, "什么都") && !strings.Contains(text, "怎么都") && !strings.Contains(text, "不怎么") && !strings.Contains(text, "谁都") && !strings.Contains(text, "没怎么") {
			return true
		}
	}
	return last && (s.end == "?" || s.end == "？" || strings.HasSuffix(text, "呢") && !strings.Contains(text, "在") && !strings.Contains(text, "还"))
}

// supposesChinese reports whether a clause only supposes.
func (s *reading) supposesChinese(p span) bool {
	text := s.plain(p)
	for _, sign := range []string{"如果", "假如", "要是", "假设", "万一", "倘若", "假使", "的话", "想象一下", "想象", "梦见", "梦到", "比方说", "比如说", "换作", "就算", "即使", "除非", "只要", "等我以后", "下辈子", "我真希望我", "要不是", "恨不得", "巴不得"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return strings.HasPrefix(text, "当我") || strings.HasPrefix(text, "若") || strings.HasSuffix(text, "的时候") || strings.HasPrefix(text, "小说里") || strings.HasPrefix(text, "故事里") || strings.HasPrefix(text, "电影里") || strings.HasPrefix(text, "游戏里")
}

// reportsChinese finds a verb of saying or thinking after a subject.
func (s *reading) reportsChinese(i int, w who) (string, int) {
	for _, word := range []string{"觉得", "猜", "感觉", "估计", "怀疑", "好像", "可能", "也许", "大概"} {
		if s.standsText(i, word) {
			if w.id != "user" && (word == "觉得" || word == "感觉" || word == "猜") {
				return "say", i
			}
			return "think", i + len([]rune(word))
		}
	}
	for _, word := range []string{"说", "告诉我", "跟我说", "和我说", "问", "认为", "听说", "据说", "声称", "写道", "开玩笑", "老说", "总说", "常说", "一直说"} {
		if s.standsText(i, word) {
			if w.id == "doctor" && word != "问" {
				return "know", i + len([]rune(word))
			}
			if w.id == "user" && (s.at(i+1) == "过" || s.at(i+1) == "英" || s.at(i+1) == "中" || s.at(i+1) == "普" || s.at(i+1) == "粤") {
				return "", 0
			}
			return "say", i
		}
	}
	for _, word := range []string{"知道", "发现", "意识到", "确定", "刚查出", "记得"} {
		if s.standsText(i, word) {
			return "know", i + len([]rune(word))
		}
	}
	for _, word := range []string{"梦想着", "幻想", "假装"} {
		if s.standsText(i, word) {
			return "wish", i
		}
	}
	return "", 0
}

// plain returns the folded text of a stretch without blanks.
func (s *reading) plain(p span) string {
	var b strings.Builder
	for i := p.from; i < p.to; i++ {
		b.WriteString(s.at(i))
	}
	return b.String()
}
