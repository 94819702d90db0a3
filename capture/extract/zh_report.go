package extract

// reportsChinese finds a verb of saying or thinking after a subject.
func (s *reading) reportsChinese(i int, w who) (string, int) {
	for _, word := range []string{"觉得", "猜", "感觉", "估计", "怀疑", "好像", "可能", "也许", "大概"} {
		if s.standsText(i, word) {
			if w.id != "user" && (word == "觉得" || word == "感觉" || word == "猜") {
				return "say", i
			}
			return "think", i + len([]rune(word))
		}
	}
	for _, word := range []string{"说", "告诉我", "跟我说", "和我说", "问", "认为", "听说", "据说", "声称", "写道", "开玩笑", "老说", "总说", "常说", "一直说"} {
		if s.standsText(i, word) {
			if w.id == "doctor" && word != "问" {
				return "know", i + len([]rune(word))
			}
			if w.id == "user" && (s.at(i+1) == "过" || s.at(i+1) == "英" || s.at(i+1) == "中" || s.at(i+1) == "普" || s.at(i+1) == "粤") {
				return "", 0
			}
			return "say", i
		}
	}
	for _, word := range []string{"知道", "发现", "意识到", "确定", "刚查出", "记得"} {
		if s.standsText(i, word) {
			return "know", i + len([]rune(word))
		}
	}
	for _, word := range []string{"梦想着", "幻想", "假装"} {
		if s.standsText(i, word) {
			return "wish", i
		}
	}
	return "", 0
}
