package inject

import (
	"context"
	"fmt"
	"math"
	"strings"
	"testing"
	"time"

	"mneme/memory"
	"mneme/memory/cache"
	"mneme/memory/flat"
	"mneme/policy"
	"mneme/proxy/wire"
)

// truth is what the index follows, by owner.
type truth map[memory.Owner][]memory.Record

func (t truth) Revision(_ context.Context, o memory.Owner) (int64, error) {
	return int64(len(t[o])), nil
}

func (t truth) Since(_ context.Context, o memory.Owner, revision int64) (memory.Delta, error) {
	return memory.Delta{Revision: int64(len(t[o])), Changed: t[o][revision:]}, nil
}

func (t truth) know(o memory.Owner, layer memory.Layer, text string, at time.Time) {
	r := memory.Record{
		ID: fmt.Sprintf("%s-%d", o.ID, len(t[o])), Owner: o, Layer: layer, Kind: "preference", Text: text, Status: memory.Current,
		Confidence: 0.9, Source: memory.UserDirect, Count: 1, Created: at, Updated: at, Cost: memory.Cost(counter.CostOf(text)),
		Revision: int64(len(t[o]) + 1),
	}
	if layer == memory.Episodic {
		r.Kind, r.Event.Time = "event", at
	}
	t[o] = append(t[o], r)
}

// hashed is an embedder of hashed character pairs: enough for a vector route.
type hashed struct{}

func (hashed) ID() string                  { return "hashed" }
func (hashed) Dims() int                   { return 128 }
func (hashed) Calibrate(x float64) float64 { return max(0, x) }

func (h hashed) Embed(_ context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	for i, text := range texts {
		out[i] = make([]float32, h.Dims())
		h.EmbedTo(out[i], text)
	}
	return out, nil
}

func (h hashed) EmbedTo(dst []float32, text string) {
	clear(dst)
	before, sum := rune(0), 0.0
	for _, r := range memory.Fold(text) {
		dst[(uint32(before)*31+uint32(r))%uint32(len(dst))]++
		before = r
	}
	for _, x := range dst {
		sum += float64(x) * float64(x)
	}
	if sum > 0 {
		for i := range dst {
			dst[i] /= float32(math.Sqrt(sum))
		}
	}
}

// realInjector recalls through the real pipeline and the real index.
func realInjector(t testing.TB, source truth) *Injector {
	t.Helper()
	index, err := flat.New(flat.DefaultOptions(), source, nil, hashed{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	recall, err := memory.NewRecall(index, memory.DefaultRecallOptions())
	if err != nil {
		t.Fatal(err)
	}
	return newInjector(t, recall)
}

func TestTheRealRecallIsInjected(t *testing.T) {
	source := truth{}
	u1, u2 := memory.UserOwner("default", "default", "u1"), memory.UserOwner("default", "default", "u2")
	source.know(u1, memory.Semantic, "Is allergic to peanuts.", noon().AddDate(0, 0, -17))
	source.know(u1, memory.Semantic, "对花生过敏，不能吃坚果。", noon().AddDate(0, 0, -17))
	source.know(u1, memory.Episodic, "Visited the harbour museum with her mother.", noon().AddDate(0, 0, -3))
	source.know(u2, memory.Semantic, "Loves peanuts above all.", noon().AddDate(0, 0, -1))
	in := realInjector(t, source)
	f := func(user, question, want, not string) {
		t.Helper()
		r := ruling()
		r.User = user
		report := inject(t.Context(), in, r, chat(t, question), noon())
		block := blockOf(t, wire.Chat, report.Whole())
		if want == "" && block != "" || !strings.Contains(block, want) || not != "" && strings.Contains(block, not) {
			t.Errorf("%s asks %q and is given (%s %s)\n%s", user, question, report.Status, report.Reason, block)
		}
	}
	f("u1", "Can I eat peanuts?", "2026-05-03 Is allergic to peanuts.", "Loves")
	f("u2", "Can I eat peanuts?", "2026-05-19 Loves peanuts above all.", "allergic")
	f("u1", "我能吃花生吗？", "2026-05-03 对花生过敏，不能吃坚果。", "Loves")
	f("u1", "Which museum did I visit?", "2026-05-17 Visited the harbour museum", "")
	f("u1", "Thanks!", "", "")
	f("u1", "谢谢", "", "")
	f("u3", "Can I eat peanuts?", "", "")
}

// BenchmarkWarmUser is the memory part of a request of a warm user with 500 facts and
// 2,000 episodes: parsing, recall with a small embedder, packing, splicing.
//
//	go test ./inject -run '^$' -bench WarmUser -benchmem
func BenchmarkWarmUser(b *testing.B) {
	source := truth{}
	owner := memory.UserOwner("default", "default", "u1")
	things := strings.Fields("garden kiln harbour museum tea coffee bicycle piano novel train budget invoice database server holiday allergy doctor school market lake")
	for i := range 2_500 {
		layer := memory.Episodic
		if i%5 == 0 {
			layer = memory.Semantic
		}
		source.know(owner, layer, fmt.Sprintf("She spoke about the %s and the %s on visit %d.", things[i%len(things)], things[(i*7+3)%len(things)], i), noon().Add(-time.Duration(i)*time.Hour))
	}
	in := realInjector(b, source)
	body := chat(b, "Hello there", strings.Repeat("an answer of before ", 90), "What did I say about the kiln and the garden?").Body
	r := ruling()
	ask := func(r policy.Ruling) Report {
		req, err := wire.Parse(wire.Chat, body)
		if err != nil {
			b.Fatal(err)
		}
		return inject(b.Context(), in, r, req, noon())
	}
	if report := ask(r); report.Status != "injected" {
		b.Fatal(report.Status, report.Reason, len(report.Dropped))
	}
	b.ReportAllocs()
	for b.Loop() {
		ask(r)
	}
}

// asking counts how often truth is asked for an owner's revision.
type asking struct {
	truth
	asked map[memory.Owner]int
}

func (a asking) Revision(ctx context.Context, o memory.Owner) (int64, error) {
	a.asked[o]++
	return a.truth.Revision(ctx, o)
}

func TestTruthIsAskedOnceForEachOwnerOfAWarmRecall(t *testing.T) {
	source := asking{truth{}, make(map[memory.Owner]int)}
	u1 := memory.UserOwner("default", "default", "u1")
	source.know(u1, memory.Semantic, "Is allergic to peanuts.", noon().AddDate(0, 0, -17))
	index, err := flat.New(flat.DefaultOptions(), source, nil, hashed{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	recall, err := memory.NewRecall(index, memory.DefaultRecallOptions())
	if err != nil {
		t.Fatal(err)
	}
	remembers, err := cache.NewRecaller(recall, source, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	defer remembers.Close()
	in := newInjector(t, remembers)
	inject(t.Context(), in, ruling(), chat(t, "What am I allergic to?"), noon())
	clear(source.asked)
	source.know(u1, memory.Semantic, "Sails on Saturdays.", noon().AddDate(0, 0, -2))
	if err := index.Refresh(t.Context(), u1); err != nil {
		t.Fatal(err)
	}
	clear(source.asked)
	report := inject(t.Context(), in, ruling(), chat(t, "When do I sail?"), noon())
	if block := blockOf(t, wire.Chat, report.Whole()); !strings.Contains(block, "Sails on Saturdays.") {
		t.Errorf("what was just learnt is not in %q", block)
	}
	for owner, n := range source.asked {
		if n != 1 {
			t.Errorf("truth is asked %d times for the revision of a %s", n, owner.Level)
		}
	}
	if source.asked[u1] == 0 {
		t.Error("truth is not asked at all")
	}
}
