package policy

import (
	"encoding/json"
	"strings"
	"testing"
	"time"
)

// everyKey is a policy file that sets every key there is.
const everyKey = `
mode: on
upstreams:
  - {name: openai, url: "https://api.openai.com/v1", key_env: "", models: ["gpt-*"]}
tenants:
  acme:
    mode: on
    default_mode: read
    shadow: true
    require_key: true
    require_assertion: true
    upstream: openai
    budget_tokens: 500
    budget_share: 0.1
    top_k: 4
    placement: system-suffix
    retention: 30d
    pii: drop
    confirmations: all
    ask: true
    limits: {facts_per_user: 1, episodes_per_user: 2, records_per_tenant: 3, requests_per_minute: 4, captures_per_day: 5,
             llm_tokens_per_day: 6, llm_tokens_per_user: 7, deadline: 50ms, floor: 0.4, refuse_chat: true, temporary_life: 48h, same_event: 5m, hearings: 3, weight_fade: 0.02}
    dictionary: [{id: xinhua, names: [新华, Xinhua]}]
    predicates: [{name: likes, says: "the user likes it", values: many, kind: preference, half_life: 60d, sensitive: true, rule: ops}]
    procedures: [{name: refund, when: "a refund is asked for", steps: [check, pay], tools: [crm], never: ["promise a date"], priority: 3}]
    teams: {sales: [ada]}
    weights: {episodic: 0.5, keyword: 1}
keys:
  - {hash: "sha256:0000000000000000000000000000000000000000000000000000000000000001", tenants: [acme], mode: read, realms: [work], admin: false, id: k1}
jwt: {issuer: "", audience: "", jwks: "", claims: {tenant: tenant, user: sub, realm: scope, teams: teams}}
headers: {aliases: true, user: [X-Forwarded-User]}
`

func TestEveryKeyOfThePolicyFile(t *testing.T) {
	f, faults := ParseFile([]byte(everyKey))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	b, faults := Compile(Config{File: f})
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	text, err := b.TenantJSON("acme")
	if err != nil {
		t.Fatal(err)
	}
	want := `{"mode":"on","default_mode":"read","shadow":true,"require_key":true,"require_assertion":true,"upstream":"openai",` +
		`"budget_tokens":500,"budget_share":0.1,"top_k":4,"placement":"system-suffix","retention":"720h","pii":"drop","confirmations":"all","ask":true,` +
		`"limits":{"facts_per_user":1,"episodes_per_user":2,"records_per_tenant":3,"requests_per_minute":4,"captures_per_day":5,` +
		`"llm_tokens_per_day":6,"llm_tokens_per_user":7,"deadline":"50ms","floor":0.4,"refuse_chat":true,"temporary_life":"48h","state_life":"4320h","preference_life":"8760h","review_grace":"720h","hearings":3,"same_similarity":0.9,"same_event":"5m","fact_characters":60,"fact_words":30,"procedures":100,"weight_fade":0.02},` +
		`"dictionary":[{"id":"xinhua","names":["新华","Xinhua"]}],` +
		`"predicates":[{"name":"likes","says":"the user likes it","values":"many","kind":"preference","half_life":"1440h","sensitive":true,"rule":"ops"}],` +
		`"procedures":[{"name":"refund","when":"a refund is asked for","steps":["check","pay"],"tools":["crm"],"never":["promise a date"],"priority":3}],` +
		`"teams":{"sales":["ada"]},"weights":{"episodic":0.5,"keyword":1}`
	if !strings.HasPrefix(string(text), want) {
		t.Errorf("got  %s\nwant %s...", text, want)
	}
	var answer struct{ Origin map[string]string }
	if err := json.Unmarshal(text, &answer); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"mode", "retention", "limits.floor", "weights.keyword", "dictionary", "teams", "procedures", "predicates"} {
		if answer.Origin[key] != "file" {
			t.Errorf("origin of %s: got %q", key, answer.Origin[key])
		}
	}
	// What was read can be put back through the admin API as it is.
	if _, faults := MergePolicy(nil, text); len(faults) > 0 {
		t.Errorf("the answer cannot be put back: %v", faults)
	}
}

func TestAllFaultsAreReportedAtOnceWithTheirPlace(t *testing.T) {
	text := `tenants:
  acme:
    mode: sometimes
    retentoin: 30d
    retention: thirty days
    budget_share: 0.5
    top_k: many
    shadow: "yes"
    limits: {floor: 2, speed: 9}
    dictionary: {id: x}
    upstream: nowhere
    mode: on
keys:
  - {hash: my-secret-itself, tenants: [acme]}
  - {tenants: [acme]}
  - {hash: "sha256:0000000000000000000000000000000000000000000000000000000000000001"}
upstreams:
  - {name: a}
  - {url: "ftp://x"}
colour: red
jwt: {issuer: x}
`
	_, faults := ParseFile([]byte(text))
	var got strings.Builder
	for _, f := range faults {
		got.WriteString(f.String() + "\n")
	}
	want := `3:11: tenants.acme.mode: must be one of on, read, write, off, not "sometimes"
4:5: tenants.acme.retentoin: unknown key "retentoin"
5:16: tenants.acme.retention: must be a duration such as 90d, 720h or 80ms, not "thirty days"
6:19: tenants.acme.budget_share: must be from 0 to 0.2, not 0.5
7:12: tenants.acme.top_k: must be a whole number, not "many"
8:13: tenants.acme.shadow: must be true or false, not "yes"
9:21: tenants.acme.limits.floor: must be from -1 to 1, not 2
9:24: tenants.acme.limits.speed: unknown key "speed"
10:17: tenants.acme.dictionary: must be a list, not a mapping
11:15: tenants.acme.upstream: no upstream is called "nowhere"
12:5: tenants.acme.mode: is given twice
14:12: keys[0].hash: must be sha256: and the 64 hexadecimal digits of the secret's hash
15:5: keys[1]: needs a hash
16:5: keys[2]: needs the tenants it may use
18:5: upstreams[0]: needs a url
19:5: upstreams[1]: needs a name
19:11: upstreams[1].url: must begin with http:// or https://
20:1: colour: unknown key "colour"
21:6: jwt.jwks: is needed to check who signed an assertion
`
	if got.String() != want {
		t.Errorf("got:\n%s\nwant:\n%s", got.String(), want)
	}
}

func TestFilesThatAreNoYAML(t *testing.T) {
	f := func(text string, line int) {
		t.Helper()
		_, faults := ParseFile([]byte(text))
		if len(faults) != 1 || faults[0].Line != line || faults[0].Message == "" {
			t.Errorf("%q: got %v, want one fault in line %d", text, faults, line)
		}
	}
	f("a: [1, 2\nb: c\n", 2)
	f("tenants:\n\t- x", 2)
	f("tenants: {}\n---\nkeys: []", 0)
	f("- a\n- b", 1)
	for _, text := range []string{"", "\n\n", "# nothing yet\n", "tenants:\nkeys:\n", "tenants: {acme: }"} {
		if _, faults := ParseFile([]byte(text)); len(faults) > 0 {
			t.Errorf("%q: %v", text, faults)
		}
	}
}

func TestAliasesThatUnfoldWithoutEnd(t *testing.T) {
	if _, faults := ParseFile([]byte("tenants: &a\n  x: *a\n")); len(faults) == 0 {
		t.Error("a tenant that holds itself was accepted")
	}
	var bomb strings.Builder
	bomb.WriteString("a0: &a0 [x, x, x, x, x, x, x, x, x]\n")
	for i := 1; i < 12; i++ {
		bomb.WriteString("a" + string(rune('0'+i)) + ": &a" + string(rune('0'+i)) + " [*a" + string(rune('0'+i-1)) + ", *a" + string(rune('0'+i-1)) + "]\n")
	}
	start := time.Now()
	if _, faults := ParseFile([]byte(bomb.String())); len(faults) == 0 {
		t.Error("unknown keys were accepted")
	}
	if took := time.Since(start); took > 5*time.Second {
		t.Errorf("took %s", took)
	}
}

func TestTheAdminAPIWinsOverTheFileKeyByKey(t *testing.T) {
	kept, faults := MergePolicy(nil, []byte(`{"top_k": 3, "limits": {"floor": 0.5}}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	kept, faults = MergePolicy(kept, []byte(`{"limits": {"deadline": "10ms"}, "shadow": true}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	b := book(t, "tenants: {acme: {top_k: 5, pii: drop, limits: {facts_per_user: 9}}}", func(c *Config) { c.Admin = map[string][]byte{"acme": kept} })
	p := b.Tenant("acme")
	if p.TopK != 3 || p.PII != "drop" || !p.Shadow || p.Limits.Floor != 0.5 || p.Limits.Deadline != 10*time.Millisecond ||
		p.Limits.FactsPerUser != 9 || p.Limits.EpisodesPerUser != 5000 {
		t.Errorf("got %+v", p)
	}
	text, err := b.TenantJSON("acme")
	if err != nil {
		t.Fatal(err)
	}
	if want := `"origin":{"limits.deadline":"admin","limits.facts_per_user":"file","limits.floor":"admin","pii":"file","shadow":"admin","top_k":"admin"}}`; !strings.HasSuffix(string(text), want) {
		t.Errorf("got %s\nwant ...%s", text, want)
	}

	// null gives a key back to the file.
	kept, faults = MergePolicy(kept, []byte(`{"top_k": null, "limits": {"floor": null}}`))
	if len(faults) > 0 {
		t.Fatal(faults)
	}
	if want := `{"limits":{"deadline":"10ms"},"shadow":true}`; string(kept) != want {
		t.Errorf("kept %s, want %s", kept, want)
	}
}

func TestAPutThatIsWrongNamesEveryFault(t *testing.T) {
	f := func(put string, want ...string) {
		t.Helper()
		kept, faults := MergePolicy([]byte(`{"top_k":3}`), []byte(put))
		if kept != nil || len(faults) != len(want) {
			t.Errorf("%s: got %s, %v", put, kept, faults)
			return
		}
		for i, fault := range faults {
			if !strings.Contains(fault.String(), want[i]) {
				t.Errorf("%s: got %q, want %q", put, fault, want[i])
			}
		}
	}
	f(`{"topk": 3, "colour": "red", "mode": 7}`, `unknown key "topk"`, `unknown key "colour"`, "mode: must be text, not 7")
	f(`{"weights": {"luck": 1}}`, `unknown key "luck"`)
	f(`{"mode": "on", "mode": "off"}`, "given twice")
	f(`{"budget_share": 0.21}`, "must be from 0 to 0.2")
	f(`[]`, "must be a JSON object")
	f(`null`, "must be a JSON object")
	f(`{"mode": "on"`, "is not valid JSON")
	f(`{} {}`, "more than one JSON value")
	f(strings.Repeat(`{"a":`, 100), "nested deeper")
}

func TestTheAdminAPICannotNameAnUpstreamThatIsNotThere(t *testing.T) {
	f, _ := ParseFile(nil)
	if _, faults := Compile(Config{File: f, Admin: map[string][]byte{"acme": []byte(`{"upstream":"x"}`)}}); len(faults) != 1 {
		t.Errorf("got %v", faults)
	}
}

func FuzzParseFile(f *testing.F) {
	f.Add([]byte(everyKey))
	f.Add([]byte("tenants: &a\n  x: *a\n"))
	f.Add([]byte("keys: [{hash: 1}, *x]"))
	f.Add([]byte("? [a]\n: b"))
	f.Fuzz(func(t *testing.T, text []byte) {
		file, faults := ParseFile(text)
		if len(faults) > 0 {
			return
		}
		if _, faults := Compile(Config{File: file}); len(faults) > 0 && !file.JWT.Configured() {
			t.Errorf("a file without faults does not compile: %v", faults)
		}
	})
}

func FuzzMergePolicy(f *testing.F) {
	f.Add([]byte(`{"limits":{"floor":1}}`), []byte(`{"limits":{"deadline":"1s"},"top_k":null}`))
	f.Fuzz(func(t *testing.T, stored, put []byte) {
		stored, faults := MergePolicy(nil, stored)
		if len(faults) > 0 {
			return
		}
		merged, faults := MergePolicy(stored, put)
		if len(faults) > 0 {
			return
		}
		if _, faults := MergePolicy(nil, merged); len(faults) > 0 {
			t.Errorf("what was merged is at fault: %v", faults)
		}
	})
}
