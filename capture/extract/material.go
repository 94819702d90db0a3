package extract

import (
	"strings"

	"mneme/memory"
)

// leastMaterial is how much must follow a line that brings something along, in bytes:
// what is shorter is the request's own.
const leastMaterial = 12

// material takes out what a line of request brings along: all that follows a line that
// asks for work on it, "classify each line:", 把下面的记录整理成待办：.
func material(text string) string {
	text = brought(headed(text))
	if n := orderedBeforeBlank(text); n > 0 {
		return text[:n]
	}
	before := 0 // bytes of the lines that lead up to the request
	for at := 0; at < len(text) && before <= longestLead; {
		end := strings.IndexByte(text[at:], '\n')
		if end < 0 {
			return text
		}
		line := strings.TrimSpace(text[at : at+end])
		// Blank lines ask for nothing, and a paste has thousands: what follows is looked at for a request alone.
		if line != "" && len(line) <= longestRequest && (brings(lastSentence(line)) || picks(lastSentence(line), text[at+end+1:])) && len(strings.TrimSpace(text[at+end:])) >= leastMaterial {
			return text[:at+end]
		}
		before += len(line)
		at += end + 1
	}
	return text
}

// headed takes out the first line where a word at its beginning says what it brings along:
// "transcript: hi all, I'm at seventy percent", 录音转写：…….
func headed(text string) string {
	line, rest, _ := strings.Cut(text, "\n")
	label, said, ok := strings.Cut(strings.Replace(line, "：", ":", 1), ":")
	if !ok || len(strings.TrimSpace(said)) < 2*leastMaterial {
		return text
	}
	switch strings.TrimSpace(memory.Fold(label)) {
	case "transcript", "transcription", "recording", "text", "article", "passage", "paragraph", "abstract", "review", "comment", "original", "source text", "quote", "message", "email", "e-mail", "letter", "log", "customer review", "chat", "dialogue", "excerpt", "sentence",
		"原文", "文本", "文章", "段落", "摘要", "评论", "原句", "句子", "录音转写", "会议录音转写", "录音", "转写", "聊天记录", "对话", "节选", "信件", "邮件", "日志", "访谈", "访谈记录", "歌词", "台词", "素材", "材料":
		return rest
	}
	return text
}

// orderedBeforeBlank returns where a Chinese order to work on a text ends that has only a blank
// before that text: 英译中 I grew up ..., 帮孩子改日记 今天我和妈妈……. 0: there is none.
func orderedBeforeBlank(text string) int {
	at := strings.IndexAny(text, " \u3000\n")
	if at < len("批改") || at > len("帮我把这个改写一下") || len(text)-at < 2*leastMaterial {
		return 0
	}
	order := text[:at]
	if endsAny(order, "英译中", "中译英", "批改", "翻译", "润色", "校对", "降重", "扩写", "缩写", "改写", "总结", "概括") && !strings.Contains(order, "我") ||
		startsAny(order, "帮", "给", "替") && holdsAny(order, "改日记", "改作文", "改周记", "改简历", "改文案", "改稿", "润色", "翻译", "总结", "概括", "批改", "校对") {
		return at
	}
	return 0
}

// picks reports whether a line asks which of what is listed under it.
func picks(line, rest string) bool {
	line = memory.Fold(line)
	if !holdsAny(line, "哪些", "哪个", "哪条", "哪一", "谁") && !anySign(line, "which", "who", "rate", "rank", "score") && !holdsAny(line, "打分", "排序", "排个序", "评分") || holdsAny(line, "我") || wholeWord(line, "i", "my", "me", "we") {
		return false
	}
	listed := 0
	for item := range strings.Lines(rest) {
		item = strings.TrimSpace(item)
		if item == "" {
			continue
		}
		mark := strings.IndexAny(item, ".)、:：） ")
		if mark < 0 || mark > len("候选人A") {
			return false
		}
		listed++
	}
	return listed >= 2
}

// Who says more before a request, or in its line, talks on under it. In bytes.
const (
	longestLead    = 60
	longestRequest = 180
)

// lastSentence is the end of a line: what stands under it is brought along by that.
func lastSentence(line string) string {
	line = strings.TrimSpace(line)
	if len(line) < 2 {
		return line
	}
	at := -1
	for _, end := range []string{". ", "? ", "! ", "。", "？", "！", "；"} {
		if i := strings.LastIndex(line[:len(line)-1], end); i >= 0 && i+len(end) < len(line) && i+len(end) > at {
			at = i + len(end)
		}
	}
	if at < 0 {
		return line
	}
	return line[at:]
}

// brings reports whether a line asks for work on what stands under it. Who asks to have
// it remembered, or presents what he wants himself, brings nothing along.
func brings(line string) bool {
	line = strings.TrimSpace(memory.Fold(line))
	if line == "" || len(line) > 300 || anySign(line, "remember", "keep in mind", "note that", "about me", "for future reference", "my preferences", "my requirements", "my needs", "my diet", "my schedule", "my routine", "my situation", "my plan", "my budget", "my week", "my profile") ||
		holdsAny(line, "记住", "记下", "记一下", "记好", "关于我", "我的要求", "我的偏好", "我的情况", "我的信息", "我的安排", "我的习惯", "我的资料", "我的需求", "我的条件", "我的计划", "我的忌口", "我的喜好") {
		return false
	}
	colon := endsAny(line, ":", "：")
	if strings.ContainsFunc(line, ideograph) {
		return bringsChinese(line, colon)
	}
	if anySign(line, "each line", "each sentence", "each row", "each item", "each of these", "every line", "read the passage", "read the text", "read the following", "single letter") {
		return true
	}
	pointing := anySign(line, "this", "these", "those", "them", "they", "below", "the following", "from here")
	if works(line) {
		return colon || pointing || strings.Count(line, " ") <= 6
	}
	return pointing && questions(line)
}

// questions reports whether an English sentence asks something, or asks for something.
func questions(line string) bool {
	if strings.HasSuffix(line, "?") || strings.HasSuffix(line, "please") {
		return true
	}
	for _, polite := range []string{"please ", "ok ", "now ", "then ", "and ", "so ", "hey, ", "hi, ", "pls "} {
		line = strings.TrimPrefix(line, polite)
	}
	first, _, _ := strings.Cut(line, " ")
	switch strings.Trim(first, ",:") {
	case "what", "what's", "why", "which", "who", "how", "how's", "is", "are", "does", "do", "can", "could", "would", "should", "pull", "center", "centre", "scale", "get", "got", "show", "help", "remove", "take", "pick", "find", "make", "use":
		return true
	}
	return anySign(line, "doesn't compile", "does not compile", "doesn't work", "does not work", "won't compile", "won't build", "fails with")
}

// bringsChinese is brings of a Chinese line.
func bringsChinese(line string, colon bool) bool {
	request := requestChinese(line)
	for clause := range strings.FieldsFuncSeq(line, func(r rune) bool { return strings.ContainsRune("，,。；;、", r) }) {
		request = request || requestChinese(clause)
	}
	if request && len(line) <= 60 && holdsAny(line, "整理", "润色", "翻译", "总结", "概括", "归类", "分类", "改写", "校对", "提取", "转成", "回一下", "回复", "怎么回", "批改", "点评", "打分", "纠错", "扩写", "缩写", "续写") {
		return true // what such a verb works on stands below, named or not: 把纪要整理成待办
	}
	if holdsAny(line, "每句", "每行", "每条", "每一句", "每一行", "每一条", "阅读短文", "阅读下面", "阅读以下", "根据短文") {
		return colon || request
	}
	asked := request || holdsAny(line, "吗", "什么", "哪", "怎么", "为什么", "谁", "?", "？", "多少")
	pointing := holdsAny(line, "这个", "这些", "这段", "这句", "这几", "这封", "这份", "这篇", "这首", "这道", "这条", "这张", "下面", "以下", "如下", "下列", "他们", "短文", "录音", "聊天记录")
	return asked && pointing || colon && (pointing || request) || startsAny(line, "转成", "翻译成", "翻成", "整理成", "格式化成")
}

// orderChineseText reports whether a Chinese sentence is but a short order to work on what follows.
func orderChineseText(one sentence, text string) bool {
	order := text[one.tokens[0].start:one.tokens[len(one.tokens)-1].end]
	return len(order) <= 60 && holdsAny(order, "批改", "翻译", "润色", "纠错", "改错", "校对", "改写", "解释", "总结", "概括", "译", "看看", "检查", "修改")
}

// requestChinese reports whether a Chinese clause asks for a piece of work.
func requestChinese(clause string) bool {
	return startsAny(clause, "帮我", "请", "麻烦", "翻译", "总结", "概括", "解析", "续写", "仿写", "改写", "润色", "校对", "解释", "整理", "转成", "转换", "格式化", "提取", "抽取", "分类", "标注", "点评", "分析", "看看", "看下", "看一下", "阅读", "把", "将", "给", "用", "按", "从", "根据", "对")
}

// works reports whether an English line begins with a verb of work on a text or on data.
func works(line string) bool {
	for _, polite := range []string{"please ", "ok ", "now ", "then ", "hey, ", "hi, ", "can you ", "could you ", "would you ", "and ", "also "} {
		line = strings.TrimPrefix(line, polite)
	}
	verb, rest, _ := strings.Cut(line, " ")
	switch strings.TrimRight(verb, ":,") {
	case "reply", "respond", "answer":
		return !startsAny(rest, "in ", "with ", "like ", "as ")
	case "summarize", "summarise", "translate", "proofread", "rewrite", "rephrase", "reword", "paraphrase", "polish", "edit", "correct", "improve", "shorten", "lengthen", "expand", "condense", "review", "analyze", "analyse", "explain",
		"classify", "label", "tag", "categorize", "categorise", "sort", "rank", "extract", "parse", "convert", "turn", "format", "reformat", "fill", "complete", "continue", "finish", "score", "grade", "rate", "mark", "compare", "count", "check", "spot",
		"highlight", "merge", "split", "clean", "transcribe", "compute", "calculate", "solve", "debug", "optimize", "optimise", "refactor", "describe", "simplify", "critique", "evaluate", "annotate", "outline", "fix", "read", "write", "draft", "decode", "validate", "minify", "pretty-print", "visualize", "plot", "tabulate", "redact", "anonymize", "anonymise":
		return true
	}
	return false
}

// reference leaves of a prompt that was put together for retrieval only what is asked:
// "use the following context ... Question: ...", 参考资料：……问题：…….
func reference(text string) string {
	folded, ok := foldedInPlace(text)
	if !ok {
		return text
	}
	from, held := -1, pairsOf(folded)
	for _, sign := range []string{"use the following pieces of context", "use the following context", "context information is below", "given the context information", "based on the following context", "based on the context below", "using the context below", "answer the question based on", "answer based on the following", "参考资料", "参考内容", "参考信息", "已知信息", "已知内容", "背景知识", "以下资料", "以下内容回答", "上下文信息", "检索到的", "知识库内容", "作为你所学习的知识", "作为你的知识", "知识库如下"} {
		if !held.mayHold(sign) {
			continue
		}
		if at := strings.Index(folded, sign); at >= 0 && (from < 0 || at < from) {
			from = at
		}
	}
	if from < 0 && strings.HasPrefix(strings.TrimSpace(folded), "context:") {
		from = 0
	}
	if from < 0 {
		return text
	}
	asked := -1
	for _, sign := range []string{"\nquestion:", "\nuser question:", "\nquery:", "\nuser query:", "\nq:", "回答用户：", "回答用户:", "用户问题：", "用户问题:", "用户提问：", "问题：", "问题:", "问题是", "提问：", "提问:", "\nquestion is:"} {
		if at := strings.LastIndex(folded, sign); at > from && at+len(sign) > asked {
			asked = at + len(sign)
		}
	}
	if asked < 0 {
		return text
	}
	text, folded = text[asked:], folded[asked:]
	for _, sign := range []string{"\nhelpful answer", "\nanswer:", "\nassistant:", "\n回答：", "\n回答:", "\n答案：", "\n答：", "\n答案:"} {
		if at := strings.Index(folded, sign); at >= 0 {
			text, folded = text[:at], folded[:at]
		}
	}
	return strings.TrimLeft(text, ":： ")
}

// forwarded takes out a mail that was forwarded or is answered, from its head on. What stands
// under it counts where it is a question.
func forwarded(text string) string {
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if !mailHead(lines, i, memory.Fold(strings.TrimSpace(line))) {
			continue
		}
		last := len(lines) - 1
		for last > i && strings.TrimSpace(lines[last]) == "" {
			last--
		}
		kept := append(lines[:i:i], "")
		if asked := strings.TrimSpace(lines[last]); last > i+2 && strings.TrimSpace(lines[last-1]) == "" && endsAny(asked, "?", "？") {
			kept = append(kept, asked)
		}
		return strings.Join(kept, "\n")
	}
	return text
}

// mailHead reports whether a mail's head begins with a line: its mark, or two lines of its
// fields.
func mailHead(lines []string, i int, line string) bool {
	if strings.Contains(line, "forwarded message") || strings.Contains(line, "original message") || strings.Contains(line, "转发邮件") || strings.Contains(line, "原始邮件") || strings.Contains(line, "转发的邮件") {
		return strings.HasPrefix(line, "-") || strings.HasPrefix(line, "begin forwarded")
	}
	return i+1 < len(lines) && mailField(line) && mailField(memory.Fold(strings.TrimSpace(lines[i+1])))
}

func mailField(line string) bool {
	return startsAny(line, "from:", "sent:", "to:", "cc:", "subject:", "date:", "发件人：", "发件人:", "收件人：", "收件人:", "主题：", "主题:", "发送时间：", "发送时间:", "抄送：", "抄送:")
}

// letter takes out a letter that was pasted under a request, from its salutation to its end.
// A turn that begins with one is written to the assistant.
func letter(text string) string {
	lines := strings.Split(text, "\n")
	from := -1
	said := false
	for i, line := range lines {
		bare := strings.TrimSpace(line)
		if bare == "" {
			continue
		}
		if said && greets(memory.Fold(bare)) {
			from = i
			break
		}
		said = true
	}
	if from < 0 {
		return text
	}
	to := len(lines)
	for i := from + 1; i < len(lines); i++ {
		if closes(memory.Fold(strings.TrimSpace(lines[i]))) {
			to = i + 1
			if i+1 < len(lines) && len(strings.TrimSpace(lines[i+1])) < 40 {
				to++ // the name under it
			}
			break
		}
	}
	return strings.Join(append(append(lines[:from:from], ""), lines[to:]...), "\n")
}

// greets reports whether a line is a salutation.
func greets(line string) bool {
	if len(line) > 60 {
		return len(line) < 400 && startsAny(line, "尊敬的", "您好，我是", "你好，我是")
	}
	if startsAny(line, "dear ", "hi ", "hello ", "hey ", "good morning ", "to whom it may concern") {
		return endsAny(line, ",", ":", "!") && strings.Count(line, " ") <= 5
	}
	return startsAny(line, "尊敬的", "亲爱的") && endsAny(line, "：", ":", "，", ",", "！") || startsAny(line, "您好，我是", "你好，我是")
}

// closes reports whether a line ends a letter.
func closes(line string) bool {
	return len(line) < 50 && (startsAny(line, "best,", "best regards", "kind regards", "regards,", "sincerely", "yours ", "cheers,", "thanks,", "thank you,", "warm regards", "many thanks,", "love,", "best wishes") || startsAny(line, "此致", "敬礼", "祝好", "顺颂", "谢谢！", "祝商祺"))
}

// saying takes out what somebody says or is to say, behind a colon and up to the end of
// the line: "I'd like to say: I always listen", 客户说：我吃素. What a doctor says counts.
func saying(text string) string {
	if !holdsAny(text, ":", "：") && !holdsAny(text, "发来", "client", "customer") {
		return text
	}
	var out strings.Builder
	for line := range strings.Lines(text) {
		out.WriteString(unsaid(line))
	}
	return out.String()
}

func unsaid(line string) string {
	folded := strings.ToLower(line)
	if len(folded) != len(line) || anySign(folded, "remember", "doctor", "dentist", "therapist") || holdsAny(folded, "医生", "大夫", "医嘱", "记住", "记下") {
		return line
	}
	for _, sign := range []string{" say: ", " said: ", " says: ", " wrote: ", " writes: ", " answer: ", " reads: ", " goes: ", " asked: ", " texted: ", " replied: ", "说：", "说:", "写道：", "写道:", "写着：", "回答：", "回复：", "回我：", "念：", "问：", "原话：", "原话是：", "发来的：", "发来：", "发我的：", "发给我的：", "留言：", "留言是：", "反馈：", "来信：", "自述：", "评论：", "简介：", "签名：", "微信发来 ", "发来 ", "client texted me ", "customer texted me ", "client wrote ", "customer wrote ", "client emailed me ", "customer says ", "client says "} {
		at := strings.Index(folded, sign)
		if at < 0 {
			continue
		}
		if len(strings.TrimSpace(folded[at+len(sign):])) < leastMaterial || strings.HasSuffix(sign, "说：") && endsAny(folded[:at], "跟你", "和你", "对你", "给你", "我", "我想", "我来", "再") {
			continue // he says it now
		}
		if before := strings.TrimSpace(folded[:at]); before == "私下" || before == "私下里" || before == "私底下" {
			continue // off the record, and by nobody else
		}
		end := ""
		if strings.HasSuffix(line, "\n") {
			end = "\n"
		}
		return line[:at] + end
	}
	return line
}

// longestWish is how long a line is at most that says no more than that the turn be not kept.
const longestWish = 120

// withWish gives a text back the last line of what it was cut from, where that asks that
// nothing be kept: whatever was pasted above it, the wish is the speaker's.
func withWish(text, whole string) string {
	if len(text) >= len(whole) {
		return text
	}
	whole = strings.TrimSpace(whole)
	last := whole[strings.LastIndexByte(whole, '\n')+1:]
	folded := memory.Fold(last)
	if len(last) > longestWish || strings.Contains(text, last) {
		return text
	}
	negated := anySign(folded, "don't", "do not", "never", "not", "without", "nothing")
	if negated && anySign(folded, "remember", "save", "store", "record", "keep", "log", "memorize", "memory", "learn") || anySign(folded, "off the record", "private", "confidential", "secret", "between us", "between you and me", "to yourself") ||
		holdsAny(folded, "别", "不要", "不用", "勿", "请勿", "无需") && holdsAny(folded, "记", "存", "保留", "学习", "写进", "写入") || holdsAny(folded, "不留痕", "不留记录", "之间", "保密", "秘密", "听听就", "知道就", "私下") {
		return text + "\n\n" + last
	}
	return text
}
