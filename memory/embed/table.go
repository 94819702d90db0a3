package embed

import (
	"context"
	_ "embed"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"math"

	"mneme/memory"
)

// asset is the table as train/table.py wrote it. It stays in the read-only part of the
// binary: rows are used where they lie, and pages that no text touches are never loaded.
//
//go:embed table.bin
var asset string

const (
	dims  = 256
	magic = "mneme-table\x01"
)

// ErrDamaged is returned when the embedded table is not what was built.
var ErrDamaged = errors.New("embedding table is damaged")

// Table is an opened embedding table. It is immutable and safe for concurrent use.
type Table struct {
	id      string
	costs   string       // one byte a row: -8*log2 of the token's probability
	slots   []uint64     // open hash table over tokens: row+1 below the high bits of the token's hash, or 0
	weights string       // two bytes a row, little endian: what a row counts for
	rows    string       // dims signed bytes a row
	curve   memory.Scale // calibration, ascending
}

// Open loads the embedded table. It takes a few milliseconds and about a megabyte, and fails
// only with ErrDamaged.
func Open() (*Table, error) { return open(asset) }

// open reads the layout, integers little endian:
//
//	magic | size of head u32 | CRC-32 of head u32 | head | rows*dims bytes
//	head: len(id) u8, id | points u8, (cos f32, sim f32)... | rows u32 |
//	      tokens, front coded: (shared u8, more u8, bytes)... | costs | weights u16...
func open(data string) (*Table, error) {
	if len(data) < len(magic)+8 || data[:len(magic)] != magic {
		return nil, fmt.Errorf("open table: %w: no magic", ErrDamaged)
	}
	r := reader{data: data[len(magic):]}
	size, sum := r.u32(), r.u32()
	head := r.take(int(size))
	if r.failed || crc32.ChecksumIEEE([]byte(head)) != sum {
		return nil, fmt.Errorf("open table: %w: checksum of head", ErrDamaged)
	}
	t := &Table{rows: r.data}
	r = reader{data: head}
	t.id = r.take(int(r.u8()))
	for range int(r.u8()) {
		t.curve = append(t.curve, memory.ScalePoint{Cosine: float64(r.f32()), Similarity: float64(r.f32())})
	}
	n := int(r.u32())
	if r.failed || n == 0 || n >= 1<<rowBits-1 || len(t.curve) < 2 || len(t.rows) != n*dims {
		return nil, fmt.Errorf("open table: %w: %d rows in %d bytes", ErrDamaged, n, len(t.rows))
	}
	words, ends := r.tokens(n)
	if r.failed {
		return nil, fmt.Errorf("open table: %w: tokens", ErrDamaged)
	}
	t.costs = r.take(n)
	t.weights = r.take(2 * n)
	if r.failed || r.data != "" {
		return nil, fmt.Errorf("open table: %w: length of head", ErrDamaged)
	}
	t.index(words, ends)
	return t, nil
}

// tokens reads the tokens of n rows: all of them one after the other, and where each ends.
func (r *reader) tokens(n int) (words []byte, ends []uint32) {
	words, ends = make([]byte, 0, 10*n), make([]uint32, n)
	start := 0
	for i := range ends {
		shared, more := int(r.u8()), int(r.u8())
		rest := r.take(more)
		if r.failed || start+shared > len(words) {
			r.failed = true
			return nil, nil
		}
		next := len(words)
		words = append(append(words, words[start:start+shared]...), rest...)
		start = next
		ends[i] = uint32(len(words))
	}
	return words, ends
}

// rowBits of a slot hold the number of a row and one more. The others are those of the token's hash,
// and tell its token from any other that a text may hold: a token is not compared letter by letter,
// since to fetch it from memory, in two steps, would cost more than all the rest of a look-up.
const rowBits = 18

// index builds the hash table, at most half full.
func (t *Table) index(words []byte, ends []uint32) {
	size := 1
	for size < 2*len(ends) {
		size *= 2
	}
	t.slots = make([]uint64, size)
	from := uint32(0)
	for i, to := range ends {
		h := uint64(hashSeed)
		for _, c := range words[from:to] {
			h = hashByte(h, c)
		}
		at := spread(h) & uint64(size-1)
		for t.slots[at] != 0 {
			at = (at + 1) & uint64(size-1)
		}
		t.slots[at] = uint64(i+1) | h>>rowBits<<rowBits
		from = to
	}
}

// ID names the table. It changes with every asset; vectors of different ids must not meet.
func (t *Table) ID() string { return t.id }

// Dims is the length of every vector.
func (t *Table) Dims() int { return dims }

// Embed returns one vector of length one for each text, or a vector of zeros for a text in
// which the table knows nothing. The error is that of ctx.
func (t *Table) Embed(ctx context.Context, texts []string) ([][]float32, error) {
	out := make([][]float32, len(texts))
	flat := make([]float32, len(texts)*dims)
	for i, s := range texts {
		if err := ctx.Err(); err != nil {
			return nil, fmt.Errorf("embed texts: %w", err)
		}
		out[i] = flat[i*dims : (i+1)*dims : (i+1)*dims]
		t.EmbedTo(out[i], s)
	}
	return out, nil
}

// EmbedTo writes the vector of text into dst, whose length must be Dims. It does not allocate.
func (t *Table) EmbedTo(dst []float32, text string) {
	_ = dst[dims-1]
	var c cutter
	c.table = t
	c.cut(text)
	t.Unit(dst, c.sum[:])
}

// Add adds to sum what a text weighs in each dimension; sum's length must be Dims. The vector of a
// text is the unit of what all its lines add: no row reaches over the end of a line.
func (t *Table) Add(sum []int32, text string) {
	sum = sum[:dims]
	var c cutter
	c.table = t
	c.cut(text)
	for i, n := range c.sum {
		sum[i] += n
	}
}

// Unit writes the vector of a sum into dst, whose length must be Dims.
func (t *Table) Unit(dst []float32, sum []int32) {
	sum = sum[:dims]
	// Sums are exact; each product below is rounded by its conversion, so that no machine fuses
	// it with the addition after it.
	var square float64
	for _, v := range sum {
		f := float64(v)
		square += float64(f * f)
	}
	if square == 0 {
		clear(dst[:dims])
		return
	}
	scale := 1 / math.Sqrt(square)
	for i, v := range sum {
		dst[i] = float32(float64(v) * scale)
	}
}

// Calibrate maps the cosine of two vectors of this table to the similarity, in 0..1, that the
// product's thresholds speak of: 0.85 and above is similar, 0.9 and above says the same. It
// never falls as cos rises. NaN is 0.
func (t *Table) Calibrate(cos float64) float64 { return t.curve.At(cos) }

func (t *Table) weight(row uint32) int32 {
	return int32(t.weights[2*row]) | int32(t.weights[2*row+1])<<8
}

// reader takes little-endian values off the front of data; past its end it fails for good.
type reader struct {
	data   string
	failed bool
}

func (r *reader) take(n int) string {
	if n < 0 || n > len(r.data) {
		r.failed, r.data = true, ""
		return ""
	}
	s := r.data[:n]
	r.data = r.data[n:]
	return s
}

func (r *reader) u8() byte {
	if s := r.take(1); s != "" {
		return s[0]
	}
	return 0
}

func (r *reader) u32() uint32 {
	if s := r.take(4); s != "" {
		return binary.LittleEndian.Uint32([]byte(s))
	}
	return 0
}

func (r *reader) f32() float32 { return math.Float32frombits(r.u32()) }
