package encoder

import "math"

const (
	dense = 320 // width of the narrow dense layers

	// pad is how many rows of zeros stand before and after the pieces of a text, so
	// that a window of the widest convolution may reach over its ends.
	pad = 2
)

// scratch is what one forward pass needs; it is used again by the next.
type scratch struct {
	ids      []int32
	features []float32 // dims + 3*hidden a piece
	hidden   []float32 // 3*hidden a piece: what the convolutions start from
	branch   []float32 // hidden a piece
	whole    []int16   // a matrix's input, quantised
	window   []int16   // hidden a piece, with pad rows of zeros around
	sums     []int32
}

// resize returns a slice of n elements that may hold anything.
func resize[T any](s []T, n int) []T {
	if cap(s) < n {
		return make([]T, n+n/2)[:n]
	}
	return s[:n]
}

// forward writes the vector of the pieces in s.ids into out.
func (e *Encoder) forward(out []float32, s *scratch) {
	const wide = dims + 3*hidden
	n := len(s.ids)
	s.features = resize(s.features, n*wide)
	s.hidden = resize(s.hidden, n*3*hidden)
	s.branch = resize(s.branch, n*hidden)
	s.whole = resize(s.whole, max(n*dims, wide))
	s.window = resize(s.window, (n+2*pad)*hidden)
	s.sums = resize(s.sums, max(n*3*hidden, dims))

	// The embedding of each piece, and its projection to where each branch starts.
	for t, id := range s.ids {
		e.unpack(s.features[t*wide:t*wide+dims], id)
	}
	scale := quantize(s.whole[:n*dims], s.features, wide, dims)
	e.project.apply(s.hidden, 3*hidden, s.whole, dims, n, scale, s.sums)
	for t := range n {
		row := s.hidden[t*3*hidden:][:3*hidden]
		add(row, e.projectBias)
		e.projectNorm.apply(row)
	}

	// Each branch: two convolutions, each with what came in added to what comes out.
	for i, order := range orders {
		at := dims + i*hidden
		e.convolve(s, e.first[i], e.firstB[i], order, lefts[i], n, s.hidden[i*hidden:], 3*hidden)
		for t := range n {
			copy(s.features[t*wide+at:][:hidden], s.branch[t*hidden:])
		}
		e.convolve(s, e.second[i], e.secondB[i], order, lefts[i], n, s.features[at:], wide)
		for t := range n {
			copy(s.features[t*wide+at:][:hidden], s.branch[t*hidden:])
		}
	}

	// The mean of the pieces. Summing before projecting gives the same and is n times cheaper;
	// dividing by the root of n is the model's own.
	var sum [wide]float32
	for t := range n {
		row := s.features[t*wide:][:wide]
		e.featureNorm.apply(row)
		add(sum[:], row)
	}
	var mean, y2, d [dims]float32
	e.through(mean[:], e.gather, sum[:], s)
	root := float32(math.Sqrt(float64(n)))
	for i, b := range e.gatherBias {
		mean[i] = (mean[i] + float32(float32(n)*b)) / root
	}

	var y0, y1, more [dense]float32
	e.through(y0[:], e.d0, mean[:], s)
	relu(y0[:])
	e.through(y1[:], e.p1, mean[:], s)
	e.through(more[:], e.d1, y0[:], s)
	add(y1[:], more[:])
	relu(y1[:])
	e.through(y2[:], e.d2, y1[:], s)
	relu(y2[:])
	e.through(out, e.p3, y1[:], s)
	e.through(d[:], e.d3, y2[:], s)
	add(out, d[:])

	var square float64
	for i, v := range out {
		w := math.Tanh(float64(v))
		out[i] = float32(w)
		square += float64(w * w)
	}
	length := math.Sqrt(max(square, epsilon))
	for i, v := range out {
		out[i] = float32(float64(v) / length)
	}
}

// convolve writes into s.branch, for each piece, x + relu(w · window of x + bias), where x has a
// row of hidden every step floats.
func (e *Encoder) convolve(s *scratch, w matrix, bias []float32, order, left, n int, x []float32, step int) {
	clear(s.window[:pad*hidden])
	clear(s.window[(pad+n)*hidden:])
	scale := quantize(s.window[pad*hidden:(pad+n)*hidden], x, step, hidden)
	w.apply(s.branch, hidden, s.window[(pad-left)*hidden:], hidden, n, scale, s.sums)
	for t := range n {
		row, from := s.branch[t*hidden:][:hidden], x[t*step:][:hidden]
		for i, v := range row {
			row[i] = from[i] + max(v+bias[i], 0)
		}
	}
}

// through writes w · x into dst.
func (e *Encoder) through(dst []float32, w matrix, x []float32, s *scratch) {
	scale := quantize(s.whole[:len(x)], x, len(x), len(x))
	w.apply(dst, len(dst), s.whole, len(x), 1, scale, s.sums)
}

// unpack writes the embedding of a piece into dst.
func (e *Encoder) unpack(dst []float32, id int32) {
	b := e.block[id]
	scale, low := e.scale[b], e.low[b]
	row := e.rows[int(id)*dims*6/8:][:dims*6/8]
	for i := 0; i < dims; i += 4 {
		v := uint32(row[0]) | uint32(row[1])<<8 | uint32(row[2])<<16
		row = row[3:]
		dst[i] = float32(float32(v&63)*scale) + low
		dst[i+1] = float32(float32(v>>6&63)*scale) + low
		dst[i+2] = float32(float32(v>>12&63)*scale) + low
		dst[i+3] = float32(float32(v>>18)*scale) + low
	}
}

// norm is a layer normalisation.
type norm struct{ gain, shift []float32 }

const epsilon = 1e-12 // the model's own

// apply normalises x in place.
func (n norm) apply(x []float32) {
	var sum float64
	for _, v := range x {
		sum += float64(v)
	}
	mean := sum / float64(len(x))
	var square float64
	for _, v := range x {
		d := float64(v) - mean
		square += float64(d * d)
	}
	inverse := 1 / math.Sqrt(square/float64(len(x))+epsilon)
	for i, v := range x {
		x[i] = float32(float32((float64(v)-mean)*inverse)*n.gain[i]) + n.shift[i]
	}
}

func relu(x []float32) {
	for i, v := range x {
		x[i] = max(v, 0)
	}
}

func add(dst, x []float32) {
	for i, v := range x[:len(dst)] {
		dst[i] += v
	}
}
