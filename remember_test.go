package main

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

func TestAFactToldInOneSessionArrivesInAnother(t *testing.T) {
	r := startRig(t, nil)
	f := func(user, told, asked, words string) {
		t.Helper()
		r.chat(as(user, "first"), told)
		r.flush()
		header := r.chat(as(user, "second"), asked)
		want(t, user+" status", header.Get("X-Memory-Status"), "injected")
		if got := r.forwarded(); !strings.Contains(got, words) || !strings.HasPrefix(got, asked) {
			t.Errorf("%s: forwarded %q, want it to begin with the question and to hold %q", user, got, words)
		}
	}
	f("nora", "I'm allergic to peanuts, by the way.", "Which snacks can I eat? Any allergy?", "peanuts")
	f("小林", "我住在杭州,不吃香菜。", "点外卖的时候,有什么是我不吃的?", "香菜")
}

func TestNobodyHearsAnothersMemory(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("ann", "a"), "My locker code is 4417, remember that.")
	r.flush()
	for _, user := range []string{"bob", "Ann", "ann%20", "%61nn"} {
		header := r.chat(as(user, "b"), "What is my locker code?")
		if strings.Contains(r.forwarded(), "4417") || header.Get("X-Memory-Status") == "injected" {
			t.Errorf("%q heard ann's memory: %s", user, r.forwarded())
		}
	}
	r.chat(map[string]string{}, "What is my locker code?")
	if strings.Contains(r.forwarded(), "4417") {
		t.Error("a request without a user heard ann's memory")
	}
}

func TestARequestWithoutAUserIsTheDefaultUsersOnALaptop(t *testing.T) {
	r := startRig(t, nil)
	r.chat(nil, "I prefer window seats on trains.")
	r.flush()
	if !r.knows("default", "window") {
		t.Error("the default user's preference was not kept")
	}
}

func TestTheRequestIsForwardedAsItCame(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "first"), "I'm allergic to peanuts.")
	r.flush()
	body := []byte(`{ "temperature":0, "seed":9007199254740993,"x":{"z":1,"a":[null,"<&>"]} ,"model":"gpt-4o","messages":[{"role":"system","content":"s"},{"role":"user","content":"Any \u0061llergy of mine? 花生"}],"stop":[] }`)
	for _, mode := range []string{"on", "off", "read"} {
		answer, _ := r.post("/v1/chat/completions", and(as("nora", "s-"+mode), "X-Memory-Mode", mode), body)
		got := r.provider.last()
		if mode == "off" {
			if !bytes.Equal(got, body) {
				t.Errorf("off: forwarded %s", got)
			}
			want(t, "status", answer.Header.Get("X-Memory-Status"), "off")
			continue
		}
		want(t, mode+" status", answer.Header.Get("X-Memory-Status"), "injected")
		at := bytes.Index(body, []byte("花生")) + len("花生")
		if !bytes.HasPrefix(got, body[:at]) || !bytes.HasSuffix(got, body[at:]) {
			t.Errorf("%s: more than a splice was changed: %s", mode, got)
		}
	}
}

func TestModesOnlyRestrict(t *testing.T) {
	r := startRig(t, nil)
	f := func(mode, status, capture string) {
		t.Helper()
		header := r.chat(and(as("nora", "s"), "X-Memory-Mode", mode), "I live in Lisbon, mode "+mode+".")
		want(t, mode+" status", header.Get("X-Memory-Status"), status)
		want(t, mode+" capture", header.Get("X-Memory-Capture"), capture)
	}
	f("off", "off", "off")
	f("read", "empty", "off")
	f("nonsense", "off", "off")
	r.flush()
	want(t, "records", len(r.records("nora")), 0)
	f("write", "off", "queued")
	r.flush()
	if !r.knows("nora", "Lisbon") {
		t.Error("what was written was not kept")
	}
}

func TestForgetHeader(t *testing.T) {
	f := func(name, kind string, gone, left []string) {
		t.Run(name, func(t *testing.T) {
			r := startRig(t, nil)
			r.chat(as("nora", "one"), "I'm allergic to peanuts.")
			r.flush()
			r.chat(as("nora", "two"), "My sister is called Amelia.")
			r.flush()
			header := r.chat(and(as("nora", "two"), "X-Memory-Forget", kind), "Thank you, that is all for today.")
			if header.Get("X-Memory-Forgotten") == "" || header.Get("X-Memory-Forgotten") == "0" {
				t.Errorf("X-Memory-Forgotten: %q", header.Get("X-Memory-Forgotten"))
			}
			r.flush()
			for _, words := range gone {
				if r.knows("nora", words) {
					t.Errorf("%q is still known", words)
				}
			}
			for _, words := range left {
				if !r.knows("nora", words) {
					t.Errorf("%q is gone too", words)
				}
			}
		})
	}
	f("last", "last", []string{"Amelia"}, []string{"peanuts"})
	f("session", "session", []string{"Amelia"}, []string{"peanuts"})
	f("topic", "topic:peanuts", []string{"peanuts"}, []string{"Amelia"})
	f("topic, encoded", "topic:pea%6euts", []string{"peanuts"}, []string{"Amelia"})
	f("all", "all", []string{"Amelia", "peanuts"}, nil)
}

func TestABadForgetIsAnErrorAndNothingIsSentOn(t *testing.T) {
	r := startRig(t, nil)
	body := []byte(`{"model":"m","messages":[{"role":"user","content":"hi"}]}`)
	answer, text := r.post("/v1/chat/completions", and(as("nora", "s"), "X-Memory-Forget", "everything"), body)
	want(t, "status", answer.StatusCode, http.StatusBadRequest)
	if answer.Header.Get("X-Memory-Error") == "" || !bytes.Contains(text, []byte(`"error"`)) {
		t.Errorf("got %s", text)
	}
	if r.provider.last() != nil {
		t.Error("it was sent on all the same")
	}
}

func TestErasedUserIsUnknownAndDoesNotComeBack(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I'm allergic to peanuts.")
	header := r.chat(as("nora", "one"), "My sister is called Amelia.")
	r.flush()
	var gone struct {
		Deleted  map[string]int
		Verified bool
		Hashes   struct {
			Algorithm string
			Records   []string
		}
	}
	if err := r.admin.call(context.Background(), "DELETE", "/users/nora", nil, nil, &gone); err != nil {
		t.Fatal(err)
	}
	if !gone.Verified || gone.Deleted["records"] == 0 || len(gone.Hashes.Records) == 0 || gone.Hashes.Algorithm != "hmac-sha256" {
		t.Errorf("receipt: %+v", gone)
	}
	want(t, "records", len(r.records("nora")), 0)
	for _, path := range []string{"/users/nora/export", "/receipts/" + header.Get("X-Memory-Receipt-Id")} {
		if _, err := r.admin.open(context.Background(), "GET", path, url.Values{}, nil); err == nil || !strings.Contains(err.Error(), "not_found") {
			t.Errorf("%s: %v, want not found", path, err)
		}
	}
	r.restart()
	want(t, "records after a restart", len(r.records("nora")), 0)
	r.chat(as("nora", "new"), "What do you know about me?")
	if got := r.forwarded(); strings.Contains(got, "peanuts") || strings.Contains(got, "Amelia") {
		t.Errorf("the erased came back: %s", got)
	}
}

func TestReceiptTellsWhatWasInjectedAndWhatBecameOfTheExchange(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I'm allergic to peanuts.")
	r.flush()
	id := r.chat(as("nora", "two"), "Any allergy I should mention? I also moved to Lisbon.").Get("X-Memory-Receipt-Id")
	r.flush()
	var receipt struct {
		ID, Status string
		UserID     string `json:"user_id"`
		SessionID  string `json:"session_id"`
		Injected   []struct {
			ID, Layer, Text string
			Tokens          int
			Sources         []struct {
				SessionID string `json:"session_id"`
			}
		}
		Capture struct {
			State   string
			Records []string
		}
	}
	if err := r.admin.call(context.Background(), "GET", "/receipts/"+id, nil, nil, &receipt); err != nil {
		t.Fatal(err)
	}
	text, _ := json.Marshal(receipt)
	if receipt.Status != "injected" || len(receipt.Injected) == 0 || !strings.Contains(receipt.Injected[0].Text, "peanuts") ||
		receipt.Injected[0].Tokens == 0 || receipt.Injected[0].Sources[0].SessionID != "one" {
		t.Errorf("receipt: %s", text)
	}
	if receipt.Capture.State != "learnt" || len(receipt.Capture.Records) == 0 {
		t.Errorf("capture: %s", text)
	}
}

func TestMemorySurvivesARestart(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "I'm allergic to peanuts.")
	r.flush()
	r.restart()
	want(t, "status", r.chat(as("nora", "two"), "Which allergy do I have?").Get("X-Memory-Status"), "injected")
}
