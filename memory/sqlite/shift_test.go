package sqlite

import (
	"testing"

	"mneme/memory/memorytest"
)

func TestRoster(t *testing.T) {
	memorytest.Roster(t, func(t *testing.T) memorytest.Harness {
		clock := memorytest.NewClock()
		s, _ := openStore(t, t.TempDir(), func(o *Options) { o.Now = clock.Now })
		return memorytest.Harness{Store: s, Clock: clock, Reopen: func() memorytest.Store { return s }}
	})
}
