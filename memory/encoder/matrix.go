package encoder

import "math"

// matrix is a linear layer: signed bytes, a row an output, and what one of a row is worth.
type matrix struct {
	in, out int
	scale   []float32
	weights []int8
}

// top is what the largest value of a quantised input becomes. A sum of 1,280
// products of it with signed bytes stays well within 32 bits.
const top = 8191

// quantize writes rows of x, each width floats and step floats apart, one after another into dst
// as whole numbers in -top..top, and returns what one of them is worth. All rows share one scale.
func quantize(dst []int16, x []float32, step, width int) (scale float32) {
	most := uint32(0) // the bits of positive numbers are in their order
	for from := 0; from < len(dst)/width*step; from += step {
		for _, v := range x[from : from+width] {
			most = max(most, math.Float32bits(v)&^(1<<31))
		}
	}
	if most == 0 || most >= infinite {
		clear(dst)
		return 0
	}
	largest := math.Float32frombits(most)
	up := top / largest
	for at, from := 0, 0; at < len(dst); at, from = at+width, from+step {
		row := dst[at : at+width]
		for i, v := range x[from : from+width] {
			row[i] = int16(float32(float32(v*up)+whole) - whole)
		}
	}
	return largest / top
}

const (
	infinite = 0x7f800000      // the bits of infinity; those of what is not a number are more
	whole    = 1.5 * (1 << 23) // added and taken away, it rounds to the nearest whole number, half to even
)

// apply writes w · x for n inputs, one every step whole numbers of x and each m.in long, into rows
// of dst that are stride floats apart. sums has room for n*m.out.
func (m matrix) apply(dst []float32, stride int, x []int16, step, n int, scale float32, sums []int32) {
	products(sums[:n*m.out], m.weights, m.in, m.out, x, step, n)
	for t := range n {
		row := dst[t*stride:][:m.out]
		for o, v := range sums[t*m.out:][:m.out] {
			row[o] = float32(float32(v) * float32(scale*m.scale[o]))
		}
	}
}

// products writes the inner products of each of n inputs with each of out rows of w. Where the
// processor can it takes two inputs and four rows at a time, so that each row is widened once for
// both. All widths of this model are multiples of 16, all outputs of 4.
func products(sums []int32, w []int8, in, out int, x []int16, step, n int) {
	if !fast() || in%16 != 0 || out%4 != 0 {
		productsScalar(sums, w, in, out, x, step, n)
		return
	}
	var acc [8]int32
	for t := 0; t < n; t += 2 {
		second := min(t+1, n-1) // of an odd number the last is done twice
		x0, x1 := x[t*step:][:in], x[second*step:][:in]
		for o := 0; o < out; o += 4 {
			dots(&acc, &w[o*in], &x0[0], &x1[0], in)
			copy(sums[t*out+o:], acc[:4])
			copy(sums[second*out+o:], acc[4:])
		}
	}
}

// productsScalar is products in plain Go.
func productsScalar(sums []int32, w []int8, in, out int, x []int16, step, n int) {
	for o := range out {
		row := w[o*in : (o+1)*in]
		for t := range n {
			sums[t*out+o] = dotScalar(row, x[t*step:][:in])
		}
	}
}

// dotScalar has four sums abreast so that additions need not wait in line.
func dotScalar(w []int8, x []int16) int32 {
	var a, b, c, d int32
	x = x[:len(w)]
	for len(w) >= 4 && len(x) >= 4 {
		a += int32(w[0]) * int32(x[0])
		b += int32(w[1]) * int32(x[1])
		c += int32(w[2]) * int32(x[2])
		d += int32(w[3]) * int32(x[3])
		w, x = w[4:], x[4:]
	}
	return a + b + c + d
}
