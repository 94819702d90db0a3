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
	text = unfence(text)
	text = paste(text)
	text = minutes(text)
	text = strings.TrimSpace(text)
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
func Machine(text string) bool { return Harness(text) || casts(text) }

// casts reports whether a turn begins by giving a model its role: "You are a code
// reviewer. Your task is to ..." That takes more than a line, or a task; "You are a
// genius!" is what a person says.
func casts(text string) bool {
	head := memory.Fold(strings.TrimSpace(clip(text, 400)))
	if len(text) < castBytes && !briefed(head) && !strings.Contains(head, "your task") && !strings.Contains(head, "your job") && !strings.Contains(head, "任务") {
		return false
	}
	for _, sign := range []string{"you are a ", "you are an ", "you are the ", "you're a ", "you're an ", "act as ", "你是一个", "你是一名", "你是一位", "你现在扮演", "请你扮演"} {
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

// untag takes wrapped parts out.
func untag(text string) string {
	if !strings.Contains(text, "<") {
		return text
	}
	for _, tag := range wrappers() {
		for {
			open := strings.Index(text, "<"+tag)
			if open < 0 {
				break
			}
			head := text[open+1+len(tag):]
			if head != "" && !strings.ContainsRune(" >\n\t/", rune(head[0])) {
				// A longer name: <files> is not <file>.
				cutAt := open + 1 + len(tag)
				rest, ok := text[cutAt:], false
				if next := strings.Index(rest, "<"+tag); next >= 0 {
					ok = true
					rest = rest[next:]
				}
				if !ok {
					break
				}
				text = text[:len(text)-len(rest)] + rest
				if !strings.Contains(text[cutAt:], "<"+tag+">") {
					break
				}
				open = cutAt + strings.Index(text[cutAt:], "<"+tag+">")
			}
			end := strings.Index(text[open:], "</"+tag+">")
			if end < 0 {
				if strings.Contains(text[open:min(len(text), open+200)], ">") {
					text = text[:open] + "\n\n" // an unclosed wrapper swallows the rest
				}
				break
			}
			text = text[:open] + "\n\n" + text[open+end+len(tag)+3:]
		}
	}
	return text
}

// unfence takes out code blocks, quoted lines, diffs, logs and stack traces.
func unfence(text string) string {
	lines := strings.Split(text, "\n")
	var kept []string
	fence := ""
	for _, line := range lines {
		bare := strings.TrimSpace(line)
		if fence != "" {
			if strings.HasPrefix(bare, fence) {
				fence = ""
			}
			continue
		}
		if strings.HasPrefix(bare, "```") || strings.HasPrefix(bare, "~~~") {
			if strings.Count(bare, bare[:3]) < 2 {
				fence = bare[:3]
			}
			kept = append(kept, "")
			continue
		}
		if bare == "---" || bare == "***" || bare == "===" {
			fence = bare // what stands between rules was pasted
			kept = append(kept, "")
			continue
		}
		if codeLine(line, bare) {
			kept = append(kept, "")
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "\n")
}

// codeLine reports whether a line was written by a machine, or for one.
func codeLine(line, bare string) bool {
	if bare == "" {
		return false
	}
	switch {
	case strings.HasPrefix(bare, ">"), strings.HasPrefix(bare, "+++ "), strings.HasPrefix(bare, "--- a/"), strings.HasPrefix(bare, "@@ "), strings.HasPrefix(bare, "diff --git"):
		return true
	case strings.HasPrefix(bare, "at ") && strings.Contains(bare, "("), strings.HasPrefix(bare, "File \""), strings.HasPrefix(bare, "Traceback"), strings.HasPrefix(bare, "goroutine "):
		return true
	case strings.HasPrefix(bare, "import "), strings.HasPrefix(bare, "from ") && strings.Contains(bare, " import "), strings.HasPrefix(bare, "def "), strings.HasPrefix(bare, "func "), strings.HasPrefix(bare, "class ") && strings.HasSuffix(bare, ":"), strings.HasPrefix(bare, "#include"), strings.HasPrefix(bare, "SELECT "), strings.HasPrefix(bare, "$ "), strings.HasPrefix(bare, "//"), strings.HasPrefix(bare, "/*"), strings.HasPrefix(bare, "# ") && strings.HasPrefix(line, "    "):
		return true
	case strings.HasPrefix(bare, "{") && strings.HasSuffix(bare, "}"), strings.HasPrefix(bare, "[") && strings.HasSuffix(bare, "]") && strings.Contains(bare, "\""), strings.HasPrefix(bare, "\"") && strings.Contains(bare, "\":"):
		return true
	case diffLine(bare), strings.Contains(bare, "; //"), strings.Contains(bare, ";  //"), strings.Contains(bare, "; #"), strings.Contains(bare, ";  #"), strings.HasSuffix(bare, ";") && strings.ContainsAny(bare, "=(_"):
		return true
	case strings.HasSuffix(bare, "{"), strings.HasSuffix(bare, "};"), strings.HasSuffix(bare, ");"), bare == "}" || bare == "{" || bare == "]" || bare == "[":
		return true
	}
	if i := strings.LastIndex(bare, ": "); i > 0 {
		switch bare[i+2:] {
		case "null", "true", "false", "None", "nil", "undefined", "{}", "[]":
			return true
		}
	}
	return logLine(bare)
}

// diffLine reports whether a line was added or taken away by a diff: its sign is not that of an
// item in a list, which has a blank behind it.
func diffLine(s string) bool {
	return len(s) > 2 && (s[0] == '+' || s[0] == '-') && s[1] != ' ' && s[1] != '-' && (strings.HasPrefix(s[1:], "//") || strings.HasSuffix(s, ";") || strings.HasSuffix(s, "{"))
}

// logLine reports whether a line begins like a log's.
func logLine(s string) bool {
	for _, level := range []string{"ERROR", "WARN", "INFO", "DEBUG", "FATAL", "TRACE", "[error]", "[info]", "[warn]", "npm ERR!", "panic:"} {
		if strings.HasPrefix(s, level) {
			return true
		}
	}
	if len(s) > 19 && s[4] == '-' && s[7] == '-' && (s[10] == 'T' || s[10] == ' ') && s[13] == ':' {
		return true
	}
	return false
}

// paste takes out what follows a request to work on a text: "summarise this:",
// "翻译下面这段：". What the user says before it is his own.
func paste(text string) string {
	if !holdsAny(text, ":", "：", "\n\n") {
		return text // nothing is brought along without one of these
	}
	folded := memory.Fold(text)
	if len(folded) != len(text) {
		folded = strings.ToLower(text)
		if len(folded) != len(text) {
			return text
		}
	}
	verbs := workings()
	for k, i := range firsts(folded, verbs) {
		if i < 0 {
			continue
		}
		if presents(folded, i, verbs[k]) {
			continue
		}
		rest := text[i:]
		near := rest[:min(len(rest), 200+len(verbs[k]))] // a colon further on is none of this request
		for _, colon := range []string{":\n", "：\n", ": \n", ":", "：", "\n\n"} {
			j := strings.Index(near, colon)
			if j < 0 || colon != "\n\n" && j > 160 || strings.ContainsAny(rest[:j], ".。!！?？") && colon != "\n\n" {
				continue
			}
			if colon == "\n\n" && (j > 200 || len(rest)-j < 200) {
				continue
			}
			if len(strings.TrimSpace(rest[j+len(colon):])) < 12 {
				continue
			}
			return text[:i+j]
		}
	}
	return text
}

// presents reports whether a word that often stands before a text, at i, presents what the speaker
// wants himself: "here is what I need", 我的要求如下.
func presents(folded string, i int, verb string) bool {
	switch verb {
	case "如下", "以下是", "下面是":
		from := max(0, i-30)
		near := strings.ToValidUTF8(folded[from:min(len(folded), i+len(verb)+30)], "")
		return holdsAny(near, "要求", "条件", "需求", "偏好", "我的情况", "我的信息", "我的安排", "我的计划")
	case "here is what", "here's what", "the following", "here is the", "here's the":
		near := folded[i:min(len(folded), i+len(verb)+24)]
		return anySign(near, "matters", "i need", "i want", "i like", "we need", "my needs", "my preferences", "my requirements")
	}
	return false
}

// firsts returns where each word of at least three bytes first stands in a text, -1 where
// it does not. A long text is walked through once for all of them.
func firsts(text string, words []string) []int {
	at := make([]int, len(words))
	if len(text) < 4<<10 {
		for k, word := range words {
			at[k] = strings.Index(text, word)
		}
		return at
	}
	// A bit for each three bytes that a word begins with, by their hash.
	const bits = 14
	var begins [1 << bits / 64]uint64
	hash := func(s string) uint32 {
		return (uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16) * 0x9E3779B1 >> (32 - bits)
	}
	hashes := make([]uint32, len(words))
	for k, word := range words {
		h := hash(word)
		at[k], hashes[k] = -1, h
		begins[h/64] |= 1 << (h % 64)
	}
	for i := 0; i+3 <= len(text); i++ {
		h := hash(text[i : i+3])
		if begins[h/64]&(1<<(h%64)) == 0 {
			continue
		}
		for k, word := range words {
			if hashes[k] == h && at[k] < 0 && strings.HasPrefix(text[i:], word) {
				at[k] = i
			}
		}
	}
	return at
}
