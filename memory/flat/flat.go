package flat

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"mneme/memory"
)

// ErrDims is returned when an embedder gives vectors of another size than it says: spaces are
// never mixed.
var ErrDims = errors.New("flat: embedder gave vectors of another size than it says")

// Source is what the index follows: truth.
type Source interface {
	// Revision returns the owner's revision; it is asked on every probe and must be cheap.
	Revision(ctx context.Context, owner memory.Owner) (int64, error)
	// Since returns what changed after a revision.
	Since(ctx context.Context, owner memory.Owner, revision int64) (memory.Delta, error)
}

// Kernel computes out[r] = query · row r for each r, where rows holds len(out) rows of
// len(query) elements, one after another.
type Kernel func(query, rows []int8, out []int32)

// Options are the settings of an index.
type Options struct {
	MaxBytes int64         // held in memory over all partitions, estimated; at least one partition stays [256 MiB]
	Store    time.Duration // how often changed partitions are stored [1 m]
}

// DefaultOptions returns the defaults.
func DefaultOptions() Options { return Options{MaxBytes: 256 << 20, Store: time.Minute} }

// Validate reports every fault at once.
func (o Options) Validate() error {
	var faults []error
	if o.MaxBytes <= 0 {
		faults = append(faults, errors.New("flat: MaxBytes must be positive"))
	}
	if o.Store <= 0 {
		faults = append(faults, errors.New("flat: Store must be positive"))
	}
	return errors.Join(faults...)
}

// Index is the index of every owner, each in a partition of his own.
type Index struct {
	options Options
	source  Source
	blobs   memory.Partitions // nil: partitions are not stored
	kernel  Kernel
	slots   [2]slot // the embedder in use, and the one that is being changed to

	mu    sync.Mutex
	parts map[memory.Owner]*partition
	tick  atomic.Int64
	bytes atomic.Int64

	lines   *lines
	scratch sync.Pool
}

// slot is an embedder with its calibration as a table.
type slot struct {
	embedder memory.Embedder // nil: unused
	direct   directEmbedder
	adds     adder
	table    *similarity // calibrated
}

// directEmbedder is an embedder in process that can embed without an allocation.
type directEmbedder interface {
	EmbedTo(dst []float32, text string)
}

// New returns an index over source with the embedder in use. A nil kernel means the plain one;
// nil blobs means that partitions are built anew each time they are loaded; a nil embedder that
// there is no vector route.
func New(options Options, source Source, blobs memory.Partitions, embedder memory.Embedder, kernel Kernel) (*Index, error) {
	if err := options.Validate(); err != nil {
		return nil, err
	}
	if source == nil {
		return nil, errors.New("flat: an index needs a source of truth")
	}
	if kernel == nil {
		kernel = dots
	}
	x := &Index{options: options, source: source, blobs: blobs, kernel: kernel, lines: newLines(), parts: map[memory.Owner]*partition{}}
	x.scratch.New = func() any { return new(scratch) }
	if embedder != nil {
		s, err := newSlot(embedder)
		if err != nil {
			return nil, err
		}
		x.slots[0] = s
	}
	return x, nil
}

// Change makes the index build vectors of another embedder beside those in use. A partition
// answers by the new ones as soon as it has them all; see Reembed. It must be called before the
// first probe.
func (x *Index) Change(to memory.Embedder) error {
	s, err := newSlot(to)
	if err != nil {
		return err
	}
	if x.slots[0].embedder != nil && x.slots[0].embedder.ID() == to.ID() {
		return fmt.Errorf("flat: change to embedder %q: it is in use already", to.ID())
	}
	x.slots[1] = s
	return nil
}

func newSlot(e memory.Embedder) (slot, error) {
	if e.Dims() <= 0 || e.ID() == "" {
		return slot{}, fmt.Errorf("flat: embedder %q of %d dimensions is unusable", e.ID(), e.Dims())
	}
	s := slot{embedder: e, table: newSimilarity(e.Calibrate)}
	s.direct, _ = e.(directEmbedder)
	s.adds, _ = e.(adder)
	return s, nil
}

// embed returns the vectors of records as a matrix.
func (s *slot) embed(ctx context.Context, records []*memory.Record) (matrix, error) {
	if s.embedder == nil {
		return matrix{}, nil
	}
	dims := s.embedder.Dims()
	m := matrix{id: s.embedder.ID(), dims: dims, rows: make([]int8, len(records)*dims), scales: make([]float32, len(records))}
	if s.direct != nil {
		vector := make([]float32, dims)
		for i, r := range records {
			clear(vector)
			s.direct.EmbedTo(vector, r.Text)
			m.scales[i] = quantise(m.rows[i*dims:(i+1)*dims], vector)
		}
		return m, nil
	}
	const batch = 64
	texts := make([]string, 0, batch)
	for from := 0; from < len(records); from += batch {
		to := min(from+batch, len(records))
		texts = texts[:0]
		for _, r := range records[from:to] {
			texts = append(texts, r.Text)
		}
		vectors, err := s.embedder.Embed(ctx, texts)
		if err != nil {
			return matrix{}, fmt.Errorf("embed records: %w", err)
		}
		if len(vectors) != len(texts) {
			return matrix{}, fmt.Errorf("%w: %d vectors for %d texts", ErrDims, len(vectors), len(texts))
		}
		for i, v := range vectors {
			if len(v) != dims {
				return matrix{}, fmt.Errorf("%w: %d instead of %d", ErrDims, len(v), dims)
			}
			m.scales[from+i] = quantise(m.rows[(from+i)*dims:(from+i+1)*dims], v)
		}
	}
	return m, nil
}

// Probe implements memory.Index.
func (x *Index) Probe(ctx context.Context, p *memory.Probe, found *memory.Found) error {
	s, err := x.current(ctx, p.Owner, p.Revision)
	if err != nil {
		return err
	}
	if s.live == 0 {
		return nil
	}
	w := x.scratch.Get().(*scratch)
	defer x.scratch.Put(w)
	which := s.ready()
	x.said(w, p, which)
	var vector []float32
	if which >= 0 && !p.Degraded {
		// A question whose words the embedder cannot take, or an embedder that is down, leaves
		// keywords and the graph: less is found, nothing breaks.
		vector, err = x.slots[which].question(ctx, w, p)
		if err != nil {
			vector = nil
		}
	}
	var table *similarity
	if which >= 0 {
		table = x.slots[which].table
	}
	s.search(p, which, vector, table, x.kernel, w, found)
	return nil
}

// said reads the context of a question.
func (x *Index) said(w *scratch, p *memory.Probe, which int) {
	var adds adder
	dims := 0
	if which >= 0 && !p.Degraded && p.Mix.Context > 0 && x.slots[which].direct != nil {
		if adds = x.slots[which].adds; adds != nil {
			dims = x.slots[which].embedder.Dims()
		}
	}
	x.lines.read(w, p.Context, which, adds, dims, !p.NoStore)
}

// Merges returns the merges of entities of an owner, those that were undone included. The
// records are shared and must not be changed.
// A nil revision is asked of truth.
func (x *Index) Merges(ctx context.Context, owner memory.Owner, revision *int64) ([]*memory.Record, error) {
	s, err := x.current(ctx, owner, revision)
	if err != nil {
		return nil, err
	}
	return s.merges, nil
}

// question embeds the question, with a share of its context.
func (s *slot) question(ctx context.Context, w *scratch, p *memory.Probe) ([]float32, error) {
	dims := s.embedder.Dims()
	if s.direct != nil {
		w.mixed = resize(w.mixed, 2*dims)
		q, c := w.mixed[:dims], w.mixed[dims:]
		s.direct.EmbedTo(q, p.Text)
		if len(p.Context) > 0 && p.Mix.Context > 0 {
			if s.adds != nil {
				s.adds.Unit(c, w.sum)
			} else {
				s.direct.EmbedTo(c, strings.Join(p.Context, "\n"))
			}
			blend(q, c, p.Mix.Context)
		}
		return q, nil
	}
	texts := []string{p.Text}
	if len(p.Context) > 0 && p.Mix.Context > 0 {
		texts = append(texts, strings.Join(p.Context, "\n"))
	}
	ctx, cancel := hurried(ctx)
	defer cancel()
	vectors, err := s.embedder.Embed(ctx, texts)
	if err != nil {
		return nil, fmt.Errorf("embed question: %w", err)
	}
	for _, v := range vectors {
		if len(v) != dims {
			return nil, fmt.Errorf("%w: %d instead of %d", ErrDims, len(v), dims)
		}
	}
	w.mixed = append(w.mixed[:0], vectors[0]...)
	if len(vectors) > 1 {
		blend(w.mixed, vectors[1], p.Mix.Context)
	}
	return w.mixed, nil
}
