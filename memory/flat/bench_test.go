package flat

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/embed"
)

func table(b *testing.B) memory.Embedder {
	b.Helper()
	t, err := embed.Open()
	if err != nil {
		b.Fatal(err)
	}
	return t
}

// corpus is n records of an owner: a fifth facts, the rest episodes in sessions of twenty, with
// words as unevenly frequent as those of people.
func corpus(n int) []memory.Record {
	r := rand.New(rand.NewPCG(1, 2))
	zipf := rand.NewZipf(r, 1.15, 4, 20_000)
	records := make([]memory.Record, n)
	for i := range records {
		var b strings.Builder
		for range 12 + r.IntN(24) {
			b.WriteString(coined(zipf.Uint64()))
			b.WriteByte(' ')
		}
		rec := episode(fmt.Sprintf("r%06d", i), fmt.Sprintf("s%d", i/20), i%20, b.String())
		rec.Event.Participants = []string{"user"}
		rec.Sources = []memory.Provenance{{SessionID: rec.SessionID, MessageID: fmt.Sprintf("m%d", i), Quote: rec.Text}}
		if i%5 == 0 {
			rec.Layer, rec.Subject, rec.Object, rec.SessionID = memory.Semantic, "user", fmt.Sprint("thing", i), ""
		}
		records[i] = rec
	}
	return records
}

// coined returns the n-th word of a language of syllables.
func coined(n uint64) string {
	const syllables = "barecodifogulahemitonupasirovujakewyzo"
	var b strings.Builder
	for n = n*7919 + 17; n > 0; n /= 19 {
		at := 2 * (n % 19)
		b.WriteString(syllables[at : at+2])
	}
	return b.String()
}

var sizes = []int{500, 2_500, 20_000, 50_000}

// BenchmarkRecall is the whole pipeline over a warm partition: what a request pays for recall.
func BenchmarkRecall(b *testing.B) {
	for _, n := range sizes {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			l := newLedger()
			l.put(corpus(n)...)
			x, err := New(Options{MaxBytes: 1 << 31, Store: time.Hour}, l, nil, table(b), kernel)
			if err != nil {
				b.Fatal(err)
			}
			recall, err := memory.NewRecall(x, memory.DefaultRecallOptions())
			if err != nil {
				b.Fatal(err)
			}
			q := memory.Query{
				Owners: []memory.Owner{owner}, Now: time.Unix(1_700_000_000, 0), Limit: 24, Floor: -1,
				Text: "When did " + coined(12) + " and " + coined(40) + " meet " + coined(7) + " about " + coined(300) + " in the " + coined(9) + " of " + coined(2500) + "?",
			}
			if _, err := recall.Recall(b.Context(), q); err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				r, err := recall.Recall(b.Context(), q)
				if err != nil || len(r.Hits) == 0 {
					b.Fatal(err, len(r.Hits))
				}
			}
		})
	}
}

// BenchmarkColdOwner is the first touch of an owner whose partition is stored.
func BenchmarkColdOwner(b *testing.B) {
	l, stored, embedder := newLedger(), blobs{}, table(b)
	l.put(corpus(2_500)...)
	mix := memory.DefaultMix()
	p := memory.Probe{Owner: owner, Text: coined(12), Mix: &mix, Limit: 10, Question: new(memory.Question)}
	warm, err := New(DefaultOptions(), l, stored, embedder, nil)
	if err != nil {
		b.Fatal(err)
	}
	if err := warm.Probe(b.Context(), &p, new(memory.Found)); err != nil {
		b.Fatal(err)
	}
	warm.Store(b.Context())
	b.ReportAllocs()
	for b.Loop() {
		x, err := New(DefaultOptions(), l, stored, embedder, nil)
		if err != nil {
			b.Fatal(err)
		}
		if err := x.Probe(b.Context(), &p, new(memory.Found)); err != nil {
			b.Fatal(err)
		}
	}
}

// BenchmarkCommit is what a commit of two records costs the index of an owner with 2,500.
func BenchmarkCommit(b *testing.B) {
	l, embedder := newLedger(), table(b)
	l.put(corpus(2_500)...)
	x, err := New(DefaultOptions(), l, nil, embedder, nil)
	if err != nil {
		b.Fatal(err)
	}
	if err := x.Refresh(b.Context(), owner); err != nil {
		b.Fatal(err)
	}
	d := memory.Delta{Revision: l.revision}
	x.source = fixed{&d}
	extra := corpus(64)
	i := 0
	b.ReportAllocs()
	for b.Loop() {
		i++
		a, c := extra[i%64], extra[(i+1)%64]
		a.ID, c.ID = fmt.Sprint("n", i), fmt.Sprint("m", i)
		d = memory.Delta{Revision: d.Revision + 1, Changed: []memory.Record{a, c}}
		if i > 2 {
			d.Removed = []string{fmt.Sprint("n", i-2), fmt.Sprint("m", i-2)}
		}
		if err := x.Refresh(b.Context(), owner); err != nil {
			b.Fatal(err)
		}
	}
}

// fixed is a source with one delta.
type fixed struct{ d *memory.Delta }

func (f fixed) Revision(context.Context, memory.Owner) (int64, error) { return f.d.Revision, nil }
func (f fixed) Since(context.Context, memory.Owner, int64) (memory.Delta, error) {
	return *f.d, nil
}

// kernel scans as the product does, with the kernel of the embedded embedder.
func kernel(query, rows []int8, out []int32) { embed.Dots(query, rows, out) }
