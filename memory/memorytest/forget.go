package memorytest

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"mneme/memory"
)

// Forget tests forgetting: what goes, what stays, and what stays forgotten.
func Forget(t *testing.T, open func(t *testing.T) Harness) {
	t.Run("an empty filter is an error", func(t *testing.T) {
		b := start(t, open)
		b.commit(b.record("s1", "m1", "tea"))
		for _, s := range []memory.Selection{{Owner: b.owner}, {Owner: b.owner, DryRun: true, Reason: "x"}} {
			if _, err := b.Store.Forget(b.ctx, s); !errors.Is(err, memory.ErrEmptyFilter) {
				t.Fatalf("%+v: %v", s, err)
			}
		}
		if _, err := b.Store.Forget(b.ctx, memory.Selection{All: true}); !errors.Is(err, memory.ErrNoOwner) {
			t.Fatalf("forget of nobody: %v", err)
		}
		b.wantTexts("tea")
	})
	t.Run("a dry run counts and changes nothing", func(t *testing.T) {
		b := start(t, open)
		b.append(b.entry("s1", b.turn("m1", "tea")))
		r := b.record("s1", "m1", "tea")
		before := b.commit(r).Revision
		dry := b.forget(memory.Selection{SessionID: "s1", DryRun: true})
		if dry.Counts["records"] != 1 || dry.Counts["journal"] != 1 || dry.Counts["history"] != 1 || !slices.Equal(dry.Records, []string{r.ID}) {
			t.Fatalf("dry run %+v", dry)
		}
		b.wantTexts("tea")
		if b.revision() != before || b.waiting() != 1 {
			t.Fatal("a dry run changed something")
		}
		wet := b.forget(memory.Selection{SessionID: "s1"})
		for place, n := range dry.Counts {
			if wet.Counts[place] != n {
				t.Errorf("%s: dry %d, done %d", place, n, wet.Counts[place])
			}
		}
		if len(wet.Hashes) != 1 || strings.Contains(wet.Hashes[0], "tea") || b.waiting() != 0 {
			t.Fatalf("forgotten %+v, %d wait", wet, b.waiting())
		}
		b.wantTexts()
	})
	t.Run("what is left is counted by id", func(t *testing.T) {
		b := start(t, open)
		one, two := b.record("s1", "m1", "one"), b.record("s1", "m2", "two")
		b.commit(one, two)
		sum := func(ids ...string) (n int) {
			left, err := b.Store.Left(b.ctx, b.owner, ids)
			b.must(err)
			for _, k := range left {
				n += k
			}
			return n
		}
		if n := sum(one.ID, two.ID); n != 4 { // each has a line of history
			t.Fatalf("%d are there, want 4", n)
		}
		b.forget(memory.Selection{IDs: []string{one.ID}})
		if gone, stays := sum(one.ID), sum(two.ID); gone != 0 || stays != 2 {
			t.Fatalf("%d are left of the forgotten, %d of the other", gone, stays)
		}
	})
	t.Run("a forget is done while others write for the same owner", func(t *testing.T) {
		b := start(t, open)
		r := b.record("s1", "m1", "tea")
		b.commit(r)
		stop, stopped := make(chan struct{}), make(chan error, 1)
		go func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					stopped <- nil
					return
				default:
				}
				other := memory.Record{ID: fmt.Sprint("other", i%50), Layer: memory.Semantic, Status: memory.Current, Source: memory.Tool, Text: "x", Created: b.Clock.Now()}
				if _, err := b.Store.Commit(b.ctx, memory.Commit{Owner: b.owner, Base: -1, Put: []memory.Record{other}}); err != nil {
					stopped <- err
					return
				}
			}
		}()
		f := b.forget(memory.Selection{IDs: []string{r.ID}})
		close(stop)
		b.must(<-stopped)
		if len(f.Records) != 1 || b.texts()["tea"] {
			t.Fatalf("forgotten %+v", f)
		}
	})
	t.Run("filters are joined by and", func(t *testing.T) {
		b := start(t, open)
		one, two, three := b.record("s1", "m1", "one"), b.record("s1", "m2", "two"), b.record("s2", "m3", "three")
		two.Layer, two.Source = memory.Episodic, memory.Tool
		b.commit(one, two, three)
		b.forget(memory.Selection{SessionID: "s1", Layer: memory.Procedural})
		b.forget(memory.Selection{SessionID: "s2", Source: memory.Tool})
		b.wantTexts("one", "two", "three")
		b.forget(memory.Selection{SessionID: "s1", Layer: memory.Episodic})
		b.wantTexts("one", "three")
		b.forget(memory.Selection{MessageID: "m1"})
		b.wantTexts("three")
		b.forget(memory.Selection{Since: b.Clock.Now().Add(time.Second)})
		b.wantTexts("three")
		b.forget(memory.Selection{Until: b.Clock.Now().Add(time.Second)})
		b.wantTexts()
	})
	t.Run("another owner's memory is not touched", func(t *testing.T) {
		b := start(t, open)
		b.commit(b.record("s1", "m1", "ann's"))
		ann := b.owner
		b.owner = memory.UserOwner("acme", "work", "bob")
		r := b.record("s1", "m1", "bob's")
		b.commit(r)
		b.append(b.entry("s1", b.turn("m1", "bob's")))
		b.owner = ann
		b.forget(memory.Selection{IDs: []string{r.ID}})
		b.forget(memory.Selection{SessionID: "s1"})
		b.forget(memory.Selection{All: true})
		b.wantTexts()
		b.owner = memory.UserOwner("acme", "work", "bob")
		b.wantTexts("bob's")
		if b.waiting() != 1 {
			t.Fatal("bob's entry is gone")
		}
	})
	t.Run("what has other sources loses the forgotten one and its words", func(t *testing.T) {
		b := start(t, open)
		fact := b.record("s1", "m1", "likes tea")
		fact.Sources = append(fact.Sources, memory.Provenance{SessionID: "s2", MessageID: "m9", Quote: "tea again", At: b.Clock.Now()})
		fact.Count = 2
		episode := b.record("s1", "m1", "secret plan. bought a lamp")
		episode.Layer, episode.Predicate, episode.Object = memory.Episodic, "", ""
		episode.Sources = []memory.Provenance{
			{SessionID: "s1", MessageID: "m1", Quote: "secret plan", At: b.Clock.Now()},
			{SessionID: "s2", MessageID: "m9", Quote: "bought a lamp", At: b.Clock.Now()},
		}
		b.commit(fact, episode)
		f := b.forget(memory.Selection{SessionID: "s1"})
		if !slices.Contains(f.Rebuilt, fact.ID) || !slices.Contains(f.Rebuilt, episode.ID) || len(f.Records) != 0 {
			t.Fatalf("forgotten %+v", f)
		}
		b.wantTexts("likes tea", "bought a lamp")
		got, err := b.Store.Get(b.ctx, b.owner, []string{fact.ID})
		b.must(err)
		if len(got[0].Sources) != 1 || got[0].Sources[0].SessionID != "s2" || got[0].Count != 1 {
			t.Fatalf("the fact is %+v", got[0])
		}
		if h, err := b.Store.History(b.ctx, b.owner, episode.ID); err != nil || len(h) != 0 {
			t.Fatalf("history keeps the words: %+v, %v", h, err)
		}
	})
	t.Run("conclusions go with what they rest on", func(t *testing.T) {
		b := start(t, open)
		one, two := b.record("s1", "m1", "one"), b.record("s2", "m2", "two")
		alone, both, above := b.record("", "", "from one"), b.record("", "", "from both"), b.record("", "", "from that")
		for _, r := range []*memory.Record{&alone, &both, &above} {
			r.Sources, r.Predicate, r.Object, r.Tags = nil, "", "", []string{"reflection"}
		}
		alone.DependsOn, both.DependsOn, above.DependsOn = []string{one.ID}, []string{one.ID, two.ID}, []string{alone.ID}
		b.commit(one, two, alone, both, above)
		f := b.forget(memory.Selection{SessionID: "s1"})
		b.wantTexts("two", "")
		if !slices.Equal(f.Rebuilt, []string{both.ID}) {
			t.Fatalf("rebuilt %v, want %v", f.Rebuilt, both.ID)
		}
		got, _ := b.Store.Get(b.ctx, b.owner, []string{both.ID})
		if got[0].Status != memory.Archived || !slices.Equal(got[0].DependsOn, []string{two.ID}) {
			t.Fatalf("the conclusion is %+v", got[0])
		}
	})
	t.Run("a named record takes its words out of what was told with it", func(t *testing.T) {
		b := start(t, open)
		const said = "My address is 5 Elm Road. Please order a lamp"
		b.append(b.entry("s1", b.turn("m1", said)))
		address := b.record("s1", "m1", "lives at 5 Elm Road")
		address.Object, address.Sources[0].Quote = "5 Elm Road", "My address is 5 Elm Road"
		lamp := b.record("s1", "m1", "wants a lamp")
		lamp.Object, lamp.Sources[0].Quote = "a lamp", said
		episode := b.record("s1", "m1", said)
		episode.Layer, episode.Predicate, episode.Object = memory.Episodic, "", ""
		b.commit(address, lamp, episode)
		b.forget(memory.Selection{IDs: []string{address.ID}})
		b.wantTexts("wants a lamp")
		got, _ := b.Store.Get(b.ctx, b.owner, []string{lamp.ID})
		if got[0].Sources[0].Quote != "" {
			t.Fatalf("the quote stayed: %q", got[0].Sources[0].Quote)
		}
		if b.waiting() != 0 {
			t.Fatal("the journal keeps what was said")
		}
	})
	t.Run("a claimed entry that is cut cannot be committed", func(t *testing.T) {
		b := start(t, open)
		b.append(b.entry("s1", b.turn("m1", "tea"), b.turn("m2", "lamp")))
		c := b.claim(1)[0]
		b.forget(memory.Selection{MessageID: "m1"})
		out := []memory.Outcome{{EntryID: c.Entry.ID, Lease: c.Lease, State: "learnt"}}
		if _, err := b.Store.Commit(b.ctx, memory.Commit{Owner: b.owner, Base: -1, Put: []memory.Record{b.record("s1", "m1", "tea")}, Outcomes: out}); !errors.Is(err, memory.ErrLeaseLost) {
			t.Fatalf("commit of a cut entry: %v", err)
		}
		again := b.claim(1)
		if len(again) != 1 || len(again[0].Entry.Turns) != 1 || again[0].Entry.Turns[0].ID != "m2" {
			t.Fatalf("claimed %+v", again)
		}
		b.wantTexts()
	})
	t.Run("a plan from before a forget is stale", func(t *testing.T) {
		b := start(t, open)
		r := b.record("s1", "m1", "tea")
		base := b.commit(r).Revision
		b.forget(memory.Selection{IDs: []string{r.ID}})
		if _, err := b.Store.Commit(b.ctx, memory.Commit{Owner: b.owner, Base: base, Put: []memory.Record{r}}); !errors.Is(err, memory.ErrStale) {
			t.Fatalf("stale plan: %v", err)
		}
		done := b.commit(r) // even when the plan does not look
		if !slices.Equal(done.Blocked, []string{r.ID}) {
			t.Fatalf("a removed record is written again: %+v", done)
		}
		conclusion := b.record("", "", "so")
		conclusion.Sources, conclusion.DependsOn = nil, []string{r.ID}
		if done := b.commit(conclusion); len(done.Blocked) != 1 {
			t.Fatal("a conclusion from a removed record is written")
		}
		b.wantTexts()
	})
	t.Run("what was forgotten stays forgotten until it is told anew", func(t *testing.T) {
		b := start(t, open)
		said := b.Clock.Now()
		r := b.record("s1", "m1", "likes tea")
		b.commit(r)
		b.Clock.Advance(time.Hour)
		b.forget(memory.Selection{IDs: []string{r.ID}})
		b.Clock.Advance(time.Hour)
		blocked := func(want bool, session, message, text, object string, at time.Time) {
			t.Helper()
			n := b.record(session, message, text)
			n.Object, n.Sources[0].At = object, at
			if done := b.commit(n); (len(done.Blocked) == 1) != want {
				t.Errorf("%q of %s at %v: blocked %v, want %v", text, session, at, done.Blocked, want)
			}
		}
		now := b.Clock.Now()
		blocked(true, "s1", "m1", "likes tea", "likes tea", now)  // the same words in the same session
		blocked(true, "s1", "m5", "ＬＩＫＥＳ TEA", "x", now)          // folded
		blocked(true, "s1", "m5", "is fond of", "likes tea", now) // the same fact in other words
		blocked(true, "s9", "m9", "likes tea", "likes tea", said) // older evidence from elsewhere
		blocked(false, "s1", "m6", "likes coffee", "coffee", now)
		blocked(false, "s2", "m7", "likes tea", "likes tea", now) // told anew
		b.wantTexts("likes coffee", "likes tea")
	})
	t.Run("replayed turns of a forgotten session are not journaled", func(t *testing.T) {
		b := start(t, open)
		old := b.turn("m1", "my secret")
		b.append(b.entry("s1", old))
		b.Clock.Advance(time.Hour)
		b.forget(memory.Selection{SessionID: "s1"})
		b.Clock.Advance(time.Hour)
		replay := b.turn("m1x", "my secret") // as new, in the same session
		early := b.turn("m2", "something else")
		early.At = old.At
		seen := b.turn("m1", "my secret")
		seen.Seen = true
		if got := b.append(b.entry("s1", old), b.entry("s1", replay), b.entry("s1", early)); got[0]+got[1]+got[2] != 0 {
			t.Fatalf("replays are taken: %v", got)
		}
		if got := b.append(b.entry("s1", seen, b.turn("m3", "a new thing")), b.entry("s2", b.turn("m1", "my secret"))); got[0] != 1 || got[1] != 1 {
			t.Fatalf("new turns are refused: %v", got)
		}
		for _, c := range b.claim(5) {
			if c.Entry.SessionID == "s1" && (len(c.Entry.Turns) != 1 || c.Entry.Turns[0].ID != "m3") {
				t.Fatalf("the forgotten comes as context: %+v", c.Entry.Turns)
			}
		}
	})
	t.Run("after forgetting all, older evidence is a replay", func(t *testing.T) {
		b := start(t, open)
		said := b.Clock.Now()
		b.append(b.entry("s1", b.turn("m1", "one")))
		b.commit(b.record("s1", "m1", "one"), b.record("s2", "m2", "two"))
		b.Clock.Advance(time.Hour)
		f := b.forget(memory.Selection{All: true})
		if len(f.Records) != 2 || f.Counts["journal"] != 1 {
			t.Fatalf("forgotten %+v", f)
		}
		b.Clock.Advance(time.Hour)
		imported := b.turn("i1", "an old thing")
		imported.At = said
		if got := b.append(b.entry("s7", imported)); got[0] != 0 {
			t.Fatal("imported history brings it back")
		}
		r := b.record("s7", "i1", "an old thing")
		r.Sources[0].At = said
		if done := b.commit(r); len(done.Blocked) != 1 {
			t.Fatal("a record from before is written")
		}
		if got := b.append(b.entry("s8", b.turn("n1", "one"))); got[0] != 1 {
			t.Fatal("told anew, it is refused")
		}
	})
	t.Run("a time range is forgotten for good", func(t *testing.T) {
		b := start(t, open)
		from := b.Clock.Now()
		b.append(b.entry("s1", b.turn("m1", "inside")))
		b.commit(b.record("s1", "m1", "inside"))
		to := b.Clock.Advance(time.Hour)
		b.append(b.entry("s1", b.turn("m2", "after")))
		b.commit(b.record("s1", "m2", "after"))
		b.Clock.Advance(time.Hour)
		b.forget(memory.Selection{Since: from, Until: to})
		b.wantTexts("after")
		late := b.turn("m9", "also inside")
		late.At = from.Add(time.Minute)
		if got := b.append(b.entry("s5", late)); got[0] != 0 || b.waiting() != 1 {
			t.Fatalf("taken %v, %d wait", got, b.waiting())
		}
	})
}

// Erase tests the erasure of an owner.
func Erase(t *testing.T, open func(t *testing.T) Harness) {
	t.Run("nothing is left, and nothing of before comes back", func(t *testing.T) {
		b := start(t, open)
		said := b.turn("m1", "my secret")
		b.append(b.entry("s1", said), b.entry("s1", b.turn("m2", "more")))
		b.must(b.Store.Release(b.ctx, b.claim(1)[0], 0, "broken", true))
		c := b.claim(1)[0]
		revision := b.commit(b.record("s1", "m1", "my secret")).Revision
		b.must(b.Store.SavePartition(b.ctx, b.owner, "emb", revision, []byte("vectors")))
		b.Store.WriteReceipt(memory.Receipt{ID: "r1", At: b.Clock.Now(), Owner: b.owner})
		b.Store.WriteAudit(memory.Audit{At: b.Clock.Now(), Owner: b.owner, By: "capture", Op: "write"})
		b.must(b.Store.MarkUnlearnt(b.ctx, b.owner, [32]byte{5}))
		if realms, _ := b.Store.Realms(b.ctx, "acme", "ann"); !slices.Equal(realms, []string{"work"}) {
			t.Fatalf("realms %v", realms)
		}
		b.Clock.Advance(time.Hour)
		dry, err := b.Store.EraseOwner(b.ctx, b.owner, true)
		b.must(err)
		b.wantTexts("my secret")
		f, err := b.Store.EraseOwner(b.ctx, b.owner, false)
		b.must(err)
		for _, place := range []string{"records", "journal", "history", "index", "receipts", "audit"} {
			if f.Counts[place] == 0 || f.Counts[place] != dry.Counts[place] {
				t.Errorf("%s: erased %d, dry run %d", place, f.Counts[place], dry.Counts[place])
			}
		}
		if len(f.Hashes) != 1 || len(f.Records) != 1 {
			t.Errorf("records %v, hashes %v", f.Records, f.Hashes)
		}
		check := func() {
			t.Helper()
			left, err := b.Store.Left(b.ctx, b.owner, nil)
			b.must(err)
			for place, n := range left {
				if n != 0 {
					t.Errorf("%d left in %s", n, place)
				}
			}
			b.wantTexts()
			if _, err := b.Store.Receipt(b.ctx, "r1"); !errors.Is(err, memory.ErrNotFound) {
				t.Errorf("his receipt: %v", err)
			}
			if realms, _ := b.Store.Realms(b.ctx, "acme", "ann"); len(realms) != 0 {
				t.Errorf("realms %v", realms)
			}
			if users, _ := b.Store.Users(b.ctx, "acme", "work", 0); len(users) != 0 {
				t.Errorf("users %v", users)
			}
			if b.revision() != 0 || b.waiting() != 0 {
				t.Errorf("revision %d, %d wait", b.revision(), b.waiting())
			}
		}
		check()
		b.Store = b.Reopen()
		check()
		out := []memory.Outcome{{EntryID: c.Entry.ID, Lease: c.Lease, State: "learnt"}}
		if _, err := b.Store.Commit(b.ctx, memory.Commit{Owner: b.owner, Base: -1, Put: []memory.Record{b.record("s1", "m2", "more")}, Outcomes: out}); !errors.Is(err, memory.ErrLeaseLost) {
			t.Fatalf("an entry in flight is committed: %v", err)
		}
		b.Clock.Advance(time.Hour)
		if got := b.append(b.entry("s1", said)); got[0] != 0 {
			t.Fatal("an old turn is taken again")
		}
		if is, _ := b.Store.Unlearnt(b.ctx, b.owner, [32]byte{5}); !is {
			t.Fatal("the opt-out is gone")
		}
		if got := b.append(b.entry("s2", b.turn("n1", "hello again"))); got[0] != 1 {
			t.Fatal("he cannot come back")
		}
		b.commit(b.record("s2", "n1", "hello again"))
		if d, err := b.Store.Since(b.ctx, b.owner, revision); err != nil || !d.Reset || d.Revision <= revision {
			t.Fatalf("since a revision of his first life: %+v, %v", d, err)
		}
		b.wantTexts("hello again")
	})
	t.Run("others stay", func(t *testing.T) {
		b := start(t, open)
		ann := b.owner
		b.commit(b.record("s1", "m1", "ann's"))
		for _, other := range []memory.Owner{memory.UserOwner("acme", "work", "bob"), memory.UserOwner("acme", "personal", "ann"), memory.TeamOwner("acme", "work", "ann")} {
			b.owner = other
			b.commit(b.record("s1", "m1", "kept"))
		}
		_, err := b.Store.EraseOwner(b.ctx, ann, false)
		b.must(err)
		for _, other := range []memory.Owner{memory.UserOwner("acme", "work", "bob"), memory.UserOwner("acme", "personal", "ann"), memory.TeamOwner("acme", "work", "ann")} {
			b.owner = other
			b.wantTexts("kept")
		}
		if realms, _ := b.Store.Realms(b.ctx, "acme", "ann"); !slices.Equal(realms, []string{"personal"}) {
			t.Fatalf("realms %v", realms)
		}
		if _, err := b.Store.EraseOwner(b.ctx, memory.UserOwner("acme", "nowhere", "zoe"), false); err != nil {
			t.Fatalf("erasing nobody: %v", err)
		}
	})
}
