package sqlite

import (
	"path/filepath"
	"testing"

	"mneme/memory/memorytest"
	"mneme/memory/seal"
)

// openStore opens a store with its keys beside it; both close with the test.
func openStore(t testing.TB, dir string, change ...func(*Options)) (*Store, *seal.Keyring) {
	t.Helper()
	o := DefaultOptions()
	o.Dir = filepath.Join(dir, "data")
	for _, c := range change {
		c(&o)
	}
	ring := seal.DefaultOptions()
	ring.Now = o.Now
	keys, err := seal.Open(filepath.Join(dir, "keys"), ring)
	if err != nil {
		t.Fatal(err)
	}
	o.Keys = keys
	s, err := Open(o)
	if err != nil {
		keys.Close()
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
		keys.Close()
	})
	return s, keys
}

func TestTruth(t *testing.T) {
	memorytest.Truth(t, func(t *testing.T) memorytest.Harness {
		dir, clock := t.TempDir(), memorytest.NewClock()
		var s *Store
		var keys *seal.Keyring
		open := func() memorytest.Store {
			if s != nil {
				if err := s.Close(); err != nil {
					t.Fatal(err)
				}
				keys.Close()
			}
			s, keys = openStore(t, dir, func(o *Options) { o.Now = clock.Now })
			return s
		}
		return memorytest.Harness{Store: open(), Clock: clock, Reopen: open}
	})
}
