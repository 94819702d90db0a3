package memorytest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"mneme/memory"
)

// Journal tests the durable intake.
func Journal(t *testing.T, open func(t *testing.T) Harness) {
	t.Run("an entry comes back as it went in", func(t *testing.T) {
		b := start(t, open)
		n := b.entry("s1", b.turn("m1", "我喜欢茶 and coffee"))
		n.Turns = append([]memory.Turn{{ID: "m0", Role: memory.RoleAssistant, Text: "before", Seen: true, At: b.Clock.Now()}}, n.Turns...)
		n.Recalled, n.Zone, n.TTL, n.Language, n.Project = []string{"x"}, "Asia/Shanghai", time.Hour, "zh", "p"
		if got := b.append(n); got[0] != 1 {
			t.Fatalf("taken %v, want 1", got)
		}
		b.Store = b.Reopen()
		claims := b.claim(10)
		if len(claims) != 1 || !reflect.DeepEqual(claims[0].Entry, n) {
			t.Fatalf("claimed %+v, want %+v", claims, n)
		}
	})
	t.Run("known turns are dropped, entries without new turns are not stored", func(t *testing.T) {
		b := start(t, open)
		first := b.turn("m1", "one")
		b.append(b.entry("s1", first))
		if got := b.append(b.entry("s1", first), b.entry("s1", first, b.turn("m2", "two"))); got[0] != 0 || got[1] != 1 {
			t.Fatalf("taken %v, want 0 and 1", got)
		}
		claims := b.claim(10)
		if len(claims) != 2 || len(claims[1].Entry.Turns) != 1 || claims[1].Entry.Turns[0].ID != "m2" || len(claims[1].Entry.Keys) != 1 {
			t.Fatalf("claimed %+v", claims)
		}
		b.owner = memory.UserOwner("acme", "work", "bob")
		if got := b.append(b.entry("s1", first)); got[0] != 1 {
			t.Fatal("another owner's turn is known")
		}
	})
	t.Run("an entry is whole or not at all", func(t *testing.T) {
		b := start(t, open)
		bad := b.entry("s1", b.turn("m1", "one"))
		bad.Keys = nil
		if _, err := b.Store.Append(b.ctx, []memory.Entry{b.entry("s1", b.turn("m2", "two")), bad}); err == nil {
			t.Fatal("turns without keys are taken")
		}
		nobody := b.entry("s1", b.turn("m1", "one"))
		nobody.Owner.ID = ""
		if _, err := b.Store.Append(b.ctx, []memory.Entry{nobody}); !errors.Is(err, memory.ErrNoOwner) {
			t.Fatalf("an entry of nobody: %v", err)
		}
		if n := b.waiting(); n != 0 {
			t.Fatalf("%d entries wait, want none", n)
		}
	})
	t.Run("one owner is one worker's, in the order of arrival", func(t *testing.T) {
		b := start(t, open)
		ann, bob := b.owner, memory.UserOwner("acme", "work", "bob")
		for i := range 3 {
			b.append(b.entry("s1", b.turn(fmt.Sprint("a", i), "x")))
		}
		b.owner = bob
		b.append(b.entry("s1", b.turn("b0", "x")))
		one, two, three := b.claim(2), b.claim(2), b.claim(2)
		if len(one) != 2 || one[0].Entry.Owner != ann || one[0].Entry.Turns[0].ID != "a0" || one[1].Entry.Turns[0].ID != "a1" || one[0].Seq >= one[1].Seq {
			t.Fatalf("first claim %+v", one)
		}
		if len(two) != 1 || two[0].Entry.Owner != bob {
			t.Fatalf("second claim %+v", two)
		}
		if len(three) != 0 {
			t.Fatalf("an owner is leased twice: %+v", three)
		}
		b.Clock.Advance(2 * time.Minute)
		if again := b.claim(10); len(again) != 3 || again[0].Lease == one[0].Lease {
			t.Fatalf("after its lease: %+v", again)
		}
	})
	t.Run("a commit marks entries, and a lost lease commits nothing", func(t *testing.T) {
		b := start(t, open)
		b.append(b.entry("s1", b.turn("m1", "tea")))
		old := b.claim(1)[0]
		b.Clock.Advance(2 * time.Minute)
		now := b.claim(1)[0]
		plan := func(c memory.Claim, text string) memory.Commit {
			return memory.Commit{
				Owner: b.owner, Base: -1, Put: []memory.Record{b.record("s1", "m1", text)},
				Outcomes: []memory.Outcome{{EntryID: c.Entry.ID, Lease: c.Lease, ReceiptID: c.Entry.ReceiptID, State: "learnt"}},
			}
		}
		if _, err := b.Store.Commit(b.ctx, plan(old, "stolen")); !errors.Is(err, memory.ErrLeaseLost) {
			t.Fatalf("commit of a lost lease: %v", err)
		}
		b.wantTexts()
		if err := b.Store.Renew(b.ctx, []memory.Claim{old}, time.Minute); !errors.Is(err, memory.ErrLeaseLost) {
			t.Fatalf("renewal of a lost lease: %v", err)
		}
		b.must(b.Store.Renew(b.ctx, []memory.Claim{now}, time.Hour))
		b.Clock.Advance(30 * time.Minute)
		if more := b.claim(1); len(more) != 0 {
			t.Fatalf("a renewed lease is given away: %+v", more)
		}
		_, err := b.Store.Commit(b.ctx, plan(now, "tea"))
		b.must(err)
		b.wantTexts("tea")
		if _, err := b.Store.Commit(b.ctx, plan(now, "twice")); !errors.Is(err, memory.ErrLeaseLost) {
			t.Fatalf("an entry is learnt twice: %v", err)
		}
		if n := b.waiting(); n != 0 {
			t.Fatalf("%d entries wait, want none", n)
		}
	})
	t.Run("released entries wait, and their owner's later ones behind them", func(t *testing.T) {
		b := start(t, open)
		b.append(b.entry("s1", b.turn("m1", "one")), b.entry("s1", b.turn("m2", "two")))
		c := b.claim(1)[0]
		b.must(b.Store.Release(b.ctx, c, time.Minute, "model-down", false))
		if got := b.claim(5); len(got) != 0 {
			t.Fatalf("claimed before its time: %+v", got)
		}
		b.Clock.Advance(61 * time.Second)
		got := b.claim(5)
		if len(got) != 2 || got[0].Entry.ID != c.Entry.ID || got[0].Entry.Attempts != 1 || got[1].Entry.Attempts != 0 {
			t.Fatalf("claimed %+v", got)
		}
		if err := b.Store.Release(b.ctx, c, 0, "", false); !errors.Is(err, memory.ErrLeaseLost) {
			t.Fatalf("release of a lost lease: %v", err)
		}
	})
	t.Run("dead letters can be replayed", func(t *testing.T) {
		b := start(t, open)
		b.append(b.entry("s1", b.turn("m1", "one")), b.entry("s1", b.turn("m2", "two")))
		b.must(b.Store.Release(b.ctx, b.claim(1)[0], 0, "broken", true))
		if n := b.waiting(); n != 1 {
			t.Fatalf("%d wait, want the other one", n)
		}
		if got := b.claim(5); len(got) != 1 || got[0].Entry.Turns[0].ID != "m2" {
			t.Fatalf("claimed %+v", got)
		}
		n, err := b.Store.Replay(b.ctx, "acme", "work")
		b.must(err)
		if n != 1 || b.waiting() != 2 {
			t.Fatalf("replayed %d, %d wait", n, b.waiting())
		}
		if n, _ := b.Store.Replay(b.ctx, "other", "work"); n != 0 {
			t.Fatal("another tenant's letters are replayed")
		}
	})
	t.Run("waiting counts up to an order of arrival, over realms", func(t *testing.T) {
		b := start(t, open)
		b.append(b.entry("s1", b.turn("m1", "one")))
		n, first, err := b.Store.Waiting(b.ctx, nil, 0)
		b.must(err)
		b.owner = memory.UserOwner("acme", "personal", "ann")
		b.append(b.entry("s1", b.turn("m2", "two")))
		m, second, err := b.Store.Waiting(b.ctx, nil, 0)
		b.must(err)
		if n != 1 || m != 2 || second <= first {
			t.Fatalf("waiting %d then %d, newest %d then %d", n, m, first, second)
		}
		if n, _, _ := b.Store.Waiting(b.ctx, nil, first); n != 1 {
			t.Fatalf("%d up to the first, want 1", n)
		}
		if n, _, _ := b.Store.Waiting(b.ctx, &b.owner, 0); n != 1 {
			t.Fatalf("%d of one owner, want 1", n)
		}
		if got := len(b.claim(5)) + len(b.claim(5)); got != 2 {
			t.Fatalf("claimed %d in both realms, want 2", got)
		}
	})
	t.Run("the last exchange is the newest of its session", func(t *testing.T) {
		b := start(t, open)
		b.append(b.entry("s1", b.turn("m1", "one"), b.turn("m2", "two")), b.entry("s2", b.turn("m3", "three")))
		for session, want := range map[string][]string{"s1": {"m1", "m2"}, "s2": {"m3"}, "": {"m3"}, "s3": nil} {
			got, err := b.Store.LastExchange(b.ctx, b.owner, session)
			b.must(err)
			if !reflect.DeepEqual(got, want) {
				t.Errorf("last of %q: %v, want %v", session, got, want)
			}
		}
	})
	t.Run("opt-outs are kept", func(t *testing.T) {
		b := start(t, open)
		hash := [32]byte{1}
		if is, err := b.Store.Unlearnt(b.ctx, b.owner, hash); is || err != nil {
			t.Fatal(is, err)
		}
		b.must(b.Store.MarkUnlearnt(b.ctx, b.owner, hash))
		b.Store = b.Reopen()
		if is, err := b.Store.Unlearnt(b.ctx, b.owner, hash); !is || err != nil {
			t.Fatal(is, err)
		}
		if is, _ := b.Store.Unlearnt(b.ctx, memory.UserOwner("acme", "work", "bob"), hash); is {
			t.Fatal("another's opt-out")
		}
	})
}
