package extract

import "mneme/memory"

// frontedChinese reads 香菜我不吃.
func (x *extraction) frontedChinese(s *reading, i, to int) bool {
	for k := i + 1; k < min(i+7, to); k++ {
		if s.at(k) != "我" {
			continue
		}
		p := s.settle("list", span{i, k})
		if p.to <= p.from {
			return false
		}
		if s.standsText(k+1, "过敏") && k+3 >= to {
			d := x.draft(s, frame{who: who{id: "user"}, from: i, chinese: true}, "allergy", s.words(p), memory.Assert, span{i, k + 3})
			d.Record.Text = "对" + s.words(p) + "过敏"
			x.propose(d, "list")
			return true
		}
		if x.course && x.onTable(s.words(p)) {
			x.whole = true
			return true // what was just made
		}
		f := s.groupChinese(frame{who: who{id: "user"}, from: i, chinese: true}, k+1, to)
		return x.feels(s, f, to, s.words(p)) > 0
	}
	return false
}
