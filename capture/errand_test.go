package capture

import (
	"encoding/json"
	"testing"

	"mneme/proxy/wire"
)

func TestErrand(t *testing.T) {
	f := func(format wire.Format, body string, want bool) {
		t.Helper()
		req, err := wire.Parse(format, []byte(body))
		if err != nil {
			t.Fatal(err)
		}
		if got := Errand(req); got != want {
			t.Errorf("Errand(%s) = %v, want %v", body, got, want)
		}
	}
	system := func(text string, want bool) {
		t.Helper()
		quoted, err := json.Marshal(text)
		if err != nil {
			t.Fatal(err)
		}
		f(wire.Chat, `{"messages":[{"role":"system","content":`+string(quoted)+`},{"role":"user","content":"I live in Oslo"}]}`, want)
		f(wire.Responses, `{"instructions":`+string(quoted)+`,"input":"I live in Oslo"}`, want)
		f(wire.Messages, `{"system":[{"type":"text","text":`+string(quoted)+`}],"messages":[{"role":"user","content":"I live in Oslo"}]}`, want)
	}
	system("Analyze if this message indicates a new conversation topic. If it does, extract a title.", true)
	system("You are Claude Code, Anthropic's official CLI for Claude.\nAnalyze if this message indicates a new conversation topic.", true)
	system("Summarize the given session as a 10-word title using user language.", true)
	system("你是一名擅长会话的助理,你需要将用户的会话总结为 10 个字以内的标题", true)
	system("总结给出的会话，将其总结为语言为 zh-CN 的 10 字内标题", true)

	system("You are Claude Code, Anthropic's official CLI for Claude.\nYou help with software tasks.", false)
	system("You are a kind editor. Generate a title for each essay you are given.", false)
	system("You are a helpful assistant.", false)
	system("你是一名编辑,请为以下文章生成标题。", false)
	system("", false)
	f(wire.Chat, `{"messages":[{"role":"user","content":"Hi"},{"role":"system","content":"Generate a title for the chat"}]}`, false)
}
