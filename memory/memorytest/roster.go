package memorytest

import (
	"errors"
	"fmt"
	"testing"
	"time"

	"mneme/memory"
)

// Roster runs the suite of a roster over a store that is also a ledger.
func Roster(t *testing.T, open func(t *testing.T) Harness) {
	t.Run("a shift is one worker's until its lease is over", func(t *testing.T) {
		h := open(t)
		r := roster(t, h)
		first, ok, err := r.TakeShift(t.Context(), "upkeep", "a", time.Minute)
		if err != nil || !ok {
			t.Fatalf("the first is refused: %v", err)
		}
		if _, ok, err := r.TakeShift(t.Context(), "upkeep", "b", time.Minute); ok || err != nil {
			t.Fatalf("two hold one shift (%v)", err)
		}
		h.Clock.Advance(50 * time.Second)
		if first, err = r.KeepShift(t.Context(), first, time.Minute); err != nil {
			t.Fatal(err)
		}
		h.Clock.Advance(50 * time.Second)
		if _, ok, _ := r.TakeShift(t.Context(), "upkeep", "b", time.Minute); ok {
			t.Error("a shift that was kept is given to another")
		}
		h.Clock.Advance(time.Minute)
		second, ok, err := r.TakeShift(t.Context(), "upkeep", "b", time.Minute)
		if err != nil || !ok {
			t.Fatalf("a dead worker's shift stays his: %v", err)
		}
		if _, err := r.KeepShift(t.Context(), first, time.Minute); !errors.Is(err, memory.ErrLeaseLost) {
			t.Errorf("a lost shift can be kept: %v", err)
		}
		if err := r.EndShift(t.Context(), second); err != nil {
			t.Fatal(err)
		}
		if _, ok, _ := r.TakeShift(t.Context(), "upkeep", "c", time.Minute); !ok {
			t.Error("a shift that was given back is still held")
		}
	})
	t.Run("owners are idle until their chore is done, and again when their memory changed", func(t *testing.T) {
		h := open(t)
		r := roster(t, h)
		b := start(t, func(*testing.T) Harness { return h })
		var owners []memory.Owner
		for i := range 5 {
			owner := memory.UserOwner("acme", []string{"work", "home"}[i%2], fmt.Sprint("u", i))
			owners = append(owners, owner)
			b.touch(owner, i)
		}
		idle := func() map[string]bool {
			found, cursor := map[string]bool{}, ""
			for {
				page, next, err := r.Idle(t.Context(), "day", h.Clock.Now().Add(-24*time.Hour), h.Clock.Now().Add(-time.Hour), cursor, 2)
				if err != nil {
					t.Fatal(err)
				}
				for _, one := range page {
					if found[one.Owner.ID] {
						t.Errorf("%s is listed twice", one.Owner.ID)
					}
					found[one.Owner.ID] = true
				}
				if cursor = next; next == "" {
					return found
				}
			}
		}
		if n := len(idle()); n != 5 {
			t.Fatalf("%d of 5 owners are idle", n)
		}
		for _, owner := range owners[:4] {
			revision, _ := h.Store.Revision(t.Context(), owner)
			if err := r.PutChore(t.Context(), owner, memory.Chore{Job: "day", Done: h.Clock.Now(), Revision: revision, State: []byte(owner.ID)}, nil); err != nil {
				t.Fatal(err)
			}
		}
		if n := len(idle()); n != 1 {
			t.Fatalf("%d owners are idle, not the one that is left", n)
		}
		chores, err := r.Chores(t.Context(), owners[2])
		if err != nil || string(chores["day"].State) != "u2" {
			t.Errorf("the state is lost: %v, %v", chores, err)
		}
		b.touch(owners[0], 100)
		if idle()["u0"] {
			t.Error("a change makes an owner idle at once")
		}
		h.Clock.Advance(2 * time.Hour)
		if got := idle(); !got["u0"] || got["u1"] {
			t.Errorf("after two hours idle are %v", got)
		}
		h.Clock.Advance(24 * time.Hour)
		if n := len(idle()); n != 5 {
			t.Errorf("a day later %d of 5 are idle", n)
		}
	})
	t.Run("reports are an owner's own and go with him", func(t *testing.T) {
		h := open(t)
		r := roster(t, h)
		b := start(t, func(*testing.T) Harness { return h })
		ann, bob := memory.UserOwner("acme", "work", "ann"), memory.UserOwner("acme", "work", "bob")
		for i, owner := range []memory.Owner{ann, bob} {
			b.touch(owner, i)
			report := &memory.Report{ID: "r", Job: "merge", Owner: owner, Ended: h.Clock.Now(), Deeds: []memory.Deed{{Record: "x", Op: "merge", Reason: "similar"}}}
			if err := r.PutChore(t.Context(), owner, memory.Chore{Job: "merge", Done: h.Clock.Now()}, report); err != nil {
				t.Fatal(err)
			}
		}
		own, err := r.Reports(t.Context(), ann, "merge", 10)
		if err != nil || len(own) != 1 || own[0].Owner != ann || own[0].Deeds[0].Reason != "similar" {
			t.Fatalf("ann's reports are %v, %v", own, err)
		}
		all := memory.Owner{Tenant: "acme", Realm: "work", Level: memory.LevelUser}
		if both, _ := r.Reports(t.Context(), all, "", 10); len(both) != 2 {
			t.Errorf("the tenant has %d reports", len(both))
		}
		if none, _ := r.Reports(t.Context(), ann, "archive", 10); len(none) != 0 {
			t.Error("a job has another's report")
		}
		if _, err := h.Store.EraseOwner(t.Context(), ann, false); err != nil {
			t.Fatal(err)
		}
		if own, _ := r.Reports(t.Context(), ann, "", 10); len(own) != 0 {
			t.Error("an erased owner has reports")
		}
		if chores, _ := r.Chores(t.Context(), ann); len(chores) != 0 {
			t.Error("an erased owner has chores")
		}
		h.Clock.Advance(time.Hour)
		if n, err := r.DropReports(t.Context(), h.Clock.Now()); err != nil || n != 1 {
			t.Errorf("%d old reports are dropped, %v", n, err)
		}
	})
}

func roster(t *testing.T, h Harness) memory.Roster {
	t.Helper()
	r, ok := h.Store.(memory.Roster)
	if !ok {
		t.Fatal("the store keeps no roster")
	}
	return r
}

// touch commits one record of an owner, so that his memory has changed.
func (b *bench) touch(owner memory.Owner, n int) {
	b.Helper()
	now := b.Clock.Now()
	_, err := b.Store.Commit(b.ctx, memory.Commit{Owner: owner, Base: -1, Put: []memory.Record{{
		ID: fmt.Sprint("touch", n), Layer: memory.Semantic, Kind: memory.KindState, Status: memory.Current, Source: memory.UserDirect,
		Text: fmt.Sprint("uses tool ", n), Confidence: 0.9, Count: 1, Created: now, Updated: now,
	}}})
	if err != nil {
		b.Fatal(err)
	}
}
