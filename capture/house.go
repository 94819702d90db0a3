package capture

import (
	"strings"

	"mneme/memory"
)

// houseRule reads what holds in a house, a team or a company: "no deployments on
// Fridays", "no tabs, please". It returns where that ended, or 0.
func (x *extraction) houseRule(s *reading, i, limit int) int {
	if s.at(i-1) == "no" {
		i-- // it is passed over where it answers something
	}
	if s.at(i) != "no" || s.end == "?" {
		return 0
	}
	end := i + 1
	for end < limit && !s.marks(end) && !s.is(end, breaks) && !s.is(end, verbal) && !s.stands(end, []string{"from", "now", "on"}) {
		end++
	}
	p := span{i + 1, end}
	if n := p.to - p.from; n < 1 || n > 7 || s.holds(p, "idea", "problem", "problems", "worries", "thanks", "way", "need", "doubt", "matter", "wonder", "clue", "one", "longer", "more", "luck", "questions", "plans", "kids", "children", "siblings", "pets", "allergies", "hard") {
		return 0
	}
	if !strings.HasSuffix(s.at(p.from), "s") && !strings.HasSuffix(s.at(p.from), "ing") && !strings.HasSuffix(s.at(p.from+1), "s") {
		return 0
	}
	text := spelled(memory.Fold(s.source))
	if !s.frequent(span{p.from, p.to}) && !anySign(text, "from now on", "rule", "rules", "policy", "please", "ever", "changed my mind", "always", "allowed") {
		return 0
	}
	f := frame{who: who{id: "user"}, from: i, neg: true, lasting: true}
	d := x.draft(s, f, "never", x.habitually(s, p), memory.Assert, span{i, end})
	d.Record.Text = "no " + d.Record.Object
	d.Replaces = d.Record.Object
	x.propose(d, "act")
	return end
}

// neverWe reads "we don't deploy on Fridays": what a group never does, at a time
// that comes again. It returns where that ended, or 0.
func (x *extraction) neverWe(s *reading, f frame, limit int) int {
	if !f.neg || f.can || f.be || f.future || f.would || s.at(f.from) != "we" && f.id != "team" && f.id != "company" {
		return 0
	}
	end := f.pos
	for end < limit && !s.marks(end) && !s.is(end, breaks) {
		end++
	}
	p := span{f.pos, end}
	if p.to-p.from < 2 || p.to-p.from > 8 || !f.never && !s.frequent(p) {
		return 0
	}
	d := x.draft(s, f, "never", x.habitually(s, p), memory.Assert, span{f.from, end})
	d.Record.Text = fillIn("never {}", []string{d.Record.Object}, f.label, false)
	x.propose(d, "act")
	return end
}

// habitually returns words as they are said: the times in them come again.
func (x *extraction) habitually(s *reading, p span) string { return x.tidy(s, p, true, true) }

// houseRuleChinese reads 周五一律不发版, 办公室禁止吸烟.
func (x *extraction) houseRuleChinese(s *reading, c span, i int) bool {
	for k := i; k < min(i+10, c.to); k++ {
		for _, w := range []string{"一律不", "一律别", "一律禁", "严禁", "禁止", "不准", "不许", "绝不", "从不", "从来不", "决不", "不允许"} {
			if !s.standsText(k, w) {
				continue
			}
			from := i
			for _, own := range []string{"我们公司", "我们组", "我们团队", "我们家", "我们", "咱们", "公司"} {
				if s.standsText(from, own) {
					from += len([]rune(own))
					break
				}
			}
			we := from > i
			if w[:len("从")] == "从" && !we || strings.ContainsAny(s.plain(span{i, c.to}), "你您他她吗") || s.at(i) == "我" && !we || c.to-k < len([]rune(w))+1 || c.to-from > 18 {
				return false
			}
			p := span{from, c.to}
			f := frame{who: who{id: "user"}, from: i, chinese: true}
			d := x.draft(s, f, "never", x.habitually(s, p), memory.Assert, p)
			d.Record.Text = d.Record.Object
			x.propose(d, "act")
			return true
		}
	}
	return false
}

// budgetOnly reads an answer that is but an amount, 三百以内, "300 max", where a price
// was asked for or something is being looked for.
func (x *extraction) budgetOnly(s *reading, c span) bool {
	context, open := x.openNeed(x.sentence)
	asked := false
	for i := x.index - 1; i >= max(0, x.index-1); i-- {
		asked = x.in.Turns[i].Role == memory.RoleAssistant && asksPrice(x.in.Turns[i].Text)
	}
	if !open && !asked {
		return false
	}
	p := c
	if s.talk.chinese {
		for _, w := range []string{"大概", "差不多", "最多", "不超过", "别超过", "不要超过", "控制在", "就", "在"} {
			if s.standsText(p.from, w) {
				p.from += len([]rune(w))
			}
		}
		if !s.settles("money", p) || p.to-p.from < 2 || !asked && !holdsAny(s.plain(c), "以内", "以下", "左右", "之内", "块", "元", "超过", "最多", "预算") {
			return false
		}
	} else if !s.settles("money", p) || !asked && !s.priced(p) {
		return false
	}
	d := x.draft(s, frame{who: who{id: "user"}, from: c.from, chinese: s.talk.chinese}, "budget", s.words(c), memory.Assert, c)
	d.Record.Text = "budget " + d.Record.Object
	if s.talk.chinese {
		d.Record.Text = "预算" + d.Record.Object
	}
	if open {
		d.Record.Constraint.Context = context
	}
	x.propose(d, "money")
	return true
}

// settles reports whether a whole stretch fills a slot.
func (s *reading) settles(kind string, p span) bool {
	got := s.settle(kind, p)
	return got.to > got.from && got.from == p.from
}

func asksPrice(text string) bool {
	folded := memory.Fold(text)
	return holdsAny(folded, "budget", "how much", "price range", "spend", "预算", "多少钱", "价位", "价格")
}
