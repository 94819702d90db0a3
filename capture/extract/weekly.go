package extract

import (
	"strings"

	"mneme/memory"
)

// weekday reports whether a word names a day of the week, and whether it means each of
// them: "tuesdays".
func weekday(w string) (day, each bool) {
	bare := strings.TrimSuffix(w, "s")
	switch bare {
	case "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "weekend", "weekday":
		return true, bare != w
	}
	return false, false
}

// weekly is when a thing is done that a clause tells of, each week: "Tuesdays" before it, "and
// Fridays" behind it. It is empty where the clause says that itself.
func (s *reading) weekly(clause span) string {
	from, to := clause.from, clause.from
	for from > 0 {
		if _, each := weekday(s.at(from - 1)); !each && s.at(from-1) != "and" && s.at(from-1) != "," && s.at(from-1) != "on" {
			break
		}
		from--
	}
	for from < to && (s.at(from) == "," || s.at(from) == "and" || s.at(from) == "on") {
		from++
	}
	for to > from && s.at(to-1) == "," {
		to--
	}
	if from < to {
		return "on " + s.words(span{from, to})
	}
	k := clause.to
	for s.at(k) == "and" || s.at(k) == "," {
		k++
	}
	if _, each := weekday(s.at(k)); each && k > clause.to {
		return s.words(span{clause.to, k + 1})
	}
	return ""
}

// everyWeek reads what stands on a day of every week without a verb: "gym on Tuesdays".
func (x *extraction) everyWeek(s *reading, i, limit int) int {
	if s.holds(span{0, limit}, "no", "not", "never", "avoid", "without", "if") {
		return 0 // a rule, and no habit
	}
	end := i
	for end < limit && (s.tokens[end].kind != aMark || s.at(end) == ",") && s.at(end) != ";" && end-i < 12 {
		if s.at(end) == "," || s.at(end) == "and" || s.at(end) == "but" {
			if day, each := weekday(s.at(end + 1)); !day || !each {
				break
			}
		}
		end++
	}
	named, words := false, 0
	for k := i; k < end; k++ {
		if day, each := weekday(s.at(k)); day {
			if !each {
				return 0
			}
			named = named || k > i && (s.at(k-1) == "on" || s.at(k-1) == "every")
			continue
		}
		if s.is(k, verbal|asked) || s.at(k) == "you" || s.at(k) == "your" || s.dropped(k) && k == i || s.at(k) == "what" || s.at(k) == "how" || s.at(k) == "why" {
			return 0
		}
		if s.tokens[k].kind == aWord && !s.is(k, article|tail) && s.at(k) != "on" && s.at(k) != "and" && s.at(k) != "at" {
			words++
		}
	}
	if !named || words == 0 || words > 5 || end < limit && !s.marks(end) && s.at(end) != "and" && s.at(end) != "but" {
		return 0
	}
	p := span{i, end}
	d := x.draft(s, frame{who: who{id: "user"}, from: i}, "habit", s.words(p), memory.Assert, p)
	d.Record.Constraint = memory.Constraint{}
	d.Record.Text = d.Record.Object
	if old := x.onOtherDays(s, p); old != nil && s.differs(span{0, limit}) {
		d.Act, d.Target, d.Replaces = memory.Correct, old.draft.Target, old.draft.Record.Object
	}
	x.propose(d, "act")
	return end
}

// onOtherDays finds what is known to be done on other days of the week, by the words that
// say what it is.
func (x *extraction) onOtherDays(s *reading, p span) *told {
	if s.talk.chinese {
		return x.about(s.words(p), weeklyFact)
	}
	var words []string
	for k := p.from; k < p.to; k++ {
		day, _ := weekday(s.at(k))
		if w := s.at(k); !day && s.tokens[k].kind == aWord && len(w) > 2 && !s.is(k, verbal|article|adverb) && w != "moved" && w != "switched" && w != "changed" && w != "now" && w != "and" {
			words = append(words, strings.TrimSuffix(w, "s"))
		}
	}
	fits := func(r *memory.Record) bool {
		text := memory.Fold(r.Text)
		for _, w := range words {
			if !strings.Contains(text, w) {
				return false
			}
		}
		return len(words) > 0 && weeklyFact(r)
	}
	return x.newest(min(len(x.told), x.mark), fits)
}

// drops ends what was done each week when it is said to be over: "I quit pottery", "no more
// choir for me", 游泳不去了.
func (x *extraction) drops(s *reading) {
	whole := span{0, len(s.tokens)}
	if s.end == "?" || s.supposes(0) || x.turn.Role != memory.RoleUser {
		return
	}
	over := s.ended(whole)
	if s.talk.chinese {
		over = over || holdsAny(s.plain(whole), "不练了", "不学了", "不上了", "不跑了", "不参加了", "停掉", "不报了")
	} else {
		over = over || s.phrase(whole, "no more") || s.phrase(whole, "stopped going") || s.phrase(whole, "dropped out")
	}
	if !over || len(s.tokens) > 14 || s.holds(whole, "home", "early", "week", "today", "tomorrow", "holiday") {
		return
	}
	said := memory.Fold(s.words(whole))
	ends := func(r *memory.Record, target string) bool {
		if r.Layer != memory.Semantic || r.Predicate != "habit" && r.Predicate != "schedule" || !weeklyFact(r) {
			return false
		}
		words, shared := 0, 0
		tokens := tokenize(memory.Fold(r.Text))
		for i, t := range tokens {
			switch day, _ := weekday(t.text); {
			case t.kind == aCharacter:
				if i+1 < len(tokens) && tokens[i+1].kind == aCharacter && !particle(t.text) && !particle(tokens[i+1].text) && t.text != "周" && tokens[max(i-1, 0)].text != "周" {
					words++
					if strings.Contains(said, t.text+tokens[i+1].text) {
						shared++
					}
				}
			case day || t.kind != aWord || len(t.text) < 3 || x.rules.english.words[t.text]&(hollow|verbal|article|adverb|routine) != 0:
			default:
				words++
				if wordIndex(said, strings.TrimSuffix(t.text, "s")) >= 0 {
					shared++
				}
			}
		}
		if words == 0 || shared*2 < words {
			return false
		}
		d := Draft{Act: memory.Retract, Target: target, Quote: s.quote(whole), Explicit: x.explicit, Record: *r}
		d.Record.Confidence, d.Record.Constraint = saidPlainly, memory.Constraint{}
		x.propose(d, "act")
		return true
	}
	for i := range x.in.Known {
		if k := &x.in.Known[i]; k.Status == memory.Current && ends(k, k.ID) {
			return
		}
	}
	for i := x.mark - 1; i >= 0; i-- {
		if h := x.told[i]; h.draft.Act != memory.Retract && ends(&h.draft.Record, "") {
			return
		}
	}
}

// weeklyFact reports whether a fact tells what is done on days of the week.
func weeklyFact(r *memory.Record) bool {
	if r.Predicate != "habit" && r.Predicate != "schedule" && r.Predicate != memory.PredicateStatement {
		return false
	}
	for _, t := range tokenize(r.Text) {
		if day, each := weekday(t.text); day && each {
			return true
		}
	}
	return holdsAny(r.Text, "周一", "周二", "周三", "周四", "周五", "周六", "周日", "周天", "星期", "礼拜", "周末")
}

// reschedules reads other days for what is done each week: "yoga moved to Thursdays",
// 健身改到周四. What is said of this week only changes nothing.
func (x *extraction) reschedules(s *reading, before, value span) bool {
	text := memory.Fold(s.source)
	if holdsAny(text, "这周", "本周", "下周", "这次", "这礼拜", "下礼拜") || anySign(text, "this week", "next week", "this time", "just this once") {
		return false
	}
	i := value.from
	for s.at(i) == "on" || s.at(i) == "every" {
		i++
	}
	to := i
	if s.talk.chinese {
		for to < len(s.tokens) && !s.marks(to) && s.at(to) != "了" && to-i < 8 {
			to++
		}
		if to-i < 2 || s.at(i) != "周" && s.at(i) != "每" && !s.standsText(i, "星期") && !s.standsText(i, "礼拜") {
			return false
		}
	} else {
		for to < len(s.tokens) {
			if day, each := weekday(s.at(to)); !day || !each && s.at(value.from) != "every" {
				if s.at(to) != "and" && s.at(to) != "," || to == i {
					break
				}
			}
			to++
		}
		if to == i || s.marks(to-1) {
			return false
		}
	}
	old := x.onOtherDays(s, before)
	if old == nil {
		return false
	}
	d := old.draft
	d.Act, d.Target, d.Replaces, d.Quote = memory.Correct, old.draft.Target, d.Record.Object, s.quote(span{0, len(s.tokens)})
	days := s.words(span{i, to})
	d.Record.Object, d.Record.Text = otherDays(d.Record.Object, days), otherDays(d.Record.Text, days)
	if d.Record.Object == d.Replaces {
		return false
	}
	d.Record.Confidence = saidPlainly
	x.propose(d, old.kind)
	return true
}

// daysWithin returns the days of each week that a stretch names: "Fridays", "Mondays and
// Fridays".
func (s *reading) daysWithin(p span) string {
	from, to := -1, -1
	for i := p.from; i < p.to; i++ {
		if day, each := weekday(s.at(i)); day && each {
			if from < 0 {
				from = i
			}
			to = i + 1
		}
	}
	if from < 0 {
		return ""
	}
	return s.words(span{from, to})
}

// otherDays exchanges the days of the week in a text.
func otherDays(text, days string) string {
	tokens := tokenize(text)
	from, to := -1, -1
	for i, t := range tokens {
		day, _ := weekday(t.text)
		if t.text == "周" && i+1 < len(tokens) && strings.Contains("一二三四五六日天末", tokens[i+1].text) {
			if from < 0 {
				from = t.start
			}
			to = tokens[i+1].end
			continue
		}
		if day {
			if from < 0 {
				from = t.start
			}
			to = t.end
		}
	}
	if from < 0 {
		return text
	}
	return text[:from] + days + text[to:]
}

// onDays adds to a habit the days that stand around its clause.
func (x *extraction) onDays(s *reading, d *Draft, clause span) {
	if s.talk.chinese || d.Record.Predicate != "habit" && d.Record.Predicate != "schedule" {
		return
	}
	days := s.weekly(clause)
	if days == "" || strings.Contains(memory.Fold(d.Record.Text), memory.Fold(days)) {
		return
	}
	d.Record.Text += " " + days
	d.Record.Object += " " + days
	if at := strings.Index(s.source, d.Quote); at >= 0 {
		from, to := clause.from, clause.to
		for from > 0 && strings.Contains(days, s.words(span{from - 1, from})) {
			from--
		}
		for to < len(s.tokens) && (s.at(to) == "and" || s.at(to) == "," || strings.Contains(memory.Fold(days), s.at(to))) {
			to++
		}
		d.Quote = s.quote(span{from, to})
	}
}

// routineChinese reports whether a stretch tells what people do week by week: of a single
// day that is what makes it one of every week.
func (s *reading) routineChinese(p span) bool {
	return holdsAny(s.plain(p), "健身", "游泳", "跑步", "瑜伽", "普拉提", "上课", "上班", "休息", "值班", "打球", "踢球", "练琴", "练字", "钢琴", "舞蹈", "画画", "书法", "补习", "补课", "锻炼", "骑车", "骑行", "爬山", "打扫", "大扫除", "例会", "周会", "晨会", "兼职", "合唱", "太极", "拳击", "羽毛球", "乒乓球", "篮球", "足球", "网球", "夜班", "早班", "晚班", "远程", "在家办公", "居家办公", "课", "做饭", "轮到")
}

// weeklyChinese reads 我周二周四在家办公, 周一到周五七点起床, 周二健身: what is done on days
// of the week, without a word that it is this week's or was once.
func (x *extraction) weeklyChinese(s *reading, c span) bool {
	i := c.from
	for s.at(i) == "我" || s.at(i) == "们" || s.at(i) == "都" || s.at(i) == "一" || s.at(i) == "般" {
		i++
	}
	text := s.plain(span{c.from, c.to})
	if holdsAny(text, "下周", "这周", "本周", "上周", "下个", "上个", "这个", "要", "想", "打算", "准备", "了", "过", "吗", "不是", "可能", "改", "取消") {
		return false
	}
	days, k := 0, i
	for k < c.to {
		if s.standsText(k, "周") || s.standsText(k, "星期") || s.standsText(k, "礼拜") {
			n := 1
			if s.at(k) != "周" {
				n = 2
			}
			if strings.Contains("一二三四五六日天末", s.at(k+n)) && s.at(k+n) != "" {
				days++
				k += n + 1
				continue
			}
		}
		if days > 0 && (s.at(k) == "、" || s.at(k) == "和" || s.at(k) == "到" || s.at(k) == "至" || s.at(k) == "跟") {
			k++
			continue
		}
		if days > 0 && strings.Contains("一二三四五六日", s.at(k)) && s.at(k) != "" { // 周二四
			days++
			k++
			continue
		}
		break
	}
	if days == 0 || c.to-k < 2 || c.to-c.from > 24 || days < 2 && !s.routineChinese(span{k, c.to}) {
		return false
	}
	p := span{i, c.to}
	d := x.draft(s, frame{who: who{id: "user"}, from: c.from, chinese: true}, "habit", s.words(p), memory.Assert, c)
	d.Record.Constraint = memory.Constraint{}
	d.Record.Text = d.Record.Object
	x.propose(d, "act")
	return true
}
