package capture

import (
	"strings"

	"mneme/memory"
	"mneme/proxy/wire"
)

// Errand reports whether a request is an agent's own call whose instructions give
// it away: a title, a topic, a summary. The words of its user message may be the
// user's all the same, but they are another request's, and nobody asks memory.
//
// Only how instructions begin counts. That of an agent people talk to may well
// mention titles further down.
func Errand(req *wire.Request) bool {
	if errand(req.Instructions) {
		return true
	}
	for i := range req.Messages {
		m := &req.Messages[i]
		if m.Role != "system" && m.Role != "developer" {
			return false
		}
		if errand(m.Text) {
			return true
		}
	}
	return false
}

func errand(instructions string) bool {
	if instructions == "" {
		return false
	}
	head := strings.TrimSpace(memory.Fold(strings.TrimSpace(clip(instructions, 600))))
	if rest, found := strings.CutPrefix(head, "you are claude code, anthropic's official cli for claude."); found {
		head = strings.TrimSpace(rest)
	}
	for _, sign := range []string{
		"analyze if this message indicates a new conversation topic", "summarize this coding conversation in", "summarize the given session as", "summarize the conversation into a title",
		"you are an assistant skilled in conversation. you need to summarize", "you are a title generator", "you are generating a title", "you will generate a short title", "you will generate a title", "generate a concise title for", "generate a short title for", "generate a title for",
		"你是一名擅长会话的助理", "总结给出的会话", "你是一个标题生成", "请为以下对话生成标题", "为以下对话生成标题", "将对话总结为标题",
	} {
		if strings.HasPrefix(head, memory.Fold(sign)) {
			return true
		}
	}
	return false
}
