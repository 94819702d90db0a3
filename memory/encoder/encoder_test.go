package encoder

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// small is a model of the right shapes whose weights are drawn at random, its vocabulary a few
// pieces, its normaliser the rule that a full-width A is an A.
type small struct {
	names  []string
	scores []float32
	values map[string][]float32 // vectors, and matrices by rows of outputs, as they were before quantising
	file   []byte
}

func newSmall(seed uint64) *small {
	rng := rand.New(rand.NewPCG(seed, 1))
	s := &small{values: map[string][]float32{}}
	s.names = []string{"a", "b", "ab", "c", "abc", "\u2581", "\u2581a", "\u2581ab", "国", "中", "中国", "A"}
	slices.Sort(s.names)
	for _, n := range s.names {
		s.scores = append(s.scores, -float32(3+4*rng.Float64())/float32(1+len([]rune(n))/2))
	}
	var b bytes.Buffer
	put := func(v any) { binary.Write(&b, binary.LittleEndian, v) }
	put(byte(4))
	b.WriteString("test")
	put(byte(2))
	put([]float32{-1, 0, 1, 1})
	trie, replacements := fullWidthA()
	put(uint32(4 + 4*len(trie) + len(replacements)))
	put(uint32(4 * len(trie)))
	put(trie)
	b.Write(replacements)
	n := special + len(s.names)
	put(uint32(n))
	put(float32(-20))
	last := ""
	for _, name := range s.names {
		shared := 0
		for shared < min(len(last), len(name)) && last[shared] == name[shared] {
			shared++
		}
		put([]byte{byte(shared), byte(len(name) - shared)})
		b.WriteString(name[shared:])
		last = name
	}
	put(s.scores)
	scale, low := make([]float32, chunks), make([]float32, chunks)
	for i := range scale {
		scale[i], low[i] = 0.02+0.01*rng.Float32(), -1
	}
	put(scale)
	put(low)
	table := make([]float32, n*dims)
	blocks, packed := make([]byte, n), make([]byte, 0, n*dims*6/8)
	for i := range n {
		blocks[i] = byte(rng.IntN(chunks))
		for j := 0; j < dims; j += 4 {
			word := uint32(0)
			for k := range 4 {
				v := uint32(rng.IntN(64))
				word |= v << (6 * k)
				table[i*dims+j+k] = float32(float32(v)*scale[blocks[i]]) + low[blocks[i]]
			}
			packed = append(packed, byte(word), byte(word>>8), byte(word>>16))
		}
	}
	s.values["table"] = table
	b.Write(blocks)
	b.Write(packed)
	vector := func(name string, n int, mean float32) {
		v := make([]float32, n)
		for i := range v {
			v[i] = mean + 0.2*float32(rng.NormFloat64())
		}
		put(uint32(n))
		put(v)
		s.values[name] = v
	}
	matrix := func(name string, in, out int) {
		put([]uint32{uint32(in), uint32(out)})
		scales, weights, exact := make([]float32, out), make([]int8, in*out), make([]float32, in*out)
		for o := range out {
			scales[o] = float32(1+rng.Float64()) / (127 * float32(math.Sqrt(float64(in))))
			for i := range in {
				weights[o*in+i] = int8(rng.IntN(255) - 127)
				exact[o*in+i] = scales[o] * float32(weights[o*in+i])
			}
		}
		put(scales)
		put(weights)
		s.values[name] = exact
	}
	matrix("project", dims, 3*hidden)
	vector("project bias", 3*hidden, 0)
	vector("project gain", 3*hidden, 1)
	vector("project shift", 3*hidden, 0)
	for i, order := range orders {
		for _, which := range []string{"first", "second"} {
			matrix(which+string(rune('0'+i)), order*hidden, hidden)
			vector(which+" bias"+string(rune('0'+i)), hidden, 0)
		}
	}
	vector("gain", dims+3*hidden, 1)
	vector("shift", dims+3*hidden, 0)
	matrix("gather", dims+3*hidden, dims)
	vector("gather bias", dims, 0)
	for _, m := range []struct {
		name    string
		in, out int
	}{{"d0", dims, dense}, {"d1", dense, dense}, {"p1", dims, dense}, {"d2", dense, dims}, {"d3", dims, dims}, {"p3", dense, dims}} {
		matrix(m.name, m.in, m.out)
	}
	s.file = sealed(b.Bytes())
	return s
}

// sealed puts the head of a file before its body.
func sealed(body []byte) []byte {
	head := binary.LittleEndian.AppendUint64([]byte(magic), uint64(len(body)))
	head = binary.LittleEndian.AppendUint32(head, crc32.ChecksumIEEE(body))
	return append(head, body...)
}

// fullWidthA is a trie of one key, the three bytes of a full-width A. The children of a node stand
// at its base exclusive-or their byte; here the bases are 256, 512 and so on.
func fullWidthA() (trie []uint32, replacements []byte) {
	trie = make([]uint32, 2048)
	base := func(i int) uint32 { return uint32(256 * (i + 1)) }
	trie[0] = base(0) << 10
	for i, c := range []byte("Ａ") {
		at := base(i) ^ uint32(c)
		trie[at] = uint32(c) | (at^base(i+1))<<10
		if i == 2 {
			trie[at] |= 0x100 // a key ends here, its value at the next base: 0, the first replacement
		}
	}
	return trie, []byte("A\x00")
}

func (s *small) open(t testing.TB) *Encoder {
	t.Helper()
	e, err := read(s.file)
	if err != nil {
		t.Fatal(err)
	}
	return e
}

// times is w · x in double precision.
func (s *small) times(name string, x []float64) []float64 {
	w := s.values[name]
	out := make([]float64, len(w)/len(x))
	for o := range out {
		for i, v := range x {
			out[o] += v * float64(w[o*len(x)+i])
		}
	}
	return out
}

func (s *small) plus(x []float64, name string) []float64 {
	for i, v := range s.values[name] {
		x[i] += float64(v)
	}
	return x
}

func (s *small) normed(x []float64, gain, shift string) []float64 {
	mean, square := 0.0, 0.0
	for _, v := range x {
		mean += v / float64(len(x))
	}
	for _, v := range x {
		square += (v - mean) * (v - mean) / float64(len(x))
	}
	out := make([]float64, len(x))
	for i, v := range x {
		out[i] = (v-mean)/math.Sqrt(square+epsilon)*float64(s.values[gain][i]) + float64(s.values[shift][i])
	}
	return out
}

// forward is the model as its authors describe it, without a thought of speed.
func (s *small) forward(ids []int32) []float64 {
	n := len(ids)
	features := make([][]float64, n)
	started := make([][]float64, n)
	for t, id := range ids {
		for _, v := range s.values["table"][int(id)*dims:][:dims] {
			features[t] = append(features[t], float64(v))
		}
		started[t] = s.normed(s.plus(s.times("project", features[t]), "project bias"), "project gain", "project shift")
	}
	for i, order := range orders {
		x := make([][]float64, n)
		for t := range x {
			x[t] = started[t][i*hidden : (i+1)*hidden]
		}
		for _, which := range []string{"first", "second"} {
			y := make([][]float64, n)
			for t := range y {
				var window []float64
				for k := range order {
					if at := t - lefts[i] + k; at >= 0 && at < n {
						window = append(window, x[at]...)
					} else {
						window = append(window, make([]float64, hidden)...)
					}
				}
				suffix := string(rune('0' + i))
				y[t] = s.plus(s.times(which+suffix, window), which+" bias"+suffix)
				for j := range y[t] {
					y[t][j] = max(y[t][j], 0) + x[t][j]
				}
			}
			x = y
		}
		for t := range x {
			features[t] = append(features[t], x[t]...)
		}
	}
	mean := make([]float64, dims)
	for t := range features {
		for i, v := range s.plus(s.times("gather", s.normed(features[t], "gain", "shift")), "gather bias") {
			mean[i] += v / math.Sqrt(float64(n))
		}
	}
	relu := func(x []float64) []float64 {
		for i := range x {
			x[i] = max(x[i], 0)
		}
		return x
	}
	sum := func(x, y []float64) []float64 {
		for i := range x {
			x[i] += y[i]
		}
		return x
	}
	y0 := relu(s.times("d0", mean))
	y1 := relu(sum(s.times("p1", mean), s.times("d1", y0)))
	y2 := relu(s.times("d2", y1))
	z := sum(s.times("p3", y1), s.times("d3", y2))
	square := 0.0
	for i, v := range z {
		z[i] = math.Tanh(v)
		square += z[i] * z[i]
	}
	for i := range z {
		z[i] /= math.Sqrt(square)
	}
	return z
}

func vector(t testing.TB, e *Encoder, text string) []float32 {
	t.Helper()
	out, err := e.Embed(context.Background(), []string{text})
	if err != nil {
		t.Fatal(err)
	}
	return out[0]
}

func TestForwardPassIsTheModel(t *testing.T) {
	for seed := range uint64(2) {
		s := newSmall(seed)
		e := s.open(t)
		for _, text := range []string{"a", "ab abc c", "中国 abab c b a 国中", strings.Repeat("abc c ", 5)} {
			want := s.forward(e.pieces.cut(nil, text))
			cos := 0.0
			for i, v := range vector(t, e, text) {
				cos += float64(v) * want[i]
			}
			if cos < 0.9999 {
				t.Errorf("seed %d: the vector of %q has a cosine of %v to the model's", seed, text, cos)
			}
		}
	}
}

// The best cut is the one whose scores add up to most: tried against every cut there is.
func TestCutIsTheBestOne(t *testing.T) {
	s := newSmall(7)
	e := s.open(t)
	score := func(name string) (float64, bool) {
		if i := slices.Index(s.names, name); i >= 0 {
			return float64(s.scores[i]), true
		}
		return 0, false
	}
	var best func(text string) float64
	best = func(text string) float64 {
		if text == "" {
			return 0
		}
		most := math.Inf(-1)
		runes := []rune(text)
		for n := 1; n <= len(runes); n++ {
			if v, ok := score(string(runes[:n])); ok {
				most = max(most, v+best(string(runes[n:])))
			} else if n == 1 {
				most = max(most, -20+best(string(runes[1:])))
			}
		}
		return most
	}
	rng := rand.New(rand.NewPCG(3, 3))
	for range 300 {
		var text strings.Builder
		for range 1 + rng.IntN(9) {
			text.WriteString([]string{"a", "b", "c", "中", "国", " ", "z", "Ａ"}[rng.IntN(8)])
		}
		ids := e.pieces.cut(nil, text.String())
		norm := string(e.pieces.normal.apply(nil, text.String()))
		got, back := 0.0, ""
		for _, id := range ids[min(1, len(ids)):max(0, len(ids)-1)] {
			if id == unknown {
				got -= 20
				back += "z"
				continue
			}
			got += float64(e.pieces.scores[id])
			back += string(e.pieces.name(int(id)))
		}
		if norm == blank || norm == "" {
			continue
		}
		if back != norm || math.Abs(got-best(norm)) > 1e-4 {
			t.Fatalf("%q is cut to %q at %v, the best cut of %q has %v", text.String(), back, got, norm, best(norm))
		}
	}
}

func TestNormalFormOfText(t *testing.T) {
	z := newSmall(1).open(t).pieces.normal
	for in, want := range map[string]string{
		"":             "",
		"  ":           "",
		"a":            "▁a",
		"  a   b ":     "▁a▁b",
		"xＡy":          "▁xAy",
		"\xff\xefa":    "▁\xff\xefa",
		"中 国":          "▁中▁国",
		"Ａ\xef\xbc":    "▁A\xef\xbc",
		"\xef\xbc\xa2": "▁\xef\xbc\xa2",
	} {
		if got := string(z.apply(nil, in)); got != want {
			t.Errorf("%q becomes %q, want %q", in, got, want)
		}
	}
}

func TestVectorsDoNotDependOnCompany(t *testing.T) {
	e := newSmall(5).open(t)
	texts := []string{"abc", strings.Repeat("中国 ab ", 40), "c", "", "abc abc"}
	together, err := e.Embed(context.Background(), texts)
	if err != nil {
		t.Fatal(err)
	}
	for i := len(texts) - 1; i >= 0; i-- {
		if alone := vector(t, e, texts[i]); !slices.Equal(alone, together[i]) {
			t.Errorf("%q has another vector alone", texts[i])
		}
	}
	if slices.Max(together[3]) != 0 || slices.Min(together[3]) != 0 {
		t.Error("an empty text has a direction")
	}
}

func TestLongTextIsBounded(t *testing.T) {
	e := newSmall(5).open(t)
	if n := len(e.pieces.cut(nil, strings.Repeat("c ", 1<<20))); n != maxPieces {
		t.Errorf("a long text is cut into %d pieces", n)
	}
}

// The kernels of this machine agree with plain Go to the last bit.
func TestProductsAgreeWithPlainGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, shape := range [][4]int{{512, 768, 3, 512}, {1280, 256, 5, 256}, {768, 256, 1, 256}, {320, 512, 2, 320}, {16, 4, 1, 16}, {24, 3, 3, 8}, {1280, 4, 2, 1280}} {
		in, out, n, step := shape[0], shape[1], shape[2], shape[3]
		w, x := make([]int8, in*out), make([]int16, (n-1)*step+in)
		for _, extreme := range []bool{false, true} {
			for i := range w {
				if w[i] = int8(rng.IntN(255) - 127); extreme {
					w[i] = -127
				}
			}
			for i := range x {
				if x[i] = int16(rng.IntN(2*top+1) - top); extreme {
					x[i] = -top
				}
			}
			got, want := make([]int32, n*out), make([]int32, n*out)
			products(got, w, in, out, x, step, n)
			productsScalar(want, w, in, out, x, step, n)
			if !slices.Equal(got, want) {
				t.Errorf("%v, extreme %v: products differ", shape, extreme)
			}
		}
	}
}

func TestDamagedWeightsAreRefused(t *testing.T) {
	good := newSmall(2).file
	body := good[len(magic)+12:]
	cases := map[string][]byte{
		"nothing":       nil,
		"another file":  []byte("PK\x03\x04 something else, long enough for a head"),
		"cut short":     good[:len(good)-1],
		"a flipped bit": func() []byte { b := slices.Clone(good); b[len(b)/2] ^= 4; return b }(),
		"a byte more":   append(slices.Clone(good), 0),
		"no body":       sealed(nil),
	}
	for _, n := range []int{3, 20, 3000, len(body) / 2, len(body) - 4} {
		cases["whole but short "+string(rune('0'+n%10))] = sealed(body[:n])
	}
	for name, data := range cases {
		if _, err := read(data); !errors.Is(err, ErrDamaged) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := Open(filepath.Join(t.TempDir(), "none")); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
}

func TestCalibrationNeverFalls(t *testing.T) {
	e := newSmall(1).open(t)
	last := 0.0
	for cos := -1.2; cos <= 1.2; cos += 0.01 {
		if s := e.Calibrate(cos); s < last || s > 1 {
			t.Fatalf("%v after %v at %v", s, last, cos)
		} else {
			last = s
		}
	}
	if e.Calibrate(math.NaN()) != 0 {
		t.Error("what is not a number is similar to something")
	}
}

func TestEmbedEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := newSmall(1).open(t).Embed(ctx, []string{"a"}); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}
