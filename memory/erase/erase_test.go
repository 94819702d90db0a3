package erase

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
)

// shelf is a place that a test can look into.
type shelf struct {
	calls [][]string
	left  int
}

func (s *shelf) Name() string { return "shelf" }

func (s *shelf) Forget(_ context.Context, _ memory.Owner, ids []string) (int, error) {
	s.calls = append(s.calls, ids)
	return len(ids), nil
}

func (s *shelf) Left(context.Context, memory.Owner, []string) (int, error) { return s.left, nil }

type rig struct {
	*Eraser
	t     *testing.T
	store *sqlite.Store
	shelf *shelf
}

var nora = memory.UserOwner("acme", "work", "nora")

func open(t *testing.T) *rig {
	t.Helper()
	dir := t.TempDir()
	keys, err := seal.Open(filepath.Join(dir, "keys"), seal.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys = dir, keys
	store, err := sqlite.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := errors.Join(store.Close(), keys.Close()); err != nil {
			t.Error(err)
		}
	})
	r := &rig{t: t, store: store, shelf: &shelf{}}
	r.Eraser = New(Parts{Truth: store, Control: store, Places: []Place{r.shelf}, Hasher: keys, Match: Topics{Reader: store}, Audit: store.WriteAudit})
	return r
}

// means wants a forget of a topic to select those of the records that stand at some places.
func (r *rig) means(ids []string, topic string, want []int) {
	r.t.Helper()
	receipt, err := r.Forget(r.t.Context(), Request{Owner: nora, Topic: topic, DryRun: true})
	if err != nil {
		r.t.Fatal(err)
	}
	var got []int
	for i, id := range ids {
		if slices.Contains(receipt.Records, id) {
			got = append(got, i)
		}
	}
	if !slices.Equal(got, want) {
		r.t.Errorf("%q means %v, want %v", topic, got, want)
	}
}

// put commits records by text, predicate and object, and returns their ids.
func (r *rig) put(owner memory.Owner, lines ...[3]string) []string {
	r.t.Helper()
	var ids []string
	commit := memory.Commit{Owner: owner, Base: -1}
	for i, line := range lines {
		now := time.Now().Add(time.Duration(i) * time.Millisecond)
		record := memory.Record{
			ID: memory.NewID(now), Owner: owner, Layer: memory.Semantic, Text: line[0], Predicate: line[1], Object: line[2],
			Subject: "user", Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1,
			Created: now, Updated: now, LastUsed: now,
			Sources: []memory.Provenance{{SessionID: "s1", MessageID: "m" + memory.NewID(now), Quote: line[0], At: now}},
		}
		commit.Put = append(commit.Put, record)
		ids = append(ids, record.ID)
	}
	if _, err := r.store.Commit(r.t.Context(), commit); err != nil {
		r.t.Fatal(err)
	}
	return ids
}

func TestAForgetOfNothingTouchesNothing(t *testing.T) {
	r := open(t)
	ids := r.put(nora, [3]string{"allergic to peanuts", "allergy", "peanuts"})
	receipt, err := r.Forget(t.Context(), Request{Owner: nora, SessionID: "another"})
	if err != nil {
		t.Fatal(err)
	}
	if len(receipt.Records) != 0 || !receipt.Verified {
		t.Errorf("receipt: %+v", receipt)
	}
	for _, call := range r.shelf.calls {
		if call == nil {
			t.Error("a place was told to forget the whole owner")
		}
	}
	if left, err := r.store.Get(t.Context(), nora, ids); err != nil || len(left) != 1 {
		t.Errorf("%d records are left, %v", len(left), err)
	}
}

func TestAnEmptyRequestIsAnError(t *testing.T) {
	r := open(t)
	if _, err := r.Forget(t.Context(), Request{Owner: nora}); !errors.Is(err, memory.ErrEmptyFilter) {
		t.Errorf("got %v", err)
	}
	if _, err := r.Forget(t.Context(), Request{All: true}); !errors.Is(err, memory.ErrNoOwner) {
		t.Errorf("got %v", err)
	}
}

func TestWhatIsLeftSomewhereIsAnError(t *testing.T) {
	r := open(t)
	ids := r.put(nora, [3]string{"allergic to peanuts", "allergy", "peanuts"})
	r.shelf.left = 1
	receipt, err := r.Forget(t.Context(), Request{Owner: nora, IDs: ids})
	if !errors.Is(err, ErrLeft) || receipt.Verified {
		t.Errorf("got %v, verified %v", err, receipt.Verified)
	}
}

func TestTopicsAreMatchedByWordsAndByWhatTheyName(t *testing.T) {
	r := open(t)
	lines := [][3]string{
		{"lives in Lisbon", "home", "Lisbon"},
		{"住在杭州", "home", "杭州"},
		{"allergic to peanuts", "allergy", "peanuts"},
		{"对花生严重过敏", "allergy", "花生"},
		{"works as a nurse", "role", "nurse"},
		{"likes the peanut butter of her aunt", "likes", "peanut butter"},
		{"saw a film about the allergy of bees", "", ""},
	}
	ids := r.put(nora, lines...)
	f := func(topic string, want ...int) {
		t.Helper()
		r.means(ids, topic, want)
	}
	f("Lisbon", 0)
	f("my address", 0, 1)
	f("我的地址", 0, 1)
	f("住址", 0, 1)
	f("peanuts", 2, 3, 5)
	f("花生", 2, 3, 5)
	f("花生过敏", 3)
	f("my job", 4)
	f("nurses", 4)
	f("peanut butter", 5)
	f("submarines")
	f("the")
	f("的")
}

func TestExportComesBackAndForgottenStaysForgotten(t *testing.T) {
	r := open(t)
	ids := r.put(nora, [3]string{"allergic to peanuts", "allergy", "peanuts"}, [3]string{"住在杭州", "home", "杭州"})
	if err := r.store.PutSettings(t.Context(), "acme", "nora", memory.Settings{Mode: "read", TimeZone: "Asia/Shanghai"}); err != nil {
		t.Fatal(err)
	}
	var lines [][]byte
	user := User{Tenant: "acme", User: "nora"}
	err := r.Export(t.Context(), user, func(line any) error {
		text, err := json.Marshal(line)
		lines = append(lines, text)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	next := func() func() ([]byte, error) {
		at := 0
		return func() ([]byte, error) {
			if at == len(lines) {
				return nil, io.EOF
			}
			at++
			return lines[at-1], nil
		}
	}
	if _, err := r.Forget(t.Context(), Request{Owner: nora, IDs: ids[:1]}); err != nil {
		t.Fatal(err)
	}
	done, err := r.Import(t.Context(), user, next())
	if err != nil {
		t.Fatal(err)
	}
	if done.Records != 0 || done.Skipped != 2 || done.Settings != 1 {
		t.Errorf("imported beside what is there: %+v", done)
	}
	other := User{Tenant: "acme", User: "mei"}
	if done, err = r.Import(t.Context(), other, next()); err != nil || done.Records != 2 {
		t.Errorf("imported for another: %+v, %v", done, err)
	}
	settings, _, err := r.store.Settings(t.Context(), "acme", "mei")
	if err != nil || settings.Mode != "read" || settings.TimeZone != "Asia/Shanghai" {
		t.Errorf("settings: %+v, %v", settings, err)
	}
}

func TestWhoWasOffStaysOffAfterAnErasure(t *testing.T) {
	r := open(t)
	f := func(mode string, want bool) {
		t.Helper()
		if err := r.store.PutSettings(t.Context(), "acme", mode, memory.Settings{Mode: mode}); err != nil {
			t.Fatal(err)
		}
		if _, err := r.Erase(t.Context(), User{Tenant: "acme", User: mode}); err != nil {
			t.Fatal(err)
		}
		if got, err := r.StaysOff(t.Context(), "acme", mode); err != nil || got != want {
			t.Errorf("%s: stays off %v, %v; want %v", mode, got, err, want)
		}
	}
	f("off", true)
	f("on", false)
	f("read", false)
}

func TestEraseIsAProof(t *testing.T) {
	r := open(t)
	r.put(nora, [3]string{"allergic to peanuts", "allergy", "peanuts"})
	r.put(memory.UserOwner("acme", "personal", "nora"), [3]string{"lives in Lisbon", "home", "Lisbon"})
	dry, err := r.Erase(t.Context(), User{Tenant: "acme", User: "nora", DryRun: true})
	if err != nil || dry.Counts["records"] != 2 {
		t.Fatalf("dry run: %+v, %v", dry.Counts, err)
	}
	receipt, err := r.Erase(t.Context(), User{Tenant: "acme", User: "nora"})
	if err != nil {
		t.Fatal(err)
	}
	if !receipt.Verified || receipt.Counts["records"] != 2 || len(receipt.Hashes) != 2 || receipt.KeyID == "" {
		t.Errorf("receipt: %+v", receipt)
	}
	if !slices.ContainsFunc(r.shelf.calls, func(ids []string) bool { return ids == nil }) {
		t.Error("the other places were not told to forget the whole owner")
	}
	if realms, err := r.store.Realms(t.Context(), "acme", "nora"); err != nil || len(realms) != 0 {
		t.Errorf("realms left: %v, %v", realms, err)
	}
}

// What the assistant said goes with the fact it said again, in whatever words.
func TestAForgetTakesWhatRestatesIt(t *testing.T) {
	r := open(t)
	facts := r.put(nora, [3]string{"lives in Seattle", "home", "Seattle"}, [3]string{"41 years old", "age", "41"}, [3]string{"住在厦门", "home", "厦门"})
	now := time.Now()
	var ids []string
	commit := memory.Commit{Owner: nora, Base: -1}
	for i, text := range []string{"Welcome to Seattle!", "At 41 that is quite usual.", "厦门是个好地方！", "The kiln needs new bricks."} {
		at := now.Add(time.Duration(i) * time.Second)
		one := memory.Record{
			ID: memory.NewID(at), Owner: nora, Layer: memory.Episodic, Kind: "event", Subject: "assistant", Text: text, Confidence: 0.8, Source: memory.AIInference,
			Status: memory.Current, Count: 1, Created: at, Updated: at, LastUsed: at, Event: memory.Event{Type: memory.EventMessage, Time: at},
			Sources: []memory.Provenance{{SessionID: "s1", MessageID: "a" + memory.NewID(at), Quote: text, At: at}},
		}
		commit.Put = append(commit.Put, one)
		ids = append(ids, one.ID)
	}
	if _, err := r.store.Commit(t.Context(), commit); err != nil {
		t.Fatal(err)
	}
	ids = append(facts, ids...)
	f := func(topic string, want ...int) {
		t.Helper()
		r.means(ids, topic, want)
	}
	f("my address", 0, 2, 3, 5)
	f("我的地址", 0, 2, 3, 5)
	f("how old i am", 1, 4)
	f("我的年龄", 1, 4)
}
