package wire

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"reflect"
	"runtime"
	"strings"
	"testing"

	"github.com/klauspost/compress/zlib"
	"github.com/klauspost/compress/zstd"
	"github.com/molecule-man/go-brrr"
)

const sse = "text/event-stream; charset=utf-8"

// assemble feeds an answer in pieces of a size.
func assemble(f Format, kind, encoding, body string, piece, limit int) Reply {
	a := NewAssembler(f, kind, encoding, limit)
	for len(body) > 0 {
		n := min(piece, len(body))
		_, _ = a.Write([]byte(body[:n]))
		body = body[n:]
	}
	return a.Reply(200)
}

func lines(separator string, payloads ...string) string {
	var b strings.Builder
	for _, p := range payloads {
		b.WriteString("data: " + p + separator + separator)
	}
	return b.String()
}

func TestAssembleChatStreamInAnySplitting(t *testing.T) {
	events := []string{
		`{"id":"c1","choices":[{"index":0,"delta":{"role":"assistant","content":""}}]}`,
		`{"id":"c1","choices":[{"delta":{"content":"海鮮🦐"},"index":0},{"index":1,"delta":{"content":"other"}}]}`,
		`{"id":"c1","choices":[{"index":0,"delta":{"content":"ok\n\u003c"},"finish_reason":null}]}`,
		`{"id":"c1","choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`,
		`{"id":"c1","choices":[],"usage":{"prompt_tokens":9,"completion_tokens":3,"prompt_tokens_details":{"cached_tokens":4}}}`,
		`[DONE]`,
	}
	want := Reply{ID: "c1", Text: "海鮮🦐ok\n<", FinishReason: "stop", Complete: true, Status: 200, Usage: Usage{9, 3, 4}}
	crlf := ": still here\r\n\r\n" + lines("\r\n", events...)
	tight := strings.ReplaceAll(lines("\n", events...), "data: ", "data:")
	for _, body := range []string{lines("\n", events...), crlf, tight, ":\n\n" + strings.TrimRight(lines("\n", events...), "\n")} {
		for _, piece := range []int{1, 2, 3, 7, 64, 1 << 20} {
			for _, kind := range []string{sse, ""} {
				if got := assemble(Chat, kind, "", body, piece, 1<<20); !reflect.DeepEqual(got, want) {
					t.Fatalf("pieces of %d, type %q: got %+v", piece, kind, got)
				}
			}
		}
	}
}

func TestAssembleIsCompleteOnlyWithItsTerminalMark(t *testing.T) {
	f := func(format Format, body string, complete bool) {
		t.Helper()
		if got := assemble(format, sse, "", body, 5, 1<<20); got.Complete != complete {
			t.Errorf("%s: complete %v, want %v", body, got.Complete, complete)
		}
	}
	delta := `{"choices":[{"index":0,"delta":{"content":"x"}}]}`
	f(Chat, lines("\n", delta), false)
	f(Chat, lines("\n", delta, "[DONE]"), true)
	f(Chat, lines("\n", delta, `{"choices":[{"index":0,"delta":{},"finish_reason":"length"}]}`), true)
	f(Chat, lines("\n", delta, `{"choices":[{"index":1,"delta":{},"finish_reason":"stop"}]}`), false)
	f(Chat, lines("\n", delta, `{"error":{"message":"broke"}}`, "[DONE]"), false)
	f(Responses, lines("\n", `{"type":"response.output_text.delta","delta":"x"}`), false)
	f(Responses, lines("\n", `{"type":"response.completed","response":{"status":"completed"}}`), true)
	f(Responses, lines("\n", `{"type":"response.failed","response":{"status":"failed"}}`), false)
	f(Messages, lines("\n", `{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"x"}}`), false)
	f(Messages, lines("\n", `{"type":"message_stop"}`), true)
	f(Messages, lines("\n", `{"type":"error","error":{"type":"overloaded_error"}}`, `{"type":"message_stop"}`), false)
}

func TestAssembleJoinsToolCalls(t *testing.T) {
	f := func(name string, want []ToolCall, fragments ...string) {
		t.Helper()
		var events []string
		for _, fragment := range fragments {
			events = append(events, `{"choices":[{"index":0,"delta":{"tool_calls":[`+fragment+`]}}]}`)
		}
		got := assemble(Chat, sse, "", lines("\n", append(events, "[DONE]")...), 11, 1<<20)
		if !reflect.DeepEqual(got.ToolCalls, want) {
			t.Errorf("%s: got %+v, want %+v", name, got.ToolCalls, want)
		}
	}
	want := []ToolCall{{"a", "look", `{"q":1}`}, {"b", "find", `{"r":2}`}}
	f("interleaved by index", want,
		`{"index":0,"id":"a","function":{"name":"look","arguments":"{\"q\""}}`, `{"index":1,"id":"b","function":{"name":"find","arguments":"{\"r\""}}`,
		`{"index":0,"function":{"arguments":":1}"}}`, `{"index":1,"function":{"arguments":":2}"}}`)
	f("no index", want,
		`{"id":"a","function":{"name":"look","arguments":"{\"q\""}}`, `{"id":"b","function":{"name":"find","arguments":"{\"r\""}}`,
		`{"id":"a","function":{"arguments":":1}"}}`, `{"id":"b","function":{"arguments":":2}"}}`)
	f("every index is 0", want,
		`{"index":0,"id":"a","function":{"name":"look","arguments":"{\"q\""}}`, `{"index":0,"id":"b","function":{"name":"find","arguments":"{\"r\""}}`,
		`{"index":0,"id":"a","function":{"arguments":":1}"}}`, `{"index":0,"id":"b","function":{"arguments":":2}"}}`)
	f("every index is 0, ids once", want,
		`{"index":0,"id":"a","function":{"name":"look","arguments":"{\"q\":1}"}}`, `{"index":0,"id":"b","function":{"name":"find","arguments":"{\"r\""}}`,
		`{"index":0,"id":"","function":{"arguments":":2}"}}`)
}

func TestAssembleWholeAnswers(t *testing.T) {
	f := func(format Format, body string, want Reply) {
		t.Helper()
		want.Status, want.Complete = 200, true
		for _, kind := range []string{"application/json", ""} {
			if got := assemble(format, kind, "", body, 17, 1<<20); !reflect.DeepEqual(got, want) {
				t.Errorf("%v: got %+v, want %+v", format, got, want)
			}
		}
	}
	f(Chat, `{"id":"c","created":18446744073709551615,"choices":[{"index":0,"message":{"content":"hi","tool_calls":[{"id":"t","type":"function","function":{"name":"look","arguments":"{}"}}]},"finish_reason":"tool_calls"}],"usage":{"prompt_tokens":1,"completion_tokens":2}}`,
		Reply{ID: "c", Text: "hi", FinishReason: "tool_calls", ToolCalls: []ToolCall{{"t", "look", "{}"}}, Usage: Usage{1, 2, 0}})
	f(Responses, `{"id":"resp_1","object":"response","status":"completed","output":[{"type":"reasoning"},{"type":"message","content":[{"type":"output_text","text":"hi"}]},{"type":"function_call","call_id":"t","name":"look","arguments":"{}"}],"usage":{"input_tokens":5,"output_tokens":6,"input_tokens_details":{"cached_tokens":2}}}`,
		Reply{ID: "resp_1", Text: "hi", FinishReason: "completed", ToolCalls: []ToolCall{{"t", "look", "{}"}}, Usage: Usage{5, 6, 2}})
	f(Messages, `{"id":"msg_1","type":"message","content":[{"type":"thinking","thinking":"no"},{"type":"text","text":"hi"},{"type":"tool_use","id":"t","name":"look","input":{"q":1}}],"stop_reason":"tool_use","usage":{"input_tokens":5,"cache_read_input_tokens":3,"cache_creation_input_tokens":2,"output_tokens":6}}`,
		Reply{ID: "msg_1", Text: "hi", FinishReason: "tool_use", ToolCalls: []ToolCall{{"t", "look", `{"q":1}`}}, Usage: Usage{10, 6, 3}})
}

func TestAssembleOtherStreams(t *testing.T) {
	f := func(format Format, want Reply, events ...string) {
		t.Helper()
		want.Status, want.Complete = 200, true
		for _, piece := range []int{1, 13, 1 << 20} {
			if got := assemble(format, sse, "", "event: x\n"+lines("\n", events...), piece, 1<<20); !reflect.DeepEqual(got, want) {
				t.Errorf("%v: got %+v, want %+v", format, got, want)
			}
		}
	}
	f(Responses, Reply{ID: "r", Text: "hello", FinishReason: "completed", ToolCalls: []ToolCall{{"t", "look", `{"q":1}`}}, Usage: Usage{5, 6, 0}},
		`{"type":"response.created","response":{"id":"r","status":"in_progress","output":[]}}`,
		`{"type":"response.output_text.delta","output_index":0,"delta":"hel"}`, `{"type":"response.output_text.delta","output_index":0,"delta":"lo"}`,
		`{"type":"response.output_item.done","output_index":0,"item":{"type":"message","content":[{"type":"output_text","text":"hello"}]}}`,
		`{"type":"response.output_item.added","output_index":1,"item":{"type":"function_call","call_id":"t","name":"look","arguments":""}}`,
		`{"type":"response.function_call_arguments.delta","output_index":1,"delta":"{\"q\":"}`, `{"type":"response.function_call_arguments.delta","output_index":1,"delta":"1}"}`,
		`{"type":"response.output_item.done","output_index":1,"item":{"type":"function_call","call_id":"t","name":"look","arguments":"{\"q\":1}"}}`,
		`{"type":"response.completed","response":{"id":"r","status":"completed","output":[{"type":"message","content":[{"type":"output_text","text":"hello"}]}],"usage":{"input_tokens":5,"output_tokens":6}}}`)
	f(Messages, Reply{ID: "m", Text: "hello", FinishReason: "tool_use", ToolCalls: []ToolCall{{"t", "look", `{"q":1}`}}, Usage: Usage{7, 9, 4}},
		`{"type":"message_start","message":{"id":"m","content":[],"usage":{"input_tokens":3,"cache_read_input_tokens":4,"output_tokens":1}}}`,
		`{"type":"ping"}`, `{"type":"content_block_start","index":0,"content_block":{"type":"text","text":""}}`,
		`{"type":"content_block_delta","index":0,"delta":{"type":"text_delta","text":"hello"}}`,
		`{"type":"content_block_start","index":1,"content_block":{"type":"tool_use","id":"t","name":"look","input":{}}}`,
		`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"{\"q\":"}}`,
		`{"type":"content_block_delta","index":1,"delta":{"type":"input_json_delta","partial_json":"1}"}}`,
		`{"type":"message_delta","delta":{"stop_reason":"tool_use"},"usage":{"output_tokens":9}}`, `{"type":"message_stop"}`)
}

func TestAssembleDecodesItsCopy(t *testing.T) {
	body := `{"id":"c","choices":[{"index":0,"message":{"content":"` + strings.Repeat("squeezed ", 500) + `"},"finish_reason":"stop"}]}`
	var gz, fl, zs, br bytes.Buffer
	w1 := gzip.NewWriter(&gz)
	w2 := zlib.NewWriter(&fl)
	w3, _ := zstd.NewWriter(&zs)
	w4, _ := brrr.NewWriter(&br, 5)
	for _, w := range []interface {
		Write([]byte) (int, error)
		Close() error
	}{w1, w2, w3, w4} {
		if _, err := w.Write([]byte(body)); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); err != nil {
			t.Fatal(err)
		}
	}
	for encoding, data := range map[string]string{"gzip": gz.String(), "deflate": fl.String(), "zstd": zs.String(), "br": br.String(), "identity": body, "GZIP": gz.String()} {
		got := assemble(Chat, "application/json", encoding, data, 9, 1<<20)
		if !got.Complete || got.Text != strings.Repeat("squeezed ", 500) {
			t.Errorf("%s: %v, %d bytes", encoding, got.Complete, len(got.Text))
		}
		if got := assemble(Chat, "application/json", encoding, data[:len(data)/2], 9, 1<<20); got.Complete {
			t.Errorf("half of %s is complete", encoding)
		}
		if got := assemble(Chat, "application/json", encoding, data, 9, 2000); got.Complete || !got.Truncated {
			t.Errorf("%s over the limit: %+v", encoding, got.Truncated)
		}
	}
	if got := assemble(Chat, "application/json", "gzip", "not gzip at all", 9, 1<<20); got.Complete || got.Text != "" {
		t.Errorf("corrupt: %+v", got)
	}
}

func TestAssembleKeepsWithinItsLimit(t *testing.T) {
	long := `{"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("q", 70_000) + `"}}]}`
	huge := `{"choices":[{"index":0,"delta":{"content":"` + strings.Repeat("q", 3_000_000) + `"}}]}`
	tail := `{"choices":[{"index":0,"delta":{"content":"end"},"finish_reason":"stop"}]}`
	for _, piece := range []int{1000, 16 << 10, 4 << 20} {
		a := NewAssembler(Chat, sse, "", 1<<20)
		for _, event := range []string{long, huge, tail} {
			for b := []byte("data: " + event + "\n\n"); len(b) > 0; {
				n := min(piece, len(b))
				_, _ = a.Write(b[:n])
				b = b[n:]
				if len(a.buf) > 1<<20 {
					t.Fatalf("buffer grew to %d", len(a.buf))
				}
			}
		}
		got := a.Reply(200)
		if !got.Truncated || got.Complete || got.FinishReason != "stop" || len(got.Text) != 70_003 {
			t.Errorf("pieces of %d: truncated %v, finish %q, %d bytes of text", piece, got.Truncated, got.FinishReason, len(got.Text))
		}
	}
	// A long answer of small events is kept whole, whatever its events weigh.
	a := NewAssembler(Chat, sse, "", 64<<10)
	for range 5000 {
		fmt.Fprintf(a, "data: %s\n\n", `{"id":"c","object":"chat.completion.chunk","choices":[{"index":0,"delta":{"content":"tok "}}]}`)
	}
	fmt.Fprint(a, "data: [DONE]\n\n")
	if got := a.Reply(200); !got.Complete || len(got.Text) != 20_000 {
		t.Errorf("long stream: complete %v, %d bytes", got.Complete, len(got.Text))
	}
}

// FuzzAssembler checks that no bytes and no splitting of them break the
// assembler, and that the splitting does not change what it finds.
func FuzzAssembler(f *testing.F) {
	f.Add(uint8(1), uint8(3), []byte(lines("\n", `{"id":"c","choices":[{"index":0,"delta":{"content":"a","tool_calls":[{"id":"x"}]}}]}`, "[DONE]")))
	f.Add(uint8(2), uint8(1), []byte(lines("\r\n", `{"type":"response.output_item.added","item":{"type":"function_call"}}`)))
	f.Add(uint8(3), uint8(9), []byte(lines("\n", `{"type":"content_block_start","index":9,"content_block":{"type":"tool_use","input":{"a":[]}}}`)))
	f.Add(uint8(1), uint8(2), []byte("data: {\"choices\":\ndata: []}\n\n: c\n\ndata"))
	f.Fuzz(func(t *testing.T, format, piece uint8, body []byte) {
		kind := Format(format%3) + Chat
		for _, contentType := range []string{sse, "application/json", ""} {
			whole := assemble(kind, contentType, "", string(body), len(body)+1, 4096)
			parts := assemble(kind, contentType, "", string(body), int(piece)+1, 4096)
			if len(body) < 4096 && !reflect.DeepEqual(whole, parts) {
				t.Fatalf("%q in pieces of %d: %+v, whole: %+v", body, piece+1, parts, whole)
			}
			if n := len(parts.Text) + len(parts.Refusal); n > 3*4096 {
				t.Fatalf("kept %d bytes", n)
			}
		}
		for _, encoding := range []string{"gzip", "deflate", "br", "zstd", "gzip, br", "odd"} {
			assemble(kind, "", encoding, string(body), int(piece)+1, 4096)
		}
	})
}

func BenchmarkAssembleStream(b *testing.B) {
	event := []byte(`data: {"id":"chatcmpl-1","object":"chat.completion.chunk","created":1,"model":"m","choices":[{"index":0,"delta":{"content":" token"},"finish_reason":null}]}` + "\n\n")
	a := NewAssembler(Chat, sse, "", 1<<30)
	b.SetBytes(int64(len(event)))
	b.ReportAllocs()
	for b.Loop() {
		_, _ = a.Write(event)
		if len(a.got.text) > 1<<20 {
			a.got.text = a.got.text[:0]
		}
	}
}

// TestCallsWithoutWordsAreBounded streams tool calls that say nothing: each is kept in memory, and
// so each counts.
func TestCallsWithoutWordsAreBounded(t *testing.T) {
	const limit = 20_000
	streams := map[Format]string{
		Chat:      `data: {"choices":[{"index":0,"delta":{"tool_calls":[{"index":%d}]}}]}` + "\n\n",
		Responses: `data: {"type":"response.function_call_arguments.delta","output_index":%d,"delta":""}` + "\n\n",
		Messages:  `data: {"type":"content_block_start","index":%d,"content_block":{"type":"tool_use","id":"","name":""}}` + "\n\n",
	}
	for format, event := range streams {
		a := NewAssembler(format, "text/event-stream", "", limit)
		for i := range 5000 {
			fmt.Fprintf(a, event, i)
		}
		if r := a.Reply(200); len(r.ToolCalls) == 0 || len(r.ToolCalls) > 2*limit/callBytes || r.Complete {
			t.Errorf("%v: %d calls are kept of 5000 in %d bytes, complete: %v", format, len(r.ToolCalls), limit, r.Complete)
		}
	}
}

// TestAnEventOfManyLinesIsJoinedOnce streams one event whose data stands on many lines.
func TestAnEventOfManyLinesIsJoinedOnce(t *testing.T) {
	const lines = 20_000
	stream := `data: {"choices":[{"index":0,"delta":{"content":"before"}}` + strings.Repeat("\ndata: ", lines) + "\ndata: ]}\n\ndata: [DONE]\n\n"
	a := NewAssembler(Chat, "text/event-stream", "", 1<<20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	_, _ = a.Write([]byte(stream))
	r := a.Reply(200)
	runtime.ReadMemStats(&after)
	if r.Text != "before" || !r.Complete {
		t.Errorf("got %+v", r)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 10*uint64(len(stream)) {
		t.Errorf("%d bytes were allocated for a stream of %d", used, len(stream))
	}
}
