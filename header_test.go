package main

import (
	"context"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// seen is what a receipt says of a request.
type seen struct {
	UserID    string `json:"user_id"`
	SessionID string `json:"session_id"`
	Realm     string
	Status    string
	Reason    string
	Tokens    int
	Injected  []struct{ Text string }
}

// receiptOf reads the receipt that an answer names.
func (r *rig) receiptOf(answer *http.Response) seen {
	r.t.Helper()
	var out seen
	id := answer.Header.Get("X-Memory-Receipt-Id")
	if err := r.admin.call(context.Background(), "GET", "/receipts/"+id, nil, nil, &out); err != nil {
		r.t.Fatalf("receipt %q: %v", id, err)
	}
	return out
}

// TestWhoAndWhichSession is the table of where a user's and a session's names may
// stand, in headers and bodies of all three formats, and which wins.
func TestWhoAndWhichSession(t *testing.T) {
	door := newDoorman(t)
	start := func(policy string) *rig {
		file := filepath.Join(t.TempDir(), "policy.yaml")
		if err := os.WriteFile(file, []byte(policy), 0o600); err != nil {
			t.Fatal(err)
		}
		return startRig(t, func(o *options, _ *secrets) { o.policy, o.upstream = file, door.URL+"/v1" })
	}
	const chat, messages, responses = "/v1/chat/completions", "/v1/messages", "/v1/responses"
	body := func(path, fields string) []byte {
		if fields != "" {
			fields += ","
		}
		if path == responses {
			return []byte(`{"model":"m",` + fields + `"input":"What should I see in Rome?"}`)
		}
		return []byte(`{"model":"m",` + fields + `"messages":[{"role":"user","content":"What should I see in Rome?"}]}`)
	}
	var r *rig
	f := func(name, path, fields, user, session string, header ...string) {
		t.Helper()
		answer, text := r.send(path, body(path, fields), header...)
		if answer.StatusCode != 200 {
			t.Errorf("%s: %d %s", name, answer.StatusCode, text)
			return
		}
		got := r.receiptOf(answer)
		if got.UserID != user || session != "" && got.SessionID != session {
			t.Errorf("%s: user %q, session %q, want %q, %q", name, got.UserID, got.SessionID, user, session)
		}
		_, sent := door.calls()
		for name := range sent {
			if strings.HasPrefix(name, "X-Memory-") || strings.HasPrefix(name, "X-Sm-") && len(header) == 0 {
				t.Errorf("%s was sent on", name)
			}
		}
	}
	hash := strings.Repeat("0123456789abcdef", 4)
	claude := `"metadata":{"user_id":"user_` + hash + `_account_11aa_session_22bb"}`
	r = start("{}\n")
	f("nobody", chat, "", "default", "")
	f("the header", chat, "", "h", "hs", "X-Memory-User-Id", "h", "X-Memory-Session-Id", "hs")
	for _, path := range []string{chat, responses} {
		f("user", path, `"user":"u"`, "u", "")
		f("safety_identifier before user", path, `"user":"u","safety_identifier":"s"`, "s", "")
		f("metadata before both", path, `"user":"u","safety_identifier":"s","metadata":{"user_id":"m","session_id":"ms"}`, "m", "ms")
		f("the header before all", path, `"user":"u","safety_identifier":"s","metadata":{"user_id":"m","session_id":"ms"}`, "h", "hs", "X-Memory-User-Id", "h", "X-Memory-Session-Id", "hs")
		f("an escaped name", path, `"\u0075ser":"ue"`, "ue", "")
	}
	f("metadata of messages", messages, `"metadata":{"user_id":"m"}`, "m", "")
	f("Claude Code's form, taken apart", messages, claude, "11aa", "22bb")
	f("Claude Code's form, as JSON", messages, `"metadata":{"user_id":"{\"device_id\":\"d\",\"account_uuid\":\"acc\",\"session_id\":\"sess\"}"}`, "acc", "sess")
	sessions := []string{"X-Memory-Session-Id", "X-Session-Id", "X-Conversation-Id", "X-Thread-Id", "X-Claude-Code-Session-Id"}
	for i, name := range sessions {
		var header []string
		for _, later := range sessions[i:] {
			header = append(header, later, "of "+later)
		}
		f(name+" before what follows it", chat, `"metadata":{"session_id":"ms"}`, "default", "of "+name, header...)
	}
	f("a session of two minds is passed over", chat, "", "default", "c", "X-Session-Id", "1", "X-Session-Id", "2", "X-Conversation-Id", "c")
	f("metadata's session last", chat, `"metadata":{"session_id":"ms"}`, "default", "ms")
	// Aliases of hosted routers are off, and then on; further headers are the operator's.
	aliases := []string{"x-sm-user-id", "smu", "x-sm-conversation-id", "smc"}
	f("aliases, off", chat, "", "default", "", aliases...)
	f("a further header, not configured", chat, "", "default", "", "X-Forwarded-User", "f")
	answer, _ := r.send(chat, body(chat, ""), "X-Memory-User-Id", "off", "X-Memory-Bypass", "true", "X-Memory-Auto-Store", "false")
	want(t, "bypass, off", answer.Header.Get("X-Memory-Status")+" "+answer.Header.Get("X-Memory-Capture"), "empty queued")
	r.stop()
	r = start("headers: {aliases: true, user: [X-Forwarded-User]}\n")
	f("aliases, on", chat, "", "smu", "smc", aliases...)
	f("our own before them", chat, "", "h", "hs", append(aliases, "X-Memory-User-Id", "h", "X-Memory-Session-Id", "hs")...)
	f("a further header", chat, "", "f", "", "X-Forwarded-User", "f")
	for header, wanted := range map[string]string{
		"X-Memory-Bypass: true": "off off", "X-Memory-Bypass: ": "off off", "X-Memory-Bypass: false": "empty queued",
		"X-Memory-Auto-Store: false": "empty not-stored", "X-Memory-Auto-Store: ": "empty not-stored", "X-Memory-Auto-Store: true": "empty queued",
	} {
		name, value, _ := strings.Cut(header, ": ")
		answer, _ := r.send(chat, body(chat, ""), "X-Memory-User-Id", "alias", name, value)
		want(t, header, answer.Header.Get("X-Memory-Status")+" "+answer.Header.Get("X-Memory-Capture"), wanted)
	}
}

// TestHeadersOnlyLower is the table of the headers that are numbers, times and
// flags: each takes away and none gives.
func TestHeadersOnlyLower(t *testing.T) {
	r := startRig(t, nil)
	for _, told := range []string{"I have a parrot called Ibexlantern.", "My sister Caro keeps the parrot at weekends.", "My parrot eats walnuts."} {
		r.chat(as("nora", "s "+told), told)
	}
	r.flush()
	learnt := time.Now()
	const ask = `{"model":"m","messages":[{"role":"user","content":"What is my parrot called, who keeps it and what does it eat?"}]}`
	f := func(header ...string) (*http.Response, int) {
		t.Helper()
		answer, text := r.send("/v1/chat/completions", []byte(ask), append([]string{"X-Memory-User-Id", "nora"}, header...)...)
		if answer.StatusCode != 200 {
			t.Errorf("%v: %d %s", header, answer.StatusCode, text)
		}
		n, _ := strconv.Atoi(answer.Header.Get("X-Memory-Injected-Count"))
		return answer, n
	}
	answer, all := f()
	whole, err := strconv.Atoi(answer.Header.Get("X-Memory-Injected-Tokens"))
	if all < 2 || err != nil || whole == 0 {
		t.Fatalf("only %d records of %d tokens are injected", all, whole)
	}
	for _, name := range []string{"X-Memory-Status", "X-Memory-Injected-Count", "X-Memory-Injected-Tokens", "X-Memory-Latency-Ms", "X-Memory-Capture", "X-Memory-Receipt-Id", "Server-Timing"} {
		if answer.Header.Get(name) == "" {
			t.Errorf("the answer lacks %s", name)
		}
	}
	count := func(wanted int, header ...string) {
		t.Helper()
		if _, n := f(header...); n != wanted {
			t.Errorf("%v: %d records, want %d", header, n, wanted)
		}
	}
	count(1, "X-Memory-Top-K", "1")
	count(1, "X-Memory-Top-K", "5", "X-Memory-Top-K", "1")
	count(0, "X-Memory-Top-K", "0")
	count(all, "X-Memory-Top-K", "10000")
	count(all, "X-Memory-Budget-Tokens", "99999999999999999999")
	count(0, "X-Memory-Budget-Tokens", "1")
	count(0, "X-Memory-Budget-Tokens", "0")
	count(0, "X-Memory-Deadline-Ms", "0")
	count(all, "X-Memory-Deadline-Ms", "60000")
	count(0, "X-Memory-As-Of", learnt.Add(-24*time.Hour).UTC().Format(time.RFC3339))
	count(all, "X-Memory-As-Of", learnt.Add(time.Hour).Format(time.RFC3339))
	answer, _ = f("X-Memory-As-Of", learnt.UTC().Format(time.RFC3339))
	want(t, "capture of a question about the past", answer.Header.Get("X-Memory-Capture"), "off")
	answer, _ = f("X-Memory-TTL", "0s")
	want(t, "capture with a life of nothing", answer.Header.Get("X-Memory-Capture"), "off")
	count(0, "X-Memory-Realm", "work")
	for _, bad := range [][2]string{
		{"X-Memory-Top-K", "-1"}, {"X-Memory-Top-K", "many"}, {"X-Memory-Top-K", ""}, {"X-Memory-Top-K", "1.5"}, {"X-Memory-Budget-Tokens", "0x10"},
		{"X-Memory-Deadline-Ms", "soon"}, {"X-Memory-TTL", "-5m"}, {"X-Memory-TTL", ""}, {"X-Memory-As-Of", "yesterday"}, {"X-Memory-As-Of", ""}, {"X-Memory-Require", "perhaps"},
	} {
		answer, _ := r.send("/v1/chat/completions", []byte(ask), "X-Memory-User-Id", "nora", bad[0], bad[1])
		if answer.StatusCode != 400 || answer.Header.Get("X-Memory-Error") != "bad_header" {
			t.Errorf("%s: %q: %d %s", bad[0], bad[1], answer.StatusCode, answer.Header.Get("X-Memory-Error"))
		}
	}
	// A forget says how many it took.
	answer, _ = f("X-Memory-Forget", "topic:"+url.PathEscape("parrot"))
	if n, err := strconv.Atoi(answer.Header.Get("X-Memory-Forgotten")); err != nil || n == 0 {
		t.Errorf("forgotten %q", answer.Header.Get("X-Memory-Forgotten"))
	}
	count(0)
}

// TestAHeaderThatBeatsTheBodyIsNamed: whatever else the reason says, it says that the body named
// another user than the header.
func TestAHeaderThatBeatsTheBodyIsNamed(t *testing.T) {
	r := startRig(t, nil)
	f := func(body, want string, header ...string) {
		t.Helper()
		answer, text := r.send("/v1/chat/completions", []byte(body), append(header, "X-Memory-User-Id", "ann")...)
		got := answer.Header.Get("X-Memory-Reason")
		if answer.StatusCode != http.StatusOK || got != want {
			t.Errorf("%s: %s, reason %q, want %q: %s", body, answer.Status, got, want, text)
		}
		if said := r.receiptOf(answer); said.UserID != "ann" || said.Reason != want {
			t.Errorf("%s: the receipt is of %q, reason %q", body, said.UserID, said.Reason)
		}
	}
	const asks = `"messages":[{"role":"user","content":"Which parrot do I have?"}]}`
	if err := r.admin.call(context.Background(), "POST", "/memories", nil,
		map[string]string{"user_id": "ann", "layer": "semantic", "text": "has a parrot called Polly"}, nil); err != nil {
		t.Fatal(err)
	}
	f(`{"model":"m",`+asks, "")
	f(`{"model":"m","user":"ann",`+asks, "")
	f(`{"model":"m","user":"bob",`+asks, "user-header")
	f(`{"model":"m","metadata":{"user_id":"bob"},`+asks, "user-header")
	f(`{"model":"m","user":"bob",`+asks, "request,user-header", "X-Memory-Mode", "write")
	f(`{"model":"m","user":"bob","messages":[{"role":"user","content":"thanks"}]}`, "trivial,user-header")
}
