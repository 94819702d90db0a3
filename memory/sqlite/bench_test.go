package sqlite

import (
	"fmt"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/seal"
)

// The numbers of this package. Run them with
//
//	go test -run '^$' -bench . -benchtime 2s ./memory/sqlite

func benchOwner(n int) memory.Owner {
	return memory.UserOwner("acme", "work", fmt.Sprint("user", n))
}

// BenchmarkAppend journals exchanges of two turns from 64 callers at once, over
// 50 owners; each waits for its own commit.
func BenchmarkAppend(b *testing.B) {
	for _, durable := range []bool{false, true} {
		b.Run(map[bool]string{false: "kill-safe", true: "power-safe"}[durable], func(b *testing.B) {
			s, _ := openStore(b, b.TempDir(), func(o *Options) { o.Durable, o.WaitingEntries = durable, 10_000_000 })
			for i := range 50 {
				mustAppend(b, s, entry(benchOwner(i), "s", turn("first", "x", time.Now())))
			}
			var n atomic.Int64
			b.SetParallelism(32) // of two processors: 64 callers
			b.ResetTimer()
			b.RunParallel(func(pb *testing.PB) {
				for pb.Next() {
					i := int(n.Add(1))
					one := turn(fmt.Sprint("q", i), fmt.Sprint("I would like to know how the weather in Oslo is, for the ", i, "th time"), time.Now())
					two := turn(fmt.Sprint("a", i), fmt.Sprint("It is raining in Oslo, and it will go on raining for some days: ", i), time.Now())
					if _, err := s.Append(b.Context(), []memory.Entry{entry(benchOwner(i%50), "s", one, two)}); err != nil {
						b.Fatal(err)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "exchanges/s")
		})
	}
}

// BenchmarkNewOwner journals the first exchange of owners never seen before, from
// 64 callers: keys are made and synced, and the catalogue of realms is written.
func BenchmarkNewOwner(b *testing.B) {
	s, _ := openStore(b, b.TempDir())
	var n atomic.Int64
	b.SetParallelism(32)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if _, err := s.Append(b.Context(), []memory.Entry{entry(benchOwner(int(n.Add(1))), "s", turn("m", "words", time.Now()))}); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "owners/s")
}

// BenchmarkLearn claims one exchange and commits two records, their history and
// the outcome, from one worker.
func BenchmarkLearn(b *testing.B) {
	s, _ := openStore(b, b.TempDir(), func(o *Options) { o.WaitingEntries = 10_000_000 })
	for i := range b.N {
		mustAppend(b, s, entry(benchOwner(i%50), "s", turn(fmt.Sprint("q", i), "words", time.Now())))
	}
	n := 0
	b.ResetTimer()
	for n < b.N {
		claims, err := s.Claim(b.Context(), "w", 1, time.Minute)
		if err != nil || len(claims) == 0 {
			b.Fatal(claims, err)
		}
		c := claims[0]
		plan := memory.Commit{Owner: c.Entry.Owner, Base: -1, Outcomes: []memory.Outcome{{EntryID: c.Entry.ID, Lease: c.Lease, State: "learnt"}}}
		for half := range 2 {
			r := record(c.Entry.Owner, 2*n+half, time.Now())
			plan.Put = append(plan.Put, r)
			plan.History = append(plan.History, memory.Change{RecordID: r.ID, At: r.Created, Op: "add", After: r.Text})
		}
		if _, err := s.Commit(b.Context(), plan); err != nil {
			b.Fatal(err)
		}
		n++
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "exchanges/s")
}

// fillRecords gives an owner records in batches.
func fillRecords(b *testing.B, s *Store, owner memory.Owner, from, to int) {
	b.Helper()
	for from < to {
		var batch []memory.Record
		for ; from < to && len(batch) < 500; from++ {
			batch = append(batch, record(owner, from, time.Now()))
		}
		mustCommit(b, s, owner, batch...)
	}
}

// BenchmarkGet reads 8 of 2,500 records by id.
func BenchmarkGet(b *testing.B) {
	s, _ := openStore(b, b.TempDir())
	fillRecords(b, s, ann, 0, 2500)
	ids := make([]string, 8)
	for i := 0; b.Loop(); i++ {
		for k := range ids {
			ids[k] = fmt.Sprintf("m%06d", (i*37+k*311)%2500)
		}
		if got, err := s.Get(b.Context(), ann, ids); err != nil || len(got) != 8 {
			b.Fatal(got, err)
		}
	}
}

// BenchmarkRevision is what every recall asks first.
func BenchmarkRevision(b *testing.B) {
	s, _ := openStore(b, b.TempDir())
	fillRecords(b, s, ann, 0, 100)
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			if n, err := s.Revision(b.Context(), ann); err != nil || n == 0 {
				b.Fatal(n, err)
			}
		}
	})
}

// BenchmarkSince reads and opens all of 2,500 records.
func BenchmarkSince(b *testing.B) {
	s, _ := openStore(b, b.TempDir())
	fillRecords(b, s, ann, 0, 2500)
	for b.Loop() {
		if d, err := s.Since(b.Context(), ann, 0); err != nil || len(d.Changed) != 2500 {
			b.Fatal(len(d.Changed), err)
		}
	}
}

// BenchmarkForget forgets one of 2,500 records, with the checkpoint.
func BenchmarkForget(b *testing.B) {
	s, _ := openStore(b, b.TempDir())
	fillRecords(b, s, ann, 0, 2500+b.N)
	b.ResetTimer()
	for i := range b.N {
		if f, err := s.Forget(b.Context(), memory.Selection{Owner: ann, IDs: []string{fmt.Sprintf("m%06d", i)}}); err != nil || len(f.Records) != 1 {
			b.Fatal(f, err)
		}
	}
}

// BenchmarkOpen opens a store with 100,000 records of 1,000 owners and answers
// the first question.
func BenchmarkOpen(b *testing.B) {
	dir := b.TempDir()
	s, keys := openStore(b, dir)
	for i := range 1000 {
		fillRecords(b, s, benchOwner(i), 0, 100)
	}
	s.Close()
	keys.Close()
	for b.Loop() {
		keys, err := seal.Open(filepath.Join(dir, "keys"), seal.DefaultOptions())
		if err != nil {
			b.Fatal(err)
		}
		o := s.options
		o.Keys = keys
		s, err := Open(o)
		if err != nil {
			b.Fatal(err)
		}
		if got, err := s.Get(b.Context(), benchOwner(77), []string{"m000005"}); err != nil || len(got) != 1 {
			b.Fatal(got, err)
		}
		b.StopTimer()
		s.Close()
		keys.Close()
		b.StartTimer()
	}
}

// BenchmarkSnapshot copies a store with 100,000 records.
func BenchmarkSnapshot(b *testing.B) {
	s, _ := openStore(b, b.TempDir())
	for i := range 1000 {
		fillRecords(b, s, benchOwner(i), 0, 100)
	}
	for b.Loop() {
		if err := s.Snapshot(b.Context(), b.TempDir()); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkReceipt keeps receipts of what a request is given: eight hits, thirty
// candidates that were not used. They are written in batches, beside the caller.
func BenchmarkReceipt(b *testing.B) {
	s, _ := openStore(b, b.TempDir(), func(o *Options) { o.OpsQueue = 1 << 30 })
	now := time.Now()
	r := wholeReceipt()
	r.Capture = memory.ReceiptCapture{State: "off"}
	for range 6 {
		r.Injected = append(r.Injected, r.Injected[0])
	}
	r.Dropped = make([]memory.Drop, 30)
	for i := range r.Dropped {
		r.Dropped[i] = memory.Drop{ID: memory.NewID(now), Reason: "floor", Score: 1 / float64(i+3)}
	}
	b.ResetTimer()
	for n := range b.N {
		r.At = now.Add(time.Duration(n) * time.Millisecond)
		r.ID = memory.NewID(r.At)
		s.WriteReceipt(r)
	}
	if err := s.FlushOps(b.Context()); err != nil {
		b.Fatal(err)
	}
}
