package main

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
	"testing"

	goopenai "github.com/sashabaranov/go-openai"
)

// goOpenAI is the community's package. The recipe:
// config := openai.DefaultConfig(key); config.BaseURL = "http://127.0.0.1:8700/v1".
func goOpenAI() goClient {
	client := func(r *clientRig) *goopenai.Client {
		config := goopenai.DefaultConfig("sk-script")
		config.BaseURL = r.base
		return goopenai.NewClientWithConfig(config)
	}
	request := func(model, text string) goopenai.ChatCompletionRequest {
		return goopenai.ChatCompletionRequest{Model: model, Messages: []goopenai.ChatCompletionMessage{{Role: "user", Content: text}}}
	}
	say := func(t *testing.T, r *clientRig, q goopenai.ChatCompletionRequest) string {
		t.Helper()
		got, err := client(r).CreateChatCompletion(within(t), q)
		if err != nil {
			t.Fatal(err)
		}
		return got.Choices[0].Message.Content
	}
	return goClient{
		name: "go-openai", version: "github.com/sashabaranov/go-openai",
		chat: func(t *testing.T, r *clientRig) {
			same(t, "answer", say(t, r, request("gpt-4o", "Hello there")), scriptAnswer)
		},
		stream: func(t *testing.T, r *clientRig) {
			text, err := readStream(t, client(r), request("gpt-4o", "Hello"))
			if err != nil {
				t.Fatal(err)
			}
			same(t, "text", text, scriptAnswer)
		},
		tools: func(t *testing.T, r *clientRig) {
			q := request("gpt-4o", loopQuestion)
			q.Tools = []goopenai.Tool{{Type: goopenai.ToolTypeFunction, Function: &goopenai.FunctionDefinition{Name: "weather", Parameters: json.RawMessage(`{"type":"object"}`)}}}
			for range 5 {
				got, err := client(r).CreateChatCompletion(within(t), q)
				if err != nil {
					t.Fatal(err)
				}
				m := got.Choices[0].Message
				if len(m.ToolCalls) == 0 {
					same(t, "answer", m.Content, scriptWeather)
					return
				}
				q.Messages = append(q.Messages, m, goopenai.ChatCompletionMessage{Role: "tool", ToolCallID: m.ToolCalls[0].ID, Content: "7"})
			}
			t.Error("the loop does not end")
		},
		structured: func(t *testing.T, r *clientRig) {
			q := request("gpt-4o", "Who?")
			q.ResponseFormat = &goopenai.ChatCompletionResponseFormat{Type: goopenai.ChatCompletionResponseFormatTypeJSONSchema, JSONSchema: &goopenai.ChatCompletionResponseFormatJSONSchema{Name: "person", Schema: json.RawMessage(`{"type":"object"}`)}}
			same(t, "instance", say(t, r, q), scriptInstance)
		},
		embeddings: func(t *testing.T, r *clientRig) {
			got, err := client(r).CreateEmbeddings(within(t), goopenai.EmbeddingRequest{Model: "text-embedding-3-small", Input: "a"})
			if err != nil {
				t.Fatal(err)
			}
			same(t, "vector", [4]float32(got.Data[0].Embedding), [4]float32{0.25, -0.5, 0.125, 1})
		},
		faults: func(t *testing.T, r *clientRig) {
			var refused *goopenai.APIError
			if _, err := client(r).CreateChatCompletion(within(t), request("busy-1", "Hello")); !errors.As(err, &refused) || refused.HTTPStatusCode != 429 || refused.Code != "rate_limit_exceeded" {
				t.Errorf("busy: %v", err)
			}
			// It has no retries of its own: the caller asks again.
			same(t, "answer to the second call", say(t, r, request("busy-1", "Hello")), scriptAnswer)
			if _, err := client(r).CreateChatCompletion(within(t), request("ill", "Hello")); !errors.As(err, &refused) || refused.HTTPStatusCode != 500 {
				t.Errorf("ill: %v", err)
			}
			if text, err := readStream(t, client(r), request("cut", "Hello")); err == nil {
				t.Errorf("a broken stream ended well, with %q", text)
			}
		},
		ask: func(t *testing.T, r *clientRig, user, text string) {
			t.Helper()
			q := request("gpt-4o", text)
			q.User = user
			say(t, r, q)
		},
	}
}

// readStream returns a stream's text; a stream that broke off is an error.
func readStream(t *testing.T, c *goopenai.Client, q goopenai.ChatCompletionRequest) (string, error) {
	t.Helper()
	q.Stream = true
	events, err := c.CreateChatCompletionStream(within(t), q)
	if err != nil {
		return "", err
	}
	defer func() { _ = events.Close() }()
	var text strings.Builder
	for {
		chunk, err := events.Recv()
		if errors.Is(err, io.EOF) {
			return text.String(), nil
		}
		if err != nil {
			return text.String(), err
		}
		text.WriteString(chunk.Choices[0].Delta.Content)
	}
}
