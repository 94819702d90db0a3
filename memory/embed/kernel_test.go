package embed

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

func randomBytes(r *rand.Rand, n int) []int8 {
	v := make([]int8, n)
	for i := range v {
		v[i] = int8(r.IntN(256) - 128)
	}
	return v
}

func TestDotEqualsThePlainSum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 300 {
		a, b := randomBytes(r, n), randomBytes(r, n+3)
		var want int32
		for i := range a {
			want += int32(a[i]) * int32(b[i])
		}
		if got := Dot(a, b); got != want {
			t.Fatalf("Dot of %d elements = %d, want %d", n, got, want)
		}
		if got := dotScalar(a, b[:n]); got != want {
			t.Fatalf("dotScalar of %d elements = %d, want %d", n, got, want)
		}
	}
	a := make([]int8, 4096)
	for i := range a {
		a[i] = -128
	}
	if got := Dot(a, a); got != 4096*128*128 {
		t.Errorf("Dot at the far end of the range = %d", got)
	}
}

func TestDotsEqualTheirProductsOneByOne(t *testing.T) {
	r := rand.New(rand.NewPCG(9, 10))
	bytes := func(n int) []int8 {
		v := make([]int8, n)
		for i := range v {
			v[i] = int8(r.IntN(255) - 127)
			if r.IntN(4) == 0 {
				v[i] = []int8{-127, 0, 127}[r.IntN(3)]
			}
		}
		return v
	}
	for _, n := range []int{1, 31, 64, 96, 256, 320, 1024, 1088} {
		for rows := range 9 {
			q, m, got := bytes(n), bytes(n*rows), make([]int32, rows)
			if rows%3 == 1 { // all products of the largest size
				for i := range q {
					q[i] = int8(127 - 254*r.IntN(2))
				}
				for i := range m {
					m[i] = 127
				}
			}
			Dots(q, m, got)
			for i := range got {
				if want := dotScalar(q, m[i*n:(i+1)*n]); got[i] != want {
					t.Fatalf("row %d of %d, %d elements: %d, want %d", i, rows, n, got[i], want)
				}
			}
		}
	}
}

func TestDotPanicsOnAShorterVector(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	Dot(make([]int8, 64), make([]int8, 63))
}

func TestAddRowEqualsThePlainSum(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 50 {
		var b strings.Builder
		for range dims {
			b.WriteByte(byte(r.IntN(256)))
		}
		var got, want [dims]int32
		for i := range got {
			got[i] = r.Int32N(1<<20) - 1<<19
		}
		want = got
		w := r.Int32N(4096)
		addRow(&got, b.String(), w)
		addScalar(&want, b.String(), w)
		if got != want {
			t.Fatal("addRow differs from addScalar")
		}
	}
}

func TestQuantize(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	v := make([]float32, 256)
	q := make([]int8, 256)
	for range 100 {
		for i := range v {
			v[i] = float32(r.NormFloat64() / 16)
		}
		scale := Quantize(q, v)
		for i := range v {
			if d := math.Abs(float64(v[i] - scale*float32(q[i]))); d > float64(scale)*0.501 {
				t.Fatalf("element %d is off by %v at scale %v", i, d, scale)
			}
		}
	}
	if s := Quantize(q, make([]float32, 256)); s != 0 || q[0] != 0 {
		t.Errorf("zeros have scale %v", s)
	}
}

func BenchmarkDots(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	const n = 500
	rows, q, out := randomBytes(r, n*dims), randomBytes(r, dims), make([]int32, n)
	for b.Loop() {
		Dots(q, rows, out)
	}
}

func BenchmarkDot(b *testing.B) {
	r := rand.New(rand.NewPCG(7, 8))
	const n = 500
	rows := randomBytes(r, n*dims)
	q := randomBytes(r, dims)
	for name, f := range map[string]func(a, b []int8) int32{"Fast500": Dot, "Scalar500": dotScalar} {
		b.Run(name, func(b *testing.B) {
			var sink int32
			for b.Loop() {
				for i := range n {
					sink += f(q, rows[i*dims:(i+1)*dims])
				}
			}
			_ = sink
		})
	}
}
