package policy

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"

	"mneme/memory"
	"mneme/proxy/wire"
)

// randomRequest makes a request out of what real and hostile clients send.
func randomRequest(rnd *rand.Rand) Request {
	pick := func(values ...string) string { return values[rnd.IntN(len(values))] }
	h := http.Header{}
	add := func(name string, values ...string) {
		// Mostly none, sometimes one, rarely two.
		for range max(0, rnd.IntN(20)-11)/7 + rnd.IntN(20)/19 {
			h.Add(name, pick(values...))
		}
	}
	if rnd.IntN(4) > 0 {
		h.Add(headerKey, pick("acme-key", "wide-key", "read-key"))
	}
	add(headerKey, "acme-key", "guess")
	add("Authorization", "Bearer acme-key", "Bearer sk-x", "Basic eDp5")
	add(headerTenant, "acme", "beta", "quiet", "other", "default")
	add(headerUser, "ada", "bob", "", "ada%20b", "a\x00")
	add(headerMode, "on", "read", "write", "off", "full", "?", "")
	add(headerNoStore, "true", "false", "", "?")
	add(headerStore, "true", "false")
	add(headerRealm, "work", "personal", "default")
	add(headerTeam, "sales", "board")
	add(headerBudget, "0", "10", "99999", "x")
	add(headerTopK, "0", "3", "999")
	add(headerTTL, "0", "1h", "9999d", "x")
	add(headerAsOf, "2026-01-01T00:00:00Z", "x")
	add(headerForget, "last", "all", "topic:x", "x")
	chosen := memory.Settings{Mode: pick("", "on", "read", "off")}
	yes, no := true, false
	body := &wire.Request{User: pick("", "ada", "eve"), Memory: []*bool{nil, &yes, &no}[rnd.IntN(3)]}
	return Request{Header: h.Values, Body: body, Now: noon(), Tenant: pick("", "", "", "acme", "beta"),
		Settings: func(string, string) (memory.Settings, error) { return chosen, nil }}
}

// TestNothingInARequestWidensIt rules on random requests and checks each ruling
// against what the configuration alone allows.
func TestNothingInARequestWidensIt(t *testing.T) {
	b := book(t, configured)
	may := map[string][]string{"acme-key": {"acme"}, "wide-key": {"acme", "beta", "quiet", "signed"}, "read-key": {"acme"}}
	rnd := rand.New(rand.NewPCG(1, 2))
	rulings := 0
	for range 50_000 {
		in := randomRequest(rnd)
		r, refused := b.Rule(in)
		if refused != nil {
			if refused.Status < 400 || refused.Status > 499 || refused.Code == "" || r.Settings != nil {
				t.Fatalf("a refusal without sense: %+v", refused)
			}
			continue
		}
		rulings++
		h := headers(in.Header)
		what := fmt.Sprintf("%+v", r)
		secret := ""
		for _, sent := range append(h.values(headerKey), h.values("Authorization")...) {
			if k, known := b.Key(bearer(sent)); known && k.ID == r.KeyID {
				secret = bearer(sent)
			}
		}
		if r.User != "" {
			if !slices.Contains(may[secret], r.Tenant) {
				t.Fatalf("tenant %q for a key that may not use it: %s", r.Tenant, what)
			}
			if named := h.values(headerTenant); len(named) > 0 && named[0] != r.Tenant {
				t.Fatalf("tenant %q, but %q was named", r.Tenant, named[0])
			}
			if secret == "read-key" && r.Realm != "work" {
				t.Fatalf("realm %q for a key of another: %s", r.Realm, what)
			}
			if users := h.values(headerUser); len(users) > 0 && r.User != users[0] || len(users) == 0 && r.User != in.Body.User {
				t.Fatalf("user %q was not named: %s", r.User, what)
			}
		} else if r.Mode != Off || r.MayRead() || r.MayWrite() || r.Forget.Kind != "" {
			t.Fatalf("something may be done for nobody: %s", what)
		}
		ceiling := b.Tenant(r.Tenant).Mode
		if secret == "read-key" {
			ceiling = ceiling.Meet(Read)
		}
		if r.Mode&^ceiling != 0 {
			t.Fatalf("mode %s above the ceiling %s: %s", r.Mode, ceiling, what)
		}
		for _, v := range h.values(headerMode) {
			if m, _ := ParseMode(v); r.Mode&^m != 0 {
				t.Fatalf("mode %s above the header's %q", r.Mode, v)
			}
		}
		if (h.noStore(false) || in.Body.Memory != nil && !*in.Body.Memory) && (r.MayWrite() || !r.NoStore) {
			t.Fatalf("no-store was not heeded: %s", what)
		}
		if !r.AsOf.IsZero() && (r.MayWrite() || r.Mode&Write != 0) {
			t.Fatalf("a look into the past may write: %s", what)
		}
		if r.Budget > r.Settings.BudgetTokens || r.TopK > r.Settings.TopK || r.TTL > r.Settings.Retention {
			t.Fatalf("a number was raised: %s", what)
		}
		if r.Status == "" != (r.Mode&Read != 0) {
			t.Fatalf("status %q with mode %s", r.Status, r.Mode)
		}
	}
	if rulings < 5_000 {
		t.Errorf("only %d rulings were made", rulings)
	}
}

// TestAddingAHeaderNeverWidens takes a ruling and adds one more header that only
// restricts: rights may go, none may come.
func TestAddingAHeaderNeverWidens(t *testing.T) {
	b := book(t, "")
	rnd := rand.New(rand.NewPCG(3, 4))
	for range 20_000 {
		in := randomRequest(rnd)
		in.Tenant = ""
		before, refused := b.Rule(in)
		if refused != nil {
			continue
		}
		for name, value := range map[string]string{headerMode: "read", headerNoStore: "1", headerStore: "no", headerBudget: "5", headerTTL: "1m", "Cache-Control": "no-store"} {
			more := in
			more.Header = func(asked string) []string {
				values := in.Header(asked)
				if strings.EqualFold(asked, name) {
					values = append(slices.Clone(values), value)
				}
				return values
			}
			after, refused := b.Rule(more)
			// The default mode stops counting once a request asks; here it is on.
			if refused != nil || after.Mode&^before.Mode != 0 || before.NoStore && !after.NoStore || before.Budget > 0 && after.Budget > before.Budget {
				t.Fatalf("%s: %s widened %+v to %+v (%v)", name, value, before, after, refused)
			}
		}
	}
}

// FuzzHeaders feeds one raw value to every header there is.
func FuzzHeaders(f *testing.F) {
	for _, seed := range []string{"on", "true", "topic:%E6%88", "2026-01-01T00:00:00Z", "99999999999999999999", "1h", "a.b.c", "Bearer acme-key", `{"device_id":"x"}`, "user_0123456789abcdef_account__session_x"} {
		f.Add(seed)
	}
	b := book(f, configured)
	laptop := book(f, "headers: {aliases: true, user: [X-User]}")
	f.Fuzz(func(t *testing.T, value string) {
		for _, book := range []*Book{b, laptop} {
			for _, name := range []string{"", headerMode, headerNoStore, headerForget, headerUser, headerAssertion, headerTenant, headerKey, headerSession,
				headerRealm, headerBudget, headerTopK, headerTTL, headerDeadline, headerAsOf, headerRequire, "Authorization", "Cache-Control", aliasUser, aliasBypass} {
				in := Request{Now: noon(), Tenant: "", Body: &wire.Request{MetadataUserID: value, User: value}}
				in.Header = func(asked string) []string {
					if name == "" || asked == name {
						return []string{value}
					}
					return nil
				}
				r, refused := book.Rule(in)
				if refused == nil && r.Settings == nil || refused != nil && refused.Status == 0 {
					t.Fatalf("%s %q: neither a ruling nor a refusal", name, value)
				}
				if refused == nil && r.User != "" && memory.CheckID(r.User) != nil {
					t.Fatalf("%s %q: user %q cannot be used", name, value, r.User)
				}
			}
		}
	})
}

func BenchmarkRule(b *testing.B) {
	book := book(b, configured)
	in := ask("X-Memory-Key: acme-key", "X-Memory-User-Id: ada", "X-Memory-Mode: read", "Authorization: Bearer sk-provider")
	b.ReportAllocs()
	for b.Loop() {
		if _, refused := book.Rule(in); refused != nil {
			b.Fatal(refused)
		}
	}
}
