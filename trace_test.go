package main

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"mneme/memory/memorytest"
)

// TestNoStoreLeavesNothing says secrets off the record in every way there is, and
// looks for them in every file, log line, metric and receipt, before and after a
// restart.
func TestNoStoreLeavesNothing(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "s0"), "I'm allergic to peanuts.")
	var canaries []string
	say := func(header map[string]string, text, canary string) {
		t.Helper()
		canaries = append(canaries, canary)
		got := r.chat(header, text)
		want(t, text+": capture", got.Get("X-Memory-Capture"), "not-stored")
	}
	say(and(as("nora", "s1"), "X-Memory-No-Store", "true"), "The vault opens with quokka-1111.", "quokka-1111")
	say(and(as("nora", "s2"), "X-Memory-No-Store", ""), "The vault opens with quokka-2222.", "quokka-2222")
	say(and(as("nora", "s3"), "Cache-Control", "no-store"), "The vault opens with quokka-3333.", "quokka-3333")
	say(and(as("nora", "s4"), "X-Memory-Store", "false"), "保险柜密码是 袋鼠四四四四。", "袋鼠四四四四")
	say(as("nora", "s5"), "Don't remember this: the vault opens with quokka-5555.", "quokka-5555")
	say(as("nora", "s6"), "这句话不要记:保险柜密码是 袋鼠六六六六。", "袋鼠六六六六")
	say(as("nora", "s7"), "off the record, the vault opens with quokka-7777", "quokka-7777")
	canaries = append(canaries, "quokka-8888", "quokka-9999")
	for _, body := range []string{
		`{"model":"m","memory":false,"messages":[{"role":"user","content":"The vault opens with quokka-8888."}]}`,
		`{"model":"m","messages":[{"role":"user","content":"The vault opens with quokka-9999.","memory":false}]}`,
	} {
		answer, _ := r.post("/v1/chat/completions", as("nora", "s8"), []byte(body))
		want(t, body+": capture", answer.Header.Get("X-Memory-Capture"), "not-stored")
		if strings.Contains(string(r.provider.last()), `"memory"`) {
			t.Errorf("our own field was forwarded: %s", r.provider.last())
		}
	}
	// The history comes again without the flag.
	r.chat(as("nora", "s1"), "The vault opens with quokka-1111.", "All right.", "And what else should I pack?")
	r.chat(as("nora", "s1"), "The vault opens with quokka-1111.")
	r.flush()
	look := func(when string) {
		t.Helper()
		memorytest.Canary(t, canaries, r.house.opts.data)
		for _, where := range []string{"/metrics", "/memory/v1/receipts?user_id=nora", "/memory/v1/audit", "/memory/v1/stats", "/memory/v1/users/nora/export"} {
			answer, err := http.Get(r.house.adminURL() + where)
			if err != nil {
				t.Fatal(err)
			}
			text, err := io.ReadAll(answer.Body)
			answer.Body.Close()
			if err != nil {
				t.Fatal(err)
			}
			for _, canary := range canaries {
				if strings.Contains(string(text), canary) {
					t.Errorf("%s: %s holds %q", when, where, canary)
				}
			}
		}
		for _, canary := range canaries {
			if strings.Contains(r.log.String(), canary) {
				t.Errorf("%s: the log holds %q", when, canary)
			}
		}
	}
	look("running")
	r.restart()
	look("after a restart")
}

// TestLogsNeverHoldContent talks and looks for the words in the log at its most
// talkative.
func TestLogsNeverHoldContent(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "one"), "My sister Amelia lives in Zanzibar.")
	r.chat(and(as("nora", "one"), "X-Memory-Forget", "topic:Zanzibar"), "Thanks a lot.")
	r.flush()
	var found map[string]any
	if err := r.admin.call(context.Background(), "POST", "/search", nil, map[string]any{"user_id": "nora", "query": "Where does Amelia live?"}, &found); err != nil {
		t.Fatal(err)
	}
	for _, words := range []string{"Amelia", "Zanzibar", "nora"} {
		if strings.Contains(r.log.String(), words) {
			t.Errorf("the log holds %q:\n%s", words, r.log.String())
		}
	}
}
