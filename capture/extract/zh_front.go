package extract

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
		if x.course && x.onTable(s.words(p)) {
			x.whole = true
			return true // what was just made
		}
		f := s.groupChinese(frame{who: who{id: "user"}, from: i, chinese: true}, k+1, to)
		return x.feels(s, f, to, s.words(p)) > 0
	}
	return false
}
