package memorytest

import (
	"errors"
	"fmt"
	"reflect"
	"slices"
	"testing"
	"time"

	"mneme/memory"
)

// Ledger tests records, their history and revisions.
func Ledger(t *testing.T, open func(t *testing.T) Harness) {
	t.Run("a record comes back as it went in", func(t *testing.T) {
		b := start(t, open)
		r := b.record("s1", "m1", "她喜欢花生")
		r.Event = memory.Event{Type: "decision", Time: b.Clock.Now(), Participants: []string{"bob"}, Entities: []string{"x"}}
		r.Constraint.ValidUntil, r.Tags, r.DependsOn = b.Clock.Now().Add(time.Hour), []string{"a"}, []string{"other"}
		r.Cost = memory.Cost{CL100K: 3, O200K: 4}
		done := b.commit(r)
		b.Store = b.Reopen()
		got, err := b.Store.Get(b.ctx, b.owner, []string{"none", r.ID})
		b.must(err)
		r.Revision = done.Revision
		if len(got) != 1 || !reflect.DeepEqual(got[0], r) {
			t.Fatalf("got %+v, want %+v", got, r)
		}
		changes, err := b.Store.History(b.ctx, b.owner, r.ID)
		b.must(err)
		if len(changes) != 1 || changes[0].After != r.Text || changes[0].RecordID != r.ID || !changes[0].At.Equal(b.Clock.Now()) {
			t.Fatalf("history %+v", changes)
		}
	})
	t.Run("another owner finds nothing", func(t *testing.T) {
		b := start(t, open)
		r := b.record("s1", "m1", "tea")
		b.commit(r)
		for _, other := range []memory.Owner{
			memory.UserOwner("acme", "work", "bob"), memory.UserOwner("other", "work", "ann"),
			memory.UserOwner("acme", "personal", "ann"), memory.TeamOwner("acme", "work", "ann"), memory.TenantOwner("acme", "work"),
		} {
			if got, err := b.Store.Get(b.ctx, other, []string{r.ID}); len(got) != 0 || err != nil {
				t.Errorf("%v got %v, %v", other, got, err)
			}
			if _, err := b.Store.History(b.ctx, other, r.ID); !errors.Is(err, memory.ErrNotFound) {
				t.Errorf("%v: history %v", other, err)
			}
			if d, err := b.Store.Since(b.ctx, other, 0); len(d.Changed) != 0 || d.Revision != 0 || err != nil {
				t.Errorf("%v: since %+v, %v", other, d, err)
			}
			if p, err := b.Store.List(b.ctx, memory.Filter{Owner: other}); len(p.Records) != 0 || err != nil {
				t.Errorf("%v: list %+v, %v", other, p, err)
			}
			foreign := b.record("s1", "m1", "smuggled")
			if _, err := b.Store.Commit(b.ctx, memory.Commit{Owner: other, Base: -1, Put: []memory.Record{foreign}}); err == nil {
				t.Errorf("%v commits a record of %v", other, foreign.Owner)
			}
		}
		if _, err := b.Store.Get(b.ctx, memory.Owner{Tenant: "acme"}, []string{r.ID}); !errors.Is(err, memory.ErrNoOwner) {
			t.Errorf("nobody: %v", err)
		}
	})
	t.Run("a stale plan is refused whole", func(t *testing.T) {
		b := start(t, open)
		base := b.revision()
		one := memory.Commit{Owner: b.owner, Base: base, Put: []memory.Record{b.record("s1", "m1", "tea")}}
		done, err := b.Store.Commit(b.ctx, one)
		b.must(err)
		one.Put = []memory.Record{b.record("s1", "m1", "coffee")}
		if _, err := b.Store.Commit(b.ctx, one); !errors.Is(err, memory.ErrStale) {
			t.Fatalf("stale commit: %v", err)
		}
		b.wantTexts("tea")
		one.Base = done.Revision
		_, err = b.Store.Commit(b.ctx, one)
		b.must(err)
		b.wantTexts("tea", "coffee")
	})
	t.Run("since tells what changed and what went", func(t *testing.T) {
		b := start(t, open)
		one, two := b.record("s1", "m1", "one"), b.record("s1", "m2", "two")
		first := b.commit(one, two).Revision
		two.Text = "two again"
		three := b.record("s1", "m3", "three")
		second := b.commit(two, three).Revision
		if second <= first {
			t.Fatalf("revision fell from %d to %d", first, second)
		}
		gone := b.forget(memory.Selection{IDs: []string{one.ID}})
		d, err := b.Store.Since(b.ctx, b.owner, first)
		b.must(err)
		if d.Revision != gone.Revision || d.Reset || !slices.Equal(d.Removed, []string{one.ID}) || len(d.Changed) != 2 {
			t.Fatalf("since %d: %+v", first, d)
		}
		if d, _ := b.Store.Since(b.ctx, b.owner, gone.Revision); len(d.Changed)+len(d.Removed) != 0 || d.Revision != gone.Revision {
			t.Fatalf("nothing happened: %+v", d)
		}
		if d, _ := b.Store.Since(b.ctx, b.owner, 0); len(d.Changed) != 2 || d.Reset {
			t.Fatalf("since ever: %+v", d)
		}
		if d, _ := b.Store.Since(b.ctx, b.owner, gone.Revision+1000); !d.Reset || len(d.Changed) != 2 {
			t.Fatalf("since a revision that never was: %+v", d)
		}
	})
	t.Run("lists filter and page, newest first", func(t *testing.T) {
		b := start(t, open)
		var all []string
		for i := range 25 {
			b.Clock.Advance(time.Duration(i%2) * time.Second) // pairs share a moment
			r := b.record(fmt.Sprint("s", i%3), "m", fmt.Sprintf("Number %d", i))
			if i%5 == 0 {
				r.Layer, r.Status, r.Kind, r.Source = memory.Episodic, memory.Archived, "event", memory.Tool
			}
			b.commit(r)
			all = append(all, r.Text)
		}
		var got []string
		f := memory.Filter{Owner: b.owner, Limit: 4}
		for pages := 0; ; pages++ {
			p, err := b.Store.List(b.ctx, f)
			b.must(err)
			for _, r := range p.Records {
				got = append(got, r.Text)
			}
			if f.Cursor = p.Next; f.Cursor == "" {
				if pages != 6 {
					t.Errorf("%d pages, want 7", pages+1)
				}
				break
			}
		}
		slices.Sort(got)
		slices.Sort(all)
		if !slices.Equal(got, all) {
			t.Fatalf("paged %v", got)
		}
		count := func(want int, change func(*memory.Filter)) {
			t.Helper()
			f := memory.Filter{Owner: b.owner, Limit: 500}
			change(&f)
			p, err := b.Store.List(b.ctx, f)
			b.must(err)
			if len(p.Records) != want {
				t.Errorf("%+v lists %d, want %d", f, len(p.Records), want)
			}
		}
		count(5, func(f *memory.Filter) { f.Layers = []memory.Layer{memory.Episodic} })
		count(20, func(f *memory.Filter) { f.Statuses = []memory.Status{memory.Current, memory.Pending} })
		count(5, func(f *memory.Filter) { f.Kind = "event" })
		count(5, func(f *memory.Filter) { f.Source = memory.Tool })
		count(9, func(f *memory.Filter) { f.SessionID = "s0" })
		count(6, func(f *memory.Filter) { f.Query = "ＮＵＭＢＥＲ 2" })
		count(0, func(f *memory.Filter) { f.Since = b.Clock.Now().Add(time.Second) })
		count(25, func(f *memory.Filter) { f.Until = b.Clock.Now().Add(time.Second) })
		for _, bad := range []memory.Filter{
			{Owner: b.owner, Limit: 501}, {Owner: b.owner, Limit: -1}, {Owner: b.owner, Cursor: "?"}, {},
			{Owner: b.owner, Layers: []memory.Layer{"unknown"}}, {Owner: b.owner, Statuses: []memory.Status{"unknown"}}, {Owner: b.owner, Source: "unknown"},
		} {
			if _, err := b.Store.List(b.ctx, bad); err == nil {
				t.Errorf("filter %+v is taken", bad)
			}
		}
		counts, err := b.Store.Counts(b.ctx, b.owner)
		b.must(err)
		if counts[memory.Semantic][memory.Current] != 20 || counts[memory.Episodic][memory.Archived] != 5 {
			t.Errorf("counts %v", counts)
		}
		whole, _ := b.Store.Counts(b.ctx, memory.Owner{Tenant: "acme", Realm: "work", Level: memory.LevelUser})
		if !reflect.DeepEqual(whole, counts) {
			t.Errorf("counts of the realm %v", whole)
		}
	})
	t.Run("partitions are kept until a forget", func(t *testing.T) {
		b := start(t, open)
		if _, _, err := b.Store.LoadPartition(b.ctx, b.owner, "emb"); !errors.Is(err, memory.ErrNotFound) {
			t.Fatalf("partition of nobody: %v", err)
		}
		r := b.record("s1", "m1", "tea")
		revision := b.commit(r).Revision
		b.must(b.Store.SavePartition(b.ctx, b.owner, "emb", revision, []byte("vectors")))
		b.Store = b.Reopen()
		blob, at, err := b.Store.LoadPartition(b.ctx, b.owner, "emb")
		if err != nil || string(blob) != "vectors" || at != revision {
			t.Fatalf("loaded %q at %d, %v", blob, at, err)
		}
		if _, _, err := b.Store.LoadPartition(b.ctx, b.owner, "another"); !errors.Is(err, memory.ErrNotFound) {
			t.Fatalf("another embedder's vectors: %v", err)
		}
		b.commit(b.record("s1", "m2", "more"))
		b.forget(memory.Selection{IDs: []string{r.ID}})
		if _, _, err := b.Store.LoadPartition(b.ctx, b.owner, "emb"); !errors.Is(err, memory.ErrNotFound) {
			t.Fatalf("a partition outlived a forget: %v", err)
		}
		if err := b.Store.SavePartition(b.ctx, b.owner, "emb", revision, []byte("old")); !errors.Is(err, memory.ErrStale) {
			t.Fatalf("a partition from before a forget was kept: %v", err)
		}
	})
}
