package seal

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"mneme/memory"
)

var (
	ann = memory.UserOwner("default", "default", "ann")
	bob = memory.UserOwner("default", "default", "bob")
)

func openRing(t testing.TB, dir string, change ...func(*Options)) *Keyring {
	t.Helper()
	o := DefaultOptions()
	for _, c := range change {
		c(&o)
	}
	k, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { k.Close() })
	return k
}

func sealed(t testing.TB, k *Keyring, owner memory.Owner, text string) []byte {
	t.Helper()
	out, err := k.Seal(owner, "test", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func wantText(t testing.TB, k *Keyring, owner memory.Owner, in []byte, want string) {
	t.Helper()
	got, err := k.Open(owner, "test", in)
	if err != nil || string(got) != want {
		t.Fatalf("Open = %q, %v; want %q", got, err, want)
	}
}

func wantError(t testing.TB, k *Keyring, owner memory.Owner, in []byte, want error) {
	t.Helper()
	if got, err := k.Open(owner, "test", in); !errors.Is(err, want) {
		t.Fatalf("Open = %q, %v; want %v", got, err, want)
	}
}

func TestSealedTextOpensForItsOwnerAndContextOnly(t *testing.T) {
	k := openRing(t, t.TempDir())
	text := sealed(t, k, ann, "我住在上海 and like tea")
	sealed(t, k, bob, "x")
	wantText(t, k, ann, text, "我住在上海 and like tea")
	wantError(t, k, bob, text, ErrOpen)
	if _, err := k.Open(ann, "other", text); !errors.Is(err, ErrOpen) {
		t.Fatalf("another context opens it: %v", err)
	}
	for i := range text {
		bent := bytes.Clone(text)
		bent[i] ^= 1
		if _, err := k.Open(ann, "test", bent); err == nil {
			t.Fatalf("text with a changed byte %d opens", i)
		}
	}
	if len(text) != len("我住在上海 and like tea")+Overhead {
		t.Fatalf("overhead is %d, not %d", len(text)-len("我住在上海 and like tea"), Overhead)
	}
}

func TestKeysSurviveReopening(t *testing.T) {
	dir := t.TempDir()
	k := openRing(t, dir)
	var texts [300][]byte
	owner := func(i int) memory.Owner { return memory.UserOwner("t", "r", fmt.Sprint("u", i)) }
	for i := range texts {
		texts[i] = sealed(t, k, owner(i), fmt.Sprint("text ", i))
	}
	hash := k.Hash(ann, "d", []byte("x"))
	k.Close()
	k = openRing(t, dir, func(o *Options) { o.Cache = 7 })
	for i := range texts {
		wantText(t, k, owner(i), texts[i], fmt.Sprint("text ", i))
	}
	if len(k.cache) > 7 {
		t.Fatalf("cache holds %d keys, more than 7", len(k.cache))
	}
	if k.Hash(ann, "d", []byte("x")) != hash {
		t.Fatal("hashes changed over reopening")
	}
}

func TestDestroyedKeyStaysDestroyedWhileTheOwnerMayComeBack(t *testing.T) {
	dir := t.TempDir()
	k := openRing(t, dir)
	first, other := sealed(t, k, ann, "first life"), sealed(t, k, bob, "bob's")
	hash := k.Hash(ann, "words", []byte("first life"))
	if _, gone := k.Erased(ann); gone {
		t.Fatal("erased before it was")
	}
	if err := k.Destroy(ann); err != nil {
		t.Fatal(err)
	}
	at, gone := k.Erased(ann)
	if !gone || time.Since(at) > time.Minute {
		t.Fatalf("Erased = %v, %v", at, gone)
	}
	wantError(t, k, ann, first, memory.ErrErased)
	second := sealed(t, k, ann, "second life")
	check := func(k *Keyring) {
		t.Helper()
		wantError(t, k, ann, first, memory.ErrErased)
		wantText(t, k, ann, second, "second life")
		wantText(t, k, bob, other, "bob's")
		if k.Hash(ann, "words", []byte("first life")) != hash {
			t.Fatal("hash did not outlive the key")
		}
	}
	check(k)
	k.Close()
	k = openRing(t, dir)
	check(k)
	if err := k.Destroy(ann); err != nil {
		t.Fatal(err)
	}
	again, _ := k.Erased(ann)
	if !again.After(at) {
		t.Fatal("a second erasure is not told from the first")
	}
	wantError(t, k, ann, second, memory.ErrErased)
	if err := k.Destroy(ann); err != nil {
		t.Fatal(err)
	}
	if same, _ := k.Erased(ann); !same.Equal(again) {
		t.Fatal("destroying nothing is a new erasure")
	}
}

func TestDestroyOverwritesTheKeyInPlace(t *testing.T) {
	dir := t.TempDir()
	k := openRing(t, dir)
	sealed(t, k, ann, "x")
	path := filepath.Join(dir, "owners.keys")
	before, _ := os.ReadFile(path)
	wrapped := before[slotBytes+48 : slotBytes+slotUsed]
	if err := k.Destroy(ann); err != nil {
		t.Fatal(err)
	}
	after, _ := os.ReadFile(path)
	if bytes.Contains(after, wrapped) || len(after) != len(before) || !isZero(after[slotBytes:]) {
		t.Fatal("the wrapped key is still in the file")
	}
	sealed(t, k, bob, "y")
	if again, _ := os.ReadFile(path); len(again) != len(before) {
		t.Fatal("a free slot is not used again")
	}
}

func TestOldCopyOfTheKeysBringsNothingBack(t *testing.T) {
	dir := t.TempDir()
	k := openRing(t, dir)
	text := sealed(t, k, ann, "gone")
	path := filepath.Join(dir, "owners.keys")
	copied, _ := os.ReadFile(path)
	if err := k.Destroy(ann); err != nil {
		t.Fatal(err)
	}
	k.Close()
	if err := os.WriteFile(path, copied, 0o600); err != nil {
		t.Fatal(err)
	}
	k = openRing(t, dir)
	wantError(t, k, ann, text, memory.ErrErased)
	if raw, _ := os.ReadFile(path); !isZero(raw[slotBytes:]) {
		t.Fatal("opening did not overwrite the old key")
	}
}

func TestImportedErasuresReachAnOldCopyOfTheFolder(t *testing.T) {
	master := bytes.Repeat([]byte{7}, MasterBytes)
	given := func(o *Options) { o.Master = master }
	now, old := t.TempDir(), t.TempDir()
	k := openRing(t, now, given)
	text, other := sealed(t, k, ann, "gone"), sealed(t, k, bob, "kept")
	raw, _ := os.ReadFile(filepath.Join(now, "owners.keys"))
	os.WriteFile(filepath.Join(old, "owners.keys"), raw, 0o600)
	k.Destroy(ann)
	k.Destroy(memory.UserOwner("default", "default", "never seen"))
	var log bytes.Buffer
	if err := k.ExportErasures(&log); err != nil {
		t.Fatal(err)
	}
	back := openRing(t, old, given)
	wantText(t, back, ann, text, "gone")
	for want := 2; want >= 0; want -= 2 {
		if n, err := back.ImportErasures(bytes.NewReader(log.Bytes())); err != nil || n != want {
			t.Fatalf("ImportErasures = %d, %v; want %d", n, err, want)
		}
	}
	wantError(t, back, ann, text, memory.ErrErased)
	wantText(t, back, bob, other, "kept")

	stranger := openRing(t, t.TempDir())
	if n, err := stranger.ImportErasures(bytes.NewReader(log.Bytes())); !errors.Is(err, ErrCorrupt) || n != 0 {
		t.Fatalf("a log of another master key was taken: %d, %v", n, err)
	}
	if _, err := back.ImportErasures(bytes.NewReader(log.Bytes()[1:])); !errors.Is(err, ErrCorrupt) {
		t.Fatalf("a cut log was taken: %v", err)
	}
}

// TestCrashAtAnyByteLosesNoAcknowledgedErasure cuts the log and the slots at every
// length that a crash can leave.
func TestCrashAtAnyByteLosesNoAcknowledgedErasure(t *testing.T) {
	master := bytes.Repeat([]byte{9}, MasterBytes)
	given := func(o *Options) { o.Master = master }
	dir := t.TempDir()
	k := openRing(t, dir, given)
	first, second := sealed(t, k, ann, "one"), sealed(t, k, bob, "two")
	keysBefore, _ := os.ReadFile(filepath.Join(dir, "owners.keys"))
	k.Destroy(ann)
	logOne, _ := os.ReadFile(filepath.Join(dir, "erasures.log"))
	k.Destroy(bob)
	logTwo, _ := os.ReadFile(filepath.Join(dir, "erasures.log"))
	for n := len(logOne); n <= len(logTwo); n++ {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, "owners.keys"), keysBefore, 0o600)
		os.WriteFile(filepath.Join(dir, "erasures.log"), logTwo[:n], 0o600)
		k := openRing(t, dir, given)
		wantError(t, k, ann, first, memory.ErrErased)
		if n < len(logTwo) {
			wantText(t, k, bob, second, "two")
		} else {
			wantError(t, k, bob, second, memory.ErrErased)
		}
		if err := k.Destroy(bob); err != nil { // the log goes on after a torn line
			t.Fatal(err)
		}
		k.Close()
		k = openRing(t, dir, given)
		wantError(t, k, bob, second, memory.ErrErased)
		k.Close()
	}
	for n := range len(keysBefore) {
		dir := t.TempDir()
		os.WriteFile(filepath.Join(dir, "owners.keys"), keysBefore[:n], 0o600)
		k := openRing(t, dir, given) // a torn tail is an unused key
		fresh := sealed(t, k, ann, "fresh")
		k.Close()
		k = openRing(t, dir, given)
		wantText(t, k, ann, fresh, "fresh")
		k.Close()
	}
}

func TestDamageIsNotMistakenForACrash(t *testing.T) {
	dir := t.TempDir()
	k := openRing(t, dir)
	sealed(t, k, ann, "x")
	k.Destroy(ann)
	k.Destroy(bob)
	k.Close()
	path := filepath.Join(dir, "erasures.log")
	raw, _ := os.ReadFile(path)
	raw[20] ^= 1
	os.WriteFile(path, raw, 0o600)
	if _, err := Open(dir, DefaultOptions()); !errors.Is(err, ErrCorrupt) {
		t.Fatalf("a damaged log opens: %v", err)
	}
}

func TestAnotherMasterKeyIsRefused(t *testing.T) {
	dir := t.TempDir()
	k := openRing(t, dir)
	sealed(t, k, ann, "x")
	k.Close()
	o := DefaultOptions()
	o.Master = make([]byte, MasterBytes)
	if _, err := Open(dir, o); !errors.Is(err, ErrMaster) {
		t.Fatalf("another master key opens: %v", err)
	}
	if info, _ := os.Stat(filepath.Join(dir, "master.key")); info.Mode().Perm() != 0o600 {
		t.Fatalf("master.key has mode %v", info.Mode())
	}
	os.Remove(filepath.Join(dir, "master.key"))
	if _, err := Open(dir, DefaultOptions()); !errors.Is(err, ErrMaster) {
		t.Fatalf("a lost master key is replaced in silence: %v", err)
	}
	o.Master = []byte("short")
	if _, err := Open(t.TempDir(), o); err == nil {
		t.Fatal("a short master key is taken")
	}
}

func TestTwoProcessesCannotShareAFolder(t *testing.T) {
	dir := t.TempDir()
	openRing(t, dir)
	if _, err := Open(dir, DefaultOptions()); !errors.Is(err, ErrLocked) {
		t.Fatalf("opened twice: %v", err)
	}
}

func TestTextOfUnknownOwnerSaysSo(t *testing.T) {
	text := sealed(t, openRing(t, t.TempDir()), ann, "x")
	wantError(t, openRing(t, t.TempDir()), ann, text, ErrNoKey)
	for _, junk := range [][]byte{nil, {1}, make([]byte, 200)} {
		wantError(t, openRing(t, t.TempDir()), ann, junk, ErrOpen)
	}
}

func TestHashesDifferByOwnerDomainAndKey(t *testing.T) {
	k := openRing(t, t.TempDir())
	seen := map[[32]byte]string{}
	add := func(name string, h [32]byte) {
		t.Helper()
		if other, twice := seen[h]; twice {
			t.Fatalf("%s and %s have one hash", name, other)
		}
		seen[h] = name
	}
	add("base", k.Hash(ann, "a", []byte("bc")))
	add("owner", k.Hash(bob, "a", []byte("bc")))
	add("shifted", k.Hash(ann, "ab", []byte("c")))
	add("empty", k.Hash(ann, "a", nil))
	add("who", k.OwnerHash(ann))
	add("realm", k.OwnerHash(memory.UserOwner("default", "work", "ann")))
	add("another key", openRing(t, t.TempDir()).Hash(ann, "a", []byte("bc")))
	if other := openRing(t, t.TempDir()); len(k.KeyID()) != 12 || k.KeyID() == other.KeyID() {
		t.Fatalf("two keys are called %s and %s", k.KeyID(), other.KeyID())
	}
}

func TestShortHashesOfTwoOwnersMayCollide(t *testing.T) {
	k := openRing(t, t.TempDir())
	a, b, c := [32]byte{1, 31: 1}, [32]byte{1, 31: 2}, [32]byte{1, 31: 3}
	for _, o := range [][32]byte{a, b} {
		if _, err := k.SealFor(o, "", nil); err != nil {
			t.Fatal(err)
		}
	}
	if key, err := k.key(c, false); key != nil || err != nil {
		t.Fatalf("a stranger has a key: %v, %v", key, err)
	}
	text, _ := k.SealFor(b, "", []byte("b"))
	if err := k.DestroyFor(a); err != nil {
		t.Fatal(err)
	}
	clear(k.cache)
	if got, err := k.OpenFor(b, "", text); err != nil || string(got) != "b" {
		t.Fatalf("b lost his key with a's: %q, %v", got, err)
	}
}

func TestConcurrentUseIsSafe(t *testing.T) {
	k := openRing(t, t.TempDir(), func(o *Options) { o.Cache = 3 })
	var wg sync.WaitGroup
	for w := range 8 {
		wg.Go(func() {
			for i := range 40 {
				owner := memory.UserOwner("t", "r", fmt.Sprint(i%6))
				text, err := k.Seal(owner, "test", []byte("x"))
				if err != nil {
					t.Error(err)
					return
				}
				if got, err := k.Open(owner, "test", text); !errors.Is(err, memory.ErrErased) && (err != nil || string(got) != "x") {
					t.Errorf("Open = %q, %v", got, err)
				}
				if w == 0 && i%10 == 0 {
					if err := k.Destroy(owner); err != nil {
						t.Error(err)
					}
				}
			}
		})
	}
	wg.Wait()
}

func FuzzOpenOfAnyBytesIsAnError(f *testing.F) {
	k := openRing(f, f.TempDir())
	f.Add(sealed(f, k, bob, "x"))
	f.Fuzz(func(t *testing.T, in []byte) {
		if text, err := k.Open(ann, "test", in); err == nil {
			t.Fatalf("opened to %q", text)
		}
	})
}

func BenchmarkSealAndOpen(b *testing.B) {
	k := openRing(b, b.TempDir())
	text := make([]byte, 600)
	for b.Loop() {
		out, _ := k.Seal(ann, "bench", text)
		if _, err := k.Open(ann, "bench", out); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkOpenFolder opens a folder with the keys of 100,000 owners.
func BenchmarkOpenFolder(b *testing.B) {
	dir := b.TempDir()
	openRing(b, dir).Close()
	file, _ := os.OpenFile(filepath.Join(dir, "owners.keys"), os.O_RDWR, 0)
	k := openRing(b, dir)
	var all []byte
	for i := range 100_000 {
		slot := make([]byte, slotBytes)
		h := k.sum("bench", fmt.Sprint(i))
		copy(slot, h[:])
		slot[35] = 1
		sum(slot)
		all = append(all, slot...)
	}
	file.WriteAt(all, slotBytes)
	file.Close()
	k.Close()
	b.ResetTimer()
	for b.Loop() {
		k, err := Open(dir, DefaultOptions())
		if err != nil || k.slots.count != 100_000 {
			b.Fatal(err)
		}
		k.Close()
	}
}
