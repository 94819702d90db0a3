package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"
)

// fault is the error in an answer of the admin API.
type fault struct {
	status int
	Error  *struct {
		Message, Type, Code string
		Param               *string
	}
	raw string
}

func (f fault) param() string {
	if f.Error == nil || f.Error.Param == nil {
		return ""
	}
	return *f.Error.Param
}

// call makes a call with a raw body and checks the envelope of an error.
func (r *rig) faultOf(method, path, body string) fault {
	r.t.Helper()
	var in io.Reader
	if body != "" {
		in = strings.NewReader(body)
	}
	request, err := http.NewRequest(method, r.admin.base+path, in)
	if err != nil {
		r.t.Fatal(err)
	}
	answer, text := r.do(request)
	out := fault{status: answer.StatusCode, raw: string(text)}
	if answer.StatusCode < 400 {
		return out
	}
	var shape map[string]map[string]any
	if err := json.Unmarshal(text, &out); err != nil || json.Unmarshal(text, &shape) != nil || out.Error == nil || out.Error.Message == "" || out.Error.Type == "" || out.Error.Code == "" {
		r.t.Errorf("%s %s %s: no envelope: %s", method, path, body, text)
		return out
	}
	if _, named := shape["error"]["param"]; !named || !strings.HasPrefix(answer.Header.Get("Content-Type"), "application/json") {
		r.t.Errorf("%s %s %s: no param or no JSON: %s", method, path, body, text)
	}
	return out
}

// TestEveryCallSaysWhatIsWrong makes every call of the OpenAPI document with
// unknown parameters, unknown fields, fields of a wrong type and bodies that are
// no JSON: each is an error that names what is wrong, and changes nothing.
func TestEveryCallSaysWhatIsWrong(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "s"), "I have a parrot called Ibexlantern.")
	r.flush()
	before := r.exported("nora")
	var doc struct {
		Paths map[string]map[string]struct {
			Parameters []struct {
				Name, In string
			}
			RequestBody struct {
				Content map[string]struct {
					Schema struct {
						Properties map[string]struct {
							Type  string
							OneOf []any
						}
					}
				}
			}
		}
	}
	if err := r.admin.call(context.Background(), "GET", "/openapi.json", nil, nil, &doc); err != nil {
		t.Fatal(err)
	}
	wrong := map[string]string{"string": "{}", "boolean": `"yes"`, "integer": `"1"`, "number": `"1"`, "array": "{}", "object": "[]"}
	calls := 0
	for path, methods := range doc.Paths {
		path = strings.NewReplacer("/memory/v1", "", "{id}", "nora", "{alias}", "nora", "{name}", "nora").Replace(path)
		for method, op := range methods {
			method = strings.ToUpper(method)
			if path == "/events" {
				continue // a stream
			}
			properties := op.RequestBody.Content["application/json"].Schema.Properties
			reads := method == "GET" || method == "DELETE"
			f := func(name, target, body, code, param string) {
				t.Helper()
				calls++
				got := r.faultOf(method, target, body)
				if got.status != http.StatusBadRequest || got.Error == nil || got.Error.Code != code || got.param() != param {
					t.Errorf("%s %s: %s: %d, want 400 %s %q: %s", method, target, name, got.status, code, param, got.raw)
				}
			}
			switch {
			case reads:
				f("an unknown parameter", path+"?surprise=1", "", "unknown_field", "surprise")
				for _, p := range op.Parameters {
					if p.In == "query" && p.Name != "cursor" && p.Name != "dry_run" && p.Name != "all" && p.Name != "limit" {
						f("an empty parameter", path+"?"+p.Name+"=", "", "invalid_value", p.Name)
						f("a parameter twice", path+"?"+p.Name+"=a&"+p.Name+"=b", "", "invalid_value", p.Name)
					}
					if p.Name == "limit" {
						for _, n := range []string{"0", "-1", "501", "many", "1e3"} {
							f("a limit of "+n, path+"?limit="+n, "", "invalid_value", "limit")
						}
					}
					if p.Name == "since" || p.Name == "until" {
						f("no time", path+"?"+p.Name+"=yesterday", "", "invalid_value", p.Name)
					}
				}
			case len(properties) > 0 && !strings.HasSuffix(path, "/import"):
				f("an unknown field", path, `{"surprise":1}`, "unknown_field", "surprise")
				for _, body := range []string{"hello", "[]", `"x"`, "{", `{"a":1} {}`, "\xff"} {
					if got := r.faultOf(method, path, body); got.status != http.StatusBadRequest {
						t.Errorf("%s %s with %q: %d %s", method, path, body, got.status, got.raw)
					}
				}
				for name, property := range properties {
					twice := r.faultOf(method, path, fmt.Sprintf(`{%q:null,%q:null}`, name, name))
					calls++
					if twice.status != http.StatusBadRequest || twice.param() != name {
						t.Errorf("%s %s: %s twice: %d, names %q: %s", method, path, name, twice.status, twice.param(), twice.raw)
					}
					if bad := wrong[property.Type]; bad != "" && len(property.OneOf) == 0 {
						got := r.faultOf(method, path, fmt.Sprintf(`{%q:%s}`, name, bad))
						calls++
						if got.status != http.StatusBadRequest || got.param() != name {
							t.Errorf("%s %s: %s of a wrong type: %d, names %q: %s", method, path, name, got.status, got.param(), got.raw)
						}
					}
				}
			}
		}
	}
	if calls < 150 {
		t.Errorf("only %d calls were made: the sweep is broken", calls)
	}
	if after := r.exported("nora"); after != before {
		t.Errorf("something was changed:\n%s\n%s", before, after)
	}
}

// TestCallsNameWhatTheyMiss is the table of what each call cannot do without.
func TestCallsNameWhatTheyMiss(t *testing.T) {
	r := startRig(t, nil)
	r.chat(as("nora", "s"), "I have a parrot called Ibexlantern.")
	r.chat(as("bo", "s"), "I have a parrot called Ibexlantern.")
	r.flush()
	f := func(method, path, body string, status int, code, param string) {
		t.Helper()
		got := r.faultOf(method, path, body)
		if got.status != status || got.Error == nil || got.Error.Code != code || got.param() != param {
			t.Errorf("%s %s %s: %d, want %d %s %q: %s", method, path, body, got.status, status, code, param, got.raw)
		}
	}
	id := r.records("nora")[0].ID
	f("POST", "/ingest", `{"messages":[{"role":"user","content":"x"}]}`, 400, "missing_field", "user_id")
	f("POST", "/ingest", `{"user_id":"nora"}`, 400, "missing_field", "messages")
	f("POST", "/ingest", `{"user_id":"nora","messages":[]}`, 400, "missing_field", "messages")
	f("POST", "/ingest", `{"user_id":"nora","messages":[{"content":"x"}]}`, 400, "missing_field", "messages[0].role")
	f("POST", "/ingest", `{"user_id":"nora","messages":[{"role":"king","content":"x"}]}`, 400, "invalid_value", "messages[0].role")
	f("POST", "/ingest", `{"user_id":"nora","messages":[{"role":"user","content":"x","created_at":"yesterday"}]}`, 400, "invalid_value", "messages[0].created_at")
	f("POST", "/ingest", `{"user_id":"no\tra","messages":[{"role":"user","content":"x"}]}`, 400, "invalid_value", "user_id")
	f("POST", "/ingest", `{"user_id":"nora","session_id":" s","messages":[{"role":"user","content":"x"}]}`, 400, "invalid_value", "session_id")
	f("POST", "/ingest", `{"user_id":"nora","user_id":"bo","messages":[{"role":"user","content":"x"}]}`, 400, "invalid_value", "user_id")
	f("POST", "/ingest", `{"USER_ID":"nora","messages":[{"role":"user","content":"x"}]}`, 400, "unknown_field", "USER_ID")
	f("POST", "/flush", `{"timeout_ms":-1}`, 400, "invalid_value", "timeout_ms")
	f("POST", "/search", `{"user_id":"nora"}`, 400, "missing_field", "query")
	f("POST", "/search", `{"query":"x"}`, 400, "missing_field", "user_id")
	f("POST", "/search", `{"user_id":"nora","query":"x","top_k":0}`, 400, "invalid_value", "top_k")
	f("POST", "/search", `{"user_id":"nora","query":"x","budget_tokens":-5}`, 400, "invalid_value", "budget_tokens")
	f("POST", "/search", `{"user_id":"nora","query":"x","layers":["dreams"]}`, 400, "invalid_value", "layers")
	f("POST", "/search", `{"user_id":"nora","query":"x","as_of":"then"}`, 400, "invalid_value", "as_of")
	f("GET", "/memories", "", 400, "missing_field", "user_id")
	f("GET", "/memories?user_id=nora&layer=dreams", "", 400, "invalid_value", "layer")
	f("GET", "/memories?user_id=nora&status=gone", "", 400, "invalid_value", "status")
	f("GET", "/memories?user_id=nora&source=rumour", "", 400, "invalid_value", "source")
	f("POST", "/memories", `{"user_id":"nora"}`, 400, "missing_field", "text")
	f("POST", "/memories", `{"user_id":"nora","text":" "}`, 400, "missing_field", "text")
	f("POST", "/memories", `{"user_id":"nora","text":"x","layer":"dreams"}`, 400, "invalid_value", "layer")
	f("POST", "/memories", `{"user_id":"nora","text":"x","source":"rumour"}`, 400, "invalid_value", "source")
	f("POST", "/memories", `{"user_id":"nora","text":"x","level":"galaxy"}`, 400, "invalid_value", "level")
	f("POST", "/memories", `{"user_id":"nora","text":"x","confidence":2}`, 400, "invalid_value", "confidence")
	f("GET", "/memories/nothing?user_id=nora", "", 404, "not_found", "")
	f("GET", "/memories/"+id+"?user_id=bo", "", 404, "not_found", "")
	f("PATCH", "/memories/"+id, `{"user_id":"nora"}`, 400, "missing_field", "")
	f("PATCH", "/memories/"+id, `{"user_id":"nora","text":""}`, 400, "invalid_value", "text")
	f("PATCH", "/memories/"+id, `{"user_id":"nora","status":"gone"}`, 400, "invalid_value", "status")
	f("PATCH", "/memories/"+id, `{"user_id":"bo","text":"x"}`, 404, "not_found", "")
	f("DELETE", "/memories/"+id+"?user_id=bo", "", 404, "not_found", "")
	f("DELETE", "/memories", "", 400, "missing_field", "user_id")
	f("DELETE", "/memories?user_id=nora", "", 400, "invalid_value", "")
	f("DELETE", "/memories?user_id=nora&all=false", "", 400, "invalid_value", "")
	f("DELETE", "/memories?user_id=nora&dry_run=true", "", 400, "invalid_value", "")
	f("DELETE", "/memories?user_id=nora&all=perhaps", "", 400, "invalid_value", "all")
	f("DELETE", "/memories?user_id=nora&layer=dreams", "", 400, "invalid_value", "layer")
	f("DELETE", "/memories?user_id=nora&source=rumour", "", 400, "invalid_value", "source")
	f("PUT", "/users/nora/settings", `{"mode":"sometimes"}`, 400, "invalid_value", "mode")
	f("PUT", "/users/nora/settings", `{"retention":"a while"}`, 400, "invalid_value", "retention")
	f("PUT", "/users/nora/settings", `{"pii":"perhaps"}`, 400, "invalid_value", "pii")
	f("PUT", "/users/nora/settings", `{"confirmations":"some"}`, 400, "invalid_value", "confirmations")
	f("PUT", "/users/nora/settings", `{"time_zone":"Mars/Olympus"}`, 400, "invalid_value", "time_zone")
	f("GET", "/users/nobody/export", "", 404, "not_found", "")
	f("DELETE", "/users/nobody", "", 404, "not_found", "")
	f("POST", "/users/nora/import", "no line", 400, "invalid_value", "")
	f("POST", "/users/nora/links", `{}`, 400, "invalid_value", "alias")
	f("POST", "/users/nora/links", `{"alias":"nora"}`, 400, "invalid_value", "alias")
	f("DELETE", "/links/nobody", "", 404, "not_found", "")
	f("POST", "/confirmations/"+id, `{"user_id":"nora"}`, 400, "missing_field", "accept")
	f("POST", "/confirmations/"+id, `{"user_id":"nora","accept":true}`, 409, "not_pending", "")
	f("PUT", "/tenants/default/policy", `{"mode":"sometimes"}`, 400, "invalid_value", "mode")
	f("PUT", "/tenants/default/policy", `{"surprise":1}`, 400, "invalid_value", "surprise")
	f("PUT", "/tenants/default/policy", `{"budget_share":0.5}`, 400, "invalid_value", "budget_share")
	f("PUT", "/tenants/default/policy", `no json`, 400, "invalid_value", "")
	f("POST", "/keys", `{"mode":"sometimes"}`, 400, "invalid_value", "mode")
	f("POST", "/keys", `{"tenants":[" "]}`, 400, "invalid_value", "tenants")
	f("DELETE", "/keys/nothing", "", 404, "not_found", "")
	f("GET", "/receipts/nothing", "", 404, "not_found", "")
	f("GET", "/nowhere", "", 404, "not_found", "")
	f("GET", "/stats?user_id=no%09ra", "", 400, "invalid_value", "user_id")
	if got := r.faultOf("PUT", "/memories", "{}"); !slices.Contains([]int{404, 405}, got.status) {
		t.Errorf("a method that is none: %d", got.status)
	}
}
