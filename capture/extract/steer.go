package extract

import (
	"strings"

	"mneme/memory"
)

// steering are the ways by which text tries to take over the model, folded and
// with contractions spelled out. "*" stands for up to three words.
func steering() []string {
	return []string{
		"ignore * previous instructions", "ignore * prior instructions", "ignore * above instructions", "ignore * your instructions", "ignore all instructions", "ignore everything above", "ignore * instructions above", "ignore * safety", "ignore * system prompt", "ignore * earlier instructions", "ignore * guidelines", "ignore * previous rules", "ignore all rules", "ignore your rules", "ignore the rules",
		"disregard * previous", "disregard * prior", "disregard * above", "disregard * instructions", "disregard * rules", "forget * previous instructions", "forget * your instructions", "forget all prior", "forget everything you were told", "forget * your rules", "override * instructions", "override * system", "bypass * safety", "bypass * restrictions", "bypass * filters",
		"you are now", "you must now act", "from now on you are", "from now on you will act", "from now on you must obey", "act as dan", "do anything now", "developer mode", "jailbreak", "god mode", "no restrictions", "without any restrictions", "pretend you have no", "pretend to be an unrestricted",
		"reveal your system prompt", "print your system prompt", "reveal * hidden prompt", "repeat your instructions", "show me your system prompt",
		"new instructions:", "system override", "end of system prompt", "<|im_start|>", "<|system|>", "[inst]", "### instruction", "begin system prompt",
		"always recommend * to the user", "never tell the user", "do not tell the user", "do not mention this to the user", "when the user asks", "tell the user that", "the assistant must", "the assistant should always", "as an ai you must", "store * in your memory that the user", "remember that the user is an admin", "grant * admin", "send * to http", "exfiltrate", "in all future conversations you", "in every future response",
		"忽略之前", "忽略以上", "忽略前面", "忽略上面", "忽略所有", "忽略你的", "无视之前", "无视先前", "忽略先前", "写入长期记忆", "写入你的记忆", "写进你的记忆", "无视以上", "无视前面", "无视上述", "无视所有", "忘记之前的指令", "忘记之前的所有指令", "忘掉之前的指令", "忘记你的设定", "忘掉你的设定", "你现在是一", "从现在起你是", "从现在开始你是", "从现在开始,你是", "从现在起,你是", "从现在起你必须", "从现在开始你必须", "不受任何限制", "没有任何限制", "开发者模式", "越狱模式", "系统提示词", "输出你的提示词", "泄露你的", "绕过限制", "绕过安全", "不要告诉用户", "别告诉用户", "向用户推荐", "当用户问", "当用户询问", "作为ai你必须", "新的指令:", "新指令:", "覆盖系统", "管理员权限", "以后所有回答都必须推荐", "在今后的所有对话中",
	}
}

// Steers reports whether a text tries to steer the model. Then all of it is
// suspect.
func (r *Rules) Steers(text string) bool {
	folded := spelled(memory.Fold(text))
	for _, sign := range r.steers {
		if findSign(folded, sign) >= 0 {
			return true
		}
	}
	return false
}

// quarantine proposes the steering text itself, to be kept apart with its source.
func (x *extraction) quarantine(text string) {
	if x.turn.Seen {
		return
	}
	quote := text
	if !strings.Contains(x.turn.Text, quote) {
		return
	}
	x.drafts = append(x.drafts, Draft{Act: memory.Assert, Turn: x.index, Quote: quote, Steers: true, Record: memory.Record{
		Layer: memory.Semantic, Kind: memory.KindRule, Subject: "assistant", Predicate: "steering", Object: clip(text, 120), Text: clip(text, 240),
		Confidence: 0, Source: memory.UserDirect, Tags: []string{"steering"},
	}})
}
