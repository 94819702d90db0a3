package extract

import "strings"

// constraint reads a condition on what is being looked for: 要轻便, 必须能保温, "it
// must be waterproof". Without an open need it is about something else.
func (x *extraction) constraint(s *reading, c span, i int) bool {
	if len(x.needs) == 0 {
		return false
	}
	n := x.needs[len(x.needs)-1]
	context, open := n.context, x.index-n.turn <= 2*reach
	if !open {
		context, open = x.openNeed(x.sentence)
	}
	if !open {
		return false
	}
	at := -1
	for _, w := range []string{"必须要", "必须", "一定要", "要能", "得能", "最好是", "最好", "不能太", "不要太", "希望能", "要"} {
		for j := i; j < min(i+4, c.to); j++ {
			if at < 0 && s.standsText(j, w) && (w != "要" || j == i || !strings.Contains("需主重只想不快将还也就都", s.at(j-1)) && c.to-i <= 8) {
				at = i // 屏幕要大: the thing belongs to it
			}
		}
	}
	if at < 0 {
		return false
	}
	p := s.trimChinese("act", span{at, c.to})
	if p.to-p.from < 2 || p.to-p.from > 16 || strings.ContainsAny(s.plain(p), "你您吗我") {
		return false
	}
	x.wants(s, p, context)
	return true
}
