package extract

import (
	"strings"

	"mneme/memory"
)

// Much of what stands in a turn in the first person is of a text that is worked on: an
// introduction to be polished, a sentence to be labelled, the opening of a story. It is known
// by the words that name the text or the work, which stand before it (behind a colon, a blank
// or a line's end) or after it.

// brought takes out a text that its own request names, and leaves the request.
func brought(text string) string {
	line, rest, more := strings.Cut(text, "\n")
	if label, said, ok := cutLabel(line); ok && textual(label) && len(strings.TrimSpace(said))+len(strings.TrimSpace(rest)) >= leastMaterial {
		return label
	}
	if more && len(line) <= longestNaming && textual(line) && len(strings.TrimSpace(rest)) >= leastMaterial {
		return line
	}
	if more && len(line) <= longestNaming && titled(rest) && !wholeWord(memory.Fold(line), "i", "my", "me", "i'm") && !strings.Contains(line, "我") {
		return line
	}
	if at := strings.IndexAny(line, " \u3000"); at > 0 && at <= longestWord && strings.ContainsFunc(line[:at], ideograph) && textual(line[:at]) && len(line)-at >= leastMaterial {
		return line[:at]
	}
	if at := greetingAfter(line); at > 0 {
		return line[:at]
	}
	bare := strings.TrimSpace(text)
	at := strings.LastIndexByte(bare, '\n')
	if at < 0 || at < leastBefore {
		return text
	}
	if last := strings.TrimSpace(bare[at+1:]); len(last) <= longestNaming && (textual(last) || looksBack(last)) {
		return last
	}
	return text
}

// titled reports whether a text of some length opens with its title, set between marks: “Why I left”,
// by Deirdre Walsh. ..., 《我为什么辞职》：…….
func titled(text string) bool {
	text = strings.TrimSpace(text)
	for _, marks := range [][2]string{{"\"", "\""}, {"“", "”"}, {"《", "》"}, {"「", "」"}} {
		rest, opened := strings.CutPrefix(text, marks[0])
		if !opened {
			continue
		}
		title, body, closed := strings.Cut(rest, marks[1])
		return closed && len(title) <= longestNaming && !strings.Contains(title, "\n") && len(body) >= leastArticle
	}
	return false
}

// Bounds of a request that names a text, in bytes.
const (
	longestNaming = 90 // a line of its own
	longestWord   = 36 // before a blank, in Chinese
	leastBefore   = 40 // what stands before a request that looks back
	leastArticle  = 90 // an article below its title
)

// cutLabel cuts a short label off a line, at its first colon.
func cutLabel(line string) (label, said string, ok bool) {
	at := colonIn(line)
	if at <= 0 || at > longestNaming || strings.ContainsAny(line[:at], ".。!！?？") {
		return "", "", false
	}
	_, said, _ = strings.Cut(strings.Replace(line, "：", ":", 1), ":")
	return line[:at], said, true
}

// colonIn returns where the first colon of a line stands, of either width; -1: nowhere.
func colonIn(line string) int {
	at, wide := strings.IndexByte(line, ':'), strings.Index(line, "：")
	if at < 0 || wide >= 0 && wide < at {
		return wide
	}
	return at
}

// textual reports whether a request names a text, or a piece of work on one. Who presents what
// he wants himself, or asks to have it remembered, names none.
func textual(request string) bool {
	folded := memory.Fold(strings.TrimSpace(request))
	if wholeWord(folded, "remember", "keep in mind", "note", "about me", "future reference", "preferences", "requirements", "my needs", "my diet", "my schedule", "my routine", "my situation", "my plan", "my budget", "my profile", "background", "context", "fyi", "update", "from now on", "i", "i'm", "we", "we're") ||
		holdsAny(folded, "记住", "记下", "记一下", "记好", "关于我", "要求", "偏好", "情况", "信息如下", "安排", "习惯", "需求", "条件", "忌口", "喜好", "以后", "背景", "更新", "补充", "我是", "我在", "我叫", "我们") {
		return false
	}
	if again(folded) {
		return true
	}
	if strings.ContainsFunc(folded, ideograph) {
		return holdsAny(folded, "自我介绍", "简历", "求职信", "邮件", "作文", "日记", "周记", "文案", "稿", "小说", "歌词", "台词", "人设", "人物设定", "角色设定", "画像", "文本", "原文", "这段", "这篇", "这封", "病句", "造句", "例句", "面经", "实体", "抽取", "提取", "问答对", "字数", "第三人称", "第一人称", "脱敏", "评语", "作业：", "提交的作业", "素材", "下面的材料", "续写", "往下写", "接着写", "仿照", "仿写", "润", "批改", "写的，", "写的帮", "写的,", "相亲资料", "征婚", "识别结果", "asr", "ner", "标点", "错别字", "校对", "纠错", "改语病", "语法检查", "检查语法", "检查一下语法", "改语法", "改句子", "改通顺", "信息点", "以上内容", "上面的", "以上资料", "以上材料", "翻译", "译成", "翻成") ||
			startsAny(strings.TrimPrefix(strings.TrimPrefix(folded, "请"), "帮我"), "改写", "扩写", "缩写", "改错字") ||
			strings.HasPrefix(folded, "第") && holdsAny(folded[:min(len(folded), len("第十二章"))], "章", "回", "幕") || folded == "输入" || folded == "例子" || folded == "示例" || folded == "文章" || folded == "句子"
	}
	return wholeWord(folded, "my intro", "this intro", "intro", "bio", "cover letter", "client email", "customer email", "this email", "this letter", "essay", "diary", "story", "novel", "lyrics", "persona", "character sheet", "user profile", "customer profile", "candidate statement", "student submission", "submission", "extract entities", "entities", "ner", "asr output", "asr", "anonymise", "anonymize", "word count", "third person", "first person", "caption", "speech", "wrote this", "this material", "read this", "rewrite", "rephrase", "translate", "summarise", "summarize", "proofread", "polish", "the above", "add punctuation", "grammar check", "spell check", "spellcheck", "spelling check", "check grammar", "check the grammar", "check my grammar", "check spelling", "check my spelling", "fix grammar", "fix the grammar", "fix my grammar", "fix typos", "fix the typos", "copyedit", "copy edit", "paraphrase", "reword", "correct this", "correct the following", "correct my english", "improve this", "edit this", "shorten this", "simplify this") ||
		strings.HasPrefix(folded, "chapter ") || folded == "input" || folded == "example" || folded == "text" || folded == "sentence" || folded == "paragraph"
}

// wholeWord reports whether words stand in a text on their own: "bio" is none of biology.
func wholeWord(text string, words ...string) bool {
	for _, word := range words {
		for from := 0; ; {
			at := wordIndex(text[from:], word)
			if at < 0 {
				break
			}
			if end := from + at + len(word); end == len(text) || !letterByte(text[end]) && text[end] != '\'' {
				return true
			}
			from += at + 1
		}
	}
	return false
}

// again reports whether a label asks for the work that was just done to be done on another piece:
// 再翻, 再来一句, "next one".
func again(label string) bool {
	switch label {
	case "next", "next one", "another", "another one", "one more", "and this", "and this one", "now this", "now this one", "same for", "same with",
		"翻", "译", "改", "再翻", "再译", "再改", "再润", "再来", "还有", "还有一句", "还有一段", "还有这句", "再看这句", "再看这段":
		return true
	}
	return startsAny(label, "再来一", "再翻", "再译", "再润") && len(label) <= len("再帮我翻译一句") || strings.HasPrefix(label, "下一") && len(label) <= len("下一段话")
}

// looksBack reports whether a last line asks about what stands before it.
func looksBack(last string) bool {
	folded := memory.Fold(last)
	if strings.ContainsFunc(folded, ideograph) {
		return holdsAny(folded, "怎么样", "给评语", "打分", "往下写", "接着写", "加标点", "总结", "概括") && len(folded) <= 40 && !strings.Contains(folded, "我")
	}
	return anySign(folded, "keep going", "continue", "grade it", "thoughts", "how does this sound", "make minutes", "in bullets", "shorten it", "polish it") && len(folded) <= 40
}

// greetingAfter returns where a mail begins that stands in the line of its request: "how do I reply
// to this email Hi I'm Tom". 0: nowhere.
func greetingAfter(line string) int {
	folded := strings.ToLower(line)
	named := strings.Index(folded, "this email ")
	if named < 0 {
		named = strings.Index(folded, "this message ")
	}
	if named < 0 || len(folded) != len(line) {
		return 0
	}
	for _, sign := range []string{" hi ", " hello", " dear ", " hey "} {
		if at := strings.Index(folded[named:], sign); at > 0 && len(line)-named-at >= leastMaterial {
			return named + at
		}
	}
	return 0
}
