package upkeep

import (
	"fmt"
	"runtime"
	"slices"
	"sync"
	"testing"
	"time"

	"mneme/memory"
)

// BenchmarkRecallBesideUpkeep measures recall for one user, alone and while
// everybody is looked after.
//
//	go test ./memory/upkeep -run XXX -bench Beside -benchtime 1x
func BenchmarkRecallBesideUpkeep(b *testing.B) {
	const users, records, asked = 20, 2000, 1000
	g := newRig(b, func(o *Options, _ *Parts) { o.Rest = DefaultOptions().Rest })
	owners := make([]memory.Owner, users)
	for u := range owners {
		owners[u] = memory.UserOwner("acme", "work", fmt.Sprint("u", u))
		put := make([]memory.Record, 0, records)
		for i := range records {
			var r memory.Record
			if i%5 == 0 {
				r = g.fact("likes", fmt.Sprint("dish ", i), fmt.Sprintf("likes dish %d of the %d th house", i, u))
			} else {
				r = g.event(memory.EventMessage, fmt.Sprintf("wrote %d pages about river %d and hill %d", i, i*7%911, i*13%577))
			}
			r.Owner = owners[u]
			put = append(put, r)
		}
		g.put(put...)
	}
	g.clock.Advance(35 * day)
	measure := func() []time.Duration {
		took := make([]time.Duration, 0, asked)
		for i := range asked {
			at := time.Now()
			g.ask(owners[0], fmt.Sprintf("what did I write about river %d?", i*7%911))
			took = append(took, time.Since(at))
			time.Sleep(time.Millisecond)
		}
		slices.Sort(took)
		return took
	}
	for b.Loop() {
		g.ask(owners[0], "warm")
		alone := measure()
		var wg sync.WaitGroup
		began := time.Now()
		var whole time.Duration
		wg.Go(func() {
			if err := g.keeper.Round(b.Context()); err != nil {
				b.Error(err)
			}
			whole = time.Since(began)
		})
		beside := measure()
		wg.Wait()
		at := func(d []time.Duration, p int) float64 { return float64(d[len(d)*p/100].Microseconds()) }
		b.ReportMetric(at(alone, 50), "alone-p50-us")
		b.ReportMetric(at(alone, 99), "alone-p99-us")
		b.ReportMetric(at(beside, 50), "beside-p50-us")
		b.ReportMetric(at(beside, 99), "beside-p99-us")
		b.ReportMetric(whole.Seconds(), "round-s")
		b.ReportMetric(float64(g.keeper.Stats.Deeds.Load()), "deeds")
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	b.ReportMetric(float64(m.HeapInuse>>20), "heap-MB")
}
