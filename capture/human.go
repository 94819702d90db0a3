package capture

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
	if machine(text) {
		return "", false
	}
	text = untag(untitle(text))
	text = unfence(text)
	text = paste(text)
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
	i := strings.LastIndex(text, open)
	if i < 0 {
		return "", false
	}
	rest := text[i+len(open):]
	j := strings.Index(rest, end)
	if j < 0 {
		return rest, true
	}
	return rest[:j], true
}

func after(text, mark string) (string, bool) {
	i := strings.LastIndex(text, mark)
	if i < 0 {
		return "", false
	}
	return text[i+len(mark):], true
}

// castBytes is how long a text that gives a role is at least.
const castBytes = 120

// machine reports whether a turn is an agent talking to its model.
func machine(text string) bool { return harness(text) || casts(text) }

// casts reports whether a turn begins by giving a model its role: "You are a code
// reviewer. Your task is to ..." That takes more than a line, or a task; "You are a
// genius!" is what a person says.
func casts(text string) bool {
	head := memory.Fold(strings.TrimSpace(clip(text, 400)))
	if len(text) < castBytes && !strings.Contains(head, "your task") && !strings.Contains(head, "your job") && !strings.Contains(head, "任务") {
		return false
	}
	for _, sign := range []string{"you are a ", "you are an ", "you are the ", "you're a ", "you're an ", "act as ", "你是一个", "你是一名", "你是一位", "你现在扮演", "请你扮演"} {
		if strings.HasPrefix(head, sign) {
			return true
		}
	}
	return false
}

// harness reports whether a turn is a call that a program makes of its own. The signs are
// the openings of such calls in widely used agents and chat front ends.
func harness(text string) bool {
	head := memory.Fold(strings.TrimSpace(clip(text, 1500)))
	for _, sign := range []string{
		// Titles, tags, follow-ups, queries (Open WebUI, LibreChat, LobeChat, Cherry Studio, Dify).
		"### task:\ngenerate", "### task:\nsuggest", "### task:\nanalyze", "### task:\nrespond to the user query", "### task:\nyou are an autocompletion",
		"### task: generate", "### task: suggest", "### task: analyze", "### task: respond",
		"create a concise, 3-5 word", "generate a concise, 3-5 word", "generate a concise title", "generate a short title", "provide a concise, 5-word-or-less title", "detect the default language and write a very concise title", "please generate a title", "generate a title for", "summarize the above conversation in", "write a 5-10 word title", "please write a 5-10 word title",
		"generate 1-3 broad tags", "suggest 3-5 relevant follow-up", "predict the three most likely questions", "please help me predict the three",
		"you need to decompose the user's input", "you need to generate a title", "you are generating a title", "you are a title generator", "analyze if this message indicates a new conversation topic", "given the following conversation, relevant context, and a follow up question", "given a chat history and the latest user question", "rephrase the follow up", "rephrase the question to be a standalone", "from the conversation, identify", "please analyze the following conversation",
		"你是一名擅长会话的助理", "你需要将用户的会话总结为", "请使用四到五个字直接返回这句话的简要主题", "简要总结一下对话内容", "为以下对话生成标题", "请为这段对话生成", "总结给出的会话", "将用户的会话总结为", "根据对话内容生成标题", "你是一个标题生成",
		// Compaction (Claude Code, Codex, Cline, Gemini CLI).
		"your task is to create a detailed summary of the conversation", "this session is being continued from a previous conversation", "you are performing a context checkpoint compaction", "another language model started to solve this problem", "please continue the conversation from where we left it off", "summarize this coding conversation", "you have been tasked with summarizing", "progressively summarize the lines of conversation", "<state_snapshot>", "the conversation history will be compacted", "extract the key facts from the conversation", "you are a personal information organizer", "summarize the conversation so far", "write a summary of the conversation", "the following is a summary of the conversation",
		// Sub-agents and harnesses.
		"caveat: the messages below were generated by the user while running local commands", "[request interrupted by user", "you are a sub-agent", "you are a subagent", "you are an agent for", "[tool result]", "[error] you did not use a tool", "this is an automated", "<task-notification>", "begin!\n\nprevious conversation history", "answer the following questions as best you can. you have access to the following tools",
	} {
		if i := strings.Index(head, sign); i >= 0 && i < 400 {
			return true
		}
	}
	return namesTalk(head) || strings.Contains(head, "### chat history:") || strings.Contains(head, "<chat_history>") || strings.Contains(head, "<conversation_history>")
}

// namesTalk reports whether a text begins by asking for the title, the tags or a
// summary of a conversation that it brings along.
func namesTalk(head string) bool {
	if i := strings.IndexAny(head, "\n"); i > 0 && i < 400 {
		if !anySpeaker(head[i:]) {
			return false
		}
		head = head[:i]
	} else {
		return false
	}
	for _, one := range [][3][]string{
		{{"generate", "create", "write", "suggest", "provide", "give", "come up with", "summarize", "summarise", "make"}, {"title", "headline", "tags", "tag", "summary", "name", "summarize", "summarise", "topic"}, {"conversation", "chat", "dialogue", "dialog", "exchange", "messages", "discussion"}},
		{{"生成", "起", "取", "写", "给出", "总结", "概括", "拟"}, {"标题", "标签", "摘要", "主题", "题目", "总结", "名字"}, {"对话", "会话", "聊天", "消息"}},
	} {
		if holdsAny(head, one[0]...) && holdsAny(head, one[1]...) && holdsAny(head, one[2]...) {
			return true
		}
	}
	return false
}

// anySpeaker reports whether a line begins with the name of a side.
func anySpeaker(text string) bool {
	return holdsAny(text, "\nuser:", "\nhuman:", "\nassistant:", "\n用户:", "\n用户：", "\n助手:", "\n助手：", "\nai:", "\n<", "\n[user", "\n- user", "\nq:")
}

// tags are the wrappers of agents whose content no person wrote.
func wrappers() []string {
	return []string{
		"system-reminder", "environment_details", "environment_context", "user_instructions", "user_info", "permissions instructions", "instructions", "INSTRUCTIONS",
		"context", "documents", "document", "doc", "file", "files", "file_content", "file_contents", "attached_files", "attached-files", "attachment", "attachments", "open_and_recently_viewed_files",
		"command-name", "command-message", "command-args", "local-command-stdout", "local-command-stderr", "local-command-caveat", "bash-input", "bash-stdout", "bash-stderr", "tool_result", "tool_output", "function_results", "search_results", "search_result",
		"source", "sources", "knowledge", "retrieved", "retrieved_context", "web_search", "memory", "memories", "mneme", "additional_data", "manually_attached_skills", "project_layout", "git_status", "repo", "workspace_info", "editorContext", "reminderInstructions", "cursor_rules", "rules", "skill", "data", "article", "email", "transcript", "log", "logs", "code", "pasted_content", "pasted-text", "output", "ide_opened_file", "ide_selection", "selection", "turn_aborted", "user-memory-input", "user_shell_command", "collaboration_mode", "hook_output", "user-prompt-submit-hook", "quote", "blockquote",
	}
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
	case strings.HasSuffix(bare, "{"), strings.HasSuffix(bare, "};"), strings.HasSuffix(bare, ");"), bare == "}" || bare == "{" || bare == "]" || bare == "[":
		return true
	}
	return logLine(bare)
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
	folded := memory.Fold(text)
	if len(folded) != len(text) {
		folded = strings.ToLower(text)
		if len(folded) != len(text) {
			return text
		}
	}
	for _, verb := range []string{
		"summarize", "summarise", "translate", "proofread", "rewrite", "rephrase", "paraphrase", "polish", "edit", "correct the grammar", "fix the grammar", "improve", "shorten", "review", "analyze", "analyse", "explain", "here is the", "here's the", "here is a", "here's a", "here is an", "here's an", "here is what", "below is", "the following", "this text", "this email", "this article", "this paragraph", "this message", "this essay", "this story", "draft", "write a", "write an", "write me",
		"翻译", "总结", "润色", "改写", "校对", "概括", "缩写", "扩写", "修改", "分析", "解释", "以下是", "下面是", "如下", "下文", "这段话", "这篇文章", "这封邮件", "原文", "写一", "帮我写", "续写", "仿写",
	} {
		i := strings.Index(folded, verb)
		if i < 0 {
			continue
		}
		rest := text[i:]
		for _, colon := range []string{":\n", "：\n", ": \n", ":", "：", "\n\n"} {
			j := strings.Index(rest, colon)
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
