package upkeep

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

func TestUpkeepRestsAfterItsWork(t *testing.T) {
	for _, c := range []struct {
		name    string
		most    time.Duration
		worked  time.Duration
		asked   int64 // requests that came in meanwhile
		rested  time.Duration
		traffic bool
	}{
		{name: "calm: as long as it worked", most: time.Second, worked: 4 * time.Millisecond, rested: 4 * time.Millisecond, traffic: true},
		{name: "busy: nine times as long", most: time.Second, worked: 4 * time.Millisecond, asked: 1, rested: 36 * time.Millisecond, traffic: true},
		{name: "never longer than the most", most: 10 * time.Millisecond, worked: 4 * time.Millisecond, asked: 7, rested: 10 * time.Millisecond, traffic: true},
		{name: "not after little work", most: time.Second, worked: 400 * time.Microsecond, asked: 1, traffic: true},
		{name: "without a count of requests it is calm", most: time.Second, worked: 4 * time.Millisecond, asked: 1, rested: 4 * time.Millisecond},
		{name: "not at all", most: 0, worked: time.Second, asked: 1, traffic: true},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				requests := int64(41)
				k := &Keeper{opts: Options{Rest: c.most}}
				if c.traffic {
					k.parts.Traffic = func() int64 { return requests }
				}
				p := k.pace(t.Context())
				for range 2 { // the second time, what came before does not count again
					time.Sleep(c.worked)
					requests += c.asked
					began := time.Now()
					p.breathe()
					if rested := time.Since(began); rested != c.rested {
						t.Errorf("rested %v, want %v", rested, c.rested)
					}
				}
			})
		})
	}
}

func TestARestEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		k := &Keeper{opts: Options{Rest: time.Hour}}
		p := k.pace(ctx)
		time.Sleep(time.Minute)
		time.AfterFunc(time.Second, cancel)
		began := time.Now()
		p.breathe()
		if rested := time.Since(began); rested != time.Second {
			t.Errorf("rested %v after the context ended", rested)
		}
	})
}
