package capture

import (
	"strings"

	"mneme/memory"
)

// scheduled reads when something begins, ends or runs out: "my lease ends on
// August 31", "flight LH 123 leaves on Friday". It returns where that ended, or 0.
func (x *extraction) scheduled(s *reading, i, limit int) int {
	switch s.at(i) {
	case "my", "our", "the":
	default:
		return 0
	}
	for k := i + 2; k < min(i+7, limit); k++ {
		predicate := ""
		switch s.at(k) {
		case "expires", "expire", "ends", "lapses", "closes":
			predicate = "deadline"
		case "runs":
			if s.at(k+1) == "out" {
				predicate = "deadline"
			}
		case "is", "are":
			if s.at(k+1) == "due" || s.at(k+1) == "valid" {
				predicate = "deadline"
			}
		case "starts", "begins", "leaves", "departs", "lands", "arrives", "opens", "takes":
			predicate = "appointment"
		}
		if s.marks(k) || s.is(k, breaks) {
			return 0
		}
		if predicate == "" {
			continue
		}
		end := k + 1
		date, dated := s.dated(span{k, min(k+7, limit)})
		if !dated || !date.End.After(x.turn.At) {
			return 0
		}
		for end < limit && s.tokens[end-1].end < date.At+date.Len {
			end++
		}
		p := span{i + 1, end}
		d := x.draft(s, frame{who: who{id: "user"}, from: i}, predicate, x.tidy(s, p, true, false), memory.Assert, span{i, end})
		d.Record.Text = d.Record.Object
		x.propose(d, "occasion")
		return end
	}
	return 0
}

// scheduledChinese reads 沙发3月10号送到, 我的护照明年11月到期.
func (x *extraction) scheduledChinese(s *reading, c span) bool {
	text := s.plain(c)
	if c.to-c.from > 22 || holdsAny(text, "吗", "什么", "没", "了", "想", "打算") {
		return false
	}
	predicate := ""
	switch {
	case holdsAny(text, "到期", "过期", "截止", "失效"):
		predicate = "deadline"
	case holdsAny(text, "送到", "送货", "到货", "送来", "上门", "安装", "交付", "起飞", "发车", "开船", "抵达", "降落", "开学", "开庭", "开盘", "开票"):
		predicate = "appointment"
	default:
		return false
	}
	p := c
	for _, own := range []string{"我们的", "我的"} {
		if s.standsText(p.from, own) {
			p.from += len([]rune(own))
		}
	}
	if strings.Contains(s.plain(p), "我") {
		return false
	}
	date, dated := s.dated(p)
	if !dated || !date.End.After(x.turn.At) {
		return false
	}
	d := x.draft(s, frame{who: who{id: "user"}, from: c.from, chinese: true}, predicate, x.tidy(s, p, true, false), memory.Assert, c)
	d.Record.Text = d.Record.Object
	x.propose(d, "occasion")
	return true
}

// standing reports whether a predicate tells how things stand now, so that what is
// said of a day ahead is still only a plan.
func standing(predicate string) bool {
	switch predicate {
	case "employer", "role", "home", "workplace", "school", "schedule":
		return true
	}
	return false
}

// planned makes a plan of what will be so from a coming day on.
func (x *extraction) planned(s *reading, d *Draft, clause span) {
	if d.Act != memory.Assert || !standing(d.Record.Predicate) {
		return
	}
	date, dated := s.dated(clause)
	if !dated || !date.Start.After(x.turn.At) || date.Start.Before(x.turn.At) {
		return
	}
	d.Record.Predicate, d.Record.Kind = "plan", memory.KindPlan
	x.when(d, date)
	x.date(s, d)
}

// since looks back from a subject for a day the clause begins with: "starting on
// Monday I'm with them". It returns where the clause begins then.
func (s *reading) since(i int) int {
	from, begun, dated := i, false, false
	for k := i - 1; k >= 0 && k >= i-6; k-- {
		_, inDate := s.inDate(k)
		switch w := s.at(k); {
		case inDate:
			dated = true
		case w == "starting" || w == "from" || w == "beginning" || w == "as":
			begun = true
			from = k
		case w == "on" || w == "of" || w == "," || w == "in":
		default:
			k = 0
		}
	}
	if begun && dated {
		return from
	}
	return i
}
