package main

import (
	"bytes"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestAStoreThatCannotBeOpened: chat goes on as it came, whatever its headers ask for; what must
// not fail open is refused; and it is said loudly.
func TestAStoreThatCannotBeOpened(t *testing.T) {
	r := startRig(t, func(o *options, _ *secrets) {
		if err := os.WriteFile(filepath.Join(o.data, "control.db"), bytes.Repeat([]byte("garbage "), 4096), 0o600); err != nil {
			t.Fatal(err)
		}
	})
	body := []byte(`{"model":"m","messages":[{"role":"user","content":"I live in Lisbon."}]}`)
	for _, header := range [][2]string{{"X-Memory-Mode", "on"}, {"X-Memory-Mode", "read"}, {"X-Memory-Mode", "write"}, {"X-Memory-No-Store", "true"}, {"Cache-Control", "no-store"}, {"X-Memory-As-Of", "2026-01-31T09:00:00Z"}, {"X-Memory-Realm", "work"}} {
		for _, who := range []string{"", "nora"} {
			pairs := []string{header[0], header[1]}
			if who != "" {
				pairs = append(pairs, "X-Memory-User-Id", who)
			}
			answer, text := r.send("/v1/chat/completions", body, pairs...)
			capture := "off"
			if strings.HasSuffix(header[0], "-No-Store") || header[0] == "Cache-Control" {
				capture = "not-stored"
			}
			if answer.StatusCode != http.StatusOK || answer.Header.Get("X-Memory-Status") != "degraded" || answer.Header.Get("X-Memory-Reason") != "store-unavailable" || answer.Header.Get("X-Memory-Capture") != capture {
				t.Errorf("%s as %q: %s %v: %s", header, who, answer.Status, answer.Header, text)
			}
			if !bytes.Equal(r.provider.last(), body) {
				t.Errorf("%s as %q: forwarded %s", header, who, r.provider.last())
			}
		}
	}
	for _, pair := range [][2]string{{"X-Memory-Require", "true"}, {"X-Memory-Forget", "all"}} {
		if answer, text := r.send("/v1/chat/completions", body, pair[0], pair[1]); answer.StatusCode != http.StatusServiceUnavailable || answer.Header.Get("X-Memory-Error") != "memory_unavailable" {
			t.Errorf("%s: %s %s", pair, answer.Status, text)
		}
	}
	if got := r.ask("GET", "/memories?user_id=nora", ""); got.Status != http.StatusServiceUnavailable {
		t.Errorf("the admin API answers %d: %s", got.Status, got.Body)
	}
	if log := r.log.String(); !strings.Contains(log, "MEMORY IS DOWN") || strings.Contains(log, "memory broke") {
		t.Errorf("the log says\n%s", log)
	}
}
