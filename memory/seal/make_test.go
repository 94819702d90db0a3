package seal

import (
	"errors"
	"testing"

	"mneme/memory"
)

func TestKeysMadeTogetherAreKeys(t *testing.T) {
	dir := t.TempDir()
	o := DefaultOptions()
	k, err := Open(dir, o)
	if err != nil {
		t.Fatal(err)
	}
	old, gone, fresh := memory.UserOwner("t", "r", "old"), memory.UserOwner("t", "r", "gone"), memory.UserOwner("t", "r", "new")
	text, err := k.SealFor(k.OwnerHash(old), "x", []byte("kept"))
	if err != nil {
		t.Fatal(err)
	}
	lost, err := k.SealFor(k.OwnerHash(gone), "x", []byte("lost"))
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Destroy(gone); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := k.MakeFor(k.OwnerHash(old), k.OwnerHash(gone), k.OwnerHash(fresh), k.OwnerHash(fresh)); err != nil {
			t.Fatal(err)
		}
	}
	if k.slots.count != 3 {
		t.Errorf("%d slots are taken by three owners", k.slots.count)
	}
	again, err := k.SealFor(k.OwnerHash(gone), "x", []byte("anew"))
	if err != nil {
		t.Fatal(err)
	}
	mine, err := k.SealFor(k.OwnerHash(fresh), "x", []byte("mine"))
	if err != nil {
		t.Fatal(err)
	}
	if err := k.Close(); err != nil {
		t.Fatal(err)
	}
	if k, err = Open(dir, o); err != nil {
		t.Fatal(err)
	}
	defer k.Close()
	for owner, sealed := range map[memory.Owner][]byte{old: text, gone: again, fresh: mine} {
		if _, err := k.OpenFor(k.OwnerHash(owner), "x", sealed); err != nil {
			t.Errorf("%s: %v", owner.ID, err)
		}
	}
	if _, err := k.OpenFor(k.OwnerHash(gone), "x", lost); !errors.Is(err, memory.ErrErased) {
		t.Errorf("what was sealed before the key was destroyed: %v", err)
	}
}
