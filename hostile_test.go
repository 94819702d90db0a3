package main

import (
	"context"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// TestNoStoreCannotBeBlurred sends "don't remember this" in every spelling that a
// client, a proxy in between or somebody hostile could give it. What is not
// clear is not stored; what is said twice in two ways is not even read.
func TestNoStoreCannotBeBlurred(t *testing.T) {
	door := newDoorman(t)
	r := startRig(t, func(o *options, _ *secrets) { o.upstream = door.URL + "/v1" })
	n := 0
	f := func(name, capture, body string, header ...string) {
		t.Helper()
		n++
		user, word := fmt.Sprintf("blur%d", n), fmt.Sprintf("%s%03d", gone, n)
		body = strings.ReplaceAll(body, "TOLD", "I have a parrot called "+word+".")
		answer, text := r.send("/v1/chat/completions", []byte(body), append([]string{"X-Memory-User-Id", user, "X-Memory-Session-Id", "s"}, header...)...)
		if got := answer.Header.Get("X-Memory-Capture"); answer.StatusCode != http.StatusOK || got != capture {
			t.Errorf("%s: %d, capture %q, want %q: %s", name, answer.StatusCode, got, capture, text)
		}
		r.flush()
		if learnt := r.knows(user, word); learnt != (capture == "queued") {
			t.Errorf("%s: learnt %v", name, learnt)
		}
	}
	const plain = `{"model":"m","messages":[{"role":"user","content":"TOLD"}]}`
	body := func(own string) string {
		return `{"model":"m",` + own + `,"messages":[{"role":"user","content":"TOLD"}]}`
	}
	message := func(fields string) string {
		return `{"model":"m","messages":[{"role":"user",` + fields + `}]}`
	}

	f("nothing said", "queued", plain)
	// The header.
	for _, value := range []string{"true", "1", "yes", "TRUE", "", "maybe", "是", `"false"`, "false, true", "\ttrue"} {
		f("X-Memory-No-Store: "+value, "not-stored", plain, "X-Memory-No-Store", value)
	}
	f("X-Memory-No-Store: FALSE", "queued", plain, "X-Memory-No-Store", "FALSE")
	f("no, then yes", "not-stored", plain, "X-Memory-No-Store", "false", "X-Memory-No-Store", "true")
	f("its other name", "not-stored", plain, "X-Memory-Store", "false")
	f("its other name, empty", "not-stored", plain, "X-Memory-Store", "")
	f("both, in two minds", "not-stored", plain, "X-Memory-Store", "true", "X-Memory-No-Store", "true")
	f("Cache-Control", "not-stored", plain, "Cache-Control", "max-age=0, No-Store")
	f("Cache-Control twice", "not-stored", plain, "Cache-Control", "no-cache", "Cache-Control", "no-store")
	f("a life of nothing", "off", plain, "X-Memory-TTL", "0")
	// Modes.
	f("off", "off", plain, "X-Memory-Mode", "OFF")
	f("read and write", "off", plain, "X-Memory-Mode", "read", "X-Memory-Mode", "write")
	f("on, off", "off", plain, "X-Memory-Mode", "on, off")
	f("a mode that is none", "off", plain, "X-Memory-Mode", "of")
	f("an empty mode", "off", plain, "X-Memory-Mode", "")
	f("a mode in full width", "off", plain, "X-Memory-Mode", "ｏｆｆ")
	for _, word := range []string{"on", "full", "auto", " ON "} {
		f(word, "queued", plain, "X-Memory-Mode", word)
	}
	for _, word := range []string{"read", "readonly", "read-only"} {
		f(word, "off", plain, "X-Memory-Mode", word)
	}
	for _, word := range []string{"write", "write-only"} {
		f(word, "queued", plain, "X-Memory-Mode", word)
	}
	// The body.
	for _, value := range []string{"false", `"false"`, `"No"`, `"off"`, `"0"`, "0"} {
		f("memory: "+value, "not-stored", body(`"memory":`+value))
		if strings.Contains(door.last(), "memory") {
			t.Errorf("memory: %s was sent on: %s", value, door.last())
		}
		f("memory of a message: "+value, "not-stored", message(`"content":"TOLD","memory":`+value))
	}
	f("an escaped name", "not-stored", body(`"\u006demory":false`))
	f("somebody else's field", "queued", body(`"memory":{"window":5}`))
	f("yes", "queued", body(`"memory":true`))
	for name, twice := range map[string]string{
		"memory, no and yes":   body(`"memory":false,"memory":true`),
		"memory, yes and no":   body(`"memory":true,"memory":false`),
		"memory, escaped":      body(`"memory":true,"\u006demory":false`),
		"memory of a message":  message(`"memory":false,"content":"TOLD","memory":true`),
		"messages":             `{"model":"m","messages":[{"role":"user","content":"TOLD","memory":false}],"messages":[{"role":"user","content":"TOLD"}]}`,
		"content":              message(`"content":"Don't remember this.","content":"TOLD"`),
		"content, turned":      message(`"content":"TOLD","content":"Don't remember this."`),
		"role":                 `{"model":"m","messages":[{"role":"assistant","role":"user","content":"TOLD"}]}`,
		"user":                 body(`"user":"one","user":"two"`),
		"user, escaped":        body(`"user":"one","\u0075ser":"two"`),
		"user of the metadata": body(`"metadata":{"user_id":"one","user_id":"two"}`),
		"metadata":             body(`"metadata":{"user_id":"one"},"metadata":{"user_id":"two"}`),
	} {
		f("twice: "+name, "off", twice)
	}
	// Words, wherever they stand.
	f("escaped", "not-stored", message(`"content":"TOLD Don\u0027t \u0072emember this."`))
	f("in a later part", "not-stored", message(`"content":[{"type":"text","text":"TOLD"},{"type":"text","text":"Don't remember this."}]`))
	f("in an earlier part", "not-stored", message(`"content":[{"type":"text","text":"这句话不要记"},{"type":"text","text":"TOLD"}]`))
	f("in a message of its own behind it", "not-stored", `{"model":"m","messages":[{"role":"user","content":"TOLD"},{"role":"user","content":"別記這個🙏"}]}`)
	f("in a message of its own before it", "not-stored", `{"model":"m","messages":[{"role":"user","content":"Don't re\u200bmember this."},{"role":"user","content":"TOLD"}]}`)
	f("in a quotation", "queued", message(`"content":"TOLD Translate \"don't remember this\" into French."`))
	f("in code", "queued", message("\"content\":\"TOLD\\n```\\ndon't remember this\\n```\""))
}

// TestAForgetIsDoneOrRefused asks to forget in every spelling, on every route,
// with bodies that are understood and not: it is done, or nothing is sent on.
func TestAForgetIsDoneOrRefused(t *testing.T) {
	door := newDoorman(t)
	r := startRig(t, func(o *options, _ *secrets) { o.upstream = door.URL + "/v1" })
	const ask = `{"model":"m","messages":[{"role":"user","content":"Thanks a lot."}]}`
	n := 0
	f := func(name, path, body, value string, done bool, header ...string) {
		t.Helper()
		n++
		user := fmt.Sprintf("forget%d", n)
		r.chat(as(user, "s"), "I have a parrot called Quokkazephyr.")
		r.flush()
		before := door.last()
		answer, text := r.send(path, []byte(body), append([]string{"X-Memory-User-Id", user, "X-Memory-Session-Id", "s", "X-Memory-Forget", value}, header...)...)
		known := r.knows(user, gone)
		switch {
		case done && (answer.StatusCode != http.StatusOK || known || answer.Header.Get("X-Memory-Forgotten") == ""):
			t.Errorf("%s: %d, forgotten %q, still known %v: %s", name, answer.StatusCode, answer.Header.Get("X-Memory-Forgotten"), known, text)
		case !done && (answer.StatusCode != http.StatusBadRequest || !known || answer.Header.Get("X-Memory-Error") == "" || door.last() != before):
			t.Errorf("%s: %d, error %q, still known %v: %s", name, answer.StatusCode, answer.Header.Get("X-Memory-Error"), known, text)
		}
	}
	const chat = "/v1/chat/completions"
	for _, value := range []string{"last", "session", "all", "ALL", " all ", "%61ll", "topic:parrot", "TOPIC: parrot", "topic%3Aparrot", "topic:%70arrot", "topic:ｐａｒｒｏｔ", "topic:par%E2%80%8Brot"} {
		f(value, chat, ask, value, true)
	}
	for _, value := range []string{"", "everything", "all, last", "all%00", "topic:", "topic:%20", "topic:%ff%fe", "topic:" + strings.Repeat("x", 3000)} {
		f("value "+value[:min(20, len(value))], chat, ask, value, false)
	}
	f("twice the same", chat, ask, "all", true, "X-Memory-Forget", "all")
	f("two in one", chat, ask, "all", false, "X-Memory-Forget", "last")
	f("and no-store", chat, ask, "all", true, "X-Memory-No-Store", "true")
	f("and off", chat, ask, "all", true, "X-Memory-Mode", "off")
	f("and read", chat, ask, "all", true, "X-Memory-Mode", "read")
	f("and the past", chat, ask, "all", false, "X-Memory-As-Of", "2026-01-01T00:00:00Z")
	f("messages", "/v1/messages", ask, "all", true)
	f("responses", "/v1/responses", `{"model":"m","input":"Thanks a lot."}`, "all", true)
	f("a system message alone", chat, `{"model":"m","messages":[{"role":"system","content":"x"}]}`, "all", true)
	f("a call for a title", chat, `{"model":"m","messages":[{"role":"user","content":"Generate a concise, 3-5 word title for this chat."}]}`, "all", true)
	for name, body := range map[string]string{
		"no JSON": "hello", "no list": `{"model":"m","messages":"what"}`, "no messages": `{"model":"m"}`,
		"two lists": `{"model":"m","messages":[{"role":"user","content":"x"}],"messages":[]}`,
	} {
		f(name, chat, body, "all", false)
	}
	for _, path := range []string{"/v1/embeddings", "/v1/files", "/v1/completions", "/v1/chat/completions/", "/anything"} {
		f(path, path, ask, "all", false)
	}
}

// TestNamesThatAreNoNames puts into every place of a name what nobody could call
// himself: it is refused or goes on without memory, and never becomes somebody
// else's.
func TestNamesThatAreNoNames(t *testing.T) {
	door := newDoorman(t)
	r := startRig(t, func(o *options, _ *secrets) { o.upstream = door.URL + "/v1" })
	r.chat(nil, "I have a parrot called Ibexlantern.") // the default user's
	r.flush()
	r.chat(nil, "Thanks a lot.")
	const told = `"messages":[{"role":"user","content":"What is my parrot called? I have a parrot called Quokkazephyr."}]`
	f := func(name string, status int, state, body string, header ...string) {
		t.Helper()
		answer, text := r.send("/v1/chat/completions", []byte(body), header...)
		if got := answer.Header.Get("X-Memory-Status"); answer.StatusCode != status || got != state {
			t.Errorf("%s: %d %q, want %d %q: %s", name, answer.StatusCode, got, status, state, text)
		}
		if strings.Contains(door.last(), kept) {
			t.Errorf("%s: it was told what is the default user's", name)
		}
	}
	for _, name := range []string{"X-Memory-User-Id", "X-Memory-Session-Id", "X-Memory-Agent-Id", "X-Memory-Team-Id", "X-Memory-Project", "X-Memory-Realm", "X-Memory-Tenant-Id"} {
		for _, value := range []string{"a\tb", "\xe9", "\xed\xa0\x80", "a\ufffdb", strings.Repeat("x", 513), ".", ".."} {
			f(fmt.Sprintf("%s: %.20q", name, value), 400, "", "{\"model\":\"m\","+told+"}", name, value, "X-Memory-User-Id", "nobody")
		}
	}
	f("an empty header", 200, "no-identity", `{"model":"m","user":"ann",`+told+"}", "X-Memory-User-Id", "")
	for _, user := range []string{`" x "`, `"a\u0000b"`, `"\ud800"`, `"` + strings.Repeat("x", 600) + `"`, "{\"id\":\n7}"} {
		f(fmt.Sprintf("user: %.20s", user), 200, "no-identity", `{"model":"m","user":`+user+","+told+"}")
		f(fmt.Sprintf("safety_identifier: %.20s", user), 200, "no-identity", `{"model":"m","safety_identifier":`+user+","+told+"}")
		f(fmt.Sprintf("metadata.user_id: %.20s", user), 200, "no-identity", `{"model":"m","metadata":{"user_id":`+user+"},"+told+"}")
	}
	f("a number is a name of its own", 200, "empty", `{"model":"m","user":7,`+told+"}")
	f("an unusable name does not give way to the next", 200, "no-identity", `{"model":"m","metadata":{"user_id":"a\tb"},"user":"ann",`+strings.ReplaceAll(told, "\t", " ")+"}")
	// Names that are odd and names all the same lead to their own memory alone.
	odd := []string{"a/b", "../../etc/passwd", "a%2Fb", "a b", "张三", "é", "e\u0301", "*", "...", "'; DROP TABLE records;--", strings.Repeat("x", 512), "a\u200bb", "ab", "AB"}
	for i, user := range odd {
		r.chat(as(user, "s"), fmt.Sprintf("I have a parrot called %s%03d.", gone, i))
	}
	r.flush()
	for i, user := range odd {
		path := "/users/" + url.PathEscape(user) + "/export"
		body, err := r.admin.open(context.Background(), "GET", path, nil, nil)
		if err != nil {
			t.Errorf("%.20q cannot be exported: %v", user, err)
			continue
		}
		body.Close()
		for j := range odd {
			if holds := r.knows(user, fmt.Sprintf("%s%03d", gone, j)); holds != (i == j) {
				t.Errorf("%.20q holds what %.20q told: %v", user, odd[j], holds)
			}
		}
		if err := r.admin.call(context.Background(), "DELETE", "/users/"+url.PathEscape(user), nil, nil, nil); err != nil {
			t.Errorf("%.20q cannot be erased: %v", user, err)
		}
	}
	var users struct{ Data []string }
	if err := r.admin.call(context.Background(), "GET", "/users", nil, nil, &users); err != nil {
		t.Fatal(err)
	}
	for _, user := range users.Data {
		for _, erased := range odd {
			if user == erased {
				t.Errorf("%.20q is still known", user)
			}
		}
	}
}
