package extract

import (
	"strings"

	"mneme/memory"
)

// asksChinese reports whether a clause is a question.
func (s *reading) asksChinese(p span, last bool) bool {
	text := s.plain(p)
	if strings.HasSuffix(text, "吗") || strings.HasSuffix(text, "么") || endsAny(text, "对吧", "是吧", "不") && !endsAny(text, "说不", "可不", "才不", "就不") || memory.EitherOr(text) {
		return true
	}
	for _, sign := range []string{"什么", "怎么", "怎样", "为何", "哪个", "哪里", "哪些", "哪家", "哪款", "哪种", "谁", "多少", "几点", "几个人", "请问", "你觉得", "咋", "啥", "你知道", "帮我看看", "如何", "是否", "还是说", "你能", "能否", "可以帮"} {
		if strings.Contains(text, sign) && !strings.Contains(text, "没什么") && !strings.Contains(text, "什么都") && !strings.Contains(text, "怎么都") && !strings.Contains(text, "不怎么") && !strings.Contains(text, "谁都") && !strings.Contains(text, "没怎么") {
			return true
		}
	}
	if asksHowMany(text) || s.offers(p) {
		return true
	}
	return last && (s.end == "?" || s.end == "？" || strings.HasSuffix(text, "呢") && !strings.Contains(text, "在") && !strings.Contains(text, "还"))
}

// asksHowMany reports whether a clause asks for a number: 要几分钟啊, 穿几码. 好几, 十几 and 有几 tell
// of some.
func asksHowMany(text string) bool {
	at := strings.Index(text, "几")
	if at < 0 {
		return false
	}
	before, after := text[:at], text[at+len("几"):]
	if endsAny(before, "好", "十", "百", "千", "这", "那", "前", "后", "近", "有", "上", "过", "了", "没") || startsAny(after, "乎", "何", "率") {
		return false
	}
	return endsAny(before, "要", "得", "第", "是", "放", "选", "穿", "到", "在", "叫", "开", "需要", "能") || endsAny(text, "啊", "呀", "合适", "比较好")
}

// offers reports whether a clause holds out two words in other letters to choose from: behaviour
// 还是 behavior.
func (s *reading) offers(p span) bool {
	for i := p.from + 1; i+2 < p.to; i++ {
		if s.standsText(i, "还是") && s.tokens[i-1].kind == aWord && s.tokens[i+2].kind == aWord {
			return p.to-p.from <= 8 && !s.ownChinese(p)
		}
	}
	return false
}

// supposesChinese reports whether a clause only supposes.
func (s *reading) supposesChinese(p span) bool {
	text := s.plain(p)
	for _, sign := range []string{"如果", "假如", "要是", "假设", "万一", "倘若", "假使", "的话", "想象一下", "主角", "写一首", "写首", "短篇", "想象", "梦见", "梦到", "比方说", "比如说", "换作", "就算", "即使", "除非", "只要", "等我以后", "下辈子", "我真希望我", "要不是", "恨不得", "巴不得"} {
		if strings.Contains(text, sign) {
			return true
		}
	}
	return strings.HasPrefix(text, "当我") || strings.HasPrefix(text, "若") || strings.HasSuffix(text, "的时候") || strings.HasPrefix(text, "小说里") || strings.HasPrefix(text, "故事里") || strings.HasPrefix(text, "电影里") || strings.HasPrefix(text, "游戏里")
}
