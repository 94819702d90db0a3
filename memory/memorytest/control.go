package memorytest

import (
	"errors"
	"maps"
	"reflect"
	"slices"
	"testing"
	"time"

	"mneme/memory"
)

// Control tests settings, policies, keys, links, marks and lists of users.
func Control(t *testing.T, open func(t *testing.T) Harness) {
	t.Run("settings", func(t *testing.T) {
		b := start(t, open)
		if _, ok, err := b.Store.Settings(b.ctx, "acme", "ann"); ok || err != nil {
			t.Fatal(ok, err)
		}
		want := memory.Settings{Mode: "read", Retention: time.Hour, PII: "drop", Confirmations: "all", TimeZone: "Asia/Shanghai", Silenced: []string{"花生"}}
		b.must(b.Store.PutSettings(b.ctx, "acme", "ann", want))
		b.Store = b.Reopen()
		got, ok, err := b.Store.Settings(b.ctx, "acme", "ann")
		if !ok || err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, %v, %v", got, ok, err)
		}
		if _, ok, _ := b.Store.Settings(b.ctx, "other", "ann"); ok {
			t.Fatal("another tenant's user has them")
		}
		b.must(b.Store.DropSettings(b.ctx, "acme", "ann"))
		if _, ok, err := b.Store.Settings(b.ctx, "acme", "ann"); ok || err != nil {
			t.Fatal(ok, err)
		}
		b.must(b.Store.PutSettings(b.ctx, "acme", "ann", want)) // he may choose again
		if _, ok, err := b.Store.Settings(b.ctx, "acme", "ann"); !ok || err != nil {
			t.Fatal(ok, err)
		}
		if _, _, err := b.Store.Settings(b.ctx, "acme", ""); !errors.Is(err, memory.ErrNoOwner) {
			t.Fatalf("settings of nobody: %v", err)
		}
	})
	t.Run("policies", func(t *testing.T) {
		b := start(t, open)
		if p, err := b.Store.Policies(b.ctx); len(p) != 0 || err != nil {
			t.Fatal(p, err)
		}
		b.must(b.Store.PutPolicy(b.ctx, "acme", []byte(`{"mode":"off"}`)))
		b.Store = b.Reopen()
		if p, err := b.Store.Policies(b.ctx); len(p) != 1 || string(p["acme"]) != `{"mode":"off"}` || err != nil {
			t.Fatal(p, err)
		}
	})
	t.Run("keys", func(t *testing.T) {
		b := start(t, open)
		k := memory.Key{ID: "k1", Hash: [32]byte{1, 2}, Tenants: []string{"acme"}, Mode: "read", Realms: []string{"work"}, Admin: true, Created: b.Clock.Now()}
		b.must(b.Store.PutKey(b.ctx, k))
		other := memory.Key{ID: "k2", Created: b.Clock.Advance(time.Second)}
		b.must(b.Store.PutKey(b.ctx, other))
		k.Revoked = b.Clock.Now()
		b.must(b.Store.PutKey(b.ctx, k))
		b.Store = b.Reopen()
		keys, err := b.Store.Keys(b.ctx)
		if err != nil || !reflect.DeepEqual(keys, []memory.Key{k, other}) {
			t.Fatalf("%+v, %v", keys, err)
		}
	})
	t.Run("links and marks", func(t *testing.T) {
		b := start(t, open)
		b.must(b.Store.PutLink(b.ctx, "acme", "ann@web", "ann"))
		b.must(b.Store.PutLink(b.ctx, "acme", "ann@app", "ann"))
		b.must(b.Store.PutLink(b.ctx, "other", "x", "y"))
		b.must(b.Store.DropLink(b.ctx, "acme", "ann@app"))
		b.must(b.Store.Mark(b.ctx, "acme", [32]byte{9}, "off"))
		b.Store = b.Reopen()
		links, err := b.Store.Links(b.ctx, "acme")
		if err != nil || !maps.Equal(links, map[string]string{"ann@web": "ann"}) {
			t.Fatal(links, err)
		}
		if v, err := b.Store.Marked(b.ctx, "acme", [32]byte{9}); v != "off" || err != nil {
			t.Fatal(v, err)
		}
		if v, err := b.Store.Marked(b.ctx, "other", [32]byte{9}); v != "" || err != nil {
			t.Fatal(v, err)
		}
	})
	t.Run("realms and users", func(t *testing.T) {
		b := start(t, open)
		for _, o := range []memory.Owner{
			memory.UserOwner("acme", "work", "ann"), memory.UserOwner("acme", "personal", "ann"),
			memory.UserOwner("acme", "work", "bob"), memory.UserOwner("other", "work", "carl"), memory.TeamOwner("acme", "work", "red"),
		} {
			b.owner = o
			b.append(b.entry("s1", b.turn("m1", "x")))
		}
		b.Store = b.Reopen()
		if r, err := b.Store.Realms(b.ctx, "acme", "ann"); !slices.Equal(r, []string{"personal", "work"}) || err != nil {
			t.Fatal(r, err)
		}
		if u, err := b.Store.Users(b.ctx, "acme", "work", 0); !slices.Equal(u, []string{"ann", "bob"}) || err != nil {
			t.Fatal(u, err)
		}
		if u, _ := b.Store.Users(b.ctx, "acme", "work", 1); len(u) != 1 {
			t.Fatal(u)
		}
		if u, err := b.Store.Users(b.ctx, "acme", "nowhere", 0); len(u) != 0 || err != nil {
			t.Fatal(u, err)
		}
	})
}

// Ops tests receipts and audit.
func Ops(t *testing.T, open func(t *testing.T) Harness) {
	t.Run("receipts are seen at once and can be amended", func(t *testing.T) {
		b := start(t, open)
		want := memory.Receipt{
			ID: "r1", At: b.Clock.Now(), Owner: b.owner, SessionID: "s1", Status: "injected",
			Injected: []memory.ReceiptHit{{ID: "m1", Layer: memory.Semantic, Tokens: 7, Score: 0.5}}, Tokens: 9,
		}
		b.Store.WriteReceipt(want)
		b.Store.AmendReceipt(b.owner, "r1", func(r *memory.Receipt) { r.Capture.State = "learnt" })
		b.Store.AmendReceipt(memory.UserOwner("acme", "work", "bob"), "r1", func(r *memory.Receipt) { r.Status = "stolen" })
		want.Capture.State = "learnt"
		got, err := b.Store.Receipt(b.ctx, "r1")
		if err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("%+v, %v", got, err)
		}
		b.Store.AmendReceipt(b.owner, "r1", func(r *memory.Receipt) { r.Usage.Cached = 5 })
		b.Store = b.Reopen()
		if got, err := b.Store.Receipt(b.ctx, "r1"); err != nil || got.Usage.Cached != 5 {
			t.Fatalf("%+v, %v", got, err)
		}
		if _, err := b.Store.Receipt(b.ctx, "r2"); !errors.Is(err, memory.ErrNotFound) {
			t.Fatal(err)
		}
		b.Store.WriteReceipt(memory.Receipt{ID: "r0", At: b.Clock.Now(), Status: "no-identity"})
		if got, err := b.Store.Receipt(b.ctx, "r0"); err != nil || got.Status != "no-identity" {
			t.Fatalf("%+v, %v", got, err)
		}
	})
	t.Run("what stages quoted is told with the receipt and goes with a forget", func(t *testing.T) {
		b := start(t, open)
		b.append(b.entry("s1", b.turn("m1", "tea")))
		c := b.claim(1)[0]
		b.Store.WriteReceipt(memory.Receipt{ID: c.Entry.ReceiptID, At: b.Clock.Now(), Owner: b.owner})
		_, err := b.Store.Commit(b.ctx, memory.Commit{Owner: b.owner, Base: -1, Put: []memory.Record{b.record("s1", "m1", "tea")}, Outcomes: []memory.Outcome{{
			EntryID: c.Entry.ID, Lease: c.Lease, ReceiptID: c.Entry.ReceiptID, State: "learnt",
			Trace: []memory.StageNote{{Stage: "extract", Decision: "fact", Detail: "tea", Count: 1}},
		}}})
		b.must(err)
		got, err := b.Store.Receipt(b.ctx, c.Entry.ReceiptID)
		if err != nil || len(got.Capture.Trace) != 1 || got.Capture.Trace[0].Detail != "tea" {
			t.Fatalf("%+v, %v", got.Capture, err)
		}
		b.forget(memory.Selection{SessionID: "s1"})
		got, err = b.Store.Receipt(b.ctx, c.Entry.ReceiptID)
		if err != nil || len(got.Capture.Trace) != 0 {
			t.Fatalf("%+v, %v", got.Capture, err)
		}
	})
	t.Run("lists page newest first", func(t *testing.T) {
		b := start(t, open)
		for i := range 7 {
			at := b.Clock.Advance(time.Second)
			b.Store.WriteReceipt(memory.Receipt{ID: string(rune('a' + i)), At: at, Owner: b.owner})
			b.Store.WriteAudit(memory.Audit{At: at, Owner: b.owner, By: []string{"user", "capture"}[i%2], Op: "write", Records: []string{string(rune('a' + i))}})
		}
		b.Store.WriteAudit(memory.Audit{At: b.Clock.Now(), Owner: memory.UserOwner("acme", "work", "bob"), By: "user", Op: "read", Code: "denied"})
		var ids []string
		for cursor := ""; ; {
			page, next, err := b.Store.Receipts(b.ctx, b.owner, 3, cursor)
			b.must(err)
			for _, r := range page {
				ids = append(ids, r.ID)
			}
			if cursor = next; cursor == "" {
				break
			}
		}
		if !slices.Equal(ids, []string{"g", "f", "e", "d", "c", "b", "a"}) {
			t.Fatalf("receipts %v", ids)
		}
		count := func(want int, f memory.AuditFilter) {
			t.Helper()
			got := 0
			for {
				page, next, err := b.Store.Audits(b.ctx, f)
				b.must(err)
				got += len(page)
				if f.Cursor = next; next == "" {
					break
				}
			}
			if got != want {
				t.Errorf("%+v: %d lines, want %d", f, got, want)
			}
		}
		count(7, memory.AuditFilter{Owner: b.owner, Limit: 2})
		count(8, memory.AuditFilter{Owner: memory.Owner{Tenant: "acme", Realm: "work"}})
		count(0, memory.AuditFilter{Owner: memory.Owner{Tenant: "acme", Realm: "personal"}})
		count(3, memory.AuditFilter{Owner: b.owner, By: "capture", Limit: 2})
		count(1, memory.AuditFilter{Owner: memory.Owner{Tenant: "acme", Realm: "work"}, Code: "denied"})
		count(1, memory.AuditFilter{Owner: b.owner, Since: b.Clock.Now()})
		if _, _, err := b.Store.Audits(b.ctx, memory.AuditFilter{}); !errors.Is(err, memory.ErrNoOwner) {
			t.Errorf("audit of nobody: %v", err)
		}
	})
}
