package sqlite

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/memorytest"
	"mneme/memory/seal"
)

// TestNoWordAndNoNameIsPlainOnDisk fills every table with words that must not be
// found in any file, while the store is open and after it closed.
func TestNoWordAndNoNameIsPlainOnDisk(t *testing.T) {
	dir := t.TempDir()
	s, keys := openStore(t, dir)
	var words []string
	word := func(name string) string {
		w := name + "-canary-花生-" + fmt.Sprint(len(words))
		words = append(words, w)
		return w
	}
	now := time.Now()
	owner := memory.UserOwner(word("tenant"), word("realm"), word("user"))
	n := entry(owner, word("session"), turn(word("message"), word("turn"), now), turn("m2", word("second"), now))
	n.AgentID, n.TeamID, n.Project, n.Zone, n.Turns[0].Name = word("agent"), word("team"), word("project"), word("zone"), word("speaker")
	mustAppend(t, s, n, entry(owner, n.SessionID, turn("m3", word("dead letter"), now)))
	claims, err := s.Claim(t.Context(), "worker", 1, time.Minute)
	if err != nil || len(claims) != 1 {
		t.Fatal(claims, err)
	}
	r := record(owner, 1, now)
	r.Kind, r.Text, r.Subject, r.Predicate, r.Object = word("kind"), word("text"), word("subject"), word("predicate"), word("object")
	r.Tags, r.SessionID, r.Event.Entities = []string{word("tag")}, n.SessionID, []string{word("entity")}
	r.Sources[0].Quote, r.Constraint.Context = word("quote"), word("context")
	done, err := s.Commit(t.Context(), memory.Commit{
		Owner: owner, Base: -1, Put: []memory.Record{r},
		History: []memory.Change{{RecordID: r.ID, At: now, Op: "add", Before: word("before"), After: word("after")}},
		Outcomes: []memory.Outcome{{
			EntryID: claims[0].Entry.ID, Lease: claims[0].Lease, ReceiptID: "r1", State: "learnt",
			Trace: []memory.StageNote{{Stage: "extract", Detail: word("trace")}},
		}},
	})
	if err != nil {
		t.Fatal(err)
	}
	if claims, err = s.Claim(t.Context(), "worker", 1, time.Minute); err != nil {
		t.Fatal(err)
	}
	if err := s.Release(t.Context(), claims[0], 0, "broken", true); err != nil {
		t.Fatal(err)
	}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	must(s.SavePartition(t.Context(), owner, word("embedder"), done.Revision, []byte(word("partition"))))
	must(s.PutSettings(t.Context(), owner.Tenant, owner.ID, memory.Settings{Silenced: []string{word("silenced")}}))
	must(s.PutPolicy(t.Context(), owner.Tenant, []byte(`{"x":"`+word("policy")+`"}`)))
	must(s.PutKey(t.Context(), memory.Key{ID: word("key"), Tenants: []string{owner.Tenant}, Realms: []string{owner.Realm}}))
	must(s.PutLink(t.Context(), owner.Tenant, word("alias"), owner.ID))
	must(s.Mark(t.Context(), owner.Tenant, [32]byte{1}, word("mark")))
	s.WriteReceipt(memory.Receipt{ID: "r1", At: now, Owner: owner, SessionID: n.SessionID, Capture: memory.ReceiptCapture{
		Messages: []string{n.Turns[0].ID}, Trace: []memory.StageNote{{Detail: words[0]}},
	}})
	s.WriteAudit(memory.Audit{At: now, Owner: owner, By: word("operator"), Op: "write"})
	s.Touch(owner, []string{r.ID}, now)
	must(s.FlushOps(t.Context()))
	if _, err := s.Forget(t.Context(), memory.Selection{Owner: owner, MessageID: "m2"}); err != nil {
		t.Fatal(err)
	}
	must(s.Snapshot(t.Context(), filepath.Join(dir, "copy")))

	memorytest.Canary(t, words, dir)
	s.Close()
	memorytest.Canary(t, words, dir)

	// The words are there for who has the keys: the test looked at the right files.
	o := s.options
	o.Keys = keys
	again, err := Open(o)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close()
	got, err := again.Get(t.Context(), owner, []string{r.ID})
	if err != nil || len(got) != 1 || got[0].Text != r.Text {
		t.Fatalf("%+v, %v", got, err)
	}
}

// sealedBody returns the bytes of a record as they lie on disk.
func sealedBody(t *testing.T, s *Store, owner memory.Owner, id string) []byte {
	t.Helper()
	sc, err := s.scope(t.Context(), owner, false)
	if err != nil {
		t.Fatal(err)
	}
	defer sc.close()
	var body []byte
	err = sc.realm.view(t.Context(), func(c *conn) error {
		_, err := c.row("SELECT body FROM records WHERE id = ?", []any{id}, &body)
		return err
	})
	if err != nil || len(body) == 0 {
		t.Fatalf("no body: %v", err)
	}
	return body
}

// inFiles reports the files under a folder that hold some bytes.
func inFiles(t *testing.T, dir string, want []byte) (found []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		raw, err := os.ReadFile(path)
		if bytes.Contains(raw, want) {
			found = append(found, filepath.Base(path))
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func TestForgottenBytesLeaveTheFiles(t *testing.T) {
	dir := t.TempDir()
	s, _ := openStore(t, dir)
	for i := range 300 {
		mustCommit(t, s, ann, record(ann, i, time.Now()))
	}
	const id = "m000123"
	body := sealedBody(t, s, ann, id)[:64]
	if len(inFiles(t, dir, body)) == 0 {
		t.Fatal("the record is in no file before it is forgotten: the test looks wrongly")
	}
	if _, err := s.Forget(t.Context(), memory.Selection{Owner: ann, IDs: []string{id}}); err != nil {
		t.Fatal(err)
	}
	if err := s.Purge(t.Context(), ann); err != nil {
		t.Fatal(err)
	}
	if found := inFiles(t, dir, body); len(found) != 0 {
		t.Fatalf("forgotten bytes are still in %v", found)
	}
}

// TestReaderDelaysDeletionAndNoLonger holds a read transaction open over a forget
// and an erasure: the log cannot be cut, but the erased owner's text is
// unreadable at once, and when the reader leaves, the bytes go without a call.
func TestReaderDelaysDeletionAndNoLonger(t *testing.T) {
	dir := t.TempDir()
	s, keys := openStore(t, dir, func(o *Options) { o.CheckpointEvery = 20 * time.Millisecond })
	mustCommit(t, s, ann, record(ann, 1, time.Now()))
	body := sealedBody(t, s, ann, "m000001")
	r, err := s.realms.acquire(s.locate(ann), false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.realms.release(r)
	reading, leave, left := make(chan struct{}), make(chan struct{}), make(chan error)
	go func() {
		left <- r.snapshot(t.Context(), func(c *conn) error {
			var n int
			_, err := c.row("SELECT count(*) FROM records", nil, &n)
			close(reading)
			<-leave
			return err
		})
	}()
	<-reading
	if _, err := s.EraseOwner(t.Context(), ann, false); err != nil {
		t.Fatal(err)
	}
	if _, err := keys.OpenFor(keys.OwnerHash(ann), "record m000001", body); !errors.Is(err, memory.ErrErased) {
		t.Fatalf("the erased text opens: %v", err)
	}
	if len(inFiles(t, dir, body[:64])) == 0 {
		t.Fatal("the reader held nothing back: the test proves nothing")
	}
	close(leave)
	if err := <-left; err != nil {
		t.Fatal(err)
	}
	deadline := time.Now().Add(20 * time.Second)
	for len(inFiles(t, dir, body[:64])) > 0 {
		if time.Now().After(deadline) {
			t.Fatalf("still in %v", inFiles(t, dir, body[:64]))
		}
		time.Sleep(10 * time.Millisecond) // the store works on its own; there is nothing to wait for but the files
	}
}

// TestRestoredCopyResurrectsNobody erases an owner after a snapshot and opens the
// snapshot with the keys of now, then with keys of then and the erasure log of now.
func TestRestoredCopyResurrectsNobody(t *testing.T) {
	dir := t.TempDir()
	bob := memory.UserOwner("acme", "work", "bob")
	s, keys := openStore(t, dir)
	said := turn("m1", "tea", time.Now())
	for _, owner := range []memory.Owner{ann, bob} {
		mustAppend(t, s, entry(owner, "s1", said))
		mustCommit(t, s, owner, record(owner, 1, time.Now()))
	}
	s.WriteReceipt(memory.Receipt{ID: "r1", At: time.Now(), Owner: ann})
	if err := s.Snapshot(t.Context(), filepath.Join(dir, "old", "data")); err != nil {
		t.Fatal(err)
	}
	copyFolder(t, filepath.Join(dir, "keys"), filepath.Join(dir, "old", "keys"))
	if _, err := s.EraseOwner(t.Context(), ann, false); err != nil {
		t.Fatal(err)
	}
	var log bytes.Buffer
	if err := keys.ExportErasures(&log); err != nil {
		t.Fatal(err)
	}
	s.Close()
	keys.Close()
	old, err := seal.Open(filepath.Join(dir, "old", "keys"), seal.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	if n, err := old.ImportErasures(&log); n != 1 || err != nil {
		t.Fatal(n, err)
	}
	old.Close()
	s, _ = openStore(t, filepath.Join(dir, "old"))
	claims, err := s.Claim(t.Context(), "w", 5, time.Minute) // before anything else touched her rows
	if err != nil || len(claims) != 1 || claims[0].Entry.Owner != bob {
		t.Fatalf("claimed %v, %v", claims, err)
	}
	if got, err := s.Get(t.Context(), bob, []string{"m000001"}); err != nil || len(got) != 1 {
		t.Fatalf("bob: %v, %v", got, err)
	}
	page, err := s.List(t.Context(), memory.Filter{Owner: ann})
	if err != nil || len(page.Records) != 0 {
		t.Fatalf("ann: %v, %v", page, err)
	}
	if _, err := s.Receipt(t.Context(), "r1"); !errors.Is(err, memory.ErrNotFound) {
		t.Fatalf("her receipt: %v", err)
	}
	if users, err := s.Users(t.Context(), "acme", "work", 0); err != nil || !slices.Equal(users, []string{"bob"}) {
		t.Fatalf("users %v, %v", users, err)
	}
	if left, err := s.Left(t.Context(), ann, nil); err != nil || left["records"]+left["journal"]+left["owner"] != 0 {
		t.Fatalf("left %v, %v", left, err)
	}
	if taken, err := s.Append(t.Context(), []memory.Entry{entry(ann, "s1", said)}); err != nil || taken[0] != 0 {
		t.Fatalf("her old words are learnt again: %v, %v", taken, err)
	}
}

func copyFolder(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}

// TestErasureIsFinishedAfterACrash leaves the note of a begun erasure, as a crash
// between any two of its steps does, and opens the store again.
func TestErasureIsFinishedAfterACrash(t *testing.T) {
	for _, destroyed := range []bool{false, true} {
		dir := t.TempDir()
		s, keys := openStore(t, dir)
		mustAppend(t, s, entry(ann, "s1", turn("m1", "tea", time.Now())))
		mustCommit(t, s, ann, record(ann, 1, time.Now()))
		s.WriteReceipt(memory.Receipt{ID: "r1", At: time.Now(), Owner: ann})
		hash, person := keys.OwnerHash(ann), s.person(ann.Tenant, ann.ID)
		err := s.control.update(t.Context(), func(c *conn) error {
			_, err := c.exec("INSERT INTO erasing (owner, person, file, at) VALUES (?, ?, ?, 1)", hash[:], person[:], s.locate(ann))
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if destroyed {
			keys.Destroy(ann)
		}
		s.Close()
		keys.Close()
		s, _ = openStore(t, dir)
		left, err := s.Left(t.Context(), ann, nil)
		if err != nil {
			t.Fatal(err)
		}
		for place, n := range left {
			if n != 0 {
				t.Errorf("destroyed %v: %d left in %s", destroyed, n, place)
			}
		}
		if realms, err := s.Realms(t.Context(), ann.Tenant, ann.ID); err != nil || len(realms) != 0 {
			t.Errorf("realms %v, %v", realms, err)
		}
	}
}

// TestErasureMeetsEverythingInFlight erases an owner again and again while
// others append, claim, commit, read, snapshot and save partitions for him. At
// the end, what is there was told after the last erasure.
func TestErasureMeetsEverythingInFlight(t *testing.T) {
	dir := t.TempDir()
	s, _ := openStore(t, dir)
	stop := make(chan struct{})
	var wg sync.WaitGroup
	work := func(do func(i int) error) {
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				err := do(i)
				for _, fine := range []error{nil, memory.ErrErased, memory.ErrStale, memory.ErrLeaseLost, memory.ErrNotFound} {
					if errors.Is(err, fine) {
						err = nil
						break
					}
				}
				if err != nil {
					t.Error(err)
					return
				}
			}
		})
	}
	var mu sync.Mutex
	count := 0
	for w := range 2 {
		work(func(i int) error {
			_, err := s.Append(t.Context(), []memory.Entry{entry(ann, "s1", turn(fmt.Sprint("m", w, "-", i), fmt.Sprint("words ", w, " ", i), time.Now()))})
			mu.Lock()
			count++
			mu.Unlock()
			return err
		})
	}
	work(func(int) error {
		claims, err := s.Claim(t.Context(), "w", 3, time.Minute)
		if err != nil || len(claims) == 0 {
			return err
		}
		plan := memory.Commit{Owner: ann, Base: -1}
		for _, c := range claims {
			r := record(ann, 0, time.Now())
			r.ID, r.Sources[0].MessageID, r.Sources[0].At = "m"+c.Entry.ID, c.Entry.Turns[0].ID, c.Entry.Turns[0].At
			r.Text, r.Object, r.Sources[0].Quote = c.Entry.Turns[0].Text, c.Entry.Turns[0].Text, c.Entry.Turns[0].Text
			plan.Put = append(plan.Put, r)
			plan.Outcomes = append(plan.Outcomes, memory.Outcome{EntryID: c.Entry.ID, Lease: c.Lease, State: "learnt"})
		}
		_, err = s.Commit(t.Context(), plan)
		return err
	})
	work(func(int) error {
		d, err := s.Since(t.Context(), ann, 0)
		if err != nil {
			return err
		}
		return s.SavePartition(t.Context(), ann, "emb", d.Revision, []byte("vectors"))
	})
	work(func(i int) error {
		path := filepath.Join(dir, fmt.Sprint("copy", i))
		defer os.RemoveAll(path)
		return s.Snapshot(t.Context(), path)
	})
	var last time.Time
	for range 8 {
		time.Sleep(40 * time.Millisecond) // let them work
		last = time.Now()
		if _, err := s.EraseOwner(t.Context(), ann, false); err != nil {
			t.Error(err)
			break
		}
	}
	close(stop)
	wg.Wait()
	if count < 20 {
		t.Fatalf("only %d appends ran beside the erasures", count)
	}
	err := s.EachRecord(t.Context(), ann, func(r memory.Record, _ []memory.Change) error {
		if r.Sources[0].At.Before(last) {
			t.Errorf("a record of %v outlived the erasure of %v", r.Sources[0].At, last)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.EachEntry(t.Context(), ann, func(n memory.Entry) error {
		if n.Turns[0].At.Before(last) {
			t.Errorf("an entry of %v outlived the erasure of %v", n.Turns[0].At, last)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
