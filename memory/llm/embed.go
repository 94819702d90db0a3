package llm

import (
	"context"
	"errors"
	"fmt"
	"math"
	"sync/atomic"
	"time"

	openai "github.com/sashabaranov/go-openai"

	"mneme/memory"
)

// EmbedOptions tunes an Embedder. Zero means zero; DefaultEmbedOptions has the
// documented values.
type EmbedOptions struct {
	URL   string
	Model string
	Key   Secret
	Dims  int // length of the vectors; 0: what the endpoint answers when it is opened

	Batch      int           // texts in one call
	MaxText    int           // bytes of one text; what is longer is cut
	MaxBytes   int           // of an answer's body
	Timeout    time.Duration // of one try, within the caller's own
	Tries      int
	Backoff    time.Duration
	Parallel   int
	BreakAfter int
	BreakFor   time.Duration
}

// DefaultEmbedOptions returns the documented defaults.
func DefaultEmbedOptions() EmbedOptions {
	return EmbedOptions{
		Batch: 64, MaxText: 24 << 10, MaxBytes: 32 << 20,
		Timeout: 10 * time.Second, Tries: 2, Backoff: 200 * time.Millisecond, Parallel: 4,
		BreakAfter: 3, BreakFor: 15 * time.Second,
	}
}

// Validate reports every fault at once.
func (o EmbedOptions) Validate() error {
	var faults []error
	if err := checkURL(o.URL); err != nil {
		faults = append(faults, fmt.Errorf("embed-url: %w", err))
	}
	if o.Model == "" {
		faults = append(faults, errors.New("embed-model: is empty"))
	}
	if o.Dims < 0 {
		faults = append(faults, fmt.Errorf("embed dims: %d is negative", o.Dims))
	}
	if o.Timeout <= 0 {
		faults = append(faults, fmt.Errorf("embed timeout: %v is not positive", o.Timeout))
	}
	for _, n := range []struct {
		name string
		got  int
	}{
		{"batch", o.Batch}, {"max text", o.MaxText}, {"max bytes", o.MaxBytes}, {"tries", o.Tries},
		{"parallel", o.Parallel}, {"break after", o.BreakAfter},
	} {
		if n.got < 1 {
			faults = append(faults, fmt.Errorf("embed %s: %d is below 1", n.name, n.got))
		}
	}
	return errors.Join(faults...)
}

// Embedder embeds texts by an OpenAI-compatible endpoint. It is a
// memory.Embedder, and safe for concurrent use.
type Embedder struct {
	opts    EmbedOptions
	api     *openai.Client
	breaker breaker
	slots   chan struct{}
	dims    int
	scale   memory.Scale

	Calls, Tokens atomic.Int64
}

// OpenEmbedder dials the endpoint: it learns how long its vectors are, and what
// its similarities mean. With the length given, an endpoint that does not answer
// is no error: it is tried again when it is needed, on a scale that fits most
// models.
func OpenEmbedder(ctx context.Context, opts EmbedOptions, now func() time.Time) (*Embedder, error) {
	if err := opts.Validate(); err != nil {
		return nil, fmt.Errorf("check options of embedder: %w", err)
	}
	if now == nil {
		now = time.Now
	}
	e := &Embedder{
		opts:    opts,
		api:     openai.NewClientWithConfig(config(opts.URL, opts.Key, opts.MaxBytes, opts.Parallel, nil)),
		breaker: breaker{after: opts.BreakAfter, pause: opts.BreakFor, now: now},
		slots:   make(chan struct{}, opts.Parallel),
		dims:    opts.Dims,
		scale:   usualScale(),
	}
	texts := probes()
	vectors, err := e.embed(ctx, texts)
	switch {
	case errors.Is(err, ErrDims), err != nil && opts.Dims == 0:
		return nil, fmt.Errorf("open embedder: %w", err)
	case err == nil:
		e.dims = len(vectors[0])
		e.scale = measure(vectors)
	}
	return e, nil
}

// ID names the space of the vectors: they mix with no other's.
func (e *Embedder) ID() string { return fmt.Sprintf("openai:%s:%d", e.opts.Model, e.dims) }

// Dims returns the length of the vectors.
func (e *Embedder) Dims() int { return e.dims }

// Calibrate maps a cosine to the similarity that thresholds speak of.
func (e *Embedder) Calibrate(cosine float64) float64 { return e.scale.At(cosine) }

// Embed returns one unit vector per text, in order; the same text is sent once.
// While the endpoint is left
// alone it returns ErrOpen at once, so that recall can go on without.
func (e *Embedder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	var missing []string
	places := map[string][]int{}
	for i, text := range texts {
		if blank(text) {
			out[i] = make([]float32, e.dims)
			continue
		}
		if places[text] == nil {
			missing = append(missing, text)
		}
		places[text] = append(places[text], i)
	}
	for len(missing) > 0 {
		n := min(len(missing), e.opts.Batch)
		vectors, err := e.embed(ctx, missing[:n])
		if err != nil {
			return nil, fmt.Errorf("embed texts: %w", err)
		}
		for i, v := range vectors {
			for _, at := range places[missing[i]] {
				out[at] = v
			}
		}
		missing = missing[n:]
	}
	return out, nil
}

func blank(text string) bool {
	for _, r := range text {
		if r > ' ' {
			return false
		}
	}
	return true
}

// embed makes one call, with its tries.
func (e *Embedder) embed(ctx context.Context, texts []string) ([][]float32, error) {
	select {
	case e.slots <- struct{}{}:
		defer func() { <-e.slots }()
	case <-ctx.Done():
		return nil, ctx.Err()
	}
	var last *CallError
	for try := range e.opts.Tries {
		if try > 0 {
			if err := pause(ctx, e.opts.Backoff<<(try-1)); err != nil {
				return nil, err
			}
		}
		vectors, err := e.once(ctx, texts)
		if err == nil {
			return vectors, nil
		}
		if !errors.As(err, &last) || !last.again() {
			return nil, err
		}
	}
	return nil, last
}

func (e *Embedder) once(ctx context.Context, texts []string) ([][]float32, error) {
	if !e.breaker.allow() {
		return nil, &CallError{Code: "open", err: ErrOpen}
	}
	input := make([]string, len(texts))
	for i, text := range texts {
		if len(text) > e.opts.MaxText {
			text = text[:e.opts.MaxText]
		}
		input[i] = valid(text)
	}
	bounded, cancel := context.WithTimeout(ctx, e.opts.Timeout)
	defer cancel()
	e.Calls.Add(1)
	response, err := e.api.CreateEmbeddings(bounded, openai.EmbeddingRequest{
		Input: input, Model: openai.EmbeddingModel(e.opts.Model), EncodingFormat: openai.EmbeddingEncodingFormatFloat,
		Dimensions: e.asked(),
	})
	if err != nil {
		fault := failed(ctx, err)
		switch fault.Code {
		case "stopped":
			e.breaker.leave()
		case "client":
			e.breaker.done()
		default:
			e.breaker.fail()
		}
		return nil, fault
	}
	e.Tokens.Add(int64(response.Usage.PromptTokens))
	vectors, err := e.check(response.Data, len(texts))
	if err != nil {
		e.breaker.fail()
		return nil, err
	}
	e.breaker.done()
	return vectors, nil
}

// asked is the length to ask for: only some models know of another than their
// own, and for those it must be said.
func (e *Embedder) asked() int {
	if len(e.opts.Model) >= 16 && e.opts.Model[:16] == "text-embedding-3" {
		return e.opts.Dims
	}
	return 0
}

// check puts vectors in order and to unit length, and refuses what does not fit.
func (e *Embedder) check(data []openai.Embedding, want int) ([][]float32, error) {
	if len(data) != want {
		return nil, &CallError{Code: "answer", err: ErrAnswer}
	}
	out := make([][]float32, want)
	dims := e.dims
	for _, d := range data {
		if d.Index < 0 || d.Index >= want || out[d.Index] != nil {
			return nil, &CallError{Code: "answer", err: ErrAnswer}
		}
		if dims == 0 {
			dims = len(d.Embedding)
		}
		if len(d.Embedding) != dims || dims == 0 {
			return nil, &CallError{Code: "dims", err: ErrDims}
		}
		if !unit(d.Embedding) {
			return nil, &CallError{Code: "answer", err: ErrAnswer}
		}
		out[d.Index] = d.Embedding
	}
	return out, nil
}

// unit gives a vector length 1; it reports false for what is no number.
func unit(v []float32) bool {
	sum := 0.0
	for _, x := range v {
		sum += float64(x) * float64(x)
	}
	if math.IsNaN(sum) || math.IsInf(sum, 0) {
		return false
	}
	if sum == 0 {
		return true
	}
	by := float32(1 / math.Sqrt(sum))
	for i := range v {
		v[i] *= by
	}
	return true
}

func valid(s string) string {
	for i, r := range s {
		if r == 0xFFFD || r == 0 {
			out := make([]rune, 0, len(s))
			out = append(out, []rune(s[:i])...)
			for _, r := range s[i:] {
				if r != 0xFFFD && r != 0 {
					out = append(out, r)
				}
			}
			return string(out)
		}
	}
	return s
}
