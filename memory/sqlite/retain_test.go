package sqlite

import (
	"sync/atomic"
	"testing"
	"time"

	"mneme/memory"
)

// TestWhatAgedIsWipedWithinItsHour lets a record's time be over: its file is not
// looked through at once, since upkeep lets go of something with every visit, but
// an hour later no copy is left, and a forget of anything wipes it too.
func TestWhatAgedIsWipedWithinItsHour(t *testing.T) {
	for _, c := range []struct {
		name string
		wipe func(t *testing.T, s *Store, clock *atomic.Int64)
	}{
		{"its hour is over", func(_ *testing.T, _ *Store, clock *atomic.Int64) { clock.Add(int64(agedMost)) }},
		{"something is forgotten", func(t *testing.T, s *Store, _ *atomic.Int64) {
			if _, err := s.Forget(t.Context(), memory.Selection{Owner: ann, IDs: []string{"m000002"}}); err != nil {
				t.Fatal(err)
			}
			if err := s.Purge(t.Context(), ann); err != nil {
				t.Fatal(err)
			}
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			var clock atomic.Int64
			clock.Store(time.Now().UnixNano())
			s, _ := openStore(t, dir, func(o *Options) {
				o.CheckpointEvery = 5 * time.Millisecond
				o.Now = func() time.Time { return time.Unix(0, clock.Load()) }
			})
			mustCommit(t, s, ann, record(ann, 1, time.Now()), record(ann, 2, time.Now()))
			body := sealedBody(t, s, ann, "m000001")
			if _, err := s.Commit(t.Context(), memory.Commit{Owner: ann, Base: -1, Discard: []string{"m000001"}}); err != nil {
				t.Fatal(err)
			}
			time.Sleep(50 * time.Millisecond) // ten looks: none of them may wipe
			if len(inFiles(t, dir, body[:64])) == 0 {
				t.Fatal("it was wiped at once: a large file would be looked through with every visit")
			}
			c.wipe(t, s, &clock)
			deadline := time.Now().Add(20 * time.Second)
			for len(inFiles(t, dir, body[:64])) > 0 {
				if time.Now().After(deadline) {
					t.Fatalf("still in %v", inFiles(t, dir, body[:64]))
				}
				time.Sleep(5 * time.Millisecond)
			}
		})
	}
}
