package capture

import "strings"

// subjectChinese reads whom a clause speaks of: 我, 我妈, 我妈妈的手机, 女儿, 他.
func (x *extraction) subjectChinese(s *reading, i, to int) (who, int, bool) {
	// A date may stand first: 下周三我要去上海.
	for i < to {
		if _, ok := s.inDate(i); !ok {
			break
		}
		i++
		if s.at(i) == "起" {
			i++
		}
	}
	switch {
	case s.standsText(i, "我们公司"), s.standsText(i, "我公司"):
		n := 4
		if s.at(i+1) == "公" {
			n = 3
		}
		if a, k, ok := s.attributeChinese(i+n-2, to); ok && a.predicate == "employer" && (s.at(k) == "是" || s.at(k) == "叫") {
			return who{id: "user", attr: "公司", value: a}, k, true
		}
		return who{id: "company", label: "公司"}, i + n, true
	case s.standsText(i, "我司"):
		return who{id: "company", label: "公司"}, i + 2, true
	case s.standsText(i, "我们团队"), s.standsText(i, "我们部门"):
		return who{id: "team", label: "团队"}, i + 4, true
	case s.standsText(i, "我们组"):
		return who{id: "team", label: "团队"}, i + 3, true
	}
	for _, one := range []string{"另一只", "一只", "另一条", "一条", "老大", "老二", "大的", "小的"} {
		n := len([]rune(one))
		if s.standsText(i, one) && (s.at(i+n) == "叫" || s.standsText(i+n, "名叫")) {
			if w, ok := x.last("它"); ok {
				return w, i + n, true
			}
		}
	}
	own := i
	switch {
	case s.standsText(i, "我们家"), s.standsText(i, "咱们家"):
		own = i + 3
	case s.standsText(i, "我家"), s.standsText(i, "咱家"), s.standsText(i, "我们"), s.standsText(i, "咱们"), s.standsText(i, "俺们"), s.standsText(i, "本人"):
		own = i + 2
	case s.at(i) == "我", s.at(i) == "俺", s.at(i) == "咱":
		own = i + 1
	case s.at(i) == "他", s.at(i) == "她", s.at(i) == "它":
		return x.pronounChinese(s, i, to)
	}
	j := own
	if own > i && (s.at(j) == "的" || s.at(j) == "那" && s.at(j+1) == "个") {
		j++
		if s.at(j-1) == "那" {
			j++
		}
	}
	for _, w := range []string{"这个项目的", "这个项目", "项目的", "项目", "现在的", "目前的"} {
		if s.standsText(j, w) && !s.standsText(j, "项目经理") {
			j += len([]rune(w))
			break
		}
	}
	if own == i+1 && (s.at(j) == "和" || s.at(j) == "跟") {
		if _, k, ok := s.kinChinese(j+1, to); ok && !startsAny(s.plain(span{k, to}), "的", "分手", "离婚", "离了", "分开") {
			return who{id: "user"}, k, true
		}
	}
	if own > i && s.standsText(j, "自己") {
		return who{id: "user"}, j + 2, true
	}
	if own == i { // 那个礼物的预算是300
		for k := i + 2; k < min(i+8, to); k++ {
			if s.at(k) == "的" && s.standsText(k+1, "预算") {
				j = k + 1
			}
		}
	}
	if a, k, ok := s.attributeChinese(j, to); ok && (own > i || bare(a.predicate) || a.context == "地址") {
		return who{id: "user", attr: s.plain(span{j, k}), value: a}, k, true
	}
	if own > i && s.standsText(j, "最喜欢的") || own > i && s.standsText(j, "最爱的") {
		return s.favoriteChinese(who{id: "user"}, j, to)
	}
	if w, k, ok := s.kinChinese(j, to); ok {
		return x.ofKin(s, w, k, to)
	}
	if own > i {
		return who{id: "user"}, max(own, j), true
	}
	return x.knownName(s, i, to)
}

// bare reports whether an attribute without an owner is the speaker's.
func bare(predicate string) bool {
	switch predicate {
	case "budget", "birthday", "size", "height", "weight", "deadline", "tracking", "status":
		return true
	}
	return false
}

func (x *extraction) pronounChinese(s *reading, i, to int) (who, int, bool) {
	w, ok := x.last(s.at(i))
	if !ok {
		return who{}, 0, false
	}
	j := i + 1
	if s.at(j) == "们" {
		return who{}, 0, false
	}
	if s.at(j) == "的" {
		if a, k, ok := s.attributeChinese(j+1, to); ok {
			w.attr, w.value = s.plain(span{j + 1, k}), a
			return w, k, true
		}
	}
	return w, j, true
}

// kinChinese reads a word for a person or an animal, the longest first.
func (s *reading) kinChinese(j, to int) (who, int, bool) {
	for n := min(5, to-j); n > 0; n-- {
		word := s.plain(span{j, j + n})
		if id, ok := s.talk.kin[word]; ok {
			if n == 1 && !strings.Contains("妈爸哥姐弟妹狗猫组", word) {
				continue
			}
			return who{id: id, label: s.words(span{j, j + n})}, j + n, true
		}
	}
	return who{}, 0, false
}

// ofKin reads what follows a relative: a name, a possession, an attribute.
func (x *extraction) ofKin(s *reading, w who, k, to int) (who, int, bool) {
	if k < to && s.tokens[k].kind == aWord && s.tokens[k].capital && k+1 < to {
		n := k + 1
		for n < to && s.tokens[n].kind == aWord && s.tokens[n].capital {
			n++
		}
		if n < to {
			w.name, w.named = s.words(span{k, n}), span{k, n}
			k = n
		}
	}
	if (s.at(k) == "小" || s.at(k) == "老" || s.at(k) == "阿") && k+2 < to && w.name == "" {
		if p := s.settleChinese("nick", span{k, k + 2}); p.to > p.from && s.talk.kin[s.plain(span{k, k + 2})] == "" {
			w.name, w.named = s.words(p), p
			k += 2
		}
	}
	if n := s.calledAfterKin(k, to); n > 0 && w.name == "" {
		w.name, w.named = s.words(span{k, k + n}), span{k, k + n}
		k += n
	}
	j := k
	if s.at(j) == "的" {
		j++
	}
	if s.standsText(j, "最喜欢的") || s.standsText(j, "最爱的") {
		return s.favoriteChinese(w, j, to)
	}
	if a, n, ok := s.attributeChinese(j, to); ok {
		w.attr, w.value = s.plain(span{j, n}), a
		return w, n, true
	}
	if j > k {
		if inner, n, ok := s.kinChinese(j, to); ok {
			inner.id, inner.label = w.id+"'s "+inner.id, w.label+"的"+inner.label
			return inner, n, true
		}
		return who{}, 0, false // 我妈妈的菜: of something we have no word for
	}
	return w, k, true
}

// attributeChinese reads 名字, 预算 and the like, where a value follows.
func (s *reading) attributeChinese(j, to int) (attribute, int, bool) {
	for n := min(6, to-j); n > 0; n-- {
		a, ok := s.talk.attrs[s.plain(span{j, j + n})]
		if !ok {
			continue
		}
		k := j + n
		switch s.at(k) {
		case "是", "叫", "为", "在", ":", "有", "定", "改", "换", "大", "就", "不", "最", "控", "已", "还", "只", "约", "也", "现":
			return a, k, true
		}
		if k < to && (s.tokens[k].kind == aNumber || a.slot == "money" && s.numeralChinese(k)) {
			return a, k, true
		}
		if a.slot == "when" || a.slot == "date" {
			if _, dated := s.inDate(k); dated {
				return a, k, true
			}
		}
	}
	return attribute{}, 0, false
}

func (s *reading) favoriteChinese(w who, j, to int) (who, int, bool) {
	start := j + 4
	if s.standsText(j, "最爱的") {
		start = j + 3
	}
	for k := start + 1; k < min(start+8, to); k++ {
		if s.at(k) == "是" || s.at(k) == "叫" {
			sort := s.plain(span{start, k})
			w.attr = "最喜欢的" + sort
			w.value = attribute{predicate: "favorite", slot: "act", template: "最喜欢的" + sort + "是{}", context: sort}
			return w, k, true
		}
	}
	return who{}, 0, false
}

func (s *reading) numeralChinese(i int) bool {
	return strings.Contains("零一二两三四五六七八九十百千万半几", s.at(i)) && s.at(i) != ""
}

// modifier is an adverb or an auxiliary of Chinese and what it does to a frame.
type modifier struct {
	word string
	do   func(*frame)
}

func modifiers() []modifier {
	not := func(f *frame) { f.neg = true }
	pass := func(*frame) {}
	very := func(f *frame) { f.degree = 1 }
	little := func(f *frame) { f.degree = -1 }
	maybe := func(f *frame) { f.hedged = true }
	once := func(f *frame) { f.former = true }
	return []modifier{
		{"从来都不", func(f *frame) { f.neg, f.degree = true, 1 }}, {"从来不", func(f *frame) { f.neg, f.degree = true, 1 }}, {"从来没有", not}, {"从来没", not}, {"从不", not},
		{"再也不", func(f *frame) { f.longer = true }}, {"已经不", func(f *frame) { f.longer = true }}, {"不再", func(f *frame) { f.longer = true }}, {"现在不", func(f *frame) { f.longer = true }},
		{"不怎么", func(f *frame) { f.neg, f.degree = true, -1 }}, {"不太", func(f *frame) { f.neg, f.degree = true, -1 }}, {"不是很", func(f *frame) { f.neg, f.degree = true, -1 }}, {"并不", not}, {"不大", func(f *frame) { f.neg, f.degree = true, -1 }}, {"一点也不", not}, {"一点都不", not}, {"完全不", not}, {"真的不", not}, {"一直不", not}, {"都不", not},
		{"不能够", func(f *frame) { f.can, f.neg = true, true }}, {"不能", func(f *frame) { f.can, f.neg = true, true }}, {"不可以", func(f *frame) { f.can, f.neg = true, true }}, {"不会", func(f *frame) { f.can, f.neg = true, true }},
		{"没有", not}, {"没", not}, {"不", not},
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
		if s.at(i) == "、" || s.tokens[i].kind == aMark {
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

// orderChinese reads what the assistant is told: 以后都, 请, 别再, 千万不要.
func (s *reading) orderChinese(i int) (frame, bool) {
	f := frame{who: who{id: "user"}, from: i, back: -1, order: true, chinese: true}
	told := false
	for again := true; again; {
		again = false
		for _, m := range []struct {
			word    string
			lasting bool
		}{{"从现在开始", true}, {"从现在起", true}, {"从今以后", true}, {"今后", true}, {"以后", true}, {"以后都", true}, {"一律", true}, {"统一", true}, {"请你", false}, {"请", false}, {"麻烦", false}, {"你", false}, {"都", false}, {"就", false}, {"要", false}, {"直接", false}, {"有事", false}, {"尽量", false}, {"跟我", false}, {"给我", false}, {"和我", false}, {"对我", false}} {
			if !told && (m.word == "都" || m.word == "就" || m.word == "要") {
				continue
			}
			if m.word == "你" && !f.lasting {
				continue
			}
			if m.word == "给我" && s.standsText(i, "给我打") {
				continue
			}
			if s.standsText(i, m.word) {
				i += len([]rune(m.word))
				f.lasting = f.lasting || m.lasting
				told, again = true, true
				break
			}
		}
	}
	for _, m := range []struct {
		word  string
		never bool
	}{{"千万不要", true}, {"千万别", true}, {"绝对不要", true}, {"绝对不能", true}, {"切记不要", true}, {"切勿", true}, {"绝不要", true}, {"不要", false}, {"别", false}, {"不用", false}, {"不许", true}, {"禁止", true}} {
		if s.standsText(i, m.word) {
			i += len([]rune(m.word))
			f.neg = true
			f.never = m.never || f.never
			told = true
			break
		}
	}
	f.pos = i
	if i >= len(s.tokens) || s.marks(i) || s.at(i) == "我" && (!told || f.lasting) {
		return f, false
	}
	if f.lasting && !f.neg && !s.instructsChinese(i) {
		return f, false // 以后我会注意的
	}
	return f, true
}

// instructsChinese reports whether a verb tells an assistant what to do.
func (s *reading) instructsChinese(i int) bool {
	for _, w := range []string{"用", "叫", "给", "回", "发", "提", "推荐", "联系", "答", "说", "写", "讲", "称", "记", "按", "先", "把", "请", "只", "在", "带", "附", "加", "标", "列", "不", "别", "简", "尽", "直", "以", "翻", "输", "称呼", "对", "默认"} {
		if s.standsText(i, w) {
			return true
		}
	}
	return false
}
