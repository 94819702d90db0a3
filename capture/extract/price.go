package extract

import (
	"strings"

	"mneme/memory"
)

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

// budgetFor reads 外套预算800块, 裤子的预算是300: how much may be spent on one thing, which is
// the fact's context.
func (x *extraction) budgetFor(s *reading, c span) bool {
	for k := c.from + 1; k < min(c.from+9, c.to-1); k++ {
		if !s.standsText(k, "预算") {
			continue
		}
		thing := span{c.from, k}
		if s.at(thing.to-1) == "的" {
			thing.to--
		}
		said := s.plain(thing)
		if thing.to <= thing.from || holdsAny(said, "我", "你", "他", "她", "总", "这", "那", "的", "年", "月", "没", "有", "问", "先", "按", "项目") || s.is(thing.from, verbal) {
			return false
		}
		m := k + 2
		for _, w := range []string{"大概是", "大概", "差不多", "最多", "不超过", "控制在", "是", "为", "在", "就", "有"} {
			if s.standsText(m, w) {
				m += len([]rune(w))
			}
		}
		p := s.settle("money", span{m, min(s.extent("money", m), c.to)})
		if p.to <= p.from {
			return false
		}
		object := x.tidy(s, p, true, false)
		d := x.draft(s, frame{who: who{id: "user"}, from: c.from, chinese: true}, "budget", object, memory.Assert, span{c.from, p.to})
		d.Record.Text = s.words(thing) + "预算" + object
		d.Record.Constraint.Context = s.words(thing)
		x.propose(d, "money")
		return true
	}
	return false
}

// settles reports whether a whole stretch fills a slot.
func (s *reading) settles(kind string, p span) bool {
	got := s.settle(kind, p)
	return got.to > got.from && got.from == p.from
}

func asksPrice(text string) bool {
	folded := memory.Fold(text)
	if at := strings.Index(folded, "how much"); at >= 0 && !anySign(folded[at:], "spend", "pay", "cost", "willing", "afford", "budget") {
		folded = folded[:at] // how much of it is left
	}
	return holdsAny(folded, "budget", "how much", "price range", "spend", "预算", "多少钱", "价位", "价格")
}

// priced reports whether an amount names a currency.
func (s *reading) priced(p span) bool {
	for i := p.from; i < p.to; i++ {
		if s.is(i, currency) {
			return true
		}
		for _, r := range s.at(i) {
			if money(r) {
				return true
			}
		}
	}
	return false
}
