package extract

import (
	"strings"

	"mneme/memory"
)

// Idle reports whether a turn says nothing but how the day or the weather is, in English or
// Chinese: "It's hot today. haha", 今天好热啊. It can change no later conversation.
func Idle(text string) bool {
	text = memory.Fold(text)
	if len(text) > 120 {
		return false
	}
	spoke := false
	for _, word := range strings.FieldsFunc(text, func(r rune) bool { return !idleLetter(r) && r != '\'' }) {
		if memory.Han(word) {
			core, ok := idleChinese(word)
			if !ok {
				return false
			}
			spoke = spoke || core
			continue
		}
		switch word {
		case "it's", "it", "its", "is", "isn't", "was", "so", "really", "very", "pretty", "quite", "too", "a", "an", "the", "such", "what", "bit", "just", "again", "finally",
			"still", "here", "out", "outside", "there", "today", "tonight", "now", "this", "morning", "afternoon", "evening", "and", "yet", "ugh", "wow", "hmm", "phew", "haha", "hahaha", "lol", "huh", "right", "oh", "ok",
			"nice", "lovely", "beautiful", "great", "gorgeous", "awful", "terrible", "horrible", "perfect":
		case "hot", "cold", "warm", "cool", "chilly", "freezing", "humid", "muggy", "sunny", "cloudy", "windy", "rainy", "snowy", "foggy", "stormy",
			"raining", "snowing", "pouring", "drizzling", "weather", "day":
			spoke = true
		default:
			return false
		}
	}
	return spoke
}

func idleLetter(r rune) bool {
	return r >= 0x80 && !strings.ContainsRune("，。！？、；：…～“”‘’（）", r) && r < 0x1f000 || r >= 'a' && r <= 'z' || r >= '0' && r <= '9'
}

// idleChinese walks over a run of Chinese by words of the weather and words that only hold a
// sentence together, longer ones first.
func idleChinese(run string) (core, ok bool) {
next:
	for run != "" {
		for _, w := range [...]string{"出太阳", "下雨", "下雪", "刮风", "打雷", "凉快", "暖和", "天气", "闷热", "寒冷", "热", "冷", "晒", "闷", "晴", "阴"} {
			if rest, cut := strings.CutPrefix(run, w); cut {
				run, core = rest, true
				continue next
			}
		}
		for _, w := range [...]string{"哈哈", "今天", "今日", "今晚", "外面", "外边", "这天", "这里", "这边", "这儿", "怎么", "这么", "那么", "有点", "有些", "特别", "非常", "终于", "真是", "不错", "糟糕", "舒服", "早上", "晚上", "中午", "下午",
			"真", "好", "太", "很", "挺", "可", "又", "还", "也", "是", "在", "要", "都", "了", "啊", "呀", "呢", "吧", "啦", "哦", "哎", "唉", "哇", "嘛", "的", "死", "哈", "大"} {
			if rest, cut := strings.CutPrefix(run, w); cut {
				run = rest
				continue next
			}
		}
		return core, false
	}
	return core, true
}
