package extract

// modifier is an adverb or an auxiliary of Chinese and what it does to a frame.
type modifier struct {
	word string
	do   func(*frame)
}

func modifiers() []modifier {
	not := func(f *frame) { f.neg = true }
	undone := func(f *frame) { f.neg, f.undone = true, true }
	pass := func(*frame) {}
	very := func(f *frame) { f.degree = 1 }
	little := func(f *frame) { f.degree = -1 }
	maybe := func(f *frame) { f.hedged = true }
	once := func(f *frame) { f.former = true }
	return []modifier{
		{"从来都不", func(f *frame) { f.neg, f.degree = true, 1 }}, {"从来不", func(f *frame) { f.neg, f.degree = true, 1 }}, {"从来没有", not}, {"从来没", not}, {"从不", not},
		{"再也不", func(f *frame) { f.longer = true }}, {"已经不", func(f *frame) { f.longer = true }}, {"不再", func(f *frame) { f.longer = true }}, {"现在不", func(f *frame) { f.longer = true }},
		{"不怎么", func(f *frame) { f.neg, f.degree = true, -1 }}, {"不太", func(f *frame) { f.neg, f.degree = true, -1 }}, {"不是很", func(f *frame) { f.neg, f.degree = true, -1 }}, {"并不", not}, {"不大", func(f *frame) { f.neg, f.degree = true, -1 }}, {"一点也不", not}, {"一点都不", not}, {"完全不", not}, {"真的不", not}, {"一直不", not}, {"都不", not}, {"一点都", pass}, {"一点也", pass},
		{"不能够", func(f *frame) { f.can, f.neg = true, true }}, {"不能", func(f *frame) { f.can, f.neg = true, true }}, {"不可以", func(f *frame) { f.can, f.neg = true, true }}, {"不会", func(f *frame) { f.can, f.neg = true, true }},
		{"没有", undone}, {"没", undone}, {"不", not},
		{"以前", once}, {"曾经", once}, {"之前", once}, {"过去", once}, {"从前", once}, {"小时候", once}, {"当年", once},
		{"可能", maybe}, {"也许", maybe}, {"大概", maybe}, {"好像", maybe}, {"应该", maybe}, {"估计", maybe}, {"说不定", maybe}, {"或许", maybe},
		{"非常", very}, {"特别", very}, {"超级", very}, {"超", very}, {"最", very}, {"极其", very}, {"真的很", very}, {"十分", very}, {"相当", very}, {"尤其", very}, {"真的", very}, {"很", very}, {"贼", very}, {"巨", very}, {"挺", pass}, {"蛮", pass},
		{"有一点", little}, {"有点儿", little}, {"有点", little}, {"比较", little}, {"略微", little}, {"还算", little}, {"稍微", little},
		{"现在", func(f *frame) { f.begun = true }}, {"目前", pass}, {"一直以来", pass}, {"一直", pass}, {"其实", pass}, {"今年", pass}, {"已经", pass}, {"刚刚", pass}, {"刚", pass}, {"最近", pass}, {"近来", pass}, {"如今", pass}, {"始终", pass}, {"从小就", pass}, {"从小", pass}, {"自己", pass}, {"本身", pass}, {"当然", pass}, {"确实", pass}, {"还是", pass}, {"还", pass}, {"也", pass}, {"都", pass}, {"就", pass}, {"又", pass}, {"才", pass}, {"总是", pass}, {"老是", pass}, {"主要", pass}, {"一个人", pass}, {"终于", pass}, {"马上就", pass}, {"本来", pass}, {"原本", pass}, {"真", pass}, {"可", pass}, {"只是", pass}, {"个人", pass}, {"全家", pass}, {"家里", pass}, {"突然", pass}, {"开始", func(f *frame) { f.begun = true }}, {"于", pass}, {"今天", pass}, {"后来", pass}, {"平时", pass}, {"同时", pass}, {"坐飞机", pass}, {"坐高铁", pass}, {"坐火车", pass}, {"出差", pass}, {"旅行", pass}, {"旅游", pass}, {"出门", pass}, {"住酒店", pass}, {"点菜", pass}, {"正", pass}, {"将", pass},
		{"可以", func(f *frame) { f.can = true }}, {"会", func(f *frame) { f.can = true }}, {"能", func(f *frame) { f.can = true }},
	}
}

// groupChinese reads adverbs, negation and dates between a subject and its verb.
// What a rule's form begins with is left to the rule.
func (s *reading) groupChinese(f frame, i, to int) frame {
	f.back = -1
	for i < to {
		if date, ok := s.inDate(i); ok {
			if s.tokens[i].start == date.At && s.born(date, to) {
				break
			}
			i++
			continue
		}
		if s.at(i) == "到" || s.at(i) == "至" || s.at(i) == "起" {
			_, before := s.inDate(i - 1)
			_, after := s.inDate(i + 1)
			if before && (after || s.at(i) == "起") {
				i++
				continue
			}
		}
		if s.at(i) == "、" || s.tokens[i].kind == aMark || s.at(i) == "是" && s.at(i+1) == "对" {
			i++
			continue
		}
		if s.ruled(i, f) {
			break
		}
		moved := false
		for _, m := range s.talk.modifiers {
			if !s.standsText(i, m.word) {
				continue
			}
			if m.word == "会" || m.word == "能" || m.word == "可以" {
				f.back = i
			}
			degree := f.degree
			m.do(&f)
			if f.degree != degree {
				f.how = m.word
			}
			i += len([]rune(m.word))
			moved = true
			break
		}
		if !moved {
			break
		}
	}
	f.pos = i
	// 是: an attribute's verb; rows of their own begin with it otherwise.
	if f.attr != "" {
		for again := true; again; {
			again = false
			for _, w := range []string{"换成了", "换成", "改成了", "改成", "改到", "改为", "定在", "定于", "大概", "大约", "不超过", "控制在", "最多", "是", "叫", "为", "在", "有", "就"} {
				if w == "不超过" || w == "最多" || w == "控制在" {
					continue
				}
				if s.standsText(f.pos, w) {
					f.pos += len([]rune(w))
					again = true
					break
				}
			}
		}
		f.be = true
	}
	return f
}

// ruled reports whether a form that fits the frame begins with the words at i
// though an adverb does too, as 平时 and 会.
func (s *reading) ruled(i int, f frame) bool {
	switch s.at(i) {
	case "主", "每", "经", "常", "通", "平", "一", "习", "准", "正", "开", "马", "即", "将":
		for _, r := range s.talk.rows[s.at(i)] {
			if r.on != "verb" {
				continue
			}
			for _, choice := range r.compiled.parts[0].any {
				if len(choice) > 1 && s.stands(i, choice) {
					return true
				}
			}
		}
	}
	return false
}
