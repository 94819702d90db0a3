package llm

import (
	"context"
	"errors"
	"math"
	"net/http"
	"testing"
	"time"

	"mneme/memory"
)

func openEmbedder(t *testing.T, p *provider, change ...func(*EmbedOptions)) (*Embedder, error) {
	t.Helper()
	opts := DefaultEmbedOptions()
	opts.URL, opts.Model, opts.Backoff = p.URL+"/v1", "vec", time.Millisecond
	for _, f := range change {
		f(&opts)
	}
	return OpenEmbedder(context.Background(), opts, nil)
}

func TestTextsBecomeUnitVectorsInOrder(t *testing.T) {
	p := newProvider(t, embeds(8, letters))
	e, err := openEmbedder(t, p, func(o *EmbedOptions) { o.Batch = 20 })
	if err != nil {
		t.Fatal(err)
	}
	var _ memory.Embedder = e
	if e.ID() != "openai:vec:8" || e.Dims() != 8 {
		t.Errorf("%s of %d", e.ID(), e.Dims())
	}
	texts := []string{"tea", "", "coffee", "tea"}
	for range 60 {
		texts = append(texts, "x"+string(rune('a'+len(texts))))
	}
	before := p.calls()
	got, err := e.Embed(context.Background(), texts)
	if err != nil || len(got) != len(texts) {
		t.Fatal(err)
	}
	if p.calls()-before != 4 {
		t.Errorf("%d calls for 62 texts of their own, 20 at once", p.calls()-before)
	}
	want := letters("coffee")
	unit(want)
	for i := range want {
		if math.Abs(float64(want[i]-got[2][i])) > 1e-6 {
			t.Fatalf("coffee: %v, want %v", got[2], want)
		}
	}
	if dot(got[0], got[3]) < 0.9999 || dot(got[1], got[1]) != 0 {
		t.Error("the same text has another vector, or no text has one")
	}
}

func TestVectorsOfAnotherLengthAreRefused(t *testing.T) {
	p := newProvider(t, embeds(8, letters), embeds(7, letters))
	e, err := openEmbedder(t, p)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := e.Embed(context.Background(), []string{"tea"}); !errors.Is(err, ErrDims) {
		t.Errorf("got %v", err)
	}
	if _, err := openEmbedder(t, newProvider(t, embeds(8, letters)), func(o *EmbedOptions) { o.Dims = 16 }); !errors.Is(err, ErrDims) {
		t.Errorf("opened: %v", err)
	}
}

func TestBadVectorsAreNoAnswer(t *testing.T) {
	f := func(name, answer string) {
		t.Run(name, func(t *testing.T) {
			bad := func(w http.ResponseWriter, _ string) { _, _ = w.Write([]byte(answer)) }
			p := newProvider(t, embeds(2, letters), bad)
			e, err := openEmbedder(t, p)
			if err != nil {
				t.Fatal(err)
			}
			if got, err := e.Embed(context.Background(), []string{"tea"}); err == nil {
				t.Errorf("got %v", got)
			}
		})
	}
	f("none", `{"data":[]}`)
	f("two for one", `{"data":[{"index":0,"embedding":[1,0]},{"index":1,"embedding":[1,0]}]}`)
	f("another's", `{"data":[{"index":3,"embedding":[1,0]}]}`)
	f("no JSON", `<html>`)
}

func TestAnEmbedderThatIsDownFailsAtOnce(t *testing.T) {
	p := newProvider(t, embeds(8, letters), status(500))
	e, err := openEmbedder(t, p, func(o *EmbedOptions) { o.Tries = 1; o.BreakAfter = 2 })
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if _, err := e.Embed(context.Background(), []string{"tea"}); err == nil {
			t.Fatal("the script failed to fail")
		}
	}
	calls := p.calls()
	if _, err := e.Embed(context.Background(), []string{"tea"}); !errors.Is(err, ErrOpen) || p.calls() != calls {
		t.Errorf("%v", err)
	}
}

func TestTheCallersDeadlineHolds(t *testing.T) {
	p := newProvider(t, embeds(8, letters), func(http.ResponseWriter, string) { time.Sleep(2 * time.Second) })
	e, err := openEmbedder(t, p)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	began := time.Now()
	if _, err := e.Embed(ctx, []string{"tea"}); !errors.Is(err, context.DeadlineExceeded) || time.Since(began) > 1500*time.Millisecond {
		t.Errorf("%v after %v", err, time.Since(began))
	}
	if e.breaker.open() {
		t.Error("a caller that left is no failure of the endpoint")
	}
}

func TestAnEndpointThatIsDownAtStart(t *testing.T) {
	p := newProvider(t, status(500))
	if _, err := openEmbedder(t, p); err == nil {
		t.Error("opened without knowing its length")
	}
	e, err := openEmbedder(t, p, func(o *EmbedOptions) { o.Dims = 8 })
	if err != nil || e.Dims() != 8 {
		t.Errorf("with its length given: %v", err)
	}
}

func TestTheScaleRisesAndFitsItsModel(t *testing.T) {
	rises := func(s memory.Scale) {
		t.Helper()
		last := -1.0
		for c := -1.0; c <= 1; c += 0.01 {
			if x := s.At(c); x < last || x < 0 || x > 1 {
				t.Fatalf("at %v: %v after %v (%+v)", c, x, last, s)
			} else {
				last = x
			}
		}
		if s.At(1) != 1 {
			t.Errorf("at 1: %v", s.At(1))
		}
	}
	rises(usualScale())
	// A narrow model: unrelated 0.75, related 0.8, same 0.9.
	var vectors [][]float32
	for i := range 6 {
		base := make([]float32, 32)
		base[0], base[1+i] = 0.866, 0.5
		near, mid := append([]float32(nil), base...), append([]float32(nil), base...)
		near[10+i], mid[20+i] = 0.48, 0.75
		for _, v := range [][]float32{base, near, mid} {
			unit(v)
			vectors = append(vectors, v)
		}
	}
	s := measure(vectors)
	rises(s)
	same, related, apart := dot(vectors[0], vectors[1]), dot(vectors[0], vectors[2]), dot(vectors[0], vectors[3])
	if math.Abs(s.At(same)-sameSimilarity) > 1e-6 || math.Abs(s.At(related)-relatedSimilarity) > 1e-6 || math.Abs(s.At(apart)-unrelatedSimilarity) > 1e-6 {
		t.Errorf("same %v, related %v, apart %v", s.At(same), s.At(related), s.At(apart))
	}
	// A model that says the same of everything.
	flat := make([][]float32, 18)
	for i := range flat {
		flat[i] = []float32{1, 0}
	}
	rises(measure(flat))
}
