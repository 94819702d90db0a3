package embed

import "math"

// Dot returns the inner product of two vectors of signed bytes of one length. The result is
// exact for up to 100,000 elements. It panics if b is shorter than a.
func Dot(a, b []int8) int32 {
	b = b[:len(a)]
	return dot(a, b)
}

// Dots sets out[r] to the inner product of query with row r, where rows holds len(out) rows of
// len(query) elements one after another. Elements are those of Quantize, -127..127. It panics if
// rows is shorter.
func Dots(query, rows []int8, out []int32) { dotsOf(query, rows, out) }

func dotsScalar(query, rows []int8, out []int32) {
	n := len(query)
	for r := range out {
		out[r] = dot(query, rows[r*n:(r+1)*n])
	}
}

// Quantize writes v into dst as signed bytes in -127..127 and returns the scale that gives
// them back: v[i] is about scale*dst[i], off by at most scale/2. The scale is 0 for a vector of
// zeros. The cosine of two quantized vectors is Dot times both scales if they were unit vectors.
func Quantize(dst []int8, v []float32) (scale float32) {
	dst = dst[:len(v)]
	var top float32
	for _, f := range v {
		if f < 0 {
			f = -f
		}
		if f > top {
			top = f
		}
	}
	if top == 0 {
		clear(dst)
		return 0
	}
	for i, f := range v {
		dst[i] = int8(math.RoundToEven(float64(f) * 127 / float64(top)))
	}
	return top / 127
}

// dotScalar is Dot in plain Go, four sums abreast so that additions need not wait in line.
func dotScalar(a, b []int8) int32 {
	var s0, s1, s2, s3 int32
	for len(a) >= 8 && len(b) >= 8 {
		s0 += int32(a[0])*int32(b[0]) + int32(a[4])*int32(b[4])
		s1 += int32(a[1])*int32(b[1]) + int32(a[5])*int32(b[5])
		s2 += int32(a[2])*int32(b[2]) + int32(a[6])*int32(b[6])
		s3 += int32(a[3])*int32(b[3]) + int32(a[7])*int32(b[7])
		a, b = a[8:], b[8:]
	}
	for i := range a {
		s0 += int32(a[i]) * int32(b[i])
	}
	return s0 + s1 + s2 + s3
}

// addScalar adds weight times the signed bytes of row to sum.
func addScalar(sum *[dims]int32, row string, weight int32) {
	row = row[:dims]
	for i := range sum {
		sum[i] += int32(int8(row[i])) * weight
	}
}
