package main

import (
	"fmt"
	"net/http"
	"testing"
)

// TestRequiredMemoryThatCannotBeHadIsAnError sends requests that could have no memory, for
// every reason there is, with and without X-Memory-Require. Those that memory was asked
// for and had nothing to say to go on.
func TestRequiredMemoryThatCannotBeHadIsAnError(t *testing.T) {
	door := newDoorman(t)
	r := startGuarded(t, door.URL, nil)
	const (
		chat = "/v1/chat/completions"
		key  = "X-Memory-Key"
		user = "X-Memory-User-Id"
		mode = "X-Memory-Mode"
	)
	turn := func(text string) string {
		return fmt.Sprintf(`{"model":"m","messages":[{"role":"user","content":%q}]}`, text)
	}
	ask := turn("Which animals do I have?")
	f := func(status, reason string, required int, code, body string, pairs ...string) {
		t.Helper()
		answer, _ := r.send(chat, []byte(body), pairs...)
		want(t, reason+", not required", answer.StatusCode, http.StatusOK)
		want(t, reason+": status", answer.Header.Get("X-Memory-Status"), status)
		want(t, reason+": reason", answer.Header.Get("X-Memory-Reason"), reason)
		before, _ := door.calls()
		answer, text := r.send(chat, []byte(body), append(pairs, "X-Memory-Require", "true")...)
		after, _ := door.calls()
		if answer.StatusCode != required || answer.Header.Get("X-Memory-Error") != code {
			t.Errorf("%s, required: %d %q, want %d %q: %s", reason, answer.StatusCode, answer.Header.Get("X-Memory-Error"), required, code, text)
		}
		if sent := after > before; sent != (required == http.StatusOK) {
			t.Errorf("%s, required: it was sent on: %v", reason, sent)
		}
		want(t, reason+", required: status", answer.Header.Get("X-Memory-Status"), status)
		want(t, reason+", required: reason", answer.Header.Get("X-Memory-Reason"), reason)
	}
	off := func(reason string, pairs ...string) {
		t.Helper()
		f("off", reason, http.StatusForbidden, "memory_off", ask, pairs...)
	}
	nobody := func(reason string, pairs ...string) {
		t.Helper()
		f("no-identity", reason, http.StatusForbidden, "memory_off", ask, pairs...)
	}
	// Switched off, rung by rung.
	off("request", key, "k-acme", user, "ann", mode, "off")
	off("request", key, "k-acme", user, "ann", mode, "write")
	off("mode-unknown", key, "k-acme", user, "ann", mode, "sometimes")
	off("header-limits", key, "k-acme", user, "ann", "X-Memory-Budget-Tokens", "0")
	off("header-limits", key, "k-acme", user, "ann", "X-Memory-Top-K", "0")
	off("header-limits", key, "k-acme", user, "ann", "X-Memory-Deadline-Ms", "0")
	off("default", key, "k-both", "X-Memory-Tenant-Id", "globex", user, "bea")
	if err := r.admin.call(t.Context(), "PUT", "/users/zoe/settings", nil, map[string]any{"tenant_id": "acme", "mode": "off"}, nil); err != nil {
		t.Fatal(err)
	}
	off("user", key, "k-acme", user, "zoe")
	// Nobody's.
	nobody("no-key", user, "ann")
	nobody("no-user", key, "k-acme")
	nobody("user-empty", key, "k-acme", user, "")
	nobody("tenant-unnamed", key, "k-both", user, "ann")
	nobody("assertion-required", key, "k-signed", user, "ann")
	// Not understood, or not a person's.
	f("skipped", "unread", http.StatusServiceUnavailable, "memory_unavailable", `{"model":"m","messages":"hello"}`, key, "k-acme", user, "ann")
	f("skipped", "not-human", http.StatusServiceUnavailable, "memory_unavailable",
		turn("Generate a concise, 3-5 word title with an emoji summarizing the chat history.\n\n<chat_history>\nuser: hi\n</chat_history>"), key, "k-acme", user, "ann")
	// Memory was asked.
	f("empty", "nothing", http.StatusOK, "", ask, key, "k-acme", user, "newcomer", mode, "read")
	f("empty", "trivial", http.StatusOK, "", turn("thanks"), key, "k-acme", user, "newcomer", mode, "read")
	f("empty", "nothing", http.StatusOK, "", ask, key, "k-acme", user, "newcomer", mode, "read", "X-Memory-As-Of", "2026-01-31T09:00:00Z")
	f("empty", "nothing", http.StatusOK, "", ask, key, "k-acme", user, "newcomer", mode, "read", "X-Memory-No-Store", "true")
	// Tenants that an operator switches.
	policy := func(keys map[string]any) {
		t.Helper()
		if err := r.admin.call(t.Context(), "PUT", "/tenants/acme/policy", nil, keys, nil); err != nil {
			t.Fatal(err)
		}
	}
	policy(map[string]any{"shadow": true})
	answer, _ := r.send(chat, []byte(ask), key, "k-acme", user, "ann", mode, "read", "X-Memory-Require", "true")
	want(t, "in shadow", answer.Header.Get("X-Memory-Error"), "memory_off")
	policy(map[string]any{"shadow": false, "mode": "off"})
	off("tenant", key, "k-acme", user, "ann", mode, "on")
	// Who asks too often.
	for range 2 {
		r.send(chat, []byte(ask), key, "k-slow", user, "gus", mode, "read")
	}
	answer, _ = r.send(chat, []byte(ask), key, "k-slow", user, "gus", mode, "read")
	want(t, "rate", answer.Header.Get("X-Memory-Reason"), "rate-limit")
	answer, _ = r.send(chat, []byte(ask), key, "k-slow", user, "gus", mode, "read", "X-Memory-Require", "true")
	want(t, "rate, required", answer.StatusCode, http.StatusTooManyRequests)
	if answer.Header.Get("Retry-After") == "" {
		t.Error("a rate limit does not say when to come again")
	}
	// A route that is relayed unread never has memory: a client that requires it by
	// default may still list models.
	answer, _ = r.send("/v1/embeddings", []byte(`{}`), key, "k-slow", user, "gus", "X-Memory-Require", "true")
	want(t, "unread", answer.StatusCode, http.StatusOK)
}

// TestRequiredMemoryRefusesBeforeItForgets: who repeats a refused request must not forget
// one exchange more each time.
func TestRequiredMemoryRefusesBeforeItForgets(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "s"), "I have a parrot called Polly.")
	r.flush()
	answer, _ := r.post("/v1/chat/completions", and(as("nora", "s"), "X-Memory-Mode", "off", "X-Memory-Require", "true", "X-Memory-Forget", "last"),
		[]byte(`{"model":"m","messages":[{"role":"user","content":"Hello there."}]}`))
	want(t, "answer", answer.StatusCode, http.StatusForbidden)
	want(t, "the parrot is known", r.knows("nora", "Polly"), true)
}
