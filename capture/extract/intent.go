package extract

import (
	"strings"

	"mneme/memory"
)

// Intents are the closed catalogue of what a turn is for.
const (
	IntentChat      = "chat"      // small talk
	IntentQuestion  = "question"  // wants to know something
	IntentPast      = "past"      // asks about what was
	IntentAdvice    = "advice"    // wants a recommendation or an opinion
	IntentHow       = "how"       // wants to know how something is done
	IntentTask      = "task"      // wants something done or made
	IntentStatus    = "status"    // asks or tells how an order, ticket or job stands
	IntentComplaint = "complaint" // is unhappy
	IntentPlan      = "plan"      // arranges a time
	IntentInform    = "inform"    // tells a fact
	IntentCorrect   = "correct"   // corrects what was said
	IntentMemory    = "memory"    // speaks of memory itself: remember, forget, what do you know
)

// Intents returns the catalogue.
func Intents() []string {
	return []string{IntentChat, IntentQuestion, IntentPast, IntentAdvice, IntentHow, IntentTask, IntentStatus, IntentComplaint, IntentPlan, IntentInform, IntentCorrect, IntentMemory}
}

// Intent labels a turn. The first label whose signs stand in the text wins, in
// an order from the telling to the common.
func Intent(text string) string {
	if Noise(text) {
		return IntentChat
	}
	folded := " " + spelled(memory.Fold(strings.TrimSpace(text))) + " "
	for _, rule := range telling() {
		if rule.label == IntentAdvice && startsAny(strings.TrimSpace(folded), "never ", "do not ", "please do not ", "from now on", "别", "不要", "千万别", "千万不要", "以后", "请别", "请不要") {
			return IntentInform // how things are to be from now on
		}
		for _, sign := range rule.signs {
			if strings.Contains(folded, sign) && !(rule.label == IntentAdvice && forbidden(folded, sign)) {
				return rule.label
			}
		}
	}
	trimmed := strings.TrimSpace(folded)
	if strings.HasSuffix(trimmed, "?") || strings.HasSuffix(trimmed, "吗") || strings.HasSuffix(trimmed, "呢") {
		return IntentQuestion
	}
	for _, sign := range []string{"what ", "who ", "when ", "where ", "why ", "which ", "is ", "are ", "do ", "does ", "can ", "could "} {
		if strings.HasPrefix(trimmed, sign) {
			return IntentQuestion
		}
	}
	for _, sign := range []string{"什么", "为什么", "哪里", "谁", "几点", "多少"} {
		if strings.Contains(trimmed, sign) {
			return IntentQuestion
		}
	}
	for _, sign := range []string{" i ", " my ", " we ", " our ", "我"} {
		if strings.Contains(folded, sign) {
			return IntentInform
		}
	}
	return IntentChat
}

// forbidden reports whether what a sign asks for is forbidden where it stands: 别再推荐花生,
// "never recommend peanuts".
func forbidden(folded, sign string) bool {
	at := strings.Index(folded, sign)
	before := strings.TrimSpace(folded[max(0, at-24):at])
	return endsAny(before, "never", "do not", "not", "stop") || holdsAny(strings.ToValidUTF8(before, ""), "别", "不要", "不用", "勿")
}

// tell are the signs of a label.
type tell struct {
	label string
	signs []string
}

// telling lists the labels from the telling to the common.
func telling() []tell {
	return []tell{
		{IntentMemory, []string{"remember that", "remember this", "please remember", "do you remember", "do not remember", "what do you know about me", "forget about", "forget my", "forget what", "your memory", "记住", "记得我", "你还记得", "你记得", "忘掉", "忘了我", "别记", "不要记"}},
		{IntentCorrect, []string{"i meant", "no, it is", "correction:", "that is wrong", "not what i said", "actually, it is", "说错了", "更正", "不对,", "应该是", "搞错了", "纠正"}},
		{IntentStatus, []string{"status of", "where is my order", "my order", "my ticket", "tracking number", "has it shipped", "订单", "工单", "快递", "物流", "进度", "发货"}},
		{IntentComplaint, []string{"complain", "fed up", "unacceptable", "keeps crashing", "not working", "does not work", "terrible", "disappointed", "投诉", "不满意", "太差", "坏了", "气死", "失望", "受够"}},
		{IntentPast, []string{"last time", "did i ", "did we ", "have i ever", "when did", "what did", "previously", "earlier you", "we talked", "we discussed", "上次", "之前说", "以前说", "说过", "聊过", "提过", "当时", "哪天", "那次"}},
		{IntentAdvice, []string{"recommend", "suggest", "should i", "what would you", "which one", "any ideas", "advice", "what do you think", "推荐", "建议", "该不该", "要不要", "哪个好", "选哪", "怎么看", "有什么好"}},
		{IntentHow, []string{"how do i", "how to", "how can i", "how does", "steps to", "怎么", "如何", "怎样", "步骤"}},
		{IntentPlan, []string{"schedule", "reschedule", "remind me", "book a", "set up a meeting", "appointment", "calendar", "安排", "预约", "提醒我", "约个", "日程", "改期"}},
		{IntentTask, []string{" write ", " create ", " make me", " generate", " fix ", " translate", " summarize", " draft", " implement", " refactor", " build ", " convert", " list ", " please ", "写一", "帮我", "生成", "翻译", "总结", "修复", "实现", "改一下", "做一个", "给我"}},
	}
}
