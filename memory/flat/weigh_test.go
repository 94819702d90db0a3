package flat

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestManyRecordsWeighWhatEachWeighs(t *testing.T) {
	r := rand.New(rand.NewPCG(31, 32))
	edges := []float32{0, float32(math.Copysign(0, -1)), 1, -1, 1e-30, -1e-30, 3e7}
	number := func() float32 {
		if r.IntN(4) == 0 {
			return edges[r.IntN(len(edges))]
		}
		return 2*r.Float32() - 1
	}
	for n := range 70 {
		w := &weighing{slope: number(), start: number(), byKeyword: number(), byVector: number()}
		kinds := 1 + r.IntN(9)
		for range kinds {
			w.plus, w.factor = append(w.plus, number()), append(w.factor, max0(number()))
		}
		for range n {
			w.dots, w.scales = append(w.dots, r.Int32N(1<<22)-1<<21), append(w.scales, number())
			w.keyword, w.kinds = append(w.keyword, number()), append(w.kinds, r.Uint32N(uint32(kinds)))
			w.vector, w.own = append(w.vector, -1), append(w.own, -1)
		}
		weigh(w)
		vector, own := slices.Clone(w.vector), slices.Clone(w.own)
		weighFrom(w, 0)
		for i := range n {
			if math.Float32bits(vector[i]) != math.Float32bits(w.vector[i]) || math.Float32bits(own[i]) != math.Float32bits(w.own[i]) {
				t.Fatalf("record %d of %d: %v and %v, want %v and %v", i, n, vector[i], own[i], w.vector[i], w.own[i])
			}
			if own[i] < 0 || vector[i] < 0 || w.scales[i] == 0 && vector[i] != 0 {
				t.Fatalf("record %d of %d: %v and %v", i, n, vector[i], own[i])
			}
		}
	}
}
