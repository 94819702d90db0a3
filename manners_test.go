package main

import (
	"bytes"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// adminAnswer is what the admin API says to one call.
type adminAnswer struct {
	Status int
	Header http.Header
	Body   []byte
	Error  struct{ Message, Type, Code, Param string }
}

// ask calls the admin API as curl would.
func (r *rig) ask(method, path, body string) adminAnswer {
	r.t.Helper()
	request, err := http.NewRequest(method, r.house.adminURL()+"/memory/v1"+path, strings.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	if r.admin.key != "" {
		request.Header.Set("Authorization", "Bearer "+r.admin.key)
	}
	answer, text := r.do(request)
	out := adminAnswer{Status: answer.StatusCode, Header: answer.Header, Body: text}
	if out.Status >= 400 {
		if err := json.Unmarshal(text, &out); err != nil || out.Error.Message == "" || out.Error.Type == "" || out.Error.Code == "" {
			r.t.Errorf("%s %s: %d without the shape of an error: %s", method, path, out.Status, text)
		}
	}
	return out
}

// TestEveryListRefusesACursorOfNobody goes through every list of the served document.
func TestEveryListRefusesACursorOfNobody(t *testing.T) {
	r := startRig(t, nil)
	r.chat(map[string]string{"X-Memory-User-Id": "ann"}, "I live in Lisbon.")
	r.flush()
	var document struct {
		Paths map[string]map[string]struct{ Parameters []struct{ Name string } }
	}
	if err := json.Unmarshal(r.ask("GET", "/openapi.json", "").Body, &document); err != nil {
		t.Fatal(err)
	}
	lists := 0
	for path, calls := range document.Paths {
		if !slices.ContainsFunc(calls["get"].Parameters, func(p struct{ Name string }) bool { return p.Name == "cursor" }) {
			continue
		}
		lists++
		for _, cursor := range []string{"zzz", "AAAA", "%00", "%E4%B8%AD", "AAAAAAAAAAAAAAAAAAAAAAAA"} {
			got := r.ask("GET", strings.TrimPrefix(path, "/memory/v1")+"?user_id=ann&cursor="+cursor, "")
			if got.Status >= 500 || got.Status >= 400 && got.Error.Param != "cursor" {
				t.Errorf("%s with cursor %s: %d %s", path, cursor, got.Status, got.Body)
			}
		}
	}
	if lists < 4 {
		t.Errorf("only %d lists have a cursor", lists)
	}
}

func TestAWrongMethodIsToldTheRightOnes(t *testing.T) {
	r := startRig(t, nil)
	f := func(method, path string, status int, allow string) {
		t.Helper()
		if got := r.ask(method, path, ""); got.Status != status || got.Header.Get("Allow") != allow {
			t.Errorf("%s %s: %d, allowed %q", method, path, got.Status, got.Header.Get("Allow"))
		}
	}
	f("GET", "/search", 405, "POST")
	f("PUT", "/memories", 405, "GET, HEAD, POST, DELETE")
	f("PATCH", "/users/ann/settings", 405, "GET, HEAD, PUT")
	f("GET", "/nothing", 404, "")
	f("POST", "/memories/", 404, "")
}

// TestSettingsThatAreNotNamedStay: who sets a time zone does not switch memory on, nor bring a
// silenced topic back; an empty value takes a choice back.
func TestSettingsThatAreNotNamedStay(t *testing.T) {
	r := startRig(t, nil)
	f := func(body, want string) {
		t.Helper()
		if got := r.ask("PUT", "/users/ann/settings", body); got.Status != 200 || !bytes.Equal(bytes.TrimSpace(got.Body), []byte(want)) {
			t.Errorf("PUT %s: %d %s", body, got.Status, got.Body)
		}
		if got := r.ask("GET", "/users/ann/settings", ""); !bytes.Equal(bytes.TrimSpace(got.Body), []byte(want)) {
			t.Errorf("after PUT %s: %s", body, got.Body)
		}
	}
	f(`{"mode":"off","silenced":["the printer"]}`, `{"mode":"off","silenced":["the printer"],"user_id":"ann","tenant_id":"default","effective_mode":"off","effective_step":"user"}`)
	f(`{"time_zone":"Asia/Shanghai"}`, `{"mode":"off","time_zone":"Asia/Shanghai","silenced":["the printer"],"user_id":"ann","tenant_id":"default","effective_mode":"off","effective_step":"user"}`)
	f(`{"mode":"","silenced":[]}`, `{"time_zone":"Asia/Shanghai","user_id":"ann","tenant_id":"default","effective_mode":"on","effective_step":"default"}`)
	if got := r.ask("PUT", "/users/ann/settings", `{"mode":"always"}`); got.Status != 400 || got.Error.Param != "mode" {
		t.Errorf("an unknown mode: %d %s", got.Status, got.Body)
	}
	if got := r.ask("PUT", "/users/ann/settings", `{"colour":"red"}`); got.Status != 400 || got.Error.Param != "colour" {
		t.Errorf("an unknown setting: %d %s", got.Status, got.Body)
	}
}

// TestUsersAreListedAsAsked: all of them by pages, or the one that is named, also by an alias.
func TestUsersAreListedAsAsked(t *testing.T) {
	r := startRig(t, nil)
	for _, user := range []string{"ann", "bob", "小王"} {
		r.chat(map[string]string{"X-Memory-User-Id": user}, "I live in Lisbon.")
	}
	r.flush()
	if got := r.ask("POST", "/users/ann/links", `{"alias":"annie"}`); got.Status != 200 {
		t.Fatalf("link: %d %s", got.Status, got.Body)
	}
	f := func(query, want string) {
		t.Helper()
		if got := r.ask("GET", "/users"+query, ""); got.Status != 200 || string(bytes.TrimSpace(got.Body)) != want {
			t.Errorf("%s: %d %s, want %s", query, got.Status, got.Body, want)
		}
	}
	f("", `{"data":["ann","bob","小王"],"next_cursor":""}`)
	f("?user_id=bob", `{"data":["bob"],"next_cursor":""}`)
	f("?user_id=小王", `{"data":["小王"],"next_cursor":""}`)
	f("?user_id=annie", `{"data":["ann"],"next_cursor":""}`)
	f("?user_id=nobody", `{"data":[],"next_cursor":""}`)
	f("?user_id=bob&realm=work", `{"data":[],"next_cursor":""}`)
	var first, second struct {
		Data []string
		Next string `json:"next_cursor"`
	}
	if err := json.Unmarshal(r.ask("GET", "/users?limit=2", "").Body, &first); err != nil || len(first.Data) != 2 || first.Next == "" {
		t.Fatalf("the first page: %+v, %v", first, err)
	}
	if err := json.Unmarshal(r.ask("GET", "/users?limit=2&cursor="+first.Next, "").Body, &second); err != nil || len(second.Data) != 1 || second.Next != "" {
		t.Errorf("the second page: %+v, %v", second, err)
	}
}

// TestNothingThatACallIsGivenIsPassedOver: every call of the served document refuses a parameter
// that it does not know, parameters that belong in its body, and a body that belongs in its query.
func TestNothingThatACallIsGivenIsPassedOver(t *testing.T) {
	r := startRig(t, nil)
	r.chat(map[string]string{"X-Memory-User-Id": "ann"}, "I live in Lisbon.")
	r.flush()
	var document struct {
		Paths map[string]map[string]struct{ Parameters []struct{ Name, In string } }
	}
	if err := json.Unmarshal(r.ask("GET", "/openapi.json", "").Body, &document); err != nil {
		t.Fatal(err)
	}
	f := func(method, path, body, param string) {
		t.Helper()
		if got := r.ask(method, path, body); got.Status != 400 || got.Error.Param != param {
			t.Errorf("%s %s %s: %d %s", method, path, body, got.Status, got.Body)
		}
	}
	calls := 0
	for path, methods := range document.Paths {
		path = strings.TrimPrefix(path, "/memory/v1")
		for method, call := range methods {
			method = strings.ToUpper(method)
			target := strings.NewReplacer("{id}", "ann", "{alias}", "annie").Replace(path)
			if path == "/events" && method == "GET" {
				continue // answers for ever where it is not refused
			}
			calls++
			f(method, target+"?bogus=1", "", "bogus")
			asks := slices.ContainsFunc(call.Parameters, func(p struct{ Name, In string }) bool { return p.In == "query" })
			if method == "DELETE" {
				f(method, target, `{"user_id":"ann","all":true}`, "")
			}
			if method != "GET" && method != "DELETE" && !asks {
				f(method, target+"?user_id=ann", "{}", "user_id")
			}
		}
	}
	f("GET", "/events?bogus=1", "", "bogus")
	f("GET", "/memories?user_id=ann&level=tenant&team_id=crew", "", "team_id")
	f("GET", "/memories?user_id=ann&level=user&team_id=crew", "", "team_id")
	f("GET", "/jobs?user_id=ann&job=nothing", "", "job")
	if calls < 30 {
		t.Errorf("only %d calls", calls)
	}
	if got := r.ask("DELETE", "/users/ann?dry_run=true", "{}"); got.Status != 200 {
		t.Errorf("an empty object with a DELETE: %d %s", got.Status, got.Body)
	}
}
