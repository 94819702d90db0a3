package encoder

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"os"
	"sync"

	"mneme/memory"
)

const (
	magic  = "mneme-encoder\x01"
	dims   = 512 // of a piece and of a text
	hidden = 256 // of a convolution
	chunks = 17  // blocks the table of pieces was quantised in

	// maxPieces bounds the work for one text: some 1,500 English or 700 Chinese
	// characters; what follows them does not count.
	maxPieces = 512
)

// orders are the widths of the convolutions, lefts how many of a window's pieces
// stand before its own.
var (
	orders = [3]int{2, 3, 5}
	lefts  = [3]int{0, 1, 2}
)

// ErrDamaged is returned when the file is not what build/build.py writes.
var ErrDamaged = errors.New("encoder weights are damaged")

// Encoder is an opened model. It is immutable and safe for concurrent use.
type Encoder struct {
	id     string
	curve  memory.Scale
	pieces pieces

	scale, low [chunks]float32 // what a six-bit value of a block means
	block      []byte          // the block of each piece's row
	rows       []byte          // dims values of six bits a piece, four to three bytes

	project         matrix
	projectBias     []float32
	projectNorm     norm
	first, second   [3]matrix
	firstB, secondB [3][]float32
	featureNorm     norm
	gather          matrix
	gatherBias      []float32
	d0, d1, p1      matrix
	d2, d3, p3      matrix
	scratch         sync.Pool // *scratch
}

// Open reads the weights from a file. It takes some 50 ms and 45 MB, and fails with
// ErrDamaged when the file is not whole.
func Open(file string) (*Encoder, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("open encoder: %w", err)
	}
	e, err := read(data)
	if err != nil {
		return nil, fmt.Errorf("open encoder %s: %w", file, err)
	}
	return e, nil
}

// read takes the layout that build/build.py writes, integers little endian:
//
//	magic | size of the rest u64 | CRC-32 of the rest u32
//	len(id) u8, id | points u8, (cos f32, sim f32)...
//	normaliser: length u32, trie and replacements as sentencepiece has them
//	pieces u32 | score of the unknown f32 | from the fourth on: front-coded names, scores f32...
//	scale f32 x17, low f32 x17 | a block u8 a piece | 384 bytes a piece
//	matrices (in u32, out u32, a scale f32 an output, out x in signed bytes) and vectors (u32, f32...)
func read(data []byte) (*Encoder, error) {
	if len(data) < len(magic)+12 || string(data[:len(magic)]) != magic {
		return nil, fmt.Errorf("%w: it does not begin like one", ErrDamaged)
	}
	r := reader{data: data[len(magic):]}
	size, sum := r.u64(), r.u32()
	if size != uint64(len(r.data)) {
		return nil, fmt.Errorf("%w: %d bytes where %d were written", ErrDamaged, len(r.data), size)
	}
	if crc32.ChecksumIEEE(r.data) != sum {
		return nil, fmt.Errorf("%w: checksum", ErrDamaged)
	}
	e := &Encoder{}
	e.id = string(r.take(int(r.u8())))
	for range int(r.u8()) {
		e.curve = append(e.curve, memory.ScalePoint{Cosine: float64(r.f32()), Similarity: float64(r.f32())})
	}
	chars := r.take(int(r.u32()))
	n := int(r.u32())
	if err := e.pieces.read(&r, n, chars); err != nil {
		return nil, err
	}
	r.floats(e.scale[:])
	r.floats(e.low[:])
	e.block = r.take(n)
	e.rows = r.take(n * dims * 6 / 8)
	features := dims + len(orders)*hidden
	e.project, e.projectBias = r.matrix(dims, 3*hidden), r.vector(3*hidden)
	e.projectNorm = norm{r.vector(3 * hidden), r.vector(3 * hidden)}
	for i, n := range orders {
		e.first[i], e.firstB[i] = r.matrix(n*hidden, hidden), r.vector(hidden)
		e.second[i], e.secondB[i] = r.matrix(n*hidden, hidden), r.vector(hidden)
	}
	e.featureNorm = norm{r.vector(features), r.vector(features)}
	e.gather, e.gatherBias = r.matrix(features, dims), r.vector(dims)
	e.d0, e.d1, e.p1 = r.matrix(dims, dense), r.matrix(dense, dense), r.matrix(dims, dense)
	e.d2, e.d3, e.p3 = r.matrix(dense, dims), r.matrix(dims, dims), r.matrix(dense, dims)
	if r.failed || len(r.data) != 0 || len(e.curve) < 2 {
		return nil, fmt.Errorf("%w: its parts have not the sizes of this model", ErrDamaged)
	}
	for _, b := range e.block {
		if b >= chunks {
			return nil, fmt.Errorf("%w: block %d", ErrDamaged, b)
		}
	}
	e.scratch.New = func() any { return new(scratch) }
	return e, nil
}

// ID names the model and its quantising; vectors of different ids must not meet.
func (e *Encoder) ID() string { return e.id }

// Dims is the length of every vector.
func (e *Encoder) Dims() int { return dims }

// Embed returns one vector of length one for each text; an empty text has zeros. The
// error is that of ctx, which is looked at between texts.
func (e *Encoder) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	s := e.scratch.Get().(*scratch)
	defer e.scratch.Put(s)
	out := make([][]float32, len(texts))
	for i, text := range texts {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("embed texts: %w", err)
		}
		out[i] = make([]float32, dims)
		s.ids = e.pieces.cut(s.ids[:0], text)
		if len(s.ids) > 0 {
			e.forward(out[i], s)
		}
	}
	return out, nil
}

// Calibrate maps the cosine of two vectors of this model to the similarity, in 0..1, that the
// product's thresholds speak of: 0.85 and above is similar, 0.9 and above says the same. It
// never falls as cos rises. NaN is 0.
func (e *Encoder) Calibrate(cos float64) float64 { return e.curve.At(cos) }

// reader takes values off the front of data; past its end it fails for good.
type reader struct {
	data   []byte
	failed bool
}

func (r *reader) take(n int) []byte {
	if n < 0 || n > len(r.data) {
		r.failed, r.data = true, nil
		return nil
	}
	s := r.data[:n:n]
	r.data = r.data[n:]
	return s
}

func (r *reader) u8() byte {
	if s := r.take(1); s != nil {
		return s[0]
	}
	return 0
}

func (r *reader) u32() uint32 {
	if s := r.take(4); s != nil {
		return binary.LittleEndian.Uint32(s)
	}
	return 0
}

func (r *reader) u64() uint64 {
	if s := r.take(8); s != nil {
		return binary.LittleEndian.Uint64(s)
	}
	return 0
}

func (r *reader) f32() float32 { return math.Float32frombits(r.u32()) }

func (r *reader) floats(dst []float32) {
	for i := range dst {
		dst[i] = r.f32()
	}
}

// vector reads n floats, and fails if the file has another number of them.
func (r *reader) vector(n int) []float32 {
	if got := r.u32(); got != uint32(n) {
		r.failed = true
		return nil
	}
	out := make([]float32, n)
	r.floats(out)
	return out
}

// matrix reads a matrix of this shape, and fails if the file has another.
func (r *reader) matrix(in, out int) matrix {
	if a, b := r.u32(), r.u32(); a != uint32(in) || b != uint32(out) {
		r.failed = true
		return matrix{}
	}
	m := matrix{in: in, out: out, scale: make([]float32, out), weights: make([]int8, in*out)}
	r.floats(m.scale)
	for i, b := range r.take(in * out) {
		m.weights[i] = int8(b)
	}
	return m
}
