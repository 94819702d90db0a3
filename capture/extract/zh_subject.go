package extract

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
	if when := own; own > i { // 我今年的目标
		for when < to {
			if _, ok := s.inDate(when); !ok {
				break
			}
			when++
		}
		if when > own && s.at(when) == "的" {
			if a, k, ok := s.attributeChinese(when+1, to); ok {
				return who{id: "user", attr: s.plain(span{when + 1, k}), value: a}, k, true
			}
		}
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
	if s.at(j) == "前" && j+1 < to {
		if w, k, ok := s.kinChinese(j+1, to); ok && k > j+2 {
			return who{id: "former " + w.id, label: "前" + w.label}, k, true
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
