package memory

import "strings"

// The moods of a turn.
const (
	Positive = "positive"
	Negative = "negative"
)

// Mood returns the sentiment that a text shows in plain words, in English or Chinese: Positive,
// Negative, or "" for none and for both.
func Mood(text string) string {
	glad, sad := 0, 0
	feel := func(good bool) {
		if good {
			glad++
		} else {
			sad++
		}
	}
	not := 0 // words since a negation
	for _, w := range words(text) {
		if w.cjk {
			continue
		}
		not--
		switch w.text {
		case "not", "never", "no", "isn't", "wasn't", "don't", "didn't", "doesn't", "aren't", "hardly", "can't", "won't":
			not = 4
		case "love", "loved", "great", "happy", "glad", "excited", "excellent", "amazing", "awesome", "wonderful", "pleased", "delighted", "proud", "satisfied",
			"fantastic", "brilliant", "thrilled", "grateful", "enjoyed", "perfect", "relieved":
			feel(not <= 0)
		case "hate", "hated", "angry", "annoyed", "annoying", "frustrated", "frustrating", "unhappy", "upset", "terrible", "awful", "horrible", "disappointed",
			"disappointing", "sad", "worst", "ridiculous", "unacceptable", "useless", "furious", "stressed", "worried", "fed-up", "disgusting", "miserable", "outraged", "dissatisfied":
			if not <= 0 { // "not sad" is not glad yet
				feel(false)
			}
		}
	}
	folded := Fold(text)
	for _, w := range [...]string{"不满意", "不开心", "不高兴", "不满", "不爽", "不顺利", "太差", "差劲", "糟糕", "失望", "生气", "气死", "恼火", "愤怒", "难过", "伤心", "崩溃", "讨厌", "郁闷", "焦虑", "受不了", "垃圾服务", "忍无可忍"} {
		if strings.Contains(folded, w) && !strings.Contains(folded, "不"+w) && !strings.Contains(folded, "没"+w) {
			feel(false)
		}
		folded = strings.ReplaceAll(folded, w, " ")
	}
	for _, w := range [...]string{"开心", "高兴", "满意", "太好了", "太棒", "很棒", "真棒", "兴奋", "幸福", "顺利", "完美", "感激", "欣慰", "惊喜"} {
		if strings.Contains(folded, w) {
			feel(true)
		}
	}
	switch {
	case glad > 0 && sad == 0:
		return Positive
	case sad > 0 && glad == 0:
		return Negative
	}
	return ""
}
