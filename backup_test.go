package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/erase"
	"mneme/memory/memorytest"
)

// fill gives users records by hand, as many each.
func (r *rig) fill(users, each int) {
	r.t.Helper()
	for u := range users {
		owner := memory.UserOwner(memory.DefaultTenant, memory.DefaultRealm, fmt.Sprintf("filled-%d", u))
		commit := memory.Commit{Owner: owner, Base: -1}
		for i := range each {
			now := time.Now().Add(time.Duration(i) * time.Millisecond)
			commit.Put = append(commit.Put, memory.Record{
				ID: memory.NewID(now), Layer: memory.Semantic, Text: fmt.Sprintf("likes the number %d", i), Subject: "user", Predicate: "likes",
				Object: fmt.Sprint("number ", i), Confidence: 0.9, Source: memory.UserDirect, Status: memory.Current, Count: 1, Created: now, Updated: now,
			})
		}
		if _, err := r.house.store.Commit(context.Background(), commit); err != nil {
			r.t.Fatal(err)
		}
	}
}

// mneme runs a command of the binary and returns what it printed.
func (r *rig) mneme(args ...string) (string, error) {
	r.t.Helper()
	var out, faults bytes.Buffer
	if code := run(context.Background(), stdio{strings.NewReader(""), &out, &faults}, args); code != 0 {
		return out.String(), errors.New(faults.String())
	}
	return out.String(), nil
}

// TestARestoreResurrectsNothing backs 10,000 records up, forgets in several ways,
// and restores the old copy.
func TestARestoreResurrectsNothing(t *testing.T) {
	r := startRig(t, nil)
	r.fill(100, 100)
	r.chat(as("ann", "one"), "I have a parrot called Quokkazephyr.")
	r.chat(as("bob", "one"), "I have a parrot called Quokkazephyr.")
	r.chat(as("bob", "two"), "My sister is called Ibexlantern.")
	r.chat(as("mei", "一"), "我养了一只鹦鹉，名字叫袋熊风筝。")
	r.chat(as("mei", "二"), "我妹妹叫岩羊灯笼。")
	r.chat(as("off", "one"), "My sister is called Ibexlantern.")
	r.flush()

	copies, keys := t.TempDir(), t.TempDir()
	t.Setenv("MNEME_BACKUP_PASSPHRASE", "correct horse")
	admin := strings.TrimPrefix(r.house.adminURL(), "http://")
	backup := func(more ...string) string {
		t.Helper()
		out, err := r.mneme(append([]string{"backup", "-admin", admin, "-to", copies, "-keys-to", keys}, more...)...)
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	if out := backup(); !strings.Contains(out, "backed up") || !strings.Contains(out, "shipped") {
		t.Errorf("backup says %q", out)
	}
	stamp, err := erase.LastBackup(copies)
	if err != nil || stamp.IsZero() {
		t.Fatalf("no copy: %v", err)
	}

	ctx := context.Background()
	for _, call := range [][2]string{{"DELETE", "/users/ann"}, {"DELETE", "/users/filled-7"}, {"DELETE", "/memories?user_id=bob&topic=parrot"}, {"DELETE", "/memories?user_id=mei&session_id=一"}} {
		if body, err := r.admin.open(ctx, call[0], call[1], nil, nil); err != nil {
			t.Fatal(err)
		} else {
			body.Close()
		}
	}
	if err := r.admin.call(ctx, "PUT", "/users/off/settings", nil, map[string]any{"mode": "off"}, nil); err != nil {
		t.Fatal(err)
	}
	// What is shipped every hour: the keys, and what was forgotten.
	recipient, err := lockedRecipient(copies, "")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := r.house.Backup(ctx, erase.Backup{KeysTo: keys, Recipients: []string{recipient}, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	memorytest.Canary(t, []string{gone, kept, goneChinese, keptChinese}, copies, keys)

	restored := filepath.Join(t.TempDir(), "restored")
	from := []string{"restore", "-from", copies, "-keys-from", keys, "-stamp", stamp.Format("20060102T150405.000Z")}
	// The drill is the same restore into a folder that goes.
	if out, err := r.mneme(append(from, "-drill")...); err != nil || !strings.Contains(out, "drill") {
		t.Errorf("drill: %q, %v", out, err)
	}
	out, err := r.mneme(append(from, "-data", restored)...)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, "restored") {
		t.Errorf("restore says %q", out)
	}
	r.stop()
	o := r.house.opts
	o.data = restored
	r.start(o, secrets{})
	for _, user := range []string{"ann", "filled-7"} {
		if n := len(r.records(user)); n > 0 {
			t.Errorf("%s is back with %d records", user, n)
		}
		if r.exported(user) != "" {
			t.Errorf("%s is known again", user)
		}
	}
	if got := r.exported("bob"); strings.Contains(got, gone) || !strings.Contains(got, kept) {
		t.Errorf("bob's parrot is back, or his sister gone: %s", got)
	}
	if got := r.exported("mei"); strings.Contains(got, goneChinese) || !strings.Contains(got, keptChinese) {
		t.Errorf("mei's parrot is back, or her sister gone: %s", got)
	}
	for u := range 100 {
		if n := len(r.records(fmt.Sprintf("filled-%d", u))); u != 7 && n != 100 {
			t.Errorf("filled-%d has %d records", u, n)
		}
	}
	want(t, "the status of who switched memory off", r.chat(as("off", "three"), "What is my sister called?").Get("X-Memory-Status"), "off")
	want(t, "bob's status", r.chat(as("bob", "three"), "What is my sister called?").Get("X-Memory-Status"), "injected")

	full := erase.Restore{From: copies, KeysFrom: keys, Data: restored}
	if _, _, err := full.Unpack(ctx); err == nil {
		t.Error("a folder that is not empty was restored into")
	}
	t.Setenv("MNEME_BACKUP_PASSPHRASE", "wrong horse")
	if _, err := r.mneme(append(from, "-drill")...); err == nil || strings.Contains(err.Error(), "horse") {
		t.Errorf("a wrong passphrase: %v", err)
	}
}

// TestWhatIsErasedIsShippedAtOnce backs a running house up, erases a user, loses the
// machine a moment later, and restores with what was shipped by then.
func TestWhatIsErasedIsShippedAtOnce(t *testing.T) {
	secret, recipient, err := erase.NewIdentity()
	if err != nil {
		t.Fatal(err)
	}
	copies, keys := t.TempDir(), t.TempDir()
	r := startRig(t, func(o *options, _ *secrets) { o.backupTo, o.backupKeysTo, o.backupRecipients = copies, keys, recipient })
	shipped := func() time.Time {
		info, err := os.Stat(filepath.Join(keys, erase.KeysFile))
		if err != nil {
			return time.Time{}
		}
		return info.ModTime()
	}
	await := func(what string, done func() bool) {
		t.Helper()
		for end := time.Now().Add(30 * time.Second); !done(); time.Sleep(50 * time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal(what)
			}
		}
	}
	await("nothing was shipped at the start", func() bool { return !shipped().IsZero() })
	r.fill(2, 5)
	if _, err := r.house.Backup(t.Context(), erase.Backup{To: copies, KeysTo: keys, Recipients: []string{recipient}, Now: time.Now()}); err != nil {
		t.Fatal(err)
	}
	before := shipped()
	body, err := r.admin.open(t.Context(), "DELETE", "/users/filled-1", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	body.Close()
	await("the erasure was not shipped", func() bool { return shipped().After(before) })
	identity := filepath.Join(t.TempDir(), "identity")
	if err := os.WriteFile(identity, []byte(secret), 0o600); err != nil {
		t.Fatal(err)
	}
	out, err := r.mneme("restore", "-from", copies, "-keys-from", keys, "-data", filepath.Join(t.TempDir(), "back"), "-identity", identity)
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(out, ": 1 owners, 5 records") || !strings.Contains(out, "as they were shipped at "+shipped().UTC().Format(time.RFC3339)) {
		t.Errorf("restore says %q", out)
	}
}

func TestABackupWritesWhatChanged(t *testing.T) {
	r := startRig(t, nil)
	r.fill(20, 100)
	_, recipient, err := erase.NewIdentity()
	if err != nil {
		t.Fatal(err)
	}
	copies := t.TempDir()
	b := erase.Backup{To: copies, Recipients: []string{recipient}, Keep: 1, Now: time.Now()}
	first, err := r.house.Backup(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	b.Now = b.Now.Add(time.Hour)
	second, err := r.house.Backup(context.Background(), b)
	if err != nil {
		t.Fatal(err)
	}
	if first.Written != first.Pieces || second.Written != 0 {
		t.Errorf("wrote %d of %d, then %d of %d", first.Written, first.Pieces, second.Written, second.Pieces)
	}
	if left, _ := filepath.Glob(filepath.Join(copies, "*.json")); len(left) != 1 {
		t.Errorf("%d copies are kept, want 1", len(left))
	}
	// A damaged piece is found.
	pieces, _ := filepath.Glob(filepath.Join(copies, "pieces", "*"))
	text, err := os.ReadFile(pieces[0])
	if err != nil {
		t.Fatal(err)
	}
	text[len(text)-1] ^= 1
	if err := os.WriteFile(pieces[0], text, 0o600); err != nil {
		t.Fatal(err)
	}
	_, _, err = erase.Restore{From: copies, KeysFrom: copies, Data: filepath.Join(t.TempDir(), "x")}.Unpack(context.Background())
	if !errors.Is(err, erase.ErrBroken) {
		t.Errorf("a broken backup was taken: %v", err)
	}
}

func TestABackupIsTheWholeOperators(t *testing.T) {
	r := startRig(t, func(_ *options, s *secrets) { s.adminKey = "root-key" })
	var made struct{ Secret string }
	if err := r.admin.call(context.Background(), "POST", "/keys", nil, map[string]any{"admin": true, "tenants": []string{"acme"}}, &made); err != nil {
		t.Fatal(err)
	}
	bound := &client{base: r.admin.base, http: r.admin.http, key: made.Secret}
	err := bound.call(context.Background(), "POST", "/backup", nil, map[string]any{"to": t.TempDir(), "recipients": []string{"x"}}, nil)
	if err == nil || !strings.Contains(err.Error(), "forbidden") {
		t.Errorf("a key bound to a tenant may copy all of them: %v", err)
	}
	err = r.admin.call(context.Background(), "POST", "/backup", nil, map[string]any{"to": "/tmp/a", "keys_to": "/tmp/a/b", "recipients": []string{"x"}}, nil)
	if err == nil || !strings.Contains(err.Error(), "apart") || !strings.Contains(err.Error(), "age1") {
		t.Errorf("keys beside their data, for nobody: %v", err)
	}
}

// BenchmarkBackupAndRestore copies 100,000 records of 1,000 users, and brings
// them back.
func BenchmarkBackupAndRestore(b *testing.B) {
	r := startRig(b, nil)
	r.fill(1000, 100)
	secret, recipient, err := erase.NewIdentity()
	if err != nil {
		b.Fatal(err)
	}
	identity, err := erase.ReadIdentity(strings.NewReader(secret), "")
	if err != nil {
		b.Fatal(err)
	}
	var copying, restoring time.Duration
	for b.Loop() {
		copies, keys := b.TempDir(), b.TempDir()
		start := time.Now()
		done, err := r.house.Backup(context.Background(), erase.Backup{To: copies, KeysTo: keys, Recipients: []string{recipient}, Now: start})
		if err != nil {
			b.Fatal(err)
		}
		copying += time.Since(start)
		start = time.Now()
		back, err := restore(context.Background(), erase.Restore{From: copies, KeysFrom: keys, Data: filepath.Join(b.TempDir(), "back"), Identity: identity}, "", "")
		if err != nil || back.records != 100_000 {
			b.Fatal(back, err)
		}
		restoring += time.Since(start)
		b.ReportMetric(float64(done.Bytes)/1e6, "MB")
	}
	b.ReportMetric(copying.Seconds()/float64(b.N), "s/backup")
	b.ReportMetric(restoring.Seconds()/float64(b.N), "s/restore")
}
