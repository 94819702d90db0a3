package extract

import "strings"

// clauses cuts a sentence at its commas. The mark 、 only separates items.
func (s *reading) clauses() []span {
	var out []span
	from := 0
	for i := 0; i <= len(s.tokens); i++ {
		if i < len(s.tokens) && (s.tokens[i].kind != aMark && s.tokens[i].kind != aSmile || s.at(i) == "、" || s.at(i) == "“" || s.at(i) == "”" || s.at(i) == "\"" || s.at(i) == "《" || s.at(i) == "》" || s.at(i) == "·" || s.at(i) == "." || s.at(i) == "/" || s.at(i) == "~" || s.at(i) == "-" || s.at(i) == "+" || s.at(i) == "&" || s.at(i) == "#" || s.at(i) == "_" || s.at(i) == "@") {
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
	known, hedged, off, lost := false, false, false, false
	done := x.after
	if done > 0 {
		prev, known = x.spoken, true
	}
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
		if k := s.changesTo(i); k > i {
			i, x.replan = k, true
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
		if x.apposedChinese(s, span{i, c.to}) || x.houseRuleChinese(s, c, i) || x.frontedChinese(s, i, c.to) || x.weeklyChinese(s, span{i, c.to}) || x.budgetFor(s, span{i, c.to}) || x.budgetOnly(s, span{i, c.to}) || x.scheduledChinese(s, span{i, c.to}) {
			continue
		}
		if x.cleftChinese(s, span{i, c.to}) {
			continue
		}
		if s.introducesOther(span{i, c.to}) {
			lost = true
			continue
		}
		w, k, ok := x.subjectChinese(s, i, c.to)
		elided := false
		if ok {
			lost = false
		}
		if !ok {
			if (s.at(i) == "他" || s.at(i) == "她") && s.at(i+1) != "说" {
				lost = true // of somebody nobody has told of: what follows is of him too
			}
			k = i
			if lost {
				continue
			} else if known {
				w, elided = who{id: prev.id, label: prev.label, kin: prev.kin, doubt: prev.doubt, loose: prev.loose}, true
			} else if !known && n == 0 || !known {
				// A clause that begins with its verb speaks of the speaker.
				w, elided = who{id: "user"}, true
			} else {
				continue
			}
		}
		switch report, at := s.reportsChinese(k, w); report {
		case "say":
			if elided {
				continue // 说点别的吧: nobody is quoted
			}
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
		if w.name != "" {
			x.introduce(s, w, i)
		}
		if w.attr == "" {
			w = x.called(w)
		}
		if !elided {
			prev, known = w, true
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
		if x.notAtAll(s, frame{who: w, from: i, elided: elided, chinese: true}, k, c.to) {
			continue
		}
		end := x.feels(s, f, c.to, x.topic)
		if end == 0 && x.selfNamed(s, f, c.to) {
			end = c.to
		}
		if end == 0 {
			end = x.match(s, f, s.span(n, list))
		}
		if end == 0 && f.back >= 0 {
			again := f
			again.pos, again.neg, again.can = f.back, false, false
			end = x.match(s, again, s.span(n, list))
		}
		if prev.id == w.id {
			prev = x.called(prev)
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

// changesTo passes over 改, 改成 and 换成 before a day: 改下周五去杭州.
func (s *reading) changesTo(i int) int {
	for _, w := range []string{"改成", "改为", "改到", "换成", "改"} {
		if k := i + len([]rune(w)); s.standsText(i, w) {
			if _, dated := s.inDate(k); dated {
				return k
			}
		}
	}
	return i
}

// cleftChinese reads a clause that names last of whom it tells: 鸡蛋过敏的是我儿子.
func (x *extraction) cleftChinese(s *reading, p span) bool {
	for k := p.from + 2; k+2 < p.to; k++ {
		if !s.standsText(k, "的是") {
			continue
		}
		w, end, ok := x.subjectChinese(s, k+2, p.to)
		if !ok || end < p.to || w.attr != "" {
			return false
		}
		f := s.groupChinese(frame{who: w, from: p.from, chinese: true}, p.from, k)
		limit := s.limit
		s.limit = k
		found := x.match(s, f, k) > 0
		s.limit = limit
		x.mention(w)
		return found
	}
	return false
}

// introducesOther reports whether a clause only names somebody who is not the speaker's own: 张姐，
// 患者女，候选人A. What follows is of him.
func (s *reading) introducesOther(p span) bool {
	text := s.plain(p)
	if p.to-p.from > 6 || strings.Contains(text, "我") {
		return false
	}
	if startsAny(text, "患者", "病人", "候选人", "女主", "男主", "主角", "该生", "某男", "某女", "受访者", "被试", "嫌疑人", "原告", "被告") {
		return true
	}
	return p.to-p.from == 2 && (endsAny(text, "姐", "哥", "姨", "叔", "婶", "嫂", "某") && !startsAny(text, "表", "堂", "大", "二", "三", "小", "阿", "姐", "哥", "婶", "叔") || strings.HasPrefix(text, "小") && strings.HasSuffix(text, "某")) ||
		p.to-p.from <= 4 && endsAny(text, "先生", "女士", "师傅", "阿姨", "大爷", "大妈", "小姐") && p.to-p.from == 3
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

// plain returns the folded text of a stretch without blanks.
func (s *reading) plain(p span) string {
	var b strings.Builder
	for i := p.from; i < p.to; i++ {
		b.WriteString(s.at(i))
	}
	return b.String()
}
