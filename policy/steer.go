package policy

import (
	"strings"
	"unicode/utf8"

	"mneme/memory"
)

// Steers reports whether a text tries to steer the model rather than to tell it
// something: to lift its instructions, to speak as its system, to make it act
// behind the user's back or push somebody's product on whoever asks. Such text is
// no fact, wherever it comes from.
//
// A user's own wish ("always answer in Chinese", "recommend me vegetarian food")
// steers nobody but his own conversation and is not meant. Quotation marks do not
// help: what is stored would be read without them.
func Steers(text string) bool { return NewSteering().Steers(text) }

// Steering is the table by which Steers judges, for whoever judges many texts. It is
// immutable and safe for concurrent use.
type Steering struct {
	markers []string
	rules   []steeringRule
}

// NewSteering returns the table.
func NewSteering() *Steering {
	return &Steering{markers: steeringMarkers(), rules: steeringRules()}
}

// Steers is the function of that name.
func (t *Steering) Steers(text string) bool {
	s := steerable(text)
	for _, marker := range t.markers {
		if strings.Contains(s, marker) {
			return true
		}
	}
	if speaksAsSystem(s) {
		return true
	}
	han := strings.ContainsFunc(s, func(r rune) bool { return r >= utf8.RuneSelf })
	for i := range t.rules {
		if r := &t.rules[i]; (han || !r.han()) && r.matches(s) {
			return true
		}
	}
	return false
}

// han reports whether all words that a rule begins with are Chinese, so that it can be
// passed over in a text without any.
func (r *steeringRule) han() bool {
	for _, word := range r.groups[0] {
		if word[0] < utf8.RuneSelf {
			return false
		}
	}
	return true
}

// steerable folds a text and takes out what hides words: characters without
// width, line breaks within a sentence, doubled blanks.
func steerable(text string) string {
	folded := memory.Fold(newLens(text).s)
	var b strings.Builder
	b.Grow(len(folded))
	last := byte(' ')
	for i := 0; i < len(folded); i++ {
		c := folded[i]
		if c == '\t' || c == '\r' {
			c = ' '
		}
		if c == ' ' && (last == ' ' || last == '\n') {
			continue
		}
		b.WriteByte(c)
		last = c
	}
	return b.String()
}

// steeringMarkers are the marks by which models are given roles; nobody types
// them to a friend.
func steeringMarkers() []string {
	return []string{"<|im_start|>", "<|im_end|>", "<|system|>", "<|user|>", "<|assistant|>", "[inst]", "<<sys>>", "<system>", "</system>", "<system-reminder>",
		"### system", "### instruction", "begin system prompt", "end of system prompt", "[system message]", "[system prompt]", "[/system]"}
}

// speaksAsSystem reports whether a line begins as if the system spoke.
func speaksAsSystem(s string) bool {
	for line := range strings.Lines(s) {
		line = strings.TrimLeft(line, " *#>-_=")
		if hasAnyPrefix(line, "system:", "system prompt:", "system message:", "system instruction:", "[system]", "(system)", "developer:", "developer message:",
			"系统:", "系统提示:", "系统消息:", "系统指令:", "系统提示词:", "【系统", "[系统") {
			return true
		}
	}
	return false
}

// steeringRule is words that follow each other within one sentence, in groups of
// which one word each must stand there.
type steeringRule struct {
	groups [][]string
	gap    int  // bytes that may stand between two groups
	order  bool // the first word is an order: "I ignore" is none
}

// matches looks for the first group everywhere and for each other one close
// behind it, so that its time grows with the text and no faster.
func (r steeringRule) matches(s string) bool {
	for _, word := range r.groups[0] {
		for at := 0; ; {
			i := strings.Index(s[at:], word)
			if i < 0 {
				break
			}
			i += at
			at = i + len(word)
			if isWord(s, i, at) && !(r.order && isTold(s, i)) && r.follows(s, at, 1) {
				return true
			}
		}
	}
	return false
}

// follows reports whether the groups from the given one on stand behind i. Each
// takes the nearest of its words.
func (r steeringRule) follows(s string, i, group int) bool {
	for ; group < len(r.groups); group++ {
		window := s[i:min(len(s), i+r.gap+24)]
		window = window[:sentenceStop(window)]
		nearest := -1
		end := 0
		for _, word := range r.groups[group] {
			for from := 0; from < len(window); {
				at := strings.Index(window[from:], word)
				if at < 0 || from+at > r.gap {
					break
				}
				at += from
				if isWord(s, i+at, i+at+len(word)) {
					if nearest < 0 || at < nearest {
						nearest, end = at, at+len(word)
					}
					break
				}
				from = at + len(word)
			}
		}
		if nearest < 0 {
			return false
		}
		i += end
	}
	return true
}

// sentenceStop returns where the sentence that s begins with ends. A dot within a
// name such as example.com ends none.
func sentenceStop(s string) int {
	for i, r := range s {
		switch r {
		case '!', '?', ';', '。':
			return i
		case '.':
			if i+1 == len(s) || s[i+1] == ' ' || s[i+1] == '\n' {
				return i
			}
		}
	}
	return len(s)
}

// isWord reports whether s[from:to] is not the middle of a longer English word; a
// plural is still the word.
func isWord(s string, from, to int) bool {
	if s[from] >= utf8.RuneSelf {
		return true
	}
	if from > 0 && isLetter(s[from]) && isLetter(s[from-1]) {
		return false
	}
	return to == len(s) || !isLetter(s[to-1]) || !isLetter(s[to]) || s[to] == 's' && (to+1 == len(s) || !isLetter(s[to+1]))
}

// isTold reports whether a verb at i belongs to somebody: "I ignore", "should we
// disregard", "they chose to ignore", "don't ignore", 我忽略了.
func isTold(s string, i int) bool {
	before := s[max(0, i-48):i]
	if hasAnySuffix(before, "我", "我们", "他", "她", "他们", "别", "不要", "不能", "不会", "不该", "没有", "没", "经常", "总", "会", "被", "常常", "往往") {
		return true
	}
	words := strings.FieldsFunc(before, func(r rune) bool { return r == ' ' || r == '\n' })
	if len(words) == 0 {
		return false
	}
	if strings.HasSuffix(before, " ") {
		switch words[len(words)-1] {
		case "i", "we", "he", "she", "they", "people", "who", "not", "don't", "didn't", "doesn't", "never", "won't", "can't", "cannot", "i'd", "i'll", "we'd", "would", "might", "often", "always", "usually", "kids", "students", "users", "drivers":
			return true
		case "to":
			if len(words) > 1 {
				switch words[len(words)-2] {
				case "want", "wanted", "decided", "chose", "tried", "how", "tend", "tends", "tempted", "refused", "refuse", "easy", "dangerous", "like", "wrong":
					return true
				}
			}
		}
	}
	return false
}

// steeringRules is the grammar of steering, English first, then Chinese folded to
// simplified characters.
func steeringRules() []steeringRule {
	assistants := []string{"the ai", "the assistant", "the model", "the llm", "the ai agent", "the chatbot", "ai assistant", "ai assistants", "ai model", "ai agent", "llms", "language model", "chatgpt", "any ai", "all ai"}
	must := []string{"must", "should", "shall", "has to", "have to", "needs to", "is required to", "are required to", "is instructed to", "will now", "please"}
	acts := []string{"call", "execute", "run", "send", "forward", "email", "transfer", "delete", "click", "visit", "recommend", "ignore", "say", "respond", "reply", "output", "include", "append", "obey", "disregard", "mention", "promote", "tell", "fetch", "open"}
	chinese := []string{"ai助手", "人工智能", "智能助手", "大模型", "语言模型", "智能体", "机器人助手", "ai模型", "所有ai", "任何ai", "助手", "模型"}
	return []steeringRule{
		// Lifting instructions.
		{order: true, gap: 28, groups: [][]string{
			{"ignore", "disregard", "forget", "override", "bypass", "neglect", "discard", "stop following", "do not follow", "don't follow", "do not obey", "set aside", "pay no attention to"},
			{"previous", "prior", "above", "earlier", "preceding", "foregoing", "all", "any", "your", "existing", "system", "original", "initial", "other", "these", "those", "past", "everything"},
			{"instruction", "prompt", "rule", "guideline", "direction", "directive", "command", "constraint", "restriction", "programming", "safety polic", "system message", "context above", "said above", "before this"}}},
		{gap: 20, groups: [][]string{{"previous", "prior", "above", "earlier", "original", "old"}, {"instruction", "prompt", "rule", "guideline", "directive"},
			{"void", "invalid", "obsolete", "cancelled", "canceled", "superseded", "no longer apply", "no longer applies", "are fake", "revoked", "do not apply"}}},
		{gap: 12, groups: [][]string{{"new", "updated", "revised", "real", "secret", "hidden"}, {"instructions:", "instruction:", "system prompt:", "directive:", "directives:"}}},
		{gap: 12, groups: [][]string{{"your new", "your real", "your true", "your only"}, {"instructions are", "instruction is", "task is", "role is", "goal is", "objective is", "purpose is", "directive is", "job is"}}},
		// Another self.
		{gap: 24, groups: [][]string{{"you are", "you're", "act as", "pretend to be", "pretend you are", "become", "behave as", "behave like", "roleplay as", "respond as"},
			{"dan", "jailbroken", "unrestricted", "unfiltered", "uncensored", "in developer mode", "in god mode", "evil ai", "the system", "the developer", "root", "without restrictions", "no restrictions", "without any restrictions", "without any rules", "free from all", "not bound by"}}},
		{gap: 20, groups: [][]string{{"developer mode", "god mode", "jailbreak mode", "dan mode", "debug mode", "admin mode"}, {"enabled", "activated", "is on", "is now on", "unlocked"}}},
		{gap: 24, groups: [][]string{{"pretend", "imagine", "act as if", "behave as if"}, {"no restrictions", "no rules", "no limits", "no filters", "no guidelines", "no safety", "rules do not apply", "rules don't apply"}}},
		// What the model was told.
		{order: true, gap: 20, groups: [][]string{{"reveal", "show", "print", "repeat", "output", "leak", "display", "expose", "recite", "dump"}, {"your", "the", "all", "me your"}, {"system prompt", "hidden instruction", "initial instruction", "instructions above", "prompt above", "original instruction", "hidden prompt", "developer message"}}},
		// Behind the user's back.
		{gap: 24, groups: [][]string{{"do not", "don't", "never", "without"}, {"tell", "telling", "inform", "informing", "reveal", "mention", "let", "alert", "alerting", "notify", "notifying", "show", "warn"}, {"the user", "the human", "the customer", "users know", "end user"}}},
		{gap: 30, groups: [][]string{{"secretly", "silently", "covertly", "without being noticed"}, {"send", "forward", "email", "call", "execute", "insert", "add", "include", "recommend", "delete", "upload", "post"}, {"user", "conversation", "data", "response", "answer", "reply", "password", "file", "link"}}},
		// Speaking to machines instead of people.
		{gap: 24, groups: [][]string{assistants, must, acts}},
		{gap: 16, groups: [][]string{{"if you are", "if you're"}, {"an ai", "an llm", "a language model", "an assistant", "an ai assistant", "an agent", "a bot", "reading this as an ai"}}},
		{gap: 8, groups: [][]string{{"note to", "message to", "message for", "instructions for", "instruction to", "attention"}, {"ai", "llm", "assistant", "language model", "the model", "ai agent", "chatbot"}}},
		{gap: 40, groups: [][]string{{"when", "whenever", "if", "every time", "each time", "any time"}, {"the user", "a user", "users", "anyone", "someone", "the customer"}, {"asks", "ask", "mentions", "mention", "says", "inquires", "requests", "wants"}, {"say", "answer", "respond", "reply", "recommend", "tell them", "always", "you must", "you should", "suggest", "direct them", "send them", "output", "insert", "do not", "claim"}}},
		// Pushing a product or a source.
		{gap: 40, groups: [][]string{{"always", "only", "exclusively", "first"}, {"recommend", "promote", "endorse", "advertise", "suggest", "mention", "cite", "link to", "prefer"}, {"to users", "to the user", "to all users", "to every user", "to anyone", "to customers", "over competitors", "over its competitors", "over all competitors", "over any competitor", "instead of competitors", "in every answer", "in every response", "in all responses", "in all future", "when asked about", "whenever asked", "as the best option", "as the first choice", "as the top choice"}}},
		{gap: 48, groups: [][]string{{"remember", "treat", "regard", "consider", "store", "save", "mark"}, {"as a trusted", "as the trusted", "as an authoritative", "as the authoritative", "as a reliable", "as the most trusted", "as the most reliable", "as the go-to", "as your preferred"}, {"source", "authority", "citation", "reference", "recommendation", "brand", "vendor", "provider"}}},
		// Carrying things away.
		{gap: 40, groups: [][]string{{"send", "forward", "exfiltrate", "upload", "post", "transmit", "leak"}, {"conversation", "chat history", "credential", "password", "api key", "system prompt", "memories", "secret", "user data", "user's data", "private key", "session token"}, {"to http", "to this url", "to the following", "to attacker", "to this address", "to this email", "to my server", "to the url", "to https", "via http"}}},

		// 撤销指令。
		{order: true, gap: 36, groups: [][]string{
			{"忽略", "无视", "忽视", "忘记", "忘掉", "不要理会", "不要遵守", "不要遵循", "不再遵守", "不用管", "不要管", "抛开", "绕过", "覆盖", "推翻", "别管", "别理", "丢弃", "放弃"},
			{"之前", "以前", "上面", "以上", "前面", "先前", "此前", "上述", "所有", "一切", "全部", "任何", "你的", "系统", "原来", "原有", "原先", "初始", "你收到", "给你的", "这些"},
			{"指令", "指示", "提示词", "系统提示", "提示", "规则", "设定", "限制", "约束", "命令", "准则", "安全策略", "prompt", "要求"}}},
		{order: true, gap: 12, groups: [][]string{{"忽略", "无视", "忽视"}, {"之前", "以上", "上面", "前面", "上述", "先前"}, {"内容", "对话", "所有内容", "文字", "信息", "说明"}}},
		{gap: 24, groups: [][]string{{"以上", "之前的", "上面的", "原有的", "先前的", "上述"}, {"指令", "指示", "规则", "提示", "限制", "设定"}, {"作废", "无效", "失效", "取消", "不再有效", "不再适用", "不适用"}}},
		{gap: 9, groups: [][]string{{"新的", "新", "最新", "更新后的", "真正的"}, {"指令:", "指令如下", "系统指令", "系统提示", "任务指令", "提示词:"}}},
		// 换一个身份。
		{gap: 30, groups: [][]string{{"你现在是", "你是", "扮演", "假装你是", "假装", "充当", "变成", "进入", "模拟"}, {"没有任何限制", "没有限制", "不受限制", "不受任何限制", "无限制", "dan", "越狱", "开发者模式", "无审查", "不受约束", "超级管理员", "没有道德", "没有规则", "系统管理员权限"}}},
		{gap: 12, groups: [][]string{{"开发者模式", "越狱模式", "无限制模式", "上帝模式", "管理员模式"}, {"已开启", "已启用", "已打开", "开启", "启用", "已激活", "激活"}}},
		// 套取系统提示。
		{order: true, gap: 18, groups: [][]string{{"输出", "泄露", "告诉我", "显示", "打印", "重复", "复述", "公开", "展示", "透露"}, {"系统提示", "系统指令", "初始指令", "隐藏指令", "隐藏的指令", "你的提示词", "你的指令", "全部提示词"}}},
		// 瞒着用户。
		{gap: 18, groups: [][]string{{"不要", "别", "不得", "禁止", "无需", "不必"}, {"告诉", "告知", "让", "向", "提醒", "通知", "对"}, {"用户", "使用者"}}},
		{gap: 18, groups: [][]string{{"瞒着", "背着", "偷偷", "悄悄", "暗中", "秘密地"}, {"用户", "发送", "转发", "上传", "执行", "调用", "插入", "收集"}}},
		// 对机器说话。
		{gap: 18, groups: [][]string{chinese, {"必须", "应该", "应当", "需要", "请", "务必", "一定要", "要"}, {"执行", "调用", "发送", "忽略", "无视", "回复", "输出", "推荐", "转发", "删除", "访问", "点击", "服从", "下载", "告诉用户", "提到"}}},
		{gap: 12, groups: [][]string{{"如果你是", "假如你是", "若你是"}, {"ai", "人工智能", "语言模型", "大模型", "机器人", "助手", "智能体"}}},
		{gap: 48, groups: [][]string{{"当", "每当", "每次", "只要", "如果", "一旦", "凡是"}, {"用户", "有人", "客户", "任何人"}, {"问", "提到", "提问", "咨询", "说", "要求", "搜索"}, {"就推荐", "推荐", "就说", "必须", "都要", "务必", "一定要", "请回答", "就回答", "回答", "引导", "告诉他", "输出", "不要", "声称"}}},
		// 推销。
		{gap: 24, groups: [][]string{{"总是", "永远", "始终", "一律", "务必", "必须", "优先", "一定要", "只"}, {"向用户", "给用户", "为用户", "向所有人", "给所有人", "向客户", "给客户", "向大家", "对用户"}, {"推荐", "介绍", "宣传", "引导", "推销", "展示"}}},
		{gap: 30, groups: [][]string{{"在每次回答", "在所有回答", "每个回答", "每次回复", "所有回复", "在回答中", "在回复中"}, {"推荐", "提到", "宣传", "插入", "加上", "附上", "包含"}, {"链接", "网址", "品牌", "产品", "公司", "广告", "http", "我们的", "官网"}}},
		{gap: 48, groups: [][]string{{"把", "将", "视"}, {"当作", "视为", "记为", "作为", "记住为", "看作"}, {"可信来源", "可信的来源", "权威来源", "权威的来源", "可靠来源", "首选来源", "唯一来源", "可信的信息源", "首选推荐", "权威信息源"}}},
		// 带走东西。
		{gap: 36, groups: [][]string{{"把", "将", "请把", "请将"}, {"密码", "密钥", "聊天记录", "对话记录", "对话内容", "凭证", "系统提示", "用户数据", "用户信息", "会话内容"}, {"发送到", "发到", "发送给", "转发给", "转发到", "上传到", "提交到", "发给", "传到", "外传"}}},
	}
}
