package main

import (
	"bytes"
	"net/http"
	"testing"
)

func TestWhereMemoryIsOffNothingIsKeptOfARequest(t *testing.T) {
	r := startRig(t, nil)
	body := []byte(`{"model":"m","messages":[{"role":"user","content":"I live in Lisbon."}]}`)
	answer, _ := r.post("/v1/chat/completions", and(as("nora", "s"), "X-Memory-Mode", "off"), body)
	want(t, "status", answer.Header.Get("X-Memory-Status"), "off")
	want(t, "capture", answer.Header.Get("X-Memory-Capture"), "off")
	want(t, "receipt", answer.Header.Get("X-Memory-Receipt-Id"), "")
	if !bytes.Equal(r.provider.last(), body) {
		t.Errorf("forwarded %s", r.provider.last())
	}
	r.flush()
	want(t, "records", len(r.records("nora")), 0)
	// Our own field is cut out even where memory is off: strict providers would
	// refuse it.
	r.post("/v1/chat/completions", and(as("nora", "s"), "X-Memory-Mode", "off"),
		[]byte(`{"model":"m","memory":true,"messages":[{"role":"user","content":"hi"}]}`))
	if bytes.Contains(r.provider.last(), []byte(`"memory"`)) {
		t.Errorf("forwarded %s", r.provider.last())
	}
}

func TestOffAndNoStoreStaysUnlearntWhenItComesAgain(t *testing.T) {
	r := startRig(t, nil)
	words := "The vault opens with quokka-1111."
	r.chat(and(as("nora", "s"), "X-Memory-Mode", "off", "X-Memory-No-Store", "true"), words)
	r.chat(as("nora", "s"), words)
	r.flush()
	if r.knows("nora", "quokka") {
		t.Error("words said off the record were learnt when they came again")
	}
}

func TestABodyThatIsNotUnderstoodGoesOnUntouched(t *testing.T) {
	r := startRig(t, nil)
	body := []byte(`{"model":"m","messages":"hello"}`)
	answer, _ := r.post("/v1/chat/completions", as("nora", "s"), body)
	want(t, "status", answer.Header.Get("X-Memory-Status"), "skipped")
	want(t, "answer", answer.StatusCode, http.StatusBadRequest) // the provider's own
	answer, _ = r.post("/v1/chat/completions", and(as("nora", "s"), "X-Memory-Require", "true"), body)
	want(t, "required", answer.StatusCode, http.StatusServiceUnavailable)
}
