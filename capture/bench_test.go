package capture

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"mneme/budget"
	"mneme/memory"
	"mneme/memory/seal"
	"mneme/memory/sqlite"
	"mneme/policy"
)

// benchHouse is capture over the real store with real time.
func benchHouse(b *testing.B, learnt func(memory.Owner)) (*Intake, *Learner) {
	b.Helper()
	dir := b.TempDir()
	keys, err := seal.Open(filepath.Join(dir, "keys"), seal.DefaultOptions())
	if err != nil {
		b.Fatal(err)
	}
	o := sqlite.DefaultOptions()
	o.Dir, o.Keys = filepath.Join(dir, "data"), keys
	store, err := sqlite.Open(o)
	if err != nil {
		b.Fatal(err)
	}
	learner, err := NewLearner(DefaultOptions(), LearnerParts{
		Journal: store, Renewer: store, Ledger: store, Ops: store, Counter: budget.NewCounter(),
		Learnt: func(_ context.Context, owner memory.Owner, _ int64) {
			if learnt != nil {
				learnt(owner)
			}
		},
		Log: slog.New(slog.DiscardHandler),
	})
	if err != nil {
		b.Fatal(err)
	}
	intake, err := NewIntake(DefaultOptions(), IntakeParts{
		Journal: store, Optouts: store, Sealer: keys, Ops: store, Marks: store, Listener: policy.NewPhrases(), Learner: learner,
	})
	if err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		intake.Close()
		store.Close()
		keys.Close()
	})
	return intake, learner
}

// benchExchange is an ordinary exchange of one of many users: a question of some
// 200 bytes and an answer of some 600.
func benchExchange(i, users int) Exchange {
	user := i % users
	turn := i / users
	r := rig{owner: memory.UserOwner("acme", "default", fmt.Sprint("u", user)), now: time.Now()}
	ask := fmt.Sprintf("user: In week %d of the move I like shelf %s best, and the movers come on day %d. What should be packed first, and what can wait until the second van?", turn, name(i), i)
	answer := strings.Repeat(fmt.Sprintf("Pack the books of shelf %s first, then the kitchen, and keep day %d free for the second van. ", name(i), i), 6)
	x := r.exchange(answer, ask)
	x.Session = fmt.Sprint("s", turn/20)
	x.ReceiptID = fmt.Sprint("r", i)
	return x
}

// name is a word of its own for every number.
func name(i int) string {
	var b []byte
	for i++; i > 0; i /= 26 {
		b = append(b, byte('a'+i%26))
	}
	return string(b)
}

// BenchmarkJournal measures how many exchanges a second 32 callers journal.
func BenchmarkJournal(b *testing.B) {
	intake, _ := benchHouse(b, nil)
	var wg sync.WaitGroup
	next := make(chan int, 64)
	var mu sync.Mutex
	var took []time.Duration
	b.ResetTimer()
	for range 32 {
		wg.Go(func() {
			for i := range next {
				x := benchExchange(i, 200)
				began := time.Now()
				if state, reason := intake.Take(context.Background(), x); state != Queued {
					b.Errorf("%s: %s", state, reason)
				}
				d := time.Since(began)
				mu.Lock()
				took = append(took, d)
				mu.Unlock()
			}
		})
	}
	for i := range b.N {
		next <- i
	}
	close(next)
	wg.Wait()
	b.StopTimer()
	report(b, took, b.Elapsed())
}

// BenchmarkLearn measures how many exchanges a second are learnt from a full
// journal, and what each costs.
func BenchmarkLearn(b *testing.B) {
	intake, learner := benchHouse(b, nil)
	for i := range b.N {
		if state, reason := intake.Take(context.Background(), benchExchange(i, 50)); state != Queued {
			b.Fatalf("%s: %s", state, reason)
		}
	}
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	before := cpu()
	b.ResetTimer()
	go func() { ended <- learner.Run(ctx) }()
	if _, err := learner.Flush(ctx); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	stop()
	<-ended
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "exchanges/s")
	b.ReportMetric(float64((cpu()-before).Microseconds())/float64(b.N), "cpu-us/exchange")
}

// BenchmarkLearntWithin measures how long after it was journaled an exchange is
// learnt, at 100 exchanges a second.
func BenchmarkLearntWithin(b *testing.B) {
	var mu sync.Mutex
	began := map[memory.Owner]time.Time{}
	var took []time.Duration
	intake, learner := benchHouse(b, func(owner memory.Owner) {
		mu.Lock()
		defer mu.Unlock()
		took = append(took, time.Since(began[owner]))
	})
	ctx, stop := context.WithCancel(context.Background())
	ended := make(chan error)
	go func() { ended <- learner.Run(ctx) }()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	b.ResetTimer()
	for i := range b.N {
		<-tick.C
		x := benchExchange(i, 100000) // each of his own, so that each is seen
		mu.Lock()
		began[x.Ruling.Owner()] = time.Now()
		mu.Unlock()
		if state, reason := intake.Take(ctx, x); state != Queued {
			b.Fatalf("%s: %s", state, reason)
		}
	}
	if _, err := learner.Flush(ctx); err != nil {
		b.Fatal(err)
	}
	b.StopTimer()
	stop()
	<-ended
	report(b, took, b.Elapsed())
}

// BenchmarkColdBeliefs measures what the first entry of a user costs who has 500
// facts and 2,000 episodes in truth and nothing at hand.
func BenchmarkColdBeliefs(b *testing.B) {
	_, learner := benchHouse(b, nil)
	ctx := context.Background()
	owner := memory.UserOwner("acme", "default", "u1")
	now := time.Now()
	var put []memory.Record
	for i := range 2500 {
		r := memory.Record{
			ID: memory.NewID(now), Owner: owner, Layer: memory.Episodic, Kind: KindEpisode, Status: memory.Current, Source: memory.UserDirect,
			Text: fmt.Sprintf("In week %d of the move I like shelf %s best. ", i, name(i)) + strings.Repeat("words ", 30), Count: 1,
			Created: now.Add(-time.Duration(i) * time.Hour), SessionID: "s1", Seq: i,
			Sources: []memory.Provenance{{SessionID: "s1", MessageID: fmt.Sprint("m", i), Quote: "q"}},
		}
		if i < 500 {
			r.Layer, r.Kind, r.Subject, r.Predicate, r.Object = memory.Semantic, memory.KindPreference, "user", "likes", name(i)
		}
		put = append(put, r)
	}
	if _, err := learner.parts.Ledger.Commit(ctx, memory.Commit{Owner: owner, Base: -1, Put: put}); err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	for range b.N {
		held, err := loadBeliefs(ctx, learner.parts.Ledger, owner)
		if err != nil || len(held.records) != 500 || len(held.spoken) != beliefsEvents {
			b.Fatal(err)
		}
	}
}

func report(b *testing.B, took []time.Duration, elapsed time.Duration) {
	if len(took) == 0 {
		return
	}
	slices.Sort(took)
	at := func(p float64) float64 { return float64(took[int(p*float64(len(took)-1))].Microseconds()) / 1000 }
	b.ReportMetric(float64(len(took))/elapsed.Seconds(), "exchanges/s")
	b.ReportMetric(at(0.5), "p50-ms")
	b.ReportMetric(at(0.99), "p99-ms")
}

func cpu() time.Duration {
	runtime.GC()
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
