package extract

import (
	"strings"

	"mneme/memory"
)

// Human returns what a person said in a turn of role user, without what agents
// wrap around it: reminders, retrieved documents, files, code, logs and tool
// output. It reports false when the whole turn is an agent's own: a call for a
// title, tags, follow-ups, a compaction, a sub-agent's task.
//
// What is taken out leaves a blank line, so that what stood apart is not read as
// one sentence; every stretch that is left is verbatim.
func Human(text string) (string, bool) {
	if asked, found := inside(text, "<user_query>", "</user_query>"); found {
		text = asked // the rest is the retriever's
	} else if asked, found := after(text, "## My request for Codex:"); found {
		text = asked
	} else if asked, found := after(text, "# User Query:"); found {
		text = asked
	}
	if Machine(text) {
		return "", false
	}
	text = untag(untitle(text))
	text = reference(text)
	text = unfence(text)
	whole := text
	text = forwarded(text)
	text = letter(text)
	text = material(text)
	text = paste(text)
	text = saying(text)
	text = minutes(text)
	text = strings.TrimSpace(withWish(text, whole))
	return text, text != ""
}

// untitle takes off the line above the instructions of a repository.
func untitle(text string) string {
	bare := strings.TrimSpace(text)
	if !strings.HasPrefix(bare, "# AGENTS.md instructions") {
		return text
	}
	_, rest, _ := strings.Cut(bare, "\n")
	return rest
}

// inside returns what stands between the last pair of tags.
func inside(text, open, end string) (string, bool) {
	if !strings.Contains(text, open) { // which is much faster than from the back
		return "", false
	}
	i := strings.LastIndex(text, open)
	rest := text[i+len(open):]
	j := strings.Index(rest, end)
	if j < 0 {
		return rest, true
	}
	return rest[:j], true
}

func after(text, mark string) (string, bool) {
	if !strings.Contains(text, mark) {
		return "", false
	}
	i := strings.LastIndex(text, mark)
	return text[i+len(mark):], true
}

// castBytes is how long a text that gives a role is at least.
const castBytes = 120

// Machine reports whether a turn is an agent talking to its model.
func Machine(text string) bool {
	return Harness(text) || casts(text) || restates(text) || briefs(text) || logged(text)
}

// addresses reports whether a turn may begin by giving a role, by the first letter of "you are",
// "act as" or a Chinese word: most turns need not be folded to see that they do not.
func addresses(text string) bool {
	text = strings.TrimSpace(clip(text, 400))
	if text == "" {
		return false
	}
	first := text[0] | 0x20
	return first == 'y' || first == 'a' || first >= 0x80
}

// casts reports whether a turn begins by giving a model its role: "You are a code
// reviewer. Your task is to ..." That takes more than a line, or a task; "You are a
// genius!" is what a person says.
func casts(text string) bool {
	if !addresses(text) {
		return false
	}
	head := memory.Fold(strings.TrimSpace(clip(text, 400)))
	if len(text) < castBytes && !briefed(head) && !strings.Contains(head, "your task") && !strings.Contains(head, "your job") && !strings.Contains(head, "任务") {
		return false
	}
	for _, sign := range []string{"you are a ", "you are an ", "you are the ", "you're a ", "you're an ", "act as ", "你是一个", "你是一名", "你是一位", "你现在扮演", "请你扮演", "你将扮演", "你将作为", "你现在是一", "你现在是“"} {
		if strings.HasPrefix(head, sign) {
			return true
		}
	}
	return false
}

// briefed reports whether a short text that gives a role goes on with orders for it
// and says nothing of a speaker: 你是一个法律顾问。请始终使用正式语气，不要透露内部信息。
func briefed(head string) bool {
	i := strings.IndexAny(head, ".。")
	if i < 0 || strings.ContainsAny(head, "我!！?？") || anySign(head, "i", "my", "i'm", "me", "we", "our") {
		return false
	}
	rest := head[i:]
	return anySign(rest, "always", "never", "must", "do not", "don't", "answer", "respond", "reply", "only", "use", "keep", "be") || holdsAny(rest, "请", "不要", "不得", "必须", "始终", "务必", "只", "不能", "禁止", "用户")
}

// restates reports whether a turn is the instructions of an assistant: it says who that
// is, in its first clause, and goes on with what it must and must not do. "You are the
// best assistant, thank you" goes on with nothing.
func restates(text string) bool {
	if !addresses(text) {
		return false
	}
	head := memory.Fold(strings.TrimSpace(clip(text, 600)))
	at := strings.IndexAny(head, ".。,，\n")
	if at < 0 || len(head) < 60 {
		return false
	}
	first, rest := head[:at], head[at:]
	if chinese := strings.HasPrefix(first, "你是"); chinese || strings.HasPrefix(first, "您是") {
		return holdsAny(first, "助手", "助理", "客服", "机器人", "专家", "顾问", "导师", "教练", "翻译官", "编辑", "工程师", "审查员", "分析师", "智能体", "模型") && !strings.Contains(first, "吗") &&
			holdsAny(rest, "始终", "必须", "不要", "不得", "禁止", "务必", "只能", "请", "你的任务", "你需要", "你要", "你应", "根据用户", "用户", "客户")
	}
	if !strings.HasPrefix(first, "you are ") && !strings.HasPrefix(first, "you're ") || anySign(clip(rest, 120), "i am", "i'm", "thanks", "thank you") {
		return false
	}
	named := anySign(head[:min(len(head), at+120)], "assistant", "agent", "bot", "chatbot", "model", "expert", "reviewer", "translator", "tutor", "coach", "engineer", "copilot", "editor", "specialist", "support")
	return (named || strings.HasSuffix(first, "bot")) && anySign(rest, "always", "never", "must", "do not", "don't", "you should", "you will", "you answer", "respond", "your task", "your job", "your role", "only", "follow", "use the")
}

// untag takes wrapped parts out.
func untag(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	for _, tag := range wrappers() {
		text = untagged(text, tag)
	}
	return text
}

// untagged takes the parts out that are wrapped in one tag. Behind a longer name that begins like
// it (<files> is not <file>) only tags without more in them count.
func untagged(text, tag string) string {
	opens, closes := "<"+tag, "</"+tag+">"
	var kept strings.Builder
	longer := false
	for {
		open, cut := 0, -1 // cut: where a longer name ends that stands in what is left
		if !longer {
			if open = strings.Index(text, opens); open < 0 {
				break
			}
			head := text[open+len(opens):]
			if longer = head != "" && !strings.ContainsRune(" >\n\t/", rune(head[0])); longer {
				cut = open + len(opens)
			}
		}
		if longer {
			next := strings.Index(text[open:], opens+">")
			if next < 0 {
				break
			}
			open += next
		}
		end := strings.Index(text[open:], closes)
		if end < 0 {
			if strings.Contains(text[open:min(len(text), open+unclosedBytes)], ">") {
				text = text[:open] + "\n\n" // an unclosed wrapper swallows the rest
			}
			break
		}
		rest := text[open+end+len(closes):]
		if cut == open { // nothing is left behind the longer name, which opens a part by itself now
			begin := open - len(opens)
			if end = strings.Index(rest, closes); end < 0 {
				if strings.Contains(rest[:min(len(rest), unclosedBytes-len(opens)-2)], ">") {
					open, rest = begin, ""
				}
				text = text[:open] + "\n\n" + rest
				break
			}
			open, rest, longer = begin, rest[end+len(closes):], false
		}
		kept.WriteString(text[:open])
		kept.WriteString("\n\n")
		text = rest
	}
	if kept.Len() == 0 {
		return text
	}
	kept.WriteString(text)
	return kept.String()
}

// unclosedBytes is how soon a tag must end that nothing closes.
const unclosedBytes = 200
