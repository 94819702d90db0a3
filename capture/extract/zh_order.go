package extract

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
