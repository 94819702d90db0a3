package extract

// correctionChinese reads 不是X，是Y; 说错了，是Y; 更正：Y; 应该是Y.
func (s *reading) correctionChinese() (old, now span, ok bool) {
	if old, now, ok := s.wasAndIsChinese(); ok {
		return old, now, true
	}
	list := s.clauses()
	signalled := false
	for n, c := range list {
		i := c.from
		for k := c.from + 2; k < c.to; k++ {
			if s.standsText(k, "打错了") || s.standsText(k, "说错了") || s.standsText(k, "记错了") || s.standsText(k, "写错了") || s.standsText(k, "搞错了") || s.standsText(k, "错了") {
				s.about = span{c.from, k}
				i = k
				break
			}
		}
		for _, w := range []string{"不对", "说错了", "我说错了", "更正一下", "更正", "纠正一下", "搞错了", "记错了", "我记错了", "写错了", "打错了", "错了", "哦不", "啊不", "抱歉", "不好意思", "等等"} {
			if s.standsText(i, w) {
				i += len([]rune(w))
				signalled = true
				break
			}
		}
		if i >= c.to {
			continue
		}
		// 不是X，是Y; 不是X而是Y
		for j := i; j < min(i+6, c.to); j++ {
			if !s.standsText(j, "不是") || s.at(j-1) == "是" {
				continue
			}
			for k := j + 2; k < c.to; k++ {
				if s.standsText(k, "而是") || s.standsText(k, "是") && k > j+2 {
					m := k + 1
					if s.at(k) == "而" {
						m++
					}
					return s.trimChinese("thing", span{j + 2, k}), s.trimChinese("thing", span{m, c.to}), m < c.to
				}
			}
			if n+1 < len(list) {
				next := list[n+1]
				for _, w := range []string{"而是", "应该是", "是"} {
					if s.standsText(next.from, w) {
						m := next.from + len([]rune(w))
						return s.trimChinese("thing", span{j + 2, c.to}), s.trimChinese("thing", span{m, next.to}), m < next.to
					}
				}
			}
			return old, now, false
		}
		for _, w := range []string{"应该是", "这个是", "我是说", "我的意思是", "其实是", "准确说是", "是"} {
			if s.standsText(i, w) && (signalled || w == "我是说") {
				m := i + len([]rune(w))
				// 是Y，不是X
				if n+1 < len(list) && s.standsText(list[n+1].from, "不是") {
					return s.trimChinese("thing", span{list[n+1].from + 2, list[n+1].to}), s.trimChinese("thing", span{m, c.to}), m < c.to
				}
				return span{}, s.trimChinese("thing", span{m, c.to}), m < c.to && c.to-m <= 14
			}
		}
		if s.standsText(i, "是") && n+1 < len(list) && s.standsText(list[n+1].from, "不是") {
			return s.trimChinese("thing", span{list[n+1].from + 2, list[n+1].to}), s.trimChinese("thing", span{i + 1, c.to}), true
		}
		if !signalled {
			return old, now, false
		}
	}
	return old, now, false
}

// wasAndIsChinese reads 原来800现在1000, 之前是三片，现在两片: the amount that was and the one
// that is. What stands before it is what it is of.
func (s *reading) wasAndIsChinese() (old, now span, ok bool) {
	n := len(s.tokens)
	for i := range n {
		lead := 0
		for _, w := range []string{"原来是", "原来", "之前是", "之前", "以前是", "以前", "原先", "本来"} {
			if s.standsText(i, w) {
				lead = len([]rune(w))
				break
			}
		}
		if lead == 0 || i > 8 {
			continue
		}
		first := s.figureChinese(i + lead)
		k := first.to
		for s.at(k) == "," {
			k++
		}
		if first.to <= first.from || !s.standsText(k, "现在") && !s.standsText(k, "如今") {
			return old, now, false
		}
		k += 2
		for s.at(k) == "是" || s.at(k) == "改" || s.at(k) == "成" || s.at(k) == "涨" || s.at(k) == "降" || s.at(k) == "到" || s.at(k) == "要" {
			k++
		}
		second := s.figureChinese(k)
		if second.to <= second.from || second.to < n && s.at(second.to) != "了" && !s.marks(second.to) {
			return old, now, false
		}
		s.about = span{0, i}
		return first, second, true
	}
	return old, now, false
}

// figureChinese returns the amount at i with its unit, or an empty stretch.
func (s *reading) figureChinese(i int) span {
	if i >= len(s.tokens) || s.tokens[i].kind != aNumber && !s.numeralChinese(i) {
		return span{}
	}
	return s.amountAt(i)
}
