package main

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"
)

// doorman is an upstream that keeps the headers it was sent.
type doorman struct {
	*httptest.Server
	mu      sync.Mutex
	headers []http.Header
	body    []byte // the last
}

func newDoorman(t *testing.T) *doorman {
	d := &doorman{}
	d.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		d.mu.Lock()
		d.headers, d.body = append(d.headers, r.Header.Clone()), body
		d.mu.Unlock()
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"id":"x","object":"chat.completion","choices":[{"index":0,"message":{"role":"assistant","content":"Noted."},"finish_reason":"stop"}]}`)
	}))
	t.Cleanup(d.Close)
	return d
}

// calls returns how often it was called, and the last headers.
func (d *doorman) calls() (int, http.Header) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if len(d.headers) == 0 {
		return 0, nil
	}
	return len(d.headers), d.headers[len(d.headers)-1]
}

// last returns the last body.
func (d *doorman) last() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return string(d.body)
}

const assertionSecret = "a shared secret of thirty-two by"

// assertion signs who somebody is (HS256).
func assertion(user string, claims map[string]any) string {
	body := map[string]any{"iss": "https://id.example", "aud": "mneme", "sub": user, "exp": time.Now().Add(time.Hour).Unix()}
	for name, value := range claims {
		body[name] = value
	}
	text, err := json.Marshal(body)
	if err != nil {
		panic(err) // maps of strings and numbers marshal
	}
	enc := base64.RawURLEncoding
	signed := enc.EncodeToString([]byte(`{"alg":"HS256","typ":"JWT"}`)) + "." + enc.EncodeToString(text)
	mac := hmac.New(sha256.New, []byte(assertionSecret))
	io.WriteString(mac, signed)
	return signed + "." + enc.EncodeToString(mac.Sum(nil))
}

// keyLine is a key of the policy file.
func keyLine(secret, rights string) string {
	return fmt.Sprintf("  - {hash: \"sha256:%x\", %s}\n", sha256.Sum256([]byte(secret)), rights)
}

// startGuarded starts a mneme with keys, tenants and signed assertions.
func startGuarded(t *testing.T, upstream string, change func(o *options, s *secrets)) *rig {
	t.Helper()
	dir := t.TempDir()
	set := fmt.Sprintf(`{"keys":[{"kty":"oct","kid":"s","k":%q}]}`, base64.RawURLEncoding.EncodeToString([]byte(assertionSecret)))
	text := `tenants:
  acme: {teams: {crew: [ann]}}
  globex: {default_mode: off}
  locked: {require_key: true}
  signed: {require_assertion: true}
  slow: {limits: {requests_per_minute: 2}}
  strict: {limits: {requests_per_minute: 2, refuse_chat: true}}
keys:
` + keyLine("k-acme", "tenants: [acme]") + keyLine("k-both", "tenants: [acme, globex]") + keyLine("k-read", "tenants: [acme], mode: read") +
		keyLine("k-work", "tenants: [acme], realms: [work]") + keyLine("k-signed", "tenants: [signed]") + keyLine("k-slow", "tenants: [slow]") + keyLine("k-strict", "tenants: [strict]") +
		"jwt: {issuer: \"https://id.example\", audience: mneme, jwks: " + filepath.Join(dir, "keys.json") + "}\n"
	for name, content := range map[string]string{"keys.json": set, "policy.yaml": text} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return startRig(t, func(o *options, s *secrets) {
		o.policy, o.upstream, s.adminKey = filepath.Join(dir, "policy.yaml"), upstream+"/v1", "root-key"
		if change != nil {
			change(o, s)
		}
	})
}

var oneTurn = []byte(`{"model":"m","messages":[{"role":"user","content":"I have a parrot called Polly."}]}`)

// send posts with headers in pairs; a name may come twice.
func (r *rig) send(path string, body []byte, pairs ...string) (*http.Response, string) {
	r.t.Helper()
	request, err := http.NewRequest(http.MethodPost, r.house.dataURL()+path, bytes.NewReader(body))
	if err != nil {
		r.t.Fatal(err)
	}
	for i := 0; i+1 < len(pairs); i += 2 {
		request.Header.Add(pairs[i], pairs[i+1])
	}
	answer, text := r.do(request)
	return answer, string(text)
}

func TestKeysTenantsRealmsAndAssertions(t *testing.T) {
	door := newDoorman(t)
	r := startGuarded(t, door.URL, nil)
	const (
		key, tenant, user, realm, team, jwt = "X-Memory-Key", "X-Memory-Tenant-Id", "X-Memory-User-Id", "X-Memory-Realm", "X-Memory-Team-Id", "X-Memory-User-Assertion"
		chat                                = "/v1/chat/completions"
	)
	ann := assertion("ann", nil)
	annOfSigned := assertion("ann", map[string]any{"tenant": "signed"})
	f := func(name string, status int, state, capture, code, path string, pairs ...string) {
		t.Helper()
		before, _ := door.calls()
		answer, text := r.send(path, oneTurn, pairs...)
		after, _ := door.calls()
		got := fmt.Sprintln(answer.StatusCode, answer.Header.Get("X-Memory-Status"), answer.Header.Get("X-Memory-Capture"), answer.Header.Get("X-Memory-Error"))
		if wanted := fmt.Sprintln(status, state, capture, code); got != wanted {
			t.Errorf("%s: got %swant %s%s %s", name, got, wanted, answer.Header.Get("X-Memory-Reason"), text)
		}
		if sent := after > before; sent != (status == 200) {
			t.Errorf("%s: it was sent on: %v", name, sent)
		}
	}
	f("no key", 200, "no-identity", "off", "", chat, user, "ann")
	f("a key that is the provider's", 200, "no-identity", "off", "", chat, user, "ann", "Authorization", "Bearer sk-theirs")
	f("an unknown memory key", 401, "", "", "unknown_key", chat, user, "ann", key, "k-nobody")
	f("an empty memory key", 401, "", "", "unknown_key", chat, user, "ann", key, "")
	f("a key", 200, "empty", "queued", "", chat, user, "ann", key, "k-acme")
	f("a key in Authorization", 200, "empty", "off", "", chat, user, "ann", "X-Memory-Mode", "read", "Authorization", "Bearer k-acme")
	if _, headers := door.calls(); headers.Get("Authorization") != "" {
		t.Error("a proxy key reached the provider")
	}
	f("a key in x-api-key", 200, "empty", "off", "", chat, user, "bo", "X-Memory-Mode", "read", "x-api-key", "k-acme", "Authorization", "Bearer sk-theirs")
	if _, headers := door.calls(); headers.Get("X-Api-Key") != "" || headers.Get("Authorization") != "Bearer sk-theirs" {
		t.Error("a proxy key reached the provider, or the provider's own did not")
	}
	f("two keys", 400, "", "", "bad_header", chat, user, "ann", key, "k-acme", "Authorization", "Bearer k-both")
	f("a tenant of the key", 200, "empty", "queued", "", chat, user, "bea", key, "k-both", tenant, "acme")
	f("a tenant that is off until asked", 200, "off", "off", "", chat, user, "bea", key, "k-both", tenant, "globex")
	f("a tenant that is off and is asked", 200, "empty", "queued", "", chat, user, "bea", key, "k-both", tenant, "globex", "X-Memory-Mode", "on")
	f("a tenant in the path", 200, "off", "off", "", "/t/globex/v1/chat/completions", user, "bea", key, "k-both")
	f("another's tenant in the path", 403, "", "", "tenant_not_allowed", "/t/globex/v1/chat/completions", user, "ann", key, "k-acme")
	f("two tenants", 400, "", "", "bad_header", "/t/acme/v1/chat/completions", user, "ann", key, "k-both", tenant, "globex")
	f("another's tenant", 403, "", "", "tenant_not_allowed", chat, user, "ann", key, "k-acme", tenant, "globex")
	f("a tenant that is none", 403, "", "", "tenant_not_allowed", chat, user, "ann", key, "k-acme", tenant, "nowhere")
	f("no tenant among two", 200, "no-identity", "off", "", chat, user, "bea", key, "k-both")
	f("a tenant that needs a key", 401, "", "", "key_required", chat, user, "ann", tenant, "locked")
	f("no user", 200, "no-identity", "off", "", chat, key, "k-acme")
	f("an empty user", 200, "no-identity", "off", "", chat, key, "k-acme", user, "")
	f("two users", 400, "", "", "bad_header", chat, key, "k-acme", user, "ann", user, "bea")
	f("one user twice", 200, "empty", "off", "", chat, key, "k-acme", user, "cid", user, "cid", "X-Memory-Mode", "read")
	f("a user that is no name", 400, "", "", "bad_header", chat, key, "k-acme", user, "a\tb")
	f("a ceiling of the key", 200, "empty", "off", "", chat, key, "k-read", user, "cid", "X-Memory-Mode", "on")
	f("nothing above the ceiling", 200, "off", "off", "", chat, key, "k-read", user, "cid", "X-Memory-Mode", "write")
	f("the key's realm", 200, "empty", "queued", "", chat, key, "k-work", user, "dan")
	f("a realm beyond the key", 403, "", "", "realm_not_allowed", chat, key, "k-work", user, "dan", realm, "personal")
	f("a team one is in", 200, "empty", "off", "", chat, key, "k-read", user, "ann", team, "crew", "X-Memory-Require", "true")
	f("a team one is not in", 403, "", "", "team_not_allowed", chat, key, "k-acme", user, "eve", team, "crew")
	f("no assertion where one is asked for", 200, "no-identity", "off", "", chat, key, "k-signed", user, "ann")
	f("an assertion", 200, "empty", "queued", "", chat, key, "k-signed", jwt, ann)
	f("an assertion that is its own key", 200, "empty", "off", "", chat, jwt, annOfSigned, "X-Memory-Mode", "read")
	f("an assertion of another tenant", 403, "", "", "tenant_not_allowed", chat, key, "k-acme", jwt, annOfSigned)
	f("an assertion against the header", 400, "", "", "bad_header", chat, key, "k-signed", jwt, ann, user, "bea")
	f("a forged assertion", 401, "", "", "invalid_assertion", chat, key, "k-signed", jwt, ann[:len(ann)-4]+"AAAA")
	f("an expired assertion", 401, "", "", "invalid_assertion", chat, key, "k-signed", jwt, assertion("ann", map[string]any{"exp": 1}))
	f("an empty assertion", 401, "", "", "invalid_assertion", chat, key, "k-signed", jwt, "")
	f("a forget without a name", 400, "", "", "bad_header", chat, key, "k-acme", "X-Memory-Forget", "all")

	// What was told in the key's realm stands in no other.
	r.flush()
	want(t, "records of dan at work", r.count("dan", "acme", "work") > 0, true)
	want(t, "records of dan elsewhere", r.count("dan", "acme", "default"), 0)

	// A revoked key is unknown, and the house stays closed.
	var made struct{ ID, Secret string }
	if err := r.admin.call(context.Background(), "POST", "/keys", nil, map[string]any{"tenants": []string{"acme"}}, &made); err != nil {
		t.Fatal(err)
	}
	f("a new key", 200, "empty", "off", "", chat, key, made.Secret, user, "fay", "X-Memory-Mode", "read")
	if err := r.admin.call(context.Background(), "DELETE", "/keys/"+made.ID, nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	f("a revoked key", 401, "", "", "unknown_key", chat, key, made.Secret, user, "fay")

	// Required memory that cannot be used is an error.
	answer, _ := r.send(chat, []byte(`{"model":"m","messages":"what is this"}`), key, "k-acme", user, "ann", "X-Memory-Require", "true")
	want(t, "required memory of a body that is not understood", answer.StatusCode, 503)
	answer, _ = r.send(chat, []byte(`{"model":"m","messages":"what is this"}`), key, "k-acme", user, "ann")
	want(t, "the same, not required", answer.StatusCode, 200)

	// Rates: memory first, the chat only where the operator says so.
	for i := range 4 {
		answer, _ := r.send(chat, oneTurn, key, "k-slow", user, "gus")
		want(t, "a slow tenant's chat", answer.StatusCode, 200)
		if limited := answer.Header.Get("X-Memory-Reason") == "rate-limit"; limited != (i >= 2) {
			t.Errorf("request %d: limited %v", i, limited)
		}
		answer, _ = r.send(chat, oneTurn, key, "k-strict", user, "gus")
		if refused := answer.StatusCode == 429; refused != (i >= 2) || refused && answer.Header.Get("Retry-After") == "" {
			t.Errorf("request %d: %d, Retry-After %q", i, answer.StatusCode, answer.Header.Get("Retry-After"))
		}
	}
	for _, secret := range []string{"k-acme", "k-both", assertionSecret, "root-key", made.Secret, ann} {
		if strings.Contains(r.log.String(), secret) {
			t.Errorf("the log holds %q", secret)
		}
	}
}

// count is how many records an owner has.
func (r *rig) count(user, tenant, realm string) int {
	r.t.Helper()
	var page struct{ Data []json.RawMessage }
	q := map[string][]string{"user_id": {user}, "tenant_id": {tenant}, "realm": {realm}, "limit": {"500"}}
	if err := r.admin.call(context.Background(), "GET", "/memories", q, nil, &page); err != nil {
		r.t.Fatal(err)
	}
	return len(page.Data)
}

func TestTheProvidersKeyIsSpentOnlyByWhoHasAKey(t *testing.T) {
	door := newDoorman(t)
	r := startGuarded(t, door.URL, func(_ *options, s *secrets) { s.upstreamKey = "sk-ours" })
	for _, path := range []string{"/v1/chat/completions", "/v1/responses", "/v1/messages", "/v1/embeddings", "/v1/files", "/anything", "/t/acme/v1/chat/completions"} {
		for _, pairs := range [][]string{
			nil,
			{"Authorization", "Bearer sk-theirs"},
			{"Authorization", "Bearer sk-ours"},
			{"X-Memory-User-Id", "ann"},
			{"X-Memory-User-Assertion", assertion("ann", nil)},
			{"X-Memory-Key", "k-wrong"},
		} {
			answer, _ := r.send(path, oneTurn, pairs...)
			if answer.StatusCode != 401 {
				t.Errorf("%s %v: %d", path, pairs[:min(1, len(pairs))], answer.StatusCode)
			}
		}
	}
	if n, _ := door.calls(); n > 0 {
		t.Fatalf("%d requests spent the key", n)
	}
	for _, name := range []string{"X-Memory-Key", "Authorization", "X-Api-Key", "Api-Key"} {
		value := "k-acme"
		if name == "Authorization" {
			value = "Bearer k-acme"
		}
		answer, _ := r.send("/v1/chat/completions", oneTurn, name, value)
		want(t, name, answer.StatusCode, 200)
		_, headers := door.calls()
		if strings.Contains(fmt.Sprint(headers), "k-acme") || !strings.Contains(fmt.Sprint(headers), "sk-ours") {
			t.Errorf("%s: the provider was sent %v", name, headers)
		}
	}
}

// TestAUsersAssertionOpensHisOwnAndNothingElse calls everything that the API has
// as somebody else, by every way to name the owner.
func TestAUsersAssertionOpensHisOwnAndNothingElse(t *testing.T) {
	door := newDoorman(t)
	r := startGuarded(t, door.URL, nil)
	told := `{"model":"m","messages":[{"role":"user","content":"I have a parrot called Quokkazephyr."}]}`
	answer, _ := r.send("/v1/chat/completions", []byte(told), "X-Memory-Key", "k-acme", "X-Memory-User-Id", "ann")
	receipt := answer.Header.Get("X-Memory-Receipt-Id")
	r.flush()
	ctx := context.Background()
	acme := map[string][]string{"user_id": {"ann"}, "tenant_id": {"acme"}}
	var page struct{ Data []struct{ ID string } }
	if err := r.admin.call(ctx, "GET", "/memories", acme, nil, &page); err != nil || len(page.Data) == 0 {
		t.Fatalf("nothing was learnt: %v", err)
	}
	if err := r.admin.call(ctx, "POST", "/memories", nil, map[string]any{"tenant_id": "acme", "team_id": "crew", "level": "team", "text": "the crew meets at Ibexlantern"}, nil); err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Paths map[string]map[string]json.RawMessage
	}
	if err := r.admin.call(ctx, "GET", "/openapi.json", nil, nil, &doc); err != nil {
		t.Fatal(err)
	}
	eve := &client{base: r.admin.base, http: r.admin.http, key: assertion("eve", map[string]any{"tenant": "acme"})}
	calls := 0
	for path, methods := range doc.Paths {
		if strings.HasSuffix(path, "/events") || strings.HasSuffix(path, "/openapi.json") {
			continue
		}
		path = strings.TrimPrefix(path, "/memory/v1")
		for method := range methods {
			for _, id := range []string{"ann", page.Data[0].ID, receipt, "acme"} {
				for _, owner := range []map[string]any{{"user_id": "ann", "tenant_id": "acme"}, {"tenant_id": "acme", "team_id": "crew"}, {"tenant_id": "acme", "level": "tenant"}, {}} {
					target := strings.NewReplacer("{id}", id, "{alias}", id, "{name}", id).Replace(path)
					body := map[string]any{"query": "parrot, and where the crew meets", "text": "x", "mode": "off", "team_ids": []string{"crew"}, "alias": "eve", "accept": true, "all": true, "topic": "parrot"}
					for name, value := range owner {
						body[name] = value
					}
					calls += r.intrude(eve, method, target, owner, body)
				}
			}
		}
	}
	if calls < 200 {
		t.Errorf("only %d calls were made: the sweep is broken", calls)
	}
	if n := r.count("ann", "acme", "default"); n < len(page.Data) {
		t.Errorf("ann has %d records of %d", n, len(page.Data))
	}
	var settings struct{ Mode string }
	if err := r.admin.call(ctx, "GET", "/users/ann/settings", map[string][]string{"tenant_id": {"acme"}}, nil, &settings); err != nil || settings.Mode != "" {
		t.Errorf("ann's settings: %+v, %v", settings, err)
	}
	// The same calls are open to the one they are about.
	ann := &client{base: r.admin.base, http: r.admin.http, key: assertion("ann", map[string]any{"tenant": "acme"})}
	for _, path := range []string{"/memories", "/memories/" + page.Data[0].ID, "/memories/" + page.Data[0].ID + "/history", "/receipts/" + receipt, "/receipts", "/users/ann/settings", "/users/ann/export", "/confirmations", "/stats"} {
		if _, err := ann.open(ctx, "GET", path, nil, nil); err != nil {
			t.Errorf("ann may not GET %s of her own: %v", path, err)
		}
	}
	var found struct{ Block string }
	if err := ann.call(ctx, "POST", "/search", nil, map[string]any{"query": "Where does the crew meet, and who is my parrot?"}, &found); err != nil ||
		!strings.Contains(found.Block, kept) || !strings.Contains(found.Block, gone) {
		t.Errorf("ann's search: %q, %v", found.Block, err)
	}
	if err := ann.call(ctx, "POST", "/memories", nil, map[string]any{"text": "is the king", "source": "official_document"}, nil); err == nil {
		t.Error("ann wrote as an official document")
	}
	if err := ann.call(ctx, "DELETE", "/users/ann", nil, nil, nil); err != nil {
		t.Errorf("ann may not erase herself: %v\n%s", err, r.log)
	}
	want(t, "ann's records after it", r.count("ann", "acme", "default"), 0)
}

// intrude makes one call as somebody else, with the owner in query and in body.
func (r *rig) intrude(as *client, method, path string, owner, body map[string]any) int {
	r.t.Helper()
	method = strings.ToUpper(method)
	q := map[string][]string{}
	for name, value := range owner {
		q[name] = []string{fmt.Sprint(value)}
	}
	calls := 0
	for _, fields := range []map[string]any{nil, owner, body} {
		var in io.Reader
		if fields != nil {
			if method == "GET" || method == "DELETE" {
				continue
			}
			text, err := json.Marshal(fields)
			if err != nil {
				r.t.Fatal(err)
			}
			in = bytes.NewReader(text)
		}
		if method == "DELETE" && !strings.Contains(path, "/ann") && len(owner) == 0 {
			continue // his own
		}
		calls++
		answer, err := as.open(context.Background(), method, path, q, in)
		if err != nil {
			if strings.Contains(err.Error(), gone) || strings.Contains(err.Error(), kept) {
				r.t.Errorf("%s %s: the error holds another's words", method, path)
			}
			continue
		}
		text, err := io.ReadAll(answer)
		answer.Close()
		if err != nil {
			r.t.Fatal(err)
		}
		if bytes.Contains(text, []byte(gone)) || bytes.Contains(text, []byte(kept)) {
			r.t.Errorf("%s %s %v: eve was shown another's memory: %s", method, path, owner, text)
		}
	}
	return calls
}
