package extract

import (
	"strings"

	"mneme/memory"
)

// scheduledChinese reads 沙发3月10号送到, 我的护照明年11月到期.
func (x *extraction) scheduledChinese(s *reading, c span) bool {
	text := s.plain(c)
	if c.to-c.from > 22 || startsAny(text, "一列", "一辆", "一架", "某") || holdsAny(strings.TrimSuffix(text, "了"), "吗", "什么", "没", "了", "想", "打算") {
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
