package wire

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

func parse(t *testing.T, f Format, body string) *Request {
	t.Helper()
	r, err := Parse(f, []byte(body))
	if err != nil {
		t.Fatalf("Parse(%s): %v", body, err)
	}
	return r
}

func TestParseChatSeesWhatMemoryNeeds(t *testing.T) {
	r := parse(t, Chat, `{ "model":"m1","stream":true,"max_completion_tokens":64,"user":"u","safety_identifier":"s",
	 "metadata":{"user_id":"mu","session_id":"ms","x":1},"prompt_cache_key":"k","tools":[{}],"zz":{"keep":[1,null,{"a":false}]},
	 "messages":[{"role":"developer","content":"short"},{"role":"user","name":"ann","content":"say \"hi\"\n\u96ea \ud83e\udd90"},
	  {"role":"assistant","content":null,"tool_calls":[{"id":"c1","function":{"name":"look","arguments":"{}"}},{"id":"c2","function":{"name":"find"}}]},
	  {"role":"tool","tool_call_id":"c1","content":"done"}]}`)
	got := []any{r.Model, r.Stream, r.MaxTokens, r.User, r.SafetyIdentifier, r.MetadataUserID, r.MetadataSessionID, r.PromptCacheKey, r.HasTools, len(r.Messages), r.LastUser()}
	want := []any{"m1", true, 64, "u", "s", "mu", "ms", "k", true, 4, 1}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if m := r.Messages[1]; m.Text() != "say \"hi\"\n雪 🦐" || m.Name != "ann" || !m.UserTurn {
		t.Errorf("user message: %+v", m)
	}
	if m := r.Messages[2]; !reflect.DeepEqual(m.ToolCalls, []string{"look", "find"}) || m.Text() != "" {
		t.Errorf("assistant message: %+v", m)
	}
	if m := r.Messages[3]; m.ToolCallID != "c1" || m.Text() != "done" || m.UserTurn {
		t.Errorf("tool message: %+v", m)
	}
	if raw := string(r.Raw(0)); raw != `{"role":"developer","content":"short"}` {
		t.Errorf("raw: %s", raw)
	}
}

func TestParseRefusesWhatItDoesNotUnderstand(t *testing.T) {
	f := func(body, code string) {
		t.Helper()
		for _, format := range []Format{Chat, Messages} {
			_, err := Parse(format, []byte(body))
			var fault *ParseError
			if !errors.As(err, &fault) || fault.Code != code {
				t.Errorf("Parse(%v, %.60q) = %v, want %s", format, body, err, code)
			}
		}
	}
	f("\xEF\xBB\xBF{\"messages\":[]}", "byte-order-mark")
	f("", "not-an-object")
	f(`[]`, "not-an-object")
	f(`"messages"`, "not-an-object")
	f("\x1f\x8b\x08\x00", "syntax")
	f(`{"messages":[]} {}`, "trailing-data")
	f(`{"messages":[]}x`, "trailing-data")
	f("{\"messages\":[]}\x00", "syntax")
	f(`{"messages":[],"messages":[]}`, "duplicate-key")
	f(`{"messages":[],"m\u0065ssages":[]}`, "duplicate-key")
	f(`{"messages":[{"role":"user","content":"a","content":"b"}]}`, "duplicate-key")
	f(`{"messages":[{"role":"user","role":"system","content":"b"}]}`, "shape")
	f(`{"messages":[{"role":7}]}`, "shape")
	f(`{"memory":false,"messages":[],"memory":true}`, "duplicate-key")
	f(`{"messages":{}}`, "shape")
	f(`{"messages":"hi"}`, "shape")
	f(`{"messages":["hi"]}`, "shape")
	f(`{"model":"m"}`, "no-messages")
	f(`{"messages":[],}`, "syntax")
	f(`{"messages":[,]}`, "shape")
	f(`{"messages":[{"a":1}{"b":2}]}`, "syntax")
	f(`{"messages":[`, "syntax")
	f(`{"messages":[{"content":"a`, "syntax")
	f("{\"messages\":[{\"content\":\"a\nb\"}]}", "syntax")
	f(`{"messages":[{"content":"\x"}]}`, "syntax")
	f(`{"messages":[{"content":"\u00g0"}]}`, "syntax")
	f(`{"messages":[],"a":01}`, "syntax")
	f(`{"messages":[],"a":1.}`, "syntax")
	f(`{"messages":[],"a":+1}`, "syntax")
	f(`{"messages":[],"a":tru}`, "syntax")
	f(`{"messages":[],'a':1}`, "syntax")
	f(`{"messages":[],"a":`+strings.Repeat("[", 600)+strings.Repeat("]", 600)+`}`, "too-deep")
}

func TestUserTurnHasTextOfItsOwn(t *testing.T) {
	f := func(format Format, body string, want int) {
		t.Helper()
		if got := parse(t, format, body).LastUser(); got != want {
			t.Errorf("LastUser(%s) = %d, want %d", body, got, want)
		}
	}
	f(Chat, `{"messages":[]}`, -1)
	f(Chat, `{"messages":[{"role":"system","content":"s"}]}`, -1)
	f(Chat, `{"messages":[{"role":"user","content":" \n"}]}`, -1)
	f(Chat, `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":"b"},{"role":"user","content":"c"}]}`, 2)
	f(Chat, `{"messages":[{"role":"user","content":"a"},{"role":"assistant","tool_calls":[]},{"role":"tool","content":"x"}]}`, 0)
	// A lone image is no turn, and nothing may be put above it.
	f(Chat, `{"messages":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"image_url","image_url":{"url":"x"}}]}]}`, -1)
	f(Messages, `{"messages":[{"role":"user","content":"a"},{"role":"assistant","content":[{"type":"tool_use","id":"t1","name":"look","input":{}}]},
	 {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":[{"type":"text","text":"inner"}]}]}]}`, 0)
	f(Messages, `{"messages":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"r"},{"type":"text","text":"go on"}]}]}`, 1)
	f(Messages, `{"messages":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"r"},{"type":"text","text":"<system-reminder>\nb\n</system-reminder>\n"},{"type":"text","text":"<system-reminder>c</system-reminder>"}]}]}`, 0)
	f(Messages, `{"messages":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"r"},{"type":"text","text":"<system-reminder>b</system-reminder> go on"}]}]}`, 1)
	f(Messages, `{"messages":[{"role":"user","content":"a"},{"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"r"},{"type":"text","text":"<system-reminder>b"}]}]}`, 1)
	f(Responses, `{"input":"hi"}`, 0)
	f(Responses, `{"model":"m"}`, -1)
	f(Responses, `{"input":[{"role":"user","content":"a"},{"type":"function_call","call_id":"c","name":"look","arguments":"{}"},{"type":"function_call_output","call_id":"c","output":"r"}]}`, 0)
}

func TestParseResponses(t *testing.T) {
	r := parse(t, Responses, `{"model":"m","instructions":"be kind","previous_response_id":"resp_1","max_output_tokens":9,"input":[
	 {"type":"message","role":"user","content":[{"type":"input_image","image_url":"x"},{"type":"input_text","text":"one"},{"type":"input_text","text":"two"}]},
	 {"type":"reasoning","id":"r","summary":[]},{"type":"function_call","call_id":"c","name":"look","arguments":"{}"},
	 {"type":"function_call_output","call_id":"c","output":"found"}]}`)
	if instructions(r) != "be kind" || r.PreviousResponseID != "resp_1" || r.MaxTokens != 9 {
		t.Errorf("request: %+v", r)
	}
	var roles []string
	for _, m := range r.Messages {
		roles = append(roles, m.Role)
	}
	if got := strings.Join(roles, " "); got != "user reasoning assistant tool" {
		t.Errorf("roles: %s", got)
	}
	if m := r.Messages[0]; m.Text() != "one\ntwo" {
		t.Errorf("user item: %+v", m)
	}
	if m := r.Messages[3]; m.Text() != "found" || m.ToolCallID != "c" {
		t.Errorf("output item: %+v", m)
	}
}

func TestParseMessages(t *testing.T) {
	r := parse(t, Messages, `{"system":[{"type":"text","text":"one","cache_control":{"type":"ephemeral"}},{"type":"text","text":"two"}],"metadata":{"user_id":"acct"},
	 "messages":[{"role":"assistant","content":[{"type":"text","text":"t"},{"type":"tool_use","id":"t1","name":"look","input":{"text":"not own"}}]},
	  {"role":"user","content":[{"type":"tool_result","tool_use_id":"t1","content":"r"}]}]}`)
	if instructions(r) != "one\ntwo" || r.MetadataUserID != "acct" {
		t.Errorf("request: %+v", r)
	}
	if m := r.Messages[0]; m.Text() != "t" || !reflect.DeepEqual(m.ToolCalls, []string{"look"}) {
		t.Errorf("assistant: %+v", m)
	}
	if m := r.Messages[1]; m.ToolCallID != "t1" || m.Text() != "" || m.UserTurn {
		t.Errorf("tool result: %+v", m)
	}
}

func TestSpliceGoesInsideTheLastUserTurn(t *testing.T) {
	f := func(format Format, place Place, body, want string) {
		t.Helper()
		got, err := parse(t, format, body).Splice(place, "雪 \"q\"\n")
		if err != nil || string(got) != want {
			t.Errorf("Splice(%s)\n got %s, %v\nwant %s", body, got, err, want)
		}
	}
	const text = `雪 \"q\"\n`
	f(Chat, UserSuffix, `{"messages":[{"role":"user","content":"hi"} ] }`, `{"messages":[{"role":"user","content":"hi`+text+`"} ] }`)
	f(Chat, UserPrefix, `{"messages":[{"role":"user","content":"hi"}]}`, `{"messages":[{"role":"user","content":"`+text+`hi"}]}`)
	f(Chat, UserSuffix, `{"messages":[{"role":"user","content":[ {"type":"text","text":"a"} , {"type":"x_new","v":1} ]}]}`,
		`{"messages":[{"role":"user","content":[ {"type":"text","text":"a"} , {"type":"x_new","v":1},{"type":"text","text":"`+text+`"} ]}]}`)
	f(Messages, UserPrefix, `{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"},{"type":"text","text":"a"}]}]}`,
		`{"messages":[{"role":"user","content":[{"type":"tool_result","tool_use_id":"t"},{"type":"text","text":"`+text+`"},{"type":"text","text":"a"}]}]}`)
	f(Responses, UserSuffix, `{"input":"hi"}`, `{"input":"hi`+text+`"}`)
	f(Responses, UserSuffix, `{"input":[{"role":"user","content":[{"type":"input_text","text":"a"}]}]}`,
		`{"input":[{"role":"user","content":[{"type":"input_text","text":"a"},{"type":"input_text","text":"`+text+`"}]}]}`)
	f(Chat, SystemSuffix, `{"messages":[{"role":"system","content":"s"},{"role":"user","content":"hi"}]}`,
		`{"messages":[{"role":"system","content":"s`+text+`"},{"role":"user","content":"hi"}]}`)
	f(Chat, SystemSuffix, `{"messages":[{"role":"user","content":"hi"}]}`, `{"messages":[{"role":"system","content":"`+text+`"},{"role":"user","content":"hi"}]}`)
	f(Messages, SystemSuffix, `{"system":[{"type":"text","text":"s"}],"messages":[]}`, `{"system":[{"type":"text","text":"s"},{"type":"text","text":"`+text+`"}],"messages":[]}`)
	f(Messages, SystemSuffix, `{"messages":[]}`, `{"system":"`+text+`","messages":[]}`)
	f(Responses, SystemSuffix, `{"memory":true}`, `{"instructions":"`+text+`"}`)
	if _, err := parse(t, Chat, `{"messages":[]}`).Splice(UserSuffix, "x"); !errors.Is(err, ErrNoPlace) {
		t.Errorf("no user turn: %v", err)
	}
	if _, err := parse(t, Messages, `{"system":null,"messages":[]}`).Splice(SystemSuffix, "x"); !errors.Is(err, ErrNoPlace) {
		t.Errorf("null system: %v", err)
	}
}

func TestOwnFieldsAreCutOut(t *testing.T) {
	f := func(body, plain string) {
		t.Helper()
		r := parse(t, Chat, body)
		if got := string(r.Plain()); got != plain {
			t.Errorf("Plain(%s)\n got %s\nwant %s", body, got, plain)
		}
		spliced, err := r.Splice(UserSuffix, "ZZ")
		if err != nil || strings.Replace(string(spliced), "ZZ", "", 1) != plain {
			t.Errorf("Splice(%s) = %s, %v", body, spliced, err)
		}
	}
	f(`{"memory": false, "messages":[{"role":"user","content":"a"}]}`, `{ "messages":[{"role":"user","content":"a"}]}`)
	f(`{"messages":[{"role":"user","content":"a"}] , "memory" : true }`, `{"messages":[{"role":"user","content":"a"}]  }`)
	f(`{"messages":[{"memory":false,"role":"user","content":"a"},{"memory":true}]}`, `{"messages":[{"role":"user","content":"a"},{}]}`)
	f(`{"x":1,"memory":false,"messages":[{"role":"user","content":"a","memory":false}],"y":2}`, `{"x":1,"messages":[{"role":"user","content":"a"}],"y":2}`)
	// Somebody else's field of that name stays.
	f(`{"memory":{"a":1},"messages":[{"role":"user","content":"a","memory":"x"}]}`, `{"memory":{"a":1},"messages":[{"role":"user","content":"a"}]}`)
	f(`{"messages":[{"role":"user","content":"a","memory":null},{"memory":{"a":[1]},"role":"user","content":"b"}]}`, `{"messages":[{"role":"user","content":"a"},{"role":"user","content":"b"}]}`)

	r := parse(t, Chat, `{"memory":false,"messages":[{"role":"user","content":"a","memory":true},{"role":"user","content":"b"}]}`)
	if r.Memory == nil || *r.Memory || r.Messages[0].Memory == nil || !*r.Messages[0].Memory || r.Messages[1].Memory != nil {
		t.Errorf("flags: %+v", r)
	}
	r = parse(t, Chat, `{"messages":[{"role":"user","memory":null},{"role":"user","memory":{}},{"role":"user","memory":"Yes"},{"role":"user","memory":0},{"role":"user","memory":"?"}]}`)
	for i, want := range []bool{true, false, true, false, false} {
		if got := r.Messages[i].Memory; got == nil || *got != want {
			t.Errorf("message %d: memory is %v, want %v", i, got, want)
		}
	}
	untouched := parse(t, Chat, `{"messages":[]}`)
	if got := untouched.Plain(); &got[0] != &untouched.Body[0] {
		t.Error("Plain copied a body that has nothing to cut")
	}
}

func TestRoute(t *testing.T) {
	f := func(method, path string, want Format) {
		t.Helper()
		if got := Route(method, path); got != want {
			t.Errorf("Route(%s %s) = %v, want %v", method, path, got, want)
		}
	}
	f("POST", "/v1/chat/completions", Chat)
	f("POST", "/chat/completions", Chat)
	f("POST", "/openai/deployments/gpt%2Fx/chat/completions", Chat)
	f("POST", "/v1/responses", Responses)
	f("POST", "/responses", Responses)
	f("POST", "/openai/v1/responses", Responses)
	f("POST", "/v1/messages", Messages)
	f("GET", "/v1/chat/completions", Unread)
	f("POST", "/v1/completions", Unread)
	f("POST", "/v1/threads/th_1/messages", Unread)
	f("POST", "/v1/responses/r1/cancel", Unread)
	f("POST", "/v1/messages/count_tokens", Unread)
	f("POST", "/v1/messages/batches", Unread)
	f("POST", "/v1/embeddings", Unread)
	f("POST", "/v1/chat%2Fcompletions", Unread)
	f("POST", "", Unread)
}

// FuzzSplice holds the promise of the wire: what is accepted is JSON, and taking
// the insertion out again gives back the client's bytes.
func FuzzSplice(f *testing.F) {
	for _, seed := range []string{
		`{"messages":[{"role":"user","content":"hi"}]}`,
		`{"memory":false,"messages":[{"role":"user","memory":true,"content":[{"type":"text","text":"a\\\"\u00e9"},{"type":"image"}]}]}`,
		`{"input":[{"role":"user","content":"x"},{"type":"function_call_output","output":[]}],"instructions":null}`,
		`{"system":[],"messages":[{"role":"user","content":[]},{"role":"user","content":"\ud83e"}]}`,
		`{"messages":[{"role":"user","content":"<plan>a && b > c</plan> \u003craw\u003e"}],"seed":9007199254740993}`,
	} {
		for format := Chat; format <= Messages; format++ {
			f.Add(uint8(format), uint8(0), []byte(seed), "naïve – \"雪\"\n\x01")
		}
	}
	f.Fuzz(func(t *testing.T, format, place uint8, body []byte, text string) {
		kind := Format(format%3) + Chat
		before := bytes.Clone(body)
		r, err := Parse(kind, body)
		used := parse(t, Chat, `{"memory":true,"model":"old","user":"old","tools":[1],"messages":[{"role":"user","name":"old","tool_calls":[{"function":{"name":"old"}}],"content":"old"},{"role":"user","memory":false,"content":[{"type":"text","text":"old\n"}]}]}`)
		if errAgain := used.Parse(kind, body); (err == nil) != (errAgain == nil) || err == nil && !reflect.DeepEqual(shown(r), shown(used)) {
			t.Fatalf("a used view shows %+v (%v), a new one %+v (%v)", used, errAgain, r, err)
		}
		if err != nil {
			var fault *ParseError
			if !errors.As(err, &fault) {
				t.Fatalf("not a ParseError: %v", err)
			}
			return
		}
		if !json.Valid(body) {
			t.Fatalf("accepted what is not JSON: %q", body)
		}
		plain := r.Plain()
		if !json.Valid(plain) {
			t.Fatalf("cut broke the JSON: %q", plain)
		}
		at, err := r.find(Place(place % 3))
		got, err2 := r.Splice(Place(place%3), text)
		if (err == nil) != (err2 == nil) {
			t.Fatalf("find %v, splice %v", err, err2)
		}
		if err == nil {
			if !json.Valid(got) {
				t.Fatalf("splice broke the JSON: %q -> %q", body, got)
			}
			inserted := at.append(nil, text)
			i := len(got) - len(plain)
			if i != len(inserted) || !removes(got, inserted, plain) {
				t.Fatalf("taking the splice out of %q does not give %q", got, plain)
			}
		}
		if !bytes.Equal(before, body) {
			t.Fatal("the client's bytes were changed")
		}
	})
}

// shown is all there is to a view; an empty list is none.
func shown(r *Request) Request {
	all := *r
	if len(all.Messages) == 0 {
		all.Messages = nil
	}
	if len(all.long) == 0 {
		all.long = nil
	}
	if len(all.cuts) == 0 {
		all.cuts = nil
	}
	return all
}

// removes reports whether taking one occurrence of part out of whole gives rest.
func removes(whole, part, rest []byte) bool {
	for i := 0; i+len(part) <= len(whole); i++ {
		if bytes.HasPrefix(whole[i:], part) && bytes.Equal(whole[:i], rest[:i]) && bytes.Equal(whole[i+len(part):], rest[i:]) {
			return true
		}
	}
	return false
}

// FuzzText checks decoding and escaping against the standard library.
func FuzzText(f *testing.F) {
	f.Add(`a\n\u0000\ud83e\udd90\ud800x\/`)
	f.Add("plain \xff")
	f.Fuzz(func(t *testing.T, inside string) {
		quoted := `"` + inside + `"`
		var want string
		valid := json.Unmarshal([]byte(quoted), &want) == nil
		s := scanner{b: []byte(quoted)}
		got := s.text()
		s.finish()
		if valid != (s.err == nil) {
			t.Fatalf("%q: json valid %v, ours %v", quoted, valid, s.err)
		}
		if valid && strings.ToValidUTF8(got, "\uFFFD") != strings.ToValidUTF8(want, "\uFFFD") {
			if strings.ReplaceAll(got, "\uFFFD", "") != strings.ReplaceAll(want, "\uFFFD", "") {
				t.Fatalf("%q: got %q, want %q", quoted, got, want)
			}
		}
		var back string
		if err := json.Unmarshal([]byte(`"`+string(appendEscaped(nil, inside))+`"`), &back); err != nil || back != strings.ToValidUTF8(inside, "\uFFFD") {
			t.Fatalf("escape %q: %q, %v", inside, back, err)
		}
	})
}

func TestTextInUsesItsRoomAgain(t *testing.T) {
	r := parse(t, Chat, `{"messages":[{"role":"user","content":"a \"long\" one\n"},{"role":"user","content":"plain"},{"role":"user","content":"\u96ea\t"}]}`)
	var room []byte
	for i, want := range []string{"a \"long\" one\n", "plain", "雪\t"} {
		if got := r.Messages[i].TextIn(&room); got != want || got != r.Messages[i].Text() {
			t.Errorf("message %d: %q", i, got)
		}
	}
	if allocs := testing.AllocsPerRun(100, func() { r.Messages[0].TextIn(&room) }); allocs > 0 {
		t.Errorf("%v allocations in a room that is large enough", allocs)
	}
}

func TestTextOfAPieceIsDecoded(t *testing.T) {
	f := func(body, want string) {
		t.Helper()
		if got := Text([]byte(body)); got != want {
			t.Errorf("Text(%s) = %q", body, got)
		}
	}
	f(`{"content":"plain"}`, `{"content":"plain"}`)
	f(`one\nforget\"\\\\two`, "one\nforget\"\\\\two")
	f(`\u522b\u8bb0 f\u006frget`, "别记 forget")
	f(`cut \`, `cut \`)
	f(`cut \u52`, "cut \uFFFD")
	f("", "")
}

func BenchmarkParse(b *testing.B) {
	turn := `{"role":"user","content":"` + strings.Repeat("The quick brown fox\\njumps over the lazy dog. ", 20) + `"},{"role":"assistant","content":"ok"},`
	for _, size := range []int{2 << 10, 64 << 10, 1 << 20} {
		body := []byte(`{"model":"m","messages":[` + strings.Repeat(turn, size/len(turn)+1) + `{"role":"user","content":"last"}]}`)
		b.Run(strings.TrimSpace(strings.Repeat(" ", 0)+sizeName(size)), func(b *testing.B) {
			b.SetBytes(int64(len(body)))
			b.ReportAllocs()
			var r Request
			for b.Loop() {
				if err := r.Parse(Chat, body); err != nil {
					b.Fatal(err)
				}
				if _, _, _, err := r.Insert(UserSuffix, "remembered"); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func sizeName(n int) string {
	if n >= 1<<20 {
		return "1MB"
	}
	if n >= 64<<10 {
		return "64KB"
	}
	return "2KB"
}

func TestLongStringsAreNoted(t *testing.T) {
	long := strings.Repeat("iVBORw0KGgo/+A", 400)
	escaped := strings.Repeat(`a\n`, 2_000)
	body := `{"model":"m","x":"` + long + `","messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"` + long +
		`"}},{"type":"text","text":"` + escaped + `"}]},{"role":"user","content":"short"}]}`
	r, err := Parse(Chat, []byte(body))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for s := range r.Long {
		got = append(got, string(s))
	}
	if want := []string{long, long, escaped}; !slices.Equal(got, want) {
		t.Errorf("%d long strings are noted, want %d", len(got), len(want))
	}
}

func TestInsertSaysWhereTextGoesIntoThePlainBody(t *testing.T) {
	for _, body := range []string{
		`{"messages":[{"role":"user","content":"hi"}]}`,
		`{"memory":true,"messages":[{"memory":false,"role":"user","content":"hi","memory2":1}],"n":1}`,
		`{"messages":[{"role":"user","content":[{"type":"text","text":"hi"}],"memory":true}],"memory":false}`,
		`{"messages":[{"role":"assistant","memory":true,"content":"x"},{"role":"user","content":"hi","memory":true}],"memory":false}`,
	} {
		for _, place := range []Place{UserSuffix, UserPrefix, SystemSuffix} {
			r, err := Parse(Chat, []byte(body))
			if err != nil {
				t.Fatal(err)
			}
			plain, at, insert, err := r.Insert(place, "a \"memory\"")
			if err != nil {
				t.Fatal(err)
			}
			whole := string(plain[:at]) + string(insert) + string(plain[at:])
			spliced, err := r.Splice(place, "a \"memory\"")
			if err != nil || string(plain) != string(r.Plain()) || whole != string(spliced) || !json.Valid(spliced) {
				t.Errorf("%v of %s: %s", place, body, whole)
			}
			if again, err := Parse(Chat, spliced); err != nil || again.Memory != nil || again.Messages[0].Memory != nil {
				t.Errorf("%v of %s keeps a field of ours: %s", place, body, spliced)
			}
		}
	}
}

// instructions returns the first text that opens a request.
func instructions(r *Request) string {
	for text := range r.Instructions(math.MaxInt) {
		return text
	}
	return ""
}

func TestInstructionsAreReadInPart(t *testing.T) {
	for _, raw := range []string{
		"", "short", "plain text of some length", `line\nline \"quoted\" \\ \/ \t`, `a\ud83e\udd90b\u00e9\ud83e and \udd90 alone\ud83e\ud83e\udd90`,
		"海鲜🦐 und Brötchen", `海鲜\n🦐\u6d77`, "broken \xff\xfe\xe6\xb5 text", "broken \\n\xff\xe6\xb5", `\u0041\u0042\u0043`,
	} {
		for _, format := range []Format{Chat, Messages, Responses} {
			body := map[Format]string{
				Chat:      `{"messages":[{"role":"system","content":"` + raw + `"},{"role":"user","content":"u"}]}`,
				Messages:  `{"system":"` + raw + `","messages":[{"role":"user","content":"u"}]}`,
				Responses: `{"instructions":"` + raw + `","input":"u"}`,
			}[format]
			r := parse(t, format, body)
			whole := instructions(r)
			for n := range len(whole) + 2 {
				part := ""
				for part = range r.Instructions(n) {
					break
				}
				if !strings.HasPrefix(whole, part) || len(part) < min(n, len(whole)) || !utf8.ValidString(part) {
					t.Errorf("%v: the first %d bytes of %q are %q", format, n, whole, part)
				}
			}
		}
	}
}

func TestInstructionsEndWithTheFirstTurn(t *testing.T) {
	r := parse(t, Chat, `{"messages":[{"role":"system","content":"one"},{"role":"developer","content":[{"type":"text","text":"two"},{"type":"text","text":"three"},{"type":"text","text":"four"}]},{"role":"user","content":"u"},{"role":"system","content":"late"}]}`)
	if got := slices.Collect(r.Instructions(2)); !slices.Equal(got, []string{"on", "tw"}) {
		t.Errorf("got %q", got)
	}
	if got := slices.Collect(r.Instructions(100)); !slices.Equal(got, []string{"one", "two\nthree\nfour"}) {
		t.Errorf("got %q", got)
	}
}

// TestManyPartsAreJoinedOnce gives a message as many parts as a client may send: what they cost
// grows with their bytes, not with their number as well.
func TestManyPartsAreJoinedOnce(t *testing.T) {
	const parts = 4000
	part := `{"type":"text","text":"` + strings.Repeat("word ", 20) + `"}`
	body := []byte(`{"messages":[{"role":"user","content":[` + strings.Repeat(part+",", parts-1) + part + `]}]}`)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	r, err := Parse(Chat, body)
	runtime.ReadMemStats(&after)
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(r.Messages[0].Text(), "\n") + 1; n != parts {
		t.Errorf("%d parts were joined", n)
	}
	if used := after.TotalAlloc - before.TotalAlloc; used > 10*uint64(len(body)) {
		t.Errorf("%d bytes were allocated for a body of %d", used, len(body))
	}
}
