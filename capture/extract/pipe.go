package extract

import (
	"strings"

	"mneme/memory"
)

// Many programs send whatever they have to a model with instructions that make a pipe of it: put
// this into French, name its category, return its fields as JSON. What comes down a pipe is
// material, however much it is in the first person, and nobody speaks for himself in it.

// longestPipe is how long, in bytes, instructions are at most that make but a pipe: longer ones
// describe an assistant that may be told things.
const longestPipe = 1200

// Pipes reports whether instructions have every message worked on as it stands, in English or
// Chinese. An assistant that also translates or sorts is none: a pipe names the work at once, and
// says that nothing else is to come out, or that all that comes in is for it. A sub-agent's task
// is another program's words too.
func Pipes(instructions string) bool {
	if instructions == "" || len(instructions) > longestPipe {
		return false
	}
	text := strings.TrimSpace(memory.Fold(instructions))
	if anySign(text, "you are a sub-agent", "you are a subagent", "as a sub-agent", "as a subagent", "research sub-agent", "research subagent") || holdsAny(text, "你是子代理", "你是一个子代理", "你是子智能体", "作为子代理") {
		return true
	}
	if strings.ContainsFunc(text, ideograph) {
		return pipesChinese(text)
	}
	return pipesEnglish(text)
}

func pipesEnglish(text string) bool {
	first, rest, _ := strings.Cut(text, ".")
	work := wholeWord(first, "translate", "classify", "categorize", "categorise", "label", "tag", "extract", "summarize", "summarise", "rewrite", "rephrase", "paraphrase", "proofread", "correct", "convert", "transcribe", "score", "rate", "detect", "anonymize", "anonymise", "redact", "moderate", "parse", "normalize", "normalise", "route", "rank",
		"classifier", "translator", "extractor", "summarizer", "summariser", "moderator", "tagger", "parser", "router", "proofreader", "rewriter", "scorer", "grader", "engine", "pipeline", "digest")
	if !work || anySign(text, "you can", "if asked", "when asked", "help the user", "helps the user", "helpful", "ask the user", "chat") {
		return false
	}
	all := anySign(first, "everything", "each message", "every message", "all messages", "all input", "the input", "the user's input", "user input", "user's message", "the user's message", "what the user writes", "whatever the user", "the following", "the text", "the given", "given text", "the message", "the query", "the review", "the cv", "the document", "the email", "the ticket", "the comment")
	alone := anySign(text, "only", "nothing else", "no explanation", "no explanations", "without explanation", "return json", "output json", "respond with json", "respond in json", "as json", "valid json", "json object", "do not add", "do not explain", "do not answer", "one word", "single word", "bullet points")
	return alone || all && !wholeWord(rest, "you")
}

func pipesChinese(text string) bool {
	first := text
	if at := strings.IndexAny(text, "。\n；;"); at > 0 {
		first = text[:at]
	}
	if !holdsAny(first, "翻译", "译成", "分类", "归类", "打标", "标注", "抽取", "提取", "摘要", "总结", "概括", "改写", "润色", "校对", "纠错", "转换", "转成", "识别", "打分", "评分", "脱敏", "审核", "解析", "生成周报", "生成日报", "生成报告", "路由") ||
		holdsAny(text, "可以帮", "帮助用户", "帮用户", "陪", "聊天", "用户需要时", "用户要求时", "如果用户问", "询问用户") {
		return false
	}
	all := holdsAny(text, "用户输入", "输入的内容", "输入内容", "所有输入", "用户发来", "用户的输入", "用户消息", "以下", "给定", "根据json", "引擎")
	alone := holdsAny(text, "只输出", "仅输出", "只返回", "仅返回", "只需输出", "只需返回", "只回复", "只回答类别", "返回json", "输出json", "以json", "json格式", "json数组", "不要输出别的", "不要输出其他", "不要解释", "不要多余", "无需解释", "不得输出")
	return alone || all
}
