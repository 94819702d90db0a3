package policy

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/proxy/wire"
)

// noon is the moment at which the tests rule.
func noon() time.Time { return time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC) }

// book compiles a policy file, in which HASH(secret) stands for a key's hash.
func book(t testing.TB, file string, change ...func(*Config)) *Book {
	t.Helper()
	for {
		before, rest, ok := strings.Cut(file, "HASH(")
		if !ok {
			break
		}
		secret, after, _ := strings.Cut(rest, ")")
		sum := sha256.Sum256([]byte(secret))
		file = before + `"sha256:` + hex.EncodeToString(sum[:]) + `"` + after
	}
	f, faults := ParseFile([]byte(file))
	if len(faults) > 0 {
		t.Fatalf("the test's policy is at fault: %v", faults)
	}
	c := Config{File: f}
	for _, change := range change {
		change(&c)
	}
	b, faults := Compile(c)
	if len(faults) > 0 {
		t.Fatalf("the test's policy does not compile: %v", faults)
	}
	return b
}

// ask makes a request of header lines "Name: value".
func ask(lines ...string) Request {
	h := http.Header{}
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ":")
		h.Add(name, value)
	}
	return Request{Header: h.Values, Body: &wire.Request{}, Now: noon()}
}

func rule(t testing.TB, b *Book, in Request) Ruling {
	t.Helper()
	r, refused := b.Rule(in)
	if refused != nil {
		t.Fatalf("refused with %d %s: %s", refused.Status, refused.Code, refused.Message)
	}
	return r
}

const configured = `
tenants:
  acme: {mode: on}
  beta: {mode: read}
  quiet: {default_mode: off}
  strict: {require_key: true}
  signed: {require_assertion: true}
keys:
  - {hash: HASH(acme-key), tenants: [acme]}
  - {hash: HASH(wide-key), tenants: [acme, beta, quiet, signed]}
  - {hash: HASH(read-key), tenants: [acme], mode: read, realms: [work]}
  - {hash: HASH(realms-key), tenants: [acme], realms: [work, personal]}
  - {hash: HASH(admin-key), admin: true}
`

func TestLaptopNeedsNothingButTheBaseURL(t *testing.T) {
	b := book(t, "")
	r := rule(t, b, ask())
	if r.Tenant != "default" || r.User != "default" || r.Realm != "default" || r.Mode != On || r.Status != "" {
		t.Errorf("got %+v", r)
	}
	if r = rule(t, b, ask("X-Memory-User-Id: ada")); r.User != "ada" {
		t.Errorf("user %q", r.User)
	}
	// The default tenant's own policy does not count as configuring tenants.
	b = book(t, "tenants: {default: {mode: read}}")
	if r = rule(t, b, ask()); r.User != "default" || r.Mode != Read || r.Reason != "tenant" {
		t.Errorf("got %+v", r)
	}
}

func TestIdentityIsNeverShared(t *testing.T) {
	f := func(file, want string, lines ...string) {
		t.Helper()
		r := rule(t, book(t, file), ask(lines...))
		if r.User != "" || r.Mode != Off || r.Status != "no-identity" || r.Reason != want || r.MayRead() || r.MayWrite() {
			t.Errorf("%q: got user %q mode %s status %q reason %q, want no-identity for %q", lines, r.User, r.Mode, r.Status, r.Reason, want)
		}
	}
	f(configured, "no-key")
	f(configured, "no-key", "X-Memory-User-Id: ada")
	f(configured, "no-key", "X-Memory-User-Id: ada", "Authorization: Bearer sk-of-the-provider")
	f(configured, "no-key", "X-Memory-User-Id: ada", "X-Memory-Tenant-Id: acme")
	f(configured, "no-user", "X-Memory-Key: acme-key")
	f(configured, "user-empty", "X-Memory-Key: acme-key", "X-Memory-User-Id: ")
	f(configured, "tenant-unnamed", "X-Memory-Key: wide-key", "X-Memory-User-Id: ada")
	f(configured, "realm-unnamed", "X-Memory-Key: realms-key", "X-Memory-User-Id: ada")
	f(configured, "assertion-required", "X-Memory-Key: wide-key", "X-Memory-Tenant-Id: signed", "X-Memory-User-Id: ada")
	f("tenants: {acme: {}}", "no-key", "X-Memory-User-Id: ada")
	f("", "user-empty", "X-Memory-User-Id:")

	// A body's id that cannot be used is nobody's, not the next one's.
	in := ask("X-Memory-Key: acme-key")
	in.Body = &wire.Request{MetadataUserID: " ada", User: "ada"}
	if r := rule(t, book(t, configured), in); r.User != "" || r.Reason != "user-invalid" {
		t.Errorf("got user %q for %q", r.User, r.Reason)
	}
}

func TestRefusals(t *testing.T) {
	f := func(file string, status int, code string, lines ...string) {
		t.Helper()
		r, refused := book(t, file).Rule(ask(lines...))
		if refused == nil {
			t.Errorf("%q: got a ruling %+v, want %d %s", lines, r, status, code)
			return
		}
		if refused.Status != status || refused.Code != code || refused.Message == "" {
			t.Errorf("%q: got %d %s %q, want %d %s", lines, refused.Status, refused.Code, refused.Message, status, code)
		}
	}
	f("", 401, "unknown_key", "X-Memory-Key: guess")
	f("", 401, "invalid_assertion", "X-Memory-User-Assertion: a.b.c")
	f("", 401, "invalid_assertion", "X-Memory-User-Assertion:")
	f("", 403, "tenant_not_allowed", "X-Memory-Tenant-Id: acme")
	f(configured, 401, "unknown_key", "X-Memory-Key: guess")
	f(configured, 401, "unknown_key", "X-Memory-Key:")
	f(configured, 401, "key_required", "X-Memory-Tenant-Id: strict", "X-Memory-User-Id: ada")
	f(configured, 403, "tenant_not_allowed", "X-Memory-Key: acme-key", "X-Memory-Tenant-Id: beta")
	f(configured, 403, "tenant_not_allowed", "X-Memory-Key: acme-key", "X-Memory-Tenant-Id: nobody")
	f(configured, 403, "tenant_not_allowed", "X-Memory-Key: admin-key")
	f(configured, 403, "realm_not_allowed", "X-Memory-Key: read-key", "X-Memory-Realm: personal")
	f(configured, 400, "bad_header", "X-Memory-Key: acme-key", "X-Memory-Key: wide-key")
	f(configured, 400, "bad_header", "X-Memory-Key: acme-key", "Authorization: Bearer wide-key")

	for _, line := range []string{
		"X-Memory-User-Id: ada\nX-Memory-User-Id: bob",
		"X-Memory-User-Id: " + strings.Repeat("a", 513),
		"X-Memory-User-Id: a\x00b",
		"X-Memory-Session-Id: 1\nX-Memory-Session-Id: 2",
		"X-Memory-Budget-Tokens: many",
		"X-Memory-Budget-Tokens: -1",
		"X-Memory-Budget-Tokens:",
		"X-Memory-Top-K: 1.5",
		"X-Memory-TTL: soon",
		"X-Memory-TTL: -1h",
		"X-Memory-Deadline-Ms: x",
		"X-Memory-As-Of: yesterday",
		"X-Memory-As-Of: 2026-01-01",
		"X-Memory-Require: perhaps",
		"X-Memory-Forget:",
		"X-Memory-Forget: everything",
		"X-Memory-Forget: topic:",
		"X-Memory-Forget: last, all",
		"X-Memory-Forget: last\nX-Memory-Forget: all",
		"X-Memory-Forget: topic:%ff",
		"X-Memory-Forget: last\nX-Memory-As-Of: 2026-01-01T00:00:00Z",
		"X-Memory-Realm: a\nX-Memory-Realm: b",
		"X-Memory-Agent-Id: a\nX-Memory-Agent-Id: b",
	} {
		f("", 400, "bad_header", strings.Split(line, "\n")...)
	}
	// A forget without an owner is an error, never passed over.
	f(configured, 400, "bad_header", "X-Memory-Key: acme-key", "X-Memory-Forget: all")
	f(configured, 400, "bad_header", "X-Memory-Forget: all", "X-Memory-User-Id: ada")

	in := ask("X-Memory-Tenant-Id: acme", "X-Memory-Key: wide-key")
	in.Tenant = "beta"
	if _, refused := book(t, configured).Rule(in); refused == nil || refused.Status != 400 {
		t.Errorf("a path and a header that name different tenants: got %v", refused)
	}
}

func TestRefusalsNeverRepeatWhatWasSent(t *testing.T) {
	for _, name := range []string{headerMode, headerUser, headerKey, headerAssertion, headerTenant, headerForget, headerAsOf,
		headerBudget, headerTopK, headerTTL, headerDeadline, headerRequire, headerRealm} {
		_, refused := book(t, configured).Rule(ask(name+": canary\x01word", name+": other canary"))
		if refused != nil && strings.Contains(refused.Error()+refused.Code+refused.Param, "canary") {
			t.Errorf("%s: the refusal repeats the value: %s", name, refused.Message)
		}
	}
}

func TestWhereAKeyMayBe(t *testing.T) {
	b := book(t, configured)
	f := func(line string, strip ...string) {
		t.Helper()
		r := rule(t, b, ask(line, "X-Memory-User-Id: ada"))
		if r.Tenant != "acme" || r.User != "ada" || !slices.Equal(r.Strip, strip) || r.KeyID == "" || r.HoldsKey {
			t.Errorf("%q: got %+v", line, r)
		}
		if strings.Contains(fmt.Sprintf("%+v", r), "acme-key") {
			t.Errorf("%q: the ruling holds the secret", line)
		}
	}
	f("X-Memory-Key: acme-key")
	f("Authorization: Bearer acme-key", "Authorization")
	f("authorization: bearer  acme-key", "Authorization")
	f("x-api-key: acme-key", "X-Api-Key")
	f("api-key: acme-key", "Api-Key")

	// The provider's own key beside ours is left alone.
	r := rule(t, b, ask("X-Memory-Key: acme-key", "Authorization: Bearer sk-provider", "X-Memory-User-Id: ada"))
	if len(r.Strip) != 0 {
		t.Errorf("stripped %v", r.Strip)
	}
}

func TestAHeldKeyIsNeverSpentWithoutAProxyKey(t *testing.T) {
	held := func(c *Config) { c.Held = map[string]bool{"": true} }
	for _, file := range []string{"", configured} {
		b := book(t, file, held)
		for _, lines := range [][]string{nil, {"Authorization: Bearer sk-other"}, {"X-Api-Key: guess"}, {"X-Memory-User-Id: ada"}} {
			for name, call := range map[string]func(Request) (Ruling, *Refusal){"rule": b.Rule, "pass": b.Pass} {
				if r, refused := call(ask(lines...)); refused == nil || refused.Status != 401 || r.HoldsKey {
					t.Errorf("%s %q: got %+v, %v, want 401", name, lines, r, refused)
				}
			}
		}
	}
	b := book(t, configured, held)
	for _, line := range []string{"X-Memory-Key: acme-key", "Authorization: Bearer acme-key", "Api-Key: acme-key", "X-Api-Key: acme-key"} {
		if r := rule(t, b, ask(line)); !r.HoldsKey {
			t.Errorf("%q: may not spend the key", line)
		}
	}
}

func TestARevokedKeyIsUnknownAndStillCounts(t *testing.T) {
	revoked := memory.Key{Hash: sha256.Sum256([]byte("old")), Tenants: []string{"default"}, Mode: "on", Revoked: noon()}
	b := book(t, "", func(c *Config) { c.Keys = []memory.Key{revoked} })
	for _, line := range []string{"X-Memory-Key: old", "Authorization: Bearer old", "X-Api-Key: old"} {
		if _, refused := b.Rule(ask(line)); refused == nil || refused.Status != 401 {
			t.Errorf("%q: got %v, want 401", line, refused)
		}
	}
	if r := rule(t, b, ask()); r.User != "" {
		t.Errorf("revoking the only key opened the memory of %q", r.User)
	}
}

func TestTenantsAndModes(t *testing.T) {
	b := book(t, configured)
	f := func(tenant string, mode Mode, reason string, lines ...string) {
		t.Helper()
		r := rule(t, b, ask(append(lines, "X-Memory-User-Id: ada")...))
		if r.Tenant != tenant || r.Mode != mode || r.Reason != reason {
			t.Errorf("%q: got %s %s %q, want %s %s %q", lines, r.Tenant, r.Mode, r.Reason, tenant, mode, reason)
		}
	}
	f("acme", On, "", "X-Memory-Key: acme-key")
	f("acme", On, "", "X-Memory-Key: acme-key", "X-Memory-Tenant-Id: acme")
	f("beta", Read, "tenant", "X-Memory-Key: wide-key", "X-Memory-Tenant-Id: beta")
	f("quiet", Off, "default", "X-Memory-Key: wide-key", "X-Memory-Tenant-Id: quiet")
	f("quiet", On, "", "X-Memory-Key: wide-key", "X-Memory-Tenant-Id: quiet", "X-Memory-Mode: on")
	f("acme", Read, "key", "X-Memory-Key: read-key")
	f("acme", Off, "request", "X-Memory-Key: read-key", "X-Memory-Mode: write")
	f("acme", Read, "request", "X-Memory-Key: acme-key", "X-Memory-Mode: ReadOnly")
	f("acme", Write, "request", "X-Memory-Key: acme-key", "X-Memory-Mode: write-only")
	f("acme", Off, "request", "X-Memory-Key: acme-key", "X-Memory-Mode: read", "X-Memory-Mode: write")
	f("acme", Off, "request", "X-Memory-Key: acme-key", "X-Memory-Mode: read, write")
	f("acme", Read, "request", "X-Memory-Key: acme-key", "X-Memory-Mode: on", "X-Memory-Mode: read")
	f("acme", Off, "mode-unknown", "X-Memory-Key: acme-key", "X-Memory-Mode: sometimes")
	f("acme", Off, "mode-unknown", "X-Memory-Key: acme-key", "X-Memory-Mode:")
	f("acme", Read, "as-of", "X-Memory-Key: acme-key", "X-Memory-As-Of: 2026-01-01T00:00:00Z")
	f("acme", Write, "header-limits", "X-Memory-Key: acme-key", "X-Memory-Budget-Tokens: 0")
	f("acme", Read, "header-limits", "X-Memory-Key: acme-key", "X-Memory-TTL: 0")

	in := ask("X-Memory-Key: wide-key", "X-Memory-User-Id: ada")
	in.Tenant = "beta"
	if r := rule(t, b, in); r.Tenant != "beta" {
		t.Errorf("path tenant: got %q", r.Tenant)
	}
}

func TestNoStoreInAllItsSpellings(t *testing.T) {
	no := false
	yes := true
	b := book(t, "")
	f := func(want bool, in Request) {
		t.Helper()
		r := rule(t, b, in)
		if r.NoStore != want || r.MayWrite() == want || !r.MayRead() {
			t.Errorf("got no-store %v, may write %v, may read %v; want no-store %v", r.NoStore, r.MayWrite(), r.MayRead(), want)
		}
		if want && r.Reason != "no-store" {
			t.Errorf("reason %q", r.Reason)
		}
	}
	for _, line := range []string{
		"X-Memory-No-Store: true", "X-Memory-NoStore: true", "x-memory-no-store: TRUE", "X-Memory-No-Store: 1", "X-Memory-No-Store: yes", "X-Memory-No-Store:",
		"X-Memory-No-Store: 否", "X-Memory-No-Store: maybe", "X-Memory-Store: false", "X-Memory-Store: 0", "X-Memory-Store: no",
		"X-Memory-Store:", "X-Memory-Store: ???", "Cache-Control: no-store", "Cache-Control: No-Store, max-age=0",
		"cache-control: max-age=0 , no-store",
	} {
		f(true, ask(line))
	}
	for _, line := range []string{"X-Memory-No-Store: false", "X-Memory-No-Store: 0", "X-Memory-No-Store: no", "X-Memory-Store: true",
		"X-Memory-Store: 1", "Cache-Control: no-cache", "Cache-Control: x-no-store-x", "X-Memory-Auto-Store: false"} {
		f(false, ask(line))
	}
	f(true, ask("X-Memory-No-Store: false", "X-Memory-No-Store: true"))
	f(true, ask("X-Memory-No-Store: false", "X-Memory-Store: false"))
	f(true, ask("X-Memory-No-Store: true", "X-Memory-Store: true", "X-Memory-Mode: on"))

	in := ask()
	in.Body = &wire.Request{Memory: &no}
	f(true, in)
	in.Body = &wire.Request{Memory: &yes}
	f(false, in)
	in.Body = &wire.Request{Messages: []wire.Message{{Role: "user", UserTurn: true}, {Role: "assistant"}, {Role: "user", UserTurn: true, Memory: &no}}}
	f(true, in)
	in.Body = &wire.Request{Messages: []wire.Message{{Role: "user", UserTurn: true}, {Role: "assistant"}, {Role: "tool", Memory: &no}}}
	f(true, in)
	// An earlier message's flag is about that message.
	in.Body = &wire.Request{Messages: []wire.Message{{Role: "user", UserTurn: true, Memory: &no}, {Role: "assistant"}, {Role: "user", UserTurn: true}}}
	f(false, in)
	// The body cannot lift what a header said.
	in = ask("X-Memory-No-Store: 1")
	in.Body = &wire.Request{Memory: &yes}
	f(true, in)
}

func TestForgetValues(t *testing.T) {
	f := func(line string, want Forget) {
		t.Helper()
		if r := rule(t, book(t, ""), ask("X-Memory-Forget:"+line)); r.Forget != want {
			t.Errorf("%q: got %+v, want %+v", line, r.Forget, want)
		}
	}
	f("last", Forget{Kind: "last"})
	f(" LAST ", Forget{Kind: "last"})
	f("session", Forget{Kind: "session"})
	f("all", Forget{Kind: "all"})
	f("topic:my address", Forget{Kind: "topic", Topic: "my address"})
	f("topic%3Amy%20address", Forget{Kind: "topic", Topic: "my address"})
	f("topic:%E6%88%91%E7%9A%84%E5%9C%B0%E5%9D%80", Forget{Kind: "topic", Topic: "我的地址"})
	f("Topic: 我的地址", Forget{Kind: "topic", Topic: "我的地址"})
	f("topic:50% off: the offer", Forget{Kind: "topic", Topic: "50% off: the offer"})

	// Forgetting works while memory is off, and for a key that may only read.
	r := rule(t, book(t, configured), ask("X-Memory-Key: read-key", "X-Memory-User-Id: ada", "X-Memory-Mode: off", "X-Memory-Forget: all"))
	if r.Forget.Kind != "all" || r.Mode != Off || r.User != "ada" {
		t.Errorf("got %+v", r)
	}
}

func TestNumbersOnlyLower(t *testing.T) {
	r := rule(t, book(t, ""), ask("X-Memory-Budget-Tokens: 99999999999999999999999", "X-Memory-Top-K: 3", "X-Memory-Top-K: 5",
		"X-Memory-TTL: 30d", "X-Memory-Deadline-Ms: 5000"))
	if r.Budget != 800 || r.TopK != 3 || r.TTL != 720*time.Hour || r.Deadline != 80*time.Millisecond {
		t.Errorf("got budget %d, top-k %d, ttl %s, deadline %s", r.Budget, r.TopK, r.TTL, r.Deadline)
	}
	r = rule(t, book(t, ""), ask("X-Memory-TTL: 3600", "X-Memory-Deadline-Ms: 20ms"))
	if r.TTL != time.Hour || r.Deadline != 20*time.Millisecond {
		t.Errorf("got ttl %s, deadline %s", r.TTL, r.Deadline)
	}
	r = rule(t, book(t, ""), ask("X-Memory-TTL: 9999w"))
	if r.TTL != 2160*time.Hour {
		t.Errorf("got ttl %s", r.TTL)
	}
}

func TestWhoTheUserIs(t *testing.T) {
	hash := strings.Repeat("0123456789abcdef", 4)
	f := func(user, note string, body wire.Request, lines ...string) {
		t.Helper()
		in := ask(append(lines, "X-Memory-Key: acme-key")...)
		in.Body = &body
		if r := rule(t, book(t, configured), in); r.User != user || r.Note != note {
			t.Errorf("%q %+v: got %q with note %q, want %q with %q", lines, body, r.User, r.Note, user, note)
		}
	}
	f("m", "", wire.Request{MetadataUserID: "m", SafetyIdentifier: "s", User: "u"})
	f("s", "", wire.Request{SafetyIdentifier: "s", User: "u"})
	f("u", "", wire.Request{User: "u"})
	f("h", "user-header", wire.Request{User: "u"}, "X-Memory-User-Id: h")
	f("h", "", wire.Request{User: "h"}, "X-Memory-User-Id: h", "X-Memory-User-Id: h")
	f("no-identity?", "", wire.Request{User: "no-identity?"})
	// Ids are opaque: nothing is decoded, folded or trimmed into another's.
	f("a%20b", "", wire.Request{}, "X-Memory-User-Id: a%20b")
	f("Ada", "", wire.Request{User: "Ada"})
	f("ａｄａ", "", wire.Request{User: "ａｄａ"})
	f("1f6a-22", "", wire.Request{MetadataUserID: "user_" + hash + "_account_1f6a-22_session_77aa-01"})
	f(hash, "", wire.Request{MetadataUserID: "user_" + hash + "_account__session_77aa-01"})
	f("1f6a-22", "", wire.Request{MetadataUserID: `{"device_id":"d","account_uuid":"1f6a-22","session_id":"77"}`})
	f("acc2", "", wire.Request{MetadataUserID: "user_d1_account_acc2_session_s3"})
	f("user_d 1_account_acc2_session_s3", "", wire.Request{MetadataUserID: "user_d 1_account_acc2_session_s3"})
	f("user_bob_account_manager", "", wire.Request{MetadataUserID: "user_bob_account_manager"})
	f("{not json", "", wire.Request{MetadataUserID: "{not json"})

	// Aliases and further headers are behind their switches.
	f("u", "", wire.Request{User: "u"}, "x-sm-user-id: alias", "X-Forwarded-User: proxy")
	in := ask("x-sm-user-id: alias", "X-Forwarded-User: proxy")
	if r := rule(t, book(t, "headers: {aliases: true, user: [X-Forwarded-User]}"), in); r.User != "alias" {
		t.Errorf("alias: got %q", r.User)
	}
	if r := rule(t, book(t, "headers: {user: [X-Forwarded-User]}"), in); r.User != "proxy" {
		t.Errorf("further header: got %q", r.User)
	}
}

func TestAliasesOfHostedRouters(t *testing.T) {
	on := book(t, "headers: {aliases: true}")
	if r := rule(t, on, ask("x-sm-conversation-id: c", "X-Memory-Auto-Store: false")); r.Session != "c" || !r.NoStore {
		t.Errorf("got %+v", r)
	}
	if r := rule(t, on, ask("X-Memory-Bypass: true")); r.Mode != Off {
		t.Errorf("bypass: got %s", r.Mode)
	}
	if r := rule(t, on, ask("X-Memory-Bypass: false", "X-Memory-Auto-Store: true")); r.Mode != On || r.NoStore {
		t.Errorf("got %+v", r)
	}
	off := book(t, "")
	if r := rule(t, off, ask("x-sm-conversation-id: c", "X-Memory-Bypass: true")); r.Session != "" || r.Mode != On {
		t.Errorf("aliases are off: got %+v", r)
	}
}

func TestSessions(t *testing.T) {
	hash := strings.Repeat("0123456789abcdef", 4)
	f := func(want string, body wire.Request, lines ...string) {
		t.Helper()
		in := ask(lines...)
		in.Body = &body
		if r := rule(t, book(t, ""), in); r.Session != want {
			t.Errorf("%q: got %q, want %q", lines, r.Session, want)
		}
	}
	f("a", wire.Request{MetadataSessionID: "m"}, "X-Memory-Session-Id: a", "X-Session-Id: b")
	f("b", wire.Request{}, "X-Session-Id: b", "X-Conversation-Id: c")
	f("c", wire.Request{}, "X-Conversation-Id: c", "X-Thread-Id: d")
	f("d", wire.Request{}, "X-Thread-Id: d", "X-Claude-Code-Session-Id: e")
	f("e", wire.Request{MetadataSessionID: "m"}, "X-Claude-Code-Session-Id: e")
	f("m", wire.Request{MetadataSessionID: "m"})
	f("77aa", wire.Request{MetadataUserID: "user_" + hash + "_account_1f_session_77aa"})
	f("", wire.Request{})
	f("c", wire.Request{}, "X-Session-Id: 1", "X-Session-Id: 2", "X-Conversation-Id: c")
}

func TestUserSettingsOnlyRestrict(t *testing.T) {
	b := book(t, "tenants: {default: {pii: drop, retention: 100h}}")
	in := ask()
	in.Settings = func(tenant, user string) (memory.Settings, error) {
		if tenant != "default" || user != "default" {
			t.Errorf("asked for %s %s", tenant, user)
		}
		return memory.Settings{Mode: "read", PII: "keep", Retention: 200 * time.Hour, Confirmations: "all", TimeZone: "Asia/Shanghai"}, nil
	}
	r := rule(t, b, in)
	if r.Mode != Read || r.Reason != "user" || r.Settings.PII != "drop" || r.Settings.Retention != 100*time.Hour ||
		r.Settings.Confirmations != "all" || r.Zone.String() != "Asia/Shanghai" {
		t.Errorf("got %+v %+v", r, r.Settings)
	}
	if b.Tenant("default").Confirmations != "inferred" {
		t.Error("one user's choice changed the tenant")
	}
	in.Settings = func(string, string) (memory.Settings, error) { return memory.Settings{}, errors.New("down") }
	if r = rule(t, b, in); r.Mode != Off || r.Status != "degraded" || r.Reason != "settings-unavailable" || r.MayWrite() {
		t.Errorf("settings that cannot be read: got %+v", r)
	}
}

func TestLinksNameTheUserBehindAnAlias(t *testing.T) {
	in := ask("X-Memory-User-Id: wechat-7")
	in.Link = func(tenant, alias string) (string, error) { return map[string]string{"wechat-7": "ada"}[alias], nil }
	if r := rule(t, book(t, ""), in); r.User != "ada" {
		t.Errorf("got %q", r.User)
	}
	in.Link = func(string, string) (string, error) { return "", errors.New("down") }
	if r := rule(t, book(t, ""), in); r.Mode != Off || r.Status != "degraded" {
		t.Errorf("links that cannot be read: got %+v", r)
	}
}

func TestTeams(t *testing.T) {
	b := book(t, `
tenants:
  acme: {teams: {sales: [ada, bob], all: ["*"]}}
keys:
  - {hash: HASH(k), tenants: [acme, free]}
`)
	f := func(want []string, lines ...string) {
		t.Helper()
		if r := rule(t, b, ask(append(lines, "X-Memory-Key: k")...)); !reflect.DeepEqual(r.Teams, want) {
			t.Errorf("%q: got %q, want %q", lines, r.Teams, want)
		}
	}
	f([]string{"all", "sales"}, "X-Memory-Tenant-Id: acme", "X-Memory-User-Id: ada")
	f([]string{"all"}, "X-Memory-Tenant-Id: acme", "X-Memory-User-Id: eve")
	f([]string{"sales"}, "X-Memory-Tenant-Id: acme", "X-Memory-User-Id: bob", "X-Memory-Team-Id: sales")
	f([]string{"any"}, "X-Memory-Tenant-Id: free", "X-Memory-User-Id: bob", "X-Memory-Team-Id: any")
	_, refused := b.Rule(ask("X-Memory-Key: k", "X-Memory-Tenant-Id: acme", "X-Memory-User-Id: eve", "X-Memory-Team-Id: sales"))
	if refused == nil || refused.Status != 403 || refused.Code != "team_not_allowed" {
		t.Errorf("a team one is not in: got %v", refused)
	}
}

func TestUpstreamsComeFromConfiguration(t *testing.T) {
	b := book(t, `
upstreams:
  - {name: openai, url: "https://api.openai.com/v1", models: ["gpt-*", "o3"]}
  - {name: other, url: "http://127.0.0.1:9/v1", models: ["*-local", "a*b*c"]}
tenants:
  acme: {upstream: other}
keys: [{hash: HASH(k), tenants: [acme, beta]}]
`)
	f := func(tenant, model, want string) {
		t.Helper()
		in := ask("X-Memory-Key: k", "X-Memory-Tenant-Id:"+tenant)
		in.Body.Model = model
		if r := rule(t, b, in); r.Upstream != want {
			t.Errorf("%s %s: got %q, want %q", tenant, model, r.Upstream, want)
		}
	}
	f("acme", "gpt-5", "other")
	f("beta", "gpt-5", "openai")
	f("beta", "o3", "openai")
	f("beta", "o3-mini", "")
	f("beta", "qwen/x-local", "other")
	f("beta", "a-b-c", "other")
	f("beta", "abxc-", "")
	f("beta", "", "")
}
