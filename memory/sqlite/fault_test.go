package sqlite

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/memorytest"
)

func wantUnavailable(t *testing.T, err, want error) {
	t.Helper()
	if !errors.Is(err, want) || !errors.Is(err, memory.ErrUnavailable) {
		t.Fatalf("error is %v, want %v", err, want)
	}
}

func TestSecondProcessIsToldWhoHoldsTheData(t *testing.T) {
	s, _ := openStore(t, t.TempDir())
	_, err := Open(s.options)
	wantUnavailable(t, err, ErrLocked)
	if !strings.Contains(err.Error(), fmt.Sprint("process ", os.Getpid())) {
		t.Fatalf("the error does not say who: %v", err)
	}
}

func TestNewerDataIsRefused(t *testing.T) {
	dir := t.TempDir()
	s, keys := openStore(t, dir)
	mustAppend(t, s, entry(ann, "s", turn("m1", "tea", time.Now())))
	path := s.realms.path(s.locate(ann))
	for _, file := range []string{path, filepath.Join(dir, "data", "control.db")} {
		s.Close()
		d, err := openDatabase(file, s.options, stepsOf(t, file))
		if err != nil {
			t.Fatal(err)
		}
		var have int
		d.view(t.Context(), func(c *conn) error { _, err := c.row("PRAGMA user_version", nil, &have); return err })
		set := func(n int) {
			if err := d.alone(t.Context(), func(c *conn) error { return c.script(fmt.Sprint("PRAGMA user_version = ", n)) }); err != nil {
				t.Fatal(err)
			}
		}
		set(1000)
		d.close()
		o := s.options
		o.Keys = keys
		again, err := Open(o)
		if err == nil {
			_, err = again.Append(t.Context(), []memory.Entry{entry(ann, "s", turn("m2", "tea", time.Now()))})
			again.Close()
		}
		wantUnavailable(t, err, ErrNewer)
		if d, err = openDatabase(file, s.options, make([]string, 1000)); err != nil {
			t.Fatal(err)
		}
		set(have)
		d.close()
	}
}

// stepsOf returns the steps of a file.
func stepsOf(t *testing.T, file string) []string {
	t.Helper()
	if strings.HasSuffix(file, "control.db") {
		return controlSteps
	}
	return realmSteps
}

func TestDamagedRealmCostsOnlyItself(t *testing.T) {
	dir, clock := t.TempDir(), memorytest.NewClock()
	s, keys := openStore(t, dir, func(o *Options) { o.Now = clock.Now })
	private := memory.UserOwner("acme", "personal", "ann")
	mustAppend(t, s, entry(ann, "s", turn("m1", "tea", clock.Now())), entry(private, "s", turn("m1", "tea", clock.Now())))
	s.Close()
	path := s.realms.path(s.locate(ann))
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(strings.Repeat("this is no database ", 1000)), 0o600); err != nil {
		t.Fatal(err)
	}
	o := s.options
	o.Keys = keys
	if s, err = Open(o); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	_, err = s.Append(t.Context(), []memory.Entry{entry(ann, "s", turn("m2", "tea", clock.Now()))})
	wantUnavailable(t, err, ErrCorrupt)
	_, err = s.Get(t.Context(), ann, []string{"x"})
	wantUnavailable(t, err, ErrCorrupt)
	if claims, err := s.Claim(t.Context(), "w", 5, time.Minute); err != nil || len(claims) != 1 || claims[0].Entry.Owner != private {
		t.Fatalf("the other realm's work is not done: %+v, %v", claims, err)
	}
	mustAppend(t, s, entry(private, "s", turn("m2", "tea", clock.Now())))
	if err := os.WriteFile(path, whole, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err = s.Get(t.Context(), ann, []string{"x"})
	wantUnavailable(t, err, ErrCorrupt) // not tried again yet
	clock.Advance(retryOpen)
	mustAppend(t, s, entry(ann, "s", turn("m2", "tea", clock.Now())))
}

func TestDamagedControlIsSaidAtOpen(t *testing.T) {
	dir := t.TempDir()
	s, keys := openStore(t, dir)
	s.Close()
	if err := os.WriteFile(filepath.Join(dir, "data", "control.db"), []byte(strings.Repeat("junk", 5000)), 0o600); err != nil {
		t.Fatal(err)
	}
	o := s.options
	o.Keys = keys
	_, err := Open(o)
	wantUnavailable(t, err, ErrCorrupt)
	o.Dir = filepath.Join(dir, "data", "control.db", "below a file")
	_, err = Open(o)
	wantUnavailable(t, err, ErrDisk)
}

func TestFullDiskRefusesAndRecovers(t *testing.T) {
	s, _ := openStore(t, t.TempDir())
	mustAppend(t, s, entry(ann, "s", turn("m0", "tea", time.Now())))
	r, err := s.realms.acquire(s.locate(ann), false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.realms.release(r)
	limit := func(pages int) {
		if err := r.alone(t.Context(), func(c *conn) error { return c.script(fmt.Sprint("PRAGMA max_page_count = ", pages)) }); err != nil {
			t.Fatal(err)
		}
	}
	limit(1) // SQLite takes this as: not one page more
	big := strings.Repeat("a long story ", 10_000)
	_, err = s.Append(t.Context(), []memory.Entry{entry(ann, "s", turn("m1", big, time.Now()))})
	wantUnavailable(t, err, ErrDisk)
	if n, _, err := s.Waiting(t.Context(), nil, 0); n != 1 || err != nil {
		t.Fatalf("%d wait, %v", n, err)
	}
	limit(1 << 30)
	taken, err := s.Append(t.Context(), []memory.Entry{entry(ann, "s", turn("m1", big, time.Now()))})
	if err != nil || taken[0] != 1 {
		t.Fatalf("after the disk has room again: %v, %v", taken, err)
	}
}

func TestAnotherProgramsLockIsWaitedForAndNamed(t *testing.T) {
	s, _ := openStore(t, t.TempDir(), func(o *Options) { o.BusyTimeout = 50 * time.Millisecond })
	mustAppend(t, s, entry(ann, "s", turn("m0", "tea", time.Now())))
	other, err := openDatabase(s.realms.path(s.locate(ann)), s.options, realmSteps)
	if err != nil {
		t.Fatal(err)
	}
	defer other.close()
	script := func(text string) {
		if err := other.alone(t.Context(), func(c *conn) error { return c.script(text) }); err != nil {
			t.Fatal(err)
		}
	}
	script("BEGIN IMMEDIATE")
	_, err = s.Append(t.Context(), []memory.Entry{entry(ann, "s", turn("m1", "tea", time.Now()))})
	wantUnavailable(t, err, ErrLocked)
	script("ROLLBACK")
	mustAppend(t, s, entry(ann, "s", turn("m1", "tea", time.Now())))
}

func TestFullJournalRefuses(t *testing.T) {
	s, _ := openStore(t, t.TempDir(), func(o *Options) { o.WaitingEntries = 2 })
	mustAppend(t, s, entry(ann, "s", turn("m0", "a", time.Now())), entry(ann, "s", turn("m1", "b", time.Now())))
	one := entry(ann, "s", turn("m2", "c", time.Now()))
	if _, err := s.Append(t.Context(), []memory.Entry{one}); !errors.Is(err, memory.ErrFull) {
		t.Fatalf("a full journal answers %v", err)
	}
	claims, err := s.Claim(t.Context(), "w", 1, time.Minute)
	if err != nil {
		t.Fatal(err)
	}
	out := []memory.Outcome{{EntryID: claims[0].Entry.ID, Lease: claims[0].Lease, State: "nothing"}}
	if _, err := s.Commit(t.Context(), memory.Commit{Owner: ann, Base: -1, Outcomes: out}); err != nil {
		t.Fatal(err)
	}
	mustAppend(t, s, one)
}

func TestClosedStoreSaysSo(t *testing.T) {
	s, _ := openStore(t, t.TempDir())
	mustAppend(t, s, entry(ann, "s", turn("m0", "a", time.Now())))
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, err := s.Append(t.Context(), []memory.Entry{entry(ann, "s", turn("m1", "a", time.Now()))})
	wantUnavailable(t, err, ErrClosed)
	_, err = s.Get(t.Context(), ann, []string{"x"})
	wantUnavailable(t, err, ErrClosed)
	_, _, err = s.Settings(t.Context(), "acme", "ann")
	wantUnavailable(t, err, ErrClosed)
}

func TestManyRealmsAreOpenedAndClosedWithinTheLimit(t *testing.T) {
	s, _ := openStore(t, t.TempDir(), func(o *Options) { o.Realms = 2 })
	for i := range 7 {
		owner := memory.UserOwner("acme", fmt.Sprint("realm", i), "ann")
		mustAppend(t, s, entry(owner, "s", turn("m0", "a", time.Now())))
		mustCommit(t, s, owner, record(owner, i, time.Now()))
		if n := len(s.realms.open); n > 2 {
			t.Fatalf("%d realms are open", n)
		}
	}
	for i := range 7 {
		owner := memory.UserOwner("acme", fmt.Sprint("realm", i), "ann")
		got, err := s.Get(t.Context(), owner, []string{fmt.Sprintf("m%06d", i)})
		if err != nil || len(got) != 1 {
			t.Fatalf("realm %d: %v, %v", i, got, err)
		}
	}
	for range 7 {
		if claims, err := s.Claim(t.Context(), "w", 5, time.Minute); err != nil || len(claims) != 1 {
			t.Fatalf("claimed %v, %v", claims, err)
		}
	}
}

// TestOlderDataIsBroughtUpToDate opens a realm of every older schema.
func TestOlderDataIsBroughtUpToDate(t *testing.T) {
	for have := 1; have < len(realmSteps); have++ {
		dir := t.TempDir()
		s, _ := openStore(t, dir)
		path := s.realms.path(s.locate(ann))
		d, err := openDatabase(path, s.options, realmSteps[:have])
		if err != nil {
			t.Fatal(err)
		}
		err = d.update(t.Context(), func(c *conn) error {
			_, err := c.exec(`INSERT INTO records (owner, id, revision, layer, status, source, kind, session, created, updated, body)
				VALUES (1, 'old', 1, 1, 1, 1, x'00', x'00', 4711, 4712, x'00')`)
			if err == nil && have > 1 { // from the second schema on the arrival is written by hand
				_, err = c.exec("UPDATE records SET arrived = created")
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		d.close()
		mustCommit(t, s, ann, record(ann, 1, time.Now()))
		r, err := s.realms.acquire(s.locate(ann), false)
		if err != nil {
			t.Fatal(err)
		}
		var arrived, version int64
		r.view(t.Context(), func(c *conn) error {
			c.row("PRAGMA user_version", nil, &version)
			_, err := c.row("SELECT arrived FROM records WHERE id = 'old'", nil, &arrived)
			return err
		})
		if arrived != 4711 || int(version) != len(realmSteps) {
			t.Fatalf("from schema %d: arrived %d, schema %d", have, arrived, version)
		}
		s.realms.release(r)
	}
}

func TestFailedStepLeavesTheDatabaseAsItWas(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x.db")
	o := DefaultOptions()
	steps := []string{"CREATE TABLE one (a)", "CREATE TABLE two (a); CREATE TABLE one (a)"}
	if _, err := openDatabase(path, o, steps); err == nil {
		t.Fatal("a failing step is taken")
	}
	d, err := openDatabase(path, o, steps[:1])
	if err != nil {
		t.Fatal(err)
	}
	defer d.close()
	var n int
	d.view(t.Context(), func(c *conn) error {
		_, err := c.row("SELECT count(*) FROM sqlite_master WHERE name = 'two'", nil, &n)
		return err
	})
	if n != 0 {
		t.Fatal("half a step stayed")
	}
}

func TestDatabasesAreMadeForDeleting(t *testing.T) {
	s, _ := openStore(t, t.TempDir())
	mustAppend(t, s, entry(ann, "s", turn("m0", "a", time.Now())))
	r, err := s.realms.acquire(s.locate(ann), false)
	if err != nil {
		t.Fatal(err)
	}
	defer s.realms.release(r)
	for _, d := range []*database{s.control, s.ops, r.database} {
		err := d.alone(t.Context(), func(c *conn) error {
			for pragma, want := range map[string]string{"journal_mode": "wal", "auto_vacuum": "2", "secure_delete": "1", "page_size": "8192", "synchronous": "1"} {
				var got string
				if _, err := c.row("PRAGMA "+pragma, nil, &got); err != nil || got != want {
					t.Errorf("%s: %s is %q, want %q (%v)", filepath.Base(d.path), pragma, got, want, err)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if info, err := os.Stat(d.path); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", d.path, info.Mode(), err)
		}
	}
}
