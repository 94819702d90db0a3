package extract

import (
	"strings"

	"mneme/memory"
)

// apposed reads what follows a name with no verb of its own: "I'm Dana, a freelance
// designer in Austin", "I'm Marcus, 34, a welder from Ohio". Each part between commas
// is one thing the speaker is. It returns where the last of them ended, or end.
func (x *extraction) apposed(s *reading, f frame, end, limit int) int {
	if !f.user() || !f.be && f.attr == "" || f.neg || f.hedged {
		return end
	}
	f = frame{who: who{id: "user"}, from: f.from, be: true, elided: true}
	for s.at(end) == "," && end+1 < limit {
		from := end + 1
		if s.at(from) == "and" {
			from++
		}
		to := from
		for to < limit && !s.marks(to) && s.at(to) != "and" && !s.is(to, breaks) && !s.is(to, verbal) {
			to++
		}
		if to == from || s.is(to, verbal) {
			return end
		}
		n := x.apposition(s, f, span{from, to})
		if n == 0 {
			return end
		}
		end = n
		for !s.marks(end) && end < to {
			end++
		}
	}
	return end
}

// apposition reads one such part: an age, a job with a place or an employer, a place.
func (x *extraction) apposition(s *reading, f frame, p span) int {
	if p.to-p.from == 1 {
		if s.plausibleAge(p.from) {
			return x.holdsOf(s, f, "age", s.words(p), "{} years old", p)
		}
		if s.tokens[p.from].kind == aNumber {
			return 0
		}
	}
	if s.at(p.from) == "from" || s.at(p.from) == "based" || s.at(p.from) == "living" {
		return x.whence(s, f, p.from, p.to)
	}
	cut := p.from
	for cut < p.to {
		switch s.at(cut) {
		case "in", "at", "from", "for", "with", "based", "living", "working", "out":
		default:
			cut++
			continue
		}
		break
	}
	job := s.settle("role", span{p.from, cut})
	if job.to <= job.from || s.is(p.from, article) && s.at(p.from) != "a" && s.at(p.from) != "an" && s.at(p.from) != "the" {
		return 0
	}
	end := x.holdsOf(s, f, "role", s.words(job), "a {}", span{p.from, job.to})
	if n := x.whence(s, f, cut, p.to); n > 0 {
		end = n
	}
	return end
}

// whence reads where somebody is: "in Austin", "based in Leeds", "from Ohio", "at Kestrel Labs".
func (x *extraction) whence(s *reading, f frame, i, to int) int {
	at := i
	for s.at(i) == "based" || s.at(i) == "living" || s.at(i) == "working" || s.at(i) == "out" || s.at(i) == "originally" {
		i++
	}
	predicate, text, slot := "home", "lives in {}", "place"
	switch s.at(i) {
	case "in", "of":
	case "from":
		predicate, text = "hometown", "from {}"
	case "at", "for", "with":
		predicate, text, slot = "employer", "works at {}", "org"
	default:
		return 0
	}
	p := s.settle(slot, span{i + 1, min(s.extent(slot, i+1), to)})
	if p.to <= p.from {
		return 0
	}
	return x.holdsOf(s, f, predicate, s.words(p), text, span{at, p.to})
}

// holdsOf proposes one fact of the speaker and returns where it ended.
func (x *extraction) holdsOf(s *reading, f frame, predicate, object, text string, p span) int {
	d := x.draft(s, f, predicate, object, memory.Assert, p)
	d.Record.Text = strings.ReplaceAll(text, "{}", object)
	x.propose(d, predicate)
	return p.to
}

// namedHere reports whether this turn told the speaker's name.
func (x *extraction) namedHere() bool {
	for i := len(x.told) - 1; i >= 0 && x.told[i].turn == x.index; i-- {
		if r := &x.told[i].draft.Record; r.Predicate == "name" && r.Subject == "user" {
			return true
		}
	}
	return false
}

// apposedChinese reads a clause without a verb after a name: 我叫林悦，苏州人，护士，29岁.
func (x *extraction) apposedChinese(s *reading, p span) bool {
	if !x.namedHere() || p.to <= p.from {
		return false
	}
	f := frame{who: who{id: "user"}, from: p.from, elided: true, chinese: true}
	for p.from < p.to && (s.standsText(p.from, "是") || s.standsText(p.from, "一名") || s.standsText(p.from, "一个") || s.standsText(p.from, "一位") || s.standsText(p.from, "名") || s.standsText(p.from, "今年")) {
		p.from++
		if s.at(p.from-1) == "一" || s.at(p.from-1) == "今" {
			p.from++
		}
	}
	text := s.plain(p)
	switch {
	case strings.HasSuffix(text, "人") && p.to-p.from > 2:
		home := s.settle("town", span{p.from, p.to - 1})
		if home.to != p.to-1 {
			return false
		}
		x.holdsOf(s, f, "hometown", s.words(home), "是{}人", p)
	case strings.HasPrefix(text, "老家"):
		home := s.settle("town", span{p.from + 2, p.to})
		if home.to != p.to {
			return false
		}
		x.holdsOf(s, f, "hometown", s.words(home), "老家{}", p)
	case s.tokens[p.from].kind == aNumber && (p.to-p.from == 1 && s.plausibleAge(p.from) || p.to-p.from == 2 && s.at(p.from+1) == "岁"):
		x.holdsOf(s, f, "age", s.at(p.from), "{}岁", p)
	default:
		job := s.settle("role", p)
		if job != p || p.to-p.from > 8 || strings.ContainsAny(text, "在做当的") {
			return false
		}
		x.holdsOf(s, f, "role", s.words(job), "是{}", p)
	}
	return true
}

// selfNamed reads 我是林悦: a family name and one or two characters, before a mark.
func (x *extraction) selfNamed(s *reading, f frame, to int) bool {
	if !f.user() || f.neg || f.hedged || f.elided || s.at(f.pos) != "是" || !s.marks(to) {
		return false
	}
	p := span{f.pos + 1, to}
	if n := p.to - p.from; n < 2 || n > 3 || !familyName(s.at(p.from)) {
		return false
	}
	for i := p.from; i < p.to; i++ {
		if s.tokens[i].kind != aCharacter {
			return false
		}
	}
	if strings.ContainsAny(s.at(p.to-1), "人座客手生领员师家者粉迷党控族痴盲机狗号班级货主妈爸女男士长工商兵头脸牌版型类派") || roleChinese(s.plain(p)) ||
		s.holdsWord(p, placing|living|tongue) || !s.nameChinese(p, s.plain(p)) || to == len(s.tokens) && s.end == "" && len(s.tokens) < 4 && x.stated > 0 {
		return false
	}
	x.holdsOf(s, f, "name", s.words(p), "叫{}", span{f.from, p.to})
	return true
}

// familyName reports whether a character is one of the family names that nearly all
// Chinese people have, and that begin few other words.
func familyName(c string) bool {
	return c != "" && strings.Contains("王李张刘陈杨赵黄周吴徐孙胡朱林何郭罗梁宋郑谢韩唐冯于董萧程曹袁邓许傅沈曾彭吕苏卢蒋蔡贾丁魏薛叶阎余潘杜戴夏钟汪田任姜范姚谭廖邹熊陆郝孔崔康毛邱秦江史顾侯邵孟龙万段雷钱汤尹黎易武乔贺赖龚文", c)
}
