package proxy

import (
	"bytes"
	"compress/gzip"
	"context"
	"fmt"
	"net"
	"strings"
	"testing"

	"mneme/proxy/wire"
)

const plainAnswer = `{"id":"c1","created":18446744073709551615,"choices":[{"index":0,"message":{"role":"assistant","content":"yo"},"finish_reason":"stop"}]}`

// requestSurvives sends a chat body and checks that it arrives as it was, but for
// the splice, and that the answer comes back as it was.
func requestSurvives(t *testing.T, body string) {
	t.Helper()
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
		a := start(t, m, nil, u.url()+"/v1").ask(body)
		if a.StatusCode != 200 || a.body != plainAnswer || a.err != nil {
			t.Fatalf("answer %d %q %v", a.StatusCode, a.body, a.err)
		}
		got := u.last(t)
		wireEqual(t, m, body, got.body)
		if n, _ := got.header("Content-Length"); n != fmt.Sprint(len(got.body)) {
			t.Errorf("Content-Length %s for %d bytes", n, len(got.body))
		}
		if strings.Count(strings.ToLower(got.head), "content-length:") != 1 || strings.Contains(strings.ToLower(got.head), "transfer-encoding") {
			t.Errorf("framing of the request: %s", got.head)
		}
		if m.state != "off" {
			if reply := m.reply(t); reply.Text != "yo" || !reply.Complete || reply.Status != 200 {
				t.Errorf("reply %+v", reply)
			}
		}
	})
}

func TestUnknownFieldsPass(t *testing.T) {
	requestSurvives(t, `{"model":"m","messages":[{"role":"user","content":"hi"}],"zz_depth":{"keep":[1,null,{"a":false}]},"thinking_off":true}`)
}

func TestHTMLIsNotEscaped(t *testing.T) {
	requestSurvives(t, `{"messages":[{"role":"user","content":"<plan>a && b > c</plan> \u003craw\u003e"}]}`)
}

func TestBigIntegersPass(t *testing.T) {
	requestSurvives(t, `{"seed":9007199254740993,"tools":[{"type":"function","function":{"name":"f","parameters":{"const":9223372036854775807}}}],"messages":[{"role":"user","content":"hi"}]}`)
}

func TestZeroAndNullAndAbsentPass(t *testing.T) {
	requestSurvives(t, `{"temperature":0,"top_p":0.0,"stop":[],"user":"","tools":null,"messages":[{"role":"user","content":"a"},{"role":"assistant","content":null,"tool_calls":[{"id":"t","type":"function","function":{"name":"f","arguments":"{}"}}]},{"role":"tool","tool_call_id":"t","content":"r"}]}`)
}

func TestStreamOptionsAreLeftAlone(t *testing.T) {
	for _, options := range []string{`,"stream_options":{"include_usage":true}`, `,"stream_options":{"include_usage":false}`, ``} {
		requestSurvives(t, `{"stream":true`+options+`,"messages":[{"role":"user","content":"hi"}]}`)
	}
}

func TestRolesAreNotAClosedList(t *testing.T) {
	requestSurvives(t, `{"messages":[{"role":"developer","content":"short"},{"role":"user","content":"go"},{"role":"critic","content":"hm"}]}`)
}

func TestContentPartsSurviveInOrder(t *testing.T) {
	requestSurvives(t, `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}},{"type":"text","text":"what is it"},{"type":"input_audio","input_audio":{"data":"AA==","format":"wav"}},{"type":"x_new","v":1}]}]}`)
	requestSurvives(t, `{"messages":[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AAAA"}}]}]}`)
}

func TestNothingGoesBetweenToolCallsAndTools(t *testing.T) {
	requestSurvives(t, `{"messages":[{"role":"user","content":"look"},{"role":"assistant","content":null,"tool_calls":[{"id":"a","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"b","type":"function","function":{"name":"g","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"1"},{"role":"tool","tool_call_id":"b","content":"2"}]}`)
}

func TestSameRequestIsTheSameBytesEveryTime(t *testing.T) {
	var tools []string
	for i := range 12 {
		tools = append(tools, fmt.Sprintf(`{"type":"function","function":{"name":"f%d","parameters":{"z":{"z":1,"b":{"y":2,"a":3}},"b":2,"y":3,"a":4}}}`, i))
	}
	body := `{"tools":[` + strings.Join(tools, ",") + `],"messages":[{"role":"user","content":"hi"}]}`
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
		c := start(t, m, nil, u.url()).dial()
		for range 50 {
			c.do(post("/v1/chat/completions", body))
		}
		all := u.requests()
		if len(all) != 50 {
			t.Fatalf("%d requests", len(all))
		}
		for _, r := range all {
			wireEqual(t, m, body, r.body)
			if r.body != all[0].body {
				t.Fatal("bodies differ")
			}
		}
	})
}

// A turn's body must equal a run without memory up to its last user message, so
// that the provider's prompt cache holds.
func TestPrefixBeforeTheLastUserMessageIsUntouched(t *testing.T) {
	m := newMind("hits")
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	r := start(t, m, nil, u.url())
	history := `{"messages":[{"role":"system","content":"s"}`
	for turn := range 20 {
		user := fmt.Sprintf(`,{"role":"user","content":"turn %d"`, turn)
		body := history + user + `}],"tools":[]}`
		r.ask(body)
		if got := u.last(t).body; !strings.HasPrefix(got, history+user[:len(user)-1]) {
			t.Fatalf("turn %d: prefix broken:\n%s", turn, got)
		}
		history += user + fmt.Sprintf(`},{"role":"assistant","content":"answer %d"}`, turn)
	}
}

func TestOwnFieldIsCutOutAlsoWhenMemoryIsOff(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
		start(t, m, nil, u.url()).ask(`{"memory":false,"messages":[{"role":"user","content":"a","memory":false}],"x":1}`)
		wireEqual(t, m, `{"messages":[{"role":"user","content":"a"}],"x":1}`, u.last(t).body)
	})
}

func TestCompressedRequestsPassUntouched(t *testing.T) {
	var gz, bomb bytes.Buffer
	w := gzip.NewWriter(&gz)
	_, _ = w.Write([]byte(hello))
	_ = w.Close()
	w = gzip.NewWriter(&bomb)
	zeros := make([]byte, 1<<20)
	for range 64 {
		_, _ = w.Write(zeros)
	}
	_ = w.Close()
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
		r := start(t, m, nil, u.url())
		for name, body := range map[string]string{"gzip": gz.String(), "bomb": bomb.String(), "corrupt": gz.String()[:20]} {
			a := r.ask(body, "Content-Encoding: gzip")
			got := u.last(t)
			if enc, _ := got.header("Content-Encoding"); a.StatusCode != 200 || got.body != body || enc != "gzip" {
				t.Errorf("%s: status %d, encoding %q, %d bytes of %d", name, a.StatusCode, enc, len(got.body), len(body))
			}
			if m.state == "hits" && a.Header.Get("X-Memory-Status") != "skipped" {
				t.Errorf("%s: status %q", name, a.Header.Get("X-Memory-Status"))
			}
		}
	})
}

func TestBodiesThatAreNotUnderstoodPassUntouched(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
		r := start(t, m, nil, u.url())
		for _, body := range []string{"", "not json", "\xEF\xBB\xBF" + hello, `{"messages":[],"messages":[]}`, `{"messages":"hi"}`, hello + "{}", `{"messages":[{"role":"user","content":"hi"`} {
			if a := r.ask(body); a.StatusCode != 200 || u.last(t).body != body {
				t.Errorf("%q arrived as %q", body, u.last(t).body)
			}
		}
	})
}

func TestChunkedRequestsGetALength(t *testing.T) {
	states(t, func(t *testing.T, m *fakeMind) {
		u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
		c := start(t, m, nil, u.url()).dial()
		for range 2 {
			a := c.do("POST /v1/chat/completions HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunk(hello[:10]) + chunk(hello[10:]) + "0\r\n\r\n")
			got := u.last(t)
			if n, _ := got.header("Content-Length"); a.StatusCode != 200 || n != fmt.Sprint(len(got.body)) {
				t.Fatalf("status %d, length %q for %d bytes", a.StatusCode, n, len(got.body))
			}
			if _, sent := got.header("Transfer-Encoding"); sent {
				t.Error("both framings")
			}
			wireEqual(t, m, hello, got.body)
		}
	})
}

// unreadRoutes are requests that nobody may look into.
func TestUnreadRoutesPassUntouched(t *testing.T) {
	for _, request := range []string{
		post("/v1/embeddings", `{"input":"hi","encoding_format":"base64","messages":[{"role":"user","content":"no"}]}`),
		post("/v1/embeddings", `{"input":[[1,2],[3]],"encoding_format":"float"}`),
		post("/v1/completions", `{"prompt":["a","b"],"suffix":")","echo":true,"stream":true,"n":2}`),
		post("/v1/threads/th_1/messages", hello),
		"GET /v1/models/org%2Fname?x=%20y HTTP/1.1\r\nHost: x\r\n\r\n",
		"GET /v1//chat/a%2Fb/../c HTTP/1.1\r\nHost: x\r\n\r\n",
		"DELETE /v1/files/f1 HTTP/1.1\r\nHost: x\r\n\r\n",
		"PATCH /v1/zzz HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\n\r\n{}",
		"GET /v1/chat/completions HTTP/1.1\r\nHost: x\r\n\r\n",
		"QUERY /v1/odd HTTP/1.1\r\nHost: x\r\n\r\n",
	} {
		t.Run(strings.SplitN(request, " HTTP", 2)[0], func(t *testing.T) {
			states(t, func(t *testing.T, m *fakeMind) {
				const answerBody = "\x00\x01 any bytes \xff"
				u := newUpstream(t, say(fmt.Sprintf("HTTP/1.1 404 Not Here\r\nContent-Type: x/y\r\nContent-Length: %d\r\n\r\n%s", len(answerBody), answerBody)))
				a := start(t, m, nil, u.url()).dial().do(request)
				got := u.last(t)
				if line, _, _ := strings.Cut(request, "\r\n"); got.line() != line {
					t.Errorf("line %q, want %q", got.line(), line)
				}
				if _, body, _ := strings.Cut(request, "\r\n\r\n"); got.body != body {
					t.Errorf("body %q, want %q", got.body, body)
				}
				if a.StatusCode != 404 || a.Status != "404 Not Here" || a.body != answerBody || a.Header.Get("Content-Type") != "x/y" {
					t.Errorf("answer %q %q", a.Status, a.body)
				}
				if a.Header.Get("X-Memory-Status") != "" {
					t.Error("memory spoke on an unread route")
				}
			})
		})
	}
}

func TestHeadHasNoBody(t *testing.T) {
	u := newUpstream(t, say("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"))
	c := start(t, newMind("hits"), nil, u.url()).dial()
	for range 2 {
		if a := c.do("HEAD /v1/models HTTP/1.1\r\nHost: x\r\n\r\n"); a.StatusCode != 200 || a.ContentLength != 9000 || a.body != "" {
			t.Fatalf("%+v %q", a.Response, a.body)
		}
	}
	if u.total != 1 {
		t.Errorf("%d connections", u.total)
	}
}

func TestBodilessAnswersKeepTheConnection(t *testing.T) {
	for _, answer := range []string{
		"HTTP/1.1 204 No Content\r\nX-A: b\r\n\r\n", "HTTP/1.1 304 Not Modified\r\nEtag: \"x\"\r\nContent-Length: 12\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n",
	} {
		states(t, func(t *testing.T, m *fakeMind) {
			u := newUpstream(t, say(answer))
			c := start(t, m, nil, u.url()).dial()
			for range 2 {
				if a := c.do(post("/v1/chat/completions", hello)); a.err != nil || a.body != "" || !strings.Contains(answer, a.Status) {
					t.Fatalf("%q: %+v", answer, a)
				}
				if m.state != "off" {
					m.reply(t)
				}
			}
			if u.total != 1 {
				t.Errorf("%d connections", u.total)
			}
		})
	}
}

func TestBaseURLJoining(t *testing.T) {
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	f := func(base, path, want string) {
		t.Helper()
		start(t, newMind("off"), nil, u.url()+base).dial().do(post(path, hello))
		if got := strings.Fields(u.last(t).line())[1]; got != want {
			t.Errorf("base %q, path %q: got %q, want %q", base, path, got, want)
		}
	}
	f("", "/v1/chat/completions", "/v1/chat/completions")
	f("/", "/v1/chat/completions", "/v1/chat/completions")
	f("/v1", "/v1/chat/completions", "/v1/chat/completions")
	f("/v1/", "/v1/chat/completions?a=b%20c", "/v1/chat/completions?a=b%20c")
	f("/api/v1", "/v1/chat/completions", "/api/v1/chat/completions")
	f("/api/v1", "/v1", "/api/v1")
	f("/api/v1", "/v10/chat/completions", "/v10/chat/completions")
	f("/api/v1", "/chat/completions", "/chat/completions")
	f("/v1", "/openai/deployments/X/chat/completions?api-version=1", "/openai/deployments/X/chat/completions?api-version=1")
	f("/v1", "/t/acme%20co/v1/chat/completions?q", "/v1/chat/completions?q")
	f("/v1", "http://other.example/v1/chat/completions?q", "/v1/chat/completions?q")
}

func TestTenantOfThePath(t *testing.T) {
	m := newMind("off")
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	start(t, m, nil, u.url()).dial().do(post("/t/acme%20co/v1/chat/completions?q=1", hello, "X-Many: a", "x-many: b"))
	in := m.in[0]
	if in.Tenant != "acme co" || in.Path != "/v1/chat/completions" || in.Query != "q=1" || in.Format != wire.Chat || in.Method != "POST" || !strings.HasPrefix(in.Remote, "127.0.0.1:") || string(in.Body) != hello {
		t.Errorf("%+v", in)
	}
}

func TestHeadersBothWays(t *testing.T) {
	m := newMind("hits")
	m.begin = func(_ context.Context, in *Inbound, _ *Outbound) {
		if got := in.Headers("x-MANY"); fmt.Sprint(got) != "[a b]" {
			t.Errorf("Headers: %q", got)
		}
		if v, sent := in.Header("X-Memory-No-Store"); v != "" || !sent {
			t.Errorf("empty header: %q %v", v, sent)
		}
		if _, sent := in.Header("X-Absent"); sent {
			t.Error("absent header was sent")
		}
	}
	u := newUpstream(t, say("HTTP/1.1 429 Slow Down\r\nretry-after: 7\r\nretry-after-ms: 7000\r\nx-ratelimit-remaining-tokens: 0\r\nX-Memory-Status: forged\r\nx-memory-error: forged\r\n"+
		"Connection: keep-alive, X-Private\r\nX-Private: p\r\nKeep-Alive: timeout=5\r\nSet-Cookie: a=1; Path=/x\r\nSet-Cookie: a=2; Path=/y\r\nX-Request-Id: theirs\r\nX-Odd: \xe9\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}"))
	r := start(t, m, nil, u.url())
	a := r.ask(hello, "Authorization: Bearer client", "X-Many: a", "X-Many: b", "X-Memory-Mode: on", "x-memory-no-store:", "X-MEMORY-KEY: k", "Connection: X-Gone, keep-alive",
		"X-Gone: 1", "Keep-Alive: 5", "TE: trailers", "Proxy-Authorization: x", "Proxy-Connection: y", "Accept-Encoding: gzip, br", "Cookie: a=1; b=2", "User-Agent: agent/1", "Expect: ", "x-Api-KEY: z")
	got := u.last(t)
	for _, gone := range []string{"X-Memory-Mode", "X-Memory-No-Store", "X-Memory-Key", "Connection", "X-Gone", "Keep-Alive", "TE", "Proxy-Authorization", "Proxy-Connection", "Expect", "X-Forwarded-For", "Via"} {
		if v, sent := got.header(gone); sent {
			t.Errorf("%s: %q reached the upstream", gone, v)
		}
	}
	for _, line := range []string{"Authorization: Bearer client", "X-Many: a\r\nX-Many: b", "Accept-Encoding: gzip, br", "Cookie: a=1; b=2", "User-Agent: agent/1", "x-Api-KEY: z", "Host: " + strings.TrimPrefix(u.url(), "http://")} {
		if !strings.Contains(got.head, line+"\r\n") {
			t.Errorf("%q did not reach the upstream:\n%s", line, got.head)
		}
	}
	if a.Status != "429 Slow Down" || a.body != "{}" {
		t.Errorf("answer %q %q", a.Status, a.body)
	}
	for name, want := range map[string]string{
		"Retry-After": "[7]", "Retry-After-Ms": "[7000]", "X-Ratelimit-Remaining-Tokens": "[0]", "X-Memory-Status": "[hits]", "X-Memory-Error": "[]", "X-Private": "[]",
		"Keep-Alive": "[]", "Connection": "[]", "Set-Cookie": "[a=1; Path=/x a=2; Path=/y]", "X-Request-Id": "[theirs]", "X-Odd": "[\xe9]", "X-Memory-Capture": "[queued]", "Server": "[]", "Date": "[]",
	} {
		if got := fmt.Sprint(a.Header.Values(name)); got != want {
			t.Errorf("%s: %s, want %s", name, got, want)
		}
	}
	if reply := m.reply(t); reply.Status != 429 || reply.Complete {
		t.Errorf("reply %+v", reply)
	}
}

func TestNothingIsAddedToAnAnswerWithoutHeaders(t *testing.T) {
	u := newUpstream(t, say("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"))
	a := start(t, newMind("off"), nil, u.url()).dial().do("GET /x HTTP/1.1\r\nHost: x\r\n\r\n")
	if len(a.Header) != 1 || a.body != "hi" {
		t.Errorf("headers %v", a.Header)
	}
	if got := u.last(t).head; got != "GET /x HTTP/1.1\r\nHost: "+strings.TrimPrefix(u.url(), "http://")+"\r\n" {
		t.Errorf("request %q", got)
	}
}

func TestHeldKeyIsSpentInPlaceOfTheClients(t *testing.T) {
	f := func(path, body string, want []string, headers ...string) {
		t.Helper()
		m := newMind("off")
		m.begin = func(_ context.Context, _ *Inbound, out *Outbound) { out.HoldsKey = true }
		u := newUpstream(t, say(sizedAnswer("application/json", "{}")))
		r := start(t, m, func(o *Options) { o.Upstreams[0].Key = "ours" }, u.url())
		r.dial().do(post(path, body, append(headers, "OpenAI-Organization: o", "OpenAI-Project: p", "X-Memory-Key: mk")...))
		got := u.last(t).head
		for _, line := range want {
			if !strings.Contains(got, line+"\r\n") {
				t.Errorf("%s: no %q in\n%s", path, line, got)
			}
		}
		for _, secret := range []string{"theirs", "OpenAI-", "mk"} {
			if strings.Contains(got, secret) {
				t.Errorf("%s: %q left the house:\n%s", path, secret, got)
			}
		}
	}
	f("/v1/chat/completions", hello, []string{"Authorization: Bearer ours"}, "Authorization: Bearer theirs")
	f("/v1/chat/completions", hello, []string{"Authorization: Bearer ours"})
	f("/v1/messages", hello, []string{"x-api-key: ours"}, "Authorization: Bearer theirs")
	f("/v1/messages", hello, []string{"x-api-key: ours"}, "X-Api-Key: theirs")
	f("/openai/deployments/d/chat/completions", hello, []string{"api-key: ours"}, "Api-Key: theirs")
	f("/v1/embeddings", "{}", []string{"Authorization: Bearer ours"}, "Authorization: Bearer theirs")
}

func TestUpstreamByNameAndByModel(t *testing.T) {
	var us [3]*upstream
	for i := range us {
		us[i] = newUpstream(t, say(sizedAnswer("application/json", fmt.Sprint(i))))
	}
	name := ""
	m := newMind("empty")
	m.begin = func(_ context.Context, _ *Inbound, out *Outbound) { out.Upstream = name }
	r := start(t, m, func(o *Options) { o.Upstreams[1].Models = []string{"local-*", "org/*"} }, us[0].url(), us[1].url(), us[2].url())
	f := func(model, upstream, want string) {
		t.Helper()
		name = upstream
		if a := r.ask(`{"model":"` + model + `","messages":[]}`); a.body != want {
			t.Errorf("model %q, upstream %q: went to %q (%d), want %q", model, upstream, a.body, a.StatusCode, want)
		}
	}
	f("gpt-x", "", "0")
	f("local-7b", "", "1")
	f("org/name", "", "1")
	f("local-7b", "u2", "2")
	name = "nobody"
	if a := r.ask(hello); a.StatusCode != 502 || a.Header.Get("X-Memory-Error") != "upstream_unreachable" {
		t.Errorf("unknown upstream: %d", a.StatusCode)
	}
}

func TestRefusalHasTheProvidersShape(t *testing.T) {
	m := newMind("empty")
	m.begin = func(_ context.Context, in *Inbound, out *Outbound) {
		out.Finish = nil
		out.Refusal = &Refusal{RetryAfter: 1500e6, Error: wire.Error{Status: 429, Type: "rate_limit_error", Code: "slow_down", Message: `say "less"`, Param: "user"}}
	}
	u := newUpstream(t, say(""))
	r := start(t, m, nil, u.url())
	a := r.ask(hello, "Origin: http://page")
	want := `{"error":{"message":"say \"less\"","type":"rate_limit_error","param":"user","code":"slow_down"}}`
	if a.StatusCode != 429 || a.body != want || a.Header.Get("X-Memory-Error") != "slow_down" || a.Header.Get("Retry-After") != "2" || a.Header.Get("Content-Type") != "application/json" || a.Header.Get("Access-Control-Allow-Origin") != "*" {
		t.Errorf("%d %s %v", a.StatusCode, a.body, a.Header)
	}
	if a := r.dial().do(post("/v1/messages", hello)); !strings.HasPrefix(a.body, `{"type":"error","error":{`) {
		t.Errorf("messages: %s", a.body)
	}
	// Also in front of an upload, whose bytes must not become the next request.
	c := r.dial()
	c.send("POST /v1/files HTTP/1.1\r\nHost: x\r\nContent-Length: 100000\r\n\r\n" + strings.Repeat("GET /smuggled HTTP/1.1\r\n\r\n", 20))
	if a := c.read("POST"); a.StatusCode != 429 || a.Header.Get("Connection") != "close" && !a.Close {
		t.Errorf("upload: %d, close %v", a.StatusCode, a.Close)
	}
	if got := u.requests(); len(got) != 0 {
		t.Errorf("the upstream got %d requests", len(got))
	}
}

func TestBrowsersSeeOurHeaders(t *testing.T) {
	u := newUpstream(t, func(c net.Conn, r received) bool {
		answer := "HTTP/1.1 204 No Content\r\nAccess-Control-Allow-Origin: *\r\nAccess-Control-Allow-Headers: authorization\r\n\r\n"
		if strings.HasPrefix(r.line(), "POST") {
			answer = "HTTP/1.1 200 OK\r\nAccess-Control-Allow-Origin: https://a\r\nAccess-Control-Expose-Headers: X-Request-Id\r\nContent-Length: 2\r\n\r\n{}"
		}
		_, err := c.Write([]byte(answer))
		return err == nil
	})
	r := start(t, newMind("empty"), nil, u.url())
	a := r.ask(hello, "Origin: https://a")
	if got := strings.Join(a.Header.Values("Access-Control-Expose-Headers"), ", "); !strings.Contains(got, "X-Memory-Status") || !strings.Contains(got, "X-Request-Id") {
		t.Errorf("expose: %q", got)
	}
	a = r.dial().do("OPTIONS /v1/chat/completions HTTP/1.1\r\nHost: x\r\nOrigin: https://a\r\nAccess-Control-Request-Headers: authorization, x-memory-user-id\r\n\r\n")
	if got := strings.Join(a.Header.Values("Access-Control-Allow-Headers"), ", "); a.StatusCode != 204 || got != "authorization, x-memory-user-id" {
		t.Errorf("allow: %d %q", a.StatusCode, got)
	}
}

func TestBrokenMindCostsAMemoryNotARequest(t *testing.T) {
	m := newMind("hits")
	m.begin = func(context.Context, *Inbound, *Outbound) { panic("broken") }
	u := newUpstream(t, say(sizedAnswer("application/json", plainAnswer)))
	r := start(t, m, nil, u.url())
	if a := r.ask(hello); a.StatusCode != 200 || a.Header.Get("X-Memory-Status") != "degraded" || u.last(t).body != hello {
		t.Errorf("%d %v", a.StatusCode, a.Header)
	}
	m.begin = func(_ context.Context, _ *Inbound, out *Outbound) {
		out.Finish = func(context.Context, wire.Reply) { panic("broken") }
	}
	if a := r.ask(hello); a.StatusCode != 200 || a.err != nil {
		t.Errorf("%d %v", a.StatusCode, a.err)
	}
}
