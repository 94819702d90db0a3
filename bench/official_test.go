package main

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
	"github.com/openai/openai-go/v3/responses"
)

// openaiGo is OpenAI's own package. The recipe:
// openai.NewClient(option.WithBaseURL("http://127.0.0.1:8700/v1")), or OPENAI_BASE_URL.
func openaiGo() goClient {
	client := func(r *clientRig, retries int) *openai.Client {
		c := openai.NewClient(option.WithBaseURL(r.base), option.WithAPIKey("sk-script"), option.WithMaxRetries(retries))
		return &c
	}
	params := func(model, text string) openai.ChatCompletionNewParams {
		return openai.ChatCompletionNewParams{Model: model, Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage(text)}}
	}
	say := func(t *testing.T, r *clientRig, p openai.ChatCompletionNewParams) string {
		t.Helper()
		got, err := client(r, 0).Chat.Completions.New(within(t), p)
		if err != nil {
			t.Fatal(err)
		}
		return got.Choices[0].Message.Content
	}
	return goClient{
		name: "openai-go", version: "github.com/openai/openai-go/v3",
		chat: func(t *testing.T, r *clientRig) {
			same(t, "answer", say(t, r, params("gpt-4o", "Hello there")), scriptAnswer)
			got, err := client(r, 0).Responses.New(within(t), responses.ResponseNewParams{Model: "gpt-4o", Input: responses.ResponseNewParamsInputUnion{OfString: openai.String("Hello there")}})
			if err != nil {
				t.Fatal(err)
			}
			same(t, "answer of responses", got.OutputText(), scriptAnswer)
		},
		stream: func(t *testing.T, r *clientRig) {
			events := client(r, 0).Chat.Completions.NewStreaming(within(t), params("gpt-4o", "Hello"))
			var text strings.Builder
			for events.Next() {
				text.WriteString(events.Current().Choices[0].Delta.Content)
			}
			if err := events.Err(); err != nil {
				t.Fatal(err)
			}
			same(t, "text", text.String(), scriptAnswer)
		},
		tools: func(t *testing.T, r *clientRig) {
			p := params("gpt-4o", loopQuestion)
			p.Tools = []openai.ChatCompletionToolUnionParam{openai.ChatCompletionFunctionTool(openai.FunctionDefinitionParam{Name: "weather", Parameters: openai.FunctionParameters{"type": "object"}})}
			for range 5 {
				got, err := client(r, 0).Chat.Completions.New(within(t), p)
				if err != nil {
					t.Fatal(err)
				}
				m := got.Choices[0].Message
				if len(m.ToolCalls) == 0 {
					same(t, "answer", m.Content, scriptWeather)
					return
				}
				p.Messages = append(p.Messages, m.ToParam(), openai.ToolMessage("7", m.ToolCalls[0].ID))
			}
			t.Error("the loop does not end")
		},
		structured: func(t *testing.T, r *clientRig) {
			p := params("gpt-4o", "Who?")
			p.ResponseFormat = openai.ChatCompletionNewParamsResponseFormatUnion{OfJSONSchema: &openai.ResponseFormatJSONSchemaParam{JSONSchema: openai.ResponseFormatJSONSchemaJSONSchemaParam{Name: "person", Schema: map[string]any{"type": "object"}}}}
			var got struct {
				Name string
				Age  int
			}
			if err := json.Unmarshal([]byte(say(t, r, p)), &got); err != nil || got.Name != "Nora" || got.Age != 41 {
				t.Errorf("%+v, %v", got, err)
			}
		},
		embeddings: func(t *testing.T, r *clientRig) {
			got, err := client(r, 0).Embeddings.New(within(t), openai.EmbeddingNewParams{Model: "text-embedding-3-small", Input: openai.EmbeddingNewParamsInputUnion{OfString: openai.String("a")}})
			if err != nil {
				t.Fatal(err)
			}
			same(t, "vector", [4]float64(got.Data[0].Embedding), [4]float64{0.25, -0.5, 0.125, 1})
		},
		faults: func(t *testing.T, r *clientRig) {
			_, err := client(r, 0).Chat.Completions.New(within(t), params("busy-1", "Hello"))
			var refused *openai.Error
			if !errors.As(err, &refused) || refused.StatusCode != 429 || refused.Response.Header.Get("Retry-After") != "1" {
				t.Errorf("busy: %v", err)
			}
			got, err := client(r, 2).Chat.Completions.New(within(t), params("busy-2", "Hello"))
			if err != nil {
				t.Fatal(err)
			}
			same(t, "answer after a retry", got.Choices[0].Message.Content, scriptAnswer)
			if _, err = client(r, 0).Chat.Completions.New(within(t), params("ill", "Hello")); !errors.As(err, &refused) || refused.StatusCode != 500 || refused.Code != "script_500" {
				t.Errorf("ill: %v", err)
			}
			events := client(r, 0).Chat.Completions.NewStreaming(within(t), params("cut", "Hello"))
			for events.Next() {
			}
			if events.Err() == nil {
				t.Error("a broken stream ended well")
			}
		},
		ask: func(t *testing.T, r *clientRig, user, text string) {
			t.Helper()
			p := params("gpt-4o", text)
			if user != "" {
				p.SafetyIdentifier = openai.String(user)
			}
			say(t, r, p)
		},
	}
}
