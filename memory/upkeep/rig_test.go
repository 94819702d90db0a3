package upkeep

import (
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/flat"
	"mneme/memory/memorytest"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
	"mneme/policy"
)

// rig is a keeper over a real store, a real index and a real recall, with a clock
// that only the test moves.
type rig struct {
	testing.TB
	keeper *Keeper
	store  *sqlite.Store
	recall *memory.Recall
	clock  *memorytest.Clock
	tenant policy.Tenant
	made   int
}

func newRig(t testing.TB, change ...func(*Options, *Parts)) *rig {
	t.Helper()
	g := &rig{TB: t, clock: memorytest.NewClock(), tenant: policy.DefaultTenant()}
	dir := t.TempDir()
	ring := seal.DefaultOptions()
	ring.Now = g.clock.Now
	keys, err := seal.Open(filepath.Join(dir, "keys"), ring)
	if err != nil {
		t.Fatal(err)
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys, o.Now = filepath.Join(dir, "data"), keys, g.clock.Now
	if g.store, err = sqlite.Open(o); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := g.store.Close(); err != nil {
			t.Error(err)
		}
		keys.Close()
	})
	index, err := flat.New(flat.DefaultOptions(), g.store, nil, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	if g.recall, err = memory.NewRecall(index, memory.DefaultRecallOptions()); err != nil {
		t.Fatal(err)
	}
	opts := DefaultOptions()
	opts.Rest = 0
	parts := Parts{
		Truth: g.store, Roster: g.store, Sweeper: g.store, Chooser: g.store, Hasher: keys, Census: g.store.Counts,
		Tenant: func(string) *policy.Tenant { return &g.tenant }, Audit: g.store.WriteAudit, Clock: g.clock.Now,
	}
	for _, c := range change {
		c(&opts, &parts)
	}
	if g.keeper, err = New(opts, parts); err != nil {
		t.Fatal(err)
	}
	return g
}

var ann = memory.UserOwner("acme", "work", "ann")

// event is something that ann told, at the clock's time.
func (g *rig) event(kind, text string, change ...func(*memory.Record)) memory.Record {
	g.made++
	now := g.clock.Now()
	message := fmt.Sprint("m", g.made)
	r := memory.Record{
		ID: memory.NewID(now), Owner: ann, Layer: memory.Episodic, Kind: "event", Text: text, Subject: "user", Confidence: 0.9,
		Source: memory.UserDirect, Status: memory.Current, Count: 1, Event: memory.Event{Type: kind, Time: now, Participants: []string{"user"}},
		SessionID: "s" + now.Format(time.DateOnly), Created: now, Updated: now, LastUsed: now,
		Sources: []memory.Provenance{{SessionID: "s" + now.Format(time.DateOnly), MessageID: message, Quote: text, At: now}},
	}
	for _, c := range change {
		c(&r)
	}
	return r
}

// fact is something that is true of ann.
func (g *rig) fact(predicate, object, text string, change ...func(*memory.Record)) memory.Record {
	g.made++
	now := g.clock.Now()
	rule, _ := memory.NewCatalogue(nil).Find(predicate)
	r := memory.Record{
		ID: memory.NewID(now), Owner: ann, Layer: memory.Semantic, Kind: rule.Kind, Text: text, Subject: "user", Predicate: predicate, Object: object,
		Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1, SessionID: "s", Created: now, Updated: now, LastUsed: now,
		Sources: []memory.Provenance{{SessionID: "s", MessageID: fmt.Sprint("f", g.made), Quote: text, At: now}},
	}
	r.Constraint.ValidUntil = memory.ValidUntil(r, now)
	for _, c := range change {
		c(&r)
	}
	return r
}

func (g *rig) put(records ...memory.Record) {
	g.Helper()
	byOwner := map[memory.Owner][]memory.Record{}
	for _, r := range records {
		byOwner[r.Owner] = append(byOwner[r.Owner], r)
	}
	for owner, list := range byOwner {
		if _, err := g.store.Commit(g.Context(), memory.Commit{Owner: owner, Base: -1, Put: list}); err != nil {
			g.Fatal(err)
		}
	}
}

// do runs a job for ann and returns its report.
func (g *rig) do(name string) memory.Report {
	g.Helper()
	reports, err := g.keeper.Do(g.Context(), Order{Job: name, Tenant: "acme", Realm: "work", User: "ann", By: "test"})
	if err != nil {
		g.Fatal(err)
	}
	if len(reports) != 1 {
		g.Fatalf("%s: %d reports", name, len(reports))
	}
	return reports[0]
}

func (g *rig) get(id string) memory.Record {
	g.Helper()
	found, err := g.store.Get(g.Context(), ann, []string{id})
	if err != nil {
		g.Fatal(err)
	}
	if len(found) == 0 {
		return memory.Record{}
	}
	return found[0]
}

// all returns everything of an owner.
func (g *rig) all(owner memory.Owner) []memory.Record {
	g.Helper()
	d, err := g.store.Since(g.Context(), owner, 0)
	if err != nil {
		g.Fatal(err)
	}
	return d.Changed
}

func (g *rig) tagged(tag string) []memory.Record {
	g.Helper()
	var out []memory.Record
	for _, r := range g.all(ann) {
		if memory.HasTag(r, tag) {
			out = append(out, r)
		}
	}
	return out
}

// ask recalls for a question of ann's.
func (g *rig) ask(owner memory.Owner, question string) []memory.Hit {
	g.Helper()
	found, err := g.recall.Recall(g.Context(), memory.Query{Owners: []memory.Owner{owner}, Text: question, Now: g.clock.Now(), Limit: 8, Floor: -1})
	if err != nil {
		g.Fatal(err)
	}
	return found.Hits
}
