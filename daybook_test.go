package main

import (
	"context"
	"testing"

	"mneme/memory"
	"mneme/memory/seal"
)

// marks are kept beyond the daybooks that write them.
type marks map[[32]byte]string

func (m marks) Mark(_ context.Context, _ string, hash [32]byte, value string) error {
	m[hash] = value
	return nil
}

func (m marks) Marked(_ context.Context, _ string, hash [32]byte) (string, error) {
	return m[hash], nil
}

func TestADaybookIsOfItsDayAndItsOwner(t *testing.T) {
	keys, err := seal.Open(t.TempDir(), seal.DefaultOptions())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = keys.Close() }()
	book := daybook{marks{}, keys}
	ann, bob := memory.UserOwner("acme", "default", "ann"), memory.UserOwner("acme", "default", "bob")
	if err := book.Note(t.Context(), ann, "captures", "2026-05-03", 7, 2); err != nil {
		t.Fatal(err)
	}
	f := func(who memory.Owner, name, day string, want int) {
		t.Helper()
		used, err := book.Noted(t.Context(), who, name, day)
		if err != nil || want == 0 && len(used) > 0 || want > 0 && (len(used) != 2 || used[0] != want) {
			t.Errorf("%s %s on %s: %v (%v), want %d", who.ID, name, day, used, err, want)
		}
	}
	f(ann, "captures", "2026-05-03", 7)
	f(ann, "captures", "2026-05-04", 0)
	f(ann, "tokens", "2026-05-03", 0)
	f(bob, "captures", "2026-05-03", 0)
	if err := book.Note(t.Context(), ann, "captures", ""); err != nil {
		t.Fatal(err)
	}
	f(ann, "captures", "2026-05-03", 0)
}
