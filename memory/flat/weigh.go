package flat

// weighing puts the routes together for a run of records: what every one of them is worth by
// itself, but for the few that more is known of.
type weighing struct {
	dots    []int32   // of the vectors with that of the question
	scales  []float32 // of the vectors; 0: there is none
	keyword []float32
	kinds   []uint32
	plus    []float32 // by kind: added to what the routes say
	factor  []float32 // by kind: of the sum
	vector  []float32 // to be filled: the cosine on the embedder's line, 0 for what lies below it
	own     []float32 // to be filled

	slope, start        float32 // of the embedder's line
	byKeyword, byVector float32
}

// weigh fills vector and own. kinds are places in plus and factor; all that goes by record has the
// length of own.
func weigh(w *weighing) { weighFrom(w, weighMany(w)) }

// weighFrom does so one record after the other, from a place on. Every product is rounded by its
// conversion, so that no machine fuses it with the addition after it.
func weighFrom(w *weighing, from int) {
	n := len(w.own)
	own, dots, scales, keyword, kinds, vector := w.own, w.dots[:n], w.scales[:n], w.keyword[:n], w.kinds[:n], w.vector[:n]
	for i := from; i < n; i++ {
		x := float32(float32(float32(dots[i])*w.slope)*scales[i]) + w.start
		if x <= 0 || scales[i] == 0 {
			x = 0
		}
		vector[i] = x
		k := kinds[i]
		own[i] = max0(float32(w.byKeyword*keyword[i])+float32(w.byVector*x)+w.plus[k]) * w.factor[k]
	}
}
