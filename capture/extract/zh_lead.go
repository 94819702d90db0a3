package extract

// leadChinese passes over what may stand before a subject, dates included, and
// says whether it asked to be remembered.
func (s *reading) leadChinese(i int) (int, bool) {
	explicit := false
	for again := true; again; {
		again = false
		if n := s.rememberChinese(i); n > 0 {
			i, explicit, again = i+n, true, true
			continue
		}
		for _, words := range s.talk.leads {
			if s.stands(i, words) && !(len(words) == 1 && s.leadIsWord(i)) {
				i += len(words)
				again = true
				break
			}
		}
		for i < len(s.tokens) && (s.at(i) == "," || s.at(i) == ":" || s.at(i) == "。") {
			i++
			again = true
		}
	}
	return i, explicit
}

// leadIsWord reports whether a lead of one character is the beginning of a word:
// 好 in 好友, 也 is none.
func (s *reading) leadIsWord(i int) bool {
	switch s.at(i) + s.at(i+1) {
	case "好友", "好朋", "那个", "那天", "那里", "那边", "而是", "可以", "可能", "可爱", "好像", "好多", "好吃", "就是", "但愿", "哎呀":
		return true
	}
	return false
}

// rememberChinese reads 记住, 帮我记一下 and the like.
func (s *reading) rememberChinese(i int) int {
	j := i
	for _, w := range []string{"请你", "请", "麻烦你", "麻烦", "你要", "你", "一定要", "务必", "帮我", "给我", "先", "要", "也"} {
		if s.standsText(j, w) {
			j += len([]rune(w))
		}
	}
	for _, w := range []string{"记住了", "记住", "记一下", "记下来", "记下", "记好", "牢记", "备注一下", "备忘", "记到记忆里", "别忘了", "不要忘了", "别忘记", "记得"} {
		if !s.standsText(j, w) {
			continue
		}
		k := j + len([]rune(w))
		if w == "记得" && (s.at(k) == "吗" || s.at(j-1) == "还" || s.at(j-1) == "不" || s.at(k) == "提" || s.at(k) == "买" || s.at(k) == "带" || k < len(s.tokens) && s.at(k) != "我" && s.at(k) != ",") {
			return 0
		}
		if w == "记住" && (s.at(k) == "的" || s.at(k) == "吗") {
			return 0
		}
		for s.standsText(k, "这一点") || s.standsText(k, "这点") || s.standsText(k, "这个") || s.standsText(k, "一下") || s.at(k) == "哦" || s.at(k) == "啊" || s.at(k) == "," || s.at(k) == ":" || s.at(k) == "哈" {
			switch {
			case s.standsText(k, "这一点"):
				k += 3
			case s.standsText(k, "这点"), s.standsText(k, "这个"), s.standsText(k, "一下"):
				k += 2
			default:
				k++
			}
		}
		return k - i
	}
	return 0
}
