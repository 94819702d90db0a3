package sqlite

import (
	"testing"
	"time"
)

// A process that was killed holds its claims no longer than until the folder is
// opened again.
func TestLeasesEndWithTheProcessThatHeldThem(t *testing.T) {
	dir := t.TempDir()
	s, keys := openStore(t, dir)
	mustAppend(t, s, entry(ann, "s1", turn("m1", "I moved to Lisbon", time.Now())))
	claims, err := s.Claim(t.Context(), "killed", 1, time.Hour)
	if err != nil || len(claims) != 1 {
		t.Fatalf("claimed %d, %v", len(claims), err)
	}
	if again, err := s.Claim(t.Context(), "other", 1, time.Hour); err != nil || len(again) != 0 {
		t.Fatalf("a live lease was passed over: %d, %v", len(again), err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	keys.Close()
	s, _ = openStore(t, dir)
	claims, err = s.Claim(t.Context(), "next", 1, time.Hour)
	if err != nil || len(claims) != 1 || claims[0].Entry.Turns[0].ID != "m1" {
		t.Errorf("after opening again: claimed %d, %v", len(claims), err)
	}
}
