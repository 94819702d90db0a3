package main

import (
	"encoding/json"
	"fmt"
	"testing"
)

// TestAProgramsOwnCallIsNotQueued: header and receipt say that nothing is learnt from a title, a
// summary or a sub-task, and why; a person's turn beside them is queued.
func TestAProgramsOwnCallIsNotQueued(t *testing.T) {
	r := startRig(t, nil)
	n := 0
	f := func(mode, system, text, status, reason, capture, why string) {
		t.Helper()
		n++
		header := as(fmt.Sprint("u", n), "one")
		header["X-Memory-Mode"] = mode
		messages := []any{}
		if system != "" {
			messages = append(messages, map[string]any{"role": "system", "content": system})
		}
		body, err := json.Marshal(map[string]any{"model": "gpt-4o", "messages": append(messages, map[string]any{"role": "user", "content": text})})
		if err != nil {
			t.Fatal(err)
		}
		answer, _ := r.post("/v1/chat/completions", header, body)
		r.flush()
		h := answer.Header
		if h.Get("X-Memory-Status") != status || h.Get("X-Memory-Reason") != reason || h.Get("X-Memory-Capture") != capture {
			t.Errorf("%s, %q: %s (%s), capture %s", mode, text, h.Get("X-Memory-Status"), h.Get("X-Memory-Reason"), h.Get("X-Memory-Capture"))
		}
		var receipt struct {
			Status, Reason string
			Capture        struct{ State, Reason string }
		}
		waitFor(t, func() bool {
			return json.Unmarshal(r.ask("GET", "/receipts/"+h.Get("X-Memory-Receipt-Id"), "").Body, &receipt) == nil &&
				(capture == "queued" && receipt.Capture.State != "queued" || capture != "queued" && receipt.Capture.Reason == why) // it is amended a little later
		})
		if receipt.Status != status || capture != "queued" && (receipt.Capture.State != capture || receipt.Capture.Reason != why) {
			t.Errorf("%s, %q: the receipt says %+v", mode, text, receipt)
		}
	}
	const (
		title   = "Generate a concise, 3-5 word title for the following conversation:\n\nuser: I live in Leeds.\nassistant: Nice."
		summary = "Your task is to create a detailed summary of the conversation so far, paying close attention to the user's explicit requests."
		heading = "请为以下对话生成一个简短的标题：\n\n用户：我住在苏州。\n助手：好的。"
		digest  = "请为到目前为止的对话写一份详细的摘要。"
		titles  = "You generate short titles for conversations. Reply with the title only."
	)
	for _, program := range []string{title, summary, heading, digest} {
		f("on", "", program, "skipped", "not-human", "off", "not-human")
		f("write", "", program, "off", "request", "off", "not-human")
	}
	f("on", titles, "I live in Leeds.", "skipped", "not-human", "off", "not-human")
	f("on", "你负责为对话生成标题，只回复标题。", "我住在苏州。", "skipped", "not-human", "off", "not-human")
	f("on", "", "I live in Leeds.", "empty", "nothing", "queued", "")
	f("on", "", "总结一下我们聊的。", "empty", "nothing", "queued", "")
	f("write", "", "我住在苏州。", "off", "request", "queued", "")
}
